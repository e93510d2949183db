"""The grammar of an answer: one command on a line.

`help`, `board`, `moves`, `orders`, `stop orders`, `undo`, `resign`, `resign CODE`, in English or in the reader's
language; "always …" and "never …" are standing orders; every other line is a move in the notation of the game. A bare
number is the option with this number, only in the first line: the person had not seen later lists of options.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Final

from django.utils.translation import pgettext

from games.engine.orders import is_order_line


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
    """ "always store coffee", "never draw"."""

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


Command = Moves | Show | StandingOrder | StopOrders | Undo | Resign

_COPIED_OPTION: Final = re.compile(r"^\d+\s*[.)]\s+(?=\D)")
_NUMBER: Final = re.compile(r"^#?\s*(\d+)\s*[.)]?$")


def parse_commands(lines: Iterable[str]) -> list[Command]:
    """The commands of a mail's lines; neighbouring moves stay together."""
    read = [_command(line) for line in map(clean_line, lines) if line]
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


def _command(line: str) -> Command:
    words = without_accents(line).split()
    first, rest = words[0] if words else "", words[1:]
    if not rest:
        if first == "?" or _means(first, "help", pgettext("mail command", "help")):
            return Show(Topic.HELP)
        if _means(first, "board", pgettext("mail command", "board")):
            return Show(Topic.BOARD)
        if _means(first, "moves", pgettext("mail command", "moves")):
            return Show(Topic.MOVES)
        if _means(first, "orders", pgettext("mail command", "orders")):
            return Show(Topic.ORDERS)
        if _means(first, "undo", pgettext("mail command", "undo")):
            return Undo(line)
    if rest and is_order_line(line):
        return StandingOrder(line)
    if len(rest) == 1 and _means(f"{first} {rest[0]}", "stop orders", pgettext("mail command", "stop orders")):
        return StopOrders(line)
    if _means(first, "resign", pgettext("mail command", "resign")) and len(rest) <= 1:
        is_code = bool(rest) and not _means(rest[0], "yes", pgettext("mail command", "yes"))
        return Resign(line, rest[0] if is_code else "")
    return Moves((line,))


def _means(word: str, *accepted: str) -> bool:
    return word in {without_accents(other) for other in accepted}


def without_accents(text: str) -> str:
    """Lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
