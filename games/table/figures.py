"""How the site is doing: figures, each with its rows. A figure costs by what it finds, not by the number of games.

The times are limits: what takes longer is a fault. Less is ordinary, because what was lost is found within seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Case, DateTimeField, F, Q, QuerySet, When
from django.utils.translation import ngettext

from games.engine.words import ngettext_noop
from games.models import (
    ClockTick,
    Delivery,
    Game,
    Heartbeat,
    IncomingMail,
    MailAddress,
    Report,
    SharedTraces,
    SiteClock,
    Turn,
)
from games.models.site_clock import deadline_of
from games.table import deadlines
from games.table.broken_games import broken_games
from games.table.packing import SHOWN_TO_STAFF_FOR

OVERDUE_AFTER: Final = timedelta(minutes=1)
"""A deadline passed so long ago, and the clock has not handed the turn over."""
STUCK_AFTER: Final = timedelta(minutes=10)
"""A bot has not answered for so long."""
LATE_AFTER: Final = timedelta(minutes=2)
"""A mail has waited so long after its time, in or out."""
HEARTBEAT_LATE: Final = timedelta(minutes=1)
"""A process or the clock was not heard of for so long."""
FORGOTTEN_AFTER: Final = timedelta(minutes=15)
"""Processes that were last heard of before are taken for dismantled."""


@dataclass(frozen=True)
class Figure:
    """One number of the staff's start page.

    name: in addresses; words: what it counts, for one and for several (ngettext_noop); rows: its rows at a moment
    (now), the oldest first, ready for a list; since: the field (or annotation) that says since when a row is in this
    state; is_fault: whether somebody has to look when it is not 0.
    """

    name: str
    words: tuple[str, str]
    rows: Callable[[datetime], QuerySet[Any]]
    since: str
    is_fault: bool = False

    def label(self, count: int) -> str:
        """What it counts, as it follows this number."""
        return ngettext(*self.words, count)

    def count(self, now: datetime) -> int:
        return self.rows(now).order_by().count()

    def oldest(self, now: datetime) -> datetime | None:
        """Since when its first row has waited."""
        moment = self.rows(now).values_list(self.since, flat=True).first()
        assert moment is None or isinstance(moment, datetime)
        return moment


def _running(_now: datetime) -> QuerySet[Game]:
    return (
        Game.objects.filter(status=Game.Status.RUNNING).select_related("host").defer("position").order_by("opened_at")
    )


def _paused(_now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(paused_at__isnull=False).select_related("host").defer("position").order_by("paused_at")


def _not_replaying(_now: datetime) -> QuerySet[Game]:
    return broken_games().select_related("host").defer("position").order_by("paused_at")


def _interrupted(_now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(interrupted=True).select_related("host").defer("position").order_by("opened_at")


def _turns() -> QuerySet[Turn]:
    """Open turns on which time runs."""
    going_on = Turn.objects.filter(status=Turn.Status.OPEN, game__status=Game.Status.RUNNING, game__paused_at=None)
    return going_on.select_related("game", "seat__user").defer("game__position")


def _overdue(now: datetime) -> QuerySet[Any]:
    late = deadlines.overdue(_turns(), SiteClock.read(now), OVERDUE_AFTER)
    return late.annotate(overdue_since=deadline_of("due"))


def _bot_queue(_now: datetime) -> QuerySet[Any]:
    """Open turns that a bot was told of. (Those of people were told to nobody: the index has them apart.)"""
    asked = _turns().filter(nudged_at__isnull=False)
    since = Case(
        When(timed_out=True, then=deadline_of("due")),
        # A person may have been asked something else in it before.
        When(~Q(adviser=""), then=F("nudged_at")),
        default=F("opened_at"),
        output_field=DateTimeField(),
    )
    return asked.annotate(waiting_since=since).order_by("waiting_since")


def _stuck(now: datetime) -> QuerySet[Any]:
    return _bot_queue(now).filter(waiting_since__lt=now - STUCK_AFTER)


def _mails() -> QuerySet[Delivery]:
    return Delivery.objects.select_related("user", "game").defer("game__position").order_by("next_attempt_at")


def _outbox_pending(_now: datetime) -> QuerySet[Delivery]:
    return _mails().filter(status__in=Delivery.UNSENT)


def _outbox_late(now: datetime) -> QuerySet[Delivery]:
    # A mail that is tried again has its next attempt in the future, but is late all the same.
    late = _outbox_pending(now).filter(Q(next_attempt_at__lt=now - LATE_AFTER) | Q(attempts__gt=1))
    return late.order_by("created_at")


def _outbox_failed(now: datetime) -> QuerySet[Delivery]:
    return _mails().filter(status=Delivery.Status.FAILED, next_attempt_at__gte=now - SHOWN_TO_STAFF_FOR)


def _undeliverable(_now: datetime) -> QuerySet[MailAddress]:
    return MailAddress.objects.filter(undeliverable_since__isnull=False).order_by("undeliverable_since")


def _inbox() -> QuerySet[IncomingMail]:
    mails = IncomingMail.objects.select_related("turn__game", "turn__seat__user")
    return mails.defer("raw", "turn__game__position").order_by("received_at")


def _inbox_unread(_now: datetime) -> QuerySet[IncomingMail]:
    return _inbox().filter(status=IncomingMail.Status.NEW)


def _inbox_late(now: datetime) -> QuerySet[IncomingMail]:
    return _inbox_unread(now).filter(received_at__lt=now - LATE_AFTER)


def _inbox_quarantined(now: datetime) -> QuerySet[IncomingMail]:
    return _inbox().filter(status=IncomingMail.Status.FAILED, received_at__gte=now - SHOWN_TO_STAFF_FOR)


def _open_reports(_now: datetime) -> QuerySet[Report]:
    waiting = Report.objects.filter(outcome=Report.Outcome.OPEN)
    return waiting.select_related("by", "person__owner", "game").defer("game__position").order_by("at")


def _hints(_now: datetime) -> QuerySet[SharedTraces]:
    hints = SharedTraces.objects.select_related("first", "second", "game").defer("game__position")
    return hints.order_by("noted_at")


def _processes(now: datetime) -> QuerySet[Heartbeat]:
    # A poller that cannot read its mailbox is not gone (games.heartbeats).
    known = Q(at__gte=now - FORGOTTEN_AFTER) | Q(kind=Heartbeat.Kind.POLLER)
    return Heartbeat.objects.filter(known).order_by("at")


def _processes_silent(now: datetime) -> QuerySet[Heartbeat]:
    return _processes(now).filter(at__lt=now - HEARTBEAT_LATE)


def _clock_silent(now: datetime) -> QuerySet[ClockTick]:
    return ClockTick.objects.filter(at__lt=now - HEARTBEAT_LATE, stopped=False).order_by("at")


FIGURES: Final = (
    Figure("running", ngettext_noop("game under way", "games under way"), _running, "opened_at"),
    Figure("paused", ngettext_noop("paused game", "paused games"), _paused, "paused_at"),
    Figure(
        "not-replaying",
        ngettext_noop("game that does not replay, paused for staff", "games that do not replay, paused for staff"),
        _not_replaying,
        "paused_at",
        is_fault=True,
    ),
    Figure(
        "overdue",
        ngettext_noop(
            "turn overdue that the clock has not handed over", "turns overdue that the clock has not handed over"
        ),
        _overdue,
        "overdue_since",
        is_fault=True,
    ),
    Figure(
        "interrupted", ngettext_noop("game to be gone on with", "games to be gone on with"), _interrupted, "opened_at"
    ),
    Figure(
        "bot-queue", ngettext_noop("turn that waits for bots", "turns that wait for bots"), _bot_queue, "waiting_since"
    ),
    Figure(
        "stuck",
        ngettext_noop("turn in which a bot is stuck", "turns in which a bot is stuck"),
        _stuck,
        "waiting_since",
        is_fault=True,
    ),
    Figure("outbox-pending", ngettext_noop("mail to be sent", "mails to be sent"), _outbox_pending, "next_attempt_at"),
    Figure(
        "outbox-late",
        ngettext_noop("mail that is late", "mails that are late"),
        _outbox_late,
        "created_at",
        is_fault=True,
    ),
    Figure(
        "outbox-failed",
        ngettext_noop("mail given up", "mails given up"),
        _outbox_failed,
        "next_attempt_at",
        is_fault=True,
    ),
    Figure(
        "undeliverable",
        ngettext_noop("address that mails do not reach", "addresses that mails do not reach"),
        _undeliverable,
        "undeliverable_since",
    ),
    Figure("inbox-unread", ngettext_noop("mail to be read", "mails to be read"), _inbox_unread, "received_at"),
    Figure(
        "inbox-late",
        ngettext_noop("mail nobody has read for long", "mails nobody has read for long"),
        _inbox_late,
        "received_at",
        is_fault=True,
    ),
    Figure(
        "inbox-quarantined",
        ngettext_noop("mail set aside", "mails set aside"),
        _inbox_quarantined,
        "received_at",
        is_fault=True,
    ),
    Figure("reports", ngettext_noop("open report", "open reports"), _open_reports, "at"),
    Figure(
        "hints",
        ngettext_noop("hint that two accounts may be one person’s", "hints that two accounts may be one person’s"),
        _hints,
        "noted_at",
    ),
    Figure("processes", ngettext_noop("process", "processes"), _processes, "at"),
    Figure(
        "processes-silent",
        ngettext_noop("process that is silent", "processes that are silent"),
        _processes_silent,
        "at",
        is_fault=True,
    ),
    Figure(
        "clock-silent",
        ngettext_noop("clock that stands still", "clocks that stand still"),
        _clock_silent,
        "at",
        is_fault=True,
    ),
)


def _oldest_overdue(now: datetime) -> datetime | None:
    late = deadlines.overdue(_turns(), SiteClock.read(now)).annotate(since=deadline_of("due"))
    moment = late.values_list("since", flat=True).first()
    assert moment is None or isinstance(moment, datetime)
    return moment


def _oldest_mail_due(now: datetime) -> datetime | None:
    return _outbox_pending(now).filter(next_attempt_at__lte=now).values_list("next_attempt_at", flat=True).first()


def _oldest_bot_turn(now: datetime) -> datetime | None:
    moment = _bot_queue(now).values_list("waiting_since", flat=True).first()
    assert moment is None or isinstance(moment, datetime)
    return moment


def _oldest_unread(now: datetime) -> datetime | None:
    return _inbox_unread(now).values_list("received_at", flat=True).first()


DUE: Final[Mapping[str, Callable[[datetime], datetime | None]]] = {
    "clock": _oldest_overdue,
    "bots": _oldest_bot_turn,
    "mail": _oldest_mail_due,
    "inbox": _oldest_unread,
}
"""By kind of work, since when the oldest row has been due that no worker is done with; None if nothing is due."""


def _tried_again(_now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(status=Delivery.Status.PENDING).exclude(last_error="")


def _came_to_nothing(status: Delivery.Status) -> Callable[[datetime], QuerySet[Delivery]]:
    return lambda now: Delivery.objects.filter(status=status, next_attempt_at__gte=now - REFUSED_WITHIN)


REFUSED_WITHIN: Final = timedelta(days=1)
"""Mails that came to nothing count as refusals for so long."""
MAIL_REFUSALS: Final[Mapping[str, Callable[[datetime], QuerySet[Delivery]]]] = {
    "retried": _tried_again,
    "given-up": _came_to_nothing(Delivery.Status.FAILED),
    "bounced": _came_to_nothing(Delivery.Status.BOUNCED),
}
"""Mails that a mail server did not take, by what became of them: waiting for another attempt; of the last day, given
up, and sent back afterwards."""
