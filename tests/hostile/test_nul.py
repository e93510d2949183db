"""A NUL character, which no person types and PostgreSQL does not store, in addresses and forms."""

from __future__ import annotations

import pytest

from games.models import TalkMessage
from games.people.models import User
from tests.table.games import opened
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address", ["/people/a%00/", "/games/a%00/", "/reports/new/?person=a%00", "/reports/new/?a%00=b"]
)
def test_an_address_with_it_is_no_good(anna: User, address: str) -> None:
    assert client_of(anna).get(address).status_code == 400


def test_a_program_is_told_that_nothing_is_there(anna: User) -> None:
    answer = client_of(anna).get("/api/v1/games/a%00/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_a_form_with_it_is_not_read(anna: User, bob: User) -> None:
    game, browser = opened(anna, bob), client_of(anna)
    for address, given in (
        (f"/games/{game.pk}/talk/say/", {"text": "hello", "key": "1\0"}),
        (f"/games/{game.pk}/talk/say/", {"text": "hello", "a\0": "1"}),
        ("/preferences/muted/", {"name": "a\0"}),
        ("/preferences/muted/", {"game": "a\0", "mute": "1"}),
    ):
        assert browser.post(address, given).status_code == 400
    assert not TalkMessage.objects.exists()
