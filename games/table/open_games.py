"""Games before their start: open one, take and leave seats, fill it with bots, start it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Permission
from games.bot_levels import BOT_LEVELS
from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.options import clean_values
from games.engine.record import SECRET_BYTES
from games.live.announcements import bump_version, notify_who_left
from games.models import AuditEntry, Game, Seat
from games.notifications import outbox
from games.people.models import User
from games.table import audit, caps, permission_check, rated_games, waiting_people
from games.table.errors import (
    AlreadySeated,
    BadOpening,
    BadSeats,
    NotAllowed,
    NotHost,
    NotInvited,
    NotOpen,
    NotSeated,
    SeatsFree,
    TooMany,
)
from games.table.free_seats import check_open, choose_seat, full_refusal, seat_person, seats_for
from games.table.friends import invitable_friends
from games.table.game_start import start_if_complete
from games.table.invitable_people import is_told_of_invitation
from games.table.locks import lock_game, lock_person
from games.table.name_checks import clean_game_name
from games.table.rematch import rematch_of
from games.table.waiting_list import give_seats, lock_with_waiting
from games.time_control import TimeControl
from games.wording import wrong_player_count_text

INVITED_EMAIL: Final = forms.EmailField(max_length=Seat._meta.get_field("invited_email").max_length)
MAX_KEY_LENGTH: Final = Game._meta.get_field("opening_key").max_length or 0
MIN_BOTS_AFTER: Final = timedelta(hours=1)
MAX_BOTS_AFTER: Final = timedelta(days=30)
"""After which bots can take the seats that nobody has."""
NO_SECRET: Final = bytes(SECRET_BYTES)
NOBODY: Final[Mapping[str, User]] = {}
BY_MAIL: Final = ("invited", "person")
"""Kinds of seats whose people get an invitation."""


@dataclass(frozen=True)
class SeatPlan:
    """Who is going to take one seat of a new game."""

    kind: Literal["me", "bot", "invited", "free", "account", "person"]
    """ "me": the host. "free": the first person to come."""
    level: str = ""
    """Of a "bot"."""
    email: str = ""
    """The address of an "invited" person."""
    account: str = ""
    """The name of the host's own bot "account"."""
    person: str = ""
    """The name of a "person": a friend of the host, or somebody who sat at the earlier game of a rematch."""
    coached: bool = False
    """Whether the seat begins with a coach (games.table.coach), if all others are bots'."""


