"""Digests of positions in packs: the first digits of each are kept, a replay gives the others.

They are random digits, a third of all that a game leaves. What is kept still tells at which ply a replay leads
somewhere else, under whatever release. What a replay does not give again as it was is kept whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.models import Game, Move
from games.table.positions import ReplayError, after, rules_of, set_up_by, start_of

KEPT: Final = 4
"""Digits of a digest that a pack keeps: enough to tell at which ply one replay leaves the other."""
WHOLE: Final = 64


def shorten(game: Game, moves: Iterable[Move]) -> dict[int, str]:
    """Leave the first digits of those digests that a replay gives again; all whole ones that it gives, by move.

    moves: all of the game, as `History.moves` gives them, those taken back included.
    """
    known = replayed_digests(game, moves := list(moves))
    for move in moves:
        if move.digest and known.get(move.pk) == move.digest:
            move.digest = move.digest[:KEPT]
    return known


def complete(moves: Iterable[Move], known: dict[int, str]) -> None:
    """Put the rest of the digits of shortened digests in, where a replay leads to what was kept."""
    for move in moves:
        if is_shortened(move) and known.get(move.pk, "").startswith(move.digest):
            move.digest = known[move.pk]


def is_shortened(move: Move) -> bool:
    return 0 < len(move.digest) < WHOLE


def replayed_digests(game: Game, moves: Sequence[Move]) -> dict[int, str]:
    """The digests of the positions after moves that have one, as a replay gives them, by move.

    Without those that cannot be replayed, and what followed upon them.
    """
    rules = rules_of(game)
    found: dict[int, str] = {}
    # The positions after 0, 1, 2, ... plies as they stand before a move; None where no replay leads.
    line: list[Position | None] = [start_of(game)]
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
        return set_up_by(rules, move) if before is None else after(rules, before.copy(), move)
    except ReplayError:
        return None
