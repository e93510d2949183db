"""docs/rules §2 and §3 library: two players pick three roles, and the library works once in a round."""

from __future__ import annotations

from tests.engine.sanjuan.tables import (
    Player,
    buildings,
    cards,
    events_of_kind,
    goods,
    legal_texts,
    play,
    question_of,
    table,
)

NOBODY = Player()
ALL_ROLES = ["builder", "producer", "trader", "councillor", "prospector"]
READER = Player(buildings="indigo plant, library")


def test_example_15_governor_opponent_governor_pick_three_of_the_five_roles() -> None:
    """docs/rules §4.15"""
    position = table(NOBODY, NOBODY)
    assert (question_of(position), legal_texts(position)) == (("role", 0), ALL_ROLES)
    play(position, "trader")
    assert question_of(position) == ("role", 1)
    assert legal_texts(position) == ["builder", "producer", "councillor", "prospector"]
    play(position, "prospector")
    assert question_of(position) == ("role", 0)
    assert legal_texts(position) == ["builder", "producer", "councillor"]
    play(position, "builder")
    assert question_of(position) == ("builder", 0)
    play(position, "pass")
    assert question_of(position) == ("builder", 1)
    play(position, "pass")
    assert (question_of(position), legal_texts(position)) == (("role", 1), ALL_ROLES)
    assert (position.round, position.governor) == (3, 1)


def test_three_and_four_players_pick_one_role_each() -> None:
    for seats in (3, 4):
        position = table(*[NOBODY] * seats, governor=1)
        pickers = []
        for role in ("trader", "prospector", "builder", "producer")[:seats]:
            pickers.append(question_of(position)[1])
            play(position, role)
            while question_of(position)[0] == "builder":
                play(position, "pass")
        assert pickers == [(1 + turn) % seats for turn in range(seats)]
        assert question_of(position) == ("role", 2 % seats)
        assert legal_texts(position) == ALL_ROLES


def test_the_governor_has_the_privilege_of_his_second_role_too() -> None:
    position = table(NOBODY, NOBODY)
    play(position, "trader", "builder", "pass", "pass", "prospector")
    assert [cards(position, seat) for seat in (0, 1)] == [1, 0]


# --- the library ------------------------------------------------------------------------------------------------------


def test_the_owner_of_a_library_says_at_each_pick_whether_it_works() -> None:
    position = table(READER, NOBODY)
    assert legal_texts(position) == [*ALL_ROLES, *(f"{role} with library" for role in ALL_ROLES)]
    play(position, "trader")
    assert legal_texts(position) == ["builder", "producer", "councillor", "prospector"]


def test_with_more_players_the_library_always_works_and_nobody_is_asked() -> None:
    position = table(READER, NOBODY, NOBODY)
    assert legal_texts(position) == ALL_ROLES
    events = play(position, "prospector")
    assert events_of_kind(events, "picks") == [{"seat": 0, "role": "prospector", "library": True}]
    assert cards(position, 0) == 2


def test_a_plain_pick_has_the_plain_privilege() -> None:
    position = table(READER, NOBODY)
    events = play(position, "prospector")
    assert events_of_kind(events, "picks") == [{"seat": 0, "role": "prospector"}]
    assert cards(position, 0) == 1


def test_example_23_used_with_the_first_pick_it_does_not_work_with_the_second() -> None:
    """docs/rules §4.23"""
    position = table(READER, NOBODY)
    play(position, "prospector with library", "trader")
    assert cards(position, 0) == 2
    assert legal_texts(position) == ["builder", "producer", "councillor"]


def test_example_23_not_used_with_the_first_pick_it_works_with_the_second() -> None:
    """docs/rules §4.23"""
    position = table(READER, NOBODY)
    play(position, "trader", "producer", "prospector with library")
    assert cards(position, 0) == 2


def test_it_works_again_in_the_next_round() -> None:
    position = table(NOBODY, READER)
    play(position, "trader", "prospector with library", "producer")
    assert question_of(position) == ("role", 1)
    assert legal_texts(position) == [*ALL_ROLES, *(f"{role} with library" for role in ALL_ROLES)]


def test_said_yes_it_is_used_even_if_it_saved_nothing() -> None:
    """docs/rules §5 Library"""
    position = table(READER, NOBODY)
    play(position, "trader with library", "producer")
    assert legal_texts(position) == ["builder", "councillor", "prospector"]


def test_a_builder_who_builds_nothing_has_not_used_it() -> None:
    """docs/rules §5 Library"""
    position = table(READER, NOBODY)
    play(position, "builder with library", "pass", "pass", "trader")
    assert "prospector with library" in legal_texts(position)
    play(position, "prospector with library")
    assert cards(position, 0) == 2


def test_a_builder_who_builds_has_used_it_even_for_nothing() -> None:
    """docs/rules §5 Library"""
    position = table(Player(hand="indigo plant", buildings="indigo plant, library"), NOBODY)
    play(position, "builder with library", "build indigo plant", "pass", "trader")
    assert legal_texts(position) == ["producer", "councillor", "prospector"]


def test_a_plain_builder_keeps_it_for_his_second_pick() -> None:
    position = table(Player(hand="sugar mill, well", buildings="indigo plant, library"), NOBODY)
    play(position, "builder", "build sugar mill", "pass", "trader")
    assert buildings(position, 0) == "indigo plant, library, sugar mill"
    assert "councillor with library" in legal_texts(position)


def test_the_opponents_library_does_nothing_for_the_governors_role() -> None:
    opponent = Player(hand="sugar mill, well", buildings="indigo plant, library, sugar mill, tobacco storage")
    position = table(NOBODY, opponent)
    assert legal_texts(position) == ALL_ROLES
    play(position, "producer")
    assert question_of(position) == ("producer", 1)
    play(position, "produce tobacco")
    assert goods(position, 1) == "tobacco"


def test_the_library_doubles_each_role() -> None:
    """docs/rules §3 library"""
    hand = "silver smelter, well, well, well, hero"
    owner = Player(hand=hand, buildings="indigo plant, sugar mill, sugar mill, coffee roaster, library")
    position = table(owner, NOBODY)
    assert events_of_kind(play(position, "builder with library", "build silver smelter"), "builds")[0]["price"] == 3
    position = table(owner, NOBODY)
    play(position, "producer with library", "produce sugar, sugar, coffee")
    position = table(owner, NOBODY)
    assert events_of_kind(play(position, "councillor with library"), "draws")[0]["cards"] == 8


def test_a_library_just_built_works_with_the_governors_second_pick() -> None:
    """docs/rules §3: from the phase after it was built."""
    position = table(Player(hand="library, well, well, hero, palace"), NOBODY)
    play(position, "builder", "build library", "pass", "trader")
    assert "prospector with library" in legal_texts(position)


def test_the_library_doubles_nothing_beyond_the_phase_for_which_it_was_used() -> None:
    position = table(READER, NOBODY)
    play(position, "prospector with library")
    assert position.library_doubles == 0
