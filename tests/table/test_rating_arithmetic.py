"""What a rated game changes, held against openskill's own numbers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from openskill.models import PlackettLuce

from bench.bot_ratings import fitted
from games.bot_levels import BOT_LEVELS
from games.engine import registry
from games.ratings.arithmetic import NEWCOMER, Change, Holder, SeatResult, Skill, Why, changes
from games.ratings.bots import ANCHOR, STRENGTHS, skill_of

SKILLS = [Skill(25.0, 8.333333), Skill(30.5, 4.0), Skill(18.25, 6.5), Skill(27.0, 2.0)]


def table(*ranks: int) -> list[SeatResult]:
    """Seats with these ranks, each held by one person from the start to the end."""
    return [
        SeatResult(rank, [Holder(skill, person)])
        for person, (rank, skill) in enumerate(zip(ranks, SKILLS, strict=False), start=1)
    ]


def by_person(found: list[Change]) -> dict[int, Change]:
    return {change.person: change for change in found}


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 1), (1, 2, 3), (3, 1, 2), (1, 1, 3), (2, 1, 2, 4), (1, 1, 1, 1)])
def test_a_game_to_its_end_gives_the_numbers_of_openskill(ranks: tuple[int, ...]) -> None:
    model = PlackettLuce()
    teams = [[model.create_rating([skill.mu, skill.sigma])] for skill in SKILLS[: len(ranks)]]
    theirs = [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]
    ours = [(change.after.mu, change.after.sigma) for change in changes(table(*ranks))]
    assert ours == [pytest.approx(numbers, abs=1e-6) for numbers in theirs]
    assert {change.why for change in changes(table(*ranks))} == {Why.RESULT}


def test_equal_people_who_share_a_rank_gain_the_same() -> None:
    seats = [SeatResult(rank, [Holder(NEWCOMER, person)]) for person, rank in enumerate((1, 1, 3), start=1)]
    first, second, third = changes(seats)
    assert first.after == second.after
    assert first.after.mu > NEWCOMER.mu > third.after.mu


def test_bots_take_part_and_are_not_changed() -> None:
    seats = [
        SeatResult(1, [Holder(NEWCOMER, 1)]),
        SeatResult(2, [Holder(skill_of("puerto-rico", "viceroy-1"))]),
        SeatResult(3, [Holder(NEWCOMER, 2)]),
    ]
    assert [change.person for change in changes(seats)] == [1, 2]
    weaker = [seats[0], SeatResult(2, [Holder(skill_of("puerto-rico", "random"))]), seats[2]]
    assert changes(seats)[0].after.mu > changes(weaker)[0].after.mu


def test_whoever_left_has_lost_whatever_became_of_the_seat() -> None:
    """A bot played on and won; for the other the seat is that of whoever held it longest."""
    seats = [SeatResult(1, [Holder(NEWCOMER, 1, 6), Holder(Skill(19.4, 1.0), None, 2)]), *table(9, 2)[1:]]
    found = by_person(changes(seats))
    lost = changes([SeatResult(3, [Holder(NEWCOMER, 1)]), seats[1]])
    assert found[1].why is Why.LEFT
    assert found[1].after == by_person(lost)[1].after
    assert found[1].after.mu < NEWCOMER.mu
    held = [SeatResult(1, [Holder(NEWCOMER, 1)]), seats[1]]
    assert found[2].after == by_person(changes(held))[2].after


def test_whoever_left_loses_even_where_nobody_was_behind() -> None:
    seats = [SeatResult(2, [Holder(NEWCOMER, 1, 1), Holder(NEWCOMER, 3, 1)]), SeatResult(2, [Holder(NEWCOMER, 2)])]
    assert by_person(changes(seats))[1].after.mu < NEWCOMER.mu


@pytest.mark.parametrize(("rounds", "share"), [(1, 0.25), (2, 0.5), (3, 0.75)])
def test_whoever_took_a_seat_gains_by_their_share_of_the_rounds(rounds: int, share: float) -> None:
    taken = [Holder(NEWCOMER, 1, 4 - rounds), Holder(NEWCOMER, 3, rounds)]
    seats = [SeatResult(1, taken), SeatResult(2, [Holder(NEWCOMER, 2)])]
    whole = changes([SeatResult(1, [Holder(NEWCOMER, 3)]), seats[1]])[0]
    part = by_person(changes(seats))[3]
    assert (part.why, part.share, part.counts) == (Why.TAKEN, share, False)
    assert part.after.mu - NEWCOMER.mu == pytest.approx(share * (whole.after.mu - NEWCOMER.mu), abs=1e-5)
    assert part.after.shown > NEWCOMER.shown


def test_a_bad_result_lowers_nobody_who_took_a_seat() -> None:
    seats = [
        SeatResult(2, [Holder(NEWCOMER, 1), Holder(Skill(31.0, 3.0), 3)]),
        SeatResult(1, [Holder(NEWCOMER, 2)]),
    ]
    part = by_person(changes(seats))[3]
    assert part.after == part.before == Skill(31.0, 3.0)


def test_whoever_took_a_seat_and_gave_it_back_has_lost_nothing() -> None:
    """Staff replaced the third person, or they resigned; the first, who had left before, has lost."""
    for after in (None, 4):
        holders = [Holder(NEWCOMER, 1, 4), Holder(SKILLS[1], 3, 3), Holder(NEWCOMER, after, 1)]
        seats = [SeatResult(1, holders), SeatResult(2, [Holder(NEWCOMER, 2, 8)])]
        found = by_person(changes(seats))
        assert (found[3].why, found[3].after, found[3].counts) == (Why.TAKEN, found[3].before, False)
        assert found[1].why is Why.LEFT
        assert found[1].after.mu < NEWCOMER.mu


@pytest.mark.parametrize("order", [1, -1])
def test_of_two_seats_the_one_held_at_the_end_counts_and_else_the_one_that_was_left(order: int) -> None:
    passing = SeatResult(1, [Holder(NEWCOMER, 2), Holder(NEWCOMER, 1), Holder(NEWCOMER)])
    left = SeatResult(2, [Holder(NEWCOMER, 1), Holder(NEWCOMER)])
    held = SeatResult(1, [Holder(NEWCOMER, 3), Holder(NEWCOMER, 1)])
    assert by_person(changes([passing, left][::order]))[1].why is Why.LEFT
    at_the_end = by_person(changes([passing, left, held][::order]))[1]
    assert at_the_end.why is Why.TAKEN
    assert at_the_end.after.mu > NEWCOMER.mu


def test_whoever_returned_to_their_seat_counts_as_if_they_had_never_been_away() -> None:
    away = [Holder(NEWCOMER, 1, 2), Holder(Skill(19.4, 1.0), None, 3), Holder(NEWCOMER, 1, 1)]
    seats = [SeatResult(1, away), SeatResult(2, [Holder(NEWCOMER, 2)])]
    found = by_person(changes(seats))
    assert found[1].why is Why.RESULT
    assert found[1].after == changes([SeatResult(1, [Holder(NEWCOMER, 1)]), seats[1]])[0].after


@pytest.mark.parametrize("bots", [[3], [2, 1]])
def test_for_the_others_a_seat_is_whoever_held_it_longest_returns_included(bots: list[int]) -> None:
    """Two rounds before and two after a bot's three are more than these, of one level or of two."""
    strong, weak = Skill(35.0, 2.0), Skill(10.0, 1.0)
    away = [Holder(weak, rounds=rounds) for rounds in bots]
    seats = [SeatResult(1, [Holder(strong, 1, 2), *away, Holder(strong, 1, 2)]), SeatResult(2, [Holder(NEWCOMER, 2)])]
    never_away = [SeatResult(1, [Holder(strong, 1)]), seats[1]]
    assert by_person(changes(seats))[2].after == by_person(changes(never_away))[2].after


def test_the_number_that_is_shown_begins_with_a_thousand_and_grows_as_doubt_shrinks() -> None:
    assert NEWCOMER.shown == 1000
    assert Skill(25.0, 2.0).shown > Skill(25.0, 4.0).shown > NEWCOMER.shown
    assert Skill(26.0, 4.0).shown > Skill(25.0, 4.0).shown


def test_the_fixed_ratings_of_bots_are_those_that_the_arena_gives() -> None:
    strengths = {kind: {level: round(mu, 1) for level, mu in found.items()} for kind, found in fitted().items()}
    assert strengths == STRENGTHS


@pytest.mark.parametrize("kind", sorted(STRENGTHS))
def test_stronger_levels_have_higher_ratings(kind: str) -> None:
    order = ["random", "uct-150", "apprentice-1", "merchant-1", "viceroy-1"]
    assert all(skill_of(kind, one).shown < skill_of(kind, other).shown for one, other in pairwise(order))
    assert skill_of(kind, ANCHOR).mu == NEWCOMER.mu


def test_every_level_has_a_rating_in_every_game() -> None:
    for rules in registry.games():
        assert all(skill_of(rules.key, level).sigma < NEWCOMER.sigma for level in BOT_LEVELS)
