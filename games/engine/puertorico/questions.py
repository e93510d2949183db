"""What the seat to move is asked, with every answer as a person is offered it: label, effect, and what to light up.

Targets of offers: `role:settler`, `plantation:corn` (a face-up tile), `quarry`, `stack` (the face-down tiles),
`building:harbor` (in the supply), `good:corn` (the seat's barrels), `house` (the trading house), `ship:7`, `wharf`,
`colonist` (supply or ship), `place:corn` or `place:small market` (circles of the seat's), `pass`.
"""

from __future__ import annotations

from games.engine.contract import Offer, Question
from games.engine.puertorico import captain, moves, names, trader, wording
from games.engine.puertorico.components import CARD_NAMES, GOOD_NAMES, PLACE_NAMES, TILE_NAMES, ship_size
from games.engine.puertorico.position import (
    COLONISTS,
    HOSPICE,
    MAYOR,
    STAGE_NAMES,
    STORING,
    UNIVERSITY,
    State,
)
from games.engine.puertorico.view import price_for
from games.engine.puertorico.vocabulary import STORE
from games.engine.words import Message, counted, listed, ngettext_noop
from games.engine.words import gettext_noop as _

PROMPTS = {
    "role": Message(_("Which role do you pick?")),
    "settler": Message(_("Which tile do you take?")),
    "hospice": Message(_("Does the hospice put a colonist on your {place}?")),
    "mayor": Message(_("Do you take the mayor's extra colonist?")),
    "colonists": Message(_("Where do your colonists go?")),
    "builder": Message(_("What do you build?")),
    "university": Message(_("Does the university put a colonist on your {place}?")),
    "craftsman": Message(_("Which good do you take one more of?")),
    "trader": Message(_("Which good do you sell?")),
    "captain": Message(_("What do you load?")),
    "storing": Message(_("What do you keep?")),
    "over": Message(_("The game is over.")),
}

ROLE_EFFECTS = {
    "settler": Message(_("everybody takes a plantation; you may take a quarry")),
    "mayor": Message(_("colonists for everybody; one more for you")),
    "builder": Message(_("everybody may build; you pay 1 less")),
    "craftsman": Message(_("everybody produces; one more good for you")),
    "trader": Message(_("everybody may sell; you get 1 more")),
    "captain": Message(_("everybody ships; 1 VP more for you")),
    "prospector": Message(_("1 doubloon for you")),
    "prospector 2": Message(_("1 doubloon for you")),
}


def question(position: State) -> Question:
    """What the seat to move is asked; seat NOBODY and no offers when the game is over."""
    stage = STAGE_NAMES[position.stage]
    return Question(
        seat=int(position.actor),
        stage=stage,
        form="placement" if position.stage == COLONISTS else "choice",
        prompt=_prompt(position, stage),
        offers=_offers(position),
    )


def _prompt(position: State, stage: str) -> Message:
    prompt = PROMPTS[stage]
    if position.stage in (HOSPICE, UNIVERSITY):
        return Message(prompt.msgid, {"place": names.place_in_full(PLACE_NAMES[position.latest])})
    return prompt


def _offers(position: State) -> tuple[Offer, ...]:
    if position.is_over():
        return ()
    if position.stage == COLONISTS:
        return _placement_offers(position)
    if position.stage == STORING:
        return tuple(_storing_offer(position, plies) for plies in wording.storings(position))
    return tuple(_offer(position, move) for move in wording.listed_moves(position))


def _offer(position: State, move: int) -> Offer:
    text = wording.move_text(position, move)
    if move == moves.PASS:
        return Offer(text, _pass_label(position), None, ("pass",))
    if move == moves.DRAW:
        return Offer(text, Message(_("Draw a face-down plantation")), Message(_("hacienda")), ("stack",))
    if move == moves.TAKE_COLONIST:
        return _colonist_offer(position, text)
    if moves.is_pick(move):
        return _role_offer(position, text, CARD_NAMES[move - moves.PICK], move - moves.PICK)
    if moves.is_take(move):
        return _tile_offer(text, TILE_NAMES[move - moves.TAKE])
    if moves.is_building(move):
        return _building_offer(position, text, move - moves.BUILD)
    if moves.is_extra(move):
        good = GOOD_NAMES[move - moves.EXTRA]
        return Offer(text, Message(_("One more {good}"), {"good": names.good(good)}), None, (f"good:{good}",))
    if moves.is_sale(move):
        return _sale_offer(position, text, move - moves.SELL)
    return _loading_offer(position, text, move)


