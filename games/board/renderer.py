"""What a game needs to be drawn: a renderer, registered in games.board.RENDERERS, and a template folder of its own.

The folder, templates/<the key without hyphens>/, has what pages and mails include: status.html (one line on how the
game stands), reference.html (the rules and buildings), introduction.html (what the game is about, for the first page).
It may have head.html (style sheets and scripts), page.html (the boards of a page, from `view`, `names`, `seat`,
`highlighted`), item.html (a thing to choose) and marks.svg; what it has not is taken from templates/any_game/. For
questions of the form "placement" it also has placement.html, mail_placement.html and mail_placement.txt.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.board.description import Description
from games.board.picture import board_png
from games.board.piece_cards import PieceCard
from games.engine.contract import Question

Size = Literal["wide", "tall", "mail"]
"""Layouts. wide: from 1200 CSS pixels, parts from 700. tall: for phones, 360. mail: from 550, in literal colours."""
PictureScheme = Literal["light", "dark"]
"""The colour scheme of a picture that is a file of its own."""


@dataclass(frozen=True)
class Drawing:
    """What is drawn, and how."""

    view: Any
    names: Sequence[str]
    """The players' names by seat."""
    highlighted: frozenset[str] = frozenset()
    """Ids of Offer.targets that can be chosen now."""
    size: Size = "wide"
    marks: set[str] | None = None
    """Of parts and seats: the drawing adds the names of its marks here instead of defining them."""
    described: bool = False
    """Of parts and seats: whether the page has a description beside it; then only what can be chosen is read out."""
    prefix: str = ""
    """Of parts and seats: what their ids begin with, where a page draws the same part of several positions."""


class BoardRenderer(ABC):
    """Draws one game from the view of a seat. All texts are in the active language."""

    view_class: ClassVar[type]
    """The class of this game's views."""
    reference_title: ClassVar[str | Promise] = gettext_lazy("Rules")
    """What the page with reference.html is called."""
    explanations: ClassVar[Mapping[str, str | Promise]] = {}
    """One line for each kind of question (Game.question_key), for those who play the game for the first time. A kind
    with a "/" that has none of its own has that of what stands before it."""
    parts: ClassVar[tuple[str, ...]] = ()
    """The names of the shared parts of the board, the most important first."""

    @abstractmethod
    def board_svg(self, drawing: Drawing) -> SafeString:
        """The whole table; with size "mail" in literal colours."""

    def picture_svg(self, view: Any, names: Sequence[str], scheme: PictureScheme) -> SafeString:  # noqa: ARG002
        """The whole table without highlights, in the literal colours of a scheme if the game has several."""
        return self.board_svg(Drawing(view, names, size="mail"))

    def mail_png(self, view: Any, names: Sequence[str]) -> bytes:
        """The whole table as a picture for a mail. Raises ValueError where it cannot be drawn."""
        return board_png(self.board_svg(Drawing(view, names, size="mail")))

    @abstractmethod
    def board_text(self, view: Any, names: Sequence[str], width: int) -> str:
        """The whole table in lines of at most `width` characters."""

    @abstractmethod
    def part_svg(self, drawing: Drawing, part: str) -> SafeString:
        """One of `parts`."""

    def seat_svg(self, drawing: Drawing, seat: int, *, compact: bool) -> SafeString:  # noqa: ARG002
        """The board of one seat; here empty, for a game in which seats have no boards of their own.

        compact: small, with less detail.
        """
        return SafeString("")

    def describe_part(self, view: Any, names: Sequence[str], part: str) -> Description | None:  # noqa: ARG002
        """One of `parts` as lists and tables; here None: the drawing itself is read out."""
        return None

    def describe_seat(self, view: Any, names: Sequence[str], seat: int) -> Description | None:  # noqa: ARG002
        """The board of one seat as lists and tables; None if the drawing itself is read out, or there is none."""
        return None

    def marks_svg(self, marks: Set[str]) -> SafeString:  # noqa: ARG002
        """The marks whose names parts and seats have added: an element for their page."""
        return SafeString("")

    def piece_cards(self, view: Any, names: Sequence[str]) -> Sequence[PieceCard]:  # noqa: ARG002
        """What is said of the drawn things that have a name; here nothing."""
        return ()

    def explanation(self, key: str, question: Question, view: Any) -> str:  # noqa: ARG002
        """What a question is about, in a line; "" for a kind that has none. view: of the seat that is asked.

        Here the line of its kind. A game may have others, for what stands in the question or lies open.
        """
        return str(self.explanations.get(key) or self.explanations.get(key.partition("/")[0], ""))

    def notation_from_form(self, form: Mapping[str, str]) -> str:  # noqa: ARG002
        """The line of notation that the game's own form (placement.html) means; empty if it says nothing.

        Raises InvalidFormNumber for values that the form cannot have sent.
        """
        return ""
