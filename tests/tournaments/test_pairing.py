"""Who meets whom in the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import Pairing, pair_round
from games.tournaments.results import Outcome, RoundResult, finished_table
from games.tournaments.table_sizes import SIZES


def played(pairing: Pairing, lots: Random) -> RoundResult:
    """The round, with any results."""
    tables = []
    for entrants in pairing.tables:
        scores = [lots.randint(10, 60) for _one in entrants]
        outcomes = [Outcome(1 + sum(other > score for other in scores), score) for score in scores]
        tables.append(finished_table(entrants, outcomes))
    return RoundResult(tables, pairing.byes)


def next_round(
    entrants: list[int], rounds: list[RoundResult], wanted: int = 4, possible: tuple[int, ...] = SIZES, **more: object
) -> Pairing:
    apart = more.pop("apart", frozenset())
    return pair_round(entrants, rounds, wanted=wanted, possible=possible, apart=apart, seed="a seed")  # type: ignore[arg-type]


@settings(max_examples=25)
@given(
    players=st.integers(1, 24),
    wanted=st.sampled_from(SIZES),
    possible=st.sampled_from([SIZES, (3, 4), (4,), (5,)]),
    count=st.integers(1, 4),
    seed=st.integers(0, 1000),
)
def test_everybody_plays_at_one_table_or_has_a_bye(
    players: int, wanted: int, possible: tuple[int, ...], count: int, seed: int
) -> None:
    lots, rounds, entrants = Random(seed), list[RoundResult](), list(range(100, 100 + players))
    for _number in range(count):
        pairing = next_round(entrants, rounds, wanted, possible)
        seated = [one for table in pairing.tables for one in table]
        assert sorted([*seated, *pairing.byes]) == entrants
        assert all(len(table) in possible for table in pairing.tables)
        assert pairing == next_round(entrants[::-1], rounds, wanted, possible)
        rounds.append(played(pairing, lots))
    byes = Counter(one for round_ in rounds for one in round_.byes)
    # Nobody has a second one before all have had one.
    assert max(byes.values(), default=0) - min((byes[one] for one in entrants), default=0) <= 1


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000))
def test_sixteen_meet_nobody_again_in_three_rounds(seed: int) -> None:
    lots, rounds, entrants = Random(seed), list[RoundResult](), list(range(16))
    for _number in range(3):
        pairing = next_round(entrants, rounds)
        assert pairing.repeated == 0
        rounds.append(played(pairing, lots))


def test_the_second_round_brings_those_together_who_have_as_many_points() -> None:
    entrants = list(range(16))
    first = next_round(entrants, [])
    result = RoundResult(
        [
            finished_table(table, [Outcome(rank, 50 - rank) for rank in range(1, len(table) + 1)])
            for table in first.tables
        ]
    )
    second = next_round(entrants, [result])
    winners = {table[0] for table in first.tables}
    assert winners in [set(table) for table in second.tables]


def test_a_meeting_that_cannot_be_avoided_is_repeated_as_rarely_as_can_be() -> None:
    lots, rounds, entrants = Random(3), list[RoundResult](), list(range(8))
    for _number in range(4):
        pairing = next_round(entrants, rounds)
        rounds.append(played(pairing, lots))
    assert next_round(entrants, rounds[:1]).repeated == 4
    assert max(meetings(rounds).values()) <= 3


@pytest.mark.parametrize("seed", [10, 22, 45])
def test_seven_meet_again_as_rarely_as_any_tables_of_them_allow(seed: int) -> None:
    lots, rounds, entrants = Random(seed), list[RoundResult](), list(range(7))
    for _number in range(4):
        met = meetings(rounds)
        pairing = next_round(entrants, rounds)
        fours = [(set(table), {*entrants} - {*table}) for table in combinations(entrants, 4)]
        assert again(pairing.tables, met) == min(again(tables, met) for tables in fours)
        rounds.append(played(pairing, lots))


def meetings(rounds: Iterable[RoundResult]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for round_ in rounds for t in round_.tables for pair in combinations(t.entrants, 2))


def again(tables: Iterable[Iterable[int]], met: Counter[frozenset[int]]) -> int:
    """How often pairs meet again; a third meeting counts for more than a second one."""
    return sum(met[frozenset(pair)] ** 2 for table in tables for pair in combinations(table, 2))


@settings(max_examples=20)
@given(st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda pair: pair[0] < pair[1]), max_size=6))
def test_those_who_are_kept_apart_never_sit_together_while_it_can_be_avoided(pairs: set[tuple[int, int]]) -> None:
    together = Counter(one for pair in pairs for one in pair)
    if max(together.values(), default=0) > 2:
        return
    pairing = next_round(list(range(12)), [], apart={frozenset(pair) for pair in pairs})
    assert pairing.together == []


def test_those_who_are_kept_apart_sit_together_where_there_is_one_table_only() -> None:
    pairing = next_round([1, 2, 3], [], apart={frozenset((1, 2))})
    assert pairing.together == [frozenset((1, 2))]
    assert sorted(pairing.tables[0]) == [1, 2, 3]


@pytest.mark.parametrize("pair", list(combinations(range(5), 2)))
def test_of_equals_one_has_the_bye_who_is_to_be_kept_apart_from_somebody(pair: tuple[int, int]) -> None:
    pairing = next_round(list(range(5)), [], possible=(3, 4), apart={frozenset(pair)})
    assert pairing.together == []
    assert {*pairing.byes} < {*pair}


def test_of_equals_one_has_the_bye_without_whom_fewer_meet_again() -> None:
    tables = [finished_table(table, [Outcome(1, 9)] * 3) for table in ((1, 2, 6), (3, 4, 5))]
    pairing = next_round([1, 2, 3, 4, 5], [RoundResult(tables)], possible=(3, 4))
    assert pairing.byes[0] in {3, 4, 5}
    assert pairing.repeated == 2


def test_who_has_more_points_has_no_bye_whoever_meets_again() -> None:
    ranks = {(1, 2, 6): (2, 3, 1), (3, 4, 5): (1, 1, 1)}
    tables = [finished_table(table, [Outcome(rank, 9) for rank in given]) for table, given in ranks.items()]
    pairing = next_round([1, 2, 3, 4, 5], [RoundResult(tables)], possible=(3, 4))
    assert [*pairing.byes] == [2]


def test_keeping_people_apart_goes_before_new_opponents() -> None:
    rounds = [
        RoundResult(
            [finished_table(table, [Outcome(rank, 9) for rank in (1, 2, 3)]) for table in ((1, 2, 3), (4, 5, 6))]
        )
    ]
    apart = {frozenset((1, other)) for other in (4, 5, 6)}
    pairing = next_round([1, 2, 3, 4, 5, 6], rounds, 3, (3,), apart=apart)
    assert pairing.together == []
    assert {1, 2, 3} in [set(table) for table in pairing.tables]


@settings(max_examples=3)
@given(seed=st.integers(0, 10_000))
def test_everybody_gets_each_place_in_the_order_about_as_often(seed: int) -> None:
    lots, rounds, entrants = Random(seed), list[RoundResult](), list(range(16))
    for _number in range(8):
        rounds.append(played(next_round(entrants, rounds), lots))
    seats = Counter((one, seat) for round_ in rounds for t in round_.tables for seat, one in enumerate(t.entrants))
    # Two of each would be even.
    assert all(1 <= seats[one, seat] <= 4 for one in entrants for seat in range(4))


def test_the_largest_tournament_is_paired_in_little_time_though_all_have_met() -> None:
    lots, rounds, entrants = Random(1), list[RoundResult](), list(range(64))
    for _number in range(6):
        pairing = next_round(entrants, rounds)
        rounds.append(played(pairing, lots))
    assert sorted(one for table in pairing.tables for one in table) == entrants
