"""Seats that become vacant, by missed deadlines or because somebody leaves; who returns, and who takes them over."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.utils.translation import override

from games.access import Permission, may
from games.engine import record
from games.models import Delivery, Game, Move, Notification, Seat, SeatHolder, Turn
from games.nudge import THINK
from games.people.models import User
from games.table import queries, seat_orders, vacant_seats
from games.table.account_closing import close_account
from games.table.bot_accounts import create_bot_account
from games.table.errors import (
    AlreadySeated,
    CannotReturn,
    CannotTakeOver,
    GamePaused,
    NoSuchSeat,
    NotAllowed,
    NotModerator,
    NotRunning,
    NotSeated,
    NotYours,
    SeatLocked,
    SeatNotVacant,
    Suspended,
    TooMany,
)
from games.table.moderation import inspection
from games.table.moderation.rewind import rewind
from games.table.moderation.seat_replacement import give_seat_back, replace_by_bot
from games.table.open_games import SeatPlan, join, open_game
from games.table.order_changes import give_orders
from games.table.pausing import pause
from games.table.plan_changes import plan_next_pick
from games.table.positions import rules_of, stored_position
from games.table.records import check_replay, export_record, import_record
from games.table.reply_tokens import power_of
from games.table.resignation import resign
from games.table.suspension import reinstate, suspend
from games.table.takeover import MAX_RETURNS, return_to_seat, take_over
from games.table.vacant_offers import offers_for, offers_of
from games.time_control import TimeControl
from tests.table.games import (
    SECRET,
    answer,
    audit_entries,
    bots_play,
    fresh,
    notices,
    offers,
    opened,
    over,
    person_turn,
    play_on,
    player,
    turn_mails,
)
from tests.table.test_clocks import DAY, HOUR, Days, days, game_by, rest, turn_of  # noqa: F401
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def seat_of(game: Game, person: User) -> Seat:
    return game.seats.get(user=person)


def fresh_person(person: User) -> User:
    return User.objects.get(pk=person.pk)


def quick(turn: Turn) -> None:
    answer(turn, offers(turn)[0])


def miss_next(game: Game, person: User, days: Days) -> None:  # noqa: F811
    """Everybody else answers at once until this person is asked; then they let the time of that turn pass."""
    while True:
        bots_play(game)
        turn = person_turn(fresh(game))
        if player(turn) == person:
            break
        quick(turn)
    days.pass_by(DAY)


def left(game: Game, days: Days) -> User:  # noqa: F811
    """Whoever is to move in a game whose seats are vacant after two missed deadlines, and has missed them."""
    mover = player(turn_of(game))
    miss_next(game, mover, days)
    miss_next(game, mover, days)
    return mover


class TestMissedDeadlines:
    def test_two_in_a_row_make_the_seat_vacant_and_a_bot_plays_on(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob, misses_in_row=2, misses_in_all=4)
        mover = player(turn_of(game))
        miss_next(game, mover, days)
        assert seat_of(game, mover).vacant_since is None
        miss_next(game, mover, days)
        seat = seat_of(game, mover)
        assert (seat.caretaker_cause, seat.vacant_since) == (Seat.Cause.MISSED, days.now)
        missed = game.turns.get(status=Turn.Status.OPEN, seat=seat)
        assert (missed.timed_out, missed.bot_level, missed.deadline) == (True, seat.caretaker, None)
        bots_play(game)
        assert Move.Source.TIMEOUT in set(missed.moves.values_list("source", flat=True))
        assert [entry.seat for entry in audit_entries(vacant_seats.VACANT)] == [seat.index]

    def test_the_person_and_the_others_are_told(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob, misses_in_row=1)
        mover = player(turn_of(game))
        miss_next(game, mover, days)
        (own,) = notices(mover)
        assert "you can return" in own.content["text"]
        (others,) = notices(bob if mover == anna else anna)
        assert f"{mover.username} has missed too many deadlines" in others.content["text"]

    def test_an_answer_ends_the_row_but_not_the_sum(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob, misses_in_row=2, misses_in_all=3)
        mover = player(turn_of(game))
        for _time in range(2):
            miss_next(game, mover, days)
            bots_play(game)
            while player(turn := person_turn(fresh(game))) != mover:
                quick(turn)
            quick(turn)
            seat = seat_of(game, mover)
            assert (seat.missed_in_row, seat.vacant_since) == (0, None)
        miss_next(game, mover, days)
        seat = seat_of(game, mover)
        assert (seat.missed_in_row, seat.missed_in_all) == (1, 3)
        assert seat.vacant_since is not None

    def test_excused_misses_do_not_count(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob, excused=1, misses_in_row=1)
        mover = player(turn_of(game))
        days.pass_by(DAY)
        assert seat_of(game, mover).missed_in_all == 0
        days.pass_by(DAY)
        assert seat_of(game, mover).vacant_since is not None

    def test_a_clock_that_does_not_speak_of_it_makes_no_seat_vacant(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob)
        mover = player(turn_of(game))
        for _time in range(5):
            miss_next(game, mover, days)
        assert not seat_of(game, mover).caretaker

    def test_the_game_plays_on_and_replays(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob, misses_in_row=2)
        mover = left(game, days)
        game = play_on(game, over)
        check_replay(game)
        assert seat_of(game, mover).rank in (1, 2)

    def test_a_game_whose_last_person_left_is_played_out_by_bots(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob, misses_in_row=1)
        for _person in range(2):
            days.pass_by(DAY)
            bots_play(game)
        game = fresh(game)
        assert game.seats.filter(vacant_since=None).count() == 0
        assert over(game)
        assert not vacant_seats.offered_in_lobby().exists()
        with pytest.raises(NotRunning):
            return_to_seat(game.pk, anna)

    def test_nobody_is_told_of_others_where_nobody_can_take_the_seat(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob, misses_in_row=1)
        Game.objects.filter(pk=game.pk).update(takeover="")
        mover = player(turn_of(game))
        other = bob if mover == anna else anna
        miss_next(game, mover, days)
        resign(game.pk, other)
        for person in (mover, other):
            for notice in notices(person):
                assert "until they return." in notice.content["text"] or "You can return on" in notice.content["text"]


class TestReturning:
    def test_the_owner_plays_again_and_is_asked_with_a_new_token(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(DAY, anna, bob, misses_in_row=2)
        mover = left(game, days)
        missed = game.turns.get(status=Turn.Status.OPEN)
        return_to_seat(game.pk, mover)
        seat, turn = seat_of(game, mover), turn_of(game)
        assert (seat.caretaker, seat.vacant_since, seat.missed_in_row) == ("", None, 0)
        assert (player(turn), rest(turn, days)) == (mover, DAY)
        assert turn.token != missed.token
        quick(turn)
        assert [entry.person for entry in audit_entries(Permission.RETURN)] == [mover]

    def test_it_is_the_same_twice(self, anna: User, bob: User) -> None:
        game = opened(anna, bob)
        resign(game.pk, anna)
        return_to_seat(game.pk, anna)
        seen = fresh(game).version
        return_to_seat(game.pk, anna)
        assert fresh(game).version == seen
        assert len(audit_entries(Permission.RETURN)) == 1

    def test_only_the_seats_own_person_returns(self, anna: User, bob: User, chris: User) -> None:
        game = opened(anna, bob)
        resign(game.pk, anna)
        with pytest.raises(NotSeated):
            return_to_seat(game.pk, chris)

    def test_nobody_returns_from_a_suspension_or_where_staff_put_a_bot(
        self, anna: User, bob: User, moderator: User
    ) -> None:
        game = opened(anna, bob)
        replace_by_bot(game.pk, seat_of(game, bob).index, moderator, "asked for it", "random")
        with pytest.raises(CannotReturn):
            return_to_seat(game.pk, bob)
        suspend(anna, moderator, "spam")
        with pytest.raises(Suspended):
            return_to_seat(game.pk, anna)

    def test_nobody_returns_without_end(self, anna: User, bob: User) -> None:
        game = opened(anna, bob)
        for _time in range(MAX_RETURNS):
            resign(game.pk, anna)
            return_to_seat(game.pk, anna)
        resign(game.pk, anna)
        with pytest.raises(CannotReturn, match="5 times"):
            return_to_seat(game.pk, anna)

    def test_what_staff_gave_back_does_not_count(self, anna: User, bob: User, moderator: User) -> None:
        game = opened(anna, bob)
        for _time in range(MAX_RETURNS):
            resign(game.pk, anna)
            give_seat_back(game.pk, seat_of(game, anna).index, moderator, "asked for it")
        suspend(anna, moderator, "spam")
        reinstate(anna, moderator, "is sorry")
        resign(game.pk, anna)
        return_to_seat(game.pk, fresh_person(anna))
        assert not seat_of(game, anna).caretaker

    def test_a_bank_is_not_full_again_for_whoever_returns(self, anna: User, bob: User, days: Days) -> None:  # noqa: F811
        game = game_by(HOUR, anna, bob, bank=2 * DAY, misses_in_row=1)
        mover = player(turn_of(game))
        days.pass_by(2 * DAY + HOUR)
        return_to_seat(game.pk, mover)
        assert rest(turn_of(game), days) == HOUR

    def test_staff_give_a_vacant_seat_back(self, anna: User, bob: User, moderator: User) -> None:
        game = opened(anna, bob)
        resign(game.pk, anna)
        give_seat_back(game.pk, seat_of(game, anna).index, moderator, "asked for it")
        assert seat_of(game, anna).vacant_since is None


class TestTakingOver:
    def test_the_new_person_is_asked_with_a_whole_clock_of_their_own(
        self,
        anna: User,
        bob: User,
        chris: User,
        days: Days,  # noqa: F811
        sent: list[str],
    ) -> None:
        game = game_by(HOUR, anna, bob, bank=2 * DAY, excused=1, misses_in_row=1)
        mover = player(turn_of(game))
        days.pass_by(2 * DAY + HOUR)
        days.pass_by(HOUR)
        seat = seat_of(game, mover)
        assert (seat.excused, seat.missed_in_all) == (1, 1)
        taken = take_over(game.pk, seat.index, chris)
        assert (taken.user, taken.caretaker, taken.vacant_since) == (chris, "", None)
        assert (taken.excused, taken.missed_in_row, taken.missed_in_all) == (0, 0, 0)
        turn = turn_of(game)
        assert (player(turn), rest(turn, days)) == (chris, 2 * DAY + HOUR)
        assert [mail.turn for mail in turn_mails(chris)] == [turn]
        quick(turn)
        assert THINK in sent

    def test_nothing_of_the_person_before_opens_anything(self, anna: User, bob: User, chris: User) -> None:
        game = opened(anna, bob)
        first = person_turn(game)
        mover = player(first)
        answer(first, "settler")
        tokens = list(game.turns.filter(seat=first.seat).values_list("token", flat=True))
        resign(game.pk, mover)
        take_over(game.pk, first.seat.index, chris)
        assert not game.turns.filter(token__in=tokens).exists()
        turn = person_turn(game)
        for old in (first, turn):
            with pytest.raises(NotYours):
                answer(old, "take quarry", by=mover)
        assert not power_of(Turn.objects.get(pk=first.pk)).is_current
        pending = Delivery.objects.filter(user=mover, game=game, status=Delivery.Status.PENDING)
        assert set(pending.values_list("kind", flat=True)) <= {Notification.Kind.NOTICE}
        assert not may(Permission.SEE_SEAT, mover, fresh(game), turn.seat)
        assert not may(Permission.SEE_GAME, mover, fresh(game))
        with pytest.raises(SeatNotVacant, match="taken your seat"):
            return_to_seat(game.pk, mover)

    def test_it_is_the_same_twice_and_only_one_person_gets_it(
        self, anna: User, bob: User, chris: User, david: User
    ) -> None:
        game = opened(anna, bob)
        resign(game.pk, anna)
        index = seat_of(game, anna).index
        take_over(game.pk, index, chris)
        seen = fresh(game).version
        assert take_over(game.pk, index, chris).user == chris
        assert fresh(game).version == seen
        with pytest.raises(NotAllowed):
            take_over(game.pk, index, david)
        resign(game.pk, bob)
        with pytest.raises(SeatNotVacant):
            take_over(game.pk, index, david)

    def test_what_was_written_for_later_is_not_the_new_persons(self, anna: User, bob: User, chris: User) -> None:
        game = opened(anna, bob)
        turn = person_turn(game)
        waiting = bob if player(turn) == anna else anna
        give_orders(game.pk, waiting, ["always store coffee"], source=Move.Source.WEB)
        plan_next_pick(game.pk, waiting, ["next: builder"], source=Move.Source.WEB)
        resign(game.pk, waiting)
        index = seat_of(game, waiting).index
        told = len(notices(chris))
        take_over(game.pk, index, chris)
        seat = seat_of(game, chris)
        assert (seat.next_pick, seat.orders) == (None, None)
        assert not game.turns.filter(seat=seat).exclude(plan=None).exists()
        assert len(notices(chris)) == told
        assert not seat_orders.lines_of(seat)

    def test_nobody_who_sits_or_sat_takes_a_seat(self, anna: User, bob: User, chris: User, david: User) -> None:
        game = opened(anna, bob, chris)
        resign(game.pk, anna)
        index = seat_of(game, anna).index
        with pytest.raises(AlreadySeated):
            take_over(game.pk, index, bob)
        with pytest.raises(AlreadySeated):
            take_over(game.pk, index, anna)
        take_over(game.pk, index, david)
        resign(game.pk, bob)
        with pytest.raises(CannotTakeOver, match="have had a seat"):
            take_over(game.pk, seat_of(game, bob).index, anna)

    def test_nobody_whose_program_plays_takes_a_seat(self, anna: User, bob: User, chris: User) -> None:
        account = create_bot_account(chris, "chris-program")
        game = opened(anna, bob)
        seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free")]
        game = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(DAY))
        join(game.pk, account, game.invitation_code)
        join(game.pk, bob)
        resign(game.pk, bob)
        with pytest.raises(CannotTakeOver, match="program"):
            take_over(game.pk, seat_of(game, bob).index, chris)
        resign(game.pk, account)
        with pytest.raises(CannotTakeOver, match="program"):
            take_over(game.pk, seat_of(game, bob).index, chris)

    def test_no_program_takes_a_seat(self, anna: User, bob: User, chris: User) -> None:
        account = create_bot_account(chris, "chris-program")
        game = opened(anna, bob)
        resign(game.pk, anna)
        with pytest.raises(NotAllowed):
            take_over(game.pk, seat_of(game, anna).index, account, game.invitation_code)

    def test_nobody_who_has_looked_as_staff_takes_a_seat(self, anna: User, bob: User, moderator: User) -> None:
        game = opened(anna, bob)
        inspection.inspect_position(game.pk, by=moderator, reason="a question")
        resign(game.pk, anna)
        with pytest.raises(CannotTakeOver, match="as staff"):
            take_over(game.pk, seat_of(game, anna).index, moderator)

    def test_nobody_suspended_takes_a_seat_and_nobody_too_many(
        self, anna: User, bob: User, chris: User, moderator: User, settings: LazySettings
    ) -> None:
        game = opened(anna, bob)
        resign(game.pk, anna)
        index = seat_of(game, anna).index
        suspend(chris, moderator, "spam")
        with pytest.raises(Suspended):
            take_over(game.pk, index, chris)
        reinstate(chris, moderator, "is sorry")
        settings.SEATS_PER_PERSON = 1
        open_game(
            chris,
            name="",
            kind="puerto-rico",
            options={},
            seats=[SeatPlan("me"), SeatPlan("free")],
            time_control=TimeControl(DAY),
        )
        with pytest.raises(TooMany):
            take_over(game.pk, index, chris)

    def test_a_seat_that_is_not_vacant_or_locked_is_not_taken(
        self, anna: User, bob: User, chris: User, moderator: User
    ) -> None:
        game = opened(anna, bob)
        with pytest.raises(NotAllowed):
            take_over(game.pk, 0, chris)
        resign(game.pk, anna)
        index = seat_of(game, anna).index
        with pytest.raises(SeatNotVacant):
            take_over(game.pk, 1 - index, chris)
        with pytest.raises(NoSuchSeat):
            take_over(game.pk, 7, chris)
        with pytest.raises(NotModerator):
            vacant_seats.lock_seat(game.pk, index, chris, "mine")
        assert vacant_seats.lock_seat(game.pk, index, moderator, "a quarrel")
        assert not vacant_seats.lock_seat(game.pk, index, moderator, "a quarrel")
        assert not vacant_seats.offered_in_lobby().exists()
        with pytest.raises((SeatLocked, NotAllowed)):
            take_over(game.pk, index, chris)
        return_to_seat(game.pk, anna)
        resign(game.pk, anna)
        vacant_seats.lock_seat(game.pk, index, moderator, "over", locked=False)
        pause(game.pk, moderator, "a question")
        with pytest.raises(GamePaused):
            take_over(game.pk, index, chris)

    def test_a_host_can_let_nobody_take_seats_over(self, anna: User, bob: User, chris: User) -> None:
        game = game_of(anna, bob, takeover=False)
        resign(game.pk, bob)
        with pytest.raises(SeatLocked):
            take_over(game.pk, seat_of(game, bob).index, chris, game.invitation_code)
        return_to_seat(game.pk, bob)

    def test_seats_for_invited_people_are_taken_by_link_or_where_everybody_may_watch(
        self, anna: User, bob: User, chris: User
    ) -> None:
        game = game_of(anna, bob, invited=True)
        resign(game.pk, bob)
        index = seat_of(game, bob).index
        assert not vacant_seats.offered_in_lobby().exists()
        with pytest.raises(NotAllowed):
            take_over(game.pk, index, chris)
        Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.SPECTATORS)
        assert vacant_seats.offered_in_lobby().get() == game
        Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
        assert take_over(game.pk, index, chris, game.invitation_code).user == chris

    def test_a_game_of_before_offers_no_seat(self, anna: User, bob: User, chris: User) -> None:
        game = opened(anna, bob)
        Game.objects.filter(pk=game.pk).update(takeover="")
        SeatHolder.objects.filter(game=game).delete()
        resign(game.pk, anna)
        with pytest.raises(NotAllowed):
            take_over(game.pk, seat_of(game, anna).index, chris)
        return_to_seat(game.pk, anna)

    def test_a_seat_of_a_closed_account_can_be_taken(self, anna: User, bob: User, chris: User) -> None:
        game = opened(anna, bob)
        index = seat_of(game, bob).index
        close_account(bob, bob)
        assert take_over(game.pk, index, chris).user == chris
        assert not SeatHolder.objects.filter(user=bob, to_at=None).exists()

    def test_the_one_before_is_named_in_each_readers_language(self, anna: User, bob: User, chris: User) -> None:
        User.objects.filter(pk=anna.pk).update(language="de")
        game = opened(anna, bob, bots=1)
        bot = game.seats.get(user=None)
        vacant_seats.open_bot_seat(game, bot)
        with override("en"):
            take_over(game.pk, bot.index, chris)
        (told,), (other,) = notices(anna), notices(bob)
        with override("de"):
            german = queries.seat_name(bot)
            assert german in told.content["text"]
        with override("en"):
            assert german != queries.seat_name(bot) in other.content["text"]

    def test_a_bots_seat_is_opened_by_the_same_rules(self, anna: User, bob: User, chris: User) -> None:
        game = opened(anna, bob, bots=1)
        bot, own = game.seats.get(user=None), seat_of(game, anna)
        with pytest.raises(NoSuchSeat):
            vacant_seats.open_bot_seat(game, own)
        vacant_seats.open_bot_seat(game, bot)
        vacant_seats.open_bot_seat(game, Seat.objects.get(pk=bot.pk))
        with pytest.raises(AlreadySeated):
            take_over(game.pk, bot.index, bob)
        taken = take_over(game.pk, bot.index, chris)
        assert (taken.user, taken.bot_level, taken.vacant_since) == (chris, "", None)
        check_replay(play_on(game, lambda game: game.plies > 20))

    def test_a_bots_seat_stays_closed_where_the_host_wants_it(self, anna: User) -> None:
        game = game_of(anna, takeover=False, bots=1)
        with pytest.raises(SeatLocked):
            vacant_seats.open_bot_seat(game, game.seats.get(user=None))


class TestWhoHeldASeat:
    def test_each_change_is_kept_with_its_ply(self, anna: User, bob: User, chris: User) -> None:
        game = play_on(opened(anna, bob), lambda game: game.plies >= 10)
        index = seat_of(game, anna).index
        plies = [game.plies]
        resign(game.pk, anna)
        return_to_seat(game.pk, anna)
        game = play_on(game, lambda game: game.plies >= 20)
        resign(game.pk, anna)
        plies.append(game.plies)
        take_over(game.pk, index, chris)
        rows = SeatHolder.objects.filter(game=game, seat__index=index)
        assert [(row.cause, row.user) for row in rows] == [
            ("start", anna),
            ("resigned", None),
            ("returned", anna),
            ("resigned", None),
            ("taken", chris),
        ]
        assert [row.from_ply for row in rows][:4] == [0, plies[0], plies[0], plies[1]]
        assert [row.to_at is None for row in rows] == [False] * 4 + [True]
        assert SeatHolder.objects.get(game=game, seat__user=bob).cause == "start"

    def test_what_is_taken_back_takes_the_changes_with_it(
        self, anna: User, bob: User, chris: User, moderator: User
    ) -> None:
        game = play_on(opened(anna, bob), lambda game: game.plies >= 20)
        resign(game.pk, anna)
        index = seat_of(game, anna).index
        take_over(game.pk, index, chris)
        rewind(game.pk, moderator, "a fault", 8)
        rows = SeatHolder.objects.filter(game=game, seat__index=index)
        assert [(row.from_ply, row.to_ply) for row in rows] == [(0, 8), (8, 8), (8, None)]

    def test_a_game_of_before_has_rows_from_its_first_change_on(self, anna: User, bob: User) -> None:
        game = play_on(opened(anna, bob), lambda game: game.plies >= 10)
        SeatHolder.objects.all().delete()
        resign(game.pk, anna)
        found = [(row.cause, row.user, row.from_ply) for row in SeatHolder.objects.filter(game=game)]
        assert found == [
            ("start", anna, 0),
            ("resigned", None, game.plies),
        ]


class TestWhatTheNewPersonKnows:
    def test_of_a_hidden_hand_they_see_what_there_is_and_no_draw_of_before(
        self, anna: User, bob: User, chris: User
    ) -> None:
        game = play_on(opened(anna, bob, kind="san-juan"), lambda game: game.plies >= 40)
        before, index = game.plies, seat_of(game, anna).index
        drawn = _private_events(game, index, before)
        assert drawn
        resign(game.pk, anna)
        taken = take_over(game.pk, index, chris)
        game = fresh(game)
        view: Any = rules_of(game).view(stored_position(game), index)
        assert view.seats[index].cards
        assert not _private_events(game, taken.index, before)
        assert not [event for event in queries.events_since_last_turn(game, taken) if not event.visible_to(None)]
        game = play_on(game, lambda game: game.plies >= before + 40)
        assert _private_events(game, index, game.plies)
        assert not _private_events(game, index, before)


def _private_events(game: Game, index: int, until: int) -> list[Any]:
    """What a seat's person reads in the log up to a ply, and others may not."""
    log = queries.visible_log(game, index)
    return [event for entry in log if entry.ply < until for event in entry.events if not event.visible_to(None)]


