"""The coach of somebody who plays against bots only: where there is one, what it shows, and who sees it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from bots import tasks
from games.access import Permission
from games.engine.random import from_secret
from games.mail.compose import compose
from games.models import AuditEntry, Delivery, Game, Hint, Notification, Seat, Turn
from games.nudge import THINK
from games.people.models import User
from games.table import coach, hint_queue, queries
from games.table.coach import FoundMove, HintState, NoCoach, ask_for_hint, switch_coach
from games.table.errors import NotSeated, NotYours, QuestionPassed, TooMany
from games.table.guests import delete_expired_guests, open_guest_game
from games.table.moderation.seat_replacement import replace_by_person
from games.table.positions import rules_of
from games.table.records import record_for
from games.table.resignation import resign
from tests.table.games import answer, bots_play, fresh, offers, opened, person_turn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def celery(sent: list[str]) -> list[str]:
    return sent


@pytest.fixture
def game(anna: User) -> Game:
    """Anna is asked, against two bots, and has a coach."""
    return coached(anna)


def coached(person: User, kind: str = "puerto-rico") -> Game:
    game = opened(person, bots=2, kind=kind)
    switch_coach(game.pk, person, on=True)
    bots_play(game)
    return fresh(game)


def seat_of(game: Game, person: User) -> Seat:
    return Seat.objects.get(game=game, user=person)


def shown(game: Game) -> tuple[HintState, list[FoundMove]]:
    turn = person_turn(game)
    state, moves = coach.hint_for(turn, queries.position_for(turn))
    return state, list(moves)


def found(game: Game) -> list[FoundMove]:
    """What the coach finds for the person's question, as workers search it."""
    ask_for_hint(person_turn(game).pk, person_turn(game).seat.user or User())
    tasks.think_for_open_turns()
    state, moves = shown(game)
    assert state == HintState.FOUND
    return moves


# --- where there is one ---------------------------------------------------------------------------------------------


def test_a_coach_is_turned_on_and_off_against_bots_alone(anna: User) -> None:
    game = opened(anna, bots=2)
    for on, state in ((True, Seat.Coach.ON), (False, Seat.Coach.OFF), (True, Seat.Coach.ON)):
        before = fresh(game).version
        switch_coach(game.pk, anna, on=on)
        assert seat_of(game, anna).coach == state
        assert fresh(game).version == before + 1
    switch_coach(game.pk, anna, on=True)
    details = [entry.details for entry in AuditEntry.objects.filter(action=Permission.HAVE_COACH).order_by("pk")]
    assert details == [{"coach": "on"}, {"coach": "off"}, {"coach": "on"}]


def test_where_another_person_plays_there_is_none(anna: User, bob: User) -> None:
    game = opened(anna, bob, bots=1)
    with pytest.raises(NoCoach):
        switch_coach(game.pk, anna, on=True)
    Seat.objects.filter(game=game).update(coach=Seat.Coach.ON)
    bots_play(game)
    turn = person_turn(game)
    assert turn.seat.user is not None
    with pytest.raises(NoCoach):
        ask_for_hint(turn.pk, turn.seat.user)
    resign(game.pk, anna if turn.seat.user == bob else bob)
    assert not coach.has_coach(seat_of(game, turn.seat.user), game.seats.all())


def test_who_has_no_seat_has_no_coach(game: Game, bob: User) -> None:
    with pytest.raises(NotSeated):
        switch_coach(game.pk, bob, on=False)
    with pytest.raises(NotYours):
        ask_for_hint(person_turn(game).pk, bob)
    assert not Hint.objects.exists()


def test_whoever_takes_the_seat_over_begins_without_a_coach(game: Game, bob: User) -> None:
    found(game)
    replace_by_person(game.pk, person_turn(game).seat.index, None, "a test", bob)
    assert seat_of(game, bob).coach == Seat.Coach.OFF
    switch_coach(game.pk, bob, on=True)
    assert shown(game) == (HintState.NOT_ASKED, [])


def test_a_guest_begins_with_a_coach_and_nothing_of_it_stays(celery: list[str]) -> None:
    guest, game = open_guest_game("san-juan", "apprentice-1", time_zone="UTC", language="en")
    assert coach.has_coach(seat_of(game, guest), game.seats.all())
    bots_play(game)
    assert found(game)
    switch_coach(game.pk, guest, on=False)
    assert not Hint.objects.exists()
    switch_coach(game.pk, guest, on=True)
    assert found(game)
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert delete_expired_guests() == 1
    assert not any(model.objects.exists() for model in (Hint, Seat, Game, User))
    for entry in AuditEntry.objects.filter(action=Permission.HAVE_COACH):
        assert (entry.game, entry.actor, entry.person) == (None, None, None)


# --- what it shows --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["puerto-rico", "san-juan"])
def test_it_shows_whole_answers_that_can_be_played(anna: User, kind: str) -> None:
    game = coached(anna, kind)
    for _question in range(6):
        moves = found(game)
        assert 1 <= len(moves) <= 3
        assert moves == sorted(moves, key=lambda move: -move.share)
        position = queries.position_for(person_turn(game))
        for move in moves:
            copy = position.copy()
            assert rules_of(game).submit(copy, move.line)
            assert not (copy.is_mid_decision() and copy.to_move() == position.to_move())
        assert answer(person_turn(game), moves[0].line).failed is None
        bots_play(game)


