"""A browser subscribes by the button, the site pushes through a push service, and the worker shows it and leads there.

Chromium's own push service is somewhere else: a server of this test takes its place, and what arrives there is
decrypted and handed to the browser as its push service would.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from typing import Any, TypeVar

import pytest
from django.db import connections
from django.utils import timezone
from playwright.sync_api import CDPSession, Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.endpoints import web_push
from games.models import Delivery, Endpoint, Game
from games.notifications import delivery
from games.people.models import User
from tests.e2e.chromium import running_chromium
from tests.e2e.test_content_policy import WATCH
from tests.e2e.test_passkeys import violations
from tests.endpoints.browser import Browser
from tests.endpoints.receiver import Receiver, receiver
from tests.factories import UserFactory
from tests.table.games import answer, bots_play, opened, person_turn

pytestmark = pytest.mark.browser

T = TypeVar("T")

SUBSCRIBE = """
const known = %s;
PushManager.prototype.subscribe = async function () {
  return { toJSON: () => known };
};
"""
"""In the place of the browser's own, which would ask its maker's server."""

RENEWED = "known => renew({ oldSubscription: null, newSubscription: { toJSON: () => known } })"
"""Chromium lets nobody dispatch the event that its push service causes."""

WAIT_FOR = """
async (number) => {
  const worker = await navigator.serviceWorker.ready;
  for (let tries = 0; (await worker.getNotifications()).length !== number; tries++) {
    if (tries === 400) throw new Error(`there are not ${number} notifications`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
"""
REFUSE = """
PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
  document.title = btoa(String.fromCharCode(...key));
  throw new Error("no network");
};
"""


@pytest.fixture
def mona(transactional_db: None) -> User:
    return UserFactory.create(username="mona")


@pytest.fixture
def push_service(settings: Settings) -> Iterator[Receiver]:
    settings.CHANNEL_HTTP, settings.CHANNEL_NETWORKS = True, [ip_network("127.0.0.0/8")]
    with receiver() as kept:
        yield kept


def apart(work: Callable[[], T]) -> T:
    """Do something with the database, which the thread that drives the browser must not."""

    def done() -> T:
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as other:
        return other.submit(done).result()


def asked_game(person: User) -> Game:
    game = opened(person, bots=1)
    bots_play(game)
    Delivery.objects.update(next_attempt_at=timezone.now())
    for row in delivery.due():
        delivery.deliver(row.pk)
    return game


def answered(game: Game) -> None:
    answer(person_turn(game), "captain")


def pushed(chrome: CDPSession, site: str, registration: str, payload: dict[str, Any]) -> None:
    chrome.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site, "registrationId": registration, "data": json.dumps(payload)},
    )


def shown(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"""
    )
    return found


def test_a_browser_tells_a_turn_once_it_has_subscribed(
    mona: User, live_server: LiveServer, push_service: Receiver
) -> None:
    site, keys = live_server.url, Browser()
    known = {"endpoint": push_service.url("/push/1"), "keys": {"p256dh": keys.p256dh, "auth": keys.auth}}
    with running_chromium() as browser:
        context = browser.new_context()
        context.grant_permissions(["notifications"], origin=site)
        page = context.new_page()
        page.add_init_script(WATCH + SUBSCRIBE % json.dumps(known))
        chrome = context.new_cdp_session(page)
        registrations: list[str] = []
        chrome.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
        )
        chrome.send("ServiceWorker.enable")

        page.goto(f"{site}/accounts/login/?next=/preferences/")
        page.fill("[name=login]", "mona")
        page.fill("[name=password]", "password")
        page.click("button.main")
        page.wait_for_selector("form[data-push-key]:not([hidden])")
        assert page.locator("[data-no-push]").is_hidden()
        page.click("text=Tell me here when it is my turn")
        page.wait_for_selector("text=This browser tells you when it is your turn.")
        assert violations(page) == []
        endpoint = apart(lambda: Endpoint.objects.get(person=mona))
        assert (endpoint.address, endpoint.keys) == (known["endpoint"], known["keys"])

        game = apart(lambda: asked_game(mona))
        (posted,) = push_service.posted
        payload = keys.read(posted)
        pushed(chrome, site, registrations[-1], payload)
        page.evaluate(WAIT_FOR, 1)
        (notification,) = shown(page)
        assert notification["title"] == "A test"
        assert notification["body"].startswith("Your turn: ")
        assert notification["url"] == f"/games/{game.pk}/"

        # Its push service replaces the subscription, and the worker tells the site.
        later = known | {"endpoint": push_service.url("/push/2")}
        context.service_workers[0].evaluate(RENEWED, later)
        endpoint = apart(lambda: Endpoint.objects.get(person=mona))
        assert endpoint.address == later["endpoint"]

        # Pushed again, but answered before it arrived: what was shown of it goes away.
        apart(lambda: answered(game))
        pushed(chrome, site, registrations[-1], payload)
        page.evaluate(WAIT_FOR, 0)
        context.close()


def test_the_key_that_browsers_get_is_the_site_s(mona: User, live_server: LiveServer) -> None:
    with running_chromium() as browser:
        context = browser.new_context()
        context.grant_permissions(["notifications"], origin=live_server.url)
        page = context.new_page()
        page.add_init_script(REFUSE)
        page.goto(f"{live_server.url}/accounts/login/?next=/preferences/")
        page.fill("[name=login]", "mona")
        page.fill("[name=password]", "password")
        page.click("button.main")
        page.click("text=Tell me here when it is my turn")
        page.wait_for_selector("[data-failed=error]:not([hidden])")
        given = page.title().replace("+", "-").replace("/", "_").rstrip("=")
        assert given == web_push.public_key()
        context.close()
    assert not Endpoint.objects.exists()
