"""Which mails are let in, whichever way they come: those to addresses of ours, and not too many of them.

Limits are counted by what a sender cannot choose: first by the turn that is answered, then by the person of its seat,
last by the connecting host, each over the mails that the limits before it let pass. So a flood uses up only the limits
of its own sender.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from games.mail.addresses import bounced_mail, is_check_token, is_operator_box, talking_seat, voted_ballot
from games.models.notifications import Delivery
from games.models.proposals import Ballot
from games.models.turns import Turn
from games.rate_limits import is_remembered, remember, wait_needed
from games.table.history import find_turn_by_token

REMEMBERED_S: Final = 5 * 24 * 3600
"""For as long servers try again with a mail that was put off."""


class Excess(Enum):
    """Which limit one more mail passes."""

    OF_A_TURN = auto()
    """Nobody writes so many mails to one turn by hand: it is refused."""
    FOR_NOW = auto()
    """It may come later."""


def is_known(token: str) -> bool:
    """Whether a token belongs to a turn, a mail of ours, or the operator. Tokens are too long to be guessed."""
    signed = any(of_kind(token) is not None for of_kind in (bounced_mail, voted_ballot, talking_seat))
    return signed or is_operator_box(token) or is_check_token(token) or _turn_of(token) is not None


def count_mail(token: str, message_id: str = "", host: str = "") -> Excess | None:
    """Count one more mail to a known token; None if it may come in.

    message_id: of the mail. One that was put off is not counted to its turn once more when it comes again: else it
    would be refused at last, though nobody wrote too much. host: where it comes from; empty for what hands over the
    mails of everybody, which is not counted.
    """
    if is_operator_box(token):
        # A flood delays mails of others to the operator, but none is lost.
        return Excess.FOR_NOW if wait_needed("mail to operator", token) else None
    mail = f"{token} {message_id}"
    came_before = bool(message_id) and is_remembered("put off", mail)
    if not came_before and wait_needed("mail to token", token):
        return Excess.OF_A_TURN
    person = person_of(token)
    too_many_to_person = person is not None and wait_needed("mail to person", f"person {person}")
    if too_many_to_person or (host and wait_needed("mail from address", host)):
        if message_id:
            remember("put off", mail, REMEMBERED_S)
        return Excess.FOR_NOW
    return None


def person_of(token: str) -> int | None:
    """The person of the turn's seat, of the ballot, of what was said, or of the mail that bounced."""
    outgoing_id = bounced_mail(token)
    if outgoing_id is not None:
        return Delivery.objects.filter(pk=outgoing_id).values_list("user", flat=True).first()
    ballot_id = voted_ballot(token)
    if ballot_id is not None:
        return Ballot.objects.filter(pk=ballot_id).values_list("person", flat=True).first()
    talking = talking_seat(token)
    if talking is not None:
        return talking[1]
    turn = _turn_of(token)
    return turn.seat.user_id if turn else None


def _turn_of(token: str) -> Turn | None:
    return find_turn_by_token(token, Turn.objects.select_related("seat"))
