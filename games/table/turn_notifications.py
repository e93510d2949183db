"""What people are told of their turns, when an update of their game opens them or waits for them again."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games.models import Move, Seat, Turn
from games.notifications import outbox
from games.notifications.timing import Presence
from games.presence import is_here

TAKE_BACK_DELAY: Final = timedelta(minutes=5)
"""How long the notification of a turn waits if the turn before it was withdrawn: that may happen again."""


def notify_of_new_turn(turn: Turn, answering: tuple[Seat, str] | None) -> None:
    """Tell a person of their turn, exactly once. answering: as in GameUpdate.save.

    The notification of a turn that replaces a withdrawn one waits.
    """
    presence = _presence(turn, answering)
    if presence is not None:
        by_themselves = _source_of_own_answer(turn, answering) is not None
        outbox.notify_new_turn(turn, presence, outbox.NO_DELAY if by_themselves else _delay_after_take_back(turn))


def notify_of_waiting(turn: Turn, answering: tuple[Seat, str] | None) -> None:
    """Tell a person that the game waits for them now, in a turn of which they have heard before."""
    presence = _presence(turn, answering)
    if presence is not None:
        outbox.notify_waiting(turn, f"{turn.pk}:{turn.game.version}:{turn.seat.private_version}", presence)


def _presence(turn: Turn, answering: tuple[Seat, str] | None) -> Presence | None:
    """Where the person of a turn is. None: they have answered by mail, and our reply to that asks the question."""
    source = _source_of_own_answer(turn, answering)
    if source is not None:
        return None if source == Move.Source.MAIL else Presence.ON_SITE
    here = turn.seat.user_id is not None and is_here(turn.seat.user_id)
    return Presence.ON_SITE if here else Presence.AWAY


def _source_of_own_answer(turn: Turn, answering: tuple[Seat, str] | None) -> str | None:
    """By which way the person of a turn has just answered; None if they have not."""
    if answering is None or answering[0].pk != turn.seat_id or answering[1] in Move.IN_A_PERSONS_PLACE:
        return None
    return answering[1]


def _delay_after_take_back(turn: Turn) -> timedelta:
    before = turn.game.turns.filter(seat=turn.seat_id, pk__lt=turn.pk).order_by("-pk")
    if not before.values_list("withdrawn", flat=True).first():
        return timedelta()
    return min(TAKE_BACK_DELAY, turn.game.time_control.per_turn / 4)
