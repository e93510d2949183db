"""The staff's first page, its figures and its search."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.access import Permission
from games.models import AuditEntry, Delivery, Game, Heartbeat, IncomingMail
from games.people.models import User
from games.staff.trail_words import WORDS
from games.table import figures, pausing
from tests.web.pages import client_of


def numbers(client: Client) -> dict[str, int]:
    """By figure, as the page shows them."""
    text = client.get("/staff/").content.decode()
    found = re.findall(r'href="/staff/figures/([a-z-]+)/"><b>(\d+)</b>', text)
    return {name: int(count) for name, count in found}


def test_every_number_leads_to_as_many_rows(staff: Client, game: Game) -> None:
    Heartbeat.objects.create(name="web@one", kind="web", started_at=timezone.now(), at=timezone.now())
    Delivery.objects.update(status=Delivery.Status.FAILED, last_error="550 no such box")
    shown = numbers(staff)
    assert shown.keys() == {figure.name for figure in figures.FIGURES}
    assert shown["running"] == 1
    assert shown["outbox-failed"] == Delivery.objects.count() > 0
    assert shown["processes"] == 1
    for name, count in shown.items():
        rows = staff.get(f"/staff/figures/{name}/").context["page"].object_list
        assert len(rows) == count, name


def test_a_paused_game_is_found_among_the_paused_ones(staff: Client, game: Game, mona: User) -> None:
    mona.two_factors = True
    pausing.pause(game.pk, mona, "a question of rules")
    assert numbers(staff)["paused"] == 1
    assert f"/staff/games/{game.pk}/" in staff.get("/staff/figures/paused/").content.decode()


def test_a_process_that_is_silent_is_marked(staff: Client) -> None:
    long_ago = timezone.now() - timedelta(minutes=10)
    Heartbeat.objects.create(name="bots@two", kind="worker", queues="bots", started_at=long_ago, at=long_ago)
    assert numbers(staff)["processes-silent"] == 1
    assert 'class="late"' in staff.get("/staff/").content.decode()


def test_a_number_that_does_not_exist_is_not_found(staff: Client) -> None:
    assert staff.get("/staff/figures/happiness/").status_code == 404


def test_the_search_finds_games_people_mails_and_actions(staff: Client, game: Game, anna: User) -> None:
    IncomingMail.objects.create(
        token="x", message_id="<1@x>", sender="anna@example.org", raw=b"", received_at=timezone.now()
    )
    AuditEntry.objects.create(at=timezone.now(), actor=anna, action="open a game", game=game, reason="for the cup")
    by_name = staff.get("/staff/search/", {"q": "anna"}).content.decode()
    assert f"/staff/games/{game.pk}/" in by_name
    assert "/staff/people/anna/" in by_name
    assert "/staff/mails/out/" in by_name
    assert "/staff/mails/in/" in by_name
    assert "for the cup" in staff.get("/staff/search/", {"q": "the cup"}).content.decode()
    assert f"/staff/games/{game.pk}/" in staff.get("/staff/search/", {"q": game.pk.upper()}).content.decode()
    assert f"/staff/games/{game.pk}/" not in staff.get("/staff/search/", {"q": "zebra"}).content.decode()


def test_one_or_two_letters_are_a_whole_name_and_more_may_be_a_part(staff: Client, anna: User) -> None:
    anna.username = "Ann"
    anna.save()
    for words, is_found in (("ann", True), ("an", False), ("nn", False)):
        text = staff.get("/staff/search/", {"q": words}).content.decode()
        assert ("/staff/people/Ann/" in text) is is_found, words


@pytest.mark.parametrize("address", ["/staff/", "/staff/search/?q=a", "/staff/figures/running/", "/staff/people/anna/"])
def test_people_who_are_not_staff_get_nothing(anna: User, address: str) -> None:
    assert client_of(anna).get(address).status_code == 403
    assert Client().get(address)["Location"].startswith("/accounts/login/")


def test_every_action_of_the_table_of_permissions_has_words_for_the_trail() -> None:
    """Whatever only players and staff can change is told in the reader's language."""
    read_only = {
        *(
            "visit",
            "operate",
            "read local mail",
            "see the lobby",
            "see tournaments",
            "set preferences",
            "see own affairs",
            "see a game",
        ),
        *("watch", "see a seat", "see the record", "see the result", "moderate", "see as staff", "play", "mute"),
        *("see tokens", "see a calendar", "export own data", "see profiles", "see own friends", "see own history"),
        *("see own seeks", "see a feed"),
        "end own seeks",  # told as seeking, to which it belongs
        *("see ratings", "see reports"),
        # A message and a report are their own trail, the others are their person's alone.
        *("say", "report", "mute a person", "keep a note"),
        "decline invitations",  # an address does, of which nothing is kept
        "hand in mail",  # the provider does
    }
    assert {str(permission) for permission in Permission} - read_only <= set(WORDS)