def test_another_question_has_no_hint_yet(game: Game) -> None:
    assert shown(game) == (HintState.NOT_ASKED, [])
    found(game)
    answer(person_turn(game), offers(person_turn(game))[0])
    bots_play(game)
    assert shown(game) == (HintState.NOT_ASKED, [])
    found(game)
    assert Hint.objects.count() == 1


def test_asking_twice_searches_once(game: Game, anna: User, celery: list[str]) -> None:
    turn = person_turn(game)
    ask_for_hint(turn.pk, anna)
    assert celery[-1] == THINK
    assert shown(game)[0] == HintState.SEARCHING
    before = seat_of(game, anna).private_version
    ask_for_hint(turn.pk, anna)
    assert Hint.objects.get().searches == 1
    tasks.think_for_open_turns()
    assert seat_of(game, anna).private_version == before + 1
    moves = shown(game)[1]
    ask_for_hint(turn.pk, anna)
    tasks.think_for_open_turns()
    assert (shown(game)[1], Hint.objects.get().searches) == (moves, 1)


def test_a_turn_has_so_many_searches(game: Game, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "MAX_SEARCHES", 1)
    found(game)
    Hint.objects.update(question="another")
    with pytest.raises(TooMany):
        ask_for_hint(person_turn(game).pk, anna)


def test_a_closed_turn_has_no_hint(game: Game, anna: User) -> None:
    turn = person_turn(game)
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.CLOSED)
    with pytest.raises(QuestionPassed):
        ask_for_hint(turn.pk, anna)


def test_a_mail_explains_its_question(game: Game, anna: User) -> None:
    turn = person_turn(game)
    view = rules_of(game).view(queries.position_for(turn), turn.seat.index)
    line = coach.explanation(game, queries.position_for(turn), queries.question_for(turn), view)

    def mailed() -> str:
        mail = compose(Delivery.objects.filter(kind=Notification.Kind.TURN, turn=turn).latest("pk"))
        return " ".join(mail.text.split())

    assert line in mailed()
    switch_coach(game.pk, anna, on=False)
    assert line not in mailed()


# --- who sees it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["puerto-rico", "san-juan"])
def test_it_knows_nothing_that_is_hidden_from_the_seat(anna: User, kind: str) -> None:
    game = coached(anna, kind)
    for _question in range(3):
        moves = found(game)
        Hint.objects.all().delete()
        rules, turn = rules_of(game), person_turn(game)
        true = queries.position_for(turn)
        other = true.resample(turn.seat.index, from_secret(b"twin" * 8, "twin"))
        assert rules.digest(other) != rules.digest(true)
        Game.objects.filter(pk=game.pk).update(position=rules.to_json(other))
        assert found(game) == moves
        Game.objects.filter(pk=game.pk).update(position=rules.to_json(true))
        answer(person_turn(game), moves[0].line)
        bots_play(game)


def test_a_hint_changes_nothing_that_others_see(game: Game, anna: User) -> None:
    before, record = fresh(game).version, record_for(fresh(game), None)
    found(game)
    assert fresh(game).version == before
    assert record_for(fresh(game), None) == record


# --- workers --------------------------------------------------------------------------------------------------------


def test_a_hint_whose_workers_die_is_given_up_until_it_is_asked_for_again(game: Game, anna: User) -> None:
    turn = person_turn(game)
    ask_for_hint(turn.pk, anna)
    for _worker in range(hint_queue.MAX_ATTEMPTS):
        assert hint_queue.claim_next() == turn.pk
        assert hint_queue.claim_next() is None
        Hint.objects.update(claimed_at=timezone.now() - hint_queue.STALE_AFTER - timedelta(seconds=1))
    assert hint_queue.claim_next() is None
    assert shown(game) == (HintState.NOTHING, [])
    assert found(game)


def test_a_worker_that_comes_too_late_keeps_nothing(game: Game, anna: User) -> None:
    turn = person_turn(game)
    ask_for_hint(turn.pk, anna)
    assert hint_queue.claim_next() == turn.pk
    late = hint_queue.claimed_hint(turn.pk)
    assert late is not None
    Hint.objects.update(claimed_at=timezone.now() - hint_queue.STALE_AFTER - timedelta(seconds=1))
    assert hint_queue.claim_next() == turn.pk
    assert not hint_queue.keep(late, [{"line": "late", "share": 1.0, "value": 0.5}])
    tasks.search_claimed_hint(turn.pk)
    assert "late" not in [move.line for move in shown(game)[1]]


def test_a_search_that_fails_says_that_it_found_nothing(
    game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_named: object) -> None:
        raise RuntimeError

    ask_for_hint(person_turn(game).pk, anna)
    monkeypatch.setattr(tasks, "sensible_moves", fail)
    tasks.think_for_open_turns()
    assert shown(game) == (HintState.NOTHING, [])


def test_a_question_that_was_answered_meanwhile_needs_no_search(game: Game, anna: User) -> None:
    turn = person_turn(game)
    ask_for_hint(turn.pk, anna)
    answer(turn, offers(turn)[0])
    tasks.search_claimed_hint(turn.pk)
    assert Hint.objects.get().moves is None
