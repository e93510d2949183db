"""The grammar of an answer: one command on a line.

`help`, `board`, `moves`, `orders`, `stop orders`, `undo`, `resign`, `resign CODE`, `away until DAY`, `back`, in English
or in the reader's language; "always …" and "never …" are standing orders, and "ask draw" ends one; every other line is
a move in the notation of the game. A bare number is the option with this number, only in the first line: the person had
not seen later lists of options.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Final

from games.engine.lexicon import normalize, split_words
from games.engine.line_reader import LineReader
from games.engine.local_words import command_words


class Topic(Enum):
    """What a person can ask for without playing."""

    HELP = "help"
    BOARD = "board"
    MOVES = "moves"
    ORDERS = "orders"


@dataclass(frozen=True)
class Moves:
    """Lines for the game, in order."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Show:
    topic: Topic


@dataclass(frozen=True)
class StandingOrder:
    """ "always store coffee", "never draw"; or "ask draw", which ends that."""

    line: str


@dataclass(frozen=True)
class StopOrders:
    line: str


@dataclass(frozen=True)
class Undo:
    line: str


@dataclass(frozen=True)
class Resign:
    line: str
    code: str
    """The word after "resign"; empty for none or "yes"."""


@dataclass(frozen=True)
class Away:
    """ "away until 3 Dec"."""

    line: str
    last_day: str
    """As it was typed; empty: none was."""


@dataclass(frozen=True)
class Back:
    """The absence ends."""

    line: str


Command = Away | Back | Moves | Show | StandingOrder | StopOrders | Undo | Resign

_COPIED_OPTION: Final = re.compile(r"^\d+\s*[.)]\s+(?=\D)")
_NUMBER: Final = re.compile(r"^#?\s*(\d+)\s*[.)]?$")


def parse_commands(lines: Iterable[str], reader: LineReader) -> list[Command]:
    """The commands of a mail's lines; neighbouring moves stay together. reader: for its writer's language."""
    read = [_command(line, reader) for line in map(clean_line, lines) if line]
    merged: list[Command] = []
    for kind, group in groupby(read, key=type):
        if kind is Moves:
            merged.append(Moves(tuple(line for moves in group if isinstance(moves, Moves) for line in moves.lines)))
        else:
            merged.extend(group)
    return merged


def clean_line(line: str) -> str:
    """The line without bullets, bold stars, quotation marks and a full stop, which people and programs add."""
    line = re.sub(r"^\s*[-*•–]\s+", "", line).strip().strip("*_\"'`„”“«»").strip()
    line = _COPIED_OPTION.sub("", line)
    return line.rstrip(".!;").strip() if not _NUMBER.match(line) else line


def option_number(line: str) -> int | None:
    """N if the line is a bare option number ("2", "2.", "#2")."""
    number = _NUMBER.match(line.strip())
    return int(number.group(1)) if number and len(number.group(1)) < 4 else None


def _command(line: str, reader: LineReader) -> Command:
    words = tuple(split_words(normalize(line)))
    for topic in Topic:
        if words in command_words(reader.language, topic.value) or (line == "?" and topic is Topic.HELP):
            return Show(topic)
    if words in command_words(reader.language, "undo"):
        return Undo(line)
    if len(words) > 1 and reader.is_order_line(line):
        return StandingOrder(line)
    if words in command_words(reader.language, "stop orders"):
        return StopOrders(line)
    if words in command_words(reader.language, "back"):
        return Back(line)
    for away in command_words(reader.language, "away until"):
        if words[: len(away)] == away:
            return Away(line, " ".join(line.split()[len(away) :]))
    for resign in command_words(reader.language, "resign"):
        rest = words[len(resign) :]
        if words[: len(resign)] == resign and len(rest) <= 1:
            is_code = bool(rest) and rest not in command_words(reader.language, "yes")
            return Resign(line, rest[0] if is_code else "")
    return Moves((line,))
