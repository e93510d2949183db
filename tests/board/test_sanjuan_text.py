"""San Juan as text for mail readers: never too wide, complete, silent about what is hidden."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.board import board_text
from games.board.sanjuan import text_board
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.build_view import build_full_view
from games.engine.sanjuan.components import GOOD_NAMES
from tests.board.sanjuan_tables import SAN_JUAN, seen, tables
from tests.engine.sanjuan.tables import Player, table

LANGUAGES = ("en", "de", "hu", "pl", "ro")


def flowing(text: str) -> str:
    """Without the line breaks, so that a term broken over two lines is found."""
    return " ".join(text.split())


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_72_columns(seats: int, language: str) -> None:
    for shown in tables(seats, seed=seats):
        with translation.override(language):
            text = board_text(shown.view, shown.names)
        assert max(map(len, text.splitlines())) <= 72
        assert text == "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
        assert "\N{NO-BREAK SPACE}" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_heading_and_no_row_of_a_table_has_to_be_broken(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of players with what they do may go on in the next line; anything else in columns would be torn."""
    monkeypatch.setattr(text_board, "clean_lines", lambda text, _width: text)
    for shown in tables(4, seed=44):
        with translation.override(language):
            lines = board_text(shown.view, shown.names).splitlines()
        players = tuple(name[:3].upper() for name in shown.names)
        assert [line for line in lines if len(line.rstrip()) > 72 and not line.startswith(players)] == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_names_everything_that_lies_before_the_seats(seats: int) -> None:
    for shown in tables(seats, seed=40 + seats, every=50):
        view, text = shown.view, flowing(board_text(shown.view, shown.names))
        for role in view.roles:
            assert terms.role(role.role).render().capitalize() in text
        _head, *boards = text.split("BOARDS")[1].split("-" * 72)
        first = view.governor if view.viewer is None else view.viewer
        for place, board in enumerate(boards[: len(view.seats)]):
            seat = view.seats[(first + place) % len(view.seats)]
            built = ", ".join(building.building + ("*" if building.good else "") for building in seat.buildings)
            assert f"Buildings, {len(seat.buildings)} of 12: {built}" in board
            assert f"{seat.vp} VP" in board
            assert re.search(rf"\b{seat.hand} cards? in hand", board)


def test_cards_in_hand_have_the_numbers_that_an_answer_may_name_them_by() -> None:
    position = table(Player(hand="hero, well, smithy, well"), Player())
    shown = seen(position, 0)
    lines = [line.split() for line in board_text(shown.view, shown.names).splitlines()]
    for start in (["1", "smithy", "1/1"], ["2", "well", "2/1"], ["3", "well", "2/1"], ["4", "hero", "5/5"]):
        assert [line for line in lines if line[: len(start)] == start], start
    position.play(SAN_JUAN.parse(position, "builder")[0])
    assert SAN_JUAN.parse(position, "build 2 with 4") == SAN_JUAN.parse(position, "build well with hero")


def test_every_price_tile_is_listed_with_a_price_for_each_good() -> None:
    for shown in tables(3, seed=3, every=50):
        lines = board_text(shown.view, shown.names).splitlines()
        tiles = [re.findall(r"  (\d)\b", line) for line in lines if re.match(r" +(open now|next|place|not seen)", line)]
        assert [len(prices) for prices in tiles] == [len(GOOD_NAMES)] * len(shown.view.prices.coming)


def test_what_everybody_has_seen_and_what_one_knows_is_told() -> None:
    position = table(
        Player(buildings="gold mine"), Player(hand="hero"), pile="well, smithy, well, library, tower, hero, palace"
    )
    for line in ("prospector", "use gold mine"):
        position.play(SAN_JUAN.parse(position, line)[0])
    text = flowing(board_text(seen(position, 1).view, ("A", "B")))
    assert "TURNED UP BY THE GOLD MINE (cost/VP) smithy 1/1" in text
    position.play(SAN_JUAN.parse(position, "take library")[0])
    text = flowing(board_text(seen(position, 1).view, ("A", "B")))
    assert "Known in the discards, 3 cards: smithy, well, tower" in text
    assert "Seen going to the hand: library" in text


def test_hands_and_chapels_of_others_leave_no_trace() -> None:
    one = table(Player(), Player(hand="well, hero", buildings="chapel", chapel="palace"))
    other = table(Player(), Player(hand="smithy, crane", buildings="chapel", chapel="tower, quarry"))
    texts = [board_text(seen(position, 0).view, ("A", "B")) for position in (one, other)]
    assert texts[0] == texts[1]
    assert "Under the chapel: only its owner knows" in texts[0]
    assert "Under the chapel: 2 cards (tower, quarry)" in board_text(seen(other, 1).view, ("A", "B"))


def test_who_may_see_everything_reads_all_hands() -> None:
    position = table(Player(hand="well, hero"), Player(hand="smithy, smithy"), discards="crane")
    text = board_text(build_full_view(position), ("A", "B"))
    for line in ("Hand: well, hero", "Hand: 2 × smithy", "In the discards: 1 card: crane"):
        assert line in text
    assert "Hand:" not in board_text(seen(position, None).view, ("A", "B"))


def test_the_viewers_board_comes_first_and_says_so() -> None:
    for shown in tables(4, seed=50):
        if shown.view.viewer is not None:
            boards = board_text(shown.view, shown.names).split("BOARDS")[1]
            own = boards.splitlines()[2]
            assert own.startswith(shown.names[shown.view.viewer].upper()[:20])
            assert "(you" in own
