"""Leaderboards, and what rated games have changed, as people see them.

Whoever does not want to be on leaderboards (User.on_leaderboards) is not on them, and nobody else sees their ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from games.access import Actor, Permission, may
from games.bot_levels import LEVELS_FOR_PEOPLE, BotLevel
from games.engine import registry
from games.models import Game, Rating, RatingChange
from games.people.models import User
from games.ratings.arithmetic import PROVISIONAL
from games.ratings.bots import skill_of


@dataclass(frozen=True)
class Board:
    """A leaderboard that has somebody on it."""

    kind: str
    players: int
    people: int


def boards() -> list[Board]:
    """All leaderboards with people on them."""
    counted = _listed().order_by().values("kind", "players").annotate(people=Count("pk"))
    return sorted((Board(**row) for row in counted), key=lambda board: (board.kind, board.players))


def is_board(kind: str, players: int) -> bool:
    """Whether there can be such a leaderboard: of a kind of game that is played here, with so many players."""
    return any(rules.key == kind and rules.min_seats <= players <= rules.max_seats for rules in registry.games())


def leaderboard(kind: str, players: int) -> QuerySet[Rating]:
    """The ratings that are not provisional, from the highest on, with their people."""
    found = _listed().filter(kind=kind, players=players).select_related("person")
    return found.order_by("-shown", "person_id")


def with_places(ratings: QuerySet[Rating], part: Sequence[Rating], start: int) -> list[tuple[int, Rating]]:
    """A part of a leaderboard with places, which people with equal numbers share. start: the number of its first."""
    placed: list[tuple[int, Rating]] = []
    for number, rating in enumerate(part, start=start):
        if not placed:
            place = ratings.filter(shown__gt=rating.shown).count() + 1
        elif placed[-1][1].shown != rating.shown:
            place = number
        placed.append((place, rating))
    return placed


def bots_of(kind: str) -> list[tuple[BotLevel, int]]:
    """The levels that people can play against with their ratings, which never change, from the strongest on."""
    rated = [(level, skill_of(kind, level.name).shown) for level in LEVELS_FOR_PEOPLE]
    return sorted(rated, key=lambda pair: -pair[1])


def ratings_of(person: User) -> Sequence[Rating]:
    """All ratings of a person, provisional ones too; for themselves."""
    return list(Rating.objects.filter(person=person).order_by("kind", "players"))


def changes_at(game: Game, viewer: Actor) -> Sequence[RatingChange]:
    """What a finished game has changed, as far as a reader of it may know it; who gained most comes first."""
    if not game.rated or not may(Permission.SEE_RATINGS, viewer):
        return []
    visible = Q(person__on_leaderboards=True, person__is_active=True)
    if isinstance(viewer, User):
        visible |= Q(person=viewer)
    found = RatingChange.objects.filter(visible, game=game).select_related("person")
    return sorted(found, key=lambda change: (change.before.shown - change.after.shown, change.person_id))


def is_counted(game: Game) -> bool:
    """Whether the ratings have taken in a rated game that is over."""
    return RatingChange.objects.filter(game=game).exists()


def _listed() -> QuerySet[Rating]:
    visible: dict[str, Any] = {"person__is_active": True, "person__on_leaderboards": True}
    return Rating.objects.filter(games__gte=PROVISIONAL, **visible)
