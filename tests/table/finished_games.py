"""Finished games that take no time to play."""

from __future__ import annotations

import json
from functools import cache
from random import Random

from games.engine import record, registry
from games.engine.record import MoveEntry, Record
from games.models import Game
from games.people.models import User
from games.table.moderation import correction
from games.table.records import import_record
from tests.table.games import SECRET, over, play_on


@cache
def whole_record(names: tuple[str, ...], seed: int = 1) -> str:
    """The record of a game in which everybody played any move."""
    rules, lots, secret = registry.game("puerto-rico"), Random(seed), bytes.fromhex(SECRET)
    position = rules.new(len(names), {}, secret)
    entries: list[MoveEntry] = []
    while not position.is_over():
        move = int(lots.choice(list(position.legal_moves())))
        entries.append(MoveEntry(int(position.to_move()), rules.move_text(position, move)))
        position.play(move)
    options = {spec.name: spec.default for spec in rules.options()}
    secret_hash = record.hash_secret(secret)
    return record.export(
        Record(
            rules.key, rules.rules_version, options, names, secret_hash, secret, rules.digest(position), tuple(entries)
        )
    )


def finished_game(*people: User, bots: int = 0) -> Game:
    """A whole game at whose seats these people sat, then bots; it was never asked for by turns."""
    seats = [(person, "") for person in people] + [(None, "random")] * bots
    names = tuple(f"player {number}" for number in range(len(seats)))
    return import_record(whole_record(names), people[0], seats)


def brought_to_its_end(game: Game) -> Game:
    """The game after one more round: a set-up position makes this one the last."""
    position = json.loads(correction.position_text(game))
    position["players"][0]["vp_chips"] += position["vp_pool"]
    position["vp_pool"], position["ends"] = 0, ["victory points"]
    correction.correct_position(game.pk, None, "it grew late", json.dumps(position))
    return play_on(game, over)
