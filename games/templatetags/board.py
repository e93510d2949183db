"""Template tags for the drawings of game pages. They take `view`, `names` and `highlighted` from the context.

They are used within {% boards %} … {% endboards %}, which adds the marks that the drawings share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.board import (
    Size,
    kind_of,
    marks_svg,
    part_description,
    part_svg,
    reference_title,
    renderer_of,
    seat_description,
    seat_svg,
)
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
        marks = _register_drawing(drawings, marks_svg(context["view"], drawings.marks))
        cards = _register_drawing(drawings, _cards_html(context["view"], context["names"]))
        return mark_safe(boards + marks + cards)


def _cards_html(view: object, names: Sequence[str]) -> SafeString:
    """The cards of what is drawn, hidden until static/web/piece-cards.mjs shows one; empty if nothing has a card."""
    cards = renderer_of(view).piece_cards(view, names)
    if not cards:
        return SafeString("")
    context = {"cards": cards, "rules": reverse("rules", args=[kind_of(view)])}
    return mark_safe(render_to_string("board/cards.html", context).strip())


@register.tag
def boards(parser: Parser, _token: Token) -> BoardsNode:
    """Around all drawings of a page."""
    nodelist = parser.parse(("endboards",))
    parser.delete_first_token()
    return BoardsNode(nodelist)


@register.filter(name="reference_title")
def rules_page_title(kind: str) -> str:
    """What the page of a game's rules is called."""
    return reference_title(kind)


@register.filter
def board_parts(view: object) -> tuple[str, ...]:
    """The names of the shared parts of the board."""
    return renderer_of(view).parts


@register.simple_tag(takes_context=True)
def board_part(context: Context, part: str, size: Size = "wide") -> SafeString:
    """A shared part of the board, with highlights on what can be chosen; before it what it shows, in words."""
    described = _part_description(context, part)
    return mark_safe(described + _part_drawing(context, part, size, described=bool(described)))


@register.simple_tag(takes_context=True)
def board_part_by_width(context: Context, part: str) -> SafeString:
    """The same, drawn in every layout that the page needs."""
    described = _part_description(context, part)
    drawn = _by_width(context, lambda size: _part_drawing(context, part, size, described=bool(described)))
    return mark_safe(described + drawn)


def _part_drawing(context: Context, part: str, size: Size, *, described: bool) -> SafeString:
    drawings: Drawings = context[_DRAWINGS]
    view, names, highlighted = context["view"], context["names"], context["highlighted"]
    svg = part_svg(view, names, part, highlighted=highlighted, size=size, marks=drawings.marks, described=described)
    return _register_drawing(drawings, svg)


def _part_description(context: Context, part: str) -> SafeString:
    return _register_drawing(context[_DRAWINGS], part_description(context["view"], context["names"], part))


@register.simple_tag(takes_context=True)
def board_seat_description(context: Context, seat: int) -> SafeString:
    """What the board of one seat shows, in words; a page has it once, beside all drawings of that board."""
    return _register_drawing(context[_DRAWINGS], seat_description(context["view"], context["names"], seat))


@register.simple_tag(takes_context=True)
def board_seat(context: Context, seat: int, size: Size = "wide") -> SafeString:
    """The board of one seat, with all details."""
    return _seat_drawing(context, seat, size, context["highlighted"])


@register.simple_tag(takes_context=True)
def board_seat_by_width(context: Context, seat: int) -> SafeString:
    """The same in every layout that the page needs."""
    return _by_width(context, lambda size: board_seat(context, seat, size))


@register.simple_tag(takes_context=True)
def board_seat_compact(context: Context, seat: int) -> SafeString:
    """The compact board of one seat."""
    return _seat_drawing(context, seat, "wide", frozenset(), compact=True)


def _seat_drawing(
    context: Context, seat: int, size: Size, highlighted: frozenset[str], *, compact: bool = False
) -> SafeString:
    drawings: Drawings = context[_DRAWINGS]
    view, names = context["view"], context["names"]
    svg = seat_svg(
        view,
        names,
        seat,
        highlighted=highlighted,
        size=size,
        compact=compact,
        marks=drawings.marks,
        described=renderer_of(view).describe_seat(view, names, seat) is not None,
    )
    return _register_drawing(drawings, svg)


def _by_width(context: Context, drawn: Callable[[Size], SafeString]) -> SafeString:
    """All layouts, of which the style sheet shows one by the window's width."""
    sizes: tuple[Size, ...] = context.get("sizes") or BOTH_WIDTHS
    shown_if = {"wide": "across only-wide", "tall": "only-narrow"} if len(sizes) > 1 else {"wide": "across", "tall": ""}
    return format_html_join(
        "", '<div class="panel drawing {}">{}</div>', ((shown_if[size], drawn(size)) for size in sizes)
    )


def _register_drawing(drawings: Drawings, svg: SafeString) -> SafeString:
    drawings.drawn.append(svg)
    return svg
