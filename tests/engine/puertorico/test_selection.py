"""docs/rules §7, §9 `buildings`, §11 Selection: which buildings are in play, and how many of each."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from games.engine.puertorico.building_selection import KINDS_CHOSEN
from games.engine.puertorico.components import BUILDINGS, PLACE_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.random import from_secret
from tests.engine.puertorico.tables import SELECTABLE, legal_texts, play, question_of

PRICES = {building.name: building.price for building in SELECTABLE}
KINDS_BY_PRICE = Counter({1: 1, 2: 2, 3: 1, 4: 1, 5: 2, 6: 1, 7: 1, 8: 2, 9: 1, 10: 5})
PAIRS = ({"hacienda", "forest house"}, {"office", "trading post"})


def opened(seats: int = 4, seed: int = 1, **options: str) -> PuertoRicoPosition:
    position = new_position(seats, {"first_governor": "0", **options}, from_secret(seed.to_bytes(32), "deal"))
    position.listener = []
    return position


def in_play(position: PuertoRicoPosition) -> dict[str, int]:
    """The selectable kinds that there are, with their numbers."""
    stock = {name: int(position.stock[place]) for place, name in enumerate(PLACE_NAMES)}
    return {name: count for name, count in stock.items() if name in PRICES and count}


def choices(position: PuertoRicoPosition) -> set[str]:
    return {text.removeprefix("choose ") for text in legal_texts(position)}


def drafted(seats: int = 4) -> PuertoRicoPosition:
    """A game whose draft is over: always the last of the kinds that may be chosen."""
    position = opened(seats, buildings="draft")
    while question_of(position)[0] == "draft":
        play(position, legal_texts(position)[-1])
    return position


# --- draft ---


def test_example_38_black_market_and_hacienda_drive_out_hut_and_forest_house() -> None:
    position = opened(buildings="draft")
    play(position, "choose black market", "choose hacienda")
    assert not choices(position) & {"construction hut", "forest house"}


def test_example_39_seventeen_of_thirty_one_kinds() -> None:
    position = opened(buildings="draft")
    assert len(choices(position)) == 31
    assert Counter(PRICES[name] for name in choices(position)) == Counter(
        {1: 2, 2: 4, 3: 2, 4: 2, 5: 4, 6: 2, 7: 2, 8: 4, 9: 2, 10: 7}
    )
    chosen = in_play(drafted())
    assert len(chosen) == KINDS_CHOSEN == 17
    assert Counter(PRICES[name] for name in chosen) == KINDS_BY_PRICE


def test_example_39_exclusions_leave_the_other_space_to_the_rest() -> None:
    position = opened(buildings="draft")
    play(position, "choose hacienda")
    assert {name for name in choices(position) if PRICES[name] == 2} == {"construction hut", "black market"}
    play(position, "choose trading post")
    assert {name for name in choices(position) if PRICES[name] == 5} == {"large market", "church"}


def test_example_39_without_exclusions_both_of_a_pair_may_be_chosen() -> None:
    position = opened(buildings="draft", exclusions="off")
    play(position, "choose hacienda", "choose forest house", "choose office", "choose trading post")
    assert {"hacienda", "forest house", "office", "trading post"} <= in_play(position).keys()


@pytest.mark.parametrize("edition", ["2014", "first"])
def test_the_pairs_hold_in_every_edition(edition: str) -> None:
    position = opened(buildings="draft", edition=edition)
    play(position, "choose forest house", "choose office")
    assert not choices(position) & {"hacienda", "trading post"}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_players_choose_in_turn_the_governor_first(seats: int) -> None:
    position = opened(seats, buildings="draft", first_governor="1")
    order = []
    while question_of(position)[0] == "draft":
        order.append(question_of(position)[1])
        play(position, legal_texts(position)[0])
    assert order == [(1 + turn) % seats for turn in range(17)]
    assert question_of(position) == ("role", 1), "then the governor picks the first role"


def test_every_choice_of_the_draft_is_a_phase_of_its_own() -> None:
    position = opened(buildings="draft")
    phases = [position.phase()]
    while question_of(position)[0] == "draft":
        play(position, legal_texts(position)[0])
        phases.append(position.phase())
    assert all(later == earlier + 1 for earlier, later in pairwise(phases))


def test_plantations_are_laid_out_after_the_draft() -> None:
    position = opened(buildings="draft")
    assert sum(position.face_up) == 0
    assert sum(drafted().face_up) == 5


def test_a_kind_is_chosen_once() -> None:
    position = opened(buildings="draft")
    play(position, "choose statue")
    assert "statue" not in choices(position)


def test_a_price_whose_spaces_are_filled_is_closed() -> None:
    position = opened(buildings="draft")
    play(position, "choose hacienda", "choose construction hut")
    assert {name for name in choices(position) if PRICES[name] == 2} == set(), "both spaces are taken"
    play(position, "choose office", "choose church")
    assert {name for name in choices(position) if PRICES[name] == 5} == set()


def test_who_chooses_the_five_large_ones_leaves_the_others_out() -> None:
    position = opened(buildings="draft")
    play(position, "choose statue", "choose cloister", "choose fortress", "choose residence", "choose city hall")
    assert not choices(position) & {"guild hall", "customs house"}


def test_choosing_is_told() -> None:
    position = opened(buildings="draft")
    events = play(position, "choose statue")
    assert [(event.kind, event.seat, event.data) for event in events] == [("chooses", 0, {"building": "statue"})]


# --- by lot ---


@pytest.mark.parametrize("seats", [2, 4])
def test_the_lot_fills_the_same_spaces(seats: int) -> None:
    for seed in range(1, 40):
        chosen = in_play(opened(seats, seed, buildings="random"))
        assert Counter(PRICES[name] for name in chosen) == KINDS_BY_PRICE
        assert all(len(pair & chosen.keys()) <= 1 for pair in PAIRS)


def test_without_exclusions_the_lot_may_draw_both_of_a_pair() -> None:
    drawn = [in_play(opened(2, seed, buildings="random", exclusions="off")).keys() for seed in range(1, 40)]
    assert all(any(pair <= kinds for kinds in drawn) for pair in PAIRS)


GAMES = 600


def shares(**options: str) -> dict[str, float]:
    """In which share of the games a kind is drawn."""
    drawn: Counter[str] = Counter()
    for seed in range(1, GAMES + 1):
        drawn.update(in_play(opened(2, seed, buildings="random", **options)).keys())
    return {name: drawn[name] / GAMES for name in PRICES}


def test_without_exclusions_kinds_of_one_price_are_equally_likely() -> None:
    drawn = shares(exclusions="off")
    for building in SELECTABLE:
        rivals = sum(other.price == building.price and other.box != "expansion II" for other in SELECTABLE)
        expected = KINDS_BY_PRICE[building.price] / rivals if building.box != "expansion II" else 0
        assert drawn[building.name] == pytest.approx(expected, abs=0.08)


def test_with_exclusions_every_open_kind_is_equally_likely_at_every_draw() -> None:
    drawn = shares()
    for pair, others in zip(PAIRS, ({"construction hut", "black market"}, {"large market", "church"}), strict=True):
        for name in pair:
            assert drawn[name] == pytest.approx(1 / 4 + 2 * (1 / 4 * 1 / 3), abs=0.08)
        for name in others:
            assert drawn[name] == pytest.approx(1 / 4 + 2 * (1 / 4 * 1 / 2) + 1 / 4 * 1 / 3, abs=0.08)


# --- all, lists, copies ---


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_all_puts_every_kind_into_play_once(seats: int) -> None:
    chosen = in_play(opened(seats, buildings="all"))
    assert len(chosen) == 31
    assert set(chosen.values()) == {1}


def test_of_all_nobody_else_can_buy_what_one_player_has_bought() -> None:
    position = opened(4, buildings="all")
    for seat in range(4):
        position.doubloons[seat] = 9
    play(position, "builder", "build hacienda")
    assert "build hacienda" not in legal_texts(position)
    assert "build forest house" in legal_texts(position), "no exclusions where all are in play"


def test_all_keeps_the_usual_production_buildings() -> None:
    def production(seats: int) -> list[int]:
        position = opened(seats, buildings="all")
        return [int(position.stock[place]) for place in range(8, 14)]

    assert production(4) == [4, 4, 3, 3, 3, 3]
    assert production(2) == [2, 2, 2, 2, 2, 2]


def test_all_with_nobles_has_the_nobles_buildings_too() -> None:
    chosen = in_play(opened(4, buildings="all", nobles="on"))
    assert (len(chosen), set(chosen.values())) == (38 + 1, {1}), "every violet kind, and the jeweler"
    chosen = in_play(opened(4, buildings="all", nobles="on", new_buildings="off"))
    assert (len(chosen), set(chosen.values())) == (24 + 1, {1})


@pytest.mark.parametrize(("seats", "small"), [(2, 1), (3, 2), (5, 2)])
def test_small_kinds_come_in_pairs_with_two_players_single_and_large_ones_single(seats: int, small: int) -> None:
    for position in (drafted(seats), opened(seats, buildings="random")):
        for name, count in in_play(position).items():
            assert count == (1 if PRICES[name] == 10 else small)


def test_a_list_names_any_kinds_beyond_the_spaces_too() -> None:
    listed = "hacienda, construction hut, forest house, black market, statue, cloister"
    assert in_play(opened(4, buildings="list", violet_buildings=listed)) == {
        "hacienda": 2,
        "construction hut": 2,
        "forest house": 2,
        "black market": 2,
        "statue": 1,
        "cloister": 1,
    }


def test_the_base_selection_is_the_base_games() -> None:
    base = {building.name for building in BUILDINGS if building.box == "base" and building.kind != "production"}
    assert in_play(opened(4)).keys() == base


def test_what_was_not_chosen_cannot_be_built() -> None:
    position = drafted(2)
    position.doubloons[0] = 20
    chosen = in_play(position).keys()
    play(position, "builder")
    built = {text.removeprefix("build ") for text in legal_texts(position)} - {"pass"}
    assert built & PRICES.keys() == set(chosen)


def test_a_space_that_only_one_kind_fits_is_filled_by_it() -> None:
    position = opened(buildings="draft", nobles="on", new_buildings="off")
    while others := sorted(choices(position) - {"small market", "wharf"}):
        play(position, f"choose {others[0]}")
    assert choices(position) == {"small market", "wharf"}
    play(position, "choose wharf")
    assert position.forced_move() in position.legal_moves()
    play(position, "choose small market")
    assert question_of(position)[0] == "role"
