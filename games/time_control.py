"""How much time people have: the rules of time of a game, as pure functions.

Three kinds of clocks: a time for each turn; a bank, to which each turn adds; a pace, which gives everybody their share
of each round. What the clock says in days and hours runs by the person's calendar (games.person_calendar). Nothing here
knows of outages, of rows or of what time it is: games.table.deadlines keeps the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any, Final, Self

MIN_PER_TURN: Final = timedelta(minutes=1)
MAX_PER_TURN: Final = timedelta(days=60)
MIN_EXTENSION: Final = timedelta(minutes=1)
MAX_EXTENSION: Final = timedelta(days=60)
MAX_BANK: Final = timedelta(days=60)
MAX_ROUND: Final = timedelta(days=60)
MAX_GRACE: Final = timedelta(days=3)
MAX_EXCUSED: Final = 10
MAX_DAYS_OFF: Final = 6
MAX_ABSENCE_DAYS: Final = 366
MAX_MISSES: Final = 20
USUAL_MISSES_IN_ROW: Final = 2
USUAL_MISSES_IN_ALL: Final = 4
"""What hosts are offered first. A clock that does not speak of missed deadlines makes no seat vacant."""
_DAYS: Final = frozenset(range(7))
_NONE: Final = timedelta()


@dataclass(frozen=True)
class TimeControl:
    """The rules of time of one game. ValueError if something is out of bounds, or a bank and a pace are wanted at once.

    The words of the clock's fields are those in which they are stored (`to_json`).
    """

    per_turn: timedelta
    """What a person has for each turn. With a bank: what each turn adds to it. With a pace: the least for each turn,
    even if their share of the round is used up."""
    bank: timedelta | None = None
    """What each person has for all their turns together."""
    cap: timedelta | None = None
    """A bank never has more than this; None: no bound but MAX_BANK."""
    round: timedelta | None = None
    """A pace: how long one round shall take. Each person has an equal share of it for all their turns in the round."""
    grace: timedelta = _NONE
    """How long after the deadline a bot plays the turn."""
    excused: int = 0
    """How many missed deadlines of each person are excused: they get the time of a turn once more."""
    days_off: frozenset[int] = frozenset()
    """Days of the week, in the person's zone, on which no time runs: 0 is Monday."""
    absence_days: int | None = None
    """On how many days of a calendar year an announced absence stops the clock at most; None: on all of them."""
    misses_in_row: int = 0
    """After so many missed deadlines of a person in a row, without an answer between them, their seat is vacant; 0:
    never. Excused ones do not count here, nor in the next one."""
    misses_in_all: int = 0
    """After so many missed deadlines of a person in all their seat is vacant; 0: never."""

    def __post_init__(self) -> None:
        if not MIN_PER_TURN <= self.per_turn <= MAX_PER_TURN:
            raise ValueError("the time per turn is between a minute and 60 days")
        if self.bank is not None and self.round is not None:
            raise ValueError("a clock has a bank or a pace, not both")
        if self.bank is not None and not _NONE <= self.bank <= MAX_BANK:
            raise ValueError("a bank has at most 60 days")
        if self.cap is not None and (self.bank is None or not max(self.bank, self.per_turn) <= self.cap <= MAX_BANK):
            raise ValueError("the cap belongs to a bank, and is neither below it, nor below what a turn adds")
        if self.round is not None and not MIN_PER_TURN <= self.round <= MAX_ROUND:
            raise ValueError("a round takes between a minute and 60 days")
        if not _NONE <= self.grace <= MAX_GRACE:
            raise ValueError("the grace period is at most 3 days")
        if not 0 <= self.excused <= MAX_EXCUSED:
            raise ValueError("at most 10 missed deadlines are excused")
        if self.absence_days is not None and not 0 <= self.absence_days <= MAX_ABSENCE_DAYS:
            raise ValueError("an absence has between 0 and 366 days of a year")
        if not (0 <= self.misses_in_row <= MAX_MISSES and 0 <= self.misses_in_all <= MAX_MISSES):
            raise ValueError("a seat is vacant after at most 20 missed deadlines")
        if not self.days_off <= _DAYS or len(self.days_off) > MAX_DAYS_OFF:
            raise ValueError("days off are days of the week, and at most six of them")

    @property
    def keeps_time(self) -> bool:
        """Whether what a turn leaves unused counts for later ones."""
        return self.bank is not None or self.round is not None

    def time_for_turn(self, left: timedelta | None, *, adds: bool = True) -> timedelta:
        """How long time runs for a turn until it is up.

        left: what the person has left, of their bank or in this round; None: their first turn, and the whole bank.
        adds: whether the turn adds to a bank; it does so once, even if the game waits for it several times.
        """
        if self.bank is not None:
            added = self.per_turn if adds else _NONE
            return max(min((self.bank if left is None else left) + added, self.cap or MAX_BANK), MIN_PER_TURN)
        if self.round is not None:
            return max(left or _NONE, self.per_turn)
        return self.per_turn

    def makes_vacant(self, in_row: int, in_all: int) -> bool:
        """Whether somebody who has missed so many deadlines, in a row and in all, loses their seat."""
        too_many_in_row = self.misses_in_row and in_row >= self.misses_in_row
        return bool(too_many_in_row or (self.misses_in_all and in_all >= self.misses_in_all))

    def share_of_round(self, people: int) -> timedelta:
        """What each of so many people has in a round."""
        assert self.round is not None
        return self.round / max(people, 1)

    def to_json(self) -> dict[str, Any] | None:
        """Everything but `per_turn`, spans in seconds; None if there is nothing else."""
        extras = [field for field in fields(self) if field.name != "per_turn"]
        values = {field.name: getattr(self, field.name) for field in extras}
        said = {field.name: _written(values[field.name]) for field in extras if values[field.name] != field.default}
        return said or None

    @classmethod
    def from_json(cls, per_turn: timedelta, stored: Mapping[str, Any] | None) -> Self:
        """What `to_json` wrote."""
        return cls(per_turn, **{name: _READERS[name](value) for name, value in (stored or {}).items()})


def _written(value: object) -> object:
    if isinstance(value, timedelta):
        return int(value.total_seconds())
    return sorted(value) if isinstance(value, frozenset) else value


def _span(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)


_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("bank", "cap", "round", "grace"), _span),
    "excused": int,
    "absence_days": int,
    "misses_in_row": int,
    "misses_in_all": int,
    "days_off": frozenset,
}
