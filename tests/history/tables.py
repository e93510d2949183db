"""Games of a stored site: every family of options, running and finished, and every stage."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

import time_machine

from games.engine import registry
from games.engine.options import clean_values
from games.engine.record import MoveEntry, Record, export, hash_secret
from games.models import Game, Move, Turn
from games.people.models import User
from games.table.moderation import correction
from games.table.open_games import SeatPlan, join, open_game
from games.table.records import import_record
from games.time_control import TimeControl
from tests.engine.puertorico.repertoire import HIDDEN_TILES
from tests.engine.repertoire import REPERTOIRES
from tests.history.people import Cast
from tests.table.games import answer, bots_play, fresh, offers

LIMIT: Final = timedelta(days=10)
PAUSE: Final = timedelta(seconds=20)
"""Between two answers of people."""
GOLDEN: Final = Path(__file__).parents[1] / "engine" / "golden"
SOURCES: Final = (Move.Source.WEB, Move.Source.LINK, Move.Source.MAIL, Move.Source.API)
PUERTO_RICO, SAN_JUAN = "puerto-rico", "san-juan"


@dataclass(frozen=True)
class Family:
    """Games of one kind that are played alike."""

    kind: str
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)


FAMILIES: Final[Mapping[str, Family]] = {
    "base for two": Family(PUERTO_RICO, 2),
    "base for three, open points": Family(PUERTO_RICO, 3, {"open_vp": "on"}),
    "base for four": Family(PUERTO_RICO, 4),
    "base for five, first edition": Family(PUERTO_RICO, 5, {"edition": "first", "first_governor": "2"}),
    "draft": Family(PUERTO_RICO, 4, {"buildings": "draft"}),
    "at random for two": Family(PUERTO_RICO, 2, {"buildings": "random"}),
    "at random, pairs together": Family(PUERTO_RICO, 3, {"buildings": "random", "exclusions": "off"}),
    "all": Family(PUERTO_RICO, 3, {"buildings": "all", "edition": "first"}),
    "list": Family(
        PUERTO_RICO,
        3,
        {"buildings": "list", "violet_buildings": "aqueduct, black market, forest house, guesthouse, harbor"},
    ),
    "list with nobles": Family(
        PUERTO_RICO, 3, {"buildings": "list", "violet_buildings": HIDDEN_TILES, "nobles": "on", "open_vp": "on"}
    ),
    "nobles with base": Family(PUERTO_RICO, 3, {"buildings": "all", "new_buildings": "off", "nobles": "on"}),
    "both, all": Family(PUERTO_RICO, 5, {"buildings": "all", "nobles": "on"}),
    "both by draft": Family(PUERTO_RICO, 4, {"buildings": "draft", "nobles": "on"}),
    "nobles by draft": Family(PUERTO_RICO, 4, {"buildings": "draft", "nobles": "on", "new_buildings": "off"}),
    "long game": Family(PUERTO_RICO, 3, {"long_game": "on"}),
    "long game, both": Family(PUERTO_RICO, 2, {"buildings": "random", "nobles": "on", "long_game": "on"}),
    "san juan for two": Family(SAN_JUAN, 2),
    "san juan for three": Family(SAN_JUAN, 3),
    "san juan for four": Family(SAN_JUAN, 4),
    "san juan, first hands by choice": Family(SAN_JUAN, 3, {"deal_choice": "on"}),
    "san juan for two, by choice": Family(SAN_JUAN, 2, {"deal_choice": "on"}),
}


class Tables:
    """Opens games and plays at them, while the clock goes on."""

    def __init__(self, cast: Cast, clock: time_machine.Traveller) -> None:
        self.cast = cast
        self.clock = clock
        self.games: dict[str, Game] = {}
        self._lots: dict[str, Random] = {}

    def opened(
        self, name: str, family: Family, people: Sequence[User], visibility: str = Game.Visibility.PRIVATE
    ) -> Game:
        """A running game with these people and bots in the other seats, dealt as its name has it."""
        plans = [SeatPlan("free")] * len(people) + [SeatPlan("bot", level="random")] * (family.seats - len(people))
        game = open_game(
            people[0],
            name=name,
            kind=family.kind,
            options=family.options,
            seats=plans,
            time_control=TimeControl(LIMIT),
            visibility=visibility,
        )
        Game.objects.filter(pk=game.pk).update(secret=hashlib.sha256(name.encode()).hexdigest())
        for each in people:
            join(game.pk, each)
        self.games[name] = game
        return fresh(game)

    def play(self, game: Game, plies: int = 100_000) -> Game:
        """Bots and people play what they are offered, until so many plies are played or it is over."""
        lots = self._lots.setdefault(game.pk, Random(game.name))
        while game.status == Game.Status.RUNNING and game.plies < plies:
            bots_play(game)
            turn = self.due(game)
            if turn is None:
                return fresh(game)
            self.clock.shift(PAUSE)
            offered = offers(turn)
            # The first offers are what people mostly do; a game of chance alone lasts too long.
            chosen = lots.choice(offered[:4] if lots.random() < 0.7 else offered)
            answer(turn, chosen, source=lots.choice(SOURCES))
            game = fresh(game)
        return game

    def due(self, game: Game) -> Turn | None:
        """The open turn of the person to move."""
        turns = game.turns.select_related("seat__user", "game").filter(
            status=Turn.Status.OPEN, early=False, ahead_of_turn=False
        )
        return next((turn for turn in turns if not turn.bot_level), None)


def every_family(tables: Tables, names: Sequence[str]) -> None:
    """Of each family a finished game and a running one, that stands somewhere else in each.

    Every other game was finished at the table; the rest are games of chance whose records were imported.
    """
    people = [tables.cast[name] for name in ("anna", "bob", "chris", "david", "eva")]
    for number, name in enumerate(names):
        family, seen = FAMILIES[name], list(Game.Visibility)[number % len(Game.Visibility)]
        first = people[number % 5 :] + people[: number % 5]
        if number % 2:
            copy = import_record(random_record(name, family), first[0], [(each, "") for each in first[: family.seats]])
            tables.games[f"{name}, finished"] = copy
        else:
            tables.play(tables.opened(f"{name}, finished", family, first[:2], seen))
        tables.play(tables.opened(f"{name}, running", family, first[: min(3, family.seats)], seen), 20 + 17 * number)


def random_record(name: str, family: Family) -> str:
    """Of a whole game of chance."""
    rules, lots, secret = registry.game(family.kind), Random(name), hashlib.sha256(name.encode()).digest()
    options = clean_values(rules.options(), family.options)
    position, entries = rules.new(family.seats, options, secret), []
    while not position.is_over():
        ply = lots.choice(list(position.legal_moves()))
        entries.append(MoveEntry(int(position.to_move()), rules.move_text(position, int(ply))))
        position.play(ply)
    return export(
        Record(
            game=rules.key,
            rules_version=rules.rules_version,
            options=options,
            seats=tuple("ABCDE"[: family.seats]),
            secret_hash=hash_secret(secret),
            secret=secret,
            digest=rules.digest(position),
            entries=tuple(entries),
        )
    )


def every_stage(tables: Tables, names: Sequence[tuple[str, str]]) -> None:
    """A game for every kind of question, which staff have set up."""
    people = [tables.cast[name] for name in ("anna", "bob", "chris", "david", "eva")]
    for kind, name in names:
        family = golden_family(kind, name)
        game = tables.opened(f"set up: {kind} {name}", family, people[: family.seats])
        text = json.dumps(under_rules(game.rules_version, golden_position(kind, name)))
        correction.correct_position(game.pk, tables.cast["mona"], "a position of the tests", text)


def golden_positions() -> list[tuple[str, str]]:
    """Of every game those that are kept, by their names, but those in which it was drawn or drafted what can be built:
    a game that is opened anew draws otherwise, and a set-up changes nothing of that."""
    return [
        (kind, name)
        for kind, kept in REPERTOIRES.items()
        for name, sought in kept.positions.items()
        if sought.options.get("buildings") not in ("draft", "random")
    ]


def golden_position(kind: str, name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((GOLDEN / f"perft-{kind}-{name}.json").read_text())["position"]
    return read


def under_rules(version: int, position: dict[str, Any]) -> dict[str, Any]:
    """A position that is kept from the first version of the rules, as it would be written under another one."""
    moved: dict[str, Any] = {**position, "rules": version}
    if position["stage"] == "guests":
        moved["stage_state"] = {"at_end": False, **position["stage_state"]}
    return moved


def golden_family(kind: str, name: str) -> Family:
    sought = REPERTOIRES[kind].positions[name]
    return Family(kind, sought.seats, sought.options)
