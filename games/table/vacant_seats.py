"""Vacant seats: a bot plays on in them until somebody takes them over (games.table.takeover).

A seat becomes vacant when its person resigns, closes their account or misses too many deadlines, as the clock of the
game says (games.time_control). Until somebody has taken it, its person can return. A bot's own seat can be opened in
the same way. The caller holds the game's lock.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.live.announcements import bump_version
from games.models import AuditEntry, Game, Notification, Seat, SeatHolder
from games.notifications.dropping import drop_pending
from games.people.models import User
from games.table import audit, deadlines, notices, seat_holders
from games.table.errors import NoSuchSeat, NotRunning, SeatLocked
from games.table.game_update import GameUpdate
from games.table.moderation_transaction import moderation_transaction
from games.table.queries import seat_name_lazy

VACANT: Final = "seat vacant"
"""The audit word for a seat that became vacant by missed deadlines, and for a bot's seat that was opened."""


def vacate(game: Game, seat: Seat, cause: Seat.Cause) -> None:
    """Let a bot play on in a person's seat from now on, also in its open turn, and let others take it over.

    The caller writes the audit trail. What the person has answered ahead is still played.
    """
    now = timezone.now()
    with seat_holders.changing(game, seat, SeatHolder.Cause(cause)):
        seat.caretaker, seat.caretaker_cause, seat.vacant_since = settings.CARETAKER_LEVEL, cause, now
        if cause == Seat.Cause.RESIGNED:
            seat.resigned_at = now
        seat.save(update_fields=["caretaker", "caretaker_cause", "vacant_since", "resigned_at"])
    deadlines.stop(seat, now)
    drop_pending(seat=seat, kinds={Notification.Kind.TURN})
    update = GameUpdate(game, now)
    update.advance()
    update.save()


def note_miss(game: Game, seat: Seat) -> bool:
    """Count a missed deadline of a seat's person; whether the seat is vacant now, of which all are told then."""
    if seat.user is None or seat.playing_level:
        return False
    seat.missed_in_row += 1
    seat.missed_in_all += 1
    seat.save(update_fields=["missed_in_row", "missed_in_all"])
    if not game.time_control.makes_vacant(seat.missed_in_row, seat.missed_in_all):
        return False
    vacate(game, seat, Seat.Cause.MISSED)
    details = {"in a row": seat.missed_in_row, "in all": seat.missed_in_all}
    entry = audit.note(VACANT, by=None, game=game, seat=seat.index, person=seat.user, details=details)
    notices.write(
        entry,
        seat.user,
        _("a bot plays on in your seat"),
        _(
            "You have missed so many deadlines in “%(game_name)s” that a bot plays on in your seat. Until somebody "
            "else takes it, you can return on the page of the game, or by answering a mail of the game with: back"
        )
        if can_be_taken(game, seat)
        else _(
            "You have missed so many deadlines in “%(game_name)s” that a bot plays on in your seat. You can return on "
            "the page of the game, or by answering a mail of the game with: back"
        ),
        game=game,
        seat=seat,
        game_name=game.name,
    )
    tell_table(
        entry,
        game,
        seat,
        _("a seat is vacant"),
        _(
            "%(who)s has missed too many deadlines in “%(game_name)s”: a bot plays on until they return or somebody "
            "else takes the seat."
        )
        if can_be_taken(game, seat)
        else _("%(who)s has missed too many deadlines in “%(game_name)s”: a bot plays on until they return."),
    )
    return True


def tell_resigned(entry: AuditEntry, game: Game, seat: Seat) -> None:
    """Tell the others that somebody has resigned."""
    tell_table(
        entry,
        game,
        seat,
        _("a seat is vacant"),
        _(
            "%(who)s has resigned from “%(game_name)s”: a bot plays on until they return or somebody else takes the "
            "seat."
        )
        if can_be_taken(game, seat)
        else _("%(who)s has resigned from “%(game_name)s”: a bot plays on until they return."),
    )


def tell_table(entry: AuditEntry, game: Game, about: Seat, topic: Promise, text: Promise, **values: object) -> None:
    """Write a notice about a seat to everybody else who plays, and to the host.

    text: with %(who)s (who sits there now), %(game_name)s and the values.
    """
    others = [seat for seat in game.seats.select_related("user").exclude(pk=about.pk) if not seat.is_given_up]
    told: dict[int, tuple[User, Seat | None]] = {seat.user.pk: (seat.user, seat) for seat in others if seat.user}
    if game.host_id != about.user_id:
        told.setdefault(game.host_id, (game.host, None))
    for reader, own in told.values():
        notices.write(
            entry,
            reader,
            topic,
            text,
            game=game,
            seat=own,
            game_name=game.name,
            **{"who": seat_name_lazy(about), **values},
        )


def open_bot_seat(game: Game, seat: Seat) -> None:
    """Let people take the seat of a bot over, by the same rules as a vacant seat; no effect if they can already.

    Within the transaction of the caller, who writes what has decided it into the audit trail. Raises NotRunning,
    NoSuchSeat if the seat is not a bot's own, SeatLocked if nobody may take seats of this game over.
    """
    if game.status != Game.Status.RUNNING:
        raise NotRunning
    if seat.user_id is not None or not seat.bot_level or seat.game_id != game.pk:
        raise NoSuchSeat
    if not can_be_taken(game, seat):
        raise SeatLocked
    if seat.vacant_since is not None:
        return
    seat.vacant_since = timezone.now()
    seat.save(update_fields=["vacant_since"])
    bump_version(game)
    game.save(update_fields=["version"])
    audit.note(VACANT, by=None, game=game, seat=seat.index)


def lock_seat(game_id: str, seat: int, by: User | None, reason: str, *, locked: bool = True) -> bool:
    """Let nobody take one seat of a running game over, for staff, or allow it again; False if it is so already.

    Its own person can still return. seat: its index. Raises NoReason, NoSuchGame, NotModerator, NotRunning, NoSuchSeat.
    """
    with moderation_transaction(Permission.LOCK_SEAT, game_id, by, reason) as moderation:
        row = moderation.running_game().seats.select_related("user").filter(index=seat).first()
        if row is None:
            raise NoSuchSeat
        if row.locked == locked:
            return False
        row.locked = locked
        row.save(update_fields=["locked"])
        moderation.note({"locked": locked}, seat=seat, person=row.user)
        moderation.save_game()
        return True


# --- what there is to take ---------------------------------------------------------------------------------------


def can_be_taken(game: Game, seat: Seat) -> bool:
    """Whether others may take the seat over once it is vacant."""
    return bool(game.takeover) and not seat.locked


def free_seats() -> QuerySet[Seat]:
    """The vacant seats of running games that are not locked."""
    return Seat.objects.filter(vacant_since__isnull=False, locked=False, game__status=Game.Status.RUNNING)


def offered_in_lobby() -> QuerySet[Game]:
    """Running games with a vacant seat that everybody who is signed in may take over, before it is known who asks."""
    for_all = Q(takeover=Game.Takeover.LOBBY) | (
        Q(takeover=Game.Takeover.LINK) & ~Q(visibility=Game.Visibility.PRIVATE)
    )
    vacant = free_seats().values("game")
    return Game.objects.filter(for_all, pk__in=vacant, status=Game.Status.RUNNING, paused_at=None)
