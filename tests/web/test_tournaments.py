"""The pages of tournaments."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Entrant, Tournament
from games.people.models import User
from games.web.views.tournaments import PER_PAGE
from tests.staff.signing_in import staff_client
from tests.table.tournaments import again, crowd, end_round, games_of, opened_tournament, started
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
FORM = {
    "kind": "san-juan",
    "name": "Autumn Cup",
    "entry": "open",
    "table_size": "3",
    "rounds": "2",
    "places": "9",
    "fewest": "3",
    "filling": "byes",
    "clock": "turn",
    "key": "one",
}


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def page(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.pk}/"


def test_somebody_opens_a_tournament_and_others_find_it_and_enter(anna: User, bob: User) -> None:
    client = client_of(anna)
    assert "New tournament of San Juan" in text_of(client, "/tournaments/new/?kind=san-juan")
    answer = client.post("/tournaments/new/", FORM)
    tournament = Tournament.objects.get()
    assert answer["Location"] == page(tournament)
    assert client.post("/tournaments/new/", FORM)["Location"] == page(tournament)
    assert (tournament.places, tournament.table_size, tournament.organiser) == (9, 3, anna)
    theirs = client_of(bob)
    assert page(tournament) in text_of(theirs, "/tournaments/")
    theirs.post(f"{page(tournament)}enter/")
    assert tournament.entrants.get().user == bob
    assert "You are in." in text_of(theirs, page(tournament))
    theirs.post(f"{page(tournament)}leave/")
    assert not tournament.entrants.exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"fewest": "2"}, "So few people fill no table."),
        ({"places": "70"}, "64"),
        ({"table_size": "5"}, "5"),
        ({"entry_until": "2020-01-01T12:00"}, "must lie in the future"),
        ({"name": "see www.example.org"}, "web address"),
    ],
)
def test_what_makes_no_tournament_is_told_at_its_field(anna: User, changes: dict[str, str], message: str) -> None:
    answer = client_of(anna).post("/tournaments/new/", FORM | changes)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert not Tournament.objects.exists()


def test_a_tournament_that_somebody_may_not_see_is_none(anna: User, bob: User) -> None:
    hidden = opened_tournament(anna, entry="link")
    invited = opened_tournament(anna, entry="invited")
    client = client_of(bob)
    for tournament in (hidden, invited):
        assert client.get(page(tournament)).status_code == 404
        assert client.get(f"{page(tournament)}by/wrong/").status_code == 404
        for act in ("enter", "leave", "start", "cancel", "invite", "change"):
            assert client.post(f"{page(tournament)}{act}/", {"name": "bob"}).status_code == 404
        assert page(tournament) not in text_of(client, "/tournaments/")
        assert page(tournament) in text_of(client_of(anna), "/tournaments/")
    link = f"{page(hidden)}by/{hidden.code}/"
    assert link in text_of(client_of(anna), page(hidden))
    assert f'value="{hidden.code}"' in text_of(client, link)
    assert hidden.code not in text_of(client_of(anna), "/tournaments/")
    client.post(f"{page(hidden)}enter/", {"code": hidden.code})
    # Who is in it need not know the link, which is the organiser's to give away.
    assert hidden.code not in text_of(client, page(hidden))
    assert Client().get(page(hidden))["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(("act", "places"), [("enter", 16), ("wait", 3)])
def test_who_came_by_the_link_and_is_refused_reads_why_on_the_page(
    anna: User, bob: User, settings: LazySettings, act: str, places: int
) -> None:
    tournament = opened_tournament(anna, *crowd(3), entry="link", places=places)
    settings.TOURNAMENT_ENTRIES_PER_PERSON = 0
    answer = client_of(bob).post(f"{page(tournament)}{act}/", {"code": tournament.code}, follow=True)
    assert answer.redirect_chain == [(f"{page(tournament)}by/{tournament.code}/", 302)]
    assert "You may be in 0 tournaments at a time." in answer.content.decode()


def test_the_organiser_invites_changes_starts_and_calls_off(anna: User, bob: User) -> None:
    User.objects.update(profile_shown=User.ProfileShown.ALL)
    tournament = opened_tournament(anna, *crowd(3))
    client = client_of(anna)
    client.post(f"{page(tournament)}invite/", {"name": "bob"})
    assert tournament.entrants.get(user=bob).status == Entrant.Status.INVITED
    assert "bob" in text_of(client, page(tournament))
    answer = client.post(f"{page(tournament)}change/", {"places": "1", "fewest": "1"}, follow=True)
    assert "More people have entered already." in answer.content.decode()
    client.post(f"{page(tournament)}change/", {"places": "12", "fewest": "3"})
    assert again(tournament).places == 12
    refused = client_of(bob).post(f"{page(tournament)}start/", follow=True)
    assert "Only the organiser" in refused.content.decode()
    client.post(f"{page(tournament)}start/")
    assert again(tournament).status == Tournament.Status.RUNNING
    other = opened_tournament(anna)
    client.post(f"{page(other)}cancel/")
    assert again(other).status == Tournament.Status.CANCELLED


def test_the_page_shows_standings_rounds_and_rules(anna: User) -> None:
    people = crowd(7)
    tournament = started(anna, *people)
    client = client_of(people[0])
    text_of(client, page(tournament))
    end_round(tournament, 1)
    text = text_of(client, page(tournament))
    for words in ("round 2 of 2", "Round 1", "Table 2", "Standings", "24 – 12 – 0", "24 points", "Tie-breaks"):
        assert words in text, words
    for game in games_of(tournament, 2):
        assert f"/games/{game.pk}/" in text
    assert tournament.seed not in text
    (own,) = [game for game in games_of(tournament, 2) if game.seat_of(people[0])]
    assert f'<a href="{page(tournament)}">Spring Cup</a>, round 2' in text_of(client, f"/games/{own.pk}/")
    end_round(tournament, 2)
    assert "finished" in text_of(client, page(tournament))


def test_games_of_a_private_tournament_are_closed_to_others(anna: User, bob: User) -> None:
    tournament = started(anna, *crowd(3), entry="link")
    (game,) = games_of(tournament, 1)
    assert client_of(bob).get(f"/games/{game.pk}/").status_code == 404


def test_ones_own_tournaments_are_listed_however_many_others_there_are(
    anna: User, bob: User, chris: User, settings: LazySettings
) -> None:
    settings.TOURNAMENTS_PER_PERSON = 100
    open_for_entries, under_way = opened_tournament(bob, chris), started(bob, chris, *crowd(2))
    for _number in range(PER_PAGE):
        opened_tournament(anna)
    for person in (bob, chris):
        listed = text_of(client_of(person), "/tournaments/")
        assert listed.count("Spring Cup") == PER_PAGE + 2
        assert page(open_for_entries) in listed
        assert page(under_way) in listed


def test_a_page_of_many_asks_the_database_as_often_as_one_of_few(anna: User, bob: User) -> None:
    small = started(anna, *crowd(3))
    client = client_of(bob)
    client.get(page(small))
    large = started(anna, *[*User.objects.filter(username__startswith="player"), bob], places=16, fewest=3)
    counts = []
    for tournament in (small, large):
        with CaptureQueriesContext(connection) as queries:
            client.get(page(tournament))
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 3


def test_somebody_drops_out(anna: User) -> None:
    people = crowd(4)
    tournament = started(anna, *people)
    client = client_of(people[0])
    assert "Drop out for good" in text_of(client, page(tournament))
    client.post(f"{page(tournament)}leave/")
    assert "You have dropped out." in text_of(client, page(tournament))
    assert "dropped out" in text_of(client_of(people[1]), page(tournament))


def test_staff_supervise_with_a_reason(anna: User) -> None:
    maria = User.objects.create(username="maria", email="maria@example.org", is_staff=True, time_zone="UTC")
    client, people = staff_client(maria), crowd(6)
    tournament = started(anna, *people, entry="link")
    assert f"/staff/tournaments/{tournament.pk}/" in text_of(client, "/staff/tournaments/")
    assert "Supervise" in text_of(client, page(tournament))
    staff_page = f"/staff/tournaments/{tournament.pk}/"
    assert "player3" in text_of(client, staff_page)
    refused = client.post(f"{staff_page}cancel/", {"reason": ""}, follow=True)
    assert "Say the reason" in refused.content.decode()
    row = tournament.entrants.get(user=people[0])
    client.post(f"{staff_page}remove/", {"entrant": row.pk, "reason": "two accounts"})
    assert tournament.entrants.get(user=people[0]).status == Entrant.Status.DROPPED
    client.post(f"{staff_page}end-round/", {"reason": "stuck"})
    assert {game.status for game in games_of(tournament, 1)} == {"aborted"}
    waiting = opened_tournament(people[1])
    later = timezone.now() + timedelta(days=2)
    client.post(
        f"/staff/tournaments/{waiting.pk}/start/", {"entry_until": f"{later:%Y-%m-%dT%H:%M}", "reason": "feast"}
    )
    assert again(waiting).entry_until is not None
    client.post(f"{staff_page}cancel/", {"reason": "too much"})
    assert again(tournament).status == Tournament.Status.CANCELLED
    assert "two accounts" in text_of(client, staff_page)
    assert client_of(anna).get(staff_page).status_code == 403


def test_the_help_tells_how_tournaments_work(anna: User) -> None:
    assert "24 – 18 – 12 – 6 – 0" in text_of(client_of(anna), "/tournaments/how/")
