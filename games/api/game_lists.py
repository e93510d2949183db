"""Lists of the API: which games a user is shown, and their pagination by cursor."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

import django_filters
from django.core.exceptions import ValidationError as BadValue
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from games.access import games_to_watch
from games.access.blocks import without_apart
from games.api.request_bodies import MAX_SEATS
from games.models import Game, Move, Seat
from games.people.models import User
from games.table.lobby_games import Narrowing, full_games
from games.time_control import MAX_PER_TURN

SHOW_CHOICES: Final = {
    "mine": "games that you play or host",
    "open": "games with a seat for you",
    "waiting": "open games for a seat of which you wait",
    "full": "open games for a seat of which you can wait",
    "watch": "running and finished games of others that you may watch",
}
YES_OR_NO: Final = {"true": True, "false": False}


class Pagination(CursorPagination):
    """By cursor: follow the addresses `next` and `previous` without changing them."""

    page_size = 25
    page_size_query_param = "limit"
    max_page_size = 100

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] = {"type": "integer", "minimum": 1}
                parameter["description"] = f"Entries of a page; at most {self.max_page_size} are given."
        return parameters

    def get_page_size(self, request: Request) -> int | None:
        given = request.query_params.get(self.page_size_query_param or "", "1")
        if not (given.isascii() and given.isdigit() and len(given) < 10 and int(given) > 0):
            raise ValidationError({"limit": [_("A page holds a whole number of entries, at least one.")]})
        return super().get_page_size(request)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """The page that is asked for. Raises NotFound for a cursor whose place is none in this list."""
        try:
            page: list[Any] | None = super().paginate_queryset(queryset, request, view)
        except (ValueError, BadValue):
            if self.cursor_query_param not in request.query_params:
                raise
            raise NotFound(self.invalid_cursor_message) from None
        return page


class GamePagination(Pagination):
    ordering = ("-opened_at", "-id")


class PlayedPagination(Pagination):
    page_size = 50
    ordering = ("-told_at", "-id")


class TurnPagination(Pagination):
    ordering = ("id",)


class LogPagination(Pagination):
    page_size = 100
    max_page_size = 500
    ordering = ("ply",)


class MovesInMemory:
    """Moves in memory, with the methods of a queryset that LogPagination uses."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = moves

    def order_by(self, order: str) -> MovesInMemory:
        return MovesInMemory(sorted(self._moves, key=lambda move: move.ply, reverse=order.startswith("-")))

    def filter(self, *, ply__gt: str = "", ply__lt: str = "") -> MovesInMemory:
        after, before = (int(bound) if bound else None for bound in (ply__gt, ply__lt))
        passed = (move for move in self._moves if after is None or move.ply > after)
        return MovesInMemory([move for move in passed if before is None or move.ply < before])

    def __getitem__(self, part: slice) -> Sequence[Move]:
        return self._moves[part]


def moves_for_pagination(line: QuerySet[Move] | Sequence[Move]) -> Any:
    """The moves of a game for LogPagination, from the table or from a pack."""
    return line if isinstance(line, QuerySet) else MovesInMemory(line)


class GameFilter(django_filters.FilterSet):  # type: ignore[misc] # django-filter has no types
    show = django_filters.ChoiceFilter(
        choices=list(SHOW_CHOICES.items()),
        method="filter_show",
        label="; ".join(f"{name}: {meaning}" for name, meaning in SHOW_CHOICES.items()) + ". Default: mine, or watch.",
    )
    status = django_filters.ChoiceFilter(choices=Game.Status.choices)
    kind = django_filters.CharFilter(max_length=32)
    host = django_filters.CharFilter(field_name="host__username", lookup_expr="iexact", max_length=150)
    players = django_filters.NumberFilter(field_name="seat_count", min_value=1, max_value=MAX_SEATS)
    longest = django_filters.NumberFilter(
        method="filter_longest",
        min_value=0,
        max_value=MAX_PER_TURN.total_seconds(),
        label="The time per turn, at most, in seconds.",
    )
    rated = django_filters.TypedChoiceFilter(choices=[(one, one) for one in YES_OR_NO], coerce=YES_OR_NO.get)

    class Meta:
        model = Game
        fields = ["show", "status", "kind", "host", "players", "longest", "rated"]

    def filter_show(self, games: QuerySet[Game], _name: str, _value: str) -> QuerySet[Game]:
        # `listed_games` has chosen them already, because the choice depends on the user.
        return games

    def filter_longest(self, games: QuerySet[Game], _name: str, seconds: Decimal) -> QuerySet[Game]:
        return games.filter(turn_limit__lte=timedelta(seconds=float(seconds)))


def listed_games(request: Request) -> QuerySet[Game]:
    """The games that `?show=` names."""
    user = request.user
    if not isinstance(user, User):
        found = games_to_watch(user).filter(status__in=[Game.Status.RUNNING, Game.Status.FINISHED])
        return _with_seats(found if request.query_params.get("show", "watch") == "watch" else found.none())
    show = request.query_params.get("show") or "mine"
    chosen = {"mine": _mine, "open": _open, "waiting": _waiting, "full": _full, "watch": _watch}.get(show)
    return _with_seats(chosen(user) if chosen else Game.objects.none())


def _with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("host").prefetch_related("seats__user__owner")


def _mine(user: User) -> QuerySet[Game]:
    hosted = Game.objects.filter(host=user).order_by().values("pk")
    # A union of ids: with OR, a database reads all games.
    return Game.objects.filter(pk__in=_seated(user).order_by().union(hosted))


def _waiting(user: User) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.OPEN, waiting__person=user)


def _full(user: User) -> QuerySet[Game]:
    """Bot accounts cannot wait."""
    return full_games(user, Narrowing()) if user.owner_id is None else Game.objects.none()


def _open(user: User) -> QuerySet[Game]:
    """The open games of the lobby; bot accounts need an invitation."""
    if user.owner_id is not None:
        return Game.objects.none()
    kept = Q(invited_email__in=["", user.email.lower()]) | Q(invited_user=user)
    places = Seat.objects.filter(kept, user=None, bot_level="")
    found = Game.objects.filter(status=Game.Status.OPEN, pk__in=places.values("game")).exclude(pk__in=_seated(user))
    return without_apart(found, user)


def _watch(user: User) -> QuerySet[Game]:
    begun = games_to_watch(user).filter(status__in=[Game.Status.RUNNING, Game.Status.FINISHED])
    return begun.exclude(pk__in=_seated(user))


def _seated(user: User) -> Any:
    return Seat.objects.filter(user=user).values("game")
