"""Games: list, open, join, view and manage them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from games.access import Denied, Permission, require
from games.api import request_bodies, response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.game_lists import GameFilter, GamePagination, LogPagination, listed_games, moves_for_pagination
from games.api.idempotency_keys import key_of
from games.api.problems import Problem
from games.api.renderers import TextRenderer
from games.api.schema import operation
from games.models import Game, Move, Seat
from games.people.models import User
from games.snapshot import snapshot
from games.table import bots_for_free_seats, open_games, resignation, takeback, takeover, waiting_list
from games.table.history import history_of
from games.table.records import record_for
from games.table.takeback import TakenBack
from games.table.visibility import set_visibility

SEAT_PARAMETER = OpenApiParameter(
    "seat",
    {"type": "integer", "minimum": 0, "maximum": 99},
    description="Your own seat, which is also the default; other seats are refused.",
)
DETAIL = serializer_for(response_types.GameDetailShape)


class Games(ApiView):
    permissions = {
        "list": Permission.VISIT,
        "create": Permission.OPEN_GAME,
        "retrieve": Permission.SEE_GAME,
        "table": Permission.WATCH,
        "log": Permission.WATCH,
        "record": Permission.SEE_RECORD,
        "join": Permission.JOIN,
        "wait": Permission.WAIT,
        "stop_waiting": Permission.WAIT,
        "decline": Permission.DECLINE,
        "leave": Permission.LEAVE,
        "start": Permission.START,
        "fill": Permission.FILL,
        "bots_after": Permission.FILL,
        "seat": Permission.FILL,
        "cancel": Permission.CANCEL,
        "visibility": Permission.SET_VISIBILITY,
        "undo": Permission.UNDO,
        "resign": Permission.RESIGN,
        "take_over": Permission.TAKE_OVER,
        "return_to_seat": Permission.RETURN,
    }
    throttle_scopes = {"create": "open", "undo": "play"}
    expensive_actions = frozenset({"list", "log", "record"})
    queryset = Game.objects.all()
    lookup_value_regex = "[a-z0-9]{1,16}"
    filter_backends = [DjangoFilterBackend]
    filterset_class = GameFilter
    pagination_class = GamePagination
    serializer_class = serializer_for(response_types.GameShape)

    @operation(
        "Games: yours, open ones, or those to watch",
        serializer_for(response_types.GameShape)(many=True),
        problems=["invalid"],
    )
    def list(self, request: Request) -> Response:
        games = self.filter_queryset(listed_games(request))
        page = self.paginate_queryset(games)
        assert page is not None
        return self.get_paginated_response(
            [to_json(response_builders.build_game(game, self._viewer())) for game in page]
        )

    @operation(
        "Open a game",
        DETAIL,
        status=201,
        body=request_bodies.OpenGameBody,
        idempotent=True,
        problems=["invalid", "idempotency-key", "conflict", "option", "refused", "suspended"],
        description="It starts at once if no seat waits for anybody. The same key again answers with the game opened.",
    )
    def create(self, request: Request) -> Response:
        key = key_of(request)
        body = request_bodies.OpenGameBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        game = open_games.open_game(
            self.user,
            name=given["name"],
            kind=given["kind"],
            options=given.get("options", {}),
            seats=body.plans(),
            time_control=body.time_control(),
            visibility=given["visibility"],
            advisers=given["advisers"],
            takeover=given["takeover"],
            rated=given["rated"],
            talk=given["talk"],
            bots_may_talk=given["bots_may_talk"],
            seeks_may_join=given["seeks_may_join"],
            bots_after=request_bodies.span_of(given.get("bots_after")),
            bots_level=given.get("bots_level", ""),
            opening_key=key,
            again=given["again"],
        )
        return self._game_response(game.pk, status=201)

    @operation("A game", DETAIL, problems=["not-found"])
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._game_response(pk)

    @operation(
        "The table, as you may know it",
        serializer_for(response_types.ViewShape),
        parameters=[SEAT_PARAMETER],
        problems=["denied", "not-found", "conflict"],
    )
    @action(detail=True, url_path="view", url_name="view")
    def table(self, request: Request, pk: str) -> Response:
        game = self.game(pk)
        seat = self._requested_seat(request, game)
        self._require_started(game)
        return Response(to_json(response_builders.build_view(game, seat, self._viewer())))

    @operation(
        "The log, as far as you may know it",
        serializer_for(response_types.LogEntryShape)(many=True),
        problems=["denied", "not-found"],
        filters=False,
    )
    @action(
        detail=True,
        pagination_class=LogPagination,
        filter_backends=[],
        serializer_class=serializer_for(response_types.LogEntryShape),
    )
    def log(self, request: Request, pk: str) -> Response:
        game = self.game(pk)
        moves = self.paginate_queryset(moves_for_pagination(history_of(game).live_moves()))
        assert moves is not None
        return self.get_paginated_response(to_json(response_builders.build_log(game, moves, self.own_seat(game))))

    @operation(
        "The game's record",
        OpenApiTypes.STR,
        problems=["denied", "not-found", "conflict"],
        filters=False,
    )
    @action(
        detail=True,
        pagination_class=None,
        filter_backends=[],
        renderer_classes=[TextRenderer, *api_settings.DEFAULT_RENDERER_CLASSES],
    )
    def record(self, request: Request, pk: str) -> Response:
        game = self.game(pk)
        self._require_started(game)
        seat = self.own_seat(game)
        return Response(record_for(game, None if seat is None else seat.index))

    @operation(
        "Take a seat",
        DETAIL,
        body=request_bodies.JoinBody,
        problems=["invalid", "conflict", "denied", "not-found", "suspended"],
        description="The one kept for your address, else a free one. The last seat taken starts the game.",
    )
    @action(detail=True, methods=["post"])
    def join(self, request: Request, pk: str) -> Response:
        code = self._body(request_bodies.JoinBody)["code"]
        # Whoever may see the game learns from the service why they cannot join it.
        self.game(pk, Permission.SEE_GAME, code=code)
        open_games.join(pk, self.user, code)
        return self._game_response(pk)

    @operation(
        "Wait for a seat",
        DETAIL,
        body=request_bodies.WaitBody,
        problems=["invalid", "conflict", "denied", "not-found", "suspended"],
        description="Where all seats are taken or kept for others: the first one that comes free goes to whoever has "
        "waited longest. Whoever waits already gets the same answer again.",
    )
    @action(detail=True, methods=["post"])
    def wait(self, request: Request, pk: str) -> Response:
        code = self._body(request_bodies.WaitBody)["code"]
        # Whoever may see the game learns from the service why they cannot wait.
        self.game(pk, Permission.SEE_GAME, code=code)
        waiting_list.wait(pk, self.user, code)
        return self._game_response(pk)

    @operation("Stop waiting for a seat", status=204, body=request_bodies.Nothing, problems=["conflict"])
    @action(detail=True, methods=["post"], url_path="stop-waiting")
    def stop_waiting(self, request: Request, pk: str) -> Response:
        self.game(pk, Permission.SEE_GAME)
        self._body(request_bodies.Nothing)
        waiting_list.stop_waiting(pk, self.user)
        return Response(status=204)

    @operation(
        "Decline the seat that is kept for you",
        status=204,
        body=request_bodies.Nothing,
        problems=["conflict", "not-found", "suspended"],
        description="It goes to whoever has waited longest, or to the first to come.",
    )
    @action(detail=True, methods=["post"])
    def decline(self, request: Request, pk: str) -> Response:
        self.game(pk, Permission.SEE_GAME)
        self._body(request_bodies.Nothing)
        open_games.decline(pk, self.user)
        return Response(status=204)

    @operation("Give your seat back before the start", status=204, body=request_bodies.Nothing, problems=["conflict"])
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, pk: str) -> Response:
        self.game(pk)
        self._body(request_bodies.Nothing)
        open_games.leave(pk, self.user)
        return Response(status=204)

    @operation("Start a game of yours", DETAIL, body=request_bodies.Nothing, problems=["conflict", "denied"])
    @action(detail=True, methods=["post"])
    def start(self, request: Request, pk: str) -> Response:
        self.game(pk)
        self._body(request_bodies.Nothing)
        open_games.start(pk, self.user)
        return self._game_response(pk)

    @operation(
        "Let bots take all free seats", DETAIL, body=request_bodies.FillBody, problems=["invalid", "conflict", "denied"]
    )
    @action(detail=True, methods=["post"])
    def fill(self, request: Request, pk: str) -> Response:
        self.game(pk)
        level = self._body(request_bodies.FillBody)["level"]
        open_games.fill_with_bots(pk, self.user, level)
        return self._game_response(pk)

    @operation(
        "Say after how long bots take the free seats",
        DETAIL,
        body=request_bodies.BotsAfterBody,
        problems=["invalid", "refused", "conflict", "denied"],
    )
    @action(detail=True, methods=["post"], url_path="bots", url_name="bots")
    def bots_after(self, request: Request, pk: str) -> Response:
        self.game(pk)
        given = self._body(request_bodies.BotsAfterBody)
        bots_for_free_seats.choose(
            pk, self.user, request_bodies.span_of(given["bots_after"]), given.get("bots_level", "")
        )
        return self._game_response(pk)

    @operation(
        "Give a free seat to your bot account",
        DETAIL,
        body=request_bodies.SeatAccountBody,
        problems=["invalid", "conflict", "denied", "refused"],
    )
    @action(detail=True, methods=["post"])
    def seat(self, request: Request, pk: str) -> Response:
        self.game(pk)
        account = self._body(request_bodies.SeatAccountBody)["account"]
        open_games.seat_bot_account(pk, self.user, account)
        return self._game_response(pk)

    @operation("Call a game off before its start", DETAIL, body=request_bodies.Nothing, problems=["conflict", "denied"])
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        self.game(pk)
        self._body(request_bodies.Nothing)
        open_games.cancel(pk, self.user)
        return self._game_response(pk)

    @operation("Choose who may watch", DETAIL, body=request_bodies.VisibilityBody, problems=["invalid", "denied"])
    @action(detail=True, methods=["put"])
    def visibility(self, request: Request, pk: str) -> Response:
        self.game(pk)
        wanted = self._body(request_bodies.VisibilityBody)["visibility"]
        set_visibility(pk, self.user, wanted)
        return self._game_response(pk)

    @operation(
        "Take your last answer back",
        serializer_for(TakenBack),
        body=request_bodies.Nothing,
        problems=["conflict", "denied"],
    )
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        self.game(pk)
        self._body(request_bodies.Nothing)
        return Response(to_json(takeback.undo(pk, self.user, source=Move.Source.API)))

    @operation(
        "Resign: a bot plays on in your place", DETAIL, body=request_bodies.Nothing, problems=["conflict", "denied"]
    )
    @action(detail=True, methods=["post"])
    def resign(self, request: Request, pk: str) -> Response:
        self.game(pk)
        self._body(request_bodies.Nothing)
        resignation.resign(pk, self.user)
        return self._game_response(pk)

    @operation(
        "Take a vacant seat over",
        DETAIL,
        body=request_bodies.TakeOverBody,
        problems=["invalid", "conflict", "denied", "not-found", "suspended"],
        description="For good, with a whole clock. Not for those who sit or sat there, have looked at it as staff, or "
        "have a program there, nor for bot accounts. Whoever has taken it already gets the same answer again.",
    )
    @action(detail=True, methods=["post"], url_path="take-over")
    def take_over(self, request: Request, pk: str) -> Response:
        code = request.data.get("code") if isinstance(request.data, dict) else ""
        # Whoever may see the game learns why they cannot take a seat.
        game = self.game(pk, Permission.SEE_GAME, code=code if isinstance(code, str) else "")
        takeover.check_may_take_over(game, self.user, code if isinstance(code, str) else "")
        given = self._body(request_bodies.TakeOverBody)
        takeover.take_over(pk, given["seat"], self.user, given["code"])
        return self._game_response(pk)

    @operation(
        "Play again in your vacant seat",
        DETAIL,
        body=request_bodies.Nothing,
        problems=["conflict", "denied", "suspended"],
        description="As long as nobody has taken it.",
    )
    @action(detail=True, methods=["post"], url_path="return")
    def return_to_seat(self, request: Request, pk: str) -> Response:
        self.game(pk)
        self._body(request_bodies.Nothing)
        takeover.return_to_seat(pk, self.user)
        return self._game_response(pk)

    def _viewer(self) -> User | None:
        return self.request.user if isinstance(self.request.user, User) else None

    def _body(self, kind: type[request_bodies.StrictBody]) -> Any:
        """The validated body. Raises ValidationError."""
        return kind.checked(self.request.data).validated_data

    def _game_response(self, game_id: str, status: int = 200) -> Response:
        """The response with the game as it is now."""
        with snapshot():
            return Response(
                to_json(response_builders.build_game_detail(self.game(game_id, Permission.SEE_GAME), self._viewer())),
                status,
            )

    def _requested_seat(self, request: Request, game: Game) -> Seat | None:
        """The user's own seat; `?seat=` may name it too. Raises Denied for other seats."""
        asked, own = request.query_params.get("seat"), self.own_seat(game)
        if asked is None:
            return own
        if not (asked.isascii() and asked.isdigit() and len(asked) < 3):
            raise ValidationError({"seat": [_("A seat is a number from 0 on.")]})
        seat = next((seat for seat in game.seats.all() if seat.index == int(asked)), None)
        if seat is None:
            raise Denied(Permission.SEE_SEAT, hidden=True)
        require(Permission.SEE_SEAT, self.request.user, game, seat)
        return seat

    def _require_started(self, game: Game) -> None:
        if game.started_at is None:
            raise Problem("conflict", _("This game has not started."))
