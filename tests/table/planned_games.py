"""Games in which people plan, and what others may see of it."""

from __future__ import annotations

from django.utils import timezone

from games.engine.contract import Position
from games.models import Game, Move, Seat, Turn
from games.people.models import User
from games.table import playing, queries
from games.table.game_update import GameUpdate
from tests.table.games import fresh, opened, person_turn, player


def set_before(position: Position, *people: User) -> Game:
    """A running game of these people that has come to this position."""
    game = opened(*people)
    update = GameUpdate(game, timezone.now())
    update.set_up(position)
    update.advance()
    update.save()
    return fresh(game)


def turn_of(game: Game, seat: int) -> Turn:
    live = game.turns.exclude(status=Turn.Status.CLOSED)
    return live.select_related("seat__user", "game").get(seat__index=seat)


def early_turns(game: Game) -> list[Turn]:
    """The turns of those whom the game does not wait for, in the order in which they will be to move."""
    mover = person_turn(game).seat.index
    turns = game.turns.exclude(status=Turn.Status.CLOSED).filter(early=True).select_related("seat__user", "game")
    return sorted(turns, key=lambda turn: (turn.seat.index - mover) % game.seat_count)


def early_turn(game: Game, place: int = 0) -> Turn:
    """The early turn of the person who is to move next (0), after that (1), and so on."""
    return [turn for turn in early_turns(game) if turn.status == Turn.Status.OPEN][place]


def seat_after_mover(game: Game) -> Seat:
    """The seat of the person who is to move next."""
    return game.seats.select_related("user").get(index=(person_turn(game).seat.index + 1) % game.seat_count)


def moves_of(game: Game, seat: int) -> list[str]:
    return [move.text for move in game.moves.filter(seat=seat, undone_at=None).order_by("ply")]


def plan(turn: Turn, *lines: str, add: bool = False, key: str = "") -> tuple[str, ...]:
    """Write a plan as the person of the turn: its lines as they are kept."""
    key = key or f"plan {timezone.now().timestamp()}"
    return playing.play(turn.pk, lines, by=player(turn), source=Move.Source.WEB, key=key, as_plan=True, add=add).planned


def state_for_others(game: Game) -> object:
    """What people who have planned nothing can see change."""
    turns = queries.waited_for(game).values_list("pk", "status", "due", "early", "stage")
    return fresh(game).version, fresh(game).plies, fresh(game).digest, list(turns)


def waited_for_rightly(game: Game) -> bool:
    """Whether exactly the people whom the game waits for have a deadline, and it waits for somebody."""
    live = game.turns.exclude(status=Turn.Status.CLOSED).select_related("seat")
    people = [turn for turn in live if not turn.bot_level]
    asked = [turn for turn in people if turn.status == Turn.Status.OPEN and not turn.early]
    clocks = [turn for turn in people if turn.due is not None and turn.status == Turn.Status.OPEN]
    return bool(asked) and asked == clocks
