"""docs/rules §2 and §5 End: the game is over after the builder phase in which somebody has built twelve buildings."""

from __future__ import annotations

from tests.engine.sanjuan.tables import (
    Player,
    buildings,
    cards,
    events_of_kind,
    play,
    question_of,
    table,
    under_the_chapel,
)

NOBODY = Player()
ELEVEN = (
    "indigo plant, sugar mill, sugar mill, tobacco storage, coffee roaster, silver smelter, "
    "smithy, archive, well, tower, chapel"
)
TEN = ELEVEN.removesuffix(", chapel")


def test_example_34_at_the_twelfth_building_the_others_still_build_and_then_it_is_over() -> None:
    """docs/rules §4.34"""
    position = table(Player(hand="indigo plant", buildings=ELEVEN), Player(hand="smithy, palace"), NOBODY)
    play(position, "builder", "build indigo plant")
    assert position.building_count[0] == 12
    assert question_of(position) == ("builder", 1)
    play(position, "build smithy")
    assert question_of(position) == ("builder", 2)
    assert not position.is_over()
    play(position, "pass")
    assert position.is_over()
    assert buildings(position, 1) == "indigo plant, smithy"
    assert (question_of(position), int(position.to_move()), len(position.legal_moves())) == (("over", -1), -1, 0)


def test_the_last_seat_of_the_phase_ends_the_game_too() -> None:
    position = table(NOBODY, NOBODY, Player(hand="indigo plant, well", buildings=ELEVEN))
    play(position, "builder", "pass", "pass", "build indigo plant")
    assert position.is_over()


def test_two_may_reach_twelve_buildings_in_the_same_phase() -> None:
    another = Player(hand="hero, library, library, palace, palace", buildings=ELEVEN.replace("chapel", "quarry"))
    position = table(
        Player(hand="indigo plant", buildings=ELEVEN),
        another,
        NOBODY,
    )
    play(position, "builder", "build indigo plant", "build hero", "pass")
    assert [int(position.building_count[seat]) for seat in (0, 1)] == [12, 12]
    assert position.is_over()


def test_with_eleven_buildings_the_game_goes_on() -> None:
    position = table(Player(hand="indigo plant", buildings=TEN), NOBODY, NOBODY)
    play(position, "builder", "build indigo plant", "pass", "pass")
    assert question_of(position) == ("role", 1)


def test_the_round_is_not_finished_and_no_chapel_or_limit_comes_after() -> None:
    """docs/rules §5 End: here the builder is the last role of the round."""
    eight = "well, well, crane, hero, hero, palace, palace, statue"
    position = table(
        Player(hand="indigo plant, quarry, quarry", buildings=ELEVEN, chapel="library"),
        Player(hand=eight),
        NOBODY,
        governor=1,
    )
    play(position, "trader", "prospector")
    assert question_of(position) == ("role", 0)
    events = play(position, "builder", "build indigo plant", "pass", "pass")
    assert position.is_over()
    assert events_of_kind(events, "round_ends") == []
    assert (cards(position, 0), cards(position, 1)) == (2, 8)
    assert under_the_chapel(position, 0) == "library"


def test_the_end_tells_scores_and_ranks() -> None:
    position = table(Player(hand="indigo plant", buildings=ELEVEN, chapel="library"), NOBODY, Player(hand="hero"))
    events = play(position, "builder", "build indigo plant", "pass", "pass")
    # 1 + 1 + 1 + 2 + 2 + 3, smithy, archive, well, tower 2, chapel 2 with a card, and the last plant.
    assert events_of_kind(events, "game_over") == [
        {"seat": -1, "scores": [10 + 3 + 2 + 3 + 1, 1, 1], "ranks": [1, 3, 2]}
    ]


def test_the_whole_price_is_paid_and_the_helpers_work_for_the_last_building_too() -> None:
    owner = Player(hand="hero, statue, statue, palace, palace", buildings=f"{TEN}, carpenter")
    position = table(owner, NOBODY, NOBODY)
    events = play(position, "builder", "build hero", "pass", "pass")
    assert position.is_over()
    assert [event["by"] for event in events_of_kind(events, "draws")] == ["carpenter"]


def test_with_two_players_the_third_role_is_not_picked_any_more() -> None:
    position = table(Player(hand="indigo plant", buildings=ELEVEN), NOBODY)
    play(position, "builder", "build indigo plant", "pass")
    assert position.is_over()


def test_who_has_eleven_and_builds_over_one_of_them_does_not_end_it() -> None:
    """docs/rules §3 crane"""
    owner = Player(hand="palace, hero, hero", buildings=ELEVEN.replace("well", "crane"))
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build palace over silver smelter", "pass", "pass")
    assert position.building_count[0] == 11
    assert question_of(position) == ("role", 1)
