"""Talking by mail: the replies to a mail that tells what was said at a table.

The address for replies is a capability of one person for one table, good as long as they have that seat. It is signed
and kept nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.line_reader import LineReader
from games.engine.registry import game as rules_of
from games.mail.acknowledgement import Acknowledgement, MailKind
from games.mail.addresses import talk_address, talking_seat
from games.mail.body import text_of
from games.mail.commands import Resign, Show, StandingOrder, StopOrders, Undo, option_number, parse_commands
from games.mail.quoting import written_talk
from games.models.table import Game, Seat
from games.people.models import User
from games.site_urls import absolute_url
from games.table import talk
from games.table.errors import Refused
from games.table.line_reading import line_reader

_LONGEST_SLIP: Final = 40
"""A line for the game that somebody sends here by mistake is no longer."""


@dataclass(frozen=True)
class Speaker:
    """Whom a reply is from, by its address, and where they talk."""

    person: User
    game: Game


def reply_address_of(seat: Seat, person: User) -> str:
    return talk_address(seat.pk, person.pk)


def speaker_of_token(token: str) -> Speaker | None:
    """Who talks by the local part of an address; None for other addresses."""
    found = talking_seat(token)
    if found is None:
        return None
    seat = Seat.objects.select_related("game").filter(pk=found[0]).first()
    person = User.objects.filter(pk=found[1], closed_at=None).first()
    return Speaker(person, seat.game) if seat is not None and person is not None else None


def text_of_reply(message: EmailMessage) -> str:
    """What a reply says, without what it quotes. Raises Unreadable."""
    return written_talk(text_of(message))


def say_by_reply(speaker: Speaker, text: str, key: str, acknowledgement: Acknowledgement) -> str:
    """Say what a reply says; the outcome, for staff. What is refused is told in the acknowledgement."""
    if _is_slip(text, line_reader(rules_of(speaker.game.kind))):
        refuse(
            speaker,
            _("This address is for what you say to the others. Answers to a question go to the address of its mail."),
            acknowledgement,
        )
        return "a line for the game, not for the table: not said"
    try:
        talk.say(speaker.game.pk, speaker.person, text, key=key)
    except Refused as refused:
        refuse(speaker, str(refused), acknowledgement)
        return f"refused: {type(refused).__name__}"
    return "said at the table"


def refuse(speaker: Speaker, reason: str, acknowledgement: Acknowledgement) -> None:
    """Tell why nothing was said, and where else it can be."""
    acknowledgement.headline = _("Nothing was said at the table.")
    page = absolute_url(reverse("game", args=[speaker.game.pk]))
    acknowledgement.notes += [reason, _("The page of the game: %(page)s") % {"page": page}]


def refuse_foreign(speaker: Speaker, sender: str, acknowledgement: Acknowledgement) -> str:
    """The mail came from another address than the person's; the outcome, for staff."""
    acknowledgement.mail_kind = MailKind.FOREIGN
    text = _(
        "Something to say at a table came from %(sender)s. Only mails from your own address are read. If it was you: "
        "answer from %(own)s."
    )
    refuse(speaker, text % {"sender": sender, "own": speaker.person.email}, acknowledgement)
    return f"not from the person's address but from {sender}: not said"


def refuse_unproven(speaker: Speaker, why: str, acknowledgement: Acknowledgement) -> str:
    """It was not proved that the person wrote the mail; the outcome, for staff."""
    acknowledgement.mail_kind = MailKind.UNPROVEN
    refuse(speaker, _("Our mail server could not prove that this mail came from you."), acknowledgement)
    return f"its sender is not proved ({why}): not said"


def _is_slip(text: str, reader: LineReader) -> bool:
    """Whether somebody has answered a question or given a command here: it is not for the others to read."""
    if "\n" in text or len(text) > _LONGEST_SLIP:
        return False
    commands = parse_commands([text], reader)
    return (
        option_number(text) is not None
        or reader.is_next_line(text)
        or any(isinstance(one, Resign | Show | StandingOrder | StopOrders | Undo) for one in commands)
    )
