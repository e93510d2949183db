"""The signed proof in the link of an invitation mail: somebody who has it owns the address that it was sent to.

A proof is valid for one seat and one address, for some days, and until somebody takes the seat. The plain invitation
link, which a host can give to anybody, proves nothing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game, Seat

_SALT: Final = "games.table.invitations"
_SIGNER: Final = signing.TimestampSigner(salt=_SALT)


def invitation_proof(seat: Seat) -> str:
    """The proof for the mail to the address that the seat is reserved for. It does not hold the address."""
    return _SIGNER.sign_object([seat.pk, _address_mark(seat.invited_email)])


def reserved_seat(game: Game, proof: str) -> Seat | None:
    """The seat that is still reserved for somebody with this proof; None if the proof is not valid (any more)."""
    if not proof:
        return None
    try:
        seat_id, mark = _SIGNER.unsign_object(proof, max_age=timedelta(days=settings.INVITATION_DAYS))
    except (signing.BadSignature, ValueError, TypeError):
        return None
    seat = next((seat for seat in game.seats.all() if seat.pk == seat_id), None)
    if seat is None or seat.user_id is not None or seat.bot_level or not seat.invited_email:
        return None
    return seat if constant_time_compare(mark, _address_mark(seat.invited_email)) else None


def is_free(seat: Seat) -> bool:
    """Whether anybody with the plain invitation link may take the seat."""
    return not seat.user_id and not seat.bot_level and not seat.invited_email


def _address_mark(address: str) -> str:
    """A keyed digest that tells addresses apart."""
    return salted_hmac(_SALT, address.lower(), algorithm="sha256").hexdigest()[:32]