def open_game(
    host: User,
    *,
    name: str,
    kind: str,
    options: Mapping[str, str],
    seats: Sequence[SeatPlan],
    time_control: TimeControl,
    visibility: str = Game.Visibility.PRIVATE,
    advisers: bool = False,
    takeover: bool = True,
    rated: bool = False,
    talk: str = Game.Talk.ONLOOKERS,
    bots_may_talk: bool = False,
    seeks_may_join: bool = True,
    bots_after: timedelta | None = None,
    bots_level: str = "",
    opening_key: str = "",
    again: str = "",
) -> Game:
    """Open a game in the lobby and write the invitations. The game starts at once if no seat waits for anybody.

    name: empty: "<host>'s game". kind: the key of the game in games.engine.registry. options: canonical values, missing
    ones get their defaults. seats: in any order, the start shuffles them. time_control: the time that people have.
    visibility: a Game.Visibility. advisers: whether people may leave kinds of questions to a bot.
    takeover: whether others may take vacant seats over (games.table.vacant_seats). rated: whether it counts for the
    ratings of its people (games.table.rated_games). talk: a Game.Talk. bots_may_talk: whether programs may talk where
    their owner sits, too (games.table.talk). seeks_may_join: whether people who seek a game may be given its free seats
    (games.table.seek_seats). bots_after: after how long bots of `bots_level` take the seats that nobody has
    (games.table.bots_for_free_seats); None: the host decides that. opening_key: the idempotency key, empty for none; if
    this host has opened a game by the same key, that game is returned as it is now. again: the id of a finished game at
    which the host sat, whose people can be invited by name (games.table.rematch), as friends of the host can always be
    (games.table.friends).
    Raises NotAllowed, Suspended, TooMany for too many games or too many invitations in a day, OptionError (names the
    option) for options that the game does not know, BadOpening for the rest.
    """
    permission_check.require_permission(Permission.OPEN_GAME, host, NotAllowed())
    earlier = _find_by_opening_key(host, opening_key)
    if earlier is not None:
        return earlier
    rules = _find_rules(kind)
    invited = _people_invited(host, seats, again)
    _check_seats(rules, host, seats)
    if rated:
        rated_games.check_opening((plan.kind for plan in seats), advisers=advisers)
    _check_visibility(visibility)
    _check_talk(talk)
    _check_clock(kind, time_control)
    if bots_after is not None:
        check_bots(bots_after, bots_level)
    _check_opening_key(opening_key)
    own_name = clean_game_name(name)
    chosen = clean_values(rules.options(), options)
    rules.new(len(seats), chosen, NO_SECRET)
    game = Game(
        name=(own_name or _("%(host)s's game") % {"host": host.username})[:80].strip(),
        kind=kind,
        options=chosen,
        turn_limit=time_control.per_turn,
        clock=time_control.to_json(),
        visibility=visibility,
        advisers=advisers,
        rated=rated,
        takeover=_who_may_take_over(seats) if takeover else Game.Takeover.NOBODY,
        talk=talk,
        bots_may_talk=bots_may_talk,
        seeks_may_join=seeks_may_join,
        bots_at=None if bots_after is None else timezone.now() + bots_after,
        bots_level="" if bots_after is None else bots_level,
        opening_key=opening_key,
    )
    try:
        with transaction.atomic():
            game.host = _lock_host(host, seats)
            create_game(game, seats, invited)
    except IntegrityError:
        # If two equal requests come at the same moment, one opens the game and both return it.
        earlier = _find_by_opening_key(host, opening_key)
        if earlier is None:
            raise
        return earlier
    return game


def _who_may_take_over(seats: Sequence[SeatPlan]) -> Game.Takeover:
    """Everybody, where everybody could take a seat before the start; else those who are let in by link."""
    return Game.Takeover.LOBBY if any(plan.kind == "free" for plan in seats) else Game.Takeover.LINK


def _find_rules(kind: str) -> Rules:
    try:
        return registry.game(kind)
    except KeyError:
        raise BadOpening(_("There is no game “%(kind)s” here.") % {"kind": kind}) from None


def _check_visibility(visibility: str) -> None:
    if visibility not in Game.Visibility.values:
        raise BadOpening(_("“%(word)s” does not say who may watch.") % {"word": visibility})


def _check_talk(talk: str) -> None:
    if talk not in Game.Talk.values:
        raise BadOpening(_("“%(word)s” does not say who may read the talk.") % {"word": talk})


def _check_clock(kind: str, time_control: TimeControl) -> None:
    if time_control.round is not None and not registry.chronicle(kind).has_rounds:
        raise BadOpening(_("This game has no rounds: choose another clock."))


def _check_opening_key(opening_key: str) -> None:
    if len(opening_key) > MAX_KEY_LENGTH:
        reason = ngettext(
            "The idempotency key is longer than %(most)s character.",
            "The idempotency key is longer than %(most)s characters.",
            MAX_KEY_LENGTH,
        )
        raise BadOpening(reason % {"most": MAX_KEY_LENGTH})


def _lock_host(host: User, seats: Sequence[SeatPlan]) -> User:
    """The host, whose row is locked, if they may open one more game with these seats."""
    host = lock_person(host)
    permission_check.require_permission(Permission.OPEN_GAME, host, NotAllowed())
    caps.check_hosted_games(host)
    caps.check_seats(host, sum(plan.kind in ("me", "account") for plan in seats))
    _check_invitations(host, sum(plan.kind in BY_MAIL for plan in seats))
    return host


