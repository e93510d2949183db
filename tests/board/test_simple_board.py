"""A board of named spots: drawn, to be chosen from, and as text."""

from __future__ import annotations

import pytest

from games.board import RENDERERS, Size, board_png, board_svg, board_text, mail_png, part_svg, seat_svg
from tests.board.kalah_board import KalahBoard
from tests.board.svg import are_buttons, assert_share_no_id, assert_stands_alone, buttons_of, parsed, targets
from tests.engine.kalah import Kalah, KalahView

PLAYERS = ("Anna", "Bob")
KALAH = Kalah()


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> KalahView:
    """Anna has sown house a."""
    monkeypatch.setitem(RENDERERS, KALAH.key, KalahBoard())
    position = KALAH.new(2, {}, bytes(32))
    KALAH.submit(position, "sow a")
    return KALAH.view(position, None)


@pytest.mark.parametrize("size", ["wide", "tall", "mail"])
def test_it_is_drawn_in_every_layout(view: KalahView, size: Size) -> None:
    assert_stands_alone(board_svg(view, PLAYERS, size=size))
    assert "Store of Bob: 0" in board_svg(view, PLAYERS, size=size)


def test_what_is_offered_are_buttons_and_nothing_else(view: KalahView) -> None:
    offered = frozenset({"house:1a", "house:1b"})
    root = parsed(part_svg(view, PLAYERS, "board", highlighted=offered))
    assert targets(root, highlighted=True) == offered
    assert are_buttons(buttons_of(root))
    assert targets(root, highlighted=False) == {f"house:{seat}{name}" for seat in (0, 1) for name in "abc"} - offered


def test_drawings_of_one_page_have_no_id_in_common(view: KalahView) -> None:
    sizes: tuple[Size, ...] = ("wide", "tall")
    assert_share_no_id(part_svg(view, PLAYERS, "board", size=size, marks=set()) for size in sizes)


def test_seats_without_boards_of_their_own_have_no_drawing(view: KalahView) -> None:
    assert seat_svg(view, PLAYERS, 0) == ""


def test_a_mail_has_it_as_a_picture(view: KalahView) -> None:
    assert mail_png(view, PLAYERS).startswith(b"\x89PNG")
    assert board_png(board_svg(view, PLAYERS, size="mail")).startswith(b"\x89PNG")


def test_as_text_the_spots_stand_as_they_are_drawn(view: KalahView) -> None:
    assert board_text(view, PLAYERS, 40).splitlines() == [
        "        Bob",
        "0       c 2     b 2     a 2     0",
        "        a .     b 3     c 3",
        "        Anna",
    ]
