"""Names and translations stay inside their tiles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.board.lettering import fitted, width, wrapped

rooms = st.floats(20, 200)


@given(st.text(max_size=60), rooms, st.booleans())
def test_a_fitted_line_is_never_wider_than_its_room(text: str, room: float, bold: bool) -> None:
    line = fitted(text, room, 12, 8, bold=bold)
    assert width(line.text, line.size, bold=bold) <= room
    assert 8 <= line.size <= 12


@given(st.text(max_size=80), rooms, st.integers(1, 3))
def test_wrapped_lines_are_no_wider_and_no_more_than_asked(text: str, room: float, lines: int) -> None:
    broken = wrapped(text, room, 12, 8, lines)
    assert len(broken) <= lines
    assert all(width(line.text, line.size) <= room for line in broken)


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert fitted("harbor", 200, 12, 8) == ("harbor", 12)


def test_a_long_name_is_first_made_smaller_then_cut() -> None:
    natural = width("Bartholomew", 12)
    assert fitted("Bartholomew", natural * 0.8, 12, 8).text == "Bartholomew"
    assert fitted("Bartholomew", natural * 0.4, 12, 8).text.endswith("…")


def test_two_words_are_broken_between_them() -> None:
    assert [line.text for line in wrapped("construction hut", 80, 11, 8, 2, bold=True)] == ["construction", "hut"]


def test_an_accent_takes_no_room() -> None:
    assert width("Dávid", 12) == width("David", 12)
