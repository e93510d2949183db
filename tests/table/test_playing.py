"""Answers to turns: what counts, what is refused, and what follows of itself."""

from __future__ import annotations

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.engine.contract import NO_MOVE
from games.models import Game, Move, Submission, Turn
from games.models.site_clock import MAX_PAUSE
from games.people.models import User
from games.table import clock, game_update, queries
from games.table.errors import BadAnswer, NoSuchTurn, NotYours, TurnClosed
from games.table.playing import play, play_moves
from games.table.positions import stored_position
from games.table.records import check_replay
from tests.table.games import answer, bots_play, fresh, offers, opened, over, person_turn, play_on, player

pytestmark = pytest.mark.django_db


def state(game: Game) -> tuple[object, ...]:
    """Everything an answer could change."""
    row = fresh(game)
    return (
        row.position,
        row.version,
        row.plies,
        list(game.turns.values()),
        game.moves.count(),
        Submission.objects.count(),
    )


def test_a_picked_role_goes_on_with_the_same_turn_and_the_next_question(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    result = answer(turn, "Settler")
    assert (result.done, result.failed, result.turn_closed) == (("settler",), None, False)
    assert result.next_turn_id == turn.pk
    turn.refresh_from_db()
    assert (turn.status, turn.stage) == (Turn.Status.OPEN, "settler")


def test_the_end_of_a_turn_asks_the_next_player(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    first = person_turn(game)
    result = answer(first, "settler", "take quarry")
    assert (result.done, result.turn_closed, result.next_turn_id) == (("settler", "take quarry"), True, None)
    assert player(person_turn(game)) != player(first)


def test_lines_run_in_order_and_stop_at_the_first_that_fails(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    result = answer(turn, "settler", "take coffee house", "take quarry")
    assert result.done == ("settler",)
    assert result.failed is not None
    assert result.failed.line == "take coffee house"
    assert "take quarry" in result.failed.legal
    assert result.not_tried == ("take quarry",)
    assert fresh(game).plies == 1


def test_an_answer_that_fails_at_once_changes_nothing_of_the_game(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    before = state(game)[:-1]
    result = answer(person_turn(game), "build harbor")
    assert result.done == ()
    assert result.failed is not None
    assert "settler" in result.failed.legal
    assert state(game)[:-1] == before


def test_lines_beyond_the_end_of_the_turn_are_not_tried(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    result = answer(person_turn(game), "settler", "take quarry", "builder")
    assert (result.failed, result.not_tried) == (None, ("builder",))


def test_a_number_means_the_offer_of_that_place(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    third = offers(turn)[2]
    assert answer(turn, "3").done == (third,)


def test_a_number_counts_in_the_first_line_only(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    result = answer(person_turn(game), "settler", "1")
    assert result.done == ("settler",)
    assert result.failed is not None
    assert "take quarry" in result.failed.legal


def test_a_key_seen_before_returns_its_first_answer_and_plays_nothing(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    first = answer(turn, "settler", "take quarry", key="click")
    before = state(game)
    assert answer(turn, "settler", "take quarry", key="click") == first
    assert answer(turn, "builder", key="click") == first
    assert state(game) == before


def test_a_closed_turn_is_refused_with_what_happened_since(anna: User, bob: User, chris: User) -> None:
    game = opened(anna, bob, chris)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    second = person_turn(game)
    taken = offers(second)[0]
    answer(second, taken)
    before = state(game)
    with pytest.raises(TurnClosed) as refusal:
        answer(turn, "builder")
    assert {event.seat for event in refusal.value.since} >= {second.seat.index}
    assert turn.seat.index not in {event.seat for event in refusal.value.since}
    assert state(game) == before


def test_nobody_answers_for_another_seat(anna: User, bob: User, david: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    before = state(game)
    for stranger in ({anna, bob} - {player(turn)}) | {david}:
        with pytest.raises(NotYours):
            answer(turn, "settler", by=stranger)
    with pytest.raises(NotYours):
        play(turn.pk, ["settler"], by=None, source=Move.Source.BOT, key="x")
    with pytest.raises(NotYours):
        play(turn.pk, ["settler"], by=None, source=Move.Source.TIMEOUT, key="x")
    with pytest.raises(NotYours):
        play(turn.pk, ["settler"], by=player(turn), source=Move.Source.BOT, key="x")
    assert state(game) == before


def test_nobody_learns_a_strangers_answer_by_its_key(anna: User, bob: User, david: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", key="click")
    with pytest.raises(NotYours):
        answer(turn, "settler", by=david, key="click")


@pytest.mark.parametrize("lines", [[], ["", "  "], ["settler"] * 61, ["x" * 501]])
def test_an_answer_without_a_move_or_without_measure_is_refused(anna: User, bob: User, lines: list[str]) -> None:
    game = opened(anna, bob)
    before = state(game)
    with pytest.raises(BadAnswer):
        answer(person_turn(game), *lines)
    assert state(game) == before


def test_a_turn_that_never_was_is_refused(anna: User) -> None:
    with pytest.raises(NoSuchTurn):
        play(4711, ["settler"], by=anna, source=Move.Source.WEB, key="x")


def test_moves_that_are_not_legal_are_refused(anna: User) -> None:
    game = opened(anna, bots=1)
    bots_play(game)
    answer(person_turn(game), "settler", "take quarry")
    turn = game.turns.get(status=Turn.Status.OPEN, early=False)
    before = state(game)
    plies = int(queries.position_for(turn).plies)
    with pytest.raises(BadAnswer):
        play_moves(turn.pk, [99999], plies=plies, source=Move.Source.BOT, key="x")
    assert state(game) == before


def test_moves_chosen_in_an_earlier_position_are_refused(anna: User) -> None:
    game = opened(anna, bots=1)
    bots_play(game)
    answer(person_turn(game), "settler", "take quarry")
    turn = game.turns.get(status=Turn.Status.OPEN, early=False)
    position = queries.position_for(turn)
    before = state(game)
    with pytest.raises(BadAnswer):
        play_moves(turn.pk, [position.legal_moves()[0]], plies=int(position.plies) - 1, source=Move.Source.BOT, key="x")
    assert state(game) == before


def test_what_is_forced_for_all_to_see_plays_itself_and_is_labelled(anna: User, bob: User, chris: User) -> None:
    game = play_on(opened(anna, bob, chris), lambda game: game.moves.filter(source=Move.Source.FORCED).exists())
    assert not game.moves.filter(source=Move.Source.FORCED).exclude(submission=None).exists()
    assert stored_position(game).forced_move() == NO_MOVE
    check_replay(game)


def test_a_whole_game_gives_every_seat_its_rank_and_asks_nobody_any_more(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), over)
    check_replay(game)
    assert {seat.rank for seat in game.seats.all()} <= {1, 2}
    assert all(seat.score is not None for seat in game.seats.all())
    assert not game.turns.exclude(status=Turn.Status.CLOSED).exists()
    assert queries.open_turn(game, anna) is None


def test_a_turn_is_one_run_of_plies_of_one_seat_in_one_phase(anna: User, bob: User, chris: User) -> None:
    game = play_on(opened(anna, bob, chris), lambda game: game.plies > 100)
    runs: list[tuple[tuple[int | None, int], set[int | None]]] = []
    for move in game.moves.order_by("ply"):
        run = (move.seat, move.phase)
        if not runs or runs[-1][0] != run:
            runs.append((run, set()))
        runs[-1][1].add(move.turn_id)
    assert all(len(turns - {None}) <= 1 for _run, turns in runs)
    turns_of_runs = [turn for _run, turns in runs for turn in turns - {None}]
    assert len(turns_of_runs) == len(set(turns_of_runs))


def test_a_run_longer_than_one_transaction_allows_is_finished_by_the_sweep(
    anna: User, bob: User, chris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_update, "MAX_PLIES", 1)
    game = opened(anna, bob, chris)

    def swept_along(game: Game) -> bool:
        clock.continue_interrupted_games()
        while not game.turns.filter(status=Turn.Status.OPEN, early=False, ahead_of_turn=False).exists() and not over(
            fresh(game)
        ):
            clock.continue_interrupted_games()
        return game.plies > 60

    game = play_on(game, swept_along)
    check_replay(game)


def test_my_turns_come_by_deadline(anna: User, bob: User) -> None:
    games = [opened(anna, bob) for _ in range(3)]
    for game, minutes in zip(games, (30, 10, 20), strict=True):
        turn = person_turn(game)
        turn.due = turn.opened_at + MAX_PAUSE * minutes
        turn.save()
    turns = list(queries.my_turns(player(person_turn(games[0]))))
    assert [turn.game for turn in turns] == [games[1], games[2], games[0]]


def test_what_happened_since_my_last_turn_leaves_out_my_own_move(anna: User, bob: User, chris: User) -> None:
    game = opened(anna, bob, chris)
    first = person_turn(game)
    answer(first, "settler", "take quarry")
    second = person_turn(game)
    answer(second, offers(second)[0])
    seats = [event.seat for event in queries.events_since_last_turn(fresh(game), first.seat)]
    assert second.seat.index in seats
    assert first.seat.index not in seats


def test_what_a_worker_notes_on_a_turn_outlives_a_move_made_at_the_same_time(anna: User, bob: User) -> None:
    """A worker claims a turn without the lock on the game."""
    game = opened(anna, bob)
    turn = person_turn(game)
    going_on = game_update.GameUpdate(game, timezone.now())
    Turn.objects.filter(pk=turn.pk).update(claimed_at=timezone.now(), attempts=2)
    going_on.advance()
    going_on.save()
    turn.refresh_from_db()
    assert (turn.claimed_at is not None, turn.attempts) == (True, 2)


def test_a_sweep_does_not_look_at_games_that_wait_for_somebody(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    Turn.objects.filter(game=game).update(status=Turn.Status.CLOSED)
    clock.continue_interrupted_games()
    assert not game.turns.filter(status=Turn.Status.OPEN, early=False).exists()
    Game.objects.filter(pk=game.pk).update(interrupted=True)
    clock.continue_interrupted_games()
    assert game.turns.filter(status=Turn.Status.OPEN, early=False).exists()
    assert not fresh(game).interrupted


def test_an_answer_keeps_nothing_that_a_database_cannot_keep(anna: User, bob: User) -> None:
    turn = person_turn(opened(anna, bob))
    failed = answer(turn, "harbor\0please").failed
    assert failed is not None
    assert failed.line == "harborplease"


def test_an_answer_asks_the_database_little(
    anna: User, bob: User, sent: list[str], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    turn = person_turn(opened(anna, bob))
    # Among them those that begin and end the transaction, and one for the channels of who is asked next.
    with django_assert_max_num_queries(18):
        answer(turn, "settler")
