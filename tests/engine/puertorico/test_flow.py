"""docs/rules §1 (set-up), §2 (the round), §4 (the end), §9 (options)."""

from __future__ import annotations

import pytest

from games.engine.contract import NOBODY, Position
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

SECRET = bytes(range(32))

THREE_TAKEN = {"settler": 0, "mayor": 1, "builder": 0}


def new(seats: int, **options: str) -> Position:
    position = PUERTO_RICO.new(seats, {"open_vp": "on", **options}, SECRET)
    position.listener = []
    return position


@pytest.mark.parametrize(
    ("seats", "doubloons", "vp", "supply", "ships", "cards", "face_up", "quarries"),
    [
        (2, 3, 65, 40, [4, 6], 7, 3, 5),
        (3, 2, 75, 55, [4, 5, 6], 6, 4, 8),
        (4, 3, 100, 75, [5, 6, 7], 7, 5, 8),
        (5, 4, 126, 95, [6, 7, 8], 8, 6, 8),
    ],
)
def test_the_set_up_goes_by_the_number_of_players(
    seats: int, doubloons: int, vp: int, supply: int, ships: list[int], cards: int, face_up: int, quarries: int
) -> None:
    view = public_view(new(seats))
    assert [seat.doubloons for seat in view.players] == [doubloons] * seats
    assert (view.vp_pool, view.colonist_supply, view.colonist_ship) == (vp, supply, seats)
    assert [ship.size for ship in view.ships] == ships
    assert (len(view.role_cards), len(view.face_up), view.quarries) == (cards, face_up, quarries)


@pytest.mark.parametrize(
    ("seats", "plantations"),
    [
        (2, ["indigo", "corn"]),
        (3, ["indigo", "indigo", "corn"]),
        (4, ["indigo", "indigo", "corn", "corn"]),
        (5, ["indigo", "indigo", "indigo", "corn", "corn"]),
    ],
)
def test_starting_plantations_go_round_from_the_governor(seats: int, plantations: list[str]) -> None:
    for governor in range(seats):
        view = public_view(new(seats, first_governor=str(governor)))
        assert view.governor == governor
        dealt = [view.players[(governor + turn) % seats].island[0].kind for turn in range(seats)]
        assert dealt == plantations


@pytest.mark.parametrize(
    ("seats", "tiles", "goods"),
    [
        (2, {"coffee": 5, "tobacco": 6, "corn": 7, "sugar": 8, "indigo": 9}, [8, 9, 9, 7, 7]),
        (3, {"coffee": 8, "tobacco": 9, "corn": 10, "sugar": 11, "indigo": 12}, [10, 11, 11, 9, 9]),
        (5, {"coffee": 8, "tobacco": 9, "corn": 10, "sugar": 11, "indigo": 12}, [10, 11, 11, 9, 9]),
    ],
)
def test_tiles_and_goods_go_by_the_number_of_players(seats: int, tiles: dict[str, int], goods: list[int]) -> None:
    view = public_view(new(seats))
    lying = [seat.island[0].kind for seat in view.players] + list(view.face_up)
    assert {kind: view.stock.face_down_by_kind[kind] + lying.count(kind) for kind in tiles} == tiles
    assert list(view.goods_supply.values()) == goods


@pytest.mark.parametrize(("edition", "pool"), [("first", 122), ("2014", 126)])
def test_the_editions_differ_in_the_pool_for_five(edition: str, pool: int) -> None:
    assert public_view(new(5, edition=edition)).vp_pool == pool


@pytest.mark.parametrize(("seats", "small", "large", "violet"), [(2, 2, 2, 1), (3, 4, 3, 2), (5, 4, 3, 2)])
def test_buildings_go_by_the_number_of_players(seats: int, small: int, large: int, violet: int) -> None:
    left = {building.building: building.count for building in public_view(new(seats)).buildings}
    assert (left["small indigo plant"], left["small sugar mill"]) == (small, small)
    assert {left[name] for name in ("indigo plant", "sugar mill", "tobacco storage", "coffee roaster")} == {large}
    assert (left["hacienda"], left["wharf"], left["city hall"]) == (violet, violet, 1)


