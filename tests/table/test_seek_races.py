"""Seeks change, and people get busy, while a matcher runs. Real connections in threads, real commits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import transaction

from games.models import Game, Seek, SeekFind
from games.people.models import User
from games.table import absences, seeks
from games.table.blocks import block
from games.table.days_away import today_of
from games.table.errors import NoSuchSeek
from games.table.open_games import SeatPlan, open_game
from games.table.seek_matching import match
from games.table.seeks import SeekWishes
from games.table.suspension import suspend
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT
from tests.table.test_races import Rival, at_once

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


def wishes(**changes: Any) -> SeekWishes:
    chosen: dict[str, Any] = {"kind": "san-juan", "players": [2], "shortest": DAY, "longest": DAY, "per_week": None}
    return SeekWishes(**chosen | changes)


def seek(*people: User, **changes: Any) -> list[Seek]:
    return [seeks.begin(person, wishes(**changes)) for person in people]


def while_the_other_waits(first: Callable[[], object], other: Callable[[], object]) -> list[object]:
    """The first is done, and committed as soon as the other waits for it or is through."""
    begun, rival = Event(), Rival()

    def do_slowly() -> object:
        with transaction.atomic():
            result = first()
            begun.set()
            rival.let_come()
        return result

    def do_the_other() -> object:
        begun.wait()
        return rival.run(other)

    return at_once(do_slowly, do_the_other)


def test_two_matchers_at_a_time_seat_nobody_twice() -> None:
    people = [UserFactory.create(username=f"player{number}") for number in range(4)]
    seek(*people, per_week=1)
    assert while_the_other_waits(match, match) == [2, 0]
    assert sorted(SeekFind.objects.values_list("person", flat=True)) == [person.pk for person in people]
    assert Game.objects.count() == 2


def test_however_many_matchers_run_everybody_gets_one_game() -> None:
    people = [UserFactory.create(username=f"player{number}") for number in range(6)]
    seek(*people, per_week=1)
    assert sum(int(str(opened)) for opened in at_once(match, match, match)) == 3
    assert sorted(SeekFind.objects.values_list("person", flat=True)) == [person.pk for person in people]
    for game in Game.objects.all():
        assert (game.status, game.seats.exclude(user=None).count()) == (Game.Status.RUNNING, 2)


def take_the_last_seat(person: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free")]
    open_game(person, name="", kind="san-juan", options={}, seats=seats, time_control=TimeControl(LIMIT))


MEANWHILE: dict[str, Callable[[User, Seek], object]] = {
    "pauses": lambda person, own: seeks.pause(person, own.pk),
    "ends it": lambda person, own: seeks.end(person, own.pk),
    "wishes something else": lambda person, own: seeks.change(person, own.pk, wishes(players=[3])),
    "blocks the other": lambda person, _own: block(person, "bob"),
    "is suspended": lambda person, _own: suspend(person, None, "Rude."),
    "is away": lambda person, _own: absences.announce(person, today_of(person), today_of(person) + DAY),
    "takes their last seat": lambda person, _own: take_the_last_seat(person),
}


@pytest.mark.parametrize("what", MEANWHILE)
def test_whoever_is_not_to_be_seated_any_more_when_a_planned_table_is_opened_is_not(
    anna: User, bob: User, settings: LazySettings, what: str
) -> None:
    settings.SEATS_PER_PERSON = 5 if what != "takes their last seat" else 1
    own, others = seek(anna, bob, most_games=1)
    assert while_the_other_waits(lambda: MEANWHILE[what](anna, own), match)[1] == 0
    assert not SeekFind.objects.exists()
    assert not Game.objects.filter(seats__user=bob).exists()
    others.refresh_from_db()
    assert not others.paused


@pytest.mark.parametrize("what", ["pauses", "ends it", "wishes something else"])
def test_a_seek_that_has_found_a_game_is_seated_as_it_was(anna: User, bob: User, what: str) -> None:
    own, _others = seek(anna, bob)
    opened, refusal = while_the_other_waits(match, lambda: MEANWHILE[what](anna, own))
    assert (opened, type(refusal)) == (1, NoSuchSeek)
    game = Game.objects.get()
    assert {seat.user for seat in game.seats.all()} == {anna, bob}
    assert SeekFind.objects.count() == 2
    assert not Seek.objects.exists()
