"""The fields of a San Juan position, each declared once: what it holds, its JSON, its bounds, who may know it.

`python -m games.engine.table_writer` writes table_fields.py from these rows: a class with the fields, and its copying.

Tables by seat and kind are flat: `hands[seat * KINDS + kind]`, `goods[seat * GOODS + good]`. What a seat has built
stands in the order in which it was built: `buildings[seat * MAX_BUILDINGS + slot]`. Flags are 0 or 1. What belongs to
one phase is neutral outside it; in JSON it is left out where it is neutral.
"""

from __future__ import annotations

from typing import Any, Final

from games.engine.contract import NOBODY
from games.engine.fields import FLAG, NUMBER, PLAYER, SEATS, Field, Kind, Number, Table, Word, WordList, named
from games.engine.sanjuan.components import (
    BUILDER,
    CARD_NAMES,
    CARDS,
    COUNCILLOR,
    GOLD_MINE_CARDS,
    GOOD_NAMES,
    NO_CARD,
    NO_PHASE,
    PRODUCER,
    PROSPECTOR,
    TRADER,
)
from games.engine.sanjuan.stages import (
    STAGE_ARCHIVE,
    STAGE_COUNCILLOR,
    STAGE_DEAL,
    STAGE_LIMIT,
    STAGE_NAMES,
    STAGE_PAYMENT,
    STAGE_PRODUCER,
    STAGE_SEAT_DONE,
    STAGE_STRIKE,
    STAGE_TRADER,
)

_BY_SEAT: Final = Table(per=(SEATS,))
_BY_KIND: Final = Table(per=("KINDS",))
_BY_SEAT_AND_KIND: Final = Table(per=(SEATS, "KINDS"))
_BY_SEAT_AND_GOOD: Final = Table(per=(SEATS, "GOODS"))
_BY_SEAT_AND_SLOT: Final = Table(NO_CARD, per=(SEATS, "MAX_BUILDINGS"))
_UP_TO_ALL_CARDS: Final = Number(most=CARDS)

_OPTIONS: Final = "the options"
_ROUND: Final = "the round"
_TABLE: Final = "the table"
_SEATS: Final = "the seats"
_KNOWLEDGE: Final = "what the seats know"
_PHASE: Final = "within a phase"


def _in_round(name: str, doc: str, kind: Kind = NUMBER, **more: Any) -> Field:
    return Field(name, doc, kind, _ROUND, **more)


def _on_table(name: str, doc: str, kind: Kind = NUMBER) -> Field:
    return Field(name, doc, kind, _TABLE)


def _of_seat(name: str, doc: str, kind: Kind = _BY_SEAT) -> Field:
    return Field(name, doc, kind, _SEATS)


def _phase(role: int | None, name: str, doc: str, kind: Kind, json: dict[int, str] | None = None, **more: Any) -> Field:
    """What one phase keeps; role: the role that the phase is about, None if several phases have it."""
    return Field(name, doc, kind, _PHASE, phase=role, json=json or {}, left_out=True, **more)