def test_the_governor_is_drawn_unless_given() -> None:
    drawn = {public_view(PUERTO_RICO.new(4, {}, bytes([number]) * 32)).governor for number in range(40)}
    assert drawn == {0, 1, 2, 3}


def test_example_15_a_prospector_card_with_two_doubloons_gives_three() -> None:
    position = set_up(Player(), Player(), Player(), Player(), card_doubloons={"prospector": 2})
    events = play(position, "prospector")
    assert player_view(position, 0).doubloons == 3
    assert events_of_kind(events, "picks") == [{"seat": 0, "role": "prospector", "doubloons": 2}]


def test_two_prospectors_with_equal_money_are_one_choice() -> None:
    position = set_up(Player(), Player(), Player(), Player(), Player())
    assert "prospector" in legal_texts(position)
    assert "prospector 2" not in legal_texts(position)
    play(position, "prospector")
    assert "prospector 2" in legal_texts(position)
    play(position, "prospector")
    assert (player_view(position, 0).doubloons, player_view(position, 1).doubloons) == (1, 1)


def test_two_prospectors_with_different_money_are_two_choices() -> None:
    position = set_up(Player(), Player(), Player(), Player(), Player(), card_doubloons={"prospector 2": 1})
    assert {"prospector", "prospector 2"} <= set(legal_texts(position))
    play(position, "prospector 2")
    assert player_view(position, 0).doubloons == 2


def test_the_picker_takes_the_doubloons_on_the_card_first() -> None:
    position = set_up(Player(), Player(), Player(), card_doubloons={"trader": 3})
    play(position, "trader")
    assert player_view(position, 0).doubloons == 3
    assert {card.role: card.doubloons for card in public_view(position).role_cards}["trader"] == 0


def test_a_picked_role_is_gone_for_the_round() -> None:
    position = set_up(Player(), Player(), Player())
    play(position, "trader")
    assert "trader" not in legal_texts(position)
    assert question_of(position) == ("role", 1)


def test_at_the_end_of_the_round_the_other_cards_get_a_doubloon_and_the_governor_passes_left() -> None:
    position = set_up(Player(), Player(), Player(), governor=1)
    events = play(position, "trader", "craftsman", "captain")
    assert events_of_kind(events, "round_ends") == [
        {"seat": NOBODY, "round": 1, "doubloons": {"settler": 1, "mayor": 1, "builder": 1}}
    ]
    view = public_view(position)
    assert (view.governor, view.round, view.to_move) == (2, 2, 2)
    assert all(card.taken_by is None for card in view.role_cards)


def test_doubloons_on_cards_add_up_over_the_rounds() -> None:
    position = set_up(Player(), Player(), Player(), card_doubloons={"builder": 1})
    play(position, "trader", "craftsman", "captain")
    assert {card.role: card.doubloons for card in public_view(position).role_cards}["builder"] == 2


def test_two_players_pick_by_turns_until_each_has_three_cards() -> None:
    position = set_up(Player(), Player(), governor=1, face_up={"corn": 3})
    pickers = []
    for line in ("prospector", "trader", "craftsman", "captain", "builder", "mayor"):
        while question_of(position)[0] != "role":
            position.play(position.legal_moves()[0])
        pickers.append(position.to_move())
        play(position, line)
    while question_of(position)[0] != "role":
        position.play(position.legal_moves()[0])
    assert pickers == [1, 0, 1, 0, 1, 0]
    view = public_view(position)
    assert {card.role: card.doubloons for card in view.role_cards if card.doubloons} == {"settler": 1}
    assert (view.round, view.governor, view.to_move) == (2, 0, 0)


