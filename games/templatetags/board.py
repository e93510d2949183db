"""Drawings for game pages; they take the page's `view`, `names` and `lit` from the context."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from games.board import Size, part_svg, seat_svg

register = template.Library()


@register.simple_tag(takes_context=True)
def board_part(context: Context, part: str, size: Size = "wide") -> SafeString:
    """A shared part of the board, with what can be chosen lit."""
    return part_svg(context["view"], context["names"], part, lit=context["lit"], size=size)


@register.simple_tag(takes_context=True)
def board_seat(context: Context, seat: int, size: Size = "wide") -> SafeString:
    """What lies before one seat, in full."""
    return seat_svg(context["view"], context["names"], seat, lit=context["lit"], size=size)


@register.simple_tag(takes_context=True)
def board_seat_compact(context: Context, seat: int) -> SafeString:
    """What lies before one seat, at a glance."""
    return seat_svg(context["view"], context["names"], seat, compact=True)
