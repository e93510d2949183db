"""Standing seeks: the games that people wish to play. games.table.seek_matching finds them.

A seek belongs to its person alone: nobody but staff learns of it, besides by the game that it finds. It lasts until its
person ends it. If there was no sign of them for settings.SEEK_SILENT_DAYS, it is paused, and they are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Permission
from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.contract import OptionError
from games.engine.options import clean_values
from games.engine.record import SECRET_BYTES
from games.models import Seek
from games.people.models import User
from games.people.unconfirmed import is_unconfirmed
from games.table import audit, permission_check
from games.table.errors import BadSeek, NoSuchSeek, NotAllowed, TooMany
from games.table.locks import lock_person
from games.time_control import MAX_PER_TURN, MIN_PER_TURN
from games.wording import wrong_player_count_text

MAX_SEEKS: Final = 5
"""Of one person, paused ones included."""
MAX_PER_WEEK: Final = 7
MAX_RATING: Final = 5000
NO_SECRET: Final = bytes(SECRET_BYTES)


@dataclass(frozen=True)
class SeekWishes:
    """What somebody wishes; the fields are those of games.models.Seek."""

    kind: str
    players: Sequence[int]
    shortest: timedelta
    longest: timedelta
    options: Mapping[str, str] = field(default_factory=dict)
    rated: bool | None = None
    lowest: int | None = None
    highest: int | None = None
    least_reliability: int = 0
    per_week: int | None = 1
    most_games: int = 5

    def columns(self) -> dict[str, Any]:
        """As they are stored: the options as games have them. For wishes that `begin` would not refuse."""
        values = clean_values(registry.game(self.kind).options(), self.options)
        options = {name: values[name] for name in self.options}
        return {**vars(self), "players": sorted(set(self.players)), "options": options}


def seeks_of(person: User) -> list[Seek]:
    """All seeks of somebody, the oldest first."""
    return list(Seek.objects.filter(person=person))


def seek_of(person: User, seek_id: int) -> Seek:
    """One seek of somebody's. Raises NoSuchSeek."""
    seek = Seek.objects.filter(pk=seek_id, person=person).first()
    if seek is None:
        raise NoSuchSeek
    return seek


def begin(person: User, wishes: SeekWishes) -> Seek:
    """Let somebody seek games. The same wishes twice are one seek, which is taken up again if it is paused.

    Raises NotAllowed (also for accounts whose address is not confirmed), Suspended, BadSeek, OptionError, TooMany.
    """
    _check(wishes)
    with transaction.atomic():
        person = _lock_seeker(person)
        known = seeks_of(person)
        same = next((seek for seek in known if seek.wishes() == wishes.columns()), None)
        if same is not None:
            return _take_up(same) if same.paused else same
        if len(known) >= MAX_SEEKS:
            reason = ngettext(
                "You may have %(most)s seek at a time. Change it, or end it first.",
                "You may have %(most)s seeks at a time. Change one, or end one first.",
                MAX_SEEKS,
            )
            raise TooMany(reason % {"most": MAX_SEEKS})
        now = timezone.now()
        seek = Seek.objects.create(person=person, made_at=now, waiting_since=now, seen_at=now, **wishes.columns())
        audit.note(Permission.SEEK, by=person, details={"kind": seek.kind})
    return seek


def change(person: User, seek_id: int, wishes: SeekWishes, *, paused: bool = False) -> Seek:
    """Wish something else by the same seek; it keeps its place in the line, and is taken up again if it is paused.

    paused: it finds nothing from now on, at no moment, until it is taken up again. Raises as `begin` does, NoSuchSeek.
    """
    _check(wishes)
    with transaction.atomic():
        person = _lock_seeker(person)
        seek = seek_of(person, seek_id)
        for name, value in wishes.columns().items():
            setattr(seek, name, value)
        seek.seen_at = timezone.now()
        if paused:
            seek.paused = seek.paused or Seek.Pause.PERSON
        elif seek.paused:
            seek.paused, seek.waiting_since = "", seek.seen_at
        seek.save()
        audit.note(Permission.SEEK, by=person, details={"kind": seek.kind, "changed": True})
    return seek


