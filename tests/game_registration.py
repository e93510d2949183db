"""Registers a game of the tests for the time of one test; its board is its view as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils.safestring import SafeString, mark_safe

from games.board import RENDERERS, BoardRenderer
from games.board.renderer import Drawing
from games.engine import registry
from games.engine.contract import Game

TEMPLATES = Path(__file__).parent / "templates"


class PlainRenderer(BoardRenderer):
    """Draws the view as text."""

    def board_svg(self, drawing: Drawing, *_which: Any, **_how: Any) -> SafeString:
        return mark_safe(f"<svg>{drawing.view}</svg>")

    part_svg = seat_svg = board_svg

    def board_text(self, view: Any, *_how: Any) -> str:
        return str(view)


def register_game(
    patch: pytest.MonkeyPatch, settings: LazySettings, game: Game, view: type, renderer: BoardRenderer | None = None
) -> None:
    """Register the game for this test. view: the class of its views. Its templates are in tests/templates."""
    patch.setitem(registry.GAMES, game.key, game)
    patch.setitem(RENDERERS, game.key, renderer or type("Renderer", (PlainRenderer,), {"view_class": view})())
    engine: dict[str, Any] = dict(settings.TEMPLATES[0])
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], TEMPLATES]}]
