"""Seeks that are matched: every wish is met, nobody sits twice, whoever waits longest comes first."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matching.seeks import ANY_SPREAD_AFTER, Pair, Table, Wish, find_tables, widest_spread

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def wish(person: int, *, hours: float = 24, seek: int | None = None, **more: Any) -> Wish:
    """Of somebody who has waited so many hours for a game of three, at a day per turn."""
    values: dict[str, Any] = {"kind": "puerto-rico", "players": frozenset({3}), "shortest": DAY, "longest": DAY} | more
    return Wish(seek=seek or person, person=person, since=NOW - hours * HOUR, **values)


def nobles_need_other_buildings(_kind: str, _players: int, options: Mapping[str, str]) -> bool:
    return options.get("nobles") != "on" or options.get("buildings", "base") != "base"


def tables(*wishes: Wish, apart: Collection[Pair] = (), met: Collection[Pair] = ()) -> list[Table]:
    return find_tables(wishes, apart, NOW, nobles_need_other_buildings, met)


def seated(found: list[Table]) -> list[list[int]]:
    return [[one.person for one in table.wishes] for table in found]


def test_three_who_wish_the_same_sit_together_and_whoever_waits_longest_comes_first() -> None:
    assert seated(tables(wish(1, hours=1), wish(2, hours=3), wish(3, hours=2))) == [[2, 3, 1]]
    assert tables(wish(1), wish(2)) == []


def test_whoever_waits_longest_gets_the_seat() -> None:
    assert seated(tables(*(wish(person, hours=20 + person) for person in (1, 2, 3, 4)))) == [[4, 3, 2]]


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "san-juan"},
        {"players": frozenset({4, 5})},
        {"shortest": 2 * DAY, "longest": 3 * DAY},
        {"options": {"nobles": "on"}},
        {"rated": True},
        {"lowest": 1100},
        {"highest": 900},
        {"least_reliability": 90},
    ],
)
def test_one_wish_that_is_not_met_keeps_people_from_a_table(other: Mapping[str, Any]) -> None:
    strict: dict[str, Any] = {"options": {"nobles": "off", "buildings": "base"}, "rated": False}
    assert tables(wish(1, **strict), wish(2), wish(3, **other)) == []


def test_people_who_are_kept_apart_do_not_meet_but_others_sit_with_each() -> None:
    apart = [frozenset({1, 2})]
    assert tables(wish(1), wish(2), wish(3), apart=apart) == []
    assert seated(tables(wish(1, hours=30), wish(2), wish(3), wish(4), apart=apart)) == [[1, 3, 4]]


def test_people_who_met_lately_meet_again_only_after_a_wait() -> None:
    met = [frozenset({1, 2})]
    assert tables(wish(1, hours=11), wish(2, hours=3), wish(3, hours=3), met=met) == []
    fresh = [wish(1, hours=11), wish(2, hours=4), wish(3, hours=3), wish(4, hours=2)]
    assert seated(tables(*fresh, met=met)) == [[1, 3, 4]]
    assert seated(tables(wish(1, hours=12), wish(2, hours=3), wish(3, hours=2), met=met)) == [[1, 2, 3]]


def test_the_table_is_what_all_can_agree_on() -> None:
    (table,) = tables(
        wish(1, shortest=12 * HOUR, longest=3 * DAY, options={"nobles": "on"}),
        wish(2, options={"buildings": "all"}),
        wish(3, longest=7 * DAY, rated=True),
    )
    assert (table.per_turn, table.options, table.rated) == (DAY, {"nobles": "on", "buildings": "all"}, True)
    assert not tables(wish(1, options={"nobles": "on"}), wish(2), wish(3)), "the game cannot be opened like this"
    (unrated,) = tables(wish(1), wish(2), wish(3))
    assert not unrated.rated


def test_somebody_at_each_table_may_be_its_host_and_those_who_may_not_keep_nobody_else_from_it() -> None:
    full = [wish(person, hours=20 + person, may_host=False) for person in (1, 2, 3)]
    assert tables(*full) == []
    assert seated(tables(*full, wish(4, hours=1))) == [[3, 2, 4]]


def test_as_many_players_as_somebody_likes() -> None:
    any_number = frozenset({2, 3, 4})
    assert seated(tables(*(wish(person, players=any_number, hours=9 - person) for person in range(1, 5)))) == [
        [1, 2, 3, 4]
    ]
    assert seated(tables(wish(1, players=any_number, hours=30), wish(2, players=any_number))) == [[1, 2]]


def test_people_of_other_strength_wait_for_each_other_longer_but_not_for_ever() -> None:
    def strong_and_new(hours: float) -> list[Table]:
        two = frozenset({2})
        return tables(wish(1, hours=hours, players=two, ratings={2: 1500}), wish(2, hours=0, players=two))

    assert strong_and_new(1) == []
    assert seated(strong_and_new(7)) == [[1, 2]]
    assert widest_spread(ANY_SPREAD_AFTER) > 10_000


def test_people_of_the_same_strength_are_taken_before_others_who_have_waited_longer() -> None:
    two = frozenset({2})
    like = wish(3, hours=1, players=two, ratings={2: 1480})
    assert seated(tables(wish(1, hours=9, players=two, ratings={2: 1500}), wish(2, hours=8, players=two), like)) == [
        [1, 3]
    ]


def test_ratings_are_those_of_the_number_of_players() -> None:
    picky = wish(1, players=frozenset({2, 3}), lowest=1200, hours=30, ratings={2: 1300, 3: 1300})
    strong_with_two = [wish(person, players=frozenset({2, 3}), ratings={2: 1250, 3: 900}) for person in (2, 3)]
    assert seated(tables(picky, *strong_with_two)) == [[1, 2]]


def test_somebody_with_two_seeks_gets_one_table_at_a_time_and_one_whose_week_is_full_none() -> None:
    again = wish(1, seek=11, hours=20, players=frozenset({2}))
    assert seated(tables(wish(1), again, wish(2), wish(3), wish(4, players=frozenset({2})))) == [[1, 2, 3]]
    assert tables(wish(1, games_left=0), wish(2), wish(3)) == []


PEOPLE = st.integers(1, 7)
WISHES = st.builds(
    wish,
    PEOPLE,
    hours=st.sampled_from([0, 1, 5, 20]),
    kind=st.sampled_from(["puerto-rico", "san-juan"]),
    players=st.frozensets(st.sampled_from([2, 3, 4]), min_size=1),
    shortest=st.sampled_from([HOUR, DAY]),
    longest=st.sampled_from([DAY, 3 * DAY]),
    options=st.dictionaries(st.sampled_from(["nobles", "buildings"]), st.sampled_from(["on", "base"]), max_size=2),
    rated=st.sampled_from([None, True, False]),
    lowest=st.sampled_from([None, 900, 1100]),
    highest=st.sampled_from([None, 1300]),
    ratings=st.dictionaries(st.sampled_from([2, 3, 4]), st.sampled_from([800, 1200, 1600])),
    least_reliability=st.sampled_from([0, 90]),
    reliability=st.sampled_from([None, 80, 95]),
    games_left=st.sampled_from([0, 1, 2]),
)
POOLS = st.lists(WISHES, max_size=9).map(
    lambda pool: [Wish(**{**vars(one), "seek": number}) for number, one in enumerate(pool)]
)
APART = st.frozensets(st.frozensets(PEOPLE, min_size=2, max_size=2), max_size=4)


@settings(max_examples=150, deadline=None)
@given(POOLS, APART)
def test_every_wish_of_everybody_at_a_table_is_met(pool: list[Wish], apart: frozenset[Pair]) -> None:
    found = find_tables(pool, apart, NOW, nobles_need_other_buildings)
    people = [one.person for table in found for one in table.wishes]
    assert len(people) == len(set(people)), "nobody sits twice"
    for table in found:
        assert nobles_need_other_buildings(table.kind, len(table.wishes), table.options)
        for one in table.wishes:
            check_wish(one, table)
        for pair in combinations((one.person for one in table.wishes), 2):
            assert frozenset(pair) not in apart


def check_wish(one: Wish, table: Table) -> None:
    others = [other for other in table.wishes if other is not one]
    players = len(table.wishes)
    assert one.games_left > 0
    assert one.kind == table.kind
    assert players in one.players
    assert one.shortest <= table.per_turn <= one.longest
    assert one.rated in (None, table.rated)
    assert all(table.options[name] == value for name, value in one.options.items())
    for other in others:
        assert one.lowest is None or other.rating(players) >= one.lowest
        assert one.highest is None or other.rating(players) <= one.highest
        assert not one.least_reliability or (other.reliability or 0) >= one.least_reliability
    assert table.spread <= widest_spread(NOW - min(other.since for other in table.wishes))


@settings(max_examples=100, deadline=None)
@given(POOLS, APART, st.randoms(use_true_random=False))
def test_the_same_wishes_give_the_same_tables_and_who_is_left_finds_none(
    pool: list[Wish], apart: frozenset[Pair], chance: Any
) -> None:
    found = find_tables(pool, apart, NOW, nobles_need_other_buildings)
    shuffled = chance.sample(pool, len(pool))
    assert find_tables(shuffled, apart, NOW, nobles_need_other_buildings) == found
    people = {one.person for table in found for one in table.wishes}
    left = [one for one in pool if one.person not in people]
    assert find_tables(left, apart, NOW, nobles_need_other_buildings) == []
