"""Sending a mail again."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Act, may
from games.models import OutgoingMail
from games.table import audit
from games.table.errors import NoSuchMail, NotModerator, Refused
from games.table.locking import locked_game
from games.table.moderation.deed import stated_reason
from games.table.nudge import DELIVER, nudge
from prweb.accounts.models import User

Status = OutgoingMail.Status
TOLD_BY_CONTENT: Final = frozenset({OutgoingMail.Kind.NOTICE, OutgoingMail.Kind.REPLY, OutgoingMail.Kind.ACCOUNT})
"""Kinds of which the row alone knows what they say."""


def resend(mail_id: int, by: User | None, reason: str) -> None:
    """Send a row of the outbox once more, whatever became of it; waiting ones at once.

    It is composed anew and keeps its Message-ID; what is not wanted any more (a turn that was answered) is left out as
    ever. Raises NoReason, NoSuchMail, NotModerator, Refused while it is on its way or when what it said is deleted.
    """
    stated = stated_reason(reason)
    game_id = OutgoingMail.objects.filter(pk=mail_id).values_list("game_id", flat=True).first()
    with transaction.atomic():
        # The game before its mails, like whoever plays: else the two could wait for each other.
        game = locked_game(game_id) if game_id else None
        mail = OutgoingMail.objects.select_for_update().filter(pk=mail_id).first()
        if mail is None:
            raise NoSuchMail
        if not may(Act.RESEND, by, game):
            raise NotModerator
        if mail.status == Status.SENDING:
            raise Refused(_("This mail is on its way."))
        if not mail.recipient:
            raise Refused(_("Whom this mail was to was deleted after its time: it cannot be sent again."))
        if mail.kind in TOLD_BY_CONTENT and not mail.content:
            raise Refused(_("What this mail said was deleted after its time: it cannot be written again."))
        audit.note(
            Act.RESEND,
            by=by,
            game=game,
            person=mail.user,
            reason=stated,
            details={"mail": mail.pk, "kind": mail.kind, "status": {"from": mail.status, "to": Status.PENDING}},
        )
        mail.status, mail.attempts, mail.next_attempt_at, mail.last_error = Status.PENDING, 0, timezone.now(), ""
        mail.save(update_fields=["status", "attempts", "next_attempt_at", "last_error"])
        nudge(DELIVER, mail.pk)
