"""Who plays in a seat is changed; what the one before holds of it is void."""

from __future__ import annotations

import pytest

from bots import tasks
from games.access import Permission
from games.models import Delivery, Game, Notification, Seat, Turn
from games.notifications import delivery
from games.people.models import User
from games.table import bot_accounts, queries
from games.table.audit import note
from games.table.errors import (
    AlreadySeated,
    CannotReplace,
    CannotUndo,
    NoSuchSeat,
    NotSeated,
    NotYours,
    TurnClosed,
)
from games.table.moderation.seat_replacement import give_seat_back, replace_by_bot, replace_by_person
from games.table.open_games import SeatPlan, join, open_game
from games.table.records import check_replay
from games.table.resignation import resign
from games.table.suspension import reinstate, suspend
from games.table.takeback import undo
from games.table.takeover import take_over
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import (
    LIMIT,
    answer,
    audit_entries,
    bot_turns,
    bots_play,
    fresh,
    gone_on,
    notices,
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
    return opened(anna, bob)


def seat_of(game: Game, person: User) -> Seat:
    return game.seats.get(user=person)


def test_a_bot_plays_for_a_person_who_keeps_the_seat(game: Game, moderator: User) -> None:
    turn = person_turn(game)
    replace_by_bot(game.pk, turn.seat.index, moderator, "gone away", "random")
    seat = seat_of(game, player(turn))
    assert (seat.caretaker, seat.caretaker_cause) == ("random", Seat.Cause.STAFF)
    (asked,) = bot_turns(game)
    assert (asked.seat_id, asked.deadline) == (seat.pk, None)
    with pytest.raises((NotYours, TurnClosed)):
        answer(turn, "settler")
    with pytest.raises(NotSeated):
        resign(game.pk, player(turn))
    bots_play(game)
    check_replay(gone_on(game))


def test_a_bot_of_another_level_takes_a_bots_place(anna: User, moderator: User) -> None:
    game = opened(anna, bots=2)
    seat = game.seats.filter(user=None).first()
    assert seat is not None
    replace_by_bot(game.pk, seat.index, moderator, "too weak", "merchant-1")
    seat.refresh_from_db()
    assert (seat.bot_level, seat.caretaker) == ("merchant-1", "")
    with pytest.raises(CannotReplace):
        replace_by_bot(game.pk, seat.index, moderator, "too weak", "merchant-1")


def test_the_person_gets_the_seat_back_and_is_asked_by_a_new_mail(game: Game, moderator: User) -> None:
    turn = person_turn(game)
    replace_by_bot(game.pk, turn.seat.index, moderator, "gone away", "random")
    give_seat_back(game.pk, turn.seat.index, moderator, "is back")
    again = person_turn(game)
    assert (again.seat_id, again.stage) == (turn.seat_id, "role")
    assert again.deadline is not None
    assert again.token != turn.token
    assert [mail.turn_id for mail in turn_mails(player(turn)) if mail.status == "pending"] == [again.pk]
    answer(again, "settler")
    check_replay(gone_on(game))


def test_a_person_who_resigned_can_be_given_the_seat_back(game: Game, anna: User, moderator: User) -> None:
    resign(game.pk, anna)
    give_seat_back(game.pk, seat_of(game, anna).index, moderator, "asked for it")
    seat = seat_of(game, anna)
    assert (seat.caretaker, seat.caretaker_cause, seat.resigned_at) == ("", "", None)


def test_what_a_bot_decided_meanwhile_is_not_the_persons_to_take_back(anna: User, moderator: User) -> None:
    game = opened(anna, bots=1)
    bots_play(game)
    turn = person_turn(game)
    replace_by_bot(game.pk, turn.seat.index, moderator, "gone away", "random")
    tasks.think(bot_turns(game)[0].pk)
    give_seat_back(game.pk, turn.seat.index, moderator, "is back")
    with pytest.raises(CannotUndo):
        undo(game.pk, anna)


def test_another_person_takes_the_seat_over(game: Game, moderator: User, chris: User) -> None:
    turn = person_turn(game)
    old = player(turn)
    replace_by_person(game.pk, turn.seat.index, moderator, "sold the farm", chris)
    new = person_turn(game)
    assert (player(new), new.stage) == (chris, "role")
    assert [mail.turn for mail in turn_mails(chris)] == [new]
    answer(new, "settler")
    assert queries.open_turn(fresh(game), old) is None
    check_replay(gone_on(game))


def test_nothing_that_the_person_before_holds_works_any_more(game: Game, moderator: User, chris: User) -> None:
    first = person_turn(game)
    old = player(first)
    answer(first, "settler")
    tokens = set(game.turns.filter(seat=first.seat).values_list("token", flat=True))
    replace_by_person(game.pk, first.seat.index, moderator, "sold the farm", chris)
    with pytest.raises(NotYours):
        answer(person_turn(game), "take quarry", by=old)
    with pytest.raises(NotYours):
        answer(first, "take quarry", by=old)
    with pytest.raises(NotSeated):
        undo(game.pk, old)
    with pytest.raises(CannotUndo):
        undo(game.pk, chris)
    assert not Turn.objects.filter(token__in=tokens).exists()
    assert not Delivery.objects.filter(user=old, status="pending").exclude(kind="notice").exists()


def test_the_person_before_is_told_and_learns_no_more_of_the_game(game: Game, moderator: User, chris: User) -> None:
    turn = person_turn(game)
    old = player(turn)
    replace_by_person(game.pk, turn.seat.index, moderator, "sold the farm", chris)
    (notice,) = notices(old)
    assert "sold the farm" in notice.content["text"]
    assert notice.seat is None
    play_on(game, over)
    assert not Delivery.objects.filter(user=old, status="pending").exclude(pk=notice.pk).exists()


def test_the_new_person_and_the_others_are_told(
    game: Game, moderator: User, chris: User, anna: User, bob: User
) -> None:
    turn = person_turn(game)
    (other,) = {anna, bob} - {player(turn)}
    replace_by_person(game.pk, turn.seat.index, moderator, "sold the farm", chris)
    assert len(notices(chris)) == len(notices(other)) == 1
    assert "chris" in notices(other)[0].content["text"]


def test_a_person_takes_a_bots_seat(anna: User, moderator: User, chris: User) -> None:
    game = opened(anna, bots=2)
    seat = game.seats.filter(user=None).first()
    assert seat is not None
    replace_by_person(game.pk, seat.index, moderator, "wants to play", chris)
    seat.refresh_from_db()
    assert (seat.user, seat.bot_level) == (chris, "")
    check_replay(gone_on(game))


def test_an_answer_given_ahead_goes_with_the_one_who_gave_it(
    anna: User, bob: User, chris: User, moderator: User
) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    early = person_turn(game, ahead=True)
    answer(early, offers(early)[0])
    replace_by_person(game.pk, early.seat.index, moderator, "sold the farm", chris)
    new = person_turn(game, ahead=True)
    assert (player(new), new.deferred_plies) == (chris, [])
    check_replay(gone_on(game))


def test_the_trail_says_who_played_before_and_after(game: Game, moderator: User, anna: User, chris: User) -> None:
    index = seat_of(game, anna).index
    replace_by_person(game.pk, index, moderator, "sold the farm", chris)
    replace_by_bot(game.pk, index, moderator, "gone away", "random")
    give_seat_back(game.pk, index, moderator, "is back")
    noted = [(entry.seat, entry.details["plays"]) for entry in audit_entries(Permission.REPLACE)]
    assert noted == [
        (index, {"from": f"account {anna.pk}", "to": f"account {chris.pk}"}),
        (index, {"from": f"account {chris.pk}", "to": "random"}),
        (index, {"from": "random", "to": f"account {chris.pk}"}),
    ]


def test_not_everybody_can_be_given_a_seat(game: Game, moderator: User, bob: User, anna: User) -> None:
    index = seat_of(game, anna).index
    program = UserFactory.create(username="program", owner=bob)
    curious = UserFactory.create(username="curious", is_staff=True)
    note(Permission.SEE_HIDDEN, by=curious, game=game, reason="to settle it")
    suspended = UserFactory.create(username="sven", suspended_at="2026-01-01T00:00Z")
    for person, refusal in (
        (bob, AlreadySeated),
        (anna, AlreadySeated),
        (program, CannotReplace),
        (suspended, CannotReplace),
        (moderator, CannotReplace),
        (curious, CannotReplace),
    ):
        with pytest.raises(refusal):
            replace_by_person(game.pk, index, moderator, "so", person)
    with pytest.raises(NoSuchSeat):
        replace_by_bot(game.pk, 2, moderator, "so", "random")
    with pytest.raises(CannotReplace):
        give_seat_back(game.pk, index, moderator, "so")
    assert fresh(game).version == game.version


def test_nobody_with_another_part_in_the_game_is_given_a_seat(
    anna: User, bob: User, chris: User, david: User, moderator: User
) -> None:
    game = opened(anna, bob, chris)
    mine, other = seat_of(game, anna).index, seat_of(game, bob).index
    replace_by_person(game.pk, other, moderator, "sold the farm", david)
    with pytest.raises(CannotReplace, match="another seat"):
        replace_by_person(game.pk, mine, moderator, "so", bob)
    robo = bot_accounts.create_bot_account(bob, "robo")
    seat = seat_of(game, chris)
    Seat.objects.filter(pk=seat.pk).update(user=robo)
    with pytest.raises(CannotReplace, match="program of bob"):
        replace_by_person(game.pk, other, moderator, "so", bob)
    helper = UserFactory.create(username="helper", is_staff=True)
    note(Permission.EXTEND, by=helper, game=game, reason="a holiday")
    with pytest.raises(CannotReplace, match="as staff"):
        replace_by_person(game.pk, mine, moderator, "so", helper)


def test_whoever_had_a_seat_before_can_be_given_it_again(game: Game, bob: User, chris: User, moderator: User) -> None:
    index = seat_of(game, bob).index
    resign(game.pk, bob)
    take_over(game.pk, index, chris)
    replace_by_person(game.pk, index, moderator, "a mistake", bob)
    assert seat_of(game, bob).index == index
    check_replay(gone_on(game))


def test_a_mail_that_was_on_its_way_to_the_person_before_is_not_sent_later(
    game: Game, moderator: User, chris: User, mailoutbox: list[object]
) -> None:
    turn = person_turn(game)
    old = player(turn)
    start = Delivery.objects.get(user=old, kind=Notification.Kind.START)
    Delivery.objects.filter(pk=start.pk).update(status=Delivery.Status.SENDING)
    replace_by_person(game.pk, turn.seat.index, moderator, "sold the farm", chris)
    # The mail server refused it, so it is tried again.
    Delivery.objects.filter(pk=start.pk).update(status=Delivery.Status.PENDING)
    delivery.deliver(start.pk)
    start.refresh_from_db()
    assert (start.status, mailoutbox) == (Delivery.Status.DROPPED, [])


def test_a_closed_bot_account_does_not_get_its_seat_back(anna: User, bob: User, moderator: User) -> None:
    """Nobody could answer for it: its tokens are gone."""
    bot_accounts.create_bot_account(anna, "robo")
    seats = [SeatPlan("account", account="robo"), SeatPlan("free")]
    game = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    join(game.pk, bob)
    seat = game.seats.get(user__username="robo")
    replace_by_bot(game.pk, seat.index, moderator, "it hangs", "merchant-1")
    bot_accounts.close_bot_account(anna, "robo")
    with pytest.raises(CannotReplace, match="closed"):
        give_seat_back(game.pk, seat.index, moderator, "it works again")


def test_who_is_suspended_gets_the_seat_back_whichever_bot_has_played_there(
    game: Game, anna: User, moderator: User
) -> None:
    seat = game.seats.get(user=anna)
    suspend(anna, moderator, "rude words")
    replace_by_bot(game.pk, seat.index, moderator, "a stronger one", "merchant-1")
    reinstate(anna, moderator, "a mistake")
    seat.refresh_from_db()
    assert not seat.playing_level
