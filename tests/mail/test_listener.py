"""The SMTP listener, spoken to by a real SMTP client over a port of this machine."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from ipaddress import ip_network

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from games.mail import listener
from games.mail.addresses import bounce_address
from games.models import IncomingMail, Turn
from tests.factories import UserFactory
from tests.table.games import opened

TOKEN = "abcdefghijklmnopqrstuvwxy2"
ADDRESS = f"reply+{TOKEN}@prweb.localhost"
MAIL = b"From: anna@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Re: x\r\n\r\nsettler\r\n"

OTHER = TOKEN[::-1].replace("2", "a")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def turns(transactional_db: None) -> None:
    """Two turns, whose tokens are known."""
    game = opened(UserFactory.create(username="anna"), UserFactory.create(username="bob"))
    turn = game.turns.get(status=Turn.Status.OPEN, early=False)
    Turn.objects.filter(pk=turn.pk).update(token=TOKEN, status=Turn.Status.CLOSED)
    Turn.objects.create(
        game=game, seat=turn.seat, phase=0, stage="role", token=OTHER, first_ply=0, opened_at=timezone.now()
    )


@contextmanager
def serving(*, lmtp: bool = False) -> Iterator[int]:
    """A listener in a thread of its own; yields its port."""
    bound: list[int] = []
    ready, loop = threading.Event(), asyncio.new_event_loop()
    stop = asyncio.Event()

    def on_bound(port: int) -> None:
        bound.append(port)
        ready.set()

    def serve() -> None:
        loop.run_until_complete(listener.listen("127.0.0.1", 0, stop.wait(), lmtp=lmtp, on_bound=on_bound))

    thread = threading.Thread(target=serve)
    thread.start()
    assert ready.wait(20)
    try:
        yield bound[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(20)
        loop.close()


@pytest.fixture
def client() -> Iterator[smtplib.SMTP]:
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as connected:
        yield connected


def test_an_answer_is_stored_before_it_is_acknowledged(client: smtplib.SMTP) -> None:
    client.sendmail("anna@example.org", [ADDRESS], MAIL)
    stored = IncomingMail.objects.get()
    assert (stored.token, stored.message_id, stored.sender) == (TOKEN, "<1@example.org>", "anna@example.org")
    assert bytes(stored.raw) == MAIL
    assert stored.status == IncomingMail.Status.NEW


def test_an_answer_that_is_delivered_twice_is_kept_once(client: smtplib.SMTP) -> None:
    for _time in range(2):
        client.sendmail("anna@example.org", [ADDRESS], MAIL)
    assert IncomingMail.objects.count() == 1


def test_a_mail_without_message_id_is_known_again_by_its_content(client: smtplib.SMTP) -> None:
    for _time in range(2):
        client.sendmail("anna@example.org", [ADDRESS], MAIL.replace(b"Message-ID: <1@example.org>\r\n", b""))
    assert IncomingMail.objects.get().message_id.startswith("<raw-")


def test_bounces_are_taken_in_too(client: smtplib.SMTP) -> None:
    client.sendmail("", [ADDRESS], MAIL)
    assert IncomingMail.objects.get().sender == ""


def test_what_comes_back_to_an_envelope_sender_of_ours_is_taken_in_too(client: smtplib.SMTP) -> None:
    client.sendmail("", [bounce_address(17).upper()], MAIL)
    assert IncomingMail.objects.get().token == bounce_address(17).partition("@")[0]


def test_what_is_for_the_operator_is_taken_in_and_too_much_of_it_put_off(
    client: smtplib.SMTP, settings: Settings, one_moment: None
) -> None:
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"mail to operator": [(1, 3600)], "mail to token": [(0, 3600)]}
    for box in ("postmaster", "Abuse@prweb.localhost", "prweb@prweb.localhost"):
        client.sendmail("ann@example.org", [box], MAIL)
    assert set(IncomingMail.objects.values_list("token", flat=True)) == {"postmaster", "abuse", "prweb"}
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail("ann@example.org", ["abuse@prweb.localhost"], MAIL)
    assert refused.value.smtp_code == 451


def test_case_of_the_address_does_not_matter(client: smtplib.SMTP) -> None:
    client.sendmail("anna@example.org", [ADDRESS.upper()], MAIL)
    assert IncomingMail.objects.get().token == TOKEN


@pytest.mark.parametrize(
    "address",
    [
        "anna@example.org",
        "prweb@elsewhere.example",
        "postmaster@elsewhere.example",
        "reply@prweb.localhost",
        "reply+short@prweb.localhost",
        f"reply+{TOKEN}1@prweb.localhost",
        f"reply+{TOKEN[:-1]}1@prweb.localhost",
        f"reply+{TOKEN}@elsewhere.example",
        f"other+{TOKEN}@prweb.localhost",
        f"reply+{'a' * 26}@prweb.localhost",
        f"bounce+17-{'a' * 26}@prweb.localhost",
        bounce_address(17).replace("bounce+", "check+"),
    ],
)
def test_what_is_no_reply_address_is_refused_at_once(client: smtplib.SMTP, address: str) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        client.sendmail("anna@example.org", [address], MAIL)
    assert refused.value.recipients[address][0] == 550
    assert not IncomingMail.objects.exists()


def test_one_recipient_is_taken_at_a_time(client: smtplib.SMTP) -> None:
    other = f"reply+{OTHER}@prweb.localhost"
    refused = client.sendmail("anna@example.org", [ADDRESS, other], MAIL)
    assert refused[other][0] == 452
    assert IncomingMail.objects.count() == 1


def test_a_mail_that_is_too_large_is_refused(settings: Settings) -> None:
    settings.MAIL_SIZE_LIMIT = 1000
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        with pytest.raises(smtplib.SMTPResponseException) as refused:
            client.sendmail("anna@example.org", [ADDRESS], MAIL + b"x" * 70 + b"\r\n" * 1000)
        assert refused.value.smtp_code == 552
    assert not IncomingMail.objects.exists()


def test_while_the_database_is_in_trouble_the_sender_is_asked_to_try_again(
    client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_args: object, **_how: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(listener, "store", locked)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("anna@example.org", [ADDRESS], MAIL)
        assert refused.value.smtp_code == 451
    client.sendmail("anna@example.org", [ADDRESS], MAIL)
    assert IncomingMail.objects.count() == 1


def test_any_bytes_are_stored_as_they_are(client: smtplib.SMTP) -> None:
    raw = b"\xff\xfe\x00 no headers at all\r\n"
    client.sendmail("anna@example.org", [ADDRESS], raw)
    assert bytes(IncomingMail.objects.get().raw) == raw


def test_lmtp_is_spoken_too() -> None:
    with serving(lmtp=True) as port, smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail("anna@example.org", [ADDRESS], MAIL)
    assert IncomingMail.objects.count() == 1


def test_the_listener_gives_its_port_back() -> None:
    with serving() as port:
        pass
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def limited(settings: Settings, *, token: int = 99, person: int = 99, address: int = 99) -> None:
    settings.RATE_LIMITS_ON, settings.RATE_LIMITS = (
        True,
        {
            "mail to token": [(token, 3600)],
            "mail to person": [(person, 3600)],
            "mail from address": [(address, 3600)],
        },
    )
    settings.MAIL_RELAYS = []
    cache.clear()


def number(n: int) -> bytes:
    """The mail with another Message-ID."""
    return MAIL.replace(b"<1@", b"<%d@" % n)


def turn_of_somebody_else() -> str:
    """The reply address of a turn at the other seat of the same game."""
    token = OTHER.replace("b", "q")
    turn = Turn.objects.get(token=TOKEN)
    seat = turn.game.seats.exclude(pk=turn.seat_id).get()
    Turn.objects.create(
        game=turn.game, seat=seat, phase=0, stage="role", token=token, first_ply=0, opened_at=timezone.now()
    )
    return f"reply+{token}@prweb.localhost"


def test_too_many_mails_from_one_address_are_put_off_not_lost(settings: Settings) -> None:
    limited(settings, address=2)
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        for n in (1, 2):
            client.sendmail("anna@example.org", [ADDRESS], number(n))
        with pytest.raises(smtplib.SMTPDataError) as put_off:
            client.sendmail("anna@example.org", [ADDRESS], number(3))
    assert put_off.value.smtp_code == 451
    assert IncomingMail.objects.count() == 2


def test_too_many_mails_for_one_turn_are_refused_and_other_turns_go_on(settings: Settings) -> None:
    limited(settings, token=1)
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        client.sendmail("anna@example.org", [ADDRESS], MAIL)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("anna@example.org", [ADDRESS], number(2))
        client.sendmail("anna@example.org", [f"reply+{OTHER}@prweb.localhost"], MAIL)
    assert refused.value.smtp_code == 550
    assert IncomingMail.objects.count() == 2


def test_who_floods_own_turns_under_a_victim_s_address_uses_up_nothing_of_the_victim_s(settings: Settings) -> None:
    limited(settings, token=2, person=3, address=5)
    victim = turn_of_somebody_else()
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        codes = []
        for n in range(20):
            to = ADDRESS if n % 2 else f"reply+{OTHER}@prweb.localhost"
            try:
                client.sendmail("victim@example.org", [to], number(n))
                codes.append(250)
            except smtplib.SMTPDataError as refused:
                codes.append(refused.smtp_code)
        client.sendmail("victim@example.org", [victim], MAIL)
    assert codes == [250, 250, 250, 451] + [550] * 16
    assert IncomingMail.objects.count() == 4


def test_a_configured_relay_hands_over_what_everybody_sends(settings: Settings) -> None:
    limited(settings, address=1)
    settings.MAIL_RELAYS = [ip_network("127.0.0.0/8")]
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        for n in range(4):
            client.sendmail("anna@example.org", [ADDRESS], number(n))
    assert IncomingMail.objects.count() == 4


@pytest.mark.parametrize("relays", [[], ["127.0.0.1"]])
def test_idle_connections_of_one_host_hold_nobody_up(settings: Settings, relays: list[str]) -> None:
    settings.MAIL_RELAYS = [ip_network(relay) for relay in relays]
    settings.MAIL_CONNECTIONS, settings.MAIL_CONNECTIONS_PER_ADDRESS = 25, 20
    with serving() as port, ExitStack() as open_ones:
        idle = [
            open_ones.enter_context(closing(socket.create_connection(("127.0.0.1", port), timeout=20)))
            for _connection in range(25)
        ]
        for connection in idle[-5:]:
            assert connection.recv(4) == b"220 "
        with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
            client.sendmail("anna@example.org", [ADDRESS], MAIL)
    assert IncomingMail.objects.count() == 1


def test_a_mail_on_its_way_in_is_not_given_up_for_a_newcomer(settings: Settings) -> None:
    settings.MAIL_RELAYS, settings.MAIL_CONNECTIONS_PER_ADDRESS = [], 1
    with serving() as port:
        with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
            client.ehlo()
            client.mail("anna@example.org")
            client.rcpt(ADDRESS)
            with pytest.raises(smtplib.SMTPConnectError) as turned_away:
                smtplib.SMTP("127.0.0.1", port, timeout=20)
            assert turned_away.value.smtp_code == 421
            assert client.data(MAIL)[0] == 250
        assert IncomingMail.objects.count() == 1


def test_whoever_holds_many_connections_for_one_turn_leaves_the_others_free() -> None:
    with serving() as port, ExitStack() as open_ones:
        codes = []
        for _connection in range(5):
            client = open_ones.enter_context(smtplib.SMTP("127.0.0.1", port, timeout=20))
            client.ehlo()
            client.mail("anna@example.org")
            codes.append(client.rcpt(ADDRESS)[0])
    assert codes == [250, 250, 250, 451, 451]


def test_a_connection_that_guesses_addresses_is_closed_after_some() -> None:
    codes = []
    with serving() as port:
        client = smtplib.SMTP("127.0.0.1", port, timeout=20)
        client.ehlo()
        client.mail("mallory@example.org")
        with suppress(smtplib.SMTPServerDisconnected):
            for n in range(50):
                codes.append(client.rcpt(f"reply+{'abcdefghijklmnopqrstuvwx' + 'ab'[n % 2] * 2}@prweb.localhost")[0])
        assert 10 <= len(codes) <= 12
    assert set(codes[:10]) == {550}


def test_lines_longer_than_the_standard_allows_are_taken(client: smtplib.SMTP) -> None:
    client.sendmail("anna@example.org", [ADDRESS], MAIL + b"x" * 5000 + b"\r\n")
    assert IncomingMail.objects.count() == 1
