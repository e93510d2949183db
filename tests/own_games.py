"""The tests' own games, which stand for the next one: a hidden hand, and an open, short game for two."""

from __future__ import annotations

from typing import Final

import pytest
from django.conf import LazySettings

from games.engine.contract import Game
from tests.board.kalah_board import KalahBoard
from tests.engine.high_card import HighCard, HighCardView
from tests.engine.kalah import Kalah, KalahView
from tests.game_registration import register_game

OWN_GAMES: Final[tuple[Game, ...]] = (HighCard(), Kalah())


def play_own_games(patch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    """Let the project play these games too."""
    register_game(patch, settings, OWN_GAMES[0], HighCardView)
    register_game(patch, settings, OWN_GAMES[1], KalahView, KalahBoard())
