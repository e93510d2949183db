"""Requests that somebody else had a hand in: from other sites, with borrowed sessions, for guessing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.conf import settings as site
from django.core import mail
from django.test import Client

from games.models import Delivery, Game
from games.people.models import User
from prweb.body_limit import BodyLimit
from tests.access.addresses import WITHOUT_TOKEN, operations
from tests.access.world import address_parameters, build_world, is_about_a_game
from tests.table.games import opened
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

NEW = "nobody@example.org"


def test_no_form_of_another_site_is_heard() -> None:
    world = build_world()
    heard: list[str] = []
    for operation in operations():
        if operation.method in ("GET", "HEAD") or operation.address.name in WITHOUT_TOKEN:
            continue
        given = address_parameters(world, operation, "private" if is_about_a_game(operation) else None)
        if given is None:
            continue
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        client.force_login(world.people["seat"])
        response = client.generic(operation.method, operation.address.at(given), b"{}", content_type="application/json")
        if response.status_code not in (403, 405):
            heard.append(f"{operation}: {response.status_code}")
    assert heard == []


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_signing_in_leads_to_no_other_site(anna: User, client: Client, elsewhere: str) -> None:
    response = client.post("/accounts/login/", {"login": "anna", "password": "password", "next": elsewhere})
    assert (response.status_code, response["Location"]) == (302, "/")


def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_links_on_pages_and_in_mails_do_not_follow_a_proxys_word_unless_told_to(anna: User) -> None:
    page = client_of(anna).get("/games/new/", headers={"x-forwarded-host": "evil.example"})
    assert b"evil.example" not in page.content


def test_a_session_from_before_the_sign_in_is_worth_nothing_after_it(anna: User, client: Client) -> None:
    client.get("/accounts/login/")
    session = client.session
    session["planted"] = "x"
    session.save()
    before = session.session_key
    assert before is not None
    client.cookies[site.SESSION_COOKIE_NAME] = before
    client.post("/accounts/login/", {"login": "anna", "password": "password"})
    assert "_auth_user_id" in client.session
    assert client.session.session_key != before
    assert b"preferences" not in Client(headers={"cookie": f"{site.SESSION_COOKIE_NAME}={before}"}).get("/").content


def test_signing_up_tells_nobody_whether_an_address_has_an_account(anna: User) -> None:
    answers = []
    for number, address in enumerate((anna.email, "nobody@example.org")):
        form = {"email": address, "username": f"newcomer{number}", "password1": "kHj38-bvA-long"}
        response = Client().post("/accounts/signup/", form)
        answers.append((response.status_code, response["Location"]))
    assert answers[0] == answers[1]


def test_what_can_be_tried_after_a_sign_up_tells_nobody_whether_its_address_has_an_account(anna: User) -> None:
    """By whoever signed up with it: sign in, take the name once more, look at all pages in the same browser."""
    seen = [_tried_after_signing_up(address, f"newcomer{place}") for place, address in (("a", anna.email), ("b", NEW))]
    assert seen[0] == seen[1]
    assert "open the link in our mail first" in str(seen[0])


def _tried_after_signing_up(address: str, name: str) -> list[tuple[object, ...]]:
    browser = Client()
    form = {"email": address, "username": name, "password1": "kHj38-bvA-long"}
    answers = [browser.post("/accounts/signup/", form)]
    answers += [browser.get(f"/accounts/{page}/") for page in ("signup", "login", "confirm-email", "login/code")]
    for login in (name, address):
        tried = {"login": login, "password": "kHj38-bvA-long"}
        answers += [Client().post("/accounts/login/", tried), browser.post("/accounts/login/", tried)]
    for again in (name, name.upper(), name.replace("o", "о")):
        answers.append(Client().post("/accounts/signup/", {**form, "username": again, "email": f"{again}@x.example"}))
    shown: list[tuple[object, ...]] = []
    for answer in answers:
        text = re.sub(r'value="[^"]*"', "", answer.content.decode()).replace(address, "ADDRESS").replace(name, "NAME")
        shown.append((answer.status_code, answer.headers.get("Location"), sorted(answer.cookies), text))
    return [*shown, (sorted(browser.cookies), sorted(browser.session.keys()))]


def test_whoever_has_not_confirmed_their_address_gets_the_mail_for_it_again_as_they_sign_in(client: Client) -> None:
    form = {"email": NEW, "username": "eva", "password1": "kHj38-bvA-long"}
    client.post("/accounts/signup/", form)
    Delivery.objects.all().delete()
    for password in ("wrong", "kHj38-bvA-long"):
        page = Client().post("/accounts/login/", {"login": "eva", "password": password})
        assert "open the link in our mail first" in page.content.decode()
    assert list(Delivery.objects.values_list("address", flat=True)) == [NEW]


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/login/code/"])
def test_asking_for_a_mail_tells_nobody_whether_an_address_has_an_account(anna: User, path: str) -> None:
    responses = [Client().post(path, {"email": address}) for address in (anna.email, "nobody@example.org")]
    assert responses[0].status_code == responses[1].status_code == 302
    assert responses[0]["Location"] == responses[1]["Location"]


def test_an_invitation_tells_nobody_whether_an_address_has_an_account(anna: User, bob: User) -> None:
    pages = []
    for number, address in enumerate((bob.email, "nobody@example.org")):
        form = {
            "name": f"Game {number}",
            "seat_count": "2",
            "turn_limit": "86400",
            "seat0_kind": "me",
            "seat1_kind": "invited",
            "seat1_email": address,
        }
        client = client_of(anna)
        response = client.post("/games/new/", form)
        assert response.status_code == 302
        game = Game.objects.get(name=f"Game {number}")
        page = client.get(response["Location"]).content.decode()
        for own in (game.pk, game.invitation_code, game.name, address):
            page = page.replace(own, "")
        pages.append("".join(line for line in page.splitlines() if "csrf" not in line))
    assert pages[0] == pages[1]


def test_a_page_with_a_secret_in_its_address_is_told_to_no_other_site(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = game.turns.get(status="open")
    for path in (f"/a/{turn.token}/1/", f"/games/{game.pk}/join/{game.invitation_code}/"):
        assert Client().get(path)["Referrer-Policy"] == "same-origin"


def test_mails_are_sent_to_nobody_by_a_request_alone(client: Client) -> None:
    client.post("/accounts/login/code/", {"email": "nobody@example.org\nBcc: victim@example.com"})
    assert all("victim@example.com" not in one.recipients() for one in mail.outbox)


# Sizes


def test_a_form_that_is_longer_than_any_of_ours_is_refused(anna: User) -> None:
    strict = client_of(anna)
    strict.raise_request_exception = False
    long = strict.post("/games/new/", {"name": "x" * (site.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)})
    many = strict.post(
        "/games/new/", {f"field{number}": "x" for number in range(site.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    )
    assert (long.status_code, many.status_code) == (400, 400)
    assert not Game.objects.exists()


@pytest.mark.parametrize("with_length", [True, False])
def test_a_body_of_any_length_ends_at_the_door(with_length: bool) -> None:
    pieces = [{"type": "http.request", "body": b"x" * 60, "more_body": True} for _piece in range(100)]
    answered: list[Mapping[str, Any]] = []
    taken = 0

    async def receive() -> Mapping[str, Any]:
        return pieces.pop(0)

    async def send(message: Mapping[str, Any]) -> None:
        answered.append(message)

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        nonlocal taken
        while (message := await receive())["type"] != "http.disconnect":
            taken += len(message["body"])

    headers = [(b"content-length", b"6000")] if with_length else []
    asyncio.run(BodyLimit(application, 100)({"type": "http", "headers": headers}, receive, send))
    assert answered[0]["status"] == 413
    assert taken <= 100
    assert len(pieces) >= 98


def test_a_body_that_is_too_long_for_a_path_without_readers_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def nothing(*_arguments: Any) -> Any:
        return {"type": "http.disconnect"}

    limited = BodyLimit(nothing, 100, {"/mail/": 300})
    headers = [(b"content-length", b"301")]
    for path in ("/", "/mail/incoming"):
        asyncio.run(limited({"type": "http", "path": path, "headers": headers}, nothing, nothing))
    assert [record.getMessage() for record in caplog.records] == [
        "Refused a request of more than 300 bytes to /mail/incoming."
    ]


def test_a_body_within_the_bound_comes_through_whole() -> None:
    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request", "body": b"x" * 100, "more_body": False}

    answered: list[Any] = []

    async def send(message: Mapping[str, Any]) -> None:
        answered.append(message)

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send((await receive())["body"])

    asyncio.run(BodyLimit(application, 100)({"type": "http", "headers": []}, receive, send))
    assert answered == [b"x" * 100]


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "<b>", "a b", "", "x"])
def test_a_name_that_is_none_is_refused(anna: User, name: str) -> None:
    client_of(anna).post("/preferences/", {"username": name, "time_zone": "UTC", "language": "en"})
    Client().post("/accounts/signup/", {"email": "new@example.org", "username": name, "password1": "kHj38-bvA-long"})
    anna.refresh_from_db()
    assert anna.username == "anna"
    assert User.objects.count() == 1
