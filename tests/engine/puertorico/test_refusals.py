"""What a person is told when the rules do not allow a move that can be read."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove, Position
from tests.engine.puertorico.games import refusal_of, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, play, set_up

EMPTY = Player()


def after(position: Position, *lines: str) -> Position:
    for line in lines:
        PUERTO_RICO.submit(position, line)
    return position


def test_a_refusal_names_the_move_the_situation_and_the_legal_answers() -> None:
    position = after(set_up(Player(doubloons=3), EMPTY, EMPTY), "builder")
    with pytest.raises(IllegalMove) as refusal:
        PUERTO_RICO.submit(position, " build harbor ")
    assert str(refusal.value) == "The harbor costs 7 doubloons, you have 3."
    assert refusal.value.move == "build harbor"
    assert refusal.value.situation.render() == "build"
    assert refusal.value.legal[:2] == ["build small indigo plant", "build small sugar mill"]
    assert refusal.value.legal[-1] == "pass"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("settler", "The settler is already taken in this round."),
        ("prospector", "There is no prospector in this game."),
        ("pass", "You cannot pass here: pick a role."),
        ("build harbor", "Now the question is another: pick a role."),
        ("place auto", "Now the question is another: pick a role."),
        ("take colonist", "Now the question is another: pick a role."),
    ],
)
def test_picking_a_role(line: str, reason: str) -> None:
    position = after(start(3), "settler", "pass", "pass", "pass")
    assert refusal_of(position, line) == reason


def test_of_two_equal_prospectors_the_first_is_picked() -> None:
    assert refusal_of(start(5), "prospector 2") == "Both prospectors carry the same: pick the first one."


def settler(**hacienda: int) -> Position:
    position = set_up(Player(city=hacienda), EMPTY, EMPTY, EMPTY, face_up={"corn": 1, "sugar": 2})
    return after(position, "settler")


def test_taking_a_tile() -> None:
    assert refusal_of(settler(), "take coffee") == "No coffee plantation lies face up."
    assert refusal_of(settler(), "draw") == "You have no occupied hacienda."
    assert refusal_of(settler(), "take colonist") == "Now the question is another: take a tile."
    assert refusal_of(settler(hacienda=0), "draw") == "You have no occupied hacienda."
    assert refusal_of(after(settler(hacienda=1), "draw"), "draw") == "The hacienda draws once, before a tile is taken."


def test_taking_a_quarry() -> None:
    only = "Only the settler, or an occupied construction hut, may take a quarry."
    assert refusal_of(after(settler(), "take corn"), "take quarry") == only
    rich = [Player(island={"quarry": (2, 0)}) for _ in range(4)]
    position = after(set_up(*rich, face_up={"corn": 1}), "settler")
    assert refusal_of(position, "take quarry") == "No quarries are left."


def building(*owners: Player) -> Position:
    return after(set_up(*owners), "builder")


PRODUCERS = {"indigo plant": 0, "sugar mill": 0, "tobacco storage": 0, "coffee roaster": 0, "small market": 0}
ELEVEN = {**PRODUCERS, "city hall": 0, "fortress": 0, "residence": 0}
"""Five small and three large buildings: eleven spaces."""


@pytest.mark.parametrize(
    ("owners", "line", "reason"),
    [
        ([Player(9, city={"harbor": 1}), EMPTY, EMPTY], "build harbor", "You already have the harbor."),
        (
            [Player(9), Player(city={"harbor": 0}), Player(city={"harbor": 0})],
            "build harbor",
            "No harbor is left: all 2 are sold.",
        ),
        (
            [Player(20), Player(city={"residence": 0}), EMPTY],
            "build residence",
            "No residence is left: the only one is sold.",
        ),
        (
            [Player(20, city=ELEVEN), EMPTY, EMPTY],
            "build guild hall",
            "The guild hall takes two city spaces, one is free.",
        ),
        (
            [Player(5, island={"quarry": (2, 2)}), EMPTY, EMPTY],
            "build wharf",
            "The wharf costs 6 doubloons, you have 5.",
        ),
    ],
)
def test_building(owners: list[Player], line: str, reason: str) -> None:
    assert refusal_of(building(*owners), line) == reason


def test_the_craftsmans_extra_good() -> None:
    maker = Player(island={"corn": (1, 1)})
    position = after(set_up(maker, EMPTY, EMPTY), "craftsman")
    assert refusal_of(position, "extra coffee") == "You have produced no coffee in this phase."
    both = Player(island={"corn": (1, 1), "indigo": (1, 1)}, city={"small indigo plant": 1})
    position = after(set_up(both, EMPTY, EMPTY, goods_supply={"corn": 1}), "craftsman")
    assert refusal_of(position, "extra corn") == "The supply has no corn left."


def test_selling() -> None:
    seller = Player(goods={"coffee": 1, "corn": 1})
    position = after(set_up(seller, EMPTY, EMPTY, house=["coffee"]), "trader")
    assert refusal_of(position, "sell coffee") == "The trading house already holds coffee."
    assert refusal_of(position, "sell sugar") == "You have no sugar."


def loading(city: dict[str, int] | None = None, **goods: int) -> Position:
    """Ships: 5 empty, 6 with 3 corn, 7 empty."""
    position = set_up(Player(goods=goods, city=city or {}), EMPTY, EMPTY, EMPTY, ships={6: ("corn", 3)})
    return after(position, "captain")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ship sugar 6", "Ship 6 carries corn."),
        ("ship corn 5", "Ship 6 carries corn already, and a kind goes on one ship only."),
        ("ship sugar 5", "Ship 5 is too small: the sugar must go where most of it fits: 7."),
        ("ship coffee 7", "You have no coffee."),
        ("ship sugar wharf", "You have no occupied wharf."),
        ("pass", "You must load: ship corn 6, ship sugar 7."),
    ],
)
def test_loading(line: str, reason: str) -> None:
    assert refusal_of(loading(corn=2, sugar=6), line) == reason


def test_a_full_ship_and_a_wharf_that_has_sailed() -> None:
    position = loading(city={"wharf": 1}, corn=4, sugar=2, tobacco=1)
    play(position, "ship tobacco wharf")
    assert refusal_of(position, "ship sugar wharf") == "Your wharf has sailed already in this phase."
    play(position, "ship corn 6")
    assert refusal_of(position, "ship corn 6") == "Ship 6 is full."


def test_a_yes_or_no_question_takes_nothing_else() -> None:
    position = after(set_up(EMPTY, EMPTY, EMPTY), "mayor")
    assert refusal_of(position, "take corn") == "Now the question is another: use the mayor's privilege."


def test_the_single_plies_of_a_placement_come_in_their_order() -> None:
    farmer = Player(island={"corn": (2, 0), "indigo": (2, 0)}, city={"indigo plant": 0}, san_juan=1)
    position = after(set_up(farmer, EMPTY, EMPTY), "mayor", "take colonist")
    assert refusal_of(position, "place indigo 1, ...") == "The next place to fill is: corn."
    assert refusal_of(position, "place corn 3, ...") == "On corn go from 0 to 2 colonists now."


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    position = set_up(EMPTY, EMPTY, EMPTY, EMPTY, picks=4, ends=["city"], taken={"settler": 0, "mayor": 1, "trader": 2})
    play(position, "prospector")
    assert position.is_over()
    assert refusal_of(position, "settler") == "The game is over."
