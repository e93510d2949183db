"""Standing seeks: they find games for those who go together, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import LazySettings

from games.engine.contract import OptionError
from games.mail.compose import compose
from games.matching import seeks as seeks_arithmetic
from games.matching.seeks import ANY_SPREAD_AFTER
from games.models import AuditEntry, Delivery, Game, Household, Notification, Rating, Seek, SeekFind
from games.people.models import Trace, User
from games.table import absences, seek_finds, seek_matching, seeks
from games.table.account_closing import close_account
from games.table.blocks import block
from games.table.errors import BadSeek, NoSuchSeek, NotAllowed, Suspended, TooMany
from games.table.seek_matching import match, pause_silent
from games.table.seeks import SeekWishes, begin
from games.table.suspension import suspend
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def wishes(**changes: Any) -> SeekWishes:
    chosen: dict[str, Any] = {"kind": "puerto-rico", "players": [3], "shortest": DAY, "longest": DAY} | changes
    return SeekWishes(**chosen)


def all_seek(*people: User, **changes: Any) -> list[Seek]:
    return [begin(person, wishes(**changes)) for person in people]


def the_game() -> Game:
    return Game.objects.get()


def people_at(game: Game) -> set[str]:
    return {seat.user.username for seat in game.seats.all() if seat.user}


def test_seeks_of_a_game_that_is_no_more_keep_no_others_from_finding_theirs(
    anna: User, bob: User, chris: User, clock: Any
) -> None:
    people = UserFactory.create_batch(3)
    all_seek(*people)
    Seek.objects.update(kind="of-another-release")
    clock.shift(HOUR)
    all_seek(anna, bob, chris)
    assert match() == 1
    assert people_at(the_game()) == {"anna", "bob", "chris"}


def test_three_who_wish_the_same_find_themselves_in_a_running_game(anna: User, bob: User, chris: User) -> None:
    all_seek(anna, bob, options={"buildings": "base"})
    assert match() == 0
    all_seek(chris, shortest=timedelta(hours=12), longest=3 * DAY, rated=True)
    assert match() == 1
    game = the_game()
    assert (game.status, game.host, game.rated, game.kind) == (Game.Status.RUNNING, anna, True, "puerto-rico")
    assert people_at(game) == {"anna", "bob", "chris"}
    assert (game.turn_limit, game.options["buildings"]) == (DAY, "base")
    assert game.time_control.misses_in_row > 0
    assert AuditEntry.objects.filter(game=game, action=seek_finds.FOUND).count() == 1


def test_the_mail_of_the_start_says_that_a_seek_has_found_the_game(anna: User, bob: User) -> None:
    all_seek(anna, bob, players=[2])
    match()
    for person in (anna, bob):
        letter = compose(Delivery.objects.get(user=person, kind=Notification.Kind.START), pictures=False)
        for text in (letter.text, letter.html):
            assert "found by your seek" in " ".join(text.split())
            assert "/seeks/" in text


def test_a_second_run_seats_nobody_again(anna: User, bob: User, clock: Any) -> None:
    all_seek(anna, bob, players=[2], per_week=2)
    assert [match(), match()] == [1, 0]
    clock.shift(ANY_SPREAD_AFTER)
    assert [match(), match()] == [1, 0]
    clock.shift(DAY)
    assert match() == 0, "two games a week, and no more"
    clock.shift(7 * DAY)
    assert match() == 1
    assert SeekFind.objects.count() == 6


def test_people_whom_a_seek_has_brought_together_meet_others_first(
    anna: User, bob: User, chris: User, clock: Any
) -> None:
    all_seek(anna, bob, players=[2])
    assert match() == 1
    clock.shift(7 * DAY)
    assert match() == 0, "both may seek again from now on"
    clock.shift(HOUR)
    all_seek(chris, players=[2])
    assert match() == 1
    assert people_at(Game.objects.latest("opened_at")) == {"anna", "chris"}


def test_people_who_find_nobody_else_are_brought_together_again(anna: User, bob: User, clock: Any) -> None:
    all_seek(anna, bob, players=[2])
    assert match() == 1
    clock.shift(7 * DAY + ANY_SPREAD_AFTER - HOUR)
    assert match() == 0
    clock.shift(HOUR)
    assert match() == 1


def test_what_another_run_has_done_meanwhile_is_seen_under_the_locks(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan of a run that was overtaken: whoever it wants to seat has just got a game."""
    all_seek(anna, bob, players=[2], per_week=3)
    plan = seeks_arithmetic.find_tables
    overtaken: list[int] = []

    def overtaken_once(*planned: Any) -> Any:
        found = plan(*planned)
        if not overtaken:
            overtaken.append(0)
            with time_machine.travel(START + timedelta(seconds=1), tick=False):
                overtaken.append(match())
        return found

    monkeypatch.setattr(seek_matching, "find_tables", overtaken_once)
    assert (match(), overtaken) == (0, [0, 1])
    assert Game.objects.count() == 1


