"""What a mail tells of all games at once: the open questions, those with the nearest deadline first, and the news."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from games.mail.question import MailOption, MailQuestion, mail_question
from games.mail.unsubscribe import is_muted
from games.models.notifications import Delivery
from games.models.table import Game
from games.models.turns import Turn
from games.notifications.delivery import drop_reason
from games.notifications.pacing import TELLS
from games.people.models import User

MAX_OPTIONS: Final = 8
"""A question with more of them, or with a choice within them, is answered on the page of the game."""
_NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class DigestQuestion:
    """One of several questions in a mail."""

    game: Game
    asked: MailQuestion

    @property
    def options(self) -> Sequence[MailOption]:
        """Those that a click answers; none if the question is too large for that."""
        options = self.asked.options
        simple = self.asked.form == "choice" and not any(option.selection for option in options)
        return options if simple and len(options) <= MAX_OPTIONS else ()


def questions_of(person: User) -> list[DigestQuestion]:
    """What is asked of a person now, in all their games but those whose mails they have ended."""
    turns = Turn.objects.filter(
        status=Turn.Status.OPEN,
        seat__user=person,
        seat__caretaker="",
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
    )
    asked = [
        turn
        for turn in turns.select_related("seat__user", "game__host")
        if not turn.bot_level and not (turn.early and turn.plan) and not is_muted(person, turn.game)
    ]
    asked.sort(key=lambda turn: (turn.deadline or _NEVER, turn.pk))
    return [DigestQuestion(turn.game, mail_question(turn)) for turn in asked]


def told_besides(digest: Delivery, kinds: Sequence[str]) -> list[Delivery]:
    """Deliveries of some kinds that a bundle tells, and that still stand."""
    told = [pk for pk, _text in digest.content.get(TELLS, [])]
    rows = Delivery.objects.filter(pk__in=told, kind__in=kinds).order_by("pk")
    related = rows.select_related("notification__game", "notification__seat")
    return [row for row in related if drop_reason(row) is None]
