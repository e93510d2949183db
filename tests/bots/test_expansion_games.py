"""Every level plays every kind of game to its end, using only what its seat may know."""

from __future__ import annotations

import pytest

from bots.knowledge.puertorico.knowledge import PuertoRicoKnowledge
from bots.knowledge.registry import knowledge_of
from bots.levels import LEVELS, level, quick_move
from bots.search.search import Search
from games.engine.puertorico.components import COFFEE, CORN, FOREST_HOUSE, GOODS, HACIENDA, NO_TILE, SETTLER_CARD
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.moves import AS_FOREST, DRAW, PICK
from games.engine.puertorico.stages import STAGE_FOREST, STAGE_NAMES
from games.engine.random import from_secret
from tests.bots.families import FAMILIES, random_game, start
from tests.bots.playing import PLAIN_SEARCHES, SEARCHING, play_to_the_end


@pytest.mark.parametrize("family", FAMILIES)
def test_levels_play_a_whole_game(family: str) -> None:
    position = start(family, b"whole games")
    play_to_the_end(position, SEARCHING, playouts=3)
    assert sorted(position.ranks())[0] == 1
    assert max(position.scores()) > 20


@pytest.mark.parametrize("family", FAMILIES)
def test_plain_searches_finish_a_game(family: str) -> None:
    *_, before_the_end = (position.copy() for position in random_game(family) if position.ends)
    first = next(position.copy() for position in random_game(family) if position.ends)
    for position in (first, before_the_end):
        play_to_the_end(position, PLAIN_SEARCHES, playouts=2)
        assert sorted(position.ranks())[0] == 1


@pytest.mark.parametrize("name", sorted(LEVELS))
@pytest.mark.parametrize("family", FAMILIES)
def test_equal_seeds_give_equal_plans(name: str, family: str) -> None:
    player = level(name).with_playouts(4)
    for plies, position in enumerate(random_game(family)):
        if plies % 90 == 0:
            seat = int(position.to_move())
            assert player.plan(position, seat, seed=9).moves == player.plan(position, seat, seed=9).moves


@pytest.mark.parametrize("family", FAMILIES)
def test_a_quick_move_is_a_candidate_of_the_search(family: str) -> None:
    knowledge = PuertoRicoKnowledge()
    for position in random_game(family):
        seat = int(position.to_move())
        move = quick_move(position, seat, seed=int(position.plies))
        assert move in list(position.legal_moves())
        if STAGE_NAMES[position.stage] in ("draft", "ship", "mayor", "hospice", "university", "black market"):
            assert move in list(knowledge.candidate_moves(position, position.legal_moves()))


# --- what is hidden ---------------------------------------------------------------------------------------------------


def hacienda_and_forest_house() -> PuertoRicoPosition:
    """Three seats; the governor, seat 0, has both buildings at work and has picked the settler."""
    options = {"buildings": "all", "first_governor": "0"}
    position = new_position(3, options, from_secret(b"hidden", "deal"))
    for building in (HACIENDA, FOREST_HOUSE):
        position.build(0, building)
        position.fetch_colonist(0, building, False)
    position.play(PICK + SETTLER_CARD)
    return position


def forest_exchanged(position: PuertoRicoPosition) -> PuertoRicoPosition:
    """A twin with equal views for all seats but 0, whose secret forest is of another kind."""
    twin = position.copy()
    good = next(good for good in range(GOODS) if twin.secret_forests[good])
    other = COFFEE if good != COFFEE else CORN
    for table in (twin.secret_forests, twin.forests):
        table[good] -= 1
        table[other] += 1
    twin.face_down[good] += 1
    twin.face_down[other] -= 1
    return twin


def with_a_secret_forest() -> PuertoRicoPosition:
    position = hacienda_and_forest_house()
    position.play(DRAW)
    position.play(AS_FOREST)
    return position


def test_resampling_keeps_own_secret_forests_and_redraws_those_of_others() -> None:
    position = with_a_secret_forest()
    dealt = [position.resample(seat, from_secret(bytes([seed]), "deal")) for seat in (0, 1) for seed in range(30)]
    own = {tuple(twin.secret_forests[:GOODS]) for twin in dealt[:30]}
    seen_by_others = {tuple(twin.secret_forests[:GOODS]) for twin in dealt[30:]}
    assert own == {tuple(position.secret_forests[:GOODS])}
    assert len(seen_by_others) > 1
    for twin in dealt:
        assert sum(twin.secret_forests) == sum(position.secret_forests) == 1
        tiles = [twin.face_down[good] + sum(twin.forests[good::GOODS]) for good in range(GOODS)]
        assert tiles == [position.face_down[good] + sum(position.forests[good::GOODS]) for good in range(GOODS)]


@pytest.mark.parametrize("name", SEARCHING)
def test_nobody_plays_by_what_another_s_forest_was(name: str) -> None:
    position = with_a_secret_forest()
    while position.to_move() == 0:
        position.play(position.legal_moves()[0])
    twin = forest_exchanged(position)
    player = level(name).with_playouts(12)
    seat = int(position.to_move())
    for seed in range(3):
        assert player.turn(position, seat, seed) == player.turn(twin, seat, seed)


@pytest.mark.parametrize("name", SEARCHING)
def test_a_plan_stops_at_a_secretly_drawn_tile_and_the_next_one_starts_from_it(name: str) -> None:
    position = hacienda_and_forest_house()
    player = level(name).with_playouts(12)
    assert player.turn(position, 0, seed=1) == [DRAW]
    position.play(DRAW)
    assert position.stage == STAGE_FOREST
    assert position.drawn_tile != NO_TILE
    plan = player.turn(position, 0, seed=2)
    for move in plan:
        assert move in list(position.legal_moves())
        position.play(move)
    assert sum(position.secret_forests) in (0, 1)


def test_the_owner_s_search_keeps_a_drawn_tile_and_an_opponent_s_does_not() -> None:
    position = hacienda_and_forest_house()
    position.play(DRAW)
    own, others = set[int](), set[int]()
    for seed in range(30):
        for seat, seen in ((0, own), (1, others)):
            random = from_secret(bytes([seed]), "search")
            base = Search(position, seat, random, knowledge_of(position, 1), level("viceroy-1").settings).base
            assert isinstance(base, PuertoRicoPosition)
            seen.add(int(base.drawn_tile))
    assert own == {int(position.drawn_tile)}
    assert len(others) > 1