def pause(person: User, seek_id: int) -> None:
    """Let a seek find nothing until it is taken up again. No effect if it is paused. Raises NoSuchSeek, NotAllowed."""
    with transaction.atomic():
        person = lock_person(person)
        permission_check.require_permission(Permission.END_SEEK, person, NotAllowed())
        seek = seek_of(person, seek_id)
        if not seek.paused:
            seek.paused = Seek.Pause.PERSON
            seek.save(update_fields=["paused"])


def take_up(person: User, seek_id: int) -> None:
    """Let a paused seek find games again. No effect if it does. Raises NoSuchSeek, NotAllowed, Suspended."""
    with transaction.atomic():
        seek = seek_of(_lock_seeker(person), seek_id)
        if seek.paused:
            _take_up(seek)


def end(person: User, seek_id: int) -> None:
    """End a seek for good; games that it has found go on. Suspended people may, too. Raises NoSuchSeek, NotAllowed."""
    with transaction.atomic():
        person = lock_person(person)
        permission_check.require_permission(Permission.END_SEEK, person, NotAllowed())
        seek = seek_of(person, seek_id)
        audit.note(Permission.SEEK, by=person, details={"kind": seek.kind, "ended": True})
        seek.delete()


def _lock_seeker(person: User) -> User:
    person = lock_person(person)
    permission_check.require_permission(Permission.SEEK, person, NotAllowed())
    if is_unconfirmed(person) or not person.is_active:
        raise NotAllowed
    return person


def _take_up(seek: Seek) -> Seek:
    now: datetime = timezone.now()
    seek.paused, seek.waiting_since, seek.seen_at = "", now, now
    seek.save(update_fields=["paused", "waiting_since", "seen_at"])
    return seek


def can_be_opened(kind: str, players: int, options: Mapping[str, str]) -> bool:
    """Whether a game can be opened for so many, with these options and all others as they are by themselves.

    Not one that a release does not know any more.
    """
    try:
        rules = registry.game(kind)
    except KeyError:
        return False
    try:
        _try_opening(rules, players, options)
    except OptionError:
        return False
    return True


def _try_opening(rules: Rules, players: int, options: Mapping[str, str]) -> None:
    rules.new(players, clean_values(rules.options(), options), NO_SECRET)


def _check(wishes: SeekWishes) -> None:
    """Raises BadSeek, OptionError."""
    try:
        rules = registry.game(wishes.kind)
    except KeyError:
        raise BadSeek(_("There is no game “%(kind)s” here.") % {"kind": wishes.kind}, "kind") from None
    if not wishes.players or not all(rules.min_seats <= count <= rules.max_seats for count in wishes.players):
        raise BadSeek(wrong_player_count_text(rules.min_seats, rules.max_seats), "players")
    if not MIN_PER_TURN <= wishes.shortest <= wishes.longest <= MAX_PER_TURN:
        raise BadSeek(_("The longest time per turn is not below the shortest one, and at most 60 days."), "longest")
    lowest, highest = (value if value is not None else 0 for value in (wishes.lowest, wishes.highest))
    if not (abs(lowest) <= MAX_RATING and abs(highest) <= MAX_RATING):
        raise BadSeek(_("A rating is a number up to %(most)s.") % {"most": MAX_RATING}, "highest")
    if wishes.lowest is not None and wishes.highest is not None and wishes.lowest > wishes.highest:
        raise BadSeek(_("The highest rating is not below the lowest one."), "highest")
    if not 0 <= wishes.least_reliability <= 100:
        raise BadSeek(_("This is a number of per cent, up to 100."), "least_reliability")
    if wishes.per_week is not None and not 1 <= wishes.per_week <= MAX_PER_WEEK:
        raise BadSeek(_("A seek finds at most %(most)s games a week.") % {"most": MAX_PER_WEEK}, "per_week")
    if not 1 <= wishes.most_games <= settings.SEATS_PER_PERSON:
        raise BadSeek(_("This is at most %(most)s games.") % {"most": settings.SEATS_PER_PERSON}, "most_games")
    for count in sorted(set(wishes.players)):
        _try_opening(rules, count, wishes.options)
