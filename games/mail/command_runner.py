"""Runs the commands of one answer in order until one fails. What the person wants to see is shown in any case."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from typing import Final

from django.utils.translation import gettext as _

from games.mail.acknowledgement import Acknowledgement
from games.mail.commands import Command, Moves, Resign, Show, Topic, Undo, option_number
from games.models.notifications import Delivery
from games.models.table import Game
from games.models.turns import Move, Turn
from games.people.models import User
from games.table import playing, queries, resignation, takeback
from games.table.errors import Refused, TurnClosed

MAX_COMMANDS: Final = 20
"""In one mail; neighbouring moves count as one. All of them run while the game is locked."""

MAX_REFERENCES: Final = 5
"""Message-IDs in In-Reply-To that are looked up; programs name one."""


class CommandRunner:
    """Runs one person's answer to one turn.

    key: the idempotency key of the mail. listed: the options by number in the mail that was answered, as canonical
    texts; empty if unknown. acknowledgement: is filled with the result. source: MAIL, or LINK if a click
    on a page runs it.
    """

    def __init__(
        self,
        turn: Turn,
        person: User,
        *,
        key: str,
        listed: Sequence[str],
        acknowledgement: Acknowledgement,
        source: str = Move.Source.MAIL,
    ) -> None:
        self.turn = turn
        self.source = source
        self.person = person
        self.key = key
        self.listed = listed
        self.acknowledgement = acknowledgement
        self._changed = False
        self._played = False
        """Whether the last change was a move that is played, not deferred."""

    def run(self, asked: Sequence[Command]) -> None:
        if not asked:
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
            elif isinstance(command, Undo):
                self._undo(command)
            else:
                self._resign(command, alone=len(asked) == 1)
        now = self._open_turn()
        if now is not None:
            self.acknowledgement.open_turn = now.pk
            # Each turn has one mail: games.table writes none for a turn that an answer by mail opened.
            self.acknowledgement.asks_question = not Delivery.objects.filter(turn=now).exists()
        elif self._played:
            # With a question, the same stands in what happened since.
            game, seat = self.turn.game, self.turn.seat
            self.acknowledgement.happened += queries.narrate(game, queries.events_since_last_turn(game, seat))

    def _play(self, lines: Sequence[str], number: int) -> None:
        meant = (
            [] if self._changed and option_number(lines[0]) is not None else resolve_option_number(lines, self.listed)
        )
        if not meant:
            self.acknowledgement.fail(
                lines[0], _("No option had this number in the mail that you answered."), self._possible_lines()
            )
            self.acknowledgement.not_tried += lines[1:]
            return
        lines = meant
        try:
            answer = playing.play(self.turn.pk, lines, by=self.person, source=self.source, key=f"{self.key}#{number}")
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
        self.acknowledgement.failed = answer.failed
        self.acknowledgement.not_tried += answer.not_tried
        if answer.game_over:
            self.acknowledgement.notes.append(_("With this the game is over; a mail of its own tells the scores."))

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
            self.acknowledgement.fail(command.line, _("To give up your seat for good, write nothing but: resign"))
            return
        try:
            if not command.code:
                self.acknowledgement.code = resignation.get_resignation_code(self.turn.game_id, self.person).pk
                self.acknowledgement.headline = _("You have not resigned yet.")
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


def options_of_answered_mail(message: EmailMessage, turn: Turn) -> list[str]:
    """The options by number in the mail that this one answers; empty if that mail is not known."""
    named = [word for word in str(message.get("In-Reply-To", "")).split()[:MAX_REFERENCES] if word.isprintable()]
    answered = Delivery.objects.filter(seat=turn.seat, message_id__in=named).first()
    return list(answered.content.get("options", [])) if answered else []


def resolve_option_number(lines: Sequence[str], listed: Sequence[str]) -> list[str]:
    """The lines, with a number in the first line replaced by its option; empty if there is no such option."""
    number = option_number(lines[0])
    if number is None:
        return list(lines)
    if listed and not 0 < number <= len(listed):
        return []
    return [listed[number - 1] if listed else str(number), *lines[1:]]


def _lines_of(command: Moves | Undo | Resign) -> Sequence[str]:
    return command.lines if isinstance(command, Moves) else (command.line,)
