"""docs/rules §2 The round, §3 chapel and tower: what comes before the first role of a round."""

from __future__ import annotations

import pytest

from games.engine.sanjuan.flow import SanJuanPosition
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
    under_the_chapel,
)

NOBODY = Player()
SEVEN = "indigo plant, sugar mill, smithy, archive, well, crane, hero"
EIGHT = f"{SEVEN}, palace"
THIRTEEN = f"{EIGHT}, chapel, prefecture, quarry, library, statue"
CHAPEL = "indigo plant, chapel"


def next_round(*players: Player, governor: int = 2) -> SanJuanPosition:
    """The round after one in which nobody drew or built anything."""
    position = table(*players, governor=governor)
    while question_of(position)[0] == "role" and position.round == 2:
        role = next(role for role in ("trader", "producer", "builder") if role in legal_texts(position))
        play(position, role)
        while question_of(position)[0] in ("builder", "trader", "producer"):
            play(position, "pass")
    return position


def test_the_governor_card_passes_left_and_the_roles_come_back() -> None:
    position = next_round(NOBODY, NOBODY, NOBODY, governor=2)
    assert question_of(position) == ("role", 0)
    assert position.governor == 0
    assert legal_texts(position) == ["builder", "producer", "trader", "councillor", "prospector"]


def test_hands_of_more_than_seven_are_discarded_down_to_seven_by_choice() -> None:
    position = next_round(NOBODY, Player(hand=f"{EIGHT}, library"), NOBODY)
    assert question_of(position) == ("limit", 1)
    play(position, "discard smithy, palace")
    assert hand(position, 1) == "indigo plant, sugar mill, archive, well, crane, library, hero"
    assert discarded(position) == "smithy, palace"
    assert question_of(position) == ("role", 0)


def test_seven_cards_may_stay() -> None:
    position = next_round(NOBODY, Player(hand=SEVEN), NOBODY)
    assert question_of(position) == ("role", 0)


@pytest.mark.parametrize(("tower", "surplus"), [("", 6), ("tower", 1)])
def test_example_28_with_the_tower_twelve_cards_may_stay(tower: str, surplus: int) -> None:
    """docs/rules §4.28"""
    position = next_round(NOBODY, Player(hand=THIRTEEN, buildings=f"indigo plant, {tower}"), NOBODY)
    assert question_of(position) == ("limit", 1)
    assert position.cards_to_choose[1] == surplus
    for _card in range(surplus):
        step(position, legal_texts(position)[0])
    assert cards(position, 1) == 13 - surplus
    assert question_of(position) == ("role", 0)


def test_during_a_round_hands_may_be_larger() -> None:
    position = table(Player(hand=EIGHT), NOBODY, NOBODY)
    play(position, "prospector")
    assert cards(position, 0) == 9
    assert question_of(position) == ("role", 1)


def test_a_covered_tower_keeps_no_more_than_seven() -> None:
    """docs/rules §5 Crane"""
    owner = Player(hand=f"{THIRTEEN}", buildings="indigo plant, crane, tower")
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build smithy over tower", "pass", "pass", "trader", "prospector")
    assert question_of(position) == ("limit", 0)
    assert position.cards_to_choose[0] == 12 - 7


# --- the chapel -------------------------------------------------------------------------------------------------------


def test_the_owner_of_a_chapel_may_put_a_card_under_it() -> None:
    position = next_round(NOBODY, Player(hand="smithy, smithy, hero", buildings=CHAPEL), NOBODY)
    assert question_of(position) == ("chapel", 1)
    assert legal_texts(position) == ["pass", "chapel smithy", "chapel hero"]
    play(position, "chapel smithy")
    assert (hand(position, 1), under_the_chapel(position, 1)) == ("smithy, hero", "smithy")
    assert question_of(position) == ("role", 0)


def test_one_card_in_a_round_and_it_may_be_none() -> None:
    position = next_round(NOBODY, Player(hand="smithy, hero", buildings=CHAPEL, chapel="well"), NOBODY)
    play(position, "pass")
    assert (hand(position, 1), under_the_chapel(position, 1)) == ("smithy, hero", "well")
    assert question_of(position) == ("role", 0)


