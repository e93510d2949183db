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
from itertools import takewhile
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.mail.phrases import ABOVE_A_QUOTE, CLOSINGS, GREETINGS, SENT_FROM, WROTE
from games.mail.say_lines import said_in

MAX_LENGTH: Final = 8_000
"""Characters of a body that are read: nobody writes so many moves."""
MAX_LINE_LENGTH: Final = 1_000
"""Characters of a line that are read."""
_WRAPPED: Final = range(60, 101)
"""Characters of a line that a program may have broken, which then goes on in the next. None breaks later."""


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s") for phrase in sorted(phrases, key=len, reverse=True))


_QUOTED: Final = re.compile(r"^\s*[>|]")
_HEADER_LINE: Final = re.compile(r"^[\s*_]*[^\W\d_][\w .'-]{0,24}[*_]?\s?[:：][*_]?(\s|$)")
_RULE: Final = re.compile(r"^\s*(_{8,}|-{8,}|={8,}|─{8,})\s*$")
_ORIGINAL: Final = re.compile(r"^\s*[-_*=]{3,}\s*([^\W\d].{2,200}?)\s*[-_*=]{3,}\s*:?\s*$")
_HAS_SOURCE: Final = re.compile(r"@|\d{1,2}[:.]\d{2}|\d{4}")
_WROTE: Final = re.compile(rf"({_any_of(WROTE)})(?!\w).{{0,120}}[:：]\s*$", re.I)
_WROTE_BESIDE: Final = re.compile(rf"<[^<>\s@]+@[^<>\s@]+>\s({_any_of(WROTE)})[:：]\s{{2,}}\S", re.I)
"""A telephone's header with the original in the same line."""
_ABOVE_A_QUOTE: Final = re.compile(rf"^\s*({_any_of(ABOVE_A_QUOTE)})", re.I)
_SIGNATURE: Final = re.compile(r"^\s*(--|—|__)\s*$")
_LINKS: Final = ("https://", "http://", "<http")
_WEB_ADDRESS: Final = "://"
"""Programs add theirs; no move contains one."""
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


def written_lines(text: str, *, may_be_wrapped: bool = True) -> list[str]:
    """The lines that the sender typed, without empty ones; wrapped lines are joined, also of what is said to others.

    may_be_wrapped: whether a program may have wrapped long lines.
    """
    text = text[:MAX_LENGTH].replace("\r\n", "\n").replace("\r", "\n")
    lines = _until_the_original([_visible(line) for line in text.split("\n")], may_be_wrapped=may_be_wrapped)
    return [line for line in _joined(_without_courtesies(lines)) if line]


def _visible(line: str) -> str:
    """The visible part of a line: without control characters, zero-width and direction marks, with plain spaces."""
    spaced = re.sub(r"[^\S ]", " ", line[:MAX_LINE_LENGTH])
    return "".join(letter for letter in spaced if unicodedata.category(letter) not in ("Cc", "Cf")).rstrip()


def _until_the_original(lines: Sequence[str], *, may_be_wrapped: bool) -> list[str]:
    kept: list[str] = []
    number = 0
    talk = ""
    while number < len(lines):
        line = lines[number]
        goes_on, talk = _goes_on(talk, line, may_be_wrapped=may_be_wrapped), ""
        if said_in(line) is not None:
            # Such words can look like anything.
            kept.append(line)
            talk = line
            number += 1
            continue
        if _QUOTED.match(line):
            # A quoted line is skipped: people also answer below or between quotes.
            number += 1
            continue
        if _bare(line) in _marker_phrases() or _SIGNATURE.match(line) or _SENT_FROM.match(line):
            break
        # What is said can go on with a link.
        if _WEB_ADDRESS in line and not goes_on:
            break
        if length := _attribution(lines, number):
            number += length
            if not _quote_follows(lines, number):
                break
            continue
        if _original_begins(lines, number):
            break
        if goes_on and line.strip() and not _is_courtesy(line):
            # The rest of what is said is neither a move nor a command.
            kept[-1] += f" {line.strip()}"
            # A link that fills a line shows nothing about the next.
            talk = line if " " in line else ""
        else:
            kept.append(line)
        number += 1
    return kept


def _goes_on(talk: str, line: str, *, may_be_wrapped: bool) -> bool:
    """Whether a program has broken what is said between two lines. talk: the first, if it says something."""
    if line.startswith(_LINKS):
        # A long link comes into the next line, however short the one before.
        return bool(talk) and len(talk) + len(line) >= _WRAPPED.start
    return may_be_wrapped and len(talk) in _WRAPPED


def _attribution(lines: Sequence[str], start: int) -> int:
    """How many lines from here are a header like "On ..., ... wrote:", however wrapped; 0 if none starts here."""
    block: list[str] = []
    for line in lines[start : start + 4]:
        if not line.strip() or _QUOTED.match(line) or said_in(line) is not None:
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
    if _RULE.match(line) or _WROTE_BESIDE.search(line):
        return True
    lines = _until_something_said(lines, number)
    # Zoho and others break "---- On ..., ... wrote ----" like any other line.
    if any(_is_banner(" ".join(lines[number:end])) for end in (number + 1, number + 2, number + 3)):
        return True
    return bool(_header_block(lines, number))


