"""The inbox: reads, plays and acknowledges answers that came by mail.

Everything that a mail does happens in one transaction with the mark of its row and the acknowledgement. So a mail is
never played twice and never stays unanswered, wherever a process dies. A mail that repeatedly cannot be read is
quarantined.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from email.message import EmailMessage
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from structlog.contextvars import bind_contextvars

from games.due_work import claim_first
from games.engine.registry import game as rules_of
from games.mail import bounces, operator_mail, talk, votes
from games.mail.acknowledgement import Acknowledgement, MailKind, acknowledge
from games.mail.addresses import bounced_mail, is_check_token, is_operator_box, smtp_form
from games.mail.authentication import authentication_failure
from games.mail.automatic import automatic_reason
from games.mail.body import lines_of
from games.mail.command_runner import CommandRunner, answered_mail, say_to_others
from games.mail.commands import Back, Command, Show, parse_commands
from games.mail.held_mails import changes_something, hold_lines
from games.mail.say_lines import split_talk
from games.mail.senders import senders
from games.mail.talk import Speaker
from games.mail_parsing import UnreadableMail, parse_mail
from games.models.mail import IncomingMail
from games.models.proposals import Ballot
from games.models.turns import Move, Turn
from games.people.models import User
from games.site_state import ReadOnly
from games.site_urls import absolute_url
from games.table import queries, reply_tokens
from games.table.errors import Refused, Suspended, TurnClosed
from games.table.history import find_turn_by_token, history_of, is_unpacked
from games.table.line_reading import line_reader, shown_command
from games.table.proposals import actions
from games.table.proposals.telling import OUTCOMES, sentence_of

log = logging.getLogger(__name__)

Status = IncomingMail.Status

MAX_ATTEMPTS: Final = 3
MAX_DEATHS: Final = 10
"""Attempts that ended because the process died."""
RETRY_AFTER: Final = timedelta(seconds=settings.READING_STALE_S)


def unread() -> QuerySet[IncomingMail]:
    """Mails that are not read yet, and not claimed, or claimed by a process that died."""
    return IncomingMail.objects.filter(
        Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - RETRY_AFTER), status=Status.NEW
    )


def claim_next() -> int | None:
    """Claim the oldest unread mail: its id, for `read_claimed`; None if there is none."""
    return claim_first([unread().order_by("received_at")], lambda incoming_id: _claim(unread(), incoming_id))


def read(incoming_id: int) -> None:
    """Read one mail now, even if another process has claimed it. Reading it again changes nothing."""
    if _claim(IncomingMail.objects.filter(status=Status.NEW), incoming_id):
        read_claimed(incoming_id)


def _claim(rows: QuerySet[IncomingMail], incoming_id: int) -> bool:
    return bool(rows.filter(pk=incoming_id).update(attempts=F("attempts") + 1, claimed_at=timezone.now()))


def read_claimed(incoming_id: int) -> None:
    """Read a mail that this process has claimed, whatever it contains."""
    incoming = IncomingMail.objects.get(pk=incoming_id)
    if incoming.attempts > MAX_DEATHS:
        _quarantine(incoming_id, RuntimeError("every reader died over it"))
        return
    try:
        # Parsing a malicious mail can take seconds, so it happens before anything is locked.
        message, lines = _read(incoming)
        with transaction.atomic():
            _process_and_mark(IncomingMail.objects.select_for_update().defer("raw").get(pk=incoming_id), message, lines)
    except UnreadableMail as reason:
        # It will be unreadable the next time, too.
        log.info("Incoming mail %s is set aside: %s", incoming_id, reason)
        _quarantine(incoming_id, reason)
    except ReadOnly:
        # The site has just become read-only: the mail is read later.
        IncomingMail.objects.filter(pk=incoming_id, status=Status.NEW).update(
            attempts=F("attempts") - 1, claimed_at=None
        )
    except (OperationalError, InterfaceError) as error:
        # The mail is not the reason: it is read later, however often this happens.
        log.warning("Incoming mail %s must wait, the database is in trouble: %s", incoming_id, error)
        IncomingMail.objects.filter(pk=incoming_id, status=Status.NEW).update(attempts=F("attempts") - 1)
    except Exception as error:  # one mail that breaks the reader must not delay the others
        log.exception("Incoming mail %s could not be read.", incoming_id)
        if incoming.attempts >= MAX_ATTEMPTS:
            _quarantine(incoming_id, error)


def _read(incoming: IncomingMail) -> tuple[EmailMessage, Sequence[str]]:
    """The parsed mail and its lines. A mail for the operator has no lines, and is forwarded even if unreadable."""
    if is_operator_box(incoming.token):
        return operator_mail.parse_or_empty(bytes(incoming.raw)), ()
    message = parse_mail(bytes(incoming.raw))
    return message, lines_of(message)


def _process_and_mark(incoming: IncomingMail, message: EmailMessage, lines: Sequence[str]) -> None:
    """Process a mail and mark its row, which is locked, unless another process has done so meanwhile."""
    if incoming.status != Status.NEW:
        return
    turn = find_turn_by_token(incoming.token, Turn.objects.select_related("game", "seat__user"))
    ballot = votes.ballot_of_token(incoming.token)
    speaker = talk.speaker_of_token(incoming.token)
    if ballot is not None:
        bind_contextvars(game=ballot.proposal.game_id)
    if speaker is not None:
        bind_contextvars(game=speaker.game.pk)
    if turn:
        bind_contextvars(game=turn.game_id, turn=turn.pk)
        # A packed turn has no row to refer to.
        incoming.turn = turn if is_unpacked(turn) else None
    if ballot is not None:
        incoming.status, outcome = _process_vote(incoming, ballot, message, lines)
    elif speaker is not None:
        incoming.status, outcome = _process_talk(incoming, speaker, message)
    else:
        incoming.status, outcome = _process(incoming, turn, message, lines)
    incoming.outcome = _printable(outcome)[:200]
    incoming.read_at = timezone.now()
    incoming.save(update_fields=["turn", "status", "outcome", "read_at"])


def _printable(text: str) -> str:
    """Replace characters that a database cannot store or a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _process(incoming: IncomingMail, turn: Turn | None, message: EmailMessage, lines: Sequence[str]) -> tuple[str, str]:
    """Process a mail; its status and outcome."""
    if is_check_token(incoming.token):
        return Status.DONE, "written by the site to itself"
    if is_operator_box(incoming.token):
        return operator_mail.forward_to_operator(incoming, message)
    if bounced_mail(incoming.token) is not None:
        return bounces.process_report(incoming, message)
    why = automatic_reason(message, incoming.sender)
    if why is not None:
        return Status.IGNORED, f"automatic: {why}"
    written_by = senders(message)
    if turn is not None and history_of(turn.game).was_received(turn, incoming.message_id):
        return Status.IGNORED, "it came once before"
    person = turn.seat.user if turn else None
    if turn is None or person is None or person.closed_at is not None:
        return _answer_unknown_token(incoming, written_by)
    with translation.override(person.reading_language):
        acknowledgement = Acknowledgement(in_reply_to=incoming.message_id, turn=turn.pk)
        said, others = split_talk(lines)
        if len(written_by) != 1 or written_by[0] not in verified_addresses(person):
            status, outcome = _answer_foreign_sender(turn, person, written_by, acknowledgement)
        elif not _has_power(turn, others):
            status, outcome = _answer_late_mail(turn, person, acknowledgement)
            if said:
                _say_late(incoming, message, turn, person, said, acknowledgement)
        else:
            status, outcome = _run_answer(incoming, message, turn, person, lines, acknowledgement)
        acknowledge(incoming, turn, person, acknowledgement)
    return status, outcome


