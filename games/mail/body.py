"""From the bytes of a mail to the lines that its sender wrote."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast

from games.mail.plain import text_of_html
from games.mail.quoting import written_lines


def parsed(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


def lines_of(message: EmailMessage) -> list[str]:
    """What the sender wrote himself, line by line; empty if there is no text at all."""
    part = cast("EmailMessage | None", message.get_body(preferencelist=("plain", "html")))
    if part is None:
        return []
    text = _storable(_decoded(part))
    if part.get_content_type() == "text/html":
        text = text_of_html(text)
    elif str(part.get_param("format", "")).lower() == "flowed":
        text = _unflowed(text, delsp=str(part.get_param("delsp", "")).lower() == "yes")
    return written_lines(text)


def _decoded(part: EmailMessage) -> str:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else str(payload or "").encode(errors="replace")
    for charset in (part.get_content_charset(), "utf-8", "cp1250"):
        if charset is None:
            continue
        try:
            return content.decode(charset)
        except (LookupError, UnicodeError):
            continue
    return content.decode("utf-8", errors="replace")


def _storable(text: str) -> str:
    """Without what no database keeps: NUL, and halves of characters that some encodings can bring."""
    return text.replace("\0", "").encode(errors="replace").decode()


def _unflowed(text: str, *, delsp: bool) -> str:
    """RFC 3676: a line that ends in a space goes on in the next one of the same quote depth."""
    lines: list[str] = []
    flowing = False
    for line in text.replace("\r\n", "\n").split("\n"):
        quoted = line.startswith(">")
        line = line[1:] if line.startswith(" ") else line
        if flowing and not quoted and line != "-- ":
            lines[-1] += line
        else:
            lines.append(line)
        flowing = not quoted and line.endswith(" ") and line != "-- "
        if flowing and delsp:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