def test_a_seek_for_one_game_ends_with_it(anna: User, bob: User) -> None:
    all_seek(anna, bob, players=[2], per_week=None)
    assert match() == 1
    assert not Seek.objects.exists()
    assert {find.seek for find in SeekFind.objects.all()} == {None}
    assert match() == 0


def test_nobody_is_seated_with_whom_they_have_blocked_or_who_may_be_one_with_them(
    anna: User, bob: User, chris: User
) -> None:
    all_seek(anna, bob, players=[2])
    block(bob, anna.username)
    assert match() == 0
    for person in (anna, chris):
        Trace.objects.create(person=person, kind="device", digest="d" * 32, first_at=START, last_at=START)
    all_seek(chris, players=[2])
    block(chris, bob.username)
    assert match() == 0
    Household.objects.create(first=anna, second=chris, cleared_at=START)
    assert match() == 1
    assert people_at(the_game()) == {"anna", "chris"}


def test_nobody_is_seated_who_cannot_play_now(anna: User, bob: User, chris: User, david: User) -> None:
    eva = UserFactory.create(username="eva")
    all_seek(anna, bob, chris, david, eva, players=[2])
    suspend(anna, None, "Rude.")
    absences.announce(bob, START.date(), date(2026, 3, 9))
    close_account(chris, chris)
    (seek,) = seeks.seeks_of(david)
    seeks.pause(david, seek.pk)
    assert match() == 0
    seeks.take_up(david, seek.pk)
    assert match() == 1
    assert people_at(the_game()) == {"david", "eva"}


def test_nobody_gets_more_games_than_they_want_or_may_have(
    anna: User, bob: User, settings: LazySettings, clock: Any
) -> None:
    all_seek(anna, bob, players=[2], per_week=7, most_games=1)
    assert match() == 1
    clock.shift(ANY_SPREAD_AFTER)
    assert match() == 0
    for person in (anna, bob):
        seeks.change(person, seeks.seeks_of(person)[0].pk, wishes(players=[2], per_week=7, most_games=2))
    settings.SEATS_PER_PERSON = 1
    assert match() == 0
    settings.SEATS_PER_PERSON, settings.HOSTED_GAMES_PER_PERSON = 2, 0
    assert match() == 0, "nobody may be the host"
    settings.HOSTED_GAMES_PER_PERSON = 1
    assert match() == 1
    assert {game.host for game in Game.objects.all()} == {anna, bob}, "anna has as many as she may"


def test_ratings_and_reliability_that_are_asked_for(anna: User, bob: User, chris: User) -> None:
    all_seek(anna, players=[2], lowest=1100)
    all_seek(bob, players=[2])
    assert match() == 0
    Rating.objects.create(person=chris, kind="puerto-rico", players=2, mu=30, sigma=2, games=20, shown=1150)
    (seek,) = all_seek(chris, players=[2], least_reliability=90)
    assert match() == 0, "nobody has answered a turn yet"
    seeks.change(chris, seek.pk, wishes(players=[2]))
    assert match() == 1
    assert people_at(the_game()) == {"anna", "chris"}


