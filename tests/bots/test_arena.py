"""The arena: who sits where, what a run that was stopped does next, and how sure a rate is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bots.arena.log import Log, TermsMismatch
from bots.arena.play import PlayedGame, Terms, play_match
from bots.arena.run import run
from bots.arena.schedule import Match, schedule, seatings
from bots.arena.statistics import wilson
from bots.arena.summary import standings

pytestmark = pytest.mark.processes

TERMS = Terms(game="puerto-rico", deals="tests", playouts=2)
LEVELS = ["uct-150", "random"]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.0001)


def test_nothing_is_known_before_the_first_game() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_pairs_take_all_six_seatings() -> None:
    ways = seatings(["a", "b"], 4, pairs=True)
    assert len(set(ways)) == 6
    assert all(Counter(way) == {"a": 2, "b": 2} for way in ways)


def test_one_against_the_others_takes_each_seat_in_turn() -> None:
    assert seatings(["a", "b"], 4, pairs=False) == [
        ("a", "b", "b", "b"),
        ("b", "a", "b", "b"),
        ("b", "b", "a", "b"),
        ("b", "b", "b", "a"),
    ]


def test_a_level_per_seat_moves_around_the_table() -> None:
    assert seatings(["a", "b", "c"], 3, pairs=False) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


def test_seatings_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="pairs need two levels"):
        seatings(["a", "b", "c"], 4, pairs=True)
    with pytest.raises(ValueError, match="3 levels cannot share 4 seats"):
        seatings(["a", "b", "c"], 4, pairs=False)


def test_all_seatings_share_a_deal() -> None:
    matches = schedule(["a", "b"], 4, pairs=True, games=13)
    assert [match.deal for match in matches] == [0] * 6 + [1] * 6 + [2]
    assert len({match.seating for match in matches[:6]}) == 6


def play(matches: list[Match], path: Path | None, workers: int = 1) -> tuple[list[PlayedGame], list[int]]:
    fresh: list[int] = []
    games = run(TERMS, matches, Log(path, TERMS, matches), workers, lambda game: fresh.append(game.match.number))
    return games, fresh


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    matches = schedule(LEVELS, 3, pairs=False, games=3)
    whole, _ = play(matches, None)
    play(matches[:2], path)
    with path.open("a") as file:
        file.write('{"match": {"number": 2, "deal"')
    resumed, fresh = play(matches, path)
    assert fresh == [2]
    assert [game.scores for game in resumed] == [game.scores for game in whole]
    assert len([json.loads(line) for line in path.read_text().splitlines()]) == 1 + 3


def test_worker_processes_play_the_same_games(tmp_path: Path) -> None:
    matches = schedule(LEVELS, 3, pairs=False, games=2)
    alone, _ = play(matches, None)
    together, _ = play(matches, tmp_path / "games.jsonl", workers=2)
    assert [(game.scores, game.plies) for game in together] == [(game.scores, game.plies) for game in alone]


def test_a_file_of_other_terms_or_levels_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    matches = schedule(["random", "random"], 2, pairs=False, games=1)
    play(matches, path)
    before = path.read_text()
    with pytest.raises(TermsMismatch, match="other terms"):
        Log(path, Terms(game="puerto-rico", deals="others", playouts=2), matches)
    with pytest.raises(TermsMismatch, match="other levels"):
        Log(path, TERMS, schedule(["uct-150", "random"], 2, pairs=False, games=1))
    assert path.read_text() == before


def test_shared_wins_count_by_halves() -> None:
    spent = {"a": 10, "b": 0}
    first = PlayedGame(Match(0, 0, ("a", "b")), [30, 30], [0.5, 0.5], 9, spent, {"a": 2.0, "b": 0.0}, {"a": 5, "b": 5})
    second = PlayedGame(Match(1, 0, ("b", "a")), [20, 40], [0.0, 1.0], 9, spent, {"a": 2.0, "b": 0.0}, {"a": 5, "b": 5})
    a, b = standings(["a", "b"], [first, second])
    assert (a.wins, a.rate, a.score) == (1.5, 0.75, 35.0)
    assert (b.wins, b.rate, b.score) == (0.5, 0.25, 25.0)
    assert (a.playouts_per_turn, a.playouts_per_second, a.seconds_per_turn) == (2.0, 5.0, 0.4)


def test_equal_terms_replay_the_same_game() -> None:
    match = schedule(LEVELS, 2, pairs=False, games=1)[0]
    assert play_match(TERMS, match).scores == play_match(TERMS, match).scores


def test_games_are_opened_with_the_options_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    matches = schedule(["random", "random"], 3, pairs=False, games=1)
    terms = Terms(game="puerto-rico", deals="tests", playouts=None, options={"buildings": "all", "nobles": "on"})
    (played,) = run(terms, matches, Log(path, terms, matches), 1, lambda _: None)
    assert played.scores != play_match(TERMS, matches[0]).scores
    assert json.loads(path.read_text().splitlines()[0])["terms"]["options"] == terms.options
    assert Log(path, terms, matches).played[0].scores == played.scores
    with pytest.raises(TermsMismatch, match="other terms"):
        Log(path, TERMS, matches)


@pytest.mark.parametrize(
    ("option", "complaint"), [("nobles", "NAME=VALUE"), ("nobles=on", "nobles"), ("colour=red", "colour")]
)
def test_options_that_no_game_can_be_opened_with_are_refused(option: str, complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        call_command("arena", "random", "random", "--option", option)


def test_a_killed_run_leaves_no_worker_behind(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(
        "from bots.arena.log import Log\n"
        "from bots.arena.play import Terms\n"
        "from bots.arena.run import run\n"
        "from bots.arena.schedule import schedule\n"
        "if __name__ == '__main__':\n"
        "    terms = Terms('puerto-rico', 'tests', None)\n"
        "    matches = schedule(['random', 'random'], 2, False, 5_000)\n"
        "    run(terms, matches, Log(None, terms, matches), 2, lambda game: print('played', flush=True))\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=environment) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"played\n"
        running.kill()
        # Workers hold the other end of this pipe: it ends only when they are gone.
        running.stdout.read()
