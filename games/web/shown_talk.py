"""The talk at a table and the private note, as the pages of a game show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.access import Permission
from games.models import Game
from games.models.talk import MAX_NOTE, MAX_TEXT
from games.people.models import User
from games.table.talk_greetings import GREETINGS
from games.table.talk_rules import why_silent
from games.table.talk_shown import SHOWN_AT_ONCE, ShownMessage, note_of, talk_of, unread_of
from games.web.visitors import Visitor


@dataclass(frozen=True)
class RefusedTalk:
    """Something that was not said, and why."""

    reason: str
    written: str


@dataclass(frozen=True)
class TalkPart:
    """The talk as one visitor sees it."""

    messages: Sequence[ShownMessage]
    has_earlier: bool
    newest: int
    unread: int
    may_say: bool
    why_silent: str
    """Why somebody at the table may not say anything; empty for others."""
    greetings: Sequence[tuple[str, str]]
    """The key of each, and what it says."""
    may_mute: bool
    key: str
    """What is said by this form: the same words after the same message are said once."""
    written: str
    """What stands in the form."""
    reason: str
    """Why it was not said."""
    most: int = MAX_TEXT


@dataclass(frozen=True)
class NotePart:
    """What somebody has noted for themselves about the game."""

    text: str
    may_write: bool
    most: int = MAX_NOTE


def shown_talk(visitor: Visitor, refused: RefusedTalk | None = None) -> TalkPart | None:
    """None if nothing was said that the visitor may read, and they have nobody to talk to."""
    game, actor = visitor.game, visitor.actor
    reader = actor if isinstance(actor, User) else None
    talk = talk_of(game, actor, most=SHOWN_AT_ONCE)
    sits = reader is not None and visitor.seat is not None and not visitor.seat.is_given_up
    silent = why_silent(game, reader) if reader is not None and sits else None
    may_say = sits and silent is None and (bool(talk.messages) or _has_company(game, visitor))
    if not talk.messages and not may_say:
        return None
    return TalkPart(
        messages=talk.messages,
        has_earlier=talk.has_earlier,
        newest=talk.newest,
        unread=unread_of(game, reader, talk) if reader is not None and sits else 0,
        may_say=may_say,
        why_silent=str(silent) if silent is not None else "",
        greetings=[(key, str(words)) for key, words in GREETINGS.items()],
        may_mute=visitor.may(Permission.MUTE_PERSON),
        key=str(talk.newest),
        written=refused.written if refused is not None else "",
        reason=refused.reason if refused is not None else "",
    )


def shown_note(visitor: Visitor) -> NotePart | None:
    """None for whoever has no seat and has noted nothing while they had one, and for guests, who keep no notes."""
    actor = visitor.actor
    if not isinstance(actor, User) or actor.is_guest:
        return None
    text = note_of(visitor.game, actor)
    return NotePart(text, visitor.may(Permission.KEEP_NOTE)) if text or visitor.seat is not None else None


def _has_company(game: Game, visitor: Visitor) -> bool:
    """Whether somebody else sits there, or may still come."""
    others = [seat for seat in game.seats.all() if seat.user_id is not None and seat.user_id != visitor.actor.pk]
    return bool(others) or game.status == Game.Status.OPEN
