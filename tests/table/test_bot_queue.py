"""In what order bots take the turns that wait for them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from bots import tasks
from games.models import Game, Move, Turn
from games.people.models import User
from games.table import bot_queue
from games.table.resignation import resign
from tests.factories import UserFactory
from tests.table.games import LIMIT, answer, bot_turns, bots_play, fresh, offers, opened, person_turn

pytestmark = pytest.mark.django_db
A_BOT_BEGINS = "01" * 32


def open_bot_turns(host: User, number: int = 1, *, minutes_ago: int = 0) -> list[int]:
    """The turns of bots that begin so many games of this host, asked so long ago."""
    turns = [bot_turns(opened(host, bots=3, secret=A_BOT_BEGINS))[0] for _game in range(number)]
    for age, turn in enumerate(reversed(turns)):
        since = timezone.now() - timedelta(minutes=minutes_ago, seconds=age)
        Turn.objects.filter(pk=turn.pk).update(nudged_at=since)
    return [turn.pk for turn in turns]


def quiet(turns: list[int]) -> None:
    """No person has moved in the games of these turns for long."""
    long_ago = timezone.now() - 3 * LIMIT
    Game.objects.filter(turns__in=turns).update(started_at=long_ago, person_moved_at=None)


def taken(number: int = 1000) -> list[int]:
    """The turns that workers take, one after the other."""
    turns: list[int] = []
    while len(turns) < number and (turn_id := bot_queue.claim_next()) is not None:
        turns.append(turn_id)
    return turns


def hosts(turns: list[int]) -> list[str]:
    by_turn = dict(Turn.objects.filter(pk__in=turns).values_list("pk", "game__host__username"))
    return [by_turn[turn] for turn in turns]


def test_the_oldest_turn_is_taken_first(anna: User, bob: User, chris: User) -> None:
    young, old, middle = (open_bot_turns(host, minutes_ago=age)[0] for host, age in ((anna, 1), (bob, 9), (chris, 5)))
    assert taken() == [old, middle, young]


def test_hosts_have_their_turns_in_turn_however_many_one_of_them_has(anna: User, bob: User, chris: User) -> None:
    heap = open_bot_turns(anna, 6, minutes_ago=9)
    few = [open_bot_turns(bob, 2, minutes_ago=5), open_bot_turns(chris, 1, minutes_ago=1)]
    assert hosts(taken()) == ["anna", "bob", "chris", "anna", "bob", "anna", "anna", "anna", "anna"]
    assert len(heap) + sum(map(len, few)) == 9


def test_whoever_comes_to_a_full_queue_of_one_host_is_next_but_one_at_most(anna: User, bob: User) -> None:
    open_bot_turns(anna, 12, minutes_ago=9)
    taken(4)
    open_bot_turns(bob)
    assert "bob" in hosts(taken(2))


def test_a_game_goes_on_as_quickly_as_another_hosts_full_queue_empties(anna: User, bob: User) -> None:
    """Not only the first turn: each one that opens when the one before is played."""
    open_bot_turns(anna, 8, minutes_ago=9)
    open_bot_turns(bob)
    order = []
    for _ in range(8):
        (turn,) = taken(1)
        order += hosts([turn])
        if order[-1] == "bob":
            # Played, and the next bot is asked at once.
            tasks.think_in_claimed_turn(turn)
    assert order.count("bob") >= 3
    assert order.count("anna") >= 3


def test_a_full_queue_of_many_hosts_lets_a_new_one_in_after_one_turn_of_each(anna: User) -> None:
    for number in range(4):
        open_bot_turns(UserFactory.create(username=f"host {number}"), 3, minutes_ago=9)
    taken(2)
    open_bot_turns(anna)
    assert "anna" in hosts(taken(5))


def test_one_hosts_queue_is_not_starved_by_others_who_come_again_and_again(anna: User, bob: User, chris: User) -> None:
    open_bot_turns(anna, 4, minutes_ago=9)
    open_bot_turns(bob)
    order = []
    for number in range(11):
        # One of them waits whenever the other's turn was taken.
        open_bot_turns((chris, bob)[number % 2])
        order += hosts(taken(1))
    assert order.count("anna") >= 3
    assert min(order.count("bob"), order.count("chris")) >= 3


def test_games_that_a_person_waits_for_go_before_all_others(anna: User, bob: User) -> None:
    for_nobody = open_bot_turns(bob, 3, minutes_ago=9)
    for turn in Turn.objects.filter(pk__in=for_nobody):
        resign(turn.game_id, bob)
    for_nobody = [turn.pk for game in Game.objects.filter(host=bob) for turn in bot_turns(game)]
    waited_for = open_bot_turns(anna, 3)
    assert taken(3) == waited_for
    assert set(taken()) == set(for_nobody)


def test_games_in_which_only_bots_have_moved_for_long_come_last(anna: User, bob: User, chris: User) -> None:
    for_long = open_bot_turns(anna, 2, minutes_ago=9)
    quiet(for_long)
    abandoned = open_bot_turns(chris, minutes_ago=8)
    resign(Turn.objects.get(pk=abandoned[0]).game_id, chris)
    waited_for = open_bot_turns(bob, 2)
    assert hosts(taken()) == ["bob", "bob", "chris", "anna", "anna"]
    assert len(waited_for) == 2


def test_a_game_is_not_quiet_any_more_once_a_person_moves(anna: User) -> None:
    game = opened(anna, bots=2)
    bots_play(game)
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - 3 * LIMIT)
    while not bot_turns(game):
        turn = person_turn(game)
        answer(turn, offers(turn)[0])
    moved_at = fresh(game).person_moved_at
    assert moved_at is not None
    assert game.moves.filter(source=Move.Source.WEB, created_at=moved_at).exists()
    assert taken(1) == [bot_turns(game)[0].pk]
    assert Turn.objects.get(pk=bot_turns(game)[0].pk).bot_priority == Turn.Priority.WAITED_FOR


def test_what_bots_play_is_no_move_of_a_person(anna: User) -> None:
    game = opened(anna, bots=3, secret=A_BOT_BEGINS)
    bots_play(game)
    assert fresh(game).person_moved_at is None


def test_a_turn_is_taken_by_nobody_else_while_its_claim_lives_and_taken_over_when_it_is_dead(anna: User) -> None:
    (turn,) = open_bot_turns(anna)
    assert taken() == [turn]
    assert taken() == []
    Turn.objects.filter(pk=turn).update(claimed_at=timezone.now() - 2 * bot_queue.STALE_AFTER)
    assert taken() == [turn]
    assert Turn.objects.get(pk=turn).attempts == 2


def test_a_paused_game_is_passed_over_and_holds_nobody_up(anna: User, bob: User) -> None:
    paused = open_bot_turns(anna, 3, minutes_ago=9)
    assert taken(1) == paused[:1]
    Game.objects.filter(turns__in=paused).update(paused_at=timezone.now())
    going_on = open_bot_turns(bob, 2)
    assert taken() == going_on


def test_a_long_queue_is_lined_up_in_pieces_and_loses_nobody(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_queue, "MAX_PLACED_AT_ONCE", 2)
    turns = open_bot_turns(anna, 5)
    assert taken() == turns


def test_taking_the_next_turn_costs_as_many_queries_however_many_wait(
    anna: User, bob: User, django_assert_max_num_queries: object
) -> None:
    open_bot_turns(anna, 6)
    open_bot_turns(bob, 6)
    taken(1)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        taken(1)
