"""Applies the table of games.access.acts to somebody, a game and a seat."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from games.access.acts import ALLOWED, LEFT_TO_SUSPENDED, Act
from games.access.personas import Persona
from games.models import Game, Seat
from prweb.accounts.models import User

Somebody = User | AnonymousUser | None
"""None: the house itself."""


class Denied(Exception):
    """Somebody may not do this. hidden: not even that there is something to do it to must be told (404, not 403)."""

    def __init__(self, act: Act, *, hidden: bool) -> None:
        super().__init__(f"not allowed: {act}")
        self.act = act
        self.hidden = hidden


def may(act: Act, who: Somebody, game: Game | None = None, seat: Seat | None = None) -> bool:
    """Whether somebody may see or do something, in front of a game and of a seat of it where it is about one."""
    hats = personas(who, game, seat)
    return not ALLOWED[act].isdisjoint(hats) and (Persona.SUSPENDED not in hats or act in LEFT_TO_SUSPENDED)


def require(act: Act, who: Somebody, game: Game | None = None, seat: Seat | None = None) -> None:
    """Raises Denied unless `may`."""
    if not may(act, who, game, seat):
        raise Denied(act, hidden=game is not None and not may(Act.SEE_GAME, who, game))


def personas(who: Somebody, game: Game | None = None, seat: Seat | None = None) -> frozenset[Persona]:
    """All that somebody is here. Staff are staff only where they have no seat, and once two factors signed them in."""
    if who is None:
        return frozenset({Persona.HOUSE})
    if not isinstance(who, User):
        watching = game is not None and game.visibility == Game.Visibility.PUBLIC
        return frozenset({Persona.ANONYMOUS, Persona.SPECTATOR} if watching else {Persona.ANONYMOUS})
    hats = {Persona.STRANGER if who.owner_id is None else Persona.BOT_ACCOUNT}
    own = _seat_of(who, game)
    if who.is_suspended:
        hats.add(Persona.SUSPENDED)
    if own is not None:
        hats.add(Persona.SEAT if seat is None or seat.pk == own.pk else Persona.OTHER_SEAT)
    elif who.is_staff and who.two_factors:
        hats |= {Persona.MODERATOR, Persona.ADMINISTRATOR} if who.is_superuser else {Persona.MODERATOR}
    if game is not None:
        hats |= _in_front_of(who, game)
    return frozenset(hats)


def _seat_of(who: User, game: Game | None) -> Seat | None:
    if game is None:
        return None
    return next((seat for seat in game.seats.all() if seat.user_id == who.pk), None)


def _in_front_of(who: User, game: Game) -> set[Persona]:
    hats: set[Persona] = set()
    if game.host_id == who.pk:
        hats.add(Persona.HOST)
    if who.owner_id is None and game.visibility != Game.Visibility.PRIVATE:
        hats.add(Persona.SPECTATOR)
    if who.owner_id is None and game.status == Game.Status.OPEN and _has_place_for(who, game):
        hats.add(Persona.INVITED)
    return hats


def _has_place_for(who: User, game: Game) -> bool:
    return any(
        not seat.user_id and not seat.bot_level and seat.invited_email in ("", who.email.lower())
        for seat in game.seats.all()
    )
