"""What a seat may answer, worked out a second time from docs/rules: slowly, and only from what that seat can see.

It knows the table by the seat's own view, and by the events that it has heard since the role was picked. Plies are in
the words of tables.py. The moves of guests are told apart: of them there are some that must be offered, since they
plainly change something, and some that may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from games.engine.contract import Event
from games.engine.puertorico.components import BUILDINGS, GOOD_NAMES
from games.engine.puertorico.view_types import PlayerView, PuertoRicoView

PLANTS = {
    "indigo": ("indigo plant", "small indigo plant"),
    "sugar": ("sugar mill", "small sugar mill"),
    "tobacco": ("tobacco storage",),
    "coffee": ("coffee roaster",),
}
BOARD_SPACES = {1: 1, 2: 2, 3: 1, 4: 1, 5: 2, 6: 1, 7: 1, 8: 2, 9: 1, 10: 5}
EXCLUDED = ({"hacienda", "forest house"}, {"office", "trading post"})
NOBLES_MATTER = {"guesthouse", "land office", "chapel", "hunting lodge", "zoning office"}
GUESTS_MAY = {
    "role": {"library"},
    "settler": {"construction hut", "forest house", "hacienda", "hospice", "library"},
    "hunting lodge": {"hunting lodge"},
    "builder": {"quarry", "university", "black market", "church", "zoning office", "library"},
    "guests": {
        *GOOD_NAMES,
        *(plant for plants in PLANTS.values() for plant in plants),
        *("chapel", "jeweler", "factory", "aqueduct", "specialty factory", "library"),
    },
    "trader": {
        *("trading post", "office", "small market", "large market", "library", "land office", "forest house"),
    },
    "captain": {
        *("lighthouse", "wharf", "small wharf", "harbor", "library", "royal supplier", "union hall"),
    },
    "storing": {"small warehouse", "large warehouse", "storehouse"},
}
"""Where guests can be of use, by stage; the villa, which works in the mayor phase, in all of them."""


@dataclass(frozen=True)
class EarlierPly:
    """A ply that was played."""

    seat: int
    stage: str
    ply: str


@dataclass(frozen=True)
class Table:
    """What one seat knows when it is asked, or passed over."""

    view: PuertoRicoView
    player: PlayerView
    events: Sequence[Event]
    """Since the role was picked; in a draft all of it."""
    earlier_plies: Sequence[EarlierPly] = ()
    """By the same seat in the same stage, without a break."""

    def own_events(self, *kinds: str) -> list[Event]:
        return [event for event in self.events if event.kind in kinds and event.seat == self.player.seat]


# --- the table at a glance ---


def people_on(player: PlayerView, place: str) -> tuple[int, int, int]:
    """Circles, colonists with nobles, nobles; nothing of what the seat does not own."""
    for tiles in player.island:
        if tiles.kind == place and place != "forest":
            return tiles.count, tiles.occupied, tiles.nobles
    for building in player.city:
        if building.building == place:
            return building.circles, building.colonists, building.nobles
    return 0, 0, 0


def owns(player: PlayerView, building: str) -> bool:
    return any(owned.building == building for owned in player.city)


def works(player: PlayerView, building: str) -> bool:
    return people_on(player, building)[1] > 0


def by_noble(player: PlayerView, building: str) -> bool:
    return people_on(player, building)[2] > 0


def by_colonist(player: PlayerView, building: str) -> bool:
    return works(player, building) and not by_noble(player, building)


def tiles_of(player: PlayerView, kind: str) -> int:
    return sum(tiles.count for tiles in player.island if tiles.kind == kind)


def plantations(player: PlayerView) -> list[str]:
    return [good for good in GOOD_NAMES if tiles_of(player, good)]


def owned_goods(player: PlayerView) -> list[str]:
    return [good for good in GOOD_NAMES if player.goods[good]]


def guests(player: PlayerView) -> tuple[int, int]:
    """Colonists and nobles in the guesthouse."""
    _, all_of_them, nobles = people_on(player, "guesthouse")
    return all_of_them - nobles, nobles


def is_picker(table: Table) -> bool:
    return table.player.seat == table.view.picker


# --- the draft and the roles ---


def draft(table: Table) -> set[str]:
    options = table.view.options
    boxes = {"base"}
    boxes |= {"expansion I"} if options.new_buildings == "on" else set()
    boxes |= {"expansion II"} if options.nobles == "on" else set()
    chosen = {str(event.data["building"]) for event in table.events if event.kind == "chooses"}
    filled = Counter(building.price for building in BUILDINGS if building.name in chosen)
    out = set(chosen)
    if options.exclusions == "on":
        out |= {name for pair in EXCLUDED if pair & chosen for name in pair}
    return {
        f"choose {building.name}"
        for building in BUILDINGS
        if building.box in boxes and (building.kind != "production" or building.name == "jeweler")
        if building.name not in out and filled[building.price] < BOARD_SPACES[building.price]
    }


def roles(table: Table) -> set[str]:
    money = {card.role: card.doubloons for card in table.view.role_cards if card.taken_by is None}
    if "prospector" in money and money["prospector"] == money.get("prospector 2"):
        del money["prospector 2"]
    return set(money)


# --- settler ---


def may_draw(table: Table) -> bool:
    view, player = table.view, table.player
    if view.turn.second_tile or table.own_events("draws", "draws_forest", "looks_at"):
        return False
    return works(player, "hacienda") and player.island_free > 0 and view.stock.face_down + view.stock.discarded > 0


def quarry_open(table: Table) -> bool:
    privilege = is_picker(table) and not table.view.turn.second_tile
    return table.view.quarries > 0 and (privilege or works(table.player, "construction hut"))


def waits_for_library(table: Table) -> bool:
    """Whether the second tile is to be had only once a guest has moved to the library."""
    return table.view.turn.second_tile and not works(table.player, "library")


def tiles(table: Table) -> set[str]:
    if table.player.island_free == 0 or waits_for_library(table):
        return set()
    taken = {f"take {kind}" for kind in table.view.face_up}
    if works(table.player, "forest house"):
        taken |= {f"forest {kind}" for kind in table.view.face_up}
    return taken | ({"take quarry"} if quarry_open(table) else set())


def settler(table: Table) -> set[str]:
    return tiles(table) | ({"draw"} if may_draw(table) else set())


def newcomers(table: Table, from_ship: bool) -> set[str]:
    """Whom hospice and university may fetch: nobles from the ship only."""
    if table.view.colonist_supply:
        return {"take colonist"}
    if not from_ship:
        return set()
    aboard = {"take colonist"} if table.view.colonist_ship else set()
    return aboard | ({"take noble"} if table.view.noble_ship else set())


def discards(table: Table) -> set[str]:
    if not by_colonist(table.player, "hunting lodge"):
        return set()
    forests = {f"discard forest {good}" for good, count in table.player.forests.items() if count}
    return {f"discard {good}" for good in plantations(table.player)} | forests


def alone_with_most_space(table: Table) -> bool:
    others = [other.island_free for other in table.view.players if other.seat != table.player.seat]
    return table.player.island_free > max(others)


# --- mayor ---


def mayor(table: Table) -> set[str]:
    two = works(table.player, "library") and table.view.colonist_supply > 1
    return {"pass", "take colonist"} | ({"take 2 colonists"} if two else set())


def placings(table: Table) -> set[str]:
    """All colonists go to circles, place after place; only who has fewer colonists than circles is asked."""
    player = table.player
    circles = {tiles.kind: tiles.count for tiles in player.island if tiles.kind != "forest"}
    circles |= {building.building: building.circles for building in player.city if building.circles}
    placed = [int(earlier.ply.rsplit(" ", 1)[1]) for earlier in table.earlier_plies]
    left = player.colonists - sum(placed)
    place, *later = list(circles)[len(placed) :]
    room_later = sum(circles[other] for other in later)
    fewest, most = max(0, left - room_later), min(circles[place], left)
    return {f"place {place} {count}" for count in range(fewest, most + 1)}


def noble_placings(table: Table) -> set[str]:
    """Who of those placed is noble, place after place where it matters and where there is a choice."""
    player = table.player
    nobles, colonists = player.nobles, player.colonists - player.nobles
    named = dict(earlier.ply.removeprefix("nobles ").rsplit(" ", 1) for earlier in table.earlier_plies)
    everywhere = owns(player, "black market")
    workers = {tiles.kind: tiles.occupied for tiles in player.island}
    workers |= {building.building: building.colonists for building in player.city}
    for place, there in workers.items():
        if not there or not (everywhere or place in NOBLES_MATTER):
            continue
        fewest, most = max(0, there - colonists), min(there, nobles)
        if place in named or fewest == most:
            noble = int(named.get(place, most))
            nobles, colonists = nobles - noble, colonists - there + noble
        else:
            return {f"nobles {place} {count}" for count in range(fewest, most + 1)}
    return set()


# --- builder ---


def price_of(table: Table, printed: int, column: int) -> int:
    player = table.player
    price = printed - min(people_on(player, "quarry")[1], column) - tiles_of(player, "forest") // 2
    if is_picker(table):
        price -= 2 if works(player, "library") else 1
    if by_colonist(player, "zoning office") and column < 4:
        price -= 1
    if by_noble(player, "zoning office") and column == 4:
        price -= 2
    return max(price, 0)


def payers(table: Table) -> dict[str, set[str]]:
    """What the black market would take, by the three kinds of things."""
    player = table.player
    circles = [tiles.kind for tiles in player.island] + [building.building for building in player.city]
    men = set()
    for place in circles:
        _, all_of_them, nobles = people_on(player, place)
        if place != "black market":
            men |= {f"pay colonist {place}"} if all_of_them > nobles else set()
            men |= {f"pay noble {place}"} if nobles else set()
    if player.san_juan > player.nobles_in_san_juan:
        men.add("pay colonist san juan")
    if player.nobles_in_san_juan:
        men.add("pay noble san juan")
    assert player.vp is not None
    return {
        "colonist": men,
        "good": {f"pay {good}" for good in owned_goods(player)},
        "vp": {"pay vp"} if player.vp else set(),
    }


def purchases(table: Table) -> set[str]:
    player = table.player
    money = player.doubloons
    if works(player, "black market"):
        money += sum(1 for things in payers(table).values() if things)
    return {
        f"build {building.building}"
        for building in table.view.buildings
        if building.count and not owns(player, building.building) and building.spaces <= player.city_free
        if price_of(table, building.price, building.column) <= money
    }


def payments(table: Table) -> set[str]:
    """One of each kind at most, colonists first, so that what is owed can still be paid."""
    payment = table.view.turn.payment
    assert payment is not None
    kinds = list(payers(table).items())
    first = max((number + 1 for number, (kind, _) in enumerate(kinds) if kind in payment.paid), default=0)
    allowed: set[str] = set()
    for number in range(first, len(kinds)):
        later = sum(1 for _, things in kinds[number + 1 :] if things)
        if later >= payment.owed - 1:
            allowed |= kinds[number][1]
    return allowed


# --- craftsman ---


def output(player: PlayerView, good: str) -> tuple[int, int]:
    """Occupied plantations and occupied circles of a good's plants."""
    return people_on(player, good)[1], sum(people_on(player, plant)[1] for plant in PLANTS.get(good, ()))


