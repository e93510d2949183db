"""A tournament as its page shows it: standings, rounds, entrants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format

from games.access import Permission, may
from games.access.profiles import visible_profiles
from games.access.tournaments import numbers_waiting, waits_in_vain
from games.engine import registry
from games.models import Entrant, Game, Tournament
from games.people.models import User
from games.table import queries
from games.table.tournaments.places import was_removed
from games.table.tournaments.possible_sizes import possible_sizes
from games.table.tournaments.reading import ReadRound, ReadTable, rounds_of, standings_of
from games.table.tournaments.shown_names import entrant_name, level_name
from games.tournaments.results import FIRST_PLACE, MEAN, points_of_rank
from games.tournaments.standings import Standing
from games.web.tournament_forms import ChangeTournamentForm
from games.wording import in_words


@dataclass(frozen=True)
class ShownEntrant:
    """Somebody in a tournament, by name. person: None for bots."""

    row: Entrant
    person: User | None
    bot: str

    @property
    def dropped(self) -> bool:
        return self.row.status == Entrant.Status.DROPPED


@dataclass(frozen=True)
class ShownLine:
    """A line of the standings."""

    place: int
    entrant: ShownEntrant
    points: int
    opponents: str
    share: str
    firsts: int
    drawn: bool
    own: bool


@dataclass(frozen=True)
class ShownSeat:
    entrant: ShownEntrant
    score: int | None
    points: int | None


@dataclass(frozen=True)
class ShownTable:
    number: int
    game: Game
    over: bool
    called_off: bool
    seats: Sequence[ShownSeat]
    open: bool
    """Whether the reader may look at the game."""


@dataclass(frozen=True)
class ShownRound:
    number: int
    over: bool
    tables: Sequence[ShownTable]
    byes: Sequence[ShownEntrant]
    repeated: int


def page_of(tournament: Tournament, reader: User, code: str = "") -> dict[str, Any]:
    """The context of the page of a tournament that the reader may see."""
    rounds = rounds_of(tournament)
    rows = list(tournament.entrants.select_related("user__owner"))
    own = next((row for row in rows if row.user_id == reader.pk), None)
    organiser = tournament.organiser_id == reader.pk
    in_entry = tournament.status == Tournament.Status.ENTRY
    entered = [row for row in rows if row.status == Entrant.Status.ENTERED]
    may_be_in = own.status != Entrant.Status.ENTERED if own else tournament.entry != Tournament.Entry.INVITATION
    in_vain = waits_in_vain(own, reader, tournament)
    taken = tournament.places if in_vain else len(entered)
    is_full = taken >= tournament.places
    is_barred = own is None and in_entry and was_removed(reader, tournament)
    can_enter = in_entry and may_be_in and not is_barred and may(Permission.ENTER_TOURNAMENT, reader)
    waits = own is not None and own.status == Entrant.Status.WAITING
    runs = organiser and in_entry and may(Permission.RUN_TOURNAMENT, reader)
    return {
        "tournament": tournament,
        "title": in_words(registry.game(tournament.kind).title),
        "options": queries.chosen_options(
            Game(kind=tournament.kind, options=tournament.options, seat_count=tournament.table_size)
        ),
        "standings": [_line(tournament, *line, reader) for line in standings_of(tournament, rounds)] if rounds else [],
        "rounds": [_round(one, reader) for one in reversed(rounds)],
        "round_number": len(rounds),
        "entered": [shown_entrant(row) for row in entered],
        "invited": [shown_entrant(row) for row in rows if row.status == Entrant.Status.INVITED] if organiser else [],
        "profiles": visible_profiles(reader, [tournament.organiser, *(row.user for row in rows if row.user)]),
        "own": own,
        "organiser": organiser,
        "code": code,
        "is_full": is_full,
        "taken": taken,
        "waiting": numbers_waiting({tournament: rows}, reader)[tournament.pk],
        "may_enter": can_enter and not is_full,
        "may_wait": can_enter and is_full and not waits,
        "may_leave": in_entry and own is not None and may(Permission.LEAVE_TOURNAMENT, reader),
        "may_drop_out": tournament.status == Tournament.Status.RUNNING
        and own is not None
        and own.status == Entrant.Status.ENTERED
        and may(Permission.LEAVE_TOURNAMENT, reader),
        "may_run": runs,
        "may_start": runs and len(entered) >= tournament.fewest,
        "change_form": ChangeTournamentForm(
            initial={name: getattr(tournament, name) for name in ("places", "fewest", "entry_until")}
        )
        if runs
        else None,
        "bot_level": level_name(tournament.bot_level),
        "supervised": may(Permission.SUPERVISE_TOURNAMENT, reader)
        and (own is None or own.status == Entrant.Status.INVITED),
        **scale_of(tournament.kind),
    }


def scale_of(kind: str) -> dict[str, Any]:
    """The points by place, for each size of table there can be."""
    sizes = possible_sizes(kind)
    return {
        "scale": [(size, [int(points_of_rank(place, 1, size)) for place in range(1, size + 1)]) for size in sizes],
        "first_place": FIRST_PLACE,
        "mean": MEAN,
    }


def shown_entrant(row: Entrant) -> ShownEntrant:
    return ShownEntrant(row, row.user, "" if row.user_id else entrant_name(row))


def _line(tournament: Tournament, standing: Standing, row: Entrant, reader: User) -> ShownLine:
    return ShownLine(
        standing.place,
        shown_entrant(row),
        int(standing.points),
        number_format(round(float(standing.opponents), 1), 1),
        number_format(round(float(standing.share), 2), 2),
        standing.firsts,
        standing.drawn and tournament.status == Tournament.Status.FINISHED,
        own=row.user_id == reader.pk,
    )


def _round(one: ReadRound, reader: User) -> ShownRound:
    return ShownRound(
        one.row.number,
        one.over,
        [_table(table, reader) for table in one.tables],
        [shown_entrant(row) for row in one.byes],
        one.row.repeated,
    )


def _table(table: ReadTable, reader: User) -> ShownTable:
    seats = [
        ShownSeat(
            shown_entrant(at.entrant),
            at.seat.score if table.over else None,
            int(at.place.points) if at.place else None,
        )
        for at in table.seats
    ]
    return ShownTable(
        table.number,
        table.game,
        table.over,
        table.called_off,
        seats,
        open=may(Permission.WATCH, reader, table.game),
    )


def people_of(tournaments: Iterable[Tournament]) -> list[User]:
    return [tournament.organiser for tournament in tournaments]
