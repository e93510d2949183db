"""Channels on the page of preferences, what the table sees, and what programs can do."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.endpoints import changes, web_push
from games.models import AuditEntry, Endpoint
from games.people.models import User
from games.table import mail_addresses
from games.table.second_factors import remove_second_factors
from tests.api.programs import kind_of, program_of
from tests.endpoints.browser import Browser
from tests.endpoints.receiver import Receiver
from tests.table.games import opened, person_turn, player
from tests.web.pages import client_of, forms

pytestmark = pytest.mark.django_db


def page_of(client: Client) -> str:
    return client.get("/preferences/").content.decode()


def press(client: Client, action: str, **more: str) -> str:
    """Press the button of a form on the page of preferences; the page that follows."""
    (form,) = [form for form in forms(client.get("/preferences/")) if form.action.partition("#")[0] == action]
    response = client.post(action, form.pressed(None, **more), follow=True)
    assert response.status_code == 200, response.content.decode()
    return response.content.decode()


def test_a_browser_subscribes_by_its_form(anna: User, server: Receiver, browser: Browser) -> None:
    client = client_of(anna)
    assert f'data-push-key="{web_push.public_key()}"' in page_of(client)
    page = press(
        client, "/preferences/channels/browser/", address=server.url(), p256dh=browser.p256dh, auth=browser.auth
    )
    assert "This browser tells you" in page
    assert browser.auth not in page
    assert server.url() not in page
    row = Endpoint.objects.get(person=anna)
    assert f'data-endpoint="{row.digest}"' in page
    press(client, f"/preferences/channels/{row.pk}/test/")
    assert browser.read(server.posted[0])["title"] == "prweb"


def test_without_a_key_there_is_no_button(anna: User, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert "data-push-key" not in page_of(client_of(anna))


def test_a_webhook_is_set_up_and_its_secret_shown_once(anna: User, server: Receiver) -> None:
    client = client_of(anna)
    page = press(
        client, "/preferences/channels/add/", kind="webhook", address=server.url(), name="machine", tells="games"
    )
    secret = Endpoint.objects.get().keys["secret"]
    assert secret in page
    page = page_of(client)
    assert "machine" in page
    assert secret not in page


@pytest.mark.parametrize("address", ["http://10.0.0.1/", "ftp://example.org", "https://localhost.example:22/"])
def test_what_is_refused_is_said_beside_the_address(anna: User, address: str) -> None:
    response = client_of(anna).post(
        "/preferences/channels/add/", {"kind": "webhook", "address": address, "tells": "turns"}
    )
    assert response.status_code == 422
    page = response.content.decode()
    assert address in page
    assert "field wrong" in page
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize("address", ["https://[x/topic", "https://ntfy.example:port/topic"])
def test_a_topic_at_no_web_address_is_refused_on_the_page_and_to_programs(anna: User, address: str) -> None:
    given = {"kind": "ntfy", "address": address, "tells": "turns"}
    response = client_of(anna).post("/preferences/channels/add/", given)
    assert response.status_code == 422
    assert "field wrong" in response.content.decode()
    assert kind_of(program_of(anna).post("me/channels/", given, 422)) == "refused"


def test_who_signs_out_is_told_nothing_in_that_browser_any_more(
    anna: User, bob: User, server: Receiver, browser: Browser
) -> None:
    client, other = client_of(anna), Browser()
    given = {"address": server.url("/one"), "p256dh": browser.p256dh, "auth": browser.auth}
    press(client, "/preferences/channels/browser/", **given)
    changes.subscribe_browser(anna, server.url("/two"), other.p256dh, other.auth)
    client.post("/accounts/logout/")
    assert [row.address for row in Endpoint.objects.all()] == [server.url("/two")]
    assert AuditEntry.objects.filter(action=changes.CHANNEL, actor=anna, details__removed=True).count() == 1


def test_who_signs_out_takes_no_channel_of_another_along(
    anna: User, bob: User, server: Receiver, browser: Browser
) -> None:
    """Bob has subscribed the browser meanwhile, in a session of his own."""
    client = client_of(anna)
    given = {"address": server.url(), "p256dh": browser.p256dh, "auth": browser.auth}
    press(client, "/preferences/channels/browser/", **given)
    press(client_of(bob), "/preferences/channels/browser/", **given)
    client.post("/accounts/logout/")
    assert [row.person for row in Endpoint.objects.all()] == [bob]


def test_who_signs_out_everywhere_is_told_in_this_browser_alone(
    anna: User, bob: User, server: Receiver, browser: Browser
) -> None:
    client, other = client_of(anna), Browser()
    given = {"address": server.url("/here"), "p256dh": browser.p256dh, "auth": browser.auth}
    press(client, "/preferences/channels/browser/", **given)
    changes.subscribe_browser(anna, server.url("/there"), other.p256dh, other.auth)
    changes.subscribe_browser(bob, server.url("/bob"), other.p256dh, other.auth)
    changes.add_webhook(anna, server.url("/hook"))
    press(client, "/preferences/sign-out/")
    left = [urlsplit(row.address).path for row in Endpoint.objects.all()]
    assert left == ["/here", "/bob", "/hook"], "what is no browser stays"
    anna.refresh_from_db()
    client_of(anna).post("/preferences/sign-out/")
    assert [urlsplit(row.address).path for row in Endpoint.objects.all()] == ["/bob", "/hook"]


def test_a_new_password_and_lost_factors_end_the_other_browsers(anna: User, server: Receiver, browser: Browser) -> None:
    client = client_of(anna)
    changes.subscribe_browser(anna, server.url("/one"), browser.p256dh, browser.auth)
    given = {"oldpassword": "password", "password1": "ribes-nigrum-7", "password2": "ribes-nigrum-7"}
    client.post("/accounts/password/change/", given)
    anna.refresh_from_db()
    assert anna.check_password(given["password1"])
    assert not Endpoint.objects.exists()
    changes.subscribe_browser(anna, server.url("/two"), browser.p256dh, browser.auth)
    Authenticator.objects.create(user=anna, type="recovery_codes", data={})
    remove_second_factors(anna, "lost")
    assert not Endpoint.objects.exists()


def renewal(row: Endpoint, browser: Browser, address: str) -> dict[str, str]:
    """What a worker sends when its subscription was replaced."""
    old = {"before": row.address, "auth": row.keys["auth"]}
    return {**old, "address": address, "p256dh": browser.p256dh, "new_auth": browser.auth}


def test_a_browser_hands_in_its_new_subscription_without_a_page(anna: User, server: Receiver, browser: Browser) -> None:
    row = changes.subscribe_browser(
        anna, server.url("/old"), browser.p256dh, browser.auth, name="phone", tells="games"
    ).endpoint
    Endpoint.objects.filter(pk=row.pk).update(off_at=timezone.now(), off_because="failures", failures=9)
    worker, new = Client(enforce_csrf_checks=True), Browser()
    response = worker.post("/push/", renewal(row, new, server.url("/new")))
    assert (response.status_code, dict(response.cookies)) == (204, {})
    (kept,) = Endpoint.objects.all()
    assert (kept.pk, kept.person, kept.name, kept.tells) == (row.pk, anna, "phone", "games")
    assert (kept.address, kept.keys["auth"], kept.off_at, kept.failures) == (server.url("/new"), new.auth, None, 0)
    press(client_of(anna), f"/preferences/channels/{row.pk}/test/")
    assert new.read(server.posted[0])["title"] == "prweb"
    assert worker.post("/push/", renewal(row, new, server.url("/newer"))).status_code == 404, "the old proof is used up"
    assert AuditEntry.objects.filter(action=changes.CHANNEL, person=anna, details__renewed=True).count() == 1


def test_nobody_renews_a_browser_that_is_not_theirs(
    anna: User, bob: User, server: Receiver, browser: Browser, settings: Settings
) -> None:
    row = changes.subscribe_browser(anna, server.url("/old"), browser.p256dh, browser.auth).endpoint
    changes.subscribe_browser(bob, server.url("/bob"), browser.p256dh, browser.auth)
    new, client = Browser(), client_of(bob)
    good = renewal(row, new, server.url("/new"))
    for wrong, status in (
        ({"auth": new.auth}, 404),
        ({"before": server.url("/else")}, 404),
        ({"address": "https://10.0.0.1/"}, 422),
        ({"p256dh": "AAAA"}, 422),
        ({"address": server.url("/bob")}, 422),
    ):
        assert client.post("/push/", good | wrong).status_code == status, wrong
    assert client.post("/push/").status_code == 422
    assert client.get("/push/").status_code == 405
    assert sorted(urlsplit(one.address).path for one in Endpoint.objects.all()) == ["/bob", "/old"]
    settings.RATE_LIMITS_ON, settings.RATE_LIMITS = True, settings.RATE_LIMITS | {"channel renewal": [(0, 60)]}
    assert client.post("/push/", good).status_code == 429


def test_the_page_tests_switches_on_removes_and_chooses(anna: User, server: Receiver) -> None:
    client = client_of(anna)
    row = changes.add_webhook(anna, server.url("/secret-path"), name="machine").endpoint
    base = f"/preferences/channels/{row.pk}"
    assert "No message has arrived yet." in page_of(client)
    assert "secret-path" not in page_of(client)
    assert "The test was accepted." in press(client, f"{base}/test/")
    assert "A message last arrived" in page_of(client)
    server.statuses = [500]
    page = press(client, f"{base}/test/")
    assert "The test did not arrive. The server answered with the status 500." in page
    assert "The last message did not arrive." in page
    assert "comes by mail only if" not in press(client, "/preferences/channels/mail/")
    assert not changes.gets_turns_by_mail(anna)
    assert "Your turns come by mail only if no channel here can tell you." in page_of(client)
    Endpoint.objects.filter(pk=row.pk).update(off_at=timezone.now(), off_because="failures")
    assert "but no channel here works: so they come by mail" in page_of(client)
    press(client, f"{base}/on/")
    assert Endpoint.objects.get().off_at is None
    press(client, f"{base}/remove/")
    assert not Endpoint.objects.exists()
    press(client, "/preferences/channels/mail/")
    assert changes.gets_turns_by_mail(anna)
    assert AuditEntry.objects.filter(action=changes.CHANNEL, actor=anna).count() == 3


def test_others_channels_are_not_touched(anna: User, bob: User, server: Receiver) -> None:
    row = changes.add_webhook(anna, server.url()).endpoint
    client = client_of(bob)
    for verb in ("test", "on", "remove"):
        page = client.post(f"/preferences/channels/{row.pk}/{verb}/", follow=True).content.decode()
        assert "You have no such channel." in page
    assert Endpoint.objects.exists()
    assert not server.posted


def test_the_worker_is_served_for_the_whole_site(client: Client) -> None:
    response = client.get("/service-worker.js")
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in response.headers["Content-Security-Policy"]
    assert "showNotification" in response.content.decode()
    assert not response.cookies


def test_those_at_the_table_see_whom_nothing_reaches(anna: User, bob: User, chris: User, server: Receiver) -> None:
    game = opened(anna, bob)
    asked = player(person_turn(game))
    other = bob if asked == anna else anna
    label, address = "cannot be reached at present", f"/games/{game.pk}/"
    assert label not in client_of(other).get(address).content.decode()
    mail_addresses.mark_undeliverable(asked.email, "no such user")
    page = client_of(other).get(address).content.decode()
    assert label in page
    assert asked.email not in page
    assert "no such user" not in page
    watching = client_of(chris).get(address)
    assert label not in watching.content.decode(), "who only watches need not know"
    own = page_of(client_of(asked))
    assert "Nothing of ours reaches you at present." in own
    changes.add_webhook(asked, server.url())
    assert label not in client_of(other).get(address).content.decode()
    assert "Nothing of ours reaches you at present." not in page_of(client_of(asked))


def test_programs_do_the_same(anna: User, bob: User, server: Receiver, browser: Browser) -> None:
    program = program_of(anna)
    changes.subscribe_browser(anna, server.url("/push"), browser.p256dh, browser.auth, name="phone")
    made = program.post("me/channels/", {"kind": "webhook", "address": server.url(), "name": "machine"}, 201)
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", made["secret"])
    listed = program.ask("me/channels/")
    assert [(row["kind"], row["name"], row["address"]) for row in listed] == [
        ("web-push", "phone", None),
        ("webhook", "machine", server.url()),
    ]
    assert made["secret"] not in str(listed)
    assert browser.auth not in str(listed)
    topic = program.post("me/channels/", {"kind": "ntfy", "address": server.url("/topic"), "tells": "games"}, 201)
    assert topic["secret"] is None
    own = f"me/channels/{made['channel']['id']}/"
    assert program.post(f"{own}test/", {}, 200) == {"arrived": True, "fault": ""}
    assert urlsplit(server.posted[0].path).path == "/hook"
    server.statuses = [404]
    assert program.post(f"{own}test/", {}, 200) == {"arrived": False, "fault": "404"}
    assert program.put("me/channels/mail/", {"by_mail": False}) == {"by_mail": False, "reached": True}
    assert program.ask("me/channels/mail/") == {"by_mail": False, "reached": True}
    assert program.post(f"{own}on/", {}, 200)["off_at"] is None
    assert kind_of(program_of(bob).delete(own, 404)) == "not-found"
    program.delete(own, 204)
    assert kind_of(program.post(f"{own}test/", {}, 404)) == "not-found"
    assert kind_of(program_of(bob).put("me/channels/mail/", {"by_mail": False}, 422)) == "refused"
    for body in ({"kind": "web-push", "address": server.url()}, {"kind": "ntfy"}, {"kind": "ntfy", "x": 1}):
        assert kind_of(program.post("me/channels/", body, 400)) == "invalid"
    for address in ("https://127.0.0.1.example:25/", "nonsense", "https://10.0.0.1/"):
        assert kind_of(program.post("me/channels/", {"kind": "webhook", "address": address}, 422)) == "refused"
