"""What people want to pick the next time, said beforehand."""

from __future__ import annotations

import pytest

from games.engine.puertorico.flow import PuertoRicoPosition
from games.models import Game, Move, Seat
from games.people.models import User
from games.table import next_picks, queries
from games.table.errors import BadAnswer, NotSeated
from games.table.moderation.rewind import rewind
from games.table.plan_changes import plan_next_pick
from games.table.positions import stored_position
from games.table.records import check_replay
from games.table.takeback import undo
from tests.engine.puertorico.positions import Player, set_up
from tests.table.games import answer, fresh, notices, offers, person_turn, player
from tests.table.planned_games import moves_of, plan, set_before, state_for_others, turn_of, waited_for_rightly

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    """Three people with some doubloons each; the first is to pick a role."""
    table = set_up(Player(doubloons=4), Player(doubloons=3), Player(doubloons=2), face_up={"corn": 2, "coffee": 2})
    return set_before(table, anna, bob, chris)


ROLES = ("settler", "mayor", "builder", "craftsman", "trader", "captain", "prospector")


def picks(game: Game) -> list[tuple[int | None, str]]:
    moves = [(move.seat, move.text) for move in game.moves.filter(undone_at=None).order_by("ply")]
    return [move for move in moves if move[1] in ROLES]


def lines_of(game: Game, seat: int) -> tuple[str, ...]:
    return next_picks.lines_of(Seat.objects.get(game=game, index=seat))


def test_the_next_pick_is_played_when_its_time_comes_and_is_gone_then(game: Game) -> None:
    answer(person_turn(game), "settler", "take quarry", "next: craftsman, builder")
    assert lines_of(game, 0) == ("next: craftsman, builder",)
    plan(turn_of(game, 1), "pass", "next: builder", "build small market", "ask")
    assert lines_of(game, 1) == ("next: builder", "build small market", "ask")
    plan(turn_of(game, 2), "pass")
    assert picks(game) == [(0, "settler"), (1, "builder")]
    assert moves_of(game, 1)[-2:] == ["builder", "build small market"]
    assert lines_of(game, 1) == ()
    assert queries.waited_for(game).get().seat.index == 2
    assert waited_for_rightly(game)
    check_replay(fresh(game))


def test_a_role_that_somebody_has_taken_is_skipped(game: Game) -> None:
    answer(person_turn(game), "settler", "take quarry")
    plan(turn_of(game, 1), "pass", "next: settler, mayor")
    plan(turn_of(game, 2), "pass")
    assert picks(game) == [(0, "settler"), (1, "mayor")]


def test_ask_is_never_skipped(game: Game) -> None:
    answer(person_turn(game), "settler", "take quarry")
    plan(turn_of(game, 1), "pass", "next: settler, ask, mayor")
    plan(turn_of(game, 2), "pass")
    assert picks(game) == [(0, "settler")]
    assert person_turn(game).seat.index == 1
    answer(person_turn(game), "mayor")
    assert lines_of(game, 1) == (), "it was for this pick"


def test_a_pick_only_if_so_much_lies_on_the_card(game: Game) -> None:
    answer(person_turn(game), "settler", "take quarry")
    plan(turn_of(game, 1), "pass", "next: craftsman if 1, ask")
    plan(turn_of(game, 2), "pass")
    assert picks(game) == [(0, "settler")]


def test_a_pick_that_the_game_does_not_have_is_refused_and_the_rest_stands(game: Game) -> None:
    result = answer(person_turn(game), "settler", "take quarry", "next: prospector")
    assert result.done == ("settler", "take quarry")
    assert result.failed is not None
    assert result.failed.line == "next: prospector"
    assert lines_of(game, 0) == ()


def test_a_line_that_such_a_pick_never_brings_is_refused(game: Game) -> None:
    result = answer(person_turn(game), "settler", "take quarry", "next: captain", "build harbor")
    assert result.failed is not None
    assert lines_of(game, 0) == ()


def test_lines_below_it_that_are_impossible_then_are_skipped(game: Game) -> None:
    answer(person_turn(game), "settler", "take quarry")
    plan(turn_of(game, 1), "pass", "next: builder", "build harbor", "build small market")
    plan(turn_of(game, 2), "pass")
    assert moves_of(game, 1)[-1] == "build small market"


def test_lines_below_it_are_paid_with_the_doubloons_on_the_card(anna: User, bob: User, chris: User) -> None:
    """The hacienda costs the builder one doubloon, which the second does not have before the pick."""
    table = set_up(Player(), Player(), Player(), card_doubloons={"builder": 1})
    game = set_before(table, anna, bob, chris)
    answer(person_turn(game), "settler", "pass")
    plan(turn_of(game, 1), "pass", "next: builder if 1", "build hacienda")
    plan(turn_of(game, 2), "pass")
    assert moves_of(game, 1)[-2:] == ["builder", "build hacienda"]


