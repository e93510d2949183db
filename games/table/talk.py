"""What people say at a table, whom they mute, and what they note for themselves: the only writer of these rows.

A message is its own entry of what was done: who has said what, where and when. Of notes and mutes the audit trail says
nothing, because nobody but their person may know of them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.access import Permission
from games.access.blocks import principal_of
from games.access.hearing import readable
from games.access.profiles import have_met
from games.live.announcements import bump_private_version
from games.models import Game, MutedPerson, PrivateNote, Seat, TalkMessage
from games.models.talk import MAX_NOTE, MAX_TEXT
from games.people.models import User
from games.table import permission_check, talk_telling
from games.table.errors import BadTalk, NobodyMet, NoSuchMessage, NotAllowed, NotPossible, NotSeated, TooMany
from games.table.locks import lock_game, lock_person
from games.table.talk_greetings import GREETINGS
from games.table.talk_rules import listeners_of, why_silent
from games.table.talk_text import clean_text

MAX_A_MINUTE: Final = 6
"""Messages of one person at all tables."""
MAX_A_DAY: Final = 30
"""Messages of one person at one table within 24 hours."""
MAX_A_DAY_IN_ALL: Final = 200
"""The same at all tables together."""
MAX_MUTED: Final = 500
"""People whom one person mutes."""
MAX_KEY_LENGTH: Final = 80
_RAW_TO_CLEAN: Final = 4
"""So many times longer may a text be before what cannot be seen is taken out of it."""

Kind = TalkMessage.Kind


def say(game_id: str, by: User, text: str, *, key: str = "", sees_all: bool = False) -> TalkMessage:
    """Say something to the people at a table, and tell those who want to be told.

    key: the idempotency key; what was said under it is returned as it is. sees_all: whether the person sees all that
    was said before, and so has read it; who writes a mail or a program does not. Raises NoSuchGame, NotSeated,
    Suspended, Silenced, BadTalk, TooMany.
    """
    return _add(game_id, by, Kind.TEXT, text, key, sees_all=sees_all)


def greet(game_id: str, by: User, greeting: str, *, key: str = "", sees_all: bool = False) -> TalkMessage:
    """Say one of GREETINGS, which everybody reads in their own language. As `say` otherwise."""
    if greeting not in GREETINGS:
        raise BadTalk(_("There is no such greeting."))
    return _add(game_id, by, Kind.GREETING, greeting, key, sees_all=sees_all)


def mark_read(game_id: str, by: User, newest: int) -> None:
    """The person at a seat has read what was said up to this message. Raises NoSuchGame, NotSeated, Suspended."""
    with transaction.atomic():
        game = lock_game(game_id)
        permission_check.require_permission(Permission.SAY, by, NotSeated(), game)
        read = readable(game, by).filter(pk__lte=newest).order_by("-pk").values_list("pk", flat=True).first()
        seat = game.seats.get(user=by)
        if read is not None and read > seat.talk_read_to:
            _set_read(seat, read)
            bump_private_version(seat)


def mute_author(game_id: str, by: User, message_id: int) -> User:
    """Mute whoever has said something that the person can read; who that is. As `mute` otherwise."""
    return mute(by, _author(game_id, by, message_id))


def unmute_author(game_id: str, by: User, message_id: int) -> User:
    """The counterpart of `mute_author`."""
    return unmute(by, _author(game_id, by, message_id))


def mute(by: User, person: User) -> User:
    """Do not show `by` any more what somebody says, at any table. The muted person learns nothing of it.

    Muting them again changes nothing. Raises NotAllowed, NotPossible for oneself, TooMany.
    """
    with transaction.atomic():
        by = lock_person(by)
        permission_check.require_permission(Permission.MUTE_PERSON, by, NotAllowed())
        if person.pk == by.pk:
            raise NotPossible(_("You cannot mute yourself."))
        muted = MutedPerson.objects.filter(by=by)
        if not muted.filter(person=person).exists():
            if muted.count() >= MAX_MUTED:
                raise TooMany(_("You have muted so many people that there is no room for more."))
            MutedPerson.objects.create(by=by, person=person, since=timezone.now())
    return person


def unmute(by: User, person: User) -> User:
    """Show `by` again what somebody says, also what they have said meanwhile. Raises NotAllowed.

    A program is read only together with its owner, so whoever had muted that one reads both again.
    """
    with transaction.atomic():
        by = lock_person(by)
        permission_check.require_permission(Permission.MUTE_PERSON, by, NotAllowed())
        MutedPerson.objects.filter(by=by, person__in={person.pk, principal_of(person)}).delete()
    return person


def find_companion(by: User, name: str) -> User:
    """Somebody whom a person mutes or knows from a table, by name in any case. Raises NobodyMet, also for others."""
    found = User.objects.select_related("owner").filter(username__iexact=name, closed_at=None).first()
    if found is None or not (_is_muted(by, found) or have_met(by, found)):
        raise NobodyMet
    return found


def write_note(game_id: str, by: User, text: str) -> PrivateNote | None:
    """Keep what a person notes for themselves about a game, in the place of what they had noted before; None: nothing.

    Raises NoSuchGame, NotSeated, Suspended, BadTalk if it is too long.
    """
    if len(text) > MAX_NOTE * _RAW_TO_CLEAN:
        raise _too_long(MAX_NOTE)
    cleaned = clean_text(text)
    if len(cleaned) > MAX_NOTE:
        raise _too_long(MAX_NOTE)
    with transaction.atomic():
        by, game = lock_person(by), lock_game(game_id)
        if by.closed_at is not None:
            raise NotSeated
        permission_check.require_permission(Permission.KEEP_NOTE, by, NotSeated(), game)
        if by.is_guest:
            raise BadTalk(_("Guests keep no notes: their game is deleted soon. To keep it, sign up."))
        if not cleaned:
            PrivateNote.objects.filter(game=game, person=by).delete()
            return None
        kept = {"text": cleaned, "changed_at": timezone.now()}
        note, _new = PrivateNote.objects.update_or_create(game=game, person=by, defaults=kept)
        return note


def _add(game_id: str, by: User, kind: Kind, text: str, key: str, *, sees_all: bool) -> TalkMessage:
    key = key[:MAX_KEY_LENGTH]
    with transaction.atomic():
        by = lock_person(by)
        game, now = lock_game(game_id), timezone.now()
        known = TalkMessage.objects.filter(game=game, by=by, key=key).first() if key else None
        if known is not None:
            return known
        refusal = why_silent(game, by)
        if refusal is not None:
            raise refusal
        seat = game.seats.get(user=by)
        said = text if kind == Kind.GREETING else _checked(text)
        _check_count(game, by, now)
        message = TalkMessage.objects.create(
            game=game, by=by, seat_index=seat.index, kind=kind, text=said, said_at=now, key=key
        )
        if sees_all:
            _set_read(seat, message.pk)
        listeners = listeners_of(game)
        talk_telling.tell(message, listeners)
        return message


def _checked(text: str) -> str:
    """Raises BadTalk."""
    if len(text) > MAX_TEXT * _RAW_TO_CLEAN:
        raise _too_long(MAX_TEXT)
    cleaned = clean_text(text)
    if not cleaned:
        raise BadTalk
    if len(cleaned) > MAX_TEXT:
        raise _too_long(MAX_TEXT)
    return cleaned


def _too_long(most: int) -> BadTalk:
    text = ngettext(
        "This is too long: at most %(number)s character is possible.",
        "This is too long: at most %(number)s characters are possible.",
        most,
    )
    return BadTalk(text % {"number": most})


def _check_count(game: Game, by: User, now: datetime) -> None:
    """Raises TooMany."""
    recent = TalkMessage.objects.filter(by=by, said_at__gt=now - timedelta(days=1))
    if recent.filter(said_at__gt=now - timedelta(minutes=1)).count() >= MAX_A_MINUTE:
        raise TooMany(_("That is very much at once: wait a minute."))
    if recent.filter(game=game).count() >= MAX_A_DAY or recent.count() >= MAX_A_DAY_IN_ALL:
        raise TooMany(_("You have said enough for today: try again tomorrow."))


def _set_read(seat: Seat, newest: int) -> None:
    seat.talk_read_to = newest
    seat.save(update_fields=["talk_read_to"])


def _author(game_id: str, by: User, message_id: int) -> User:
    """Raises NoSuchMessage, also for what the person cannot read."""
    game = Game.objects.filter(pk=game_id).first()
    found = game and readable(game, by).select_related("by__owner").filter(pk=message_id).first()
    if not found:
        raise NoSuchMessage
    return found.by


def _is_muted(by: User, person: User) -> bool:
    return MutedPerson.objects.filter(by=by, person=person).exists()
