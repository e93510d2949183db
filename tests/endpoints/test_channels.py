"""Turns are told by browsers, webhooks and topics of ntfy: what arrives there, and what happens when nothing does."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core import mail
from django.db.models.signals import pre_save
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.checks import check_vapid_key
from games.endpoints import changes, web_push
from games.endpoints.asked import is_asked
from games.endpoints.channel import MAX_ATTEMPTS, MESSAGES
from games.endpoints.reach import is_unreached, unreached
from games.endpoints.testing import Outcome, send_test
from games.endpoints.told import Told
from games.mail.unsubscribe import mute
from games.models import AuditEntry, Delivery, Endpoint, Game, Notification, TalkMessage, Turn
from games.notifications import delivery
from games.notifications.outbox import notify, notify_reminder
from games.people.models import User
from games.table import mail_addresses, talk
from games.table.errors import BadChannel, NoSuchChannel, TooMany
from games.table.proposals.actions import propose
from games.table.resignation import resign
from games.table.takeover import return_to_seat
from tests.endpoints.browser import Browser, point, unpadded, vapid_claims
from tests.endpoints.receiver import Posted, Receiver
from tests.table.games import answer, bots_play, fresh, opened, person_turn, player

pytestmark = pytest.mark.django_db

Kind, Status = Notification.Kind, Delivery.Status


def subscribed(person: User, server: Receiver, browser: Browser, **more: str) -> Endpoint:
    return changes.subscribe_browser(
        person, server.url(f"/push/{person.username}"), browser.p256dh, browser.auth, **more
    ).endpoint


def deliver_all() -> None:
    """Send what is due, and what waits only because its person is on the site or the first attempt failed."""
    Delivery.objects.filter(status=Status.PENDING).update(next_attempt_at=timezone.now())
    for row in delivery.due():
        delivery.deliver(row.pk)


def deliveries(turn: Turn, channel: str) -> list[str]:
    return list(Delivery.objects.filter(turn=turn, channel=channel).values_list("status", flat=True))


def alone(person: User) -> Game:
    """A game against a bot in which the person is asked."""
    game = opened(person, bots=1)
    bots_play(game)
    return fresh(game)


def asked_on(game: Game) -> Turn:
    return person_turn(game)


# --- browsers


def test_a_browser_is_told_what_only_it_can_read(
    anna: User, bob: User, server: Receiver, browser: Browser, settings: Settings
) -> None:
    browsers = {anna: browser, bob: Browser()}
    for person, theirs in browsers.items():
        subscribed(person, server, theirs)
    game = opened(anna, bob)
    turn = asked_on(game)
    deliver_all()
    (posted,) = server.posted
    assert posted.path == f"/push/{player(turn).username}"
    browser = browsers[player(turn)]
    read = browser.read(posted)
    assert (read["title"], read["url"]) == ("A test", f"/games/{game.pk}/")
    assert read["body"].startswith("Your turn: ")
    assert (posted.headers["content-encoding"], posted.headers["urgency"]) == ("aes128gcm", "high")
    with pytest.raises(InvalidTag):
        Browser().read(posted)
    claims = vapid_claims(posted, web_push.public_key())
    assert claims["aud"] == f"http://127.0.0.1:{server.port}"
    assert claims["sub"] == settings.VAPID_SUBJECT
    assert timezone.now().timestamp() < claims["exp"] <= timezone.now().timestamp() + 86400


def test_an_unread_push_is_replaced_by_the_next_and_ends_with_the_deadline(
    anna: User, server: Receiver, browser: Browser
) -> None:
    subscribed(anna, server, browser)
    first, other = alone(anna), alone(anna)
    turn = asked_on(first)
    deliver_all()
    assert turn.deadline is not None
    topics = [posted.headers["topic"] for posted in server.posted]
    assert len(set(topics)) == 2, "a game does not replace another"
    assert all(len(topic) <= 32 and topic.replace("-", "").replace("_", "").isalnum() for topic in topics)
    ttl = int(server.posted[0].headers["ttl"])
    assert abs((turn.deadline - timezone.now()).total_seconds() - ttl) < 300, "three days"
    answer(turn, "captain")
    next_turn = Turn.objects.filter(game=first, seat=turn.seat, status=Turn.Status.OPEN).exclude(pk=turn.pk).first()
    if next_turn is not None:
        deliver_all()
        assert [posted.headers["topic"] for posted in server.posted][2:] == topics[:1]
    assert asked_on(other)


def test_the_browser_can_ask_whether_it_is_still_asked(
    anna: User, server: Receiver, browser: Browser, client: Client
) -> None:
    subscribed(anna, server, browser)
    turn = asked_on(alone(anna))
    deliver_all()
    check = browser.read(server.posted[0])["check"]
    signed = check.rstrip("/").rpartition("/")[2]
    assert is_asked(signed) is True
    assert client.get(check).json() == {"asked": True}
    answer(turn, "captain")
    assert is_asked(signed) is False
    assert client.get(check).json() == {"asked": False}
    assert client.get(check[:-3] + "x/").status_code == 404
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert is_asked(signed) is None


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(anna: User, server: Receiver, browser: Browser, status: int) -> None:
    endpoint = subscribed(anna, server, browser, name="laptop")
    turn = asked_on(alone(anna))
    server.statuses = [status]
    deliver_all()
    assert not Endpoint.objects.filter(pk=endpoint.pk).exists()
    assert deliveries(turn, "web-push") == [Status.DROPPED]
    assert AuditEntry.objects.filter(action="channel gone", person=anna).count() == 1
    (notice,) = Notification.objects.filter(kind=Kind.NOTICE, user=anna)
    assert "“laptop” takes no messages" in notice.content["text"]


def test_a_browser_is_of_who_subscribed_last(anna: User, bob: User, server: Receiver, browser: Browser) -> None:
    """Somebody else signed in there: the one before is told nothing at it any more."""
    changes.subscribe_browser(anna, server.url(), browser.p256dh, browser.auth)
    changes.subscribe_browser(bob, server.url(), browser.p256dh, browser.auth)
    changes.subscribe_browser(bob, server.url(), browser.p256dh, browser.auth, name="again")
    assert [(row.person, row.name) for row in Endpoint.objects.all()] == [(bob, "again")]


def test_of_two_who_subscribe_a_browser_at_once_one_is_told_to_try_again(
    anna: User, bob: User, server: Receiver, browser: Browser
) -> None:
    def bob_is_faster(instance: Endpoint, **_more: object) -> None:
        pre_save.disconnect(bob_is_faster, Endpoint)
        changes.subscribe_browser(bob, server.url(), browser.p256dh, browser.auth)

    pre_save.connect(bob_is_faster, Endpoint)
    try:
        with pytest.raises(BadChannel, match="Try again"):
            changes.subscribe_browser(anna, server.url(), browser.p256dh, browser.auth)
    finally:
        pre_save.disconnect(bob_is_faster, Endpoint)
    changes.subscribe_browser(anna, server.url(), browser.p256dh, browser.auth)
    assert Endpoint.objects.get().person == anna


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", ""), ("AAAA", "AAAAAAAAAAAAAAAAAAAAAA"), (unpadded(b"\4" + bytes(64)), unpadded(bytes(16))), ("$", "$")],
)
def test_no_other_keys_are_taken(anna: User, server: Receiver, p256dh: str, auth: str) -> None:
    with pytest.raises(BadChannel):
        changes.subscribe_browser(anna, server.url(), p256dh, auth)
    assert not Endpoint.objects.exists()


def test_without_a_key_of_the_site_browsers_are_told_nothing(
    anna: User, server: Receiver, browser: Browser, settings: Settings
) -> None:
    subscribed(anna, server, browser)
    changes.choose_turns_by_mail(anna, False)
    settings.VAPID_PRIVATE_KEY = ""
    turn = asked_on(alone(anna))
    assert deliveries(turn, "web-push") == []
    assert deliveries(turn, "mail") == [Status.PENDING]
    with pytest.raises(BadChannel):
        subscribed(anna, server, browser)


# --- webhooks and ntfy


def verify(posted: Posted, secret: str) -> dict[str, object]:
    """As a receiver does it, by the words of Standard Webhooks."""
    signed = b".".join(
        [posted.headers["webhook-id"].encode(), posted.headers["webhook-timestamp"].encode(), posted.body]
    )
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert posted.headers["webhook-signature"] == f"v1,{expected}"
    body: dict[str, object] = json.loads(posted.body)
    return body


def test_a_webhook_says_which_turn_and_nothing_else(anna: User, server: Receiver, settings: Settings) -> None:
    secret = changes.add_webhook(anna, server.url("/hook?key=1")).secret
    game = alone(anna)
    turn = asked_on(game)
    deliver_all()
    (posted,) = server.posted
    assert (posted.path, posted.headers["content-type"]) == ("/hook?key=1", "application/json")
    body = verify(posted, secret)
    assert (body["version"], body["type"]) == (1, "turn")
    assert body["data"] == {
        "game": game.pk,
        "name": "A test",
        "kind": "puerto-rico",
        "turn": turn.pk,
        "deadline": turn.deadline.isoformat() if turn.deadline else None,
        "text": "Your turn: pick a role",
        "url": f"{settings.SITE_URL}/games/{game.pk}/",
    }
    assert abs(int(posted.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 600


def test_each_attempt_has_the_same_id_and_a_new_time(anna: User, server: Receiver) -> None:
    secret = changes.add_webhook(anna, server.url()).secret
    turn = asked_on(alone(anna))
    server.statuses = [503]
    deliver_all()
    assert deliveries(turn, "webhook") == [Status.PENDING]
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        deliver_all()
    first, second = server.posted
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert int(second.headers["webhook-timestamp"]) >= int(first.headers["webhook-timestamp"]) + 299
    assert verify(first, secret) == verify(second, secret)
    endpoint = Endpoint.objects.get()
    assert (endpoint.failures, endpoint.last_fault) == (0, "")
    assert endpoint.last_success_at is not None


def test_a_topic_of_ntfy_gets_title_click_tags_and_priority(anna: User, server: Receiver, settings: Settings) -> None:
    anna.language = "de"
    anna.save()
    changes.add_ntfy(anna, server.url("/sub/my-turns"))
    game = alone(anna)
    deliver_all()
    (posted,) = server.posted
    assert posted.path == "/sub/"
    sent = json.loads(posted.body)
    assert sent.pop("message").startswith("Du bist am Zug: ")
    assert sent == {
        "topic": "my-turns",
        "title": "A test",
        "click": f"{settings.SITE_URL}/games/{game.pk}/",
        "tags": ["game_die"],
        "priority": 4,
    }


@pytest.mark.parametrize("path", ["/", "", "/a topic", "/topic?x=1", "/tópic", "/" + "a" * 65])
def test_what_names_no_topic_is_refused(anna: User, server: Receiver, path: str) -> None:
    with pytest.raises(BadChannel):
        changes.add_ntfy(anna, f"http://127.0.0.1:{server.port}{path}")


def test_a_message_says_the_same_whatever_is_hidden(anna: User, bob: User, server: Receiver) -> None:
    """Two deals, one table: what is posted differs in ids and times alone."""
    for person in (anna, bob):
        changes.add_webhook(person, server.url())
    said = []
    for secret in ("5e" * 32, "7f" * 32):
        opened(anna, bob, secret=secret)
        deliver_all()
        body = json.loads(server.posted[-1].body)
        said.append((body["type"], body["data"]["text"], body["data"]["name"], sorted(body["data"])))
    assert said[0] == said[1]
    assert len(server.posted) == 2


# --- which kinds, and which channel


def test_only_turns_are_told_unless_more_is_wanted(anna: User, server: Receiver) -> None:
    few = changes.add_webhook(anna, server.url("/few")).endpoint
    changes.add_webhook(anna, server.url("/all"), tells=Endpoint.Tells.GAMES)
    alone(anna)
    deliver_all()
    told = sorted((posted.path, json.loads(posted.body)["type"]) for posted in server.posted)
    assert told == [("/all", "start"), ("/all", "turn"), ("/few", "turn")]
    assert str(few) == f"webhook {few.pk}"


def test_a_notice_is_told_and_where_it_can_be_read(anna: User, bob: User, server: Receiver) -> None:
    changes.add_webhook(anna, server.url(), tells=Endpoint.Tells.GAMES)
    game = opened(anna, bob)
    deliver_all()
    server.posted.clear()
    for cause in ("one", "two"):
        notify(Kind.NOTICE, cause, person=anna, game=game, content={"topic": "weather", "text": "It will rain."})
        deliver_all()
        mute(anna, game)
    assert [json.loads(posted.body)["data"]["text"] for posted in server.posted] == [
        "There is a notice for you: it comes by mail.",
        "There is a notice for you, but our mails do not reach you.",
    ]


def remind(turn: Turn) -> None:
    notify_reminder(turn, 50)


def test_a_reminder_goes_where_the_turn_is_told(anna: User, server: Receiver, browser: Browser) -> None:
    subscribed(anna, server, browser)
    changes.choose_turns_by_mail(anna, False)
    turn = asked_on(alone(anna))
    deliver_all()
    remind(turn)
    reminders = Delivery.objects.filter(kind=Kind.REMINDER)
    assert [row.channel for row in reminders] == ["web-push"]
    deliver_all()
    told, posted = server.posted
    read = browser.read(posted)
    assert read["body"] == "Reminder, your turn: pick a role"
    assert (read["tag"], posted.headers["urgency"]) == (browser.read(told)["tag"], "high")
    assert abs(int(posted.headers["ttl"]) - int(told.headers["ttl"])) < 300


def test_a_reminder_that_nothing_else_told_goes_by_mail(anna: User, server: Receiver) -> None:
    without_mails(anna, server)
    turn = asked_on(alone(anna))
    deliver_all()
    server.statuses = [400]
    remind(turn)
    deliver_all()
    reminders = Delivery.objects.filter(kind=Kind.REMINDER)
    assert sorted(reminders.values_list("channel", "status")) == [
        ("mail", Status.PENDING),
        ("webhook", Status.DROPPED),
    ]


def test_a_vote_is_asked_by_every_channel_and_replaces_no_turn(
    anna: User, bob: User, server: Receiver, browser: Browser
) -> None:
    game = opened(anna, bob)
    asked = player(asked_on(game))
    subscribed(asked, server, browser)
    changes.add_webhook(asked, server.url())
    changes.choose_turns_by_mail(asked, False)
    proposal = propose(game.pk, bob if asked == anna else anna, "end", {})
    votes = Delivery.objects.filter(kind=Kind.PROPOSAL, user=asked)
    assert {row.channel for row in votes} == {"mail", "webhook", "web-push"}
    deliver_all()
    by_push, by_webhook = sorted(server.posted, key=lambda posted: "webhook-id" in posted.headers)
    read = browser.read(by_push)
    assert (read["body"], by_push.headers["urgency"]) == ("Your vote is asked.", "high")
    assert abs((proposal.open_until - timezone.now()).total_seconds() - int(by_push.headers["ttl"])) < 300
    data = json.loads(by_webhook.body)["data"]
    assert data["deadline"] == proposal.open_until.isoformat()
    turn = Told("1", Kind.TURN, "", "", "/", timezone.now(), asked, game)
    assert MESSAGES[Endpoint.Kind.WEB_PUSH](Endpoint.objects.get(kind="web-push"), turn).headers["Topic"] != read["tag"]


def test_talk_is_told_by_whom_without_its_words_where_more_than_turns_is_wanted(
    anna: User, bob: User, chris: User, server: Receiver, browser: Browser
) -> None:
    game = opened(anna, bob, chris)
    subscribed(anna, server, browser, tells=Endpoint.Tells.GAMES)
    changes.add_webhook(anna, server.url("/few"))
    changes.add_ntfy(anna, server.url("/all"), tells=Endpoint.Tells.GAMES)
    changes.add_webhook(bob, server.url("/bob"), tells=Endpoint.Tells.GAMES)
    deliver_all()
    server.posted.clear()
    for speaker in (bob, bob, chris):
        talk.say(game.pk, speaker, "a secret of the table")
    talk.mute(bob, chris)
    rows = Delivery.objects.filter(kind=Kind.TALK, user=anna)
    assert sorted(row.channel for row in rows) == ["mail", "ntfy", "web-push"]
    deliver_all()
    assert sorted(row.channel for row in rows.filter(status=Status.SENT)) == ["mail", "ntfy", "web-push"]
    (pushed,) = [posted for posted in server.posted if "topic" in posted.headers]
    (published,) = [posted for posted in server.posted if posted.headers.get("content-type") == "application/json"]
    read, by_topic = browser.read(pushed), json.loads(published.body)
    assert (read["title"], read["url"]) == ("A test", f"/games/{game.pk}/#talk")
    assert read["body"] == by_topic["message"] == "bob, chris have said something at the table."
    assert (pushed.headers["urgency"], by_topic["priority"]) == ("normal", 3)
    turn = Told("1", Kind.TURN, "", "", "/", timezone.now(), anna, game)
    of_turns = MESSAGES[Endpoint.Kind.WEB_PUSH](Endpoint.objects.get(kind="web-push"), turn)
    assert of_turns.headers["Topic"] != read["tag"], "it takes the place of no turn"


def test_talk_that_waits_for_a_bundle_of_mails_is_told_elsewhere_once_within_an_hour(
    anna: User, bob: User, server: Receiver
) -> None:
    game = opened(anna, bob)
    User.objects.filter(pk=anna.pk).update(mails_every=24, mails_hour=18)
    anna.refresh_from_db()
    secret = changes.add_webhook(anna, server.url(), tells=Endpoint.Tells.GAMES).secret
    deliver_all()
    server.posted.clear()
    talk.say(game.pk, bob, "one")
    deliver_all()
    mails = Delivery.objects.filter(kind=Kind.TALK, channel="mail")
    assert [row.status for row in mails] == [Status.PENDING]
    talk.say(game.pk, bob, "two")
    (later,) = Delivery.objects.filter(kind=Kind.TALK, channel="webhook", status=Status.PENDING)
    assert later.next_attempt_at > timezone.now() + timedelta(minutes=50)
    deliver_all()
    assert [verify(posted, secret)["type"] for posted in server.posted] == ["talk", "talk"]
    assert mails.count() == 1, "the one mail tells both"
    talk.say(game.pk, bob, "three")
    newest = TalkMessage.objects.order_by("pk").last()
    assert newest is not None
    talk.mark_read(game.pk, anna, newest.pk)
    deliver_all()
    assert len(server.posted) == 2, "what was read is told no more"


def test_who_spoke_while_a_seat_was_given_up_is_not_told_to_whoever_has_returned(
    anna: User, bob: User, chris: User, server: Receiver
) -> None:
    game = opened(anna, bob, chris)
    changes.add_ntfy(anna, server.url(), tells=Endpoint.Tells.GAMES)
    deliver_all()
    server.posted.clear()
    talk.say(game.pk, bob, "before")
    resign(game.pk, anna)
    talk.say(game.pk, chris, "about anna")
    return_to_seat(game.pk, anna)
    Delivery.objects.exclude(kind=Kind.TALK).update(status=Status.DROPPED)
    deliver_all()
    assert [json.loads(posted.body)["message"] for posted in server.posted] == ["bob has said something at the table."]


def test_several_endpoints_are_told_each_by_a_delivery_of_its_own(anna: User, server: Receiver) -> None:
    changes.add_webhook(anna, server.url("/one"))
    changes.add_webhook(anna, server.url("/two"))
    turn = asked_on(alone(anna))
    server.statuses = [500]
    deliver_all()
    assert sorted(deliveries(turn, "webhook")) == [Status.PENDING, Status.SENT]
    deliver_all()
    assert sorted(posted.path for posted in server.posted) in (["/one", "/one", "/two"], ["/one", "/two", "/two"])


def test_mails_of_turns_are_left_out_only_while_another_channel_tells_them(anna: User, server: Receiver) -> None:
    with pytest.raises(BadChannel):
        changes.choose_turns_by_mail(anna, False)
    endpoint = changes.add_webhook(anna, server.url()).endpoint
    changes.choose_turns_by_mail(anna, False)
    without = asked_on(alone(anna))
    assert deliveries(without, "mail") == []
    assert Delivery.objects.filter(kind=Kind.START, channel="mail", user=anna).exists(), "all else comes by mail"
    changes.remove(anna, endpoint.pk)
    assert deliveries(asked_on(alone(anna)), "mail") == [Status.PENDING]
    changes.choose_turns_by_mail(anna, True)
    assert changes.gets_turns_by_mail(anna)
    assert AuditEntry.objects.filter(action=changes.TURNS_BY_MAIL, actor=anna).count() == 2


def without_mails(person: User, server: Receiver) -> Endpoint:
    endpoint = changes.add_webhook(person, server.url()).endpoint
    changes.choose_turns_by_mail(person, False)
    return endpoint


@pytest.mark.parametrize("statuses", [[400], [302], [410], [503] * 4], ids=str)
def test_a_question_that_nothing_else_told_goes_by_mail(anna: User, server: Receiver, statuses: list[int]) -> None:
    without_mails(anna, server)
    turn = asked_on(alone(anna))
    server.statuses = list(statuses)
    for _attempt in statuses:
        assert deliveries(turn, "mail") == []
        deliver_all()
    assert deliveries(turn, "webhook") == [Status.DROPPED]
    assert deliveries(turn, "mail") == [Status.PENDING]
    mail.outbox.clear()
    deliver_all()
    assert [message.to for message in mail.outbox if "your turn" in message.subject] == [[f"anna <{anna.email}>"]]


def test_a_question_in_a_channel_that_was_removed_goes_by_mail(anna: User, server: Receiver) -> None:
    endpoint = without_mails(anna, server)
    turn = asked_on(alone(anna))
    changes.remove(anna, endpoint.pk)
    deliver_all()
    assert deliveries(turn, "mail") == [Status.PENDING]
    assert not server.posted


def test_what_nobody_needs_any_more_goes_nowhere(anna: User, server: Receiver) -> None:
    without_mails(anna, server)
    turn = asked_on(alone(anna))
    answer(turn, "captain")
    deliver_all()
    assert deliveries(turn, "webhook") == [Status.DROPPED]
    assert deliveries(turn, "mail") == []


def test_one_channel_that_tells_it_is_enough(anna: User, server: Receiver) -> None:
    without_mails(anna, server)
    changes.add_ntfy(anna, server.url("/topic"))
    turn = asked_on(alone(anna))
    server.statuses = [400]
    deliver_all()
    assert {*deliveries(turn, "webhook"), *deliveries(turn, "ntfy")} == {Status.SENT, Status.DROPPED}
    assert deliveries(turn, "mail") == []


# --- health


def fail(endpoint: Endpoint, server: Receiver, times: int) -> None:
    server.statuses = [400] * times
    for _time in range(times):
        alone(endpoint.person)
        deliver_all()


def test_failures_in_a_row_switch_it_off_and_its_person_is_told(
    anna: User, server: Receiver, settings: Settings
) -> None:
    settings.CHANNEL_FAILURES = 3
    endpoint = changes.add_webhook(anna, server.url(), name="my machine").endpoint
    fail(endpoint, server, 2)
    alone(anna)
    deliver_all()
    endpoint.refresh_from_db()
    assert (endpoint.failures, endpoint.off_at) == (0, None), "a success between them counts"
    fail(endpoint, server, 3)
    endpoint.refresh_from_db()
    assert (endpoint.failures, endpoint.off_because) == (3, Endpoint.OffBecause.FAILURES)
    assert endpoint.last_fault == "400"
    (notice,) = Notification.objects.filter(kind=Kind.NOTICE, user=anna)
    assert "my machine" in notice.content["text"]
    assert AuditEntry.objects.get(action="channel off").details == {
        "kind": "webhook",
        "failures": 3,
        "because": "failures",
    }
    server.posted.clear()
    turn = asked_on(alone(anna))
    deliver_all()
    assert not server.posted
    assert deliveries(turn, "webhook") == []


def test_its_person_switches_it_on_again(anna: User, bob: User, server: Receiver, settings: Settings) -> None:
    settings.CHANNEL_FAILURES = 1
    endpoint = without_mails(anna, server)
    fail(endpoint, server, 1)
    assert deliveries(asked_on(alone(anna)), "mail") == [Status.PENDING], "its mails come again"
    with pytest.raises(NoSuchChannel):
        changes.switch_on(bob, endpoint.pk)
    assert changes.switch_on(anna, endpoint.pk).off_at is None
    turn = asked_on(alone(anna))
    deliver_all()
    assert deliveries(turn, "webhook") == [Status.SENT]
    assert deliveries(turn, "mail") == []


def test_a_webhook_that_says_it_is_gone_is_switched_off_at_once(anna: User, server: Receiver) -> None:
    endpoint = changes.add_webhook(anna, server.url()).endpoint
    server.statuses = [410]
    alone(anna)
    deliver_all()
    endpoint.refresh_from_db()
    assert endpoint.off_because == Endpoint.OffBecause.GONE


def test_an_address_that_leads_inside_by_now_is_not_posted_to(anna: User, server: Receiver, settings: Settings) -> None:
    """The name was resolved elsewhere when it was typed, or the operator has changed their mind."""
    changes.add_webhook(anna, f"http://localhost:{server.port}/")
    settings.CHANNEL_NETWORKS = []
    turn = asked_on(alone(anna))
    deliver_all()
    assert not server.posted
    assert deliveries(turn, "webhook") == [Status.DROPPED]
    assert Endpoint.objects.get().failures == 1


def test_rows_and_logs_do_not_hold_the_address(anna: User, server: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    changes.add_ntfy(anna, server.url("/a-secret-topic"))
    server.statuses = [503, 400]
    turn = asked_on(alone(anna))
    deliver_all()
    deliver_all()
    row = Delivery.objects.get(turn=turn, channel="ntfy")
    assert row.last_error == "The server answered with the status 400."
    for text in (
        caplog.text,
        str(Delivery.objects.filter(pk=row.pk).values().get()),
        Endpoint.objects.get().last_fault,
    ):
        assert "a-secret-topic" not in text
    details = [entry.details for entry in AuditEntry.objects.all()]
    assert "a-secret-topic" not in str(details)


def test_a_fault_of_ours_is_not_the_channel_s(anna: User, server: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    without_mails(anna, server)
    turn = asked_on(alone(anna))

    def broken(*_given: object) -> None:
        raise KeyError("secret")

    monkeypatch.setitem(MESSAGES, Endpoint.Kind.WEBHOOK, broken)
    for _attempt in range(MAX_ATTEMPTS):
        assert deliveries(turn, "mail") == []
        deliver_all()
    assert deliveries(turn, "webhook") == [Status.FAILED]
    assert Delivery.objects.filter(turn=turn, channel="mail").count() == 1
    assert Endpoint.objects.get().failures == 0


# --- limits and tests


def test_how_many_one_may_have(anna: User, bob: User, server: Receiver, settings: Settings) -> None:
    settings.CHANNELS_PER_PERSON = 2
    for number in range(2):
        changes.add_webhook(anna, server.url(f"/{number}"))
    with pytest.raises(TooMany):
        changes.add_webhook(anna, server.url("/2"))
    before = Endpoint.objects.get(address=server.url("/1"))
    secret = changes.add_webhook(anna, server.url("/1")).secret
    assert secret not in ("", before.keys["secret"]), "the same one again gets a new secret"
    changes.add_webhook(bob, server.url("/1"))
    assert Endpoint.objects.count() == 3


def test_a_test_is_told_at_once_and_counts(
    anna: User, bob: User, server: Receiver, browser: Browser, settings: Settings, one_moment: None
) -> None:
    endpoint = subscribed(anna, server, browser)
    assert send_test(anna, endpoint.pk) == Outcome(True)
    read = browser.read(server.posted[0])
    assert read["body"] == "This is a test: what you are told arrives here."
    assert read["check"] is None
    endpoint.refresh_from_db()
    assert endpoint.last_success_at is not None
    server.statuses = [500]
    assert send_test(anna, endpoint.pk) == Outcome(False, "500")
    with pytest.raises(NoSuchChannel):
        send_test(bob, endpoint.pk)
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"channel test": [(1, 600)]}
    send_test(anna, endpoint.pk)
    posted = len(server.posted)
    with pytest.raises(TooMany):
        send_test(anna, endpoint.pk)
    assert len(server.posted) == posted


@pytest.mark.parametrize("add", [changes.add_webhook, changes.add_ntfy], ids=["webhook", "ntfy"])
def test_a_test_works_by_every_kind(
    anna: User, server: Receiver, add: Callable[[User, str], changes.NewEndpoint]
) -> None:
    assert send_test(anna, add(anna, server.url("/topic")).endpoint.pk).arrived
    assert urlsplit(server.posted[0].path).path in ("/topic", "/")


# --- whom nothing reaches


def test_who_is_reached_by_nothing(anna: User, bob: User, server: Receiver) -> None:
    game = opened(anna, bob)
    people = [anna, bob]
    assert unreached(people, game) == set()
    mail_addresses.mark_undeliverable(anna.email.upper(), "no such user")
    mute(bob, game)
    assert unreached(people, game) == {anna.pk, bob.pk}
    assert (is_unreached(anna), is_unreached(bob)) == (True, False)
    endpoint = changes.add_webhook(anna, server.url()).endpoint
    assert unreached(people, game) == {bob.pk}
    Endpoint.objects.filter(pk=endpoint.pk).update(failures=1)
    assert unreached(people, game) == {anna.pk, bob.pk}, "its last message did not arrive"
    Endpoint.objects.filter(pk=endpoint.pk).update(failures=0)
    Endpoint.objects.filter(pk=endpoint.pk).update(off_at=timezone.now())
    assert unreached(people, game) == {anna.pk, bob.pk}


# --- the key of the site


@pytest.mark.parametrize(
    ("name", "value"), [("VAPID_PRIVATE_KEY", "nonsense"), ("VAPID_SUBJECT", "the operator"), ("VAPID_SUBJECT", "")]
)
def test_a_key_or_subject_that_cannot_sign_is_found_by_the_check(settings: Settings, name: str, value: str) -> None:
    assert check_vapid_key() == []
    setattr(settings, name, value)
    (found,) = check_vapid_key()
    assert found.id == "games.E001"


def test_any_private_key_on_the_curve_is_taken_as_openssl_writes_it(settings: Settings) -> None:
    """SEC 1, which `openssl ecparam -genkey` writes, as well as PKCS 8."""
    key = ec.generate_private_key(ec.SECP256R1())
    for form in (PrivateFormat.TraditionalOpenSSL, PrivateFormat.PKCS8):
        settings.VAPID_PRIVATE_KEY = key.private_bytes(Encoding.PEM, form, NoEncryption()).decode()
        assert web_push.public_key() == unpadded(point(key.public_key()))
    other = ec.generate_private_key(ec.SECP384R1())
    settings.VAPID_PRIVATE_KEY = other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    assert check_vapid_key()
