"""The rules of a game as pages: one template for each game and language, templates/<game>/rules/<language>.html.

The template has the chapters; buildings, cards, roles, options and positions in it come from the engine's tables by
template tags, so what the page says of them is what is played. A reader whose language has no page gets the English
one. A game need not have any (docs/translating.md, docs/add-a-game.md).

In the text, [[wharf]] is a link to the place on the page where the wharf is explained, [[wharf|wharves]] one with
another text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template, select_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.languages import ENGLISH
from games.models.table import template_folder

_CHAPTER: Final = re.compile(r'<section class="chapter" id="([^"]+)">\s*<h2>(.*?)</h2>', re.DOTALL)
_ANCHOR: Final = re.compile(r'\bid="((?:building|card|role)-[^"]+)"')
"""Of what has a name in the game; the word behind the hyphen is the same in all languages."""
_LINK: Final = re.compile(r"\[\[([^]|]+)(?:\|([^]]+))?\]\]")
SUMMARY: Final = "-summary"


@dataclass(frozen=True)
class Chapter:
    anchor: str
    title: SafeString


@dataclass(frozen=True)
class RulesText:
    """The text of a rules page."""

    html: SafeString
    language: str
    """Of the text; English where the reader's language has none."""
    chapters: tuple[Chapter, ...]


def has_rules(kind: str) -> bool:
    """Whether a game has a rules page."""
    return _template_name(kind, "") is not None


def rules_text(request: HttpRequest, kind: str, context: Mapping[str, Any], part: str = "") -> RulesText | None:
    """The rules of a game in the active language, or their summary (part: SUMMARY). None if the game has none."""
    name = _template_name(kind, part)
    if name is None:
        return None
    html = get_template(name).render({**context, "kind": kind, "folder": template_folder(kind)}, request)
    language = name.rpartition("/")[2].removesuffix(".html").removesuffix(part)
    chapters = tuple(Chapter(anchor, mark_safe(title)) for anchor, title in _CHAPTER.findall(html))
    return RulesText(mark_safe(_link_names(html)), language, chapters)


def _template_name(kind: str, part: str) -> str | None:
    folder = template_folder(kind)
    names = [f"{folder}/rules/{language}{part}.html" for language in (get_language() or ENGLISH, ENGLISH)]
    try:
        return str(select_template(names).template.name)
    except TemplateDoesNotExist:
        return None


def _link_names(html: str) -> str:
    """The text with its links. Raises KeyError for one that leads nowhere."""
    anchors = {anchor.partition("-")[2]: anchor for anchor in _ANCHOR.findall(html)}

    def link(match: re.Match[str]) -> str:
        return format_html('<a href="#{}">{}</a>', anchors[match[1].replace(" ", "-")], mark_safe(match[2] or match[1]))

    return _LINK.sub(link, html)
