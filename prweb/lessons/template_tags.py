"""Template filters for links to lessons."""

from __future__ import annotations

from django import template

from prweb.lessons.registry import course_of

register = template.Library()


@register.filter
def has_lessons(kind: str) -> bool:
    """Whether a game, by its key, has lessons."""
    return course_of(kind) is not None
