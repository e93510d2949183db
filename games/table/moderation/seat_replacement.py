"""Replacing the player of a seat: by a bot, by another person, or by its own person again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Permission
from games.models import AuditEntry, Game, Seat, SeatHolder
from games.people.models import User
from games.table import notices, seat_holders, shared_traces
from games.table.caretakers import give_to_person, hand_to_caretaker, reopen_turn, return_to_person
from games.table.errors import AlreadySeated, CannotReplace, NoSuchSeat
from games.table.locks import lock_person
from games.table.moderation_transaction import ModerationTransaction, moderation_transaction
from games.table.outsiders import Tie, tie_to
from games.table.queries import seat_name_lazy


def replace_by_bot(
    game_id: str, seat: int, by: User | None, reason: str, level: str, *, expected_version: int | None = None
) -> None:
    """Let a bot of this level play in a seat of a running game; if a person sits there, until it is given back.

    seat: its index. level: a key of BOT_LEVELS, which the caller has checked. Raises NoReason, NoSuchGame,
    NotModerator, Outdated, NotRunning, NoSuchSeat, CannotReplace if such a bot plays there already.
    """
    with moderation_transaction(
        Permission.REPLACE, game_id, by, reason, expected_version=expected_version
    ) as moderation:
        seat_row = _find_seat(moderation.running_game(), seat)
        before = _player_text(seat_row)
        if not level or seat_row.playing_level == level:
            raise CannotReplace(_("Such a bot plays there already."))
        if seat_row.user is not None:
            # If one bot replaces another, the cause stays: a suspended person gets this seat back with the others.
            cause = Seat.Cause(seat_row.caretaker_cause) if seat_row.is_given_up else Seat.Cause.STAFF
            hand_to_caretaker(moderation.game, seat_row, level, cause)
        else:
            with seat_holders.changing(moderation.game, seat_row, SeatHolder.Cause.STAFF):
                seat_row.bot_level = level
                seat_row.save(update_fields=["bot_level"])
            reopen_turn(moderation.game, seat_row)
        entry = moderation.note({"plays": {"from": before, "to": level}}, seat=seat, person=seat_row.user)
        _notify(
            moderation,
            entry,
            seat_row,
            gettext_lazy("a bot plays for you"),
            gettext_lazy("A moderator has given your seat in “%(game_name)s” to a bot: %(reason)s"),
        )


def replace_by_person(
    game_id: str, seat: int, by: User | None, reason: str, user: User, *, expected_version: int | None = None
) -> None:
    """Give a seat of a running game to somebody else, for good.

    seat: its index. user: a person with an account of their own, not suspended, not the moderator, who has nothing to
    do with the game so far (games.table.outsiders); but whoever had this seat before can have it again. Raises
    NoReason, NoSuchGame, NotModerator, Outdated, NotRunning, NoSuchSeat, AlreadySeated, CannotReplace.
    """
    with (
        _locked_person(user) as user,
        moderation_transaction(
            Permission.REPLACE, game_id, by, reason, expected_version=expected_version
        ) as moderation,
    ):
        seat_row = _find_seat(moderation.running_game(), seat)
        _check_tie(tie_to(moderation.game, user, own=seat_row), user)
        if user.owner_id is not None or user.is_guest or user.is_suspended or not user.is_active:
            raise CannotReplace(_("%(person)s cannot take a seat.") % {"person": user.username})
        if by is not None and user.pk == by.pk:
            raise CannotReplace(_("Whoever moderates a game takes no seat at it."))
        old, before = seat_row.user, _player_text(seat_row)
        give_to_person(moderation.game, seat_row, user)
        shared_traces.note(moderation.game, user)
        entry = moderation.note({"plays": {"from": before, "to": _account_text(user)}}, seat=seat, person=user)
        if old is not None:
            notices.write(
                entry,
                old,
                gettext_lazy("your seat is somebody else's"),
                gettext_lazy("A moderator has given your seat at “%(game_name)s” to somebody else: %(reason)s"),
                game=moderation.game,
                game_name=moderation.game.name,
                reason=moderation.reason,
            )
        _notify(
            moderation,
            entry,
            seat_row,
            gettext_lazy("you have a seat"),
            gettext_lazy("A moderator has given you a seat at “%(game_name)s”, which is under way: %(reason)s"),
        )


def _check_tie(tie: Tie | None, user: User) -> None:
    """Raises AlreadySeated, CannotReplace."""
    named = {"person": user.username}
    if tie is Tie.SITS:
        raise AlreadySeated(_("%(person)s has a seat at this game already.") % named)
    if tie is Tie.SAT:
        raise CannotReplace(_("%(person)s has had another seat at this game.") % named)
    if tie is Tie.PROGRAM:
        raise CannotReplace(_("A program of %(person)s plays, or has played, at this game.") % named)
    if tie is Tie.STAFF:
        raise CannotReplace(_("%(person)s has looked at this game as staff, or changed it.") % named)


def give_seat_back(
    game_id: str, seat: int, by: User | None, reason: str, *, expected_version: int | None = None
) -> None:
    """Let the person of a seat play again if a bot plays in their place, whatever the cause was.

    Their missed deadlines are counted from 0 again: else the next one could make the seat vacant at once. seat: its
    index. Raises NoReason, NoSuchGame, NotModerator, Outdated, NotRunning, NoSuchSeat, CannotReplace if no bot plays in
    a person's place there, or the person is suspended or the account closed.
    """
    with moderation_transaction(
        Permission.REPLACE, game_id, by, reason, expected_version=expected_version
    ) as moderation:
        seat_row = _find_seat(moderation.running_game(), seat)
        if seat_row.user is None or not seat_row.caretaker:
            raise CannotReplace(_("No bot plays in a person's place there."))
        if seat_row.user.is_suspended:
            raise CannotReplace(_("%(person)s is suspended.") % {"person": seat_row.user.username})
        if not seat_row.user.is_active:
            raise CannotReplace(_("The account %(person)s is closed.") % {"person": seat_row.user.username})
        before = _player_text(seat_row)
        if seat_row.caretaker_cause == Seat.Cause.AWAY:
            seat_row.when_away = ""
        seat_row.missed_in_all = 0
        return_to_person(moderation.game, seat_row, SeatHolder.Cause.STAFF)
        entry = moderation.note(
            {"plays": {"from": before, "to": _player_text(seat_row)}}, seat=seat, person=seat_row.user
        )
        _notify(
            moderation,
            entry,
            seat_row,
            gettext_lazy("your seat is yours again"),
            gettext_lazy("Your seat in “%(game_name)s” is yours again: %(reason)s"),
        )


@contextmanager
def _locked_person(person: User) -> Iterator[User]:
    """A transaction in which nobody else can suspend this person."""
    with transaction.atomic():
        yield lock_person(person)


def _find_seat(game: Game, index: int) -> Seat:
    seat_row = game.seats.select_related("user").filter(index=index).first()
    if seat_row is None:
        raise NoSuchSeat
    return seat_row


def _player_text(seat_row: Seat) -> str:
    """Who plays there, for the audit trail: the level of a bot, or an account."""
    return seat_row.playing_level or (_account_text(seat_row.user) if seat_row.user else "")


def _account_text(user: User) -> str:
    """The account by its id: the audit trail is never changed, but names are."""
    return f"account {user.pk}"


def _notify(
    moderation: ModerationTransaction, entry: AuditEntry, seat_row: Seat, topic: Promise, text: Promise
) -> None:
    """Tell the seat's person what it means for them, and all others that somebody else plays there."""
    # Nobody gets two notices of one audit entry, so the second one to the seat's person is not written.
    moderation.notify_seat(entry, seat_row, topic, text)
    moderation.notify_players(
        entry,
        gettext_lazy("somebody else plays in a seat"),
        gettext_lazy("A moderator has changed who plays in the seat of %(who)s in “%(game_name)s”: %(reason)s"),
        who=seat_name_lazy(seat_row),
    )
