"""Looking back at a game: rounds, draws, disclosure, figures."""

from __future__ import annotations

from games.engine import deal, record, registry
from games.engine.contract import Event
from games.engine.playout import play_at_random
from games.engine.random import from_secret
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.view_types import SanJuanView
from tests.engine.sanjuan.tables import SAN_JUAN, SECRET, Player, play, table

CHRONICLE = registry.chronicle("san-juan")
NAMES = ("Anna", "Bob", "Chris", "David")


def figures(position: SanJuanPosition, *lines: str) -> dict[str, dict[str, tuple[int | None, ...]]]:
    """All tables of what a play of these lines told, by title and label."""
    events = play(position, *lines)
    return {
        tally.title.render(): {label.render(): values for label, values in tally.rows}
        for tally in CHRONICLE.tallies(int(position.seats), events)
    }


def test_rounds_end_where_the_game_says_so() -> None:
    position = SAN_JUAN.new(3, {}, SECRET)
    position.listener = events = list[Event]()
    play_at_random(position, from_secret(SECRET, "rounds"), 5_000)
    ends = [event for event in events if CHRONICLE.ends_round(event)]
    view = SAN_JUAN.view(position, None)
    assert isinstance(view, SanJuanView)
    assert len(ends) == view.round - 1 > 5


def test_what_was_drawn_before_the_first_move_is_told_whole() -> None:
    position = SAN_JUAN.new(2, {"deal_choice": "on"}, SECRET)
    assert isinstance(position, SanJuanPosition)
    governor, tiles, *hands = [
        message.render() for message in CHRONICLE.opening_draws(SAN_JUAN, position, ("Anna", "Bob"))
    ]
    assert governor == f"{('Anna', 'Bob')[position.governor]} is the governor."
    assert tiles.startswith("The price tiles, in their order: ")
    assert {"1 1 1 2 2", "1 1 2 2 2", "1 1 2 2 3", "1 2 2 2 3", "1 2 2 3 3"} == set(
        tiles.removeprefix("The price tiles, in their order: ").rstrip(".").split(", ")
    )
    assert [hand.split(":")[0] for hand in hands] == ["Anna's first cards", "Bob's first cards"]
    counts = [len(hand.split(",")) for hand in hands]
    assert counts[position.governor] == 5
    assert sorted(counts) == [5, 6]


def test_every_card_drawn_stands_in_the_list_of_draws() -> None:
    position, moves = SAN_JUAN.new(3, {}, SECRET), list[record.MoveEntry]()
    for line in ("councillor", "1"):
        seat, before = int(position.to_move()), position.copy()
        plies = SAN_JUAN.submit(position, line)
        moves.append(record.MoveEntry(seat, SAN_JUAN.decision_text(before, plies)))
    told_of = record.Record(
        game="san-juan",
        rules_version=SAN_JUAN.rules_version,
        options={},
        seats=NAMES[:3],
        secret_hash=record.hash_secret(SECRET),
        secret=SECRET,
        entries=tuple(moves),
    )
    draws = deal.draws(SAN_JUAN, CHRONICLE, told_of, record.positions(SAN_JUAN, told_of))
    sentences = [draw.sentence.render() for draw in draws if draw.entry == 1]
    how_many = [sentence for sentence in sentences if sentence.endswith(" cards.")]
    assert (len(how_many), len(sentences)) == (3, 6), "of everybody how many, and which"
    assert not [draw for draw in draws if draw.entry == 2]


def test_at_the_end_everything_is_laid_open() -> None:
    position = table(Player(hand="well, hero", buildings="chapel", chapel="palace"), Player(hand="tower"))
    view = CHRONICLE.full_view(SAN_JUAN, position)
    assert isinstance(view, SanJuanView)
    assert [seat.cards for seat in view.seats] == [("well", "hero"), ("tower",)]
    assert view.seats[0].chapel == ("palace",)


def test_cards_are_counted_by_where_they_came_from() -> None:
    owner = Player(hand="tower", buildings="indigo plant, sugar mill, well, gold mine", goods="indigo, sugar")
    position = table(owner, Player(), pile="well, library, smithy, tower, sugar mill", prices=(1, 1, 2, 2, 3))
    made = figures(position, "prospector", "use gold mine", "take library", "trader", "sell sugar")
    assert made["Cards drawn"] == {
        "as prospector": (1, 0),
        "for goods sold": (1, 0),
        "from the gold mine": (1, 0),
    }
    assert made["Goods sold"] == {"sugar": (1, 0)}
    assert made["Roles picked"] == {"trader": (0, 1), "prospector": (1, 0)}


def test_buildings_stand_with_their_round_and_what_they_cost() -> None:
    owner = Player(hand="library, well, well, smithy", buildings="sugar mill, black market", goods="sugar")
    position = table(owner, Player(), Player())
    made = figures(position, "builder", "build library with sugar good, smithy, well, well")
    assert made["Paid for buildings"] == {"cards": (3, 0, 0), "goods, at the black market": (1, 0, 0)}
    assert made["Buildings, by the round in which the first of a kind was built"] == {"library": (1, None, None)}


def test_what_decides_ties_has_a_name() -> None:
    decides = CHRONICLE.tie_break()
    assert decides is not None
    assert decides.render() == "cards and goods, for ties"


def test_the_account_names_chapel_and_dear_buildings() -> None:
    owner = Player(
        hand="well, well", buildings="indigo plant, chapel, guild hall, palace", goods="indigo", chapel="hero, tower"
    )
    line = SAN_JUAN.score_sheet(table(owner, Player()))[0]
    assert [(part.key, part.label.render(), part.points) for part in line.parts] == [
        ("buildings", "buildings", 3),
        ("under-the-chapel", "under the chapel", 2),
        ("guild-hall", "guild hall", 2),
        ("palace", "palace", 1),
    ]
    assert (line.total, line.rank, line.tie_break) == (8, 1, 3)
