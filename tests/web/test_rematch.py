"""After a game its people play again: a form as the game was opened, an invitation to each, nobody seated unasked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.mail.compose import compose
from games.mail.optout_links import digest_from_link, opt_out, opt_out_url
from games.models import Delivery, Game, Notification, Seat
from games.people.models import User
from games.table import bot_accounts, guests
from games.table.account_closing import close_account
from games.table.errors import BadSeats, TooMany
from games.table.invitation_expiry import expire_invitations
from games.table.open_games import SeatPlan, fill_with_bots, join, open_game
from games.table.records import import_record
from games.table.suspension import suspend
from games.time_control import TimeControl
from tests.api.programs import program_of
from tests.history.tables import Family, random_record
from tests.mail.conftest import delivered
from tests.table.games import LIMIT, fresh, opened
from tests.web.pages import Form, client_of, forms

pytestmark = pytest.mark.django_db
KIND = "san-juan"
FAMILY = Family(KIND, 3, {"deal_choice": "on"})
BUTTON = "Play again with the same people"


@pytest.fixture(autouse=True)
def celery(sent: list[str]) -> list[str]:
    return sent


@pytest.fixture(scope="module")
def record() -> str:
    return random_record("rematch", FAMILY)


@pytest.fixture
def finished(record: str, anna: User, bob: User) -> Game:
    """Of anna, bob and a bot."""
    game = import_record(record, bob, [(anna, ""), (None, "merchant-1"), (bob, "")])
    Game.objects.filter(pk=game.pk).update(
        name="Friday table",
        turn_limit=timedelta(days=5),
        visibility=Game.Visibility.SPECTATORS,
        advisers=True,
        seeks_may_join=False,
    )
    return fresh(game)


def the_form(host: User, game: Game) -> tuple[Client, Form, Any]:
    browser = client_of(host)
    response = browser.get(f"/games/new/?again={game.pk}")
    assert response.status_code == 200
    form = next(form for form in forms(response) if "again" in form.fields)
    return browser, form, response


def posted(host: User, game: Game, **changes: str) -> Any:
    """The form sent as it stands."""
    browser, form, response = the_form(host, game)
    initial = response.context["form"]
    values: dict[str, Any] = {**form.fields}
    for name in initial.fields:
        value = initial[name].value()
        if value is not None:
            values[name] = value
    return browser.post("/games/new/", {**values, **changes})


def played_again(host: User, game: Game) -> Game:
    response = posted(host, game)
    assert response.status_code == 302, response.context["form"].errors
    return Game.objects.get(pk=response["Location"].split("/")[2])


def invitations_sent() -> list[EmailMultiAlternatives]:
    return [sent for sent in delivered() if "invitation" in sent.subject]


def plan(host: User, game: Game, *names: str) -> Game:
    seats = [SeatPlan("me"), *(SeatPlan("person", person=name) for name in names)]
    return open_game(host, name="x", kind=KIND, options={}, seats=seats, time_control=TimeControl(LIMIT), again=game.pk)


def test_whoever_sat_there_is_offered_another_game_with_the_same_people(
    finished: Game, anna: User, chris: User, client: Client
) -> None:
    link = f"/games/new/?again={finished.pk}"
    result = f"/results/{finished.share_code}/"
    for page in (f"/games/{finished.pk}/", result):
        text = client_of(anna).get(page).content.decode()
        assert BUTTON in text
        assert link in text
    for other in (client, client_of(chris)):
        assert BUTTON not in other.get(result).content.decode()
    assert client_of(chris).get(link).status_code == 404


def test_the_form_is_filled_as_the_game_was_opened(finished: Game, anna: User) -> None:
    _browser, _form, response = the_form(anna, finished)
    form = response.context["form"]
    filled = {name: form[name].value() for name in ("name", "turn_limit", "visibility", "seat_count")}
    assert filled == {"name": "Friday table", "turn_limit": 432000, "visibility": "spectators", "seat_count": 3}
    assert (form["advisers"].value(), form["seeks_may_join"].value()) == (True, False)
    assert form["option_deal_choice"].value() == "on"
    assert form.options_changed
    kinds = [form[f"seat{index}_kind"].value() for index in range(3)]
    assert kinds == ["me", "bot", "person:bob"]
    assert form["seat1_level"].value() == "merchant-1"


def test_an_invitation_goes_to_each_of_them_and_nobody_is_seated_unasked(finished: Game, anna: User, bob: User) -> None:
    game = played_again(anna, finished)
    assert game.status == Game.Status.OPEN
    assert (game.kind, game.options["deal_choice"], game.visibility) == (KIND, "on", "spectators")
    assert not game.seats.filter(user=bob).exists()
    (sent,) = invitations_sent()
    assert sent.to == [bob.email]
    mail = Delivery.objects.get(kind=Notification.Kind.INVITATION, game=game)
    assert opt_out_url(bob.email) in compose(mail).text
    home = client_of(bob).get("/").content.decode()
    assert "You are invited" in home
    assert client_of(bob).post(f"/games/{game.pk}/join/").status_code == 302
    assert fresh(game).status == Game.Status.RUNNING
    assert "You are invited" not in client_of(bob).get("/").content.decode()


def test_whoever_does_not_want_to_play_says_so_with_one_click(finished: Game, anna: User, bob: User) -> None:
    game, browser = played_again(anna, finished), client_of(bob)
    assert "No, thanks" in browser.get("/").content.decode()
    assert browser.post(f"/games/{game.pk}/decline/", follow=True).status_code == 200
    assert "You are invited" not in browser.get("/").content.decode()
    assert "kept for" not in client_of(anna).get(f"/games/{game.pk}/").content.decode()
    assert fresh(game).status == Game.Status.OPEN
    assert invitations_sent() == []


def test_nobody_declines_a_seat_that_is_kept_for_somebody_else(
    finished: Game, anna: User, bob: User, chris: User
) -> None:
    game = played_again(anna, finished)
    assert client_of(chris).post(f"/games/{game.pk}/decline/").status_code in (302, 403, 404)
    assert client_of(anna).post(f"/games/{game.pk}/decline/").status_code in (302, 403, 404)
    assert client_of(bob).get(f"/games/{game.pk}/decline/").status_code == 405
    assert game.seats.filter(invited_user=bob).exists()


def test_the_host_and_others_learn_no_address(finished: Game, anna: User, bob: User, chris: User) -> None:
    User.objects.filter(pk=bob.pk).update(email="secret@example.net")
    _browser, _form, response = the_form(anna, finished)
    assert "secret@" not in response.content.decode()
    game = played_again(anna, finished)
    for browser in (client_of(anna), client_of(chris), Client()):
        for address in ("", "join/", f"join/{game.invitation_code}/"):
            page = browser.get(f"/games/{game.pk}/{address}", follow=True).content.decode()
            assert "secret@" not in page
        assert "secret@" not in browser.get(f"/api/v1/games/{game.pk}/").content.decode()
    assert "kept for bob" in client_of(anna).get(f"/games/{game.pk}/").content.decode()
    assert "kept for bob" not in client_of(chris).get(f"/games/{game.pk}/join/").content.decode()


def test_the_seat_is_the_person_s_whatever_their_address_is_by_now(finished: Game, anna: User, bob: User) -> None:
    game = played_again(anna, finished)
    User.objects.filter(pk=bob.pk).update(email="another@example.net")
    assert "You are invited" in client_of(bob).get("/").content.decode()
    assert join(game.pk, User.objects.get(pk=bob.pk)).user == bob


def test_pressing_twice_makes_one_game(finished: Game, anna: User) -> None:
    browser, form, _response = the_form(anna, finished)
    values = {**form.fields, "name": "once", "seat_count": "2", "turn_limit": "432000"}
    values |= {"seat0_kind": "me", "seat1_kind": "person:bob"}
    first, second = (browser.post("/games/new/", values) for _time in range(2))
    assert first["Location"] == second["Location"]
    assert Game.objects.filter(name="once").count() == 1
    assert Delivery.objects.filter(kind=Notification.Kind.INVITATION).count() == 1


@pytest.mark.parametrize("gone", ["closed", "suspended", "wants none"])
def test_whoever_cannot_be_invited_is_left_out_and_the_host_is_told_no_reason(
    gone: str, finished: Game, anna: User, bob: User
) -> None:
    if gone == "closed":
        close_account(bob, by=bob)
    elif gone == "suspended":
        suspend(bob, None, "for a test")
    else:
        digest = digest_from_link(opt_out_url(bob.email).rstrip("/").rpartition("/")[2])
        assert digest is not None
        opt_out(digest)
    _browser, _form, response = the_form(anna, finished)
    name = "former player" if gone == "closed" else "bob"
    assert f"Cannot be invited now: {name}." in response.content.decode()
    assert response.context["form"]["seat2_kind"].value() == "free"
    with pytest.raises(BadSeats, match="bob cannot be invited now"):
        plan(anna, finished, "bob")


def test_nobody_is_invited_by_name_but_from_a_finished_game_with_the_host(
    finished: Game, anna: User, bob: User, chris: User
) -> None:
    for name in ("chris", "nobody", ""):
        with pytest.raises(BadSeats):
            plan(anna, finished, name)
    with pytest.raises(BadSeats):
        plan(chris, finished, "bob")
    running = opened(anna, chris)
    with pytest.raises(BadSeats):
        plan(anna, running, "chris")
    with pytest.raises(BadSeats):
        plan(anna, finished, "bob", "BOB")


def test_such_invitations_count_like_those_by_address(finished: Game, anna: User, settings: Settings) -> None:
    settings.INVITATIONS_PER_HOST_PER_DAY = 1
    plan(anna, finished, "bob")
    with pytest.raises(TooMany):
        plan(anna, finished, "bob")


def test_one_address_gets_so_many_of_them_a_day(finished: Game, anna: User, settings: Settings) -> None:
    settings.MAIL_INVITATIONS_PER_DAY = 1
    plan(anna, finished, "bob")
    assert len(invitations_sent()) == 1
    plan(anna, finished, "bob")
    assert len(invitations_sent()) == 1


def test_a_seat_that_nobody_took_up_is_free_after_some_weeks(finished: Game, anna: User) -> None:
    game = plan(anna, finished, "bob")
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert expire_invitations() == 1
    seat = game.seats.get(user=None)
    assert (seat.invited_user, seat.invited_email) == (None, "")


def test_bots_may_take_the_seat_after_all(finished: Game, anna: User) -> None:
    game = plan(anna, finished, "bob")
    fill_with_bots(game.pk, anna, "random")
    assert not Seat.objects.filter(game=game).exclude(invited_user=None).exists()
    assert fresh(game).status == Game.Status.RUNNING


def test_who_closes_the_account_is_invited_to_nothing_any_more(finished: Game, anna: User, bob: User) -> None:
    game = plan(anna, finished, "bob")
    close_account(bob, by=bob)
    seat = game.seats.get(user=None)
    assert (seat.invited_user, seat.invited_email) == (None, "")


def test_a_bot_account_of_one_s_own_plays_again_and_those_of_others_do_not(record: str, anna: User, bob: User) -> None:
    own, other = bot_accounts.create_bot_account(anna, "robo"), bot_accounts.create_bot_account(bob, "mecha")
    game = import_record(record, bob, [(anna, ""), (own, ""), (other, "")])
    form = the_form(anna, fresh(game))[2].context["form"]
    assert [form[f"seat{index}_kind"].value() for index in range(3)] == ["me", "account:robo", "free"]


def test_a_guest_plays_no_game_again(finished: Game, client: Client) -> None:
    guest, _game = guests.open_guest_game(KIND, "random", time_zone="UTC", language="en")
    assert client_of(guest).get(f"/games/new/?again={finished.pk}").status_code == 403


def test_a_program_plays_again_with_the_same_people(finished: Game, anna: User, bob: User, chris: User) -> None:
    seats = [{"kind": "me"}, {"kind": "person", "person": "anna"}, {"kind": "bot", "level": "merchant-1"}]
    body = {"kind": KIND, "seats": seats}
    assert program_of(bob).post("games/", body, 422)["detail"] == "anna cannot be invited now."
    again = program_of(bob).post("games/", {**body, "again": finished.pk}, 201)
    assert Seat.objects.get(game=again["id"], invited_user=anna).user is None
    # Not for somebody who did not sit there.
    program_of(chris).post("games/", {**body, "again": finished.pk}, 422)
