"""Finds what a person wrote in a reply, without what the mail program added: quotes, their headers, signatures.

Programs mark the original mail differently in each language. No move contains a colon, an address or a time of day, so
such headers are recognised by their form; games.mail.phrases has the phrases without such a form. All functions take
time in proportion to the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.mail.phrases import ABOVE_A_QUOTE, CLOSINGS, GREETINGS, SENT_FROM, WROTE

MAX_LENGTH: Final = 8_000
"""Characters of a body that are read: nobody writes so many moves."""
MAX_LINE_LENGTH: Final = 1_000
"""Characters of a line that are read."""


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s") for phrase in sorted(phrases, key=len, reverse=True))


_QUOTED: Final = re.compile(r"^\s*[>|]")
_HEADER_LINE: Final = re.compile(r"^[\s*_]*[^\W\d_][\w .'-]{0,24}[*_]?\s?[:：][*_]?(\s|$)")
_RULE: Final = re.compile(r"^\s*(_{8,}|-{8,}|={8,}|─{8,})\s*$")
_ORIGINAL: Final = re.compile(r"^\s*[-_*=]{3,}\s*([^\W\d].{2,200}?)\s*[-_*=]{3,}\s*:?\s*$")
_HAS_SOURCE: Final = re.compile(r"@|\d{1,2}[:.]\d{2}|\d{4}")
_WROTE: Final = re.compile(rf"({_any_of(WROTE)})(\W|$).{{0,120}}[:：]\s*$", re.I)
_ABOVE_A_QUOTE: Final = re.compile(rf"^\s*({_any_of(ABOVE_A_QUOTE)})", re.I)
_SIGNATURE: Final = re.compile(r"^\s*(--|—|__)\s*$|://")
"""Programs add their web address; no move contains one."""
_SENT_FROM: Final = re.compile(rf"^\s*({_any_of(SENT_FROM)})(\W|$)", re.I)
_CLOSING: Final = re.compile(rf"^\s*({_any_of(CLOSINGS)})([\s,.!:;-][^\d]{{0,40}})?$", re.I)
_GREETING: Final = re.compile(rf"^\s*({_any_of(GREETINGS)})\b[^\d]{{0,40}}$", re.I)


def marker_line() -> str:
    """The line near the top of our mails, in the reader's language: what is below it in a reply is not read."""
    return f"--- {gettext('write above this line')} ---"


@cache
def _marker_phrases() -> frozenset[str]:
    phrases = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            phrases.add(_bare(gettext("write above this line")))
    return frozenset(phrases)


def _bare(line: str) -> str:
    return " ".join(re.sub(r"[^\w ]+", " ", line).split()).casefold()


def written_lines(text: str) -> list[str]:
    """The lines that the sender typed, without empty ones; wrapped lines are joined."""
    text = text[:MAX_LENGTH].replace("\r\n", "\n").replace("\r", "\n")
    lines = _until_the_original([_visible(line) for line in text.split("\n")])
    return [line for line in _joined(_without_courtesies(lines)) if line]


def _visible(line: str) -> str:
    """The visible part of a line: without control characters, zero-width and direction marks, with plain spaces."""
    spaced = re.sub(r"[^\S ]", " ", line[:MAX_LINE_LENGTH])
    return "".join(letter for letter in spaced if unicodedata.category(letter) not in ("Cc", "Cf")).rstrip()


def _until_the_original(lines: Sequence[str]) -> list[str]:
    kept: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        if _QUOTED.match(line):
            # A quoted line is skipped: people also answer below or between quotes.
            number += 1
            continue
        if _bare(line) in _marker_phrases() or _SIGNATURE.search(line) or _SENT_FROM.match(line):
            break
        if length := _attribution(lines, number):
            number += length
            if not _quote_follows(lines, number):
                break
            continue
        if _original_begins(lines, number):
            break
        kept.append(line)
        number += 1
    return kept


def _attribution(lines: Sequence[str], start: int) -> int:
    """How many lines from here are a header like "On ..., ... wrote:", however wrapped; 0 if none starts here."""
    block: list[str] = []
    for line in lines[start : start + 4]:
        if not line.strip() or _QUOTED.match(line):
            return 0
        block.append(line.strip())
        joined = " ".join(block)
        if joined.endswith((":", "：")):
            return len(block) if _WROTE.search(joined) or _HAS_SOURCE.search(joined) else 0
        # A header starts with its date, a name and address, or words that are known, never with a move.
        if len(block) == 1 and not (_HAS_SOURCE.search(line) or _ABOVE_A_QUOTE.match(line) or line.endswith("<")):
            return 0
        if (
            len(block) == 1
            and not _HAS_SOURCE.search(line)
            and not line.endswith("<")
            and _is_whole_header(lines, start + 1)
        ):
            # A move that begins as such headers do in another language, right above the quote.
            return 0
    return 0


def _is_whole_header(lines: Sequence[str], number: int) -> bool:
    """Whether a line alone is such a header."""
    line = lines[number].strip() if number < len(lines) else ""
    begins = _ABOVE_A_QUOTE.match(line) is not None or "@" in line
    return begins and line.endswith((":", "：")) and _HAS_SOURCE.search(line) is not None


def _quote_follows(lines: Sequence[str], number: int) -> bool:
    following = next((line for line in lines[number : number + 5] if line.strip()), "")
    return bool(_QUOTED.match(following))


def _original_begins(lines: Sequence[str], number: int) -> bool:
    """An unprefixed original: a rule, "---- Original Message ----", or a block of From:, Sent:, To:, Subject: lines."""
    line = lines[number]
    if _RULE.match(line):
        return True
    # Zoho and others break "---- On ..., ... wrote ----" like any other line.
    if any(_is_banner(" ".join(lines[number:end])) for end in (number + 1, number + 2, number + 3)):
        return True
    block = [other for other in lines[number : number + 6] if other.strip()][:4]
    return len(block) >= 3 and all(_HEADER_LINE.match(other) for other in block[:3])


def _is_banner(line: str) -> bool:
    banner = _ORIGINAL.match(line[:MAX_LINE_LENGTH])
    return banner is not None and bool(_bare(line))


def _without_courtesies(lines: Sequence[str]) -> list[str]:
    """Without greetings before and closings after the moves."""
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    while first < len(lines) and (not lines[first].strip() or _is_courtesy(lines[first])):
        first += 1
    last = next((number for number in range(first, len(lines)) if _CLOSING.match(lines[number])), len(lines))
    return list(lines[first:last])


def _is_courtesy(line: str) -> bool:
    return bool(_GREETING.match(line) or _CLOSING.match(line))


def _joined(lines: Sequence[str]) -> list[str]:
    """Lines that end in a comma go on in the next: programs break long placements."""
    joined: list[str] = []
    open_end = False
    for line in lines:
        line = line.strip()
        if open_end and line:
            joined[-1] += " " + line
        else:
            joined.append(line)
        open_end = line.endswith(",")
    return joined
