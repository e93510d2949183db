"""The next pick and standing orders through the API: theirs who said them, and nobody else's."""

from __future__ import annotations

import pytest

from games.engine import registry
from games.models import Game, Seat
from games.people.models import User
from games.people.scopes import Scope
from games.table import advisers, api_tokens, next_picks, order_changes, seat_orders
from games.table.open_games import SeatPlan, join, open_game
from games.table.resignation import resign
from games.table.visibility import set_visibility
from games.time_control import TimeControl
from tests.api.programs import Program, kind_of, program_of
from tests.api.test_documents import assert_fits, schema
from tests.api.test_plans import everything
from tests.factories import UserFactory
from tests.table.games import LIMIT, bots_play, fresh, opened, person_turn, player
from tests.table.planned_games import seat_after_mover

pytestmark = pytest.mark.django_db

KIND = "puerto-rico"
NEVER = "never sell below 3"
PICK = ["builder, trader if 2, ask", "build small market"]


@pytest.fixture
def game(anna: User, bob: User, chris: User, sent: list[str]) -> Game:
    """The first of three is to pick a role; everybody may watch."""
    table = opened(anna, bob, chris)
    set_visibility(table.pk, anna, Game.Visibility.PUBLIC)
    return fresh(table)


@pytest.fixture
def seat(game: Game) -> Seat:
    """Of the person who picks next."""
    return seat_after_mover(game)


