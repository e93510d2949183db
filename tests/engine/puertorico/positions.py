"""Positions to test on, written as the table looks: what is not mentioned lies where it belongs at the start."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.contract import Event, Position
from games.engine.puertorico import components as box
from games.engine.puertorico.view_types import PlayerView, PuertoRicoView
from games.engine.registry import game

PUERTO_RICO = game("puerto-rico")


OF_THE_RULEBOOKS = [
    building for building in box.BUILDINGS if building.box in (box.BASE, box.EXPANSION_1, box.EXPANSION_2)
]
"""Buildings that draft, random and all select from; others come into play only when the host lists them."""
KINDS_OF_NOBLES = {building.name for building in box.BUILDINGS if building.box == box.EXPANSION_2}
NEW_KINDS = {building.name for building in box.BUILDINGS if building.box != box.BASE}

AT_REST: Mapping[str, Mapping[str, Mapping[str, object]]] = {
    "guests": {"guesthouse": {"at_end": False}},
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


@dataclass
class Table:
    """What lies around the players. What is said to be missing from a supply is the last player's.

    picker: the governor unless told otherwise. face_down: where it is given, the tiles not accounted for are
    discarded, else they lie face down. violet_buildings: the kinds in play. stage_state: fields that are not given are
    as when nothing has happened yet.

    Who owns a building of an expansion plays with it: then, unless told otherwise, all kinds of the basic game and of
    expansion I are in play (option `buildings` "list"), with nobles those of expansion II too.
    """

    players: tuple[Player, ...]
    governor: int = 0
    picks: int = 1
    round: int = 1
    picker: int | None = None
    taken: Mapping[str, int] = field(default_factory=dict)
    card_doubloons: Mapping[str, int] = field(default_factory=dict)
    role: str | None = None
    stage: str = "role"
    to_move: int | None = None
    stage_state: Mapping[str, object] = field(default_factory=dict)
    ends: Sequence[str] = ()
    ships: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    house: Sequence[str] = ()
    face_up: Mapping[str, int] = field(default_factory=dict)
    face_down: Mapping[str, int] | None = None
    discards: Mapping[str, int] = field(default_factory=dict)
    goods_supply: Mapping[str, int] = field(default_factory=dict)
    colonist_supply: int | None = None
    colonist_ship: int | None = None
    noble_supply: int | None = None
    noble_ship: int | None = None
    vp_pool: int | None = None
    edition: str = "2014"
    open_vp: str = "on"
    random: Sequence[int] = (1, 2, 3, 4)
    buildings: str | None = None
    violet_buildings: Sequence[str] | None = None
    new_buildings: str = "on"
    exclusions: str = "on"
    nobles: bool | None = None
    long_game: bool = False
    rules_version: int = box.LATEST_RULES

    def __post_init__(self) -> None:
        self.players = tuple(copy.deepcopy(player) for player in self.players)
        owned = {building for player in self.players for building in player.city}
        if self.nobles is None:
            self.nobles = bool(owned & KINDS_OF_NOBLES) or any(player.nobles for player in self.players)
        if self.buildings is None:
            new = owned & NEW_KINDS or any(player.forests for player in self.players)
            self.buildings = "list" if new or self.nobles or self.violet_buildings is not None else "base"

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def last(self) -> Player:
        return self.players[-1]

    def kinds(self) -> list[str]:
        """The kinds of buildings in play that can be selected, in the order of the tables."""
        if self.violet_buildings is not None:
            return [kind for kind in _names(box.SELECTABLE_BUILDINGS) if kind in self.violet_buildings]
        pool = box.BASE_SELECTION
        if self.buildings != "base":
            pool |= (box.EXPANSION_1_BUILDINGS if self.new_buildings == "on" else 0) | (
                box.EXPANSION_2_BUILDINGS if self.nobles else 0
            )
        return _names(pool)

    def plays_with(self, kind: str) -> bool:
        return self.buildings != "base" and kind in self.kinds()

    def options(self) -> dict[str, object]:
        """Those of the expansions only where they are not what they are by themselves."""
        options: dict[str, object] = {"edition": self.edition, "open_vp": self.open_vp, "first_governor": "random"}
        if self.buildings != "base":
            options["buildings"] = self.buildings
        if self.buildings in ("list", "draft", "random"):
            options["violet_buildings"] = self.kinds()
        if self.nobles:
            options["nobles"] = "on"
        if self.long_game:
            options["long_game"] = "on"
        if self.new_buildings == "off":
            options["new_buildings"] = "off"
        if self.exclusions == "off":
            options["exclusions"] = "off"
        return options

    def whole_stage_state(self) -> dict[str, object]:
        at_rest = [state for kind, state in AT_REST.get(self.stage, {}).items() if self.plays_with(kind)]
        return {field: value for state in [*at_rest, self.stage_state] for field, value in state.items()}

    def goods(self) -> dict[str, int]:
        """The supply of goods."""
        goods = dict(zip(box.GOOD_NAMES, (int(count) for count in box.goods_in_game(self.seats)), strict=True))
        _take_away(goods, *({kind: barrels} for kind, barrels in self.ships.values()))
        _take_away(goods, Counter(self.house), *(player.goods for player in self.players))
        for kind, left in self.goods_supply.items():
            self.last.goods[kind] = self.last.goods.get(kind, 0) + goods[kind] - left
            goods[kind] = left
        return goods

    def tiles(self) -> tuple[dict[str, int], dict[str, int]]:
        """The face-down and the discarded tiles."""
        tiles = dict(zip(box.GOOD_NAMES, (int(count) for count in box.tiles_in_game(self.seats)), strict=True))
        for player in self.players:
            planted = {kind: count for kind, (count, _) in player.island.items() if kind != "quarry"}
            _take_away(tiles, planted, player.forests)
        _take_away(tiles, self.face_up, self.discards)
        if "drawn" in self.stage_state:
            _take_away(tiles, {str(self.stage_state["drawn"]): 1})
        if self.face_down is None:
            return tiles, dict(self.discards)
        face_down = {kind: self.face_down.get(kind, 0) for kind in tiles}
        return face_down, {kind: self.discards.get(kind, 0) + tiles[kind] - face_down[kind] for kind in tiles}

    def quarries(self) -> int:
        return int(box.QUARRIES[self.seats]) - sum(player.island.get("quarry", (0, 0))[0] for player in self.players)

    def noble_passengers(self) -> int:
        return (1 if self.nobles else 0) if self.noble_ship is None else self.noble_ship

    def nobles_left(self) -> int:
        """The supply of nobles."""
        left = box.NOBLES - self.noble_passengers() - sum(sum(player.nobles.values()) for player in self.players)
        if self.noble_supply is None:
            return left
        self.last.nobles["San Juan"] = self.last.nobles.get("San Juan", 0) + left - self.noble_supply
        self.last.san_juan += left - self.noble_supply
        return self.noble_supply

    def colonist_passengers(self) -> int:
        return self.seats - self.noble_passengers() if self.colonist_ship is None else self.colonist_ship

    def colonists_left(self) -> int:
        """The supply of colonists."""
        left = int(box.colonists_in_game(self.seats, int(bool(self.nobles)), int(self.long_game)))
        left -= self.colonist_passengers()
        left -= sum(player.colonists() - sum(player.nobles.values()) for player in self.players)
        if self.colonist_supply is None:
            return left
        self.last.san_juan += left - self.colonist_supply
        return self.colonist_supply

    def chips_left(self) -> int:
        """The pool of victory points."""
        left = int(box.vp_pool(self.seats, box.EDITION_NAMES.index(self.edition), int(self.long_game)))
        left -= sum(player.vp for player in self.players)
        if self.vp_pool is None:
            return left
        self.last.vp += left - self.vp_pool
        return self.vp_pool

    def stock(self) -> dict[str, int]:
        """The buildings for sale."""
        selected = sum(1 << box.PLACE_NAMES.index(kind) for kind in self.kinds())
        copies = box.buildings_in_game(self.seats, selected, 1 if self.buildings == "all" else 0)
        return {
            kind: int(count) - sum(kind in player.city for player in self.players)
            for kind, count in zip(box.PLACE_NAMES, copies, strict=True)
            if count
        }

    def cards(self) -> dict[str, object]:
        return {
            card: {"doubloons": self.card_doubloons.get(card, 0), "taken_by": self.taken.get(card)}
            for number, card in enumerate(box.CARD_NAMES)
            if (box.cards_in_game(self.seats) >> number) & 1
        }

    def cargo_ships(self) -> list[dict[str, object]]:
        sizes = [int(box.ship_size(self.seats, ship)) for ship in range(box.SHIPS[self.seats])]
        loads = {size: self.ships.get(size, (None, 0)) for size in sizes}
        return [{"size": size, "good": good, "barrels": barrels} for size, (good, barrels) in loads.items()]

    def to_json(self) -> dict[str, object]:
        """The players come last: they hold what the supplies lack."""
        picker = (self.governor + self.picks - 1 if self.picker is None else self.picker) % self.seats
        face_down, discards = self.tiles()
        people = {"noble_supply": self.nobles_left(), "noble_ship": self.noble_passengers()} if self.nobles else {}
        return {
            "game": "puerto-rico",
            "version": 1,
            **({} if self.rules_version == 1 else {"rules": self.rules_version}),
            "seats": self.seats,
            "options": self.options(),
            "plies": 0,
            "revealed": 0,
            "random": list(self.random),
            "round": self.round,
            "picks": self.picks,
            "governor": self.governor,
            "stage": self.stage,
            "to_move": picker if self.to_move is None else self.to_move,
            "picker": None if self.stage == "draft" else picker,
            "role": self.role,
            "stage_state": self.whole_stage_state(),
            "ends": list(self.ends),
            "role_cards": self.cards(),
            "colonist_supply": self.colonists_left(),
            "colonist_ship": self.colonist_passengers(),
            **people,
            "vp_pool": self.chips_left(),
            "quarries": self.quarries(),
            "face_up": dict(self.face_up),
            "face_down": face_down,
            "discards": discards,
            "goods_supply": self.goods(),
            "buildings": self.stock(),
            "ships": self.cargo_ships(),
            "trading_house": {kind: list(self.house).count(kind) for kind in box.GOOD_NAMES},
            "players": [player.to_json(bool(self.nobles), self.plays_with("forest house")) for player in self.players],
        }


def _names(kinds: int) -> list[str]:
    """The names of a set of buildings, in their order."""
    return [name for place, name in enumerate(box.PLACE_NAMES) if (kinds >> place) & 1]


def _take_away(supply: dict[str, int], *taken: Mapping[str, int]) -> None:
    for counts in taken:
        for kind, count in counts.items():
            supply[kind] -= count


def position_data(*players: Player, **details: object) -> dict[str, object]:
    """The JSON of a position with these players; details as in Table."""
    return Table(players, **details).to_json()  # type: ignore[arg-type]


def set_up(*players: Player, **details: object) -> Position:
    """The position that `written` describes, listened to."""
    position = PUERTO_RICO.from_json(position_data(*players, **details))
    position.listener = []
    return position


def play(position: Position, *lines: str) -> list[Event]:
    """Play lines of notation, each for the seat to move; returns what happened."""
    assert position.listener is not None
    before = len(position.listener)
    for line in lines:
        PUERTO_RICO.submit(position, line)
    return position.listener[before:]


def public_view(position: Position) -> PuertoRicoView:
    """What an onlooker sees; the tests play with open victory points."""
    view = PUERTO_RICO.view(position, None)
    assert isinstance(view, PuertoRicoView)
    return view


def player_view(position: Position, seat: int) -> PlayerView:
    return public_view(position).players[seat]


def question_of(position: Position) -> tuple[str, int | None]:
    """The stage and the seat to move."""
    view = public_view(position)
    return view.stage, view.to_move


def legal_texts(position: Position) -> list[str]:
    """The canonical texts of all legal plies."""
    return [PUERTO_RICO.move_text(position, move) for move in position.legal_moves()]


def events_of_kind(events: list[Event], kind: str) -> list[dict[str, object]]:
    """The data of all events of a kind, with their seat."""
    return [{"seat": int(event.seat), **event.data} for event in events if event.kind == kind]
