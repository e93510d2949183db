"""What the ratings need to know of a finished game: the ranks of its seats, and who held them for how many rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise

from games.engine import registry
from games.models import Game, Seat, SeatHolder
from games.ratings.arithmetic import Holder, SeatResult, Skill
from games.ratings.bots import skill_of
from games.table.replay import replay_steps
from games.table.viewpoints import DISCLOSED


def results_of(game: Game, skill_before: Callable[[int], Skill]) -> list[SeatResult]:
    """The seats of a finished game. skill_before: a person's skill before it."""
    held = _holders(game)
    lengths = _lengths(game, held)
    seats = []
    for seat in game.seats.order_by("index"):
        assert seat.rank is not None
        holders = [
            Holder(skill_before(row.user_id), row.user_id, rounds)
            if row.user_id is not None
            else Holder(skill_of(game.kind, row.level), rounds=rounds)
            for row, rounds in zip(held[seat.pk], lengths[seat.pk], strict=True)
        ]
        seats.append(SeatResult(seat.rank, holders or [_sole_holder(game, seat, skill_before)]))
    return seats


def people_of(game: Game) -> set[int]:
    """Whom the game may count for: all who held a seat."""
    held = {row.user_id for rows in _holders(game).values() for row in rows}
    sitting = {seat.user_id for seat in game.seats.all()}
    return {person for person in held | sitting if person is not None}


def _holders(game: Game) -> dict[int, list[SeatHolder]]:
    """By seat, in the order of time."""
    held: dict[int, list[SeatHolder]] = defaultdict(list)
    for row in SeatHolder.objects.filter(game=game).order_by("pk"):
        held[row.seat_id].append(row)
    return held


def _sole_holder(game: Game, seat: Seat, skill_before: Callable[[int], Skill]) -> Holder:
    """Whoever sits there, of a game without rows of holders."""
    if seat.user_id is not None:
        return Holder(skill_before(seat.user_id), seat.user_id)
    return Holder(skill_of(game.kind, seat.playing_level))


def _lengths(game: Game, held: dict[int, list[SeatHolder]]) -> dict[int, list[int]]:
    """How many rounds each held their seat; only looked up where somebody else came after them."""
    ends: Sequence[int] = ()
    lengths: dict[int, list[int]] = defaultdict(list)
    for seat, rows in held.items():
        if len(rows) == 1:
            lengths[seat] = [1]
            continue
        ends = ends or _ends_of_rounds(game)
        for row in rows:
            until = game.plies if row.to_ply is None else row.to_ply
            lengths[seat].append(sum(row.from_ply <= last < until for last in ends))
    return lengths


def _ends_of_rounds(game: Game) -> list[int]:
    """The last ply of each round; a round belongs to whoever held the seat then. Without rounds each ply is one."""
    steps = replay_steps(game, DISCLOSED)
    if not registry.chronicle(game.kind).has_rounds:
        return [step.number - 1 for step in steps]
    last = [step.number - 1 for step, after in pairwise(steps) if after.round != step.round]
    return [*last, steps[-1].number - 1] if steps else []
