"""docs/rules §7 small wharf: any barrels, half a victory point each; docs/rules §11 Other expansion I."""

from __future__ import annotations

from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    doubloons,
    events_of_kind,
    goods,
    legal_texts,
    play,
    question_of,
    vp,
    without_nobles,
)

FULL = {4: ("corn", 4), 5: ("indigo", 5), 6: ("coffee", 6)}
"""Full ships: nothing can be loaded on them."""


def of_second(owner: Player, ships: dict[int, tuple[str, int]] | None = None) -> PuertoRicoPosition:
    """The captain has nothing; the second seat is asked."""
    position = without_nobles(Player(), owner, Player(), ships=FULL if ships is None else ships)
    play(position, "captain")
    return position


def test_example_28_three_victory_points_for_six_barrels() -> None:
    position = of_second(Player(goods={"corn": 3, "tobacco": 2, "sugar": 1}, city={"small wharf": 1}))
    assert legal_texts(position) == ["pass", "ship small wharf"]
    play(position, "ship small wharf")
    assert question_of(position) == ("small wharf", 1)
    events = play(position, "cargo corn 3", "cargo sugar 1", "cargo tobacco 2")
    assert events_of_kind(events, "small_wharf") == [
        {"seat": 1, "goods": {"corn": 3, "sugar": 1, "tobacco": 2}, "vp": 3}
    ]
    assert (vp(position, 1), goods(position, 1)) == (3, {})


def test_example_49_a_part_of_a_kind_may_stay() -> None:
    position = of_second(Player(goods={"corn": 3, "tobacco": 3, "sugar": 1}, city={"small wharf": 1}))
    play(position, "ship small wharf", "cargo corn 3", "cargo sugar 1", "cargo tobacco 2")
    assert (vp(position, 1), goods(position, 1)) == (3, {"tobacco": 1})


def test_any_number_of_each_kind_but_at_least_one_barrel() -> None:
    position = of_second(Player(goods={"corn": 2, "sugar": 1}, city={"small wharf": 1}))
    play(position, "ship small wharf")
    assert legal_texts(position) == ["cargo corn 0", "cargo corn 1", "cargo corn 2"]
    play(position, "cargo corn 0")
    assert legal_texts(position) == ["cargo sugar 1"]
    position = of_second(Player(goods={"corn": 2, "sugar": 1}, city={"small wharf": 1}))
    play(position, "ship small wharf", "cargo corn 1")
    assert legal_texts(position) == ["cargo sugar 0", "cargo sugar 1"]


def test_an_odd_barrel_earns_nothing() -> None:
    position = of_second(Player(goods={"corn": 5}, city={"small wharf": 1}))
    play(position, "ship small wharf", "cargo corn 5")
    assert vp(position, 1) == 2


def test_one_barrel_earns_nothing_but_harbor_and_lighthouse_pay_for_the_loading() -> None:
    position = of_second(Player(goods={"corn": 1}, city={"small wharf": 1, "harbor": 1, "lighthouse": 1}))
    play(position, "ship small wharf", "cargo corn 1")
    assert (vp(position, 1), doubloons(position, 1)) == (1, 1)


def test_the_barrels_go_to_the_supply() -> None:
    position = of_second(Player(goods={"sugar": 4}, city={"small wharf": 1}))
    supply = position.goods_supply[2]
    play(position, "ship small wharf", "cargo sugar 3")
    assert position.goods_supply[2] == supply + 3


def test_it_sails_once_a_phase() -> None:
    position = of_second(Player(goods={"sugar": 4}, city={"small wharf": 1}))
    play(position, "ship small wharf", "cargo sugar 1")
    assert question_of(position) == ("role", 1), "of the three left one is kept"
    assert goods(position, 1) == {"sugar": 1}


