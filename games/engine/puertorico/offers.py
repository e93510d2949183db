"""Every answer as a person is offered it: label, effect, and what is highlighted.

Targets of offers: `role:settler`, `plantation:corn` (a face-up tile), `quarry`, `stack` (the face-down tiles),
`building:harbor` (in the supply), `good:corn` (the seat's barrels), `house` (the trading house), `ship:7`, `wharf`,
`small wharf`, `colonist` and `noble` (supply or ship), `place:corn`, `place:small market`, `place:forest` or
`place:San Juan` (the seat's own tiles, circles and buildings), `vp` (the seat's victory points), `pass`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.contract import Offer
from games.engine.puertorico import answers, builder, captain, moves, names, trader
from games.engine.puertorico.components import (
    CARD_NAMES,
    CHURCH,
    COLUMN,
    FIRST_BUILDING,
    FOREST,
    GOOD_NAMES,
    LIBRARY,
    LIGHTHOUSE,
    MAX_COLUMN,
    PLACE_NAMES,
    PRICE,
    TILE_NAMES,
    has_circle,
    ship_size,
)
from games.engine.puertorico.discounts import price_of
from games.engine.puertorico.formatter import step_of
from games.engine.puertorico.position import State
from games.engine.puertorico.stage_table import STAGES
from games.engine.puertorico.stages import (
    STAGE_MAYOR,
    STAGE_NOBLES,
    STAGE_SHIP,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
)
from games.engine.puertorico.vocabulary import SAN_JUAN, STORE
from games.engine.words import Message, count_message, list_message, ngettext_noop
from games.engine.words import gettext_noop as _

ROLE_EFFECTS: Final = {
    "settler": Message(_("everybody takes a plantation; you may take a quarry")),
    "mayor": Message(_("colonists for everybody; one more for you")),
    "builder": Message(_("everybody may build; you pay 1 doubloon less")),
    "craftsman": Message(_("everybody produces; one more good for you")),
    "trader": Message(_("everybody may sell; you get 1 doubloon more")),
    "captain": Message(_("everybody ships; 1 VP more for you")),
    "prospector": Message(_("1 doubloon for you")),
    "prospector 2": Message(_("1 doubloon for you")),
}
WITH_LIBRARY: Final = {
    "settler": Message(_("everybody takes a plantation; you may take a quarry, and a plantation at the end")),
    "mayor": Message(_("colonists for everybody; two more for you")),
    "builder": Message(_("everybody may build; you pay 2 doubloons less")),
    "craftsman": Message(_("everybody produces; two more goods for you")),
    "trader": Message(_("everybody may sell; you get 2 doubloons more")),
    "captain": Message(_("everybody ships; 2 VP more for you")),
    "prospector": Message(_("2 doubloons for you")),
    "prospector 2": Message(_("2 doubloons for you")),
}
"""The same if the library doubles the privilege (docs/rules §7 Library)."""

FOREST_EFFECT: Final = Message(_("every two forests take 1 off all prices"))
WORKER_LEAVES: Final = Message(_("its worker goes to San Juan"))


@dataclass(frozen=True)
class _Ply:
    """A single ply for which an offer is made."""

    position: State
    """Where it can be played."""
    text: str
    noun: str
    """What it is about: Step.noun."""


def build_offer(position: State, plies: Sequence[int]) -> Offer:
    """The offer for one of answers.offered_answers."""
    text = answers.answer_line(position, list(plies))
    move = plies[0]
    if moves.is_guest(move):
        return _guest(text, move)
    if position.stage == STAGE_STORING:
        return _storing(position, text, plies)
    if position.stage == STAGE_SMALL_WHARF:
        return _cargo(position, text, plies)
    if position.stage == STAGE_NOBLES:
        return _ennobling(position, text, plies)
    if moves.is_loading(move):
        return _loading(position, text, move)
    return _OFFERS[_first_of_kind(move)](_Ply(position, text, step_of(position, move).noun))


def placement_offers(position: State) -> tuple[Offer, ...]:
    """Two offers with the same suggestion. People write, or click, every other placement circle by circle."""
    auto, written = answers.offered_lines(position)
    effect = list_message(
        [names.people_on(step.noun, step.count, step.nobles or 0) for step in answers.suggested_steps(position)]
    )
    return (
        Offer(auto, Message(_("As suggested")), effect, ()),
        Offer(written, Message(_("The suggestion, written out")), effect, ()),
    )


def _join_effects(effects: Sequence[Message]) -> Message | None:
    """Several effects as one; None for none."""
    return list_message(effects) if len(effects) > 1 else effects[0] if effects else None


def _vp(points: int) -> Message:
    return Message(_("{points} VP"), {"points": points})


# --- roles and the draft ----------------------------------------------------------------------------------------------


def _pass(ply: _Ply) -> Offer:
    return Offer(ply.text, STAGES[int(ply.position.stage)].pass_label, None, ("pass",))


def _role(ply: _Ply) -> Offer:
    role = ply.noun
    doubloons = int(ply.position.card_doubloons[CARD_NAMES.index(role)])
    effect = (WITH_LIBRARY if ply.position.works(ply.position.actor, LIBRARY) else ROLE_EFFECTS)[role]
    if doubloons:
        effect = count_message(
            ngettext_noop("{effect}; +{count} doubloon on the card", "{effect}; +{count} doubloons on the card"),
            doubloons,
            effect=effect,
        )
    return Offer(ply.text, Message(_("Pick the {role}"), {"role": names.role(role)}), effect, (f"role:{role}",))


def _choice(ply: _Ply) -> Offer:
    effect = Message(
        _("costs {doubloons}; {effect}"),
        {"doubloons": names.doubloons(int(PRICE[PLACE_NAMES.index(ply.noun)])), "effect": names.effect(ply.noun)},
    )
    label = Message(_("Choose the {building}"), {"building": names.building(ply.noun)})
    return Offer(ply.text, label, effect, (f"building:{ply.noun}",))


# --- tiles ------------------------------------------------------------------------------------------------------------


def _face_up(tile: str) -> str:
    return tile if tile == "quarry" else f"plantation:{tile}"


def _draw(ply: _Ply) -> Offer:
    return Offer(ply.text, Message(_("Draw a face-down plantation")), names.building("hacienda"), ("stack",))


def _tile(ply: _Ply) -> Offer:
    label = Message(_("Take {tile}"), {"tile": names.one_tile(ply.noun)})
    return Offer(ply.text, label, None, (_face_up(ply.noun),))


def _tile_as_forest(ply: _Ply) -> Offer:
    label = Message(_("Take {tile} as a forest"), {"tile": names.one_tile(ply.noun)})
    return Offer(ply.text, label, FOREST_EFFECT, (_face_up(ply.noun),))


def _drawn_as_plantation(ply: _Ply) -> Offer:
    label = Message(_("Place it as {tile}"), {"tile": names.one_tile(TILE_NAMES[ply.position.drawn_tile])})
    return Offer(ply.text, label, None, ("stack",))


def _drawn_as_forest(ply: _Ply) -> Offer:
    return Offer(ply.text, Message(_("Place it as a forest")), FOREST_EFFECT, ("stack",))


def _loses_worker(position: State, tile: str) -> bool:
    """Whether a tile of this kind that is given away is occupied; empty tiles go first."""
    seat, place = position.actor, PLACE_NAMES.index(tile)
    return bool(position.workers_on(seat, place) == position.circles(seat, place))


def _discard(ply: _Ply) -> Offer:
    label = Message(_("Discard {tile}"), {"tile": names.one_tile(ply.noun)})
    return Offer(
        ply.text, label, WORKER_LEAVES if _loses_worker(ply.position, ply.noun) else None, (f"place:{ply.noun}",)
    )


def _discard_forest(ply: _Ply) -> Offer:
    label = Message(_("Discard a forest that was {tile}"), {"tile": names.one_tile(ply.noun)})
    return Offer(ply.text, label, None, (f"place:{PLACE_NAMES[FOREST]}",))


# --- people -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Person:
    """The texts with which one more colonist or noble is offered."""

    target: str
    aboard: Message
    to_san_juan: Message
    to_work: str
    effect: Message | None


_COLONIST: Final = _Person(
    target="colonist",
    aboard=Message(_("Take a colonist")),
    to_san_juan=Message(_("Bring a colonist to San Juan")),
    to_work=_("Put a colonist on the {place}"),
    effect=None,
)
_NOBLE: Final = _Person(
    target="noble",
    aboard=Message(_("Take a noble")),
    to_san_juan=Message(_("Bring a noble to San Juan")),
    to_work=_("Put a noble on the {place}"),
    effect=Message(_("1 VP at the end")),
)


def _colonist(ply: _Ply) -> Offer:
    """The mayor's colonist goes to San Juan first and is placed with the others."""
    if ply.position.stage == STAGE_MAYOR:
        return Offer(ply.text, Message(_("Take one more colonist")), None, ("colonist",))
    return _person(ply, _COLONIST)


