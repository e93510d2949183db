"""A From header is not proof: what the receiving server says of a sender, and what becomes of mails it says no to."""

from __future__ import annotations

from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest
from django.test import Client, override_settings
from hypothesis import given
from hypothesis import settings as settings_of_hypothesis
from hypothesis.strategies import characters, sampled_from, text
from pytest_django import Settings

from games.mail import feeder, held_mails, inbox
from games.mail.authentication import authentication_failure
from games.mail_parsing import parse_mail
from games.models import Delivery, Game, IncomingMail, Move, Notification, ResignationCode, Seat, Turn
from games.people.models import User
from tests.mail.conftest import acknowledgement_of, decide, mail_of, turn_of, written
from tests.table.games import fresh, opened, player

Status = IncomingMail.Status
OURS = "mx.example.net"


@pytest.fixture(autouse=True)
def authserv_id(settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = OURS


def mail(*results: str) -> EmailMessage:
    """From anna@example.org, with these headers, the topmost first."""
    message = EmailMessage()
    for result in results:
        message.add_header("Authentication-Results", result)
    message["From"] = "anna@example.org"
    return message


PROVEN = {
    "nothing said": [],
    "none": [f"{OURS}; none"],
    "dmarc passed": [f"{OURS}; dmarc=pass header.from=example.org; spf=fail smtp.mailfrom=list.example"],
    "spf aligned": [f"{OURS}; dmarc=none; spf=pass smtp.mailfrom=anna@example.org; dkim=fail header.d=example.org"],
    "dkim aligned": [f"{OURS}; spf=fail smtp.mailfrom=x@other.example; dkim=pass header.d=example.org header.s=k"],
    "dkim by agent": [f"{OURS}; dkim=pass (2048-bit key; secure) header.i=@example.org"],
    "one of two signatures": [f"{OURS}; dkim=pass header.d=esp.example; dkim=pass header.d=example.org"],
    "two headers of ours": [f"{OURS}; spf=fail smtp.mailfrom=x@a.example", f"{OURS}; dkim=pass header.d=example.org"],
    "undecided": [f"{OURS}; dmarc=temperror; spf=none smtp.mailfrom=example.org; dkim=neutral header.d=example.org"],
    "another server's": ["mx.evil.example; dmarc=fail header.from=example.org"],
    "another server's name begins alike": [f"{OURS}.evil.example; dmarc=fail header.from=example.org"],
    "an older one below": [f"{OURS}; dmarc=pass", f"{OURS}; dmarc=fail header.from=example.org"],
    "version and capitals": ["MX.Example.NET 1; DMARC=Pass header.from=Example.ORG"],
    "words between": [f"{OURS}; dmarc=pass action=none header.from=example.org; compauth=pass reason=100"],
    "of another domain": [f"{OURS}; dmarc=fail header.from=list.example"],
}


@pytest.mark.parametrize("results", PROVEN.values(), ids=PROVEN.keys())
def test_a_mail_is_taken_where_its_sender_is_proved_or_nothing_is_said(results: list[str]) -> None:
    assert authentication_failure(mail(*results), "anna@example.org") is None


UNPROVEN = {
    "dmarc failed": [f"{OURS}; dmarc=fail (p=none dis=none) header.from=example.org"],
    "dmarc failed, spf passed": [f"{OURS}; spf=pass smtp.mailfrom=anna@example.org; dmarc=fail"],
    "spf failed": [f"{OURS}; spf=fail smtp.mailfrom=anna@example.org"],
    "spf failed softly": [f"{OURS}; spf=softfail smtp.mailfrom=anna@example.org; dkim=none"],
    "both failed": [f"{OURS}; spf=fail smtp.mailfrom=anna@example.org; dkim=fail header.d=example.org"],
    "passed for another": [f"{OURS}; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=x@evil.example"],
    "passed for one that ends alike": [f"{OURS}; dkim=pass header.d=notexample.org"],
    "passed for a part of it": [f"{OURS}; dkim=pass header.d=rented.example.org"],
    "passed for a top level": [f"{OURS}; dkim=pass header.d=org"],
    "a forged one below": [f"{OURS}; dmarc=fail", f"{OURS}; dmarc=pass header.from=example.org"],
    "in a comment": [f"{OURS}; dmarc=fail (dmarc=pass; spf=pass \\) smtp.mailfrom=example.org)"],
    "in quotes": [f'{OURS}; spf=fail smtp.mailfrom="x; dmarc=pass header.from=example.org "@example.org'],
    "in an encoded word": [f"{OURS}; spf=fail smtp.mailfrom==?utf-8?q?=3B_dmarc=3Dpass?=@example.org"],
    "in a local part": [f"{OURS}; spf=fail smtp.mailfrom=dmarc=pass@example.org"],
    "a quote that does not end": [f'{OURS}; dmarc=pass reason="x'],
    "a comment that does not end": [f"{OURS}; spf=pass (((( smtp.mailfrom=example.org"],
    "too long to be read to its end": [f"{OURS}; {'dkim=permerror header.d=evil.example; ' * 60} dmarc=fail"],
    "folded": [f"{OURS};\r\n\tdmarc=fail\r\n\theader.from=example.org"],
}


@pytest.mark.parametrize("results", UNPROVEN.values(), ids=UNPROVEN.keys())
def test_a_mail_is_not_taken_where_the_server_says_no(results: list[str]) -> None:
    raw = "\r\n".join(["From: anna@example.org", *(f"Authentication-Results: {result}" for result in results), "", "x"])
    assert authentication_failure(parse_mail(raw.encode()), "anna@example.org")


@given(text(alphabet=characters(codec="utf-8") | sampled_from('";()\\\\= .@'), max_size=300))
@settings_of_hypothesis(max_examples=150, deadline=None, derandomize=True)
def test_whatever_a_header_says_behind_a_failure_it_is_read_and_stays_one(header: str) -> None:
    one_line = " ".join(header.split())
    with override_settings(MAIL_AUTHSERV_ID=OURS):
        raw = f"Authentication-Results: {OURS}; dmarc=fail; {one_line}\nFrom: anna@example.org\n\nx"
        assert authentication_failure(parse_mail(raw.encode()), "anna@example.org")
        other = f"Authentication-Results: {OURS}.x; {one_line}\nFrom: anna@example.org\n\nx"
        assert authentication_failure(parse_mail(other.encode()), "anna@example.org") is None


def test_no_header_is_read_without_the_name_of_the_server(settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = ""
    assert authentication_failure(mail("; dmarc=fail", f"{OURS}; dmarc=fail"), "anna@example.org") is None


def test_domains_beyond_ascii_are_compared_as_servers_write_them() -> None:
    assert (
        authentication_failure(mail(f"{OURS}; dkim=pass header.d=xn--bcher-kva.example"), "anna@bücher.example") is None
    )


# --- What becomes of such a mail -------------------------------------------------------------------------------------

FAILED = f"{OURS}; dmarc=fail header.from=example.org"


def forged(turn: Turn, words: str, **headers: str) -> IncomingMail:
    message = written(turn, words, **headers)
    raw = f"Authentication-Results: {FAILED}\n".encode() + message.as_bytes()
    incoming, _created = feeder.store(raw, token=turn.token, sender=player(turn).email)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    return incoming


def address_of(incoming: IncomingMail) -> str:
    """The path of the link in the mail that we write back."""
    words = mail_of(acknowledgement_of(incoming)).text.split()
    return next(urlsplit(word).path for word in words if "/mail/confirm/" in word)


def live(game: Game) -> list[str]:
    return list(game.moves.filter(undone_at=None).order_by("ply").values_list("text", flat=True))


def test_a_forged_mail_plays_nothing_and_its_lines_go_back_with_a_link_to_the_verified_address(
    game: Game, turn: Turn
) -> None:
    incoming = forged(turn, "settler\ntake quarry")
    assert (incoming.status, live(game)) == (Status.HELD, [])
    row = acknowledgement_of(incoming)
    assert row.address == player(turn).email
    composed = mail_of(row)
    assert "- settler\n- take quarry\n" in composed.text
    assert "Please confirm your answer" in composed.subject
    assert "/mail/confirm/" in composed.text
    assert "/mail/confirm/" in composed.html
    assert "/mail/confirm/" not in str(row.content)


def test_the_link_shows_what_would_be_played_and_its_button_plays_it_once(
    game: Game, turn: Turn, client: Client
) -> None:
    address = address_of(forged(turn, "settler\ntake quarry\nmayor"))
    for _look in range(2):
        page = client.get(address).content.decode()
        assert "settler" in page
        assert "take quarry" in page
        assert live(game) == []
    done = client.post(address)
    assert "Played." in done.content.decode()
    assert live(game)[:2] == ["settler", "take quarry"]
    assert set(game.moves.filter(text="settler").values_list("source", flat=True)) == {Move.Source.LINK}
    moves = game.moves.count()
    assert client.post(address).status_code == 410
    assert client.get(address).status_code == 410
    assert game.moves.count() == moves


def test_a_number_in_a_held_mail_means_what_stood_in_the_mail_that_it_answered(
    game: Game, turn: Turn, client: Client
) -> None:
    asked = Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn)
    Delivery.objects.filter(pk=asked.pk).update(content={"options": ["mayor", "captain"]})
    address = address_of(forged(turn, "2", In_Reply_To=asked.message_id))
    assert "captain" in client.get(address).content.decode()
    client.post(address)
    assert live(game)[0] == "captain"


def test_what_cannot_be_played_is_said_before_and_changes_nothing(game: Game, turn: Turn, client: Client) -> None:
    address = address_of(forged(turn, "build harbor"))
    assert "build harbor" in client.get(address).content.decode()
    assert "Nothing was played." in client.post(address).content.decode()
    assert live(game) == []


def test_a_look_tells_nothing_that_only_playing_would_bring_to_light(anna: User, bob: User, client: Client) -> None:
    turn = turn_of(opened(anna, bob, kind="san-juan"))
    page = client.get(address_of(forged(turn, "councillor\nkeep 1"))).content.decode()
    assert "These lines are tried when it is their turn." in page
    assert "keep 1" in page


def test_the_link_is_void_once_its_question_is_answered_or_its_time_is_over(
    game: Game, turn: Turn, client: Client, settings: Settings
) -> None:
    address = address_of(forged(turn, "settler"))
    settings.MAIL_CONFIRM_HOURS = -1
    assert client.post(address).status_code == 410
    settings.MAIL_CONFIRM_HOURS = 72
    assert client.get(address).status_code == 200
    decide(turn, "builder")
    for response in (client.get(address), client.post(address)):
        assert response.status_code == 410
        assert game.name not in response.content.decode()
    assert live(game) == ["builder"]


def test_a_link_that_was_never_sent_leads_nowhere(game: Game, turn: Turn, client: Client) -> None:
    address = address_of(forged(turn, "settler"))
    assert client.get(address[:-4] + "xxx/").status_code == 404
    other = held_mails.confirm_url([IncomingMail.objects.get(turn=turn).pk, turn.pk + 999, 0])
    assert client.get(urlsplit(other).path).status_code == 404


def test_the_button_needs_the_csrf_token_of_its_page(game: Game, turn: Turn) -> None:
    address = address_of(forged(turn, "settler"))
    assert Client(enforce_csrf_checks=True).post(address).status_code == 403
    assert live(game) == []


def test_a_forged_undo_and_a_forged_resignation_do_nothing_before_the_click(
    game: Game, turn: Turn, client: Client
) -> None:
    decide(turn, "builder")
    undoing = forged(turn, "undo")
    asking = forged(turn, "resign")
    assert (undoing.status, asking.status) == (Status.HELD, Status.HELD)
    assert live(game) == ["builder"]
    assert not ResignationCode.objects.exists()
    assert "Takes your last answer back." in client.get(address_of(undoing)).content.decode()
    assert "A mail with a code" in client.post(address_of(asking)).content.decode()
    delivery = Delivery.objects.get(reason=f"confirmed:{asking.pk}")
    assert delivery.address == player(turn).email
    assert "  resign " in mail_of(delivery).text
    assert not Seat.objects.exclude(caretaker="").exists()
    assert "taken back" in client.post(address_of(undoing)).content.decode()
    assert live(game) == []


def test_who_only_asks_for_the_board_gets_it(turn: Turn) -> None:
    assert "TRADING HOUSE" in mail_of(acknowledgement_of(forged(turn, "board"))).text


def test_forged_mails_are_written_back_about_a_few_times_a_day(turn: Turn) -> None:
    for number in range(6):
        forged(turn, f"take {number}")
    assert Delivery.objects.filter(kind=Notification.Kind.REPLY).count() == 3


def test_a_mail_that_the_server_says_nothing_of_is_played_as_ever(game: Game, turn: Turn) -> None:
    incoming, _new = feeder.store(written(turn, "builder").as_bytes(), token=turn.token, sender=player(turn).email)
    inbox.read(incoming.pk)
    assert live(fresh(game)) == ["builder"]
