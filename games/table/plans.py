"""Plans that people write before their turn comes: how a turn keeps them, and who is asked for one.

What a plan is and what it plays, games.engine.plans says. A plan is private: only its owner sees it, and writing one
changes nothing that others can see.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from games.engine import plans
from games.engine.contract import NO_MOVE, IllegalMove, NotationError, Position, RulesError
from games.engine.contract import Game as Rules
from games.engine.line_reader import LineReader
from games.engine.plans import ASK, PASS, Plan, Step, Wish, plan_from_json
from games.engine.words import Message, gettext_noop
from games.models import Seat, Turn

WAIT: Final = "wait"
"""The line by which a person says that they plan nothing: a plan that only asks."""


@dataclass(frozen=True)
class WrittenPlan:
    """A plan as its turn keeps it."""

    plan: Plan
    source: str
    """Where it was written: a Move.Source."""
    written_at: datetime
    by: int
    """The id of the person who wrote it."""
    submission: int | None
    """The id of the Submission that wrote it, or the last of its lines; None if it came with a pick."""

    def to_json(self) -> dict[str, Any]:
        return self.plan.to_json() | {
            "source": self.source,
            "written_at": self.written_at.isoformat(),
            "by": self.by,
            "submission": self.submission,
        }


@dataclass(frozen=True)
class RefusedLine:
    """A line that can be legal in no case, and why."""

    line: str
    error: RulesError


class BadPlan(Exception):
    """Lines of which nothing is kept. refused: the one that is to blame; others: all the others."""

    def __init__(self, refused: RefusedLine, others: Sequence[str]) -> None:
        super().__init__(refused.line)
        self.refused = refused
        self.others = tuple(others)


@dataclass(frozen=True)
class ReadPlan:
    """What lines mean as a plan."""

    plan: Plan
    gone: tuple[str, ...]
    """Lines that are not possible any more: they are left out."""


def written_plan(turn: Turn) -> WrittenPlan | None:
    """The plan that a turn keeps."""
    stored = turn.plan
    if not stored:
        return None
    return WrittenPlan(
        plan_from_json(stored),
        stored["source"],
        datetime.fromisoformat(stored["written_at"]),
        stored["by"],
        stored["submission"],
    )


def keep(turn: Turn, written: WrittenPlan | None) -> None:
    """Let the turn keep this plan, or none; the caller writes the row."""
    turn.plan = written.to_json() if written is not None and written.plan.wishes else None


def lines_of(turn: Turn) -> tuple[str, ...]:
    """The lines of a turn's plan, as its owner may write them."""
    written = written_plan(turn)
    return tuple(wish.line for wish in written.plan.wishes) if written else ()


def can_plan(seat: Seat) -> bool:
    """Whether somebody decides at this seat who can be asked before their time: a person, not a bot, nor a program."""
    return seat.user is not None and seat.user.owner_id is None and not seat.playing_level


def follows_plan(turn: Turn) -> bool:
    """Whether the plan of a turn may play now. A bot that plays in a person's place follows no plans of theirs."""
    return bool(turn.plan) and can_plan(turn.seat) and not turn.timed_out


def early_questions(position: Position, seat: int) -> list[Position]:
    """The questions of this phase that a seat that is not to move may still be asked; empty if none leaves a choice.

    Draws in them are made up, so that nothing to come shows.
    """
    found = plans.foreseen_questions(position, seat)
    return found if any(question.forced_move() == NO_MOVE for question in found) else []


def is_preceded_by(position: Position, seat: int, others: Sequence[int]) -> bool:
    """Whether one of these seats decides before the given one, as far as that one can know."""
    place = int(position.to_move())
    if place in others:
        return True
    known = position.resample(seat, plans.any_draws())
    place = int(position.next_seat(place))
    while place != seat:
        if place in others and known.foreseen(place):
            return True
        place = int(position.next_seat(place))
    return False