def extras(table: Table) -> set[str]:
    """Of the kinds that the craftsman has produced; with the library two, in ascending order."""
    made = {good for event in table.own_events("produces") for good in GOOD_NAMES if good in str(event.data["goods"])}
    taken = [GOOD_NAMES.index(str(event.data["good"])) for event in table.own_events("extra")]
    if len(taken) >= (2 if works(table.player, "library") else 1):
        return set()
    return {
        f"extra {good}"
        for good in made
        if table.view.goods_supply[good] and GOOD_NAMES.index(good) >= max(taken, default=0)
    }


# --- trader ---


def sales(table: Table) -> set[str]:
    if table.view.turn.sold or len(table.view.trading_house) == 4:
        return set()
    office = works(table.player, "office")
    return {f"sell {good}" for good in owned_goods(table.player) if office or good not in table.view.trading_house}


def post_sales(table: Table) -> set[str]:
    if table.view.turn.sold or not works(table.player, "trading post"):
        return set()
    return {f"sell {good} at trading post" for good in owned_goods(table.player)}


def can_buy_land(table: Table) -> bool:
    return table.player.doubloons >= 1 and table.player.island_free > 0 and bool(table.view.face_up)


def land_deals(table: Table) -> set[str]:
    player = table.player
    if table.view.turn.dealt_in_land:
        return set()
    if by_noble(player, "land office"):
        return {f"sell land {good}" for good in plantations(player)}
    if not works(player, "land office") or not can_buy_land(table):
        return set()
    bought = {f"buy {good}" for good in table.view.face_up}
    if works(player, "forest house"):
        bought |= {f"buy {good} as forest" for good in table.view.face_up}
    return bought


