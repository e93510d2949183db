"""Standing orders answer routine questions, privately, until they are changed."""

from __future__ import annotations

import pytest

from games.models import Game, Move, Seat, Submission, Turn
from games.people.models import User
from games.table import queries, seat_orders
from games.table.errors import BadAnswer, NotSeated
from games.table.order_changes import default_lines, give_orders, set_defaults, stop_orders
from games.table.records import check_replay
from games.table.resignation import resign
from games.table.takeback import undo
from tests.engine.puertorico.positions import Player, set_up
from tests.table.games import answer, fresh, opened, person_turn
from tests.table.planned_games import (
    moves_of,
    plan,
    set_before,
    state_for_others,
    turn_of,
    waited_for_rightly,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    """The first is to pick. The second has goods of three kinds, of which no ship takes two."""
    table = set_up(
        Player(doubloons=1),
        Player(goods={"tobacco": 1, "coffee": 2, "sugar": 1}),
        Player(goods={"corn": 1}),
        ships={4: ("indigo", 3), 5: ("corn", 4), 6: ("sugar", 1)},
    )
    return set_before(table, anna, bob, chris)


def order(game: Game, seat: int, *lines: str) -> tuple[str, ...]:
    return give_orders(game.pk, person(game, seat), lines, source=Move.Source.WEB)


def person(game: Game, seat: int) -> User:
    user = Seat.objects.select_related("user").get(game=game, index=seat).user
    assert user is not None
    return user


def orders(game: Game, seat: int) -> tuple[str, ...]:
    return seat_orders.lines_of(Seat.objects.get(game=game, index=seat))


def test_an_order_answers_and_nobody_is_asked(game: Game) -> None:
    order(game, 1, "always store coffee, tobacco")
    answer(person_turn(game), "captain")
    assert "keep coffee" in moves_of(game, 1)
    assert queries.waited_for(game).get().stage == "role"
    assert waited_for_rightly(game)
    assert seat_orders.acted_since_last_answer(Seat.objects.get(game=game, index=1)) == ["keep coffee"]
    check_replay(fresh(game))


def test_whoever_has_an_order_that_answers_is_not_asked_early(game: Game) -> None:
    order(game, 1, "always store coffee, tobacco")
    answer(person_turn(game), "captain")
    assert not game.turns.filter(seat__index=1, early=True).exists()


def test_an_order_whose_premise_does_not_fit_asks(game: Game) -> None:
    order(game, 1, "always store indigo")
    answer(person_turn(game), "captain")
    assert person_turn(game).seat.index == 1
    assert person_turn(game).stage == "storing"


def test_a_plan_goes_before_orders(game: Game) -> None:
    answer(person_turn(game), "captain")
    order(game, 2, "always store corn")
    assert plan(turn_of(game, 1), "keep tobacco") == ()
    assert "keep tobacco" in moves_of(game, 1)


def test_a_newer_order_of_a_kind_replaces_the_older_one_and_all_can_be_stopped(game: Game) -> None:
    order(game, 1, "always store coffee", "never sell below 2")
    assert order(game, 1, "always store tobacco") == ("never sell below 2", "always store tobacco")
    assert stop_orders(game.pk, person(game, 1)) == ()
    assert orders(game, 1) == ()


def test_the_order_of_one_kind_can_be_ended_alone(game: Game) -> None:
    order(game, 1, "always store coffee", "never sell below 2")
    assert order(game, 1, "ask store") == ("never sell below 2",)
    assert order(game, 1, "ask store") == ("never sell below 2",), "there is none any more"
    answer(person_turn(game), "captain")
    assert turn_of(game, 1).stage == "storing"
    assert moves_of(game, 1)[-1:] != ["keep coffee"]


def test_of_orders_given_together_the_last_line_of_a_kind_counts(game: Game) -> None:
    assert order(game, 1, "ask store", "always store coffee", "always draw", "ask draw") == ("always store coffee",)


def test_a_persons_default_is_ended_for_one_game(anna: User, bob: User) -> None:
    set_defaults(anna, "puerto-rico", ["always draw", "always place auto"])
    game = opened(anna, bob)
    assert give_orders(game.pk, anna, ["ask draw"], source=Move.Source.MAIL) == ("always place auto",)
    assert default_lines(anna, "puerto-rico") == ("always draw", "always place auto")
    assert set_defaults(anna, "puerto-rico", ["always draw", "ask draw"]) == ()


def test_what_nobody_can_order_is_refused(game: Game) -> None:
    with pytest.raises(BadAnswer):
        order(game, 1, "always win")
    assert orders(game, 1) == ()


def test_an_order_plays_at_once_what_waits_for_it(game: Game) -> None:
    answer(person_turn(game), "captain")
    assert turn_of(game, 1).stage == "storing"
    order(game, 1, "always store coffee")
    assert "keep coffee" in moves_of(game, 1)


def test_giving_orders_changes_nothing_that_others_can_fetch(game: Game) -> None:
    before = state_for_others(game)
    order(game, 1, "always store coffee")
    stop_orders(game.pk, person(game, 1))
    assert state_for_others(game) == before


def test_who_takes_back_what_an_order_played_is_asked(game: Game) -> None:
    order(game, 1, "always store coffee")
    answer(person_turn(game), "captain")
    undo(game.pk, person(game, 1))
    turn = turn_of(game, 1)
    assert (turn.status, turn.early, turn.stage) == (Turn.Status.OPEN, False, "storing")
    assert "keep coffee" not in moves_of(game, 1)
    answer(turn, "keep tobacco")
    check_replay(fresh(game))


def test_a_bot_in_a_persons_place_follows_no_orders_of_theirs(game: Game) -> None:
    order(game, 1, "always store coffee")
    resign(game.pk, person(game, 1))
    answer(person_turn(game), "captain")
    assert not Move.objects.filter(game=game, planned_at__isnull=False).exists()


def test_an_order_answers_ahead_where_all_decide_at_the_same_time(anna: User, bob: User, chris: User) -> None:
    farmer = Player(island={"corn": (1, 0), "indigo": (1, 0), "coffee": (1, 0)})
    game = set_before(set_up(farmer, farmer, farmer), anna, bob, chris)
    for seat in (0, 1):
        order(game, seat, "always place auto")
    answer(person_turn(game), "mayor", "take colonist")
    assert (person_turn(game).stage, person_turn(game).seat.index) == ("colonists", 2)
    placed = Submission.objects.filter(turn__game=game, key__startswith="order:")
    assert {answer.turn.seat.index for answer in placed.select_related("turn__seat")} == {0, 1}
    check_replay(fresh(game))


def test_seats_begin_with_what_their_person_has_ordered_for_all_games(anna: User, bob: User) -> None:
    set_defaults(anna, "puerto-rico", ["always draw"])
    assert default_lines(anna, "puerto-rico") == ("always draw",)
    game = opened(anna, bob)
    held = {seat.user: seat_orders.lines_of(seat) for seat in game.seats.select_related("user")}
    assert held == {anna: ("always draw",), bob: ()}


def test_who_has_no_seat_cannot_order(game: Game, david: User) -> None:
    with pytest.raises(NotSeated):
        give_orders(game.pk, david, ["always draw"], source=Move.Source.WEB)


def test_ask_in_a_plan_goes_before_an_order(game: Game) -> None:
    answer(person_turn(game), "captain")
    assert plan(turn_of(game, 1), "ask") == ("ask",)
    order(game, 1, "always store coffee")
    assert turn_of(game, 1).stage == "storing"
