"""Tells people what was said at their tables: open pages at once, mails a little later and bundled."""

from __future__ import annotations

from collections.abc import Sequence

from games.access.hearing import deaf_to
from games.live.announcements import bump_private_version
from games.models import Seat, TalkMessage
from games.notifications import outbox


def tell(message: TalkMessage, listeners: Sequence[Seat]) -> None:
    """Tell those who hear a message that there is one. The game is locked; its version does not change.

    The version of each seat of its own does, so open pages ask for what is new; nobody else learns of it.
    """
    people = [seat.user_id for seat in listeners if seat.user_id is not None and seat.user_id != message.by_id]
    deaf = deaf_to(message.by_id, people)
    for seat in listeners:
        if seat.user_id in deaf:
            continue
        bump_private_version(seat)
        if seat.user_id != message.by_id:
            outbox.notify_talk(seat, message.pk)
