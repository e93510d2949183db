"""What the staff's tables need beyond the pages' own tags."""

from __future__ import annotations

from django import template

from games.staff import trail_words
from games.staff.redacting import redacted

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
