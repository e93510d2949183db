"""Reads the lines that the sender of a mail wrote: quickly, and with no error but Unreadable, whatever the mail is."""

from __future__ import annotations

import codecs
import unicodedata
from email.message import EmailMessage
from typing import Final, cast

from games.mail.html_text import text_of_html
from games.mail.quoting import written_lines
from games.mail_parsing import UnreadableMail

MAX_TEXT_BYTES: Final = 200_000
"""So much of a part is read; an HTML part can begin with long style sheets."""
_DECODES_SLOWLY_OR_MORE_THAN_TEXT: Final = frozenset(
    ("punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined", "palmos", "mbcs", "oem")
)


def lines_of(message: EmailMessage) -> list[str]:
    """The lines that the sender wrote, without quotes; empty if there is no text. Raises Unreadable."""
    text, may_be_wrapped = _read(message)
    return written_lines(text, may_be_wrapped=may_be_wrapped)


def text_of(message: EmailMessage) -> str:
    """The text of a mail; of an HTML mail, the text outside of quotes. Empty if there is none. Raises Unreadable."""
    return _read(message)[0]


def _read(message: EmailMessage) -> tuple[str, bool]:
    """The text, and whether its program may have wrapped long lines: HTML and flowed text tell where a line ends."""
    try:
        plain = cast("EmailMessage | None", message.get_body(preferencelist=("plain",)))
        if plain is not None and (text := _normalized(_decoded(plain))).strip():
            flowed = str(plain.get_param("format", "")).lower() == "flowed"
            delsp = str(plain.get_param("delsp", "")).lower() == "yes"
            return (_unflowed(text, delsp=delsp), False) if flowed else (text, True)
        # Some programs leave the plain part empty.
        html = cast("EmailMessage | None", message.get_body(preferencelist=("html",)))
        written = "" if html is None else _normalized(_decoded(html))
    except Exception as error:  # the library finds broken parts only here
        raise UnreadableMail(f"not to be parsed: {type(error).__name__}") from error
    return text_of_html(written), False


def _decoded(part: EmailMessage) -> str:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else str(payload or "").encode(errors="replace")
    # If the cut splits a character, the text must not be taken for one in another charset.
    errors = "strict" if len(content) <= MAX_TEXT_BYTES else "ignore"
    content = content[:MAX_TEXT_BYTES]
    for charset in (part.get_content_charset(), "utf-8", "cp1250"):
        if charset is None or not _is_charset(charset):
            continue
        try:
            return content.decode(charset, errors)
        except (LookupError, ValueError):
            continue
    return content.decode("utf-8", errors="replace")


def _is_charset(name: str) -> bool:
    """Whether mails use this charset. Some codecs of Python are very slow, or decode escapes."""
    try:
        return codecs.lookup(name).name.replace("_", "-") not in _DECODES_SLOWLY_OR_MORE_THAN_TEXT
    except (LookupError, ValueError):
        return False


def _normalized(text: str) -> str:
    """The text in Unicode's form C, without what a database cannot store: NUL and lone surrogates."""
    return unicodedata.normalize("NFC", text.replace("\0", "").encode(errors="replace").decode())


def _unflowed(text: str, *, delsp: bool) -> str:
    """RFC 3676: a line that ends in a space goes on in the next one of the same quote depth."""
    lines: list[str] = []
    begun: list[str] = []
    flowing = False
    for line in text.replace("\r\n", "\n").split("\n"):
        quoted = line.startswith(">")
        line = line[1:] if line.startswith(" ") else line
        if not (flowing and not quoted and line != "-- "):
            lines.append("".join(begun))
            begun = []
        flowing = not quoted and line.endswith(" ") and line != "-- "
        begun.append(line[:-1] if flowing and delsp else line)
    return "\n".join([*lines, "".join(begun)][1:])
