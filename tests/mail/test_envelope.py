"""What headers tell of a mail's envelope, for mails that did not come by SMTP."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as settings_of_hypothesis
from hypothesis.strategies import binary

from games.mail.addresses import bounce_address, reply_address
from games.mail.envelope import MAX_RECIPIENTS, read_envelope

TOKENS = ["abcdefghijklmnopqrstuvwxy2", "bcdefghijklmnopqrstuvwxy22", "cdefghijklmnopqrstuvwxy222"]
FIRST, SECOND, THIRD = map(reply_address, TOKENS)


def headers(*lines: str) -> bytes:
    return "\r\n".join([*lines, "", ""]).encode()


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((f"To: {FIRST}",), [0]),
        ((f'To: "prweb, a game" <{FIRST}>',), [0]),
        ((f"to: Bob <bob@example.org>, prweb\r\n <{FIRST}>",), [0]),
        ((f"Cc: {FIRST.upper()}",), [0]),
        ((f"To: {FIRST}", f"Cc: {SECOND}, {FIRST}"), [0, 1]),
        ((f"Delivered-To: <{FIRST}>", f"To: {SECOND}"), [0]),
        (("Delivered-To: mailbox@example.org", f"X-Original-To: {FIRST}", f"To: {SECOND}"), [0]),
        (("Delivered-To: mailbox@example.org", f"To: {SECOND}"), [1]),
        # A sender's own lines are below those of the server.
        ((f"X-Original-To: {FIRST}", "Received: from x by y", f"X-Original-To: {SECOND}", f"To: {THIRD}"), [0]),
        ((f"Subject: {FIRST}", f"X-To: {FIRST}", f"Reply-To: {FIRST}", f"From: {FIRST}"), []),
        ((f"To: {FIRST}.elsewhere.example",), []),
        (("To: undisclosed-recipients:;",), []),
        ((), []),
    ],
)
def test_recipients_are_those_that_the_server_names_else_those_of_the_sender(
    lines: tuple[str, ...], found: list[int]
) -> None:
    assert read_envelope(headers(*lines)).tokens == tuple(TOKENS[place] for place in found)


def test_addresses_of_other_kinds_are_known_too() -> None:
    back = bounce_address(17)
    assert read_envelope(headers(f"To: {back}")).tokens == (back.partition("@")[0],)
    assert read_envelope(headers("To: postmaster@prweb.localhost")).tokens == ("postmaster",)


def test_a_mail_to_very_many_is_for_a_few() -> None:
    many = [reply_address(letter * 26) for letter in "abcdefghij"]
    assert len(read_envelope(headers(f"To: {', '.join(many)}")).tokens) == MAX_RECIPIENTS


@pytest.mark.parametrize(
    ("lines", "sender"),
    [
        (("Return-Path: <anna@example.org>", "From: x@example.org"), "anna@example.org"),
        (("Return-Path: <>", "Return-Path: <x@example.org>", "From: x@example.org"), ""),
        (("Return-Path: <a@example.org>", "Return-Path: <>"), "a@example.org"),
        (("From: Anna <anna@example.org>",), "anna@example.org"),
        ((), ""),
    ],
)
def test_the_sender_is_in_the_topmost_return_path(lines: tuple[str, ...], sender: str) -> None:
    assert read_envelope(headers(*lines)).sender == sender


@settings_of_hypothesis(max_examples=200)
@given(binary(max_size=400))
def test_whatever_stands_there_can_be_read(raw: bytes) -> None:
    read_envelope(raw)
    read_envelope(b"To: " + raw + b"\r\nReturn-Path: " + raw)
