"""Staff decide what people have reported, and act on it in the same step."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.access import Permission, may
from games.access.reports import visible_reports
from games.models import Report
from games.people.models import User
from games.table import audit, notices
from games.table.errors import BadReport, NoSuchReport, NotModerator
from games.table.moderated_people import lock_moderated
from games.table.moderation import conduct, removal
from games.table.moderation_transaction import clean_reason
from games.table.reports import clean_words

Outcome = Report.Outcome
KEPT_FOR = timedelta(days=90)
"""After its decision, what was quoted and said in a report is deleted."""

_ACTED = _("Thank you for your report of %(day)s. Staff have looked at it and have acted. %(answer)s")
_NOTHING = _(
    "Thank you for your report of %(day)s. Staff have looked at it and have found no breach of the rules. %(answer)s"
)


@dataclass(frozen=True)
class Decision:
    """What staff decide about a report, and do about it.

    answer: what the reporters are told besides the outcome. remove: the message. warning: what the person is warned of;
    empty: they are not. silence: how long they may not talk at tables; None: they may.
    """

    outcome: Report.Outcome
    answer: str = ""
    remove: bool = False
    warning: str = ""
    silence: timedelta | None = None


def decide(report_id: int, by: User | None, decision: Decision, reason: str) -> bool:
    """Decide a report and all other open ones about the same thing; False (and nothing changes) if it is decided.

    The reporters are told the outcome, each in their language, and never who else has reported. reason: for the audit
    trail, and for whoever is silenced. Raises NoReason, NoSuchReport, BadReport, NotModerator also for whoever is
    concerned themselves, CannotModerate.
    """
    stated, answer = clean_reason(reason), clean_words(decision.answer)
    acts = decision.remove or decision.warning.strip() or decision.silence is not None
    if decision.outcome not in (Outcome.ACTED, Outcome.NOTHING):
        raise BadReport(_("Say what came of it."))
    if acts and decision.outcome == Outcome.NOTHING:
        raise BadReport(_("Whoever acts has found something: choose that staff have acted."))
    report = Report.objects.select_related("person", "game", "message").filter(pk=report_id).first()
    if report is None:
        raise NoSuchReport
    if not may(Permission.DECIDE_REPORT, by):
        raise NotModerator
    with transaction.atomic():
        # The person before the game and the game before its rows, as everywhere.
        if decision.warning.strip():
            conduct.warn_locked(_reported(report, Permission.WARN, by), by, decision.warning)
        if decision.silence is not None:
            conduct.silence_locked(_reported(report, Permission.SILENCE, by), by, decision.silence, stated)
        if decision.remove:
            if report.message is None or report.game is None:
                raise BadReport(_("There is no message to be removed."))
            removal.remove_message(report.game.pk, report.message.pk, by, stated)
        together = Report.objects.filter(about=report.about, outcome=Outcome.OPEN)
        rows = list(together.select_for_update(of=("self",)).select_related("by").order_by("pk"))
        if not any(row.pk == report.pk for row in rows):
            # Somebody else was faster: nothing of this happens.
            transaction.set_rollback(True)
            return False
        if visible_reports(by).filter(pk__in=[row.pk for row in rows]).count() < len(rows):
            raise NotModerator
        # It names nobody: staff who are reported read the trail, too.
        audit.note(
            Permission.DECIDE_REPORT,
            by=by,
            reason=stated,
            details={"reports": [row.pk for row in rows], "outcome": decision.outcome.value},
        )
        text: Promise = _ACTED if decision.outcome == Outcome.ACTED else _NOTHING
        for row in rows:
            row.outcome, row.answer = decision.outcome, answer
            row.decided_at, row.decided_by = timezone.now(), by
            row.save(update_fields=["outcome", "answer", "decided_at", "decided_by"])
            notices.tell(row.notice_cause, row.by, _("what came of your report"), text, day=row.at, answer=answer)
        return True


def forget_decided() -> int:
    """Delete what was quoted and said in reports that were decided long ago; how many reports."""
    old = Report.objects.filter(decided_at__lt=timezone.now() - KEPT_FOR)
    return old.exclude(quoted=[], words="", answer="").update(quoted=[], words="", answer="")


def _reported(report: Report, permission: Permission, by: User | None) -> User:
    """Who is reported, locked. Raises BadReport, NotModerator, CannotModerate."""
    if report.person is None:
        raise BadReport(_("Nobody is reported here: act on the page of a person."))
    return lock_moderated(report.person.owner or report.person, permission, by)
