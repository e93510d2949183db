"""Who played in the seats of a game, as its pages show it: from when to when, and changes as lines of the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Game, SeatHolder
from games.table import seat_holders
from games.table.queries import holder_name

Cause = SeatHolder.Cause


@dataclass(frozen=True)
class ShownHolder:
    """Somebody who held a seat for a while."""

    seat: int
    name: str
    how: str
    from_ply: int
    """The number of their first move in the log."""
    to_ply: int | None
    """The number of their last one; None: they hold it still, or did at the end."""
    since: datetime
    until: datetime | None


@dataclass(frozen=True)
class SeatChange:
    """A change of who plays in a seat, as a line of the log."""

    at: datetime
    sentence: str


def shown_holders(game: Game) -> list[ShownHolder]:
    """All who held seats that have changed hands, by seat and time; empty if none has."""
    return [
        ShownHolder(
            seat=row.seat.index,
            name=holder_name(row),
            how=row.get_cause_display(),
            from_ply=row.from_ply + 1,
            to_ply=row.to_ply,
            since=row.from_at,
            until=row.to_at,
        )
        for row in seat_holders.holders_of(game)
        if row.to_ply is None or row.to_ply > row.from_ply or row.user_id is not None
    ]


def seat_changes(game: Game) -> list[SeatChange]:
    """The changes in their order."""
    changes: list[tuple[int, SeatChange]] = []
    before: dict[int, SeatHolder] = {}
    for row in seat_holders.holders_of(game):
        earlier = before.get(row.seat_id)
        if earlier is not None:
            changes.append((row.pk, SeatChange(row.from_at, _sentence(row, earlier))))
        if row.user_id is not None or earlier is None:
            before[row.seat_id] = row
    return [change for _pk, change in sorted(changes, key=lambda pair: pair[0])]


def _sentence(row: SeatHolder, before: SeatHolder) -> str:
    """before: the last person who held the seat, or the bot that held it from the start."""
    whose, name = holder_name(before), holder_name(row)
    texts = {
        Cause.RESIGNED: _("%(before)s has resigned; a bot plays on."),
        Cause.MISSED: _("%(before)s has missed too many deadlines; a bot plays on."),
        Cause.SUSPENDED: _("%(before)s is suspended; a bot plays on."),
        Cause.VOTED: _("%(before)s is replaced by a bot, as the players agreed."),
        Cause.LEFT: _("%(before)s has left; a bot plays on."),
        Cause.RETURNED: _("%(name)s plays again."),
        Cause.TAKEN: _("%(name)s has taken the seat of %(before)s over."),
    }
    text = texts.get(Cause(row.cause), _("%(name)s plays in the seat of %(before)s from now on."))
    return text % {"before": whose, "name": name}
