"""Turns: the questions of the user's seats, and the answers."""

from __future__ import annotations

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from structlog.contextvars import bind_contextvars

from games.access import Denied, Permission, require
from games.api import request_bodies, response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.game_lists import TurnPagination
from games.api.idempotency_keys import key_of
from games.api.problems import refused_move
from games.api.schema import operation
from games.models import Move, Turn
from games.table import playing, queries
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
    }
    throttle_scopes = {"play": "play"}
    queryset = Turn.objects.all()
    lookup_value_regex = "[0-9]{1,18}"
    pagination_class = TurnPagination
    serializer_class = serializer_for(response_types.TurnShape)

    @operation("Your open turns in all games", serializer_for(response_types.TurnShape)(many=True))
    def list(self, request: Request) -> Response:
        turns = self.paginate_queryset(response_builders.with_answer_count(queries.my_turns(self.user)))
        assert turns is not None
        return self.get_paginated_response([to_json(response_builders.build_turn(turn)) for turn in turns])

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
        )
        if result.failed is not None and not result.done:
            raise refused_move(result)
        return Response(to_json(result))

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
