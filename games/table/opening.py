"""Opening a game, taking and leaving seats, and the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.random import from_secret
from games.engine.record import SECRET_BYTES
from games.models import Game, Seat
from games.table import outbox
from games.table.course import Course
from games.table.errors import AlreadySeated, BadInvitation, BadOpening, Full, NotHost, NotOpen, NotSeated, SeatsFree
from games.table.locking import locked_game
from games.table.positions import rules_of, secret_of
from prweb.accounts.models import User

SHORTEST_LIMIT: Final = timedelta(minutes=1)
LONGEST_LIMIT: Final = timedelta(days=60)
INVITED: Final = forms.EmailField(max_length=Seat._meta.get_field("invited_email").max_length)
NO_SECRET: Final = bytes(SECRET_BYTES)


@dataclass(frozen=True)
class SeatPlan:
    """Who is to sit somewhere: the host ("me"), a bot of `level`, whoever owns `email`, or the first to come."""

    kind: Literal["me", "bot", "invited", "free"]
    level: str = ""
    email: str = ""


def open_game(
    host: User,
    *,
    name: str,
    kind: str,
    options: Mapping[str, str],
    seats: Sequence[SeatPlan],
    turn_limit: timedelta,
) -> Game:
    """Open a game in the lobby and write the invitations; it starts at once if no seat waits for anybody.

    name: what people call it; empty: "<host>'s game". kind: the key of the game in games.engine.registry. options:
    canonical values, missing ones take their defaults. seats: in any order, the start shuffles them. turn_limit: a
    minute to 60 days.
    Raises OptionError (names the option) for options the game does not know, BadOpening for the rest.
    """
    try:
        rules = registry.game(kind)
    except KeyError:
        raise BadOpening(_("There is no game “%(kind)s” here.") % {"kind": kind}) from None
    _check_seats(rules, host, seats)
    if not SHORTEST_LIMIT <= turn_limit <= LONGEST_LIMIT:
        raise BadOpening(_("The time per turn is between a minute and 60 days."))
    chosen = {spec.name: spec.default for spec in rules.options()} | dict(options)
    rules.new(len(seats), chosen, NO_SECRET)
    with transaction.atomic():
        game = Game.objects.create(
            name=(name.strip() or _("%(host)s's game") % {"host": host.username})[:80],
            kind=kind,
            options=chosen,
            seat_count=len(seats),
            host=host,
            turn_limit=turn_limit,
        )
        for index, plan in enumerate(seats):
            seat = Seat.objects.create(
                game=game,
                index=index,
                user=host if plan.kind == "me" else None,
                bot_level=plan.level if plan.kind == "bot" else "",
                invited_email=plan.email.strip().lower() if plan.kind == "invited" else "",
            )
            if seat.invited_email:
                outbox.invitation_mail(seat)
        _start_if_complete(game)
    return game


def _check_seats(rules: Rules, host: User, seats: Sequence[SeatPlan]) -> None:
    if not rules.min_seats <= len(seats) <= rules.max_seats:
        raise BadOpening(
            _("This game is for %(least)s to %(most)s players.") % {"least": rules.min_seats, "most": rules.max_seats}
        )
    if sum(plan.kind == "me" for plan in seats) > 1:
        raise BadOpening(_("You can take one seat only."))
    if all(plan.kind == "bot" for plan in seats):
        raise BadOpening(_("A game needs at least one person."))
    invited = [plan.email.strip().lower() for plan in seats if plan.kind == "invited"]
    for email in invited:
        try:
            INVITED.clean(email)
        except ValidationError:
            raise BadOpening(_("“%(email)s” is not a mail address.") % {"email": email}) from None
        if invited.count(email) > 1:
            raise BadOpening(_("%(email)s is invited twice.") % {"email": email})
        if email == host.email.lower():
            raise BadOpening(_("You cannot invite yourself: take a seat instead."))
    for plan in seats:
        if plan.kind == "bot":
            _check_level(plan.level)


def _check_level(level: str) -> None:
    if not level:
        raise BadOpening(_("Say which level a bot is to play."))


def join(game_id: str, user: User, code: str = "") -> Seat:
    """Take a seat: the one kept for this person's address, else a free one. The last seat taken starts the game.

    code: of the invitation link, empty from the lobby. Raises NoSuchGame, NotOpen, AlreadySeated, BadInvitation (a
    code of another game), Full.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        if game.status != Game.Status.OPEN:
            raise NotOpen
        if code and code != game.invitation_code:
            raise BadInvitation
        seats = list(game.seats.all())
        if any(seat.user_id == user.pk for seat in seats):
            raise AlreadySeated
        kept = [seat for seat in seats if seat.invited_email and seat.invited_email == user.email.lower()]
        free = [seat for seat in seats if not _taken(seat) and not seat.invited_email]
        if not kept and not free:
            if any(seat.invited_email for seat in seats):
                raise Full(_("The seats left are kept for those who were invited; sign in with the invited address."))
            raise Full
        seat = (kept or free)[0]
        seat.user, seat.invited_email = user, ""
        seat.save()
        _changed(game)
        _start_if_complete(game)
        seat.refresh_from_db()
    return seat


