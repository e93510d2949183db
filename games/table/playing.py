"""The one write path of a running game: all answers of people, bots and the clock are played by this module."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from structlog.contextvars import bound_contextvars

from games.engine.contract import Event, RulesError
from games.models import Game, Move, Seat, Submission, Turn
from games.people.models import User
from games.table import next_picks, plans, replay_checks
from games.table.answers import Answer
from games.table.errors import (
    BadAnswer,
    NoSuchTurn,
    QuestionPassed,
    TurnClosed,
)
from games.table.game_update import GameUpdate
from games.table.history import game_id_of_turn, history_of
from games.table.incoming_answers import DeferredAnswer, IncomingAnswer, LiveAnswer, PlannedAnswer, failure_of
from games.table.line_reading import read_next_pick
from games.table.locked_turns import check_may_answer, check_running, locked_turn
from games.table.locks import lock_game
from games.table.next_picks import WrittenPick
from games.table.plans import WrittenPlan
from games.table.queries import visible_events
from games.table.viewpoints import viewpoint_of
from games.table.written_lines import clean_lines


def play(
    turn_id: int,
    lines: Sequence[str],
    *,
    by: User | None,
    source: str,
    key: str,
    expected_answer_count: int | None = None,
    as_plan: bool | None = None,
    add: bool = False,
) -> Answer:
    """Answer a turn with lines of notation, in one transaction.

    Each line is atomic; lines are played in order, up to the first that cannot be played. Then the game goes on while
    everybody can see that the next ply is forced, or a deferred answer has it, and the next turns open. An answer to a
    turn whose time has not come (Turn.ahead_of_turn) is deferred: it is kept privately and played in turn order.

    Lines that answer an early question (Turn.early) are a plan, wishes in order of preference (games.table.plans).
    If nothing in this phase can make one legal, nothing is kept; but lines that were possible when the question was
    shown are only left out (Answer.not_tried). Where the turn has come meanwhile, the plan plays at once what it can.
    Lines after the end of an answer in turn are kept as wishes, too. A line "next: …" and those below it say what to
    pick the next time (games.table.next_picks).

    lines: at least one; canonical or forgiven notation, or the number of a listed offer (first line only).
    by: the person, who must hold the turn's seat, or the moderator who plays for it (source STAFF); None for bots and
    for the clock. source: a Move.Source.
    key: the idempotency key; a key that came before with this turn returns its first Answer and changes nothing.
    expected_answer_count: `answer_count` of the turn when its question was shown; None: the answer is for the present
    question. as_plan: whether the question that was shown was early; None: whether it is now. add: the lines stand
    below those that the plan has; else they replace it. Reasons in the Answer are in the active language.

    Raises (nothing was changed): NoSuchTurn, NotYours, Suspended, TurnClosed with the events since, QuestionPassed,
    NotRunning, GamePaused, BadAnswer.
    """
    written = clean_lines(lines)
    if not written:
        raise BadAnswer(_("There is no move in this answer."))
    return _answer_turn(
        turn_id, by, source, key, lambda incoming: incoming.add(written), expected_answer_count, as_plan, add=add
    )


def play_moves(turn_id: int, moves: Sequence[int], *, plies: int, source: str, key: str) -> Answer:
    """Answer a turn with moves of the engine, for bots; otherwise like `play`.

    plies: Position.plies of the position in which they were chosen; raises BadAnswer if that has changed. source: BOT,
    TIMEOUT for a turn whose time was up, or ADVISER for one that its person leaves to a bot.
    """
    return _answer_turn(turn_id, None, source, key, lambda incoming: incoming.add_moves(moves, plies))


def continue_game(game_id: str) -> None:
    """Continue a game that stopped at the limit of plies per transaction; no effect on other games."""
    with bound_contextvars(game=game_id), transaction.atomic():
        game = lock_game(game_id)
        if game.interrupted and game.paused_at is None:
            update = GameUpdate(game, timezone.now())
            update.advance()
            update.save()


def answer_count(turn: Turn) -> int:
    """How many answers a turn has got, those taken back included: it grows with every answered question."""
    return history_of(turn.game).count_answers(turn)


def _answer_turn(
    turn_id: int,
    by: User | None,
    source: str,
    key: str,
    take: Callable[[IncomingAnswer], None],
    expected_answer_count: int | None = None,
    as_plan: bool | None = None,
    *,
    add: bool = False,
) -> Answer:
    game_id = game_id_of_turn(turn_id)
    if game_id is None:
        raise NoSuchTurn
    replay_checks.check_before_play(game_id)
    with bound_contextvars(game=game_id, turn=turn_id), transaction.atomic():
        game, turn = locked_turn(game_id, turn_id)
        check_may_answer(game, turn, by, source)
        seen = history_of(game).answer(turn, key)
        if seen is not None:
            if by is not None and seen.by_id != by.pk:
                # Of whoever had the seat before: the answer shows what they had planned.
                raise TurnClosed(turn, ())
            return Answer.from_json(seen.result)
        check_running(game)
        if turn.status != Turn.Status.OPEN:
            raise TurnClosed(turn, _events_since(turn))
        if expected_answer_count is not None and expected_answer_count != answer_count(turn):
            raise QuestionPassed
        as_plan = turn.early or (bool(as_plan) and plans.can_plan(turn.seat))
        return _apply_answer(game, turn, by, source, key, take, as_plan=as_plan, add=add)


def _apply_answer(
    game: Game,
    turn: Turn,
    by: User | None,
    source: str,
    key: str,
    take: Callable[[IncomingAnswer], None],
    *,
    as_plan: bool,
    add: bool,
) -> Answer:
    update = GameUpdate(game, timezone.now(), seats=game.seats.all())
    turn = update.live_turns[turn.seat.index]
    submission = Submission.objects.create(turn=turn, by=by, key=key, result={})
    incoming: IncomingAnswer
    if as_plan and by is not None:
        incoming = PlannedAnswer(update, turn, by, add=add)
    else:
        incoming = DeferredAnswer(update, turn) if turn.ahead_of_turn else LiveAnswer(update, turn)
    incoming.source, incoming.submission = source, submission.pk
    take(incoming)
    picked_next = incoming.failed is None and _keep_next_pick(update, turn.seat, by, incoming)
    if incoming.changes_something() or picked_next:
        incoming.finish()
        if source in Move.PLAYER_SOURCES and by is not None:
            _end_misses(turn.seat)
        if source in Move.PLAYER_SOURCES and by is not None and by.owner_id is None:
            game.person_moved_at = update.now
            if not as_plan:
                # Whoever begins a decision completes it.
                turn.adviser = ""
                _keep_rest(update, turn, incoming, by)
        update.advance()
        update.save(answering=(turn.seat, source), private_to=turn.seat)
    going_on = update.live_turns.get(turn.seat.index)
    waits = going_on is not None and going_on.status == Turn.Status.OPEN and not going_on.early
    answer = Answer(
        done=(*incoming.done, *_planned_since(turn, update)) if as_plan else tuple(incoming.done),
        failed=incoming.failed,
        not_tried=tuple(incoming.not_tried),
        turn_closed=turn.status != Turn.Status.OPEN or turn.early,
        next_turn_id=going_on.pk if going_on and waits else None,
        game_over=game.status == Game.Status.FINISHED,
        ahead=isinstance(incoming, DeferredAnswer),
        planned=plans.lines_of(turn),
        next_pick=next_picks.lines_of(turn.seat),
    )
    submission.result, submission.plies = answer.to_json(), incoming.plies
    submission.save(update_fields=["result", "plies"])
    return answer


def _end_misses(seat: Seat) -> None:
    """Whoever answers has not missed several deadlines in a row."""
    if seat.missed_in_row:
        seat.missed_in_row = 0
        seat.save(update_fields=["missed_in_row"])


def _keep_next_pick(update: GameUpdate, seat: Seat, by: User | None, incoming: IncomingAnswer) -> bool:
    """Keep what the answer says of the next pick: whether it says something. An error of it is the answer's."""
    if not incoming.next_pick or by is None or not plans.can_plan(seat):
        return False
    try:
        wanted = read_next_pick(incoming.reader, update.position, seat.index, incoming.next_pick)
    except RulesError as error:
        incoming.failed = failure_of(incoming.reader, plans.RefusedLine(incoming.next_pick[0], error))
        incoming.not_tried = [*incoming.not_tried, *incoming.next_pick[1:]]
        return False
    next_picks.keep(update.seats[seat.index], WrittenPick(wanted, incoming.source, update.now, by.pk))
    return True


