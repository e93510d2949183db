"""The context of the game page: the question, what happened since, the boards, the log."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone

from games.access import Permission
from games.access.profiles import visible_profiles
from games.clock_words import misses_in_words, rest_in_words
from games.endpoints import reach
from games.engine.contract import Position, ScoreLine
from games.models import Game, RatingChange, Seat, Turn
from games.people.models import User
from games.site_urls import absolute_url
from games.table import coach, days_away, leaderboards, pausing, plans, queries, seat_orders, takeback, takeover
from games.table.agreed_ends import was_conceded
from games.table.errors import TakenBackTooOften
from games.table.open_questions import OpenQuestion, open_question
from games.table.own_time import own_time
from games.table.positions import rules_of, secret_commitment, stored_position
from games.table.vacant_offers import offers_of
from games.web.answer_forms import Section, sections
from games.web.lobby_lines import vacant_line
from games.web.posted_answer import SelectionAnswer, prompt_digest
from games.web.shown_coach import ShownCoach, is_searching, shown_coach
from games.web.shown_holders import ShownHolder, shown_holders
from games.web.shown_lines import RefusedLines, ShownLines, shown_next_pick, shown_orders
from games.web.shown_log import LogLine, recent_log
from games.web.shown_plan import LaterQuestion, ShownPlan, later_questions, places_in_plan, question_digest, shown_plan
from games.web.shown_talk import NotePart, RefusedTalk, TalkPart, shown_note, shown_talk
from games.web.shown_together import Together, shown_together
from games.web.visitors import Visitor
from games.wording import in_words

POLL_SECONDS_BOTS: Final = 2
POLL_SECONDS_PEOPLE: Final = 5
NOBODY: Final[Mapping[int, str]] = {}


@dataclass(frozen=True)
class AnswerError:
    """Why the last answer from this page was not played. The question beside it shows what is possible."""

    reason: str
    since: Sequence[str] = ()
    """What happened after the question was asked."""
    given: str = ""
    """The line that could not be played."""
    selection_answer: SelectionAnswer | None = None
    """The checkboxes that were ticked."""
    written: str = ""
    """All lines of a plan that was written."""


@dataclass(frozen=True)
class Standing:
    """The result of one seat."""

    name: str
    seat: int
    rank: int
    total: int
    tie_break: int
    profile: str
    """The name under which their profile is found; empty if the reader may not see it, or there is none."""


@dataclass(frozen=True)
class ScoreTable:
    """The final scores: the standings from the winner on, and one row for each part of the scores."""

    standings: list[Standing]
    parts: list[tuple[str, list[int]]]


@dataclass(frozen=True)
class Waiting:
    """Somebody the game waits for."""

    name: str
    stage: str
    away_until: date | None
    """Until when they are away; only for those who sit at the table."""
    unreached: bool
    """Whether nothing reaches them at present; only for those who sit at the table."""
    deadline: datetime | None
    """None of bots, and of those who decide at the same time: it could tell who of them has answered."""


@dataclass(frozen=True)
class AwayLine:
    """Somebody at the table who is away."""

    name: str
    until: date


@dataclass(frozen=True)
class GamePage:
    """All that the templates of a running or finished game show; they use the fields by these names."""

    game: Game
    seat: Seat | None
    """The visitor's own; None for hosts without a seat and for spectators."""
    seats: Sequence[Seat]
    is_host: bool
    title: str
    folder: str
    """Where the game's own templates lie."""
    names: Sequence[str]
    """The names of the players, by seat."""
    profiles: frozenset[int]
    """The ids of the players whose profiles the visitor may see."""
    version: str
    """By which the open page asks for what has changed."""
    asked: OpenQuestion | None
    plan: ShownPlan | None
    """The visitor's own."""
    question_digest: str
    prompt_digest: str
    """Of an early question; its forms send it."""
    later: Sequence[LaterQuestion]
    """What may be asked after an early question."""
    sections: Sequence[Section]
    coach: ShownCoach | None
    """What the visitor's coach says of the question; None if they have none."""
    may_turn_coach_on: bool
    had_coach: bool
    """Whether anybody has, or has had, a coach in this game."""
    error: AnswerError | None
    view: object
    highlighted: frozenset[str]
    waiting: Sequence[Waiting]
    away: Sequence[AwayLine]
    """Who is away at present; nobody for those who do not sit at the table."""
    own_time: Sequence[str]
    """What the visitor has left of a bank or a round, and which deadlines they have missed."""
    answered_ahead: bool
    adviser_decides: bool
    """Whether the visitor's adviser answers just now what they are asked."""
    conceded: bool
    """The players agreed that the points as they were count."""
    pause_reason: str
    poll_seconds: int
    since: Sequence[str]
    """What happened since the visitor's last turn."""
    ordered: Sequence[str]
    """What the visitor's standing orders have played since they wrote last."""
    next_pick: ShownLines | None
    """What the visitor wants to pick next; None where nothing can be said of it."""
    orders: ShownLines | None
    """The visitor's standing orders; None where none can be given."""
    together: Together
    """What the players decide together."""
    log: Sequence[LogLine]
    talk: TalkPart | None
    """What was said at the table, as far as the visitor may read it."""
    note: NotePart | None
    """The visitor's own."""
    can_undo: bool
    undone_too_often: str
    may_resign: bool
    may_set_visibility: bool
    next_turn: Turn | None
    over: bool
    share_link: str
    score_table: ScoreTable | None
    can_return: bool
    """Whether the visitor's seat is vacant, and they can play in it again."""
    rating_changes: Sequence[RatingChange]
    """What the finished game has changed, as far as the visitor may know it."""
    ratings_counted: bool
    holders: Sequence[ShownHolder]
    """Who held the seats that have changed hands."""
    vacant: Sequence[dict[str, Any]]
    """The vacant seats, for those who may tell others of them."""
    takeover_link: str
    """By which others come to the vacant seats; empty if there are none, or for an onlooker."""
    options: Sequence[tuple[str, str]]
    special: Sequence[tuple[str, str]]
    secret_hash: str
    """SHA-256 of what all draws come from; empty if the game hides and draws nothing."""

    def context(self, **more: object) -> dict[str, Any]:
        """The context of a template, with what else it takes."""
        return {**vars(self), **more}


