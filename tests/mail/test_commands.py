"""The grammar of an answer."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.mail.commands import Moves, Resign, Show, Topic, Undo, clean_line, option_number, parse_commands


def test_moves_that_follow_each_other_stay_together_and_in_order() -> None:
    assert parse_commands(["settler", "take corn", "board", "pass"]) == [
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
    assert parse_commands([line]) == [command]


def test_english_commands_are_understood_in_every_language() -> None:
    with translation.override("hu"):
        assert parse_commands(["help"]) == [Show(Topic.HELP)]


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
