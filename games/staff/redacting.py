"""What staff read of mails, with what would let them act as somebody else blacked out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any, Final

from games.mail_parsing import Unreadable, parsed

_TOKEN: Final = re.compile(r"(?<![a-z0-9])[a-z2-7]{26}(?![a-z0-9])", re.IGNORECASE)
"""A reply token as games.models.turns makes it: 128 bits in base32."""
BLACK: Final = "██████"
MOST_SHOWN: Final = 60_000
"""Characters of a mail's text; a mail can have two million."""


@dataclass(frozen=True)
class ReadableMail:
    """A raw mail as text. parts: type and size of what is no text, as it is not shown. cut: there is more text."""

    headers: list[tuple[str, str]]
    text: str
    parts: list[tuple[str, int]]
    cut: bool


def redacted(text: str, tokens: Iterable[str] = ()) -> str:
    """The text without reply tokens, those named and whatever looks like one."""
    for token in filter(None, tokens):
        text = re.sub(re.escape(token), BLACK, text, flags=re.IGNORECASE)
    return _TOKEN.sub(BLACK, text)


def readable(raw: bytes, tokens: Iterable[str] = ()) -> ReadableMail:
    """A mail decoded, so that no encoding hides a token; whatever cannot be decoded is left out."""
    tokens = list(tokens)
    try:
        message = parsed(raw)
    except Unreadable:
        text = redacted(raw.decode("latin-1"), tokens)
        return ReadableMail([], text[:MOST_SHOWN], [], len(text) > MOST_SHOWN)
    headers = [(name, redacted(_header(message, name, value), tokens)) for name, value in message.raw_items()]
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
    text = redacted("\n\n".join(texts), tokens)
    return ReadableMail(headers, text[:MOST_SHOWN], parts, len(text) > MOST_SHOWN)


def _header(message: EmailMessage[Any, Any], name: str, value: Any) -> str:
    try:
        return str(message.policy.header_fetch_parse(name, value))
    except Exception as error:  # malformed headers fail in many ways when they are read
        return f"({type(error).__name__})"


def _content(part: EmailMessage[Any, Any]) -> str | None:
    try:
        return str(part.get_content())
    except Exception:  # unknown charsets, broken encodings: the mail is shown for the sake of such trouble
        payload = part.get_payload(decode=True)
        return payload.decode("latin-1") if isinstance(payload, bytes) else None
