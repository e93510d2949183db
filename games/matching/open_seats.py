"""Standing seeks and open games: which free seats go to whom, before new tables are made (games.matching.seeks).

Whoever waits longest goes first, and gets a seat at the game that has waited longest of those that suit. What somebody
wishes is never relaxed. Those who sit there have come as they like, so nothing is asked for them, but for those whom a
seek has seated: their bounds hold for whoever comes by a seek after them. Whoever has met one of them lately waits for
another game at first. The same wishes and games at the same moment give the same seats; nobody gets two at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from games.matching.seeks import ANY_SPREAD_AFTER, Pair, Wish, in_line, is_reliable, is_within


@dataclass(frozen=True)
class Sitting:
    """Somebody who has a seat at an open game."""

    person: int
    """Of a program: its owner."""
    rating: int
    reliability: int | None = None
    """As that of Wish."""
    lowest: int | None = None
    highest: int | None = None
    least_reliability: int = 0
    """What the seek that has seated them asks of others."""

    @classmethod
    def by(cls, wish: Wish, players: int) -> Self:
        """Whom a seek seats."""
        return cls(
            wish.person,
            wish.rating(players),
            wish.reliability,
            lowest=wish.lowest,
            highest=wish.highest,
            least_reliability=wish.least_reliability,
        )


@dataclass(frozen=True)
class OpenGame:
    """A game that has not begun, in which anybody may take a seat."""

    game: str
    since: datetime
    """When it was opened."""
    kind: str
    players: int
    per_turn: timedelta
    options: Mapping[str, str]
    """All of them."""
    rated: bool
    free: int
    """So many seats wait for anybody."""
    host: int
    people: tuple[Sitting, ...]
    closed_to: frozenset[int] = frozenset()
    """People who are not to be seated there, whatever they wish."""

    @property
    def everybody(self) -> frozenset[int]:
        """The people who have to do with it."""
        return frozenset((self.host, *(sitting.person for sitting in self.people)))

    def with_one_more(self, wish: Wish) -> OpenGame:
        """The same after a seek has taken a seat there."""
        return replace(self, free=self.free - 1, people=(*self.people, Sitting.by(wish, self.players)))


@dataclass(frozen=True)
class FoundSeat:
    """A free seat, and the seek that takes it."""

    wish: Wish
    game: str


def find_seats(
    wishes: Collection[Wish],
    games: Collection[OpenGame],
    apart: Collection[Pair],
    now: datetime,
    met: Collection[Pair] = (),
) -> list[FoundSeat]:
    """The seats to be taken now, in this order. Each person gets one at most, whatever they wish.

    apart: pairs of people who must not have to do with one game. met: pairs who have been brought together lately, and
    sit together again only if whoever comes has waited for ANY_SPREAD_AFTER.
    """
    always_apart = frozenset(apart)
    apart_at_first = always_apart.union(met)
    known = {game.game: game for game in sorted(games, key=lambda game: (game.since, game.game))}
    found: list[FoundSeat] = []
    seated: set[int] = set()
    for wish in in_line(wishes):
        if wish.person in seated:
            continue
        kept_apart = always_apart if now - wish.since >= ANY_SPREAD_AFTER else apart_at_first
        fitting = (game for game in known.values() if _fits(wish, game) and _may_meet(wish, game, kept_apart))
        game = next(fitting, None)
        if game is not None:
            found.append(FoundSeat(wish, game.game))
            known[game.game] = game.with_one_more(wish)
            seated.add(wish.person)
    return found


def _fits(wish: Wish, game: OpenGame) -> bool:
    """Whether the game is one that they wish, with a seat for them."""
    return (
        game.kind == wish.kind
        and game.free > 0
        and game.players in wish.players
        and wish.shortest <= game.per_turn <= wish.longest
        and wish.rated in (None, game.rated)
        and all(game.options.get(name) == value for name, value in wish.options.items())
        and wish.person not in game.closed_to
    )


def _may_meet(wish: Wish, game: OpenGame, apart: frozenset[Pair]) -> bool:
    """Whether they suit all who have to do with the game, as far as anything is asked."""
    return (
        wish.person not in game.everybody
        and not any(frozenset((wish.person, other)) in apart for other in game.everybody)
        and all(_suit(wish, sitting, game.players) for sitting in game.people)
    )


def _suit(wish: Wish, sitting: Sitting, players: int) -> bool:
    return (
        is_within(sitting.rating, wish.lowest, wish.highest)
        and is_within(wish.rating(players), sitting.lowest, sitting.highest)
        and is_reliable(sitting.reliability, wish.least_reliability)
        and is_reliable(wish.reliability, sitting.least_reliability)
    )
