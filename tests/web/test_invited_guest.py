"""The guest's way: from the mail of an invitation to a seat, without a dead end, whoever they are."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import Delivery, Game, Notification
from games.people.models import User
from games.table import invitations
from games.table.open_games import SeatPlan, cancel, fill_with_bots, open_game
from games.time_control import TimeControl
from tests.access.world import KIND
from tests.mail.conftest import delivered
from tests.web.pages import client_of, forms

pytestmark = pytest.mark.django_db
EVA = "eva@example.net"
WORDS = {"username": "eva", "password1": "a-long-password-17"}


@pytest.fixture
def game(anna: User) -> Game:
    """Anna has invited Eva; nobody else can sit down."""
    seats = [SeatPlan("me"), SeatPlan("bot", level="random"), SeatPlan("invited", email=EVA)]
    return open_game(
        anna, name="Friday table", kind=KIND, options={}, seats=seats, time_control=TimeControl(timedelta(days=3))
    )


def mailed_link(game: Game) -> str:
    """The link in the mail, as it was sent."""
    mail = next(mail for mail in delivered() if mail.to == [EVA])
    found = re.search(rf"http://127\.0\.0\.1:8000(/games/{game.pk}/join/\S+)", str(mail.body))
    assert found is not None
    return found[1]


def press(client: Client, link: str, button: str) -> str:
    """A button of the page behind the link; where it leads."""
    form = next(form for form in forms(client.get(link)) if ("by", button) in form.buttons)
    return str(client.post(link, form.pressed(("by", button)))["Location"])


def sign_up(client: Client, link: str, **changes: str) -> str:
    """From the link to the filled-in form of the sign-up; where it leads."""
    page = client.get(press(client, link, "sign-up"))
    form = next(form for form in forms(page) if "username" in form.fields)
    return str(client.post(form.action, form.pressed(**{**WORDS, **changes}))["Location"])


def account_mails() -> list[str]:
    return [row.address for row in Delivery.objects.filter(kind=Notification.Kind.ACCOUNT)]


def test_an_invited_guest_signs_up_and_sits_at_the_game_without_another_proof_or_sign_in(
    game: Game, client: Client
) -> None:
    link = mailed_link(game)
    assert sign_up(client, link) == f"/games/{game.pk}/"
    eva = User.objects.get(username="eva")
    assert (eva.email, EmailAddress.objects.get(user=eva).verified) == (EVA, True)
    assert account_mails() == []
    game.refresh_from_db()
    assert game.seats.filter(user=eva).exists()
    assert game.status == Game.Status.RUNNING
    assert client.get(f"/games/{game.pk}/").status_code == 200


def test_the_form_has_the_invited_address_filled_in(game: Game, client: Client) -> None:
    page = client.get(press(client, mailed_link(game), "sign-up"))
    form = next(form for form in forms(page) if "username" in form.fields)
    assert form.fields["email"] == EVA
    assert "we know that this address is yours" in page.content.decode()


def test_a_guest_with_another_address_proves_that_one_and_gets_the_seat_all_the_same(
    game: Game, client: Client
) -> None:
    led_to = sign_up(client, mailed_link(game), email="evas-other@example.com")
    assert led_to == "/accounts/confirm-email/"
    assert account_mails() == ["evas-other@example.com"]
    assert not EmailAddress.objects.filter(email=EVA).exists()
    assert User.objects.get(username="eva").email == "evas-other@example.com"
    assert not game.seats.filter(user__username="eva").exists()
    confirm = re.search(r"http://\S+(/accounts/confirm-email/\S+)", str(delivered()[-1].body))
    assert confirm is not None
    client.post(confirm[1])
    answer = client.post("/accounts/login/", {"login": "eva", "password": WORDS["password1"]})
    assert answer["Location"] == f"/games/{game.pk}/"
    assert game.seats.filter(user__username="eva").exists()


def test_a_guest_with_an_account_signs_in_and_is_seated(game: Game, bob: User, client: Client) -> None:
    led_to = press(client, mailed_link(game), "sign-in")
    answer = client.post(led_to, {"login": "bob", "password": "password"})
    assert answer["Location"] == f"/games/{game.pk}/"
    assert game.seats.filter(user=bob).exists()


def test_a_guest_whose_address_has_an_account_is_asked_to_sign_in(game: Game, client: Client) -> None:
    eva = User.objects.create_user("eva-k", EVA, "a-long-password-17")
    EmailAddress.objects.create(user=eva, email=EVA, verified=True, primary=True)
    page = client.get(mailed_link(game))
    assert b"Sign in" in page.content
    assert all(("by", "sign-up") not in form.buttons for form in forms(page))
    client.post(mailed_link(game), {"by": "sign-up"})
    refused = client.post("/accounts/signup/", {"email": EVA, **WORDS})
    assert "have an account with this address" in refused.content.decode()


def test_a_sign_up_that_somebody_else_began_with_the_address_is_in_no_guests_way(game: Game, client: Client) -> None:
    Client().post("/accounts/signup/", {"email": EVA, **WORDS, "username": "squatter"})
    assert sign_up(client, mailed_link(game)) == f"/games/{game.pk}/"
    assert not User.objects.filter(username="squatter").exists()


def test_somebody_else_who_is_signed_in_is_told_whose_invitation_it_is_and_can_take_the_seat(
    game: Game, bob: User
) -> None:
    browser, link = client_of(bob), mailed_link(game)
    page = browser.get(link).content.decode()
    assert EVA in page
    assert "signed in as bob" in page
    assert not game.seats.filter(user=bob).exists()
    assert browser.post(link)["Location"] == f"/games/{game.pk}/"
    assert game.seats.filter(user=bob).exists()


def test_a_taken_seat_makes_its_link_worthless(game: Game, bob: User, client: Client) -> None:
    link = mailed_link(game)
    client_of(bob).post(link)
    page = client.get(link).content.decode()
    assert EVA not in page
    client.post(link, {"by": "sign-up"})
    assert client.post("/accounts/signup/", {"email": EVA, **WORDS})["Location"] == "/accounts/confirm-email/"
    assert not EmailAddress.objects.get(email=EVA).verified


def test_the_link_that_a_host_can_share_proves_no_address_and_opens_no_kept_seat(
    game: Game, bob: User, client: Client
) -> None:
    link = f"/games/{game.pk}/join/{game.invitation_code}/"
    assert client_of(bob).post(link).status_code == 409
    page = client.get(link).content.decode()
    assert EVA not in page
    assert "No seat is free" in page
    client.post(link, {"by": "sign-up"})
    assert client.post("/accounts/signup/", {"email": EVA, **WORDS})["Location"] == "/accounts/confirm-email/"
    assert not EmailAddress.objects.get(email=EVA).verified


def test_a_proof_is_for_its_own_seat_and_game_only(game: Game, anna: User, bob: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("invited", email="frank@example.net"), SeatPlan("bot", level="random")]
    other = open_game(
        anna, name="Other", kind=KIND, options={}, seats=seats, time_control=TimeControl(timedelta(days=3))
    )
    proof = mailed_link(game).rstrip("/").rpartition("/")[2]
    crossed = f"/games/{other.pk}/join/{other.invitation_code}/{proof}/"
    assert client_of(bob).post(crossed).status_code == 409
    assert client_of(bob).post(f"/games/{game.pk}/join/{game.invitation_code}/{proof}x/").status_code == 409
    assert client_of(bob).get(f"/games/{game.pk}/join/guessed/{proof}/").status_code == 404


def test_a_proof_ends_after_some_days_and_the_guest_signs_up_as_everybody_does(
    game: Game, bob: User, client: Client, settings: Settings
) -> None:
    link = mailed_link(game)
    settings.INVITATION_DAYS = 0
    assert client_of(bob).post(link).status_code == 409
    client.post(link, {"by": "sign-up"})
    assert client.post("/accounts/signup/", {"email": EVA, **WORDS})["Location"] == "/accounts/confirm-email/"


def test_by_a_plain_link_with_a_free_seat_one_signs_up_and_is_seated(anna: User, client: Client) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", level="random")]
    game = open_game(anna, name="Open", kind=KIND, options={}, seats=seats, time_control=TimeControl(timedelta(days=3)))
    link = f"/games/{game.pk}/join/{game.invitation_code}/"
    assert sign_up(client, link, email=EVA) == "/accounts/confirm-email/"
    confirm = re.search(r"http://\S+(/accounts/confirm-email/\S+)", str(delivered()[-1].body))
    assert confirm is not None
    client.post(confirm[1])
    answer = client.post("/accounts/login/", {"login": "eva", "password": WORDS["password1"]})
    assert answer["Location"] == f"/games/{game.pk}/"
    assert game.seats.filter(user__username="eva").exists()


@pytest.mark.parametrize("what", ["filled", "called off"])
def test_a_guest_who_comes_too_late_is_told_so_after_signing_in(
    game: Game, anna: User, bob: User, client: Client, what: str
) -> None:
    led_to = press(client, mailed_link(game), "sign-in")
    if what == "filled":
        fill_with_bots(game.pk, anna, "random")
    else:
        cancel(game.pk, anna)
    page = client.post(led_to, {"login": "bob", "password": "password"}, follow=True)
    assert "has started already or was called off" in page.content.decode()
    assert not game.seats.filter(user=bob).exists()


def test_who_signs_in_much_later_in_the_same_browser_takes_no_seat_by_surprise(
    game: Game, bob: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(client, mailed_link(game), "sign-in")
    session = client.session
    session["joining"] = {**session["joining"], "at": timezone.now().timestamp() - 3 * 3600}
    session.save()
    client.post("/accounts/login/", {"login": "bob", "password": "password"})
    assert not game.seats.filter(user=bob).exists()


def test_looking_at_the_link_seats_nobody(game: Game, bob: User, client: Client) -> None:
    link = mailed_link(game)
    client.get(link)
    client.post("/accounts/login/", {"login": "bob", "password": "password"})
    client.get(link)
    assert not game.seats.filter(user=bob).exists()


def test_a_full_game_does_not_say_that_its_link_gives_a_seat(game: Game, anna: User) -> None:
    page = client_of(anna).get(f"/games/{game.pk}/").content.decode()
    assert "Whoever has this link may take a free seat" not in page
    assert game.invitation_code not in page


def test_the_address_stands_in_no_link(game: Game) -> None:
    proof = invitations.invitation_proof(game.seats.get(invited_email=EVA))
    assert not tells_of_eva(proof)
    assert not tells_of_eva(mailed_link(game))


def tells_of_eva(link: str) -> bool:
    """As a word: a signature of random letters may have "eva" within it."""
    return re.search(r"\beva\b", unquote(link), re.IGNORECASE) is not None
