"""Template filters of the staff's pages."""

from __future__ import annotations

from datetime import timedelta

from django import template

from games.bot_levels import label_of
from games.models import SharedTraces
from games.people.models import Trace
from games.staff import trail_words
from games.staff.redaction import redact
from games.wording import duration_in_words

register = template.Library()


@register.filter
def without_tokens(text: object) -> str:
    """A text that may quote a mail, without reply tokens."""
    return redact(str(text))


@register.filter
def audit_words(action: str) -> str:
    """The sentence for the stored word of an audit entry."""
    return trail_words.in_words(action)


@register.filter
def level_label(name: str) -> str:
    """What people call the level of a bot that is stored by this name."""
    return label_of(name)


@register.filter
def shared_kinds(hint: SharedTraces) -> list[str]:
    """What two people have shared, in words."""
    labels = dict(Trace.Kind.choices)
    return [str(labels[kind]) for kind in hint.kinds.split() if kind in labels]


@register.filter
def space_after_commas(names: str) -> str:
    """Adds spaces after commas, so that a narrow column can break the line there."""
    return names.replace(",", ", ")


@register.filter
def duration(span: timedelta) -> str:
    """A length of time in words."""
    return duration_in_words(span)
