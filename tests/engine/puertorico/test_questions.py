"""What people are asked: label, effect and targets of every kind of answer."""

from __future__ import annotations

import re

import pytest

from games.engine.contract import NOBODY, Offer, Position
from tests.engine.puertorico.games import offered_texts, random_game, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, play, set_up

EMPTY = Player()


def offer(position: Position, text: str) -> tuple[str, str | None, tuple[str, ...]]:
    found = next(offer for offer in PUERTO_RICO.question(position).offers if offer.text == text)
    return found.label.render(), found.effect.render() if found.effect else None, found.targets


def test_a_role_tells_what_it_brings_and_the_doubloons_on_it() -> None:
    position = set_up(EMPTY, EMPTY, EMPTY, EMPTY, card_doubloons={"trader": 2, "mayor": 1})
    assert PUERTO_RICO.question(position).prompt.render() == "Which role do you pick?"
    assert offer(position, "trader") == (
        "Pick the trader",
        "everybody may sell; you get 1 doubloon more; +2 doubloons on the card",
        ("role:trader",),
    )
    assert offer(position, "mayor")[1] == "colonists for everybody; one more for you; +1 doubloon on the card"
    assert offer(position, "captain")[1] == "everybody ships; 1 VP more for you"


def test_tiles_are_offered_where_they_lie() -> None:
    position = set_up(Player(city={"hacienda": 1}), EMPTY, EMPTY, face_up={"indigo": 2, "coffee": 1})
    play(position, "settler")
    assert offered_texts(position) == ["draw", "take indigo", "take coffee", "take quarry", "pass"]
    assert offer(position, "take indigo") == ("Take an indigo plantation", None, ("plantation:indigo",))
    assert offer(position, "take quarry") == ("Take a quarry", None, ("quarry",))
    assert offer(position, "draw") == ("Draw a face-down plantation", "hacienda", ("stack",))
    assert offer(position, "pass") == ("Pass", None, ("pass",))


def test_the_hospice_names_the_tile_just_taken() -> None:
    position = set_up(Player(city={"hospice": 1}), EMPTY, EMPTY, face_up={"indigo": 2})
    play(position, "settler", "take indigo")
    assert (
        PUERTO_RICO.question(position).prompt.render() == "Does the hospice put a colonist on your indigo plantation?"
    )
    assert offer(position, "take colonist")[2] == ("colonist", "place:indigo")
    assert offer(position, "pass")[0] == "No colonist"


def test_buildings_are_offered_at_the_price_after_all_reductions() -> None:
    position = set_up(Player(6, island={"quarry": (2, 2)}), EMPTY, EMPTY)
    play(position, "builder")
    assert offer(position, "build harbor") == (
        "Build the harbor for 5 doubloons",
        "captain: +1 VP per loading",
        ("building:harbor",),
    )
    assert offer(position, "build hacienda")[0] == "Build the hacienda for 0 doubloons"


def test_the_university_names_the_building_just_bought() -> None:
    position = set_up(Player(9, city={"university": 1}), EMPTY, EMPTY)
    play(position, "builder", "build harbor")
    assert PUERTO_RICO.question(position).prompt.render() == "Does the university put a colonist on your harbor?"
    assert offer(position, "take colonist")[0] == "Put a colonist on the harbor"


def test_a_sale_tells_the_doubloons_with_markets_and_privilege() -> None:
    position = set_up(Player(goods={"coffee": 1}, city={"small market": 1}), EMPTY, EMPTY)
    play(position, "trader")
    assert offer(position, "sell coffee") == ("Sell coffee", "6 doubloons", ("good:coffee", "house"))


def test_an_extra_good_is_one_of_those_produced() -> None:
    position = set_up(Player(island={"corn": (1, 1)}), EMPTY, EMPTY)
    play(position, "craftsman")
    assert offer(position, "extra corn") == ("One more corn", None, ("good:corn",))


def test_a_loading_tells_barrels_ship_and_points() -> None:
    position = set_up(Player(goods={"sugar": 6}, city={"harbor": 1, "wharf": 1}), EMPTY, EMPTY, EMPTY)
    play(position, "captain")
    assert offer(position, "ship sugar 7") == ("Ship 6 sugar on ship 7", "8 VP", ("good:sugar", "ship:7"))
    assert offer(position, "ship sugar 6")[0] == "Ship 6 sugar on ship 6"
    assert offer(position, "ship sugar wharf") == ("Ship 6 sugar by the wharf", "8 VP", ("good:sugar", "wharf"))


def test_a_storing_tells_what_is_kept_and_what_is_given_back() -> None:
    position = set_up(
        Player(goods={"corn": 3, "sugar": 2}, city={"small warehouse": 1}),
        EMPTY,
        EMPTY,
        role="captain",
        stage="storing",
        taken={"captain": 0},
        stage_state={"stored": [1, 2], "warehoused": []},
    )
    assert offer(position, "store corn, keep sugar") == (
        "Keep 3 corn, 1 sugar",
        "gives back 1 sugar",
        ("good:corn", "good:sugar"),
    )
    assert offer(position, "store sugar, keep corn")[1] == "gives back 2 corn"


def test_a_placement_is_a_form_with_suggestions() -> None:
    position = set_up(Player(island={"corn": (3, 0)}, city={"hacienda": 0}), EMPTY, EMPTY)
    play(position, "mayor", "pass")
    question = PUERTO_RICO.question(position)
    assert (question.form, question.stage) == ("placement", "colonists")
    assert question.offers[0].text == "place auto"
    assert offer(position, "place corn 1")[1] == "corn 1"


def test_nobody_is_asked_when_the_game_is_over() -> None:
    *_, position = random_game(2, seed=1)
    question = PUERTO_RICO.question(position)
    assert (question.seat, question.stage, question.offers) == (NOBODY, "over", ())


@pytest.mark.parametrize("seats", [3, 5])
def test_every_target_is_one_of_the_documented_kinds(seats: int) -> None:
    kinds = re.compile(r"(role|plantation|building|good|ship|place):[a-z0-9 ]+|quarry|stack|house|wharf|colonist|pass")
    for position in random_game(seats, seed=40 + seats):
        for made in PUERTO_RICO.question(position).offers:
            assert isinstance(made, Offer)
            assert made.label.render()
            assert all(kinds.fullmatch(target) for target in made.targets)


def test_a_question_names_its_seat_and_stage() -> None:
    question = PUERTO_RICO.question(start(3))
    assert (question.seat, question.stage, question.form) == (0, "role", "choice")
    assert PUERTO_RICO.stage_name(question.stage).render() == "pick a role"
