"""What a drawing shows, as lists and tables: all of it, in a form that can be walked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.board import part_svg, renderer_of, seat_description, seat_svg
from games.board.description import Description, Listing, Table, description_html
from tests.board import sanjuan_tables
from tests.board.kalah_board import KalahBoard
from tests.board.svg import SVG, parsed
from tests.board.tables import EXPANSIONS, tables
from tests.engine.kalah import Kalah
from tests.engine.sanjuan.tables import Player, table


def shown_tables(kind: str) -> Iterator[Any]:
    if kind == "san-juan":
        yield from sanjuan_tables.tables(4, seed=4, every=30)
    elif kind == "puerto-rico":
        yield from tables(4, seed=12, every=20)
    else:
        seats, options = EXPANSIONS[kind]
        yield from tables(seats, seed=seats, every=40, options=options)


def descriptions(view: Any, names: tuple[str, ...]) -> dict[str, Description]:
    """By what they describe."""
    renderer = renderer_of(view)
    parts = {part: renderer.describe_part(view, names, part) for part in renderer.parts}
    seats = {f"seat {seat}": renderer.describe_seat(view, names, seat) for seat in range(len(names))}
    return {name: described for name, described in (parts | seats).items() if described and described.blocks}


@pytest.mark.parametrize("kind", ["puerto-rico", "san-juan", "everything", "drafted", "expansion I"])
def test_what_is_drawn_otherwise_is_described_otherwise(kind: str) -> None:
    """So nothing is drawn that the description leaves out, and an open page gets both when something has changed."""
    drawn: dict[tuple[object, ...], str] = {}
    for shown in shown_tables(kind):
        # Circles that can be filled are drawn for clicks, and look like others.
        view = replace(shown.view, placement=None) if hasattr(shown.view, "placement") else shown.view
        for name, described in descriptions(view, shown.names).items():
            seat = int(name[-1]) if name.startswith("seat ") else None
            svg = part_svg(view, shown.names, name) if seat is None else seat_svg(view, shown.names, seat)
            assert drawn.setdefault((name, seat == view.viewer, described), svg) == svg, name
    assert len(drawn) > 50


@pytest.mark.parametrize("kind", ["puerto-rico", "san-juan", "everything", "drafted"])
def test_tables_have_a_header_for_every_row_and_column_and_one_cell_where_they_meet(kind: str) -> None:
    for shown in shown_tables(kind):
        for described in descriptions(shown.view, shown.names).values():
            assert described.title
            assert described.blocks
            for block in described.blocks:
                if isinstance(block, Table):
                    assert all(block.heads)
                    assert all(len(row) == len(block.heads) and row[0] for row in block.rows)
                    assert block.rows
                else:
                    assert all(block.items)


def test_of_several_tables_each_has_a_caption() -> None:
    for shown in shown_tables("san-juan"):
        for described in descriptions(shown.view, shown.names).values():
            captions = [block.caption for block in described.blocks if isinstance(block, Table)]
            assert len(captions) < 2 or all(captions)


def test_the_cards_of_others_are_in_no_table() -> None:
    position = table(Player(hand="well, hero"), Player(hand="palace", buildings="smithy"))
    view = sanjuan_tables.seen(position, 0).view
    own, other = (seat_description(view, ("A", "B"), seat) for seat in (0, 1))
    assert "1. Well" in own
    assert "Palace" not in own + other
    assert "1 card in hand" in other


def test_victory_points_of_others_are_not_told() -> None:
    for shown in shown_tables("puerto-rico"):
        for seat in range(4):
            told = "VP chips hidden" in seat_description(shown.view, shown.names, seat)
            assert told == (
                shown.view.viewer not in (None, seat) or (shown.view.viewer is None and not shown.view.over)
            )


def test_a_drawing_that_is_described_is_for_eyes_but_for_what_can_be_chosen() -> None:
    for shown in shown_tables("puerto-rico"):
        for part in renderer_of(shown.view).parts:
            svg = part_svg(shown.view, shown.names, part, highlighted=shown.highlighted, described=True)
            root = parsed(svg)
            usable = [one for one in root.iter() if "tabindex" in one.attrib]
            assert (root.get("aria-hidden") == "true") == (not usable)
            assert all(one.get("aria-label") for one in usable)
            assert root.get("aria-label")


def test_what_has_a_card_needs_no_title_where_it_is_described() -> None:
    shown = next(shown_tables("puerto-rico"))
    alone, beside = (
        parsed(part_svg(shown.view, shown.names, "buildings", described=described)) for described in (False, True)
    )
    titled = [
        [
            thing
            for thing in root.iter(f"{SVG}g")
            if "data-piece" in thing.attrib and thing.find(f"{SVG}title") is not None
        ]
        for root in (alone, beside)
    ]
    assert len(titled[0]) == len(shown.view.buildings)
    assert titled[1] == []


def test_a_drawing_without_a_description_is_read_out_itself() -> None:
    assert 'aria-hidden="true"' not in str(
        parsed(part_svg(next(shown_tables("puerto-rico")).view, ("A",) * 4, "ships")).attrib
    )


def test_spots_of_a_simple_board_are_a_list() -> None:
    view = Kalah().view(Kalah().new(2, {}, bytes(32)), 0)
    described = KalahBoard().describe_part(view, ("Anna", "Bob"), "board")
    assert isinstance(described.blocks[0], Listing)
    assert "House a of Anna: 2" in described.blocks[0].items


def test_names_cannot_break_out_of_a_description() -> None:
    html = description_html(Description("<b>", (Listing(("<i>",)), Table(("<u>",), (("<s>",),), "<p>"))), "a")
    assert not any(tag in html for tag in ("<b>", "<i>", "<u>", "<s>", "<p>"))
