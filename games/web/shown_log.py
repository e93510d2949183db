"""The log of a game as its pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import Game, Move
from games.table import queries
from games.table.queries import LogEntry

RECENT_ENTRIES: Final = 40
"""Entries of the log on the game page; another page has the whole log."""


@dataclass(frozen=True)
class LogLine:
    """One entry of the log."""

    number: int
    sentences: tuple[str, ...]
    source: str


def recent_log(game: Game, seat: int | None, names: Sequence[str], newest: Sequence[Move]) -> list[LogLine]:
    """The newest entries, newest first, as a seat (None: a spectator) may know them.

    newest: the result of queries.newest_moves.
    """
    lines: list[LogLine] = []
    while newest:
        for move in newest:
            lines += _log_line(game, queries.log_entry(move, seat), names)
            if len(lines) == RECENT_ENTRIES:
                return lines
        newest = queries.newest_moves(game, before=newest[-1].ply) if newest[-1].ply else ()
    return lines


def whole_log(game: Game, seat: int | None) -> list[LogLine]:
    """All entries that a seat (None: a spectator) may know, oldest first."""
    names = queries.player_names(game)
    return [line for entry in queries.visible_log(game, seat) for line in _log_line(game, entry, names)]


def _log_line(game: Game, entry: LogEntry, names: Sequence[str]) -> list[LogLine]:
    """One line, or none for a ply without a visible event."""
    sentences = tuple(queries.narrate(game, entry.events, names))
    if entry.seat is None:
        sentences = (_("Staff set this position up."),)
    return [LogLine(entry.ply + 1, sentences, source_label(entry.source))] if sentences else []


def source_label(source: str) -> str:
    """A label for moves that no person made themselves."""
    return {
        "bot": _("bot"),
        "timeout": _("time-out, played by a bot"),
        "adviser": _("adviser, a bot"),
        "forced": _("only move"),
        "staff": _("entered by staff"),
    }.get(source, "")
