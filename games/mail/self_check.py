"""The self-check of mail: the site sends a mail to itself, and waits until it comes back like an answer."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage as OutgoingMessage
from django.core.mail import get_connection

from games.mail import bounces
from games.mail.addresses import LOOP_HEADER, bounce_address, check_address, reply_address
from games.mail.authentication import authserv_id, verdicts_by_server
from games.mail.dns_records import Finding
from games.mail.imap_mailbox import TROUBLE, open_mailbox
from games.mail.refusals import server_words
from games.mail_parsing import UnreadableMail, parse_mail
from games.models.mail import IncomingMail

TIMEOUT_S: Final = 10
POLL_INTERVAL_S: Final = 0.5
_UNKNOWN_TOKEN: Final = "a" * 26
_VARIABLES: Final = {
    IncomingMail.Feeder.SMTP: "PRWEB_MAIL_AUTHSERV_ID",
    IncomingMail.Feeder.IMAP: "PRWEB_IMAP_AUTHSERV_ID",
    IncomingMail.Feeder.PROVIDER: "PRWEB_MAIL_PROVIDER_AUTHSERV_ID",
}
"""The environment variables with the name of the server that checks senders, by the way of mail."""
_WAYS: Final = {
    IncomingMail.Feeder.SMTP: "through the listener",
    IncomingMail.Feeder.IMAP: "through the mailbox",
    IncomingMail.Feeder.PROVIDER: "through the provider",
}


def check_round_trip(listener: str, wait_s: float, local: Callable[[str], bytes | None] | None) -> Iterator[Finding]:
    """Send a mail to the site itself and wait until it is read; the findings of each step.

    local: takes the newest mail to an address out of the local mailbox, if that is used in the place of a mail server.
    """
    yield from check_listener(listener)
    if settings.IMAP_MAILBOX is not None:
        yield from check_mailbox()
    number = time.time_ns() // 1_000_000
    address, back = check_address(number), bounce_address(number)
    began = time.monotonic()
    try:
        get_connection().send_messages([_mail(address, back)])
    except (OSError, smtplib.SMTPException) as error:
        yield Finding(
            False, f"Out: the mail server took no mail: {server_words(error)}", "Look at EMAIL_URL, and at its own log."
        )
        return
    if local is not None:
        yield from _hand_over(local(address), address, back, listener)
    else:
        yield Finding(True, f"Out: {settings.EMAIL_HOST}:{settings.EMAIL_PORT} took a mail to {_shown(address)}.")
    yield from _wait_for_mail(address, back, began, wait_s)
    IncomingMail.objects.filter(token__in=[_token(address), _token(back)]).delete()


def check_listener(listener: str) -> Iterator[Finding]:
    """Whether the listener takes what it should and refuses what it should, as a mail server in front would ask it."""
    try:
        with _connected(listener) as server:
            server.mail("")
            # One that is taken would be the only one of its mail.
            unknown, unknown_text = server.rcpt(reply_address(_UNKNOWN_TOKEN))
            known, known_text = server.rcpt(f"postmaster@{settings.MAIL_HOST}")
            server.rset()
    except (OSError, ValueError, smtplib.SMTPException) as error:
        yield Finding(
            None if settings.IMAP_MAILBOX is not None or settings.MAIL_PROVIDER else False,
            f"Listener: nobody answers at {listener}: {server_words(error)}",
            "Start the listener (`docker/run listener`), or say by --listener where it is.",
        )
        return
    protocol = "LMTP" if isinstance(server, smtplib.LMTP) else "SMTP"
    if known != 250:
        yield Finding(False, f"Listener: it refuses mail to postmaster: {known} {known_text.decode(errors='replace')}")
    elif unknown == 250:
        yield Finding(False, f"Listener: what answers at {listener} takes mail for anybody: it is not ours.")
    elif unknown < 500:
        yield Finding(
            False, f"Listener: it cannot tell now who is known: {unknown} {unknown_text.decode(errors='replace')}"
        )
    else:
        yield Finding(True, f"Listener: answers at {listener} ({protocol}), knows postmaster and refuses strangers.")


def check_mailbox() -> Iterator[Finding]:
    """Whether the mailbox can be opened, and mails can be put away there."""
    given = settings.IMAP_MAILBOX
    assert given is not None
    try:
        with open_mailbox() as mailbox:
            mailbox.make_folders()
            waiting, idle = len(mailbox.unseen()), mailbox.offers_idle
    except TROUBLE as error:
        yield Finding(
            False,
            f"Mailbox: it cannot be read at {given.host}: {error}",
            "Look at PRWEB_IMAP_URL, at the names of its folders, and at its server's log.",
        )
        return
    when = "says when a mail comes" if idle else f"is asked every {settings.IMAP_POLL_S} s"
    yield Finding(True, f"Mailbox: {given.host} lets us in and {when}; mails that wait to be fetched: {waiting}.")


def _connected(listener: str) -> smtplib.SMTP:
    """A connection that has been greeted, in whichever of its two protocols the listener speaks."""
    host, _colon, port = listener.rpartition(":")
    host = {"0.0.0.0": "127.0.0.1", "[::]": "::1"}.get(host, host.strip("[]"))
    for protocol in (smtplib.SMTP, smtplib.LMTP):
        server = protocol(host, int(port), timeout=TIMEOUT_S)
        code, text = server.ehlo("localhost")
        if code == 250:
            return server
        server.close()
    raise smtplib.SMTPHeloError(code, text)


def _mail(address: str, back: str) -> OutgoingMessage:
    return OutgoingMessage(
        subject="[prweb] check of the mail",
        body="Written by manage.py check_mail. Nobody needs to read it.\n",
        from_email=back,
        to=[address],
        headers={
            "From": settings.DEFAULT_FROM_EMAIL,
            LOOP_HEADER: settings.MAIL_HOST,
            "Auto-Submitted": "auto-generated",
        },
    )


def _hand_over(raw: bytes | None, address: str, back: str, listener: str) -> Iterator[Finding]:
    """Hand what lay in the local mailbox to the listener, as a mail server would."""
    if raw is None:
        yield Finding(False, f"Out: the mail does not lie in the local mailbox ({settings.MAILBOX_PATH}).")
        return
    yield Finding(True, "Out: the mail lies in the local mailbox, as all mails of this profile.")
    try:
        with _connected(listener) as server:
            server.sendmail(back, [address], raw)
    except (OSError, ValueError, smtplib.SMTPException) as error:
        yield Finding(False, f"Back: the listener did not take the mail: {server_words(error)}")


def _wait_for_mail(address: str, back: str, began: float, wait_s: float) -> Iterator[Finding]:
    came = False
    while True:
        row = IncomingMail.objects.filter(token=_token(address)).first()
        report = IncomingMail.objects.filter(token=_token(back)).first()
        gone = time.monotonic() - began
        if row is not None and not came:
            came = True
            yield Finding(True, f"Back: the mail came in {_WAYS[IncomingMail.Feeder(row.feeder)]} after {gone:.1f} s.")
            yield from _proof(bytes(row.raw), authserv_id(row.feeder), _VARIABLES[IncomingMail.Feeder(row.feeder)])
        if row is not None and row.status == IncomingMail.Status.DONE:
            yield Finding(True, f"Back: a worker of the queue inbox read it after {gone:.1f} s.")
            return
        if report is not None:
            yield Finding(
                False,
                f"Back: a mail server reports that it could not deliver the mail: {_reason(bytes(report.raw))}",
                "Look at the log of the mail server that is the MX of the mail host.",
            )
            return
        if gone >= wait_s:
            break
        time.sleep(POLL_INTERVAL_S)
    if came:
        yield Finding(
            False, f"Back: no worker has read it within {wait_s:.0f} s.", "Start `docker/run worker inbox`, and beat."
        )
    else:
        yield Finding(
            False,
            f"Back: it did not come in within {wait_s:.0f} s.",
            f"Follow {_shown(address)} through the log of your mail server; is it the MX of {settings.MAIL_HOST}, and "
            "does it hand that domain to the listener?",
        )


def _proof(raw: bytes, ours: str, variable: str) -> Iterator[Finding]:
    """What the mail server in front found out about the sender."""
    try:
        verdicts_found = verdicts_by_server(parse_mail(raw))
    except UnreadableMail:
        verdicts_found = []
    for name, verdicts in verdicts_found:
        if name.casefold() == ours.casefold():
            passed = any(verdict.endswith("=pass") for verdict in verdicts)
            found = ", ".join(verdicts) or "nothing"
            yield Finding(passed, f"Proof: {name} says of our own mail: {found}.")
            return
    others = ", ".join(sorted({name for name, _verdicts in verdicts_found}))
    if ours:
        yield Finding(
            False,
            f"Proof: {ours} ({variable}) says nothing of who sent the mail" + (f", only {others}." if others else "."),
            "Let the mail server check SPF, DKIM and DMARC and write Authentication-Results under that name.",
        )
    else:
        yield Finding(
            None,
            f"Proof: {variable} is not set, so that a forged sender is not found out.",
            f"Set it to the name of your own server; this mail was judged by {others}." if others else "",
        )


def _reason(report: bytes) -> str:
    try:
        return bounces.reason_in(parse_mail(report)) or "it does not say why"
    except UnreadableMail:
        return "what it says cannot be read"


def _token(address: str) -> str:
    return address.partition("@")[0]


def _shown(address: str) -> str:
    """The address without its signature, by which anybody could write to it."""
    return f"{address.partition('-')[0]}-…@{address.partition('@')[2]}"
