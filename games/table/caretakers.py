"""Caretakers: bots that play in the place of a seat's person, and handing the seat back.

Each time the seat's turn is opened again with a new reply token and mail, so that links and mails of the player before
have no effect, and they cannot take back. The caller holds the game's lock.
"""

from __future__ import annotations

from django.db.models import Max
from django.utils import timezone

from games.live.announcements import notify_who_left
from games.models import Game, Hint, Notification, ResignationCode, Seat, SeatHolder
from games.models.turns import new_reply_token
from games.notifications.dropping import drop_pending
from games.people.models import User
from games.table import deadlines, played_games, seat_holders, seat_orders
from games.table.game_update import GameUpdate


def hand_to_caretaker(game: Game, seat: Seat, level: str, cause: Seat.Cause) -> None:
    """Let a bot of this level play in the place of the seat's person; the seat keeps the person's name."""
    with seat_holders.changing(game, seat, _cause_of_bot(cause)):
        seat.caretaker, seat.caretaker_cause = level, cause
        seat.save(update_fields=["caretaker", "caretaker_cause"])
    reopen_turn(game, seat)


def _cause_of_bot(cause: Seat.Cause) -> SeatHolder.Cause:
    # While somebody is away, nobody else holds their seat.
    return SeatHolder.Cause.STAFF if cause == Seat.Cause.AWAY else SeatHolder.Cause(cause)


def return_to_person(game: Game, seat: Seat, cause: SeatHolder.Cause) -> None:
    """Let the seat's person play again. cause: RETURNED if they do so themselves, else STAFF.

    Their missed deadlines in a row are over; those in all still count, unless the caller forgives them: whoever has
    missed as many as the clock allows loses the seat again by the next one.
    """
    with seat_holders.changing(game, seat, cause):
        _without_caretaker(seat)
        seat.missed_in_row = 0
        seat.save()
    reopen_turn(game, seat)


def give_to_person(game: Game, seat: Seat, person: User, cause: SeatHolder.Cause = SeatHolder.Cause.STAFF) -> None:
    """Give the seat to somebody else for good; mails and links of the person before become void.

    Nothing that the person before has written for later plays on or is shown to the new one, who knows of the moves
    until now what an onlooker may, and has a whole bank and no missed deadlines.
    """
    with seat_holders.changing(game, seat, cause):
        _change_person(game, seat, person)
    played_games.count_for_replaced(game)
    seat_orders.begin_with_defaults(seat, game.kind)
    reopen_turn(game, seat)


def _change_person(game: Game, seat: Seat, person: User) -> None:
    drop_pending(seat=seat, except_kinds={Notification.Kind.NOTICE})
    for turn in game.turns.filter(seat=seat).only("pk"):
        # Replies to old mails and the links in them show what only this seat may know.
        game.turns.filter(pk=turn.pk).update(token=new_reply_token())
    Hint.objects.filter(seat=seat).delete()
    ResignationCode.objects.filter(seat=seat).delete()
    deadlines.stop(seat, timezone.now())
    if seat.user_id is not None:
        notify_who_left(game, seat.user_id)
    seat.user, seat.bot_level, seat.invited_email, seat.invited_user = person, "", "", None
    if seat.coach == Seat.Coach.ON:
        seat.coach = Seat.Coach.OFF
    seat.time_left, seat.time_left_in, seat.excused, seat.when_away = None, None, 0, ""
    seat.missed_in_row, seat.missed_in_all = 0, 0
    seat.knows_after = game.moves.aggregate(newest=Max("pk"))["newest"] or 0
    _without_caretaker(seat)
    seat.save()


def reopen_turn(game: Game, seat: Seat) -> None:
    """Close the seat's turn and open a new one for its present player; deferred answers are dropped."""
    update = GameUpdate(game, timezone.now())
    update.reopen_turns(seat.index)
    update.advance()
    update.save()


def _without_caretaker(seat: Seat) -> None:
    seat.caretaker, seat.caretaker_cause, seat.resigned_at, seat.vacant_since = "", "", None, None
