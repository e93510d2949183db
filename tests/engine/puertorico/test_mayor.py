"""docs/rules §3 Mayor."""

from __future__ import annotations

import pytest

from games.engine.contract import RulesError
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


def test_example_3_the_ship_is_shared_out_from_the_mayor_on() -> None:
    position = set_up(Player(), Player(), Player(), Player(), colonist_ship=6)
    events = play(position, "mayor", "take colonist")
    assert events_of_kind(events, "colonists_arrive") == [{"seat": -1, "counts": [2, 2, 1, 1]}]
    assert [player_view(position, seat).colonists for seat in range(4)] == [3, 2, 1, 1]


def test_the_mayor_may_decline_his_colonist() -> None:
    position = set_up(Player(), Player(), Player(), colonist_ship=3)
    play(position, "mayor", "pass")
    assert [player_view(position, seat).colonists for seat in range(3)] == [1, 1, 1]


def test_with_an_empty_supply_there_is_no_privilege() -> None:
    position = set_up(Player(), Player(), Player(), colonist_ship=3, colonist_supply=0)
    events = play(position, "mayor")
    assert events_of_kind(events, "colonists_arrive") == [{"seat": -1, "counts": [1, 1, 1]}]


def test_with_an_empty_ship_everybody_still_rearranges() -> None:
    mover = Player(island={"corn": (1, 1), "indigo": (1, 0)})
    position = set_up(mover, Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass")
    assert question_of(position) == ("colonists", 0)
    play(position, "place indigo 1")
    assert {tiles.kind: tiles.occupied for tiles in player_view(position, 0).island} == {"corn": 0, "indigo": 1}


def test_all_own_colonists_may_move() -> None:
    mover = Player(island={"corn": (1, 1), "indigo": (2, 0), "quarry": (1, 1)}, city={"indigo plant": 1})
    position = set_up(mover, Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass", "place indigo 1, indigo plant 2")
    assert {tiles.kind: tiles.occupied for tiles in player_view(position, 0).island} == {
        "corn": 0,
        "indigo": 1,
        "quarry": 0,
    }


@pytest.mark.parametrize("line", ["place corn 1", "place corn 1, indigo 2", "place quarry 2", "place tobacco 2"])
def test_a_placement_fills_circles_with_all_colonists_and_no_more_than_fit(line: str) -> None:
    mover = Player(island={"corn": (1, 1), "indigo": (2, 1), "quarry": (1, 0)})
    position = set_up(mover, Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass")
    before = PUERTO_RICO.digest(position)
    with pytest.raises(RulesError):
        play(position, line)
    assert PUERTO_RICO.digest(position) == before


def test_who_can_fill_all_circles_is_not_asked_and_the_rest_stays_in_san_juan() -> None:
    position = set_up(Player(island={"corn": (2, 0)}), Player(), Player(), colonist_ship=9)
    events = play(position, "mayor", "take colonist")
    assert events_of_kind(events, "places")[0] == {"seat": 0, "places": {"corn": 2}, "san_juan": 2}
    assert question_of(position)[0] == "role"


def test_a_kind_of_place_without_a_choice_takes_no_ply() -> None:
    mover = Player(island={"corn": (3, 2), "indigo": (1, 0), "sugar": (1, 0)})
    position = set_up(mover, Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass")
    assert [text.split(",")[0] for text in legal_texts(position)] == ["place corn 0", "place corn 1", "place corn 2"]
    after = position.copy()
    after.play(position.legal_moves()[2])
    assert after.to_move() != 0 or question_of(after)[0] == "role"


def test_all_seats_can_place_ahead_of_their_turn() -> None:
    choosing = Player(island={"corn": (1, 0), "indigo": (1, 0)})
    position = set_up(choosing, choosing, choosing, colonist_ship=3)
    play(position, "mayor", "pass")
    ahead = position.ahead(2)
    assert ahead is not None
    assert question_of(ahead) == ("colonists", 2)
    ahead.listener = []
    play(ahead, "place indigo 1")
    assert position.ahead(0) is None, "the seat to move has nothing to decide ahead"
    play(position, "place corn 1", "place corn 1")
    assert question_of(position) == ("colonists", 2)
    play(position, "place indigo 1")
    assert player_view(position, 2).island == player_view(ahead, 2).island


def test_nobody_places_ahead_before_the_colonists_have_arrived() -> None:
    choosing = Player(island={"corn": (1, 0), "indigo": (1, 0)})
    position = set_up(choosing, choosing, choosing, colonist_ship=3)
    play(position, "mayor")
    assert question_of(position) == ("mayor", 0)
    assert all(position.ahead(seat) is None for seat in range(3))


def test_the_ship_is_refilled_for_empty_circles_on_buildings_not_on_the_island() -> None:
    builder = Player(island={"corn": (3, 0)}, city={"indigo plant": 0, "coffee roaster": 0})
    position = set_up(builder, Player(), Player(), colonist_ship=0)
    events = play(position, "mayor", "pass")
    assert events_of_kind(events, "colonist_ship") == [{"seat": -1, "colonists": 5, "required": 5}]


def test_the_ship_gets_at_least_one_colonist_per_player() -> None:
    position = set_up(Player(), Player(), Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass")
    assert public_view(position).colonist_ship == 4


def test_a_supply_that_gives_exactly_enough_does_not_end_the_game() -> None:
    position = set_up(Player(), Player(), Player(), colonist_ship=0, colonist_supply=3)
    play(position, "mayor", "pass")
    assert public_view(position).colonist_ship == 3
    assert public_view(position).end_triggers == ()


def test_a_supply_too_small_for_the_ship_ends_the_game_with_this_round() -> None:
    position = set_up(Player(), Player(), Player(), colonist_ship=0, colonist_supply=2)
    events = play(position, "mayor", "pass")
    assert events_of_kind(events, "end_triggered") == [{"seat": -1, "condition": "colonists"}]
    assert public_view(position).colonist_ship == 2
    assert not public_view(position).over
    play(position, "craftsman", "trader")
    assert public_view(position).over


def test_place_auto_is_a_whole_legal_placement() -> None:
    mover = Player(island={"corn": (1, 1), "sugar": (2, 2), "quarry": (1, 0)}, city={"sugar mill": 0, "hospice": 0})
    position = set_up(mover, Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass", "place auto")
    assert question_of(position)[0] == "role"
    assert player_view(position, 0).colonists == 3
    assert player_view(position, 0).can_produce["sugar"] == 1, "a plantation and its mill belong together"


def test_the_mayors_own_colonist_comes_from_the_supply_not_from_the_ship() -> None:
    position = set_up(Player(), Player(), Player(), colonist_ship=4)
    supply = public_view(position).colonist_supply
    play(position, "mayor", "take colonist")
    assert [player_view(position, seat).colonists for seat in range(3)] == [3, 1, 1]
    assert public_view(position).colonist_supply == supply - 1 - 3, "one for the mayor, three for the ship"


def test_colonists_in_san_juan_go_to_work_in_the_next_mayor_phase() -> None:
    position = set_up(Player(san_juan=2, island={"corn": (1, 0), "sugar": (2, 0)}), Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass", "place corn 1, sugar 1")
    assert (player_view(position, 0).san_juan, player_view(position, 0).colonists) == (0, 2)


def test_colonists_move_freely_between_island_and_city() -> None:
    mover = Player(island={"corn": (2, 2)}, city={"coffee roaster": 0, "hospice": 1})
    position = set_up(mover, Player(), Player(), colonist_ship=0)
    play(position, "mayor", "pass", "place corn 1, coffee roaster 2")
    assert {tiles.kind: tiles.occupied for tiles in player_view(position, 0).island} == {"corn": 1}
    assert {owned.building: owned.colonists for owned in player_view(position, 0).city} == {
        "coffee roaster": 2,
        "hospice": 0,
    }


def test_the_ship_is_refilled_for_the_buildings_of_all_players() -> None:
    owners = [
        Player(city={"indigo plant": 1}),
        Player(city={"tobacco storage": 0, "city hall": 0}),
        Player(city={"harbor": 1}),
    ]
    position = set_up(*owners, colonist_ship=0)
    events = play(position, "mayor", "pass")
    assert events_of_kind(events, "colonist_ship") == [{"seat": -1, "colonists": 2 + 4, "required": 2 + 4}]


@pytest.mark.parametrize(("line", "colonists"), [("place corn 1, hospice 1", 4), ("place hospice 1, wharf 1", 3)])
def test_the_ship_is_refilled_for_what_is_empty_after_everybody_has_placed(line: str, colonists: int) -> None:
    mover = Player(island={"corn": (1, 0)}, city={"hospice": 1, "wharf": 1})
    position = set_up(mover, Player(city={"indigo plant": 0}), Player(), colonist_ship=0)
    play(position, "mayor", "pass", line)
    assert public_view(position).colonist_ship == colonists, (
        "the three circles of the plant, and the wharf if it is empty"
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_least_that_the_ship_brings_is_the_number_of_players(seats: int) -> None:
    position = set_up(*[Player()] * seats, colonist_ship=0)
    play(position, "mayor", "pass")
    assert public_view(position).colonist_ship == seats


def test_an_empty_supply_leaves_the_ship_empty_and_ends_the_game_with_this_round() -> None:
    position = set_up(Player(), Player(), Player(), colonist_ship=3, colonist_supply=0)
    play(position, "mayor")
    assert (public_view(position).colonist_ship, public_view(position).end_triggers) == (0, ("colonists",))


def test_the_privilege_may_take_the_colonist_that_the_ship_then_lacks() -> None:
    position = set_up(Player(), Player(), Player(), colonist_ship=0, colonist_supply=3)
    play(position, "mayor", "take colonist")
    assert (public_view(position).colonist_ship, public_view(position).end_triggers) == (2, ("colonists",))
