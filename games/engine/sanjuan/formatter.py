"""Writes the notation: the text of every ply, and whole answers as one line (parser.py reads them).

`builder` · `builder with library` · `build library` · `build palace over chapel` ·
`build palace over full indigo plant` · `pay indigo good` · `pay smithy` · `produce indigo` · `sell coffee` ·
`keep smithy` · `discard well` · `use gold mine` · `take library` · `chapel smithy` · `pass`

Things chosen one by one are one line: `discard smithy, well, well`, `build library with indigo good, smithy, well`. A
single ply of such an answer, as records keep it, ends in "more" if another one follows: `discard smithy, more`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.sanjuan import moves, vocabulary
from games.engine.sanjuan.components import CARD_NAMES, GOOD_NAMES, GOODS, KINDS, ROLE_NAMES, ROLES
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_ARCHIVE, STAGE_COUNCILLOR, STAGE_DEAL, STAGE_LIMIT, STAGE_PAYMENT


@dataclass(frozen=True)
class Step:
    """What one ply says."""

    verb: str
    noun: str = ""
    over: str = ""
    """The building that is covered."""
    full: bool = False
    """The covered plant has its good, though an equal one has none."""
    library: bool = False
    """The library doubles the privilege."""
    more: bool = False
    """Another step follows."""


_NAMED: Final = (
    (moves.PRODUCE, GOODS, vocabulary.PRODUCE, GOOD_NAMES, False),
    (moves.PRODUCE_MORE, GOODS, vocabulary.PRODUCE, GOOD_NAMES, True),
    (moves.SELL, GOODS, vocabulary.SELL, GOOD_NAMES, False),
    (moves.SELL_MORE, GOODS, vocabulary.SELL, GOOD_NAMES, True),
    (moves.PAY_GOOD, GOODS, vocabulary.PAY, vocabulary.GOOD_PAYMENTS, False),
    (moves.PAY, KINDS, vocabulary.PAY, CARD_NAMES, False),
    (moves.KEEP, KINDS, vocabulary.KEEP, CARD_NAMES, False),
    (moves.DISCARD, KINDS, vocabulary.DISCARD, CARD_NAMES, False),
    (moves.TUCK, KINDS, vocabulary.CHAPEL, CARD_NAMES, False),
    (moves.TAKE, KINDS, vocabulary.TAKE, CARD_NAMES, False),
    (moves.BUILD, KINDS, vocabulary.BUILD, CARD_NAMES, False),
)
"""For most moves: the number of the first one, how many there are, the verb, the nouns, and whether more follows."""

STEP_BY_MOVE: Final[dict[int, Step]] = {
    moves.PASS: Step(vocabulary.PASS),
    moves.USE_GOLD_MINE: Step(vocabulary.USE, vocabulary.GOLD_MINE),
    **{moves.PICK + role: Step(vocabulary.PICK, ROLE_NAMES[role]) for role in range(ROLES)},
    **{moves.PICK_WITH_LIBRARY + role: Step(vocabulary.PICK, ROLE_NAMES[role], library=True) for role in range(ROLES)},
    **{
        first + number: Step(verb, nouns[number], more=more)
        for first, count, verb, nouns, more in _NAMED
        for number in range(count)
    },
    **{
        moves.BUILD_OVER + kind * moves.OVER_SLOTS + below: Step(
            vocabulary.BUILD, CARD_NAMES[kind], over=CARD_NAMES[below]
        )
        for kind in range(KINDS)
        for below in range(KINDS)
    },
    **{
        moves.BUILD_OVER_FULL + kind * moves.OVER_SLOTS + below: Step(
            vocabulary.BUILD, CARD_NAMES[kind], over=CARD_NAMES[below], full=True
        )
        for kind in range(KINDS)
        for below in range(GOODS)
    },
}
"""By move. For cards it depends on the position whether another step follows (step_of)."""
MOVE_BY_STEP: Final = {step: move for move, step in STEP_BY_MOVE.items()}


def step_of(position: State, move: int) -> Step:
    """What a legal move says here."""
    step = STEP_BY_MOVE[move]
    return Step(step.verb, step.noun, more=True) if _another_follows(position, move) else step


def _another_follows(position: State, move: int) -> bool:
    if position.stage in (STAGE_DEAL, STAGE_LIMIT, STAGE_ARCHIVE, STAGE_COUNCILLOR):
        return bool(position.cards_to_choose[position.actor] > 1)
    if position.stage == STAGE_PAYMENT:
        after = position.copy()
        assert isinstance(after, State)
        after.play(move)
        return bool(after.stage == STAGE_PAYMENT)
    return STEP_BY_MOVE[move].more


def move_text(position: State, move: int) -> str:
    """The canonical text of one legal ply."""
    return steps_text([step_of(position, move)])


def decision_text(position: State, plies: Sequence[int]) -> str:
    """The canonical line for plies in a row."""
    after = position.copy()
    assert isinstance(after, State)
    steps = []
    for ply in plies:
        steps.append(step_of(after, ply))
        after.play(ply)
    return steps_text(steps)


def steps_text(steps: Sequence[Step]) -> str:
    """The canonical line for the steps of one answer; a verb is written once for all that it names."""
    parts: list[str] = []
    verb = ""
    for step in steps:
        if step.verb == vocabulary.PAY and verb == vocabulary.BUILD:
            parts[-1] = f"{parts[-1]} {vocabulary.WITH} {step.noun}"
        elif step.verb == verb:
            parts.append(step.noun)
        else:
            parts.append(_step_text(step))
        verb = vocabulary.PAY if step.verb == vocabulary.PAY else step.verb
    if steps and steps[-1].more:
        parts.append(vocabulary.MORE)
    return ", ".join(parts)


def _step_text(step: Step) -> str:
    verb = "" if step.verb == vocabulary.PICK else step.verb
    over = (
        f"{vocabulary.OVER} {vocabulary.FULL} {step.over}"
        if step.full
        else f"{vocabulary.OVER} {step.over}"
        if step.over
        else ""
    )
    library = f"{vocabulary.WITH} {vocabulary.LIBRARY}" if step.library else ""
    return " ".join(word for word in (verb, step.noun, over, library) if word)
