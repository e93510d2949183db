"""Digests of positions in packs: a pack keeps the first digits of each digest, and a replay gives the other digits.

Digests are random digits, a third of the data of a game. The first digits still tell at which ply a replay leads to
another position, under any release. A digest that a replay does not give again is kept whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.models import Game, Move
from games.table.positions import ReplayError, apply_move, position_set_up_by, rules_of, start_position

KEPT_DIGITS: Final = 4
"""Digits of a digest that a pack keeps: enough to tell at which ply one replay leaves the other."""
ALL_DIGITS: Final = 64


def shorten(game: Game, moves: Iterable[Move]) -> dict[int, str]:
    """Shorten the digests that a replay gives again. Returns all whole digests that the replay gives, by move id.

    moves: all moves of the game, as `History.moves` gives them, those taken back included.
    """
    known = replayed_digests(game, moves := list(moves))
    for move in moves:
        if move.digest and known.get(move.pk) == move.digest:
            move.digest = move.digest[:KEPT_DIGITS]
    return known


def complete(moves: Iterable[Move], known: dict[int, str]) -> None:
    """Restore shortened digests from those of a replay, where the first digits agree."""
    for move in moves:
        if is_shortened(move) and known.get(move.pk, "").startswith(move.digest):
            move.digest = known[move.pk]


def is_shortened(move: Move) -> bool:
    return 0 < len(move.digest) < ALL_DIGITS


def replayed_digests(game: Game, moves: Sequence[Move]) -> dict[int, str]:
    """The digests that a replay gives for the moves that have one, by move id.

    Moves that cannot be replayed, and those that followed them, are left out.
    """
    rules = rules_of(game)
    found: dict[int, str] = {}
    # The positions after 0, 1, 2, ... plies as they stand before a move; None where no replay leads.
    line: list[Position | None] = [start_position(game)]
    for move in moves:
        del line[move.ply + 1 :]
        here = _after(rules, line[move.ply] if move.ply < len(line) else None, move)
        line += [None] * (move.ply + 1 - len(line))
        line.append(here)
        if here is not None and move.digest:
            found[move.pk] = rules.digest(here)
    return found


def _after(rules: Rules, before: Position | None, move: Move) -> Position | None:
    if before is None and move.set_up is None:
        return None
    try:
        return position_set_up_by(rules, move) if before is None else apply_move(rules, before.copy(), move)
    except ReplayError:
        return None
