"""Who may read what was said at a table, and whose talk somebody does not want to hear.

Whoever sits down in an open game reads everything that was said there, and so does later who was there at the start.
Whoever gets a seat after the start reads what was said since they came; whoever has left, what was said until then.
Once the game is over, whoever may watch it reads everything, unless its host has chosen otherwise at the opening.

What somebody does not want to hear is neither shown to them nor told them. The speaker never learns it. A program
stands for its owner: it is not heard by those who do not hear its owner, and hears nobody whom its owner does not hear.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q, QuerySet

from games.access.permissions import Permission
from games.access.policy import Actor, may
from games.models import Block, Game, MutedPerson, SeatHolder, TalkMessage
from games.people.models import User

# Not `Q()`, which means nothing beside "or".
_EVERYTHING: Final = Q(pk__gt=0)
_NOTHING: Final = Q(pk__in=())


def readable(game: Game, reader: Actor) -> QuerySet[TalkMessage]:
    """What somebody may read of what was said at a table, the oldest first; muted people's messages, too."""
    talk = TalkMessage.objects.filter(game=game)
    if reader is None or not may(Permission.WATCH, reader, game):
        return talk.none()
    if game.status in Game.OVER and game.talk == Game.Talk.ONLOOKERS:
        return talk
    if not isinstance(reader, User) or reader.is_guest:
        return talk.none()
    heard = _heard_by(game, reader)
    if reader.owner is not None:
        if not game.bots_may_talk:
            return talk.none()
        heard &= _heard_by(game, reader.owner)
    return talk.filter(heard)


def sits_at(game: Game, person: User) -> bool:
    """Whether somebody holds a seat there now."""
    return any(seat.user_id == person.pk and not seat.is_given_up for seat in game.seats.all())


def unheard_by(listener_id: int) -> set[int]:
    """The ids of those whose talk this person is not shown: whom they have muted or blocked, and their programs."""
    own = [listener_id, *_owners([listener_id]).values()]
    meant = {
        *MutedPerson.objects.filter(by__in=own).values_list("person_id", flat=True),
        *Block.objects.filter(person__in=own).values_list("blocked_id", flat=True),
    }
    programs = User.objects.filter(owner__in=meant).values_list("pk", flat=True) if meant else ()
    return {*meant, *programs} - {listener_id}


def deaf_to(speaker_id: int, listener_ids: Iterable[int]) -> set[int]:
    """Those of these people who are not told what somebody says."""
    listeners = set(listener_ids)
    owners = _owners([speaker_id, *listeners])
    speakers = [speaker_id, *([owners[speaker_id]] if speaker_id in owners else [])]
    hearing = {*listeners, *owners.values()}
    deaf = {
        *MutedPerson.objects.filter(person__in=speakers, by__in=hearing).values_list("by_id", flat=True),
        *Block.objects.filter(blocked__in=speakers, person__in=hearing).values_list("person_id", flat=True),
    }
    return {listener for listener in listeners if not deaf.isdisjoint((listener, owners.get(listener, listener)))}


def _heard_by(game: Game, person: User) -> Q:
    """What was said while this person held a seat."""
    times = SeatHolder.objects.filter(game=game, user=person)
    heard = [_while_held(holder) for holder in times]
    if not heard and sits_at(game, person):
        # The seat has not changed hands, or the game has not begun.
        return _EVERYTHING
    return reduce(or_, heard, _NOTHING)


def _while_held(holder: SeatHolder) -> Q:
    since = _EVERYTHING if holder.cause == SeatHolder.Cause.START else Q(said_at__gte=holder.from_at)
    return since & Q(said_at__lt=holder.to_at) if holder.to_at is not None else since


def _owners(people: Iterable[int]) -> dict[int, int]:
    """The owners of the programs among these people."""
    rows = User.objects.filter(pk__in=people).values_list("pk", "owner_id")
    return {person: owner for person, owner in rows if owner is not None}
