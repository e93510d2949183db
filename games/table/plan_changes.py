"""Changes that people make to what they have planned. Nobody else can see any of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy
from structlog.contextvars import bound_contextvars

from games.engine.contract import RulesError
from games.engine.plans import NEXT
from games.live.announcements import bump_private_version
from games.models import Move, Seat
from games.people.models import User
from games.table import next_picks, plans
from games.table.errors import BadAnswer, NoSuchTurn, QuestionPassed
from games.table.game_update import GameUpdate
from games.table.history import game_id_of_turn
from games.table.line_reading import error_in_words, line_reader, read_next_pick
from games.table.locked_turns import check_may_answer, check_running, locked_turn
from games.table.next_picks import WrittenPick
from games.table.own_seat import own_seat_update
from games.table.plans import WrittenPlan
from games.table.written_lines import clean_lines

OTHER_PLAN: Final = gettext_lazy("Your plan is not as this page showed it any more; nothing was changed.")


def withdraw_plan(turn_id: int, by: User, *, seen: Sequence[str] | None = None) -> bool:
    """Withdraw the plan of a turn: whether there was one. Raises as `play` does.

    seen: the lines of the plan that the person saw; raises QuestionPassed if it has others by now.
    """
    return _change_plan(turn_id, by, lambda _plan: None, seen)


def reorder_plan(turn_id: int, by: User, order: Sequence[int], *, seen: Sequence[str] | None = None) -> bool:
    """Keep these of a plan's lines, by index, in this order: whether anything changed. Raises as `withdraw_plan`."""

    def reordered(written: WrittenPlan) -> WrittenPlan | None:
        wishes = written.plan.wishes
        if len(set(order)) < len(order) or not all(0 <= index < len(wishes) for index in order):
            raise QuestionPassed
        return replace(written, plan=replace(written.plan, wishes=tuple(wishes[index] for index in order)))

    return _change_plan(turn_id, by, reordered, seen)


def _change_plan(
    turn_id: int, by: User, change: Callable[[WrittenPlan], WrittenPlan | None], seen: Sequence[str] | None
) -> bool:
    game_id = game_id_of_turn(turn_id)
    if game_id is None:
        raise NoSuchTurn
    with bound_contextvars(game=game_id, turn=turn_id), transaction.atomic():
        game, turn = locked_turn(game_id, turn_id)
        check_may_answer(game, turn, by, Move.Source.WEB)
        check_running(game)
        if seen is not None and tuple(seen) != plans.lines_of(turn):
            raise QuestionPassed(OTHER_PLAN)
        written = plans.written_plan(turn)
        changed = change(written) if written else None
        if written is None or changed == written:
            return False
        plans.keep(turn, changed)
        turn.save(update_fields=["plan"])
        bump_private_version(turn.seat)
        return True


def plan_next_pick(game_id: str, by: User, lines: Sequence[str], *, source: str) -> tuple[str, ...]:
    """Say what the person's seat is to pick the next time, or with no lines: nothing. The lines as they are kept.

    lines: "next: builder, ask", then lines for the phase that begins with the pick (games.engine.plans.read_next_pick).
    Raises NoSuchGame, NotSeated, Suspended, NotRunning, GamePaused, and BadAnswer for what cannot be.
    """
    written = clean_lines(lines)
    with own_seat_update(game_id, by, source) as (update, own):
        next_picks.keep(own, _read_pick(update, own, by, written, source) if written else None)
    return next_picks.lines_of(own)


def _read_pick(update: GameUpdate, seat: Seat, by: User, lines: Sequence[str], source: str) -> WrittenPick:
    reader = line_reader(update.rules, source)
    if not reader.is_next_line(lines[0]):
        lines = [f"{NEXT} {lines[0]}", *lines[1:]]
    try:
        wanted = read_next_pick(reader, update.position, seat.index, lines)
    except RulesError as error:
        raise BadAnswer(error_in_words(reader, error)) from error
    return WrittenPick(wanted, source, update.now, by.pk)
