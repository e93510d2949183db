"""How long people wait until a seek of theirs finds a game, by the matching that the site uses.

People with stated wishes and habits come in the first week, play, are away now and then, and seek again as far as they
want more games. Looked at are the waits from the moment at which a seek could find a game (its person has not as many
games as they want) until it does; a seek that still waits at the end counts as having waited until then. People who
were seated together may seek again at the same moment a week later: so the waits for the first game of each seek are
told, too, which begin at all hours, and at how many tables anybody meets somebody again within three weeks.

Some of them open games for all, as they wish them, whose free seats go to those who seek; after some days bots take
those that are left. Nobody comes there but by seeks.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from statistics import median, quantiles
from typing import TypeVar

from games.matching.open_seats import OpenGame, Sitting, find_seats
from games.matching.seeks import MET_LATELY, Pair, Table, Wish, find_tables
from games.matching.weekly_limit import WEEK, games_left, waits_since

T = TypeVar("T")
START = datetime(2026, 1, 5, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AIMS = ((300, timedelta(hours=12)), (30, timedelta(days=2)))
"""Numbers of people, and how long half of the seeks wait at most."""
BOARD, CARDS = "the board game", "the card game"
NUMBERS: Mapping[str, Sequence[tuple[float, frozenset[int]]]] = {
    BOARD: (
        (0.25, frozenset({4})),
        (0.30, frozenset({3, 4})),
        (0.20, frozenset({3, 4, 5})),
        (0.10, frozenset({2})),
        (0.15, frozenset({2, 3, 4, 5})),
    ),
    CARDS: (
        (0.3, frozenset({2})),
        (0.4, frozenset({2, 3, 4})),
        (0.2, frozenset({3, 4})),
        (0.1, frozenset({4})),
    ),
}
KINDS = ((0.6, (BOARD,)), (0.25, (CARDS,)), (0.15, (BOARD, CARDS)))
PACES = ((0.3, (DAY, DAY)), (0.1, (12 * HOUR, DAY)), (0.4, (DAY, 3 * DAY)), (0.2, (2 * DAY, 7 * DAY)))
OPTIONS: Sequence[tuple[float, Mapping[str, str]]] = (
    (0.55, {"buildings": "base", "nobles": "off"}),
    (0.38, {}),
    (0.07, {"buildings": "draft"}),
)
RATED = ((0.5, None), (0.25, True), (0.25, False))
RANGES = ((0.7, None), (0.2, 300), (0.1, 150))
"""How far from their own the others' ratings may lie."""
RELIABILITIES = ((0.6, 0), (0.25, 75), (0.15, 90))
PER_WEEK = ((0.6, 1), (0.3, 2), (0.1, 7))
NEWCOMERS = 0.05
AWAY = 0.01
"""The chance that somebody begins a week away on a day."""
BOTS_AFTER = 3 * DAY
"""Then bots take the free seats of an open game."""


@dataclass
class Person:
    """Somebody who seeks."""

    number: int
    most_games: int
    away_until: datetime = START
    games: list[datetime] = field(default_factory=list)
    """When the games end at which they sit."""
    waits_at: int = 0
    """At so many open games they have a seat."""

    def has_time(self) -> bool:
        return len(self.games) + self.waits_at < self.most_games


@dataclass
class Seeking:
    """A seek, its person, and how it went."""

    person: Person
    wish: Wish
    per_week: int
    since: datetime
    """As the site counts it."""
    could_since: datetime | None = None
    found: list[datetime] = field(default_factory=list)

    def left(self, now: datetime) -> int:
        return games_left(self.found, self.per_week, now)

    def waits_since(self) -> datetime:
        return waits_since(self.since, self.found, self.per_week)


@dataclass
class Hosted:
    """A game for all that has not begun, and who sits there."""

    game: OpenGame
    people: list[Person]

    def begin(self, now: datetime, lots: Random) -> None:
        end = now + _length(self.game.per_turn, lots)
        for person in self.people:
            person.waits_at -= 1
            person.games.append(end)


@dataclass
class Figures:
    """What a simulation has found."""

    waits: list[Wait] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    again: int = 0
    """Tables at which people meet again."""
    opened: int = 0
    """Games for all."""
    filled: list[timedelta] = field(default_factory=list)
    """How long those waited whose seats all went to people."""
    seats: int = 0
    """Seats that seeks have taken there."""


