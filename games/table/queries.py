"""The read side: what pages and mails show. Nothing in it writes, and nothing shows a seat what it may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, Q, QuerySet
from django.utils.functional import lazy
from django.utils.translation import gettext as _

from games.access.blocks import without_apart
from games.bot_levels import seat_label_of
from games.engine import registry
from games.engine.contract import Event, OptionSpec, Position, Question, event_from_json
from games.engine.options import split_values
from games.models import Game, Move, Seat, SeatHolder, Turn
from games.people.models import User
from games.table import plans
from games.table.history import DECIDED_BY_OTHERS, history_of
from games.table.positions import play_deferred, position_ahead, rules_of, stored_position
from games.table.viewpoints import Viewpoint, viewpoint_at, viewpoint_of
from games.wording import in_words

MOVES_PER_PAGE: Final = 60


@dataclass(frozen=True)
class LogEntry:
    """One ply as an onlooker or a seat may see it."""

    ply: int
    seat: int | None
    """None for a position that staff set up."""
    phase: int
    text: str
    """Canonical notation; empty if the reader may not know it."""
    source: str
    events: tuple[Event, ...]
    """Those that are visible to the reader."""
    at: datetime
    undone: bool
    """It was taken back."""


def tie_break_title(kind: str) -> str:
    """What decides between equal totals in this kind of game; "" if nothing does."""
    label = registry.chronicle(kind).tie_break()
    return in_words(label) if label is not None else ""


def player_names(game: Game) -> list[str]:
    """The players' names by seat, no two alike: people's user names, bots' levels."""
    return seat_names(game.seats.select_related("user__owner"))


def seat_names(seats: Iterable[Seat]) -> list[str]:
    """`player_names` for callers that have the game's seats already, in their order."""
    plain = [seat_name(seat) for seat in seats]
    count: Counter[str] = Counter()
    distinct = []
    for name in plain:
        count[name] += 1
        distinct.append(f"{name} {count[name]}" if plain.count(name) > 1 else name)
    return distinct


def seat_name(seat: Seat) -> str:
    """Who sits at a seat: a user name, a program and its owner, a bot's level ("Merchant bot"), or "free seat"."""
    if seat.user is not None:
        return seat.user.shown_name
    if seat.bot_level:
        return _bot_name(seat.bot_level)
    return _("invited player") if seat.invited_email else _("free seat")


def holder_name(holder: SeatHolder) -> str:
    """Who held a seat for a while: a user name, a program and its owner, or a bot's level."""
    if holder.user is not None:
        return holder.user.shown_name
    return _bot_name(holder.level)


def result_names(seats: Sequence[Seat]) -> list[str]:
    """The names by which the result of a game is told: it counts for who held a seat at the end.

    Somebody who had left, and whose seat nobody had taken, has neither won nor lost: the bot in their place has.
    """
    return [
        _("%(bot)s (for %(name)s)") % {"bot": _bot_name(seat.caretaker), "name": name} if seat.is_given_up else name
        for seat, name in zip(seats, seat_names(seats), strict=True)
    ]


def _bot_name(level: str) -> str:
    return _("%(level)s bot") % {"level": seat_label_of(level)}


seat_name_lazy = lazy(seat_name, str)
"""For what others read in their own languages."""


def invitations_of(user: User) -> QuerySet[Game]:
    """The open games in which a seat is reserved for this person, the newest first; not by who is kept apart."""
    own = Q(seats__invited_user=user)
    if user.email:
        own |= Q(seats__invited_email=user.email.lower())
    waiting = without_apart(Game.objects.filter(own, status=Game.Status.OPEN).exclude(seats__user=user), user)
    return waiting.select_related("host").prefetch_related("seats__user").distinct()


def chosen_options(game: Game) -> list[tuple[str, str]]:
    """The options of the game that have an effect in it: labels and chosen values."""
    return [(in_words(spec.label), _chosen(spec, game)) for spec in _meaningful_options(game)]


def changed_options(game: Game) -> list[tuple[str, str]]:
    """Those of the chosen options that differ from the defaults, without lists: enough to know which game it is."""
    return [
        (in_words(spec.label), _chosen(spec, game))
        for spec in _meaningful_options(game)
        if not spec.several and game.options.get(spec.name, spec.default) != spec.default
    ]


def _meaningful_options(game: Game) -> list[OptionSpec]:
    return [spec for spec in rules_of(game).options() if spec.applies_to(game.options)]


def _chosen(spec: OptionSpec, game: Game) -> str:
    value, labels = game.options.get(spec.name, spec.default), dict(spec.choices)
    if spec.several:
        return ", ".join(in_words(labels[single]) for single in split_values(value))
    return in_words(labels[value])


def open_turn(game: Game, user: User | None) -> Turn | None:
    """The open turn of a person in this game, also an early one; None while others decide or the game is paused."""
    if user is None or user.pk is None:
        return None
    return _answerable(user).filter(game=game).first()


def my_turns(user: User) -> QuerySet[Turn]:
    """All open turns of a person for which games wait, the most urgent first."""
    return _answerable(user).filter(early=False).order_by(F("due").asc(nulls_last=True), "pk")


def early_turns(user: User) -> QuerySet[Turn]:
    """All turns that a person can plan an answer for: no game waits for them. The oldest first."""
    return _answerable(user).filter(early=True).order_by("pk")


def waited_for(game: Game) -> QuerySet[Turn]:
    """The turns that everybody sees the game wait for: of the seat to move, and of all who decide at the same time.

    Who of these has answered already is not to be seen until it is played.
    """
    live = game.turns.exclude(status=Turn.Status.CLOSED).filter(early=False)
    return live.select_related("seat__user").order_by("due", "pk")


