"""Opening a game, taking and leaving seats, and the start."""

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
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Permission
from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.deal import seating
from games.engine.options import checked
from games.engine.record import SECRET_BYTES
from games.live.announcements import count_up, tell_who_left
from games.models import Game, OutgoingMail, Seat
from games.people.models import User
from games.table import audit, caps, outbox, permission_check
from games.table.errors import (
    AlreadySeated,
    BadInvitation,
    BadOpening,
    BadSeats,
    Full,
    NotAllowed,
    NotHost,
    NotInvited,
    NotOpen,
    NotSeated,
    SeatsFree,
    TooMany,
)
from games.table.game_update import Course
from games.table.invitations import kept_seat
from games.table.locks import locked_game, locked_person
from games.table.name_checks import checked_game_name
from games.table.positions import rules_of, secret_of, start_of
from games.table.rematch import rematch_of

SHORTEST_LIMIT: Final = timedelta(minutes=1)
LONGEST_LIMIT: Final = timedelta(days=60)
INVITED: Final = forms.EmailField(max_length=Seat._meta.get_field("invited_email").max_length)
LONGEST_KEY: Final = Game._meta.get_field("opening_key").max_length or 0
NO_SECRET: Final = bytes(SECRET_BYTES)
NOBODY: Final[Mapping[str, User]] = {}


@dataclass(frozen=True)
class SeatPlan:
    """Who is to sit somewhere: the host ("me"), a bot of `level`, whoever owns `email`, or the first to come ("free").

    "account": the host's own bot account with the name `account`. "person": whoever is called `person` and sat at the
    earlier game that is played again.
    """

    kind: Literal["me", "bot", "invited", "free", "account", "person"]
    level: str = ""
    email: str = ""
    account: str = ""
    person: str = ""


def open_game(
    host: User,
    *,
    name: str,
    kind: str,
    options: Mapping[str, str],
    seats: Sequence[SeatPlan],
    turn_limit: timedelta,
    visibility: str = Game.Visibility.PRIVATE,
    opening_key: str = "",
    again: str = "",
) -> Game:
    """Open a game in the lobby and write the invitations; it starts at once if no seat waits for anybody.

    name: what people call it; empty: "<host>'s game". kind: the key of the game in games.engine.registry. options:
    canonical values, missing ones take their defaults. seats: in any order, the start shuffles them. turn_limit: a
    minute to 60 days. visibility: a Game.Visibility. opening_key: the idempotency key, empty for none; the game that
    this host has opened under the same one is returned as it is now, and no other is opened. again: the id of a
    finished game at which the host sat; people of it are invited by their names (games.table.rematch).
    Raises NotAllowed, Suspended, TooMany for more games than one may have at a time or more invitations than one may
    send in a day, OptionError (names the option) for options the game does not know, BadOpening for the rest.
    """
    permission_check.check(Permission.OPEN_GAME, host, NotAllowed())
    earlier = _opened_earlier(host, opening_key)
    if earlier is not None:
        return earlier
    try:
        rules = registry.game(kind)
    except KeyError:
        raise BadOpening(_("There is no game “%(kind)s” here.") % {"kind": kind}) from None
    invited = _people_invited(host, seats, again)
    _check_seats(rules, host, seats)
    if not SHORTEST_LIMIT <= turn_limit <= LONGEST_LIMIT:
        raise BadOpening(_("The time per turn is between a minute and 60 days."))
    if visibility not in Game.Visibility.values:
        raise BadOpening(_("“%(word)s” does not say who may watch.") % {"word": visibility})
    if len(opening_key) > LONGEST_KEY:
        raise BadOpening(_("The idempotency key is longer than %(most)s characters.") % {"most": LONGEST_KEY})
    line = checked_game_name(name)
    chosen = checked(rules.options(), options)
    rules.new(len(seats), chosen, NO_SECRET)
    try:
        with transaction.atomic():
            host = locked_person(host)
            permission_check.check(Permission.OPEN_GAME, host, NotAllowed())
            caps.check_hosted(host)
            caps.check_seats(host, sum(plan.kind in ("me", "account") for plan in seats))
            _check_invitations(host, sum(plan.kind in ("invited", "person") for plan in seats))
            game = Game(
                name=(line or _("%(host)s's game") % {"host": host.username})[:80].strip(),
                kind=kind,
                options=chosen,
                host=host,
                turn_limit=turn_limit,
                visibility=visibility,
                opening_key=opening_key,
            )
            set_up(game, seats, invited)
    except IntegrityError:
        # Of two equal requests at the same moment one opens the game, and both return it.
        earlier = _opened_earlier(host, opening_key)
        if earlier is None:
            raise
        return earlier
    return game


