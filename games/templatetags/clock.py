"""A game's clock in templates."""

from __future__ import annotations

from django import template

from games import clock_words
from games.models import Turn
from games.table import deadlines

register = template.Library()
register.filter(clock_words.clock_facts)
register.filter(clock_words.clock_summary)


@register.filter
def time_once_asked(turn: Turn) -> str:
    """How long the person of an early turn has once the game waits for them."""
    return clock_words.time_in_words(deadlines.time_once_asked(turn, turn.game), turn.game.time_control)


@register.filter
def after_deadline(turn: Turn) -> str:
    """What comes after the deadline of a turn, if that is not simply a bot."""
    return clock_words.after_deadline(turn.game.time_control, deadlines.bot_plays_at(turn))
