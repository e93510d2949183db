"""The proof in the mail of an invitation: whoever has it was sent it, so the address is theirs, and the seat is kept.

It counts for one seat and one address, for some days, and only until somebody takes the seat. The plain invitation
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


def proof_for(seat: Seat) -> str:
    """For the link in the mail to the address that the seat is kept for. It does not hold the address."""
    return _SIGNER.sign_object([seat.pk, _mark(seat.invited_email)])


def kept_seat(game: Game, proof: str) -> Seat | None:
    """The seat that is still kept for whoever has this proof; None where it proves nothing (any more)."""
    if not proof:
        return None
    try:
        seat_id, mark = _SIGNER.unsign_object(proof, max_age=timedelta(days=settings.INVITATION_DAYS))
    except (signing.BadSignature, ValueError, TypeError):
        return None
    seat = next((seat for seat in game.seats.all() if seat.pk == seat_id), None)
    if seat is None or seat.user_id is not None or seat.bot_level or not seat.invited_email:
        return None
    return seat if constant_time_compare(mark, _mark(seat.invited_email)) else None


def is_free_for_all(seat: Seat) -> bool:
    """Whether anybody may take it who has the plain invitation link."""
    return not seat.user_id and not seat.bot_level and not seat.invited_email


def _mark(address: str) -> str:
    """Tells one address from another without naming it."""
    return salted_hmac(_SALT, address.lower(), algorithm="sha256").hexdigest()[:32]
