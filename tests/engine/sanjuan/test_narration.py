"""What is told: one sentence for every kind of event, to whom it may be told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.engine.contract import Event
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.sanjuan.events import EVENTS, PRIVATE, SOMETIMES
from tests.engine.sanjuan.tables import SAN_JUAN, SECRET, Player, play, table

NAMES = ("Anna", "Bob", "Chris", "David")


def sentences(events: Sequence[Event], seat: int | None = None) -> list[str]:
    """What a seat (None: an onlooker) reads."""
    heard = [event for event in events if event.visible_to(seat)]
    return [SAN_JUAN.narrate(event, NAMES).render() for event in SAN_JUAN.condense_events(heard)]


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("draws", {"by": "deal", "cards": 4}, "Anna is dealt 4 cards."),
        ("draws", {"by": "councillor", "cards": 2}, "Anna draws 2 cards."),
        ("draws", {"by": "prospector", "cards": 1}, "Anna prospects 1 card."),
        ("draws", {"by": "trader", "cards": 3}, "Anna draws 3 cards for the sale."),
        ("draws", {"by": "well", "cards": 1}, "Anna's well brings 1 card."),
        ("draws", {"by": "carpenter", "cards": 1}, "Anna's carpenter brings 1 card."),
        ("draws", {"by": "poor house", "cards": 1}, "Anna's poor house brings 1 card."),
        ("draws", {"by": "well", "cards": 0}, "Anna would draw, but no cards are left."),
        ("gets", {"by": "deal", "cards": ["well", "well"]}, "Anna is dealt well, well."),
        ("gets", {"by": "councillor", "cards": ["well"]}, "Anna draws well."),
        ("gets", {"by": "prospector", "cards": ["well", "hero"]}, "Anna prospects well, hero."),
        ("gets", {"by": "trader", "cards": ["well", "hero"]}, "Anna draws well, hero for the sale."),
        ("gets", {"by": "well", "cards": ["hero"]}, "Anna's well brings hero."),
        ("gets", {"by": "carpenter", "cards": ["hero"]}, "Anna's carpenter brings hero."),
        ("gets", {"by": "poor house", "cards": ["hero"]}, "Anna's poor house brings hero."),
        ("looks_at", {"cards": ["smithy", "palace"]}, "Anna draws smithy, palace."),
        ("picks", {"role": "builder"}, "Anna picks the builder."),
        ("picks", {"role": "trader", "library": True}, "Anna picks the trader, with the library."),
        ("passes", {"stage": "builder"}, "Anna builds nothing."),
        ("passes", {"stage": "producer"}, "Anna produces nothing."),
        ("passes", {"stage": "trader"}, "Anna sells nothing."),
        ("passes", {"stage": "gold mine"}, "Anna does not use the gold mine."),
        ("passes", {"stage": "chapel"}, "Anna puts no card under the chapel."),
        ("builds", {"building": "library", "price": 4}, "Anna builds the library for 4 cards."),
        ("builds", {"building": "well", "price": 0}, "Anna builds the well for free."),
        (
            "builds",
            {"building": "palace", "price": 3, "over": "chapel"},
            "Anna builds the palace over the chapel for 3 cards.",
        ),
        (
            "builds",
            {"building": "statue", "price": 0, "over": "coffee roaster"},
            "Anna builds the statue over the coffee roaster for free.",
        ),
        (
            "builds",
            {"building": "hero", "price": 1, "over": "coffee roaster", "lost": "coffee"},
            "Anna builds the hero over the coffee roaster for 1 card; the coffee on it is lost.",
        ),
        ("pays_good", {"good": "silver"}, "Anna pays with silver at the black market, for one card."),
        ("pays", {"card": "well"}, "Anna pays with well."),
        ("produces", {"goods": {"indigo": 2, "silver": 1}}, "Anna produces 2 indigo, silver."),
        ("produces", {"goods": {}}, "Anna would produce, but no cards are left."),
        (
            "turns_tile",
            {"prices": [1, 1, 2, 2, 3]},
            "The prices for indigo, sugar, tobacco, coffee, silver: 1 1 2 2 3.",
        ),
        ("sells", {"good": "coffee", "cards": 2}, "Anna sells coffee for 2 cards."),
        ("keeps", {"card": "smithy"}, "Anna keeps smithy."),
        ("puts_back", {"cards": 4}, "Anna has chosen and discards 4 cards."),
        ("discards", {"card": "tower"}, "Anna discards tower."),
        ("keeps_the_limit", {"cards": 7}, "Anna discards down to 7 cards."),
        ("tucks", {"card": "hero"}, "Anna puts hero under the chapel."),
        (
            "turns_up",
            {"cards": ["silver smelter", "statue", "smithy", "tower"], "strikes": False},
            "Anna's gold mine turns up silver smelter, statue, smithy, tower: nothing, for costs are equal.",
        ),
        (
            "turns_up",
            {"cards": ["quarry", "smithy", "tower", "library"], "strikes": True},
            "Anna's gold mine turns up quarry, smithy, tower, library: four different costs.",
        ),
        ("takes", {"card": "library"}, "Anna takes library out of the gold mine."),
        ("shuffles", {}, "The discards are shuffled into a new draw pile."),
        ("round_ends", {"round": 3}, "Round 3 ends."),
        ("governor", {}, "Anna is the governor."),
        (
            "game_over",
            {"scores": [20, 31, 20, 9], "ranks": [2, 1, 2, 4]},
            "The game is over: 1. Bob: 31 VP, 2. Anna: 20 VP, 2. Chris: 20 VP, 4. David: 9 VP.",
        ),
    ],
)
def test_every_event_is_a_sentence(kind: str, data: dict[str, object], sentence: str) -> None:
    assert SAN_JUAN.narrate(Event(kind, 0, data), NAMES).render() == sentence
    assert set(data) <= {*EVENTS[kind], *SOMETIMES.get(kind, ())}


def test_whole_games_tell_what_the_list_of_events_says() -> None:
    kinds = set()
    for number in range(12):
        position = SAN_JUAN.new(2 + number % 3, {"deal_choice": "on"}, bytes([number]) * 32)
        position.listener = events = list[Event]()
        play_at_random(position, from_secret(SECRET, f"narration {number}"), 5_000)
        for event in events:
            assert set(EVENTS[event.kind]) <= set(event.data) <= {*EVENTS[event.kind], *SOMETIMES.get(event.kind, ())}
            private = event.kind in PRIVATE or (event.kind, event.data.get("stage")) == ("passes", "chapel")
            assert event.audience == ([event.seat] if private else None)
            assert SAN_JUAN.narrate(event, NAMES[: position.seats]).render()
        kinds |= {event.kind for event in events}
    assert kinds == set(EVENTS)


def test_a_building_is_told_to_all_and_what_paid_to_its_owner() -> None:
    owner = Player(hand="library, palace, well, tower", buildings="sugar mill, black market", goods="sugar")
    position = table(owner, Player(), Player())
    events = play(position, "builder", "build library with sugar good, well, tower, palace")
    public = [
        "Anna picks the builder.",
        "Anna builds the library for 4 cards.",
        "Anna pays with sugar at the black market, for one card.",
    ]
    assert sentences(events)[:3] == public
    assert not any("well" in sentence for sentence in sentences(events, 1))
    assert sentences(events, 0)[:6] == [
        *public,
        "Anna pays with well.",
        "Anna pays with tower.",
        "Anna pays with palace.",
    ]


def test_others_hear_how_many_cards_come_and_the_owner_which() -> None:
    position = table(Player(), Player(), Player(), pile="well, palace, smithy, tower, hero")
    events = play(position, "councillor", "keep palace")
    assert sentences(events, 0)[:2] == [
        "Anna picks the councillor.",
        "Anna draws well, palace, smithy, tower, hero.",
    ]
    assert sentences(events, 1)[:2] == ["Anna picks the councillor.", "Anna draws 5 cards."]
    assert "Anna keeps palace." in sentences(events, 0)
    assert not any("palace" in sentence for sentence in sentences(events, 1) + sentences(events))
    assert "Anna has chosen and discards 4 cards." in sentences(events)


def test_what_goes_under_a_chapel_is_told_to_nobody_else() -> None:
    position = table(Player(buildings="smithy"), Player(hand="smithy, well", buildings="chapel"))
    play(position, "prospector", "producer", "trader")
    events = play(position, "chapel smithy")
    assert sentences(events, 1)[0] == "Bob puts smithy under the chapel."
    assert not any("chapel" in sentence for sentence in sentences(events, 0))


def test_goods_produced_one_by_one_are_one_sentence() -> None:
    position = table(Player(buildings="indigo plant, sugar mill, sugar mill, silver smelter, well"), Player(), Player())
    events = play(position, "producer", "produce sugar, silver")
    assert sentences(events)[:3] == [
        "Anna picks the producer.",
        "Anna produces sugar, silver.",
        "Anna's well brings 1 card.",
    ]


@pytest.mark.parametrize(
    ("market", "drawn"), [("", []), (", market hall", ["Anna draws 4 cards for the sale."])], ids=["plain", "hall"]
)
def test_cards_of_a_sale_are_told_again_only_where_there_are_more(market: str, drawn: list[str]) -> None:
    seller = Player(buildings=f"indigo plant, coffee roaster, silver smelter{market}", goods="indigo, coffee, silver")
    position = table(seller, Player(), Player(), prices=(1, 1, 1, 2, 2))
    events = play(position, "trader", "sell indigo, coffee")
    assert sentences(events)[2:] == ["Anna sells indigo for 1 card.", "Anna sells coffee for 2 cards.", *drawn]


def test_what_an_answer_brought_is_news_to_whoever_gave_it() -> None:
    position = table(
        Player(buildings="gold mine, indigo plant"), Player(), Player(), pile="well, smithy, tower, palace, hero"
    )
    events = play(position, "prospector") + play(position, "use gold mine")
    news = [event for event in events if not SAN_JUAN.restates_answer(event, "use gold mine")]
    assert [event.kind for event in news] == ["draws", "gets", "turns_up"]
    made = Event("produces", 0, {"goods": {"indigo": 1}})
    assert SAN_JUAN.restates_answer(made, "produce indigo, more")
    assert not SAN_JUAN.restates_answer(made, "producer")