def _two_colonists(ply: _Ply) -> Offer:
    return Offer(ply.text, Message(_("Take two more colonists")), None, ("colonist",))


def _noble(ply: _Ply) -> Offer:
    return _person(ply, _NOBLE)


def _person(ply: _Ply, person: _Person) -> Offer:
    if ply.position.stage == STAGE_SHIP:
        return Offer(ply.text, person.aboard, person.effect, (person.target,))
    latest = int(ply.position.acquired_place)
    place = PLACE_NAMES[latest] if has_circle(latest) else SAN_JUAN
    label = person.to_san_juan
    if place != SAN_JUAN:
        label = Message(person.to_work, {"place": names.place_in_full(place)})
    return Offer(ply.text, label, person.effect, (person.target, f"place:{place}"))


def _guest(text: str, move: int) -> Offer:
    place = int(moves.guest_target(move))
    name = names.place_in_full(PLACE_NAMES[place])
    if move >= moves.NOBLE_GUEST:
        label = Message(_("Send a noble guest to the {place}"), {"place": name})
    else:
        label = Message(_("Send a guest to the {place}"), {"place": name})
    effect = names.effect(PLACE_NAMES[place]) if place >= FIRST_BUILDING else Message(_("works at once"))
    return Offer(text, label, effect, ("place:guesthouse", f"place:{PLACE_NAMES[place]}"))


