"""Answers that people have prepared: what a plan, the next pick or standing orders play now, so that nobody is asked.

A plan goes before the next pick, and both go before orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.engine.plans import NextPick, Plan
from games.models import Game, Move, Seat, Submission, Turn
from games.table import next_picks, plans, seat_orders
from games.table.answers import Answer, Origin
from games.table.plans import WrittenPlan
from games.table.positions import rules_of


@dataclass(frozen=True)
class PreparedAnswer:
    """One answer, which its person can take back like any other."""

    key: str
    """Where it comes from: an Origin, and what else tells it apart. The key of its Submission begins with it."""
    plies: Sequence[int]
    source: str
    """Where it was written: a Move.Source."""
    written_at: datetime
    by: int
    """The id of the person who wrote it."""
    rest: WrittenPlan | None = None
    """If a plan gives the answer: what of the plan is left."""
    picked: NextPick | None = None
    """If the next pick gives it: that, with the lines below it, which are the plan for the phase."""


def find_prepared_answer(
    game: Game, position: Position, seat: Seat, turn: Turn | None, now: datetime
) -> PreparedAnswer | None:
    """What is prepared for the question to this seat, which is to move; None: it is asked. turn: its live turn."""
    rules = rules_of(game)
    return (
        (_of_plan(rules, game, position, turn) if turn is not None else None)
        or (_of_next_pick(rules, game, position, seat) if turn is None or not turn.timed_out else None)
        or _of_orders(rules, game, position, seat, turn, now)
    )


def _of_plan(rules: Rules, game: Game, position: Position, turn: Turn) -> PreparedAnswer | None:
    written, step = plans.written_plan(turn), plans.next_step(rules, position, turn)
    if written is None or step is None:
        return None
    return PreparedAnswer(
        f"{Origin.PLAN}{written.submission}:{game.plies}",
        step.plies,
        written.source,
        written.written_at,
        written.by,
        rest=replace(written, plan=step.rest),
    )


def _of_next_pick(rules: Rules, game: Game, position: Position, seat: Seat) -> PreparedAnswer | None:
    written, plies = next_picks.written_pick(seat), next_picks.plies_of(rules, position, seat)
    if written is None or not plies:
        return None
    return PreparedAnswer(
        f"{Origin.NEXT_PICK}{game.plies}",
        plies,
        written.source,
        written.written_at,
        written.by,
        picked=written.wanted,
    )


def _of_orders(
    rules: Rules, game: Game, position: Position, seat: Seat, turn: Turn | None, now: datetime
) -> PreparedAnswer | None:
    plies = seat_orders.plies_of(rules, position, seat, turn)
    if not plies or seat.user_id is None:
        return None
    return PreparedAnswer(f"{Origin.ORDER}{game.plies}", plies, Move.Source.WEB, now, seat.user_id)


def submit(turn: Turn, prepared: PreparedAnswer, position: Position, *, ahead: bool) -> Submission:
    """The row of an answer that is played or deferred now in this position."""
    answer = Answer(
        done=(rules_of(turn.game).decision_text(position, prepared.plies),),
        failed=None,
        not_tried=(),
        turn_closed=True,
        next_turn_id=None,
        game_over=False,
        ahead=ahead,
    )
    # What was taken back can come once more at the same ply.
    key = f"{prepared.key}:{turn.submissions.count()}"
    return Submission.objects.create(
        turn=turn, by_id=prepared.by, key=key, result=answer.to_json(), plies=len(prepared.plies)
    )


def keep_rest(turn: Turn, prepared: PreparedAnswer, submission: Submission, position: Position) -> None:
    """Let the turn keep what is left of the plan, or the plan that came with the pick. position: after the answer."""
    if prepared.rest is not None:
        plans.keep(turn, prepared.rest)
    elif prepared.picked is not None:
        picked = prepared.picked
        wishes = plans.read_possible(rules_of(turn.game), position, turn.seat.index, picked.lines)
        plan = Plan(wishes, picked.end_in_sight)
        plans.keep(turn, WrittenPlan(plan, prepared.source, prepared.written_at, prepared.by, submission.pk))
