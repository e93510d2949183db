"""The games that are shown to newcomers can be played."""

from __future__ import annotations

import pytest

from games.engine.contract import Game
from games.engine.registry import GAMES, games, samples
from tests.engine.high_card import HighCard
from tests.own_games import OWN_GAMES


@pytest.mark.parametrize("game", [*games(), *OWN_GAMES], ids=lambda game: game.key)
def test_every_sample_of_a_game_can_be_opened(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, game.key, game)
    shown = samples(game.key)
    assert shown
    for sample in shown:
        assert not game.new(sample.seats, sample.options, bytes(32)).is_over()
        assert sample.turns >= 0
    assert len({sample.name.render() for sample in shown}) == len(shown)


def test_a_game_that_names_no_samples_is_shown_as_it_is_opened_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, HighCard.key, HighCard())
    (sample,) = samples(HighCard.key)
    assert sample.options == {}
    assert sample.seats == HighCard.max_seats


def test_a_game_that_is_not_played_here_has_none() -> None:
    with pytest.raises(KeyError, match="no game 'chess'"):
        samples("chess")