def set_up(game: Game, seats: Sequence[SeatPlan], people: Mapping[str, User] = NOBODY) -> None:
    """Write a new game, whose host may open it, with its seats; it starts if none of them waits for anybody.

    people: who is invited by name.
    """
    game.seat_count = len(seats)
    game.save(force_insert=True)
    for index, plan in enumerate(seats):
        _place(game, index, plan, people.get(plan.person))
    told = {"kind": game.kind, "seats": [plan.kind for plan in seats], "visibility": game.visibility}
    audit.note(Permission.OPEN_GAME, by=game.host, game=game, details=told)
    _start_if_complete(game)


def _opened_earlier(host: User, opening_key: str) -> Game | None:
    return Game.objects.filter(host=host, opening_key=opening_key).first() if opening_key else None


def _people_invited(host: User, seats: Sequence[SeatPlan], again: str) -> dict[str, User]:
    """Those whom the host invites by name, by it. Raises BadSeats."""
    named = [(place, plan.person) for place, plan in enumerate(seats) if plan.kind == "person"]
    earlier = rematch_of(again, host) if named else None
    found: dict[str, User] = {}
    for place, name in named:
        person = earlier.person(name) if earlier else None
        if person is None:
            raise BadSeats(_("%(name)s cannot be invited now.") % {"name": name}, place, "kind")
        if person in found.values():
            raise BadSeats(_("%(name)s can take one seat only.") % {"name": name}, place, "kind")
        found[name] = person
    return found


def _place(game: Game, index: int, plan: SeatPlan, invited: User | None) -> None:
    seated = {"me": game.host, "account": _own_account(game.host, plan.account)}
    seat = Seat.objects.create(
        game=game,
        index=index,
        user=seated.get(plan.kind),
        bot_level=plan.level if plan.kind == "bot" else "",
        invited_email=_invited_email(plan, invited),
        invited_user=invited,
    )
    if seat.invited_email:
        outbox.invitation_mail(seat)


def _invited_email(plan: SeatPlan, invited: User | None) -> str:
    if invited is not None:
        return invited.email.lower()
    return plan.email.strip().lower() if plan.kind == "invited" else ""


def _own_account(host: User, name: str) -> User | None:
    return host.bot_accounts.filter(username__iexact=name, is_active=True).first() if name else None


def _check_seats(rules: Rules, host: User, seats: Sequence[SeatPlan]) -> None:
    """Raises BadSeats, or BadOpening for a bot without a level."""
    if not rules.min_seats <= len(seats) <= rules.max_seats:
        raise BadSeats(
            _("This game is for %(least)s to %(most)s players.") % {"least": rules.min_seats, "most": rules.max_seats}
        )
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
        INVITED.clean(email)
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
    """Whether the host, whose row is locked, may send so many more invitations today."""
    most, since = settings.INVITATIONS_PER_HOST_PER_DAY, timezone.now() - timedelta(days=1)
    sent = OutgoingMail.objects.filter(kind=OutgoingMail.Kind.INVITATION, game__host=host, created_at__gte=since)
    if wanted and sent.count() + wanted > most:
        told = ngettext(
            "You may invite %(most)s person a day by mail. Leave the seat free, and share the invitation link instead.",
            "You may invite %(most)s people a day by mail. Leave seats free, and share the invitation link instead.",
            most,
        )
        raise TooMany(told % {"most": most})


