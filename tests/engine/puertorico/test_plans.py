"""What a seat plans beforehand (games/engine/plans.py), and what of it is played when its turn comes."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove, NotationError, Position, RulesError
from games.engine.plans import (
    Plan,
    Wish,
    foreseen_questions,
    next_pick_plies,
    next_step,
    plan_from_json,
    read_next_pick,
)
from tests.engine.puertorico.plans import ASKED, follow, kinds_foreseen, lines_of, plan_of
from tests.engine.puertorico.positions import PUERTO_RICO, Player, legal_texts, play, question_of, set_up
from tests.engine.puertorico.tables import without_nobles

FACE_UP = {"corn": 1, "sugar": 1, "coffee": 1, "indigo": 1}
HOSPICE = {"hospice": 1}


def settler_phase(*players: Player, **details: object) -> Position:
    """The first seat is the settler, and to take a tile."""
    position = set_up(*(players or (Player(),) * 3), **({"face_up": FACE_UP} | details))
    play(position, "settler")
    return position


# --- one list, in order of preference ---


def test_of_several_tiles_the_first_that_is_left_is_taken() -> None:
    position = settler_phase()
    plan = plan_of(position, 1, "take coffee", "take sugar", "take corn")
    play(position, "take coffee")
    assert follow(position, plan)[0] == ["take sugar"]


def test_where_nothing_of_the_plan_is_left_the_seat_is_asked() -> None:
    position = settler_phase()
    plan = plan_of(position, 1, "take coffee")
    play(position, "take coffee")
    assert follow(position, plan)[0] == [ASKED]


def test_who_asks_to_be_asked_is_asked_before_the_lines_below() -> None:
    position = settler_phase()
    plan = plan_of(position, 1, "take coffee", "ask", "take corn")
    play(position, "take coffee")
    assert follow(position, plan)[0] == [ASKED]


def test_numbers_mean_the_list_that_was_shown() -> None:
    position = settler_phase()
    offers = [offer.text for offer in PUERTO_RICO.question(foreseen_questions(position, 1)[0]).offers]
    assert lines_of(plan_of(position, 1, "2", "#1")) == [offers[1], offers[0]]
    with pytest.raises(NotationError, match="no answer 9"):
        plan_of(position, 1, "9")


def test_a_plan_can_be_kept_as_json() -> None:
    plan = plan_of(settler_phase(), 1, "take coffee", "ask")
    assert plan_from_json(plan.to_json()) == plan


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("take tobacco", "No tobacco plantation lies face up"),
        ("take quarry", "Only the settler"),
        ("draw", "no occupied hacienda"),
        ("take colonist", "another"),
        ("sell corn", "another"),
    ],
)
def test_a_line_that_nothing_in_this_phase_can_make_legal_is_refused_when_it_is_written(line: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        plan_of(settler_phase(), 1, line)


# --- lines of another question ---


def test_the_hospice_is_answered_by_the_line_written_for_it() -> None:
    position = settler_phase(Player(), Player(city=HOSPICE), Player())
    plan = plan_of(position, 1, "take colonist", "take coffee", "take corn")
    play(position, "take coffee")
    played, rest = follow(position, plan, 2)
    assert (played, lines_of(rest)) == (["take corn", "take colonist"], ["take coffee"])


def test_who_wants_no_colonist_says_so_beforehand() -> None:
    position = settler_phase(Player(), Player(city=HOSPICE), Player())
    plan = plan_of(position, 1, "take corn", "no colonist")
    play(position, "pass")
    assert follow(position, plan, 2)[0] == ["take corn", "pass"]
    assert question_of(position) == ("settler", 2)


def test_passing_the_tile_does_not_decline_the_hospice() -> None:
    position = settler_phase(Player(), Player(city=HOSPICE), Player())
    plan = plan_of(position, 1, "take corn", "pass")
    play(position, "pass")
    assert follow(position, plan, 2)[0] == ["take corn", ASKED]


def test_the_university_brings_its_colonist_by_plan() -> None:
    position = set_up(Player(), Player(doubloons=5, city={"university": 1}), Player())
    play(position, "builder")
    plan = plan_of(position, 1, "build small market", "take colonist")
    play(position, "pass")
    assert follow(position, plan, 2)[0] == ["build small market", "take colonist"]


def test_the_second_tile_of_the_library_is_foreseen_while_others_take_theirs() -> None:
    position = without_nobles(Player(city={"library": 1}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler", "take quarry")
    assert kinds_foreseen(position, 0) == ["library"]
    plan, none = plan_of(position, 0, "take coffee", "take corn"), plan_of(position, 0, "take coffee", "no tile")
    play(position, "take coffee", "take sugar")
    assert follow(position.copy(), plan)[0] == ["take corn"]
    assert follow(position, none)[0] == ["pass"]


def test_lines_for_the_first_tile_are_none_for_the_second() -> None:
    position = without_nobles(Player(city={"library": 1}), Player(), Player(), face_up=FACE_UP)
    play(position, "settler")
    played, rest = follow(position, plan_of(position, 0, "take coffee", "take sugar", "pass"))
    play(position, "pass", "pass")
    assert (played, follow(position, rest)[0]) == (["take coffee"], [ASKED])


def test_a_sale_and_a_deal_in_land_are_both_played() -> None:
    position = set_up(
        Player(), Player(doubloons=1, goods={"coffee": 1}, city={"land office": 1}), Player(), face_up=FACE_UP
    )
    play(position, "trader")
    plan = plan_of(position, 1, "sell coffee", "buy corn")
    assert follow(position, plan, 2)[0] == ["sell coffee", "buy corn"]


def test_passing_instead_of_a_sale_does_not_decline_the_deal_in_land_after_it() -> None:
    position = set_up(
        Player(), Player(doubloons=1, goods={"coffee": 1}, city={"land office": 1}), Player(), face_up=FACE_UP
    )
    play(position, "trader")
    assert follow(position, plan_of(position, 1, "sell coffee", "pass"), 2)[0] == ["sell coffee", ASKED]


# --- what is revealed ---


def drawing() -> Position:
    """The second seat has a hacienda; five tiles lie face up, corn lies on top of the stack."""
    return settler_phase(Player(), Player(city={"hacienda": 1}), Player())


def test_the_lines_below_a_draw_go_on_after_it() -> None:
    position = drawing()
    plan = plan_of(position, 1, "draw", "take coffee")
    play(position, "pass")
    assert [line.split()[0] for line in follow(position, plan, 2)[0]] == ["draw", "take"]


def test_the_lines_above_a_draw_are_over() -> None:
    position = drawing()
    plan = plan_of(position, 1, "take sugar", "draw", "take corn")
    play(position, "take sugar")
    played, rest = follow(position, plan)
    assert (played, lines_of(rest)) == (["draw"], ["take corn"])


def test_who_wants_to_see_the_tile_first_asks() -> None:
    position = drawing()
    plan = plan_of(position, 1, "draw", "ask", "take coffee")
    play(position, "pass")
    assert follow(position, plan, 2)[0] == ["draw", ASKED]


def test_a_plan_that_ends_with_the_draw_asks() -> None:
    position = drawing()
    plan = plan_of(position, 1, "draw")
    play(position, "pass")
    assert follow(position, plan, 2)[0] == ["draw", ASKED]


# --- captain ---


def captain_phase(*players: Player, **details: object) -> Position:
    position = set_up(*players, **details)
    play(position, "captain")
    return position


def test_a_good_without_a_ship_goes_on_any_ship_of_equal_ones_the_smallest_and_holds_all_phase() -> None:
    position = captain_phase(
        Player(goods={"corn": 2}), Player(goods={"coffee": 2, "corn": 3}), Player(goods={"tobacco": 1})
    )
    plan = plan_of(position, 1, "ship coffee", "ship corn 5")
    assert lines_of(plan) == ["ship coffee", "ship corn 5"]
    play(position, "ship corn 5")
    played, rest = follow(position, plan)
    assert (played, rest) == (["ship coffee 4"], plan)
    play(position, "ship tobacco 6")
    assert follow(position, rest)[0] == ["ship corn 5"]


def test_a_good_without_a_ship_is_never_for_the_wharf() -> None:
    wharf = Player(goods={"coffee": 3, "corn": 1}, city={"wharf": 1})
    position = captain_phase(Player(goods={"sugar": 4}), wharf, Player(goods={"indigo": 5}), ships={6: ("tobacco", 1)})
    plan = plan_of(position, 1, "ship coffee", "pass")
    play(position, "ship sugar 4")
    assert follow(position, plan)[0] == ["ship coffee 5"]
    full = captain_phase(
        Player(goods={"corn": 2}), wharf, Player(), ships={4: ("sugar", 2), 5: ("indigo", 2), 6: ("corn", 1)}
    )
    with pytest.raises(IllegalMove, match="No ship takes coffee"):
        plan_of(full, 1, "ship coffee")
    assert lines_of(plan_of(full, 1, "ship coffee wharf")) == ["ship coffee wharf"]


def test_the_wharf_sails_when_the_line_for_it_is_the_first_that_is_legal() -> None:
    owner = Player(goods={"corn": 2, "coffee": 3}, city={"wharf": 1})
    position = captain_phase(Player(goods={"sugar": 1, "corn": 1}), owner, Player(), ships={6: ("tobacco", 1)})
    plan = plan_of(position, 1, "ship corn", "ship coffee wharf")
    play(position, "ship sugar 4")
    played, rest = follow(position, plan)
    assert played == ["ship corn 5"]
    play(position, "ship corn 5")
    assert follow(position, rest)[0] == ["ship coffee wharf"]


def test_passing_is_for_every_circuit_in_which_no_ship_can_be_loaded() -> None:
    position = captain_phase(
        Player(goods={"corn": 2, "sugar": 1}),
        Player(goods={"coffee": 3, "corn": 1}, city={"wharf": 1}),
        Player(),
        ships={4: ("sugar", 1), 5: ("indigo", 2), 6: ("corn", 1)},
    )
    plan = plan_of(position, 1, "pass")
    play(position, "ship corn 6")
    assert legal_texts(position)[0] == "ship corn 6", "whoever can load a ship must"
    assert follow(position, plan)[0] == [ASKED]
    play(position, "ship corn 6", "ship sugar 4")
    assert follow(position, plan) == (["pass"], plan)


def test_passing_cannot_be_planned_where_nobody_may_pass() -> None:
    position = captain_phase(Player(goods={"corn": 2}), Player(goods={"coffee": 3}), Player())
    with pytest.raises(RulesError, match="must load"):
        plan_of(position, 1, "pass")


def test_a_ship_that_is_too_small_now_may_be_the_largest_one_left() -> None:
    position = captain_phase(
        Player(goods={"corn": 6, "indigo": 1}), Player(goods={"coffee": 6, "tobacco": 1}), Player()
    )
    plan = plan_of(position, 1, "ship coffee 5")
    play(position, "ship corn 6")
    assert follow(position, plan)[0] == ["ship coffee 5"]
    taken = captain_phase(Player(goods={"corn": 1}), Player(goods={"coffee": 1}), Player(), ships={4: ("indigo", 1)})
    with pytest.raises(IllegalMove):
        plan_of(taken, 1, "ship coffee 4")


def test_a_plan_for_loading_holds_storing_too() -> None:
    position = captain_phase(Player(goods={"corn": 8}), Player(goods={"coffee": 2, "corn": 2, "sugar": 2}), Player())
    assert kinds_foreseen(position, 1) == ["captain", "storing"]
    plan = plan_of(position, 1, "ship sugar", "ship coffee", "keep corn")
    assert [wish.key for wish in plan.wishes] == ["captain", "captain", "storing"]


def test_who_can_load_nothing_more_is_asked_for_storing_only() -> None:
    position = captain_phase(
        Player(goods={"corn": 9}),
        Player(goods={"coffee": 2, "tobacco": 2}),
        Player(),
        ships={4: ("sugar", 1), 5: ("indigo", 2), 6: ("corn", 1)},
    )
    assert kinds_foreseen(position, 1) == ["storing"]
    assert kinds_foreseen(position, 2) == []
    plan = plan_of(position, 1, "keep coffee")
    play(position, "ship corn 6")
    assert follow(position, plan)[0] == ["keep coffee"]


def test_who_has_no_choice_what_to_load_foresees_storing_only_if_it_is_certain() -> None:
    ships = {4: ("sugar", 1), 5: ("indigo", 2), 6: ("corn", 1)}
    captain = Player(goods={"corn": 2, "sugar": 1})
    certain = captain_phase(captain, Player(goods={"sugar": 1, "coffee": 2, "tobacco": 2}), Player(), ships=ships)
    assert kinds_foreseen(certain, 1) == ["storing"]
    open_ = captain_phase(captain, Player(goods={"sugar": 2, "coffee": 2}), Player(), ships=ships)
    assert kinds_foreseen(open_, 1) == []


def test_where_only_guests_can_move_a_captain_is_asked() -> None:
    guest = Player(goods={"coffee": 2}, city={"guesthouse": 1, "harbor": 0, "wharf": 0})
    position = without_nobles(
        Player(goods={"corn": 3}), guest, Player(), ships={4: ("sugar", 1), 5: ("indigo", 2), 6: ("corn", 1)}
    )
    play(position, "captain")
    assert "captain" not in kinds_foreseen(position, 1)
    play(position, "ship corn 6")
    assert PUERTO_RICO.question_key(position) == "captain/guests"
    assert next_step(PUERTO_RICO, position, Plan((Wish("pass", "captain"),))) is None


def test_a_line_for_the_small_wharf_says_what_goes_on_it() -> None:
    owner = Player(goods={"corn": 2, "sugar": 2}, city={"small wharf": 1})
    position = without_nobles(Player(goods={"coffee": 1}), owner, Player())
    play(position, "captain")
    plan = plan_of(position, 1, "ship small wharf corn 2, sugar 1")
    assert lines_of(plan) == ["ship small wharf corn 2, sugar 1"]
    begun = plan_of(position, 1, "ship small wharf")
    play(position, "ship coffee 4")
    assert follow(position, begun)[0] == [ASKED], "nothing is played before it is known what goes on it"
    assert follow(position, plan)[0] == ["ship small wharf corn 2, sugar 1"]


# --- who foresees what ---


def test_only_seats_whose_turn_is_still_to_come_foresee_a_tile() -> None:
    position = settler_phase()
    play(position, "take corn")
    assert [kinds_foreseen(position, seat) for seat in range(3)] == [[], ["settler"], ["settler"]]


def test_everybody_foresees_the_colonists_while_the_mayor_decides() -> None:
    position = set_up(*(Player(island={"corn": (1, 0), "indigo": (2, 0)}) for _ in range(3)))
    play(position, "mayor")
    assert kinds_foreseen(position, 1) == ["colonists"]
    assert kinds_foreseen(position, 0) == ["mayor", "colonists"]
    plan = plan_of(position, 1, "place corn 1")
    assert lines_of(plan_of(position, 1, "place auto")) == ["place auto"]
    play(position, "take colonist", "place auto")
    assert follow(position, plan)[0] == ["place corn 1"]


def test_nobody_foresees_anything_before_a_role_or_once_the_game_is_over() -> None:
    position = set_up(Player(), Player(), Player())
    assert [kinds_foreseen(position, seat)[:1] for seat in range(3)] == [["role"], [], []]


# --- paying at the black market ---


def buying() -> Position:
    buyer = Player(doubloons=6, vp=1, san_juan=1, goods={"indigo": 1}, city={"black market": 1})
    position = without_nobles(Player(), buyer, Player())
    play(position, "builder")
    return position


def test_a_building_is_not_begun_before_its_payment_is_named() -> None:
    position = buying()
    plan = plan_of(position, 1, "build harbor", "build small market")
    play(position, "pass")
    assert follow(position, plan)[0] == [ASKED]
    assert question_of(position) == ("builder", 1)


@pytest.mark.parametrize("lines", [("build harbor, pay indigo, pay vp",), ("build harbor", "pay vp", "pay indigo")])
def test_a_building_is_paid_as_the_plan_says(lines: tuple[str, ...]) -> None:
    position = buying()
    plan = plan_of(position, 1, *lines)
    play(position, "pass")
    assert follow(position, plan)[0] == ["build harbor, pay indigo, pay vp"]


def test_a_payment_without_a_choice_need_not_be_named() -> None:
    buyer = Player(doubloons=7, vp=1, city={"black market": 1})
    position = without_nobles(Player(), buyer, Player())
    play(position, "builder")
    plan = plan_of(position, 1, "build harbor")
    play(position, "pass")
    assert follow(position, plan)[0] == ["build harbor, pay vp"]


# --- conditions ---


def test_a_sale_can_depend_on_what_it_brings_with_all_bonuses() -> None:
    seller = Player(goods={"sugar": 1, "corn": 1}, city={"small market": 1})
    position = set_up(Player(goods={"indigo": 1}), seller, Player())
    play(position, "trader")
    plan = plan_of(position, 1, "sell sugar if 4", "sell sugar if 3", "sell corn")
    assert lines_of(plan) == ["sell sugar if 4", "sell sugar if 3", "sell corn"]
    play(position, "pass")
    assert follow(position, plan)[0] == ["sell sugar"]


def test_a_building_can_depend_on_its_price() -> None:
    builder = Player(doubloons=5, island={"quarry": (1, 1)})
    position = set_up(Player(doubloons=2), builder, Player())
    play(position, "builder")
    plan = plan_of(position, 1, "build large market if 3 or less", "build office if 4 or less")
    play(position, "pass")
    assert follow(position, plan)[0] == ["build office"]


def test_a_role_can_depend_on_the_doubloons_on_its_card() -> None:
    position = set_up(Player(), Player(), Player(), card_doubloons={"trader": 2})
    plan = plan_of(position, 0, "builder if 1", "trader if 2 doubloons")
    assert next_step(PUERTO_RICO, position, plan) is not None
    assert follow(position, plan)[0] == ["trader"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("sell sugar if 3 or less", "brings something"),
        ("sell sugar if it rains", "A condition is a number"),
        ("pass if 3", "nothing to count"),
        ("sell sugar if 3 points", "cannot depend on “points”"),
        ("captain if 3 points", "cannot depend on “points”"),
        ("captain if 3 or less", "brings something"),
    ],
)
def test_a_condition_that_means_nothing_is_refused(line: str, reason: str) -> None:
    position = set_up(Player(goods={"indigo": 1}), Player(goods={"sugar": 1}), Player())
    seat = 0 if line.startswith("captain") else 1
    if seat == 1:
        play(position, "trader")
    with pytest.raises(NotationError, match=reason):
        plan_of(position, seat, line)


def test_no_condition_counts_victory_points_of_anybody() -> None:
    """Their totals are hidden: tables that differ in them alone count the same."""
    for role in ("builder", "trader", ""):
        counted = []
        for chips in (0, 7):
            rich = Player(doubloons=6, vp=chips, goods={"sugar": 1, "coffee": 1})
            position = set_up(rich, rich, rich, card_doubloons={"captain": 2})
            play(position, *filter(None, [role]))
            counted.append([PUERTO_RICO.measure(position, [move]) for move in position.legal_moves()])
        assert counted[0] == counted[1]
        assert any(counted[0])


def test_a_price_is_limited_from_above() -> None:
    position = set_up(Player(doubloons=2), Player(doubloons=5), Player())
    play(position, "builder")
    with pytest.raises(NotationError, match="or less"):
        plan_of(position, 1, "build office if 4")


# --- the end in sight ---


def building(*ends: str) -> Position:
    """The second seat is to build; an end condition may be met."""
    position = set_up(Player(), Player(doubloons=5), Player(), ends=ends)
    play(position, "builder")
    if question_of(position)[1] == 0:
        play(position, "pass")
    return position


def test_once_the_end_is_in_sight_a_building_is_asked_again() -> None:
    plan = plan_of(building(), 1, "build small market")
    assert follow(building(), plan)[0] == ["build small market"]
    assert follow(building("colonists"), plan)[0] == [ASKED]


def test_a_building_planned_with_the_end_in_sight_is_built() -> None:
    position = building("colonists")
    assert follow(position, plan_of(position, 1, "build small market"))[0] == ["build small market"]


def test_once_the_end_is_in_sight_the_next_pick_is_asked_again() -> None:
    before, after = (set_up(Player(), Player(), Player(), ends=ends) for ends in ((), ("colonists",)))
    wanted, knowing = (read_next_pick(PUERTO_RICO, position, 0, ["next: builder"]) for position in (before, after))
    assert next_pick_plies(PUERTO_RICO, before, wanted)
    assert next_pick_plies(PUERTO_RICO, after, wanted) == []
    assert next_pick_plies(PUERTO_RICO, after, knowing), "it was written with the end in sight"