def _has_power(turn: Turn, lines: Sequence[str]) -> bool:
    """Whether the token of the turn can do what the mail says; in a vacant seat only its person's return."""
    power = reply_tokens.power_of(turn)
    if not power.returns:
        return power.is_current
    return all(isinstance(command, Back | Show) for command in _commands(turn, lines))


def _commands(turn: Turn, lines: Sequence[str]) -> Sequence[Command]:
    return parse_commands(lines, line_reader(rules_of(turn.game.kind)))


def _process_vote(
    incoming: IncomingMail, ballot: Ballot, message: EmailMessage, lines: Sequence[str]
) -> tuple[str, str]:
    """Process an answer to a mail that asks for a vote; its status and outcome."""
    why = automatic_reason(message, incoming.sender)
    if why is not None:
        return Status.IGNORED, f"automatic: {why}"
    written_by, person = senders(message), ballot.person
    with translation.override(person.reading_language), timezone.override(person.time_zone):
        acknowledgement = Acknowledgement(in_reply_to=incoming.message_id)
        if len(written_by) != 1 or written_by[0] not in verified_addresses(person):
            outcome = _refuse_foreign_vote(person, written_by, acknowledgement)
        elif (why := authentication_failure(message, written_by[0], incoming.feeder)) is not None:
            outcome = _refuse_unproven_vote(ballot, why, acknowledgement)
        else:
            said, others = split_talk(lines)
            outcome = _vote(ballot, others, acknowledgement)
            if said:
                say_to_others(ballot.proposal.game_id, person, said, f"mail:{incoming.pk}#say", acknowledgement)
        acknowledge(incoming, None, person, acknowledgement)
    return Status.DONE, outcome


