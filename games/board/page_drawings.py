"""The drawings of one page: collected while it is rendered, with the names of the marks that they share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from django.utils.safestring import SafeString

from games.board import Size

BOTH_WIDTHS: Final[tuple[Size, ...]] = ("wide", "tall")
"""The layouts for a page that does not know its width; one that knows it has "sizes" in its context."""


@dataclass
class Drawings:
    """The drawings in their order. A view that needs them puts an empty one into its context, as "drawings"."""

    drawn: list[SafeString] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
