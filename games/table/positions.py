"""From rows to positions: the stored position, the position of a turn, and any earlier one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypedDict

from games.engine import registry
from games.engine.contract import NO_MOVE, Position, PositionError
from games.engine.contract import Game as Rules
from games.engine.record import hash_secret, rules_change_text
from games.models import Game, Move


class DeferredPly(TypedDict):
    """One ply of a deferred answer, as Turn.deferred_plies stores it."""

    text: str
    """Canonical notation."""
    source: str
    """A Move.Source."""
    submission: int
    """The id of the Submission that gave it."""


SET_UP: Final = "set up"
"""Move.text of a position that was set up; "set up rules 2 after 1" if it upgraded the rules of the game."""
NEW_DRAWS: Final = "set up with new draws"
"""Move.text of a position from which on the draws are new, because the players have agreed on it."""
_RULES_UPGRADE: Final = re.compile(r"set up rules ([0-9]+) after ([0-9]+)")


def rules_upgrade_text(before: int, after: int) -> str:
    """Move.text of a set-up that upgrades the rules of a game."""
    return f"{SET_UP} {rules_change_text(before, after)}"


def rules_change_of(move: Move) -> tuple[int, int] | None:
    """The versions of the rules before and after a move row that upgraded them; None for other rows."""
    versions = _RULES_UPGRADE.fullmatch(move.text) if move.set_up is not None else None
    return (int(versions[2]), int(versions[1])) if versions else None


def rules_of(game: Game) -> Rules:
    return registry.game(game.kind)


def secret_commitment(game: Game) -> str:
    """What players are told of the secret from the start: its hash; empty where nothing is hidden or drawn."""
    return hash_secret(secret_bytes(game)) if rules_of(game).hides else ""


def secret_bytes(game: Game) -> bytes:
    return bytes.fromhex(game.secret)


def stored_position(game: Game) -> Position:
    """The position of a game that has started, from its cache."""
    assert game.position is not None, f"game {game.pk} has not started"
    return rules_of(game).from_json(game.position)


def start_position(game: Game) -> Position:
    """The position at the start of a game that has started, under its version of the rules.

    If that version is not supported any more, under that of new games; then its moves need not lead to the same end.
    """
    rules = rules_of(game)
    version = game.rules_version if game.rules_version in rules.rules_versions() else None
    return rules.new(game.seat_count, game.options, secret_bytes(game), version)


def replay_moves(game: Game, moves: Iterable[Move]) -> Position:
    """The position that these moves lead to from the start, draws included. Raises ReplayError.

    Moves before the last set-up do not matter and are not played.
    """
    rules, rows = rules_of(game), list(moves)
    position = start_position(game)
    last = max((place for place, move in enumerate(rows) if move.set_up is not None), default=0)
    for move in rows[last:]:
        position = apply_move(rules, position, move)
    return position


def apply_move(rules: Rules, position: Position, move: Move) -> Position:
    """Play one row on the position, or return the position that the row set up. Raises ReplayError."""
    if move.set_up is not None:
        return position_set_up_by(rules, move)
    ply = find_ply(rules, position, move.text) if position.to_move() == move.seat else NO_MOVE
    if ply == NO_MOVE:
        reason = f"game {move.game_id}, ply {move.ply}: seat {move.seat} cannot play {move.text!r}"
        raise ReplayError(reason, move.ply)
    position.play(ply)
    return position


def position_set_up_by(rules: Rules, move: Move) -> Position:
    """The position that this row set up. Raises ReplayError."""
    assert move.set_up is not None
    try:
        return rules.from_json(move.set_up)
    except PositionError as error:
        raise ReplayError(f"game {move.game_id}, ply {move.ply}: {error}", move.ply) from error


class ReplayError(ValueError):
    """The moves of a game do not lead to the stored positions. The text can hold hidden information of the game.

    ply: the first ply that cannot be played or leads to another position; None if only the end differs.
    """

    def __init__(self, text: str, ply: int | None = None) -> None:
        super().__init__(text)
        self.ply = ply


def find_ply(rules: Rules, position: Position, text: str) -> int:
    """The legal move with this canonical text, NO_MOVE if there is none."""
    for move in position.legal_moves():
        if rules.move_text(position, int(move)) == text:
            return int(move)
    return NO_MOVE


def position_ahead(position: Position, seat: int) -> Position | None:
    """The position in which a seat can already answer now; None if it cannot, or has nothing to decide."""
    copy = position.ahead(seat)
    if copy is None:
        return None
    phase = copy.phase()
    play_forced(copy, seat, phase)
    return copy if is_deciding(copy, seat, phase) else None


def play_forced(position: Position, seat: int, phase: int) -> None:
    """Play the seat's plies that everybody can see are forced, as far as they belong to the same turn."""
    while is_deciding(position, seat, phase) and position.forced_move() != NO_MOVE:
        position.play(position.forced_move())


def after_forced_plies(position: Position) -> Position:
    """A copy, played on while everybody can see that the ply is forced: until somebody has to decide, or the end."""
    copy = position.copy()
    while not copy.is_over() and copy.forced_move() != NO_MOVE:
        copy.play(copy.forced_move())
    return copy


def is_deciding(position: Position, seat: int, phase: int) -> bool:
    """Whether the seat is to move, and still in this phase."""
    return not position.is_over() and position.to_move() == seat and position.phase() == phase


def defer_plies(
    rules: Rules, position: Position, plies: Sequence[int], source: str, submission: int
) -> list[DeferredPly]:
    """Play the plies of an answer on a position ahead: what the turn keeps of them."""
    deferred: list[DeferredPly] = []
    for ply in plies:
        # Forced plies are played by themselves when the time comes.
        if position.forced_move() == NO_MOVE:
            text = rules.move_text(position, ply)
            deferred.append({"text": text, "source": source, "submission": submission})
        position.play(ply)
    return deferred


def play_deferred(rules: Rules, position: Position, answer: Sequence[Mapping[str, object]]) -> bool:
    """Play the plies of a deferred answer, and what is forced after each; False if one of them is not legal."""
    seat, phase = position.to_move(), position.phase()
    for given in answer:
        play_forced(position, seat, phase)
        ply = find_ply(rules, position, str(given["text"])) if is_deciding(position, seat, phase) else NO_MOVE
        if ply == NO_MOVE:
            return False
        position.play(ply)
    play_forced(position, seat, phase)
    return True
