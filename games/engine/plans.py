"""Plans: what a seat wants to answer when its turn comes, as lines of notation in order of preference.

A plan is read against the questions that the seat can foresee in the present phase (`Position.foreseen`). When its turn
comes, the first line that is legal then is played, again and again where the seat is asked several times. Where none is
legal, or a line says `ask`, the seat is asked. A line answers only the kind of question for which it was written
(`Game.question_key`), so that no question that was not foreseen is ever answered by a plan.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.engine.contract import (
    NO_MOVE,
    OTHER_QUESTION,
    Game,
    IllegalMove,
    Measure,
    NotationError,
    Position,
    RulesError,
)
from games.engine.random import Random
from games.engine.words import Message
from games.engine.words import gettext_noop as _

ASK: Final = "ask"
"""The line by which a seat asks to be asked."""
NEXT: Final = "next:"
"""How the line begins that says what one wants to pick next; the lines below it are for the phase after that pick."""
PASS: Final = "pass"
"""The canonical text, in every game, of an answer that does nothing."""
_CONDITION: Final = re.compile(
    r"(?P<line>.*\S)\s+if\s+(?P<word>at least|at most)?\s*"
    r"(?P<number>[0-9]{1,3})\s*(?:(?P<unit>[a-z]+)\s*)??(?P<limit>or less|or more)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Condition:
    """What must hold for a line to be played: what `Game.measure` counts is at least, or at most, so much."""

    number: int
    at_most: bool = False

    def holds(self, measure: Measure | None) -> bool:
        if measure is None:
            return False
        return measure.value <= self.number if self.at_most else measure.value >= self.number

    def __str__(self) -> str:
        return f"if {self.number} or less" if self.at_most else f"if {self.number}"


@dataclass(frozen=True)
class Wish:
    """One line of a plan."""

    text: str
    """Canonical notation, or ASK."""
    key: str
    """The kind of question that it answers (Game.question_key)."""
    condition: Condition | None = None

    @property
    def line(self) -> str:
        """As its owner may write it."""
        return self.text if self.condition is None else f"{self.text} {self.condition}"


@dataclass(frozen=True)
class Plan:
    """Lines in order of preference."""

    wishes: tuple[Wish, ...] = ()
    end_in_sight: bool = False
    """Whether a condition for the end of the game was met already when the plan was written."""

    def to_json(self) -> dict[str, Any]:
        wishes = [
            {"text": wish.text, "key": wish.key}
            | ({} if wish.condition is None else {"if": wish.condition.number, "at_most": wish.condition.at_most})
            for wish in self.wishes
        ]
        return {"wishes": wishes, "end_in_sight": self.end_in_sight}


def plan_from_json(stored: Mapping[str, Any]) -> Plan:
    """The plan that Plan.to_json wrote."""
    wishes = (
        Wish(wish["text"], wish["key"], Condition(wish["if"], wish["at_most"]) if "if" in wish else None)
        for wish in stored["wishes"]
    )
    return Plan(tuple(wishes), stored["end_in_sight"])


@dataclass(frozen=True)
class NextPick:
    """What a seat wants to pick the next time that it picks, and what to do then."""

    picks: tuple[Wish, ...]
    """In order of preference."""
    lines: tuple[str, ...] = ()
    """Lines of a plan for the phase that begins with the pick, as they were written."""
    end_in_sight: bool = False
    """As in Plan."""

    def to_json(self) -> dict[str, Any]:
        return Plan(self.picks, self.end_in_sight).to_json() | {"lines": list(self.lines)}

    def written(self) -> tuple[str, ...]:
        """The lines as their owner may write them."""
        return (f"{NEXT} {', '.join(wish.line for wish in self.picks)}", *self.lines)


def next_pick_from_json(stored: Mapping[str, Any]) -> NextPick:
    """What NextPick.to_json wrote."""
    plan = plan_from_json(stored)
    return NextPick(plan.wishes, tuple(stored["lines"]), plan.end_in_sight)


@dataclass(frozen=True)
class Step:
    """What a plan plays now."""

    plies: tuple[int, ...]
    rest: Plan
    """What is left of the plan."""


def foreseen_questions(position: Position, seat: int) -> list[Position]:
    """The questions of this phase that a seat may still be asked (Position.foreseen), as far as the seat may know.

    Draws in them are made up.
    """
    return position.resample(seat, any_draws()).foreseen(seat)


def any_draws() -> Random:
    """For a position in which what is hidden does not matter; always the same, so that equal views give equal ones."""
    return Random(1, 2, 3, 1)


def read_wish(rules: Game, questions: Sequence[Position], line: str, before: Wish | None = None) -> Wish:
    """A line of a plan, as it answers the first of these foreseen questions to which it is an answer.

    A number means an offer of the first question. before: the line above it. Raises RulesError, as for an answer to
    the first of the questions that it could be about, if nothing in this phase can make the line legal.
    """
    if line.strip().lower() == ASK:
        return Wish(ASK, rules.question_key(questions[0]) if before is None else before.key)
    for question in questions:
        key = rules.question_key(question)
        if _plain(line) == rules.declining_line(key):
            return Wish(PASS, key)
    text, condition, unit = _split_condition(line)
    text = rules.expand_offer_number(questions[0], text)
    refused: RulesError | None = None
    for question in questions:
        try:
            wish = rules.read_wish(question, text)
        except RulesError as error:
            if refused is None or (is_for_another_question(refused) and not is_for_another_question(error)):
                refused = error
        else:
            found = Wish(wish, rules.question_key(question), condition)
            _check_condition(rules, question, found, unit)
            return found
    assert refused is not None
    raise refused


def question_kind(key: str) -> str:
    """The part of a key that questions with the same answers have in common (Game.question_key)."""
    return key.partition("/")[0]


def next_step(rules: Game, position: Position, plan: Plan) -> Step | None:
    """What the plan of the seat to move plays now; None: the seat is asked.

    Whoever calls it plays forced plies first: these are nobody's plan.
    """
    key = rules.question_key(position)
    if rules.depends_on_the_end(key) and position.end_in_sight() and not plan.end_in_sight:
        return None
    for place, wish in enumerate(plan.wishes):
        if not _answers(wish, key):
            continue
        if wish.text == ASK:
            return None
        plies = rules.wish_plies(position, wish.text)
        if plies and (wish.condition is None or wish.condition.holds(rules.measure(position, plies))):
            return _play(rules, position, plan, place, plies)
    return None


def says_ask(rules: Game, position: Position, plan: Plan) -> bool:
    """Whether a plan has an `ask` for the question that the seat to move is asked now."""
    key = rules.question_key(position)
    return any(wish.text == ASK and _answers(wish, key) for wish in plan.wishes)


def _play(rules: Game, position: Position, plan: Plan, place: int, plies: list[int]) -> Step | None:
    """The step of one line; with what must be decided in one go with it, or None if the plan does not say that."""
    key = plan.wishes[place].key
    kind = question_kind(key)
    after = position.copy()
    for ply in plies:
        after.play(ply)
    wishes = plan.wishes
    if not rules.holds_all_phase(key):
        wishes = (*wishes[:place], *wishes[place + 1 :])
    if after.revealed != position.revealed:
        # What stands above a reveal was meant before it.
        wishes = tuple(wish for index, wish in enumerate(wishes) if index >= place or question_kind(wish.key) != kind)
    rest = replace(plan, wishes=wishes)
    while after.is_mid_decision() and after.to_move() == position.to_move():
        forced = after.forced_move()
        if forced != NO_MOVE:
            plies = [*plies, int(forced)]
            after.play(forced)
            continue
        further = next_step(rules, after, rest)
        if further is None:
            return None
        return Step((*plies, *further.plies), further.rest)
    return Step(tuple(plies), rest)


def is_next_line(line: str) -> bool:
    """Whether a line says what to pick next."""
    return line.strip().lower().startswith(NEXT)


def read_next_pick(rules: Game, position: Position, seat: int, lines: Sequence[str]) -> NextPick:
    """What the seat wants to pick next: "next: builder, trader if 2, ask", and lines for the phase after that.

    The lines may be impossible as things lie now: they are read again after the pick. Raises RulesError for a pick that
    this game does not have, and for a line that answers no question that such a pick brings.
    """
    pick = position.resample(seat, any_draws()).next_pick(seat)
    if pick is None:
        raise NotationError(Message(_("There is nothing to pick.")))
    first, *below = lines
    words = [word for word in (part.strip() for part in first.strip()[len(NEXT) :].split(",")) if word]
    picks: list[Wish] = []
    for word in words:
        picks.append(read_wish(rules, [pick], word, picks[-1] if picks else None))
    if not picks:
        raise NotationError(Message(_("Write what you want to pick: “next: builder, ask”.")))
    questions = [question for wish in picks for question in _questions_after_pick(rules, pick, wish)]
    for line in below:
        _check_line_after_pick(rules, questions, line)
    return NextPick(tuple(picks), tuple(below), position.end_in_sight())


def next_pick_plies(rules: Game, position: Position, wanted: NextPick) -> list[int]:
    """The pick that is played now for the seat to move, which picks; empty: the seat is asked."""
    step = next_step(rules, position, Plan(wanted.picks, wanted.end_in_sight))
    return list(step.plies) if step else []


def _questions_after_pick(rules: Game, pick: Position, wish: Wish) -> list[Position]:
    plies = [] if wish.text == ASK else rules.wish_plies(pick, wish.text)
    after = pick.copy()
    for ply in plies:
        after.play(ply)
    return after.foreseen(pick.to_move()) if plies else []


def _check_line_after_pick(rules: Game, questions: Sequence[Position], line: str) -> None:
    if line.strip().lower() == ASK:
        return
    if not questions:
        raise NotationError(Message(_("“{line}” answers nothing that this pick brings."), {"line": line}))
    try:
        read_wish(rules, questions, line)
    except IllegalMove as error:
        if is_for_another_question(error):
            raise


def is_for_another_question(error: RulesError) -> bool:
    """Whether a line was refused because it answers a question of another stage."""
    return error.message.msgid == OTHER_QUESTION


def _answers(wish: Wish, key: str) -> bool:
    """Whether a line was written for this kind of question."""
    return wish.key == key if wish.text == PASS else question_kind(wish.key) == question_kind(key)


def _plain(line: str) -> str:
    return " ".join(line.lower().split())


def _split_condition(line: str) -> tuple[str, Condition | None, str]:
    """A line without its condition, the condition, and the word that says what it counts, if there is one."""
    found = _CONDITION.fullmatch(line.strip())
    if found is None:
        if re.search(r"\sif\b", line, re.IGNORECASE):
            raise NotationError(Message(_("A condition is a number: “if 3”, “if 4 or less”.")))
        return line, None, ""
    words = (found["word"] or "").lower(), (found["limit"] or "").lower()
    condition = Condition(int(found["number"]), at_most="at most" in words or "or less" in words)
    return found["line"], condition, (found["unit"] or "").lower()


def _check_condition(rules: Game, question: Position, wish: Wish, unit: str) -> None:
    """Whether the condition counts something of this line, what its owner says, and in the direction in which people
    mean it."""
    if wish.condition is None:
        return
    measure = rules.measure(question, rules.wish_plies(question, wish.text))
    named: dict[str, int | str | Message] = {"line": wish.text, "number": wish.condition.number}
    if measure is None:
        raise NotationError(Message(_("There is nothing to count in “{line}”, so it has no “if”."), named))
    if unit and not any(f"{known}s".startswith(unit) for known in measure.units):
        message = Message(_("“{line}” cannot depend on “{word}”: say “if {number}”."), {**named, "word": unit})
        raise NotationError(message)
    if measure.is_cost and not wish.condition.at_most:
        raise NotationError(Message(_("“{line}” costs something: say “if {number} or less”."), named))
    if wish.condition.at_most and not measure.is_cost:
        raise NotationError(Message(_("“{line}” brings something: say “if {number}”, for at least so much."), named))