def _ennobling(position: State, text: str, plies: Sequence[int]) -> Offer:
    steps = [step for step in (step_of(position, ply) for ply in plies) if step.count]
    if not steps:
        return Offer(text, Message(_("None of these")), None, ())
    placed = list_message([names.people_on(step.noun, step.count) for step in steps])
    label = Message(_("Nobles: {places}"), {"places": placed})
    return Offer(text, label, None, tuple(f"place:{step.noun}" for step in steps))


# --- buildings --------------------------------------------------------------------------------------------------------


def _building(ply: _Ply) -> Offer:
    seat, place = ply.position.actor, PLACE_NAMES.index(ply.noun)
    price = int(price_of(ply.position, seat, place, builder.builder_privilege(ply.position, seat)))
    short = price - int(ply.position.doubloons[seat])
    building = names.building(ply.noun)
    if short > 0:
        label = count_message(
            ngettext_noop(
                "Build the {building} for {doubloons} and {count} thing at the black market",
                "Build the {building} for {doubloons} and {count} things at the black market",
            ),
            short,
            building=building,
            doubloons=names.doubloons(price - short),
        )
    else:
        label = count_message(
            ngettext_noop("Build the {building} for {count} doubloon", "Build the {building} for {count} doubloons"),
            price,
            building=building,
        )
    effects = [names.effect(ply.noun)]
    if ply.position.works(seat, CHURCH) and COLUMN[place] > 1:
        points = 2 if COLUMN[place] == MAX_COLUMN else 1
        effects.append(Message(_("church: {points} VP"), {"points": points}))
    return Offer(ply.text, label, _join_effects(effects), (f"building:{ply.noun}",))


def _pay_colonist(ply: _Ply) -> Offer:
    label = Message(_("Return a colonist from the {place}"), {"place": names.place_in_full(ply.noun)})
    if ply.noun == SAN_JUAN:
        label = Message(_("Return a colonist from San Juan"))
    return Offer(ply.text, label, None, (f"place:{ply.noun}",))


