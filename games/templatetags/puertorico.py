"""Terms of Puerto Rico in the reader's language."""

from __future__ import annotations

from django import template

from games.board.puertorico.reference import Group, reference
from games.board.puertorico.text_parts import place_word, placement_lines
from games.engine.puertorico import names
from games.engine.puertorico.view_types import PlacementView, PuertoRicoView
from games.wording import in_words

register = template.Library()
register.filter(place_word)


@register.filter
def place_name(place: str) -> str:
    """The name of a kind of place for colonists: "corn plantation", "small market"."""
    return in_words(names.PLANTATIONS[place] if place in names.PLANTATIONS else names.building(place))


@register.filter
def role_name(role: str) -> str:
    return in_words(names.role(role))


@register.filter
def placement_table(placement: PlacementView) -> str:
    """The places for colonists as plain text."""
    return "\n".join(placement_lines(placement))


@register.simple_tag
def building_reference(view: PuertoRicoView | str, by: str) -> list[Group]:
    """The buildings of a game in groups, with their descriptions; without a view all buildings."""
    return reference(view if isinstance(view, PuertoRicoView) else None, by)
