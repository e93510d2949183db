"""The text of a HTML mail: what a person typed into a reader that sends no plain part."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from typing import Final

_BLOCKS: Final = frozenset(
    (
        "address",
        "article",
        "blockquote",
        "div",
        "dl",
        "dt",
        "dd",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tr",
        "ul",
    )
)
_MAX_LENGTH: Final = 200_000
# The parser looks for the end of such a tag again and again: minutes for a mail that is made of them.
_UNCLOSED: Final = re.compile(r"<(?=[^<>]*(?:<|\Z))")

_VOID: Final = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
_QUOTE: Final = ">"
"""Stands for a quote."""
_SILENT: Final = frozenset(("head", "script", "style", "title", "template"))

# Where the common readers put the mail that is answered.
_QUOTE_CLASSES: Final = frozenset(
    (
        "gmail_quote",
        "gmail_attr",
        "moz-cite-prefix",
        "yahoo_quoted",
        "protonmail_quote",
        "zmail_extra",
        "tutanota_quote",
        "gmail_signature",
        "moz-signature",
        "protonmail_signature_block",
    )
)
_QUOTE_IDS: Final = frozenset(("divrplyfwdmsg", "appendonsend", "mail-editor-reference-message-container"))
_SIGNATURE_IDS: Final = frozenset(
    (
        "signature",
        "ms-outlook-mobile-signature",
        "applemailsignature",
        "composer_signature",
        "ymail_android_signature",
    )
)
"""What stands within is their program's, or a card that they send with each mail."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        """Open elements, each with whether it hides what is in it."""
        self._of_tag: Counter[str] = Counter()
        """How many of each are open."""
        self._hidden = 0
        self._preformatted = 0
        self._ended = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        # Outlook puts nothing around the original: all that follows its header block is quoted.
        element_id = given.get("id", "").lower()
        if element_id in _QUOTE_IDS:
            self._ended = True
        if tag == "br":
            self._add("\n")
        elif tag in _BLOCKS:
            self._break()
        if tag == "blockquote":
            # The header above says whose words these are; without a quote below, all after it would be the original.
            self._add(f"{_QUOTE}\n")
        if tag in _VOID:
            return
        classes = set(given.get("class", "").lower().split())
        hides = tag in _SILENT or tag == "blockquote" or bool(classes & _QUOTE_CLASSES) or element_id in _SIGNATURE_IDS
        self._open.append((tag, hides))
        self._of_tag[tag] += 1
        self._hidden += hides
        self._preformatted += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if not self._of_tag[tag]:
            return
        while self._open:
            opened, hid = self._open.pop()
            self._of_tag[opened] -= 1
            self._hidden -= hid
            self._preformatted -= opened == "pre"
            if opened == tag:
                break
        if tag in _BLOCKS:
            self._break()

    def handle_data(self, data: str) -> None:
        self._add(data if self._preformatted else re.sub(r"[ \t\r\n\f]+", " ", data))

    def _add(self, text: str) -> None:
        if not self._hidden and not self._ended:
            self.parts.append(text)

    def _break(self) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            self._add("\n")


def _without_comments(html: str) -> str:
    """What is in comments nobody saw who wrote or read it; one that does not end hides the rest."""
    first, *others = html.split("<!--")
    return first + "".join(other.partition("-->")[2] for other in others)


def text_of_html(html: str) -> str:
    """The words outside of quotes, one line per block; a mark stands where a quote is left out."""
    reader = _Reader()
    reader.feed(_UNCLOSED.sub("&lt;", _without_comments(html[:_MAX_LENGTH])))
    reader.close()
    text = "".join(reader.parts).replace("\xa0", " ")
    return "\n".join(line.strip() for line in text.split("\n")).strip()