def _process_talk(incoming: IncomingMail, speaker: Speaker, message: EmailMessage) -> tuple[str, str]:
    """Process an answer to a mail about talk; its status and outcome. Only what is refused is answered."""
    why = automatic_reason(message, incoming.sender)
    if why is not None:
        return Status.IGNORED, f"automatic: {why}"
    written_by, person = senders(message), speaker.person
    with translation.override(person.reading_language), timezone.override(person.time_zone):
        acknowledgement = Acknowledgement(in_reply_to=incoming.message_id)
        if len(written_by) != 1 or written_by[0] not in verified_addresses(person):
            sender = ", ".join(written_by)[:100] or _("nobody")
            outcome = talk.refuse_foreign(speaker, sender, acknowledgement)
        elif (why := authentication_failure(message, written_by[0], incoming.feeder)) is not None:
            outcome = talk.refuse_unproven(speaker, why, acknowledgement)
        else:
            text = talk.text_of_reply(message)
            outcome = talk.say_by_reply(speaker, text, f"mail:{incoming.pk}", acknowledgement)
        if acknowledgement.notes:
            acknowledge(incoming, None, person, acknowledgement)
    return Status.DONE, outcome


def _say_late(
    incoming: IncomingMail,
    message: EmailMessage,
    turn: Turn,
    person: User,
    said: str,
    acknowledgement: Acknowledgement,
) -> None:
    """Say what a mail says to the others, although its turn is over."""
    if authentication_failure(message, senders(message)[0], incoming.feeder) is not None:
        reason = _("Our mail server could not prove that this mail came from you.")
        acknowledgement.notes.append(_("Not said at the table: %(reason)s") % {"reason": reason})
        return
    say_to_others(turn.game_id, person, said, f"mail:{incoming.pk}#say", acknowledgement)


def _refuse_foreign_vote(person: User, written_by: Sequence[str], acknowledgement: Acknowledgement) -> str:
    sender = ", ".join(written_by)[:100] or _("nobody")
    acknowledgement.mail_kind, acknowledgement.headline = MailKind.FOREIGN, _("Your vote was not counted.")
    text = _(
        "A vote of yours came from %(sender)s. Only mails from your own address count. If it was you: answer from "
        "%(own)s."
    )
    acknowledgement.notes.append(text % {"sender": sender, "own": person.email})
    return f"not from the person's address but from {sender}: not counted"