def test_it_sails_again_in_the_next_phase() -> None:
    owner = Player(goods={"sugar": 2, "tobacco": 2}, city={"small wharf": 1, "small warehouse": 1})
    position = without_nobles(Player(), owner, Player(), ships=FULL)
    play(position, "captain", "ship small wharf", "cargo sugar 1", "cargo tobacco 0")
    assert goods(position, 1) == {"sugar": 1, "tobacco": 2}
    play(position, "trader", "pass", "craftsman", "captain")
    assert question_of(position) == ("captain", 1)
    assert "ship small wharf" in legal_texts(position)


def test_it_fulfils_the_duty_to_load() -> None:
    position = of_second(Player(goods={"corn": 2}, city={"small wharf": 1}), ships={})
    assert legal_texts(position) == ["ship corn 4", "ship corn 5", "ship corn 6", "ship small wharf"]
    play(position, "ship small wharf", "cargo corn 1")
    assert question_of(position) == ("captain", 1)
    assert legal_texts(position) == ["ship corn 4", "ship corn 5", "ship corn 6"], "what is left has to be loaded"


def test_who_could_only_use_it_may_pass_and_use_it_later() -> None:
    owner = Player(goods={"sugar": 2}, city={"small wharf": 1})
    other = Player(goods={"tobacco": 1, "corn": 1})
    ships = {4: ("tobacco", 1), 5: ("corn", 1), 6: ("coffee", 6)}
    position = without_nobles(owner, other, Player(), ships=ships)
    play(position, "captain", "pass", "ship tobacco 4", "pass", "ship corn 5", "ship small wharf", "cargo sugar 2")
    assert vp(position, 0) == 1 + 1, "the captain's first loading"


def test_the_phase_is_over_when_all_have_passed() -> None:
    position = of_second(Player(goods={"sugar": 2}, city={"small wharf": 1}))
    events = play(position, "pass")
    assert events_of_kind(events, "stores") == [{"seat": 1, "whole": {}, "single": "sugar", "discarded": {"sugar": 1}}]


def test_wharf_and_small_wharf_in_any_order() -> None:
    owner = Player(goods={"sugar": 2, "tobacco": 3}, city={"small wharf": 1, "wharf": 1})
    position = of_second(owner)
    assert legal_texts(position) == ["pass", "ship sugar wharf", "ship tobacco wharf", "ship small wharf"]
    play(position, "ship tobacco wharf", "ship small wharf", "cargo sugar 2")
    assert vp(position, 1) == 3 + 1
    position = of_second(owner)
    play(position, "ship small wharf", "cargo sugar 2", "cargo tobacco 2", "ship tobacco wharf")
    assert vp(position, 1) == 2 + 1


def test_the_captains_point_comes_with_it() -> None:
    position = without_nobles(Player(goods={"sugar": 2}, city={"small wharf": 1}), Player(), Player(), ships=FULL)
    play(position, "captain", "ship small wharf", "cargo sugar 2")
    assert vp(position, 0) == 1 + 1


def test_harbor_lighthouse_and_small_wharf() -> None:
    owner = Player(goods={"corn": 2, "sugar": 2, "tobacco": 3}, city={"small wharf": 1, "harbor": 1, "lighthouse": 1})
    position = of_second(owner, ships={4: ("corn", 2), 5: ("indigo", 5), 6: ("coffee", 6)})
    play(position, "ship corn 4", "ship small wharf", "cargo sugar 2", "cargo tobacco 3")
    assert (vp(position, 1), doubloons(position, 1)) == ((2 + 1) + (2 + 1), 2)


def test_an_unoccupied_small_wharf_does_not_sail() -> None:
    position = of_second(Player(goods={"sugar": 2}, city={"small wharf": 0}))
    assert question_of(position) == ("role", 1)


def test_with_two_players_too() -> None:
    owner = Player(goods={"sugar": 4}, city={"small wharf": 1})
    position = without_nobles(Player(), owner, ships={4: ("corn", 4), 6: ("coffee", 6)})
    play(position, "captain", "ship small wharf", "cargo sugar 4")
    assert vp(position, 1) == 2
