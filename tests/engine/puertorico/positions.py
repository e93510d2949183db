"""Positions to test on, written as the table looks: what is not mentioned lies where it belongs at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.contract import Event, Position
from games.engine.puertorico import components as box
from games.engine.puertorico.view import PlayerView, PuertoRicoView
from games.engine.registry import game

PUERTO_RICO = game("puerto-rico")


KINDS_OF_NOBLES = {building.name for building in box.BUILDINGS if building.box == box.EXPANSION_2}
NEW_KINDS = {building.name for building in box.BUILDINGS if building.box != box.BASE}

AT_REST = {
    "settler": {"guesthouse": {"drew": False}, "library": {"second_tile": False}},
    "craftsman": {"library": {"extras_left": 1, "lowest_extra": "corn"}},
    "trader": {"land office": {"traded": []}},
    "captain": {
        "small wharf": {"small_wharfs_used": []},
        "union hall": {"had_a_turn": []},
        "royal supplier": {"have_loaded": [], "have_supplied": [], "supplied_now": 0, "supplied_last": None},
    },
    "small wharf": {
        "small wharf": {"small_wharfs_used": []},
        "union hall": {"had_a_turn": []},
        "royal supplier": {"have_loaded": [], "have_supplied": []},
    },
    "storing": {"storehouse": {"singles": {}}},
}
"""What a stage says of itself for the sake of a building in play, when nothing of it has happened yet."""


@dataclass
class Player:
    """One seat. island: tiles by kind, with how many of them are occupied; city: colonists by building.

    nobles: how many of the colonists on a place ("San Juan" too) are nobles. forests: by what they were as plantations;
    secret_forests: those of them that only this seat has seen.
    """

    doubloons: int = 0
    vp: int = 0
    beyond: int = 0
    san_juan: int = 0
    goods: dict[str, int] = field(default_factory=dict)
    island: dict[str, tuple[int, int]] = field(default_factory=dict)
    city: dict[str, int] = field(default_factory=dict)
    nobles: dict[str, int] = field(default_factory=dict)
    forests: dict[str, int] = field(default_factory=dict)
    secret_forests: dict[str, int] = field(default_factory=dict)

    def colonists(self) -> int:
        """Nobles too."""
        return self.san_juan + sum(occupied for _, occupied in self.island.values()) + sum(self.city.values())

    def to_json(self, nobles: bool, forests: bool) -> dict[str, object]:
        """nobles, forests: whether they are in the game."""
        stored: dict[str, object] = {
            "doubloons": self.doubloons,
            "vp_chips": self.vp,
            "vp_beyond_pool": self.beyond,
            "san_juan": self.san_juan,
            "goods": self.goods,
            "island": {kind: {"tiles": tiles, "colonists": men} for kind, (tiles, men) in self.island.items()},
            "city": self.city,
        }
        if nobles:
            stored["nobles_in_san_juan"] = self.nobles.get("San Juan", 0)
            stored["island"] = {
                kind: {"tiles": tiles, "colonists": men, "nobles": self.nobles.get(kind, 0)}
                for kind, (tiles, men) in self.island.items()
            }
            stored["city"] = {
                kind: {"colonists": men, "nobles": self.nobles.get(kind, 0)} for kind, men in self.city.items()
            }
        if forests:
            stored["forests"] = self.forests
            stored["secret_forests"] = self.secret_forests
        return stored


def written(
    *players: Player,
    governor: int = 0,
    picks: int = 1,
    round: int = 1,
    picker: int | None = None,
    taken: Mapping[str, int] | None = None,
    card_doubloons: Mapping[str, int] | None = None,
    role: str | None = None,
    stage: str = "role",
    to_move: int | None = None,
    stage_state: Mapping[str, object] | None = None,
    ends: Sequence[str] = (),
    ships: Mapping[int, tuple[str, int]] | None = None,
    house: Sequence[str] = (),
    face_up: Mapping[str, int] | None = None,
    face_down: Mapping[str, int] | None = None,
    discards: Mapping[str, int] | None = None,
    goods_supply: Mapping[str, int] | None = None,
    colonist_supply: int | None = None,
    colonist_ship: int | None = None,
    vp_pool: int | None = None,
    edition: str = "2014",
    open_vp: str = "on",
    random: Sequence[int] = (1, 2, 3, 4),
    buildings: str | None = None,
    violet_buildings: Sequence[str] | None = None,
    new_buildings: str = "on",
    exclusions: str = "on",
    nobles: bool | None = None,
    long_game: bool = False,
    noble_supply: int | None = None,
    noble_ship: int | None = None,
) -> dict[str, object]:
    """The JSON of a position with these players; whatever is said to be missing from a supply is the last player's.

    The governor is the picker unless told otherwise. Tiles not accounted for lie face down, or are discarded where
    `face_down` is given.

    Who owns a building of an expansion plays with it: then, unless told otherwise, all kinds of the basic game and of
    expansion I are in play (option `buildings` "list"), with nobles those of expansion II too. Fields of stage_state
    that are not given are as when nothing has happened yet.
    """
    seats = len(players)
    players = tuple(Player(**vars(player)) for player in players)
    last = players[-1]
    last.goods, last.nobles = dict(last.goods), dict(last.nobles)
    picker = governor + picks - 1 if picker is None else picker
    owned = {building for player in players for building in player.city}
    if nobles is None:
        nobles = bool(owned & KINDS_OF_NOBLES) or any(player.nobles for player in players)
    if buildings is None:
        expanded = nobles or bool(owned & NEW_KINDS) or violet_buildings is not None
        expanded = expanded or any(player.forests for player in players)
        buildings = "list" if expanded else "base"
    options: dict[str, object] = {"edition": edition, "open_vp": open_vp, "first_governor": "random"}
    if buildings != "base":
        options["buildings"] = buildings
    if nobles:
        options["nobles"] = "on"
    if long_game:
        options["long_game"] = "on"
    if new_buildings == "off":
        options["new_buildings"] = "off"
    if exclusions == "off":
        options["exclusions"] = "off"
    pool = box.BASE_SELECTION
    if buildings != "base":
        pool |= (box.OF_EXPANSION_1 if new_buildings == "on" else 0) | (box.OF_EXPANSION_2 if nobles else 0)
    in_play = set(_names(pool)) if violet_buildings is None else set(violet_buildings)
    if buildings in ("list", "draft", "random"):
        options["violet_buildings"] = [kind for kind in _names(box.SELECTABLE) if kind in in_play]
    selection = sum(1 << place for place, kind in enumerate(box.PLACE_NAMES) if kind in in_play)
    state = dict(stage_state or {})
    for building, at_rest in AT_REST.get(stage, {}).items():
        if building in in_play and buildings != "base":
            state = {**at_rest, **state}

    goods = dict(zip(box.GOOD_NAMES, (int(count) for count in box.goods_in_game(seats)), strict=True))
    for kind, barrels in (ships or {}).values():
        goods[kind] -= barrels
    for kind in house:
        goods[kind] -= 1
    for player in players:
        for kind, barrels in player.goods.items():
            goods[kind] -= barrels
    for kind, left in (goods_supply or {}).items():
        last.goods[kind] = last.goods.get(kind, 0) + goods[kind] - left
        goods[kind] = left

    tiles = dict(zip(box.GOOD_NAMES, (int(count) for count in box.tiles_in_game(seats)), strict=True))
    quarries = int(box.QUARRIES[seats])
    for player in players:
        for kind, (count, _) in player.island.items():
            if kind == "quarry":
                quarries -= count
            else:
                tiles[kind] -= count
        for kind, count in player.forests.items():
            tiles[kind] -= count
    if "drawn" in state:
        tiles[str(state["drawn"])] -= 1
    for lying in (face_up, discards):
        for kind, count in (lying or {}).items():
            tiles[kind] -= count
    thrown = dict(discards or {})
    if face_down is not None:
        for kind in tiles:
            thrown[kind] = thrown.get(kind, 0) + tiles[kind] - face_down.get(kind, 0)
            tiles[kind] = face_down.get(kind, 0)

    passenger = 1 if nobles and noble_ship is None else noble_ship or 0
    men = box.NOBLES - passenger - sum(sum(player.nobles.values()) for player in players)
    if noble_supply is not None:
        last.nobles["San Juan"] = last.nobles.get("San Juan", 0) + men - noble_supply
        last.san_juan += men - noble_supply
        men = noble_supply

    ship = seats - passenger if colonist_ship is None else colonist_ship
    colonists = int(box.colonists_in_game(seats, int(nobles), int(long_game))) - ship
    colonists -= sum(player.colonists() - sum(player.nobles.values()) for player in players)
    if colonist_supply is not None:
        last.san_juan += colonists - colonist_supply
        colonists = colonist_supply

    chips = int(box.vp_pool(seats, box.EDITION_NAMES.index(edition), int(long_game)))
    chips -= sum(player.vp for player in players)
    if vp_pool is not None:
        last.vp += chips - vp_pool
        chips = vp_pool

    stock = {
        box.PLACE_NAMES[place]: int(count) - sum(box.PLACE_NAMES[place] in player.city for player in players)
        for place, count in enumerate(box.buildings_in_game(seats, selection, 1 if buildings == "all" else 0))
        if count
    }
    cards = [card for number, card in enumerate(box.CARD_NAMES) if (box.cards_in_game(seats) >> number) & 1]
    sizes = [int(box.ship_size(seats, ship)) for ship in range(box.SHIPS[seats])]
    stored: dict[str, object] = {
        "game": "puerto-rico",
        "version": 1,
        "seats": seats,
        "options": options,
        "plies": 0,
        "revealed": 0,
        "random": list(random),
        "round": round,
        "picks": picks,
        "governor": governor,
        "stage": stage,
        "to_move": picker % seats if to_move is None else to_move,
        "picker": None if stage == "draft" else picker % seats,
        "role": role,
        "stage_state": state,
        "ends": list(ends),
        "role_cards": {
            card: {"doubloons": (card_doubloons or {}).get(card, 0), "taken_by": (taken or {}).get(card)}
            for card in cards
        },
        "colonist_supply": colonists,
        "colonist_ship": ship,
        "vp_pool": chips,
        "quarries": quarries,
        "face_up": dict(face_up or {}),
        "face_down": tiles,
        "discards": thrown,
        "goods_supply": goods,
        "buildings": stock,
        "ships": [
            {
                "size": size,
                "good": (ships or {}).get(size, (None, 0))[0],
                "barrels": (ships or {}).get(size, (None, 0))[1],
            }
            for size in sizes
        ],
        "trading_house": {kind: list(house).count(kind) for kind in box.GOOD_NAMES},
        "players": [player.to_json(nobles, buildings != "base" and "forest house" in in_play) for player in players],
    }
    if nobles:
        stored["noble_supply"] = men
        stored["noble_ship"] = passenger
    return stored


def _names(kinds: int) -> list[str]:
    """The names of a set of buildings, in their order."""
    return [name for place, name in enumerate(box.PLACE_NAMES) if (kinds >> place) & 1]


def set_up(*players: Player, **details: object) -> Position:
    """The position that `written` describes, listened to."""
    position = PUERTO_RICO.from_json(written(*players, **details))  # type: ignore[arg-type]
    position.listener = []
    return position


def play(position: Position, *lines: str) -> list[Event]:
    """Play lines of notation, each for the seat to move; returns what happened."""
    assert position.listener is not None
    before = len(position.listener)
    for line in lines:
        PUERTO_RICO.submit(position, line)
    return position.listener[before:]


def seen(position: Position) -> PuertoRicoView:
    """What an onlooker sees; the tests play with open victory points."""
    view = PUERTO_RICO.view(position, None)
    assert isinstance(view, PuertoRicoView)
    return view


def player(position: Position, seat: int) -> PlayerView:
    return seen(position).players[seat]


def asked(position: Position) -> tuple[str, int | None]:
    """The stage and the seat to move."""
    view = seen(position)
    return view.stage, view.to_move


def answers(position: Position) -> list[str]:
    """The canonical texts of all legal plies."""
    return [PUERTO_RICO.move_text(position, move) for move in position.legal_moves()]


def told(events: list[Event], kind: str) -> list[dict[str, object]]:
    """The data of all events of a kind, with their seat."""
    return [{"seat": int(event.seat), **event.data} for event in events if event.kind == kind]
