"""Applies the table in `permissions.py` to a user, a game and a seat."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from games.access.blocks import keeps_apart
from games.access.permissions import ALLOWED, ALLOWED_WHEN_SUSPENDED, Permission
from games.access.personas import Persona
from games.models import Game, Seat
from games.people.models import User

_STAFF: Final = frozenset({Persona.MODERATOR, Persona.ADMINISTRATOR})

Actor = User | AnonymousUser | None
"""Who acts. None is the site itself."""


class Denied(Exception):
    """The actor lacks a permission."""

    permission: Permission
    hidden: bool
    """Whether the actor must not even learn that the game exists (404 instead of 403)."""

    def __init__(self, permission: Permission, *, hidden: bool) -> None:
        super().__init__(f"not allowed: {permission}")
        self.permission = permission
        self.hidden = hidden


def may(
    permission: Permission,
    actor: Actor,
    game: Game | None = None,
    seat: Seat | None = None,
    *,
    code: str = "",
    invited_to: Seat | None = None,
) -> bool:
    """Whether the actor has the permission, for a game and a seat of it where it is about one.

    code: the invitation code of the link by which the actor came, if any; a wrong one is ignored. invited_to: the seat
    that the link in the actor's mail proves to be kept for them.
    """
    actor_personas = personas(actor, game, seat, code=code, invited_to=invited_to)
    if Persona.SUSPENDED in actor_personas and permission not in ALLOWED_WHEN_SUSPENDED:
        return False
    return not ALLOWED[permission].isdisjoint(actor_personas)


def require(
    permission: Permission, actor: Actor, game: Game | None = None, seat: Seat | None = None, *, code: str = ""
) -> None:
    """Raises Denied unless `may`."""
    if not may(permission, actor, game, seat, code=code):
        raise Denied(permission, hidden=game is not None and not may(Permission.SEE_GAME, actor, game, code=code))


def personas(
    actor: Actor,
    game: Game | None = None,
    seat: Seat | None = None,
    *,
    code: str = "",
    invited_to: Seat | None = None,
) -> frozenset[Persona]:
    """All personas of the actor; the parameters are those of `may`.

    Staff count as staff only after signing in with two factors, and only in games in which neither they nor their bot
    accounts have a seat.
    """
    if actor is None:
        return frozenset({Persona.SYSTEM})
    result = _site_personas(actor)
    if not result:
        return frozenset()
    if game is not None:
        result |= _game_personas(actor, game, code, invited_to)
    own_seat = game.seat_of(actor) if game else None
    if own_seat is not None or (not result.isdisjoint(_STAFF) and _owns_bot_at(actor, game)):
        result -= _STAFF
    if own_seat is not None:
        result -= {Persona.INVITED, Persona.WAITING, Persona.CANDIDATE}
        result.add(Persona.SEAT if seat is None or seat.pk == own_seat.pk else Persona.OPPONENT)
    return frozenset(result)


def games_to_watch(actor: Actor) -> QuerySet[Game]:
    """The games that this actor may watch as a spectator, neither playing nor hosting: as `may(Permission.WATCH)`."""
    if isinstance(actor, User) and actor.owner_id is None and not actor.is_guest:
        return Game.objects.exclude(visibility=Game.Visibility.PRIVATE)
    if actor is not None and (not isinstance(actor, User) or actor.is_guest):
        return Game.objects.filter(visibility=Game.Visibility.PUBLIC)
    return Game.objects.none()


def _site_personas(actor: User | AnonymousUser) -> set[Persona]:
    if not isinstance(actor, User):
        return {Persona.ANONYMOUS}
    if actor.closed_at is not None:
        return set()
    if actor.is_guest:
        result = {Persona.GUEST}
    else:
        result = {Persona.AUTHENTICATED if actor.owner_id is None else Persona.BOT_ACCOUNT}
    if actor.is_suspended:
        result.add(Persona.SUSPENDED)
    if actor.is_staff and actor.two_factors and not actor.is_guest:
        result |= {Persona.MODERATOR, Persona.ADMINISTRATOR} if actor.is_superuser else {Persona.MODERATOR}
    return result


def _game_personas(actor: User | AnonymousUser, game: Game, code: str, invited_to: Seat | None) -> set[Persona]:
    result: set[Persona] = set()
    came_by_link = bool(code) and constant_time_compare(code, game.invitation_code)
    if came_by_link:
        result.add(Persona.LINK_HOLDER)
    if not isinstance(actor, User) or actor.is_guest:
        return result | ({Persona.SPECTATOR} if game.visibility == Game.Visibility.PUBLIC else set())
    is_person = actor.owner_id is None
    if game.host_id == actor.pk:
        result.add(Persona.HOST)
    if is_person and game.visibility != Game.Visibility.PRIVATE:
        result.add(Persona.SPECTATOR)
    may_take_seat = game.status == Game.Status.OPEN and _has_seat_for(actor, game, invited_to)
    if (is_person or came_by_link) and may_take_seat and not keeps_apart(game, actor):
        result.add(Persona.INVITED)
    elif is_person and game.status == Game.Status.OPEN and _may_wait(actor, game, came_by_link=came_by_link):
        result.add(Persona.WAITING)
    if is_person and _offers_seat(game, came_by_link=came_by_link) and not keeps_apart(game, actor):
        result.add(Persona.CANDIDATE)
    return result


def _may_wait(actor: User, game: Game, *, came_by_link: bool) -> bool:
    """Whether somebody who can take no seat of an open game may wait for one, or does."""
    return (
        came_by_link
        or game.visibility != Game.Visibility.PRIVATE
        or (was_in_lobby(game) and not keeps_apart(game, actor))
        or game.waiting.filter(person=actor).exists()
    )


def was_in_lobby(game: Game) -> bool:
    """Whether the lobby has shown an open game to everybody, as seats of it were free when it was opened."""
    return game.takeover == Game.Takeover.LOBBY


def _owns_bot_at(actor: User | AnonymousUser, game: Game | None) -> bool:
    """Whether a bot account of this person has a seat: its owner holds its tokens, and so sees its hand."""
    return game is not None and any(seat.user and seat.user.owner_id == actor.pk for seat in game.seats.all())


def _offers_seat(game: Game, *, came_by_link: bool) -> bool:
    """Whether somebody who has no seat there could take one over in the running game."""
    if game.status != Game.Status.RUNNING or not game.takeover:
        return False
    for_all = game.takeover == Game.Takeover.LOBBY or game.visibility != Game.Visibility.PRIVATE
    return (for_all or came_by_link) and any(seat.vacant_since and not seat.locked for seat in game.seats.all())


def _has_seat_for(actor: User, game: Game, invited_to: Seat | None) -> bool:
    """Whether this user could take a seat that nobody has."""
    return any(
        not seat.user_id
        and not seat.bot_level
        and (seat.invited_email in ("", actor.email.lower()) or seat.invited_user_id == actor.pk or seat == invited_to)
        for seat in game.seats.all()
    )
