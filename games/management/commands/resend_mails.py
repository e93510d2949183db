"""`manage.py resend_mails`: sends mails again that a mail server has lost."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.models import Delivery, Notification
from games.table.errors import Refused
from games.table.moderation import mail_resend


class Command(BaseCommand):
    help = "Send mails again that went out or were refused in a time, if they still ask somebody something."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--since", required=True, help="when it began: 2026-11-21T08:00 (UTC, or with +01:00)")
        parser.add_argument("--until", required=True, help="when it was over, likewise; not in the future")
        parser.add_argument("--dry-run", action="store_true", help="tell how many there are, and send none")
        parser.add_argument("--limit", type=int, default=1000, help="at most so many at a time; default: 1000")
        parser.add_argument("--per-minute", type=int, default=60, help="so many a minute; default: 60")
        parser.add_argument("--reason", default="lost by a mail server", help="kept in the audit trail")

    def handle(self, *_args: Any, **options: Any) -> None:
        since, until = _parse_time("--since", options["since"]), _parse_time("--until", options["until"])
        lost = mail_resend.LostMails(since, until)
        limit, per_minute = options["limit"], options["per_minute"]
        if limit < 1 or per_minute < 1:
            raise CommandError("--limit and --per-minute are 1 at least.")
        if options["dry_run"]:
            found = list(mail_resend.find_lost_mails(lost).values_list("pk", flat=True))
            self.stdout.write(
                f"{_describe_kinds(found[:limit])} would be sent again{_describe_rest(len(found) - limit)}."
            )
            return
        try:
            resent = mail_resend.resend_lost(lost, None, options["reason"], limit=limit, per_minute=per_minute)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        left = mail_resend.find_lost_mails(lost).count()
        self.stdout.write(f"{_describe_kinds(resent)} will be sent again, {per_minute} a minute{_describe_rest(left)}.")


def _parse_time(name: str, given: str) -> datetime:
    try:
        time = parse_datetime(given)
    except ValueError:
        time = None
    if time is None:
        raise CommandError(f"{name} is a time like 2026-11-21T08:00, not {given!r}.")
    return time if timezone.is_aware(time) else timezone.make_aware(time)


def _describe_kinds(mail_ids: list[int]) -> str:
    kinds = Counter(Delivery.objects.filter(pk__in=mail_ids).values_list("kind", flat=True))
    turns, invitations = kinds[Notification.Kind.TURN], kinds[Notification.Kind.INVITATION]
    return f"{turns} questions of open turns and {invitations} invitations"


def _describe_rest(left: int) -> str:
    return f"; {left} more are left for another run" if left > 0 else ""
