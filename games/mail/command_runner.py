"""Runs the commands of one answer in order until one fails. What the person wants to see is shown in any case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine.registry import game as rules_of
from games.mail.acknowledgement import Acknowledgement
from games.mail.commands import (
    Away,
    Back,
    Command,
    Moves,
    Resign,
    Show,
    StandingOrder,
    StopOrders,
    Topic,
    Undo,
    option_number,
)
from games.mail.typed_days import away_example, read_day
from games.models.notifications import Delivery
from games.models.table import Game
from games.models.turns import Move, Turn
from games.people.models import User
from games.table import (
    absences,
    days_away,
    order_changes,
    plan_changes,
    playing,
    queries,
    rated_games,
    resignation,
    takeback,
    takeover,
    talk,
)
from games.table.errors import Refused, TurnClosed
from games.table.line_reading import line_reader

MAX_COMMANDS: Final = 20
"""In one mail; neighbouring moves count as one. All of them run while the game is locked."""

MAX_REFERENCES: Final = 5
"""Message-IDs in In-Reply-To that are looked up; programs name one."""


class CommandRunner:
    """Runs one person's answer to one turn.

    key: the idempotency key of the mail. listed: the options by number in the mail that was answered, as canonical
    texts; empty if unknown. as_plan: whether that mail asked for a plan; None if unknown. acknowledgement: is filled
    with the result. source: MAIL, or LINK if a click on a page runs it.
    """

    def __init__(
        self,
        turn: Turn,
        person: User,
        *,
        key: str,
        listed: Sequence[str],
        as_plan: bool | None = None,
        acknowledgement: Acknowledgement,
        source: str = Move.Source.MAIL,
    ) -> None:
        self.turn = turn
        self.reader = line_reader(rules_of(turn.game.kind))
        self.source = source
        self.person = person
        self.key = key
        self.listed = listed
        self.as_plan = as_plan
        self.acknowledgement = acknowledgement
        self._changed = False
        self._played = False
        """Whether the last change was a move that is played, not deferred."""
        self._opened: int | None = None
        """The turn that the game waits for after the answer."""

    def run(self, asked: Sequence[Command], said: str = "") -> None:
        """said: what the mail says to the others at the table. It is said first, whatever comes of the commands."""
        if any(isinstance(command, Away | Back) for command in asked):
            # A move before it, or what is said, would lock the game first.
            absences.lock_for_absence(self.person, self.turn.game_id)
        if said:
            say_to_others(self.turn.game_id, self.person, said, f"{self.key}#say", self.acknowledgement)
        elif not asked:
            self.acknowledgement.notes.append(_("There was nothing to read in your answer."))
            self.acknowledgement.show.append(Topic.HELP.value)
        if len(asked) > MAX_COMMANDS:
            self.acknowledgement.notes.append(_("This is too long for an answer."))
            return
        for number, command in enumerate(asked):
            if isinstance(command, Show):
                self.acknowledgement.show.append(command.topic.value)
            elif self.acknowledgement.failed:
                self.acknowledgement.not_tried += _lines_of(command)
            elif isinstance(command, Moves):
                self._play(command.lines, number)
            elif isinstance(command, StandingOrder):
                self._give_order(command)
            elif isinstance(command, StopOrders):
                self._stop_orders(command)
            elif isinstance(command, Away):
                self._leave(command)
            elif isinstance(command, Back):
                self._return(command)
            elif isinstance(command, Undo):
                self._undo(command)
            else:
                self._resign(command, alone=len(asked) == 1)
        now = self._open_turn()
        if now is not None and now.early and self.acknowledgement.planned:
            # What was planned is told; to change it, the mail before has the question.
            pass
        elif now is not None:
            self.acknowledgement.open_turn = now.pk
            # games.table writes no mail for what an answer by mail brings about.
            self.acknowledgement.asks_question = (
                self._opened == now.pk or not Delivery.objects.filter(turn=now).exists()
            )
        elif self._played:
            # With a question, the same stands in what happened since.
            game, seat = self.turn.game, self.turn.seat
            self.acknowledgement.happened += queries.narrate(game, queries.events_since_last_turn(game, seat))

    def _play(self, lines: Sequence[str], number: int) -> None:
        if self.reader.is_next_line(lines[0]):
            self._plan_next_pick(lines)
            return
        if self.as_plan:
            meant = resolve_all_numbers(lines, self.listed)
        elif self._changed and option_number(lines[0]) is not None:
            meant = []
        else:
            meant = resolve_option_number(lines, self.listed)
        if not meant:
            self.acknowledgement.fail(
                lines[0], _("No option had this number in the mail that you answered."), self._possible_lines()
            )
            self.acknowledgement.not_tried += lines[1:]
            return
        lines = meant
        try:
            answer = playing.play(
                self.turn.pk,
                lines,
                by=self.person,
                source=self.source,
                key=f"{self.key}#{number}",
                as_plan=self.as_plan,
            )
        except TurnClosed as closed:
            self._too_late(closed, lines)
            return
        except Refused as refusal:
            self.acknowledgement.fail(lines[0], str(refusal), self._possible_lines())
            self.acknowledgement.not_tried += lines[1:]
            return
        self._changed = True
        self._played = not answer.ahead
        self.acknowledgement.done += answer.done
        self.acknowledgement.ahead = answer.ahead
        self.acknowledgement.planned = list(answer.planned)
        if any(self.reader.is_next_line(line) for line in lines) and not answer.failed:
            self.acknowledgement.next_pick = list(answer.next_pick)
        self._opened = answer.next_turn_id
        self.acknowledgement.failed = answer.failed
        if (self.as_plan or self.turn.early) and not answer.failed:
            self.acknowledgement.gone += answer.not_tried
        else:
            self.acknowledgement.not_tried += answer.not_tried
        if answer.game_over:
            self.acknowledgement.notes.append(_("With this the game is over; a mail of its own tells the scores."))

    def _plan_next_pick(self, lines: Sequence[str]) -> None:
        """Lines that say nothing of the turn that was asked, but what to pick the next time."""
        try:
            kept = plan_changes.plan_next_pick(self.turn.game_id, self.person, lines, source=self.source)
        except Refused as refusal:
            self.acknowledgement.fail(lines[0], str(refusal))
            self.acknowledgement.not_tried += lines[1:]
            return
        self._changed = True
        self.acknowledgement.next_pick = list(kept)
        if not kept:
            self.acknowledgement.notes.append(_("It was your pick already: what you wrote is played."))

    def _give_order(self, command: StandingOrder) -> None:
        try:
            held = order_changes.give_orders(self.turn.game_id, self.person, [command.line], source=self.source)
        except Refused as refusal:
            self.acknowledgement.fail(command.line, str(refusal))
        else:
            self._changed = True
            self.acknowledgement.orders = list(held)
            if self.reader.ends_an_order(command.line):
                self.acknowledgement.headline = _("From now on you are asked there.")
            if not held:
                self.acknowledgement.notes.append(_("You have no standing orders in this game any more."))

    def _stop_orders(self, command: StopOrders) -> None:
        try:
            order_changes.stop_orders(self.turn.game_id, self.person)
        except Refused as refusal:
            self.acknowledgement.fail(command.line, str(refusal))
        else:
            self._changed = True
            self.acknowledgement.notes.append(_("You have no standing orders in this game any more."))

    def _leave(self, command: Away) -> None:
        today = days_away.today_of(self.person)
        last = read_day(command.last_day, self.reader.language, today)
        if last is None:
            reason = _("Until which day? Write it like this: %(example)s")
            self.acknowledgement.fail(command.line, reason % {"example": away_example(today)})
            return
        try:
            absences.announce(self.person, today, last)
        except Refused as refusal:
            self.acknowledgement.fail(command.line, str(refusal))
            return
        self._changed = True
        told = _("You are away until %(day)s. What happens at your tables meanwhile, you choose in your preferences.")
        self.acknowledgement.notes.append(told % {"day": date_format(last)})

    def _return(self, command: Back) -> None:
        """Ends an absence, and a vacancy of the seat that the mail is about."""
        try:
            returned = self._return_to_seat()
            if not returned or days_away.away_until(self.person) is not None:
                absences.end_present(self.person)
                self.acknowledgement.notes.append(_("You are not away any more."))
        except Refused as refusal:
            self.acknowledgement.fail(command.line, str(refusal))
        else:
            self._changed = True

    def _return_to_seat(self) -> bool:
        """Whether the seat was vacant; its person plays again then. Raises Refused."""
        vacant = self.turn.game.seats.filter(pk=self.turn.seat_id, user=self.person, vacant_since__isnull=False)
        if not vacant.exists():
            return False
        takeover.return_to_seat(self.turn.game_id, self.person)
        self.acknowledgement.notes.append(_("You play again in your seat."))
        return True

    def _too_late(self, closed: TurnClosed, lines: Sequence[str]) -> None:
        if closed.turn.status == Turn.Status.ANSWERED:
            reason = _("You have answered this already; it is played when its time comes. To change it, write: undo")
        else:
            reason = _("The turn that you answered is over.")
        self.acknowledgement.fail(lines[0], reason)
        self.acknowledgement.not_tried += lines[1:]
        self.acknowledgement.happened += queries.narrate(self.turn.game, closed.since)

    def _undo(self, command: Undo) -> None:
        try:
            if self.turn.early and plan_changes.withdraw_plan(self.turn.pk, self.person):
                self._changed = True
                self._played = False
                self.acknowledgement.planned = []
                self.acknowledgement.notes.append(_("Your plan is withdrawn: you are asked when it is your turn."))
                return
            takeback.undo(self.turn.game_id, self.person, source=self.source, of_turn=self.turn.pk)
        except Refused as refusal:
            self.acknowledgement.fail(command.line, str(refusal))
        else:
            self._changed = True
            self._played = False
            self.acknowledgement.notes.append(_("Your last move was taken back."))

    def _resign(self, command: Resign, *, alone: bool) -> None:
        # A quoted mail that was taken for a part of the answer must not cost anybody the seat.
        if not alone:
            self.acknowledgement.fail(command.line, _("To give up your seat, write nothing but: resign"))
            return
        try:
            if not command.code:
                self.acknowledgement.code = resignation.get_resignation_code(self.turn.game_id, self.person).pk
                self.acknowledgement.headline = _("You have not resigned yet.")
                if warning := rated_games.warning_of_loss(self.turn.game, self.turn.seat, self.person):
                    self.acknowledgement.notes.append(warning)
                return
            resignation.resign_by_code(self.turn.game_id, self.person, command.code)
        except Refused as refusal:
            self.acknowledgement.fail(command.line, str(refusal))
        else:
            self._changed = True
            self._played = False
            self.acknowledgement.notes.append(_("You have resigned; a bot plays on in your seat."))

    def _open_turn(self) -> Turn | None:
        return queries.open_turn(Game.objects.get(pk=self.turn.game_id), self.person)

    def _possible_lines(self) -> tuple[str, ...]:
        turn = self._open_turn()
        return tuple(offer.text for offer in queries.question_for(turn).offers) if turn else ()


def say_to_others(game_id: str, person: User, said: str, key: str, acknowledgement: Acknowledgement) -> None:
    """Say to the others at the table what a mail says to them, and tell in the acknowledgement what came of it."""
    try:
        talk.say(game_id, person, said, key=key)
    except Refused as refusal:
        acknowledgement.notes.append(_("Not said at the table: %(reason)s") % {"reason": refusal})
    else:
        acknowledgement.notes.append(_("What you wrote to the others is said at the table."))


@dataclass(frozen=True)
class AnsweredMail:
    """What a mail that is answered had asked."""

    options: Sequence[str] = ()
    """Its options by number, as canonical texts."""
    early: bool | None = None
    """Whether it asked for a plan; None if the mail is not known."""


def answered_mail(message: EmailMessage, turn: Turn) -> AnsweredMail:
    """The mail of ours that this one answers."""
    named = [word for word in str(message.get("In-Reply-To", "")).split()[:MAX_REFERENCES] if word.isprintable()]
    answered = Delivery.objects.filter(seat=turn.seat, message_id__in=named).first()
    if answered is None:
        return AnsweredMail()
    return AnsweredMail(list(answered.content.get("options", [])), bool(answered.content.get("early", False)))


def resolve_option_number(lines: Sequence[str], listed: Sequence[str]) -> list[str]:
    """The lines, with a number in the first line replaced by its option; empty if there is no such option."""
    number = option_number(lines[0])
    if number is None:
        return list(lines)
    if listed and not 0 < number <= len(listed):
        return []
    return [listed[number - 1] if listed else str(number), *lines[1:]]


def resolve_all_numbers(lines: Sequence[str], listed: Sequence[str]) -> list[str]:
    """The lines of a plan, with numbers replaced by their options; empty if there is no such option."""
    resolved = [resolve_option_number([line], listed) for line in lines]
    return [line for found in resolved for line in found] if all(resolved) else []


def _lines_of(command: Away | Back | Moves | StandingOrder | StopOrders | Undo | Resign) -> Sequence[str]:
    return command.lines if isinstance(command, Moves) else (command.line,)
