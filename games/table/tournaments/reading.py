"""Reads a tournament: its rounds, what their tables have given, the standings.

In a few queries, however large it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Entrant, Game, Seat, Tournament, TournamentRound, TournamentTable
from games.tournaments.results import (
    Outcome,
    Place,
    RoundResult,
    TableResult,
    called_off_table,
    finished_table,
)
from games.tournaments.standings import Standing, standings


@dataclass(frozen=True)
class ReadSeat:
    """A seat at a table of a tournament."""

    entrant: Entrant
    seat: Seat
    place: Place | None
    """What it has given; None while the game is not over."""


@dataclass(frozen=True)
class ReadTable:
    number: int
    game: Game
    seats: Sequence[ReadSeat]
    result: TableResult

    @property
    def over(self) -> bool:
        return bool(self.result.places)

    @property
    def called_off(self) -> bool:
        return self.game.status == Game.Status.ABORTED


@dataclass(frozen=True)
class ReadRound:
    row: TournamentRound
    tables: Sequence[ReadTable]
    byes: Sequence[Entrant]

    @property
    def over(self) -> bool:
        return all(table.over for table in self.tables)

    @property
    def result(self) -> RoundResult:
        return RoundResult([table.result for table in self.tables], [entrant.pk for entrant in self.byes])


def rounds_of(tournament: Tournament) -> list[ReadRound]:
    """The rounds that have begun, the first one first."""
    rows = tournament.played_rounds.prefetch_related(
        "tables__game__seats__user__owner", "tables__seated__entrant__user__owner", "byes__entrant__user__owner"
    )
    return [
        ReadRound(
            row,
            [_read_table(table) for table in row.tables.all()],
            [bye.entrant for bye in row.byes.all()],
        )
        for row in rows
    ]


def standings_of(tournament: Tournament, rounds: Sequence[ReadRound]) -> list[tuple[Standing, Entrant]]:
    """All who are in the tournament or have dropped out of it after its start, from the first place to the last."""
    entrants = {
        entrant.pk: entrant
        for entrant in tournament.entrants.exclude(status=Entrant.Status.INVITED).select_related("user__owner")
    }
    dropped = [number for number, entrant in entrants.items() if entrant.status == Entrant.Status.DROPPED]
    found = standings(list(entrants), [one.result for one in rounds], tournament.seed, dropped)
    return [(standing, entrants[standing.entrant]) for standing in found]


def _read_table(table: TournamentTable) -> ReadTable:
    entrants = [row.entrant for row in table.seated.all()]
    seats = list(table.game.seats.all())
    result = _result(table.game, entrants, seats)
    places: Sequence[Place | None] = result.places or [None] * len(seats)
    return ReadTable(
        table.number,
        table.game,
        [ReadSeat(*parts) for parts in zip(entrants, seats, places, strict=True)],
        result,
    )


def _result(game: Game, entrants: Sequence[Entrant], seats: Sequence[Seat]) -> TableResult:
    numbers = [entrant.pk for entrant in entrants]
    left = [has_left(entrant, seat) for entrant, seat in zip(entrants, seats, strict=True)]
    if game.status == Game.Status.ABORTED:
        return called_off_table(numbers, left)
    if game.status != Game.Status.FINISHED:
        return TableResult(numbers)
    outcomes = [Outcome(seat.rank or len(seats), seat.score or 0, gone) for seat, gone in zip(seats, left, strict=True)]
    return finished_table(numbers, outcomes)


def has_left(entrant: Entrant, seat: Seat) -> bool:
    """Whether somebody else plays in the seat of an entrant by now, or a bot does in their place."""
    return seat.user_id != entrant.user_id or seat.is_given_up
