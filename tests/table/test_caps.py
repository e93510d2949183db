"""One account cannot fill the server with games, whichever way they are opened or joined."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from games.models import Game, Seat
from games.people.models import User
from games.table import bot_accounts, open_games
from games.table.errors import TooMany
from games.table.open_games import SeatPlan, cancel, join, open_game, seat_bot_account
from games.table.resignation import resign
from games.time_control import TimeControl
from tests.table.games import LIMIT, opened
from tests.web.pages import client_of
from tests.web.test_lobby import posted

pytestmark = pytest.mark.django_db


def waiting(host: User, *seats: SeatPlan) -> Game:
    """A game that waits for players."""
    plans = seats or (SeatPlan("free"), SeatPlan("free"))
    return open_game(host, name="", kind="puerto-rico", options={}, seats=plans, time_control=TimeControl(LIMIT))


@pytest.fixture(autouse=True)
def few(settings: Settings) -> None:
    settings.HOSTED_GAMES_PER_PERSON, settings.SEATS_PER_PERSON = 2, 3


def test_a_host_has_so_many_open_and_running_games_and_a_place_again_when_one_ends(anna: User, bob: User) -> None:
    running, open_one = opened(anna, bob), waiting(anna)
    with pytest.raises(TooMany, match="host of 2 open or running games"):
        waiting(anna)
    cancel(open_one.pk, anna)
    waiting(anna)
    with pytest.raises(TooMany):
        waiting(anna)
    Game.objects.filter(pk=running.pk).update(status=Game.Status.FINISHED)
    waiting(anna)
    waiting(bob)


def test_seats_are_bounded_however_they_are_taken_and_bot_accounts_count_to_their_owner(
    anna: User, bob: User, chris: User
) -> None:
    bot_accounts.create_bot_account(anna, "annabot")
    mine = waiting(anna, SeatPlan("me"), SeatPlan("account", account="annabot"), SeatPlan("free"))
    offered = waiting(bob)
    join(offered.pk, anna)
    later = waiting(chris)
    with pytest.raises(TooMany, match="3 seats"):
        join(later.pk, anna)
    account = User.objects.get(username="annabot")
    with pytest.raises(TooMany):
        join(later.pk, account, later.invitation_code)
    with pytest.raises(TooMany):
        waiting(anna, SeatPlan("me"), SeatPlan("free"))
    hers = waiting(anna)
    with pytest.raises(TooMany):
        seat_bot_account(hers.pk, anna, "annabot")
    assert Seat.objects.filter(game__in=[later, hers], user__isnull=False).count() == 0
    open_games.leave(offered.pk, anna)
    join(later.pk, anna)
    assert mine.seats.filter(user=anna).exists()


def test_a_seat_that_was_given_up_counts_no_more(anna: User, bob: User, chris: User) -> None:
    game = opened(bob, anna)
    for _more in range(2):
        join(waiting(chris).pk, anna)
    with pytest.raises(TooMany):
        waiting(anna, SeatPlan("me"), SeatPlan("free"))
    resign(game.pk, anna)
    waiting(anna, SeatPlan("me"), SeatPlan("free"))


def test_the_form_and_the_api_say_so_alike(anna: User, sent: list[str]) -> None:
    client = client_of(anna)
    for _one in range(2):
        waiting(anna)
    refused = client.post("/games/new/", posted())
    assert refused.status_code == 422
    assert "You may be the host of 2 open or running games at a time" in refused.content.decode()
    body = {"kind": "puerto-rico", "seats": [{"kind": "me"}, {"kind": "free"}]}
    response = client.post(
        "/api/v1/games/", body, content_type="application/json", headers={"Idempotency-Key": "one-more"}
    )
    assert (response.status_code, response.json()["detail"][:40]) == (409, "You may be the host of 2 open or running")
    assert anna.hosted_games.count() == 2


def test_who_cannot_take_another_seat_is_told_on_the_page_of_the_game(
    anna: User, bob: User, settings: Settings
) -> None:
    settings.SEATS_PER_PERSON = 0
    game = waiting(bob)
    response = client_of(anna).post(f"/games/{game.pk}/join/{game.invitation_code}/")
    assert response.status_code == 409
    assert "You may have 0 seats" in response.content.decode()