# --- captain ---


def on_ships(table: Table) -> set[str]:
    loadings = set()
    for good in owned_goods(table.player):
        barrels = table.player.goods[good]
        carrying = [ship for ship in table.view.ships if ship.good == good]
        taken = {ship.size: min(barrels, ship.size) for ship in table.view.ships if ship.good is None}
        if carrying:
            taken = {ship.size: min(barrels, ship.size - ship.barrels) for ship in carrying}
        most = max(taken.values(), default=0)
        loadings |= {f"ship {good} {size}" for size, barrels in taken.items() if barrels == most > 0}
    return loadings


def by_wharf(table: Table) -> set[str]:
    if table.player.wharf_used or not works(table.player, "wharf"):
        return set()
    return {f"ship {good} wharf" for good in owned_goods(table.player)}


def by_small_wharf(table: Table) -> set[str]:
    used = bool(table.own_events("small_wharf"))
    return (
        {"ship small wharf"} if works(table.player, "small wharf") and not used and owned_goods(table.player) else set()
    )


def has_loaded(table: Table) -> bool:
    return bool(table.own_events("ships", "wharf", "small_wharf"))


def supplied_now(table: Table) -> list[str]:
    """What the seat has supplied in the turn that it is in."""
    goods: list[str] = []
    for event in table.events:
        if event.seat == table.player.seat and event.kind == "supplies":
            goods.append(str(event.data["good"]))
    return goods


