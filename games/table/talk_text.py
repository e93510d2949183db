"""What people write to each other, made harmless: plain text of visible letters, and the links in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_JOINERS: Final = frozenset("\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
"""Invisible, but some scripts and pictures are written with them."""
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that are not to be seen."""
_MAX_MARKS: Final = 4
"""Accents above each other on one letter; no script needs more."""
_BREAKS: Final = re.compile(r"\r\n|[\r\v\f\x85\u2028\u2029]")
_LINK: Final = re.compile(r"https?://[^\s<>\"'`{}|\\^]+", re.I)
_AFTER_A_LINK: Final = ".,;:!?…«»‹›„“”‚‘’。，、！？；："
_BRACKETS: Final = {")": "(", "]": "[", "）": "（", "」": "「"}
"""A closing one belongs to a link only if it has the opening one, too."""
_PICTURES: Final = range(0x1F000, 0x1FB00)
"""Among these letters are pictures newer than our tables of letters."""


def clean_text(text: str) -> str:
    """The text as it is stored and shown: without control characters, direction marks and other invisible ones, with at
    most one empty line in a row. Empty if there is nothing to be seen in it.
    """
    lines = [" ".join(_visible(line).split()) for line in _BREAKS.sub("\n", text).split("\n")]
    cleaned = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return cleaned if any(map(_is_seen, cleaned)) else ""


def _visible(line: str) -> str:
    return unicodedata.normalize("NFC", "".join(_letters(line)))


def _letters(line: str) -> Iterator[str]:
    marks, before = 0, ""
    for letter in line:
        category = unicodedata.category(letter)
        if letter == "\t":
            letter = " "
        elif letter in _JOINERS:
            if before in _JOINERS:
                continue
        elif category[0] == "C" and not _is_new_picture(letter, category):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= _MAX_MARKS:
            before = letter
            yield letter


def _is_seen(letter: str) -> bool:
    category = unicodedata.category(letter)
    return (category[0] in "LNPS" and letter not in _BLANKS) or _is_new_picture(letter, category)


def _is_new_picture(letter: str, category: str) -> bool:
    return category == "Cn" and ord(letter) in _PICTURES


@dataclass(frozen=True)
class Part:
    """A part of a text. href: where it leads as a link; empty: it is none."""

    text: str
    href: str = ""


def parts_of(text: str) -> Sequence[Part]:
    """A text with its links. They show where they lead; nothing else is ever made of a text."""
    parts, done = [], 0
    for found in _LINK.finditer(text):
        link = _without_marks(found[0])
        if link.partition("://")[2]:
            parts += [Part(text[done : found.start()]), Part(link, link)]
            done = found.start() + len(link)
    return [part for part in (*parts, Part(text[done:])) if part.text]


def _without_marks(link: str) -> str:
    """A link without the marks of the sentence that it stands in."""
    while link and (link[-1] in _AFTER_A_LINK or _closes_nothing(link)):
        link = link[:-1]
    return link


def _closes_nothing(link: str) -> bool:
    opening = _BRACKETS.get(link[-1])
    return opening is not None and link.count(link[-1]) > link.count(opening)
