"""All cards under chapels and buildings: a game in which nothing can change any more is over (docs/rules §5 End)."""

from __future__ import annotations

from collections import Counter

from games.engine.sanjuan import consistency
from games.engine.sanjuan.components import CARD_NAMES, COPIES
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.position_json import from_json, to_json
from tests.engine.sanjuan.tables import Player, events_of_kind, play, question_of, score, table


def exhausted(hand: str = "", goods: str = "", buildings: str = "indigo plant") -> SanJuanPosition:
    """The first seat has put everything under its chapel but what the second one has; the governor has picked."""
    chapel = "indigo plant, crane, chapel"
    box = Counter({name: int(copies) for name, copies in zip(CARD_NAMES, COPIES, strict=True)})
    box -= Counter([*chapel.split(", "), *buildings.split(", "), *hand.split(", ")])
    if goods:
        box -= Counter(["palace"])
    position = table(
        Player(buildings=chapel, chapel=", ".join(box.elements())),
        Player(hand=hand, buildings=buildings, goods=goods),
    )
    assert position.cards_to_draw() == 0
    return position


def test_the_round_after_which_nothing_can_change_is_the_last() -> None:
    position = exhausted()
    events = play(position, "prospector", "councillor", "trader")
    assert position.is_over()
    assert question_of(position) == ("over", -1)
    assert events_of_kind(events, "game_over")[0]["scores"] == [score(position, 0), score(position, 1)]
    assert not events_of_kind(events, "round_ends")
    consistency.check(position)
    assert to_json(from_json(to_json(position))) == to_json(position)


def test_somebody_who_has_a_good_can_go_on() -> None:
    position = exhausted(goods="indigo")
    play(position, "prospector", "councillor", "producer")
    assert question_of(position) == ("role", 1)


def test_somebody_who_could_build_as_the_builder_can_go_on() -> None:
    position = exhausted(hand="smithy")
    play(position, "prospector", "councillor", "trader")
    assert question_of(position) == ("role", 1)


def test_a_card_that_can_never_be_paid_for_changes_nothing() -> None:
    position = exhausted(hand="hero", buildings="indigo plant, quarry")
    play(position, "prospector", "councillor")
    before = position.revealed
    play(position, "trader")
    assert position.is_over()
    assert position.revealed > before, "that the game is over tells that the card is dear"


def test_a_card_that_can_still_go_under_a_chapel_keeps_the_game_going() -> None:
    position = exhausted(hand="hero", buildings="indigo plant, chapel")
    play(position, "prospector", "councillor", "trader")
    assert question_of(position) == ("chapel", 1)


def test_a_hand_above_its_limit_keeps_the_game_going() -> None:
    """What is discarded down to the limit can be drawn again."""
    standing = "indigo plant, smithy, archive, poor house, well"
    twice = "smithy, smithy, archive, archive, poor house, poor house, well, well"
    position = exhausted(hand=twice, buildings=standing)
    play(position, "prospector", "councillor", "trader")
    assert question_of(position) == ("limit", 1)
    position = exhausted(hand=twice.removesuffix(", well"), buildings=standing)
    play(position, "prospector", "councillor", "trader")
    assert position.is_over()
