"""Which open games the lobby shows somebody, what it remembers of that, and the feed of open games."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.models import AuditEntry, Game, LobbyChoices
from games.people.models import User
from games.table import lobby_games
from games.table.account_closing import close_account
from games.table.blocks import block
from games.table.open_games import SeatPlan, open_game
from games.time_control import TimeControl
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
DAY = 86400


def waiting(host: User, name: str, seats: int = 3, days: int = 3, **more: Any) -> Game:
    plans = [SeatPlan("me"), *(SeatPlan("free") for _ in range(seats - 1))]
    control = TimeControl(timedelta(days=days))
    chosen: dict[str, Any] = {"kind": "puerto-rico", "options": {}, **more}
    return open_game(host, name=name, seats=plans, time_control=control, **chosen)


@pytest.fixture
def games(anna: User) -> list[Game]:
    return [
        waiting(anna, "Quick", days=1),
        waiting(anna, "Slow pair", seats=2, days=7),
        waiting(anna, "For points", days=7, rated=True),
        waiting(anna, "Cards", seats=4, kind="san-juan"),
    ]


def shown(client: Client, query: str = "") -> set[str]:
    page = client.get(f"/games/{query}").content.decode()
    return {name for name in ("Quick", "Slow pair", "For points", "Cards") if f">{name}</p>" in page}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", {"Quick", "Slow pair", "For points", "Cards"}),
        ("?kind=san-juan", {"Cards"}),
        ("?players=3", {"Quick", "For points"}),
        (f"?longest={DAY}", {"Quick"}),
        ("?rated=yes", {"For points"}),
        ("?rated=no&players=3", {"Quick"}),
        ("?free=3", {"Cards"}),
        ("?players=many&rated=perhaps", {"Quick", "Slow pair", "For points", "Cards"}),
    ],
)
def test_the_lobby_shows_the_games_that_somebody_asks_for(
    bob: User, games: list[Game], query: str, names: set[str]
) -> None:
    assert shown(client_of(bob), query) == names


def test_a_choice_is_remembered_until_it_is_forgotten_and_looking_changes_nothing(
    anna: User, bob: User, games: list[Game]
) -> None:
    his = client_of(bob)
    assert shown(his, "?players=2") == {"Slow pair"}
    assert not LobbyChoices.objects.exists()
    his.post("/lobby/remember/", {"players": "3", "rated": "no", "do": "remember"})
    assert shown(his) == {"Quick"}
    assert shown(his, "?kind=") == {"Quick", "Slow pair", "For points", "Cards"}
    assert shown(client_of(bob)) == {"Quick"}, "on another device, too"
    his.post("/lobby/remember/", {"do": "forget"})
    assert len(shown(his)) == 4
    mine = client_of(anna)
    mine.post("/lobby/remember/", {"kind": "san-juan"})
    assert len(shown(mine)) == 4, "one's own games that wait are always there"


def feed_address(person: User) -> str:
    client_of(person).post("/lobby/feed/", {"do": "make"})
    return f"/lobby/{LobbyChoices.objects.get(person=person).feed_key}.atom"


def entries(response: Any) -> list[Any]:
    root = ElementTree.fromstring(response.content)
    assert root.tag == f"{ATOM}feed"
    for needed in ("id", "title", "updated"):
        assert root.findtext(f"{ATOM}{needed}")
    return root.findall(f"{ATOM}entry")


def test_a_feed_has_the_open_games_that_its_person_sees(anna: User, bob: User, games: list[Game]) -> None:
    address = feed_address(bob)
    response = Client().get(address)
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    found = entries(response)
    assert {entry.findtext(f"{ATOM}title") for entry in found} == {game.name for game in games}
    for entry in found:
        for needed in ("id", "updated", f"author/{ATOM}name"):
            assert entry.findtext(f"{ATOM}{needed}")
        assert "/join/" in entry.find(f"{ATOM}link").get("href")
    assert b"@example.org" not in response.content
    client_of(bob).post("/lobby/remember/", {"kind": "san-juan"})
    (one,) = entries(Client().get(address))
    assert "3 of 4 seats are free" in one.findtext(f"{ATOM}summary")
    assert address in client_of(bob).get("/games/").content.decode()


def test_a_feed_names_the_options_of_a_game(anna: User, bob: User) -> None:
    waiting(anna, "With nobles", options={"buildings": "all", "nobles": "on"})
    (one,) = entries(Client().get(feed_address(bob)))
    assert "Nobles: on ·" in one.findtext(f"{ATOM}summary")


def test_two_peoples_feeds_are_two(anna: User, bob: User) -> None:
    feeds = [ElementTree.fromstring(Client().get(feed_address(person)).content) for person in (anna, bob)]
    assert len({feed.findtext(f"{ATOM}id") for feed in feeds}) == 2


def test_a_feed_says_when_nothing_has_changed(anna: User, bob: User, games: list[Game]) -> None:
    address = feed_address(bob)
    mark = Client().get(address)["ETag"]
    assert Client().get(address, headers={"if-none-match": mark}).status_code == 304
    waiting(anna, "One more")
    assert Client().get(address, headers={"if-none-match": mark}).status_code == 200


def test_a_feed_shows_nothing_of_people_who_are_kept_apart_or_of_private_seats(
    anna: User, bob: User, chris: User, games: list[Game]
) -> None:
    open_game(
        chris,
        name="Among us",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), SeatPlan("invited", email="eva@example.org")],
        time_control=TimeControl(timedelta(days=1)),
    )
    address = feed_address(bob)
    assert len(entries(Client().get(address))) == 4
    block(anna, bob.username)
    empty = Client().get(address)
    assert entries(empty) == []
    assert b"anna" not in empty.content


def test_a_revoked_address_and_that_of_a_closed_account_lead_nowhere(anna: User, bob: User) -> None:
    first, second = feed_address(bob), feed_address(bob)
    assert [Client().get(address).status_code for address in (first, second)] == [404, 200]
    client_of(bob).post("/lobby/feed/", {"do": "revoke"})
    assert Client().get(second).status_code == 404
    assert AuditEntry.objects.filter(action=lobby_games.FEED, person=bob).count() == 3
    third = feed_address(bob)
    close_account(bob, bob)
    assert Client().get(third).status_code == 404
