"""Terms of San Juan in the reader's language, and what its pages ask of a view."""

from __future__ import annotations

from django import template

from games.board.sanjuan import scene, shared
from games.board.sanjuan.reference import Group, reference
from games.engine.sanjuan.components import CARD_NAMES
from games.engine.sanjuan.offering import value
from games.engine.sanjuan.view import SanJuanView
from games.wording import in_words

register = template.Library()


@register.filter
def phase_name(phase: str) -> str:
    return scene.phase(phase)


@register.filter
def lies_open(view: SanJuanView) -> bool:
    """Whether the part "open" has anything to show."""
    return shared.lies_open(scene.Scene(view, ()))


@register.filter
def most_built(view: SanJuanView) -> int:
    """The buildings of whoever is nearest to the end."""
    return max(len(seat.buildings) for seat in view.seats)


@register.simple_tag
def card_worth(word: str) -> str:
    """What a card costs and brings; "" for what is no card."""
    return in_words(value(CARD_NAMES.index(word))) if word in CARD_NAMES else ""


@register.simple_tag
def card_reference(by: str) -> list[Group]:
    """All cards, explained in groups."""
    return reference(by)