def test_every_round_another_card_goes_under_the_chapel() -> None:
    position = next_round(NOBODY, Player(hand="smithy, hero", buildings=CHAPEL, chapel="well"), NOBODY)
    play(position, "chapel smithy", "producer", "builder", "pass", "pass", "pass", "prospector")
    assert question_of(position) == ("chapel", 1)
    play(position, "chapel hero")
    assert under_the_chapel(position, 1) == "smithy, well, hero"


def test_without_a_card_in_the_hand_nobody_is_asked_about_the_chapel() -> None:
    position = next_round(NOBODY, Player(buildings=CHAPEL), NOBODY)
    assert question_of(position) == ("role", 0)


def test_example_28_of_eight_cards_one_goes_under_the_chapel_and_none_is_discarded() -> None:
    """docs/rules §4.28"""
    position = next_round(NOBODY, Player(hand=EIGHT, buildings=CHAPEL), NOBODY)
    play(position, "chapel well")
    assert question_of(position) == ("role", 0)
    assert (cards(position, 1), discarded(position)) == (7, "")


def test_who_tucks_none_of_eight_discards_one() -> None:
    position = next_round(NOBODY, Player(hand=EIGHT, buildings=CHAPEL), NOBODY)
    play(position, "pass")
    assert question_of(position) == ("limit", 1)
    play(position, "discard palace")
    assert hand(position, 1) == SEVEN


def test_a_covered_chapel_takes_no_more_cards() -> None:
    """docs/rules §5 Crane"""
    owner = Player(hand="hero, smithy, well, quarry", buildings="indigo plant, crane, chapel", chapel="palace")
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build hero over chapel with smithy", "pass", "pass", "trader", "prospector")
    assert question_of(position) == ("role", 1)
    assert under_the_chapel(position, 0) == "palace"


def test_a_chapel_built_again_adds_to_the_cards_under_the_first() -> None:
    """docs/rules §5 Crane"""
    owner = Player(hand="chapel, hero, hero", buildings="indigo plant, crane, tower", chapel="palace")
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build chapel over tower", "pass", "pass", "trader", "prospector")
    assert question_of(position) == ("chapel", 0)
    play(position, "chapel hero")
    assert under_the_chapel(position, 0) == "hero, palace"


def test_nobody_else_is_told_whether_and_which_card_went_under_the_chapel() -> None:
    """docs/rules §3 chapel"""
    for line in ("chapel hero", "pass"):
        position = next_round(NOBODY, Player(hand="smithy, hero", buildings=CHAPEL), NOBODY)
        events = play(position, line)
        assert [event.kind for event in events if event.visible_to(1)] == ["passes" if line == "pass" else "tucks"]
        assert [event.kind for event in events if event.visible_to(0) or event.visible_to(None)] == []


# --- who, when --------------------------------------------------------------------------------------------------------


def test_the_new_governor_is_asked_first_then_clockwise() -> None:
    player = Player(hand="smithy", buildings=CHAPEL)
    position = next_round(player, player, Player(hand=EIGHT), governor=0)
    assert question_of(position) == ("chapel", 1)
    play(position, "pass")
    assert question_of(position) == ("limit", 2)
    play(position, "discard hero")
    assert question_of(position) == ("chapel", 0)
    play(position, "pass")
    assert question_of(position) == ("role", 1)


def test_all_may_decide_at_the_same_time() -> None:
    position = next_round(Player(hand="smithy", buildings=CHAPEL), Player(hand=EIGHT), NOBODY)
    ahead = position.ahead(1)
    assert ahead is not None
    assert question_of(ahead) == ("limit", 1)
    assert position.ahead(2) is None


def test_the_first_round_begins_without_chapels_and_limits() -> None:
    position = table(Player(hand=EIGHT, buildings=CHAPEL), NOBODY, NOBODY)
    position.round = 1
    assert question_of(position) == ("role", 0)


def test_what_is_discarded_for_the_limit_is_told_to_its_owner_alone() -> None:
    position = next_round(NOBODY, Player(hand=EIGHT), NOBODY)
    events = play(position, "discard palace")
    assert [event.kind for event in events if event.visible_to(None)] == ["keeps_the_limit"]
    assert events_of_kind(events, "keeps_the_limit") == [{"seat": 1, "cards": 7}]
