"""Names and translations stay inside their tiles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.board.text_fitting import fit_line, fit_lines, text_width

rooms = st.floats(20, 200)


@given(st.text(max_size=60), rooms, st.booleans())
def test_a_fitted_line_is_never_wider_than_its_room(text: str, room: float, bold: bool) -> None:
    line = fit_line(text, room, 12, 8, bold=bold)
    assert text_width(line.text, line.size, bold=bold) <= room
    assert 8 <= line.size <= 12


@given(st.text(max_size=80), rooms, st.integers(1, 3))
def test_wrapped_lines_are_no_wider_and_no_more_than_asked(text: str, room: float, lines: int) -> None:
    broken = fit_lines(text, room, 12, 8, lines)
    assert len(broken) <= lines
    assert all(text_width(line.text, line.size) <= room for line in broken)


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert fit_line("harbor", 200, 12, 8) == ("harbor", 12)


def test_a_long_name_is_first_made_smaller_then_cut() -> None:
    natural = text_width("Bartholomew", 12)
    assert fit_line("Bartholomew", natural * 0.8, 12, 8).text == "Bartholomew"
    assert fit_line("Bartholomew", natural * 0.4, 12, 8).text.endswith("…")


def test_two_words_are_broken_between_them() -> None:
    assert [line.text for line in fit_lines("construction hut", 80, 11, 8, 2, bold=True)] == ["construction", "hut"]


def test_an_accent_takes_no_room() -> None:
    assert text_width("Dávid", 12) == text_width("David", 12)
