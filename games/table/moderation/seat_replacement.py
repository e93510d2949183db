"""Who plays in a seat: a bot in a person's place, another person, or its own person again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Permission
from games.models import AuditEntry, Game, Seat
from games.people.models import User
from games.table import notices
from games.table.caretakers import ask_anew, back_to_person, to_caretaker, to_person
from games.table.errors import AlreadySeated, CannotReplace, NoSuchSeat
from games.table.locks import locked_person
from games.table.moderation.transaction import Deed, doing
from games.table.queries import seat_name


def by_bot(game_id: str, seat: int, by: User | None, reason: str, level: str) -> None:
    """Let a bot of this level play in a seat of a running game; where a person sits, until it is given back.

    seat: its index. level: a key of BOT_LEVELS, which the caller has checked. Raises NoReason, NoSuchGame,
    NotModerator, NotRunning, NoSuchSeat, CannotReplace if such a bot plays there already.
    """
    with doing(Permission.REPLACE, game_id, by, reason) as deed:
        chair = _chair(deed.running(), seat)
        before = _player(chair)
        if not level or chair.playing_level == level:
            raise CannotReplace(_("Such a bot plays there already."))
        if chair.user is not None:
            # Another bot in the place of the first: who was suspended gets the seat back with all others.
            cause = Seat.Cause(chair.caretaker_cause) if chair.caretaker else Seat.Cause.STAFF
            to_caretaker(deed.game, chair, level, cause)
        else:
            chair.bot_level = level
            chair.save(update_fields=["bot_level"])
            ask_anew(deed.game, chair)
        entry = deed.note({"plays": {"from": before, "to": level}}, seat=seat, person=chair.user)
        _tell(
            deed,
            entry,
            chair,
            gettext_lazy("a bot plays for you"),
            gettext_lazy("A moderator has given your seat in “%(game_name)s” to a bot: %(reason)s"),
        )


def by_person(game_id: str, seat: int, by: User | None, reason: str, user: User) -> None:
    """Give a seat of a running game to somebody else, for good.

    seat: its index. user: with an account of their own, not suspended, without a seat at this game, not the moderator,
    and nobody who has seen hidden parts of it as staff. Raises NoReason, NoSuchGame, NotModerator, NotRunning,
    NoSuchSeat, AlreadySeated, CannotReplace.
    """
    with _at_hand(user) as user, doing(Permission.REPLACE, game_id, by, reason) as deed:
        chair = _chair(deed.running(), seat)
        if deed.game.seats.filter(user=user).exists():
            raise AlreadySeated(_("%(person)s has a seat at this game already.") % {"person": user.username})
        if user.owner_id is not None or user.is_guest or user.is_suspended or not user.is_active:
            raise CannotReplace(_("%(person)s cannot take a seat.") % {"person": user.username})
        if by is not None and user.pk == by.pk:
            raise CannotReplace(_("Whoever moderates a game takes no seat at it."))
        if AuditEntry.objects.filter(game=deed.game, actor=user, act=Permission.SEE_HIDDEN).exists():
            raise CannotReplace(_("%(person)s has seen hidden parts of this game.") % {"person": user.username})
        old, before = chair.user, _player(chair)
        to_person(deed.game, chair, user)
        entry = deed.note({"plays": {"from": before, "to": _account(user)}}, seat=seat, person=user)
        if old is not None:
            notices.write(
                entry,
                old,
                gettext_lazy("your seat is somebody else's"),
                gettext_lazy("A moderator has given your seat at “%(game_name)s” to somebody else: %(reason)s"),
                game=deed.game,
                game_name=deed.game.name,
                reason=deed.reason,
            )
        _tell(
            deed,
            entry,
            chair,
            gettext_lazy("you have a seat"),
            gettext_lazy("A moderator has given you a seat at “%(game_name)s”, which is under way: %(reason)s"),
        )


def give_back(game_id: str, seat: int, by: User | None, reason: str) -> None:
    """Let the person of a seat play again in whose place a bot plays, whatever the cause was.

    seat: its index. Raises NoReason, NoSuchGame, NotModerator, NotRunning, NoSuchSeat, CannotReplace if no bot plays in
    a person's place there, or the person is suspended or the account closed.
    """
    with doing(Permission.REPLACE, game_id, by, reason) as deed:
        chair = _chair(deed.running(), seat)
        if chair.user is None or not chair.caretaker:
            raise CannotReplace(_("No bot plays in a person's place there."))
        if chair.user.is_suspended:
            raise CannotReplace(_("%(person)s is suspended.") % {"person": chair.user.username})
        if not chair.user.is_active:
            raise CannotReplace(_("The account %(person)s is closed.") % {"person": chair.user.username})
        before = _player(chair)
        back_to_person(deed.game, chair)
        entry = deed.note({"plays": {"from": before, "to": _player(chair)}}, seat=seat, person=chair.user)
        _tell(
            deed,
            entry,
            chair,
            gettext_lazy("your seat is yours again"),
            gettext_lazy("Your seat in “%(game_name)s” is yours again: %(reason)s"),
        )


@contextmanager
def _at_hand(person: User) -> Iterator[User]:
    """A transaction in which this person is not suspended meanwhile."""
    with transaction.atomic():
        yield locked_person(person)


def _chair(game: Game, index: int) -> Seat:
    chair = game.seats.select_related("user").filter(index=index).first()
    if chair is None:
        raise NoSuchSeat
    return chair


def _player(chair: Seat) -> str:
    """Who plays there, for the trail: the level of a bot or an account."""
    return chair.playing_level or (_account(chair.user) if chair.user else "")


def _account(user: User) -> str:
    """By its number: the trail is never changed, and names are given up."""
    return f"account {user.pk}"


def _tell(deed: Deed, entry: AuditEntry, chair: Seat, topic: Promise, text: Promise) -> None:
    """Tell the seat's person what it means to them, and all others that somebody else plays there."""
    # One notice of one deed to one person: the second to the seat's own is none.
    deed.tell_seat(entry, chair, topic, text)
    deed.tell(
        entry,
        gettext_lazy("somebody else plays in a seat"),
        gettext_lazy("A moderator has changed who plays in the seat of %(who)s in “%(game_name)s”: %(reason)s"),
        who=seat_name(chair),
    )