def _until_something_said(lines: Sequence[str], number: int) -> Sequence[str]:
    """The lines up to the next one that says something to others, as far as a header can be long."""
    end = next(
        (place for place in range(number, number + 6) if said_in("".join(lines[place : place + 1])) is not None), None
    )
    return lines if end is None else lines[:end]


def _header_block(lines: Sequence[str], number: int) -> list[str]:
    """Lines like From:, Sent:, To:, Subject: from here on; none if there are fewer than three."""
    block = [other for other in lines[number : number + 6] if other.strip()][:4]
    return block if len(block) >= 3 and all(_HEADER_LINE.match(other) for other in block[:3]) else []


def _is_banner(line: str) -> bool:
    banner = _ORIGINAL.match(line[:MAX_LINE_LENGTH])
    return banner is not None and bool(_bare(line))


def _without_courtesies(lines: Sequence[str]) -> list[str]:
    """Without greetings before and closings after the moves."""
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    while first < len(lines) and (not lines[first].strip() or _is_courtesy(lines[first])):
        first += 1
    last = next((number for number in range(first, len(lines)) if _CLOSING.match(lines[number])), len(lines))
    # What is said to others is said, wherever it stands.
    before, after = lines[:first], lines[last:]
    return [*filter(_is_said, before), *lines[first:last], *filter(_is_said, after)]


def _is_said(line: str) -> bool:
    return said_in(line) is not None


def _is_courtesy(line: str) -> bool:
    return bool(_GREETING.match(line) or _CLOSING.match(line))


def _joined(lines: Sequence[str]) -> list[str]:
    """Lines that end in a comma go on in the next: programs break long placements."""
    joined: list[str] = []
    open_end = False
    for line in lines:
        line, is_said = line.strip(), _is_said(line)
        if open_end and line and not is_said:
            joined[-1] += " " + line
        else:
            joined.append(line)
        open_end = line.endswith(",") and not is_said
    return joined


# --- What is written for people ---------------------------------------------------------------------------------------
# It has no form of its own: words, rules and colons that would end an answer are said, unless a mail follows them.


def written_talk(text: str) -> str:
    """What the sender typed, line by line, with greetings and closings: without quotes, their headers, signatures."""
    typed = text[:MAX_LENGTH].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = [_visible(line) for line in typed]
    kept = _talk_lines(lines)
    while kept and (not lines[kept[-1]].strip() or (kept[1:] and _is_sent_from(lines[kept[-1]]))):
        kept.pop()
    return "\n".join(said if (said := said_in(typed[number])) is not None else typed[number] for number in kept).strip()


def _talk_lines(lines: Sequence[str]) -> list[int]:
    """The numbers of the lines that were typed."""
    kept, number = list[int](), 0
    while number < len(lines):
        line = lines[number]
        if _is_marker(line) or line.strip() == "--":
            break
        length = _attribution(lines, number)
        if length and (_original_follows(lines, number + length) or _ends_in_header(lines, number, length)):
            number += length
            if not _quote_follows(lines, number):
                break
            continue
        if _is_beginning_of_original(lines, number):
            break
        if not _QUOTED.match(line):
            kept.append(number)
        number += 1
    return kept


def _original_follows(lines: Sequence[str], number: int) -> bool:
    """Whether a quote begins here, or our own mail."""
    following = [line for line in lines[number : number + 9] if line.strip()][:3]
    return bool(following) and (bool(_QUOTED.match(following[0])) or any(map(_is_marker, following)))


def _ends_in_header(lines: Sequence[str], number: int, length: int) -> bool:
    """Whether nothing follows the header of so many lines that begins here: a program has left its quote out."""
    header = " ".join(lines[number : number + length])
    ends = not any(line.strip() for line in lines[number + length :])
    return ends and _WROTE.search(header) is not None and _HAS_SOURCE.search(header) is not None


def _is_marker(line: str) -> bool:
    return _bare(line) in _marker_phrases() and not _QUOTED.match(line)


def _is_beginning_of_original(lines: Sequence[str], number: int) -> bool:
    if not _original_begins(lines, number):
        return False
    if _WROTE_BESIDE.search(lines[number]):
        return True
    if _header_block(lines, number):
        together = list(takewhile(str.strip, lines[number : number + 6]))
        return any("@" in line or "[prweb" in line for line in together)
    rest = lines[number + 1 :]
    following = next((line for line in rest[:5] if line.strip()), "")
    banner = _ORIGINAL.match(" ".join(lines[number : number + 3])[:MAX_LINE_LENGTH])
    has_source = banner is not None and _HAS_SOURCE.search(banner[1]) is not None
    return has_source or _HEADER_LINE.match(following) is not None or _original_follows(lines, number + 1)


def _is_sent_from(line: str) -> bool:
    # In German sentences begin like this, too.
    is_sentence = line.casefold().lstrip().startswith("von meinem") and line.endswith((".", "!", "?"))
    return _SENT_FROM.match(line) is not None and not is_sentence
