"""Drawings for game pages; they take the page's `view`, `names` and `lit` from the context.

They stand within {% boards %} … {% endboards %}, which brings the shapes that they share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.board import Size, part_svg, seat_svg, shapes_svg
from games.board.page_drawings import BOTH_WIDTHS, Drawings

register = template.Library()

_DRAWINGS: Final = "drawings"


class BoardsNode(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        drawings = context.get(_DRAWINGS) or Drawings()
        with context.push(**{_DRAWINGS: drawings}):
            boards = self.nodelist.render(context)
        shapes = _noted(drawings, shapes_svg(context["view"], drawings.shapes))
        return mark_safe(boards + shapes)


@register.tag
def boards(parser: Parser, _token: Token) -> BoardsNode:
    """Around all drawings of a page."""
    nodelist = parser.parse(("endboards",))
    parser.delete_first_token()
    return BoardsNode(nodelist)


@register.simple_tag(takes_context=True)
def board_part(context: Context, part: str, size: Size = "wide") -> SafeString:
    """A shared part of the board, with what can be chosen lit."""
    drawings: Drawings = context[_DRAWINGS]
    view, names, lit = context["view"], context["names"], context["lit"]
    return _noted(drawings, part_svg(view, names, part, lit=lit, size=size, shapes=drawings.shapes))


@register.simple_tag(takes_context=True)
def board_part_by_width(context: Context, part: str) -> SafeString:
    """The same for every width that the page is to have it for."""
    return _by_width(context, lambda size: board_part(context, part, size))


@register.simple_tag(takes_context=True)
def board_seat(context: Context, seat: int, size: Size = "wide") -> SafeString:
    """What lies before one seat, in full."""
    drawings: Drawings = context[_DRAWINGS]
    view, names, lit = context["view"], context["names"], context["lit"]
    return _noted(drawings, seat_svg(view, names, seat, lit=lit, size=size, shapes=drawings.shapes))


@register.simple_tag(takes_context=True)
def board_seat_by_width(context: Context, seat: int) -> SafeString:
    """The same for every width that the page is to have it for."""
    return _by_width(context, lambda size: board_seat(context, seat, size))


@register.simple_tag(takes_context=True)
def board_seat_compact(context: Context, seat: int) -> SafeString:
    """What lies before one seat, at a glance."""
    drawings: Drawings = context[_DRAWINGS]
    view, names = context["view"], context["names"]
    return _noted(drawings, seat_svg(view, names, seat, compact=True, shapes=drawings.shapes))


def _by_width(context: Context, drawn: Callable[[Size], SafeString]) -> SafeString:
    """One after the other, of which style sheets show one; where there is one only, it is shown."""
    sizes: tuple[Size, ...] = context.get("sizes") or BOTH_WIDTHS
    shown_if = {"wide": "across only-wide", "tall": "only-narrow"} if len(sizes) > 1 else {"wide": "across", "tall": ""}
    return format_html_join(
        "", '<div class="panel drawing {}">{}</div>', ((shown_if[size], drawn(size)) for size in sizes)
    )


def _noted(drawings: Drawings, svg: SafeString) -> SafeString:
    drawings.drawn.append(svg)
    return svg