def leave(game_id: str, user: User) -> None:
    """Give one's seat back before the start. Raises NoSuchGame, NotOpen (then `resign` is what is meant), NotSeated."""
    with transaction.atomic():
        game = locked_game(game_id)
        if game.status != Game.Status.OPEN:
            raise NotOpen
        if not game.seats.filter(user=user).update(user=None):
            raise NotSeated
        _changed(game)


def cancel(game_id: str, by: User) -> None:
    """Call a game off before its start. Raises NoSuchGame, NotHost, NotOpen."""
    with transaction.atomic():
        game = _hosted(game_id, by)
        game.status, game.ended_at = Game.Status.ABORTED, timezone.now()
        _changed(game)


def fill_with_bots(game_id: str, by: User, level: str) -> None:
    """Let bots take all seats that nobody has taken, invited ones too; so the game starts.

    Raises NoSuchGame, NotHost, NotOpen, BadOpening when no person has a seat yet or no level is named.
    """
    _check_level(level)
    with transaction.atomic():
        game = _hosted(game_id, by)
        if not game.seats.exclude(user=None).exists():
            raise BadOpening(_("A game needs at least one person."))
        game.seats.filter(user=None, bot_level="").update(bot_level=level, invited_email="")
        _changed(game)
        _start_if_complete(game)


def start(game_id: str, by: User) -> None:
    """Start a game whose seats are all taken. Raises NoSuchGame, NotHost, NotOpen, SeatsFree."""
    with transaction.atomic():
        game = _hosted(game_id, by)
        if not _start_if_complete(game):
            raise SeatsFree


def _hosted(game_id: str, by: User) -> Game:
    game = locked_game(game_id)
    if game.host_id != by.pk:
        raise NotHost
    if game.status != Game.Status.OPEN:
        raise NotOpen
    return game


def _taken(seat: Seat) -> bool:
    return seat.user_id is not None or bool(seat.bot_level)


def _changed(game: Game) -> None:
    game.version += 1
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
    course = Course(game, now, rules.new(game.seat_count, game.options, secret_of(game)))
    course.go_on()
    course.save()


def _shuffle(seats: list[Seat], secret: bytes) -> None:
    """Put the seats in an order drawn from the game's secret (Fisher-Yates)."""
    random = from_secret(secret, "seats")
    for last in range(len(seats) - 1, 0, -1):
        other = int(random.below(last + 1))
        seats[last], seats[other] = seats[other], seats[last]
    # An index is unique within the game at every moment, so the seats step aside first.
    for aside in (len(seats), 0):
        for index, seat in enumerate(seats):
            seat.index = index + aside
            seat.save(update_fields=["index"])
