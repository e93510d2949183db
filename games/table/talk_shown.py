"""What somebody sees of the talk at a table. It only reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.access import Actor
from games.access.hearing import readable, unheard_by
from games.models import Game, MutedPerson, PrivateNote, Seat, TalkMessage
from games.models.talk import WITH_WORDS
from games.people.models import User
from games.table.talk_greetings import greeting_in_words
from games.table.talk_text import Part, parts_of

SHOWN_AT_ONCE: Final = 30
"""The newest messages on the page of a game."""
MAX_LISTED: Final = 200
"""Messages on one page of the whole talk."""


@dataclass(frozen=True)
class ShownMessage:
    """One message, as somebody sees it."""

    id: int
    seat: int
    """Where who said it sat then."""
    name: str
    own: bool
    at: datetime
    kind: str
    """A TalkMessage.Kind."""
    text: str
    """In the reader's language if it is a greeting; empty if it is not shown."""
    muted: bool
    """The reader has muted who said it: who that is, is all they see."""
    removed: bool
    """Staff have removed it."""
    gone: bool
    """Its person has closed their account: what they said is deleted."""
    unread: bool

    @property
    def parts(self) -> Sequence[Part]:
        """The text with its links."""
        return parts_of(self.text)


@dataclass(frozen=True)
class ShownTalk:
    """Some messages in their order, and whether there are earlier ones."""

    messages: Sequence[ShownMessage]
    has_earlier: bool

    @property
    def newest(self) -> int:
        return self.messages[-1].id if self.messages else 0

    @property
    def oldest(self) -> int:
        return self.messages[0].id if self.messages else 0


def talk_of(game: Game, reader: Actor, *, before: int | None = None, most: int = MAX_LISTED) -> ShownTalk:
    """The newest messages that somebody may read, or the newest before a message. Read by game and seats loaded."""
    rows = readable(game, reader)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.select_related("by__owner").order_by("-pk")[: most + 1])
    return ShownTalk(shown(reversed(found[:most]), game, reader), has_earlier=len(found) > most)


def unread_of(game: Game, reader: User, talk: ShownTalk | None = None) -> int:
    """How many messages of others somebody at the table has not read yet, as far as they have said so.

    talk: what they are shown of it, which spares a query where it is all.
    """
    seat = game.seat_of(reader)
    if talk is not None and not talk.has_earlier:
        return sum(message.unread for message in talk.messages)
    if seat is None or seat.is_given_up:
        return 0
    rows = readable(game, reader).filter(WITH_WORDS, pk__gt=seat.talk_read_to).exclude(by=reader)
    return rows.exclude(by__in=unheard_by(reader.pk)).count()


def shown(rows: Iterable[TalkMessage], game: Game, reader: Actor) -> list[ShownMessage]:
    """Messages that somebody may read, as they see them. rows: with their people."""
    person, found = reader if isinstance(reader, User) else None, list(rows)
    seat = game.seat_of(person)
    unheard = unheard_by(person.pk) if person is not None and found else set()
    return [_shown(row, person, seat, muted=row.by_id in unheard) for row in found]


def note_of(game: Game, person: User) -> str:
    """What somebody has noted for themselves about a game. For nobody else's eyes, those of staff included."""
    return PrivateNote.objects.filter(game=game, person=person).values_list("text", flat=True).first() or ""


def muted_by(person: User) -> Sequence[MutedPerson]:
    """Whom somebody has muted, by name; for their own eyes alone."""
    return list(MutedPerson.objects.filter(by=person).select_related("person__owner").order_by("person__username"))


def text_of(row: TalkMessage) -> str:
    """In the active language if it is a greeting."""
    return greeting_in_words(row.text) if row.kind == TalkMessage.Kind.GREETING else row.text


def _shown(row: TalkMessage, person: User | None, seat: Seat | None, *, muted: bool) -> ShownMessage:
    own = person is not None and row.by_id == person.pk
    removed, gone = row.removed_at is not None, not row.text
    hidden = muted or removed
    is_new = seat is not None and not seat.is_given_up and row.pk > seat.talk_read_to
    return ShownMessage(
        id=row.pk,
        seat=row.seat_index,
        name=row.by.shown_name,
        own=own,
        at=row.said_at,
        kind=TalkMessage.Kind.TEXT if hidden else row.kind,
        text="" if hidden else text_of(row),
        muted=muted,
        removed=removed,
        gone=gone and not hidden,
        unread=is_new and not (own or hidden or gone),
    )