def _refuse_unproven_vote(ballot: Ballot, why: str, acknowledgement: Acknowledgement) -> str:
    acknowledgement.mail_kind, acknowledgement.headline = MailKind.UNPROVEN, _("Your vote was not counted.")
    text = _(
        "Our mail server could not prove that this mail came from you. Vote by a link in our mail, or on the page of "
        "the game: %(page)s"
    )
    page = absolute_url(reverse("game", args=[ballot.proposal.game_id]))
    acknowledgement.notes.append(text % {"page": page})
    return f"its sender is not proved ({why}): not counted"


def _vote(ballot: Ballot, lines: Sequence[str], acknowledgement: Acknowledgement) -> str:
    """Vote as the reply says, and tell its writer what came of it."""
    about = {"game_name": ballot.proposal.game.name, "proposal": sentence_of(ballot.proposal)}
    agrees = votes.read_vote(lines)
    if agrees is None:
        acknowledgement.headline = _("Your vote was not counted.")
        words = {"yes": shown_command(votes.YES), "no": shown_command(votes.NO)}
        text = _("Answer with one word: %(yes)s or %(no)s. It is about “%(game_name)s”: %(proposal)s")
        acknowledgement.notes.append(text % {**words, **about})
        return "neither yes nor no"
    try:
        proposal = actions.vote(ballot.proposal_id, ballot.person, agrees=agrees, source=Move.Source.MAIL)
    except Refused as refused:
        acknowledgement.headline = _("Your vote was not counted.")
        acknowledgement.notes.append(f"{refused} ({about['game_name']}: {about['proposal']})")
        return f"refused: {type(refused).__name__}"
    acknowledgement.headline = votes.vote_in_words(agrees)
    acknowledgement.notes.append(_("It was about “%(game_name)s”: %(proposal)s") % about)
    if proposal.status in OUTCOMES:
        acknowledgement.notes.append(str(OUTCOMES[proposal.status]))
    return f"voted {'yes' if agrees else 'no'}"


def _run_answer(
    incoming: IncomingMail,
    message: EmailMessage,
    turn: Turn,
    person: User,
    lines: Sequence[str],
    acknowledgement: Acknowledgement,
) -> tuple[str, str]:
    """Run an answer to a token with power, whose From header has the person's address."""
    said, others = split_talk(lines)
    asked = _commands(turn, others)
    why = authentication_failure(message, senders(message)[0], incoming.feeder)
    if why is not None:
        acknowledgement.mail_kind = MailKind.UNPROVEN
        if said or changes_something(asked):
            hold_lines(incoming, turn, lines, acknowledgement)
            _add_open_turn(turn, person, acknowledgement)
            return Status.HELD, f"its sender is not proved ({why}): waits for a click"
    answered = answered_mail(message, turn)
    CommandRunner(
        turn,
        person,
        key=f"mail:{incoming.pk}",
        listed=answered.options,
        as_plan=answered.early,
        acknowledgement=acknowledgement,
    ).run(asked, said)
    return Status.DONE, "played" if acknowledgement.done else "refused" if acknowledgement.failed else "answered"


def _answer_foreign_sender(
    turn: Turn, person: User, written_by: Sequence[str], acknowledgement: Acknowledgement
) -> tuple[str, str]:
    """A mail from another address plays nothing; the person is told so, with their open question."""
    sender = ", ".join(written_by)[:100] or _("nobody")
    acknowledgement.mail_kind, acknowledgement.headline = MailKind.FOREIGN, _("Nothing was played.")
    unconfirmed = EmailAddress.objects.filter(user=person, verified=False, email__in=written_by[:1])
    if len(written_by) == 1 and unconfirmed.exists():
        text = _(
            "Your answer came from %(sender)s. You have given us this address, but not confirmed it yet, so it plays "
            "nothing. Answer from %(own)s, or open the link in the mail that we sent to %(sender)s first, and then "
            "answer anew."
        )
    else:
        text = _(
            "A mail from %(sender)s answered one of your turns. Only mails from your own address are played. If it was "
            "you: answer from %(own)s."
        )
    acknowledgement.notes.append(text % {"sender": sender, "own": person.email})
    _add_open_turn(turn, person, acknowledgement)
    return Status.DONE, f"not from the person's address but from {sender}: nothing played"


