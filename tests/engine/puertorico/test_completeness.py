"""Nothing legal is missing and nothing else is offered: every question of whole games, answered again from docs/rules.

What a seat may do is worked out here a second time, slowly, from what everybody sees of the table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from games.engine.contract import Event
from games.engine.puertorico.components import GOOD_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.view import PlayerView, PuertoRicoView
from tests.engine.puertorico.games import start
from tests.engine.puertorico.positions import PUERTO_RICO, seen

ONE_COLONIST = {"pass", "take colonist"}


def works(player: PlayerView, building: str) -> bool:
    return any(owned.building == building and owned.colonists for owned in player.city)


def can_draw(view: PuertoRicoView, player: PlayerView) -> bool:
    tiles = view.stock.face_down + view.stock.discarded
    return works(player, "hacienda") and player.island_free > 0 and tiles > 0


def roles(view: PuertoRicoView) -> set[str]:
    money = {card.role: card.doubloons for card in view.role_cards if card.taken_by is None}
    if "prospector" in money and money["prospector"] == money.get("prospector 2"):
        del money["prospector 2"]
    return set(money)


def tiles(view: PuertoRicoView, player: PlayerView) -> set[str]:
    if player.island_free == 0:
        return set()
    kinds = set(view.face_up)
    if view.quarries and (player.seat == view.picker or works(player, "construction hut")):
        kinds.add("quarry")
    return {f"take {kind}" for kind in kinds}


def buildings(view: PuertoRicoView, player: PlayerView) -> set[str]:
    quarries = sum(stack.occupied for stack in player.island if stack.kind == "quarry")
    owned = {building.building for building in player.city}
    bought = set()
    for building in view.buildings:
        price = building.price - min(quarries, building.column) - (player.seat == view.picker)
        if building.count and building.building not in owned and building.spaces <= player.city_free:
            if max(price, 0) <= player.doubloons:
                bought.add(f"build {building.building}")
    return bought


def extras(view: PuertoRicoView, produced: set[str]) -> set[str]:
    return {f"extra {good}" for good in produced if view.goods_supply[good]}


def sales(view: PuertoRicoView, player: PlayerView) -> set[str]:
    if len(view.trading_house) == 4:
        return set()
    office = works(player, "office")
    return {
        f"sell {good}"
        for good, barrels in player.goods.items()
        if barrels and (office or good not in view.trading_house)
    }


def on_ships(view: PuertoRicoView, player: PlayerView) -> set[str]:
    loadings = set()
    for good, barrels in player.goods.items():
        carrying = [ship for ship in view.ships if ship.good == good]
        taken = {ship.size: min(barrels, ship.size) for ship in view.ships if ship.good is None}
        if carrying:
            taken = {ship.size: min(barrels, ship.size - ship.barrels) for ship in carrying}
        most = max(taken.values(), default=0)
        loadings |= {f"ship {good} {size}" for size, barrels in taken.items() if barrels == most > 0}
    return loadings


def by_wharf(player: PlayerView) -> set[str]:
    if player.wharf_used or not works(player, "wharf"):
        return set()
    return {f"ship {good} wharf" for good, barrels in player.goods.items() if barrels}


def loadings(view: PuertoRicoView, player: PlayerView) -> set[str]:
    duty = on_ships(view, player)
    return duty | by_wharf(player) | (set() if duty else {"pass"})


def storings(player: PlayerView) -> set[str]:
    owned = [good for good in GOOD_NAMES if player.goods[good]]
    warehouses = works(player, "small warehouse") + 2 * works(player, "large warehouse")
    return {
        ", ".join([f"store {good}" for good in whole] + [f"keep {single}"])
        for whole in combinations(owned, warehouses)
        for single in owned
        if single not in whole
    }


def answers_by_the_book(view: PuertoRicoView, drawn: bool, produced: set[str]) -> set[str]:
    assert view.to_move is not None
    player = view.players[view.to_move]
    draw = {"draw"} if not drawn and can_draw(view, player) else set()
    return {
        "role": lambda: roles(view),
        "settler": lambda: {"pass"} | draw | tiles(view, player),
        "hospice": lambda: ONE_COLONIST,
        "mayor": lambda: ONE_COLONIST,
        "builder": lambda: {"pass"} | buildings(view, player),
        "university": lambda: ONE_COLONIST,
        "craftsman": lambda: {"pass"} | extras(view, produced),
        "trader": lambda: {"pass"} | sales(view, player),
        "captain": lambda: loadings(view, player),
        "storing": lambda: storings(player),
    }[view.stage]()


def idle_by_the_book(view: PuertoRicoView, player: PlayerView) -> bool:
    """Whether a seat that the question has passed over could indeed do nothing."""
    if view.stage == "settler":
        return not can_draw(view, player) and not tiles(view, player)
    if view.stage == "builder":
        return not buildings(view, player)
    if view.stage == "trader":
        return not sales(view, player)
    if view.stage == "captain":
        return not on_ships(view, player) and not by_wharf(player)
    return True


def passed_over(before: PuertoRicoView, answer: str, after: PuertoRicoView) -> Iterator[PlayerView]:
    """The seats that could have been asked between two questions of one phase, and were not."""
    assert before.to_move is not None
    if before.phase != after.phase or answer == "draw" or after.stage in ("hospice", "university"):
        return
    seat = before.to_move if before.stage == "role" else (before.to_move + 1) % after.seats
    while seat != after.to_move:
        yield after.players[seat]
        seat = (seat + 1) % after.seats


def produced_by_picker(events: list[Event], view: PuertoRicoView) -> set[str]:
    """The kinds that the craftsman has produced in the latest craftsman phase."""
    for event in reversed(events):
        if event.kind == "produces" and event.seat == view.picker:
            made = event.data["goods"]
            assert isinstance(made, dict)
            return set(made)
    return set()


def busy_game(seats: int, seed: int) -> Iterator[tuple[PuertoRicoPosition, str]]:
    """Every question of a game and the answer given to it: at random, but colonists go where they are of use."""
    dice = random.Random(seed)
    position = start(seats, secret=bytes([seed]) * 32, open_vp="on", edition=dice.choice(["2014", "first"]))
    position.listener = []
    while not position.is_over():
        offers = [offer.text for offer in PUERTO_RICO.question(position).offers]
        active = [text for text in offers if text != "pass"]
        answer = offers[0] if offers[0].startswith("place") else dice.choice(active if dice.random() < 0.8 else offers)
        yield position, answer
        PUERTO_RICO.submit(position, answer)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_exactly_the_legal_answers_are_offered_and_who_is_passed_over_has_none(seats: int) -> None:
    before: PuertoRicoView | None = None
    answered = ""
    stages = set()
    for position, answer in busy_game(seats, seed=seats):
        view = seen(position)
        drawn = False
        if before is not None:
            assert all(idle_by_the_book(view, player) for player in passed_over(before, answered, view))
            drawn = answered == "draw" and before.to_move == view.to_move
        if view.stage != "colonists":
            assert position.listener is not None
            produced = produced_by_picker(position.listener, view)
            offered = {offer.text for offer in PUERTO_RICO.question(position).offers}
            assert offered == answers_by_the_book(view, drawn, produced)
        stages.add(view.stage)
        before, answered = view, answer
    assert stages >= {"role", "settler", "mayor", "colonists", "builder", "craftsman", "trader", "captain"}
