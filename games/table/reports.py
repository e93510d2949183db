"""What people report to the staff: a message at a table, a person or a game. Staff decide it (moderation.reports).

Only what somebody can see can be reported. Nobody but staff learns who has reported what.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.access import Permission, may
from games.access.hearing import readable
from games.access.profiles import have_met, may_see_profile
from games.models import Game, Report, TalkMessage
from games.models.reports import MAX_WORDS
from games.models.talk import WITH_WORDS
from games.people.models import User
from games.table import permission_check
from games.table.errors import BadReport, NoSuchGame, NoSuchMessage, NoSuchPerson, NotAllowed, TooMany
from games.table.locks import lock_person
from games.table.named_people import find_person
from games.table.talk_shown import text_of
from games.table.talk_text import clean_text

MAX_A_DAY: Final = 10
"""Reports of one person within 24 hours."""
MAX_OPEN: Final = 20
"""Reports of one person that wait for staff."""
AROUND: Final = 4
"""So many messages before a reported one, and after it, are kept with the report."""
_RAW_TO_CLEAN: Final = 4
"""So many times longer may a text be before what cannot be seen is taken out of it."""

Subject = Report.Subject


def report_message(game_id: str, by: User, message_id: int, reason: str, words: str) -> Report:
    """Report a message that somebody else has said at a table and that `by` can read.

    reason: a Report.Reason. words: what they say about it; may be empty. What was said is copied, with what stands
    around it. An open report of the same person about the same thing is returned as it is. Raises NoSuchMessage,
    BadReport, TooMany, NotAllowed, Suspended.
    """
    game, message = find_message(game_id, by, message_id)
    return _report(by, Subject.MESSAGE, str(message.pk), reason, words, person=message.by, game=game, message=message)


def report_person(by: User, name: str, reason: str, words: str) -> Report:
    """Report somebody whose profile one may see, or whom one has met at a table.

    Raises NoSuchPerson, also for whom one cannot see; otherwise as `report_message`.
    """
    person = find_visible(by, name)
    return _report(by, Subject.PERSON, str(person.pk), reason, words, person=person)


def report_game(game_id: str, by: User, reason: str, words: str, code: str = "") -> Report:
    """Report a game of which one may know. Raises NoSuchGame, also for others; otherwise as `report_message`.

    code: of the invitation link by which one came.
    """
    game = find_game(game_id, by, code)
    return _report(by, Subject.GAME, game.pk, reason, words, game=game)


def reports_of(person: User) -> QuerySet[Report]:
    """What somebody has reported, the newest first."""
    return Report.objects.filter(by=person).select_related("person__owner", "game").order_by("-pk")


def find_message(game_id: str, by: User, message_id: int) -> tuple[Game, TalkMessage]:
    """A message of somebody else that a person can read. Raises NoSuchMessage, also for one that is deleted or removed,
    BadReport for their own.
    """
    game = Game.objects.filter(pk=game_id).first()
    found = game and readable(game, by).select_related("by__owner").filter(WITH_WORDS, pk=message_id).first()
    if not game or not found:
        raise NoSuchMessage
    if by.pk in (found.by_id, found.by.owner_id):
        raise BadReport(_("You have said that yourself."))
    return game, found


def find_visible(by: User, name: str) -> User:
    """Somebody else of whom a person may know. Raises NoSuchPerson, BadReport for oneself."""
    person = find_person(name)
    if person.pk == by.pk:
        raise BadReport(_("You cannot report yourself."))
    if not (may_see_profile(by, person) or have_met(by, person)):
        raise NoSuchPerson
    return person


def find_game(game_id: str, by: User, code: str = "") -> Game:
    """A game of which a person may know, such as one that they could join. Raises NoSuchGame."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not may(Permission.SEE_GAME, by, game, code=code):
        raise NoSuchGame
    return game


def clean_words(text: str) -> str:
    """What somebody writes about a report, as it is stored. Raises BadReport if it is too long."""
    cleaned = clean_text(text[: MAX_WORDS * _RAW_TO_CLEAN])
    if len(cleaned) > MAX_WORDS or len(text) > MAX_WORDS * _RAW_TO_CLEAN:
        too_long = ngettext(
            "This is too long: at most %(number)s character is possible.",
            "This is too long: at most %(number)s characters are possible.",
            MAX_WORDS,
        )
        raise BadReport(too_long % {"number": MAX_WORDS})
    return cleaned


def _report(
    by: User,
    subject: Subject,
    key: str,
    reason: str,
    words: str,
    *,
    person: User | None = None,
    game: Game | None = None,
    message: TalkMessage | None = None,
) -> Report:
    if reason not in Report.Reason.values:
        raise BadReport(_("Say why you report it: choose one of the reasons."))
    said = clean_words(words)
    about = f"{subject.value} {key}"
    with transaction.atomic():
        by = lock_person(by)
        permission_check.require_permission(Permission.REPORT, by, NotAllowed())
        known = Report.objects.filter(by=by, about=about, outcome=Report.Outcome.OPEN).first()
        if known is not None:
            return known
        _check_count(by)
        # The row is its own entry of what was done: staff who are reported read the audit trail, too.
        return Report.objects.create(
            by=by,
            subject=subject,
            about=about,
            person=person,
            game=game,
            message=message,
            reason=reason,
            words=said,
            quoted=_quote(game, by, message) if game is not None and message is not None else [],
            at=timezone.now(),
        )


def _check_count(by: User) -> None:
    """Raises TooMany."""
    made = Report.objects.filter(by=by)
    if made.filter(at__gt=timezone.now() - timedelta(days=1)).count() >= MAX_A_DAY:
        raise TooMany(_("You have reported much today: try again tomorrow, or write to the operator."))
    if made.filter(outcome=Report.Outcome.OPEN).count() >= MAX_OPEN:
        raise TooMany(_("So many of your reports wait for staff that there is no room for more."))


def _quote(game: Game, by: User, message: TalkMessage) -> list[dict[str, object]]:
    """The message and those around it, as far as the person can read them, the oldest first."""
    talk = readable(game, by).filter(WITH_WORDS)
    before = talk.filter(pk__lt=message.pk).order_by("-pk")[:AROUND]
    after = talk.filter(pk__gt=message.pk).order_by("pk")[:AROUND]
    return [
        {"id": row.pk, "by": row.by_id, "at": row.said_at.isoformat(), "text": text_of(row)}
        for row in (*reversed(before), message, *after)
    ]
