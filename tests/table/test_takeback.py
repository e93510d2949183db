"""Taking back: only one's own last answer, only while nothing was revealed and nobody has decided since."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from games.models import Delivery, Game, Move, Notification, Turn
from games.people.models import User
from games.table.errors import CannotUndo, NotRunning, NotSeated, Refused
from games.table.records import check_replay
from games.table.resignation import resign
from games.table.suspension import suspend
from games.table.takeback import can_undo, undo
from tests.api.programs import program_of
from tests.table.games import answer, fresh, offers, opened, over, person_turn, play_on, player
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def test_a_move_taken_back_leaves_the_game_as_it_was(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    before = fresh(game)
    answer(turn, "settler", "take quarry")
    taken_back = undo(game.pk, player(turn))
    assert (taken_back.texts, taken_back.turn_id) == (("settler", "take quarry"), turn.pk)
    after = fresh(game)
    assert (after.position, after.digest, after.plies) == (before.position, before.digest, before.plies)
    again = person_turn(game)
    assert (again.pk, again.stage, again.deadline) == (turn.pk, turn.stage, turn.deadline)
    check_replay(after)


def test_moves_taken_back_stay_in_the_trail(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    undo(game.pk, player(turn))
    answer(turn, "builder", "pass")
    texts = [(move.text, move.undone_at is None) for move in game.moves.order_by("pk")][:4]
    assert texts == [("settler", False), ("take quarry", False), ("builder", True), ("pass", True)]


def test_only_the_last_answer_of_a_turn_is_taken_back_at_a_time(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler")
    answer(turn, "take quarry")
    assert undo(game.pk, player(turn)).texts == ("take quarry",)
    assert person_turn(game).stage == "settler"
    assert undo(game.pk, player(turn)).texts == ("settler",)
    assert person_turn(game).stage == "role"


def test_the_turn_that_a_move_opened_is_withdrawn_with_its_mail(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    asked = person_turn(game)
    undo(game.pk, player(turn))
    asked.refresh_from_db()
    assert asked.status == Turn.Status.CLOSED
    assert Delivery.objects.get(turn=asked).status == Delivery.Status.DROPPED


def test_nothing_is_taken_back_once_another_has_decided(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    second = person_turn(game)
    answer(second, offers(second)[0])
    position = fresh(game).position
    with pytest.raises(CannotUndo):
        undo(game.pk, player(turn))
    assert fresh(game).position == position


def test_nothing_is_taken_back_once_something_hidden_was_revealed(anna: User, bob: User, chris: User) -> None:
    game = opened(anna, bob, chris)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    # New plantations are turned up at the end of the settler phase (docs/rules §3 Settler).
    while (last := person_turn(game)).stage == "settler":
        result = answer(last, offers(last)[0])
    assert result.turn_closed
    assert not can_undo(fresh(game), last.seat)
    with pytest.raises(CannotUndo):
        undo(game.pk, player(last))


def test_somebody_who_has_not_decided_has_nothing_to_take_back(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    for person in (anna, bob):
        with pytest.raises(CannotUndo):
            undo(game.pk, person)


def test_a_refused_answer_is_nothing_to_take_back(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "harbor please")
    assert not can_undo(game, turn.seat)


def test_an_onlooker_takes_nothing_back(anna: User, bob: User, david: User) -> None:
    with pytest.raises(NotSeated):
        undo(opened(anna, bob).pk, david)


def test_a_finished_game_stands(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    answer(person_turn(game), "settler")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    for person in (anna, bob):
        with pytest.raises(NotRunning):
            undo(game.pk, person)


def test_nothing_is_taken_back_after_the_time_for_it(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    with time_machine.travel(timezone.now() + timedelta(days=4)), pytest.raises(CannotUndo):
        undo(game.pk, player(turn))


def test_a_taken_back_draw_comes_again_the_same(anna: User, bob: User) -> None:
    """What was drawn after a take-back is what would have been drawn without it."""

    def to_the_end(detour: bool) -> str:
        game = opened(anna, bob)
        turn = person_turn(game)
        if detour:
            answer(turn, "builder")
            undo(game.pk, player(turn))
        answer(turn, "settler", "take quarry")
        game = play_on(game, lambda game: game.plies > 40 or over(game))
        return game.digest

    assert to_the_end(detour=True) == to_the_end(detour=False)


def test_two_take_backs_at_once_take_back_one_answer_each(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    undo(game.pk, player(turn))
    with pytest.raises(CannotUndo):
        undo(game.pk, player(turn))
    assert Move.objects.filter(game=game, undone_at=None).count() == 0
    assert Game.objects.get(pk=game.pk).plies == 0


def test_a_turn_whose_mail_was_dropped_is_mailed_after_all_when_it_is_open_again(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "builder", "pass")
    Delivery.objects.filter(turn=turn).update(status=Delivery.Status.DROPPED)
    undo(game.pk, player(turn))
    assert Delivery.objects.get(turn=turn).status == Delivery.Status.PENDING


def test_a_mail_that_went_out_does_not_go_out_again_after_a_take_back(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "builder", "pass")
    Delivery.objects.filter(turn=turn).update(status=Delivery.Status.SENT)
    undo(game.pk, player(turn))
    assert Delivery.objects.get(turn=turn).status == Delivery.Status.SENT


def in_a_circle(game: Game, turn: Turn) -> int:
    """Play and take back until it is refused; how often it went."""
    for times in range(20):
        answer(turn, *(("settler", "take quarry"), ("builder", "pass"))[times % 2])
        try:
            undo(game.pk, player(turn))
        except CannotUndo:
            return times
    return 20


def test_taking_back_and_playing_in_a_circle_ends_after_five_times(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    assert in_a_circle(game, turn) == 5
    with pytest.raises(CannotUndo, match="5 times in this turn"):
        undo(game.pk, player(turn))
    assert not can_undo(fresh(game), turn.seat)
    assert Delivery.objects.filter(kind=Notification.Kind.TURN).count() == 7
    check_replay(fresh(game))


def test_take_backs_of_parts_of_a_turn_count_with_those_of_the_whole(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler")
    for _time in range(4):
        answer(turn, "take quarry")
        undo(game.pk, player(turn))
    undo(game.pk, player(turn))
    answer(turn, "builder", "pass")
    with pytest.raises(CannotUndo):
        undo(game.pk, player(turn))


def test_in_the_next_turn_there_is_something_to_take_back_again(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    first = person_turn(game)
    assert in_a_circle(game, first) == 5
    other = person_turn(game)
    assert player(other) != player(first)
    answer(other, "pass")
    answer(person_turn(game), "trader")
    turn = person_turn(game)
    assert player(turn) == player(first)
    answer(turn, "captain")
    assert can_undo(fresh(game), turn.seat)


def test_the_mail_that_follows_a_take_back_waits_and_takes_its_predecessor_s_place(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    asked_first = person_turn(game)
    assert asked_first.seat_id != turn.seat_id
    undo(game.pk, player(turn))
    answer(turn, "settler", "take quarry")
    asked_anew = person_turn(game)
    first, second = (Delivery.objects.get(turn=asked) for asked in (asked_first, asked_anew))
    assert (first.status, second.status) == (Delivery.Status.DROPPED, Delivery.Status.PENDING)
    assert first.next_attempt_at <= timezone.now()
    assert second.next_attempt_at > timezone.now() + timedelta(minutes=2)


CAUSES: dict[str, Callable[[Turn], object]] = {
    "nothing else happened": lambda turn: turn,
    "it was taken back": lambda turn: undo(turn.game_id, player(turn)),
    "they resigned": lambda turn: resign(turn.game_id, player(turn)),
    "they were suspended": lambda turn: suspend(player(turn), None, "insults"),
    "the seat is another's": lambda turn: turn.game.seats.filter(pk=turn.seat_id).update(
        user=User.objects.get(username="chris")
    ),
    "the game is paused": lambda turn: Game.objects.filter(pk=turn.game_id).update(paused_at=timezone.now()),
    "the game is over": lambda turn: Game.objects.filter(pk=turn.game_id).update(status=Game.Status.FINISHED),
    "somebody has decided": lambda turn: answer(person_turn(turn.game), offers(person_turn(turn.game))[0]),
    "the time is up": lambda turn: Turn.objects.filter(pk=turn.pk).update(due=turn.opened_at - timedelta(days=9)),
    "a bot has decided for them": lambda turn: Turn.objects.filter(pk=turn.pk).update(timed_out=True),
    "it was taken back often": lambda turn: (undo(turn.game_id, player(turn)), in_a_circle(turn.game, turn)),
}


@pytest.mark.parametrize("cause", CAUSES)
def test_what_is_said_to_be_possible_is_what_is_done(cause: str, anna: User, bob: User, chris: User) -> None:
    """On the page and in the API too, for everybody who has or had a seat."""
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    CAUSES[cause](turn)
    for person in (anna, bob, chris):
        person = User.objects.get(pk=person.pk)
        seat = fresh(game).seats.filter(user=person).first()
        goes = _goes_through(game, person)
        if seat is not None:
            assert can_undo(fresh(game), seat) == goes
        if person.suspended_at is None and seat is not None:
            assert program_of(person).ask(f"games/{game.pk}/")["can_undo"] == goes
        page = client_of(person).get(f"/games/{game.pk}/").content.decode()
        assert ("Take back my last move" in page) == goes
    assert (cause == "nothing else happened") == _goes_through(game, player(turn))


def _goes_through(game: Game, person: User) -> bool:
    with transaction.atomic():
        try:
            undo(game.pk, person)
        except Refused:
            return False
        else:
            return True
        finally:
            transaction.set_rollback(True)


def test_the_page_says_why_nothing_is_taken_back_any_more(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    assert in_a_circle(game, turn) == 5
    page = client_of(player(turn)).get(f"/games/{game.pk}/").content.decode()
    assert "You have taken back 5 times in this turn: it stands now." in page
    answer(person_turn(game), offers(person_turn(game))[0])
    assert "You have taken back" not in client_of(player(turn)).get(f"/games/{game.pk}/").content.decode()
