"""docs/rules §2 Councillor, §3 archive, prefecture, library."""

from __future__ import annotations

import pytest

from tests.engine.sanjuan.tables import (
    Player,
    cards,
    discarded,
    events_of_kind,
    hand,
    legal_texts,
    play,
    question_of,
    step,
    table,
)

TOP = "indigo plant, smithy, smithy, well, chapel, hero, palace, sugar mill"
"""Eight cards on the draw pile, the first on top."""


def drawn(owned: str, *, as_councillor: bool) -> tuple[int, int]:
    """How many cards a seat draws, and how many of them its hand grows by."""
    player = Player(hand="quarry", buildings=f"indigo plant, {owned}")
    position = table(player, Player(), Player()) if as_councillor else table(Player(), Player(), player)
    seat = 0 if as_councillor else 2
    events = play(position, "councillor")
    while question_of(position)[0] in ("councillor", "archive"):
        step(position, legal_texts(position)[0])
    (draws,) = [event["cards"] for event in events_of_kind(events, "draws") if event["seat"] == seat]
    return int(str(draws)), cards(position, seat) - 1


def test_everybody_keeps_one_of_two_and_the_councillor_one_of_five() -> None:
    assert drawn("", as_councillor=False) == (2, 1)
    assert drawn("", as_councillor=True) == (5, 1)


def test_example_22_with_the_library_the_councillor_keeps_one_of_eight() -> None:
    """docs/rules §4.22"""
    assert drawn("library", as_councillor=True) == (8, 1)
    assert drawn("library", as_councillor=False) == (2, 1)


def test_example_6_the_prefecture_keeps_two() -> None:
    """docs/rules §4.6: of 2; of 5 as councillor; of 8 with the library."""
    assert drawn("prefecture", as_councillor=False) == (2, 2)
    assert drawn("prefecture", as_councillor=True) == (5, 2)
    assert drawn("prefecture, library", as_councillor=True) == (8, 2)


@pytest.mark.parametrize(
    ("owned", "as_councillor", "draws", "discards"),
    [
        ("archive", False, 2, 1),
        ("archive", True, 5, 4),
        ("archive, library", True, 8, 7),
        ("archive, prefecture", False, 2, 0),
        ("archive, prefecture", True, 5, 3),
        ("archive, prefecture, library", True, 8, 6),
    ],
)
def test_examples_6_12_and_24_the_archive_discards_from_the_whole_hand(
    owned: str, as_councillor: bool, draws: int, discards: int
) -> None:
    """docs/rules §4.6, §4.12, §4.24"""
    player = Player(hand="quarry", buildings=f"indigo plant, {owned}")
    position = table(player, Player(), Player()) if as_councillor else table(Player(), Player(), player)
    seat = 0 if as_councillor else 2
    play(position, "councillor")
    while question_of(position) in (("councillor", 0), ("councillor", 1)):
        step(position, legal_texts(position)[0])
    if discards:
        assert question_of(position) == ("archive", seat)
        assert cards(position, seat) == 1 + draws
    before = position.discard_count
    went = 0
    while question_of(position) == ("archive", seat):
        step(position, legal_texts(position)[0])
        went += 1
    assert went == discards
    assert cards(position, seat) == 1 + draws - discards
    assert position.discard_count >= before + discards


def test_the_councillor_looks_at_five_cards_and_keeps_the_one_he_likes() -> None:
    position = table(Player(hand="quarry"), Player(), Player(), pile=TOP)
    play(position, "councillor")
    assert legal_texts(position) == ["keep indigo plant", "keep smithy", "keep well", "keep chapel"]
    play(position, "keep chapel")
    assert hand(position, 0) == "chapel, quarry"
    assert discarded(position) == "indigo plant, smithy, smithy, well"


def test_the_others_draw_behind_the_councillor_clockwise() -> None:
    position = table(Player(), Player(), Player(), governor=1, pile=f"{TOP}, archive")
    play(position, "councillor", "keep well")
    assert question_of(position) == ("councillor", 2)
    assert legal_texts(position) == ["keep hero", "keep palace"]
    play(position, "keep hero")
    assert legal_texts(position) == ["keep sugar mill", "keep archive"]


def test_without_the_archive_the_hand_is_not_to_be_touched() -> None:
    position = table(Player(hand="hero, hero"), Player(), Player(), pile=TOP)
    play(position, "councillor")
    assert "keep hero" not in legal_texts(position)


def test_with_the_archive_old_cards_may_go_and_all_drawn_ones_stay() -> None:
    owner = Player(hand="quarry, quarry, library, hero", buildings="indigo plant, archive")
    position = table(owner, Player(), Player(), pile=TOP)
    play(position, "councillor", "discard quarry, quarry, library, hero")
    assert hand(position, 0) == "indigo plant, smithy, smithy, well, chapel"
    assert discarded(position) == "quarry, quarry, library, hero"


def test_two_kept_cards_are_named_in_ascending_order() -> None:
    owner = Player(buildings="indigo plant, prefecture")
    position = table(owner, Player(), Player(), pile=TOP)
    play(position, "councillor")
    assert legal_texts(position) == ["keep indigo plant", "keep smithy", "keep well"]
    step(position, "keep smithy")
    assert legal_texts(position) == ["keep smithy", "keep well", "keep chapel"]
    step(position, "keep smithy")
    assert hand(position, 0) == "smithy, smithy"


