"""The pages of vacant seats: the lobby, the game, the log, the result."""

from __future__ import annotations

import pytest

from games.models import Game, Seat
from games.people.models import User
from games.table import replay
from games.table.resignation import resign
from games.table.takeover import take_over
from tests.table.games import fresh, opened, over, play_on
from tests.web.pages import client_of, game_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return play_on(opened(anna, bob, kind="san-juan"), lambda game: game.plies >= 30)


def seat_of(game: Game, person: User) -> Seat:
    return game.seats.get(user=person)


def text_of(person: User, address: str, status: int = 200) -> str:
    response = client_of(person).get(address)
    assert response.status_code == status
    return " ".join(response.content.decode().split())


def test_the_lobby_offers_a_vacant_seat_with_what_everybody_may_know(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    assert "Vacant seats" not in text_of(chris, "/games/")
    resign(game.pk, anna)
    shown = text_of(chris, "/games/")
    assert "Vacant seats in running games" in shown
    assert "the seat of anna" in shown
    assert "place of 2" in shown or "1st of 2" in shown or "2nd of 2" in shown
    for person in (anna, bob):
        assert "Vacant seats" not in text_of(person, "/games/")


def test_no_place_is_shown_where_points_are_hidden(anna: User, bob: User, chris: User) -> None:
    game = play_on(opened(anna, bob), lambda game: game.plies >= 30)
    resign(game.pk, anna)
    shown = text_of(chris, "/games/")
    assert "a game for 2, round" in shown


def test_a_seat_is_taken_by_one_click_and_its_hand_is_there(game: Game, bob: User, chris: User) -> None:
    index = seat_of(game, bob).index
    resign(game.pk, bob)
    client = client_of(chris)
    assert client.get(f"/games/{game.pk}/")["Location"] == f"/games/{game.pk}/seats/"
    assert "Take this seat" in text_of(chris, f"/games/{game.pk}/seats/")
    answered = client.post(f"/games/{game.pk}/seats/", {"seat": index})
    assert answered["Location"] == f"/games/{game.pk}/"
    page = game_page(client, game).content.decode()
    assert "chris has taken the seat of bob over." in page
    assert client_of(bob).get(f"/games/{game.pk}/").status_code == 404


def test_who_may_not_take_it_reads_why(game: Game, anna: User, bob: User, chris: User) -> None:
    resign(game.pk, anna)
    index = seat_of(game, anna).index
    take_over(game.pk, index, chris)
    resign(game.pk, chris)
    shown = text_of(anna, f"/games/{game.pk}/seats/")
    assert "You have had a seat at this game." in shown
    assert "Take this seat" not in shown
    refused = client_of(anna).post(f"/games/{game.pk}/seats/", {"seat": index})
    assert refused.status_code == 409
    assert client_of(anna).post(f"/games/{game.pk}/seats/", {"seat": "x"}).status_code == 409


def test_the_invitation_link_leads_to_the_vacant_seat(game: Game, anna: User, bob: User, chris: User) -> None:
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LINK)
    resign(game.pk, anna)
    assert client_of(chris).get(f"/games/{game.pk}/seats/").status_code == 404
    link = f"/games/{game.pk}/seats/{game.invitation_code}/"
    assert client_of(chris).get(f"/games/{game.pk}/join/{game.invitation_code}/")["Location"] == link
    assert link in text_of(bob, f"/games/{game.pk}/")
    assert client_of(chris).get(f"/games/{game.pk}/seats/another/").status_code == 404
    client_of(chris).post(link, {"seat": seat_of(game, anna).index})
    assert game.seats.filter(user=chris).exists()


def test_the_owner_returns_by_one_click(game: Game, anna: User) -> None:
    resign(game.pk, anna)
    assert "Play again" in text_of(anna, f"/games/{game.pk}/")
    assert client_of(anna).get(f"/games/{game.pk}/return/").status_code == 405
    client_of(anna).post(f"/games/{game.pk}/return/")
    assert seat_of(game, anna).vacant_since is None
    shown = text_of(anna, f"/games/{game.pk}/")
    assert "anna has resigned; a bot plays on." in shown
    assert "anna plays again." in shown
    assert "Who played when" in shown


def test_the_log_of_the_new_person_has_no_draw_of_before_and_no_hand_in_the_replay(
    game: Game, anna: User, chris: User
) -> None:
    index = seat_of(game, anna).index
    own = text_of(anna, f"/games/{game.pk}/log/")
    resign(game.pk, anna)
    taken = take_over(game.pk, index, chris)
    game = fresh(game)
    new = text_of(chris, f"/games/{game.pk}/log/")
    assert new != own
    (viewpoint,) = replay.viewpoints(game, index)
    assert viewpoint.knows_after == taken.knows_after
    for number in (0, 10, game.plies):
        then = replay.viewpoint_then(game, viewpoint, number)
        view = replay.view_of(game, replay.position_at(game, number), then)
        assert (view.seats[index].cards is None) == (number < game.plies)  # type: ignore[attr-defined]
        assert client_of(chris).get(f"/games/{game.pk}/replay/{number}/").status_code == 200


def test_where_nobody_takes_seats_over_no_page_speaks_of_it(game: Game, anna: User) -> None:
    Game.objects.filter(pk=game.pk).update(takeover="", clock={"misses_in_row": 2})
    assert "until somebody else takes" not in text_of(anna, f"/games/{game.pk}/resign/")
    assert ": a bot plays on until its player returns</dd>" in text_of(anna, f"/games/{game.pk}/")
    resign(game.pk, anna)
    shown = text_of(anna, f"/games/{game.pk}/")
    assert "Your seat is vacant: you can play again." in shown
    Game.objects.filter(pk=game.pk).update(takeover="lobby")
    assert "you can play again until somebody else takes it." in text_of(anna, f"/games/{game.pk}/")


def test_the_result_says_who_played_when_and_who_left_has_not_won(anna: User, bob: User, chris: User) -> None:
    game = play_on(opened(anna, bob, kind="san-juan"), lambda game: game.plies >= 30)
    resign(game.pk, anna)
    take_over(game.pk, seat_of(game, anna).index, chris)
    resign(game.pk, bob)
    game = play_on(game, over)
    shown = text_of(anna, f"/results/{game.share_code}/")
    assert "Who played when" in shown
    assert "anna" in shown
    assert "(for bob)" in shown
