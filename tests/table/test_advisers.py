"""Kinds of questions that a person leaves to a bot, their adviser: who may, what it plays, and who knows of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from bots import tasks
from games.models import Delivery, Game, Move, Seat, Submission, Turn
from games.nudge import THINK
from games.people.models import User
from games.table import bot_queue, clock, pausing, queries, seat_orders
from games.table.errors import BadAnswer, CannotUndo, NotYours
from games.table.moderation.seat_replacement import give_seat_back
from games.table.open_games import SeatPlan, join, open_game
from games.table.order_changes import default_lines, give_orders, set_defaults, set_orders, stop_orders
from games.table.playing import play_moves
from games.table.positions import rules_of
from games.table.records import check_replay
from games.table.resignation import resign
from games.table.statistics import statistics
from games.table.takeback import can_undo, undo
from games.time_control import TimeControl
from tests.engine.puertorico.positions import Player, set_up
from tests.table.games import (
    LIMIT,
    answer,
    bot_turns,
    bots_play,
    fresh,
    offers,
    opened,
    person_turn,
    turn_mails,
)
from tests.table.planned_games import moves_of, plan, set_before, state_for_others, turn_of, waited_for_rightly

pytestmark = pytest.mark.django_db

STORE = "always leave store to apprentice"
CAPTAIN = "always leave captain to apprentice"
BOTH = "always leave captain, store to apprentice"


def with_advisers(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(advisers=True)
    return fresh(game)


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    """The first is to pick. The second has goods of three kinds, of which no ship takes two."""
    table = set_up(
        Player(doubloons=1),
        Player(goods={"tobacco": 1, "coffee": 2, "sugar": 1}),
        Player(goods={"corn": 1}),
        ships={4: ("indigo", 3), 5: ("corn", 4), 6: ("sugar", 1)},
    )
    return with_advisers(set_before(table, anna, bob, chris))


def person(game: Game, seat: int) -> User:
    user = Seat.objects.select_related("user").get(game=game, index=seat).user
    assert user is not None
    return user


def order(game: Game, seat: int, *lines: str) -> tuple[str, ...]:
    return give_orders(game.pk, person(game, seat), lines, source=Move.Source.WEB)


def advised(game: Game, seat: int) -> list[str]:
    own = game.moves.filter(seat=seat, undone_at=None, source=Move.Source.ADVISER)
    return [move.text for move in own.order_by("ply")]


def statistics_of(game: Game, seat: int) -> tuple[int, int]:
    """How much the adviser has decided, and the person."""
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now())
    figures = statistics(fresh(game)).seats[seat]
    return figures.by_adviser, figures.by_person


# --- the order ------------------------------------------------------------------------------------------------------


def test_an_order_without_a_name_is_to_the_usual_adviser(game: Game) -> None:
    assert order(game, 1, "always leave captain and storing to my adviser") == (
        "always leave captain, store to merchant",
    )
    assert order(game, 1, "always leave store to vice") == ("always leave store to viceroy",)


@pytest.mark.parametrize("line", ["always leave store to random", "always leave the table", "never leave store"])
def test_what_cannot_be_left_is_refused(game: Game, line: str) -> None:
    with pytest.raises(BadAnswer):
        order(game, 1, line)
    assert seat_orders.lines_of(Seat.objects.get(game=game, index=1)) == ()


def test_without_the_hosts_leave_nothing_can_be_left(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    for change in (give_orders, set_orders):
        with pytest.raises(BadAnswer, match="host has not allowed advisers"):
            change(game.pk, anna, ["never draw", STORE], source=Move.Source.WEB)
    assert not Seat.objects.exclude(orders=None).exists()


@pytest.mark.parametrize("allowed", [True, False])
def test_a_default_order_counts_where_the_host_allows_advisers(anna: User, bob: User, allowed: bool) -> None:
    assert set_defaults(anna, "puerto-rico", [STORE, "always draw"]) == (STORE, "always draw")
    seats = [SeatPlan("me"), SeatPlan("free")]
    game = open_game(
        anna,
        name="A test",
        kind="puerto-rico",
        options={},
        seats=seats,
        time_control=TimeControl(LIMIT),
        advisers=allowed,
    )
    join(game.pk, bob)
    assert seat_orders.lines_of(Seat.objects.get(game=game, user=anna)) == (*[STORE] * allowed, "always draw")
    assert default_lines(anna, "puerto-rico") == (STORE, "always draw")


# --- whose turn it is -----------------------------------------------------------------------------------------------


def test_the_adviser_answers_and_its_moves_say_so(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    turn = turn_of(game, 1)
    assert (turn.stage, turn.bot_level, turn.due, turn.early) == ("storing", "apprentice-1", None, False)
    bots_play(game)
    assert len(advised(game, 1)) == 1
    assert moves_of(game, 1) == ["ship sugar 6", *advised(game, 1)]
    assert queries.waited_for(game).get().stage == "role"
    assert waited_for_rightly(game)
    check_replay(fresh(game))


def test_nobody_is_told_of_what_the_adviser_answers(game: Game) -> None:
    order(game, 1, STORE)
    before = len(turn_mails(person(game, 1)))
    answer(person_turn(game), "captain")
    assert not game.turns.filter(seat__index=1, early=True).exists()
    bots_play(game)
    mails = turn_mails(person(game, 1))
    assert [mail.turn for mail in mails[before:]] == [turn_of(game, 1)] * (person_turn(game).seat.index == 1)


def test_what_the_adviser_played_is_told_with_what_orders_played(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    bots_play(game)
    told = seat_orders.acted_since_last_answer(Seat.objects.get(game=game, index=1))
    assert told == [f"{advised(game, 1)[0]} (your adviser)"]


def test_bots_are_woken_for_an_advisers_turn(game: Game, sent: list[str]) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    assert THINK in sent
    tasks.think_for_open_turns()
    assert advised(game, 1)


def test_another_kind_of_question_is_the_persons_with_their_whole_time(anna: User, bob: User, chris: User) -> None:
    """The ships take corn and sugar; of the coffee and the tobacco one kind can be kept."""
    loader = Player(goods={"corn": 1, "sugar": 1, "coffee": 2, "tobacco": 1})
    table = set_up(loader, Player(), Player(), ships={4: ("indigo", 3), 5: ("corn", 1), 6: ("sugar", 1)})
    game = with_advisers(set_before(table, anna, bob, chris))
    order(game, 0, CAPTAIN)
    answer(person_turn(game), "captain")
    bots_play(game)
    turn = person_turn(game)
    assert (turn.seat.index, turn.stage, turn.adviser) == (0, "storing", "")
    assert (turn.nudged_at, turn.claimed_at) == (None, None)
    assert turn.due is not None
    assert timezone.now() + LIMIT - turn.due < timedelta(minutes=1)
    assert {text.split()[0] for text in advised(game, 0)} == {"ship"}
    answer(turn, "keep coffee")
    assert statistics_of(game, 0) == (2, 2)
    check_replay(fresh(game))


def test_an_adviser_for_roles_does_not_go_on_with_what_follows(anna: User, bob: User) -> None:
    game = with_advisers(opened(anna, bob))
    mover = person_turn(game).seat.index
    order(game, mover, "always leave role to apprentice")
    bots_play(game)
    assert len(advised(game, mover)) == 1
    turn = turn_of(game, mover)
    assert (turn.stage == "role", turn.adviser) == (False, "")
    assert waited_for_rightly(game)


def test_an_adviser_completes_what_it_has_begun(anna: User, bob: User) -> None:
    game = with_advisers(opened(anna, bob, kind="san-juan"))
    seat = person_turn(game).seat.index
    order(game, seat, "always leave builder to apprentice")
    answer(person_turn(game), "builder")
    turn = turn_of(game, seat)
    position = queries.position_for(turn)
    build = next(move for move in position.legal_moves() if rules_of(game).move_text(position, move) != "pass")
    play_moves(turn.pk, [build], plies=position.plies, source=Move.Source.ADVISER, key="adviser:half")
    turn = turn_of(game, seat)
    assert (turn.stage, turn.bot_level) == ("payment", "apprentice-1")
    bots_play(game)
    assert len(advised(game, seat)) > 1
    assert person_turn(game).seat.index != seat
    check_replay(fresh(game))


def test_a_person_completes_what_they_have_begun_before_the_adviser(anna: User, bob: User) -> None:
    game = with_advisers(opened(anna, bob, kind="san-juan"))
    seat = person_turn(game).seat.index
    order(game, seat, "always leave builder to apprentice")
    answer(person_turn(game), "builder")
    turn = turn_of(game, seat)
    build = next(text for text in offers(turn) if text != "pass")
    answer(turn, build.split(" with ")[0], by=person(game, seat))
    turn = turn_of(game, seat)
    assert (turn.stage, turn.bot_level) == ("payment", "")
    assert waited_for_rightly(game)


# --- plans, other orders, the person themselves ---------------------------------------------------------------------


def test_a_plan_goes_before_the_adviser(game: Game) -> None:
    answer(person_turn(game), "captain")
    order(game, 1, STORE)
    assert turn_of(game, 1).adviser
    plan(turn_of(game, 1), "keep tobacco")
    assert "keep tobacco" in moves_of(game, 1)
    assert not advised(game, 1)


def test_an_exact_order_goes_before_the_adviser(game: Game) -> None:
    order(game, 1, STORE, "always store coffee")
    answer(person_turn(game), "captain")
    assert "keep coffee" in moves_of(game, 1)
    assert not bot_turns(game)


def test_whoever_plans_to_be_asked_is_asked(game: Game) -> None:
    answer(person_turn(game), "captain")
    order(game, 1, STORE)
    plan(turn_of(game, 1), "ask")
    turn = turn_of(game, 1)
    assert (turn.stage, turn.bot_level) == ("storing", "")
    assert waited_for_rightly(game)
    assert bot_queue.claim_next() is None


def test_the_person_may_answer_as_long_as_the_adviser_has_not(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    turn = turn_of(game, 1)
    answer(turn, "keep tobacco", by=person(game, 1))
    tasks.think(turn.pk)
    assert moves_of(game, 1) == ["ship sugar 6", "keep tobacco"]
    assert not advised(game, 1)


def test_who_stops_the_order_in_time_is_asked_at_once(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    before, turn = fresh(game).version, turn_of(game, 1)
    stop_orders(game.pk, person(game, 1))
    assert fresh(game).version > before
    tasks.think(turn.pk)
    turn = turn_of(game, 1)
    assert (turn.stage, turn.bot_level, turn.claimed_at) == ("storing", "", None)
    assert waited_for_rightly(game)
    assert [mail.status for mail in turn_mails(person(game, 1)) if mail.turn == turn] == [Delivery.Status.PENDING]
    assert not advised(game, 1)


def test_an_adviser_that_was_dismissed_while_it_thought_plays_nothing(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    turn = turn_of(game, 1)
    position = queries.position_for(turn)
    stop_orders(game.pk, person(game, 1))
    with pytest.raises(NotYours):
        play_moves(
            turn.pk, [position.legal_moves()[0]], plies=position.plies, source=Move.Source.ADVISER, key="adviser:late"
        )


def test_an_order_takes_the_turn_over_that_waits_for_the_person(game: Game) -> None:
    answer(person_turn(game), "captain")
    before, turn = fresh(game).version, turn_of(game, 1)
    assert (turn.stage, turn.bot_level) == ("storing", "")
    order(game, 1, STORE)
    assert fresh(game).version > before
    turn = turn_of(game, 1)
    assert (turn.bot_level, turn.due) == ("apprentice-1", None)
    bots_play(game)
    assert advised(game, 1)


def test_an_order_for_later_changes_nothing_that_others_can_fetch(game: Game) -> None:
    before = state_for_others(game)
    order(game, 1, BOTH)
    stop_orders(game.pk, person(game, 1))
    assert state_for_others(game) == before


# --- answering ahead ------------------------------------------------------------------------------------------------


def test_where_all_decide_at_the_same_time_the_adviser_answers_ahead_unseen(anna: User, bob: User, chris: User) -> None:
    farmer = Player(island={"corn": (1, 0), "indigo": (1, 0), "coffee": (1, 0)})
    game = with_advisers(set_before(set_up(farmer, farmer, farmer), anna, bob, chris))
    order(game, 1, "always leave place to apprentice")
    answer(person_turn(game), "mayor", "take colonist")
    before = state_for_others(game)[:3]  # type: ignore[index]
    assert turn_of(game, 1).adviser
    bots_play(game)
    assert turn_of(game, 1).status == Turn.Status.ANSWERED
    assert state_for_others(game)[:3] == before  # type: ignore[index]
    assert not advised(game, 1)
    for _seat in (0, 2):
        turn = person_turn(game) if _seat == 0 else turn_of(game, 2)
        answer(turn, offers(turn)[0])
    assert advised(game, 1)
    check_replay(fresh(game))


# --- taking back ----------------------------------------------------------------------------------------------------


def test_what_the_adviser_played_stands(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    bots_play(game)
    for seat in (0, 1):
        with pytest.raises(CannotUndo):
            undo(game.pk, person(game, seat))


def test_until_the_adviser_has_played_others_may_take_back(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    turn = turn_of(game, 1)
    undo(game.pk, person(game, 0))
    turn.refresh_from_db()
    assert (turn.status, turn.adviser) == (Turn.Status.CLOSED, "")
    tasks.think(turn.pk)
    assert person_turn(game).stage == "role"
    answer(person_turn(game), "captain")
    assert turn_of(game, 1).adviser
    bots_play(game)
    assert advised(game, 1)
    check_replay(fresh(game))


def test_who_takes_their_own_answer_back_is_asked_and_not_the_adviser(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    answer(turn_of(game, 1), "keep tobacco", by=person(game, 1))
    assert can_undo(fresh(game), Seat.objects.get(game=game, index=1))
    undo(game.pk, person(game, 1))
    turn = turn_of(game, 1)
    assert (turn.stage, turn.bot_level, turn.status) == ("storing", "", Turn.Status.OPEN)
    assert waited_for_rightly(game)


# --- time, pauses, other players at the seat ------------------------------------------------------------------------


def test_no_time_runs_while_the_adviser_decides(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    with time_machine.travel(timezone.now() + 2 * LIMIT, tick=False):
        assert clock.time_out(timezone.now()) == []
        bots_play(game)
    assert advised(game, 1)


def test_whose_time_was_up_is_played_for_by_the_bot_of_the_time_out(game: Game) -> None:
    answer(person_turn(game), "captain")
    turn = turn_of(game, 1)
    with time_machine.travel(timezone.now() + LIMIT, tick=False):
        assert clock.time_out(timezone.now()) == [turn.pk]
        order(game, 1, STORE)
        bots_play(game)
    assert set(game.moves.filter(turn=turn, seat=1).values_list("source", flat=True)) == {Move.Source.TIMEOUT}


def test_a_bot_in_a_persons_place_plays_as_itself(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    resign(game.pk, person(game, 1))
    assert not turn_of(game, 1).adviser
    bots_play(game)
    assert not advised(game, 1)
    assert game.moves.filter(seat=1, source=Move.Source.BOT).exists()


def test_whoever_gets_their_seat_back_has_their_adviser_again(game: Game) -> None:
    order(game, 1, STORE)
    resign(game.pk, person(game, 1))
    answer(person_turn(game), "captain")
    assert not turn_of(game, 1).adviser
    give_seat_back(game.pk, 1, None, "for a test")
    assert turn_of(game, 1).adviser


def test_in_a_paused_game_the_adviser_waits(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    pausing.pause(game.pk, None, "for a test")
    assert bot_queue.claim_next() is None
    pausing.resume(game.pk, None, "for a test")
    tasks.think_for_open_turns()
    assert advised(game, 1)


def test_the_work_of_an_adviser_whose_process_died_is_taken_over(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    turn = turn_of(game, 1)
    assert bot_queue.claim(turn.pk)
    assert not bot_queue.claim(turn.pk)
    Turn.objects.filter(pk=turn.pk).update(claimed_at=timezone.now() - 2 * bot_queue.STALE_AFTER)
    tasks.think_for_open_turns()
    assert advised(game, 1)


# --- what is counted ------------------------------------------------------------------------------------------------


def test_the_statistics_tell_the_advisers_moves_from_the_persons(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    bots_play(game)
    assert statistics_of(game, 1) == (1, 0)


def test_an_adviser_is_nobody_who_has_moved(game: Game) -> None:
    order(game, 1, STORE)
    answer(person_turn(game), "captain")
    moved = fresh(game).person_moved_at
    bots_play(game)
    assert fresh(game).person_moved_at == moved
    given = Submission.objects.get(turn__game=game, key__startswith="adviser:")
    assert given.by is None
