"""Catalogues of single sentences, compiled in memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

import polib

CATALOGUES: Final = Path(__file__).parent / "catalogues"
"""Of hard sentences. Nothing of the site reads them."""


@cache
def translator_of(language: str) -> GNUTranslations:
    return GNUTranslations(BytesIO(polib.pofile(str(CATALOGUES / f"{language}.po")).to_binary()))


def translator_with(texts: Mapping[str, str], terms: Mapping[tuple[str, str], str] = {}) -> GNUTranslations:
    """Of translated sentences, and of translated terms by kind and English text."""
    written = polib.POFile()
    written.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for english, other in texts.items():
        written.append(polib.POEntry(msgid=english, msgstr=other))
    for (kind, english), other in terms.items():
        written.append(polib.POEntry(msgctxt=kind, msgid=english, msgstr=other))
    return GNUTranslations(BytesIO(written.to_binary()))
