"""Games for tests, opened and driven through the services and tasks themselves; every one deals the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from itertools import count
from random import Random

from bots import tasks
from games.models import AuditEntry, Delivery, Game, Move, Notification, Turn
from games.people.models import User
from games.table import bot_accounts, queries
from games.table.answers import Answer
from games.table.open_games import SeatPlan, join, open_game
from games.table.playing import play
from games.time_control import TimeControl
from tests.table.played_before import played

SECRET = "5e" * 32
LIMIT = timedelta(days=3)
_keys = count()


def opened(
    host: User, *others: User, bots: int = 0, secret: str = SECRET, kind: str = "puerto-rico", **options: str
) -> Game:
    """A running game of these people and so many bots of the level "random"."""
    people = [host, *others]
    seats = [SeatPlan("free") for _ in people] + [SeatPlan("bot", level="random") for _ in range(bots)]
    game = open_game(host, name="A test", kind=kind, options=options, seats=seats, time_control=TimeControl(LIMIT))
    Game.objects.filter(pk=game.pk).update(secret=secret)
    for person in people:
        join(game.pk, person)
    return fresh(game)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def bots_play(game: Game) -> None:
    """Run the bots' tasks as workers would, until every open turn is a person's."""
    while waiting := bot_turns(game):
        tasks.think(waiting[0].pk)


def bot_turns(game: Game) -> Sequence[Turn]:
    turns = (
        game.turns.filter(status=Turn.Status.OPEN, early=False).select_related("seat").order_by("ahead_of_turn", "pk")
    )
    return [turn for turn in turns if turn.bot_level]


def person_turn(game: Game, *, ahead: bool = False) -> Turn:
    """The open turn of the person to move, or one that can be answered ahead."""
    return game.turns.select_related("seat__user", "game").get(
        status=Turn.Status.OPEN, early=False, ahead_of_turn=ahead
    )


def player(turn: Turn) -> User:
    assert turn.seat.user is not None
    return turn.seat.user


def answer(turn: Turn, *lines: str, by: User | None = None, source: str = Move.Source.WEB, key: str = "") -> Answer:
    """The answer of the person at the turn's seat, with a key of its own."""
    return play(turn.pk, lines, by=by or player(turn), source=source, key=key or f"test {next(_keys)}")


def offers(turn: Turn) -> list[str]:
    return [
        offer.text for offer in queries.question_for(Turn.objects.select_related("game", "seat").get(pk=turn.pk)).offers
    ]


def play_on(game: Game, until: Callable[[Game], bool], seed: int = 1, source: str = Move.Source.WEB) -> Game:
    """Bots and people play any offered move, people in turn order only, until a condition holds."""
    played(game, partial(_play_on, game, until, seed, source), until, seed, source)
    return fresh(game)


def _play_on(game: Game, until: Callable[[Game], bool], seed: int, source: str) -> None:
    lots = Random(seed)
    while not until(fresh(game)):
        bots_play(game)
        if until(fresh(game)):
            break
        turn = person_turn(game)
        answer(turn, lots.choice(offers(turn)), source=source)


def gone_on(game: Game, plies: int = 25) -> Game:
    """The game so many plies later, which shows that it goes on. Whole games to the end are played elsewhere."""
    until = fresh(game).plies + plies
    return play_on(game, lambda game: game.plies >= until or over(game))


def over(game: Game) -> bool:
    return game.status == Game.Status.FINISHED


def somebody_ahead(game: Game) -> bool:
    """Whether a person can decide ahead of time, while another person is to move."""
    turns = game.turns.filter(status=Turn.Status.OPEN, early=False, seat__bot_level="")
    return turns.filter(ahead_of_turn=True).count() == 1 and turns.filter(ahead_of_turn=False).exists()


def with_program(owner: User, *others: User, owner_sits: bool, allowed: bool) -> tuple[Game, User]:
    """A game in which a program of somebody sits, which may talk if that is `allowed`; and the program."""
    robo = bot_accounts.create_bot_account(owner, "robo")
    sitting = [owner] if owner_sits else []
    seats = [SeatPlan("account", account="robo"), *(SeatPlan("free") for _one in (*sitting, *others))]
    game = open_game(owner, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    Game.objects.filter(pk=game.pk).update(bots_may_talk=allowed)
    for person in (*sitting, *others):
        join(game.pk, person)
    return fresh(game), robo


def turn_mails(user: User) -> list[Delivery]:
    return list(Delivery.objects.filter(user=user, kind=Notification.Kind.TURN))


def notices(user: User) -> list[Notification]:
    return list(Notification.objects.filter(user=user, kind=Notification.Kind.NOTICE).order_by("pk"))


def audit_entries(action: str) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(action=action).order_by("pk"))
