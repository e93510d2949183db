"""How a tournament goes on: it starts, the next round is paired when all games are over, and it ends.

The end of a game leaves a row (games.table.tournament_queue). Here the rows are taken up, each tournament in a
transaction of its own that holds its lock: whatever is done twice, or by two processes, is done once.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from games import site_state
from games.access import Permission
from games.models import Entrant, Game, Tournament, TournamentBye, TournamentDue, TournamentRound
from games.people.models import User
from games.table import audit
from games.table.errors import CannotStart
from games.table.one_of_many import one_of_many
from games.table.tournaments import telling
from games.table.tournaments.locks import lock_tournament
from games.table.tournaments.opening import call_off, lock_own_entry
from games.table.tournaments.places import give_places
from games.table.tournaments.possible_sizes import possible_sizes
from games.table.tournaments.reading import ReadRound, has_left, rounds_of, standings_of
from games.table.tournaments.seating import pairs_kept_apart, seat_table
from games.tournaments.pairing import pair_round
from games.tournaments.table_sizes import byes_needed

MAX_SLICE_S: Final = 3.0
"""After so long a task ends, so that the worker can do something else."""
ROUND: Final = "round of a tournament"
"""The word of the trail for a round that has begun."""
Status = Tournament.Status


def start(tournament_id: str, by: User) -> None:
    """Start a tournament before its time, for its organiser: no entries any more, and the first round.

    Raises NoSuchTournament, NotOrganiser, EntryClosed, CannotStart, Suspended.
    """
    with transaction.atomic():
        tournament = lock_own_entry(tournament_id, by)
        # Whoever was away when a place came free may be here again.
        give_places(tournament)
        if not _may_start(tournament):
            text = _("Too few people have entered: it starts with %(fewest)s.") % {"fewest": tournament.fewest}
            raise CannotStart(text)
        audit.note(Permission.RUN_TOURNAMENT, by=by, details={"tournament": tournament.pk, "started": True})
        _start(tournament)


def advance_for_a_while() -> bool:
    """Do what is to be done; whether there is more after the time slice of a task."""
    until = time.monotonic() + MAX_SLICE_S
    for tournament in _tournaments_to_do():
        if time.monotonic() >= until:
            return True
        with one_of_many(tournament, "its tournament does not go on"):
            advance(tournament)
    return False


def is_due() -> bool:
    """Whether there is anything to do."""
    return bool(_tournaments_to_do())


def advance(tournament_id: str) -> None:
    """Start a tournament whose time has come, or begin the round that is due, or end it; else no effect."""
    site_state.require_writable()
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        # What is noted from now on is for the next time; what these rows note is committed.
        TournamentDue.objects.filter(pk__in=list(tournament.due.values_list("pk", flat=True))).delete()
        if tournament.status == Status.ENTRY and _is_time(tournament):
            give_places(tournament)
            if _may_start(tournament):
                _start(tournament)
            else:
                call_off(tournament)
        elif tournament.status == Status.RUNNING:
            _go_on(tournament)
        elif tournament.status == Status.FINISHED:
            _correct_places(tournament)


def _tournaments_to_do() -> list[str]:
    due = TournamentDue.objects.order_by().values_list("tournament", flat=True).distinct()
    to_start = Tournament.objects.filter(status=Status.ENTRY, entry_until__lte=timezone.now())
    # Without a row, if a process of the release before has ended the last game.
    games = Game.objects.filter(tournament_table__round__tournament=OuterRef("pk"), status__in=Game.UNFINISHED)
    stand_still = Tournament.objects.filter(~Exists(games), status=Status.RUNNING)
    return sorted({*due, *to_start.values_list("pk", flat=True), *stand_still.values_list("pk", flat=True)})


def _is_time(tournament: Tournament) -> bool:
    return tournament.entry_until is not None and tournament.entry_until <= timezone.now()


def _may_start(tournament: Tournament) -> bool:
    return tournament.entrants.filter(status=Entrant.Status.ENTERED).count() >= tournament.fewest


def _start(tournament: Tournament) -> None:
    tournament.status, tournament.started_at = Status.RUNNING, timezone.now()
    tournament.save(update_fields=["status", "started_at"])
    telling.tell_too_late(tournament)
    tournament.entrants.filter(status__in=[Entrant.Status.INVITED, Entrant.Status.WAITING]).delete()
    _go_on(tournament)


def _go_on(tournament: Tournament) -> None:
    """Begin the next round if all games are over, or end the tournament."""
    rounds, now = rounds_of(tournament), timezone.now()
    if not all(round_.over for round_ in rounds):
        return
    if rounds and rounds[-1].row.ended_at is None:
        rounds[-1].row.ended_at = now
        rounds[-1].row.save(update_fields=["ended_at"])
        _drop_those_who_left(tournament, rounds[-1])
    playing = list(tournament.entrants.filter(status=Entrant.Status.ENTERED).select_related("user__owner"))
    if len(rounds) >= tournament.rounds or not _can_play(tournament, playing):
        _finish(tournament, rounds, now)
        return
    if tournament.filling == Tournament.Filling.BOTS:
        playing += _bots_for_free_places(tournament, len(playing))
    _begin_round(tournament, playing, rounds, now)


def _drop_those_who_left(tournament: Tournament, round_: ReadRound) -> None:
    """Whoever had left their seat when its game ended is out of the tournament."""
    for table in round_.tables:
        for at in table.seats:
            if at.entrant.status == Entrant.Status.ENTERED and at.entrant.user_id and has_left(at.entrant, at.seat):
                at.entrant.status, at.entrant.dropped_in = Entrant.Status.DROPPED, round_.row.number
                at.entrant.save(update_fields=["status", "dropped_in"])
                telling.tell_dropped(tournament, at.entrant)


def _can_play(tournament: Tournament, playing: list[Entrant]) -> bool:
    """Whether there is anybody left to play, and with whom."""
    if not any(entrant.user_id for entrant in playing):
        return False
    if tournament.filling == Tournament.Filling.BOTS:
        return True
    return byes_needed(len(playing), tournament.table_size, possible_sizes(tournament.kind)) < len(playing)


def _bots_for_free_places(tournament: Tournament, taken: int) -> list[Entrant]:
    """Bots for all places that nobody has, or has any more."""
    before = tournament.entrants.exclude(bot_level="").count()
    return [
        Entrant.objects.create(tournament=tournament, bot_level=tournament.bot_level, bot_number=number)
        for number in range(before + 1, before + 1 + tournament.places - taken)
    ]


def _begin_round(tournament: Tournament, playing: list[Entrant], rounds: list[ReadRound], now: datetime) -> None:
    entrants = {entrant.pk: entrant for entrant in playing}
    pairing = pair_round(
        list(entrants),
        [one.result for one in rounds],
        wanted=tournament.table_size,
        possible=possible_sizes(tournament.kind),
        apart=pairs_kept_apart(playing),
        seed=tournament.seed,
    )
    round_ = TournamentRound.objects.create(
        tournament=tournament,
        number=len(rounds) + 1,
        started_at=now,
        repeated=pairing.repeated,
        together=len(pairing.together),
    )
    for number, order in enumerate(pairing.tables, start=1):
        seat_table(tournament, round_, number, order, entrants)
    for bye in pairing.byes:
        TournamentBye.objects.create(round=round_, entrant=entrants[bye])
        telling.tell_bye(tournament, entrants[bye], round_.number)
    audit.note(ROUND, by=None, details={"tournament": tournament.pk, "round": round_.number})


def _finish(tournament: Tournament, rounds: list[ReadRound], now: datetime) -> None:
    tournament.status, tournament.ended_at = Status.FINISHED, now
    tournament.save(update_fields=["status", "ended_at"])
    telling.tell_ended(tournament, _write_places(tournament, rounds))


def _correct_places(tournament: Tournament) -> None:
    """A game was taken back after the end: the places follow once it is over again. Nobody is told twice."""
    rounds = rounds_of(tournament)
    if all(round_.over for round_ in rounds):
        _write_places(tournament, rounds)


def _write_places(tournament: Tournament, rounds: list[ReadRound]) -> list[Entrant]:
    placed = []
    for standing, entrant in standings_of(tournament, rounds):
        entrant.place = standing.place
        entrant.save(update_fields=["place"])
        placed.append(entrant)
    return placed