def create_game(game: Game, seats: Sequence[SeatPlan], people: Mapping[str, User] = NOBODY) -> None:
    """Write a new game with its seats. It starts if no seat waits for anybody. The caller has checked the host.

    people: those who are invited by name.
    """
    game.seat_count = len(seats)
    game.save(force_insert=True)
    for index, plan in enumerate(seats):
        _create_seat(game, index, plan, people.get(plan.person))
    details: dict[str, object] = {
        "kind": game.kind,
        "seats": [plan.kind for plan in seats],
        "visibility": game.visibility,
    }
    if game.rated:
        details["rated"] = True
    audit.note(Permission.OPEN_GAME, by=game.host, game=game, details=details)
    start_if_complete(game)


def _find_by_opening_key(host: User, opening_key: str) -> Game | None:
    return Game.objects.filter(host=host, opening_key=opening_key).first() if opening_key else None


def _people_invited(host: User, seats: Sequence[SeatPlan], again: str) -> dict[str, User]:
    """The people whom the host invites by name, by that name. Raises BadSeats."""
    named = [(place, plan.person) for place, plan in enumerate(seats) if plan.kind == "person"]
    earlier = rematch_of(again, host) if named and again else None
    known = {**invitable_friends(host), **(earlier.people if earlier else {})} if named else {}
    by_name = {one.casefold(): person for one, person in known.items()}
    found: dict[str, User] = {}
    for place, name in named:
        person = by_name.get(name.casefold())
        if person is None:
            raise BadSeats(_("%(name)s cannot be invited now.") % {"name": name}, place, "kind")
        if person in found.values():
            raise BadSeats(_("%(name)s can take one seat only.") % {"name": name}, place, "kind")
        found[name] = person
    return found


def _create_seat(game: Game, index: int, plan: SeatPlan, invited: User | None) -> None:
    seated = {"me": game.host, "account": _own_account(game.host, plan.account)}
    seat = Seat.objects.create(
        game=game,
        index=index,
        user=seated.get(plan.kind),
        bot_level=plan.level if plan.kind == "bot" else "",
        invited_email=_invited_email(plan, invited),
        invited_user=invited,
        coach=Seat.Coach.ON if plan.coached else Seat.Coach.NEVER,
    )
    if seat.invited_email and is_told_of_invitation(game.host, seat.invited_email):
        outbox.notify_invitation(seat)


def _invited_email(plan: SeatPlan, invited: User | None) -> str:
    if invited is not None:
        return invited.email.lower()
    return plan.email.strip().lower() if plan.kind == "invited" else ""


def _own_account(host: User, name: str) -> User | None:
    return host.bot_accounts.filter(username__iexact=name, is_active=True).first() if name else None


def _check_seats(rules: Rules, host: User, seats: Sequence[SeatPlan]) -> None:
    """Raises BadSeats, or BadOpening for a bot without a level."""
    if not rules.min_seats <= len(seats) <= rules.max_seats:
        raise BadSeats(wrong_player_count_text(rules.min_seats, rules.max_seats))
    own = [place for place, plan in enumerate(seats) if plan.kind == "me"]
    if len(own) > 1:
        raise BadSeats(_("You can take one seat only."), own[1], "kind")
    if all(plan.kind == "bot" for plan in seats):
        raise BadSeats(_("A game needs at least one person."))
    seen: set[tuple[str, str]] = set()
    for place, plan in enumerate(seats):
        if plan.kind == "invited":
            _check_invited(host, place, plan.email.strip().lower(), seen)
        elif plan.kind == "account":
            _check_account(host, place, plan.account, seen)
        elif plan.kind == "bot":
            _check_level(plan.level)


def _check_invited(host: User, place: int, email: str, seen: set[tuple[str, str]]) -> None:
    try:
        INVITED_EMAIL.clean(email)
    except ValidationError:
        raise BadSeats(_("“%(email)s” is not a mail address.") % {"email": email}, place, "email") from None
    if ("email", email) in seen:
        raise BadSeats(_("%(email)s is invited twice.") % {"email": email}, place, "email")
    if email == host.email.lower():
        raise BadSeats(_("You cannot invite yourself: take a seat instead."), place, "email")
    seen.add(("email", email))


