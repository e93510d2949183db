"""Every level plays San Juan to its end, using only what its seat may know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bots.arena.play import Terms, play_match
from bots.arena.schedule import schedule
from bots.levels import LEVELS, level, quick_move
from games.bot_levels import LEVELS_FOR_PEOPLE
from games.engine.random import from_secret
from games.engine.sanjuan.components import BUILDER, PALACE
from games.engine.sanjuan.flow import SanJuanPosition, new_position
from games.engine.sanjuan.moves import BUILD, PICK
from games.engine.sanjuan.position_json import to_json
from tests.bots.playing import PLAIN_SEARCHES, SEARCHING, play_to_the_end
from tests.engine.sanjuan.tables import Player, table

SEATS = [2, 3, 4]


def start(seats: int, secret: bytes = b"san juan") -> SanJuanPosition:
    return new_position(seats, True, from_secret(secret, "deal"))


def plausible_game(seats: int) -> Iterator[SanJuanPosition]:
    """Every position of a game of quick moves."""
    position = start(seats)
    while not position.is_over():
        yield position
        position.play(quick_move(position, int(position.to_move()), seed=int(position.plies)))


@pytest.mark.parametrize("seats", SEATS)
def test_levels_play_a_whole_game(seats: int) -> None:
    position = start(seats)
    play_to_the_end(position, SEARCHING, playouts=3)
    assert min(position.ranks()) == 1
    assert max(position.building_count) == 12
    assert max(position.scores()) > 15


@pytest.mark.parametrize("seats", SEATS)
def test_plain_searches_finish_a_game(seats: int) -> None:
    late = next(position.copy() for position in plausible_game(seats) if max(position.building_count) == 10)
    play_to_the_end(late, PLAIN_SEARCHES, playouts=2)
    assert min(late.ranks()) == 1


@pytest.mark.parametrize("seats", SEATS)
def test_resampling_depends_only_on_what_the_seat_sees(seats: int) -> None:
    others = from_secret(b"others", "search")
    for position in plausible_game(seats):
        for seat in range(seats):
            first = position.resample(seat, from_secret(b"one", "search"))
            second = position.resample(seat, others).resample(seat, from_secret(b"one", "search"))
            assert to_json(first) == to_json(second)


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_equal_views_and_equal_seeds_give_equal_plans(name: str) -> None:
    player = level(name).with_playouts(6)
    others = from_secret(b"others", "search")
    for plies, position in enumerate(plausible_game(3)):
        if plies % 40 == 0:
            seat = int(position.to_move())
            twin = position.resample(seat, others)
            assert player.plan(position, seat, seed=9).moves == player.plan(twin, seat, seed=9).moves


@pytest.mark.parametrize("seats", SEATS)
def test_seats_that_decide_at_the_same_time_find_legal_turns(seats: int) -> None:
    stages = set()
    for position in plausible_game(seats):
        for seat in range(seats):
            ahead = position.ahead(seat)
            if ahead is None or (ahead.stage, seat) in stages:
                continue
            stages.add((ahead.stage, seat))
            for each in LEVELS_FOR_PEOPLE:
                own = ahead.copy()
                for move in level(each.name).with_playouts(6).plan(ahead, seat, seed=4).moves:
                    assert own.to_move() == seat
                    assert move in list(own.legal_moves())
                    own.play(move)
    assert len(stages) > seats


@pytest.mark.parametrize("name", SEARCHING)
def test_the_last_building_is_the_one_that_wins(name: str) -> None:
    """With the palace 37 points to 34, with anything else about 31."""
    buildings = "indigo plant, indigo plant, smithy, hero, statue, victory column, triumphal arch, tower, well, quarry"
    chapel = ", ".join(["sugar mill"] * 7 + ["coffee roaster"] * 8 + ["tobacco storage"] * 2)
    position = table(
        Player(hand="palace, indigo plant, well, archive, poor house, sugar mill", buildings=f"{buildings}, carpenter"),
        Player(buildings="indigo plant, hero, statue, victory column, market hall, chapel", chapel=chapel),
    )
    assert list(position.scores()) == [30, 34]
    position.play(PICK + BUILDER)
    moves = level(name).with_playouts(60).plan(position, 0, seed=1).moves
    assert moves[0] == BUILD + PALACE


def test_the_strongest_level_beats_random_players_even_with_few_playouts() -> None:
    terms = Terms(game="san-juan", deals="tests", playouts=10)
    games = [play_match(terms, match) for match in schedule(["viceroy-1", "random"], 4, pairs=False, games=8)]
    wins = sum(
        share for game in games for share, name in zip(game.shares, game.match.seating, strict=True) if name != "random"
    )
    assert wins >= 7
