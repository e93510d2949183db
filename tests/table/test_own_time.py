"""What somebody is told of their own time at a table, by page and API, and nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Game, MailAddress, Seat
from games.people.models import User
from games.table.open_games import SeatPlan, join, open_game
from games.time_control import TimeControl
from tests.api.programs import program_of
from tests.table.games import opened, person_turn, player
from tests.web.pages import client_of, game_page

pytestmark = pytest.mark.django_db


def game_with(host: User, other: User, clock: TimeControl) -> Game:
    seats = [SeatPlan("me"), SeatPlan("free")]
    game = open_game(host, name="Slow", kind="san-juan", options={}, seats=seats, time_control=clock)
    join(game.pk, other)
    return for_all_eyes(game)


def for_all_eyes(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.SPECTATORS)
    return Game.objects.get(pk=game.pk)


def page_of(person: User, game: Game) -> str:
    return " ".join(game_page(client_of(person), game).content.decode().split())


@pytest.mark.parametrize("kind", ["bank", "round"])
def test_ones_bank_and_missed_deadlines_are_told_to_oneself_alone(
    anna: User, bob: User, chris: User, kind: str
) -> None:
    spans = {"bank": timedelta(days=4)} if kind == "bank" else {"round": timedelta(days=8)}
    game = game_with(anna, bob, TimeControl(timedelta(hours=1), excused=2, **spans))  # type: ignore[arg-type]
    turn = person_turn(game)
    asked = player(turn)
    waiting = bob if asked == anna else anna
    Seat.objects.filter(pk=turn.seat_id).update(missed_in_row=1, missed_in_all=3, excused=2)
    with time_machine.travel(turn.opened_at + timedelta(hours=5), tick=False):
        left = timedelta(days=4, hours=-4) if kind == "bank" else timedelta(days=4, hours=-5)
        told = {"left": int(left.total_seconds()), "missed_in_row": 1, "missed_in_all": 3, "excused": 2}
        assert program_of(asked).ask(f"games/{game.pk}/")["your_time"] == told
        where = "in the bank: 3 d 20 h" if kind == "bank" else "of this round: 3 d 19 h"
        assert f"Only you see this: left {where} · 3 missed deadlines, 1 in a row" in page_of(asked, game)
        whole = int(timedelta(days=4).total_seconds()) if kind == "bank" else None
        of_other = program_of(waiting).ask(f"games/{game.pk}/")["your_time"]
        assert of_other == {"left": whole, "missed_in_row": 0, "missed_in_all": 0, "excused": 0}
        assert "missed deadlines, 1 in a row" not in page_of(waiting, game)
        assert program_of(chris).ask(f"games/{game.pk}/")["your_time"] is None
        assert "Only you see this" not in page_of(chris, game)


def test_a_page_says_nothing_of_it_where_there_is_nothing_to_say(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    assert "Only you see this" not in page_of(anna, game)
    assert program_of(anna).ask(f"games/{game.pk}/")["your_time"]["left"] is None


def test_programs_at_the_table_are_told_whom_nothing_reaches(anna: User, bob: User, chris: User) -> None:
    game = for_all_eyes(opened(anna, bob))
    asked = player(person_turn(game))
    waiting = bob if asked == anna else anna

    def told(person: User) -> list[bool]:
        return [one["unreached"] for one in program_of(person).ask(f"games/{game.pk}/")["waiting_for"]]

    assert told(waiting) == [False]
    MailAddress.objects.create(address=asked.email, undeliverable_since=timezone.now(), reason="550 no such user")
    assert (told(waiting), told(chris)) == ([True], [False])
