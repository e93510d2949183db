"""What staff do about tournaments. Each action has a reason, which the trail keeps and those concerned are told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.conf import settings
from django.db import transaction

from games.access import Permission, may
from games.models import AuditEntry, Entrant, Game, Seat, Tournament
from games.people.models import User
from games.table import audit
from games.table.caretakers import hand_to_caretaker
from games.table.errors import EntryClosed, NotEntered, NotModerator, NotRunning, TournamentOver
from games.table.locks import lock_game
from games.table.moderation.abort import abort
from games.table.moderation_transaction import clean_reason
from games.table.proposals import decisions
from games.table.tournaments import telling
from games.table.tournaments.dropping import games_of, mark_dropped
from games.table.tournaments.locks import lock_tournament
from games.table.tournaments.opening import call_off, check_start
from games.table.tournaments.places import give_places


def cancel(tournament_id: str, by: User | None, reason: str) -> None:
    """Call a tournament off, also one that is under way; games that run go on as they are.

    Raises NoReason, NoSuchTournament, NotModerator, TournamentOver.
    """
    with _supervising(tournament_id, by, reason) as (tournament, stated):
        _check_unfinished(tournament)
        _note(tournament, by, stated, {"status": {"from": tournament.status, "to": Tournament.Status.CANCELLED}})
        call_off(tournament, reason=stated)


def remove(tournament_id: str, by: User | None, entrant: int, reason: str) -> None:
    """Take somebody out of a tournament, before or after its start. A bot plays on in their seat at a table.

    entrant: the id of the row. Raises NoReason, NoSuchTournament, NotModerator, TournamentOver, NotEntered.
    """
    with _supervising(tournament_id, by, reason) as (tournament, stated):
        _check_unfinished(tournament)
        row = tournament.entrants.select_related("user").filter(pk=entrant).first()
        if row is None or row.user is None or row.status == Entrant.Status.DROPPED:
            raise NotEntered
        _note(tournament, by, stated, {"removed": True}, person=row.user)
        telling.tell_removed(tournament, row, stated)
        if tournament.status == Tournament.Status.ENTRY:
            row.delete()
            give_places(tournament)
            return
        mark_dropped(tournament, row)
        for game_id in games_of(row):
            _take_seat(lock_game(game_id), row.user, by, stated)


def move_start(tournament_id: str, by: User | None, entry_until: datetime, reason: str) -> None:
    """Let a tournament start at another time. Raises NoReason, NoSuchTournament, NotModerator, EntryClosed,
    BadTournament."""
    with _supervising(tournament_id, by, reason) as (tournament, stated):
        if tournament.status != Tournament.Status.ENTRY:
            raise EntryClosed
        check_start(entry_until)
        before = tournament.entry_until
        tournament.entry_until = entry_until
        tournament.save(update_fields=["entry_until"])
        moved = {"from": before and before.isoformat(), "to": entry_until.isoformat()}
        entry = _note(tournament, by, stated, {"start": moved})
        telling.tell_start_moved(tournament, entry.pk, entry_until, stated, by)


def end_round(tournament_id: str, by: User | None, reason: str) -> int:
    """Call the games off that still run in the present round, so that the next one begins; how many they were.

    Each is a transaction of its own. Raises NoReason, NoSuchTournament, NotModerator (also for staff who sit at one of
    the tables), NotRunning.
    """
    with _supervising(tournament_id, by, reason) as (tournament, stated):
        if tournament.status != Tournament.Status.RUNNING:
            raise NotRunning
        running = Game.objects.filter(tournament_table__round__tournament=tournament, status=Game.Status.RUNNING)
        games = list(running.order_by("pk").values_list("pk", flat=True))
        _note(tournament, by, stated, {"round ended": len(games)})
    for game_id in games:
        try:
            abort(game_id, by, stated)
        except NotRunning:
            continue
    return len(games)


@contextmanager
def _supervising(tournament_id: str, by: User | None, reason: str) -> Iterator[tuple[Tournament, str]]:
    """The locked tournament, and the reason as it is stored. Nobody supervises one in which they play or want to.

    An invitation changes nothing: no organiser can keep staff out by it.
    """
    stated = clean_reason(reason)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if not may(Permission.SUPERVISE_TOURNAMENT, by):
            raise NotModerator
        if by is not None and tournament.entrants.filter(user=by).exclude(status=Entrant.Status.INVITED).exists():
            raise NotModerator
        yield tournament, stated


def _check_unfinished(tournament: Tournament) -> None:
    if tournament.status not in Tournament.UNFINISHED:
        raise TournamentOver


def _note(
    tournament: Tournament, by: User | None, reason: str, details: dict[str, object], person: User | None = None
) -> AuditEntry:
    return audit.note(
        Permission.SUPERVISE_TOURNAMENT,
        by=by,
        person=person,
        reason=reason,
        details={"tournament": tournament.pk} | details,
    )


def _take_seat(game: Game, person: User, by: User | None, reason: str) -> None:
    seat = game.seats.select_related("user").filter(user=person).first()
    if game.status != Game.Status.RUNNING or seat is None or seat.is_given_up:
        return
    hand_to_caretaker(game, seat, settings.CARETAKER_LEVEL, Seat.Cause.STAFF)
    audit.note(Permission.SUPERVISE_TOURNAMENT, by=by, game=game, seat=seat.index, person=person, reason=reason)
    decisions.settle_all(game, by)