def _pass_label(position: State) -> Message:
    if position.stage in (HOSPICE, UNIVERSITY, MAYOR):
        return Message(_("No colonist"))
    return Message(_("Pass"))


def _role_offer(position: State, text: str, role: str, card: int) -> Offer:
    doubloons = int(position.card_doubloons[card])
    effect = ROLE_EFFECTS[role]
    if doubloons:
        effect = counted(
            ngettext_noop("{effect}; +{count} doubloon on the card", "{effect}; +{count} doubloons on the card"),
            doubloons,
            effect=effect,
        )
    return Offer(text, Message(_("Pick the {role}"), {"role": names.role(role)}), effect, (f"role:{role}",))


def _tile_offer(text: str, tile: str) -> Offer:
    target = tile if tile == "quarry" else f"plantation:{tile}"
    return Offer(text, Message(_("Take {tile}"), {"tile": names.one_tile(tile)}), None, (target,))


def _colonist_offer(position: State, text: str) -> Offer:
    """In the mayor's case the colonist goes to San Juan first and is placed with the others."""
    if position.stage == MAYOR:
        return Offer(text, Message(_("Take one more colonist")), None, ("colonist",))
    place = PLACE_NAMES[position.latest]
    label = Message(_("Put a colonist on the {place}"), {"place": names.place_in_full(place)})
    return Offer(text, label, None, ("colonist", f"place:{place}"))


def _building_offer(position: State, text: str, place: int) -> Offer:
    building = PLACE_NAMES[place]
    price = price_for(position, int(position.actor), place)
    label = counted(
        ngettext_noop("Build the {building} for {count} doubloon", "Build the {building} for {count} doubloons"),
        price,
        building=names.building(building),
    )
    return Offer(text, label, names.effect(building), (f"building:{building}",))


def _doubloons(count: int) -> Message:
    return counted(ngettext_noop("{count} doubloon", "{count} doubloons"), count)


def _sale_offer(position: State, text: str, good: int) -> Offer:
    name = GOOD_NAMES[good]
    effect = _doubloons(int(trader.sale_price(position, position.actor, good)))
    return Offer(text, Message(_("Sell {good}"), {"good": names.good(name)}), effect, (f"good:{name}", "house"))


def _loading_offer(position: State, text: str, move: int) -> Offer:
    seat, good, ship = position.actor, moves.loaded_good(move), moves.loaded_ship(move)
    name = GOOD_NAMES[good]
    barrels = int(captain.loaded_barrels(position, seat, good, ship))
    effect = Message(_("{points} VP"), {"points": barrels + int(captain.loading_bonus(position, seat))})
    told: dict[str, int | str | Message] = {"barrels": barrels, "good": names.good(name)}
    if ship == moves.BY_WHARF:
        return Offer(text, Message(_("Ship {barrels} {good} by the wharf"), told), effect, (f"good:{name}", "wharf"))
    size = int(ship_size(position.seats, ship))
    label = Message(_("Ship {barrels} {good} on ship {ship}"), {**told, "ship": size})
    return Offer(text, label, effect, (f"good:{name}", f"ship:{size}"))


def _storing_offer(position: State, plies: list[int]) -> Offer:
    steps = [wording.step_of(position, ply) for ply in plies]
    seat = position.actor
    barrels = {name: int(position.good_of(seat, good)) for good, name in enumerate(GOOD_NAMES)}
    kept = {step.noun: barrels[step.noun] if step.verb == STORE else 1 for step in steps}
    # Kinds that were put away before this line are kept as well.
    stored = {name: barrels[name] for good, name in enumerate(GOOD_NAMES) if position.stored >> good & 1}
    lost = {name: count - kept.get(name, 0) for name, count in barrels.items() if name not in stored}
    effect = Message(_("gives back {goods}"), {"goods": names.amounts(lost)}) if any(lost.values()) else None
    label = Message(_("Keep {goods}"), {"goods": names.amounts(kept)})
    return Offer(wording.text_of(steps), label, effect, tuple(f"good:{good}" for good in kept))


def _placement_offers(position: State) -> tuple[Offer, ...]:
    """Two ways to say the suggestion: every other placement is written, or clicked, circle by circle."""
    steps = wording.suggested_steps(position)
    auto, written = wording.answers(position)
    label = Message(_("As suggested"))
    spelled = Message(_("The suggestion, written out"))
    effect = listed(
        [Message(_("{place} {count}"), {"place": names.place(step.noun), "count": step.count}) for step in steps]
    )
    return (Offer(auto, label, effect, ()), Offer(written, spelled, effect, ()))
