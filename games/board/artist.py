"""What a game brings to be drawn: a module here, in games.board.ARTISTS, and a template folder of its own.

The folder, templates/<the key without hyphens>/, has what pages and mails include: head.html (style sheets and
scripts), page.html (the boards of a page, from `view`, `names`, `seat`, `lit`), status.html (one line on how the game
stands), reference.html (what everything in the game does), and for questions of the form "placement" placement.html,
mail_placement.html and mail_placement.txt.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from django.utils.safestring import SafeString

Size = Literal["wide", "tall", "mail"]
"""wide: from 1200 CSS pixels, parts from 700; tall: for a phone, 360; mail: a picture 1200 pixels wide, with literal
colours, readable when shown half as wide."""


class Artist(ABC):
    """Draws one game from the view of a seat. Everything is text in the language that is active.

    names: the players' names by seat. lit: ids of Offer.targets that can be chosen now.
    """

    view_class: ClassVar[type]
    """The class of this game's views."""
    parts: ClassVar[tuple[str, ...]] = ()
    """The names of the shared parts of the board, in the order of attention."""

    @abstractmethod
    def board_svg(self, view: Any, names: Sequence[str], lit: frozenset[str], size: Size) -> SafeString:
        """The whole table; with size "mail" in literal colours."""

    @abstractmethod
    def board_text(self, view: Any, names: Sequence[str], width: int) -> str:
        """The whole table in lines of at most `width` characters."""

    @abstractmethod
    def part_svg(self, view: Any, names: Sequence[str], part: str, lit: frozenset[str], size: Size) -> SafeString:
        """One of `parts`."""

    @abstractmethod
    def seat_svg(
        self, view: Any, names: Sequence[str], seat: int, lit: frozenset[str], size: Size, *, compact: bool
    ) -> SafeString:
        """What lies before one seat; compact: at a glance."""

    def line_of(self, posted: Mapping[str, str]) -> str:  # noqa: ARG002
        """The line of notation that the game's own form (placement.html) means; empty where it says nothing.

        Raises Unreadable for what the form cannot have sent.
        """
        return ""
