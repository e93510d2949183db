"""Held mails: a mail whose sender is not authenticated waits until the person clicks on a link that is mailed to them.

The link is a capability: it can play exactly this mail, as an answer to the question that was open when it came, for
some time and once. It is sent to the verified address only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.registry import game as rules_of
from games.mail.acknowledgement import Acknowledgement
from games.mail.body import lines_of
from games.mail.command_runner import (
    AnsweredMail,
    CommandRunner,
    answered_mail,
    resolve_all_numbers,
    resolve_option_number,
)
from games.mail.commands import Command, Moves, Resign, Show, Undo, parse_commands
from games.mail.say_lines import split_talk
from games.mail_parsing import parse_mail
from games.models.mail import IncomingMail
from games.models.notifications import Notification
from games.models.turns import Move, Turn
from games.notifications import outbox
from games.people.models import User
from games.site_urls import absolute_url
from games.table import answer_previews, playing, reply_tokens
from games.table.answers import Failure
from games.table.history import find_turn, history_of
from games.table.line_reading import line_reader

_SIGNER: Final = signing.TimestampSigner(salt="games.mail.confirm")


@dataclass(frozen=True)
class HeldMail:
    """The mail of a link."""

    incoming: IncomingMail
    turn: Turn
    person: User
    answer_count: int
    """`playing.answer_count` of the turn when the mail came."""
    in_time: bool
    """The link has not expired."""


@dataclass
class HeldMailPreview:
    """What a held mail would do."""

    moves: list[str] = field(default_factory=list)
    """Canonical texts."""
    effects: list[str] = field(default_factory=list)
    """Sentences about everything else."""
    failed: Failure | None = None
    untested: list[str] = field(default_factory=list)
    """Lines whose result is not known before the others are played."""


def changes_something(asked: Sequence[Command]) -> bool:
    """Whether these commands change anything, so that their sender must be authenticated."""
    return any(not isinstance(command, Show) for command in asked)


def hold_lines(incoming: IncomingMail, turn: Turn, lines: Sequence[str], acknowledgement: Acknowledgement) -> None:
    """Write the lines and their link into the acknowledgement. The caller writes the status of the row."""
    acknowledgement.headline = _("Please confirm your answer.")
    acknowledgement.held = list(lines)
    acknowledgement.link = [incoming.pk, turn.pk, playing.answer_count(turn)]


def confirm_url(link: Sequence[int]) -> str:
    """The URL for Acknowledgement.link. Its time begins now."""
    return absolute_url(reverse("mail-confirm", args=[_SIGNER.sign_object(list(link))]))


def confirm_link_expiry() -> datetime:
    """When a link that is made now expires."""
    return timezone.now() + _lifetime()


def find_held_mail(signed: str) -> HeldMail | None:
    """The mail of a link; None if the link is forged, or its mail or turn is gone or belongs to somebody else."""
    try:
        incoming_id, turn_id, answer_count = _SIGNER.unsign_object(signed)
        turn = find_turn(turn_id)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    incoming = None if turn is None else history_of(turn.game).incoming_mail(incoming_id)
    if turn is None or incoming is None or incoming.turn_id != turn.pk or incoming.token != turn.token:
        return None
    if turn.seat.user is None:
        return None
    return HeldMail(incoming, turn, turn.seat.user, answer_count, in_time=_is_in_time(signed))


def _is_in_time(signed: str) -> bool:
    try:
        _SIGNER.unsign(signed, max_age=_lifetime())
    except signing.SignatureExpired:
        return False
    return True


def _lifetime() -> timedelta:
    return timedelta(hours=settings.MAIL_CONFIRM_HOURS)


def is_waiting(held: HeldMail) -> bool:
    """Whether the mail still waits for the click, and its question is still open."""
    return (
        held.in_time
        and held.incoming.status == IncomingMail.Status.HELD
        and _has_power(held.turn)
        and playing.answer_count(held.turn) == held.answer_count
    )


def _has_power(turn: Turn) -> bool:
    power = reply_tokens.power_of(turn)
    return power.is_current or power.returns


def preview_held_mail(held: HeldMail) -> HeldMailPreview:
    """What the mail would do; reads only. In the active language, which must be the person's."""
    seen = HeldMailPreview()
    asked, answered, said = _read(held.incoming, held.turn)
    for command in asked:
        if isinstance(command, Moves):
            _preview_moves(held.turn, command, answered, seen)
        elif isinstance(command, Undo):
            seen.effects.append(_("Takes your last answer back."))
        elif isinstance(command, Resign):
            seen.effects.append(
                _("Lets a bot play on in your seat, which others may take.")
                if command.code
                else _("Sends you a code with which you can give up your seat.")
            )
    if said:
        seen.effects.append(_("Says at the table: %(text)s") % {"text": said})
    return seen


def _preview_moves(turn: Turn, moves: Moves, answered: AnsweredMail, seen: HeldMailPreview) -> None:
    resolve = resolve_all_numbers if answered.early else resolve_option_number
    lines = resolve(moves.lines, answered.options)
    if turn.status != Turn.Status.OPEN or seen.moves or seen.effects or seen.failed or not lines:
        seen.untested += moves.lines
        return
    shown = answer_previews.preview_answer(turn, lines, as_plan=answered.early)
    seen.moves += shown.would_play
    seen.failed = shown.failed
    seen.untested += shown.untested


def play_held_mail(held: HeldMail) -> Acknowledgement | None:
    """Run the commands of the mail, as if its sender were authenticated; None if that was done already.

    In the active language, which must be the person's. A resignation code goes to their address.
    """
    with transaction.atomic():
        incoming = IncomingMail.objects.select_for_update().get(pk=held.incoming.pk)
        if incoming.status != IncomingMail.Status.HELD:
            return None
        asked, answered, said = _read(incoming, held.turn)
        acknowledgement = Acknowledgement(in_reply_to=incoming.message_id, turn=held.turn.pk)
        runner = CommandRunner(
            held.turn,
            held.person,
            key=f"mail:{incoming.pk}",
            listed=answered.options,
            as_plan=answered.early,
            acknowledgement=acknowledgement,
            source=Move.Source.LINK,
        )
        runner.run(asked, said)
        incoming.status, incoming.outcome = IncomingMail.Status.DONE, "confirmed by its person"
        incoming.save(update_fields=["status", "outcome"])
        if acknowledgement.code is not None:
            outbox.notify(
                Notification.Kind.REPLY,
                f"confirmed:{incoming.pk}",
                person=held.person,
                address=held.person.email,
                game=held.turn.game,
                seat=held.turn.seat,
                content=acknowledgement.to_json(),
            )
        return acknowledgement


def _read(incoming: IncomingMail, turn: Turn) -> tuple[list[Command], AnsweredMail, str]:
    """The commands of a stored mail, what the mail had asked that it answers, and what it says to the others."""
    message = parse_mail(bytes(incoming.raw))
    reader = line_reader(rules_of(turn.game.kind))
    said, others = split_talk(lines_of(message))
    return parse_commands(others, reader), answered_mail(message, turn), said