def _answer_late_mail(turn: Turn, person: User, acknowledgement: Acknowledgement) -> tuple[str, str]:
    """A mail to a token without power plays nothing; the person is told so, with their open question."""
    acknowledgement.mail_kind, acknowledgement.headline = MailKind.LATE, str(TurnClosed.default)
    if person.is_suspended:
        acknowledgement.notes.append(str(Suspended(person)))
    _add_open_turn(turn, person, acknowledgement)
    return Status.DONE, "the token of a turn that is over: nothing played"


def _add_open_turn(turn: Turn, person: User, acknowledgement: Acknowledgement) -> None:
    now = queries.open_turn(turn.game, person)
    acknowledgement.open_turn = now.pk if now else None


def verified_addresses(person: User) -> set[str]:
    found = EmailAddress.objects.filter(user=person, verified=True).values_list("email", flat=True)
    return {form.lower() for address in found for form in (address, smtp_form(address))}


def _answer_unknown_token(incoming: IncomingMail, written_by: Sequence[str]) -> tuple[str, str]:
    """Quarantine an answer to an unknown token; if its sender has an account, tell them."""
    known = EmailAddress.objects.select_related("user").filter(verified=True, email__in=written_by[:1]).first()
    if known is not None:
        person = known.user
        with translation.override(person.reading_language):
            acknowledgement = Acknowledgement(in_reply_to=incoming.message_id, headline=_("Nothing was played."))
            acknowledgement.mail_kind = MailKind.FOREIGN
            acknowledgement.notes.append(_("The address that you answered to belongs to no turn."))
            acknowledge(incoming, None, person, acknowledgement)
    return Status.FAILED, "no turn has this token"


def _quarantine(incoming_id: int, error: Exception) -> None:
    """Quarantine a mail that cannot be read, and tell its person, who answered a turn, votes or talks by it."""
    incoming = IncomingMail.objects.defer("raw").get(pk=incoming_id)
    with transaction.atomic():
        set_aside = IncomingMail.objects.filter(pk=incoming_id, status=Status.NEW).update(
            status=Status.FAILED, outcome=_printable(f"{type(error).__name__}: {error}")[:200], read_at=timezone.now()
        )
        if not set_aside:
            return
        turn, ballot = find_turn_by_token(incoming.token), votes.ballot_of_token(incoming.token)
        speaker = talk.speaker_of_token(incoming.token)
        other = ballot if ballot is not None else speaker
        person = turn.seat.user if turn is not None else other.person if other is not None else None
        # Even of an unreadable mail we know the envelope: without a sender it is a bounce, and never answered.
        if person is None or person.closed_at is not None or not incoming.sender:
            return
        with translation.override(person.reading_language):
            acknowledgement = Acknowledgement(in_reply_to=incoming.message_id, mail_kind=MailKind.UNREADABLE)
            acknowledgement.notes.append(_("Your mail could not be read. Please answer on the page of the game."))
            if turn is not None:
                acknowledgement.turn, acknowledgement.headline = turn.pk, _("Nothing was played.")
                _add_open_turn(turn, person, acknowledgement)
            elif speaker is not None:
                acknowledgement.headline = _("Nothing was said at the table.")
            else:
                acknowledgement.headline = _("Your vote was not counted.")
            acknowledge(incoming, turn, person, acknowledgement)
