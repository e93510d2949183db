"""docs/rules §3 Captain: loading; §11 Base on the wharf and the end of the phase."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove, Position
from tests.engine.puertorico.positions import (
    Player,
    events_of_kind,
    legal_texts,
    play,
    player_view,
    public_view,
    question_of,
    set_up,
)


def vp(position: Position) -> list[int | None]:
    return [seat.vp for seat in public_view(position).players]


def captain_a() -> Position:
    return set_up(
        Player(goods={"corn": 2, "sugar": 6}),
        Player(goods={"sugar": 2, "tobacco": 3}),
        Player(goods={"corn": 2, "tobacco": 1}),
        Player(goods={"corn": 1, "indigo": 5}),
        ships={6: ("corn", 3)},
    )


def captain_b() -> Position:
    return set_up(
        Player(goods={"corn": 6, "tobacco": 2, "sugar": 1}),
        Player(goods={"indigo": 1, "sugar": 2}),
        Player(goods={"coffee": 1, "corn": 3, "indigo": 2}),
        Player(goods={"corn": 1, "tobacco": 4}),
        ships={6: ("indigo", 2)},
    )


def test_example_6_captain_a() -> None:
    position = captain_a()
    play(position, "captain")
    assert "ship sugar 7" in legal_texts(position)
    assert "ship sugar 5" not in legal_texts(position), "the captain must load the ship that takes most"
    play(position, "ship sugar 7")
    assert legal_texts(position) == ["ship sugar 7", "ship tobacco 5"]
    play(position, "ship sugar 7", "ship tobacco 5")
    assert legal_texts(position) == ["ship corn 6"], "David must load their corn: no ship is left for the indigo"
    play(position, "ship corn 6")
    assert vp(position) == [7, 1, 1, 1]
    assert legal_texts(position) == ["ship corn 6"]
    play(position, "ship corn 6")
    assert legal_texts(position) == ["ship tobacco 5"], "Bob has a sugar too, but the sugar ship is full"
    events = play(position, "ship tobacco 5")
    assert vp(position) == [9, 4, 1, 1]
    assert [entry["ship"] for entry in events_of_kind(events, "ship_emptied")] == [6, 7]
    assert [(ship.good, ship.barrels) for ship in public_view(position).ships] == [("tobacco", 4), (None, 0), (None, 0)]
    kept = {entry["seat"]: (entry["single"], entry["discarded"]) for entry in events_of_kind(events, "stores")}
    assert kept == {1: ("sugar", {}), 2: ("corn", {"corn": 1}), 3: ("indigo", {"indigo": 4})}


def test_examples_7_and_23_captain_b() -> None:
    position = captain_b()
    play(position, "captain")
    assert [text for text in legal_texts(position) if "corn" in text] == ["ship corn 7"]
    play(position, "ship corn 7", "ship sugar 5")
    assert legal_texts(position) == ["ship corn 7", "ship indigo 6"]
    play(position, "ship corn 7")
    assert question_of(position) == ("captain", 0), "the fourth cannot load: the corn ship is full, no ship is empty"
    assert legal_texts(position) == ["ship sugar 5"]
    play(position, "ship sugar 5", "ship indigo 6")
    events = play(position, "ship indigo 6")
    assert vp(position) == [8, 3, 3, 0]
    assert [(entry["seat"], entry["single"], entry["discarded"]) for entry in events_of_kind(events, "stores")] == [
        (0, "tobacco", {"tobacco": 1})
    ]
    assert question_of(position) == ("storing", 2)
    assert legal_texts(position) == ["keep corn", "keep coffee"]
    play(position, "keep coffee")
    assert question_of(position) == ("storing", 3)
    assert legal_texts(position) == ["keep corn", "keep tobacco"]
    events = play(position, "keep tobacco")
    assert events_of_kind(events, "stores") == [
        {"seat": 3, "whole": {}, "single": "tobacco", "discarded": {"corn": 1, "tobacco": 3}}
    ]
    assert [(ship.good, ship.barrels) for ship in public_view(position).ships] == [
        ("sugar", 3),
        ("indigo", 5),
        (None, 0),
    ]


def test_example_8_harbor_and_wharf() -> None:
    owner = Player(goods={"tobacco": 5, "sugar": 2}, city={"harbor": 1, "wharf": 1})
    position = set_up(Player(), Player(), Player(), owner, ships={6: ("tobacco", 3), 5: ("sugar", 3)})
    events = play(position, "captain", "ship tobacco 6", "ship sugar 5", "ship tobacco wharf")
    loadings = [entry["vp"] for entry in events_of_kind(events, "ships")] + [
        entry["vp"] for entry in events_of_kind(events, "wharf")
    ]
    assert loadings == [3 + 1, 2 + 1, 2 + 1]


def test_example_9_harbor_and_wharf_with_one_space_left() -> None:
    owner = Player(goods={"corn": 2, "tobacco": 4}, city={"harbor": 1, "wharf": 1})
    position = set_up(Player(), Player(), Player(), owner, ships={6: ("tobacco", 5), 5: ("corn", 2)})
    play(position, "captain", "ship tobacco 6", "ship corn 5", "ship tobacco wharf")
    assert vp(position) == [0, 0, 0, 9]


def test_example_18_the_captain_must_load_the_ship_that_takes_most() -> None:
    position = set_up(Player(goods={"tobacco": 6}), Player(), Player(), Player(), ships={6: ("corn", 1)})
    play(position, "captain")
    assert legal_texts(position) == ["ship tobacco 7"]
    with pytest.raises(IllegalMove):
        play(position, "ship tobacco 5")


def test_example_19_the_wharf_may_take_all_before_the_ship_is_filled() -> None:
    owner = Player(goods={"tobacco": 5, "sugar": 2}, city={"harbor": 1, "wharf": 1})
    position = set_up(Player(), Player(), Player(), owner, ships={6: ("tobacco", 3), 5: ("sugar", 3)})
    events = play(position, "captain", "ship tobacco wharf")
    assert events_of_kind(events, "wharf") == [{"seat": 3, "good": "tobacco", "barrels": 5, "vp": 6}]
    play(position, "ship sugar 5")
    assert [(ship.good, ship.barrels) for ship in public_view(position).ships][1] == ("tobacco", 3)


def test_empty_ships_that_take_equally_many_are_a_free_choice() -> None:
    position = set_up(Player(goods={"corn": 4}), Player(), Player())
    play(position, "captain")
    assert legal_texts(position) == ["ship corn 4", "ship corn 5", "ship corn 6"]


def test_a_kind_lies_on_one_ship_only() -> None:
    position = set_up(Player(goods={"corn": 4, "indigo": 1}), Player(), Player(), ships={4: ("corn", 3)})
    play(position, "captain")
    assert [text for text in legal_texts(position) if "corn" in text] == ["ship corn 4"]


def test_a_full_ship_bars_its_kind() -> None:
    first = Player(goods={"corn": 1})
    second = Player(goods={"corn": 2})
    position = set_up(first, second, Player(), ships={4: ("corn", 3)})
    events = play(position, "captain", "ship corn 4")
    assert events_of_kind(events, "stores") == [{"seat": 1, "whole": {}, "single": "corn", "discarded": {"corn": 1}}]


def test_who_can_load_must_load() -> None:
    position = set_up(Player(goods={"corn": 1}), Player(), Player())
    play(position, "captain")
    assert "pass" not in legal_texts(position)


def test_the_captain_gets_his_point_for_his_first_loading_only_even_in_a_later_circuit() -> None:
    captain = Player(goods={"corn": 3, "indigo": 1}, city={"wharf": 1})
    other = Player(goods={"sugar": 1})
    full = {4: ("tobacco", 1), 5: ("coffee", 1), 6: ("sugar", 1)}
    position = set_up(captain, other, Player(), ships=full)
    play(position, "captain")
    assert legal_texts(position) == ["pass", "ship corn wharf", "ship indigo wharf"]
    play(position, "pass", "ship sugar 6", "ship corn wharf")
    assert vp(position) == [4, 1, 0]


def test_who_could_only_use_the_wharf_may_pass_and_use_it_later() -> None:
    owner = Player(goods={"corn": 3}, city={"wharf": 1})
    other = Player(goods={"sugar": 2, "tobacco": 1})
    ships = {4: ("tobacco", 1), 5: ("coffee", 1), 6: ("sugar", 1)}
    position = set_up(owner, other, Player(), ships=ships)
    play(position, "captain", "pass", "ship sugar 6", "pass", "ship tobacco 4", "ship corn wharf")
    assert vp(position) == [4, 3, 0]


def test_the_phase_ends_when_all_have_passed_since_the_last_loading() -> None:
    owner = Player(goods={"corn": 3}, city={"wharf": 1})
    ships = {4: ("tobacco", 1), 5: ("coffee", 1), 6: ("sugar", 1)}
    position = set_up(owner, Player(), Player(), ships=ships)
    events = play(position, "captain", "pass")
    assert events_of_kind(events, "stores") == [{"seat": 0, "whole": {}, "single": "corn", "discarded": {"corn": 2}}]
    assert question_of(position) == ("role", 1)


def test_who_can_load_a_ship_may_use_the_wharf_instead_but_not_pass() -> None:
    position = set_up(Player(goods={"corn": 3}, city={"wharf": 1}), Player(), Player(), ships={4: ("corn", 1)})
    play(position, "captain")
    assert legal_texts(position) == ["ship corn 4", "ship corn wharf"]


def test_the_wharf_sails_once_a_phase() -> None:
    owner = Player(goods={"corn": 3, "indigo": 2}, city={"wharf": 1})
    ships = {4: ("tobacco", 1), 5: ("coffee", 1), 6: ("sugar", 1)}
    position = set_up(owner, Player(), Player(), ships=ships)
    play(position, "captain", "ship corn wharf")
    goods = player_view(position, 0).goods
    assert (goods["corn"], goods["indigo"]) == (0, 1), "the indigo could not be shipped and is stored"


def test_the_wharf_returns_its_barrels_to_the_supply_and_takes_any_kind() -> None:
    position = set_up(Player(goods={"corn": 7}, city={"wharf": 1}), Player(), Player(), ships={4: ("corn", 1)})
    supply = public_view(position).goods_supply["corn"]
    play(position, "captain", "ship corn wharf")
    assert public_view(position).goods_supply["corn"] == supply + 7


def test_an_unoccupied_harbor_and_wharf_do_nothing() -> None:
    owner = Player(goods={"corn": 3}, city={"wharf": 0, "harbor": 0})
    position = set_up(Player(), owner, Player())
    events = play(position, "captain", "ship corn 5")
    assert events_of_kind(events, "ships") == [{"seat": 1, "good": "corn", "barrels": 3, "ship": 5, "vp": 3}]


def test_an_exhausted_pool_ends_the_game_with_this_round_and_points_go_on_beyond_it() -> None:
    position = set_up(Player(goods={"corn": 3}), Player(), Player(), vp_pool=1)
    events = play(position, "captain", "ship corn 5")
    assert events_of_kind(events, "end_triggered") == [{"seat": 0, "condition": "victory points"}]
    assert public_view(position).vp_pool == 0
    assert player_view(position, 0).vp == 4, "one chip and three beyond the pool"
    assert not public_view(position).over
    play(position, "craftsman", "trader")
    assert public_view(position).over


def test_the_last_chip_ends_the_game_even_if_nothing_goes_beyond_the_pool() -> None:
    position = set_up(Player(goods={"corn": 3}), Player(), Player(), vp_pool=4)
    events = play(position, "captain", "ship corn 5")
    assert events_of_kind(events, "end_triggered") == [{"seat": 0, "condition": "victory points"}]
    assert public_view(position).vp_pool == 0


def test_ships_that_are_not_full_keep_their_barrels() -> None:
    position = set_up(Player(goods={"corn": 3}), Player(), Player())
    play(position, "captain", "ship corn 5")
    assert [(ship.good, ship.barrels) for ship in public_view(position).ships] == [(None, 0), ("corn", 3), (None, 0)]


def test_a_captain_who_loads_nothing_has_no_privilege() -> None:
    position = set_up(Player(), Player(goods={"corn": 2}), Player())
    play(position, "captain", "ship corn 4")
    assert vp(position) == [0, 2, 0]


def test_the_captains_point_comes_once_however_many_kinds_he_loads() -> None:
    position = set_up(Player(goods={"corn": 2, "indigo": 1, "sugar": 1}), Player(), Player())
    play(position, "captain", "ship corn 4", "ship indigo 5", "ship sugar 6")
    assert vp(position) == [4 + 1, 0, 0]


def test_the_captains_point_may_come_with_the_wharf() -> None:
    position = set_up(Player(goods={"corn": 3}, city={"wharf": 1}), Player(), Player())
    play(position, "captain", "ship corn wharf")
    assert vp(position) == [3 + 1, 0, 0]


def test_privilege_and_harbor_add_up() -> None:
    position = set_up(Player(goods={"corn": 2, "indigo": 1}, city={"harbor": 1}), Player(), Player())
    play(position, "captain", "ship corn 4", "ship indigo 5")
    assert vp(position) == [(2 + 1 + 1) + (1 + 1), 0, 0]


def test_every_kind_counts_one_point_a_barrel() -> None:
    position = set_up(Player(), Player(goods={"coffee": 2}), Player(goods={"corn": 2}))
    play(position, "captain", "ship coffee 5", "ship corn 4")
    assert vp(position) == [0, 2, 2]


def test_loading_goes_around_and_around_from_the_captain() -> None:
    goods = {"corn": 1, "indigo": 1}
    position = set_up(Player(goods=goods), Player(goods=goods), Player(), governor=1)
    loaders = []
    play(position, "captain")
    while question_of(position)[0] == "captain":
        loaders.append(question_of(position)[1])
        play(position, legal_texts(position)[0])
    assert loaders == [1, 0, 1, 0]


def test_a_kind_that_could_bring_more_need_not_be_chosen() -> None:
    position = set_up(Player(goods={"corn": 6, "coffee": 1}), Player(), Player())
    play(position, "captain")
    assert legal_texts(position) == ["ship corn 6", "ship coffee 4", "ship coffee 5", "ship coffee 6"]


def test_as_many_as_fit_go_aboard_and_the_rest_finds_no_other_ship() -> None:
    position = set_up(Player(goods={"corn": 5}), Player(), Player(), ships={4: ("corn", 2)})
    events = play(position, "captain", "ship corn 4")
    assert events_of_kind(events, "ships") == [{"seat": 0, "good": "corn", "barrels": 2, "ship": 4, "vp": 3}]
    assert events_of_kind(events, "stores") == [{"seat": 0, "whole": {}, "single": "corn", "discarded": {"corn": 2}}]


def test_more_barrels_than_any_empty_ship_holds_go_on_the_largest() -> None:
    position = set_up(Player(goods={"corn": 8}), Player(), Player())
    play(position, "captain")
    assert legal_texts(position) == ["ship corn 6"]


def test_a_warehouse_does_not_save_from_loading() -> None:
    owner = Player(goods={"corn": 3}, city={"small warehouse": 1, "large warehouse": 1})
    position = set_up(owner, Player(), Player(), ships={4: ("corn", 1)})
    play(position, "captain")
    assert legal_texts(position) == ["ship corn 4"]


def test_with_two_players_the_third_kind_finds_no_ship() -> None:
    first = Player(goods={"corn": 1, "indigo": 1, "sugar": 2})
    position = set_up(first, Player(goods={"coffee": 1}))
    play(position, "captain", "ship corn 4")
    assert legal_texts(position) == ["ship coffee 6"]
    play(position, "ship coffee 6")
    assert question_of(position) == ("storing", 0)


def test_barrels_left_aboard_bind_the_next_captain_phase() -> None:
    grower = Player(goods={"corn": 1}, island={"corn": (4, 4)})
    position = set_up(grower, Player(), Player())
    play(position, "captain", "ship corn 6", "craftsman", "mayor", "pass", "captain")
    assert (public_view(position).round, question_of(position)) == (2, ("captain", 0))
    assert legal_texts(position) == ["ship corn 6"]


def test_two_wharfs_may_take_the_same_kind_and_one_that_a_ship_carries() -> None:
    owner = Player(goods={"corn": 3}, city={"wharf": 1})
    position = set_up(owner, owner, Player(), ships={4: ("corn", 3)})
    play(position, "captain", "ship corn wharf", "ship corn wharf")
    assert vp(position) == [4, 3, 0]


def test_the_wharf_takes_any_kind_not_only_the_most_numerous() -> None:
    position = set_up(Player(goods={"corn": 5, "coffee": 1}, city={"wharf": 1}), Player(), Player())
    play(position, "captain", "ship coffee wharf")
    assert vp(position) == [2, 0, 0]


def test_the_wharf_holds_all_eleven_barrels_of_a_kind() -> None:
    position = set_up(Player(goods={"indigo": 11}, city={"wharf": 1}), Player(), Player())
    play(position, "captain", "ship indigo wharf")
    assert vp(position) == [12, 0, 0]


def test_the_wharf_may_stay_unused() -> None:
    owner = Player(goods={"corn": 2}, city={"wharf": 1})
    position = set_up(owner, Player(goods={"indigo": 1}), Player(), ships={4: ("tobacco", 1), 5: ("coffee", 1)})
    play(position, "captain", "ship corn 6")
    assert vp(position) == [3, 0, 0]
    assert question_of(position)[0] == "role"


def test_points_of_those_who_load_after_the_pool_is_exhausted_count_too() -> None:
    position = set_up(Player(goods={"corn": 3}), Player(goods={"indigo": 2}), Player(), vp_pool=2)
    play(position, "captain", "ship corn 4", "ship indigo 5")
    assert vp(position)[:2] == [4, 2]
    assert public_view(position).vp_pool == 0


def test_one_chip_left_in_the_pool_does_not_end_the_game() -> None:
    position = set_up(Player(goods={"corn": 3}), Player(), Player(), vp_pool=5)
    play(position, "captain", "ship corn 4")
    assert (public_view(position).vp_pool, public_view(position).end_triggers) == (1, ())
