"""Terms of Puerto Rico in the reader's language."""

from __future__ import annotations

from django import template

from games.engine.puertorico import names
from games.wording import in_words

register = template.Library()


@register.filter
def place_name(place: str) -> str:
    """A kind of place for colonists: "corn plantation", "small market"."""
    return in_words(names.PLANTATIONS[place] if place in names.PLANTATIONS else names.building(place))


@register.filter
def role_name(role: str) -> str:
    return in_words(names.role(role))