def test_who_may_keep_all_that_he_draws_is_not_asked() -> None:
    owner = Player(buildings="indigo plant, prefecture")
    position = table(Player(), owner, Player(), pile=TOP)
    play(position, "councillor", "keep well")
    assert question_of(position) == ("councillor", 2)
    assert hand(position, 1) == "hero, palace"


def test_what_is_drawn_is_told_to_the_drawer_alone() -> None:
    position = table(Player(), Player(), Player(), pile=TOP)
    events = play(position, "councillor", "keep well")
    secret = [event for event in events if event.kind in ("looks_at", "keeps")]
    assert [event.visible_to(int(event.seat)) for event in secret] == [True] * len(secret)
    assert not any(event.visible_to(None) for event in secret)
    assert {"seat": 0, "by": "councillor", "cards": 5} in events_of_kind(events, "draws")
    assert events_of_kind(events, "puts_back") == [{"seat": 0, "cards": 4}]


# --- all at the same time, or one after the other ---------------------------------------------------------------------


def test_all_may_choose_at_the_same_time_while_the_pile_lasts_for_all() -> None:
    """docs/rules §5 Councillor"""
    position = table(Player(), Player(), Player(), pile=f"{TOP}, archive")
    play(position, "councillor")
    ahead = position.ahead(2)
    assert ahead is not None
    assert legal_texts(ahead) == ["keep sugar mill", "keep archive"]


def test_where_the_pile_does_not_last_each_discards_before_the_next_draws() -> None:
    """docs/rules §5 Councillor: the others draw from what the councillor has just put away."""
    position = table(Player(), Player(), Player(), pile="smithy, smithy, well, chapel, hero", hoarder=2)
    play(position, "councillor")
    assert position.ahead(1) is None
    play(position, "keep hero")
    assert question_of(position) == ("councillor", 1)
    assert set(legal_texts(position)) <= {"keep smithy", "keep well", "keep chapel"}
    assert position.draw_pile_count == 4 - 2


def test_nine_cards_are_just_enough_for_three_players() -> None:
    """docs/rules §5 Councillor: 5 + 2 + 2."""
    nine = table(Player(), Player(), Player(), pile=f"{TOP}, archive", hoarder=2)
    play(nine, "councillor")
    assert nine.ahead(1) is not None
    eight = table(Player(), Player(), Player(), pile=TOP, hoarder=2)
    play(eight, "councillor")
    assert eight.ahead(1) is None


def test_who_finds_fewer_cards_than_he_may_draw_chooses_among_those() -> None:
    """docs/rules §5 Draw pile"""
    position = table(Player(), Player(), Player(), pile="smithy, well, chapel", hoarder=2)
    play(position, "councillor")
    assert legal_texts(position) == ["keep smithy", "keep well", "keep chapel"]


def test_who_finds_no_more_cards_than_he_may_keep_keeps_them() -> None:
    """docs/rules §5 Councillor"""
    position = table(Player(), Player(), Player(), pile="smithy", hoarder=2)
    play(position, "councillor")
    assert question_of(position) == ("role", 1)
    assert hand(position, 0) == "smithy"
    owner = Player(hand="hero", buildings="indigo plant, archive, prefecture")
    position = table(owner, Player(), Player(), pile="smithy, well", hoarder=2)
    play(position, "councillor")
    assert question_of(position) == ("role", 1)
    assert hand(position, 0) == "smithy, well, hero"
    owner = Player(hand="hero", buildings="indigo plant, archive, prefecture")
    position = table(owner, Player(), Player(), pile="smithy, well, chapel", hoarder=2)
    play(position, "councillor")
    assert legal_texts(position) == ["discard smithy", "discard well", "discard chapel", "discard hero"]
    assert position.cards_to_choose[0] == 1


def test_the_discards_do_not_help_all_to_draw_at_once() -> None:
    """docs/rules §5 Councillor: what the first one puts away is shuffled in for the next."""
    position = table(
        *(Player(), Player(), Player()),
        pile="smithy, smithy, well, chapel, hero",
        discards="palace, palace, tower, tower, tower, archive",
        hoarder=2,
    )
    play(position, "councillor")
    assert position.ahead(1) is None
    assert position.discard_count == 6
    play(position, "keep hero")
    assert question_of(position) == ("councillor", 1)
    assert position.cards_to_draw() == 6 + 4 - 2


@pytest.mark.parametrize("pile", ["", "smithy"])
def test_with_archive_and_prefecture_fewer_cards_than_may_be_kept_are_kept(pile: str) -> None:
    """docs/rules §5 Councillor"""
    owner = Player(hand="hero", buildings="indigo plant, archive, prefecture")
    position = table(owner, Player(), Player(), pile=pile, hoarder=2)
    play(position, "councillor")
    assert question_of(position) == ("role", 1)
    assert hand(position, 0) == (f"{pile}, hero" if pile else "hero")


def test_all_drew_at_once_in_one_councillor_phase_and_one_after_the_other_in_the_next() -> None:
    """docs/rules §5 Councillor: it is the draw pile of that moment that counts."""
    position = table(Player(), Player(), Player(), pile=f"{TOP}, archive", hoarder=2)
    play(position, "councillor", "keep well", "keep hero", "keep archive", "trader", "prospector")
    while question_of(position)[0] == "limit":
        step(position, legal_texts(position)[0])
    events = play(position, "councillor")
    assert position.ahead(2) is None
    assert events_of_kind(events, "draws") == [{"seat": 1, "by": "councillor", "cards": 5}]
