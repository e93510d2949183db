"""Leaving a tournament that has begun."""

from __future__ import annotations

from django.db import transaction

from games.access import Permission
from games.access.tournaments import may_see_tournament
from games.models import Entrant, Game, Seat, Tournament
from games.nudge import PLAY_TOURNAMENTS, nudge
from games.people.models import User
from games.table import audit, permission_check, resignation
from games.table.errors import (
    GamePaused,
    NoSuchTournament,
    NotAllowed,
    NotEntered,
    NotRunning,
    NotSeated,
    TournamentOver,
)
from games.table.tournaments.locks import lock_tournament
from games.table.tournaments.opening import call_off
from games.table.tournaments.places import give_places


def drop_out(tournament_id: str, user: User) -> None:
    """Leave a tournament that is under way, for good: its next rounds go on without this person, or with a bot.

    They resign from the game that they play in it, but not from one that is paused. Raises NoSuchTournament,
    NotEntered, TournamentOver (also before the start: use `entering.leave`), Suspended.
    """
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        permission_check.require_permission(Permission.LEAVE_TOURNAMENT, user, NotAllowed())
        row = tournament.entrants.filter(user=user).first()
        if row is None:
            raise NotEntered if may_see_tournament(user, tournament) else NoSuchTournament
        if tournament.status != Tournament.Status.RUNNING:
            raise TournamentOver
        if row.status == Entrant.Status.DROPPED:
            return
        mark_dropped(tournament, row)
        audit.note(
            Permission.LEAVE_TOURNAMENT,
            by=user,
            person=user,
            details={"tournament": tournament.pk, "dropped out": True},
        )
        for game_id in games_of(row):
            try:
                resignation.resign(game_id, user)
            except (GamePaused, NotRunning, NotSeated):
                continue


def leave_tournaments(person: User, by: User | None) -> None:
    """Take somebody out of all tournaments, who may not or does not want to play any more; within the transaction.

    Their own that have not begun are called off; others go on without their organiser. The caller holds the person's
    lock and sees to their games afterwards.
    """
    unfinished = Tournament.objects.filter(status__in=Tournament.UNFINISHED)
    ids = {
        *unfinished.filter(organiser=person).values_list("pk", flat=True),
        *unfinished.filter(entrants__user=person).values_list("pk", flat=True),
    }
    for tournament in [lock_tournament(tournament_id) for tournament_id in sorted(ids)]:
        row = tournament.entrants.filter(user=person).first()
        if tournament.status == Tournament.Status.ENTRY:
            if row is not None:
                row.delete()
                give_places(tournament)
            if tournament.organiser_id == person.pk:
                details = {"tournament": tournament.pk, "called off": True}
                audit.note(Permission.RUN_TOURNAMENT, by=by, details=details)
                call_off(tournament, without=person)
        elif tournament.status == Tournament.Status.RUNNING and row is not None:
            mark_dropped(tournament, row)


def mark_dropped(tournament: Tournament, row: Entrant) -> None:
    """The same for whoever holds the tournament's lock; the seat at a table is another thing."""
    if row.status == Entrant.Status.DROPPED:
        return
    row.status, row.dropped_in = Entrant.Status.DROPPED, tournament.played_rounds.count()
    row.save(update_fields=["status", "dropped_in"])
    nudge(PLAY_TOURNAMENTS)


def games_of(row: Entrant) -> list[str]:
    """The running games in which an entrant sits."""
    games = Game.objects.filter(tournament_table__seated__entrant=row, status=Game.Status.RUNNING)
    return list(games.filter(seats__in=Seat.objects.filter(user=row.user)).order_by("pk").values_list("pk", flat=True))
