"""Advisers on the pages: where the host allows them, who sees of them, and when."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import Game, Move, Seat
from games.people.models import User
from games.table import order_changes, seat_orders
from games.table.visibility import set_visibility
from tests.engine.puertorico.positions import Player, set_up
from tests.table.games import answer, bots_play, fresh, opened
from tests.table.planned_games import set_before
from tests.web.conftest import the_turn
from tests.web.pages import client_of, game_page
from tests.web.test_lobby import open_by_form
from tests.web.test_next_pick_and_orders import parts, write
from tests.web.test_plans import seen, text_of

pytestmark = pytest.mark.django_db

STORE = "always leave store to apprentice"
EXAMPLE = "always leave captain, store to merchant"
ALLOWED = "allowed: players may leave questions to a bot"
LABEL = "adviser, a bot"


@pytest.fixture
def game(anna: User, bob: User, chris: User, sent: list[str]) -> Game:
    """The first is to pick; the second can keep coffee or tobacco after the captain. Everybody may watch."""
    keeper = Player(goods={"tobacco": 1, "coffee": 2})
    ships = {4: ("corn", 3), 5: ("indigo", 4), 6: ("sugar", 5)}
    table = set_before(set_up(Player(), keeper, Player(), ships=ships), anna, bob, chris)
    Game.objects.filter(pk=table.pk).update(advisers=True)
    set_visibility(table.pk, anna, Game.Visibility.PUBLIC)
    return fresh(table)


@pytest.fixture
def owner(game: Game) -> User:
    user = Seat.objects.select_related("user").get(game=game, index=1).user
    assert user is not None
    return user


def test_the_host_says_whether_there_may_be_advisers(anna: User, sent: list[str]) -> None:
    allowing, plain = open_by_form(anna, advisers="on"), open_by_form(anna)
    assert (allowing.advisers, plain.advisers) == (True, False)
    for game in (allowing, plain):
        assert (ALLOWED in text_of(game_page(client_of(anna), game))) == game.advisers


@pytest.mark.parametrize("allowed", [True, False])
def test_the_page_of_a_game_offers_an_adviser_where_one_is_allowed(game: Game, owner: User, allowed: bool) -> None:
    Game.objects.filter(pk=game.pk).update(advisers=allowed)
    browser = client_of(owner)
    page = game_page(browser, game)
    assert "orders" in parts(page)
    assert (EXAMPLE in text_of(page)) == allowed
    response = write(browser, game, "orders", STORE)
    assert ("The host has not allowed advisers" in text_of(response)) != allowed
    assert seat_orders.lines_of(Seat.objects.get(game=game, user=owner)) == ((STORE,) if allowed else ())


def test_everybody_reads_in_the_log_which_moves_were_an_advisers(game: Game, owner: User, anna: User) -> None:
    order_changes.set_orders(game.pk, owner, [STORE], source=Move.Source.WEB)
    answer(the_turn(game), "captain")
    bots_play(game)
    ply = game.moves.get(source=Move.Source.ADVISER).ply
    for browser in (Client(), client_of(anna), client_of(owner)):
        for page in ("", "log/", f"replay/{ply + 1}/"):
            assert LABEL in text_of(browser.get(f"/games/{game.pk}/{page}", follow=True)), page


def test_the_owner_is_asked_nothing_while_the_adviser_decides(game: Game, owner: User) -> None:
    order_changes.set_orders(game.pk, owner, [STORE], source=Move.Source.WEB)
    answer(the_turn(game), "captain")
    says = "Your adviser answers this for you now."
    assert says in text_of(game_page(client_of(owner), game))
    assert says not in text_of(game_page(Client(), game))
    response = write(client_of(owner), game, "orders", "", "stop")
    assert says not in text_of(response)
    assert "keep coffee" in text_of(response)


def test_what_the_adviser_played_is_told_to_the_owner(game: Game, owner: User) -> None:
    order_changes.set_orders(game.pk, owner, [STORE], source=Move.Source.WEB)
    answer(the_turn(game), "captain")
    bots_play(game)
    page = text_of(game_page(client_of(owner), game))
    assert "Your standing orders have played: keep coffee (your adviser)" in page


def test_nobody_else_sees_what_is_left_to_an_adviser(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        games = [opened(anna, bob, chris) for _twin in range(2)]
        Game.objects.update(visibility=Game.Visibility.PUBLIC, advisers=True)
        owner = games[0].seats.select_related("user").get(index=(the_turn(games[0]).seat.index + 1) % 3)
        assert owner.user is not None
        onlookers = [Client(), *(client_of(user) for user in (anna, bob, chris) if user != owner.user)]
        order_changes.set_orders(games[0].pk, owner.user, [STORE], source=Move.Source.WEB)
        for client in onlookers:
            assert seen(client, games[0]) == seen(client, games[1])


def test_help_and_preferences_say_what_can_be_left_to_an_adviser(anna: User) -> None:
    for address in ("/playing-faster/", "/preferences/"):
        page = text_of(client_of(anna).get(address))
        assert EXAMPLE in page
        assert "apprentice, merchant, viceroy" in page
