"""The drawings of a game page, and which of them an open page already has.

A page gets digests of its drawings and sends them back when it polls; if the layout is the same, it gets only the
changed drawings. The digests depend on nothing but what the page shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe

from games.board import Size
from games.board.page_drawings import BOTH_WIDTHS, Drawings

SHOWN_DRAWINGS_HEADER: Final = "X-Shown-Drawings"
"""The header in which an open page sends `Boards.shown`."""
WIDTH_COOKIE: Final = "prweb-width"
"""Set by the page's script (live.mjs)."""
SIZES: Final[dict[str, tuple[Size, ...]]] = {"wide": ("wide",), "narrow": ("tall",)}
_DIGITS: Final = 12
_FIRST_TAG: Final = re.compile(r"<(\w+) ")


@dataclass(frozen=True)
class Boards:
    """The drawings for one response."""

    html: SafeString
    whole: bool
    """Whether html has all drawings; else only the changed ones, each of which htmx swaps in."""
    shown: str
    """The digests that the page sends when it polls."""
    sizes: tuple[Size, ...]
    """The widths for which there are drawings."""


def boards(request: HttpRequest, context: Mapping[str, Any]) -> Boards:
    """All drawings of a game page; with "swap" in the context only those that the page does not have yet."""
    drawings, sizes = Drawings(), BOTH_WIDTHS
    if not context.get("over"):  # a page of a finished game does not poll
        sizes = SIZES.get(request.COOKIES.get(WIDTH_COOKIE, ""), BOTH_WIDTHS)
    html = render_to_string("web/game/_boards.html", {**context, "drawings": drawings, "sizes": sizes}, request)
    layout = str(html)
    for svg in drawings.drawn:
        layout = layout.replace(svg, "", 1)
    digests = [_digest(layout), *(_digest(svg) for svg in drawings.drawn)]
    shown = ".".join(digests)
    if context.get("swap"):
        known = request.headers.get(SHOWN_DRAWINGS_HEADER, "").split(".")
        if len(known) == len(digests) and known[0] == digests[0]:
            pairs = zip(drawings.drawn, digests[1:], known[1:], strict=True)
            changed = [_to_swap(svg) for svg, now, then in pairs if now != then]
            return Boards(mark_safe("".join(changed)), False, shown, sizes)
    return Boards(html, True, shown, sizes)


def _digest(shown: str) -> str:
    return salted_hmac("games.web.boards", shown, algorithm="sha256").hexdigest()[:_DIGITS]


def _to_swap(svg: str) -> str:
    return _FIRST_TAG.sub(r'<\1 hx-swap-oob="true" ', svg, count=1)
