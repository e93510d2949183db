"""A language that nobody speaks, made of the English texts, with what real ones have: number classes, cases, gender.

Its letters are wide, so what has plain letters was left in English.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

import polib

from games.catalogues import kinds_for_hole, term_kind

PLURALS: Final = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
_PIECE: Final = re.compile(r"\{(?P<hole>[a-z0-9_]+)\}|(?P<kept>%\(\w+\)[a-z]|%[a-z]|<[^<>]+>|&\w+;)|[A-Za-z]")
"""A hole of ours; what Django fills, or HTML; a letter."""


def pseudo_catalogue(template: polib.POFile) -> polib.POFile:
    """Every text of the template in the pseudo-language."""
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": PLURALS}
    kinds = {term_kind(entry.msgctxt) for entry in template if entry.msgctxt}
    for entry in template:
        translated = _translated(entry.msgid_plural or entry.msgid, entry.msgctxt, kinds)
        if entry.msgid_plural:
            by_class = dict.fromkeys(range(3), translated)
            made = polib.POEntry(msgid=entry.msgid, msgid_plural=entry.msgid_plural, msgstr_plural=by_class)
        else:
            made = polib.POEntry(msgid=entry.msgid, msgstr=translated)
        made.msgctxt = entry.msgctxt
        catalogue.append(made)
    return catalogue


def _translated(english: str, context: str | None, kinds: Collection[str]) -> str:
    if context:
        plain = _widened(english, ())
        return f"{plain} | acc: {plain}→ | gender: f"
    return _widened(english, kinds)


def _widened(english: str, kinds: Collection[str]) -> str:
    """Wide letters; every hole for terms asks for a form, and has words behind it that agree."""

    def piece(found: re.Match[str]) -> str:
        name = found["hole"]
        if found["kept"] is not None:
            return found["kept"]
        if name is None:
            return chr(ord(found[0]) + 0xFEE0)
        return f"{{{name}:acc}}{{{name}:?f=～}}" if set(kinds_for_hole(name)) & set(kinds) else found[0]

    return _PIECE.sub(piece, english)