PageError = AnswerError | RefusedLines | RefusedTalk
"""Why something that was sent from the page was not done."""


def build_game_page(visitor: Visitor, refused: PageError | None = None) -> GamePage:
    """What the page of a running or finished game shows this visitor."""
    error = refused if isinstance(refused, AnswerError) else None
    refused_lines = refused if isinstance(refused, RefusedLines) else None
    game, seat = visitor.game, visitor.seat
    rules, names = rules_of(game), queries.seat_names(game.seats.all())
    undecided = turns_of(game)
    newest = queries.newest_moves(game)
    mine = [turn for turn in undecided if seat is not None and turn.seat_id == seat.pk and not game.paused_at]
    own = next((turn for turn in mine if turn.status == Turn.Status.OPEN and not turn.bot_level), None)
    may_play = seat is not None and visitor.may(Permission.PLAY)
    question = open_question(with_loaded_rows(own, visitor)) if own and may_play else None
    stored = stored_position(game)
    position = question.position if question else stored
    waited = [] if game.paused_at else _waited_for(undecided, stored)
    plan = shown_plan(next((turn for turn in mine if not turn.bot_level), None))
    places = places_in_plan(plan) if question and question.turn.early else {}
    over = game.status == Game.Status.FINISHED
    as_it_is = None if own and (own.ahead_of_turn or own.early) else position
    no_undo = takeback.undo_refusal(game, seat, as_it_is) if seat is not None and not over else None
    together = shown_together(visitor, list(game.seats.all()))
    seats, view = list(game.seats.all()), rules.view(position, visitor.index)
    coached = shown_coach(question, seats, view)
    vacant = offers_of(game, visitor.actor)
    away = days_away.away_at(game, seat)
    people = [one.user for one in seats if one.user is not None]
    profiles = visible_profiles(visitor.actor, people, at_a_table=seat is not None)
    ordering = seat if may_play and game.status == Game.Status.RUNNING and not game.paused_at else None
    return GamePage(
        game=game,
        seat=seat,
        seats=seats,
        is_host=visitor.is_host,
        title=in_words(rules.title),
        folder=game.template_folder,
        names=names,
        profiles=profiles,
        version=visitor.version,
        asked=question,
        plan=plan,
        question_digest=question_digest(question, plan),
        prompt_digest=prompt_digest(question.question) if question and question.turn.early else "",
        later=later_questions(question, places) if question else (),
        sections=sections(question.question, error.selection_answer if error else None, places) if question else (),
        coach=coached,
        may_turn_coach_on=ordering is not None
        and ordering.coach != Seat.Coach.ON
        and coach.may_have_coach(ordering, seats),
        had_coach=coach.had_coach(seats),
        error=error,
        view=view,
        highlighted=question.highlighted if question else frozenset(),
        waiting=_waiting(waited, seat, names, away),
        away=away_lines(game, away, waited if question is None or question.turn.early else ()),
        own_time=_own_time_in_words(game, seat, undecided),
        answered_ahead=seat is not None
        and not question
        and any(turn.status == Turn.Status.ANSWERED and not turn.early for turn in mine),
        adviser_decides=any(turn.adviser and turn.status == Turn.Status.OPEN for turn in mine),
        conceded=over and was_conceded(game),
        pause_reason=pausing.reason_of(game) if seat is not None else "",
        poll_seconds=POLL_SECONDS_BOTS if is_searching(coached) else poll_seconds(waited[:1]),
        since=queries.narrate(game, queries.events_since_last_turn(game, seat, newest), names) if seat else (),
        ordered=seat_orders.acted_since_last_answer(seat) if seat is not None and plans.can_plan(seat) else (),
        next_pick=shown_next_pick(ordering, stored, refused_lines),
        orders=shown_orders(ordering, rules, refused_lines),
        together=together,
        talk=shown_talk(visitor, refused if isinstance(refused, RefusedTalk) else None),
        note=shown_note(visitor),
        log=recent_log(game, seat, names, newest, together.log),
        can_undo=seat is not None and not over and no_undo is None,
        undone_too_often=str(no_undo) if isinstance(no_undo, TakenBackTooOften) else "",
        may_resign=seat is not None and not over and not seat.is_given_up and visitor.may(Permission.RESIGN),
        may_set_visibility=visitor.may(Permission.SET_VISIBILITY),
        next_turn=None if question and not question.turn.early else next_turn_elsewhere(visitor),
        over=over,
        share_link=absolute_url(reverse("result", args=[game.share_code])) if over else "",
        score_table=score_table(rules.score_sheet(position), queries.result_names(seats), linked_names(seats, profiles))
        if over
        else None,
        can_return=seat is not None and takeover.can_return(game, seat),
        rating_changes=leaderboards.changes_at(game, visitor.actor) if over else (),
        ratings_counted=over and game.rated and leaderboards.is_counted(game),
        holders=shown_holders(game),
        vacant=[vacant_line(offer) for offer in vacant],
        takeover_link=_takeover_link(game) if vacant and (seat is not None or visitor.is_host) else "",
        options=queries.chosen_options(game),
        special=queries.changed_options(game),
        secret_hash=secret_commitment(game),
    )


