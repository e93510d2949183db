"""docs/rules §3 library: what it does for whom, beside the roles' own tests and the game for two."""

from __future__ import annotations

import pytest

from tests.engine.sanjuan.tables import (
    Player,
    cards,
    events_of_kind,
    goods,
    legal_texts,
    play,
    question_of,
    step,
    table,
)

NOBODY = Player()
READER = Player(buildings="indigo plant, library")


def test_it_doubles_the_privilege_of_the_role_that_its_owner_picks() -> None:
    position = table(READER, NOBODY, NOBODY, NOBODY)
    events = play(position, "prospector")
    assert events_of_kind(events, "draws") == [{"seat": 0, "by": "prospector", "cards": 2}]


def test_it_does_not_double_the_action_of_a_role_that_another_picked() -> None:
    reader = Player(buildings="sugar mill, tobacco storage, library")
    position = table(NOBODY, reader, NOBODY)
    play(position, "producer")
    assert question_of(position) == ("producer", 1)
    play(position, "produce sugar")
    assert goods(position, 1) == "sugar"


def test_two_owners_each_profit_with_their_own_pick() -> None:
    position = table(READER, READER, NOBODY)
    play(position, "prospector", "councillor")
    assert position.cards_to_choose[1] == 1
    assert position.drawn_count[1] == 8
    assert cards(position, 0) == 2


def test_with_three_players_it_works_in_every_round() -> None:
    position = table(READER, NOBODY, NOBODY)
    play(position, "prospector", "trader", "producer")
    assert question_of(position) == ("role", 1)
    play(position, "trader")
    while question_of(position)[0] == "trader":
        play(position, "pass")
    play(position, "producer")
    play(position, "prospector")
    assert cards(position, 0) == 4


def test_example_36_a_library_just_built_works_for_a_role_picked_later_in_the_round() -> None:
    """docs/rules §3: from the phase after it was built, here with another's builder."""
    position = table(NOBODY, Player(hand="library, well, well, hero, hero, palace"), NOBODY)
    play(position, "builder", "pass", "build library", "pass")
    events = play(position, "prospector")
    assert events_of_kind(events, "picks") == [{"seat": 1, "role": "prospector", "library": True}]
    assert cards(position, 1) == 2


@pytest.mark.parametrize("seats", [3, 4])
def test_a_covered_library_doubles_nothing(seats: int) -> None:
    builder = Player(hand="palace, hero", buildings="indigo plant, crane, library")
    position = table(builder, *[NOBODY] * (seats - 1))
    play(position, "builder", "build palace over library", *["pass"] * (seats - 1))
    play(position, *("trader", "producer", "councillor")[: seats - 1])
    while question_of(position)[0] == "councillor":
        step(position, legal_texts(position)[0])
    assert question_of(position) == ("role", 1)
    position = table(builder, *[NOBODY] * (seats - 1), governor=seats - 1)
    play(position, "builder", "pass", "build palace over library", *["pass"] * (seats - 2))
    before = cards(position, 0)
    play(position, "prospector")
    assert cards(position, 0) == before + 1
