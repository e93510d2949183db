"""Recognises mails that no person wrote (RFC 3834, RFC 5230). They are never answered, because that makes loops."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Final

from games.mail.addresses import LOOP_HEADER
from games.mail.senders import senders

_ROBOTS: Final = re.compile(
    r"^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|owner|.*-(owner|request|bounces?)|.*\+bounces?)(\+.*)?@",
    re.I,
)
_AUTOMATIC_HEADERS: Final = (
    "List-Id",
    "List-Unsubscribe",
    "Feedback-ID",
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponse",
    "X-MS-Exchange-Inbox-Rules-Loop",
    "X-Failed-Recipients",
)


def automatic_reason(message: EmailMessage, envelope_sender: str) -> str | None:
    """What shows that a machine sent this mail; None if a person seems to have written it."""
    if LOOP_HEADER in message:
        return "our own mail"
    if envelope_sender.strip() in ("", "<>"):
        return "bounce (empty return path)"
    submitted = str(message.get("Auto-Submitted", "no")).split(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return f"Auto-Submitted: {submitted[:40]}"
    precedence = str(message.get("Precedence", "")).strip().lower()
    if precedence in ("bulk", "junk", "list", "auto_reply", "auto-reply"):
        return f"Precedence: {precedence}"
    for header in _AUTOMATIC_HEADERS:
        if header in message:
            return header
    if message.get_content_type() == "multipart/report":
        return "delivery report"
    suppressed = str(message.get("X-Auto-Response-Suppress", "")).lower()
    if "all" in suppressed or "autoreply" in suppressed:
        return f"X-Auto-Response-Suppress: {suppressed[:40]}"
    for address in (envelope_sender.strip("<> "), *senders(message)):
        if _ROBOTS.match(address):
            return f"sent by {address[:80]}"
    return None
