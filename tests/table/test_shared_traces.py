"""One person, one seat: staff get a hint, nobody else learns anything, and households can be cleared."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from games.models import Household, SharedTraces
from games.people import traces
from games.people.models import Trace, User
from games.table import shared_traces
from games.table.account_closing import close_account
from games.table.errors import NoReason, NotModerator
from games.table.open_games import SeatPlan, join, open_game
from games.table.resignation import resign
from games.table.shared_traces import clear_household, share_a_household_or_device
from games.table.takeover import take_over
from games.time_control import TimeControl
from tests.table.finished_games import brought_to_its_end
from tests.table.games import LIMIT, audit_entries, fresh, gone_on
from tests.table.rated import KIND, opened_rated

pytestmark = pytest.mark.django_db
HERE, THERE = "192.0.2.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def nothing_is_recorded_yet() -> None:
    cache.clear()


def visit(person: User, address: str = HERE, device: str = "") -> Client:
    """A session of the person's at an address, in a browser that may have been somebody else's before."""
    client = Client(REMOTE_ADDR=address)
    if device:
        client.cookies[traces.COOKIE] = device
    client.force_login(person)
    assert client.get("/preferences/").status_code == 200
    return client


def test_only_the_newest_traces_of_a_person_are_kept(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "MAX_KEPT", 2)
    visit(bob)
    for number in range(1, 5):
        cache.clear()
        visit(anna, f"192.0.2.{number}")
    kinds = list(Trace.objects.filter(person=anna).order_by("kind").values_list("kind", flat=True))
    assert kinds == ["address", "address", "device", "device"]
    visit(bob, "192.0.2.4")
    assert traces.shared_kinds(anna, bob) == ["address"]
    assert Trace.objects.filter(person=bob).exists()


def rated_table(host: User, *others: User, rated: bool = True) -> str:
    seats = [SeatPlan("me"), *(SeatPlan("free") for _ in others), SeatPlan("free")]
    game = open_game(
        host, name="Rated", kind=KIND, options={}, seats=seats, time_control=TimeControl(LIMIT), rated=rated
    )
    for person in others:
        join(game.pk, person)
    return game.pk


def test_people_who_have_used_one_address_are_a_hint_at_a_rated_table(anna: User, bob: User, chris: User) -> None:
    visit(anna)
    visit(bob)
    visit(chris, THERE)
    game = rated_table(anna, bob, chris)
    (hint,) = SharedTraces.objects.filter(game=game)
    assert ({hint.first, hint.second}, hint.kinds) == ({anna, bob}, "address")


def test_people_who_have_used_one_browser_are_a_hint_too(anna: User, bob: User) -> None:
    device = visit(anna).cookies[traces.COOKIE].value
    visit(bob, THERE, device)
    game = rated_table(anna, bob)
    assert SharedTraces.objects.get(game=game).kinds == "device"


def test_every_browser_gets_a_mark_of_its_own_and_keeps_it(anna: User, bob: User) -> None:
    first, second = visit(anna), visit(bob)
    assert first.cookies[traces.COOKIE].value != second.cookies[traces.COOKIE].value
    assert first.cookies[traces.COOKIE]["httponly"]
    mark = first.cookies[traces.COOKIE].value
    cache.clear()
    first.get("/preferences/")
    assert first.cookies[traces.COOKIE].value == mark


def test_a_cookie_that_is_not_ours_is_replaced(anna: User) -> None:
    client = visit(anna, device="x" * 5000)
    assert len(client.cookies[traces.COOKIE].value) == 32


def test_nothing_is_noted_at_a_table_that_is_not_rated(anna: User, bob: User) -> None:
    visit(anna)
    visit(bob)
    rated_table(anna, bob, rated=False)
    assert not SharedTraces.objects.exists()


def test_whoever_takes_a_seat_over_is_looked_at_as_well(anna: User, bob: User, chris: User) -> None:
    game = gone_on(opened_rated(anna, bob), 10)
    visit(bob)
    visit(chris)
    resign(game.pk, anna)
    take_over(game.pk, fresh(game).seats.get(user=anna).index, chris)
    assert {*SharedTraces.objects.values_list("first__username", "second__username")} == {("bob", "chris")}


def test_so_is_whoever_takes_the_seat_that_they_may_have_left_themselves(anna: User, bob: User, chris: User) -> None:
    game = gone_on(opened_rated(anna, bob), 10)
    visit(anna)
    visit(bob, THERE)
    resign(game.pk, anna)
    visit(chris)
    take_over(game.pk, fresh(game).seats.get(user=anna).index, chris)
    assert {*SharedTraces.objects.values_list("first__username", "second__username")} == {("anna", "chris")}


def test_those_who_have_left_count_at_the_end_too(anna: User, bob: User, chris: User) -> None:
    game = gone_on(opened_rated(anna, bob), 10)
    visit(chris, THERE)
    resign(game.pk, anna)
    take_over(game.pk, fresh(game).seats.get(user=anna).index, chris)
    visit(anna, THERE)
    brought_to_its_end(fresh(game))
    assert {*SharedTraces.objects.values_list("first__username", "second__username")} == {("anna", "chris")}


def test_what_people_come_to_share_before_the_end_is_a_hint_too(anna: User, bob: User, chris: User) -> None:
    for person, address in ((anna, HERE), (bob, THERE), (chris, "203.0.113.1")):
        visit(person, address)
    rated, other = opened_rated(anna, bob, chris), rated_table(anna, bob, rated=False)
    visit(bob)
    visit(chris)
    clear_household(anna, chris, None, "sisters")
    assert not SharedTraces.objects.exists()
    brought_to_its_end(rated)
    found = SharedTraces.objects.values_list("game", "first", "second", "kinds")
    assert set(found) == {(rated.pk, anna.pk, bob.pk, "address"), (rated.pk, bob.pk, chris.pk, "address")}
    assert not SharedTraces.objects.filter(game=other).exists()


def test_only_keyed_digests_are_kept(anna: User, settings: object) -> None:
    client = visit(anna)
    rows = list(Trace.objects.filter(person=anna).values_list("digest", flat=True))
    assert len(rows) == 2
    assert all(len(digest) == 32 for digest in rows)
    assert HERE not in rows
    assert client.cookies[traces.COOKIE].value not in rows


def test_they_are_deleted_after_a_while(anna: User, bob: User, settings: object) -> None:
    now = datetime(2026, 5, 4, 12, tzinfo=UTC)
    with time_machine.travel(now, tick=False):
        visit(anna)
        visit(bob)
        rated_table(anna, bob)
    settings.KEEP_TRACES_DAYS = 60  # type: ignore[attr-defined]
    with time_machine.travel(now + timedelta(days=59), tick=False):
        assert traces.forget_old() + shared_traces.forget_old() == 0
    with time_machine.travel(now + timedelta(days=61), tick=False):
        assert (traces.forget_old(), shared_traces.forget_old()) == (4, 1)


def test_a_cleared_household_may_be_seated_together_and_is_noted_no_more(
    anna: User, bob: User, moderator: User
) -> None:
    visit(anna)
    visit(bob)
    rated_table(anna, bob)
    assert share_a_household_or_device(anna, bob)
    assert share_a_household_or_device(bob, anna)
    assert clear_household(bob, anna, moderator, "sisters")
    assert not clear_household(anna, bob, moderator, "sisters")
    assert not share_a_household_or_device(anna, bob)
    assert not SharedTraces.objects.exists()
    rated_table(bob, anna)
    assert not SharedTraces.objects.exists()
    assert [(entry.person, entry.reason) for entry in audit_entries("clear a household")] == [
        (anna, "sisters"),
        (bob, "sisters"),
    ]


def test_strangers_share_nothing(anna: User, bob: User) -> None:
    visit(anna)
    visit(bob, THERE)
    assert not share_a_household_or_device(anna, bob)


def test_only_staff_clear_a_household_and_not_their_own(anna: User, bob: User, moderator: User) -> None:
    with pytest.raises(NotModerator):
        clear_household(anna, bob, anna, "we are two")
    with pytest.raises(NotModerator):
        clear_household(anna, moderator, moderator, "we are two")
    with pytest.raises(NoReason):
        clear_household(anna, bob, moderator, " ")
    assert not Household.objects.exists()


def test_a_closed_account_leaves_no_trace(anna: User, bob: User, moderator: User) -> None:
    visit(anna)
    visit(bob)
    rated_table(anna, bob)
    close_account(anna, by=anna)
    assert not Trace.objects.filter(person=anna).exists()
    assert not SharedTraces.objects.exists()


def test_of_an_address_of_ipv6_the_network_is_what_two_share(anna: User, bob: User, chris: User) -> None:
    visit(anna, "2001:db8:1:2::7")
    visit(bob, "2001:db8:1:2:aaaa::9")
    visit(chris, "2001:db8:1:3::7")
    assert traces.shared_kinds(anna, bob) == ["address"]
    assert traces.shared_kinds(anna, chris) == []
