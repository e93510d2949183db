"""A full tournament has a waiting list: a place that comes free goes to whoever has waited longest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.access.tournaments import may_see_tournament, tournaments_shown_to
from games.models import AuditEntry, Entrant, Notification, Tournament
from games.people.models import User
from games.table.account_closing import close_account
from games.table.blocks import block
from games.table.errors import AlreadyEntered, Full, NoSuchTournament, SeatForYou, TooMany
from games.table.suspension import suspend
from games.table.tournaments import entering, opening, progress, supervision
from tests.api.programs import Program, program_of
from tests.table.tournaments import again, crowd, opened_tournament
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
PLACED = "a place in a tournament came free for you"
TOO_LATE = "no place in a tournament came free"


@pytest.fixture
def people(db: None) -> list[User]:
    return crowd(6)


@pytest.fixture
def full(anna: User, people: list[User]) -> Tournament:
    """The first three are in it."""
    return opened_tournament(anna, *people[:3], places=3)


def names(tournament: Tournament, status: str) -> list[str]:
    rows = tournament.entrants.filter(status=status).select_related("user").order_by("since", "pk")
    return [row.user.username for row in rows if row.user is not None]


def told(person: User) -> list[str]:
    rows = Notification.objects.filter(user=person, kind=Notification.Kind.NOTICE).order_by("pk")
    return [row.content["topic"] for row in rows]


def leaves(tournament: Tournament, person: User) -> None:
    entering.leave(tournament.pk, person)


def closes_account(_tournament: Tournament, person: User) -> None:
    close_account(person, person)


def is_suspended(_tournament: Tournament, person: User) -> None:
    suspend(person, None, "spam")


def is_removed(tournament: Tournament, person: User) -> None:
    supervision.remove(tournament.pk, None, tournament.entrants.get(user=person).pk, "spam")


@pytest.mark.parametrize("goes", [leaves, closes_account, is_suspended, is_removed])
def test_the_place_of_whoever_goes_is_given_to_the_first_who_waits(
    full: Tournament, people: list[User], goes: Callable[[Tournament, User], None]
) -> None:
    for person in people[3:5]:
        entering.wait(full.pk, person)
    goes(full, people[0])
    assert set(names(full, "entered")) == {"player1", "player2", "player3"}
    assert names(full, "waiting") == ["player4"]
    assert (told(people[3]), told(people[4])) == ([PLACED], [])
    entry = AuditEntry.objects.get(action="given a place in a tournament")
    assert (entry.actor, entry.person) == (None, people[3])


def test_more_places_are_given_to_those_who_wait(full: Tournament, anna: User, people: list[User]) -> None:
    for person in people[3:6]:
        entering.wait(full.pk, person)
    opening.change_tournament(full.pk, anna, places=5, fewest=3, entry_until=None)
    assert names(full, "waiting") == ["player5"]
    assert [told(person) for person in people[3:6]] == [[PLACED], [PLACED], []]


def test_whoever_waits_and_leaves_waits_no_more_and_frees_no_place(full: Tournament, people: list[User]) -> None:
    for person in people[3:5]:
        entering.wait(full.pk, person)
    entering.leave(full.pk, people[3])
    assert (names(full, "waiting"), told(people[4])) == (["player4"], [])


def test_those_who_still_wait_at_the_start_are_told_and_are_not_in_it(
    full: Tournament, anna: User, people: list[User]
) -> None:
    entering.wait(full.pk, people[3])
    progress.start(full.pk, anna)
    assert told(people[3]) == [TOO_LATE]
    assert names(full, "waiting") == []
    assert full.entrants.count() == 3


def test_they_are_told_when_it_is_called_off(full: Tournament, anna: User, people: list[User]) -> None:
    entering.wait(full.pk, people[3])
    opening.cancel_tournament(full.pk, anna)
    assert told(people[3]) == ["a tournament was called off"]


def test_only_a_full_tournament_is_waited_for_and_once(full: Tournament, anna: User, people: list[User]) -> None:
    free = opened_tournament(anna, places=6)
    with pytest.raises(SeatForYou, match="A place is free"):
        entering.wait(free.pk, people[3])
    with pytest.raises(AlreadyEntered):
        entering.wait(full.pk, people[0])
    entering.wait(full.pk, people[3])
    entering.wait(full.pk, people[3])
    assert names(full, "waiting") == ["player3"]
    assert full.entrants.count() == 4


def test_who_may_not_enter_may_not_wait(anna: User, people: list[User]) -> None:
    User.objects.update(profile_shown=User.ProfileShown.ALL)
    by_link = opened_tournament(anna, *people[:3], places=3, entry=Tournament.Entry.LINK)
    with pytest.raises(NoSuchTournament):
        entering.wait(by_link.pk, people[3])
    entering.wait(by_link.pk, people[3], by_link.code)
    invited = opened_tournament(anna, places=3, entry=Tournament.Entry.INVITATION)
    for person in people[:4]:
        entering.invite(invited.pk, anna, person.username)
    for person in people[:3]:
        entering.enter(invited.pk, person)
    entering.wait(invited.pk, people[3])
    with pytest.raises(NoSuchTournament):
        entering.wait(invited.pk, people[4])


def test_how_much_somebody_waits_for_is_bounded(
    full: Tournament, anna: User, people: list[User], settings: Any
) -> None:
    settings.TOURNAMENT_ENTRIES_PER_PERSON = settings.TOURNAMENTS_PER_PERSON = 5
    for person in people[3:6]:
        entering.wait(full.pk, person)
    (late,) = crowd_of("late")
    with pytest.raises(Full, match="So many wait"):
        entering.wait(full.pk, late)
    settings.TOURNAMENT_ENTRIES_PER_PERSON = 1
    other = opened_tournament(anna, places=6)
    with pytest.raises(TooMany):
        entering.enter(other.pk, people[3])
    # A place that they have waited for counts once.
    entering.leave(full.pk, people[0])
    assert "player3" in names(full, "entered")


def crowd_of(*known: str) -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in known]


def test_whoever_cannot_play_now_is_passed_over(full: Tournament, people: list[User]) -> None:
    for person in people[3:5]:
        entering.wait(full.pk, person)
    User.objects.filter(pk=people[3].pk).update(suspended_at=timezone.now())
    entering.leave(full.pk, people[0])
    assert (names(full, "waiting"), told(people[3])) == (["player3"], [])


@pytest.mark.parametrize("blocker", ["the organiser", "they", "somebody at the only table"])
def test_whoever_came_to_be_kept_apart_waits_in_vain_and_nothing_tells_them(
    full: Tournament, anna: User, people: list[User], blocker: str
) -> None:
    for person in people[3:5]:
        entering.wait(full.pk, person)
    client, program = client_of(people[3]), program_of(people[3])
    before = [*seen_by(client, full), program.ask(f"tournaments/{full.pk}/")]
    block(*{"the organiser": (anna, "player3"), "they": (people[3], "anna")}.get(blocker, (people[1], "player3")))
    assert [*seen_by(client, full), program.ask(f"tournaments/{full.pk}/")] == before
    entering.leave(full.pk, people[0])
    assert "player4" in names(full, "entered")
    entering.leave(full.pk, people[2])
    assert names(full, "waiting") == ["player3"]
    assert PLACED not in told(people[3])
    reader = User.objects.get(pk=people[3].pk)
    assert may_see_tournament(reader, again(full))
    assert full in tournaments_shown_to(reader)
    # A place is free by now, for all but them.
    page = client_of(anna).get(f"/tournaments/{full.pk}/").content.decode().split("Who is in it")[1]
    assert "2 of 3 places taken</p>" in page
    assert shown_to(program_of(anna), full) == (2, 0)
    page, lines = seen_by(client, full)
    assert "3 of 3 places taken · 1 waits</p>" in page
    assert "3 of 3 places taken" in lines
    assert "/enter/" not in page
    assert shown_to(program, full) == (3, 1)
    with pytest.raises(Full, match="All places are taken"):
        entering.enter(full.pk, reader)
    entering.leave(full.pk, reader)
    assert not full.entrants.filter(user=reader).exists()
    assert not may_see_tournament(reader, again(full))


def shown_to(program: Program, tournament: Tournament) -> tuple[int, int]:
    """How many have a place and how many wait for one: the list tells the same as the tournament itself."""
    one = program.ask(f"tournaments/{tournament.pk}/")
    assert one in program.ask("tournaments/")["results"]
    return one["taken"], one["waiting"]


@pytest.mark.parametrize(("places", "told"), [(5, 1), (6, 2)])
def test_who_is_blocked_by_somebody_in_it_is_among_those_who_wait_unless_they_had_to_meet(
    anna: User, people: list[User], places: int, told: int
) -> None:
    """At most five sit at one table."""
    others = crowd_of("eve", "fay")
    tournament = opened_tournament(anna, *people[:places], places=places)
    for person in others:
        entering.wait(tournament.pk, person)
    block(people[0], "eve")
    for reader, number in ((anna, told), (people[0], told), (others[1], told), (others[0], 2)):
        assert shown_to(program_of(reader), tournament) == (places, number), reader
        text = client_of(reader).get(f"/tournaments/{tournament.pk}/").content.decode()
        assert f"{places} of {places} places taken · {number} wait" in text, reader


def seen_by(client: Any, tournament: Tournament) -> list[str]:
    """The page of a tournament and the list of all, without what differs from one request to the next."""
    pages = [client.get(address).content.decode() for address in (f"/tournaments/{tournament.pk}/", "/tournaments/")]
    return ["\n".join(line for line in page.splitlines() if "csrf" not in line) for page in pages]


def test_whoever_waits_in_vain_is_told_like_all_others_when_it_begins(
    full: Tournament, anna: User, people: list[User]
) -> None:
    entering.wait(full.pk, people[3])
    block(anna, "player3")
    progress.start(full.pk, anna)
    assert told(people[3]) == [TOO_LATE]


def test_the_page_offers_to_wait_and_to_stop(full: Tournament, anna: User, people: list[User]) -> None:
    client, address = client_of(people[3]), f"/tournaments/{full.pk}/"
    assert "Wait for a place" in client.get(address).content.decode()
    page = client.post(f"{address}wait/", follow=True).content.decode()
    assert "You are on the waiting list." in page
    assert "You wait for a place" in page
    assert "Stop waiting" in page
    assert "1 waits" in client_of(anna).get(address).content.decode()
    page = client.post(f"{address}leave/", follow=True).content.decode()
    assert "Wait for a place" in page
    assert not Entrant.objects.filter(user=people[3]).exists()


def test_programs_wait_by_the_api(full: Tournament, people: list[User]) -> None:
    program = program_of(people[3])
    answer = program.raw("POST", f"tournaments/{full.pk}/wait/", {})
    assert (answer.status_code, answer.json()["you"], answer.json()["taken"]) == (200, "waiting", 3)
    entering.wait(full.pk, people[4])
    assert shown_to(program_of(people[5]), full) == (3, 2)
    assert program.raw("POST", f"tournaments/{full.pk}/leave/", {}).status_code == 204
    assert program.ask(f"tournaments/{full.pk}/")["you"] is None
    assert shown_to(program, full) == (3, 1)


def test_nobody_waits_for_a_place_in_what_has_begun_or_is_called_off(
    full: Tournament, anna: User, people: list[User]
) -> None:
    called_off = opened_tournament(anna, *people[:3], places=3)
    for tournament in (full, called_off):
        entering.wait(tournament.pk, people[3])
    progress.start(full.pk, anna)
    opening.cancel_tournament(called_off.pk, anna)
    for tournament in (full, called_off):
        assert shown_to(program_of(anna), tournament) == (3, 0)


def test_a_list_with_many_who_wait_asks_the_database_as_often_as_one_with_few(
    full: Tournament, anna: User, bob: User, people: list[User]
) -> None:
    program = program_of(people[5])
    entering.wait(full.pk, people[3])
    program.ask("tournaments/")
    with CaptureQueriesContext(connection) as few:
        program.ask("tournaments/")
    others = [opened_tournament(organiser, *people[:3], places=3) for organiser in (anna, bob, bob)]
    for tournament in (full, *others):
        for person in people[3:5]:
            entering.wait(tournament.pk, person)
    block(anna, "player3")
    with CaptureQueriesContext(connection) as many:
        listed = program.ask("tournaments/")["results"]
    assert sorted(one["waiting"] for one in listed) == [1, 1, 2, 2]
    assert len(many) == len(few)


def test_who_waits_gets_no_place_while_they_are_away(full: Tournament, people: list[User]) -> None:
    entering.wait(full.pk, people[3])
    User.objects.filter(pk=people[3].pk).update(away_until=timezone.now().date() + timedelta(days=3))
    people[3].absences.create(first=timezone.now().date(), last=timezone.now().date() + timedelta(days=3))
    entering.leave(full.pk, people[0])
    assert names(full, "waiting") == ["player3"]


@pytest.mark.parametrize("starts", ["its organiser", "its time"])
def test_who_was_away_when_a_place_came_free_has_it_when_the_tournament_starts(
    full: Tournament, anna: User, people: list[User], starts: str
) -> None:
    """Also if there were too few without them."""
    entering.wait(full.pk, people[3])
    today = timezone.now().date()
    people[3].absences.create(first=today, last=today + timedelta(days=3))
    User.objects.filter(pk=people[3].pk).update(away_until=today + timedelta(days=3))
    entering.leave(full.pk, people[0])
    assert names(full, "waiting") == ["player3"]
    people[3].absences.all().delete()
    User.objects.filter(pk=people[3].pk).update(away_until=None)
    if starts == "its time":
        Tournament.objects.update(entry_until=timezone.now())
        progress.advance(full.pk)
    else:
        progress.start(full.pk, anna)
    assert again(full).status == Tournament.Status.RUNNING
    assert set(names(full, "entered")) == {"player1", "player2", "player3"}
    assert TOO_LATE not in told(people[3])
