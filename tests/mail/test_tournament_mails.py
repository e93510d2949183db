"""What mails tell of tournaments."""

from __future__ import annotations

import pytest

from games.mail.compose import compose
from games.models import Delivery, Notification
from games.people.models import User
from tests.table.tournaments import crowd, end_round, games_of, started

pytestmark = pytest.mark.django_db


def told(person: User, kind: str) -> list[str]:
    rows = Delivery.objects.filter(user=person, kind=kind).order_by("pk")
    return [" ".join(compose(row, pictures=False).text.split()) for row in rows]


def test_the_mail_of_the_start_tells_the_tournament_and_the_round(anna: User) -> None:
    people = crowd(3)
    tournament = started(anna, *people)
    (mail,) = told(people[0], Notification.Kind.START)
    assert "“Spring Cup”, round 1 of 2" in mail
    assert f"/tournaments/{tournament.pk}/" in mail


def test_one_mail_tells_the_end_of_the_tournament_with_the_place(anna: User) -> None:
    people = crowd(3)
    tournament = started(anna, *people, rounds=1)
    end_round(tournament, 1)
    assert len(games_of(tournament, 1)) == 1
    mails = {person.username: told(person, Notification.Kind.NOTICE) for person in people}
    assert {len(texts) for texts in mails.values()} == {1}
    places = {entrant.user.username: entrant.place for entrant in tournament.entrants.all() if entrant.user}
    for name, (mail,) in mails.items():
        words = "You have won" if places[name] == 1 else f"You have place {places[name]} of 3"
        assert words in mail
        assert f"/tournaments/{tournament.pk}/" in mail
