"""Guests: visitors who try one game against bots without an account, for a day.

A guest is an account without password and mail address, which can only play its one game (games.access). When its time
is over, it is deleted with the game. Guests who sign up or in before that take the game over.
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
from games.engine.options import clean_values
from games.live.announcements import bump_version
from games.models import Ballot, Game, MutedGame, Proposal, SeatHolder, Submission, Turn
from games.models.table import ID_ALPHABET
from games.notifications import outbox
from games.people.models import User
from games.table import account_closing, audit, caps, permission_check, played_games
from games.table.departure import lock_games_of
from games.table.errors import NoSuchGuest, NotAllowed, TooMany
from games.table.locks import lock_person
from games.table.moderation.abort import end_game
from games.table.open_games import SeatPlan, create_game
from games.time_control import TimeControl
from games.wording import in_words

log = logging.getLogger(__name__)

NO_MAIL_DOMAIN: Final = "guests.invalid"
"""Domain of the guests' addresses: every account needs an address, but no mail reaches these."""
SEATS: Final = 3
"""Number of seats in a guest's game, if the game allows it."""
TIME_CONTROL: Final = TimeControl(timedelta(days=3))
"""Longer than the guest exists: it is for somebody who takes the game over."""
MAX_AT_ONCE: Final = 500
_MAX_TRIES: Final = 5
"""Tries to find a name that no other account has."""


def open_guest_game(kind: str, level: str, *, time_zone: str, language: str) -> tuple[User, Game]:
    """Make a guest, and a game of the guest against bots, which starts at once, with a coach.

    kind: the game's key. level: of the bots. Raises KeyError for an unknown game, TooMany if there are too many guests.
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
            options=clean_values(rules.options(), {}),
            host=guest,
            turn_limit=TIME_CONTROL.per_turn,
        )
        create_game(game, [SeatPlan("me", coached=True), *[SeatPlan("bot", level=level)] * (count - 1)])
    return guest, game


def _new_guest(time_zone: str, language: str) -> User:
    until = timezone.now() + timedelta(hours=settings.GUEST_HOURS)
    for tried in range(_MAX_TRIES):
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


def find_guest(guest_id: int | None) -> User | None:
    """The guest with this id, unless their time is over."""
    return User.objects.filter(pk=guest_id, guest_until__gt=timezone.now()).first() if guest_id else None


def game_of(guest: User) -> Game | None:
    return Game.objects.filter(host=guest).first()


def extend_until_confirmed(guest_id: int) -> None:
    """Let a guest exist until the address of a sign-up can be confirmed, because somebody signs up to keep the game.

    This happens even if there is an account with that address already, because nobody is told so. However often
    somebody signs up, the guest exists no longer than after the first time.
    """
    known = find_guest(guest_id)
    if known is not None:
        lasting = timedelta(hours=settings.GUEST_HOURS, days=settings.UNCONFIRMED_DAYS)
        User.objects.filter(pk=known.pk, guest_until__isnull=False).update(guest_until=known.date_joined + lasting)


def set_heir(guest_id: int, heir: User) -> None:
    """Remember that the guest's game goes to the account that has just signed up, once its address is confirmed."""
    User.objects.filter(pk=guest_id, guest_until__gt=timezone.now()).update(heir=heir)


def hand_over_to_heir(heir: User) -> None:
    """Give somebody whose address is confirmed the games that they signed up for. Raises as `take_over_game` does."""
    for known in heir.guests.filter(guest_until__gt=timezone.now()):
        take_over_game(known.pk, heir)


def take_over_game(guest_id: int, person: User) -> Game:
    """Give a guest's game with all its moves to somebody with an account, and delete the guest.

    The caller has checked that the guest's session was the person's, or that they signed up from it. Raises
    NoSuchGuest if the guest's time is over or somebody has the game already, NotAllowed, Suspended, TooMany if the
    person has too many games or seats.
    """
    with transaction.atomic():
        # In the order of their ids, as everywhere: no deadlocks.
        rows = {row.pk: row for row in _lock_people(guest_id, person.pk)}
        known = rows.get(guest_id)
        if known is None or known.guest_until is None or known.guest_until <= timezone.now():
            raise NoSuchGuest
        person = lock_person(person)
        permission_check.require_permission(Permission.KEEP_GUEST_GAME, person, NotAllowed())
        if person.is_guest or not person.is_active or not _is_address_confirmed(person):
            raise NotAllowed
        kept = lock_games_of([known], *Game.Status.values)
        if not kept:
            raise NoSuchGuest
        for game in kept:
            _hand_over(game, known, person)
        _delete_guest(known)
    return kept[0]


def _lock_people(*ids: int) -> list[User]:
    # NO KEY: an answer, which holds the game's lock, can write rows that refer to the guest.
    return list(User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


def _is_address_confirmed(person: User) -> bool:
    """Whether the person's address is confirmed. Accounts without an address row were made by an operator."""
    addresses = EmailAddress.objects.filter(user=person)
    return not addresses.exists() or addresses.filter(verified=True).exists()


def _hand_over(game: Game, guest: User, person: User) -> None:
    if game.status in Game.UNFINISHED:
        caps.check_hosted_games(person)
        caps.check_seats(person)
    game.host = person
    bump_version(game)
    game.save(update_fields=["host", "version"])
    game.seats.filter(user=guest).update(user=person)
    SeatHolder.objects.filter(game=game, user=guest).update(user=person)
    Submission.objects.filter(by=guest, turn__game=game).update(by=person)
    Proposal.objects.filter(by=guest, game=game).update(by=person)
    Ballot.objects.filter(person=guest, proposal__game=game).update(person=person)
    MutedGame.objects.filter(user=guest, game=game).update(user=person)
    played_games.count(game)
    audit.note(Permission.KEEP_GUEST_GAME, by=person, game=game, person=person)
    for turn in game.turns.filter(status=Turn.Status.OPEN, seat__user=person).select_related("seat__user", "game"):
        outbox.notify_turn(turn)


def delete_expired_guests() -> int:
    """Delete the guests whose time is over, with their games: how many. One at a time, at most MAX_AT_ONCE in a run."""
    over = User.objects.filter(guest_until__lte=timezone.now()).order_by("guest_until")
    return sum(_delete_expired_guest(guest_id) for guest_id in list(over.values_list("pk", flat=True)[:MAX_AT_ONCE]))


def _delete_expired_guest(guest_id: int) -> bool:
    """Delete one guest, unless somebody has taken the game over meanwhile."""
    with transaction.atomic():
        over = next(iter(_lock_people(guest_id)), None)
        if over is None or over.guest_until is None or over.guest_until > timezone.now():
            return False
        for game in lock_games_of([over], *Game.Status.values):
            _delete_game(game)
        _delete_guest(over)
    return True


def _delete_game(game: Game) -> None:
    """Delete a game, unless the audit trail refers to it; then call it off."""
    try:
        with transaction.atomic():
            Game.objects.get(pk=game.pk).delete()
    except ProtectedError:
        log.info("Game %s of a guest is named by the audit trail: it is called off, and stays.", game.pk)
        if game.status in Game.UNFINISHED:
            end_game(game)


def _delete_guest(guest: User) -> None:
    """Delete a guest, or close the account if the audit trail or a game refers to it."""
    account_closing.end_sessions(guest)
    try:
        with transaction.atomic():
            User.objects.get(pk=guest.pk).delete()
    except ProtectedError:
        log.info("Guest %d is named by the audit trail, and closed instead of deleted.", guest.pk)
        account_closing.close_account(guest, by=None)
