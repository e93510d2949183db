"""Whose talk somebody does not want to hear: it is neither shown to them nor told them. The speaker never learns it.

A program stands for its owner: it is not heard by those who do not hear its owner, and hears nobody whom its owner does
not hear.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Block, MutedPerson
from games.people.models import User


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


def _owners(people: Iterable[int]) -> dict[int, int]:
    """The owners of the programs among these people."""
    rows = User.objects.filter(pk__in=people).values_list("pk", "owner_id")
    return {person: owner for person, owner in rows if owner is not None}
