"""The vacant seats that somebody may take over."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.schema import operation
from games.models import Seat
from games.table.vacant_offers import offers_for

MAX_GAMES: Final = 50


class VacantSeats(ApiView):
    permissions = {"list": Permission.SEE_LOBBY}
    expensive_actions = frozenset({"list"})
    queryset = Seat.objects.none()
    pagination_class = None
    serializer_class = serializer_for(response_types.VacantSeatShape)

    @operation(
        "Vacant seats in running games that you may take over",
        serializer_for(response_types.VacantSeatShape)(many=True),
        description="Of at most 50 games, as the lobby offers them. Bot accounts are offered none.",
    )
    def list(self, request: Request) -> Response:
        return Response(
            [to_json(response_builders.build_vacant_seat(offer)) for offer in offers_for(self.user, MAX_GAMES)]
        )
