"""Seeks that fit an open game take a free seat there, as the lobby offers it to their people."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings

from games.mail.compose import compose
from games.matching import open_seats
from games.matching.seeks import ANY_SPREAD_AFTER
from games.models import AuditEntry, Delivery, Game, Notification, Rating, Seek, SeekFind
from games.people.models import Trace, User
from games.table import lobby_games, open_games, seek_finds, seek_seats, seeks
from games.table.blocks import block
from games.table.bot_accounts import create_bot_account
from games.table.open_games import SeatPlan, cancel, decline, join, leave, open_game
from games.table.seek_matching import match
from games.table.seeks import SeekWishes, begin
from games.table.suspension import reinstate, suspend
from games.time_control import TimeControl
from tests.people.company import played
from tests.table.games import fresh

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def opened(host: User, *plans: SeatPlan | Any, per_turn: timedelta = DAY, **more: Any) -> Game:
    """An open game of puerto-rico: of the host and two who may come, or of these seats."""
    seats = [plan if isinstance(plan, SeatPlan) else SeatPlan(plan) for plan in plans or ("me", "free", "free")]
    values: dict[str, Any] = {"name": "Come in", "kind": "puerto-rico", "options": {}} | more
    return open_game(host, seats=seats, time_control=TimeControl(per_turn), **values)


def seek(person: User, **changes: Any) -> Seek:
    chosen: dict[str, Any] = {"kind": "puerto-rico", "players": [3], "shortest": DAY, "longest": DAY} | changes
    return begin(person, SeekWishes(**chosen))


def people_at(game: Game) -> set[str]:
    return {seat.user.username for seat in game.seats.select_related("user") if seat.user}


def notices_of(person: User) -> list[Delivery]:
    return list(Delivery.objects.filter(user=person, kind=Notification.Kind.NOTICE))


def test_a_seek_takes_a_free_seat_and_its_person_is_told(anna: User, bob: User) -> None:
    game = opened(anna)
    seek(bob)
    assert game in lobby_games.games_with_free_seats(bob, lobby_games.Narrowing())
    version = fresh(game).version
    assert match() == 1
    assert people_at(game) == {"anna", "bob"}
    assert fresh(game).version > version, "open pages of the table see it"
    (delivery,) = notices_of(bob)
    letter = compose(delivery, pictures=False)
    for text in (letter.text, letter.html):
        assert "found a free seat in “Come in”" in " ".join(text.split())
        assert f"/games/{game.pk}/" in text
    assert notices_of(anna) == []
    assert AuditEntry.objects.filter(game=game, action=seek_finds.FOUND).count() == 1
    assert match() == 0


def test_the_last_seat_starts_the_game_and_the_mail_of_the_start_says_who_was_found_by_a_seek(
    anna: User, bob: User, chris: User
) -> None:
    game = opened(anna)
    seek(bob)
    match()
    seek(chris)
    assert match() == 1
    assert fresh(game).status == Game.Status.RUNNING
    assert notices_of(chris) == []
    for person, sought in ((anna, False), (bob, True), (chris, True)):
        letter = compose(Delivery.objects.get(user=person, kind=Notification.Kind.START), pictures=False)
        assert ("found by your seek" in " ".join(letter.text.split())) is sought


def test_open_games_are_filled_before_new_ones_are_made(anna: User, bob: User, chris: User, david: User) -> None:
    game = opened(anna)
    for person in (bob, chris, david):
        seek(person)
    assert match() == 2
    assert people_at(game) == {"anna", "bob", "chris"}
    assert fresh(game).status == Game.Status.RUNNING
    assert Game.objects.count() == 1


def test_whoever_gets_no_seat_can_still_find_a_new_game_in_the_same_run(anna: User, bob: User, chris: User) -> None:
    game = opened(anna, rated=True)
    for person in (bob, chris):
        seek(person, players=[2, 3], rated=False)
    assert match() == 1
    assert people_at(game) == {"anna"}
    assert people_at(Game.objects.exclude(pk=game.pk).get()) == {"bob", "chris"}


def test_those_who_are_left_make_new_tables_without_whoever_has_got_a_seat(
    anna: User, bob: User, chris: User, david: User, clock: Any
) -> None:
    game = opened(anna, "me", "free")
    for person in (bob, chris, david):
        seek(person, players=[2])
        clock.shift(HOUR)
    assert match() == 2
    assert people_at(game) == {"anna", "bob"}
    assert people_at(Game.objects.exclude(pk=game.pk).get()) == {"chris", "david"}


def test_no_seek_comes_where_the_host_does_not_want_it_nor_where_seats_are_kept(anna: User, bob: User) -> None:
    opened(anna, seeks_may_join=False)
    opened(anna, "me", SeatPlan("bot", level="random"), SeatPlan("invited", email="aunt@example.org"))
    seek(bob)
    assert match() == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"players": [4]},
        {"shortest": 2 * DAY, "longest": 3 * DAY},
        {"options": {"buildings": "draft"}},
        {"rated": True},
        {"lowest": 1100},
        {"highest": 900},
        {"least_reliability": 50},
    ],
)
def test_a_game_that_does_not_meet_a_wish_is_left_alone(anna: User, bob: User, changes: dict[str, Any]) -> None:
    game = opened(anna)
    begun = seek(bob, **changes)
    assert match() == 0
    seeks.change(bob, begun.pk, SeekWishes(kind="puerto-rico", players=[3], shortest=DAY, longest=DAY))
    assert match() == 1
    assert people_at(game) == {"anna", "bob"}


def test_a_list_of_buildings_is_the_same_in_any_order(anna: User, bob: User) -> None:
    listed = "aqueduct, black market, forest house, guesthouse, harbor"
    turned = ",".join(reversed(listed.split(", ")))
    game = opened(anna, options={"buildings": "list", "violet_buildings": listed})
    seek(bob, options={"buildings": "list", "violet_buildings": turned})
    assert match() == 1
    assert people_at(game) == {"anna", "bob"}


def test_bots_that_sit_there_or_come_soon_are_no_hindrance(anna: User, bob: User) -> None:
    game = opened(anna, "me", "free", SeatPlan("bot", level="random"), bots_after=HOUR, bots_level="random")
    seek(bob, lowest=900)
    assert match() == 1
    assert fresh(game).status == Game.Status.RUNNING


def test_nobody_is_seated_with_whom_they_have_blocked(anna: User, bob: User, chris: User) -> None:
    hosted = opened(anna)
    with_program = opened(chris)
    join(with_program.pk, create_bot_account(anna, "robo"), with_program.invitation_code)
    block(anna, bob.username)
    seek(bob)
    assert match() == 0
    assert (people_at(hosted), people_at(with_program)) == ({"anna"}, {"chris", "robo"})


@pytest.mark.parametrize("theirs", ["own seat", "seat of a program"])
def test_nobody_is_seated_with_whoever_may_be_one_with_them(anna: User, bob: User, chris: User, theirs: str) -> None:
    game = opened(chris)
    sitting = anna if theirs == "own seat" else create_bot_account(anna, "robo")
    join(game.pk, sitting, game.invitation_code)
    for person in (bob, anna):
        Trace.objects.create(person=person, kind="device", digest="d" * 32, first_at=START, last_at=START)
    seek(bob)
    assert match() == 0
    Trace.objects.filter(person=anna).delete()
    assert match() == 1


def test_nobody_is_brought_to_their_own_game(anna: User) -> None:
    opened(anna, "free", "free", "free")
    seek(anna)
    assert match() == 0


def test_whoever_is_invited_takes_the_seat_themselves_or_none(anna: User, bob: User) -> None:
    game = opened(anna, "me", "free", SeatPlan("invited", email=bob.email))
    seek(bob)
    assert match() == 0
    decline(game.pk, bob)
    assert match() == 0


def test_nobody_is_brought_back_to_where_they_had_a_seat(anna: User, bob: User, chris: User, clock: Any) -> None:
    by_hand = opened(anna)
    join(by_hand.pk, bob)
    leave(by_hand.pk, bob)
    seek(bob, per_week=7)
    assert match() == 0
    by_seek = opened(chris)
    assert match() == 1
    suspend(bob, None, "Rude.")
    assert people_at(by_seek) == {"chris"}
    reinstate(bob, None, "Sorry.")
    clock.shift(ANY_SPREAD_AFTER)
    assert match() == 0


def test_a_seek_finds_as_many_games_a_week_as_it_may(anna: User, bob: User, chris: User, david: User) -> None:
    for host in (anna, chris, david):
        opened(host)
    seek(bob, per_week=2)
    assert [match(), match(), match()] == [1, 1, 0]


def test_a_seek_for_one_game_ends_with_its_seat(anna: User, bob: User, chris: User) -> None:
    for host in (anna, chris):
        opened(host)
    seek(bob, per_week=None)
    assert [match(), match()] == [1, 0]
    assert not Seek.objects.exists()


def test_a_game_that_was_called_off_before_it_began_counts_for_nothing(anna: User, bob: User) -> None:
    game = opened(anna)
    seek(bob, per_week=1)
    assert match() == 1
    opened(anna)
    assert match() == 0
    cancel(game.pk, anna)
    assert match() == 1


def test_nobody_gets_more_seats_than_they_want_or_may_have(
    anna: User, bob: User, chris: User, settings: LazySettings
) -> None:
    for host in (anna, chris):
        opened(host)
    begun = seek(bob, per_week=7, most_games=1)
    assert [match(), match()] == [1, 0]
    seeks.change(bob, begun.pk, SeekWishes("puerto-rico", [3], DAY, DAY, per_week=7, most_games=2))
    settings.SEATS_PER_PERSON = 1
    assert match() == 0
    settings.SEATS_PER_PERSON = 2
    assert match() == 1


def test_the_game_that_has_waited_longest_is_filled_first_but_not_one_that_has_waited_for_ever(
    anna: User, bob: User, chris: User, settings: LazySettings, clock: Any
) -> None:
    forgotten = opened(anna)
    clock.shift(settings.SEEK_SILENT_DAYS * DAY)
    first = opened(anna)
    clock.shift(HOUR)
    opened(chris)
    seek(bob)
    assert match() == 1
    assert (people_at(first), people_at(forgotten)) == ({"anna", "bob"}, {"anna"})


def test_people_who_met_lately_meet_others_first(anna: User, bob: User, chris: User, clock: Any) -> None:
    met = opened(anna, "me", "free", kind="san-juan")
    seek(bob, kind="san-juan", players=[2], per_week=2)
    assert match() == 1
    clock.shift(HOUR)
    again = opened(anna, "me", "free", kind="san-juan")
    assert match() == 0
    other = opened(chris, "me", "free", kind="san-juan")
    assert match() == 1
    assert (people_at(met), people_at(again), people_at(other)) == ({"anna", "bob"}, {"anna"}, {"bob", "chris"})
    clock.shift(7 * DAY + ANY_SPREAD_AFTER)
    assert match() == 1
    assert people_at(again) == {"anna", "bob"}, "there is nobody else"


@pytest.mark.parametrize("per_week", [1, None])
def test_what_a_seek_asks_holds_for_those_who_come_by_seeks_later(
    anna: User, bob: User, chris: User, per_week: int | None
) -> None:
    """Also if it was for one game, and has ended with its seat."""
    game = opened(anna)
    seek(bob, lowest=1000, per_week=per_week)
    assert match() == 1
    weak = Rating.objects.create(person=chris, kind="puerto-rico", players=3, mu=20, sigma=2, games=20, shown=800)
    begun = seek(chris)
    assert match() == 0
    weak.shown = 1000
    weak.save()
    assert match() == 1
    assert people_at(game) == {"anna", "bob", "chris"}
    assert begun.finds.count() == 1


def test_so_does_the_reliability_that_a_seek_for_one_game_has_asked_for(
    anna: User, bob: User, chris: User, david: User
) -> None:
    game = opened(anna)
    for person, in_time in ((anna, 9), (chris, 8), (david, 9)):
        played(person, game, asked=10, in_time=in_time)
    seek(bob, least_reliability=90, per_week=None)
    assert match() == 1
    seek(chris)
    assert match() == 0
    seek(david)
    assert match() == 1
    assert people_at(game) == {"anna", "bob", "david"}


def test_what_has_changed_since_the_plan_is_seen_under_the_locks(
    anna: User, bob: User, chris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody takes a seat by hand between plan and lock: bob does not want to sit with them."""
    game = opened(anna)
    seek(bob)
    plan, seen = open_seats.find_seats, list[int]()

    def overtaken(*planned: Any) -> Any:
        found = plan(*planned)
        if not seen:
            block(bob, chris.username)
            open_games.join(game.pk, chris)
        seen.append(len(found))
        return found

    monkeypatch.setattr(seek_seats, "find_seats", overtaken)
    assert match() == 0
    assert seen == [1]
    assert people_at(game) == {"anna", "chris"}
    assert not SeekFind.objects.exists()


def test_two_runs_at_a_time_give_a_seek_one_seat(
    anna: User, bob: User, chris: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = opened(anna)
    clock.shift(HOUR)
    opened(chris)
    seek(bob, per_week=3)
    plan, other_run = open_seats.find_seats, list[int]()

    def overtaken_once(*planned: Any) -> Any:
        found = plan(*planned)
        if not other_run:
            other_run.append(0)
            # It finds another seat than this run has planned.
            Game.objects.filter(pk=other.pk).update(seeks_may_join=False)
            clock.shift(timedelta(seconds=1))
            other_run.append(match())
            Game.objects.filter(pk=other.pk).update(seeks_may_join=True)
        return found

    monkeypatch.setattr(seek_seats, "find_seats", overtaken_once)
    assert (match(), other_run) == (0, [0, 1])
    assert SeekFind.objects.count() == 1
