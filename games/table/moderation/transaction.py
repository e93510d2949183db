"""The frame of every deed of staff: lock the game, ask whether it may be done, leave a trail, tell the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from django.db import transaction
from django.utils.functional import Promise

from games.access import Permission, may
from games.live.announcements import count_up
from games.models import AuditEntry, Game, Seat
from games.people.models import User
from games.table import audit, notices
from games.table.errors import NoReason, NotModerator, NotRunning, Outdated
from games.table.locks import locked_game

LONGEST_REASON: Final = 1000


class Deed:
    """One act on one locked game."""

    def __init__(self, act: Permission, game: Game, by: User | None, reason: str) -> None:
        self.act = act
        self.game = game
        self.by = by
        self.reason = reason

    def running(self) -> Game:
        """The game, which must be under way. Raises NotRunning."""
        if self.game.status != Game.Status.RUNNING:
            raise NotRunning
        return self.game

    def note(
        self, details: Mapping[str, object] | None = None, *, seat: int | None = None, person: User | None = None
    ) -> AuditEntry:
        """The entry of the trail. details: what changed, from and to; nothing hidden."""
        return audit.note(
            self.act, by=self.by, game=self.game, seat=seat, person=person, reason=self.reason, details=details
        )

    def tell(self, entry: AuditEntry, topic: Promise, text: Promise, **values: object) -> None:
        """Tell all who play at the game, in their languages. text: with %(holes)s; game_name and reason are given."""
        for seat in self.game.seats.select_related("user"):
            if not seat.caretaker:
                self.tell_seat(entry, seat, topic, text, **values)

    def tell_seat(self, entry: AuditEntry, seat: Seat, topic: Promise, text: Promise, **values: object) -> None:
        """The same to the person of one seat, if one sits there."""
        if seat.user is not None:
            notices.write(
                entry,
                seat.user,
                topic,
                text,
                game=self.game,
                seat=seat,
                game_name=self.game.name,
                reason=self.reason,
                **values,
            )

    def saved(self, *fields: str) -> None:
        """Save these fields of the game, for deeds that are no course of play."""
        count_up(self.game)
        self.game.save(update_fields=[*fields, "version"])


@contextmanager
def doing(
    act: Permission, game_id: str, by: User | None, reason: str, *, expected_version: int | None = None
) -> Iterator[Deed]:
    """A transaction that holds the game's lock for one deed of staff.

    expected_version: Game.version that the moderator saw when deciding; None: whatever it is now.
    Raises NoReason, NoSuchGame, NotModerator (also for staff who sit at this game), Outdated.
    """
    stated = stated_reason(reason)
    with transaction.atomic():
        game = locked_game(game_id)
        if not may(act, by, game):
            raise NotModerator
        if expected_version is not None and expected_version != game.version:
            raise Outdated
        yield Deed(act, game, by, stated)


def stated_reason(reason: str) -> str:
    """The reason as it is kept. Raises NoReason for none."""
    stated = " ".join(reason.replace("\0", "").split())[:LONGEST_REASON]
    if not stated:
        raise NoReason
    return stated
