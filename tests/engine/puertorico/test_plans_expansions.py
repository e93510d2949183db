"""Plans where the expansions ask more, and where guests may move (docs/rules §7, §8)."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove, RulesError
from games.engine.plans import Plan, Wish
from tests.engine.puertorico.plans import ASKED, follow, kinds_foreseen, lines_of, plan_of
from tests.engine.puertorico.positions import PUERTO_RICO, Player
from tests.engine.puertorico.tables import legal_texts, play, question_of, table, without_nobles

NOBODY = Player()
PLACING = Player(city={"chapel": 0}, island={"corn": (2, 0)})
FACE_UP = {"corn": 1, "sugar": 1, "coffee": 1, "indigo": 1}


def test_a_forest_can_be_planned_for_the_tile_that_is_drawn() -> None:
    position = without_nobles(NOBODY, Player(city={"hacienda": 1, "forest house": 1}), NOBODY, face_up=FACE_UP)
    play(position, "settler")
    assert kinds_foreseen(position, 1) == ["settler", "forest"]
    plan, silent = plan_of(position, 1, "draw", "forest", "take coffee"), plan_of(position, 1, "draw", "take coffee")
    play(position, "pass")
    assert follow(position.copy(), plan, 3)[0] == ["draw", "forest", "take coffee"]
    played, rest = follow(position, silent, 2)
    assert (played, lines_of(rest)) == (["draw", ASKED], ["take coffee"])


def test_a_tile_as_forest_and_as_plantation_are_two_lines() -> None:
    position = without_nobles(NOBODY, Player(city={"forest house": 1}), NOBODY, face_up=FACE_UP)
    play(position, "settler")
    plan = plan_of(position, 1, "forest coffee", "take corn")
    play(position, "take coffee")
    assert follow(position, plan)[0] == ["take corn"]


def test_the_hunting_lodge_can_discard_what_is_taken_in_the_same_phase() -> None:
    position = table(NOBODY, Player(island={"corn": (1, 0)}, city={"hunting lodge": 1}), NOBODY, face_up=FACE_UP)
    play(position, "settler")
    assert kinds_foreseen(position, 1) == ["settler", "hunting lodge"]
    plan, kept = plan_of(position, 1, "take coffee", "discard coffee"), plan_of(position, 1, "take sugar", "no discard")
    with pytest.raises(IllegalMove, match="You have no tobacco"):
        plan_of(position, 1, "discard tobacco")
    other = position.copy()
    other.listener = []
    for twin, own, ended in ((position, plan, "discard coffee"), (other, kept, "pass")):
        play(twin, "pass")
        _, rest = follow(twin, own)
        play(twin, "pass")
        assert follow(twin, rest)[0] == [ended]


def test_who_takes_the_noble_can_be_planned_while_it_is_on_the_ship() -> None:
    position = table(NOBODY, PLACING, PLACING, colonist_ship=4, noble_ship=1)
    play(position, "mayor")
    assert kinds_foreseen(position, 1) == ["ship", "colonists"]
    plan = plan_of(position, 1, "take noble")
    play(position, "pass", "take colonist")
    assert follow(position, plan)[0] == ["take noble"]


def test_once_the_noble_is_taken_everybody_foresees_the_placement() -> None:
    position = table(NOBODY, PLACING, PLACING, colonist_ship=2, noble_ship=1)
    play(position, "mayor", "pass", "take noble")
    assert [kinds_foreseen(position, seat) for seat in (1, 2)] == [["colonists"], ["colonists"]]


def test_a_noble_for_the_university_can_be_planned_before_the_supply_is_empty() -> None:
    owner = Player(doubloons=5, city={"university": 1})
    position = table(NOBODY, owner, owner, colonist_supply=1, noble_ship=1)
    play(position, "builder")
    plan = plan_of(position, 2, "build small market", "take noble")
    if question_of(position)[1] == 0:
        play(position, "pass")
    play(position, "build hacienda", "take colonist")
    assert follow(position, plan, 2)[0] == ["build small market", "take noble"]


def test_goods_for_the_royal_supplier_and_loadings_stand_in_one_plan() -> None:
    owner = Player(goods={"corn": 2, "coffee": 1}, city={"royal supplier": 1}, nobles={"royal supplier": 1})
    position = table(Player(goods={"sugar": 1}), owner, NOBODY)
    play(position, "captain")
    plan = plan_of(position, 1, "supply coffee", "ship corn")
    play(position, "ship sugar 4")
    assert follow(position, plan, 2)[0] == ["supply coffee", "ship corn 5"]


def test_where_only_a_guest_can_move_passing_is_not_planned() -> None:
    guest = Player(goods={"coffee": 1}, city={"guesthouse": 1, "office": 0})
    position = without_nobles(Player(goods={"coffee": 1}), guest, NOBODY)
    play(position, "trader")
    plan = plan_of(position, 1, "sell coffee", "pass")
    play(position, "sell coffee")
    assert legal_texts(position) == ["pass", "guest office"]
    assert PUERTO_RICO.question_key(position) == "trader/guests"
    assert follow(position, plan)[0] == [ASKED]
    assert follow(position, Plan((Wish("guest office", "trader"), *plan.wishes)), 2)[0] == [
        "guest office",
        "sell coffee",
    ]


def test_who_keeps_the_guest_from_the_villa_says_so_beforehand() -> None:
    owner = Player(doubloons=5, city={"guesthouse": 1, "villa": 0})
    position = table(NOBODY, NOBODY, owner, noble_supply=1)
    play(position, "builder")
    plan = plan_of(position, 2, "build small market", "no guest")
    while question_of(position) != ("builder", 2):
        play(position, "pass")
    assert follow(position, plan, 2)[0] == ["build small market", "pass"]
    assert question_of(position)[0] == "role"


def test_a_guest_can_make_a_building_affordable_in_a_plan() -> None:
    guest = Player(doubloons=1, island={"quarry": (1, 0)}, city={"guesthouse": 1})
    position = without_nobles(NOBODY, guest, NOBODY)
    play(position, "builder")
    plan = plan_of(position, 1, "guest quarry", "build hacienda if 1 or less")
    with pytest.raises(RulesError):
        plan_of(position, 1, "build university")
    if question_of(position)[1] == 0:
        play(position, "pass")
    assert follow(position, plan, 2)[0] == ["guest quarry", "build hacienda"]
