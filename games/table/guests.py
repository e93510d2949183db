"""Guests: visitors who try one game against bots without an account, for a day.

A guest is an account without password and mail address, which can do nothing but play its one game (games.access).
When its time is over, it is deleted with the game; whoever signs up or in meanwhile takes the game over.
"""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Permission
from games.engine import registry
from games.engine.options import checked
from games.live.announcements import count_up
from games.models import Game, MutedGame, Submission, Turn
from games.models.table import ID_ALPHABET
from games.people.models import User
from games.table import account_closing, audit, caps, outbox, permission_check
from games.table.departure import locked_games
from games.table.errors import NoSuchGuest, NotAllowed, TooMany
from games.table.locks import locked_person
from games.table.moderation.abort import end
from games.table.open_games import SeatPlan, set_up
from games.wording import in_words

log = logging.getLogger(__name__)

NO_MAIL_DOMAIN: Final = "guests.invalid"
"""Of the addresses that the accounts have because every account has one; no mail can reach it."""
SEATS: Final = 3
"""At a guest's table, if so many can play the game."""
TURN_LIMIT: Final = timedelta(days=3)
"""Longer than the guest lasts: it counts for whoever keeps the game."""
AT_ONCE: Final = 500
_TRIES: Final = 5
"""To find a name that no other one looks like."""


def open_as_guest(kind: str, level: str, *, time_zone: str, language: str) -> tuple[User, Game]:
    """Make a guest, and a game of the guest against bots, which starts at once.

    kind: the game's key. level: of the bots. Raises KeyError for a game that is not played here, TooMany when there are
    as many guests as there may be.
    """
    rules = registry.game(kind)
    with transaction.atomic():
        if User.objects.filter(guest_until__isnull=False).count() >= settings.GUESTS:
            raise TooMany(_("So many people try a game just now that there is no room for one more guest."))
        guest = _new_guest(time_zone, language)
        count = min(max(SEATS, rules.min_seats), rules.max_seats)
        game = Game(
            name=_("A first game of %(game)s") % {"game": in_words(rules.title)},
            kind=kind,
            options=checked(rules.options(), {}),
            host=guest,
            turn_limit=TURN_LIMIT,
        )
        set_up(game, [SeatPlan("me"), *[SeatPlan("bot", level=level)] * (count - 1)])
    return guest, game


def _new_guest(time_zone: str, language: str) -> User:
    until = timezone.now() + timedelta(hours=settings.GUEST_HOURS)
    for tried in range(_TRIES):
        name = "guest-" + "".join(secrets.choice(ID_ALPHABET) for _letter in range(4 + tried))
        email = f"{secrets.token_hex(12)}@{NO_MAIL_DOMAIN}"
        guest = User(username=name, email=email, guest_until=until, time_zone=time_zone, language=language)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise TooMany(_("There is no room for one more guest just now."))


def guest(guest_id: int | None) -> User | None:
    """The guest with this id, while their time lasts."""
    return User.objects.filter(pk=guest_id, guest_until__gt=timezone.now()).first() if guest_id else None


def game_of(guest: User) -> Game | None:
    return Game.objects.filter(host=guest).first()


def await_proof(guest_id: int) -> None:
    """Somebody signs up to keep the game: the guest lasts until the address could be proved.

    Whether or not there is an account with that address already, as nobody is told. However often somebody signs up, it
    lasts no longer than with the first time.
    """
    known = guest(guest_id)
    if known is not None:
        lasting = timedelta(hours=settings.GUEST_HOURS, days=settings.UNCONFIRMED_DAYS)
        User.objects.filter(pk=known.pk, guest_until__isnull=False).update(guest_until=known.date_joined + lasting)


def promise_to(guest_id: int, heir: User) -> None:
    """The game is for the account that has just signed up, once its address is proved."""
    User.objects.filter(pk=guest_id, guest_until__gt=timezone.now()).update(heir=heir)


