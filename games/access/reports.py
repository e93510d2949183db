"""Which reports one of the staff may see and decide: none in which they are involved themselves.

So nobody learns who has reported them, by the mail that tells the reporter what came of it neither, or judges what
happened at their own table.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from games.access.permissions import Permission
from games.access.policy import Actor, may
from games.models import Delivery, Game, Notification, PersonNote, Report, Seat, SeatHolder
from games.people.models import User


def visible_reports(actor: Actor) -> QuerySet[Report]:
    """The reports that somebody of the staff may handle; all of them for an operator at the console."""
    if actor is None:
        return Report.objects.all()
    if not isinstance(actor, User) or not may(Permission.SEE_REPORTS, actor):
        return Report.objects.none()
    reported = Report.objects.filter(by=actor).order_by().values("about")
    concerned = Q(about__in=reported) | Q(person__in=_accounts_of(actor)) | Q(game__in=_tables_of(actor))
    # As a list of its own, because a condition on rows that are missing is neither true nor false.
    return Report.objects.exclude(pk__in=Report.objects.filter(concerned).order_by().values("pk"))


def reports_about(person: User, actor: Actor) -> QuerySet[Report]:
    """Those of them that are about somebody or their programs, the newest first."""
    rows = visible_reports(actor).filter(person__in=_accounts_of(person).order_by().values("pk"))
    return rows.select_related("person__owner", "game").order_by("-pk")


def visible_notes(person: User, actor: Actor) -> QuerySet[PersonNote]:
    """What staff have noted about somebody, the newest first; nobody reads what was noted about themselves."""
    own = isinstance(actor, User) and actor.pk in (person.pk, person.owner_id)
    notes = PersonNote.objects.filter(person=person).select_related("by")
    return notes.none() if own else notes


def visible_deliveries(rows: QuerySet[Delivery], actor: Actor) -> QuerySet[Delivery]:
    """Those of the deliveries that tell somebody of the staff of no report which they may not see."""
    return rows.exclude(kind=Notification.Kind.NOTICE, reason__in=_hidden_causes(actor))


def visible_notifications(rows: QuerySet[Notification], actor: Actor) -> QuerySet[Notification]:
    """As `visible_deliveries`."""
    return rows.exclude(kind=Notification.Kind.NOTICE, cause__in=_hidden_causes(actor))


def _hidden_causes(actor: Actor) -> list[str]:
    decided = Report.objects.exclude(outcome=Report.Outcome.OPEN).order_by()
    hidden = decided.exclude(pk__in=visible_reports(actor).order_by().values("pk"))
    return [report.notice_cause for report in hidden.only("pk")]


def _accounts_of(person: User) -> QuerySet[User]:
    return User.objects.filter(Q(pk=person.pk) | Q(owner=person))


def _tables_of(person: User) -> QuerySet[Game]:
    accounts = _accounts_of(person).values("pk")
    seats = Seat.objects.filter(user__in=accounts).order_by().values("game")
    held = SeatHolder.objects.filter(user__in=accounts).order_by().values("game")
    return Game.objects.filter(Q(host=person) | Q(pk__in=seats) | Q(pk__in=held)).order_by()