def _answerable(user: User) -> QuerySet[Turn]:
    return Turn.objects.filter(
        status=Turn.Status.OPEN,
        adviser="",
        seat__user=user,
        seat__caretaker="",
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
    ).select_related("game", "seat__user")


def position_for(turn: Turn) -> Position:
    """The position in which the turn's seat decides: that of the game, or the one for an answer ahead of time.

    Of an early turn that of the first question which its seat can foresee: draws in it are made up. Raises LookupError
    for a turn that is not open.
    """
    _require_open(turn)
    position = stored_position(turn.game)
    if turn.early:
        return _foreseen(turn, position)[0]
    if position.to_move() == turn.seat.index:
        return position
    ahead = position_ahead(position, turn.seat.index)
    if ahead is None:
        raise LookupError(f"turn {turn.pk} is not asked")
    play_deferred(rules_of(turn.game), ahead, turn.deferred_plies)
    return ahead


def foreseen_questions(turn: Turn) -> list[Question]:
    """What the seat of an early turn may be asked in this phase, the first question first. Raises LookupError."""
    _require_open(turn)
    rules = rules_of(turn.game)
    return [rules.question(position) for position in _foreseen(turn, stored_position(turn.game))]


def _require_open(turn: Turn) -> None:
    if turn.status != Turn.Status.OPEN:
        raise LookupError(f"turn {turn.pk} is {turn.status}")


def _foreseen(turn: Turn, position: Position) -> list[Position]:
    found = plans.early_questions(position, turn.seat.index)
    if not found:
        raise LookupError(f"turn {turn.pk} is not asked")
    return found


def question_for(turn: Turn) -> Question:
    """What an open turn asks now. Raises LookupError as `position_for` does."""
    return rules_of(turn.game).question(position_for(turn))


def newest_moves(game: Game, before: int | None = None) -> list[Move]:
    """The newest live moves (before ply `before`), as many as a page usually needs, the newest first."""
    return list(history_of(game).newest(MOVES_PER_PAGE, before))


def events_since_last_turn(game: Game, seat: Seat, newest: Sequence[Move] = ()) -> list[Event]:
    """The events since the person at this seat last decided that are visible to the seat, oldest first.

    What a bot, the rules or their own plan did in the person's place is included. A deferred answer was decided when it
    was given, not when it was played. newest: the result of `newest_moves`, if the caller has it.
    """
    history = history_of(game)
    own = (move for move in newest if move.seat == seat.index and move.planned_at is None)
    last = next((move for move in own if move.source not in DECIDED_BY_OTHERS), None)
    if last is None and not _reach_start(newest):
        last = history.last_decided(seat.index)
    since: Iterable[Move]
    if last is None:
        since = reversed(newest) if _reach_start(newest) else history.live_moves()
    elif last.submission is not None and last.submission.result["ahead"]:
        since = history.since(last.submission.created_at)
    elif newest and newest[-1].ply <= last.ply:
        since = [move for move in reversed(newest) if move.ply >= last.ply]
    else:
        since = history.live_moves(last.ply)
    rules, events, viewpoint = rules_of(game), list[Event](), viewpoint_of(seat)
    for move in since:
        heard = visible_events(move, viewpoint)
        # The seat's own last decision is no news, but its consequences are.
        decided = last is not None and (move.ply == last.ply or move.submission_id == last.submission_id is not None)
        if decided:
            heard = [
                event for event in heard if event.seat != seat.index or not rules.restates_answer(event, move.text)
            ]
        events += heard
    return events


def _reach_start(newest: Sequence[Move]) -> bool:
    """Whether these are all live moves, back to the first."""
    return bool(newest) and newest[-1].ply == 0


def narrate(game: Game, events: Iterable[Event], by_seat: Sequence[str] | None = None) -> list[str]:
    """The events as sentences, in the active language. by_seat: the players' names, if the caller has them."""
    rules, by_seat = rules_of(game), by_seat or player_names(game)
    return [in_words(rules.narrate(event, by_seat)) for event in rules.condense_events(list(events))]


def visible_log(game: Game, seat_index: int | None, *, with_undone: bool = False) -> list[LogEntry]:
    """All plies, oldest first, as a seat (None: an onlooker) may see them; taken-back ones only if asked for."""
    moves = history_of(game).moves() if with_undone else history_of(game).live_moves()
    viewpoint = viewpoint_at(game, seat_index)
    return [log_entry(move, viewpoint) for move in moves]


def log_entry(move: Move, viewpoint: Viewpoint) -> LogEntry:
    """One ply, as it may be seen from a viewpoint."""
    return LogEntry(
        ply=move.ply,
        seat=move.seat,
        phase=move.phase,
        text=visible_text(move, viewpoint),
        source=move.source,
        events=tuple(visible_events(move, viewpoint)),
        at=move.created_at,
        undone=move.undone_at is not None,
    )


def visible_text(move: Move, viewpoint: Viewpoint) -> str:
    """The canonical text of a ply; empty if it may not be read from a viewpoint.

    The text of a ply is hidden from everybody from whom one of its events is hidden, but for its own seat.
    """
    own = viewpoint.seat_at(move)
    visible = all(event_from_json(stored).visible_to(own) for stored in move.events)
    return move.text if visible or (own is not None and move.seat == own) else ""


def visible_events(move: Move, viewpoint: Viewpoint) -> list[Event]:
    """The events of a ply that may be known from a viewpoint."""
    events = (event_from_json(stored) for stored in move.events)
    return [event for event in events if viewpoint.sees(event, move)]
