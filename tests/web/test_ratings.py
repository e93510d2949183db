"""Ratings on pages: opening a rated game, what is said of it before and after, leaderboards, who is on them."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client

from games.models import Delivery, Game, Notification, Rating
from games.notifications import delivery
from games.people.models import User
from games.ratings.arithmetic import Skill
from games.table.resignation import resign
from games.table.takeover import take_over
from tests.factories import UserFactory
from tests.table.finished_games import brought_to_its_end
from tests.table.games import fresh, opened
from tests.table.rated import KIND, count_all, ended, opened_rated
from tests.web.pages import client_of, game_page
from tests.web.test_lobby import open_by_form, posted

pytestmark = pytest.mark.django_db
BOARD = f"/ratings/{KIND}/2/"
EXPLAINED = "whoever leaves their seat has lost"


def rated(person: User, shown: int, games: int = 12, players: int = 2) -> Rating:
    """A rating that is shown as this number."""
    skill = Skill(25 + (shown - 1000) / 40, 25 / 3)
    assert skill.shown == shown
    return Rating.objects.create(
        person=person, kind=KIND, players=players, mu=skill.mu, sigma=skill.sigma, games=games, shown=shown
    )


def text_of(client: Client, address: str = BOARD) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_the_host_chooses_whether_a_game_is_rated(anna: User) -> None:
    assert "Rated" in client_of(anna).get("/games/new/").content.decode()
    free = {"seat1_kind": "free"}
    assert open_by_form(anna, rated="on", **free).rated
    assert not open_by_form(anna, **free).rated


def test_the_form_says_why_a_game_cannot_be_rated(anna: User) -> None:
    response = client_of(anna).post("/games/new/", posted(rated="on", seat1_kind="bot", seat2_kind="bot"))
    assert response.status_code == 422
    assert "at least two people" in response.content.decode()


def test_whoever_joins_is_told_before(anna: User, bob: User, sent: list[str]) -> None:
    invited = {"seat1_kind": "free", "seat2_kind": "invited", "seat2_email": "eva@example.org"}
    game = open_by_form(anna, rated="on", **invited)
    assert EXPLAINED in text_of(client_of(bob), f"/games/{game.pk}/join/")
    assert "rated" in text_of(client_of(bob), "/games/")
    invitation = Delivery.objects.get(kind=Notification.Kind.INVITATION)
    delivery.deliver(invitation.pk)
    assert EXPLAINED in str(mail.outbox[-1].body).replace("\n", " ")


def test_whoever_resigns_or_takes_a_seat_over_is_told_what_it_means(anna: User, bob: User, chris: User) -> None:
    game = opened_rated(anna, bob)
    assert "counts as lost for you" in text_of(client_of(anna), f"/games/{game.pk}/resign/")
    resign(game.pk, anna)
    offered = text_of(client_of(chris), f"/games/{game.pk}/seats/")
    assert "loses nothing" in offered
    assert EXPLAINED in offered
    take_over(game.pk, game.seats.get(user=anna).index, chris)
    assert "counts as lost for you" not in text_of(client_of(chris), f"/games/{game.pk}/resign/")


def test_a_game_to_be_played_again_is_rated_again(anna: User, bob: User) -> None:
    game = ended(anna, bob)
    assert 'name="rated" id="id_rated" checked' in text_of(client_of(anna), f"/games/new/?again={game.pk}").replace(
        'aria-describedby="id_rated_helptext" ', ""
    )


def test_a_finished_game_shows_what_it_has_changed(anna: User, bob: User) -> None:
    game = brought_to_its_end(opened_rated(anna, bob))
    result = f"/results/{game.share_code}/"
    assert "counted in a moment" in text_of(client_of(anna), result)
    count_all()
    for page in (text_of(client_of(anna), result), game_page(client_of(bob), game).content.decode()):
        assert "rating 1000 before" in page
        assert "counted in a moment" not in page
    assert "rating 1000" not in text_of(Client(), result)
    Game.objects.filter(pk=game.pk).update(rating_voided_at=game.ended_at)
    assert "voided this rated game" in text_of(client_of(anna), result)


def test_whoever_hides_their_ratings_hides_them_from_others_alone(anna: User, bob: User, chris: User) -> None:
    game = brought_to_its_end(opened_rated(anna, bob))
    count_all()
    client_of(anna).post("/preferences/ratings/", {})
    anna.refresh_from_db()
    assert not anna.on_leaderboards
    result = f"/results/{game.share_code}/"
    assert text_of(client_of(anna), result).count("rating 1000 before") == 2
    assert text_of(client_of(bob), result).count("rating 1000 before") == 1
    rated(anna, 1500, players=3)
    rated(chris, 1400, players=3)
    assert "chris" in text_of(client_of(bob), f"/ratings/{KIND}/3/")
    assert ">anna<" not in text_of(client_of(bob), f"/ratings/{KIND}/3/")
    client_of(anna).post("/preferences/ratings/", {"shown": "on"})
    assert ">anna<" in text_of(client_of(bob), f"/ratings/{KIND}/3/")


def test_a_leaderboard_has_people_with_ten_games_from_the_highest_on(
    anna: User, bob: User, chris: User, david: User
) -> None:
    rated(anna, 1200)
    rated(bob, 1800)
    rated(chris, 2500, games=9)
    rated(david, 1900)
    User.objects.filter(pk=david.pk).update(is_active=False)
    page = text_of(client_of(chris))
    assert ">david<" not in page
    assert '<th scope="row">chris' not in page
    assert 0 < page.index("1800") < page.index("1200")
    assert "Your rating: <b>2500</b>" in page
    assert "provisional" in page
    overview = text_of(client_of(chris), "/ratings/")
    assert "2 people" in overview
    assert "2500" in overview


def test_equal_numbers_share_a_place_also_across_pages(anna: User) -> None:
    people = [UserFactory.create(username=f"equal{number}") for number in range(52)]
    for number, person in enumerate(people):
        rated(person, 1500 if number >= 2 else 1600)
    first, second = text_of(client_of(anna)), text_of(client_of(anna), f"{BOARD}?page=2")
    assert first.count('<td class="number">1</td>') == 2
    assert first.count('<td class="number">3</td>') == 48
    assert second.count('<td class="number">3</td>') == 2
    assert "page 2 of 2" in second


def test_the_bots_are_there_for_comparison(anna: User) -> None:
    page = text_of(client_of(anna))
    assert page.index("Viceroy") < page.index("Merchant") < page.index("Apprentice")


@pytest.mark.parametrize(
    "address", [f"/ratings/{KIND}/9/", "/ratings/chess/2/", f"/ratings/{KIND}/99999999999999999999/"]
)
def test_there_is_no_leaderboard_of_what_is_not_played(anna: User, address: str) -> None:
    assert client_of(anna).get(address).status_code == 404


def test_strangers_and_guests_see_no_leaderboard(client: Client) -> None:
    assert client.get(BOARD).status_code == 302
    client.post("/try/")
    assert client.get(BOARD).status_code != 200


def test_a_game_that_is_not_rated_says_nothing_of_ratings(anna: User, bob: User) -> None:
    game = fresh(opened(anna, bob))
    assert "Rated" not in game_page(client_of(anna), game).content.decode()
