"""Counts the ratings: one game after the other, in the order of their ends, each kind and number of players alone.

Whatever has changed a rated game leaves a row (games.table.rating_queue). Here the rows are taken up, in transactions
that hold the lock of their pool (RatingPool), so two never count in the same one. What comes before a game that has
changed stays; from there on everything is counted again, so that the history is always what `recount` would make of
it. A process may die at any time: the pool says how far it had come.

The lock of a game is never taken here. Until the row of a change is seen, the game before it is counted; afterwards
the game is read as it is then.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from itertools import chain
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games import site_state
from games.models import Game, Rating, RatingChange, RatingDue, RatingPool, Seat
from games.ratings.arithmetic import NEWCOMER, Change, Skill, Why, changes
from games.table.one_of_many import one_of_many
from games.table.rating_results import people_of, results_of

GAMES_AT_ONCE: Final = 20
"""Games that one transaction counts: it holds the lock of its pool meanwhile."""
PEOPLE_AT_ONCE: Final = 200
"""People whose ratings one transaction writes anew after everything was counted again."""
MAX_SLICE_S: Final = 3.0
"""After so long a task ends, so that the worker can do something else."""
Standing = tuple[Skill, int]
"""Of a person: their skill, and how many games count for them."""
Values = dict[str, object]


def count_for_a_while() -> bool:
    """Count what is to be counted; whether there is more after the time slice of a task."""
    until = time.monotonic() + MAX_SLICE_S
    failed = set[tuple[str, int]]()
    for pool in _pools_to_do():
        failed.add(pool)
        with one_of_many(f"{pool[0]}, {pool[1]}", "no ratings are counted in this pool"):
            while count(*pool):
                if time.monotonic() >= until:
                    return True
            failed.remove(pool)
    # What has failed waits for beat: at once it would only fail again.
    return not failed.issuperset(_pools_to_do())


def is_due() -> bool:
    """Whether there is anything to count."""
    return RatingDue.objects.exists() or RatingPool.objects.filter(behind=True).exists()


def count(kind: str, players: int, at_most: int = GAMES_AT_ONCE) -> bool:
    """Count the next games of a pool in one transaction; whether there are more. Raises ReadOnly."""
    site_state.require_writable()
    with transaction.atomic():
        pool = _lock_pool(kind, players)
        concerned = _go_back(pool)
        games = list(_games_after(pool)[:at_most])
        concerned |= _count_games(pool, games)
        if games:
            assert games[-1].ended_at is not None
            pool.done_at, pool.done_game = games[-1].ended_at, games[-1].pk
        pool.behind = len(games) == at_most
        pool.save()
        _refresh(pool, concerned)
    return pool.behind


def recount(at_most: int = GAMES_AT_ONCE) -> int:
    """Count the whole history again from the beginning, and what was not counted yet; how many games."""
    counted = 0
    for kind, players in _all_pools():
        with transaction.atomic():
            pool = _lock_pool(kind, players)
            pool.done_at, pool.done_game, pool.behind = None, "", True
            pool.save()
            _drop_changes(_uncounted(pool))
        while count(kind, players, at_most):
            pass
        _refresh_all(kind, players)
        counted += _rated_games(kind, players).count()
    return counted


# --- pools ---------------------------------------------------------------------------------------------------------


def _pools_to_do() -> list[tuple[str, int]]:
    due = RatingDue.objects.order_by().values_list("game__kind", "game__seat_count").distinct()
    behind = RatingPool.objects.filter(behind=True).values_list("kind", "players")
    return sorted({*due, *behind})


def _all_pools() -> list[tuple[str, int]]:
    rated = Game.objects.filter(rated=True).order_by().values_list("kind", "seat_count").distinct()
    kept = (model.objects.order_by().values_list("kind", "players").distinct() for model in (RatingPool, Rating))
    return sorted({*rated, *chain.from_iterable(kept)})


def _lock_pool(kind: str, players: int) -> RatingPool:
    RatingPool.objects.get_or_create(kind=kind, players=players)
    return RatingPool.objects.select_for_update().get(kind=kind, players=players)


def _rated_games(kind: str, players: int) -> QuerySet[Game]:
    """Those that count, or would if staff had not voided them, in their order."""
    games = _countable().filter(kind=kind, seat_count=players)
    return games.defer("position").order_by("ended_at", "pk")


def _countable() -> QuerySet[Game]:
    """Finished rated games; a seat without a rank would keep all others of its pool from being counted."""
    unranked = Seat.objects.filter(game=OuterRef("pk"), rank=None)
    return Game.objects.filter(~Exists(unranked), rated=True, status=Game.Status.FINISHED)


def _games_after(pool: RatingPool) -> QuerySet[Game]:
    games = _rated_games(pool.kind, pool.players)
    if pool.done_at is None:
        return games
    return games.filter(Q(ended_at__gt=pool.done_at) | Q(ended_at=pool.done_at, pk__gt=pool.done_game))


def _changes_of(pool: RatingPool) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(kind=pool.kind, players=pool.players)


def _uncounted(pool: RatingPool) -> QuerySet[RatingChange]:
    """Changes by games that do not count any more, or not at that time."""
    return _changes_of(pool).exclude(
        game__rated=True, game__status=Game.Status.FINISHED, game__ended_at=F("at"), game__seat_count=pool.players
    )


def _go_back(pool: RatingPool) -> set[int]:
    """Take up what has changed: go back to before the earliest game of it. The people whose changes are deleted."""
    due = list(RatingDue.objects.filter(game__kind=pool.kind, game__seat_count=pool.players)[:GAMES_AT_ONCE])
    changed = {row.game_id for row in due}
    before = _changes_of(pool).filter(game__in=changed)
    moments: set[datetime | None] = {*before.values_list("at", flat=True)}
    moments |= {*_rated_games(pool.kind, pool.players).filter(pk__in=changed).values_list("ended_at", flat=True)}
    _go_back_to(pool, moments)
    concerned = _drop_changes(_uncounted(pool).filter(game__in=changed))
    RatingDue.objects.filter(pk__in=[row.pk for row in due]).delete()
    return concerned


def _go_back_to(pool: RatingPool, moments: Iterable[datetime | None]) -> None:
    earliest = min((moment for moment in moments if moment is not None), default=None)
    if earliest is not None and pool.done_at is not None and earliest <= pool.done_at:
        # No id is smaller: all games that ended at that moment are counted again.
        pool.done_at, pool.done_game = earliest, ""


def _drop_changes(rows: QuerySet[RatingChange]) -> set[int]:
    found = list(rows.values_list("pk", "person"))
    RatingChange.objects.filter(pk__in=[pk for pk, _person in found]).delete()
    return {person for _pk, person in found}


# --- games ---------------------------------------------------------------------------------------------------------


def _count_games(pool: RatingPool, games: list[Game]) -> set[int]:
    """Write what these games change, in their order; the people concerned."""
    standings: dict[int, Standing] = {}
    wanted: dict[tuple[str, int], Values] = {}
    for game in games:
        for person in people_of(game):
            if person not in standings:
                standings[person] = _standing_before(pool, game, person)
        for change in _changes_by(game, standings):
            counted = standings[change.person][1] + (change.counts and game.rating_voided_at is None)
            standings[change.person] = change.after, counted
            wanted[game.pk, change.person] = _values(game, change, counted)
    return _write(pool, games, wanted)


def _changes_by(game: Game, standings: dict[int, Standing]) -> list[Change]:
    """What a game changes; nothing if it is voided, though it stands in the history."""
    found = changes(results_of(game, lambda person: standings[person][0]))
    if game.rating_voided_at is None:
        return found
    return [Change(one.person, one.before, one.before, one.why, one.share) for one in found]


def _values(game: Game, change: Change, counted: int) -> Values:
    return {
        "kind": game.kind,
        "players": game.seat_count,
        "at": game.ended_at,
        "why": Why(change.why).value,
        "share": change.share,
        "mu_before": change.before.mu,
        "sigma_before": change.before.sigma,
        "mu_after": change.after.mu,
        "sigma_after": change.after.sigma,
        "games": counted,
        "voided": game.rating_voided_at is not None,
    }


def _standing_before(pool: RatingPool, game: Game, person: int) -> Standing:
    """As the last game before this one has left it."""
    earlier = _changes_of(pool).filter(Q(at__lt=game.ended_at) | Q(at=game.ended_at, game__lt=game.pk), person=person)
    last = earlier.order_by("at", "game_id").last()
    return (NEWCOMER, 0) if last is None else (last.after, last.games)


def _write(pool: RatingPool, games: list[Game], wanted: dict[tuple[str, int], Values]) -> set[int]:
    """Make the rows of these games what they should be; rows that are right stay untouched."""
    kept = {(row.game_id, row.person_id): row for row in _changes_of(pool).filter(game__in=games)}
    gone = [row.pk for place, row in kept.items() if place not in wanted]
    RatingChange.objects.filter(pk__in=gone).delete()
    for place, values in wanted.items():
        row = kept.get(place)
        if row is not None and any(getattr(row, name) != value for name, value in values.items()):
            RatingChange.objects.filter(pk=row.pk).update(**values)
    # In the order of the games: the database shares their locks in this order, as whoever locks several takes them.
    new = sorted(place for place in wanted if place not in kept)
    RatingChange.objects.bulk_create(
        [RatingChange(game_id=game, person_id=person, **wanted[game, person]) for game, person in new]
    )
    return {person for _game, person in (*kept, *wanted)}


def _refresh(pool: RatingPool, people: Iterable[int]) -> None:
    """Let the ratings of these people be what their last change says."""
    for person in people:
        last = _changes_of(pool).filter(person=person).order_by("at", "game_id").last()
        if last is None:
            Rating.objects.filter(person=person, kind=pool.kind, players=pool.players).delete()
            continue
        now = {"mu": last.mu_after, "sigma": last.sigma_after, "games": last.games, "shown": last.after.shown}
        Rating.objects.update_or_create(defaults=now, person_id=person, kind=pool.kind, players=pool.players)


def _refresh_all(kind: str, players: int) -> None:
    """The same for everybody with a rating there, some in each transaction: also of whom no game counts any more."""
    rated = Rating.objects.filter(kind=kind, players=players).order_by("person")
    people = list(rated.values_list("person", flat=True))
    for first in range(0, len(people), PEOPLE_AT_ONCE):
        with transaction.atomic():
            _refresh(_lock_pool(kind, players), people[first : first + PEOPLE_AT_ONCE])
