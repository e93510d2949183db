"""Template filters of the API's pages."""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_ADDRESS: Final = re.compile(r"&quot;((?:https?://[\w.:\[\]-]+)?/[\w./-]*(?:\?(?:[\w=%.+-]|&amp;)*)?)&quot;")
"""A string of escaped JSON that is an address, of this site or a whole one."""


@register.filter
def linked(content: str) -> SafeString:
    """The text, escaped, with its addresses as links."""
    return mark_safe(_ADDRESS.sub(r'&quot;<a href="\1" rel="nofollow">\1</a>&quot;', escape(content)))
