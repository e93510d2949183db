"""What the expansions bring to the board: kinds in play, the draft, nobles, forests, and what can be chosen of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from games.board import Size, board_svg, board_text, mail_png, part_svg, renderer_of, seat_svg
from games.engine.contract import Position
from games.engine.puertorico.components import BUILDINGS, PRODUCTION
from games.engine.puertorico.view_types import PuertoRicoView
from tests.board.svg import SVG, bare_texts, drawings, parsed, targets, titles
from tests.board.tables import EXPANSIONS, NAMES, PUERTO_RICO, table_of, tables
from tests.board.test_drawing import SIZES
from tests.board.test_picture import colours_of
from tests.engine.puertorico.positions import OF_THE_RULEBOOKS, Player, play, set_up

PRICES = {building.name: building.price for building in BUILDINGS}
MAKING_GOODS = {building.name for building in BUILDINGS if building.kind == PRODUCTION} - {"jeweler"}


def game(seats: int = 3, **options: str) -> Position:
    return PUERTO_RICO.new(seats, {"first_governor": "0", **options}, bytes(32))


def listed(*kinds: str, nobles: bool = False) -> Position:
    return game(buildings="list", violet_buildings=", ".join(kinds), nobles="on" if nobles else "off")


def for_sale(root: ElementTree.Element) -> list[str]:
    """The kinds of buildings drawn in the supply, in the order in which they are drawn."""
    shown = [element.get("data-target", "") for element in root.iter(f"{SVG}g")]
    return [target.removeprefix("building:") for target in shown if target.startswith("building:")]


def marks(root: ElementTree.Element, mark: str) -> int:
    """How many of a mark can be seen."""
    uses = [use for use in root.iter(f"{SVG}use") if use.attrib["href"].endswith(f"-{mark}")]
    return sum(use.get("visibility") != "hidden" for use in uses)


def seen(position: Position, viewer: int | None = 0) -> PuertoRicoView:
    return table_of(position, viewer).view


def own_seat(position: Position, viewer: int = 0) -> ElementTree.Element:
    table = table_of(position, viewer)
    return parsed(seat_svg(table.view, table.names, viewer, highlighted=table.highlighted))


def part(position: Position, name: str, viewer: int = 0, size: Size = "wide") -> ElementTree.Element:
    table = table_of(position, viewer)
    return parsed(part_svg(table.view, table.names, name, highlighted=table.highlighted, size=size))


@pytest.mark.parametrize("family", EXPANSIONS)
def test_every_stage_of_every_kind_of_game_is_drawn_with_offers_highlighted(family: str) -> None:
    seats, options = EXPANSIONS[family]
    for table in tables(seats, seed=3, every=400, options=options):
        root = parsed(board_svg(table.view, table.names, highlighted=table.highlighted))
        assert targets(root, highlighted=True) == table.highlighted - {"pass"}
        used = {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")}
        assert used <= {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        assert [text for text in bare_texts(root) if text.strip("×? +").isdigit()] == []
        text = board_text(table.view, table.names)
        assert max(map(len, text.splitlines())) <= 72


@pytest.mark.parametrize("size", SIZES)
def test_all_that_can_be_drawn_of_a_full_table_is_drawn_in_every_size(size: Size) -> None:
    for svg in drawings(table_of(full_table(), 0), size):
        root = parsed(svg)
        used = {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")}
        assert used <= {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        assert "None" not in svg


def full_table() -> Position:
    """A table with everything that both expansions have."""
    anna = Player(
        doubloons=5,
        vp=12,
        san_juan=2,
        goods={"corn": 2, "coffee": 1},
        island={"corn": (2, 2), "tobacco": (1, 0), "coffee": (2, 1), "quarry": (3, 2)},
        city={
            "guesthouse": 2,
            "chapel": 1,
            "statue": 0,
            "fortress": 1,
            "forest house": 1,
            "small market": 1,
            "jeweler": 1,
            "coffee roaster": 2,
            "small wharf": 1,
            "trading post": 0,
        },
        nobles={"chapel": 1, "guesthouse": 1, "corn": 1, "San Juan": 1},
        forests={"corn": 2, "sugar": 1, "indigo": 1},
        secret_forests={"sugar": 1},
    )
    bob = Player(
        doubloons=3,
        island={"sugar": (3, 3), "indigo": (4, 2), "quarry": (1, 1)},
        city={"royal garden": 1, "cloister": 1, "zoning office": 1, "sugar mill": 3, "library": 0},
        nobles={"royal garden": 1, "sugar mill": 2},
        forests={"corn": 1, "tobacco": 2},
        secret_forests={"tobacco": 1},
    )
    return set_up(anna, bob, Player(), round=12, ends=("city",), open_vp="off")


# --- the kinds in play ------------------------------------------------------------------------------------------------


def test_the_supply_shows_just_the_kinds_in_play() -> None:
    shown = for_sale(part(listed("library", "statue", "chapel", "jeweler", nobles=True), "buildings"))
    assert set(shown) == MAKING_GOODS | {"library", "statue", "chapel", "jeweler"}
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize("size", ["wide", "tall"])
def test_all_kinds_at_once_stand_in_their_columns_production_first_then_by_price(size: Size) -> None:
    position = game(4, buildings="all", nobles="on")
    shown = for_sale(part(position, "buildings", size=size))
    assert len(shown) == len(OF_THE_RULEBOOKS)
    columns = {building.name: building.column for building in BUILDINGS}
    for column in (1, 2, 3, 4):
        members = [kind for kind in shown if columns[kind] == column]
        plants = [kind for kind in members if kind in MAKING_GOODS or kind == "jeweler"]
        assert members[: len(plants)] == plants
        for group in (plants, members[len(plants) :]):
            assert [PRICES[kind] for kind in group] == sorted(PRICES[kind] for kind in group)


def test_names_and_effects_of_all_kinds_fit_on_their_tiles() -> None:
    position = game(4, buildings="all", nobles="on")
    for size in SIZES:
        root = part(position, "buildings", size=size)
        assert not [text.text for text in root.iter(f"{SVG}text") if (text.text or "").endswith("…")]


def test_drawings_of_all_kinds_stay_small_enough_for_a_page() -> None:
    table = table_of(game(5, buildings="all", nobles="on"), 0)
    assert len(board_svg(table.view, table.names, highlighted=table.highlighted)) < 160_000
    parts = [part_svg(table.view, table.names, part) for part in renderer_of(table.view).parts]
    assert sum(map(len, parts)) < 100_000


def test_the_jeweler_is_a_production_building_known_by_a_gem_and_not_by_a_good() -> None:
    root = part(listed("jeweler", nobles=True), "buildings")
    assert marks(root, "gem") == 1


def test_a_guesthouse_has_two_circles_and_a_statue_none() -> None:
    position = set_up(Player(city={"guesthouse": 1, "statue": 0}), Player(), Player())
    root = own_seat(position)
    circles = [circle.attrib["data-kind"] for circle in root.iter() if "data-kind" in circle.attrib]
    assert circles.count("guesthouse") == 2
    assert "statue" not in circles
    assert "Guesthouse: 1 of 2 circles occupied" in titles(root)
    assert "Statue: 8 VP, needs no colonist" in titles(root)


# --- the draft --------------------------------------------------------------------------------------------------------


def test_a_draft_shows_what_is_chosen_what_can_be_chosen_and_the_spaces_left() -> None:
    position = game(buildings="draft")
    play_all(position, ["choose library", "choose hacienda"])
    root = part(position, "buildings", viewer=2)
    words = titles(root)
    assert "Library: doubles your privileges, price 8 doubloons, 3 VP, 2 left" in words
    assert re.search("Harbor: .*, 3 VP, can still be chosen", words)
    assert not re.search("Forest house", words)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "price 8: 1 of 2 still to choose" in texts
    assert "price 9: 1 of 1 still to choose" in texts
    play_all(position, ["choose wharf"])
    assert "price 9: all chosen" in [text.text for text in part(position, "buildings").iter(f"{SVG}text")]


def test_in_a_draft_the_buildings_come_before_everything_else() -> None:
    view = seen(game(buildings="draft"))
    board = board_svg(view, NAMES[:3], size="mail")
    assert board.index("Buildings being chosen") < board.index("role:settler")


def test_the_text_of_a_draft_tells_the_open_kinds_by_price() -> None:
    position = game(buildings="draft")
    play_all(position, ["choose library", "choose wharf"])
    text = board_text(seen(position), NAMES[:3])
    choice = " ".join(text.split("BUILDINGS THAT CAN STILL BE CHOSEN")[1].split("BUILDINGS IN PLAY SO FAR")[0].split())
    assert "price 8 (1 of 2 free): university, harbor, specialty factory price 10 (5 of 5 free)" in choice
    assert "price 9" not in choice
    assert "library" in text.split("BUILDINGS IN PLAY SO FAR")[1]


def play_all(position: Position, lines: Sequence[str]) -> None:
    for line in lines:
        PUERTO_RICO.submit(position, line)


# --- nobles -----------------------------------------------------------------------------------------------------------


def test_nobles_have_a_mark_of_their_own_wherever_they_stand() -> None:
    anna = Player(
        san_juan=2,
        island={"corn": (2, 2)},
        city={"chapel": 1, "guesthouse": 2},
        nobles={"chapel": 1, "guesthouse": 1, "San Juan": 1},
    )
    position = set_up(anna, Player(), Player())
    root = own_seat(position)
    # One in the chapel, one of two guests, and the one beside the number of all nobles.
    assert marks(root, "noble") == 3
    assert marks(root, "colonist") == 2 + 1 + 1
    words = titles(root)
    assert "Chapel: 1 of 1 circles occupied, by nobles: 1" in words
    assert "Guesthouse: 2 of 2 circles occupied, by nobles: 1" in words
    assert "3 nobles" in words
    assert "2 in San Juan, nobles: 1" in words


def test_a_plantation_says_that_a_noble_is_on_it() -> None:
    position = set_up(Player(island={"corn": (3, 2)}, nobles={"corn": 1}, city={"chapel": 0}), Player(), Player())
    words = titles(own_seat(position)).splitlines()
    corn = [title for title in words if title.startswith("Corn plantation")]
    assert corn == ["Corn plantation, a noble on it", "Corn plantation, occupied", "Corn plantation, empty"]


def test_the_supply_and_the_ship_count_nobles_apart() -> None:
    position = game(4, buildings="random", nobles="on")
    assert "Noble supply: 19" in titles(part(position, "market"))
    ships = part(position, "ships")
    assert "Colonist ship: 3 colonists and 1 noble" in titles(ships)
    assert (marks(ships, "noble"), marks(ships, "colonist")) == (1, 3)


def test_a_game_without_nobles_shows_none() -> None:
    for options in ({}, {"buildings": "all"}):
        board = board_svg(seen(game(4, **options)), NAMES[:4])
        assert "noble" not in board.lower()


def test_whom_to_take_from_the_ship_is_chosen_on_the_ship() -> None:
    position = game(3, buildings="list", violet_buildings="chapel", nobles="on")
    play_all(position, ["mayor", "pass"])
    assert seen(position).stage == "ship"
    assert targets(part(position, "ships"), highlighted=True) == {"colonist", "noble"}
    assert targets(part(position, "market"), highlighted=True) == set()


def test_the_black_market_takes_victory_points_and_colonists_where_they_are_drawn() -> None:
    anna = Player(doubloons=0, vp=3, san_juan=1, goods={"corn": 1}, city={"black market": 1})
    position = set_up(anna, Player(), Player())
    play(position, "builder", "build construction hut")
    assert seen(position).stage == "black market"
    assert targets(own_seat(position), highlighted=True) == {"vp", "place:San Juan", "good:corn"}


def test_a_circle_to_fill_can_become_a_nobles_where_there_are_nobles() -> None:
    anna = Player(san_juan=3, island={"corn": (4, 0)}, city={"chapel": 0, "hospice": 0}, nobles={"San Juan": 1})
    position = set_up(anna, Player(), Player(), colonist_ship=2, noble_ship=0)
    play(position, "mayor", "pass")
    assert seen(position).placement
    boxes = [box for box in own_seat(position).iter() if box.get("role") == "checkbox"]
    assert len(boxes) == 6
    for box in boxes:
        assert {use.attrib["class"] for use in box.iter(f"{SVG}use")} == {"empty", "colonist", "noble"}
        assert box.attrib["data-noble"].startswith("noble on ")
        assert box.attrib["aria-label"] == box.attrib["data-colonist"]


def test_nobles_stay_red_in_a_mail_picture() -> None:
    colours = colours_of(mail_png(seen(full_table()), NAMES[:3]))
    assert any(red > 180 and green < 65 and 35 < blue < 80 for red, green, blue in colours)


# --- forests ----------------------------------------------------------------------------------------------------------


def forester(**secret: int) -> Position:
    """Anna has a forest of corn that all have seen, and others that only she has."""
    anna = Player(
        island={"coffee": (1, 1)},
        city={"forest house": 1, "hacienda": 1},
        forests={
            "corn": 1 + secret.get("corn", 0),
            **{good: count for good, count in secret.items() if good != "corn"},
        },
        secret_forests=secret,
    )
    return set_up(anna, Player(), Player())


def test_forests_are_tiles_without_a_circle_that_say_what_they_were() -> None:
    root = own_seat(forester(sugar=1))
    assert marks(root, "plant-forest") == 2
    assert {circle.attrib["data-kind"] for circle in root.iter() if "data-kind" in circle.attrib} == {
        "coffee",
        "forest house",
        "hacienda",
    }
    words = titles(root)
    assert "Forest, once a corn plantation" in words
    assert "Forest, once a sugar plantation" in words


def test_others_see_of_a_forest_only_what_was_public() -> None:
    svg = seat_svg(seen(forester(sugar=1), viewer=1), NAMES[:3], 0)
    words = titles(parsed(svg))
    assert "Forest, once a corn plantation" in words
    assert "Forest; what it was only its owner knows" in words
    assert "sugar plantation" not in words
    assert "forest 2 (corn 1, ? 1)" in board_text(seen(forester(sugar=1), viewer=1), NAMES[:3])
    assert "forest 2 (corn 1, sugar 1)" in board_text(seen(forester(sugar=1), viewer=0), NAMES[:3])


@pytest.mark.parametrize("viewer", [1, None])
def test_forests_that_differ_in_what_only_their_owner_knows_look_the_same(viewer: int | None) -> None:
    views = [seen(forester(**secret), viewer) for secret in ({"sugar": 1}, {"tobacco": 1}, {"corn": 1})]
    assert len({board_svg(view, NAMES[:3]) for view in views}) == 1
    assert len({board_text(view, NAMES[:3]) for view in views}) == 1


def test_a_full_island_with_forests_has_twelve_tiles() -> None:
    root = own_seat(full_table())
    shown = [title for title in titles(root).splitlines() if re.match(r".*(plantation, |Quarry, |Forest, )", title)]
    assert len(shown) == 12


def test_a_drawn_tile_is_shown_to_who_has_drawn_it() -> None:
    position = forester()
    play(position, "settler", "draw")
    assert seen(position).stage == "forest"
    drawn = seen(position).turn.drawn
    assert f"You have drawn a{'n' if drawn == 'indigo' else ''} {drawn} plantation." in titles(
        part(position, "plantations")
    )
    assert targets(part(position, "plantations"), highlighted=True) == {"stack"}
    assert "You have drawn" not in titles(part(position, "plantations", viewer=1))
    own_text = " ".join(board_text(seen(position), NAMES[:3]).split())
    assert re.search(rf"you have drawn an? {drawn} plantation", own_text)
    assert "you have drawn" not in board_text(seen(position, 1), NAMES[:3])


# --- as text ----------------------------------------------------------------------------------------------------------


def test_the_text_board_marks_nobles_by_their_letter() -> None:
    text = " ".join(board_text(seen(full_table()), NAMES[:3]).split())
    assert "BOARDS (o colonist, N noble, - empty circle)" in text
    assert "guesthouse No" in text
    assert "chapel N" in text
    assert "corn No" in text
    assert "statue, " in text
    assert "13 colonists and 4 nobles (2 in San Juan, nobles: 1)" in text
    assert re.search(r"Colonist ship: 2, nobles 1 Supply: \d+, nobles 12 VP left", text)