def _pay_noble(ply: _Ply) -> Offer:
    label = Message(_("Return a noble from the {place}"), {"place": names.place_in_full(ply.noun)})
    if ply.noun == SAN_JUAN:
        label = Message(_("Return a noble from San Juan"))
    return Offer(ply.text, label, None, (f"place:{ply.noun}",))


def _pay_good(ply: _Ply) -> Offer:
    return Offer(ply.text, Message(_("Return 1 {good}"), {"good": names.good(ply.noun)}), None, (f"good:{ply.noun}",))


def _pay_vp(ply: _Ply) -> Offer:
    return Offer(ply.text, Message(_("Return 1 VP")), None, ("vp",))


# --- goods ------------------------------------------------------------------------------------------------------------


def _extra(ply: _Ply) -> Offer:
    return Offer(ply.text, Message(_("One more {good}"), {"good": names.good(ply.noun)}), None, (f"good:{ply.noun}",))


def _sale(ply: _Ply) -> Offer:
    effect = names.doubloons(int(trader.sale_price(ply.position, ply.position.actor, GOOD_NAMES.index(ply.noun))))
    label = Message(_("Sell {good}"), {"good": names.good(ply.noun)})
    return Offer(ply.text, label, effect, (f"good:{ply.noun}", "house"))


def _sale_at_post(ply: _Ply) -> Offer:
    effect = names.doubloons(
        int(trader.trading_post_price(ply.position, ply.position.actor, GOOD_NAMES.index(ply.noun)))
    )
    label = Message(_("Sell {good} at the trading post"), {"good": names.good(ply.noun)})
    return Offer(ply.text, label, effect, (f"good:{ply.noun}", "place:trading post"))


def _land(ply: _Ply) -> Offer:
    label = Message(_("Buy {tile}"), {"tile": names.one_tile(ply.noun)})
    effect = Message(_("for {doubloons}"), {"doubloons": names.doubloons(int(trader.LAND_PRICE))})
    return Offer(ply.text, label, effect, (_face_up(ply.noun), "place:land office"))


def _land_as_forest(ply: _Ply) -> Offer:
    label = Message(_("Buy {tile} as a forest"), {"tile": names.one_tile(ply.noun)})
    effect = Message(
        _("for {doubloons}; {effect}"), {"doubloons": names.doubloons(int(trader.LAND_PRICE)), "effect": FOREST_EFFECT}
    )
    return Offer(ply.text, label, effect, (_face_up(ply.noun), "place:land office"))


def _land_sold(ply: _Ply) -> Offer:
    effects = [names.doubloons(int(trader.LAND_PRICE))]
    if _loses_worker(ply.position, ply.noun):
        effects.append(WORKER_LEAVES)
    label = Message(_("Give back {tile}"), {"tile": names.one_tile(ply.noun)})
    return Offer(ply.text, label, _join_effects(effects), (f"place:{ply.noun}", "place:land office"))


def _loaded_effect(position: State, barrels_vp: int) -> Message | None:
    """What a loading earns, with privilege, harbor and lighthouse."""
    seat = position.actor
    effects = [_vp(barrels_vp + int(captain.loading_bonus(position, seat)))]
    if position.works(seat, LIGHTHOUSE):
        effects.append(names.doubloons(1))
    return _join_effects(effects)


def _loading(position: State, text: str, move: int) -> Offer:
    seat, good, ship = position.actor, moves.loaded_good(move), moves.loaded_ship(move)
    name = GOOD_NAMES[good]
    barrels = int(captain.loaded_barrels(position, seat, good, ship))
    effect = _loaded_effect(position, barrels)
    goods = names.amount(name, barrels)
    if ship == moves.BY_WHARF:
        return Offer(text, Message(_("Ship {goods} by the wharf"), {"goods": goods}), effect, (f"good:{name}", "wharf"))
    size = int(ship_size(position.seats, ship))
    label = Message(_("Ship {goods} on ship {ship}"), {"goods": goods, "ship": size})
    return Offer(text, label, effect, (f"good:{name}", f"ship:{size}"))