def keep_promises(heir: User) -> None:
    """An account's address is proved: the games that it signed up for are its own now. Raises as `keep` does."""
    for known in heir.guests.filter(guest_until__gt=timezone.now()):
        keep(known.pk, heir)


def keep(guest_id: int, person: User) -> Game:
    """Give a guest's game to somebody with an account, with all that was played; the guest is deleted.

    The caller has made sure that the guest's session was the person's, or that they signed up from it. Raises
    NoSuchGuest when the guest's time is over or somebody has the game already, NotAllowed, Suspended, TooMany when the
    person has as many games or seats as one may have.
    """
    with transaction.atomic():
        # In the order of their ids, as whoever locks several.
        rows = {row.pk: row for row in _locked(guest_id, person.pk)}
        known = rows.get(guest_id)
        if known is None or known.guest_until is None or known.guest_until <= timezone.now():
            raise NoSuchGuest
        person = locked_person(person)
        permission_check.check(Permission.KEEP_GUEST_GAME, person, NotAllowed())
        if person.is_guest or not person.is_active or not _is_proved(person):
            raise NotAllowed
        kept = locked_games([known], *Game.Status.values)
        if not kept:
            raise NoSuchGuest
        for game in kept:
            _hand_over(game, known, person)
        _remove(known)
    return kept[0]


def _locked(*ids: int) -> list[User]:
    # Without the key: who plays holds the game and then names the guest, and waits for nobody here.
    return list(User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


def _is_proved(person: User) -> bool:
    """Whether the address is known to be theirs. Who has an account without a row of it was given it by an operator."""
    addresses = EmailAddress.objects.filter(user=person)
    return not addresses.exists() or addresses.filter(verified=True).exists()


def _hand_over(game: Game, guest: User, person: User) -> None:
    if game.status in caps.LASTING:
        caps.check_hosted(person)
        caps.check_seats(person)
    game.host = person
    count_up(game)
    game.save(update_fields=["host", "version"])
    game.seats.filter(user=guest).update(user=person)
    Submission.objects.filter(by=guest, turn__game=game).update(by=person)
    MutedGame.objects.filter(user=guest, game=game).update(user=person)
    audit.note(Permission.KEEP_GUEST_GAME, by=person, game=game, person=person)
    for turn in game.turns.filter(status=Turn.Status.OPEN, seat__user=person).select_related("seat__user", "game"):
        outbox.turn_mail(turn)


def forget_guests() -> int:
    """Delete the guests whose time is over, with their games: how many. One at a time, and only so many at once."""
    over = User.objects.filter(guest_until__lte=timezone.now()).order_by("guest_until")
    return sum(_forget(guest_id) for guest_id in list(over.values_list("pk", flat=True)[:AT_ONCE]))


def _forget(guest_id: int) -> bool:
    """Whoever keeps the game at this moment is faster, or too late."""
    with transaction.atomic():
        over = next(iter(_locked(guest_id)), None)
        if over is None or over.guest_until is None or over.guest_until > timezone.now():
            return False
        for game in locked_games([over], *Game.Status.values):
            _delete(game)
        _remove(over)
    return True


def _delete(game: Game) -> None:
    """What staff did to a game is kept, and the game with it."""
    try:
        with transaction.atomic():
            Game.objects.get(pk=game.pk).delete()
    except ProtectedError:
        log.info("Game %s of a guest is named by the audit trail: it is called off, and stays.", game.pk)
        if game.status in caps.LASTING:
            end(game)


def _remove(guest: User) -> None:
    """Where the audit trail or a game that stays names the guest, the row stays as that of a closed account does."""
    account_closing.end_sessions(guest)
    try:
        with transaction.atomic():
            User.objects.get(pk=guest.pk).delete()
    except ProtectedError:
        log.info("Guest %d is named by the audit trail, and closed instead of deleted.", guest.pk)
        account_closing.close_account(guest, by=None)
