"""Turns: what one is asked, and the answer to it."""

from __future__ import annotations

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from structlog.contextvars import bind_contextvars

from games.access import Denied, Permission, require
from games.api import incoming, shapes, showing
from games.api.base_view import ApiView
from games.api.keys import key_of
from games.api.listing import TurnPages
from games.api.problems import refused_move
from games.api.schema import operation
from games.api.typed import to_json, typed
from games.models import Move, Turn
from games.table import playing, queries
from games.table.answers import Answer
from games.table.errors import TurnClosed
from games.table.history import find_turn
from games.table.open_questions import asked


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
    pagination_class = TurnPages
    serializer_class = typed(shapes.TurnShape)

    @operation("Your open turns in all games", typed(shapes.TurnShape)(many=True))
    def list(self, request: Request) -> Response:
        turns = self.paginate_queryset(showing.with_taken(queries.my_turns(self.user)))
        assert turns is not None
        return self.get_paginated_response([to_json(showing.turn_shape(turn)) for turn in turns])

    @operation("An open turn of yours", typed(shapes.TurnShape), problems=["not-found", "denied", "turn-closed"])
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(to_json(showing.turn_shape(self._open(self._turn(pk)))))

    @operation(
        "What an open turn of yours asks",
        typed(shapes.QuestionShape),
        problems=["not-found", "denied", "turn-closed"],
        filters=False,
    )
    @action(detail=True, pagination_class=None, url_path="options")
    def question(self, request: Request, pk: str) -> Response:
        return Response(to_json(showing.question_shape(asked(self._open(self._turn(pk))))))

    @operation(
        "Answer a turn",
        typed(Answer),
        takes=incoming.PlayBody,
        key=True,
        problems=[
            *("invalid", "idempotency-key", "not-found", "denied", "suspended"),
            *("turn-closed", "question-passed", "conflict", "refused-move", "refused"),
        ],
        description="Lines are played in order up to the first that cannot be, which is `failed` then. If nothing "
        "could be played, that is a problem (422) with what is legal. The same key again gives the same result.",
    )
    @action(detail=True, methods=["post"])
    def play(self, request: Request, pk: str) -> Response:
        turn, key = self._turn(pk), key_of(request)
        body = incoming.PlayBody(data=request.data)
        body.is_valid(raise_exception=True)
        result = playing.play(
            turn.pk,
            body.validated_data["lines"],
            by=self.user,
            source=Move.Source.API,
            key=key,
            taken=body.validated_data.get("taken"),
        )
        if result.failed is not None and not result.done:
            raise refused_move(result)
        return Response(to_json(result))

    def _turn(self, pk: str) -> Turn:
        """The turn of one's own seat. Raises Denied."""
        turn = find_turn(int(pk), showing.with_taken(Turn.objects.select_related("game", "seat__user__owner")))
        if turn is None:
            raise Denied(self.permission, hidden=True)
        bind_contextvars(game=turn.game_id, turn=turn.pk)
        require(self.permission, self.request.user, turn.game, turn.seat)
        return turn

    def _open(self, turn: Turn) -> Turn:
        """Raises TurnClosed for a turn that its person cannot answer (any more)."""
        if turn.status != Turn.Status.OPEN or turn.bot_level:
            raise _closed(turn)
        return turn


def _closed(turn: Turn) -> TurnClosed:
    return TurnClosed(turn, queries.events_since_last_turn(turn.game, turn.seat))