def read_plan(
    reader: LineReader, position: Position, seat: int, lines: Sequence[str], *, is_late: bool = False
) -> ReadPlan:
    """What these lines mean as a plan of a seat.

    is_late: others may have decided since the question was shown; then lines that are not possible any more are left
    out. Raises BadPlan for a line that nothing in this phase can make legal, and if no line is left.
    """
    questions = plans.foreseen_questions(position, seat)
    if not questions:
        nothing = NotationError(Message(gettext_noop("There is nothing to plan now.")))
        raise BadPlan(RefusedLine(lines[0], nothing), lines[1:])
    wishes: list[Wish] = []
    gone: list[RefusedLine] = []
    for place, line in enumerate(lines):
        try:
            wishes.append(_read_wish(reader, questions, line, wishes[-1] if wishes else None))
        except RulesError as error:
            refused = RefusedLine(line, error)
            if not is_late or not isinstance(error, IllegalMove) or plans.is_for_another_question(error):
                raise BadPlan(refused, [*lines[:place], *lines[place + 1 :]]) from error
            gone.append(refused)
    if gone and all(wish.text == ASK for wish in wishes):
        first = gone[0]
        raise BadPlan(first, [line for line in lines if line != first.line])
    return ReadPlan(Plan(tuple(wishes), position.end_in_sight()), tuple(refused.line for refused in gone))


def _read_wish(reader: LineReader, questions: Sequence[Position], line: str, before: Wish | None) -> Wish:
    def attempt(english: str) -> Wish:
        written = ASK if english.strip().lower() == WAIT else english
        return plans.read_wish(reader.rules, questions, written, before)

    read: Wish = reader.read(line, attempt, lambda wish: wish.line)
    return read


def read_possible(rules: Rules, position: Position, seat: int, lines: Sequence[str]) -> tuple[Wish, ...]:
    """What of these lines can be a wish for this phase; they came with a pick that was planned before it."""
    questions = plans.foreseen_questions(position, seat)
    wishes: list[Wish] = []
    for line in lines if questions else ():
        with suppress(RulesError):
            wishes.append(plans.read_wish(rules, questions, line, wishes[-1] if wishes else None))
    return tuple(wishes)


def read_rest(reader: LineReader, position: Position, seat: int, lines: Sequence[str]) -> ReadPlan | None:
    """What the lines mean as a plan that an answer in turn had left over; None if one of them means nothing.

    They were written for the question that was shown, so they decline no other: of those that pass, only those that
    stand all phase count (docs/rules §3 Captain).
    """
    if not early_questions(position, seat):
        return None
    try:
        read = read_plan(reader, position, seat, lines, is_late=True)
    except BadPlan:
        return None
    kept = tuple(wish for wish in read.plan.wishes if wish.text != PASS or reader.rules.holds_all_phase(wish.key))
    return replace(read, plan=replace(read.plan, wishes=kept)) if kept else None


def appended(older: WrittenPlan | None, newer: WrittenPlan) -> WrittenPlan:
    """A plan with the lines of a newer one below its own.

    An `ask` at its end stays there: nothing below it would ever be played.
    """
    if older is None:
        return newer
    wishes = [*older.plan.wishes, *newer.plan.wishes]
    if older.plan.wishes[-1].text == ASK:
        last = wishes.pop(len(older.plan.wishes) - 1)
        wishes += [] if wishes and wishes[-1].text == ASK else [last]
    return replace(newer, plan=Plan(tuple(wishes), older.plan.end_in_sight and newer.plan.end_in_sight))


def wants_to_be_asked(rules: Rules, position: Position, turn: Turn) -> bool:
    """Whether the plan of a turn says `ask` to this question."""
    written = written_plan(turn)
    return written is not None and plans.says_ask(rules, position, written.plan)


def next_step(rules: Rules, position: Position, turn: Turn) -> Step | None:
    """What a turn's plan plays now; None: its seat is asked."""
    written = written_plan(turn)
    return plans.next_step(rules, position, written.plan) if written and follows_plan(turn) else None