@dataclass(frozen=True)
class Wait:
    """first: for the first game that the seek has found, or has not found by the end."""

    span: timedelta
    first: bool


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--step", type=int, default=15, help="minutes from one run of the matching to the next")
    parser.add_argument(
        "--hosts", type=float, default=0.02, help="the chance that somebody opens a game for all on a day"
    )
    chosen = parser.parse_args()
    print(f"{chosen.days} days, matched every {chosen.step} minutes; ratings as people see them")
    columns = (
        "people",
        "seated",
        "first wait, median",
        "first wait, 90 %",
        "first within the aim",
        "any wait, median",
        "any wait, 90 %",
        "any within the aim",
        "spread of ratings, median",
        "spread, 90 %",
        "tables where people meet again",
        "games for all",
        "of these full without bots",
        "until full, median",
        "until full, 90 %",
    )
    print(f"| {' | '.join(columns)} |")
    print("|" + "---|" * len(columns))
    for people, aim in AIMS:
        for hosts in (0.0, chosen.hosts):
            found = _simulated(people, chosen.days, timedelta(minutes=chosen.step), Random(people), hosts)
            spreads = [table.spread for table in found.tables]
            cells = [
                str(people),
                str(sum(len(table.wishes) for table in found.tables) + found.seats),
                *_told([wait.span for wait in found.waits if wait.first], aim),
                *_told([wait.span for wait in found.waits], aim),
                f"{median(spreads):.0f}",
                f"{quantiles(spreads, n=10)[-1]:.0f}",
                f"{found.again / len(found.tables):.0%}",
                *_filled(found),
            ]
            print(f"| {' | '.join(cells)} |")


def _filled(found: Figures) -> tuple[str, str, str, str]:
    if not found.filled:
        return str(found.opened), "–", "–", "–"
    share = f"{len(found.filled) / found.opened:.0%}"
    return str(found.opened), share, _hours(_middle(found.filled)), _hours(_ninety(found.filled))


def _told(waits: Sequence[timedelta], aim: timedelta) -> tuple[str, str, str]:
    within = sum(wait <= aim for wait in waits) / len(waits)
    return _hours(_middle(waits)), _hours(_ninety(waits)), f"{within:.0%} in {aim / HOUR:.0f} h"


def _hours(span: timedelta) -> str:
    return f"{span / HOUR:.1f} h"


