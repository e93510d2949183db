"""The board as text for mail readers: never too wide, complete, silent about what is hidden."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.board import board_text
from games.board.puertorico import text_board
from games.engine.puertorico import names as terms
from tests.board.tables import tables

LANGUAGES = ("en", "de", "hu", "pl", "ro")


def flowing(text: str) -> str:
    """Without the line breaks, so that a term broken over two lines is found."""
    return " ".join(text.split())


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_72_columns(seats: int, language: str) -> None:
    for table in tables(seats, seed=seats):
        with translation.override(language):
            text = board_text(table.view, table.names)
        assert max(map(len, text.splitlines())) <= 72
        assert text == "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_heading_and_no_row_of_a_table_has_to_be_broken(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of players with what they do may go on in the next line; anything else in columns would be torn."""
    monkeypatch.setattr(text_board, "clean_lines", lambda text, _width: text)
    for table in (*tables(4, seed=44), *tables(5, seed=45, options={"buildings": "all", "nobles": "on"})):
        with translation.override(language):
            lines = board_text(table.view, table.names).splitlines()
        players = tuple(name[:3].upper() for name in table.names)
        assert [line for line in lines if len(line.rstrip()) > 72 and not line.startswith(players)] == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_names_everything_that_lies_on_the_table(seats: int) -> None:
    for table in tables(seats, seed=40 + seats, every=50):
        view, text = table.view, flowing(board_text(table.view, table.names))
        shared, boards = text.split("BOARDS")
        for card in view.role_cards:
            assert terms.role(card.role).render().capitalize() in shared
        for ship in view.ships:
            holds = f"{(ship.good or ' ')[0].upper() * ship.barrels}".replace(
                "C", "K" if ship.good == "coffee" else "C"
            )
            assert f"Ship {ship.size} [{holds}{'.' * (ship.size - ship.barrels)}]" in shared
        assert f"Colonist ship: {view.colonist_ship} Colonist supply: {view.colonist_supply}" in shared
        assert f"VP left: {view.vp_pool}" in shared
        assert f"stack {view.stock.face_down}, discarded {view.stock.discarded}, quarries {view.quarries}" in shared
        for good, count in view.goods_supply.items():
            assert f"{good} {count}" in shared
        for building in view.buildings:
            cost = "-" if building.price_now is None else building.price_now
            row = f"{building.building} {building.price} {cost} {building.vp} {building.count}x"
            assert ("*" if building.buyable else " ") + row in shared
        for player in view.players:
            for owned in player.city:
                circles = "o" * owned.colonists + "-" * (owned.circles - owned.colonists)
                assert f"{owned.building} {circles}" in boards
            for tiles in player.island:
                if tiles.count:
                    assert f"{tiles.kind} {'o' * tiles.occupied}{'-' * (tiles.count - tiles.occupied)}" in boards


def test_the_viewers_board_comes_first_and_says_so() -> None:
    for table in tables(4, seed=50):
        if table.view.viewer is not None:
            boards = board_text(table.view, table.names).split("BOARDS")[1]
            assert "(you" in boards.splitlines()[2]


def test_hidden_victory_points_are_a_question_mark() -> None:
    for table in tables(4, seed=51):
        boards = flowing(board_text(table.view, table.names))
        hidden = sum(player.vp is None for player in table.view.players)
        assert boards.count("VP ? +") == hidden
        assert hidden == (0 if table.view.over else 3)


def test_a_very_long_name_is_cut() -> None:
    table = next(tables(2, seed=52))
    text = board_text(table.view, ("x" * 300, "y"))
    assert max(map(len, text.splitlines())) <= 72