def game_of(host: User, *others: User, invited: bool = False, takeover: bool = True, bots: int = 0) -> Game:
    """A running game whose seats were for invited people only, or free for everybody."""
    seats = [SeatPlan("me"), *[SeatPlan("bot", level="random")] * bots]
    seats += [SeatPlan("invited", email=person.email) if invited else SeatPlan("free") for person in others]
    game = open_game(
        host,
        name="A test",
        kind="puerto-rico",
        options={},
        seats=seats,
        time_control=TimeControl(DAY),
        takeover=takeover,
    )
    Game.objects.filter(pk=game.pk, status=Game.Status.OPEN).update(secret=SECRET)
    for person in others:
        join(game.pk, person)
    return fresh(game)


def test_the_record_says_who_played_when_and_is_read_again(anna: User, bob: User, chris: User) -> None:
    game = play_on(opened(anna, bob), lambda game: game.plies >= 10)
    index, plies = seat_of(game, anna).index, game.plies
    resign(game.pk, anna)
    take_over(game.pk, index, chris)
    game = play_on(game, lambda game: game.plies >= 30)
    text = export_record(game, with_secret=True)
    assert f'[Held.{index} "0 start anna; {plies} resigned ' in text
    read = record.parse(text)
    assert [holder.name for holder in read.held[index]][::2] == ["anna", "chris"]
    assert record.export(read) == text
    record.replay(rules_of(game), read)
    again = import_record(text, anna, [(None, "random"), (bob, "")])
    assert again.plies == game.plies
    with pytest.raises(record.RecordError):
        record.parse(text.replace(" start anna", " anna"))