def _check_account(host: User, place: int, name: str, seen: set[tuple[str, str]]) -> None:
    if _own_account(host, name) is None:
        raise BadSeats(_("You have no bot account “%(name)s”.") % {"name": name}, place, "account")
    if ("account", name.casefold()) in seen:
        raise BadSeats(_("%(name)s can take one seat only.") % {"name": name}, place, "account")
    seen.add(("account", name.casefold()))


def _check_invitations(host: User, wanted: int) -> None:
    """Raises TooMany unless the host, whose row is locked, may send `wanted` more invitations today."""
    most, since = settings.INVITATIONS_PER_HOST_PER_DAY, timezone.now() - timedelta(days=1)
    # By the trail, as it has those that are never sent, too: how many more go out must not tell who is kept apart.
    opened = AuditEntry.objects.filter(actor=host, action=Permission.OPEN_GAME, at__gte=since)
    seats = [kind for details in opened.values_list("details", flat=True) for kind in details.get("seats", ())]
    sent = sum(kind in BY_MAIL for kind in seats)
    if wanted and sent + wanted > most:
        reason = ngettext(
            "You may invite %(most)s person a day by mail. Leave the seat free, and share the invitation link instead.",
            "You may invite %(most)s people a day by mail. Leave seats free, and share the invitation link instead.",
            most,
        )
        raise TooMany(reason % {"most": most})


def _check_level(level: str) -> None:
    if not level:
        raise BadOpening(_("Say which level a bot is to play."))


def join(game_id: str, user: User, code: str = "", proof: str = "") -> Seat:
    """Take a seat: the one that is reserved for this person, else a free one. The last seat taken starts the game.

    code: from the invitation link, empty from the lobby; bot accounts need one. proof: from the link in an invitation
    mail (games.table.invitations), which gives its seat to anybody who has it, whatever their address is. Raises
    NoSuchGame, NotOpen, AlreadySeated, BadInvitation (a code of another game), Full, TooMany, NotAllowed, Suspended.
    """
    with transaction.atomic():
        user = lock_person(user)
        game = lock_game(game_id)
        check_open(game, code)
        seat = choose_seat(game, user, code, proof)
        seat_person(seat, user)
        audit.note(Permission.JOIN, by=user, game=game, person=user)
        save_new_version(game)
        start_if_complete(game)
        seat.refresh_from_db()
    return seat


def decline(game_id: str, user: User) -> None:
    """Free the seats that are reserved for this person, who does not want to play; first for those who wait.

    Raises NoSuchGame, NotOpen, NotInvited, Suspended.
    """
    with transaction.atomic():
        game, waiting = lock_with_waiting(game_id)
        if game.status != Game.Status.OPEN:
            raise NotOpen
        permission_check.require_permission(Permission.DECLINE, user, NotInvited(), game)
        kept, _free = seats_for(user, game)
        if not kept:
            raise NotInvited
        for seat in kept:
            seat.invited_email, seat.invited_user = "", None
            seat.save(update_fields=["invited_email", "invited_user"])
        audit.note(Permission.DECLINE, by=user, game=game, person=user)
        save_new_version(game)
        give_seats(game, waiting)


def seat_bot_account(game_id: str, by: User, name: str) -> Seat:
    """Give a free seat to a bot account of the host. The last seat taken starts the game.

    name: the name of the account. Raises NoSuchGame, NotHost, NotOpen, AlreadySeated, Full, TooMany, BadOpening if the
    host has no such account, Suspended.
    """
    with transaction.atomic():
        by = lock_person(by)
        account = _own_account(by, name)
        if account is not None:
            account = lock_person(account)
        game = lock_hosted_game(Permission.FILL, game_id, by)
        if account is None or not account.is_active:
            raise BadOpening(_("You have no bot account “%(name)s”.") % {"name": name})
        rated_games.check_person(game, account)
        if game.seats.filter(user=account).exists():
            raise AlreadySeated
        _kept, free = seats_for(account, game)
        if not free:
            raise full_refusal(game.seats.all())
        caps.check_seats(by)
        seat = free[0]
        seat_person(seat, account)
        audit.note(Permission.JOIN, by=by, game=game, person=account)
        save_new_version(game)
        start_if_complete(game)
        seat.refresh_from_db()
    return seat


