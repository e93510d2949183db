"""The drawings of a game page, and which of them an open page has already.

A page is told digests of its own drawings and gives them back when it asks for what changed; who has the same layout
gets the changed drawings only. They are digests of nothing but what the page was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe

from games.board import Size
from games.board.page_drawings import BOTH_WIDTHS, Drawings

SHOWN: Final = "X-Shown-Drawings"
"""The header in which an open page says what it has: `Boards.shown`."""
WIDTH_COOKIE: Final = "prweb-width"
"""Written by the page's script (live.mjs)."""
SIZES: Final[dict[str, tuple[Size, ...]]] = {"wide": ("wide",), "narrow": ("tall",)}
_DIGITS: Final = 12


@dataclass(frozen=True)
class Boards:
    """html: all that belongs onto the page, or (not whole) only what changed, each part to be put in its place.

    shown: by this the page has it from now on; sizes: for which widths it has drawings.
    """

    html: SafeString
    whole: bool
    shown: str
    sizes: tuple[Size, ...]


def boards(request: HttpRequest, context: Mapping[str, Any]) -> Boards:
    """All boards, as the context of a game page says; with "swap" in it those that the asking page has not yet."""
    drawings, sizes = Drawings(), BOTH_WIDTHS
    if not context.get("over"):  # then the page asks for nothing any more
        sizes = SIZES.get(request.COOKIES.get(WIDTH_COOKIE, ""), BOTH_WIDTHS)
    html = render_to_string("web/game/_boards.html", {**context, "drawings": drawings, "sizes": sizes}, request)
    layout = str(html)
    for svg in drawings.drawn:
        layout = layout.replace(svg, "", 1)
    digests = [_digest(layout), *(_digest(svg) for svg in drawings.drawn)]
    shown = ".".join(digests)
    if context.get("swap"):
        known = request.headers.get(SHOWN, "").split(".")
        if len(known) == len(digests) and known[0] == digests[0]:
            pairs = zip(drawings.drawn, digests[1:], known[1:], strict=True)
            changed = [_to_swap(svg) for svg, now, then in pairs if now != then]
            return Boards(mark_safe("".join(changed)), False, shown, sizes)
    return Boards(html, True, shown, sizes)


def _digest(shown: str) -> str:
    return salted_hmac("games.web.boards", shown, algorithm="sha256").hexdigest()[:_DIGITS]


def _to_swap(svg: str) -> str:
    return svg.replace("<svg ", '<svg hx-swap-oob="true" ', 1)
