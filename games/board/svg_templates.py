"""Renders the SVG templates, templates/…/*.svg, with Jinja2: it takes a third of the time of Django's templates.

A drawing has hundreds of small shapes, and a page has a dozen drawings. All other templates are Django's.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from jinja2 import ChainableUndefined, Environment, FileSystemLoader

_BLANKS_BETWEEN_TAGS: Final = re.compile(r">\s+<")


class _SvgEnvironment(Environment):
    """Looks up attributes of dictionaries as keys, for that is what drawings are made of."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)


@cache
def _environment() -> _SvgEnvironment:
    """Undefined values and their attributes are empty, as in Django's templates."""
    drawings = _SvgEnvironment(
        loader=FileSystemLoader([settings.BASE_DIR / "templates"]),
        autoescape=True,
        undefined=ChainableUndefined,
        auto_reload=settings.DEBUG,
        cache_size=-1,
    )
    drawings.globals["_"] = gettext
    return drawings


def render_svg_template(template: str, context: dict[str, Any]) -> SafeString:
    """The SVG from a template and its context, without blanks between the tags."""
    return mark_safe(_BLANKS_BETWEEN_TAGS.sub("><", _environment().get_template(template).render(context).strip()))


def template_source(template: str) -> str:
    return (settings.BASE_DIR / "templates" / template).read_text()
