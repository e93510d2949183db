"""What the staff's tables need beyond the pages' own tags."""

from __future__ import annotations

from datetime import timedelta

from django import template

from games.staff import trail_words
from games.staff.redacting import redacted
from games.wording import length_in_words

register = template.Library()


@register.filter
def without_tokens(text: object) -> str:
    """A text that may quote a mail, without what would let its reader answer as somebody else."""
    return redacted(str(text))


@register.filter
def done(act: str) -> str:
    """What an entry of the audit trail says was done."""
    return trail_words.in_words(act)


@register.filter
def spaced(names: str) -> str:
    """Names separated by commas, so that a narrow column can break between them."""
    return names.replace(",", ", ")


@register.filter
def lasted(span: timedelta) -> str:
    """How long something took."""
    return length_in_words(span)
