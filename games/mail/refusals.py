"""What the refusal of a mail server is about: the address, this mail, or us.

It is read from the enhanced status code (RFC 3463) if there is one, else from the reply code and the refused command.
An address is marked only if the refusal is surely about it: otherwise a server that refuses us (a policy, a lost
password, a block list) would mark all addresses.

============================  ================================================================================
what was said                 is taken as
============================  ================================================================================
5.1.x, 5.2.x, 5.4.1, 5.4.4    the address; but 5.1.7 and 5.1.8 (our sender address), 5.2.2 to 5.2.4 see below
5.0.0 to a recipient          the address
550, 551, 553, 556 to RCPT    the address, where no enhanced code and no word of a policy stands with it
5.2.2, 552 to RCPT, 5.4.x     the address for now: the mailbox is full, the way there is not found
5.2.3, 5.2.4, 5.3.x, 5.6.x    this mail: too long, not readable; also any other 5xx to the mail itself
5.7.x, 5.1.7, 5.1.8, 5.5.x    us; also any other 5xx before the recipient was named
4xx, no connection            nothing yet: it is tried again
============================  ================================================================================
"""

from __future__ import annotations

import re
import smtplib
from enum import Enum
from typing import Final


class Refusal(Enum):
    """What is wrong, and so what to do about it."""

    ADDRESS = "address"
    """No mail will arrive there."""
    ADDRESS_FOR_NOW = "address for now"
    """No mail arrives there now, which may pass."""
    MAIL = "mail"
    """This mail is not taken, however often it is sent."""
    US = "us"
    """No mail of ours is taken, until the operator does something about it."""


_ENHANCED: Final = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_POLICY_WORDS: Final = re.compile(
    r"relay|not permitted|denied|polic|block|spam|reputation|authenti|\bauth\b|spf|dkim|dmarc|rbl|listed", re.I
)
_NO_SUCH_ADDRESS: Final = frozenset({550, 551, 553, 556})


def refusal_in(error: Exception) -> Refusal | None:
    """The refusal in a failure to send a mail; None if the mail may be accepted the next time."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()), (0, b""))
        return _of_reply(code, _words(text), to_recipient=True)
    if isinstance(error, smtplib.SMTPDataError):
        return _of_reply(error.smtp_code, _words(error.smtp_error), to_recipient=False)
    if isinstance(error, smtplib.SMTPResponseException) and 500 <= error.smtp_code <= 599:
        too_long = isinstance(error, smtplib.SMTPSenderRefused) and error.smtp_code == 552
        return Refusal.MAIL if too_long else Refusal.US
    return None


def server_words(error: Exception) -> str:
    """The words of the server, or the error if the server said nothing."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()), (0, b""))
        return f"{code} {_words(text)}"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_words(error.smtp_error)}"
    return f"{type(error).__name__}: {error}"


def refusal_of_status(subject: int, detail: int, *, to_recipient: bool) -> Refusal:
    """Of a permanent enhanced status 5.subject.detail."""
    if subject == 0:
        return Refusal.ADDRESS if to_recipient else Refusal.MAIL
    if subject == 1:
        return Refusal.US if detail in (7, 8) else Refusal.ADDRESS
    if subject == 2:
        return {2: Refusal.ADDRESS_FOR_NOW, 3: Refusal.MAIL, 4: Refusal.MAIL}.get(detail, Refusal.ADDRESS)
    if subject == 4:
        return Refusal.ADDRESS if detail in (1, 4) else Refusal.ADDRESS_FOR_NOW
    if subject in (5, 7):
        return Refusal.US
    return Refusal.MAIL


def _of_reply(code: int, text: str, *, to_recipient: bool) -> Refusal | None:
    if not 500 <= code <= 599:
        return None
    enhanced = _ENHANCED.match(text)
    if enhanced is not None and enhanced[1] == "5":
        return refusal_of_status(int(enhanced[2]), int(enhanced[3]), to_recipient=to_recipient)
    if not to_recipient:
        return Refusal.MAIL
    if code == 552:
        return Refusal.ADDRESS_FOR_NOW
    if code in _NO_SUCH_ADDRESS and not _POLICY_WORDS.search(text):
        return Refusal.ADDRESS
    return Refusal.US


def _words(text: bytes | str) -> str:
    return (text.decode(errors="replace") if isinstance(text, bytes) else text).strip()
