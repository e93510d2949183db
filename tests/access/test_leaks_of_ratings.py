"""Ratings that somebody hides, and hints that two may be one, reach nobody by page or API but those they are for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Rating, RatingChange, SharedTraces
from games.people.models import User
from games.ratings.arithmetic import NEWCOMER, Skill
from games.table import api_tokens, bot_accounts
from tests.factories import UserFactory
from tests.table.finished_games import finished_game
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
HIDDEN, SHOWN = 1777, 1888


def addresses(game: Game) -> Iterator[str]:
    yield from ("/ratings/", f"/ratings/{game.kind}/{game.seat_count}/", f"/games/{game.pk}/", "/games/watch/?finished")
    yield from (f"/results/{game.share_code}/", f"/games/{game.pk}/record/", f"/games/{game.pk}/log/")
    yield from (f"/api/v1/{path}" for path in ("ratings/", f"ratings/{game.kind}/{game.seat_count}/", "me/ratings/"))
    yield f"/api/v1/games/{game.pk}/"


def read_by(client: Client, game: Game) -> str:
    """All that somebody gets."""
    return "\n".join(client.get(address).content.decode() for address in addresses(game))


def rate(game: Game, person: User, shown: int) -> None:
    after = Skill(NEWCOMER.mu + (shown - 1000) / 40, NEWCOMER.sigma)
    assert game.ended_at is not None
    place = {"person": person, "kind": game.kind, "players": game.seat_count}
    Rating.objects.create(mu=after.mu, sigma=after.sigma, games=10, shown=after.shown, **place)
    RatingChange.objects.create(
        game=game,
        at=game.ended_at,
        why="result",
        share=1,
        mu_before=NEWCOMER.mu,
        sigma_before=NEWCOMER.sigma,
        mu_after=after.mu,
        sigma_after=after.sigma,
        games=10,
        **place,
    )


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    """A public rated game, of which anna hides what it has changed for her."""
    over = finished_game(anna, bob)
    Game.objects.filter(pk=over.pk).update(rated=True, visibility=Game.Visibility.PUBLIC)
    User.objects.filter(pk=anna.pk).update(on_leaderboards=False)
    rate(over, anna, HIDDEN)
    rate(over, bob, SHOWN)
    SharedTraces.objects.create(game=over, first=anna, second=bob, kinds="device address", noted_at=timezone.now())
    return Game.objects.get(pk=over.pk)


def viewers(anna: User, bob: User) -> dict[str, Client]:
    guest = Client()
    guest.post("/try/")
    robo = bot_accounts.create_bot_account(bob, "robo")
    program = Client(HTTP_AUTHORIZATION=f"Token {api_tokens.create_token(bob, 'tests', robo).secret}")
    people = {
        "stranger": UserFactory.create(username="stranger"),
        "bob": bob,
        # Without the second factor they are like everybody.
        "moderator": UserFactory.create(username="maria", is_staff=True),
        "suspended": UserFactory.create(username="eva", suspended_at=timezone.now()),
    }
    return {
        "anonymous": Client(),
        "guest": guest,
        "program": program,
        **{name: client_of(person) for name, person in people.items()},
    }


def test_nobody_sees_a_hidden_rating_or_a_hint(game: Game, anna: User, bob: User) -> None:
    for name, client in viewers(anna, bob).items():
        read = read_by(client, game)
        assert str(HIDDEN) not in read, name
        assert "household" not in read, name
        assert "a device" not in read, name


def test_who_may_see_ratings_sees_those_that_are_shown(game: Game, anna: User, bob: User) -> None:
    seen = {name: str(SHOWN) in read_by(client, game) for name, client in viewers(anna, bob).items()}
    assert {name for name, sees in seen.items() if not sees} == {"anonymous", "guest"}


def test_they_see_their_own(game: Game, anna: User) -> None:
    assert str(HIDDEN) in read_by(client_of(anna), game)
