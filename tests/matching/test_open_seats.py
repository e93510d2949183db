"""Seeks that take free seats of open games: every wish is met, nobody sits twice, whoever waits longest comes first."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matching.open_seats import FoundSeat, OpenGame, Sitting, find_seats
from games.matching.seeks import Pair, Wish
from tests.matching.test_seeks import APART, DAY, HOUR, NOW, PEOPLE, POOLS, wish

HOST = 8


def opened(game: str = "a", *, hours: float = 5, people: Collection[Sitting] = (), **more: Any) -> OpenGame:
    """A game of three that has waited so many hours for two people, at a day per turn."""
    values: dict[str, Any] = {
        "kind": "puerto-rico",
        "players": 3,
        "per_turn": DAY,
        "options": {"nobles": "off", "buildings": "base"},
        "rated": False,
        "free": 2,
        "host": HOST,
        "people": tuple(people) or (Sitting(HOST, 1000),),
    } | more
    return OpenGame(game=game, since=NOW - hours * HOUR, **values)


def seats(*wishes: Wish, games: Collection[OpenGame], **more: Any) -> list[tuple[int, str]]:
    return [(seat.wish.person, seat.game) for seat in find_seats(wishes, games, more.pop("apart", ()), NOW, **more)]


def test_whoever_waits_longest_gets_the_seat_and_the_game_that_has_waited_longest_is_filled_first() -> None:
    games = [opened("late", hours=1, free=1), opened("early", hours=9, free=1)]
    waiting = [wish(1, hours=2), wish(2, hours=4), wish(3, hours=3)]
    assert seats(*waiting, games=games) == [(2, "early"), (3, "late")]


def test_no_more_people_come_than_seats_are_free() -> None:
    assert seats(*(wish(person) for person in (1, 2, 3)), games=[opened(free=2)]) == [(1, "a"), (2, "a")]


def test_somebody_with_two_seeks_gets_one_seat_and_one_whose_week_is_full_none() -> None:
    assert seats(wish(1, seek=1), wish(1, seek=2), games=[opened("a"), opened("b")]) == [(1, "a")]
    assert seats(wish(1, games_left=0), games=[opened()]) == []


@pytest.mark.parametrize(
    "wishes",
    [
        {"kind": "san-juan"},
        {"players": frozenset({2, 4})},
        {"shortest": 2 * DAY, "longest": 3 * DAY},
        {"shortest": HOUR, "longest": 2 * HOUR},
        {"options": {"nobles": "on"}},
        {"options": {"unheard of": "on"}},
        {"rated": True},
        {"lowest": 1100},
        {"highest": 900},
        {"least_reliability": 90},
    ],
)
def test_one_wish_that_is_not_met_keeps_somebody_from_a_game(wishes: dict[str, Any]) -> None:
    assert seats(wish(1), games=[opened()]) == [(1, "a")]
    assert seats(wish(1, **wishes), games=[opened()]) == []


def test_the_bounds_of_those_who_sit_there_do_not_count_unless_a_seek_has_seated_them() -> None:
    weak = wish(1, hours=1, ratings={3: 800}, reliability=80)
    assert seats(weak, games=[opened()]) == [(1, "a")]
    for bounds in ({"lowest": 900}, {"highest": 700}, {"least_reliability": 90}):
        by_seek = Sitting(7, 1000, 95, **bounds)
        assert seats(weak, games=[opened(people=[Sitting(HOST, 1000), by_seek])]) == []
    picky = wish(2, hours=9, lowest=900)
    assert seats(picky, weak, games=[opened()]) == [(2, "a")], "one of the same moment is as one from before"


def test_nobody_is_seated_with_whom_they_are_kept_apart_nor_at_their_own_game_nor_where_they_must_not_be() -> None:
    there = opened(people=[Sitting(7, 1000)])
    for apart in (frozenset({1, 7}), frozenset({1, HOST})):
        assert seats(wish(1), games=[there], apart=[apart]) == []
    assert seats(wish(7), games=[there]) == []
    assert seats(wish(HOST), games=[there]) == []
    assert seats(wish(1), games=[opened(closed_to=frozenset({1}))]) == []
    assert seats(wish(1), wish(2, hours=1), games=[there], apart=[frozenset({1, 2})]) == [(1, "a")]


def test_people_who_met_lately_meet_again_only_after_a_wait() -> None:
    met = [frozenset({1, HOST})]
    others = opened("b", hours=1, host=7, people=[Sitting(7, 1000)])
    assert seats(wish(1, hours=11), games=[opened()], met=met) == []
    assert seats(wish(1, hours=11), games=[opened(), others], met=met) == [(1, "b")]
    assert seats(wish(1, hours=12), games=[opened(), others], met=met) == [(1, "a")]


SITTING = st.builds(
    Sitting,
    PEOPLE,
    st.sampled_from([800, 1000, 1200]),
    st.sampled_from([None, 80, 95]),
    lowest=st.sampled_from([None, 900]),
    highest=st.sampled_from([None, 1300]),
    least_reliability=st.sampled_from([0, 90]),
)
OPEN_GAMES = st.lists(
    st.builds(
        opened,
        st.text("abcdef", min_size=1),
        hours=st.sampled_from([0, 3, 40]),
        kind=st.sampled_from(["puerto-rico", "san-juan"]),
        players=st.sampled_from([2, 3, 4]),
        per_turn=st.sampled_from([HOUR, DAY, 2 * DAY]),
        options=st.fixed_dictionaries({"nobles": st.sampled_from(["on", "off"]), "buildings": st.just("base")}),
        rated=st.booleans(),
        free=st.integers(0, 3),
        host=PEOPLE,
        people=st.lists(SITTING, max_size=2),
        closed_to=st.frozensets(PEOPLE, max_size=2),
    ),
    max_size=4,
    unique_by=lambda game: game.game,
)


@settings(max_examples=200, deadline=None)
@given(POOLS, OPEN_GAMES, APART, APART)
def test_every_wish_is_met_by_the_seat_that_is_found(
    pool: list[Wish], games: list[OpenGame], apart: frozenset[Pair], met: frozenset[Pair]
) -> None:
    known = {game.game: game for game in games}
    there = {game.game: list(game.people) for game in games}
    found = find_seats(pool, games, apart, NOW, met)
    people = [seat.wish.person for seat in found]
    assert len(people) == len(set(people)), "nobody sits twice"
    for seat in found:
        check_seat(seat, known[seat.game], there[seat.game], apart, met)
        there[seat.game].append(Sitting.by(seat.wish, known[seat.game].players))
    for name, game in known.items():
        assert len(there[name]) - len(game.people) <= game.free


def check_seat(
    seat: FoundSeat, game: OpenGame, there: list[Sitting], apart: frozenset[Pair], met: frozenset[Pair]
) -> None:
    one = seat.wish
    assert one.games_left > 0
    assert (one.kind, game.players in one.players) == (game.kind, True)
    assert one.shortest <= game.per_turn <= one.longest
    assert one.rated in (None, game.rated)
    assert one.options.items() <= game.options.items()
    assert one.person not in {game.host, *game.closed_to}
    kept_apart = apart if NOW - one.since >= timedelta(hours=12) else apart | met
    for other in (game.host, *(sitting.person for sitting in there)):
        assert frozenset((one.person, other)) not in kept_apart
    for sitting in there:
        assert sitting.person != one.person
        assert one.lowest is None or sitting.rating >= one.lowest
        assert one.highest is None or sitting.rating <= one.highest
        assert not one.least_reliability or (sitting.reliability or 0) >= one.least_reliability
        own = one.rating(game.players)
        assert (sitting.lowest or own) <= own <= (sitting.highest or own)
        assert not sitting.least_reliability or (one.reliability or 0) >= sitting.least_reliability


@settings(max_examples=100, deadline=None)
@given(POOLS, OPEN_GAMES, APART, st.randoms(use_true_random=False))
def test_the_same_wishes_and_games_give_the_same_seats_and_who_is_left_finds_none(
    pool: list[Wish], games: list[OpenGame], apart: frozenset[Pair], chance: Any
) -> None:
    found = find_seats(pool, games, apart, NOW)
    assert find_seats(chance.sample(pool, len(pool)), chance.sample(games, len(games)), apart, NOW) == found
    after = {game.game: game for game in games}
    for seat in found:
        after[seat.game] = after[seat.game].with_one_more(seat.wish)
    people = {seat.wish.person for seat in found}
    left = [one for one in pool if one.person not in people]
    assert find_seats(left, [*after.values()], apart, NOW) == []