def may_still_supply(table: Table) -> bool:
    return not has_loaded(table) and not (supplied_now(table) and not table.view.turn.supplied)


def supplies(table: Table) -> set[str]:
    """Before the first loading, in one turn: different kinds, no more than there are nobles."""
    if not works(table.player, "royal supplier") or not may_still_supply(table):
        return set()
    given = supplied_now(table)
    if len(given) >= table.player.nobles:
        return set()
    last = max((GOOD_NAMES.index(good) for good in given), default=-1)
    return {f"supply {good}" for good in owned_goods(table.player) if GOOD_NAMES.index(good) > last}


def loadings(table: Table) -> set[str]:
    return on_ships(table) | by_wharf(table) | by_small_wharf(table) | supplies(table)


def cargo(table: Table) -> set[str]:
    """Kind after kind any number of barrels, at least one in all."""
    named = [int(earlier.ply.rsplit(" ", 1)[1]) for earlier in table.earlier_plies]
    kinds = owned_goods(table.player)
    good = kinds[len(named)]
    last_chance = sum(named) == 0 and len(named) + 1 == len(kinds)
    return {f"cargo {good} {count}" for count in range(1 if last_chance else 0, table.player.goods[good] + 1)}


# --- storing ---


def warehouses(player: PlayerView) -> int:
    return works(player, "small warehouse") + 2 * works(player, "large warehouse")


