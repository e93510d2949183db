"""Tournaments: look at them, enter and leave; open and run one's own."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Denied, Permission
from games.access.tournaments import may_see_tournament, tournaments_shown_to
from games.api import request_bodies, response_types, tournament_shapes
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.game_lists import Pagination
from games.api.idempotency_keys import key_of
from games.api.schema import operation
from games.models import Tournament
from games.table.tournaments import dropping, entering, opening, progress

TOURNAMENT = serializer_for(response_types.TournamentShape)
CODE = OpenApiParameter(
    "code",
    OpenApiTypes.STR,
    description="Of the link, if you came by one: what it leads to can be looked at before you enter.",
)


class TournamentPagination(Pagination):
    ordering = ("-opened_at", "id")


class Tournaments(ApiView):
    permissions = {
        "list": Permission.SEE_TOURNAMENTS,
        "retrieve": Permission.SEE_TOURNAMENTS,
        "standings": Permission.SEE_TOURNAMENTS,
        "enter": Permission.ENTER_TOURNAMENT,
        "wait": Permission.ENTER_TOURNAMENT,
        "leave": Permission.LEAVE_TOURNAMENT,
        "create": Permission.OPEN_TOURNAMENT,
        **dict.fromkeys(("replace", "invite", "start", "cancel"), Permission.RUN_TOURNAMENT),
    }
    throttle_scopes = {"create": "open"}
    expensive_actions = frozenset({"list", "standings"})
    queryset = Tournament.objects.none()
    pagination_class = TournamentPagination
    serializer_class = TOURNAMENT

    @operation(
        "Tournaments that you may enter, are in or organise; and open ones that are over, the newest first",
        TOURNAMENT(many=True),
        problems=["invalid"],
        operation_id="tournaments_list",
    )
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(_rows(tournaments_shown_to(self.user)))
        assert page is not None
        return self.get_paginated_response(to_json(tournament_shapes.build_tournaments(page, self.user)))

    @operation(
        "Open a tournament",
        TOURNAMENT,
        status=201,
        body=request_bodies.OpenTournamentBody,
        idempotent=True,
        problems=["invalid", "idempotency-key", "conflict", "option", "refused", "denied", "suspended"],
        description="You are not in it before you enter. The same key again answers with the tournament opened.",
    )
    def create(self, request: Request) -> Response:
        key = key_of(request)
        body = request_bodies.OpenTournamentBody.checked(request.data)
        opened = opening.open_tournament(self.user, body.plan(), opening_key=key)
        return self._response(opened, 201)

    @operation("A tournament", TOURNAMENT, parameters=[CODE], problems=["not-found"])
    def retrieve(self, request: Request, tournament_id: str) -> Response:
        return self._response(self._find(tournament_id, request.query_params.get("code", "")))

    @operation(
        "The standings, and the tables of all rounds",
        serializer_for(response_types.TournamentStandingsShape),
        parameters=[CODE],
        problems=["not-found"],
    )
    def standings(self, request: Request, tournament_id: str) -> Response:
        found = self._find(tournament_id, request.query_params.get("code", ""))
        return Response(to_json(tournament_shapes.build_standings(found)))

    @operation(
        "Enter a tournament",
        TOURNAMENT,
        body=request_bodies.EnterBody,
        problems=["invalid", "conflict", "denied", "not-found", "suspended"],
    )
    def enter(self, request: Request, tournament_id: str) -> Response:
        body = request_bodies.EnterBody.checked(request.data)
        code = body.validated_data["code"]
        self._find(tournament_id, code)
        entering.enter(tournament_id, self.user, code)
        return self._response(self._find(tournament_id))

    @operation(
        "Wait for a place in a full tournament",
        TOURNAMENT,
        body=request_bodies.EnterBody,
        problems=["invalid", "conflict", "denied", "not-found", "suspended"],
        description="The first place that comes free goes to whoever has waited longest. Leaving ends it.",
    )
    def wait(self, request: Request, tournament_id: str) -> Response:
        code = request_bodies.EnterBody.checked(request.data).validated_data["code"]
        self._find(tournament_id, code)
        entering.wait(tournament_id, self.user, code)
        return self._response(self._find(tournament_id))

    @operation(
        "Leave a tournament",
        status=204,
        body=request_bodies.Nothing,
        problems=["invalid", "conflict", "denied", "not-found", "suspended"],
        description="Before the start, or decline an invitation. From one that is under way you drop out for good: a "
        "bot plays on in your seat.",
    )
    def leave(self, request: Request, tournament_id: str) -> Response:
        request_bodies.Nothing.checked(request.data)
        found = self._find(tournament_id)
        if found.status == Tournament.Status.ENTRY:
            entering.leave(tournament_id, self.user)
        else:
            dropping.drop_out(tournament_id, self.user)
        return Response(status=204)

    @operation(
        "Change a tournament of yours before its start",
        TOURNAMENT,
        body=request_bodies.ChangeTournamentBody,
        problems=["invalid", "refused", "conflict", "denied", "not-found", "suspended"],
    )
    def replace(self, request: Request, tournament_id: str) -> Response:
        body = request_bodies.ChangeTournamentBody.checked(request.data)
        self._find(tournament_id)
        opening.change_tournament(tournament_id, self.user, **body.validated_data)
        return self._response(self._find(tournament_id))

    @operation(
        "Invite somebody to a tournament of yours",
        status=204,
        body=request_bodies.TournamentInvitationBody,
        problems=["invalid", "refused", "conflict", "denied", "not-found", "suspended"],
        description="They are told, and can enter then. No effect if they are in it or invited already.",
    )
    def invite(self, request: Request, tournament_id: str) -> Response:
        body = request_bodies.TournamentInvitationBody.checked(request.data)
        self._find(tournament_id)
        entering.invite(tournament_id, self.user, body.validated_data["name"])
        return Response(status=204)

    @operation(
        "Start a tournament of yours before its time",
        TOURNAMENT,
        body=request_bodies.Nothing,
        problems=["invalid", "conflict", "denied", "not-found", "suspended"],
    )
    def start(self, request: Request, tournament_id: str) -> Response:
        request_bodies.Nothing.checked(request.data)
        self._find(tournament_id)
        progress.start(tournament_id, self.user)
        return self._response(self._find(tournament_id))

    @operation(
        "Call a tournament of yours off before its start",
        TOURNAMENT,
        body=request_bodies.Nothing,
        problems=["invalid", "conflict", "denied", "not-found", "suspended"],
    )
    def cancel(self, request: Request, tournament_id: str) -> Response:
        request_bodies.Nothing.checked(request.data)
        self._find(tournament_id)
        opening.cancel_tournament(tournament_id, self.user)
        return self._response(self._find(tournament_id))

    def _find(self, tournament_id: str, code: str = "") -> Tournament:
        """Raises Denied, as for one that does not exist, for whoever must not know of it."""
        found = _rows(Tournament.objects.all()).filter(pk=tournament_id).first()
        if found is None or not may_see_tournament(self.user, found, code):
            raise Denied(self.permission, hidden=True)
        return found

    def _response(self, tournament: Tournament, status: int = 200) -> Response:
        (shape,) = tournament_shapes.build_tournaments([tournament], self.user)
        return Response(to_json(shape), status)


def _rows(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return tournaments.select_related("organiser").prefetch_related("played_rounds")
