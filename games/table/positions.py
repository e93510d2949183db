"""From rows to positions: the stored one, the one a turn is asked in, and any earlier one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypedDict

from games.engine import registry
from games.engine.contract import NO_MOVE, Position, PositionError
from games.engine.contract import Game as Rules
from games.engine.record import rules_text
from games.models import Game, Move


class PlyAhead(TypedDict):
    """One ply of Turn.answer: canonical text, Move.Source, the Submission that gave it."""

    text: str
    source: str
    submission: int


SET_UP: Final = "set up"
"""Move.text of a position that was set up; "set up rules 2 after 1" where it carried the game over to other rules."""
_CARRIED_OVER: Final = re.compile(r"set up rules ([0-9]+) after ([0-9]+)")


def carried_over(before: int, after: int) -> str:
    """Move.text of a position with which a game goes on under another version of the rules."""
    return f"{SET_UP} {rules_text(before, after)}"


def rules_set_up(move: Move) -> tuple[int, int] | None:
    """The versions of the rules before and after a move row that changed them; None for all others."""
    told = _CARRIED_OVER.fullmatch(move.text) if move.set_up is not None else None
    return (int(told[2]), int(told[1])) if told else None


def rules_of(game: Game) -> Rules:
    return registry.game(game.kind)


def secret_of(game: Game) -> bytes:
    return bytes.fromhex(game.secret)


def stored_position(game: Game) -> Position:
    """The position of a game that has started, from its cache."""
    assert game.position is not None, f"game {game.pk} has not started"
    return rules_of(game).from_json(game.position)


def start_of(game: Game) -> Position:
    """The position at the start of a game that has started, under its version of the rules.

    Of a version that is not played any more under that of new games: then its moves need not lead where they led.
    """
    rules = rules_of(game)
    version = game.rules_version if game.rules_version in rules.rules_versions() else None
    return rules.new(game.seat_count, game.options, secret_of(game), version)


def replayed(game: Game, moves: Iterable[Move]) -> Position:
    """The position that these moves lead to from the start, the draws included. Raises ReplayError.

    What was before the last position that was set up leads nowhere and is left out.
    """
    rules, rows = rules_of(game), list(moves)
    position = start_of(game)
    last = max((place for place, move in enumerate(rows) if move.set_up is not None), default=0)
    for move in rows[last:]:
        position = after(rules, position, move)
    return position


def after(rules: Rules, position: Position, move: Move) -> Position:
    """The position after one row: the same one with a ply played, or the one that was set up. Raises ReplayError."""
    if move.set_up is not None:
        return set_up_by(rules, move)
    ply = ply_of(rules, position, move.text) if position.to_move() == move.seat else NO_MOVE
    if ply == NO_MOVE:
        reason = f"game {move.game_id}, ply {move.ply}: seat {move.seat} cannot play {move.text!r}"
        raise ReplayError(reason, move.ply)
    position.play(ply)
    return position


def set_up_by(rules: Rules, move: Move) -> Position:
    """The position that this row set up, whatever was before it. Raises ReplayError."""
    assert move.set_up is not None
    try:
        return rules.from_json(move.set_up)
    except PositionError as error:
        raise ReplayError(f"game {move.game_id}, ply {move.ply}: {error}", move.ply) from error


class ReplayError(ValueError):
    """The moves of a game do not lead where they should. ply: of the first that does not; None: the end differs.

    The text can tell what is hidden in the game.
    """

    def __init__(self, text: str, ply: int | None = None) -> None:
        super().__init__(text)
        self.ply = ply


def ply_of(rules: Rules, position: Position, text: str) -> int:
    """The legal move with this canonical text, NO_MOVE if there is none."""
    for move in position.legal_moves():
        if rules.move_text(position, int(move)) == text:
            return int(move)
    return NO_MOVE


def asked_ahead(position: Position, seat: int) -> Position | None:
    """The position in which a seat can decide before its time, None if it cannot or has nothing to decide there."""
    copy = position.ahead(seat)
    if copy is None:
        return None
    phase = copy.phase()
    play_forced(copy, seat, phase)
    return copy if decides(copy, seat, phase) else None


def play_forced(position: Position, seat: int, phase: int) -> None:
    """Play what everybody sees as the seat's only moves, as far as they belong to the same turn."""
    while decides(position, seat, phase) and position.forced() != NO_MOVE:
        position.play(position.forced())


def settled(position: Position) -> Position:
    """A copy played on as far as what everybody sees as the only move: where somebody has to decide, or the end."""
    copy = position.copy()
    while not copy.is_over() and copy.forced() != NO_MOVE:
        copy.play(copy.forced())
    return copy


def decides(position: Position, seat: int, phase: int) -> bool:
    """Whether the seat is (still) to move within this phase."""
    return not position.is_over() and position.to_move() == seat and position.phase() == phase


def play_answer(rules: Rules, position: Position, answer: Sequence[Mapping[str, object]]) -> bool:
    """Play the plies that a seat gave ahead, and what is forced after each; False if one of them is not legal."""
    seat, phase = position.to_move(), position.phase()
    for given in answer:
        play_forced(position, seat, phase)
        ply = ply_of(rules, position, str(given["text"])) if decides(position, seat, phase) else NO_MOVE
        if ply == NO_MOVE:
            return False
        position.play(ply)
    play_forced(position, seat, phase)
    return True
