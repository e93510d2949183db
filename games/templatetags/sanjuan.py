"""Terms of San Juan in the reader's language, and what its templates need of a view."""

from __future__ import annotations

from django import template

from games.board.sanjuan import scene, shared_panels
from games.board.sanjuan.reference import Group, reference
from games.engine.sanjuan import names
from games.engine.sanjuan.components import CARD_NAMES
from games.engine.sanjuan.offer_parts import card_value
from games.engine.sanjuan.view_types import SanJuanView
from games.wording import in_words

register = template.Library()


@register.filter
def phase_name(phase: str) -> str:
    return scene.phase_text(phase)


@register.filter
def role_name(role: str) -> str:
    return in_words(names.role(role))


@register.filter
def lies_open(view: SanJuanView) -> bool:
    """Whether the part "open" has anything to show."""
    return shared_panels.has_open_cards(scene.Scene(view, ()))


@register.filter
def most_built(view: SanJuanView) -> int:
    """The largest number of buildings that a seat has."""
    return max(len(seat.buildings) for seat in view.seats)


@register.simple_tag
def card_worth(word: str) -> str:
    """A card's cost and points; "" if the word is no card."""
    return in_words(card_value(CARD_NAMES.index(word))) if word in CARD_NAMES else ""


@register.simple_tag
def card_reference(by: str) -> list[Group]:
    """All cards in groups, with their descriptions."""
    return reference(by)