@pytest.fixture
def person(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


@pytest.fixture
def program(person: User) -> Program:
    return program_of(person)


@pytest.fixture
def pick(game: Game) -> str:
    """The address."""
    return f"games/{game.pk}/next-pick/"


@pytest.fixture
def orders(game: Game) -> str:
    """The address."""
    return f"games/{game.pk}/orders/"


def kept(seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The next pick and the orders of a seat."""
    now = Seat.objects.get(pk=seat.pk)
    return next_picks.lines_of(now), seat_orders.lines_of(now)


def test_a_next_pick_is_kept_shown_replaced_and_withdrawn(seat: Seat, program: Program, pick: str) -> None:
    assert program.ask(pick) == {"lines": [], "written_at": None}
    told = program.put(pick, {"lines": PICK})
    assert told["lines"] == ["next: builder, trader if 2, ask", "build small market"]
    assert told["written_at"]
    assert program.ask(pick) == told
    components = schema()["components"]["schemas"]
    assert_fits(told, components["NextPick"], components, "next pick")
    assert program.put(pick, {"lines": told["lines"]})["lines"] == told["lines"]
    assert program.put(pick, {"lines": ["next: mayor"]})["lines"] == ["next: mayor"]
    program.delete(pick)
    program.delete(pick)
    assert program.ask(pick) == {"lines": [], "written_at": None}
    program.put(pick, {"lines": PICK})
    assert program.put(pick, {"lines": []}) == {"lines": [], "written_at": None}
    assert kept(seat) == ((), ())


def test_who_picks_just_now_has_it_played(game: Game, pick: str) -> None:
    turn = person_turn(game)
    told = program_of(player(turn)).put(pick, {"lines": ["settler"]})
    assert told == {"lines": [], "written_at": None}
    assert game.moves.filter(text="settler", seat=turn.seat.index, source="api").exists()


def test_orders_are_kept_shown_replaced_and_stopped(seat: Seat, program: Program, orders: str) -> None:
    assert program.ask(orders) == {"lines": []}
    assert program.put(orders, {"lines": ["NEV sell below 3", "always place auto"]}) == program.ask(orders)
    assert kept(seat)[1] == (NEVER, "always place auto")
    told = program.put(orders, {"lines": ["always store corn"]})
    assert told == {"lines": ["always store corn"]}
    assert program.put(orders, {"lines": [NEVER, "always store corn", "ask sell"]}) == told
    components = schema()["components"]["schemas"]
    assert_fits(told, components["Orders"], components, "orders")
    program.delete(orders)
    program.delete(orders)
    assert program.ask(orders) == {"lines": []}


def test_what_cannot_be_said_is_a_problem_and_changes_nothing(
    seat: Seat, program: Program, pick: str, orders: str
) -> None:
    program.put(pick, {"lines": ["builder"]})
    program.put(orders, {"lines": [NEVER]})
    for path, lines in ((pick, ["gravedigger"]), (pick, ["settler", "build harbor"]), (orders, ["always dance"])):
        problem = program.put(path, {"lines": lines}, 422)
        assert kind_of(problem) == "refused"
    for path in (pick, orders):
        for body in ({}, {"lines": "builder"}, {"lines": ["x" * 5000]}, {"lines": ["x"] * 99}, {"more": 1}):
            assert kind_of(program.put(path, body, 400)) == "invalid"
    assert kept(seat) == (("next: builder",), (NEVER,))


def test_a_kind_of_game_tells_the_orders_that_it_has(client: object) -> None:
    for rules in registry.games():
        told = Program().ask(f"kinds/{rules.key}/")["orders"]
        kinds = advisers.order_kinds(rules)
        assert kinds[-1].kind == "leave"
        assert [each["example"] for each in told] == [kind.example for kind in kinds]
        assert [each["kind"] for each in told] == [kind.kind for kind in kinds]


def test_questions_can_be_left_to_an_adviser_where_the_host_allows_it(
    game: Game, program: Program, orders: str
) -> None:
    leave = {"lines": ["always leave role to apprentice"]}
    problem = program.put(orders, leave, 422)
    assert kind_of(problem) == "refused"
    assert "host has not allowed advisers" in problem["detail"]
    Game.objects.filter(pk=game.pk).update(advisers=True)
    assert program.put(orders, leave) == leave


def test_the_moves_of_an_adviser_are_told_from_others(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(advisers=True)
    turn = person_turn(game)
    program = program_of(player(turn))
    program.put(f"games/{game.pk}/orders/", {"lines": ["always leave role to apprentice"]})
    shown = program.ask(f"games/{game.pk}/")
    assert (shown["advisers"], shown["your_turn"]) == (True, None)
    assert [waited["deadline"] for waited in shown["waiting_for"]] == [None]
    assert program.ask("turns/")["results"] == []
    bots_play(game)
    log = Program().ask(f"games/{game.pk}/log/")["results"]
    assert log[0]["source"] == "adviser"
    assert program.ask(f"games/{game.pk}/")["your_turn"] is not None


def test_the_orders_of_new_games_are_kept_by_kind(anna: User, bob: User, sent: list[str]) -> None:
    program, path = program_of(anna), f"me/orders/{KIND}/"
    assert program.ask(path) == {"lines": []}
    assert program.put(path, {"lines": [NEVER]}) == {"lines": [NEVER]} == program.ask(path)
    assert program_of(bob).ask(path) == {"lines": []}
    assert kind_of(program.put(path, {"lines": ["always dance"]}, 422)) == "refused"
    for missing in ("get", "put"):
        address = "me/orders/chess/"
        problem = program.ask(address, 404) if missing == "get" else program.put(address, {"lines": []}, 404)
        assert kind_of(problem) == "not-found"
    game = opened(anna, bob, bots=1)
    assert program.ask(f"games/{game.pk}/orders/") == {"lines": [NEVER]}
    assert program_of(bob).ask(f"games/{game.pk}/orders/") == {"lines": []}
    assert program.put(path, {"lines": []}) == {"lines": []}
    assert order_changes.default_lines(anna, KIND) == ()


def test_a_token_needs_the_scope(game: Game, person: User, pick: str, orders: str) -> None:
    def program(*scopes: Scope) -> Program:
        return Program(api_tokens.create_token(person, "a test", scopes=scopes).secret)

    reads, plays, manages = program(Scope.READ), program(Scope.PLAY), program(Scope.MANAGE)
    own = f"me/orders/{KIND}/"
    for path in (pick, orders, own):
        assert reads.ask(path)["lines"] == []
        assert kind_of(reads.put(path, {"lines": []}, 403)) == "scope"
    for path in (pick, orders):
        plays.put(path, {"lines": []})
        plays.delete(path)
        assert kind_of(manages.delete(path, 403)) == "scope"
    assert kind_of(plays.put(own, {"lines": []}, 403)) == "scope"
    manages.put(own, {"lines": []})


def test_programs_and_those_whom_a_bot_replaces_have_neither(
    anna: User, bob: User, robo: User, sent: list[str]
) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("account", account="robo")]
    game = open_game(anna, name="A test", kind=KIND, options={}, seats=seats, time_control=TimeControl(LIMIT))
    join(game.pk, bob)
    resign(game.pk, bob)
    for viewer in (program_of(robo), program_of(bob)):
        for path, lines in ((f"games/{game.pk}/next-pick/", PICK), (f"games/{game.pk}/orders/", [NEVER])):
            assert viewer.ask(path)["lines"] == []
            assert kind_of(viewer.put(path, {"lines": lines}, 403)) == "denied"
            assert kind_of(viewer.delete(path, 403)) == "denied"
    assert kind_of(program_of(robo).put(f"me/orders/{KIND}/", {"lines": []}, 403)) == "denied"


def test_a_game_that_does_not_run_takes_neither(
    game: Game, seat: Seat, program: Program, pick: str, orders: str
) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    for path, lines in ((pick, ["builder"]), (orders, [NEVER])):
        assert kind_of(program.put(path, {"lines": lines}, 409)) == "conflict"
        assert kind_of(program.delete(path, 409)) == "conflict"
    assert kept(seat) == ((), ())


def test_nobody_else_can_read_or_change_them(game: Game, seat: Seat, program: Program, pick: str, orders: str) -> None:
    program.put(pick, {"lines": ["builder"]})
    program.put(orders, {"lines": [NEVER]})
    others = game.seats.exclude(pk=seat.pk).select_related("user")
    for other in others:
        assert other.user is not None
        assert program_of(other.user).ask(pick) == {"lines": [], "written_at": None}
        assert program_of(other.user).ask(orders) == {"lines": []}
        program_of(other.user).delete(orders)
    stranger = program_of(UserFactory.create())
    for path in (pick, orders):
        assert kind_of(stranger.ask(path, 403)) == "denied"
        assert kind_of(stranger.put(path, {"lines": []}, 403)) == "denied"
        assert kind_of(stranger.delete(path, 403)) == "denied"
        assert kind_of(Program().ask(path, 401)) == "not-signed-in"
    assert kept(seat) == (("next: builder",), (NEVER,))


def test_nobody_else_can_tell_that_there_are_any(
    game: Game, seat: Seat, program: Program, pick: str, orders: str
) -> None:
    others = game.seats.exclude(pk=seat.pk).select_related("user")
    viewers = [program_of(other.user) for other in others if other.user] + [program_of(UserFactory.create()), Program()]
    before = [everything(viewer, game) for viewer in viewers]
    program.put(pick, {"lines": PICK})
    program.put(orders, {"lines": [NEVER]})
    assert [everything(viewer, game) for viewer in viewers] == before
    program.delete(pick)
    program.delete(orders)
    assert [everything(viewer, game) for viewer in viewers] == before
