"""The board as SVG: well-formed, complete, clickable where something is offered, silent about what is hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from django.utils import translation

from games.board import Size, board_svg, board_text, part_svg, renderer_of, seat_svg
from games.board.panels import render_cached
from games.board.puertorico.colours import COLOURS
from games.engine.puertorico import names as terms
from tests.board.svg import (
    SVG,
    are_buttons,
    assert_letters_are_readable,
    assert_share_no_id,
    assert_stands_alone,
    assert_the_page_knows,
    bare_texts,
    buttons_of,
    drawings,
    parsed,
    targets,
    titles,
)
from tests.board.tables import NAMES, PUERTO_RICO, tables

SEATS = (2, 3, 4, 5)
HIGHLIGHTS = (frozenset[str](), frozenset({"role:settler", "role:builder"}))
SIZES: tuple[Size, ...] = ("wide", "tall", "mail")


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", SIZES)
def test_every_drawing_is_xml_whose_references_lead_somewhere(seats: int, size: Size) -> None:
    for table in tables(seats, seed=seats, every=150):
        for svg in drawings(table, size):
            assert_stands_alone(svg)


def test_drawings_that_share_a_page_have_no_id_in_common() -> None:
    """A page carries every part twice, for a desk and for a phone."""
    table = next(tables(4, seed=4))
    sizes: tuple[Size, ...] = ("wide", "tall")
    assert_share_no_id(svg for size in sizes for svg in drawings(table, size))


@pytest.mark.parametrize(("size", "beside"), [("wide", 3), ("mail", 1), ("tall", 1)])
def test_as_many_panels_stand_beside_each_other_as_there_is_room_for(size: Size, beside: int) -> None:
    table = next(tables(5, seed=3))
    panels = [places(element) for element in parsed(board_svg(table.view, table.names, size=size)).findall(f"{SVG}g")]
    rows = Counter(y for found in panels for _x, y in found[:1])
    assert max(rows.values()) == beside


@pytest.mark.parametrize("size", SIZES)
def test_no_two_marks_lie_on_the_same_place(size: Size) -> None:
    for table in tables(4, seed=6, every=200):
        for around in parsed(board_svg(table.view, table.names, size=size)).iter(f"{SVG}g"):
            marks = Counter((mark.get("href"), mark.get("transform")) for mark in around.findall(f"{SVG}use"))
            assert [mark for mark, times in marks.items() if times > 1] == []


def places(element: ElementTree.Element) -> list[tuple[str, str]]:
    """Where it is moved to, across and down."""
    return re.findall(r"translate\((\S+) (\S+)\)", element.get("transform", ""))


@pytest.mark.parametrize("seats", SEATS)
def test_only_what_is_offered_is_highlighted(seats: int) -> None:
    for table in tables(seats, seed=10 + seats):
        root = parsed(board_svg(table.view, table.names, highlighted=table.highlighted))
        assert targets(root, highlighted=True) == table.highlighted - {"pass"}


def test_parts_and_seats_highlight_what_the_whole_board_highlights() -> None:
    for table in tables(4, seed=5):
        view, names, highlighted = table.view, table.names, table.highlighted
        pieces = [part_svg(view, names, part, highlighted=highlighted) for part in renderer_of(view).parts]
        pieces += [seat_svg(view, names, seat, highlighted=highlighted) for seat in range(view.seats)]
        shown = set[str]().union(*(targets(parsed(piece), highlighted=True) for piece in pieces))
        assert shown == highlighted - {"pass"}


def test_what_is_highlighted_is_a_button_with_a_name_and_a_tab_stop() -> None:
    for table in tables(3, seed=6, every=40):
        root = parsed(board_svg(table.view, table.names, highlighted=table.highlighted))
        assert root.get("role") == "group"
        assert are_buttons(buttons_of(root))


@pytest.mark.parametrize("size", ["wide", "tall"])
def test_a_screen_reader_gets_every_drawn_number_with_its_meaning(size: Size) -> None:
    """A bare number in a drawing says nothing: it is read as what encloses it says, by its label or title."""
    for table in tables(4, seed=12, every=60):
        for svg in drawings(table, size):
            assert [text for text in bare_texts(parsed(svg)) if text.strip("×? +").isdigit()] == []


def test_circles_to_fill_can_be_reached_inside_their_tiles() -> None:
    placing = [table for table in tables(3, seed=8, every=5) if table.view.placement]
    assert placing
    for table in placing:
        viewer = table.view.viewer
        assert viewer is not None
        root = parsed(seat_svg(table.view, table.names, viewer))
        shut = [element for element in root.iter() if element.get("role") in ("img", "button")]
        assert not [inner for one in shut for inner in one.iter() if inner.get("role") == "checkbox"]


def test_no_other_seat_has_anything_to_click() -> None:
    for table in tables(4, seed=7, every=40):
        for seat in set(range(4)) - {table.view.viewer}:
            root = parsed(seat_svg(table.view, table.names, seat, highlighted=table.highlighted))
            assert not targets(root, highlighted=True)
            assert not [element for element in root.iter() if "data-kind" in element.attrib]


@pytest.mark.parametrize("size", SIZES)
def test_every_circle_of_the_viewer_can_be_told_apart(size: Size) -> None:
    for table in tables(4, seed=8, every=40):
        viewer = table.view.viewer
        if viewer is None:
            continue
        player = table.view.players[viewer]
        root = parsed(seat_svg(table.view, table.names, viewer, size=size))
        circles = [element for element in root.iter() if "data-kind" in element.attrib]
        drawn = Counter((circle.attrib["data-kind"], int(circle.attrib["data-index"])) for circle in circles)
        wanted = {(tiles.kind, index) for tiles in player.island for index in range(tiles.count)}
        wanted |= {(building.building, index) for building in player.city for index in range(building.circles)}
        assert set(drawn) == wanted
        assert set(drawn.values()) <= {1}
        filled = sum("filled" in circle.attrib["class"].split() for circle in circles)
        assert filled == player.colonists - player.san_juan
        checkboxes = [circle for circle in circles if circle.get("role") == "checkbox"]
        assert len(checkboxes) == (len(circles) if table.view.placement else 0)


@pytest.mark.parametrize("seats", SEATS)
def test_every_building_for_sale_and_every_owned_one_is_named(seats: int) -> None:
    for table in tables(seats, seed=20 + seats, every=100):
        words = titles(parsed(board_svg(table.view, table.names))).lower()
        for building in table.view.buildings:
            assert f"{building.building}: {terms.effect(building.building).render().lower()}, price" in words
        for player in table.view.players:
            for owned in player.city:
                assert f"{owned.building}: {owned.colonists} of {owned.circles} circles occupied" in words


def test_the_victory_points_of_others_leave_no_trace() -> None:
    for table in tables(4, seed=9, every=50):
        if table.view.viewer is None:
            continue
        for player in table.view.players:
            svg = seat_svg(table.view, table.names, player.seat)
            assert ("VP chips hidden" in svg) == (player.seat != table.view.viewer)


def test_positions_that_differ_in_hidden_points_only_look_the_same() -> None:
    position = PUERTO_RICO.new(3, {}, bytes(32))
    dice = random.Random(11)
    while PUERTO_RICO.to_json(position)["vp_pool"] == 75 or position.to_move() != 0:
        position.play(dice.choice(list(position.legal_moves())))
    richer, other = PUERTO_RICO.to_json(position), PUERTO_RICO.to_json(position)
    for stored, rich, poor in ((richer, 1, 2), (other, 2, 1)):
        players = stored["players"]
        assert isinstance(players, list)
        chips = players[1]["vp_chips"] + players[2]["vp_chips"]
        players[rich]["vp_chips"], players[poor]["vp_chips"] = chips + 5, 0
        players[0]["vp_chips"] = 0
        stored["vp_pool"] = 75 - chips - 5
    views = [PUERTO_RICO.view(PUERTO_RICO.from_json(stored), 0) for stored in (richer, other)]
    assert board_svg(views[0], NAMES[:3]) == board_svg(views[1], NAMES[:3])
    assert board_text(views[0], NAMES[:3]) == board_text(views[1], NAMES[:3])


def test_a_decimal_comma_in_the_readers_language_does_not_get_into_coordinates() -> None:
    table = next(tables(5, seed=12))
    with translation.override("hu"):
        hungarian = board_svg(table.view, table.names)
    coordinates = re.compile(r'(?: [xy]|width|height|transform|viewBox)="[^"]*"')
    found = coordinates.findall(hungarian)
    assert [text for text in found if re.search(r"\d\.\d", text)]
    assert not [text for text in found if re.search(r"\d,\d", text)]


def test_a_mail_picture_has_literal_colours_and_a_page_asks_for_its_own() -> None:
    table = next(tables(3, seed=13))
    assert "var(" not in board_svg(table.view, table.names, size="mail")
    assert "var(--board-ink)" in board_svg(table.view, table.names)


def test_names_cannot_break_out_of_the_drawing() -> None:
    table = next(tables(2, seed=14))
    root = parsed(board_svg(table.view, ('<script>alert("1")</script>', "]]>&amp;\"'")))
    assert not list(root.iter(f"{SVG}script"))


@pytest.mark.parametrize("seats", SEATS)
def test_drawings_stay_small_enough_for_a_page(seats: int) -> None:
    *_, table = tables(seats, seed=30 + seats)
    assert len(board_svg(table.view, table.names, highlighted=table.highlighted)) < 160_000
    parts = [part_svg(table.view, table.names, part) for part in renderer_of(table.view).parts]
    assert sum(map(len, parts)) < 90_000


def test_the_page_has_the_colours_of_the_drawings() -> None:
    assert_the_page_knows(COLOURS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_have_the_contrast_of_wcag_aa_on_their_grounds(scheme: str) -> None:
    assert_letters_are_readable(COLOURS, scheme)


def test_a_view_of_no_known_game_is_refused() -> None:
    with pytest.raises(LookupError, match="str"):
        board_svg("no view", ())


def test_an_onlooker_sees_every_board_and_no_price_of_his_own() -> None:
    position = PUERTO_RICO.new(4, {}, bytes(32))
    view = PUERTO_RICO.view(position, None)
    svg = board_svg(view, NAMES[:4])
    assert "costs you" not in svg
    for name in ("Anna", "Bob &amp; &lt;Co&gt;", "Chris", "Dávid"):
        assert name in svg


def test_a_cached_drawing_is_the_one_that_would_be_drawn() -> None:
    """Panels are cached by all that they show: another name, price or highlight makes another drawing."""
    shown = [*tables(3, seed=15), *tables(3, seed=16)][::2]
    asks = [
        (table, names, highlighted)
        for table in shown
        for names in (table.names, ("Emma", "Otto", "Zoe"))
        for highlighted in HIGHLIGHTS
    ]
    found = [
        [board_svg(table.view, names, highlighted=highlighted) for table, names, highlighted in asks]
        for _time in range(2)
    ]
    rendered = []
    for table, names, highlighted in asks:
        render_cached.cache_clear()
        rendered.append(board_svg(table.view, names, highlighted=highlighted))
    assert found == [rendered, rendered]
    assert len(set(rendered)) > len(asks) / 2
