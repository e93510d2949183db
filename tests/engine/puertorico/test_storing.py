"""docs/rules §3 Captain: storing; the warehouses of §5; the rulings of §11 Base."""

from __future__ import annotations

import pytest

from games.engine.contract import Position, RulesError
from tests.engine.puertorico.positions import (
    PUERTO_RICO,
    Player,
    events_of_kind,
    legal_texts,
    play,
    player_view,
    public_view,
    question_of,
    set_up,
)

# All ships carry what nobody else can load, so that a captain phase goes straight to storing.
BARRED = {4: ("tobacco", 1), 5: ("coffee", 1), 6: ("sugar", 1)}


def store(owner: Player, *lines: str) -> dict[str, int]:
    """What is left to the owner after a captain phase in which nobody can load."""
    position = set_up(owner, Player(), Player(), ships=BARRED)
    play(position, "captain", *lines)
    return {good: barrels for good, barrels in player_view(position, 0).goods.items() if barrels}


def storing(owner: Player) -> Position:
    """The first seat alone is asked what it stores."""
    return set_up(
        owner,
        Player(),
        Player(),
        role="captain",
        stage="storing",
        taken={"captain": 0},
        stage_state={"stored": [1, 2], "warehoused": []},
    )


def two_kinds(**city: int) -> Player:
    """A player with two kinds that none of those ships takes."""
    return Player(goods={"corn": 3, "indigo": 4}, city={name.replace("_", " "): men for name, men in city.items()})


def test_one_barrel_is_kept_without_a_warehouse() -> None:
    assert store(Player(goods={"corn": 5})) == {"corn": 1}


def test_which_barrel_is_the_players_choice() -> None:
    assert store(two_kinds(), "keep indigo") == {"indigo": 1}
    assert store(two_kinds(), "keep corn") == {"corn": 1}


def test_a_small_warehouse_keeps_one_kind_whole_and_one_barrel_more() -> None:
    assert store(two_kinds(small_warehouse=1), "store indigo, keep corn") == {"indigo": 4, "corn": 1}


def test_an_unoccupied_warehouse_keeps_nothing() -> None:
    assert store(two_kinds(large_warehouse=0), "keep corn") == {"corn": 1}


def test_a_large_warehouse_keeps_two_kinds_whole_without_asking() -> None:
    assert store(two_kinds(large_warehouse=1)) == {"corn": 3, "indigo": 4}


def test_example_11_both_warehouses_keep_three_kinds_whole_and_one_barrel_of_a_fourth() -> None:
    goods = {"corn": 2, "indigo": 3, "sugar": 4, "tobacco": 5}
    position = storing(Player(goods=goods, city={"small warehouse": 1, "large warehouse": 1}))
    events = play(position, "store corn, sugar, tobacco, keep indigo")
    assert events_of_kind(events, "stores") == [
        {"seat": 0, "whole": {"corn": 2, "sugar": 4, "tobacco": 5}, "single": "indigo", "discarded": {"indigo": 2}}
    ]


def test_who_can_keep_everything_is_not_asked() -> None:
    owner = Player(goods={"corn": 3, "indigo": 1}, city={"small warehouse": 1})
    assert store(owner) == {"corn": 3, "indigo": 1}


@pytest.mark.parametrize("line", ["store corn", "store corn, indigo", "store corn, indigo, keep indigo"])
def test_keeping_less_or_more_than_the_storage_allows_is_refused(line: str) -> None:
    position = storing(Player(goods={"corn": 3, "indigo": 4, "coffee": 2}, city={"small warehouse": 1}))
    before = player_view(position, 0)
    with pytest.raises(RulesError):
        play(position, line)
    assert player_view(position, 0) == before


def test_all_seats_can_store_ahead_of_their_turn() -> None:
    position = set_up(two_kinds(), two_kinds(), Player(), ships=BARRED)
    play(position, "captain")
    assert question_of(position) == ("storing", 0)
    ahead = position.ahead(1)
    assert ahead is not None
    ahead.listener = []
    assert question_of(ahead) == ("storing", 1)
    assert legal_texts(ahead) == ["keep corn", "keep indigo"]
    play(ahead, "keep indigo")
    play(position, "keep corn", "keep indigo")
    assert player_view(position, 1).goods == player_view(ahead, 1).goods


def test_discarded_barrels_go_back_to_the_supply() -> None:
    position = set_up(Player(goods={"corn": 5}), Player(), Player(), ships=BARRED)
    supply = public_view(position).goods_supply["corn"]
    play(position, "captain")
    assert public_view(position).goods_supply["corn"] == supply + 4


def test_the_single_barrel_comes_besides_the_warehouse() -> None:
    position = storing(Player(goods={"corn": 3, "indigo": 4, "coffee": 2}, city={"large warehouse": 1}))
    play(position, "store indigo, coffee, keep corn")
    goods = player_view(position, 0).goods
    assert (goods["corn"], goods["indigo"], goods["coffee"]) == (1, 4, 2)


def test_every_way_to_store_is_offered() -> None:
    position = storing(Player(goods={"corn": 3, "indigo": 4, "coffee": 2}, city={"small warehouse": 1}))
    assert [offer.text for offer in PUERTO_RICO.question(position).offers] == [
        "store corn, keep indigo",
        "store corn, keep coffee",
        "store indigo, keep corn",
        "store indigo, keep coffee",
        "store coffee, keep corn",
        "store coffee, keep indigo",
    ]


def test_full_ships_are_emptied_after_everybody_has_stored() -> None:
    ships = {4: ("corn", 3), 5: ("coffee", 1), 6: ("sugar", 1)}
    position = set_up(Player(goods={"corn": 1}), two_kinds(), Player(), ships=ships)
    supply = public_view(position).goods_supply["corn"]
    play(position, "captain", "ship corn 4")
    assert question_of(position) == ("storing", 1)
    assert public_view(position).ships[0].barrels == 4
    play(position, "keep indigo")
    assert public_view(position).ships[0].barrels == 0
    assert public_view(position).goods_supply["corn"] == supply + 4 + 3


def test_seats_store_clockwise_from_the_captain() -> None:
    position = set_up(two_kinds(), two_kinds(), Player(), governor=1, ships=BARRED)
    play(position, "captain")
    assert question_of(position) == ("storing", 1)
    play(position, "keep corn")
    assert question_of(position) == ("storing", 0)