def test_the_same_wishes_twice_are_one_seek_and_there_are_few(anna: User) -> None:
    (first,), (again,) = all_seek(anna), all_seek(anna)
    assert first.pk == again.pk
    for number in range(2, seeks.MAX_SEEKS + 1):
        all_seek(anna, most_games=number + 5)
    with pytest.raises(TooMany):
        all_seek(anna, players=[5])
    seeks.end(anna, first.pk)
    all_seek(anna, players=[5])


def test_only_people_with_an_account_may_seek_and_only_their_own_seeks_are_theirs(anna: User, bob: User) -> None:
    program = User.objects.create(username="program", email="program@example.org", owner=anna)
    guest = User.objects.create(username="guest", email="guest@example.org", guest_until=START + DAY)
    unconfirmed = UserFactory.create(username="new", verified=False)
    EmailAddress.objects.create(user=unconfirmed, email=unconfirmed.email, verified=False)
    for somebody in (program, guest, unconfirmed):
        with pytest.raises(NotAllowed):
            all_seek(somebody)
    (seek,) = all_seek(anna)
    for refused in (seeks.pause, seeks.take_up, seeks.end):
        with pytest.raises(NoSuchSeek):
            refused(bob, seek.pk)
    suspend(anna, None, "Rude.")
    anna.refresh_from_db()
    with pytest.raises(Suspended):
        all_seek(anna, players=[4])
    seeks.end(anna, seek.pk)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": "chess"}, "kind"),
        ({"players": []}, "players"),
        ({"players": [3, 9]}, "players"),
        ({"shortest": 3 * DAY}, "longest"),
        ({"longest": 90 * DAY}, "longest"),
        ({"lowest": 1200, "highest": 1100}, "highest"),
        ({"highest": 99_999}, "highest"),
        ({"least_reliability": 101}, "least_reliability"),
        ({"per_week": 8}, "per_week"),
        ({"most_games": 0}, "most_games"),
    ],
)
def test_what_nobody_can_wish_is_refused(anna: User, changes: dict[str, Any], field: str) -> None:
    with pytest.raises(BadSeek) as refused:
        all_seek(anna, **changes)
    assert refused.value.field == field
    assert not Seek.objects.exists()


def test_options_that_the_game_does_not_know_or_that_exclude_each_other_are_refused(anna: User) -> None:
    for options in ({"sauce": "on"}, {"buildings": "straw"}, {"nobles": "on"}):
        with pytest.raises(OptionError):
            all_seek(anna, options=options)
    all_seek(anna, options={"nobles": "on", "buildings": "draft"})


def test_a_changed_seek_keeps_its_place_and_is_taken_up(anna: User, clock: Any) -> None:
    (seek,) = all_seek(anna)
    clock.shift(DAY)
    changed = seeks.change(anna, seek.pk, wishes(players=[4, 3]))
    assert (changed.players, changed.waiting_since) == ([3, 4], START)
    seeks.pause(anna, seek.pk)
    assert seeks.change(anna, seek.pk, wishes(players=[4])).waiting_since == START + DAY


def test_seeks_of_people_who_are_gone_are_paused_and_they_are_told(anna: User, bob: User, clock: Any) -> None:
    all_seek(anna, bob, players=[2])
    clock.shift(31 * DAY)
    User.objects.filter(pk=bob.pk).update(last_login=START + 20 * DAY)
    assert (pause_silent(), pause_silent()) == (1, 0)
    assert [seek.paused for seek in Seek.objects.order_by("person__username")] == ["silent", ""]
    letter = compose(Delivery.objects.get(kind=Notification.Kind.NOTICE), pictures=False)
    assert letter.subject
    assert "/seeks/" in letter.text
    assert match() == 0
