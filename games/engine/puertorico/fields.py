"""The fields of a Puerto Rico position, each declared once: what it holds, its JSON, its bounds, who sees it.

`python -m games.engine.table_writer` writes table_fields.py from these rows: a class with the fields, and its copying.

Tables by seat and kind are flat: `goods[seat * GOODS + good]`, `island[seat * TILE_KINDS + tile]`,
`workers[seat * PLACES + place]`. Sets (of places, cards, seats, goods) are bit sets, bit n for member n. Flags are 0 or
1. What belongs to one phase is neutral outside it. The optional fields are those of the expansions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.engine.contract import NOBODY
from games.engine.fields import (
    FLAG,
    NUMBER,
    PLAYER,
    SEAT_SET,
    SEATS,
    Field,
    Flag,
    Kind,
    Number,
    Table,
    Word,
    WordSet,
    named,
)
from games.engine.puertorico.components import (
    BASE_SELECTION,
    BUILDER_CARD,
    BUILDINGS,
    CAPTAIN_CARD,
    CRAFTSMAN_CARD,
    EDITION_2014,
    FIRST_BUILDING,
    GOOD_NAMES,
    GOODS,
    GUESTHOUSE,
    LAND_OFFICE,
    LIBRARY,
    MAYOR_CARD,
    NO_CARD,
    NO_GOOD,
    NO_PLACE,
    NO_TILE,
    PLACE_NAMES,
    ROYAL_SUPPLIER,
    RULES_GUESTS_AT_ANY_TIME,
    SETTLER_CARD,
    SMALL_WHARF,
    SPECIALTY_FACTORY,
    STOREHOUSE,
    TRADER_CARD,
    UNION_HALL,
)
from games.engine.puertorico.stages import (
    PAID_NAMES,
    SELECT_BASE,
    STAGE_BLACK_MARKET,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_FOREST,
    STAGE_GUESTS,
    STAGE_HOSPICE,
    STAGE_NOBLES,
    STAGE_PHASE_END,
    STAGE_SETTLER,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
    STAGE_UNIVERSITY,
    TRADED_NAMES,
)

BUILDING_NAMES: Final = tuple(building.name for building in BUILDINGS)


def in_play(building: int) -> Callable[[Any], bool]:
    """For Field.written: whether this building of the expansions is in play."""
    return lambda position: position.has_expansions == 1 and (position.kinds_in_play >> building) & 1 == 1


def _place_asked(position: Any) -> int:
    return int(position.place_asked) if position.placement_begun else NO_PLACE


_BY_GOOD: Final = Table(per=("GOODS",), words=GOOD_NAMES)
_BY_SEAT: Final = Table(per=(SEATS,))
_SHIPPING: Final = (STAGE_CAPTAIN, STAGE_SMALL_WHARF)
_PLACING: Final = (STAGE_COLONISTS, STAGE_NOBLES)

_OPTIONS: Final = "the options"
_ROUND: Final = "the round"
_SUPPLIES: Final = "the supplies"
_SEATS: Final = "the seats; nobles count as colonists in all of these"
_PHASE: Final = "within a phase"
_EXPANSIONS: Final = "the expansions"
_EXPANSIONS_PHASE: Final = "the expansions within a phase"


def _option(name: str, doc: str, initial: int = 0, *, optional: bool = False) -> Field:
    return Field(name, doc, Kind(initial), _OPTIONS, optional=optional)


def _in_round(name: str, doc: str, initial: int = 0) -> Field:
    return Field(name, doc, Kind(initial), _ROUND)


def _supply(name: str, doc: str = "") -> Field:
    return Field(name, doc, part=_SUPPLIES)


def _phase(role: int | None, name: str, doc: str, kind: Kind, **more: Any) -> Field:
    """What one phase keeps; role: the card of the phase, None if several have it."""
    return Field(name, doc, kind, _PHASE, phase=role, **more)


def _expansion(role: int | None, name: str, doc: str, kind: Kind, **more: Any) -> Field:
    """The same of the expansions."""
    return Field(name, doc, kind, _EXPANSIONS_PHASE, optional=True, phase=role, **more)


FIELDS: Final = (
    _option("edition", "EDITION_2014 or FIRST_EDITION.", EDITION_2014),
    _option("open_vp", "1: everybody sees all VP chips."),
    _option("first_governor", "A seat; NOBODY: drawn at random.", NOBODY),
    _option("buildings", "How the kinds in play are selected: SELECT_*.", SELECT_BASE),
    _option("long_game", ""),
    _option("has_expansions", "1: something of the expansions is in play."),
    _option(
        "expansion_1_selectable",
        "1: draft, random and all choose from the buildings of expansion I too.",
        1,
        optional=True,
    ),
    _option("exclusions", "1: of some pairs of buildings only one comes into play.", 1, optional=True),
    _option("nobles_on", "1: expansion II is played.", optional=True),
    _option(
        "kinds_in_play",
        "Set of the selectable buildings in play; during a draft of those chosen so far.",
        BASE_SELECTION,
        optional=True,
    ),
    _in_round("round", "", 1),
    _in_round("phase_number", "Picks of roles so far, and choices of the draft; each counts from its beginning."),
    _in_round("governor", ""),
    _in_round("picks", "Roles picked in this round, the present pick included."),
    _in_round("picker", "The seat whose pick the phase is.", NOBODY),
    _in_round("role", "The role card in play; NO_CARD while one is to be picked.", NO_CARD),
    _in_round("cards_left", "Set of the role cards that nobody has picked in this round."),
    Field("cards_of", "By seat: set of the role cards that it has picked in this round.", _BY_SEAT, _ROUND),
    Field("card_doubloons", "By role card: the doubloons that lie on it.", Table(per=("ROLE_CARDS",)), _ROUND),
    _in_round("stage", "What the seat to move is asked: STAGE_*.", STAGE_PHASE_END),
    _in_round("actor", "The seat to move; NOBODY when the game is over.", NOBODY),
    _in_round("ends", "The end conditions that are met, as END_* bits."),
    _supply("colonist_supply"),
    _supply("colonist_ship"),
    _supply("vp_pool", "VP chips that nobody has yet."),
    _supply("quarries", "Quarries that nobody has yet."),
    Field("face_up", "Plantations by good: face up, in the face-down stack, discarded.", _BY_GOOD, _SUPPLIES),
    Field("face_down", "", _BY_GOOD, _SUPPLIES),
    Field("discards", "", _BY_GOOD, _SUPPLIES),
    Field("goods_supply", "", _BY_GOOD, _SUPPLIES),
    Field("stock", "By place: how many of this building are left to buy.", Table(per=("PLACES",)), _SUPPLIES),
    Field("ship_good", "By cargo ship: the good aboard; NO_GOOD: empty.", Table(), _SUPPLIES),
    Field("ship_barrels", "", Table(), _SUPPLIES),
    Field("trading_house", "Barrels in the trading house by good.", _BY_GOOD, _SUPPLIES),
    Field("doubloons", "", _BY_SEAT, _SEATS),
    Field("vp_chips", "VP from the pool.", _BY_SEAT, _SEATS),
    Field("vp_beyond_pool", "VP earned when the pool was empty.", _BY_SEAT, _SEATS),
    Field("san_juan", "Colonists in San Juan.", _BY_SEAT, _SEATS),
    Field("colonist_count", "All colonists of the seat, San Juan included.", _BY_SEAT, _SEATS),
    Field("owned_places", "Set of the places that the seat owns.", _BY_SEAT, _SEATS),
    Field("occupied_places", "Set of the places with at least one colonist.", _BY_SEAT, _SEATS),
    Field("circle_count", "Circles on all places of the seat, filled or not.", _BY_SEAT, _SEATS),
    Field("city_used", "City spaces filled.", _BY_SEAT, _SEATS),
    Field("goods", "Barrels by good.", Table(per=(SEATS, "GOODS")), _SEATS),
    Field("island", "Island tiles by kind.", Table(per=(SEATS, "TILE_KINDS")), _SEATS),
    Field("workers", "Colonists by place.", Table(per=(SEATS, "PLACES")), _SEATS),
    _phase(
        SETTLER_CARD,
        "may_draw",
        "Settler. 1: the actor can still use the hacienda.",
        FLAG,
        json=named("may_draw", STAGE_SETTLER),
    ),
    _phase(
        None,
        "acquired_place",
        "Settler and builder: the tile just taken, the building just built, to which hospice or university may bring a"
        " colonist.",
        Word(NO_PLACE, PLACE_NAMES),
        json=named("latest", STAGE_HOSPICE, STAGE_UNIVERSITY),
    ),
    _phase(
        None,
        "seats_done",
        "Set of the seats that are not asked any more, in the stages that ask each seat once: those that have answered,"
        " and those without a choice.",
        SEAT_SET,
        json=named("placed", *_PLACING) | named("stored", STAGE_STORING),
    ),
    _phase(
        MAYOR_CARD,
        "place_asked",
        "Mayor: the place for which the actor says how many stand there: colonists, or nobles among them.",
        Word(NO_PLACE, PLACE_NAMES, or_null=True),
        json=named("asked_for", *_PLACING),
        value=_place_asked,
    ),
    _phase(
        MAYOR_CARD,
        "colonists_to_place",
        "Mayor: colonists of the actor that are not placed yet.",
        NUMBER,
    ),
    _phase(
        MAYOR_CARD,
        "circles_after",
        "Mayor: circles of the actor's places that come after `place_asked`.",
        NUMBER,
    ),
    _phase(
        MAYOR_CARD,
        "placement_begun",
        "Mayor. 1: the actor's colonists have left the places where they stood before.",
        FLAG,
    ),
    _phase(
        CRAFTSMAN_CARD,
        "kinds_produced",
        "Craftsman: set of the goods that the craftsman has produced.",
        WordSet(words=GOOD_NAMES),
        json=named("produced", STAGE_CRAFTSMAN),
    ),
    _phase(
        CAPTAIN_CARD,
        "captain_bonus_due",
        "Captain. 1: the captain has not loaded yet, so the VP of the privilege is still to come.",
        Flag(inverted=True),
        json=named("captain_has_loaded", *_SHIPPING),
    ),
    _phase(
        CAPTAIN_CARD,
        "wharfs_used",
        "Captain: set of the seats whose wharf has sailed.",
        SEAT_SET,
        json=named("wharfs_used", *_SHIPPING),
        view="wharf_used",
    ),
    _phase(
        CAPTAIN_CARD,
        "turns_without_loading",
        "Captain: turns in a row in which nobody loaded.",
        Number(most=lambda position: position.seats - 1),
        json=named("turns_without_loading", *_SHIPPING),
    ),
    _phase(
        CAPTAIN_CARD,
        "kinds_stored",
        "Storing: set of the goods that the actor has put into warehouses.",
        WordSet(words=GOOD_NAMES),
        json=named("warehoused", STAGE_STORING),
        view="warehoused",
    ),
    Field("noble_supply", "", part=_EXPANSIONS, optional=True),
    Field(
        "noble_ship",
        "Nobles on the colonist ship, besides the colonists there.",
        part=_EXPANSIONS,
        optional=True,
    ),
    Field(
        "noble_count",
        "By seat: how many of its colonists are nobles, San Juan included.",
        _BY_SEAT,
        _EXPANSIONS,
        optional=True,
    ),
    Field("nobles_in_san_juan", "", _BY_SEAT, _EXPANSIONS, optional=True),
    Field(
        "nobles",
        "By seat and place: how many of the colonists there are nobles.",
        Table(per=(SEATS, "PLACES")),
        _EXPANSIONS,
        optional=True,
    ),
    Field(
        "forests",
        "By seat and good: forests that were a plantation of this good.",
        Table(per=(SEATS, "GOODS")),
        _EXPANSIONS,
        optional=True,
    ),
    Field(
        "secret_forests",
        "Those of the forests of which only the owner has seen what they were.",
        Table(per=(SEATS, "GOODS")),
        _EXPANSIONS,
        optional=True,
    ),
    _expansion(
        SETTLER_CARD,
        "hacienda_used",
        "Settler. 1: the actor has used the hacienda in this turn.",
        FLAG,
        json=named("drew", STAGE_SETTLER),
        written=in_play(GUESTHOUSE),
    ),
    _expansion(
        SETTLER_CARD,
        "second_tile",
        "Settler. 1: it is about the second tile, which the library brings.",
        FLAG,
        json=named("second_tile", STAGE_SETTLER),
        written=in_play(LIBRARY),
        view="second_tile",
    ),
    _expansion(
        SETTLER_CARD,
        "drawn_tile",
        "Settler: the tile that the actor has drawn and not placed yet.",
        Word(NO_TILE, GOOD_NAMES),
        json=named("drawn", STAGE_FOREST),
        known_to=PLAYER,
        view="drawn",
    ),
    _expansion(
        None,
        "at_phase_end",
        "Guests. 1: they are asked for at the end of a phase; 0: before the production.",
        FLAG,
        json=named("at_end", STAGE_GUESTS),
        written=lambda position: position.rules_version >= RULES_GUESTS_AT_ANY_TIME,
    ),
    _expansion(
        BUILDER_CARD,
        "unpaid_building",
        "Builder: the building for which the black market is being paid.",
        Word(NO_PLACE, BUILDING_NAMES, FIRST_BUILDING),
        json=named("building", STAGE_BLACK_MARKET),
    ),
    _expansion(
        BUILDER_CARD,
        "owed",
        "Builder: doubloons that the black market still has to make up for.",
        Number(least=1, most=len(PAID_NAMES)),
        json=named("owed", STAGE_BLACK_MARKET),
    ),
    _expansion(
        BUILDER_CARD,
        "paid",
        "Builder: what the black market has got, as PAID_* bits.",
        WordSet(words=PAID_NAMES),
        json=named("paid", STAGE_BLACK_MARKET),
    ),
    _expansion(
        CRAFTSMAN_CARD,
        "extras_left",
        "Craftsman: extra goods that may still be taken.",
        Number(least=1, most=2),
        json=named("extras_left", STAGE_CRAFTSMAN),
        written=in_play(LIBRARY),
    ),
    _expansion(
        CRAFTSMAN_CARD,
        "lowest_extra",
        "Craftsman: extra goods are taken in ascending order; the lowest that may still be taken.",
        Word(words=GOOD_NAMES),
        json=named("lowest_extra", STAGE_CRAFTSMAN),
        written=in_play(LIBRARY),
    ),
    _expansion(
        CRAFTSMAN_CARD,
        "barrels_made",
        "Craftsman: how many barrels of each good the craftsman has produced, extra goods included.",
        _BY_GOOD,
        json=named("made", STAGE_CRAFTSMAN),
        written=in_play(SPECIALTY_FACTORY),
    ),
    _expansion(
        TRADER_CARD,
        "traded",
        "Trader: what the actor has done in this turn, as TRADED_* bits.",
        WordSet(words=TRADED_NAMES),
        json=named("traded", STAGE_TRADER),
        written=in_play(LAND_OFFICE),
    ),
    _expansion(
        CAPTAIN_CARD,
        "small_wharfs_used",
        "Captain: set of the seats whose small wharf has sailed.",
        SEAT_SET,
        json=named("small_wharfs_used", *_SHIPPING),
        written=in_play(SMALL_WHARF),
        view="small_wharf_used",
    ),
    _expansion(
        CAPTAIN_CARD,
        "union_halls_paid",
        "Captain: set of the seats whose union hall has paid.",
        SEAT_SET,
    ),
    _expansion(
        CAPTAIN_CARD,
        "had_turn",
        "Captain: set of the seats whose first turn is over.",
        SEAT_SET,
        json=named("had_a_turn", *_SHIPPING),
        written=in_play(UNION_HALL),
    ),
    _expansion(
        CAPTAIN_CARD,
        "have_loaded",
        "Captain: set of the seats that have loaded.",
        SEAT_SET,
        json=named("have_loaded", *_SHIPPING),
        written=in_play(ROYAL_SUPPLIER),
    ),
    _expansion(
        CAPTAIN_CARD,
        "suppliers_done",
        "Captain: set of the seats that cannot use the royal supplier any more, because they have used it.",
        SEAT_SET,
        json=named("have_supplied", *_SHIPPING),
        written=in_play(ROYAL_SUPPLIER),
    ),
    _expansion(
        CAPTAIN_CARD,
        "supplied_now",
        "Captain: barrels that the actor has given to the royal supplier in this turn.",
        Number(most=GOODS),
        json=named("supplied_now", STAGE_CAPTAIN),
        written=in_play(ROYAL_SUPPLIER),
        view="supplied",
    ),
    _expansion(
        CAPTAIN_CARD,
        "last_supplied",
        "Captain: the good that the actor gave to the royal supplier last, in ascending order; NO_GOOD: none in this"
        " turn.",
        Word(NO_GOOD, GOOD_NAMES, or_null=True),
        json=named("supplied_last", STAGE_CAPTAIN),
        written=in_play(ROYAL_SUPPLIER),
    ),
    _expansion(
        CAPTAIN_CARD,
        "lighthouse_paid",
        "Captain. 1: the lighthouse has paid the captain the doubloon that needs no loading.",
        FLAG,
    ),
    _expansion(
        CAPTAIN_CARD,
        "cargo",
        "Small wharf: by good, barrels that the actor has named so far.",
        _BY_GOOD,
        json=named("loaded", STAGE_SMALL_WHARF),
        view="loaded",
    ),
    _expansion(
        CAPTAIN_CARD,
        "cargo_good",
        "Small wharf: the good for which the actor is asked how much of it is loaded; NO_GOOD: none.",
        Word(NO_GOOD, GOOD_NAMES),
        json=named("asked_for", STAGE_SMALL_WHARF),
    ),
    _expansion(
        CAPTAIN_CARD,
        "singles",
        "Storing: by good, single barrels that the actor keeps.",
        _BY_GOOD,
        json=named("singles", STAGE_STORING),
        written=in_play(STOREHOUSE),
        view="kept",
    ),
    _expansion(
        CAPTAIN_CARD,
        "lowest_single",
        "Storing: single barrels are named in ascending order; the lowest good that may still be named.",
        Word(words=GOOD_NAMES),
    ),
)
"""In the order of the JSON, as far as fields are in it."""