def leave(game_id: str, user: User) -> None:
    """Give one's seat back before the start, first to those who wait.

    Raises NoSuchGame, NotOpen (use `resign` then), NotSeated, Suspended.
    """
    with transaction.atomic():
        game, waiting = lock_with_waiting(game_id)
        if game.status != Game.Status.OPEN:
            raise NotOpen
        permission_check.require_permission(Permission.LEAVE, user, NotSeated(), game)
        game.seats.filter(user=user).update(user=None)
        notify_who_left(game, user.pk)
        audit.note(Permission.LEAVE, by=user, game=game, person=user)
        save_new_version(game)
        give_seats(game, waiting)


def cancel(game_id: str, by: User) -> None:
    """Call a game off before its start. Raises NoSuchGame, NotHost, NotOpen, Suspended."""
    with transaction.atomic():
        game = lock_hosted_game(Permission.CANCEL, game_id, by)
        game.status, game.ended_at = Game.Status.ABORTED, timezone.now()
        audit.note(Permission.CANCEL, by=by, game=game)
        save_new_version(game)
        waiting_people.end(game)


def save_new_version(game: Game) -> None:
    """Write a changed game, and tell those who look at it."""
    bump_version(game)
    game.save()


def fill_with_bots(game_id: str, by: User, level: str) -> None:
    """Give all seats that nobody has taken to bots, those of invited people too. The game starts.

    Raises NoSuchGame, NotHost, NotOpen, Suspended, BadOpening if no person has a seat yet or no level is named.
    """
    _check_level(level)
    with transaction.atomic():
        game = lock_hosted_game(Permission.FILL, game_id, by)
        if not game.seats.exclude(user=None).exists():
            raise BadOpening(_("A game needs at least one person."))
        rated_games.check_filling(game, game.seats.all())
        fill_seats(game, by, level)


def fill_seats(game: Game, by: User | None, level: str) -> None:
    """Give all seats that nobody has taken to bots, and start the game. The caller holds its lock, and has checked it.

    by: None: it was time (games.table.bots_for_free_seats).
    """
    filled = game.seats.filter(user=None, bot_level="").update(bot_level=level, invited_email="", invited_user=None)
    audit.note(Permission.FILL, by=by, game=game, details={"level": level, "seats": filled})
    save_new_version(game)
    start_if_complete(game)


def check_bots(after: timedelta, level: str) -> None:
    """Whether bots of a level can take free seats after so long. Raises BadOpening."""
    if level not in BOT_LEVELS:
        raise BadOpening(_("Say which level a bot is to play."))
    if not MIN_BOTS_AFTER <= after <= MAX_BOTS_AFTER:
        raise BadOpening(_("Bots take free seats after an hour at the earliest, and after 30 days at the latest."))


def start(game_id: str, by: User) -> None:
    """Start a game whose seats are all taken. Raises NoSuchGame, NotHost, NotOpen, SeatsFree, Suspended."""
    with transaction.atomic():
        game = lock_hosted_game(Permission.START, game_id, by)
        if not start_if_complete(game):
            raise SeatsFree
        audit.note(Permission.START, by=by, game=game)


def lock_hosted_game(permission: Permission, game_id: str, by: User) -> Game:
    """Lock an open game, for an action that only its host may take."""
    game = lock_game(game_id)
    permission_check.require_permission(permission, by, NotHost(), game)
    if game.status != Game.Status.OPEN:
        raise NotOpen
    return game
