"""The grammar of an answer."""

from __future__ import annotations

import pytest

from games.engine.line_reader import LineReader
from games.engine.name_tables import LANGUAGES
from games.engine.registry import game
from games.mail.commands import (
    Moves,
    Resign,
    Show,
    StandingOrder,
    StopOrders,
    Topic,
    Undo,
    clean_line,
    option_number,
    parse_commands,
)

ENGLISH = LineReader(game("puerto-rico"), "en")


def test_moves_that_follow_each_other_stay_together_and_in_order() -> None:
    assert parse_commands(["settler", "take corn", "board", "pass"], ENGLISH) == [
        Moves(("settler", "take corn")),
        Show(Topic.BOARD),
        Moves(("pass",)),
    ]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("help", Show(Topic.HELP)),
        ("HELP!", Show(Topic.HELP)),
        ("?", Show(Topic.HELP)),
        ("Board.", Show(Topic.BOARD)),
        ("moves", Show(Topic.MOVES)),
        ("Undo", Undo("Undo")),
        ("resign", Resign("resign", code="")),
        ("resign yes", Resign("resign yes", code="")),
        ("Resign K7MP4XQT.", Resign("Resign K7MP4XQT", code="k7mp4xqt")),
        ("help me", Moves(("help me",))),
    ],
)
def test_each_command_is_known(line: str, command: object) -> None:
    assert parse_commands([line], ENGLISH) == [command]


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_commands_are_understood_in_every_language(language: str) -> None:
    reader = LineReader(game("puerto-rico"), language)
    assert parse_commands(["help", "undo", "resign K7MP4XQT"], reader) == [
        Show(Topic.HELP),
        Undo("undo"),
        Resign("resign K7MP4XQT", code="k7mp4xqt"),
    ]


@pytest.mark.parametrize(
    ("language", "line", "command"),
    [
        ("hu", "Segítség!", Show(Topic.HELP)),
        ("hu", "sugo", Show(Topic.HELP)),
        ("hu", "visszavonás", Undo("visszavonás")),
        ("hu", "utasítások vége", StopOrders("utasítások vége")),
        ("hu", "mindig raktározz kávét", StandingOrder("mindig raktározz kávét")),
        ("pl", "Cofnij.", Undo("Cofnij")),
        ("pl", "poddaję się K7MP4XQT", Resign("poddaję się K7MP4XQT", code="k7mp4xqt")),
        ("pl", "nigdy nie sprzedawaj poniżej 3", StandingOrder("nigdy nie sprzedawaj poniżej 3")),
        ("ro", "tabla", Show(Topic.BOARD)),
        ("de", "Züge", Show(Topic.MOVES)),
        ("de", "aufgeben ja", Resign("aufgeben ja", code="")),
    ],
)
def test_commands_are_known_in_the_readers_words(language: str, line: str, command: object) -> None:
    assert parse_commands([line], LineReader(game("puerto-rico"), language)) == [command]


@pytest.mark.parametrize(
    ("line", "cleaned"),
    [
        ("* take corn", "take corn"),
        ("- pass.", "pass"),
        ("*settler*", "settler"),
        ("“ship corn 7”", "ship corn 7"),
        ("2. take corn", "take corn"),
        ("2)", "2)"),
        ("ship corn 7", "ship corn 7"),
        ("place corn 1, indigo 2", "place corn 1, indigo 2"),
    ],
)
def test_what_programs_put_around_a_line_is_taken_off(line: str, cleaned: str) -> None:
    assert clean_line(line) == cleaned


@pytest.mark.parametrize(
    ("line", "number"), [("2", 2), ("2.", 2), ("#12", 12), ("2)", 2), ("corn 2", None), ("", None)]
)
def test_a_bare_number_is_an_option(line: str, number: int | None) -> None:
    assert option_number(line) == number
