"""Seats come free while people come to wait, leave and join. Real connections, real commits."""

from __future__ import annotations

from functools import partial

import pytest
from django.db.models import Count

from games.models import Entrant, Game, Notification
from games.people.models import User
from games.table.open_games import SeatPlan, decline, join, leave, open_game
from games.table.suspension import suspend
from games.table.tournaments import entering
from games.table.waiting_list import give_due, wait
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT, fresh
from tests.table.test_races import at_once
from tests.table.tournaments import crowd, opened_tournament

pytestmark = pytest.mark.django_db(transaction=True)


def full_game(host: User, other: User, *kept: User) -> Game:
    invited = [SeatPlan("invited", email=person.email) for person in kept]
    game = open_game(
        host,
        name="",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), SeatPlan("free"), *invited],
        time_control=TimeControl(LIMIT),
    )
    join(game.pk, other)
    return game


def test_seats_that_come_free_at_once_are_given_once_each(anna: User, bob: User) -> None:
    dora, emil, finn = (UserFactory.create(username=name) for name in ("dora", "emil", "finn"))
    waiting = [UserFactory.create(username=f"waiting{number}") for number in range(3)]
    game = full_game(anna, bob, dora, emil, finn)
    for person in waiting[:2]:
        wait(game.pk, person)
    at_once(
        partial(decline, game.pk, dora),
        partial(leave, game.pk, bob),
        partial(wait, game.pk, waiting[2]),
        partial(decline, game.pk, emil),
        give_due,
    )
    give_due()
    game = fresh(game)
    seated = {seat.user.username for seat in game.seats.select_related("user") if seat.user}
    assert {"anna", "waiting0", "waiting1"} <= seated
    assert not game.seats.filter(user__isnull=False).values("user").annotate(n=Count("pk")).filter(n__gt=1).exists()
    told = Notification.objects.filter(user__in=waiting, kind=Notification.Kind.NOTICE).count()
    assert told == len(seated - {"anna", "bob"})


def test_whoever_is_suspended_as_a_seat_comes_free_does_not_keep_it(anna: User, bob: User, chris: User) -> None:
    dora = UserFactory.create(username="dora")
    for _again in range(2):
        game = full_game(anna, bob, dora)
        wait(game.pk, chris)
        at_once(partial(leave, game.pk, bob), partial(suspend, chris, None, "spam"))
        assert not game.seats.filter(user=chris).exists()
        User.objects.filter(pk=chris.pk).update(suspended_at=None)
        chris.refresh_from_db()


def test_places_of_a_tournament_that_come_free_at_once_are_given_once_each(anna: User) -> None:
    people = crowd(8)
    tournament = opened_tournament(anna, *people[:4], places=4)
    for person in people[4:6]:
        entering.wait(tournament.pk, person)
    at_once(
        *(partial(entering.leave, tournament.pk, person) for person in people[:3]),
        partial(entering.enter, tournament.pk, people[6]),
        partial(entering.wait, tournament.pk, people[7]),
    )
    entered = set(tournament.entrants.filter(status=Entrant.Status.ENTERED).values_list("user", flat=True))
    assert {people[3].pk, people[4].pk, people[5].pk} <= entered
    assert len(entered) <= 4
