"""An artist whose board is made of panels: what all such games draw alike. A game brings its panels and their order."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, ClassVar, Final, Generic, TypeVar

from django.utils.safestring import SafeString

from games.board.artist import Artist, PictureScheme, Size
from games.board.palette import Scheme, Shade
from games.board.panels import GAP, Panel, Sheet, alone, picture, stacked, svg
from games.board.panels import shapes as shared_shapes
from games.board.picture import small_png

S = TypeVar("S")
"""A picture to draw: the view, the names, what is lit, the scheme, as the game's panels read them."""

_BOARD_WIDTH: Final[dict[Size, float]] = {"wide": 1200, "mail": 740, "tall": 360}
_MAIL_PIXELS: Final = 600
_PART_WIDTH: Final = 720
_HALF_WIDTH: Final = 360
"""Of parts for a phone, of those that need no more, and of seats at a glance."""


class PanelArtist(Artist, Generic[S]):
    """See games.board.artist.Artist; `parts` are the names of `panels`."""

    folder: ClassVar[str]
    """The game's templates."""
    colours: ClassVar[dict[str, Shade]]
    panels: ClassVar[Mapping[str, Callable[[Any, float], Panel]]]
    """The shared parts of the board by name, each drawn as wide as it is told."""
    half_parts: ClassVar[frozenset[str]] = frozenset()
    """Those that need only half the width."""

    @abstractmethod
    def title(self) -> str:
        """What the picture of the whole board is called."""

    @abstractmethod
    def scene(self, view: Any, names: Sequence[str], lit: frozenset[str], scheme: Scheme) -> S: ...

    @abstractmethod
    def rows(self, scene: S, size: Size, full: float) -> list[list[Panel]]:
        """The whole board, in rows as wide as `full`."""

    @abstractmethod
    def seat_panel(self, scene: S, seat: int, across: float, *, compact: bool) -> Panel:
        """What lies before one seat; compact: at a glance."""

    def board_svg(self, view: Any, names: Sequence[str], lit: frozenset[str], size: Size) -> SafeString:
        return _drawn(self._whole(self._scene(view, names, lit, size), size), "board", size)

    def mail_png(self, view: Any, names: Sequence[str]) -> bytes:
        sheet = self._whole(self._scene(view, names, frozenset(), "mail"), "mail")
        return small_png(picture(sheet, _scheme("mail"), prefix="mail", across=_MAIL_PIXELS))

    def picture_svg(self, view: Any, names: Sequence[str], scheme: PictureScheme) -> SafeString:
        sheet = self._whole(self.scene(view, names, frozenset(), scheme), "wide")
        return svg(sheet, scheme, prefix=f"picture-{scheme}")

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
        scene = self._scene(view, names, lit, size)
        panel = self.panels[part](scene, _width(size, half=part in self.half_parts))
        return _drawn(self._alone(panel), part, size, shapes)

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
        scene = self._scene(view, names, lit, size)
        panel = self.seat_panel(scene, seat, _width(size, half=compact), compact=compact)
        return _drawn(self._alone(panel), f"seat{seat}-compact" if compact else f"seat{seat}", size, shapes)

    def shapes_svg(self, shapes: Set[str]) -> SafeString:
        return shared_shapes(frozenset(shapes), "page", folder=self.folder, colours=self.colours)

    def _scene(self, view: Any, names: Sequence[str], lit: frozenset[str], size: Size) -> S:
        return self.scene(view, names, lit, _scheme(size))

    def _whole(self, scene: S, size: Size) -> Sheet:
        rows = self.rows(scene, size, _BOARD_WIDTH[size] - 2 * GAP)
        return stacked(self.title(), rows, folder=self.folder, colours=self.colours)

    def _alone(self, panel: Panel) -> Sheet:
        return alone(panel, folder=self.folder, colours=self.colours)


def _scheme(size: Size) -> Scheme:
    return "light" if size == "mail" else "page"


def _width(size: Size, *, half: bool) -> float:
    return _HALF_WIDTH if half or size == "tall" else _PART_WIDTH


def _drawn(sheet: Sheet, prefix: str, size: Size, shapes: set[str] | None = None) -> SafeString:
    if shapes is not None:
        shapes.update(sheet.marks)
    return svg(sheet, _scheme(size), prefix=f"{prefix}-{size}", shared=shapes is not None)
