"""The site clock by tables: what it shows, and when a turn's time is up. All times are hours from one moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Game, Outage, Seat, SiteClock, Turn
from games.models.site_clock import deadline_of
from games.people.models import User
from games.table import deadlines
from tests.table.games import opened, person_turn

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 1, tzinfo=UTC)


def h(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def hours(moment: datetime) -> float:
    return (moment - START) / timedelta(hours=1)


def site_clock(now: float, ticked_at: float | None = None, outages: tuple[tuple[float, float], ...] = ()) -> SiteClock:
    """With these outages behind it; ticked_at: now, if None."""
    lost, last = 0.0, None
    for since, until in outages:
        began, lost = since - lost, lost + until - since
        last = Outage.objects.create(since=h(since), until=h(until), began=h(began), lost=timedelta(hours=lost))
    return SiteClock(h(now), h(now if ticked_at is None else ticked_at), last)


TWO = ((2.0, 3.0), (5.0, 9.0))


@pytest.mark.parametrize(
    ("moment", "shows"),
    [(1, 1), (2, 2), (2.5, 2), (3, 2), (4, 3), (5, 4), (8, 4), (9, 4), (10, 5), (19, 14)],
)
def test_what_the_site_clock_showed(moment: float, shows: float) -> None:
    assert hours(site_clock(20, None, TWO).time(h(moment))) == shows


@pytest.mark.parametrize(
    ("due", "deadline"),
    [(1, 1), (2, 2), (2.5, 3.5), (4, 5), (4.5, 9.5), (14, 19), (30, 35)],
    ids=["before both", "as the first begins", "between", "as the second begins", "after both", "past", "to come"],
)
def test_a_deadline_is_later_by_the_outages_that_began_before_it(due: float, deadline: float) -> None:
    assert hours(site_clock(20, None, TWO).deadline(h(due))) == deadline


@pytest.mark.parametrize(
    ("due", "deadline"),
    [(4.5, 9.5), (14, 19), (15, 20), (15.5, 24.5)],
    ids=["long past", "past", "as the clock stopped", "to come"],
)
def test_a_deadline_during_an_outage_is_later_by_what_is_lost_so_far(due: float, deadline: float) -> None:
    assert hours(site_clock(24, 20, TWO).deadline(h(due))) == deadline


@pytest.mark.parametrize(("moment", "shows"), [(19, 14), (20, 15), (23, 15), (24, 15)])
def test_the_site_clock_stands_still_during_an_outage(moment: float, shows: float) -> None:
    assert hours(site_clock(24, 20, TWO).time(h(moment))) == shows


@pytest.mark.parametrize("now", [20.0, 20.03], ids=["at the tick", "two minutes later"])
def test_a_short_while_without_a_tick_is_no_outage(now: float) -> None:
    assert hours(site_clock(now, 20).time(h(now))) == now


def test_before_its_first_tick_the_site_clock_is_the_real_one() -> None:
    never = SiteClock(h(20))
    assert (never.time(h(20)), never.deadline(h(30))) == (h(20), h(30))


@pytest.mark.parametrize(
    ("opened_at", "paused_at", "due", "after"),
    [
        (1, 10, 20, 30),  # paused from 10 to 20
        (1, 8, 20, 31),  # of these 12 hours one is the outage's
        (1, 6, 20, 31),  # of these 14 hours three are
        (1, 4, 20, 32),  # of these 16 hours four are
        (15, 10, 20, 25),  # opened in the pause
        (7, 6, 20, 31),  # opened in a pause and an outage
    ],
)
def test_a_pause_is_given_back_but_for_what_an_outage_gives(
    opened_at: float, paused_at: float, due: float, after: float
) -> None:
    clock = site_clock(20, None, TWO)
    turn = Turn(seat=Seat(), opened_at=h(opened_at), due=h(due))
    assert deadlines.after_resumption(turn, Game(), h(paused_at), clock).after == clock.deadline(h(after))


@pytest.mark.parametrize("due", [1, 2, 2.5, 4, 4.5, 14, 30])
def test_queries_have_the_same_deadlines(anna: User, bob: User, due: float) -> None:
    turn = person_turn(opened(anna, bob))
    Turn.objects.filter(pk=turn.pk).update(due=h(due))
    clock = site_clock(20, None, TWO)
    found = Turn.objects.filter(pk=turn.pk).annotate(computed=deadline_of("due")).values_list("computed", flat=True)
    assert found.get() == clock.deadline(h(due))