def test_with_two_players_it_is_for_the_next_of_several_picks_of_a_round(anna: User, bob: User) -> None:
    game = set_before(set_up(Player(), Player()), anna, bob)
    pick_first(game, "next: builder, ask")
    pick_first(game)
    assert (lines_of(game, 0), [seat for seat, _role in picks(game)]) == ((), [0, 1, 0])
    assert played_round(game) == 1


def test_with_two_players_the_next_pick_after_the_last_of_a_round_is_in_the_next_round(anna: User, bob: User) -> None:
    game = set_before(set_up(Player(), Player()), anna, bob)
    for said in ((), (), (), (), ("next: settler",), ()):
        pick_first(game, *said)
    assert played_round(game) == 2
    assert person_turn(game).seat.index == 1
    assert lines_of(game, 0) == ("next: settler",)
    pick_first(game, "mayor")
    assert lines_of(game, 0) == ()
    assert picks(game)[-1] == (0, "settler")


def played_round(game: Game) -> int:
    position = stored_position(fresh(game))
    assert isinstance(position, PuertoRicoPosition)
    return int(position.round)


def pick_first(game: Game, *said: str) -> None:
    """Whoever picks takes the first role, or the one that is said, and says something besides; all answer shortly."""
    picked, besides = (said[:1], said[1:]) if said and not said[0].startswith("next:") else ((), said)
    turn = person_turn(game)
    assert turn.stage == "role"
    answer(turn, *(picked or offers(turn)[:1]), *besides)
    while (turn := person_turn(game)).stage != "role":
        answer(turn, "pass" if "pass" in offers(turn) else offers(turn)[0])


def test_it_can_be_written_while_others_are_to_move_and_changes_nothing_for_them(game: Game) -> None:
    answer(person_turn(game), "settler", "take quarry")
    before = state_for_others(game)
    assert plan(turn_of(game, 2), "next: builder") == ()
    assert lines_of(game, 2) == ("next: builder",)
    assert state_for_others(game) == before


def test_the_pick_that_was_planned_can_be_taken_back_with_what_followed(game: Game) -> None:
    answer(person_turn(game), "settler", "take quarry")
    plan(turn_of(game, 1), "pass", "next: builder", "build small market")
    plan(turn_of(game, 2), "pass")
    person = Seat.objects.select_related("user").get(game=game, index=1).user
    assert person is not None
    undo(game.pk, person)
    assert moves_of(game, 1)[-1] == "builder"
    assert person_turn(game).seat.index == 1
    assert person_turn(game).plan is None


def test_what_was_taken_back_can_be_planned_again(game: Game) -> None:
    anna = player(person_turn(game))
    for _time in range(2):
        plan_next_pick(game.pk, anna, ["settler", "take quarry"], source=Move.Source.WEB)
        undo(game.pk, anna)
        undo(game.pk, anna)
    assert moves_of(game, 0) == []


def test_a_move_that_was_planned_is_marked_for_its_owner(game: Game) -> None:
    answer(person_turn(game), "settler", "take quarry")
    plan(turn_of(game, 1), "pass", "next: builder")
    plan(turn_of(game, 2), "pass")
    assert Move.objects.get(text="builder").planned_at is not None


def test_a_correction_voids_it_and_tells_its_owner_alone(game: Game, moderator: User) -> None:
    answer(person_turn(game), "settler", "take quarry", "next: builder")
    rewind(game.pk, moderator, "a mistake", 1)
    assert lines_of(game, 0) == ()
    assert [len(notices(seat.user)) for seat in game.seats.select_related("user") if seat.user] == [2, 1, 1]


def test_it_can_be_said_at_any_time_and_withdrawn(game: Game) -> None:
    chris = Seat.objects.select_related("user").get(game=game, index=2).user
    assert chris is not None
    before = state_for_others(game)
    assert plan_next_pick(game.pk, chris, ["builder, ask", "build small market"], source=Move.Source.WEB) == (
        "next: builder, ask",
        "build small market",
    )
    assert plan_next_pick(game.pk, chris, [], source=Move.Source.WEB) == ()
    assert state_for_others(game) == before
    with pytest.raises(BadAnswer, match="prospector"):
        plan_next_pick(game.pk, chris, ["prospector"], source=Move.Source.WEB)


def test_said_when_it_is_the_pick_it_is_played_at_once(game: Game) -> None:
    anna = player(person_turn(game))
    assert plan_next_pick(game.pk, anna, ["settler", "take quarry"], source=Move.Source.WEB) == ()
    assert moves_of(game, 0)[-2:] == ["settler", "take quarry"]


def test_who_has_no_seat_cannot_say_it(game: Game, david: User) -> None:
    with pytest.raises(NotSeated):
        plan_next_pick(game.pk, david, ["builder"], source=Move.Source.WEB)
