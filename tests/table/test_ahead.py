"""Deciding at the same time: answers given ahead stay private and are played in turn order."""

from __future__ import annotations

from random import Random

import pytest

from games.models import Game, Move, Submission, Turn
from games.people.models import User
from games.table import queries
from games.table.records import check_replay
from games.table.takeback import undo
from tests.table.games import (
    answer,
    fresh,
    offers,
    opened,
    over,
    person_turn,
    play_on,
    player,
    somebody_ahead,
    turn_mails,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    """One person is to move, the other can decide ahead."""
    return play_on(opened(anna, bob), somebody_ahead)


def test_whoever_can_decide_ahead_is_asked_at_the_same_time(game: Game) -> None:
    early, due = person_turn(game, ahead=True), person_turn(game)
    assert queries.question_for(early).seat == early.seat.index
    assert queries.question_for(due).seat == due.seat.index
    assert len([mail for mail in turn_mails(player(early)) if mail.turn == early]) == 1


def test_an_answer_given_ahead_changes_nothing_that_others_see(game: Game) -> None:
    early = person_turn(game, ahead=True)
    before = fresh(game)
    result = answer(early, offers(early)[0])
    assert result.ahead
    after = fresh(game)
    assert (after.position, after.plies) == (before.position, before.plies)
    assert not Move.objects.filter(turn=early).exists()
    other = person_turn(game).seat.index
    assert early.seat.index not in {entry.seat for entry in queries.visible_log(after, other)[before.plies :]}
    early.refresh_from_db()
    assert early.status == Turn.Status.ANSWERED


def test_an_answer_given_ahead_is_played_when_its_time_comes(game: Game) -> None:
    early, due = person_turn(game, ahead=True), person_turn(game)
    given = answer(early, offers(early)[0], source=Move.Source.MAIL)
    plies = fresh(game).plies
    while Turn.objects.get(pk=due.pk).status == Turn.Status.OPEN:
        answer(due, offers(due)[0])
    early.refresh_from_db()
    assert early.status == Turn.Status.CLOSED
    played = Move.objects.filter(turn=early).exclude(source=Move.Source.FORCED)
    assert {move.source for move in played} == {Move.Source.MAIL}
    assert min(move.ply for move in played) > plies
    assert given.done
    check_replay(fresh(game))


def test_an_answer_given_ahead_can_be_withdrawn_and_given_anew(game: Game) -> None:
    early = person_turn(game, ahead=True)
    answer(early, offers(early)[0])
    taken_back = undo(game.pk, player(early))
    assert taken_back.turn_id == early.pk
    early = person_turn(game, ahead=True)
    assert early.deferred_plies == []
    assert answer(early, offers(early)[-1]).ahead


def test_a_turn_that_was_not_answered_ahead_becomes_the_one_to_move(game: Game) -> None:
    early, due = person_turn(game, ahead=True), person_turn(game)
    while Turn.objects.get(pk=due.pk).status == Turn.Status.OPEN:
        answer(due, offers(due)[0])
    early.refresh_from_db()
    assert (early.status, early.ahead_of_turn) == (Turn.Status.OPEN, False)
    assert person_turn(game) == early
    assert len([mail for mail in turn_mails(player(early)) if mail.turn == early]) == 1


def test_an_illegal_answer_ahead_is_refused_with_what_is_possible(game: Game) -> None:
    early = person_turn(game, ahead=True)
    result = answer(early, "place harbor 7")
    assert result.done == ()
    assert result.failed is not None
    assert result.failed.legal
    early.refresh_from_db()
    assert (early.status, early.deferred_plies) == (Turn.Status.OPEN, [])


def test_whoever_decides_first_the_game_goes_the_same_way(anna: User, bob: User) -> None:
    def after(early_first: bool) -> str:
        game = play_on(opened(anna, bob), somebody_ahead)
        early, due = person_turn(game, ahead=True), person_turn(game)
        for turn in (early, due) if early_first else (due, early):
            while Turn.objects.get(pk=turn.pk).status == Turn.Status.OPEN:
                answer(turn, offers(turn)[0])
        return fresh(game).digest

    assert after(early_first=True) == after(early_first=False)


def test_every_answer_given_ahead_in_a_whole_game_is_played(
    anna: User, bob: User, chris: User, caplog: pytest.LogCaptureFixture
) -> None:
    game, lots = opened(anna, bob, chris), Random(1)
    while not over(fresh(game)):
        turns = (
            game.turns.filter(status=Turn.Status.OPEN, early=False)
            .select_related("seat__user")
            .order_by("-ahead_of_turn")
        )
        answer(turns[0], lots.choice(offers(turns[0])))
    given = Submission.objects.filter(turn__game=game, plies__gt=0)
    assert Submission.objects.filter(turn__game=game, result__ahead=True).exists()
    assert not given.filter(moves=None).exists()
    assert not caplog.records
    check_replay(fresh(game))


def test_whoever_decided_ahead_is_told_later_what_the_others_did_meanwhile(game: Game) -> None:
    early, due = person_turn(game, ahead=True), person_turn(game)
    answer(early, offers(early)[0])
    while Turn.objects.get(pk=due.pk).status == Turn.Status.OPEN:
        answer(due, offers(due)[0])
    own = Move.objects.filter(game=game, turn=due, undone_at=None).order_by("ply").last()
    assert own is not None
    heard = [event.to_json() for event in queries.events_since_last_turn(fresh(game), early.seat)]
    placed = [event for event in own.events if event["seat"] == due.seat.index]
    assert placed
    assert all(event in heard for event in placed)
    decided = [event for move in Move.objects.filter(turn=early) for event in move.events]
    assert not [event for event in heard if event in decided and event["seat"] == early.seat.index]
