"""The transaction of every staff action: locks the game, checks the permission, notes it and tells the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from django.db import transaction
from django.utils.functional import Promise

from games.access import Permission, may
from games.live.announcements import bump_version
from games.models import AuditEntry, Game, Seat
from games.people.models import User
from games.table import audit, notices
from games.table.errors import NoReason, NotModerator, NotRunning, Outdated
from games.table.locks import lock_game

MAX_REASON_LENGTH: Final = 1000


class ModerationTransaction:
    """One moderation action on one locked game."""

    def __init__(self, permission: Permission, game: Game, by: User | None, reason: str) -> None:
        self.permission = permission
        self.game = game
        self.by = by
        self.reason = reason

    def running_game(self) -> Game:
        """The game, which must be running. Raises NotRunning."""
        if self.game.status != Game.Status.RUNNING:
            raise NotRunning
        return self.game

    def note(
        self, details: Mapping[str, object] | None = None, *, seat: int | None = None, person: User | None = None
    ) -> AuditEntry:
        """Write the entry of the audit trail. details: what changed, from and to; nothing hidden."""
        return audit.note(
            self.permission, by=self.by, game=self.game, seat=seat, person=person, reason=self.reason, details=details
        )

    def notify_players(self, entry: AuditEntry, topic: Promise, text: Promise, **values: object) -> None:
        """Write a notice to all players of the game. text: with %(holes)s; game_name and reason are filled in."""
        for seat in self.game.seats.select_related("user"):
            if not seat.is_given_up:
                self.notify_seat(entry, seat, topic, text, **values)

    def notify_seat(self, entry: AuditEntry, seat: Seat, topic: Promise, text: Promise, **values: object) -> None:
        """Write the notice to the person of one seat, if there is one."""
        if seat.user is not None:
            self._notify(entry, seat.user, seat, topic, text, **values)

    def notify_author(self, entry: AuditEntry, author: User, topic: Promise, text: Promise, **values: object) -> None:
        """Write a notice to whoever has said something here, wherever they sit by now. text: as of `notify_players`."""
        self._notify(entry, author, None, topic, text, **values)

    def _notify(
        self, entry: AuditEntry, person: User, seat: Seat | None, topic: Promise, text: Promise, **values: object
    ) -> None:
        told = {"game_name": self.game.name, "reason": self.reason, **values}
        notices.write(entry, person, topic, text, game=self.game, seat=seat, **told)

    def save_game(self, *fields: str) -> None:
        """Save these fields of the game, for actions that do not use GameUpdate."""
        bump_version(self.game)
        self.game.save(update_fields=[*fields, "version"])


@contextmanager
def moderation_transaction(
    permission: Permission, game_id: str, by: User | None, reason: str, *, expected_version: int | None = None
) -> Iterator[ModerationTransaction]:
    """A transaction that holds the game's lock for one staff action.

    expected_version: Game.version that the moderator saw when deciding; None: whatever it is now.
    Raises NoReason, NoSuchGame, NotModerator (also for staff who sit at this game), Outdated.
    """
    stated = clean_reason(reason)
    with transaction.atomic():
        game = lock_game(game_id)
        if not may(permission, by, game):
            raise NotModerator
        if expected_version is not None and expected_version != game.version:
            raise Outdated
        yield ModerationTransaction(permission, game, by, stated)


def clean_reason(reason: str) -> str:
    """The reason as it is stored. Raises NoReason if it is empty."""
    stated = " ".join(reason.replace("\0", "").split())[:MAX_REASON_LENGTH]
    if not stated:
        raise NoReason
    return stated