def _check_level(level: str) -> None:
    if not level:
        raise BadOpening(_("Say which level a bot is to play."))


def join(game_id: str, user: User, code: str = "", proof: str = "") -> Seat:
    """Take a seat: the one kept for this person, else a free one. The last seat taken starts the game.

    code: of the invitation link, empty from the lobby; bot accounts come with one only. proof: of the link in the mail
    of an invitation (games.table.invitations): its seat is kept for whoever has it, whatever their address. Raises
    NoSuchGame, NotOpen, AlreadySeated, BadInvitation (a code of another game), Full, TooMany, NotAllowed, Suspended.
    """
    with transaction.atomic():
        user = locked_person(user)
        game = locked_game(game_id)
        if game.status != Game.Status.OPEN:
            raise NotOpen
        if code and not constant_time_compare(code, game.invitation_code):
            raise BadInvitation
        if any(seat.user_id == user.pk for seat in game.seats.all()):
            raise AlreadySeated
        invited_to = kept_seat(game, proof)
        kept, free = _seats_for(user, game, invited_to)
        # The refusal of whoever could have sat down but for who he is.
        refusal = NotAllowed() if kept or free else _full(game)
        permission_check.check(Permission.JOIN, user, refusal, game, code=code, invited_to=invited_to)
        if not user.is_active:
            raise NotAllowed
        caps.check_seats(user)
        seat = _take((kept or free)[0], user)
        audit.note(Permission.JOIN, by=user, game=game, person=user)
        _changed(game)
        _start_if_complete(game)
        seat.refresh_from_db()
    return seat


def decline(game_id: str, user: User) -> None:
    """Give the seats free that are kept for this person, who does not want to play.

    Raises NoSuchGame, NotOpen, NotInvited, Suspended.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        if game.status != Game.Status.OPEN:
            raise NotOpen
        permission_check.check(Permission.DECLINE, user, NotInvited(), game)
        kept, _free = _seats_for(user, game)
        if not kept:
            raise NotInvited
        for seat in kept:
            seat.invited_email, seat.invited_user = "", None
            seat.save(update_fields=["invited_email", "invited_user"])
        audit.note(Permission.DECLINE, by=user, game=game, person=user)
        _changed(game)


def seat_account(game_id: str, by: User, name: str) -> Seat:
    """The host puts a bot account of his own on a free seat. The last seat taken starts the game.

    name: the account's. Raises NoSuchGame, NotHost, NotOpen, AlreadySeated, Full, TooMany, BadOpening when the host has
    no such account, Suspended.
    """
    with transaction.atomic():
        by = locked_person(by)
        account = _own_account(by, name)
        if account is not None:
            account = locked_person(account)
        game = _hosted(Permission.FILL, game_id, by)
        if account is None or not account.is_active:
            raise BadOpening(_("You have no bot account “%(name)s”.") % {"name": name})
        if game.seats.filter(user=account).exists():
            raise AlreadySeated
        _kept, free = _seats_for(account, game)
        if not free:
            raise _full(game)
        caps.check_seats(by)
        seat = _take(free[0], account)
        audit.note(Permission.JOIN, by=by, game=game, person=account)
        _changed(game)
        _start_if_complete(game)
        seat.refresh_from_db()
    return seat


def _seats_for(user: User, game: Game, invited_to: Seat | None = None) -> tuple[list[Seat], list[Seat]]:
    """The seats kept for this person, by a proof or for their address, and those that are free for anybody."""
    untaken = [seat for seat in game.seats.all() if not _taken(seat)]
    of_address = [
        seat
        for seat in untaken
        if seat.invited_email and (seat.invited_email == user.email.lower() or seat.invited_user_id == user.pk)
    ]
    kept = ([invited_to] if invited_to else []) + of_address
    return kept, [seat for seat in untaken if not seat.invited_email]


def _full(game: Game) -> Full:
    if game.seats.exclude(invited_email="").exists():
        return Full(_("The seats left are kept for those who were invited; sign in with the invited address."))
    return Full()


def _take(seat: Seat, user: User) -> Seat:
    seat.user, seat.invited_email, seat.invited_user = user, "", None
    seat.save()
    return seat


def leave(game_id: str, user: User) -> None:
    """Give one's seat back before the start.

    Raises NoSuchGame, NotOpen (then `resign` is what is meant), NotSeated, Suspended.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        if game.status != Game.Status.OPEN:
            raise NotOpen
        permission_check.check(Permission.LEAVE, user, NotSeated(), game)
        game.seats.filter(user=user).update(user=None)
        tell_who_left(game, user.pk)
        audit.note(Permission.LEAVE, by=user, game=game, person=user)
        _changed(game)