def _takeover_link(game: Game) -> str:
    return absolute_url(reverse("game-seats", args=[game.pk, game.invitation_code]))


def turns_of(game: Game) -> list[Turn]:
    """The turns that are not closed, with the loaded game and seats."""
    seats = {seat.pk: seat for seat in game.seats.all()}
    turns = list(game.turns.exclude(status=Turn.Status.CLOSED).order_by("due", "id"))
    for turn in turns:
        turn.game, turn.seat = game, seats[turn.seat_id]
    return turns


def with_loaded_rows(turn: Turn, visitor: Visitor) -> Turn:
    """The turn with the rows that the visitor has loaded, which saves queries."""
    turn.game = visitor.game
    if visitor.seat is not None:
        turn.seat = visitor.seat
    return turn


def poll_seconds(live: Sequence[Turn]) -> int:
    """How often an open page polls: often while bots think, else rarely."""
    return POLL_SECONDS_BOTS if any(turn.bot_level for turn in live) else POLL_SECONDS_PEOPLE


def _waited_for(turns: Sequence[Turn], position: Position) -> list[Turn]:
    """The turns that everybody sees the game wait for, that of the seat to move first (queries.waited_for)."""
    waited = [turn for turn in turns if not turn.early]
    mover = int(position.to_move())
    return sorted(waited, key=lambda turn: (turn.seat.index != mover, turn.seat.index))


