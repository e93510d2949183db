"""What the seat to move is asked, with the offers (offers.py)."""

from __future__ import annotations

from games.engine.contract import Offer, Question
from games.engine.puertorico import answers, names, offers
from games.engine.puertorico.components import CIRCLELESS_BUILDINGS, FOREST, PLACE_NAMES, TILE_NAMES
from games.engine.puertorico.moves import BUY_LAND, SELL_LAND, is_extra
from games.engine.puertorico.position import State
from games.engine.puertorico.stage_table import STAGES
from games.engine.puertorico.stages import (
    STAGE_BLACK_MARKET,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_FOREST,
    STAGE_GUESTS,
    STAGE_HOSPICE,
    STAGE_NAMES,
    STAGE_NOBLES,
    STAGE_SETTLER,
    STAGE_TRADER,
    STAGE_UNIVERSITY,
)
from games.engine.words import Message, count_message, ngettext_noop
from games.engine.words import gettext_noop as _


def question(position: State) -> Question:
    """What the seat to move is asked; seat NOBODY and no offers when the game is over."""
    stage = STAGE_NAMES[position.stage]
    return Question(
        seat=int(position.actor),
        stage=stage,
        form=answers.question_form(position),
        prompt=_prompt(position, stage),
        offers=_offers(position),
    )


def _prompt(position: State, stage: str) -> Message:
    if position.stage == STAGE_BLACK_MARKET:
        return count_message(
            ngettext_noop(
                "What do you return for the {building}, instead of {count} doubloon?",
                "What do you return for the {building}, instead of {count} doubloons?",
            ),
            int(position.owed),
            building=names.building(PLACE_NAMES[position.unpaid_building]),
        )
    if position.stage == STAGE_NOBLES:
        return count_message(
            ngettext_noop("Where is your {count} noble?", "Where are your {count} nobles?"),
            int(position.noble_count[position.actor]),
        )
    prompt = STAGES[int(position.stage)].prompt
    assert prompt is not None
    if position.stage in (STAGE_HOSPICE, STAGE_UNIVERSITY):
        if has_no_circle(position):
            return Message(_("Does the {building} bring a colonist to San Juan?"), {"building": names.building(stage)})
        return Message(prompt.msgid, {"place": names.place_in_full(PLACE_NAMES[position.acquired_place])})
    if position.stage == STAGE_FOREST:
        return Message(prompt.msgid, {"tile": names.one_tile(TILE_NAMES[position.drawn_tile])})
    if position.stage == STAGE_GUESTS and position.at_phase_end:
        return Message(_("Do your guests move before the next role is picked?"))
    if position.stage == STAGE_CRAFTSMAN and not any(is_extra(move) for move in position.legal_moves()):
        return Message(_("Do your guests move before the phase ends?"))
    if position.stage == STAGE_SETTLER and position.second_tile:
        return Message(_("Which second tile do you take with the library?"))
    if position.stage == STAGE_TRADER and position.traded:
        return Message(_("What else do you trade?"))
    if position.stage == STAGE_TRADER and _land_is_traded(position):
        return Message(_("What do you trade?"))
    return prompt


def _land_is_traded(position: State) -> bool:
    """Whether the land office can trade a plantation: then the question is not only about goods."""
    first, beyond = BUY_LAND, SELL_LAND + len(TILE_NAMES)
    return any(first <= move < beyond for move in position.legal_moves())


def has_no_circle(position: State) -> bool:
    """Whether the acquired place has no circle, so that the colonist for it goes to San Juan."""
    return position.acquired_place == FOREST or bool(CIRCLELESS_BUILDINGS >> position.acquired_place & 1)


def _offers(position: State) -> tuple[Offer, ...]:
    if position.stage == STAGE_COLONISTS:
        return offers.placement_offers(position)
    return tuple(offers.build_offer(position, plies) for plies in answers.offered_answers(position))
