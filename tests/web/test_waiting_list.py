"""The waiting list in the lobby, on the page of a game and in the API."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game
from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens
from games.table.blocks import block
from games.table.open_games import SeatPlan, join, open_game
from games.time_control import TimeControl
from tests.api.programs import Program, kind_of, program_of
from tests.factories import UserFactory
from tests.table.games import LIMIT
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
DORA = SeatPlan("invited", email="dora@example.org")
FREE = SeatPlan("free")


@pytest.fixture
def emil(db: None) -> User:
    return UserFactory.create(username="emil")


def opened(host: User, *others: SeatPlan, name: str = "Round table", visibility: str = "private") -> Game:
    return open_game(
        host,
        name=name,
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), *others],
        time_control=TimeControl(LIMIT),
        visibility=visibility,
    )


@pytest.fixture
def full(anna: User, bob: User) -> Game:
    game = opened(anna, FREE, DORA)
    join(game.pk, bob)
    return game


def text_of(client: Client, address: str) -> str:
    page = client.get(address, follow=True)
    assert page.status_code == 200
    return page.content.decode()


def test_the_lobby_shows_games_that_are_full_for_now_and_those_one_waits_for(full: Game, chris: User) -> None:
    client = client_of(chris)
    before = text_of(client, "/games/")
    assert "Full for now" in before
    assert f'action="/games/{full.pk}/wait/"' in before
    after = client.post(f"/games/{full.pk}/wait/", follow=True).content.decode()
    assert "You are on the waiting list." in after
    assert "Stop waiting" in after
    lobby, home = text_of(client, "/games/"), text_of(client, "/")
    assert "Full for now" not in lobby
    for page in (lobby, home):
        assert "You wait for a seat" in page
        assert full.name in page
    stopped = client.post(f"/games/{full.pk}/wait/", {"do": "stop"}, follow=True).content.decode()
    assert "You do not wait for a seat of this game any more." in stopped
    assert "Full for now" in stopped


def test_a_game_for_invited_people_is_in_no_list_and_is_waited_for_by_its_link(anna: User, chris: User) -> None:
    game = opened(anna, DORA, SeatPlan("invited", email="finn@example.org"))
    client = client_of(chris)
    assert game.name not in text_of(client, "/games/")
    assert client.post(f"/games/{game.pk}/wait/").status_code == 404
    page = text_of(client, f"/games/{game.pk}/join/{game.invitation_code}/")
    assert "Wait for a seat" in page
    client.post(f"/games/{game.pk}/wait/", {"code": game.invitation_code})
    assert game.waiting.get().person == chris
    assert "You wait for a seat here" in text_of(client, f"/games/{game.pk}/")


def test_the_table_sees_how_many_wait_but_not_who_and_none_of_those_kept_apart(
    full: Game, anna: User, bob: User, chris: User, emil: User
) -> None:
    for person in (chris, emil):
        client_of(person).post(f"/games/{full.pk}/wait/")
    page = text_of(client_of(anna), f"/games/{full.pk}/")
    assert "2 more wait for a seat." in page
    assert "chris" not in page
    block(anna, "chris")
    for person in (anna, bob):
        assert "1 more waits for a seat." in text_of(client_of(User.objects.get(pk=person.pk)), f"/games/{full.pk}/")


@pytest.mark.parametrize("blocker", ["anna", "chris"])
def test_who_is_kept_apart_sees_the_same_page_whether_seats_are_free_or_kept(
    anna: User, chris: User, emil: User, blocker: str
) -> None:
    free = opened(anna, FREE, FREE, visibility="public")
    kept = opened(emil, DORA, SeatPlan("invited", email="finn@example.org"), visibility="public")
    block(*((anna, "chris") if blocker == "anna" else (chris, "anna")))
    client = client_of(User.objects.get(pk=chris.pk))

    def pages(game: Game) -> list[str]:
        seen = [text_of(client, f"/games/{game.pk}/")]
        seen.append(client.post(f"/games/{game.pk}/wait/", follow=True).content.decode())
        seen += [text_of(client, f"/games/{game.pk}/"), text_of(client, "/games/"), text_of(client, "/")]
        seen.append(client.post(f"/games/{game.pk}/wait/", {"do": "stop"}, follow=True).content.decode())
        host = "anna" if game == free else "emil"
        return [page.replace(game.pk, "ID").replace(host, "HOST") for page in seen]

    Game.objects.all().update(opened_at=free.opened_at)
    ours, theirs = pages(free), pages(kept)
    assert [_without_tokens(page) for page in ours[:3]] == [_without_tokens(page) for page in theirs[:3]]
    assert "You wait for a seat" in ours[3]
    assert "You wait for a seat" in ours[4]


def _without_tokens(page: str) -> str:
    return "\n".join(line for line in page.splitlines() if "csrf" not in line and "nonce" not in line)


def test_a_person_without_account_is_asked_to_sign_in_and_comes_back(full: Game, client: Client) -> None:
    answer = client.post(f"/games/{full.pk}/wait/", {"code": full.invitation_code})
    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/login/?next=/games/{full.pk}/join/{full.invitation_code}/"
    assert not full.waiting.exists()


def test_programs_of_people_wait_by_the_api_and_stop(full: Game, chris: User) -> None:
    program = program_of(chris)
    assert [game["id"] for game in program.ask("games/?show=full")["results"]] == [full.pk]
    for _again in range(2):
        answer = program.raw("POST", f"games/{full.pk}/wait/", {})
        assert (answer.status_code, answer.json()["waiting"]) == (200, True)
    assert program.ask("games/?show=full")["results"] == []
    assert [game["id"] for game in program.ask("games/?show=waiting")["results"]] == [full.pk]
    assert program.raw("POST", f"games/{full.pk}/stop-waiting/", {}).status_code == 204
    again = program.raw("POST", f"games/{full.pk}/stop-waiting/", {})
    assert (again.status_code, again.json()["detail"]) == (409, "You do not wait for a seat of this game.")
    assert program.ask(f"games/{full.pk}/")["waiting"] is False


def test_a_program_declines_the_seat_that_is_kept_for_its_person(full: Game, chris: User) -> None:
    """It goes to whoever waits."""
    dora = UserFactory.create(username="dora")
    program_of(chris).post(f"games/{full.pk}/wait/")
    program = program_of(dora)
    looking = Program(api_tokens.create_token(dora, "looks", None, scopes=[Scope.READ]).secret)
    assert kind_of(looking.post(f"games/{full.pk}/decline/", status=403)) == "scope"
    program.post(f"games/{full.pk}/decline/", status=204)
    assert full.seats.filter(user=chris).exists()
    assert kind_of(program.post(f"games/{full.pk}/decline/", status=404)) == "not-found"


def test_the_api_says_why_one_cannot_wait(full: Game, anna: User, bob: User, chris: User) -> None:
    private = opened(anna, DORA, SeatPlan("invited", email="finn@example.org"))
    program = program_of(chris)
    assert program.raw("POST", f"games/{private.pk}/wait/", {}).status_code == 404
    free = opened(anna, FREE, FREE, name="Free table")
    answer = program.raw("POST", f"games/{free.pk}/wait/", {})
    assert (answer.status_code, answer.json()["detail"]) == (409, "A seat is free for you: take it.")
    answer = program_of(bob).raw("POST", f"games/{full.pk}/wait/", {})
    assert (answer.status_code, answer.json()["detail"]) == (409, "You have a seat at this game already.")
