"""Turns: the questions of the user's seats, and the answers."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from structlog.contextvars import bind_contextvars

from games.access import Denied, Permission, require
from games.api import request_bodies, response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.game_lists import TurnPagination
from games.api.idempotency_keys import given_or_new_key, key_of
from games.api.problems import Problem, refused_move
from games.api.schema import OPTIONAL_KEY_PARAMETER, operation
from games.models import Move, Turn
from games.table import plan_changes, plans, playing, queries
from games.table.answers import Answer
from games.table.errors import TurnClosed
from games.table.history import find_turn
from games.table.open_questions import open_question


class Turns(ApiView):
    permissions = {
        "list": Permission.SEE_OWN_ACCOUNT,
        "retrieve": Permission.SEE_SEAT,
        "question": Permission.SEE_SEAT,
        "play": Permission.PLAY,
        "early": Permission.SEE_OWN_ACCOUNT,
        "plan": Permission.SEE_SEAT,
        "replace_plan": Permission.PLAY,
        "withdraw_plan": Permission.PLAY,
    }
    throttle_scopes = {"play": "play", "replace_plan": "play", "withdraw_plan": "play"}
    queryset = Turn.objects.all()
    lookup_value_regex = "[0-9]{1,18}"
    pagination_class = TurnPagination
    serializer_class = serializer_for(response_types.TurnShape)

    @operation("Your open turns in all games", serializer_for(response_types.TurnShape)(many=True))
    def list(self, request: Request) -> Response:
        return self._page_of(queries.my_turns(self.user))

    @operation(
        "Your early turns in all games: no game waits for them, but you can plan",
        serializer_for(response_types.TurnShape)(many=True),
        filters=False,
        description="Program accounts have none.",
    )
    @action(detail=False)
    def early(self, request: Request) -> Response:
        return self._page_of(queries.early_turns(self.user))

    @operation(
        "An open turn of yours",
        serializer_for(response_types.TurnShape),
        problems=["not-found", "denied", "turn-closed"],
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(to_json(response_builders.build_turn(self._require_open(self._turn(pk)))))

    @operation(
        "What an open turn of yours asks",
        serializer_for(response_types.QuestionShape),
        problems=["not-found", "denied", "turn-closed"],
        filters=False,
    )
    @action(detail=True, pagination_class=None, url_path="options")
    def question(self, request: Request, pk: str) -> Response:
        return Response(to_json(response_builders.build_question(open_question(self._require_open(self._turn(pk))))))

    @operation(
        "Answer a turn",
        serializer_for(Answer),
        body=request_bodies.PlayBody,
        idempotent=True,
        problems=[
            *("invalid", "idempotency-key", "not-found", "denied", "suspended"),
            *("turn-closed", "question-passed", "conflict", "refused-move", "refused"),
        ],
        description="Lines are played in order up to the first that cannot be played, which is `failed` then. If none "
        "could be played, the answer is a problem (422) with what is legal. The same key again gives the same result.",
    )
    @action(detail=True, methods=["post"])
    def play(self, request: Request, pk: str) -> Response:
        turn, key = self._turn(pk), key_of(request)
        body = request_bodies.PlayBody(data=request.data)
        body.is_valid(raise_exception=True)
        result = playing.play(
            turn.pk,
            body.validated_data["lines"],
            by=self.user,
            source=Move.Source.API,
            key=key,
            expected_answer_count=body.validated_data.get("taken"),
            as_plan=body.validated_data.get("as_plan"),
        )
        if result.failed is not None and not result.done:
            raise refused_move(result)
        return Response(to_json(result))

    @operation(
        "Your plan for a turn",
        serializer_for(response_types.PlanShape),
        problems=["not-found", "denied", "turn-closed"],
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def plan(self, request: Request, pk: str) -> Response:
        turn = self._turn(pk)
        if turn.status == Turn.Status.CLOSED or turn.bot_level:
            raise _closed(turn)
        return Response(to_json(response_builders.build_plan(turn)))

    @operation(
        "Replace your plan for a turn",
        serializer_for(response_types.ReplacedPlanShape),
        body=request_bodies.PlanBody,
        parameters=[OPTIONAL_KEY_PARAMETER],
        problems=[
            *("invalid", "idempotency-key", "not-found", "denied", "suspended"),
            *("turn-closed", "conflict", "refused-move", "refused"),
        ],
        description="If nothing in the phase can make one of the lines legal, the plan of before stays, and the answer "
        "is a problem (422) with that line. An empty list withdraws the plan. If your time has come meanwhile, what is "
        "possible is played at once.",
        filters=False,
    )
    @plan.mapping.put  # type: ignore[untyped-decorator] # of DRF
    def replace_plan(self, request: Request, pk: str) -> Response:
        turn, key = self._turn(pk), given_or_new_key(request)
        body = request_bodies.PlanBody(data=request.data)
        body.is_valid(raise_exception=True)
        done = self._write_plan(turn, body.validated_data["lines"], key)
        after = find_turn(turn.pk, Turn.objects.all())
        assert after is not None
        return Response(to_json(response_builders.build_replaced_plan(after, done)))

    @operation(
        "Withdraw your plan for a turn",
        status=204,
        problems=["not-found", "denied", "suspended", "conflict"],
        filters=False,
    )
    @plan.mapping.delete  # type: ignore[untyped-decorator] # of DRF
    def withdraw_plan(self, request: Request, pk: str) -> Response:
        plan_changes.withdraw_plan(self._turn(pk).pk, self.user)
        return Response(status=204)

    def _page_of(self, turns: QuerySet[Turn]) -> Response:
        page = self.paginate_queryset(response_builders.with_answer_count(turns))
        assert page is not None
        return self.get_paginated_response([to_json(response_builders.build_turn(turn)) for turn in page])

    def _write_plan(self, turn: Turn, lines: Sequence[str], key: str) -> Sequence[str]:
        """Keep the lines as the plan of a turn; returns what it has played at once. Raises Problem."""
        if not lines:
            plan_changes.withdraw_plan(turn.pk, self.user)
            return ()
        if not plans.can_plan(turn.seat):
            raise Problem("denied", _("Only people can plan: a program is asked when its time has come."))
        result = playing.play(turn.pk, lines, by=self.user, source=Move.Source.API, key=key, as_plan=True)
        if result.failed is not None:
            raise refused_move(result)
        return result.done

    def _turn(self, pk: str) -> Turn:
        """The turn of a seat of the user. Raises Denied."""
        turn = find_turn(
            int(pk), response_builders.with_answer_count(Turn.objects.select_related("game", "seat__user__owner"))
        )
        if turn is None:
            raise Denied(self.permission, hidden=True)
        bind_contextvars(game=turn.game_id, turn=turn.pk)
        require(self.permission, self.request.user, turn.game, turn.seat)
        return turn

    def _require_open(self, turn: Turn) -> Turn:
        """The turn itself. Raises TurnClosed if its person cannot answer it (any more)."""
        if turn.status != Turn.Status.OPEN or turn.bot_level:
            raise _closed(turn)
        return turn


def _closed(turn: Turn) -> TurnClosed:
    return TurnClosed(turn, queries.events_since_last_turn(turn.game, turn.seat))