def _small_wharf(ply: _Ply) -> Offer:
    barrels = sum(int(ply.position.barrels_of(ply.position.actor, good)) for good in range(len(GOOD_NAMES)))
    most = barrels // 2 + int(captain.loading_bonus(ply.position, ply.position.actor))
    effect = Message(_("up to {points} VP; what goes on it is asked next"), {"points": most})
    return Offer(ply.text, Message(_("Load the small wharf")), effect, ("small wharf",))


def _cargo(position: State, text: str, plies: Sequence[int]) -> Offer:
    loaded = {GOOD_NAMES[good]: int(count) for good, count in enumerate(position.cargo) if count}
    loaded |= {GOOD_NAMES[moves.cargo_good(ply)]: int(moves.cargo_barrels(ply)) for ply in plies}
    label = Message(_("Ship {goods}"), {"goods": names.amounts(loaded)})
    targets = tuple(f"good:{good}" for good, count in loaded.items() if count)
    return Offer(text, label, _loaded_effect(position, sum(loaded.values()) // 2), (*targets, "small wharf"))


def _supply(ply: _Ply) -> Offer:
    label = Message(_("Give 1 {good} to the royal supplier"), {"good": names.good(ply.noun)})
    effect = Message(_("{points} VP; only before you load"), {"points": 1})
    return Offer(ply.text, label, effect, (f"good:{ply.noun}", "place:royal supplier"))


def _storing(position: State, text: str, plies: Sequence[int]) -> Offer:
    seat = position.actor
    barrels = {name: int(position.barrels_of(seat, good)) for good, name in enumerate(GOOD_NAMES)}
    # What was stored or named before this line is kept too.
    before = dict.fromkeys(GOOD_NAMES, 0)
    for good, name in enumerate(GOOD_NAMES):
        if position.kinds_stored >> good & 1:
            before[name] = barrels[name]
        elif position.has_expansions:
            before[name] = int(position.singles[good])
    kept: dict[str, int] = {}
    for step in (step_of(position, ply) for ply in plies):
        kept[step.noun] = barrels[step.noun] if step.verb == STORE else kept.get(step.noun, 0) + 1
    lost = {name: count - kept.get(name, 0) - before[name] for name, count in barrels.items()}
    effect = Message(_("gives back {goods}"), {"goods": names.amounts(lost)}) if any(lost.values()) else None
    label = Message(_("Keep {goods}"), {"goods": names.amounts(kept)})
    return Offer(text, label, effect, tuple(f"good:{good}" for good in kept))


def _first_of_kind(move: int) -> int:
    """The first move of the same kind: a key of _OFFERS."""
    return max(first for first in _OFFERS if first <= move)


_OFFERS: Final[dict[int, Callable[[_Ply], Offer]]] = {
    moves.PASS: _pass,
    moves.PICK: _role,
    moves.DRAW: _draw,
    moves.TAKE: _tile,
    moves.TAKE_COLONIST: _colonist,
    moves.BUILD: _building,
    moves.EXTRA: _extra,
    moves.SELL: _sale,
    moves.CHOOSE: _choice,
    moves.TAKE_AS_FOREST: _tile_as_forest,
    moves.AS_PLANTATION: _drawn_as_plantation,
    moves.AS_FOREST: _drawn_as_forest,
    moves.TAKE_TWO_COLONISTS: _two_colonists,
    moves.TAKE_NOBLE: _noble,
    moves.DISCARD: _discard,
    moves.DISCARD_FOREST: _discard_forest,
    moves.PAY_COLONIST: _pay_colonist,
    moves.PAY_NOBLE: _pay_noble,
    moves.PAY_GOOD: _pay_good,
    moves.PAY_VP: _pay_vp,
    moves.SELL_AT_POST: _sale_at_post,
    moves.BUY_LAND: _land,
    moves.BUY_FOREST: _land_as_forest,
    moves.SELL_LAND: _land_sold,
    moves.SUPPLY: _supply,
    moves.BY_SMALL_WHARF: _small_wharf,
}
"""By the first move of a kind (moves.py); loadings, storings, guests and placements have offers of their own."""