def _keep_rest(update: GameUpdate, turn: Turn, incoming: IncomingAnswer, by: User) -> None:
    """Keep the lines after the end of an answer in turn as wishes for the rest of the phase.

    An answer of one line leaves the wishes of before standing, one of several lines replaces them.
    """
    if len(incoming.done) + len(incoming.not_tried) > 1:
        plans.keep(turn, None)
    if incoming.failed or not incoming.not_tried or not plans.can_plan(turn.seat):
        return
    position = update.position
    if position.is_over() or position.phase() != turn.phase:
        return
    rest = plans.read_rest(incoming.reader, position, turn.seat.index, incoming.not_tried)
    if rest is not None:
        incoming.not_tried = list(rest.gone)
        plans.keep(turn, WrittenPlan(rest.plan, incoming.source, update.now, by.pk, incoming.submission))


def _planned_since(turn: Turn, update: GameUpdate) -> list[str]:
    """What the plan of a turn has played in this update, in canonical notation."""
    own = [move for move in update.moves if move.planned_at is not None and move.seat == turn.seat.index]
    return [move.text for move in own]


def _events_since(turn: Turn) -> list[Event]:
    """The events after a closed turn that are visible to its seat."""
    line = list(history_of(turn.game).live_moves(turn.first_ply, without=("set_up",)))
    last = max((move.ply for move in line if move.turn_id == turn.pk), default=turn.first_ply - 1)
    viewpoint = viewpoint_of(turn.seat)
    return [event for move in line if move.ply > last for event in visible_events(move, viewpoint)]
