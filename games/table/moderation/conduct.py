"""What staff do about how people behave: warn, silence for a time, note something for other staff."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Permission, may
from games.models import PersonNote
from games.people.models import User
from games.table import audit, notices
from games.table.errors import BadReport, NotModerator
from games.table.locks import lock_person
from games.table.moderated_people import lock_moderated
from games.table.moderation_transaction import clean_reason
from games.table.reports import clean_words

SILENCES: Final = tuple(timedelta(days=days) for days in (1, 3, 7, 30, 90))
"""How long somebody can be silenced."""


def warn(person: User, by: User | None, text: str) -> None:
    """Warn somebody: they get it by mail, and see it on every page until they say that they have read it.

    It takes the place of a warning that they have not read yet. Raises NoReason, NotModerator, CannotModerate.
    """
    with transaction.atomic():
        warn_locked(lock_moderated(person, Permission.WARN, by), by, text)


def warn_locked(person: User, by: User | None, text: str) -> None:
    """As `warn`, for a person who is locked already."""
    words = clean_reason(text)
    person.warning = words
    person.save(update_fields=["warning"])
    entry = audit.note(Permission.WARN, by=by, person=person, reason=words)
    notices.write(entry, person, _("a warning"), _("The staff warn you: %(warning)s"), warning=words)


def acknowledge_warning(person: User) -> bool:
    """Somebody has read their warning; False if there was none."""
    with transaction.atomic():
        person = lock_person(person)
        if not person.warning:
            return False
        person.warning = ""
        person.save(update_fields=["warning"])
        audit.note(Permission.WARN, by=person, person=person, details={"read": True})
        return True


def silence(person: User, by: User | None, span: timedelta, reason: str) -> None:
    """Let somebody, and their programs, say nothing at any table for a time from now on; they are told why.

    It takes the place of an earlier silence. Raises NoReason, NotModerator, CannotModerate.
    """
    stated = clean_reason(reason)
    with transaction.atomic():
        silence_locked(lock_moderated(person, Permission.SILENCE, by), by, span, stated)


def silence_locked(person: User, by: User | None, span: timedelta, reason: str) -> None:
    """As `silence`, for a person who is locked already."""
    if span not in SILENCES:
        raise BadReport(_("Nobody can be silenced for so long."))
    person.silenced_until = timezone.now() + span
    person.save(update_fields=["silenced_until"])
    entry = audit.note(
        Permission.SILENCE, by=by, person=person, reason=reason, details={"until": person.silenced_until.isoformat()}
    )
    notices.write(
        entry,
        person,
        _("you cannot talk at tables for now"),
        _("You can play, but say nothing at tables until %(until)s. The reason: %(reason)s"),
        until=person.silenced_until,
        reason=reason,
    )


def end_silence(person: User, by: User | None, reason: str) -> bool:
    """Let somebody talk again; False if they may already. They are told. Raises as `silence`."""
    stated = clean_reason(reason)
    with transaction.atomic():
        person = lock_moderated(person, Permission.SILENCE, by)
        if person.silenced_until is None or person.silenced_until <= timezone.now():
            return False
        person.silenced_until = None
        person.save(update_fields=["silenced_until"])
        entry = audit.note(Permission.SILENCE, by=by, person=person, reason=stated, details={"until": None})
        notices.write(
            entry,
            person,
            _("you can talk at tables again"),
            _("Staff have ended your silence: %(reason)s"),
            reason=stated,
        )
        return True


def note_person(person: User, by: User | None, text: str) -> PersonNote:
    """Note something about somebody for other staff; the person is not told. Raises NoReason, BadReport, NotModerator.

    The audit trail says that there is a note, and not what stands in it: notes go with the account, the trail stays.
    """
    if not may(Permission.NOTE_PERSON, by):
        raise NotModerator
    words = clean_words(text)
    clean_reason(words)
    with transaction.atomic():
        note = PersonNote.objects.create(person=person, by=by, text=words, at=timezone.now())
        audit.note(Permission.NOTE_PERSON, by=by, person=person, details={"note": note.pk})
        return note