def _waiting(
    waited: Sequence[Turn], seat: Seat | None, names: Sequence[str], away: Mapping[int, date]
) -> list[Waiting]:
    """Who else is waited for. Of a group that decides at the same time nothing tells who has answered already."""
    if not waited:
        return []
    mover = waited[0]
    stage = in_words(rules_of(mover.game).stage_name(mover.stage)) if mover.stage else ""
    alone = len(waited) == 1
    others = [turn for turn in waited if seat is None or turn.seat_id != seat.pk]
    asked = [turn.seat.user for turn in others if turn.seat.user is not None and not turn.bot_level]
    unreached = reach.unreached(asked, mover.game) if seat is not None else set()
    return [
        Waiting(
            names[turn.seat.index],
            stage,
            away.get(turn.seat.user_id) if turn.seat.user_id else None,
            turn.seat.user_id in unreached,
            turn.deadline if alone and not turn.bot_level else None,
        )
        for turn in others
    ]


def away_lines(game: Game, away: Mapping[int, date], waited: Sequence[Turn] = ()) -> list[AwayLine]:
    """Who is away, by seat. waited: what the page says of the people of these turns already."""
    told = {turn.seat_id for turn in waited}
    seats = [seat for seat in game.seats.all() if seat.pk not in told]
    return [
        AwayLine(queries.seat_name(seat), away[seat.user.pk]) for seat in seats if seat.user and seat.user.pk in away
    ]


def _own_time_in_words(game: Game, seat: Seat | None, live: Sequence[Turn]) -> list[str]:
    time = own_time(game, seat, live, timezone.now())
    if time is None:
        return []
    rest = [] if time.left is None else [rest_in_words(time.left, game.time_control)]
    missed = [misses_in_words(time.missed_in_row, time.missed_in_all)] if time.missed_in_all else []
    return [*rest, *missed]


def next_turn_elsewhere(visitor: Visitor) -> Turn | None:
    """The most urgent turn of this person in another game."""
    if not isinstance(visitor.actor, User):
        return None
    others = queries.my_turns(visitor.actor).exclude(game=visitor.game)
    return others.defer("game__position", "game__options").first()


def score_table(sheet: Sequence[ScoreLine], names: Sequence[str], linked: Mapping[int, str] = NOBODY) -> ScoreTable:
    """The score table of a score sheet; a part that a seat does not have counts 0. linked: see `linked_names`."""
    lines = sorted(sheet, key=lambda line: (line.rank, line.seat))
    points = [{part.key: part.points for part in line.parts} for line in lines]
    labels = {part.key: in_words(part.label) for line in lines for part in line.parts}
    return ScoreTable(
        standings=[
            Standing(names[line.seat], line.seat, line.rank, line.total, line.tie_break, linked.get(line.seat, ""))
            for line in lines
        ],
        parts=[(label, [line.get(key, 0) for line in points]) for key, label in labels.items()],
    )


def linked_names(seats: Sequence[Seat], profiles: Collection[int]) -> dict[int, str]:
    """The names that lead to profiles, by the index of the seat: of those who held it at the end.

    profiles: the ids of the people whose profiles the reader may see.
    """
    held = ((seat, seat.user) for seat in seats if not seat.is_given_up)
    return {seat.index: user.username for seat, user in held if user is not None and user.pk in profiles}
