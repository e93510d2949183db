"""What people say once and for all in Puerto Rico (games.engine.orders), and which questions it answers."""

from __future__ import annotations

import json

import pytest

from games.engine.contract import NotationError, Position
from games.engine.orders import is_order_line, order_from_json
from tests.engine.puertorico.positions import PUERTO_RICO, Player, legal_texts, play, question_of, set_up

ASKED = ""
"""What an order answers that does not fit."""


def ordered(position: Position, *lines: str) -> str:
    """The answer that these orders give, played; ASKED if they give none."""
    plies = PUERTO_RICO.ordered_plies(position, [PUERTO_RICO.read_order(line) for line in lines])
    if not plies:
        return ASKED
    seat, text = position.to_move(), PUERTO_RICO.decision_text(position, plies)
    for ply in plies:
        assert position.to_move() == seat
        assert ply in list(position.legal_moves())
        position.play(ply)
    return text


# --- reading ---


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("always store coffee, tobacco", "always store coffee, tobacco"),
        ("Always keep Tobaccos and cof.", "always store tobacco, coffee"),
        ("always store coffee tobacco coffee", "always store coffee, tobacco"),
        ("alw ext cof; corn", "always extra coffee, corn"),
        ("ALWAYS DRAW", "always draw"),
        ("never draw a tile", "never draw"),
        ("always place", "always place auto"),
        ("always place automatically", "always place auto"),
        ("always automatic", "always place auto"),
        ("never sell below 3", "never sell below 3"),
        ("never sell for less than 3 doubloons", "never sell below 3"),
    ],
)
def test_orders_are_read_as_forgivingly_as_answers(typed: str, line: str) -> None:
    order = PUERTO_RICO.read_order(typed)
    assert order.line == line
    assert is_order_line(typed)
    assert PUERTO_RICO.read_order(order.line) == order == order_from_json(json.loads(json.dumps(order.to_json())))


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "says nothing"),
        ("store coffee", "“always” or “never”"),
        ("always", "“always” what"),
        ("always store", "“store” what"),
        ("always store quarry", "“quarry” is no word"),
        ("always extra co", "may mean"),
        ("never store coffee", "no order “never store”"),
        ("always sell below 3", "no order “always sell”"),
        ("never sell coffee", "Say one number"),
        ("never sell below 0", "Say one number"),
        ("never sell below 3 or 4", "Say one number"),
        ("always draw coffee", "too much"),
        ("always sotre coffee", "Did you mean “store”"),
        ("never say die", "no order about “say die”"),
    ],
)
def test_what_is_no_order_is_refused_with_those_that_there_are(typed: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as caught:
        PUERTO_RICO.read_order(typed)
    assert caught.value.legal == [kind.example for kind in PUERTO_RICO.order_kinds()]


def test_drawing_always_and_never_are_one_kind() -> None:
    kinds = [kind.kind for kind in PUERTO_RICO.order_kinds()]
    assert kinds == ["store", "extra", "draw", "draw", "place", "sell"]
    assert [PUERTO_RICO.read_order(kind.example).kind for kind in PUERTO_RICO.order_kinds()] == kinds


@pytest.mark.parametrize("line", ["take coffee", "next: builder", "pass", "", "7", "n", "noble guest villa"])
def test_answers_are_no_orders(line: str) -> None:
    assert not is_order_line(line)


# --- storing ---


def storing(owner: Player) -> Position:
    """The first seat alone is asked what it keeps."""
    stored = {"stored": [1, 2], "warehoused": []}
    position = set_up(
        owner, Player(), Player(), role="captain", stage="storing", taken={"captain": 0}, stage_state=stored
    )
    assert question_of(position) == ("storing", 0)
    return position


def test_of_the_goods_to_keep_the_first_that_is_there_is_the_single_barrel() -> None:
    position = storing(Player(goods={"corn": 3, "sugar": 2, "tobacco": 2}))
    assert ordered(position, "always store coffee, tobacco, sugar") == "keep tobacco"


def test_an_order_to_store_goods_that_nobody_has_asks() -> None:
    position = storing(Player(goods={"corn": 3, "sugar": 2}))
    assert ordered(position, "always store coffee, tobacco") == ASKED


@pytest.mark.parametrize(
    ("goods", "kept"),
    [
        ({"corn": 3, "tobacco": 2, "coffee": 2}, "store coffee, keep tobacco"),
        ({"tobacco": 4, "coffee": 2, "corn": 2}, "store coffee, keep tobacco"),
        ({"corn": 3, "indigo": 2, "coffee": 2}, ASKED),
    ],
)
def test_the_warehouse_takes_what_is_wanted_most_and_what_stays_open_is_asked(goods: dict[str, int], kept: str) -> None:
    position = storing(Player(goods=goods, city={"small warehouse": 1}))
    assert ordered(position, "always store coffee, tobacco") == kept


def test_one_barrel_of_the_first_good_leaves_the_warehouse_to_the_next() -> None:
    goods = {"corn": 2, "sugar": 2, "tobacco": 3, "coffee": 1}
    position = storing(Player(goods=goods, city={"small warehouse": 1}))
    assert ordered(position, "always store coffee, tobacco") == "store tobacco, keep coffee"


def test_the_storehouse_keeps_four_barrels_in_the_order_of_preference() -> None:
    position = storing(Player(goods={"corn": 5, "tobacco": 2, "coffee": 1}, city={"storehouse": 1}))
    assert ordered(position.copy(), "always store coffee, tobacco") == "keep corn, keep tobacco 2, keep coffee"
    assert ordered(position, "always store tobacco, corn, coffee") == "keep corn 2, keep tobacco 2"


def test_storing_that_is_begun_is_left_to_its_owner() -> None:
    position = storing(Player(goods={"corn": 3, "tobacco": 2, "coffee": 2}, city={"small warehouse": 1}))
    play(position, "store corn, ...")
    assert ordered(position, "always store coffee, tobacco") == ASKED


# --- the craftsman's extra good ---


def craftsman(islands: dict[str, tuple[int, int]], city: dict[str, int], **details: object) -> Position:
    """The first seat has produced and is asked for its extra good."""
    position = set_up(Player(island=islands, city=city), Player(), Player(), **details)
    play(position, "craftsman")
    return position


GROWER = {"corn": (1, 1), "tobacco": (1, 1), "sugar": (1, 1)}
PLANTS = {"tobacco storage": 1, "small sugar mill": 1}


def test_the_extra_good_is_the_first_of_the_list_that_was_produced() -> None:
    position = craftsman(GROWER, PLANTS)
    assert ordered(position, "always extra coffee, tobacco, corn") == "extra tobacco"


def test_without_any_of_its_goods_the_craftsman_is_asked() -> None:
    assert ordered(craftsman(GROWER, PLANTS), "always extra coffee, indigo") == ASKED


def test_with_the_library_both_extra_goods_follow_the_list() -> None:
    city = PLANTS | {"library": 1}
    assert ordered(craftsman(GROWER, city), "always extra tobacco, sugar") == "extra tobacco, extra tobacco"
    last = {"tobacco": 2}
    position = craftsman(GROWER, city, goods_supply=last)
    assert ordered(position, "always extra tobacco, sugar") == "extra sugar, extra tobacco"
    assert ordered(craftsman(GROWER, city, goods_supply=last), "always extra tobacco") == ASKED


# --- the hacienda ---

FACE_UP = {"corn": 1, "sugar": 1}


def settler(player: Player, **details: object) -> Position:
    position = set_up(player, Player(), Player(), **({"face_up": FACE_UP} | details))
    play(position, "settler")
    return position


def test_the_hacienda_draws_by_order_and_then_the_tile_is_asked() -> None:
    position = settler(Player(city={"hacienda": 1}))
    assert ordered(position, "always draw") == "draw"
    assert question_of(position) == ("settler", 0)
    assert ordered(position, "always draw") == ASKED


def test_the_last_space_is_not_filled_by_order_if_a_tile_could_be_taken() -> None:
    island = {"corn": (5, 0), "indigo": (6, 0)}
    position = settler(Player(city={"hacienda": 1}, island=island))
    assert ordered(position, "always draw") == ASKED
    position = set_up(Player(), Player(city={"hacienda": 1}, island=island), Player())
    play(position, "settler", "take quarry")
    assert legal_texts(position) == ["pass", "draw"]
    assert ordered(position.copy(), "never draw") == "pass"
    assert ordered(position, "always draw") == "draw"


def test_where_the_tile_is_asked_too_not_drawing_answers_nothing() -> None:
    assert ordered(settler(Player(city={"hacienda": 1})), "never draw") == ASKED


def test_where_a_guest_could_move_no_order_answers() -> None:
    guests = Player(city={"hacienda": 1, "guesthouse": 2, "construction hut": 0})
    position = set_up(Player(), guests, Player(), face_up={"corn": 2, "sugar": 1})
    play(position, "settler", "take corn")
    assert "guest construction hut" in legal_texts(position)
    assert ordered(position, "always draw") == ASKED


# --- colonists ---


def test_colonists_are_placed_as_the_first_suggestion_says() -> None:
    player = Player(island={"corn": (2, 0), "indigo": (2, 0)}, city={"small indigo plant": 0}, san_juan=2)
    position = set_up(player, Player(), Player())
    play(position, "mayor", "pass")
    by_hand = position.copy()
    offer = PUERTO_RICO.question(position).offers[0]
    PUERTO_RICO.submit(by_hand, offer.text)
    assert ordered(position, "always place auto") != ASKED
    assert PUERTO_RICO.to_json(position) == PUERTO_RICO.to_json(by_hand)


def test_nobles_are_placed_by_order_together_with_the_colonists_or_alone() -> None:
    city = {"chapel": 0, "land office": 0}
    for colonists, stage in ((2, "colonists"), (3, "nobles")):
        nobles = Player(island={"corn": (1, 0)}, city=city, san_juan=colonists, nobles={"San Juan": 1})
        position = set_up(nobles, Player(), Player(), noble_ship=0, colonist_ship=0)
        play(position, "mayor", "pass")
        assert question_of(position) == (stage, 0)
        offer = PUERTO_RICO.question(position).offers[0].text
        by_hand = position.copy()
        PUERTO_RICO.submit(by_hand, offer)
        assert ordered(position, "always place auto") != ASKED
        assert PUERTO_RICO.to_json(position) == PUERTO_RICO.to_json(by_hand)


def test_a_placement_that_is_begun_is_left_to_its_owner() -> None:
    player = Player(island={"corn": (2, 0), "indigo": (2, 0), "sugar": (2, 0)}, san_juan=2)
    position = set_up(player, Player(), Player())
    play(position, "mayor", "pass")
    position.play(position.legal_moves()[0])
    assert question_of(position) == ("colonists", 0)
    assert ordered(position, "always place auto") == ASKED


# --- the trader ---


def trader(player: Player, **details: object) -> Position:
    """The second seat is asked what it sells."""
    position = set_up(Player(goods={"corn": 1}), player, Player(), **details)
    play(position, "trader", "pass")
    return position


@pytest.mark.parametrize(
    ("goods", "city", "limit", "answer"),
    [
        ({"indigo": 1, "sugar": 1}, {}, 3, "pass"),
        ({"indigo": 1, "sugar": 1}, {}, 2, ASKED),
        ({"sugar": 1}, {"small market": 1}, 3, ASKED),
        ({"sugar": 1}, {"small market": 1}, 4, "pass"),
        ({"coffee": 1}, {}, 4, ASKED),
    ],
)
def test_who_cannot_sell_for_so_much_passes(
    goods: dict[str, int], city: dict[str, int], limit: int, answer: str
) -> None:
    position = trader(Player(goods=goods, city=city))
    assert ordered(position, f"never sell below {limit}") == answer


def test_the_traders_privilege_counts_too() -> None:
    position = set_up(Player(goods={"sugar": 1}), Player(), Player())
    play(position, "trader")
    assert ordered(position.copy(), "never sell below 3") == ASKED
    assert ordered(position, "never sell below 4") == "pass"


def test_what_the_trading_post_would_pay_counts_too() -> None:
    position = trader(Player(goods={"sugar": 1, "coffee": 1}, city={"trading post": 1}), house=["coffee"])
    assert ordered(position.copy(), "never sell below 4") == ASKED
    assert ordered(position, "never sell below 5") == "pass"


def test_where_land_could_be_traded_the_trader_is_asked() -> None:
    owner = Player(doubloons=3, goods={"corn": 1}, city={"land office": 1})
    position = trader(owner, face_up=FACE_UP)
    assert ordered(position, "never sell below 3") == ASKED


# --- several orders ---


def test_each_question_is_answered_by_the_order_for_it() -> None:
    orders = [kind.example for kind in PUERTO_RICO.order_kinds() if kind.example != "never draw"]
    assert ordered(settler(Player(city={"hacienda": 1})), *orders) == "draw"
    assert ordered(trader(Player(goods={"sugar": 1})), *orders) == "pass"
    position = set_up(Player(), Player(), Player())
    assert ordered(position, *orders) == ASKED