def storings(table: Table) -> set[tuple[str, ...]]:
    """All whole storings: kinds for all warehouses, and of the rest as many single barrels as there is room for."""
    player = table.player
    singles = 4 if works(player, "storehouse") else 1
    ways = set()
    for whole in combinations(owned_goods(player), warehouses(player)):
        loose = [good for good in owned_goods(player) if good not in whole]
        for kept in combinations_with_replacement(loose, singles):
            if all(kept.count(good) <= player.goods[good] for good in kept):
                ways.add((*(f"store {good}" for good in whole), *(f"keep {good}" for good in kept)))
    return ways


# --- guests ---


def rooms(player: PlayerView) -> set[str]:
    """Places with an empty circle."""
    places = [tiles.kind for tiles in player.island] + [building.building for building in player.city]
    return {
        place for place in places if place != "guesthouse" and people_on(player, place)[1] < people_on(player, place)[0]
    }


def guest_moves(player: PlayerView, by_colonist: set[str], by_noble: set[str]) -> set[str]:
    """The moves of the guests there are, to those of these places that have room."""
    colonists, nobles = guests(player)
    moves = {f"guest {place}" for place in by_colonist & rooms(player)} if colonists else set()
    return moves | ({f"noble guest {place}" for place in by_noble & rooms(player)} if nobles else set())


def villa(table: Table) -> set[str]:
    return (
        {"villa"}
        if table.view.noble_supply + table.view.colonist_supply and table.view.options.nobles == "on"
        else set()
    )


def guests_may(table: Table) -> set[str]:
    places = GUESTS_MAY.get(table.view.stage)
    if places is None:
        return set()
    return guest_moves(table.player, places | villa(table), places | villa(table))


def guests_must(table: Table, stage: str, asked: bool) -> set[str]:
    """The moves of guests that alone plainly change something; asked: the seat is asked anyway."""
    useful = USEFUL.get(stage)
    if useful is None:
        return set()
    both = useful(table)
    colonist, noble = set(both), set(both)
    if stage == "hunting lodge" and (plantations(table.player) or any(table.player.forests.values())):
        colonist.add("hunting lodge")
    if stage == "hunting lodge" and alone_with_most_space(table):
        noble.add("hunting lodge")
    if stage == "trader" and not table.view.turn.dealt_in_land:
        colonist |= {"land office"} if can_buy_land(table) else set()
        noble |= {"land office"} if plantations(table.player) else set()
    if stage == "builder":
        costs = costs_by_column(table)
        colonist |= {"zoning office"} if any(cost for column, cost in costs if column < 4) else set()
        noble |= {"zoning office"} if any(cost for column, cost in costs if column == 4) else set()
    if asked:
        colonist, noble = colonist | villa(table), noble | villa(table)
    return guest_moves(table.player, colonist, noble)


def _for_role(table: Table) -> set[str]:
    open_cards = {card.role for card in table.view.role_cards if card.taken_by is None}
    prospects = {"prospector", "prospector 2"} & open_cards
    return {"library"} if prospects or ("mayor" in open_cards and table.view.colonist_supply > 1) else set()


def _for_settler(table: Table) -> set[str]:
    view, player = table.view, table.player
    if not player.island_free:
        return set()
    if waits_for_library(table):
        return {"library"} if view.face_up else set()
    useful = {"construction hut"} if view.quarries and not quarry_open(table) else set()
    if view.face_up:
        useful.add("forest house")
    drawn = table.own_events("draws", "draws_forest", "looks_at")
    if not view.turn.second_tile:
        if not drawn and view.stock.face_down + view.stock.discarded:
            useful.add("hacienda")
        if tiles(table) and newcomers(table, view.options.edition == "first"):
            useful.add("hospice")
    return useful


def costs_by_column(table: Table) -> list[tuple[int, int]]:
    """Column and price of everything that the seat can build."""
    bought = purchases(table)
    return [
        (building.column, price_of(table, building.price, building.column))
        for building in table.view.buildings
        if f"build {building.building}" in bought
    ]


