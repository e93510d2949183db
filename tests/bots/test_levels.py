"""The levels: released ones stay as they are, and each is what its place among them says."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from bots.arena.play import Terms, play_match
from bots.arena.schedule import schedule
from bots.levels import LEVELS, level
from games.bot_levels import BOT_LEVELS, LEVELS_FOR_PEOPLE
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.random import from_secret

# Playouts per turn, knowledge edition, exploration, candidates, priors, informed playouts, horizon. Released levels are
# measured against for ever: nothing here may be changed, only added.
RELEASED = {
    "random": (0, 0, 0.7, False, False, 0.0, -1),
    "uct-150": (150, 0, 0.7, False, False, 0.0, -1),
    "uct-1500": (1500, 0, 0.7, False, False, 0.0, -1),
    "apprentice-1": (100, 1, 0.7, True, False, 0.0, -1),
    "merchant-1": (400, 1, 0.7, True, False, 1.0, -1),
    "viceroy-1": (2000, 1, 0.5, True, True, 1.0, 8),
}

# Scores and plies of one game by key, with one level at every seat.
PLAYED = {
    "puerto-rico": ([40, 35, 31, 16], 337),
    "san-juan": ([40, 25, 27, 14], 279),
}


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_a_released_level_is_never_changed(name: str) -> None:
    released = LEVELS[name]
    assert RELEASED[name] == (released.playouts, released.knowledge, *asdict(released.settings).values())


def test_every_released_level_is_still_there() -> None:
    assert set(RELEASED) == set(LEVELS) == set(BOT_LEVELS)
    assert all(name == each.name for name, each in LEVELS.items())


def test_people_are_offered_three_levels_with_growing_budgets() -> None:
    assert [each.name for each in LEVELS_FOR_PEOPLE] == ["apprentice-1", "merchant-1", "viceroy-1"]
    budgets = [level(each.name).playouts for each in LEVELS_FOR_PEOPLE]
    assert budgets == sorted(budgets)
    assert all(str(each.label) and str(each.description) for each in LEVELS_FOR_PEOPLE)


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="no level 'wizard'; there are random"):
        level("wizard")


def test_the_budget_is_for_the_whole_turn() -> None:
    position = new_position(4, {}, from_secret(b"levels", "deal"))
    for each in LEVELS_FOR_PEOPLE:
        assert 0 < level(each.name).with_playouts(40).plan(position, int(position.to_move()), seed=1).playouts <= 40


def test_the_random_player_has_no_budget() -> None:
    assert level("random").with_playouts(40) == level("random")


def middle_of_a_game(seats: int, plies: int) -> PuertoRicoPosition:
    position = new_position(seats, {}, from_secret(b"levels", "deal"))
    random = from_secret(b"levels", "moves")
    while position.plies < plies:
        legal = position.legal_moves()
        position.play(legal[random.below(len(legal))])
    return position


@pytest.mark.parametrize("name", sorted(LEVELS))
@pytest.mark.parametrize("plies", [0, 60, 150])
def test_a_plan_is_legal_and_the_same_for_equal_seeds(name: str, plies: int) -> None:
    position = middle_of_a_game(3, plies)
    seat = int(position.to_move())
    player = level(name).with_playouts(20)
    moves = player.plan(position, seat, seed=9).moves
    assert moves == player.plan(position, seat, seed=9).moves
    for move in moves:
        assert position.to_move() == seat
        assert move in list(position.legal_moves())
        position.play(move)


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_what_is_hidden_changes_no_choice(name: str) -> None:
    position = middle_of_a_game(4, 80)
    other_stack = position.copy()
    other_stack.random = from_secret(b"another order of the tiles", "deal")
    player = level(name).with_playouts(20)
    seat = int(position.to_move())
    for seed in range(3):
        assert player.turn(position, seat, seed) == player.turn(other_stack, seat, seed)


def test_the_strongest_level_beats_random_players_even_with_few_playouts() -> None:
    terms = Terms(game="puerto-rico", deals="tests", playouts=10)
    games = [play_match(terms, match) for match in schedule(["viceroy-1", "random"], 4, pairs=False, games=12)]
    wins = sum(
        share for game in games for share, name in zip(game.shares, game.match.seating, strict=True) if name != "random"
    )
    assert wins >= 11


@pytest.mark.parametrize("game", sorted(PLAYED))
def test_released_levels_play_as_they_always_did(game: str) -> None:
    """If this fails, search or knowledge has changed under a released level: release a new one beside it instead."""
    terms = Terms(game=game, deals="released", playouts=6, rules_version=1)
    table = ["viceroy-1", "merchant-1", "apprentice-1", "uct-150"]
    played = play_match(terms, schedule(table, 4, pairs=False, games=1)[0])
    assert (played.scores, played.plies) == PLAYED[game]
