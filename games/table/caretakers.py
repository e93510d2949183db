"""Handing a seat of a running game to a caretaker bot, and back to its person.

The seat's turn is asked anew each time, with a new reply token and mail, so that nothing that the one before holds
(links, mails, the right to take back) has any effect. The caller holds the game's lock.
"""

from __future__ import annotations

from django.utils import timezone

from games.live.announcements import tell_who_left
from games.models import Game, Seat
from games.models.turns import new_reply_token
from games.people.models import User
from games.table import outbox
from games.table.game_update import Course


def to_caretaker(game: Game, seat: Seat, level: str, cause: Seat.Cause) -> None:
    """A bot of this level plays in the place of the seat's person; the seat keeps the person's name."""
    seat.caretaker, seat.caretaker_cause = level, cause
    seat.save(update_fields=["caretaker", "caretaker_cause"])
    ask_anew(game, seat)


def back_to_person(game: Game, seat: Seat) -> None:
    """The seat's person plays again."""
    _without_caretaker(seat)
    seat.save()
    ask_anew(game, seat)


def to_person(game: Game, seat: Seat, person: User) -> None:
    """Somebody else's seat from now on; what the one before holds of it is void."""
    outbox.drop_pending(seat)
    for turn in game.turns.filter(seat=seat).only("pk"):
        # Answers to mails of old and links in them tell what only this seat may know.
        game.turns.filter(pk=turn.pk).update(token=new_reply_token())
    if seat.user_id is not None:
        tell_who_left(game, seat.user_id)
    seat.user, seat.bot_level, seat.invited_email, seat.invited_user = person, "", "", None
    _without_caretaker(seat)
    seat.save()
    ask_anew(game, seat)


def ask_anew(game: Game, seat: Seat) -> None:
    """Whoever plays in the seat now is asked what is open there; answers given ahead are forgotten."""
    course = Course(game, timezone.now())
    course.ask_anew(seat.index)
    course.go_on()
    course.save()


def _without_caretaker(seat: Seat) -> None:
    seat.caretaker, seat.caretaker_cause, seat.resigned_at = "", "", None
