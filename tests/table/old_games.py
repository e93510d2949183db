"""Games that were over long ago, with everything that a finished game leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import F

from games.models import Delivery, Game, IncomingMail, Move, Notification, Submission, Turn
from games.people.models import User
from games.table import pausing
from games.table.resignation import resign
from games.table.takeback import can_undo, undo
from tests.mail.conftest import arrive, delivered
from tests.table.finished_games import brought_to_its_end
from tests.table.games import answer, bots_play, fresh, offers, opened, over, person_turn, play_on, player

LONG_AGO = timedelta(days=200)


def eventful_game(anna: User, bob: User, chris: User) -> Game:
    """Puerto Rico with a bot: a take-back, a mail, a refused answer, a pause, a seat resigned, a set-up at the end."""
    game = play_on(opened(anna, bob, chris, bots=1), lambda game: game.plies >= 12)
    taken_back(game)
    turn = person_turn(fresh(game))
    arrive(turn, offers(turn)[0], message_id="<first@anna.example.org>")
    bots_play(game)
    turn = person_turn(fresh(game))
    answer(turn, "take the moon, says anna@example.org", key="nonsense")
    pausing.pause(game.pk, None, "a pause")
    pausing.resume(game.pk, None, "it goes on")
    resign(game.pk, chris)
    play_on(game, lambda game: game.plies >= 30)
    return aged(brought_to_its_end(fresh(game)))


def short_game(anna: User, bob: User) -> Game:
    """Puerto Rico, an answer on the page and one by mail; staff brought it to its end."""
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    turn = person_turn(fresh(game))
    arrive(turn, offers(turn)[0], message_id="<first@anna.example.org>")
    return aged(brought_to_its_end(fresh(game)))


def game_of_cards(anna: User, bob: User) -> Game:
    """San Juan, from the first to the last move."""
    return aged(play_on(opened(anna, bob, kind="san-juan"), over))


def taken_back(game: Game) -> None:
    for _try in range(30):
        bots_play(game)
        turn = person_turn(fresh(game))
        answer(turn, offers(turn)[0])
        if can_undo(fresh(game), turn.seat):
            undo(game.pk, player(turn))
            return
    raise AssertionError("nothing could be taken back")


def aged(game: Game) -> Game:
    """The game as if it had been played long ago; its mails went out, and what they said is forgotten."""
    delivered()
    of_game = {"game": game}
    # What was to wait for longer.
    Delivery.objects.filter(status=Delivery.Status.PENDING, **of_game).update(status=Delivery.Status.DROPPED)
    Game.objects.filter(pk=game.pk).update(
        opened_at=F("opened_at") - LONG_AGO, started_at=F("started_at") - LONG_AGO, ended_at=F("ended_at") - LONG_AGO
    )
    Turn.objects.filter(**of_game).update(opened_at=F("opened_at") - LONG_AGO, closed_at=F("closed_at") - LONG_AGO)
    Move.objects.filter(**of_game).update(created_at=F("created_at") - LONG_AGO)
    Submission.objects.filter(turn__game=game).update(created_at=F("created_at") - LONG_AGO)
    Delivery.objects.filter(**of_game).update(created_at=F("created_at") - LONG_AGO, **Delivery.EMPTY)
    Notification.objects.filter(**of_game).update(created_at=F("created_at") - LONG_AGO, **Notification.EMPTY)
    IncomingMail.objects.filter(turn__game=game).update(received_at=F("received_at") - LONG_AGO, **IncomingMail.EMPTY)
    return fresh(game)


def rows_of(game: Game) -> Mapping[str, list[dict[str, Any]]]:
    """Every column of every row that is packed."""
    return {
        "turns": [dict(row) for row in game.turns.order_by("pk").values()],
        "answers": [dict(row) for row in Submission.objects.filter(turn__game=game).order_by("pk").values()],
        "moves": [dict(row) for row in game.moves.order_by("pk").values()],
        "notifications": [dict(row) for row in game.notifications.order_by("pk").values()],
        "mails": [dict(row) for row in game.deliveries.order_by("pk").values()],
        "mails that came": [dict(row) for row in IncomingMail.objects.filter(turn__game=game).order_by("pk").values()],
    }
