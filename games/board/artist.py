"""What a game brings to be drawn: a module here, in games.board.ARTISTS, and a template folder of its own.

The folder, templates/<the key without hyphens>/, has what pages and mails include: head.html (style sheets and
scripts), page.html (the boards of a page, from `view`, `names`, `seat`, `lit`), status.html (one line on how the game
stands), reference.html (what everything in the game does), introduction.html (what the game is about, for the first
page), and for questions of the form "placement" placement.html,
mail_placement.html and mail_placement.txt.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence, Set
from typing import Any, ClassVar, Literal

from django.utils.safestring import SafeString

from games.board.picture import board_png

Size = Literal["wide", "tall", "mail"]
"""wide: from 1200 CSS pixels, parts from 700; tall: for phones, 360; mail: for mails, from 550, in literal colours."""
PictureScheme = Literal["light", "dark"]
"""Of a picture that is a file of its own."""


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

    def picture_svg(self, view: Any, names: Sequence[str], scheme: PictureScheme) -> SafeString:  # noqa: ARG002
        """The whole table to look at, in the literal colours of a scheme, if the game has several."""
        return self.board_svg(view, names, frozenset(), "mail")

    def mail_png(self, view: Any, names: Sequence[str]) -> bytes:
        """The whole table as a picture for a mail. Raises ValueError where it cannot be drawn."""
        return board_png(self.board_svg(view, names, frozenset(), "mail"))

    @abstractmethod
    def board_text(self, view: Any, names: Sequence[str], width: int) -> str:
        """The whole table in lines of at most `width` characters."""

    @abstractmethod
    def part_svg(
        self,
        view: Any,
        names: Sequence[str],
        part: str,
        lit: frozenset[str],
        size: Size,
        *,
        shapes: set[str] | None = None,
    ) -> SafeString:
        """One of `parts`. shapes: of the page; with them the drawing brings none, and adds here those that it uses."""

    @abstractmethod
    def seat_svg(
        self,
        view: Any,
        names: Sequence[str],
        seat: int,
        lit: frozenset[str],
        size: Size,
        *,
        compact: bool,
        shapes: set[str] | None = None,
    ) -> SafeString:
        """What lies before one seat; compact: at a glance. shapes: as in `part_svg`."""

    def shapes_svg(self, shapes: Set[str]) -> SafeString:  # noqa: ARG002
        """What parts and seats were told to leave to their page."""
        return SafeString("")

    def line_of(self, posted: Mapping[str, str]) -> str:  # noqa: ARG002
        """The line of notation that the game's own form (placement.html) means; empty where it says nothing.

        Raises Unreadable for what the form cannot have sent.
        """
        return ""
