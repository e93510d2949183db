"""Days on which somebody is away, and what happens at their tables then."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.schema import operation
from games.api.views.kept_lines import SEAT_PROBLEMS, SeatView
from games.models import Seat
from games.people.models import Absence
from games.table import absences
from games.table.days_away import announced

_WITHOUT_A_BOT: Final = {"stop": "", "run": Seat.CLOCK_RUNS}
"""Values of Seat.when_away, by the API's words."""


class Absences(ApiView):
    permissions = {
        "list": Permission.SEE_OWN_ACCOUNT,
        "create": Permission.SET_PREFERENCES,
        "destroy": Permission.SET_PREFERENCES,
    }
    throttle_scopes = {"create": "account", "destroy": "account"}
    queryset = Absence.objects.none()
    pagination_class = None
    lookup_field = "absence_id"
    serializer_class = serializer_for(response_types.AbsenceShape)

    @operation("When you are away", serializer_for(response_types.AbsenceShape)(many=True))
    def list(self, request: Request) -> Response:
        return Response([_absence(absence) for absence in announced(self.user)])

    @operation(
        "Say that you are away",
        serializer_for(response_types.AbsenceShape),
        status=201,
        body=request_bodies.AbsenceBody,
        problems=["invalid", "refused", "denied"],
        description="Deadlines that run move by it. Only who sits at a table with you sees until when you are away.",
    )
    def create(self, request: Request) -> Response:
        body = request_bodies.AbsenceBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        return Response(_absence(absences.announce(self.user, given["first"], given["last"])), 201)

    @operation("Say that you are back, or that you stay", status=204, problems=["not-found", "denied"])
    def destroy(self, request: Request, absence_id: int) -> Response:
        absences.end(self.user, absence_id)
        return Response(status=204)


class WhenAway(SeatView):
    permissions = {"retrieve": Permission.SEE_SEAT, "replace": Permission.SET_PREFERENCES}
    throttle_scopes = {"replace": "play"}
    serializer_class = serializer_for(response_types.WhenAwayShape)

    @operation(
        "What happens at a table while you are away",
        serializer_for(response_types.WhenAwayShape),
        problems=["not-found", "denied"],
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(to_json(_when_away(self.seat(pk))))

    @operation(
        "Say what happens at a table while you are away",
        serializer_for(response_types.WhenAwayShape),
        body=request_bodies.WhenAwayBody,
        problems=["invalid", "refused", *SEAT_PROBLEMS],
        description="It holds at once, also if you are away already.",
    )
    def replace(self, request: Request, pk: str) -> Response:
        body = request_bodies.WhenAwayBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        absences.choose(pk, self.user, given["level"] if given["way"] == "bot" else _WITHOUT_A_BOT[given["way"]])
        return Response(to_json(_when_away(self.seat(pk))))


def _absence(absence: Absence) -> object:
    return to_json(response_types.AbsenceShape(absence.pk, absence.first, absence.last))


def _when_away(seat: Seat) -> response_types.WhenAwayShape:
    if seat.deputy:
        return response_types.WhenAwayShape("bot", seat.deputy)
    return response_types.WhenAwayShape("run" if seat.when_away == Seat.CLOCK_RUNS else "stop", None)
