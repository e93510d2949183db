"""Mails about accounts: written with the request, delivered by the same worker as all others, and forgotten."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.mail.compose import compose
from games.models import Delivery, Notification
from games.notifications import delivery
from games.people.models import User
from games.people.tasks import tidy
from games.table.errors import Refused
from games.table.moderation.mail_resend import resend
from tests.deliveries import content_of
from tests.factories import UserFactory
from tests.mail.conftest import delivered
from tests.mail.test_compose import assert_within_columns
from tests.servers import free_port
from tests.staff.signing_in import staff_client
from tests.table.games import opened
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
Kind, Status = Notification.Kind, Delivery.Status
NEWCOMER = {"email": "eva@example.org", "username": "eva", "password1": "a-long-password-17"}


def account_rows() -> list[Delivery]:
    return list(Delivery.objects.filter(kind="account").order_by("pk"))


@pytest.fixture
def server_down(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "prweb.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()


def test_with_the_mail_server_down_sign_up_answers_and_the_mail_comes_later(
    client: Client, settings: Settings, server_down: None
) -> None:
    response = client.post("/accounts/signup/", NEWCOMER, follow=True)
    assert "Look into your mail" in response.content.decode()
    (row,) = account_rows()
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.attempts) == (Status.PENDING, 1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Delivery.objects.update(next_attempt_at=timezone.now())
    (composed,) = delivered()
    assert composed.to == ["eva@example.org"]
    assert composed.extra_headers["Message-ID"] == row.message_id
    link = re.search(r"http://\S+(/accounts/confirm-email/\S+)", str(composed.body))
    assert link is not None
    client.post(link[1])
    assert EmailAddress.objects.get(email="eva@example.org").verified


@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/password/reset/"])
def test_with_the_mail_server_down_codes_and_resets_are_asked_for_as_ever(
    anna: User, client: Client, server_down: None, path: str
) -> None:
    assert client.post(path, {"email": anna.email}).status_code == 302
    (row,) = account_rows()
    assert (row.address, row.user, row.status) == (anna.email, anna, Status.PENDING)


def test_notices_about_the_account_go_the_same_way(anna: User) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "anna", "password": "password"})
    new = "another-long-password-3"
    browser.post("/accounts/password/change/", {"oldpassword": "password", "password1": new, "password2": new})
    (row,) = account_rows()
    assert (row.address, row.user) == (anna.email, anna)
    assert mail.outbox == []
    (composed,) = delivered()
    assert "password" in str(composed.body)
    assert "127.0.0.1" in str(composed.body)


def test_an_account_mail_looks_like_all_our_mails(anna: User, client: Client) -> None:
    client.post("/accounts/login/code/", {"email": anna.email})
    (row,) = account_rows()
    composed = compose(row)
    assert composed.subject.startswith("[prweb] ")
    assert_within_columns(composed)
    assert 'class="sheet"' in composed.html or "max-width: 600px" in composed.html
    assert composed.text.rstrip().endswith("http://127.0.0.1:8000/contact/")


def test_a_link_in_an_account_mail_is_whole_in_both_parts(anna: User, client: Client) -> None:
    client.post("/accounts/password/reset/", {"email": anna.email})
    composed = compose(account_rows()[0])
    assert_within_columns(composed)
    link = re.search(r"^http://127.0.0.1:8000/accounts/password/reset/key/\S+$", composed.text, re.MULTILINE)
    assert link is not None
    assert f'href="{link[0]}"' in composed.html


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("/accounts/password/reset/", {}),
        ("/accounts/signup/", {**NEWCOMER, "email": "eva@example.org"}),
        ("/accounts/signup/", {"username": "eva", "password1": "a-long-password-17"}),
        ("/accounts/login/code/", {}),
    ],
)
def test_links_of_account_mails_lead_to_the_site_whatever_host_a_request_names(
    path: str, typed: dict[str, str], settings: Settings, anna: User, client: Client
) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://prweb.example", ["*"]
    client.post(path, {**typed, "email": typed.get("email", anna.email)}, headers={"host": "evil.example"})
    (row,) = account_rows()
    composed = compose(row)
    assert "evil.example" not in composed.text + composed.html
    assert "https://prweb.example/" in composed.text


def code_in(row: Delivery) -> str:
    found = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", compose(row).text, re.MULTILINE)
    assert found is not None
    return found[1]


def test_a_code_is_forgotten_as_soon_as_it_was_sent(anna: User, client: Client) -> None:
    client.post("/accounts/login/code/", {"email": anna.email})
    (row,) = account_rows()
    code = code_in(row)
    (composed,) = delivered()
    assert code in str(composed.body)
    row.refresh_from_db()
    assert (row.status, content_of(row)) == (Status.SENT, {})
    everything = Delivery.objects.filter(pk=row.pk).values().get()
    assert code not in str(everything)


def test_a_code_is_forgotten_when_the_mail_is_given_up(
    anna: User, client: Client, settings: Settings, server_down: None
) -> None:
    settings.MAIL_ATTEMPTS = 1
    client.post("/accounts/login/code/", {"email": anna.email})
    (row,) = account_rows()
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, content_of(row)) == (Status.FAILED, {})


def test_a_code_that_is_worth_nothing_any_more_is_not_sent(anna: User, client: Client) -> None:
    client.post("/accounts/login/code/", {"email": anna.email})
    (row,) = account_rows()
    assert row.notification is not None
    row.notification.content["until"] = (timezone.now() - timedelta(seconds=1)).isoformat()
    row.notification.save()
    assert delivered() == []
    row.refresh_from_db()
    assert (row.status, content_of(row)) == (Status.DROPPED, {})


def test_a_code_lasts_longer_than_the_first_retries(anna: User, client: Client) -> None:
    client.post("/accounts/login/code/", {"email": anna.email})
    (row,) = account_rows()
    assert content_of(row)["until"] > (timezone.now() + timedelta(minutes=10)).isoformat()


def test_staff_see_that_a_code_went_out_but_never_the_code(anna: User, client: Client) -> None:
    client.post("/accounts/login/code/", {"email": anna.email})
    (row,) = account_rows()
    code = code_in(row)
    staff = staff_client(UserFactory.create(username="boss", is_staff=True, is_superuser=True))
    for path in (
        f"/staff/mails/out/{row.pk}/",
        f"/staff/people/{anna.username}/",
        f"/staff/admin/games/outgoingmail/{row.pk}/change/",
        "/staff/admin/games/outgoingmail/",
    ):
        page = staff.get(path, follow=True)
        assert page.status_code == 200, path
        assert code not in page.content.decode()


def test_a_code_that_was_forgotten_is_not_sent_again(anna: User, client: Client) -> None:
    client.post("/accounts/login/code/", {"email": anna.email})
    delivered()
    boss = UserFactory.create(username="boss", is_staff=True, is_superuser=True)
    boss.two_factors = True
    with pytest.raises(Refused, match="cannot be written again"):
        resend(account_rows()[0].pk, boss, "they say that nothing came")


def test_no_log_line_has_a_code(
    anna: User, client: Client, server_down: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        client.post("/accounts/login/code/", {"email": anna.email})
        (row,) = account_rows()
        delivery.deliver(row.pk)
    assert code_in(row) not in caplog.text


def test_a_name_makes_no_link_in_the_mail_that_asks_whose_address_it_is(client: Client) -> None:
    client.post("/accounts/signup/", {**NEWCOMER, "username": "www.evil.example"})
    composed = compose(account_rows()[0])
    for words in (composed.text, composed.html):
        assert "www.evil.example" not in words
        assert "evil" in words
    assert "evil" not in composed.subject


# Sign-ups that nobody confirmed


def signed_up(days_ago: float, **changes: Any) -> User:
    Client().post("/accounts/signup/", NEWCOMER)
    User.objects.filter(username="eva").update(date_joined=timezone.now() - timedelta(days=days_ago), **changes)
    return User.objects.get(username="eva")


def test_a_sign_up_that_was_never_confirmed_frees_its_name_and_address(client: Client) -> None:
    signed_up(days_ago=7.1)
    tidy()
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    client.post("/accounts/signup/", NEWCOMER)
    assert User.objects.filter(username="eva").exists()


def test_a_sign_up_of_this_week_is_kept(db: None) -> None:
    signed_up(days_ago=6.9)
    tidy()
    assert User.objects.filter(username="eva").exists()


@pytest.mark.parametrize("why", ["signed in", "confirmed", "staff", "suspended", "seated", "no sign-up"])
def test_an_account_that_is_in_use_is_never_taken_for_a_forgotten_sign_up(why: str, bob: User) -> None:
    eva = signed_up(days_ago=100)
    if why == "signed in":
        User.objects.update(last_login=timezone.now())
    elif why == "confirmed":
        EmailAddress.objects.update(verified=True)
    elif why == "staff":
        User.objects.filter(pk=eva.pk).update(is_staff=True)
    elif why == "suspended":
        User.objects.filter(pk=eva.pk).update(suspended_at=timezone.now())
    elif why == "seated":
        opened(eva, bob)
    else:
        EmailAddress.objects.filter(user=eva).delete()
    tidy()
    assert User.objects.filter(username="eva").exists()
    assert User.objects.filter(username="bob").exists()
    assert client_of(eva).get("/").status_code == 200
