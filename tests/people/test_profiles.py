"""Profiles: who sees them, what they tell, and where names lead to them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.access.profiles import may_see_profile
from games.models import Game, Seat
from games.people.models import User
from games.table.account_closing import close_account
from games.table.bot_accounts import create_bot_account
from games.table.errors import NobodyMet
from games.table.open_games import join
from games.table.preferences import set_profile_shown
from games.table.profiles import profile_of
from games.table.resignation import resign
from games.table.takeover import take_over
from games.table.talk import find_companion
from tests.factories import UserFactory
from tests.people.company import played, table, waiting
from tests.table.finished_games import finished_game
from tests.table.games import fresh
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
Shown = User.ProfileShown


def status(reader: User, name: str) -> int:
    return client_of(reader).get(f"/people/{name}/").status_code


def test_only_people_of_ones_games_see_a_profile_at_first(anna: User, bob: User, chris: User) -> None:
    table(anna, bob)
    assert status(bob, "anna") == status(bob, "ANNA") == status(anna, "anna") == 200
    assert status(chris, "anna") == 404


def test_a_profile_is_shown_to_all_or_to_nobody_by_choice(anna: User, bob: User, chris: User) -> None:
    table(anna, bob)
    browser = client_of(anna)
    browser.post("/preferences/profile/", {"shown": "all"})
    assert (status(bob, "anna"), status(chris, "anna")) == (200, 200)
    browser.post("/preferences/profile/", {"shown": "nobody"})
    assert (status(bob, "anna"), status(chris, "anna"), status(anna, "anna")) == (404, 404, 200)
    browser.post("/preferences/profile/", {"shown": ""})
    assert (status(bob, "anna"), status(chris, "anna")) == (200, 404)


def test_a_hidden_profile_answers_as_a_name_that_nobody_has(anna: User, chris: User) -> None:
    browser = client_of(chris)
    hidden, missing = browser.get("/people/anna/"), browser.get("/people/annabella/")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.content == missing.content


def test_whoever_has_left_a_table_and_whoever_came_for_them_know_each_other(anna: User, bob: User, chris: User) -> None:
    game = table(anna, bob)
    resign(game.pk, anna)
    take_over(game.pk, game.seats.get(user=anna).index, chris)
    assert may_see_profile(anna, bob)
    assert may_see_profile(bob, anna)
    assert may_see_profile(chris, bob)


def test_whoever_left_a_private_game_cannot_find_out_who_came_later(
    anna: User, bob: User, chris: User, david: User
) -> None:
    eve = UserFactory.create(username="eve")
    game = table(anna, bob, chris)
    resign(game.pk, chris)
    take_over(game.pk, game.seats.get(user=chris).index, david)
    resign(game.pk, bob)
    take_over(game.pk, game.seats.get(user=bob).index, eve)
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    assert [may_see_profile(chris, one) for one in (anna, bob, david, eve)] == [True, True, False, False]
    assert [may_see_profile(eve, one) for one in (anna, bob, chris, david)] == [True, False, False, True]
    assert find_companion(chris, "bob") == bob
    with pytest.raises(NobodyMet):
        find_companion(chris, "eve")


def test_programs_guests_and_closed_accounts_have_none(anna: User, bob: User) -> None:
    robo = create_bot_account(anna, "robo")
    User.objects.filter(pk=robo.pk).update(profile_shown=Shown.ALL)
    assert status(anna, "robo") == 404
    assert not may_see_profile(robo, anna)
    assert not may_see_profile(None, anna)
    table(anna, bob)
    close_account(bob, by=bob)
    assert status(anna, User.objects.get(pk=bob.pk).username) == 404


def test_it_counts_games_with_people_and_with_bots_apart(anna: User, bob: User) -> None:
    for rank, more in ((1, {}), (1, {"shared": True}), (2, {}), (None, {"left": "resigned"}), (1, {"other_people": 0})):
        played(anna, table(anna, bob), rank, **more)
    (figures,) = profile_of(anna).kinds
    assert figures.kind == "san-juan"
    people, bots = figures.with_people, figures.with_bots
    assert (people.played, people.won, people.shared) == (3, 1, 1)
    assert (bots.played, bots.won, bots.shared) == (1, 1, 0)
    assert profile_of(bob).kinds == []


def test_it_tells_how_reliable_somebody_is(anna: User, bob: User) -> None:
    one, other, third = (table(anna, bob) for _number in range(3))
    played(anna, one, asked=10, in_time=9, answer_times=[0, 0, 4, 5, 0, 0, 0, 0, 0, 0, 0])
    played(anna, other, asked=10, in_time=10, answer_times=[0, 0, 0, 1, 9, 0, 0, 0, 0, 0, 0])
    played(anna, third, None, left="missed", asked=3, in_time=0)
    found = profile_of(anna).reliability
    assert (found.games, found.asked, found.in_time, found.percent_in_time, found.abandoned) == (3, 23, 19, 82, 1)
    assert found.half_within == timedelta(hours=3)
    text = client_of(anna).get("/people/anna/").content.decode()
    assert "82 per cent of 23 turns" in text
    assert "within 3 hours" in text


def test_who_was_taken_out_by_staff_has_abandoned_nothing(anna: User, bob: User) -> None:
    for cause in ("staff", "suspended"):
        played(anna, table(anna, bob), None, left=cause)
    assert profile_of(anna).reliability.abandoned == 0


def test_a_profile_costs_the_same_however_much_somebody_has_played(anna: User, bob: User) -> None:
    def queries() -> int:
        browser = client_of(bob)
        # The first page of a session notes that it is in use.
        browser.get("/people/anna/")
        with CaptureQueriesContext(connection) as asked:
            assert browser.get("/people/anna/").status_code == 200
        return len(asked)

    game = table(anna, bob)
    few = queries()
    played(anna, game)
    for _number in range(3):
        played(anna, table(anna, bob))
    assert queries() == few
    assert few < 25


def test_names_lead_to_profiles_where_the_reader_may_see_them(anna: User, bob: User, chris: User) -> None:
    link = 'href="/people/anna/"'
    game = waiting(anna, visibility="public")
    assert link not in client_of(bob).get("/games/").content.decode()
    assert link not in client_of(bob).get(f"/games/{game.pk}/join/").content.decode()
    set_profile_shown(anna, Shown.ALL)
    assert link in client_of(bob).get("/games/").content.decode()
    assert link in client_of(bob).get(f"/games/{game.pk}/join/").content.decode()
    set_profile_shown(anna, Shown.GAMES)
    join(game.pk, bob)
    assert link in client_of(bob).get(f"/games/{game.pk}/").content.decode()
    assert link not in client_of(chris).get(f"/games/{game.pk}/").content.decode()


def test_names_of_a_result_lead_to_profiles_for_those_who_may_see_them(anna: User, bob: User, chris: User) -> None:
    game = finished_game(anna, bob)
    for address in (f"/games/{game.pk}/", f"/results/{game.share_code}/"):
        assert 'href="/people/anna/"' in client_of(bob).get(address).content.decode()
    assert "/people/" not in client_of(chris).get(f"/results/{game.share_code}/").content.decode().split("<main")[1]
    Seat.objects.filter(user=anna).update(caretaker="random", caretaker_cause="resigned")
    shared = client_of(bob).get(f"/results/{fresh(game).share_code}/").content.decode()
    assert '<a href="/people/anna/">' not in shared


def test_what_nobody_can_choose_is_refused_beside_the_choice(anna: User) -> None:
    set_profile_shown(anna, Shown.ALL)
    browser = client_of(anna)
    refused = browser.post("/preferences/profile/", {"shown": "friends"})
    assert refused.status_code == 422
    assert "friends is not one of the available choices" in refused.content.decode()
    assert User.objects.get(pk=anna.pk).profile_shown == Shown.ALL
    assert browser.post("/preferences/profile/", {"shown": "nobody"}).status_code == 302
    assert User.objects.get(pk=anna.pk).profile_shown == Shown.NOBODY


def test_staff_see_the_figures_of_anybody_but_friends_and_blocks_only_with_a_reason(anna: User, bob: User) -> None:
    from tests.people.test_friends import made_friends
    from tests.staff.signing_in import staff_client
    from tests.table.games import audit_entries

    game = table(anna, bob)
    made_friends(anna, bob)
    set_profile_shown(anna, Shown.NOBODY)
    played(anna, game)
    browser = staff_client(UserFactory.create(username="maria", is_staff=True))
    page = browser.get("/staff/people/anna/").content.decode()
    assert "Reliability" in page
    assert "bob" not in browser.get("/staff/people/anna/company/").content.decode()
    assert not audit_entries("see friends and blocks")
    assert ">bob<" in browser.post("/staff/people/anna/company/", {"reason": "a complaint"}).content.decode()
    (entry,) = audit_entries("see friends and blocks")
    assert (entry.person, entry.reason) == (anna, "a complaint")