def _for_builder(table: Table) -> set[str]:
    """Whoever can build anything that costs something would rather pay less, or get something for it."""
    costs = costs_by_column(table)
    useful = {"university"} if costs and newcomers(table, from_ship=True) else set()
    if any(column > 1 for column, _ in costs):
        useful.add("church")
    if any(cost and column > people_on(table.player, "quarry")[1] for column, cost in costs):
        useful.add("quarry")
    if is_picker(table) and any(cost for _, cost in costs):
        useful.add("library")
    return useful


def _for_production(table: Table) -> set[str]:
    view, player = table.view, table.player
    useful = {"chapel"} | ({"jeweler"} if player.nobles else set())
    for good in GOOD_NAMES:
        fields, plants = output(player, good)
        if good == "corn":
            plants = 12
        if view.goods_supply[good] <= min(fields, plants):
            continue
        if fields < plants:
            useful.add(good)
        elif plants < fields:
            useful |= set(PLANTS[good])
    return useful


def _for_trader(table: Table) -> set[str]:
    useful = {"small market", "large market"} if sales(table) else set()
    if is_picker(table) and sales(table) | post_sales(table):
        useful.add("library")
    if not table.view.turn.sold and owned_goods(table.player):
        useful.add("trading post")
    return useful


def _for_captain(table: Table) -> set[str]:
    player = table.player
    useful: set[str] = set()
    if on_ships(table):
        useful |= {"harbor", "lighthouse"}
        if is_picker(table) and not has_loaded(table):
            useful.add("library")
    if owned_goods(player):
        useful |= set() if player.wharf_used else {"wharf"}
        useful |= set() if table.own_events("small_wharf") else {"small wharf"}
        if player.nobles and may_still_supply(table):
            useful.add("royal supplier")
    return useful


USEFUL = {
    "role": _for_role,
    "settler": _for_settler,
    "hunting lodge": lambda _table: set(),
    "builder": _for_builder,
    "guests": _for_production,
    "trader": _for_trader,
    "captain": _for_captain,
}


# --- all together ---


def answers(table: Table) -> set[str]:
    """Every ply that the seat to move may play, guests and storing left aside."""
    first_edition = table.view.options.edition == "first"
    return {
        "draft": lambda: draft(table),
        "role": lambda: roles(table),
        "settler": lambda: {"pass"} | settler(table),
        "forest": lambda: {"plant", "forest"},
        "hospice": lambda: {"pass"} | newcomers(table, first_edition),
        "hunting lodge": lambda: {"pass"} | discards(table),
        "mayor": lambda: mayor(table),
        "ship": lambda: {"take colonist", "take noble"},
        "colonists": lambda: placings(table),
        "nobles": lambda: noble_placings(table),
        "builder": lambda: {"pass"} | purchases(table),
        "black market": lambda: payments(table),
        "university": lambda: {"pass"} | newcomers(table, from_ship=True),
        "guests": lambda: {"pass"},
        "craftsman": lambda: {"pass"} | extras(table),
        "trader": lambda: {"pass"} | sales(table) | post_sales(table) | land_deals(table),
        "captain": lambda: loadings(table) | (set() if on_ships(table) else {"pass"}),
        "small wharf": lambda: cargo(table),
    }[table.view.stage]()


def is_idle(table: Table, stage: str) -> bool:
    """Whether a seat that a phase has passed over could indeed do nothing."""
    doings: dict[str, Callable[[Table], set[str]]] = {
        "settler": settler,
        "hunting lodge": discards,
        "builder": purchases,
        "trader": lambda asked: sales(asked) | post_sales(asked) | land_deals(asked),
        "captain": loadings,
        "guests": lambda _asked: set(),
    }
    return not doings[stage](table) and not guests_must(table, stage, asked=False)


def clockwise(view: PuertoRicoView, first: int, end: int) -> Iterator[int]:
    """The seats from the first one on, up to the one before the end."""
    seat = first % view.seats
    while seat != end % view.seats:
        yield seat
        seat = (seat + 1) % view.seats
