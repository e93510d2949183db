"""Template tags of rules pages (templates/<game>/rules): drawn examples, and what the engine's tables say."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.board import renderer_of
from games.board.recorded_positions import recorded_drawing
from games.engine import registry
from games.engine.contract import OptionSpec

register = template.Library()


@register.simple_tag(takes_context=True)
def drawn(
    context: Context, record: str, entry: int, part: str = "", seat: int | None = None, viewer: int | None = None
) -> SafeString:
    """A part of the board, or the board of one seat, after an entry of a recorded game.

    viewer: the seat through whose eyes; without it an onlooker's.
    """
    drawing = recorded_drawing(context["folder"], record, entry, viewer)
    renderer = renderer_of(drawing.view)
    svg = renderer.part_svg(drawing, part) if seat is None else renderer.seat_svg(drawing, seat, compact=False)
    return format_html('<div class="panel drawing">{}</div>', svg)


@register.simple_tag(takes_context=True)
def game_options(context: Context) -> tuple[OptionSpec, ...]:
    """What a game of this kind can be opened with."""
    return registry.game(context["kind"]).options()


@register.filter
def default_label(option: OptionSpec) -> object:
    """The label of the value that an option has if nobody chooses; None if that is no value."""
    return dict(option.choices).get(option.default)
