"""Mails as staff read them, without the tokens that would let them act as somebody else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any, Final

from games.mail_parsing import UnreadableMail, parse_mail

_TOKEN: Final = re.compile(r"(?<![a-z0-9])[a-z2-7]{26}(?![a-z0-9])", re.IGNORECASE)
"""A reply token as games.models.turns makes it: 128 bits in base32."""
REPLACEMENT: Final = "██████"
MAX_TEXT_LENGTH: Final = 60_000
"""Characters of a mail's text; a mail can have two million."""


@dataclass(frozen=True)
class ReadableMail:
    """A raw mail as text."""

    headers: list[tuple[str, str]]
    text: str
    parts: list[tuple[str, int]]
    """Type and size of the parts that are not text; they are not shown."""
    is_truncated: bool


def redact(text: str, tokens: Iterable[str] = ()) -> str:
    """The text without these reply tokens and without anything that looks like one."""
    for token in filter(None, tokens):
        text = re.sub(re.escape(token), REPLACEMENT, text, flags=re.IGNORECASE)
    return _TOKEN.sub(REPLACEMENT, text)


def readable_mail(raw: bytes, tokens: Iterable[str] = ()) -> ReadableMail:
    """Decodes a mail, so that no encoding can hide a token. What cannot be decoded is left out."""
    tokens = list(tokens)
    try:
        message = parse_mail(raw)
    except UnreadableMail:
        text = redact(raw.decode("latin-1"), tokens)
        return ReadableMail([], text[:MAX_TEXT_LENGTH], [], len(text) > MAX_TEXT_LENGTH)
    headers = [(name, redact(_header(message, name, value), tokens)) for name, value in message.raw_items()]
    texts: list[str] = []
    parts: list[tuple[str, int]] = []
    for part in message.walk():
        if part.is_multipart():
            continue
        content = _content(part)
        if part.get_content_maintype() == "text" and content is not None:
            texts.append(f"[{part.get_content_type()}]\n{content}")
        else:
            parts.append((part.get_content_type(), len(str(part.get_payload()))))
    text = redact("\n\n".join(texts), tokens)
    return ReadableMail(headers, text[:MAX_TEXT_LENGTH], parts, len(text) > MAX_TEXT_LENGTH)


def _header(message: EmailMessage[Any, Any], name: str, value: Any) -> str:
    try:
        return str(message.policy.header_fetch_parse(name, value))
    except Exception as error:  # malformed headers fail in many ways when they are read
        return f"({type(error).__name__})"


def _content(part: EmailMessage[Any, Any]) -> str | None:
    try:
        return str(part.get_content())
    except Exception:  # unknown charsets, broken encodings: such a mail is shown, too
        payload = part.get_payload(decode=True)
        return payload.decode("latin-1") if isinstance(payload, bytes) else None
