"""What the coach shows: the few answers to a question that a search has looked at most.

They are what a bot of the coach's level in that seat would weigh. The search knows a resampled position only, and so
do the lines: nothing that is hidden from the seat can show in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bots.levels import FIRST_SHARE, LATER_SHARE, TurnSearch, level
from games.engine.contract import Game as Rules
from games.engine.contract import Position, RulesError

LEVEL: Final = "viceroy-1"
PLAYOUTS: Final = 3000
"""The budget of one question: a tenth of a second where the engine is compiled."""
MIN_MOVES: Final = 2
"""If the search has looked at so many."""
MAX_MOVES: Final = 3
MIN_SHARE: Final = 0.03
"""Of the playouts: a third answer at which the search has looked less is left out."""
MAX_PLIES: Final = 40
"""Of one answer."""


@dataclass(frozen=True)
class SensibleMove:
    """One whole answer."""

    line: str
    """In canonical notation."""
    share: float
    """Of the playouts that began with it, from 0 to 1; answers that begin with the same ply are counted together."""
    value: float
    """What the seat can expect, from 0 to 1: mostly its chance to win."""


def sensible_moves(
    rules: Rules, position: Position, seat: int, seed: int, time_cap_s: float, *, playouts: int = PLAYOUTS
) -> list[SensibleMove]:
    """Up to MAX_MOVES answers of `seat`, which must be to move, the one that was looked at most first.

    If only one is worth looking at, that one alone, without a search. It depends on nothing that is hidden from the
    seat. `position` is not changed. Equal seeds give equal answers unless the time cap (in seconds) ends the search
    early.
    """
    search = TurnSearch(level(LEVEL).with_playouts(playouts), position, seat, seed, time_cap_s)
    tree = search.tree
    known, root = tree.base, tree.root
    options = [int(move) for move in tree.options()]
    if len(options) == 1:
        weighed = [(options[0], 1.0, 0.0)]
    else:
        search.search(round(playouts * FIRST_SHARE))
        tried = sorted((child for child in root.children if child.visits), key=lambda child: -child.visits)
        total = sum(int(child.visits) for child in tried)
        weighed = [(int(child.move), int(child.visits) / total, child.mean()) for child in tried[:MAX_MOVES]]
    offered = {offer.text for offer in rules.question(known).offers}
    found: dict[str, SensibleMove] = {}
    for place, (move, share, value) in enumerate(weighed):
        if place < MIN_MOVES or share >= MIN_SHARE:
            tree.base, tree.root = known, root
            line = _whole_answer(rules, search, move, offered)
            if line:
                found.setdefault(line, SensibleMove(line, round(share, 3), round(value, 3)))
    return list(found.values())


def _whole_answer(rules: Rules, search: TurnSearch, move: int, offered: set[str]) -> str:
    """The line of the answer that begins with this ply, completed as the search likes best; "" if there is none."""
    tree = search.tree
    known, asked = tree.base, rules.question_key(tree.base)
    plies = [move]
    while len(plies) < MAX_PLIES:
        is_foreseen = tree.advance(plies[-1])
        if tree.base.to_move() != tree.seat:
            break
        # What is begun is completed, also where others learn something by it.
        if not tree.base.is_mid_decision() and (
            not is_foreseen or rules.decision_text(known, plies) in offered or rules.question_key(tree.base) != asked
        ):
            break
        plies.append(search.next_ply(round((search.level.playouts - search.playouts) * LATER_SHARE / MAX_MOVES)))
    return _line_of(rules, known, plies)


def _line_of(rules: Rules, known: Position, plies: Sequence[int]) -> str:
    """The line that means these plies; "" if none does."""
    line = rules.decision_text(known, plies)
    try:
        read = rules.submit(known.copy(), line)
    except RulesError:
        return ""
    return line if read[: len(plies)] == list(plies) else ""
