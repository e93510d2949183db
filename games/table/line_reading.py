"""Lines of notation that people write and read: in their language or in English (games.engine.line_reader)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import translation

from games.bot_levels import ADVISERS
from games.engine.contract import Game as Rules
from games.engine.contract import Position, RulesError
from games.engine.line_reader import LineReader
from games.engine.local_words import command_name
from games.engine.plans import NextPick
from games.engine.plans import read_next_pick as read_english_pick
from games.languages import ENGLISH
from games.models import Move
from games.wording import in_words


def line_reader(rules: Rules, source: str = "") -> LineReader:
    """For the lines of whoever reads the active language. source: of the answer; programs write canonical notation."""
    levels = {word: in_words(level.noun) for word, level in ADVISERS.items()}
    language = translation.get_language() or ENGLISH
    return LineReader(rules, language, english_first=source == Move.Source.API, names=levels)


def shown_lines(rules: Rules, lines: Iterable[str]) -> list[str]:
    """Canonical lines as their owner may write them."""
    reader = line_reader(rules)
    return [reader.show(line) for line in lines]


def error_in_words(reader: LineReader, error: RulesError) -> str:
    """Why a line was refused, in the active language."""
    return reader.show_error(error.message).render(translation)


def read_next_pick(reader: LineReader, position: Position, seat: int, lines: Sequence[str]) -> NextPick:
    """What a seat wants to pick next (games.engine.plans.read_next_pick); its lines are kept in English.

    Raises RulesError.
    """
    english: list[str] = []
    for line in lines:
        english.append(reader.read(line, lambda said: _said(reader.rules, position, seat, [*english, said]), str))
    return read_english_pick(reader.rules, position, seat, english)


def _said(rules: Rules, position: Position, seat: int, lines: Sequence[str]) -> str:
    """The last of these lines, if the next pick can be read with it. Raises RulesError."""
    read_english_pick(rules, position, seat, lines)
    return lines[-1]


def shown_command(key: str) -> str:
    """A command of mails ("undo") as readers of the active language may write it."""
    return command_name(translation.get_language() or ENGLISH, key)
