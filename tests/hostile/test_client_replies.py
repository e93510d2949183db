"""Answers as every known mail program composes them, in many languages: exactly what was typed is read."""

from __future__ import annotations

from itertools import product

import pytest

from games.engine.puertorico import names
from games.mail.body import lines_of
from games.mail.quoting import written_lines
from games.mail_parsing import parse_mail
from tests.hostile.clients import CLIENTS, Answer
from tests.hostile.languages import LANGUAGES, Words

MAIL = """anna, pick a role. You have until Tue 24 Nov 2026, 18:00 (in 2 days).
{marker}
Your options
------------
1. settler: take a plantation
2. mayor
3. build small market (1 doubloon)

TRADING HOUSE: corn | Ships: 5 - 6 - 7
Write: ship corn 7

The game: http://127.0.0.1:8000/games/abcdefgh/"""
MARKED = MAIL.format(marker="\n--- write above this line ---\n")
UNMARKED = MAIL.format(marker="")

TYPED = (
    ["settler"],
    ["2"],
    ["captain", "ship corn 7", "pass"],
    ["place corn 1, small market 1, indigo plant 2, quarry 1, coffee 1, harbor 1, hospice 1"],
    ["store sugar, keep coffee", "undo"],
)


def read(client: str, words: Words, lines: list[str], original: str = UNMARKED) -> list[str]:
    return lines_of(parse_mail(CLIENTS[client](Answer(lines, words, original)).as_bytes()))


@pytest.mark.parametrize("client", CLIENTS)
def test_what_was_typed_is_read_whatever_language_the_program_speaks(client: str) -> None:
    for words, lines in product(LANGUAGES, TYPED):
        assert read(client, words, lines) == lines, words.code


@pytest.mark.parametrize("client", CLIENTS)
def test_a_mail_that_carries_our_marker_line_is_told_apart_too(client: str) -> None:
    for words in LANGUAGES:
        assert read(client, words, ["settler", "take quarry"], MARKED) == ["settler", "take quarry"], words.code


@pytest.mark.parametrize("client", CLIENTS)
def test_greetings_and_closings_around_moves_are_not_read(client: str) -> None:
    for words in LANGUAGES:
        polite = [words.greeting, "", "settler", "take quarry", "", words.closing, "Anna"]
        read_lines = read(client, words, polite)
        assert read_lines[:2] == ["settler", "take quarry"], words.code
        assert len(read_lines) == 2, (words.code, read_lines)


@pytest.mark.parametrize("client", CLIENTS)
def test_an_answer_without_a_word_is_empty(client: str) -> None:
    for words in LANGUAGES:
        assert read(client, words, [""]) == [], words.code


def test_no_word_of_the_game_passes_for_a_courtesy_or_a_signature() -> None:
    things = {**names.GOODS, **names.TILES, **names.BUILDINGS, **names.ROLES}
    verbs = ("take", "build", "sell", "ship", "store", "keep", "extra", "place", "draw", "pass")
    for line in (*names.ROLES, *verbs, *(f"{verb} {thing}" for verb in verbs for thing in things)):
        assert written_lines(f"settler\n{line}\n") == ["settler", line]
        assert written_lines(f"{line}\n") == [line]