def test_every_pick_begins_a_new_phase() -> None:
    position = set_up(Player(), Player(), Player(), Player(doubloons=9))
    first = position.phase()
    play(position, "trader")
    assert position.phase() == first + 1
    play(position, "builder", "pass")
    assert (question_of(position), position.phase()) == (("builder", 3), first + 1)


def test_the_game_goes_on_until_the_round_is_complete() -> None:
    position = set_up(Player(), Player(), Player(), ends=["city"], governor=2)
    play(position, "craftsman", "trader")
    assert not public_view(position).over
    events = play(position, "captain")
    assert public_view(position).over
    assert position.is_over()
    assert position.to_move() == NOBODY
    assert len(position.legal_moves()) == 0
    assert events_of_kind(events, "game_over") == [{"seat": NOBODY, "scores": [0, 0, 0], "ranks": [1, 1, 1]}]


@pytest.mark.parametrize(("seats", "prospectors"), [(2, 1), (3, 0), (4, 1), (5, 2)])
def test_role_cards_go_by_the_number_of_players(seats: int, prospectors: int) -> None:
    cards = [card.role for card in public_view(new(seats)).role_cards]
    assert cards[:6] == ["settler", "mayor", "builder", "craftsman", "trader", "captain"]
    assert cards[6:] == ["prospector", "prospector 2"][:prospectors]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_at_the_start_ships_house_and_cities_are_empty(seats: int) -> None:
    view = public_view(new(seats))
    assert {ship.barrels for ship in view.ships} == {0}
    assert view.trading_house == ()
    assert not any(seat.city or seat.colonists or seat.vp or any(seat.goods.values()) for seat in view.players)
    assert {card.doubloons for card in view.role_cards} == {0}


@pytest.mark.parametrize(("seats", "chips"), [(2, 65), (3, 75), (4, 100)])
def test_the_editions_agree_on_the_pool_for_fewer_than_five(seats: int, chips: int) -> None:
    assert {public_view(new(seats, edition=edition)).vp_pool for edition in ("2014", "first")} == {chips}


def test_a_role_must_be_picked() -> None:
    assert "pass" not in legal_texts(set_up(Player(), Player(), Player()))


@pytest.mark.parametrize("role", ["settler", "builder", "craftsman", "trader", "captain"])
def test_a_role_may_be_picked_that_nobody_can_use(role: str) -> None:
    cheap = {"small market": 0, "small indigo plant": 0}
    position = set_up(Player(city=cheap), Player(island={"quarry": (5, 0)}))
    play(position, role)
    assert question_of(position) == ("role", 1)


def test_a_declined_action_is_still_open_to_the_others() -> None:
    position = set_up(Player(doubloons=1), Player(doubloons=1), Player(), governor=0)
    play(position, "builder", "pass")
    assert question_of(position) == ("builder", 1)


def test_the_prospector_gives_nothing_to_the_others() -> None:
    position = set_up(Player(), Player(), Player(), Player())
    play(position, "prospector")
    assert [player_view(position, seat).doubloons for seat in range(4)] == [1, 0, 0, 0]
    assert question_of(position) == ("role", 1)


@pytest.mark.parametrize(("seats", "left"), [(2, 1), (3, 3), (4, 3), (5, 3)])
def test_every_card_that_nobody_picked_gets_a_doubloon(seats: int, left: int) -> None:
    position = new(seats)
    while public_view(position).round == 1:
        position.play(position.legal_moves()[0])
    assert sorted(card.doubloons for card in public_view(position).role_cards if card.doubloons) == [1] * left
    assert {card.taken_by for card in public_view(position).role_cards} == {None}


def test_with_two_players_the_last_round_is_completed_to_three_cards_each() -> None:
    position = set_up(Player(), Player(), ends=["colonists"], picks=4, governor=0, picker=1, taken=THREE_TAKEN)
    play(position, "craftsman")
    assert not public_view(position).over
    play(position, "prospector")
    assert not public_view(position).over
    play(position, "captain")
    assert public_view(position).over
