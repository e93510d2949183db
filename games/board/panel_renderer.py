"""The renderer of a game whose board is made of panels. A game brings its panels and their order."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, ClassVar, Final, Generic, TypeVar

from django.utils.safestring import SafeString, mark_safe

from games.board.page_svg import sized_marks, without_words
from games.board.palette import Scheme, SchemeColour
from games.board.panels import GAP, Panel, PanelLayout, layout_picture, layout_svg, single_panel, stack_rows
from games.board.panels import marks_svg as shared_marks_svg
from games.board.picture import small_png
from games.board.renderer import BoardRenderer, Drawing, PictureScheme, Size

S = TypeVar("S")
"""A game's scene: the view, the names, what is highlighted and the colour scheme, as the game's panels read them."""

_BOARD_WIDTH: Final[dict[Size, float]] = {"wide": 1200, "mail": 380, "tall": 360}
_MAIL_PIXELS: Final = 380
_PART_WIDTH: Final = 720
_HALF_WIDTH: Final = 360
"""The width of parts for a phone, of parts in `half_parts`, and of compact seats."""


class PanelRenderer(BoardRenderer, Generic[S]):
    """See games.board.renderer.BoardRenderer. `parts` are the names of `panels`."""

    folder: ClassVar[str]
    """The game's template folder."""
    colours: ClassVar[dict[str, SchemeColour]]
    """The game's own, besides the neutral ones (games.board.palette)."""
    panels: ClassVar[Mapping[str, Callable[[Any, float], Panel]]]
    """The shared parts of the board by name: functions of the scene and a width."""
    half_parts: ClassVar[frozenset[str]] = frozenset()
    """The parts that need only half the width."""

    @abstractmethod
    def title(self) -> str:
        """The title of the picture of the whole board."""

    @abstractmethod
    def scene(self, view: Any, names: Sequence[str], highlighted: frozenset[str], scheme: Scheme) -> S:
        """The scene that the panels are drawn from."""

    def rows(self, scene: S, size: Size, full_width: float) -> list[list[Panel]]:  # noqa: ARG002
        """The whole board, in rows as wide as `full_width`. Here one panel below the other."""
        return [[panel(scene, full_width)] for panel in self.panels.values()]

    def seat_panel(self, scene: S, seat: int, width: float, *, compact: bool) -> Panel | None:  # noqa: ARG002
        """The board of one seat; None if seats have no boards of their own. compact: small, with less detail."""
        return None

    def board_svg(self, drawing: Drawing) -> SafeString:
        return _svg(self._board_layout(self._scene(drawing), drawing.size), "board", drawing)

    def mail_png(self, view: Any, names: Sequence[str]) -> bytes:
        layout = self._board_layout(self._scene(Drawing(view, names, size="mail")), "mail")
        return small_png(layout_picture(layout, _scheme("mail"), prefix="mail", pixels=_MAIL_PIXELS))

    def picture_svg(self, view: Any, names: Sequence[str], scheme: PictureScheme) -> SafeString:
        layout = self._board_layout(self.scene(view, names, frozenset(), scheme), "wide")
        return layout_svg(layout, scheme, prefix=f"picture-{scheme}")

    def part_svg(self, drawing: Drawing, part: str) -> SafeString:
        panel = self.panels[part](self._scene(drawing), _width(drawing.size, half=part in self.half_parts))
        return _svg(self._panel_layout(panel), part, drawing)

    def seat_svg(self, drawing: Drawing, seat: int, *, compact: bool) -> SafeString:
        panel = self.seat_panel(self._scene(drawing), seat, _width(drawing.size, half=compact), compact=compact)
        if panel is None:
            return SafeString("")
        if not compact:
            return _svg(self._panel_layout(panel), f"seat{seat}", drawing)
        svg = _svg(self._panel_layout(panel), f"seat{seat}-compact", drawing)
        # On a page it is what folds and unfolds the whole board, which tells everything.
        return svg if drawing.marks is None else mark_safe(without_words(svg))

    def marks_svg(self, marks: Set[str]) -> SafeString:
        return shared_marks_svg(frozenset(marks), "page", folder=self.folder, colours=self.colours)

    def _scene(self, drawing: Drawing) -> S:
        return self.scene(drawing.view, drawing.names, drawing.highlighted, _scheme(drawing.size))

    def _board_layout(self, scene: S, size: Size) -> PanelLayout:
        rows = self.rows(scene, size, _BOARD_WIDTH[size] - 2 * GAP)
        return stack_rows(self.title(), rows, folder=self.folder, colours=self.colours)

    def _panel_layout(self, panel: Panel) -> PanelLayout:
        return single_panel(panel, folder=self.folder, colours=self.colours)


def _scheme(size: Size) -> Scheme:
    return "light" if size == "mail" else "page"


def _width(size: Size, *, half: bool) -> float:
    return _HALF_WIDTH if half or size == "tall" else _PART_WIDTH


def _svg(layout: PanelLayout, prefix: str, drawing: Drawing) -> SafeString:
    marks, size = drawing.marks, drawing.size
    svg = layout_svg(
        layout,
        _scheme(size),
        prefix=f"{drawing.prefix}{prefix}-{size}",
        shared=marks is not None,
        described=drawing.described,
    )
    if marks is not None:
        marks |= layout.marks | sized_marks(svg)
    return svg
