"""What a rated game changes: from the ranks of its seats, who held them, and how strong these were before.

Plackett-Luce over the ranks, as openskill computes it: shared ranks are shared. Everybody is rated for themselves, at
the table as it was for them, so a game in which nobody left gives openskill's own numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
_DIGITS: Final = 6
"""Ratings are rounded to so many digits, so that every machine keeps the same numbers."""
_SHOWN_AT_FIRST: Final = 1000
_SHOWN_PER_POINT: Final = 40
SURE_OF: Final = 3
"""So many sigma below mu somebody is hardly ever: this is what is shown."""
PROVISIONAL: Final = 10
"""With fewer games a rating is provisional."""


@dataclass(frozen=True)
class Skill:
    """How strong somebody is: a normal distribution on openskill's scale."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The one number that people see: 1000 for whoever has not played; it grows with mu and as sigma shrinks."""
        return round(_SHOWN_AT_FIRST + _SHOWN_PER_POINT * (self.mu - SURE_OF * self.sigma))


NEWCOMER: Final = Skill(25.0, round(25 / 3, _DIGITS))
"""Of whoever has not played a rated game of the kind yet."""


class Why(StrEnum):
    """Why a game counts for somebody."""

    RESULT = "result"
    """They held their seat from the start to the end."""
    LEFT = "left"
    """They left the seat that they had from the start: a loss."""
    TAKEN = "taken"
    """They took the seat over: by their share of the rounds, upward only. Not to the end: it changes nothing."""


@dataclass(frozen=True)
class Holder:
    """A person or a bot who held a seat for some rounds."""

    skill: Skill
    """Before the game."""
    person: int | None = None
    """None: a bot, whose rating never changes."""
    rounds: int = 1


@dataclass(frozen=True)
class SeatResult:
    """A seat at the end of a game, with all who held it, in their order."""

    rank: int
    holders: Sequence[Holder]


@dataclass(frozen=True)
class Change:
    """What a game changes for one person."""

    person: int
    before: Skill
    after: Skill
    why: Why
    share: float = 1.0
    """Of the rounds that they held the seat."""

    @property
    def counts(self) -> bool:
        """Whether it is one of the games after which a rating is not provisional any more."""
        return self.why is not Why.TAKEN


def changes(seats: Sequence[SeatResult]) -> list[Change]:
    """What a game changes for everybody who held one of its seats."""
    places: dict[int, int] = {}
    for place, seat in enumerate(seats):
        for person in _people(seat.holders):
            # Whoever had two seats in turn counts where they sat at the end, or else at the beginning.
            known = places.setdefault(person, place)
            if _held(seat, person) > _held(seats[known], person):
                places[person] = place
    return [_change(seats, place, person) for person, place in places.items()]


def _held(seat: SeatResult, person: int) -> tuple[bool, bool]:
    """Whether a person held a seat at the end, and at the start."""
    return seat.holders[-1].person == person, seat.holders[0].person == person


def _people(holders: Iterable[Holder]) -> list[int]:
    return list(dict.fromkeys(holder.person for holder in holders if holder.person is not None))


def _change(seats: Sequence[SeatResult], place: int, person: int) -> Change:
    seat = seats[place]
    own = [holder for holder in seat.holders if holder.person == person]
    before = own[-1].skill
    share = sum(holder.rounds for holder in own) / (sum(holder.rounds for holder in seat.holders) or 1)
    at_end, at_start = _held(seat, person)
    if not at_end and not at_start:
        return Change(person, before, before, Why.TAKEN, share)
    if not at_end:
        last = max(other.rank for other in seats) + 1
        return Change(person, before, _rated_at(seats, place, before, last), Why.LEFT, share)
    after = _rated_at(seats, place, before, seat.rank)
    if at_start:
        return Change(person, before, after, Why.RESULT, share)
    return Change(person, before, _upward(before, after, share), Why.TAKEN, share)


def _rated_at(seats: Sequence[SeatResult], place: int, skill: Skill, rank: int) -> Skill:
    """What somebody has who sat at a place, with this skill before and this rank at the end."""
    skills = [skill if index == place else _standing_for(seat) for index, seat in enumerate(seats)]
    ranks = [float(rank if index == place else seat.rank) for index, seat in enumerate(seats)]
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in skills]
    rated = _MODEL.rate(teams, ranks=ranks)[place][0]
    return Skill(round(rated.mu, _DIGITS), round(rated.sigma, _DIGITS))


def _standing_for(seat: SeatResult) -> Skill:
    """The skill that a seat had for the others: that of whoever held it longest, of two equals of the later one."""
    rounds = Counter[tuple[int | None, Skill]]()
    for holder in seat.holders:
        # Whoever has returned held it before and after; of bots a level counts.
        rounds[holder.person, holder.skill] += holder.rounds
    longest = max(rounds.values())
    return next(one.skill for one in reversed(seat.holders) if rounds[one.person, one.skill] == longest)


def _upward(before: Skill, after: Skill, share: float) -> Skill:
    """So much of a change, if it is one for the better; else none."""
    part = Skill(
        round(before.mu + share * (after.mu - before.mu), _DIGITS),
        round(before.sigma + share * (after.sigma - before.sigma), _DIGITS),
    )
    better = part.mu >= before.mu and part.mu - SURE_OF * part.sigma > before.mu - SURE_OF * before.sigma
    return part if better else before