def test_who_left_has_not_won(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    resign(game.pk, bob)
    names = queries.result_names(list(game.seats.select_related("user")))
    assert names[seat_of(game, anna).index] == "anna"
    assert names[seat_of(game, bob).index].endswith("bot (for bob)")


class TestOffers:
    def test_the_longest_vacant_is_offered_first(
        self,
        anna: User,
        bob: User,
        chris: User,
        days: Days,  # noqa: F811
    ) -> None:
        games = [opened(anna, bob) for _number in range(3)]
        order = [games[1], games[2], games[0]]
        for game in order:
            resign(game.pk, bob)
            days.pass_by(HOUR)
        assert [offer.game for offer in offers_for(chris, 9)] == order
        assert [offer.game for offer in offers_for(chris, 2)] == order[:2]

    def test_a_game_that_cannot_be_read_is_left_out_and_its_page_says_less(
        self, anna: User, bob: User, chris: User
    ) -> None:
        spoilt, other = [opened(anna, bob) for _number in range(2)]
        for game in (spoilt, other):
            resign(game.pk, bob)
        Game.objects.filter(pk=spoilt.pk).update(position={"spoilt": True})
        assert [offer.game for offer in offers_for(chris, 9)] == [other]
        (offer,) = offers_of(fresh(spoilt), None)
        assert (offer.seat, offer.place, offer.round) == (seat_of(spoilt, bob), None, None)
        client = client_of(chris)
        assert client.get("/games/").status_code == client.get(f"/games/{spoilt.pk}/seats/").status_code == 200

    def test_seats_of_games_that_are_over_are_looked_at_no_more(self, anna: User, bob: User) -> None:
        game = opened(anna, bob)
        resign(game.pk, bob)
        assert vacant_seats.free_seats().count() == 1
        Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
        assert not vacant_seats.free_seats().exists()
