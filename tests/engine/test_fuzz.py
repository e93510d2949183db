"""A sample of `make fuzz`; and that it finds what is wrong, and tells it so that it can be played again."""

from __future__ import annotations

import pytest

from games.engine import record
from games.engine.contract import Position
from games.engine.registry import games
from tests.engine import fuzz
from tests.engine.fuzz import played, setup_of
from tests.engine.repertoire import Repertoire
from tests.own_games import OWN_GAMES

SAMPLE = range(1, 13)


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_random_game_over_random_options_is_sound_at_every_ply(seed: int) -> None:
    outcome = played(seed)
    assert not outcome.fault, outcome.fault
    assert sum(outcome.stages.values()) == min(fuzz.HEAVY_PLIES, outcome.plies)


@pytest.mark.parametrize("seed", SAMPLE)
def test_the_tests_own_games_are_sound_at_every_ply(seed: int) -> None:
    outcome = played(seed, among=OWN_GAMES)
    assert not outcome.fault, outcome.fault


def test_a_seed_tells_the_whole_game() -> None:
    assert setup_of(7) == setup_of(7)
    assert played(7) == played(7)


def test_the_games_differ_in_seats_and_options() -> None:
    setups = [setup_of(seed) for seed in range(200 * len(games()))]
    for game in games():
        own = [setup for setup in setups if setup.game is game]
        for spec in game.options():
            chosen = {dict(setup.options)[spec.name] for setup in own}
            assert len(chosen) >= min(len(spec.choices), 3), spec.name
        assert {setup.seats for setup in own} == set(range(game.min_seats, game.max_seats + 1))


def test_a_fault_is_told_with_the_record_of_the_game_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    def loses_count(position: Position) -> None:
        assert position.plies < 50, "a barrel is missing"

    monkeypatch.setattr(fuzz, "repertoire", lambda _game: Repertoire(count=loses_count))
    first = games()[0].key
    outcome = played(3, first)
    assert "a barrel is missing" in outcome.fault
    assert outcome.plies == 50
    story = record.parse(outcome.record)
    assert len(story.entries) == 50
    assert record.replay(setup_of(3, first).game, story).plies == 50
