"""Fills the templates of drawings, templates/…/*.svg: by Jinja2, which takes a third of the time of Django's own.

A drawing has hundreds of small shapes, and a page a dozen drawings. Pages, mails and all else stay with Django.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from jinja2 import ChainableUndefined, Environment, FileSystemLoader

_BETWEEN: Final = re.compile(r">\s+<")


class _Drawings(Environment):
    """Knows what is drawn: dictionaries of plain things."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)


@cache
def _environment() -> _Drawings:
    """What is not there is empty, and so is what belongs to it, as in Django's templates."""
    drawings = _Drawings(
        loader=FileSystemLoader([settings.BASE_DIR / "templates"]),
        autoescape=True,
        undefined=ChainableUndefined,
        auto_reload=settings.DEBUG,
        cache_size=-1,
    )
    drawings.globals["_"] = gettext
    return drawings


def filled(template: str, context: dict[str, Any]) -> SafeString:
    """A template of a drawing with what it draws, without blanks between its elements."""
    return mark_safe(_BETWEEN.sub("><", _environment().get_template(template).render(context).strip()))