def cancel(game_id: str, by: User) -> None:
    """Call a game off before its start. Raises NoSuchGame, NotHost, NotOpen, Suspended."""
    with transaction.atomic():
        game = _hosted(Permission.CANCEL, game_id, by)
        game.status, game.ended_at = Game.Status.ABORTED, timezone.now()
        audit.note(Permission.CANCEL, by=by, game=game)
        _changed(game)


def fill_with_bots(game_id: str, by: User, level: str) -> None:
    """Let bots take all seats that nobody has taken, invited ones too; so the game starts.

    Raises NoSuchGame, NotHost, NotOpen, Suspended, BadOpening when no person has a seat yet or no level is named.
    """
    _check_level(level)
    with transaction.atomic():
        game = _hosted(Permission.FILL, game_id, by)
        if not game.seats.exclude(user=None).exists():
            raise BadOpening(_("A game needs at least one person."))
        filled = game.seats.filter(user=None, bot_level="").update(bot_level=level, invited_email="", invited_user=None)
        audit.note(Permission.FILL, by=by, game=game, details={"level": level, "seats": filled})
        _changed(game)
        _start_if_complete(game)


def start(game_id: str, by: User) -> None:
    """Start a game whose seats are all taken. Raises NoSuchGame, NotHost, NotOpen, SeatsFree, Suspended."""
    with transaction.atomic():
        game = _hosted(Permission.START, game_id, by)
        if not _start_if_complete(game):
            raise SeatsFree
        audit.note(Permission.START, by=by, game=game)


def _hosted(act: Permission, game_id: str, by: User) -> Game:
    """The open game, for what its host alone may do."""
    game = locked_game(game_id)
    permission_check.check(act, by, NotHost(), game)
    if game.status != Game.Status.OPEN:
        raise NotOpen
    return game


def _taken(seat: Seat) -> bool:
    return seat.user_id is not None or bool(seat.bot_level)


def _changed(game: Game) -> None:
    count_up(game)
    game.save()


def _start_if_complete(game: Game) -> bool:
    seats = list(game.seats.select_related("user"))
    if not all(_taken(seat) for seat in seats):
        return False
    _shuffle(seats, secret_of(game))
    _begin(game)
    return True


def _begin(game: Game) -> None:
    """Deal, write the start mails, and ask for the first decision."""
    rules, now = rules_of(game), timezone.now()
    game.status, game.started_at, game.rules_version = Game.Status.RUNNING, now, rules.rules_version
    for seat in game.seats.select_related("user"):
        outbox.start_mail(seat)
    course = Course(game, now, start_of(game))
    course.go_on()
    course.save()


def _shuffle(seats: list[Seat], secret: bytes) -> None:
    """Put the seats in an order drawn from the game's secret."""
    seats[:] = [seats[place] for place in seating(len(seats), secret)]
    # An index is unique within the game at every moment, so the seats step aside first.
    for aside in (len(seats), 0):
        for index, seat in enumerate(seats):
            seat.index = index + aside
            seat.save(update_fields=["index"])
