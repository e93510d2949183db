"""Applies the table of games.access.acts to somebody, a game and a seat."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from games.access.acts import ALLOWED, LEFT_TO_SUSPENDED, Act
from games.access.personas import Persona
from games.models import Game, Seat
from games.people.models import User

_STAFF: Final = frozenset({Persona.MODERATOR, Persona.ADMINISTRATOR})

Somebody = User | AnonymousUser | None
"""None: the house itself."""


class Denied(Exception):
    """Somebody may not do this. hidden: not even that there is something to do it to must be told (404, not 403)."""

    def __init__(self, act: Act, *, hidden: bool) -> None:
        super().__init__(f"not allowed: {act}")
        self.act = act
        self.hidden = hidden


def may(
    act: Act,
    who: Somebody,
    game: Game | None = None,
    seat: Seat | None = None,
    *,
    code: str = "",
    invited_to: Seat | None = None,
) -> bool:
    """Whether somebody may see or do something, in front of a game and of a seat of it where it is about one.

    code: the invitation code of the link the person came by, if any; a wrong one counts for nothing. invited_to: the
    seat that the link in their mail proves to be kept for them.
    """
    hats = personas(who, game, seat, code=code, invited_to=invited_to)
    return not ALLOWED[act].isdisjoint(hats) and (Persona.SUSPENDED not in hats or act in LEFT_TO_SUSPENDED)


def require(act: Act, who: Somebody, game: Game | None = None, seat: Seat | None = None, *, code: str = "") -> None:
    """Raises Denied unless `may`."""
    if not may(act, who, game, seat, code=code):
        raise Denied(act, hidden=game is not None and not may(Act.SEE_GAME, who, game, code=code))


def personas(
    who: Somebody,
    game: Game | None = None,
    seat: Seat | None = None,
    *,
    code: str = "",
    invited_to: Seat | None = None,
) -> frozenset[Persona]:
    """All that somebody is here.

    Staff are staff only once two factors signed them in, and where neither they nor bot accounts of theirs have a seat.
    """
    if who is None:
        return frozenset({Persona.HOUSE})
    hats = _on_the_site(who)
    if not hats:
        return frozenset()
    if game is not None:
        hats |= _in_front_of(who, game, code, invited_to)
    own = _seat_of(who, game)
    if own is not None or (not hats.isdisjoint(_STAFF) and _plays_by_program(who, game)):
        hats -= _STAFF
    if own is not None:
        hats.discard(Persona.INVITED)
        hats.add(Persona.SEAT if seat is None or seat.pk == own.pk else Persona.OTHER_SEAT)
    return frozenset(hats)


def watchable(who: Somebody) -> QuerySet[Game]:
    """The games open to this onlooker: as `may(Act.WATCH)` decides for whoever neither plays nor hosts there."""
    if isinstance(who, User) and who.owner_id is None and not who.is_guest:
        return Game.objects.exclude(visibility=Game.Visibility.PRIVATE)
    if who is not None and (not isinstance(who, User) or who.is_guest):
        return Game.objects.filter(visibility=Game.Visibility.PUBLIC)
    return Game.objects.none()


def _on_the_site(who: User | AnonymousUser) -> set[Persona]:
    if not isinstance(who, User):
        return {Persona.ANONYMOUS}
    if who.closed_at is not None:
        return set()
    if who.is_guest:
        hats = {Persona.GUEST}
    else:
        hats = {Persona.STRANGER if who.owner_id is None else Persona.BOT_ACCOUNT}
    if who.is_suspended:
        hats.add(Persona.SUSPENDED)
    if who.is_staff and who.two_factors and not who.is_guest:
        hats |= {Persona.MODERATOR, Persona.ADMINISTRATOR} if who.is_superuser else {Persona.MODERATOR}
    return hats


def _in_front_of(who: User | AnonymousUser, game: Game, code: str, invited_to: Seat | None) -> set[Persona]:
    hats: set[Persona] = set()
    came_by_link = bool(code) and constant_time_compare(code, game.invitation_code)
    if came_by_link:
        hats.add(Persona.LINK_HOLDER)
    if not isinstance(who, User) or who.is_guest:
        return hats | ({Persona.SPECTATOR} if game.visibility == Game.Visibility.PUBLIC else set())
    is_person = who.owner_id is None
    if game.host_id == who.pk:
        hats.add(Persona.HOST)
    if is_person and game.visibility != Game.Visibility.PRIVATE:
        hats.add(Persona.SPECTATOR)
    if (is_person or came_by_link) and game.status == Game.Status.OPEN and _has_place_for(who, game, invited_to):
        hats.add(Persona.INVITED)
    return hats


def _seat_of(who: User | AnonymousUser, game: Game | None) -> Seat | None:
    if game is None or who.pk is None:
        return None
    return next((seat for seat in game.seats.all() if seat.user_id == who.pk), None)


def _plays_by_program(who: User | AnonymousUser, game: Game | None) -> bool:
    """Whether a bot account of this person has a seat: its owner holds its tokens, and so sees its hand."""
    return game is not None and any(seat.user and seat.user.owner_id == who.pk for seat in game.seats.all())


def _has_place_for(who: User, game: Game, invited_to: Seat | None) -> bool:
    return any(
        not seat.user_id
        and not seat.bot_level
        and (seat.invited_email in ("", who.email.lower()) or seat.invited_user_id == who.pk or seat == invited_to)
        for seat in game.seats.all()
    )
