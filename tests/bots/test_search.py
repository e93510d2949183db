"""What the search promises for any game, tested on a small one in plain Python."""

from __future__ import annotations

from math import inf

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bots.levels import level
from bots.search.knowledge import Knowledge
from bots.search.search import Search
from bots.search.settings import TO_THE_END, Settings
from games.engine.contract import Position
from games.engine.random import Random, from_secret
from tests.bots.drawing_lots import DRAW, DrawingLots

PLAIN = Settings(
    exploration=0.7, limit_to_candidates=False, use_priors=False, informed_playouts=0.0, horizon=TO_THE_END
)
LOW_LOTS = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]


def lots(pile: list[int] | None = None, table: list[int] | None = None, turns: int = 2) -> DrawingLots:
    return DrawingLots(3, [1, 9, 2, 4] if table is None else table, LOW_LOTS if pile is None else pile, turns)


def search(position: Position, settings: Settings = PLAIN, knowledge: Knowledge | None = None) -> Search:
    return Search(position, 0, from_secret(b"search", "test"), knowledge or Knowledge(), settings)


def test_the_one_great_lot_is_taken() -> None:
    assert level("uct-150").choose(lots(turns=1), 0, seed=1).move in (9, 4)
    assert level("uct-150").choose(lots(table=[1, 9, 1, 1]), 0, seed=1).move == 9


def test_a_rich_pile_is_drawn_from() -> None:
    assert level("uct-150").choose(lots(pile=[8, 9] * 6, table=[1, 2, 1, 2]), 0, seed=1).move == DRAW


def test_equal_seeds_give_equal_plans() -> None:
    choices = [level("uct-150").plan(lots(), 0, seed=12345).moves for _ in range(3)]
    assert choices[0] == choices[1] == choices[2]


def test_what_is_hidden_cannot_influence_the_search() -> None:
    ascending, descending = lots(pile=sorted(LOW_LOTS)), lots(pile=sorted(LOW_LOTS, reverse=True))
    for seed in range(8):
        assert level("uct-150").plan(ascending, 0, seed).moves == level("uct-150").plan(descending, 0, seed).moves


def test_the_searched_position_is_not_changed() -> None:
    position = lots()
    level("uct-150").plan(position, 0, seed=3)
    assert (position.plies, position.sums, position.table, position.pile) == (0, [0, 0, 0], [1, 2, 4, 9], LOW_LOTS)


def test_a_plan_covers_the_turn_to_its_end() -> None:
    assert sorted(level("uct-150").turn(lots(table=[1, 8, 9, 1], turns=1), 0, seed=4)) == [8, 9]


def test_a_plan_stops_where_something_is_revealed() -> None:
    position = lots(pile=[7, 8, 9] * 4, table=[1, 2, 1, 2])
    assert level("uct-150").turn(position, 0, seed=5) == [DRAW]


def test_the_tree_is_kept_when_the_turn_goes_on() -> None:
    tree = search(lots())
    done = 0
    while done < 300:
        done += tree.run(300 - done, inf)
    best = tree.best()
    visits = next(child.visits for child in tree.root.children if child.move == best)
    assert tree.advance(best)
    assert tree.root.visits == visits > 100


def test_every_playout_is_counted_once_at_the_root() -> None:
    tree = search(lots())
    done = tree.run(50, inf)
    assert sum(child.visits for child in tree.root.children) == done


def test_a_run_that_has_no_time_left_still_returns() -> None:
    assert search(lots()).run(1_000_000, 0.0) == 1


def test_a_capped_search_says_so_and_chooses_all_the_same() -> None:
    chosen = level("uct-1500").choose(lots(), 0, seed=6, time_cap_s=0.0)
    assert chosen.capped
    assert chosen.playouts == 0
    assert chosen.move in list(lots().legal_moves())


def test_a_single_legal_move_needs_no_playout() -> None:
    chosen = level("uct-150").choose(lots(pile=[], table=[5, 5]), 0, seed=7)
    assert (chosen.move, chosen.playouts) == (5, 0)


class Stubborn(Knowledge):
    """Its only candidate is the smallest lot, and it says that seat 0 wins."""

    def candidate_moves(self, position: Position, legal: vec[i64]) -> vec[i64]:  # noqa: ARG002
        return vec[i64]([move for move in legal if move != DRAW][:1])

    def playout_move(self, position: Position, random: Random) -> i64:  # noqa: ARG002
        return position.legal_moves()[0]

    def evaluate(self, position: Position) -> vec[float]:  # noqa: ARG002
        return vec[float]([1.0, 0.0, 0.0])


def test_knowledge_narrows_the_moves_that_are_searched() -> None:
    narrow = Settings(
        exploration=0.7, limit_to_candidates=True, use_priors=False, informed_playouts=1.0, horizon=TO_THE_END
    )
    tree = search(lots(), narrow, Stubborn())
    assert list(tree.options()) == [1]
    tree.run(5, inf)
    assert [child.move for child in tree.root.children] == [1]


def test_beyond_the_horizon_knowledge_evaluates() -> None:
    short = Settings(exploration=0.7, limit_to_candidates=False, use_priors=False, informed_playouts=0.0, horizon=0)
    tree = search(lots(), short, Stubborn())
    tree.run(20, inf)
    assert [child.mean() for child in tree.root.children] == pytest.approx([1.0] * 5)
