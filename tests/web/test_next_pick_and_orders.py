"""The next pick and standing orders on the pages: said once for later, seen by nobody but their owner."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.engine import registry
from games.models import Game, Seat
from games.people.models import User
from games.table import advisers, next_picks, order_changes, plan_changes, seat_orders
from games.table.resignation import resign
from games.wording import in_words
from tests.engine.puertorico.positions import Player, set_up
from tests.factories import UserFactory
from tests.staff.signing_in import staff_client
from tests.table.games import answer, fresh, opened, player
from tests.table.planned_games import seat_after_mover, set_before
from tests.web.conftest import the_turn
from tests.web.pages import Form, client_of, forms, game_page
from tests.web.test_plans import seen, text_of

pytestmark = pytest.mark.django_db

NEVER = "never sell below 3"


@pytest.fixture
def game(anna: User, bob: User, chris: User, sent: list[str]) -> Game:
    """The first of three is to pick a role."""
    return opened(anna, bob, chris)


@pytest.fixture
def seat(game: Game) -> Seat:
    """Of the person who picks next."""
    return seat_after_mover(game)


@pytest.fixture
def person(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


@pytest.fixture
def browser(person: User) -> Client:
    return client_of(person)


def part(response: Any, name: str) -> Form:
    return next(form for form in forms(response) if form.action.split("#")[0].endswith(f"/{name}/"))


def parts(response: Any) -> list[str]:
    ends = [form.action.split("#")[0].split("/")[-2] for form in forms(response) if "#" in form.action]
    return [end for end in ends if end in ("next-pick", "orders")]


def write(browser: Client, game: Game, name: str, lines: str, button: str = "keep") -> Any:
    form = part(game_page(browser, game), name)
    return browser.post(form.action.split("#")[0], form.pressed(("change", button), lines=lines), follow=True)


def pick_of(seat: Seat) -> tuple[str, ...]:
    return next_picks.lines_of(Seat.objects.get(pk=seat.pk))


def orders_of(seat: Seat) -> tuple[str, ...]:
    return seat_orders.lines_of(Seat.objects.get(pk=seat.pk))


def test_who_plays_finds_both_below_the_question_whatever_is_asked(game: Game, browser: Client) -> None:
    mover = client_of(player(the_turn(game)))
    for client in (browser, mover):
        assert parts(game_page(client, game)) == ["next-pick", "orders"]
    page = text_of(game_page(browser, game))
    for kind in registry.game(game.kind).order_kinds():
        assert kind.example in page


def test_a_next_pick_is_kept_shown_and_withdrawn(game: Game, seat: Seat, browser: Client) -> None:
    page = text_of(write(browser, game, "next-pick", "builder, trader if 2, ask\r\nbuild small market"))
    assert pick_of(seat) == ("next: builder, trader if 2, ask", "build small market")
    assert "Kept for your next pick: next: builder, trader if 2, ask; build small market" in page
    assert "builder, trader if 2, ask\nbuild small market</textarea>" in page
    page = text_of(write(browser, game, "next-pick", "whatever", "stop"))
    assert pick_of(seat) == ()
    assert "Withdrawn: you are asked when you pick next." in page
    assert 'value="stop"' not in page


def test_what_was_shown_can_be_kept_again(game: Game, seat: Seat, browser: Client) -> None:
    write(browser, game, "next-pick", "builder, ask\nbuild small market")
    kept = pick_of(seat)
    write(browser, game, "next-pick", "builder, ask\nbuild small market")
    assert pick_of(seat) == kept


def test_an_empty_next_pick_withdraws(game: Game, seat: Seat, browser: Client) -> None:
    write(browser, game, "next-pick", "builder")
    write(browser, game, "next-pick", " \r\n ")
    assert pick_of(seat) == ()


def test_who_picks_just_now_has_it_played(game: Game) -> None:
    turn = the_turn(game)
    page = write(client_of(player(turn)), game, "next-pick", "settler")
    assert "It was your pick: it was played at once." in text_of(page)
    assert game.moves.filter(text="settler", seat=turn.seat.index).exists()


def test_orders_are_kept_shown_replaced_and_stopped(game: Game, seat: Seat, browser: Client) -> None:
    page = text_of(write(browser, game, "orders", f"{NEVER}\nalways place auto"))
    assert orders_of(seat) == (NEVER, "always place auto")
    assert f"{NEVER}\nalways place auto</textarea>" in page
    write(browser, game, "orders", "always store corn\nalways place auto\nask place")
    assert orders_of(seat) == ("always store corn",)
    page = text_of(write(browser, game, "orders", "always store corn", "stop"))
    assert orders_of(seat) == ()
    assert "You have no standing orders in this game." in page


@pytest.mark.parametrize(("name", "lines"), [("next-pick", "gravedigger"), ("orders", "always dance")])
def test_what_cannot_be_said_changes_nothing_and_stays_on_the_page(
    game: Game, seat: Seat, browser: Client, name: str, lines: str
) -> None:
    write(browser, game, "next-pick", "builder")
    write(browser, game, "orders", NEVER)
    for headers in ({}, {"HX-Request": "true"}):
        form = part(game_page(browser, game), name)
        response = browser.post(form.action.split("#")[0], form.pressed(lines=lines), headers=headers)
        page = text_of(response)
        assert response.status_code == 422
        assert f"{lines}</textarea>" in page
        assert page.count('role="alert"') == 1
        assert page.count('-fold" open') == 1
    assert (pick_of(seat), orders_of(seat)) == (("next: builder",), (NEVER,))


def test_far_too_much_is_refused(game: Game, seat: Seat, browser: Client) -> None:
    for name in ("next-pick", "orders"):
        assert write(browser, game, name, "x\n" * 60).status_code == 422
    assert (pick_of(seat), orders_of(seat)) == ((), ())


def test_a_script_gets_the_parts_alone(game: Game, browser: Client) -> None:
    form = part(game_page(browser, game), "orders")
    response = browser.post(form.action.split("#")[0], form.pressed(lines=NEVER), headers={"HX-Request": "true"})
    page = text_of(response)
    assert response.status_code == 200
    assert "<html" not in page
    assert 'id="orders"' in page
    assert NEVER in page


def test_other_open_pages_of_the_owner_hear_of_a_change(game: Game, browser: Client) -> None:
    digests = text_of(game_page(browser, game)).split("data-digest=")[1:]
    write(browser, game, "orders", NEVER)
    poll = browser.get(f"/games/{game.pk}/turn/?version={game.version}")
    assert (poll.status_code, NEVER in text_of(poll)) == (200, True)
    after = text_of(game_page(browser, game)).split("data-digest=")[1:]
    changed = [old[:18] != new[:18] for old, new in zip(digests[-2:], after[-2:], strict=True)]
    assert changed == [False, True], "the next pick stays as it was written"


def test_a_game_that_does_not_run_has_neither(game: Game, browser: Client) -> None:
    forms_of_page = {name: part(game_page(browser, game), name) for name in ("next-pick", "orders")}
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now())
    assert parts(game_page(browser, game)) == []
    for name, form in forms_of_page.items():
        assert browser.post(f"/games/{game.pk}/{name}/", form.pressed(lines="builder")).status_code == 409


def staff() -> User:
    return UserFactory.create(is_staff=True)


def test_a_finished_game_takes_neither(game: Game, seat: Seat, browser: Client) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    for name, lines in (("next-pick", "builder"), ("orders", NEVER)):
        assert browser.post(f"/games/{game.pk}/{name}/", {"lines": lines}).status_code in (302, 409)
    assert (pick_of(seat), orders_of(seat)) == ((), ())


def test_who_has_resigned_has_neither(game: Game, person: User, browser: Client) -> None:
    resign(game.pk, person)
    assert parts(game_page(browser, game)) == []
    assert browser.post(f"/games/{game.pk}/orders/", {"lines": NEVER}).status_code == 409


def test_who_is_suspended_has_neither(game: Game, seat: Seat, person: User, browser: Client) -> None:
    User.objects.filter(pk=person.pk).update(suspended_at=timezone.now(), suspension_reason="a test")
    assert parts(game_page(browser, game)) == []
    for name, lines in (("next-pick", "builder"), ("orders", NEVER)):
        assert browser.post(f"/games/{game.pk}/{name}/", {"lines": lines}).status_code == 403
    assert (pick_of(seat), orders_of(seat)) == ((), ())


def test_nobody_else_can_say_anything_for_a_seat(game: Game, seat: Seat, client: Client) -> None:
    stranger = client_of(UserFactory.create())
    for name, lines in (("next-pick", "builder"), ("orders", NEVER)):
        address = f"/games/{game.pk}/{name}/"
        assert stranger.post(address, {"lines": lines}).status_code == 404
        assert client.post(address, {"lines": lines}).status_code == 302
        assert client.get(address).status_code in (302, 405)
    assert (pick_of(seat), orders_of(seat)) == ((), ())


def test_what_orders_have_played_is_told_to_their_owner_alone(
    anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    goods = {"corn": 1}
    game = set_before(set_up(Player(goods=goods), Player(goods=goods), Player(goods=goods)), anna, bob, chris)
    owner = game.seats.select_related("user").get(index=1)
    assert owner.user is not None
    order_changes.set_orders(game.pk, owner.user, [NEVER], source="web")
    answer(the_turn(game), "trader", "pass")
    assert seat_orders.acted_since_last_answer(Seat.objects.get(pk=owner.pk)) == ["pass"]
    for other in game.seats.select_related("user"):
        assert other.user is not None
        page = text_of(game_page(client_of(other.user), game))
        assert ("Your standing orders have played: pass" in page) == (other == owner)


def test_nobody_else_sees_what_somebody_has_said(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    """Two games, equal but for a next pick and orders, look the same to all others; their pages hear nothing either."""
    with time_machine.travel(timezone.now(), tick=False):
        games = [opened(anna, bob, chris) for _twin in range(2)]
        for game in games:
            Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
        owner = games[0].seats.select_related("user").get(index=(the_turn(games[0]).seat.index + 1) % 3)
        assert owner.user is not None
        onlookers = [Client(), *(client_of(user) for user in (anna, bob, chris) if user != owner.user)]
        before = [seen(client, games[0]) for client in onlookers]
        plan_changes.plan_next_pick(games[0].pk, owner.user, ["builder, ask"], source="web")
        order_changes.set_orders(games[0].pk, owner.user, [NEVER], source="web")
        assert (pick_of(owner), orders_of(owner)) == (("next: builder, ask",), (NEVER,))
        for client, old in zip(onlookers, before, strict=True):
            address = f"/games/{games[0].pk}/turn/?version={fresh(games[0]).version}"
            assert client.get(address).status_code == 204
            assert seen(client, games[0]) == old == seen(client, games[1])


def test_staff_see_neither(game: Game, person: User) -> None:
    plan_changes.plan_next_pick(game.pk, person, ["builder, ask"], source="web")
    order_changes.set_orders(game.pk, person, [NEVER], source="web")
    page = text_of(staff_client(staff()).get(f"/staff/games/{game.pk}/"))
    assert "builder, ask" not in page
    assert NEVER not in page


def test_the_preferences_keep_orders_for_new_games_of_each_kind(anna: User, bob: User, sent: list[str]) -> None:
    browser = client_of(anna)
    page = browser.get("/preferences/")
    addresses = [form.action.split("#")[0] for form in forms(page) if form.action.startswith("/preferences/orders/")]
    assert addresses == [
        f"/preferences/orders/{rules.key}/" for rules in registry.games() if advisers.order_kinds(rules)
    ]
    assert browser.post(addresses[0], {"lines": f"{NEVER}\r\n"}).status_code == 302
    assert f"{NEVER}</textarea>" in text_of(browser.get("/preferences/"))
    kind = addresses[0].split("/")[-2]
    assert order_changes.default_lines(anna, kind) == (NEVER,)
    seats = {seat.user: seat for seat in opened(anna, bob, bots=1, kind=kind).seats.select_related("user")}
    assert (orders_of(seats[anna]), orders_of(seats[bob])) == ((NEVER,), ())
    browser.post(addresses[0], {"lines": ""})
    assert order_changes.default_lines(anna, kind) == ()


def test_orders_for_new_games_that_cannot_be_stay_on_the_page(anna: User) -> None:
    browser, kind = client_of(anna), registry.games()[0].key
    response = browser.post(f"/preferences/orders/{kind}/", {"lines": "always dance"})
    assert response.status_code == 422
    assert text_of(response).count("always dance</textarea>") == 1
    assert order_changes.default_lines(anna, kind) == ()
    assert browser.post("/preferences/orders/chess/", {"lines": ""}).status_code == 404


def test_the_page_about_playing_faster_lists_the_orders_of_every_game(client: Client) -> None:
    page = text_of(client.get("/playing-faster/"))
    for line in ("next: builder, trader if 2, ask", "always …", "never …", "ask draw", "stop orders"):
        assert line in page
    assert "Your next pick, if the end of the game has come in sight since you wrote it" in page
    for rules in registry.games():
        for kind in advisers.order_kinds(rules):
            assert kind.example in page
        assert not advisers.order_kinds(rules) or in_words(rules.title) in page
