"""One's deadlines in one's calendar, by a secret address."""

from __future__ import annotations

import pytest
from django.test import Client
from icalendar import Calendar

from games.people.models import User
from games.table import calendar_feeds
from tests.table.games import audit_entries, opened, person_turn, player
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def made_address(person: User) -> str:
    client_of(person).post("/preferences/calendar/", {"do": "make"})
    person.refresh_from_db()
    return f"/calendar/{person.calendar_key}.ics"


def test_a_calendar_has_ones_deadlines_and_nothing_of_the_games(anna: User, bob: User) -> None:
    turn = person_turn(opened(anna, bob))
    person = player(turn)
    response = Client().get(made_address(person))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = Calendar.from_ical(response.content).walk("VEVENT")
    assert turn.deadline is not None
    assert event.decoded("dtend") == turn.deadline.replace(microsecond=0)
    assert event["summary"] == "Your turn in “A test”"
    assert str(event["url"]).endswith(f"/games/{turn.game_id}/")
    other = bob if person == anna else anna
    assert not Calendar.from_ical(Client().get(made_address(other)).content).walk("VEVENT")


def test_a_calendar_is_written_in_its_owners_language(anna: User, bob: User) -> None:
    person = player(person_turn(opened(anna, bob)))
    User.objects.filter(pk=person.pk).update(language="hu")
    (event,) = Calendar.from_ical(Client().get(made_address(person)).content).walk("VEVENT")
    assert event["summary"] == "Rajtad a sor itt: „A test”"


def test_a_revoked_address_and_the_one_before_a_new_one_lead_nowhere(anna: User) -> None:
    first = made_address(anna)
    second = made_address(anna)
    assert [Client().get(address).status_code for address in (first, second)] == [404, 200]
    assert second in client_of(anna).get("/preferences/").content.decode()
    client_of(anna).post("/preferences/calendar/", {"do": "revoke"})
    assert Client().get(second).status_code == 404
    assert Client().get("/calendar/None.ics").status_code == 404
    assert len(audit_entries(calendar_feeds.CALENDAR)) == 3