FIELDS: Final = (
    Field("deal_choice", "1: the players choose their first hands.", part=_OPTIONS),
    _in_round("round", "", Kind(1)),
    _in_round("phase_number", "Phases so far; each counts from its beginning."),
    _in_round("governor", ""),
    _in_round("picks", "Roles picked in this round, the present pick included."),
    _in_round(
        "picker", "The seat with which the phase begins: whoever picked the role, else the governor.", Kind(NOBODY)
    ),
    _in_round(
        "phase_kind",
        "What the phase is about: a role, PHASE_ROUND_START or PHASE_FIRST_HANDS; NO_PHASE while a role is picked.",
        Kind(NO_PHASE),
    ),
    _in_round("picked_by", "By role: the seat that picked it in this round, or NOBODY.", Table(NOBODY, per=("ROLES",))),
    _in_round(
        "library_doubles",
        "1: the library doubles the picker's privilege.",
        FLAG,
        json=named("library", *range(len(STAGE_NAMES))),
        left_out=True,
    ),
    _in_round(
        "library_used",
        "By seat. 1: its library has doubled a privilege in this round; kept with two players only.",
        _BY_SEAT,
    ),
    _in_round("stage", "What the seat to move is asked: STAGE_*.", Kind(STAGE_SEAT_DONE)),
    _in_round("actor", "The seat to move; NOBODY when the game is over.", Kind(NOBODY)),
    _in_round("seat_done", "By seat. 1: it has had its turn in this phase.", _BY_SEAT),
    _on_table(
        "draw_pile",
        "Kinds of the cards; the top one is at `draw_pile_count - 1`, the places from there on are empty.",
        Table(NO_CARD, per=("CARDS",)),
    ),
    _on_table("draw_pile_count", ""),
    _on_table("discards", "By kind.", _BY_KIND),
    _on_table("discard_count", ""),
    _on_table("price_tiles", "The price tiles in their order.", Table(per=("TILES",))),
    _on_table(
        "tile_index",
        "Where in `price_tiles` the next one to be turned is; in the trader phase the one that lies open.",
    ),
    _on_table("tiles_seen", "How many price tiles have lain open so far; they come again in the same order."),
    _on_table("covered", "By kind: cards that lie below others, by crane.", _BY_KIND),
    _of_seat("hands", "By seat and kind.", _BY_SEAT_AND_KIND),
    _of_seat("hand_count", ""),
    _of_seat("buildings", "By seat and slot: the kind of the building; NO_CARD: the slot is free.", _BY_SEAT_AND_SLOT),
    _of_seat("building_count", ""),
    _of_seat("owned_count", "By seat and kind: how many of these buildings stand before the seat.", _BY_SEAT_AND_KIND),
    _of_seat(
        "good_card",
        "By seat and slot: the unseen card that lies there as a good; NO_CARD: none.",
        _BY_SEAT_AND_SLOT,
    ),
    _of_seat("goods", "By seat and good: how many lie on the seat's plants.", _BY_SEAT_AND_GOOD),
    _of_seat("goods_count", ""),
    _of_seat("chapels", "By seat and kind: cards under the chapel.", _BY_SEAT_AND_KIND),
    _of_seat("chapel_count", ""),
    Field(
        "seen_discards",
        "By seat and kind: cards that the seat knows to be in the discards, its own ones and those that everybody saw;"
        " forgotten when the discards are shuffled.",
        _BY_SEAT_AND_KIND,
        _KNOWLEDGE,
    ),
    Field(
        "shown_cards",
        "By seat and kind: cards of this hand that everybody has seen; forgotten when the hand gives up a card unseen.",
        _BY_SEAT_AND_KIND,
        _KNOWLEDGE,
    ),
    _phase(
        COUNCILLOR,
        "all_drew",
        "Councillor. 1: all seats have drawn at once.",
        FLAG,
        named("dealt", STAGE_COUNCILLOR, STAGE_ARCHIVE),
    ),
    _phase(
        None,
        "smallest_card",
        "Several cards are named in ascending order, to pay, keep or discard them: the lowest kind that may still be"
        " named.",
        Word(words=CARD_NAMES),
        named("from", STAGE_PAYMENT, STAGE_COUNCILLOR, STAGE_ARCHIVE, STAGE_LIMIT, STAGE_DEAL),
        written=lambda position: not position.goods_payable,
        read_late=True,
        known_to=PLAYER,
    ),
    _phase(
        None,
        "smallest_good",
        "Several goods are named in ascending order, to pay with, produce or sell them: the lowest that may still be"
        " named.",
        Word(words=GOOD_NAMES),
        named("from", STAGE_PAYMENT, STAGE_PRODUCER, STAGE_TRADER),
        written=lambda position: position.stage != STAGE_PAYMENT or position.goods_payable > 0,
        read_late=True,
        known_to=PLAYER,
    ),
    _phase(
        BUILDER,
        "new_building",
        "Builder: the kind that is being built.",
        Word(NO_CARD, CARD_NAMES),
        named("building", STAGE_PAYMENT),
    ),
    _phase(BUILDER, "owed", "Builder: cards still to be paid.", _UP_TO_ALL_CARDS, named("owed", STAGE_PAYMENT)),
    _phase(
        BUILDER,
        "goods_payable",
        "Builder: goods that may still pay.",
        _UP_TO_ALL_CARDS,
        named("goods_payable", STAGE_PAYMENT),
    ),
    _phase(
        BUILDER,
        "pays_carpenter",
        "Builder. 1: the carpenter, or the poor house, will look at this building.",
        FLAG,
    ),
    _phase(BUILDER, "pays_poor_house", "", FLAG),
    _phase(
        PRODUCER,
        "goods_produced",
        "Producer: goods that the actor has produced in this phase.",
        _UP_TO_ALL_CARDS,
        named("made", STAGE_PRODUCER),
    ),
    _phase(
        TRADER,
        "goods_sold",
        "Trader: goods that the actor has sold in this phase.",
        _UP_TO_ALL_CARDS,
        named("made", STAGE_TRADER),
    ),
    _phase(
        TRADER,
        "cards_earned",
        "Trader: cards that the actor gets for the goods sold so far.",
        _UP_TO_ALL_CARDS,
        named("income", STAGE_TRADER),
    ),
    _phase(
        PROSPECTOR,
        "turned_up",
        "Prospector: kinds of the cards that a gold mine has turned up; NO_CARD: none.",
        WordList(NO_CARD, per=("GOLD_MINE_CARDS",), words=CARD_NAMES, count=GOLD_MINE_CARDS),
        named("turned", STAGE_STRIKE),
    ),
    _phase(
        COUNCILLOR, "drawn", "Councillor: by seat and kind, cards drawn and not chosen among yet.", _BY_SEAT_AND_KIND
    ),
    _phase(COUNCILLOR, "drawn_count", "", _BY_SEAT),
    _phase(
        None,
        "cards_to_choose",
        "Councillor, hand limit and first hands: by seat, cards that it still has to choose.",
        _BY_SEAT,
    ),
    _phase(
        None,
        "preview_seat",
        "The seat that decides ahead of its turn in this copy: it draws nothing here, because it must not see yet the"
        " cards that it will draw. NOBODY: none.",
        Kind(NOBODY),
    ),
)
"""In the order of the JSON, as far as fields are in it."""
