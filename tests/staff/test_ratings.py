"""What staff see and do about ratings: voiding a game, hints that two may be one, clearing households."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.models import SharedTraces
from games.people.models import User
from tests.table.games import fresh
from tests.table.rated import count_all, ended, rating_of
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def test_a_rated_game_is_voided_and_counts_again(staff: Client, anna: User, bob: User) -> None:
    game = ended(anna, bob)
    count_all()
    before = rating_of(anna)
    page = f"/staff/games/{game.pk}/void-rating/"
    assert "counted again" in staff.get(page).content.decode()
    assert staff.post(page, {"reason": "it was arranged", "version": game.version})["Location"].endswith("/")
    count_all()
    assert rating_of(anna).shown == 1000
    text = staff.get(f"/staff/games/{game.pk}/").content.decode()
    assert "voided a rated game" in text
    assert "count-again" in text
    assert "void-rating" not in text
    staff.post(f"/staff/games/{game.pk}/count-again/", {"reason": "a mistake"})
    count_all()
    assert rating_of(anna) == before
    assert fresh(game).rating_voided_at is None


def test_hints_are_shown_to_staff_but_for_those_about_themselves_and_a_household_is_cleared(
    staff: Client, anna: User, bob: User, chris: User, mona: User
) -> None:
    game = ended(anna, bob)
    SharedTraces.objects.create(game=game, first=anna, second=bob, kinds="device address", noted_at=timezone.now())
    clear = "/staff/people/anna/household/bob/"
    for page in (f"/staff/games/{game.pk}/", "/staff/people/anna/", "/staff/people/bob/", "/staff/figures/hints/"):
        text = staff.get(page).content.decode()
        assert "a device, an address" in text
        assert clear in text
    SharedTraces.objects.create(game=game, first=chris, second=mona, kinds="device", noted_at=timezone.now())
    # Whoever plays there does not see the page; whoever has left does.
    at_the_game = staff.get(f"/staff/games/{game.pk}/").content.decode()
    assert clear in at_the_game
    assert "/staff/people/chris/household/mona/" not in at_the_game
    for page in ("/staff/people/mona/", "/staff/figures/hints/"):
        assert "/staff/people/chris/" not in staff.get(page).content.decode()
    assert "a device" not in staff.get("/staff/people/chris/").content.decode()
    assert client_of(anna).get(clear).status_code in (403, 404)
    assert staff.post(clear, {"reason": ""}).status_code == 200
    assert SharedTraces.objects.exists()
    assert staff.post(clear, {"reason": "sisters"})["Location"] == "/staff/people/anna/"
    assert not SharedTraces.objects.filter(first=anna).exists()
    assert "cleared a household" in staff.get("/staff/people/bob/").content.decode()
