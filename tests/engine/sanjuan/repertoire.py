"""Which positions and games of San Juan are kept."""

from __future__ import annotations

from games.engine.contract import Position
from games.engine.sanjuan import consistency
from games.engine.sanjuan.components import CARD_NAMES, GOOD_NAMES, ROLE_NAMES
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.moves import BUILD_OVER_FULL
from games.engine.sanjuan.stages import PHASE_NAMES, STAGE_NAMES
from tests.engine.wanted import WantedGame, WantedPosition

SEATS = (2, 3, 4)
PHASES = 30
"""After so many a game is in its middle: violet buildings stand, and people have goods."""
STAGES = frozenset(STAGE_NAMES)
CHOICE = {"deal_choice": "on"}


def count(position: Position) -> None:
    assert isinstance(position, SanJuanPosition)
    consistency.check(position)


def goods_pay(position: Position) -> bool:
    """Whether the black market takes goods for what is being built."""
    assert isinstance(position, SanJuanPosition)
    return position.goods_payable > 0


def library_doubles(position: Position) -> bool:
    """Whether the actor's library doubles the privilege."""
    assert isinstance(position, SanJuanPosition)
    return position.library_doubles == 1 and position.actor == position.picker


def may_cover_a_full_plant(position: Position) -> bool:
    """Whether the actor's crane can cover either of two equal plants, of which one has a good."""
    return any(move >= BUILD_OVER_FULL for move in position.legal_moves())


POSITIONS = {
    "3-deal": WantedPosition("deal", 3, CHOICE),
    **{
        f"{seats}-{stage.replace(' ', '-')}": WantedPosition(stage, seats, after=PHASES)
        for number, stage in enumerate(stage for stage in STAGE_NAMES if stage not in ("deal", "role", "over"))
        for seats in [SEATS[number % len(SEATS)]]
    },
    "2-role-late": WantedPosition("role", 2, after=PHASES, matches=lambda position: len(position.legal_moves()) > 5),
    "3-payment-with-goods": WantedPosition("payment", 3, after=PHASES, matches=goods_pay),
    "4-archive-with-library": WantedPosition("archive", 4, after=PHASES, matches=library_doubles),
    "2-councillor-with-library": WantedPosition("councillor", 2, after=PHASES, matches=library_doubles),
    "4-builder-with-crane": WantedPosition("builder", 4, after=PHASES, matches=may_cover_a_full_plant, rules_version=2),
}

OPENING = {"role": "the phase is that of the role picked"}
UNFORESEEN = {
    "councillor": "where the draw pile does not last for all, each draws after the others",
    "archive": "as with the councillor",
    "producer": "whoever can fill all plants is asked only if the cards run out before",
}

RECORDS = {
    "for-two": WantedGame(2, {}, frozenset({"gold mine", "archive"})),
    "for-three-with-choice": WantedGame(3, CHOICE, frozenset({"strike"})),
    "for-four": WantedGame(4, {}, frozenset({"chapel", "limit"})),
    "for-three-of-version-2": WantedGame(3, {}, rules_version=2, texts=" over full "),
}

WORDS = {
    "CARD": CARD_NAMES,
    "NAMED": (*GOOD_NAMES, *CARD_NAMES),
    "ROLE": ROLE_NAMES,
    "PHASE": PHASE_NAMES,
    "STAGE": STAGE_NAMES,
}
