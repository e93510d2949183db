"""docs/rules §1 and §5 Draw pile: what happens when cards run out, and what everybody remembers of the discards."""

from __future__ import annotations

from games.engine.sanjuan.components import CARD_NAMES, KINDS
from games.engine.sanjuan.flow import SanJuanPosition
from tests.engine.sanjuan.tables import Player, cards, discarded, events_of_kind, goods, hand, play, question_of, table

NOBODY = Player()


def seen(position: SanJuanPosition, seat: int) -> list[str]:
    """The discards that a seat knows to be there."""
    row = range(seat * KINDS, seat * KINDS + KINDS)
    return [CARD_NAMES[index - seat * KINDS] for index in row for _card in range(position.seen_discards[index])]


def test_example_33_the_discards_are_shuffled_when_the_draw_pile_has_run_out() -> None:
    """docs/rules §4.33: the first of two cards is the last of the pile."""
    reader = Player(buildings="indigo plant, library")
    position = table(reader, NOBODY, NOBODY, pile="palace", discards="hero, hero, hero", hoarder=2)
    events = play(position, "prospector")
    assert hand(position, 0) == "hero, palace"
    assert len(events_of_kind(events, "shuffles")) == 1
    assert (int(position.draw_pile_count), discarded(position)) == (2, "")


def test_the_discards_stay_where_they_are_while_nobody_needs_a_card() -> None:
    position = table(NOBODY, NOBODY, NOBODY, pile="palace", discards="hero, hero", hoarder=2)
    events = play(position, "prospector")
    assert events_of_kind(events, "shuffles") == []
    assert (int(position.draw_pile_count), discarded(position)) == (0, "hero, hero")


def test_with_both_piles_empty_what_there_is_is_drawn_clockwise() -> None:
    """docs/rules §5 Draw pile: the third seller gets what is left, and nothing later."""
    seller = Player(buildings="indigo plant, silver smelter", goods="silver")
    position = table(seller, seller, NOBODY, prices=(1, 2, 2, 3, 3), pile="well, well", hoarder=2)
    play(position, "trader", "sell silver", "sell silver")
    # Two of the pile and the first seller's own card; then the second one's own.
    assert [cards(position, seat) for seat in (0, 1)] == [3, 1]
    assert position.cards_to_draw() == 0
    events = play(position, "prospector")
    assert events_of_kind(events, "draws") == [{"seat": 1, "by": "prospector", "cards": 0}]
    assert cards(position, 1) == 1


def test_the_shuffle_is_random() -> None:
    orders = set()
    for _game in range(3):
        position = table(NOBODY, NOBODY, NOBODY, discards="hero, palace, well, smithy, tower, quarry", hoarder=2)
        for _skip in range(_game):
            position.random.word()
        play(position, "prospector")
        orders.add(tuple(position.draw_pile[:6]))
    assert len(orders) > 1


def test_a_seat_knows_what_it_discarded_itself_and_what_lay_open() -> None:
    player = Player(hand="sugar mill, palace, hero", buildings="indigo plant, gold mine")
    position = table(player, NOBODY, NOBODY, pile="well, library, prefecture, smithy, tobacco storage")
    play(position, "builder", "build sugar mill with palace", "pass", "pass")
    assert (seen(position, 0), seen(position, 1)) == (["palace"], [])
    play(position, "prospector", "use gold mine")
    open_cards = ["tobacco storage", "smithy", "prefecture", "library"]
    assert seen(position, 1) == open_cards
    assert seen(position, 0) == [*open_cards, "palace"]


def test_what_was_put_away_as_councillor_is_known_to_that_seat_alone() -> None:
    position = table(NOBODY, NOBODY, NOBODY, pile="well, smithy, hero, palace, quarry")
    play(position, "councillor", "keep hero")
    assert sorted(seen(position, 0)) == ["palace", "quarry", "smithy", "well"]
    assert (seen(position, 1), seen(position, 2)) == ([], [])


def test_goods_that_pay_or_are_sold_are_unseen_by_their_owner_too() -> None:
    """docs/rules §5 Goods"""
    owner = Player(hand="indigo plant, well", buildings="indigo plant, black market", goods="indigo")
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass", "build indigo plant with indigo good")
    assert position.discard_count == 1
    assert seen(position, 1) == []


def test_after_a_shuffle_nobody_knows_anything_of_the_pile() -> None:
    player = Player(hand="sugar mill, palace, hero")
    position = table(player, NOBODY, NOBODY, pile="", hoarder=2)
    play(position, "builder", "build sugar mill with palace", "pass", "pass")
    assert seen(position, 0) == ["palace"]
    play(position, "prospector")
    assert seen(position, 0) == []
    assert hand(position, 1) == "palace"


def test_a_card_taken_openly_is_known_until_its_owner_discards_unseen() -> None:
    miner = Player(hand="hero, hero, palace", buildings="indigo plant, gold mine")
    position = table(NOBODY, miner, NOBODY, pile="well, quarry, smithy, tobacco storage, library")
    play(position, "prospector", "use gold mine", "take smithy")
    shown = position.shown_cards[KINDS : 2 * KINDS]
    assert [CARD_NAMES[kind] for kind in range(KINDS) if shown[kind]] == ["smithy"]
    play(position, "builder", "pass", "pass", "pass", "trader")
    assert sum(position.shown_cards) == 1


def test_a_card_taken_openly_and_built_is_no_more_in_the_hand() -> None:
    miner = Player(hand="hero", buildings="indigo plant, gold mine")
    position = table(NOBODY, miner, NOBODY, pile="well, quarry, smithy, tobacco storage, library")
    play(position, "prospector", "use gold mine", "take smithy", "builder", "build smithy")
    assert sum(position.shown_cards) == 0
    assert question_of(position) == ("builder", 2)


def test_nothing_is_known_of_a_hand_that_has_paid_unseen() -> None:
    miner = Player(hand="hero, hero, sugar mill", buildings="indigo plant, gold mine")
    position = table(NOBODY, miner, NOBODY, pile="well, quarry, smithy, tobacco storage, library")
    play(position, "prospector", "use gold mine", "take smithy", "builder", "build sugar mill with hero")
    assert hand(position, 1) == "smithy, hero"
    assert sum(position.shown_cards) == 0


def test_a_covered_building_and_its_good_leave_the_game_and_the_plant() -> None:
    """docs/rules §5 Crane: the good goes to the discards, the card below stays where it is."""
    owner = Player(hand="statue", buildings="indigo plant, crane, coffee roaster", goods="coffee")
    position = table(owner, NOBODY, NOBODY)
    good = next(int(card) for card in position.good_card if card >= 0)
    play(position, "builder", "build statue over coffee roaster")
    assert discarded(position) == CARD_NAMES[good]
    assert goods(position, 0) == ""
    assert [CARD_NAMES[kind] for kind in range(KINDS) if position.covered[kind]] == ["coffee roaster"]


def test_nothing_is_known_of_a_hand_from_which_a_card_went_under_a_chapel() -> None:
    miner = Player(hand="hero", buildings="indigo plant, gold mine, chapel")
    position = table(NOBODY, miner, NOBODY, pile="well, quarry, smithy, tobacco storage, library")
    play(position, "prospector", "use gold mine", "take smithy", "trader", "builder", "pass", "pass", "pass")
    assert question_of(position) == ("chapel", 1)
    assert sum(position.shown_cards) == 1
    play(position, "chapel hero")
    assert hand(position, 1) == "smithy"
    assert sum(position.shown_cards) == 0
