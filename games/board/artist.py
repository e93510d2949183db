"""What a game brings to be drawn: a module here, in games.board.ARTISTS, and a template folder of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from django.utils.safestring import SafeString

Size = Literal["wide", "tall", "mail"]
"""wide: from 1200 CSS pixels, parts from 700; tall: for a phone, 360; mail: a picture 1200 pixels wide, with literal
colours, readable when shown half as wide."""


class Artist(Protocol):
    """Draws one game from the view of a seat. Everything is text in the language that is active.

    names: the players' names by seat. lit: ids of Offer.targets that can be chosen now.
    """

    @property
    def view_class(self) -> type:
        """The class of this game's views."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the shared parts of the board, in the order of attention."""

    def board_svg(self, view: Any, names: Sequence[str], lit: frozenset[str], size: Size) -> SafeString: ...

    def part_svg(self, view: Any, names: Sequence[str], part: str, lit: frozenset[str], size: Size) -> SafeString: ...

    def seat_svg(
        self, view: Any, names: Sequence[str], seat: int, lit: frozenset[str], size: Size, *, compact: bool
    ) -> SafeString: ...

    def board_text(self, view: Any, names: Sequence[str], width: int) -> str: ...
