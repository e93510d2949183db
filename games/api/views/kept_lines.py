"""What somebody says once for later: the next pick and the standing orders of their seat, and those of new games."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.problems import Problem
from games.api.schema import operation
from games.engine import registry
from games.models import DefaultOrders, Game, Move, Seat
from games.table import order_changes, plan_changes, plans

SEAT_PROBLEMS = ("not-found", "denied", "suspended", "conflict")


class SeatView(ApiView):
    """What the user's own seat in a game keeps."""

    permissions = {"retrieve": Permission.SEE_SEAT, "replace": Permission.PLAY, "withdraw": Permission.PLAY}
    throttle_scopes = {"replace": "play", "withdraw": "play"}
    queryset = Game.objects.all()
    pagination_class = None

    def seat(self, game_id: str) -> Seat:
        """The user's own seat. Raises Denied."""
        seat = self.own_seat(self.game(game_id))
        assert seat is not None, "what needs a seat is denied to all others"
        return seat

    def require_person(self, game_id: str) -> None:
        """Raises Denied, and Problem for a program."""
        if not plans.can_plan(self.seat(game_id)):
            raise Problem("denied", _("Only people who play their seat themselves can say this: a program is asked."))


class NextPicks(SeatView):
    serializer_class = serializer_for(response_types.NextPickShape)

    @operation(
        "What you want to pick next in a game",
        serializer_for(response_types.NextPickShape),
        problems=["not-found", "denied"],
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._response(pk)

    @operation(
        "Say what you want to pick next in a game",
        serializer_for(response_types.NextPickShape),
        body=request_bodies.NextPickBody,
        problems=["invalid", "refused", *SEAT_PROBLEMS],
        description="It replaces what you said before; an empty list withdraws that. What can never be is refused, and "
        "nothing is changed then. If you are to pick just now, it is played at once, and no lines are left.",
    )
    def replace(self, request: Request, pk: str) -> Response:
        self.require_person(pk)
        lines = _lines(request_bodies.NextPickBody(data=request.data))
        plan_changes.plan_next_pick(pk, self.user, lines, source=Move.Source.API)
        return self._response(pk)

    @operation("Withdraw what you want to pick next in a game", status=204, problems=SEAT_PROBLEMS)
    def withdraw(self, request: Request, pk: str) -> Response:
        self.require_person(pk)
        plan_changes.plan_next_pick(pk, self.user, (), source=Move.Source.API)
        return Response(status=204)

    def _response(self, game_id: str) -> Response:
        return Response(to_json(response_builders.build_next_pick(self.seat(game_id))))


class Orders(SeatView):
    serializer_class = serializer_for(response_types.OrdersShape)

    @operation(
        "Your standing orders in a game", serializer_for(response_types.OrdersShape), problems=["not-found", "denied"]
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(to_json(response_builders.build_orders(self.seat(pk))))

    @operation(
        "Replace your standing orders in a game",
        serializer_for(response_types.OrdersShape),
        body=request_bodies.OrdersBody,
        problems=["invalid", "refused", *SEAT_PROBLEMS],
        description="Of several of the same kind the last one counts. If one cannot be read, nothing is changed. They "
        "answer at once what you are asked, if they fit.",
    )
    def replace(self, request: Request, pk: str) -> Response:
        self.require_person(pk)
        lines = _lines(request_bodies.OrdersBody(data=request.data))
        kept = order_changes.set_orders(pk, self.user, lines, source=Move.Source.API)
        return Response(to_json(response_types.OrdersShape(kept)))

    @operation("Stop all your standing orders in a game", status=204, problems=SEAT_PROBLEMS)
    def withdraw(self, request: Request, pk: str) -> Response:
        self.require_person(pk)
        order_changes.stop_orders(pk, self.user)
        return Response(status=204)


class OrdersOfNewGames(ApiView):
    permissions = {"retrieve": Permission.SEE_OWN_ACCOUNT, "replace": Permission.SET_PREFERENCES}
    throttle_scopes = {"replace": "play"}
    queryset = DefaultOrders.objects.none()
    pagination_class = None
    lookup_field = "kind"
    serializer_class = serializer_for(response_types.OrdersShape)

    @operation(
        "The standing orders with which your new games of a kind begin",
        serializer_for(response_types.OrdersShape),
        problems=["not-found"],
    )
    def retrieve(self, request: Request, kind: str) -> Response:
        _require_kind(kind)
        return Response(to_json(response_types.OrdersShape(order_changes.default_lines(self.user, kind))))

    @operation(
        "Replace the standing orders with which your new games of a kind begin",
        serializer_for(response_types.OrdersShape),
        body=request_bodies.OrdersBody,
        problems=["invalid", "refused", "not-found", "denied"],
        description="Games that have begun keep theirs. An empty list: they begin with none.",
    )
    def replace(self, request: Request, kind: str) -> Response:
        _require_kind(kind)
        kept = order_changes.set_defaults(self.user, kind, _lines(request_bodies.OrdersBody(data=request.data)))
        return Response(to_json(response_types.OrdersShape(kept)))


def _lines(body: request_bodies.StrictBody) -> Sequence[str]:
    """The lines of a body. Raises ValidationError."""
    body.is_valid(raise_exception=True)
    lines: Sequence[str] = body.validated_data["lines"]
    return lines


def _require_kind(kind: str) -> None:
    if kind not in {rules.key for rules in registry.games()}:
        raise Http404
