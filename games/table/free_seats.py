"""The seats of an open game that nobody has, and who may take which of them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.access import Permission
from games.access.blocks import keeps_apart
from games.models import Game, Seat
from games.people.models import User
from games.table import caps, permission_check, rated_games, shared_traces
from games.table.errors import AlreadySeated, BadInvitation, Full, NotAllowed, NotOpen, Refused
from games.table.invitations import reserved_seat
from games.table.seats_seen import seats_seen_by


def is_taken(seat: Seat) -> bool:
    """Whether a person or a bot has the seat."""
    return seat.user_id is not None or bool(seat.bot_level)


def seats_for(user: User, game: Game, invited_to: Seat | None = None) -> tuple[list[Seat], list[Seat]]:
    """The seats reserved for this person, by a proof or for their address, and the seats that are free for anybody."""
    untaken = [seat for seat in game.seats.all() if not is_taken(seat)]
    of_address = [
        seat
        for seat in untaken
        if seat.invited_email and (seat.invited_email == user.email.lower() or seat.invited_user_id == user.pk)
    ]
    kept = ([invited_to] if invited_to else []) + of_address
    return kept, [seat for seat in untaken if not seat.invited_email]


def check_open(game: Game, code: str) -> None:
    """Whether people can come to a locked game, by this code if it is not empty. Raises NotOpen, BadInvitation."""
    if game.status != Game.Status.OPEN:
        raise NotOpen
    if code and not constant_time_compare(code, game.invitation_code):
        raise BadInvitation


def choose_seat(game: Game, user: User, code: str = "", proof: str = "") -> Seat:
    """The seat of an open game that this person gets: one reserved for them, else a free one.

    Both are locked. code, proof: see games.table.open_games.join. Raises AlreadySeated, Full, TooMany, NotAllowed,
    Suspended.
    """
    if game.seat_of(user):
        raise AlreadySeated
    invited_to = reserved_seat(game, proof)
    # Whoever is kept apart from somebody there is refused as if all seats were kept for others.
    kept, free = ([], []) if keeps_apart(game, user) else seats_for(user, game, invited_to)
    # If there is a seat, the person is refused because of who they are.
    refusal: Refused = NotAllowed() if kept or free else full_refusal(seats_seen_by(user, game))
    permission_check.require_permission(Permission.JOIN, user, refusal, game, code=code, invited_to=invited_to)
    if not user.is_active:
        raise NotAllowed
    rated_games.check_person(game, user)
    caps.check_seats(user)
    return (kept or free)[0]


def seat_person(seat: Seat, user: User) -> None:
    """Give a person the seat that `choose_seat` has chosen for them."""
    seat.user, seat.invited_email, seat.invited_user = user, "", None
    # What was said before is new to them, whatever somebody who gave the seat back has read.
    seat.talk_read_to = 0
    seat.save()
    seat.game.waiting.filter(person=user).delete()
    shared_traces.note(seat.game, user)


def full_refusal(seats: Iterable[Seat]) -> Full:
    """Why there is no seat for somebody who sees these seats."""
    if any(seat.invited_email for seat in seats):
        return Full(_("The seats left are kept for those who were invited; sign in with the invited address."))
    return Full()