def _middle(waits: Sequence[timedelta]) -> timedelta:
    return sorted(waits)[len(waits) // 2]


def _ninety(waits: Sequence[timedelta]) -> timedelta:
    return sorted(waits)[len(waits) * 9 // 10]


def _simulated(people: int, days: int, step: timedelta, lots: Random, hosts: float) -> Figures:
    seeks = [seek for number in range(people) for seek in _seeks_of(number, lots)]
    by_number = {seek.wish.seek: seek for seek in seeks}
    apart = _apart(people, lots)
    found = Figures()
    hosted: list[Hosted] = []
    met: dict[Pair, datetime] = {}
    now, end = START, START + days * DAY
    while now < end:
        if now.hour == 0 and now.minute == 0:
            for person in {seek.person.number: seek.person for seek in seeks}.values():
                if lots.random() < AWAY:
                    person.away_until = now + WEEK
            hosted += _opened(seeks, now, hosts, lots, found)
        lately = {pair for pair, at in met.items() if at > now - MET_LATELY}
        waiting = _waiting(seeks, now)
        seated: set[int] = set()
        for seat in find_seats(waiting, [one.game for one in hosted], apart, now, lately):
            (one,) = (one for one in hosted if one.game.game == seat.game)
            met |= {frozenset((seat.wish.person, person.number)): now for person in one.people}
            seated.add(seat.wish.person)
            found.seats += 1
            _take_seat(one, by_number[seat.wish.seek], now, found.waits)
        hosted = _still_open(hosted, now, lots, found)
        left = [wish for wish in waiting if wish.person not in seated]
        for table in find_tables(left, apart, now, _possible, lately):
            found.tables.append(table)
            pairs = [frozenset(pair) for pair in combinations((wish.person for wish in table.wishes), 2)]
            found.again += not lately.isdisjoint(pairs)
            met |= dict.fromkeys(pairs, now)
            _seat(table, by_number, now, found.waits, lots)
        now += step
    found.waits += [Wait(end - seek.could_since, not seek.found) for seek in seeks if seek.could_since is not None]
    return found


def _opened(seeks: Sequence[Seeking], now: datetime, hosts: float, lots: Random, found: Figures) -> list[Hosted]:
    """The games for all that people open today, each by one seek of theirs."""
    opened = []
    for seek in seeks if hosts else ():
        wish, person = seek.wish, seek.person
        there = seek.since <= now and person.away_until <= now and person.has_time()
        if there and lots.random() < hosts:
            players = max(wish.players)
            game = OpenGame(
                game=f"{now:%m-%d} by {wish.seek}",
                since=now,
                kind=wish.kind,
                players=players,
                per_turn=wish.shortest,
                options={"buildings": "base", "nobles": "off", **wish.options},
                rated=bool(wish.rated),
                free=players - 1,
                host=person.number,
                people=(Sitting(person.number, wish.rating(players), wish.reliability),),
            )
            person.waits_at += 1
            found.opened += 1
            opened.append(Hosted(game, [person]))
    return opened


def _take_seat(one: Hosted, seek: Seeking, now: datetime, waits: list[Wait]) -> None:
    one.game = one.game.with_one_more(seek.wish)
    one.people.append(seek.person)
    seek.person.waits_at += 1
    _note(seek, now, waits)


def _still_open(hosted: Sequence[Hosted], now: datetime, lots: Random, found: Figures) -> list[Hosted]:
    """Begin the games that are full, and those where bots take the free seats; those that go on waiting."""
    left = []
    for one in hosted:
        if one.game.free and now - one.game.since < BOTS_AFTER:
            left.append(one)
            continue
        if not one.game.free:
            found.filled.append(now - one.game.since)
        one.begin(now, lots)
    return left


def _seeks_of(number: int, lots: Random) -> list[Seeking]:
    person = Person(number, most_games=lots.choice((3, 4, 5, 6)))
    rating = round(lots.gauss(1100, 220))
    own = None if lots.random() < NEWCOMERS else min(100, round(lots.gauss(93, 6)))
    begins = START + lots.random() * WEEK
    found = []
    for place, kind in enumerate(_drawn(KINDS, lots)):
        shortest, longest = _drawn(PACES, lots)
        reach = _drawn(RANGES, lots)
        wish = Wish(
            seek=2 * number + place,
            person=number,
            since=begins,
            kind=kind,
            players=_drawn(NUMBERS[kind], lots),
            shortest=shortest,
            longest=longest,
            options=_drawn(OPTIONS, lots) if kind == BOARD else {},
            rated=_drawn(RATED, lots),
            lowest=None if reach is None else rating - reach,
            highest=None if reach is None else rating + reach,
            ratings=dict.fromkeys(range(2, 6), rating),
            least_reliability=_drawn(RELIABILITIES, lots),
            reliability=own,
        )
        found.append(Seeking(person, wish, _drawn(PER_WEEK, lots), begins))
    return found


def _drawn(choices: Sequence[tuple[float, T]], lots: Random) -> T:
    return lots.choices([value for _weight, value in choices], [weight for weight, _value in choices])[0]


def _apart(people: int, lots: Random) -> set[Pair]:
    """Everybody has blocked one person, or lives with one, by a chance of a fifth."""
    pairs = (lots.sample(range(people), 2) for _person in range(people // 5))
    return {frozenset(pair) for pair in pairs}


def _waiting(seeks: Sequence[Seeking], now: datetime) -> list[Wish]:
    found = []
    for seek in seeks:
        seek.person.games = [end for end in seek.person.games if end > now]
        there = seek.since <= now and seek.person.away_until <= now
        could = there and seek.person.has_time() and seek.left(now) > 0
        if not could:
            seek.could_since = None
            continue
        seek.could_since = seek.could_since or now
        found.append(Wish(**{**vars(seek.wish), "since": seek.waits_since(), "games_left": seek.left(now)}))
    return found


def _seat(table: Table, seeks: Mapping[int, Seeking], now: datetime, waits: list[Wait], lots: Random) -> None:
    length = _length(table.per_turn, lots)
    for wish in table.wishes:
        seek = seeks[wish.seek]
        _note(seek, now, waits)
        seek.person.games.append(now + length)


def _note(seek: Seeking, now: datetime, waits: list[Wait]) -> None:
    """Note that a seek has found a game."""
    assert seek.could_since is not None
    waits.append(Wait(now - seek.could_since, not seek.found))
    seek.found.append(now)
    seek.since, seek.could_since = now, None


def _length(per_turn: timedelta, lots: Random) -> timedelta:
    return per_turn * lots.uniform(8, 20)


def _possible(_kind: str, _players: int, options: Mapping[str, str]) -> bool:
    return options.get("nobles") != "on" or options.get("buildings") != "base"


if __name__ == "__main__":
    main()
