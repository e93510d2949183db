"""What the tables of a tournament give, and who stands where."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.tournaments.results import MEAN, Outcome, RoundResult, TableResult, called_off_table, finished_table
from games.tournaments.standings import standings
from games.tournaments.table_sizes import SIZES, byes_needed, sizes_of


def table(*entrants: int, ranks: list[int] | None = None, scores: list[int] | None = None) -> TableResult:
    ranks = ranks or list(range(1, len(entrants) + 1))
    scores = scores or [50 - rank for rank in ranks]
    return finished_table(entrants, [Outcome(rank, score) for rank, score in zip(ranks, scores, strict=True)])


def points(result: TableResult) -> list[int]:
    return [int(place.points) for place in result.places]


@pytest.mark.parametrize(
    ("ranks", "given"),
    [
        ([1, 2, 3], [24, 12, 0]),
        ([2, 1, 3, 4], [16, 24, 8, 0]),
        ([1, 2, 3, 4, 5], [24, 18, 12, 6, 0]),
        ([1, 1, 3], [18, 18, 0]),
        ([1, 2, 2, 2], [24, 8, 8, 8]),
        ([1, 1, 1, 4, 5], [18, 18, 18, 6, 0]),
    ],
)
def test_a_place_gives_points_and_those_who_share_places_share_their_points(ranks: list[int], given: list[int]) -> None:
    result = table(*range(len(ranks)), ranks=ranks)
    assert points(result) == given
    assert sum(given) == MEAN * len(ranks)


def test_who_has_left_their_seat_gets_nothing_and_the_others_stand_as_they_stood() -> None:
    result = finished_table([1, 2, 3], [Outcome(1, 40, left=True), Outcome(2, 30), Outcome(3, 20)])
    assert points(result) == [0, 12, 0]


def test_a_game_that_was_called_off_gives_the_mean_but_to_those_who_had_left() -> None:
    assert points(called_off_table([1, 2, 3], [False, True, False])) == [MEAN, 0, MEAN]


def test_a_bye_gives_what_a_table_gives_on_average() -> None:
    found = standings([1, 2, 3, 4], [RoundResult([table(1, 2, 3)], [4])], "seed")
    assert [(one.entrant, int(one.points), one.byes) for one in found] == [
        (1, 24, 0),
        (2, 12, 0),
        (4, 12, 1),
        (3, 0, 0),
    ]


def test_ties_are_broken_by_opponents_then_victory_points_then_first_places() -> None:
    rounds = [RoundResult([table(1, 2, 3, scores=[40, 30, 10]), table(4, 5, 6, scores=[60, 30, 10])])]
    found = standings([1, 2, 3, 4, 5, 6], rounds, "seed")
    # Opponents of 1 and 4 have as many points; 4 has had more of the table's victory points.
    assert [one.entrant for one in found][:2] == [4, 1]
    assert found[0].opponents == found[1].opponents == Fraction(6)
    rounds.append(RoundResult([table(1, 5, 6), table(4, 2, 3)]))
    found = standings([1, 2, 3, 4, 5, 6], rounds, "seed")
    assert {one.entrant: one.points for one in found}[5] == 24
    assert found[0].place == 1
    assert [one.place for one in found] == [1, 2, 3, 4, 5, 6]


def test_only_a_draw_that_is_always_the_same_tells_equals_apart() -> None:
    entrants = list(range(8))
    found = standings(entrants, [], "one seed")
    assert all(one.drawn for one in found)
    assert [one.entrant for one in standings(entrants[::-1], [], "one seed")] == [one.entrant for one in found]
    assert [one.entrant for one in standings(entrants, [], "another seed")] != [one.entrant for one in found]


def test_whoever_has_dropped_out_comes_after_all_who_have_not() -> None:
    rounds = [RoundResult([table(1, 2, 3)])]
    found = standings([1, 2, 3], rounds, "seed", dropped=[1])
    assert [(one.entrant, int(one.points), one.place) for one in found] == [(2, 12, 1), (3, 0, 2), (1, 24, 3)]


@pytest.mark.parametrize(
    ("players", "wanted", "possible", "sizes"),
    [
        (16, 4, SIZES, [4, 4, 4, 4]),
        (15, 4, SIZES, [4, 4, 4, 3]),
        (13, 4, SIZES, [4, 4, 5]),
        (14, 5, SIZES, [5, 5, 4]),
        (7, 3, SIZES, [3, 4]),
        (5, 4, (3, 4), []),
        (2, 4, SIZES, []),
    ],
)
def test_a_number_that_does_not_divide_makes_tables_of_mixed_sizes(
    players: int, wanted: int, possible: tuple[int, ...], sizes: list[int]
) -> None:
    assert sizes_of(players, wanted, possible) == sizes


def test_byes_are_given_only_where_no_sizes_come_to_the_number() -> None:
    assert [byes_needed(players, 4, SIZES) for players in range(1, 12)] == [1, 2, *[0] * 9]
    assert byes_needed(5, 4, (3, 4)) == 1
    assert byes_needed(7, 4, (4,)) == 3
