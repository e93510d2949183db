"""The measurement of waits (bench/waiting) plays whole games and counts as it says."""

from __future__ import annotations

import pytest

from bench.waiting import __main__ as waiting
from bench.waiting.clock import AnsweringTimes, Clock
from games.engine.contract import Game
from games.engine.registry import games


def test_who_is_asked_again_directly_costs_no_wait_and_who_is_asked_with_others_does() -> None:
    clock = Clock(AnsweringTimes(1, slow=0))
    clock.ask(0)
    clock.ask_in_advance(1)
    clock.ask_in_advance(2)
    clock.ask(0)
    assert clock.waits == 1
    clock.ask(1)
    clock.wait_for_advance(2)
    assert clock.waits == 2
    clock.other_plays(2)
    clock.ask(1)
    assert clock.waits == 3


def test_nobody_answers_at_night() -> None:
    times = AnsweringTimes(1, slow=0)
    assert all(7 <= times.answered(float(hour), hour % 4) % 24 < 23 for hour in range(200))


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.key)
def test_the_figures_of_a_game_are_printed(rules: Game, capsys: pytest.CaptureFixture[str]) -> None:
    key, players = rules.key, rules.min_seats
    waiting.main(["--game", key, "--players", str(players), "--level", "quick", "--deals", "1", "--family", "base"])
    assert f"| {key} | {players} |" in capsys.readouterr().out
