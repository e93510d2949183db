"""One's standing seeks."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.schema import operation
from games.models import Seek
from games.table import seeks

SEEK: Final = serializer_for(response_types.SeekShape)
MAX_FOUND: Final = 20


class Seeks(ApiView):
    permissions = {
        "list": Permission.SEE_SEEKS,
        "create": Permission.SEEK,
        "replace": Permission.SEEK,
        "destroy": Permission.END_SEEK,
    }
    throttle_scopes = {"create": "account", "replace": "account", "destroy": "account"}
    queryset = Seek.objects.none()
    pagination_class = None
    lookup_field = "seek_id"
    serializer_class = SEEK

    @operation("The games that you seek", SEEK(many=True), description="No other player sees them.")
    def list(self, request: Request) -> Response:
        return Response([_built(seek) for seek in seeks.seeks_of(self.user)])

    @operation(
        "Seek a game",
        SEEK,
        status=201,
        body=request_bodies.SeekBody,
        problems=["invalid", "refused", "option", "conflict", "denied", "suspended"],
        description="As soon as enough people go together, the game begins without asking you again. The same wishes "
        "twice are one seek; you may have a few.",
    )
    def create(self, request: Request) -> Response:
        return Response(_built(seeks.begin(self.user, request_bodies.SeekBody.checked(request.data).wishes())), 201)

    @operation(
        "Change a seek",
        SEEK,
        body=request_bodies.SeekBody,
        problems=["invalid", "refused", "option", "not-found", "denied", "suspended"],
        description="It keeps its place in the line; one that was paused begins to wait anew.",
    )
    def replace(self, request: Request, seek_id: int) -> Response:
        seeks.seek_of(self.user, seek_id)
        body = request_bodies.SeekBody.checked(request.data)
        return Response(_built(seeks.change(self.user, seek_id, body.wishes(), paused=body.validated_data["paused"])))

    @operation(
        "End a seek",
        status=204,
        problems=["not-found", "denied"],
        description="Games that it has found go on. Suspended people may end theirs, too.",
    )
    def destroy(self, request: Request, seek_id: int) -> Response:
        seeks.end(self.user, seek_id)
        return Response(status=204)


def _built(seek: Seek) -> object:
    shape = response_types.SeekShape(
        id=seek.pk,
        kind=seek.kind,
        players=seek.players,
        options=seek.options,
        shortest=int(seek.shortest.total_seconds()),
        longest=int(seek.longest.total_seconds()),
        rated=seek.rated,
        lowest=seek.lowest,
        highest=seek.highest,
        least_reliability=seek.least_reliability,
        per_week=seek.per_week,
        most_games=seek.most_games,
        paused=seek.paused or None,  # type: ignore[arg-type]
        waiting_since=seek.waiting_since,
        found=list(seek.finds.order_by("-pk").values_list("game_id", flat=True)[:MAX_FOUND]),
    )
    return to_json(shape)
