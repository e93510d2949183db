"""docs/rules §2 Prospector, §3 gold mine."""

from __future__ import annotations

from tests.engine.sanjuan.tables import (
    Player,
    cards,
    discarded,
    events_of_kind,
    hand,
    legal_texts,
    play,
    question_of,
    table,
)

NOBODY = Player()
MINER = Player(buildings="indigo plant, gold mine")
BARREN = "library, prefecture, smithy, tobacco storage"
"""Costs 5, 3, 1, 3."""
RICH = "quarry, smithy, tobacco storage, library"
"""Costs 4, 1, 3, 5."""
EIGHT_UP = f"{BARREN}, quarry, archive, silver smelter, sugar mill"
"""Costs 5, 3, 1, 3, then 4, 1, 5, 2."""


def test_only_the_prospector_draws_a_card() -> None:
    position = table(NOBODY, NOBODY, NOBODY, pile="palace, hero")
    events = play(position, "prospector")
    assert events_of_kind(events, "draws") == [{"seat": 0, "by": "prospector", "cards": 1}]
    assert [hand(position, seat) for seat in range(3)] == ["palace", "", ""]
    assert question_of(position) == ("role", 1)


def test_example_22_with_the_library_the_prospector_draws_two() -> None:
    """docs/rules §4.22"""
    position = table(Player(buildings="indigo plant, library"), NOBODY, NOBODY, pile="palace, hero")
    play(position, "prospector")
    assert hand(position, 0) == "hero, palace"


def test_example_7_two_equal_costs_bring_nothing() -> None:
    """docs/rules §4.7"""
    position = table(NOBODY, MINER, NOBODY, pile=f"well, {BARREN}")
    play(position, "prospector")
    assert question_of(position) == ("gold mine", 1)
    events = play(position, "use gold mine")
    assert events_of_kind(events, "turns_up") == [{"seat": 1, "cards": BARREN.split(", "), "strikes": False}]
    assert discarded(position) == "tobacco storage, smithy, prefecture, library"
    assert cards(position, 1) == 0
    assert question_of(position) == ("role", 1)


def test_example_7_of_four_different_costs_one_is_taken() -> None:
    """docs/rules §4.7"""
    position = table(NOBODY, MINER, NOBODY, pile=f"well, {RICH}")
    events = play(position, "prospector", "use gold mine")
    assert events_of_kind(events, "turns_up") == [{"seat": 1, "cards": RICH.split(", "), "strikes": True}]
    assert question_of(position) == ("strike", 1)
    assert legal_texts(position) == ["take tobacco storage", "take smithy", "take quarry", "take library"]
    play(position, "take quarry")
    assert hand(position, 1) == "quarry"
    assert discarded(position) == "tobacco storage, smithy, library"


def test_costs_are_what_is_compared_whatever_the_owner_would_pay() -> None:
    owner = Player(buildings="indigo plant, gold mine, quarry, smithy, library")
    position = table(NOBODY, owner, NOBODY, pile="well, hero, sugar mill, market hall, chapel")
    events = play(position, "prospector", "use gold mine")
    assert events_of_kind(events, "turns_up")[0]["strikes"] is True


def test_equal_costs_anywhere_among_the_four_bring_nothing() -> None:
    for cards_up in (
        "smithy, archive, well, chapel",
        "smithy, well, archive, chapel",
        "smithy, well, chapel, archive",
        "well, smithy, archive, chapel",
        "well, smithy, chapel, archive",
        "well, chapel, smithy, archive",
    ):
        position = table(MINER, NOBODY, NOBODY, pile=f"hero, {cards_up}")
        events = play(position, "prospector", "use gold mine")
        assert events_of_kind(events, "turns_up")[0]["strikes"] is False


def test_the_prospector_draws_before_the_gold_mines_and_has_the_first_one() -> None:
    position = table(MINER, MINER, NOBODY, governor=1, pile=f"well, {RICH}")
    play(position, "prospector")
    assert hand(position, 1) == "well"
    assert question_of(position) == ("gold mine", 1)
    play(position, "use gold mine", "take library")
    assert question_of(position) == ("gold mine", 0)


def test_example_21_every_owner_turns_up_four_cards_of_his_own() -> None:
    """docs/rules §4.21: clockwise from the prospector."""
    position = table(NOBODY, MINER, MINER, governor=1, pile=f"well, {EIGHT_UP}")
    events = play(position, "prospector", "use gold mine")
    assert question_of(position) == ("gold mine", 2)
    events += play(position, "use gold mine")
    assert [event["seat"] for event in events_of_kind(events, "turns_up")] == [1, 2]
    assert legal_texts(position) == ["take sugar mill", "take silver smelter", "take archive", "take quarry"]


def test_the_gold_mine_need_not_be_used() -> None:
    position = table(NOBODY, MINER, NOBODY, pile=f"well, {RICH}")
    play(position, "prospector")
    pile = position.draw_pile_count
    assert legal_texts(position) == ["pass", "use gold mine"]
    play(position, "pass")
    assert (position.draw_pile_count, cards(position, 1)) == (pile, 0)
    assert question_of(position) == ("role", 1)


def test_everybody_sees_what_is_turned_up_and_taken() -> None:
    position = table(NOBODY, MINER, NOBODY, pile=f"well, {RICH}")
    events = play(position, "prospector", "use gold mine", "take library")
    assert all(event.visible_to(None) for event in events if event.kind in ("turns_up", "takes"))


def test_fewer_than_four_cards_in_both_piles_are_not_turned_up() -> None:
    """docs/rules §5 Gold mine"""
    position = table(NOBODY, MINER, NOBODY, pile="well, smithy", discards="hero, palace", hoarder=2)
    play(position, "prospector")
    assert question_of(position) == ("role", 1)
    position = table(NOBODY, MINER, NOBODY, pile="well, smithy", discards="hero, palace, chapel", hoarder=2)
    play(position, "prospector")
    assert question_of(position) == ("gold mine", 1)
    events = play(position, "use gold mine")
    assert len(events_of_kind(events, "shuffles")) == 1
    assert events_of_kind(events, "turns_up")[0]["strikes"] is True


def test_the_first_owners_discards_are_down_before_the_second_turns_up() -> None:
    """docs/rules §5 Gold mine: five cards in all are enough for both."""
    position = table(NOBODY, MINER, MINER, pile=f"well, {BARREN}", hoarder=0)
    play(position, "prospector", "use gold mine")
    assert question_of(position) == ("gold mine", 2)
    events = play(position, "use gold mine")
    assert sorted(map(str, events_of_kind(events, "turns_up")[0]["cards"])) == sorted(BARREN.split(", "))  # type: ignore[call-overload]


def test_without_gold_mines_nobody_is_asked() -> None:
    position = table(NOBODY, NOBODY, NOBODY)
    play(position, "prospector")
    assert question_of(position) == ("role", 1)


def test_example_36_a_gold_mine_works_in_a_later_phase_of_the_round_in_which_it_was_built() -> None:
    """docs/rules §4.36"""
    position = table(Player(hand="gold mine"), NOBODY, NOBODY)
    play(position, "builder", "build gold mine", "pass", "pass", "prospector")
    assert question_of(position) == ("gold mine", 0)
