"""People's own settings: name, language, time zone, quiet hours, how they want our mails, who sees their profile."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction

from games.access import Permission
from games.notifications import bundling
from games.people import taken_names
from games.people.lookalikes import skeleton
from games.people.mail_choices import A_DAY, DEFAULT_HOUR, Bundles, written_reminders
from games.people.models import User
from games.person_calendar import Quiet
from games.table import deadlines, permission_check
from games.table.audit import note
from games.table.errors import BadName, NotAllowed
from games.table.name_checks import clean_account_name
from games.table.personal_deadlines import move_deadlines_of


def set_preferences(
    person: User, *, username: str, time_zone: str, language: str = "", quiet_hours: Quiet | None = None
) -> None:
    """Store a person's preferences. A change of the name is noted in the audit trail, without the names.

    Nothing else of the account is written. The caller has checked time zone and language. The present name is never
    refused. Raises NotAllowed (also for an account that was closed meanwhile), BadName.
    """
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    try:
        with transaction.atomic():
            row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
            if not row.is_active:
                raise NotAllowed
            before = ZoneInfo(row.time_zone)
            row.time_zone, row.language = time_zone, language or row.language
            row.quiet_since = quiet_hours.since if quiet_hours else None
            row.quiet_until = quiet_hours.until if quiet_hours else None
            row.save(update_fields=["time_zone", "language", "quiet_since", "quiet_until"])
            if username != row.username:
                _rename(row, clean_account_name(username, holder=row))
                note(Permission.SET_PREFERENCES, by=row, person=row)
            _move_deadlines(row, before)
    except IntegrityError:
        raise BadName(taken_names.NAME_TAKEN) from None


def set_mail_choices(
    person: User, *, every: int | None, hour: int | None, content: str, reminders: tuple[int, ...]
) -> None:
    """Store when a person wants our mails, how much they say, and after which parts of their time they are reminded.

    every: hours between bundles of mails (games.people.mail_choices); None: each at once. hour: at which a bundle a day
    comes. What waits for a bundle goes out as they want it by now. Raises NotAllowed, and ValueError for what the
    caller should not have let through.
    """
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    hour = hour if every == A_DAY else None
    if every is not None:
        Bundles(every, ZoneInfo(person.time_zone), DEFAULT_HOUR if hour is None else hour)
    with transaction.atomic():
        row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if not row.is_active:
            raise NotAllowed
        row.mails_every, row.mails_hour = every, hour
        row.mail_content = User.MailContent(content).value
        row.reminders = written_reminders(reminders)
        row.save(update_fields=["mails_every", "mails_hour", "mail_content", "reminders"])
        # Games are locked before what is to be sent, as in answers.
        move_deadlines_of(row, deadlines.fit_reminders)
        bundling.release(row)


def _move_deadlines(row: User, before: ZoneInfo) -> None:
    """before: the time zone until now."""
    move_deadlines_of(row, lambda turn_id, game, clock: deadlines.fit_preferences(turn_id, game, before, clock))


def set_profile_shown(person: User, shown: str) -> None:
    """Store who may see a person's profile: a User.ProfileShown. Raises NotAllowed, ValueError for anything else."""
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    chosen = User.ProfileShown(shown).value
    with transaction.atomic():
        row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if not row.is_active:
            raise NotAllowed
        row.profile_shown = chosen
        row.save(update_fields=["profile_shown"])


def show_on_leaderboards(person: User, *, shown: bool) -> None:
    """Let others see a person's ratings, or not. Raises NotAllowed."""
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    with transaction.atomic():
        if not User.objects.filter(pk=person.pk, is_active=True).update(on_leaderboards=shown):
            raise NotAllowed


def _rename(row: User, name: str) -> None:
    """Nobody else can take the old name for a while, so that nobody is mistaken for its owner."""
    seen = skeleton(name)
    if seen != skeleton(row.username):
        taken_names.reserve_earlier_name(row.username, row)
        taken_names.release(name)
    row.username, row.name_skeleton = name, seen
    row.save(update_fields=["username", "name_skeleton"])
