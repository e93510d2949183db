"""One person, one seat: hints for staff that two people at a rated table have used the same device or address.

A hint is never a penalty, and the people themselves are told nothing: many households share both. Staff can clear a
pair as a household; then nothing is noted of it any more. What was used is known by digests alone
(games.people.traces).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.access import Permission, may
from games.database.batches import delete_in_batches
from games.models import Game, Household, Seat, SeatHolder, SharedTraces
from games.people import traces
from games.people.models import User
from games.table import audit
from games.table.errors import NotModerator
from games.table.moderation_transaction import clean_reason


def share_a_household_or_device(one: User, other: User) -> bool:
    """Whether two people may be one, so that matching seats them at no rated table together.

    Not once staff have cleared them.
    """
    return not _is_household(one, other) and bool(traces.shared_kinds(one, other))


def pairs_who_share(people: Collection[int]) -> set[frozenset[int]]:
    """Those pairs among some people, by their ids, who may be one person, as `share_a_household_or_device` says."""
    cleared = Household.objects.filter(first__in=people, second__in=people).order_by()
    return traces.pairs_among(people) - {frozenset(pair) for pair in cleared.values_list("first", "second")}


def note(game: Game, user: User) -> None:
    """Note what somebody who takes a seat at a rated game shares with others who sit there, or have sat there.

    The caller holds its lock.
    """
    if not game.rated:
        return
    for other in _people_at(game).exclude(pk=user.pk):
        if not _is_household(user, other):
            _note_pair(game, user, other)


def note_at_end(game: Game) -> None:
    """Note who there has come to share something since they took their seats. The caller holds the game's lock."""
    if not game.rated:
        return
    people = {person.pk: person for person in _people_at(game)}
    for one, other in map(sorted, pairs_who_share(people)):
        _note_pair(game, people[one], people[other])


def _people_at(game: Game) -> QuerySet[User]:
    """Those who have seats at a game, and those who had them since its start."""
    sits = Seat.objects.filter(game=game, user__isnull=False).values_list("user", flat=True)
    sat = SeatHolder.objects.filter(game=game, user__isnull=False).values_list("user", flat=True)
    # By their ids: with both conditions in one query, the database reads all accounts.
    return User.objects.filter(pk__in={*sits, *sat}).order_by("pk")


def _note_pair(game: Game, one: User, other: User) -> None:
    kinds = traces.shared_kinds(one, other)
    if kinds:
        first, second = _in_order(one, other)
        SharedTraces.objects.update_or_create(
            game=game, first=first, second=second, defaults={"kinds": " ".join(kinds), "noted_at": timezone.now()}
        )


def clear_household(one: User, other: User, by: User | None, reason: str) -> bool:
    """Say that two people are two, for staff; False if that is known already. Their hints are deleted.

    Raises NoReason, NotModerator (also for staff who are one of them).
    """
    stated = clean_reason(reason)
    if one == other or by in (one, other) or not may(Permission.CLEAR_HOUSEHOLD, by):
        raise NotModerator
    first, second = _in_order(one, other)
    with transaction.atomic():
        _row, new = Household.objects.get_or_create(first=first, second=second, defaults={"cleared_at": timezone.now()})
        _hints_of_pair(first, second).delete()
        if new:
            for person, with_whom in ((first, second), (second, first)):
                details = {"with": f"account {with_whom.pk}"}
                audit.note(Permission.CLEAR_HOUSEHOLD, by=by, person=person, reason=stated, details=details)
    return new


def hints_at(game: Game, reader: User) -> QuerySet[SharedTraces]:
    """The hints of a game, the newest first, for one of the staff: but for those about themselves."""
    return hints_for(reader).filter(game=game)


def hints_about(person: User, reader: User) -> QuerySet[SharedTraces]:
    """The hints about a person, as `hints_at`."""
    return hints_for(reader).filter(Q(first=person) | Q(second=person))


def hints_for(reader: User) -> QuerySet[SharedTraces]:
    """All hints, the newest first, for one of the staff: but for those about themselves."""
    hints = SharedTraces.objects.exclude(Q(first=reader) | Q(second=reader))
    return hints.select_related("first", "second", "game")


def forget_old() -> int:
    """Delete hints as old as the traces that they came from may be; how many."""
    kept = timedelta(days=settings.KEEP_TRACES_DAYS)
    return delete_in_batches(SharedTraces.objects.filter(noted_at__lt=timezone.now() - kept))


def _is_household(one: User, other: User) -> bool:
    first, second = _in_order(one, other)
    return Household.objects.filter(first=first, second=second).exists()


def _hints_of_pair(first: User, second: User) -> QuerySet[SharedTraces]:
    return SharedTraces.objects.filter(first=first, second=second)


def _in_order(one: User, other: User) -> tuple[User, User]:
    return (one, other) if one.pk < other.pk else (other, one)
