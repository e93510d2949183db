"""What every page tells the browser, and that nothing in it is script or style of its own."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from games.people.models import User
from tests.access.addresses import operations
from tests.access.world import address_parameters, build_world, is_about_a_game
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

SHUT_IN = "sandbox"
"""The mails of the local mailbox have a stricter policy of their own: they may have styles, as mails do."""
DATA = ("application/json", "text/plain", "speculationrules")
"""Types of scripts that are none: browsers run nothing in them."""


class Inline(HTMLParser):
    """Finds what a policy without 'unsafe-inline' would keep from working."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "style" or (tag == "script" and "src" not in given and given.get("type", "") not in DATA):
            self.found.append(f"<{tag}>")
        self.found += [f"{tag} {name}" for name in given if name == "style" or name.startswith(("on", "hx-on"))]
        self.found += [
            f"{tag} {name}" for name, value in given.items() if value.strip().lower().startswith("javascript:")
        ]


def faults(response: Any) -> list[str]:
    found: list[str] = []
    policy = response.get("Content-Security-Policy", "")
    if SHUT_IN in policy:
        return found
    expected = (
        "default-src 'none'",
        "script-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
    found += [f"no {part}" for part in expected if part not in policy]
    if "unsafe-eval" in policy or "unsafe-inline" in policy.partition("script-src")[2].partition(";")[0]:
        found.append(policy)
    for name, value in (
        ("X-Frame-Options", "DENY"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ):
        if response.get(name) != value:
            found.append(f"{name}: {response.get(name)}")
    if "camera=()" not in response.get("Permissions-Policy", ""):
        found.append("no Permissions-Policy")
    if response.get("Content-Type", "").startswith("text/html") and not response.streaming:
        page = Inline()
        page.feed(response.content.decode())
        found += page.found
    return found


@pytest.mark.parametrize("persona", ["anonymous", "seat", "administrator"])
def test_every_page_and_every_answer_of_the_api_carries_the_policy_and_has_nothing_inline(persona: str) -> None:
    world = build_world()
    client = world.client(persona, in_api=False)
    client.defaults["REMOTE_ADDR"] = "127.0.0.1"
    troubles: list[str] = []
    seen = 0
    for operation in operations():
        if operation.method != "GET":
            continue
        for game in ("private", "open", "finished") if is_about_a_game(operation) else (None,):
            given = address_parameters(world, operation, game)
            if given is None:
                continue
            path = operation.address.at(given)
            response = client.get(path, headers={"accept": "text/html"})
            seen += response.get("Content-Type", "").startswith("text/html")
            troubles += (f"{path} ({response.status_code}): {fault}" for fault in faults(response))
    assert troubles == []
    assert seen > 30


def test_error_pages_carry_it_too(client: Client, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    strict = Client(enforce_csrf_checks=True)
    pages = [
        client.get("/nowhere/"),
        strict.post("/accounts/login/"),
        client.get("/", headers={"host": "elsewhere.example"}),
    ]
    assert [page.status_code for page in pages] == [404, 403, 400]
    broken = Client(raise_request_exception=False)
    monkeypatch.setattr("games.web.views.home.render", lambda *_args, **_how: 1 / 0)
    pages.append(broken.get("/"))
    assert pages[-1].status_code == 500
    assert [fault for page in pages for fault in faults(page)] == []


def test_pages_behind_a_sign_in_are_not_kept_by_caches_in_between(anna: User) -> None:
    response = client_of(anna).get("/")
    assert "Cookie" in response["Vary"] or "private" in response.get("Cache-Control", "")


def test_a_policy_that_a_view_sets_itself_stays(rf: RequestFactory) -> None:
    from csp.middleware import CSPMiddleware

    own = HttpResponse(headers={"Content-Security-Policy": "sandbox"})
    assert CSPMiddleware(lambda _request: own)(rf.get("/"))["Content-Security-Policy"] == "sandbox"  # type: ignore[index]
