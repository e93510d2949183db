"""The log of a game as its pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.models import Game, Move, Seat
from games.table import queries
from games.table.proposals.shown import LogEntryOfProposal, log_of, proposals_of, with_earlier
from games.table.queries import LogEntry
from games.table.viewpoints import viewpoint_of
from games.web.shown_holders import seat_changes

RECENT_ENTRIES: Final = 40
"""Entries of the log on the game page; another page has the whole log."""


@dataclass(frozen=True)
class LogLine:
    """One entry of the log."""

    number: int | None
    """Of the position that the move led to; None: it is no move, but was decided together, or a seat changed hands."""
    sentences: tuple[str, ...]
    source: str
    at: datetime


def recent_log(
    game: Game,
    seat: Seat | None,
    names: Sequence[str],
    newest: Sequence[Move],
    decided: Sequence[LogEntryOfProposal] = (),
) -> list[LogLine]:
    """The newest entries, newest first, as the person at a seat (None: a spectator) may know them.

    newest: the result of queries.newest_moves. decided: what was decided together.
    """
    lines = _recent_moves(game, seat, names, newest)
    since = lines[-1].at if len(lines) == RECENT_ENTRIES else None
    between = [line for line in reversed(_between_moves(game, decided)) if since is None or line.at >= since]
    # What was decided at the moment of a move stands above it: it has led to the move.
    return sorted([*between, *lines], key=lambda line: line.at, reverse=True)[:RECENT_ENTRIES]


def _recent_moves(game: Game, seat: Seat | None, names: Sequence[str], newest: Sequence[Move]) -> list[LogLine]:
    lines: list[LogLine] = []
    viewpoint = viewpoint_of(seat)
    while newest:
        for move in newest:
            lines += _log_line(game, queries.log_entry(move, viewpoint), names)
            if len(lines) == RECENT_ENTRIES:
                return lines
        newest = queries.newest_moves(game, before=newest[-1].ply) if newest[-1].ply else ()
    return lines


def whole_log(game: Game, seat: int | None) -> list[LogLine]:
    """All entries that a seat (None: a spectator) may know, oldest first."""
    names = queries.player_names(game)
    lines = [line for entry in queries.visible_log(game, seat) for line in _log_line(game, entry, names)]
    decided = log_of(with_earlier(game, proposals_of(game)), at_the_table=seat is not None)
    return sorted([*lines, *_between_moves(game, decided)], key=lambda line: line.at)


def _between_moves(game: Game, decided: Sequence[LogEntryOfProposal]) -> list[LogLine]:
    """What was decided together, and who came to play in which seat."""
    together = [LogLine(None, (entry.sentence,), "", entry.at) for entry in decided]
    return [*together, *(LogLine(None, (change.sentence,), "", change.at) for change in seat_changes(game))]


def _log_line(game: Game, entry: LogEntry, names: Sequence[str]) -> list[LogLine]:
    """One line, or none for a ply without a visible event."""
    sentences = tuple(queries.narrate(game, entry.events, names))
    if entry.seat is None:
        sentences = (set_up_sentence(entry.source),)
    return [LogLine(entry.ply + 1, sentences, source_label(entry.source), entry.at)] if sentences else []


def sentences_of(game: Game, move: Move, seat: Seat, names: Sequence[str]) -> str:
    """What a move did, as its log tells it to the person at a seat; whose it was if they may not know more."""
    told = [
        sentence
        for line in _log_line(game, queries.log_entry(move, viewpoint_of(seat)), names)
        for sentence in line.sentences
    ]
    return " ".join(told) or (names[move.seat] if move.seat is not None else "")


def set_up_sentence(source: str) -> str:
    """What is told of a position that was set up."""
    if source == Move.Source.VOTE:
        return _("The players agreed to draw anew: from here on nobody can know the draws.")
    return _("Staff set this position up.")


def source_label(source: str) -> str:
    """A label for moves that no person made themselves."""
    return {
        "bot": _("bot"),
        "timeout": _("time-out, played by a bot"),
        "adviser": _("adviser, a bot"),
        "forced": _("only move"),
        "staff": _("entered by staff"),
    }.get(source, "")
