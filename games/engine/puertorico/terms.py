"""From what people type to the terms that it means: the smallest pieces of reading (words in vocabulary.py)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.puertorico import vocabulary
from games.engine.puertorico.answers import unreadable
from games.engine.puertorico.components import (
    CARD_NAMES,
    FIRST_BUILDING,
    NO_CIRCLES,
    PLACE_NAMES,
    PROSPECTOR_CARD,
    TILE_NAMES,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.vocabulary import BUILDING_NAMES, SAN_JUAN
from games.engine.words import Message, listed
from games.engine.words import gettext_noop as _

PLACE_WORDS: Final = (*TILE_NAMES, *BUILDING_NAMES)
"""Whatever somebody may be placed on, in the order of the places."""
PROSPECTOR: Final = CARD_NAMES[PROSPECTOR_CARD]
"""Abbreviated, it means the first of the two cards."""


@dataclass(frozen=True)
class Said:
    """A line, its plain form and all words of it."""

    position: State
    plain: str
    words: list[str]


def ambiguous(words: str, found: Sequence[str]) -> Message:
    return Message(_("“{words}” may mean {meanings}."), {"words": words, "meanings": listed(sorted(found))})


def mistyped(said: str, suggestion: str) -> Message:
    return Message(
        _("“{words}” is no word of the game. Did you mean “{suggestion}”?"), {"words": said, "suggestion": suggestion}
    )


def nouns_only(words: list[str]) -> list[str]:
    return [word for word in words if not vocabulary.is_filler(word)]


def noun(position: State, words: list[str], among: Sequence[Sequence[str]], verb: str = "") -> str:
    """The one term that the words mean, looked for in one group of terms after the other. Raises NotationError."""
    meant = nouns_only(words)
    said = " ".join(meant)
    if not meant:
        raise unreadable(position, Message(_("“{verb}” what?"), {"verb": verb}))
    for terms in among:
        found = vocabulary.find_nouns(meant, terms)
        if len(found) == 1 or PROSPECTOR in found[:1]:
            return found[0]
        if found:
            raise unreadable(position, ambiguous(said, found))
    for terms in among:
        if (suggestion := vocabulary.closest(said, terms)) is not None:
            raise unreadable(position, mistyped(said, suggestion))
    unknown = Message(_("“{words}” is no word of the game, or not of this question."), {"words": said})
    raise unreadable(position, unknown)


def means(word: str, term: str) -> bool:
    """Whether a word, no filler, is a term or abbreviates it."""
    return not vocabulary.is_filler(word) and term in vocabulary.find_nouns([word], (term,))


def without(words: list[str], term: str) -> tuple[list[str], bool]:
    """The words without those that mean a term, and whether there were any."""
    rest = [word for word in words if not means(word, term)]
    return rest, len(rest) < len(words)


def chunks(plain: str) -> list[list[str]]:
    """The words of a line between its commas."""
    found: list[list[str]] = [[]]
    for word in re.findall(r"\w+|[,;&]", plain):
        if word in ",;&" or vocabulary.is_joiner(word):
            found.append([])
        else:
            found[-1].append(word)
    return [chunk for chunk in found if chunk]


def closed_by_numbers(words: list[str]) -> list[list[str]]:
    """Without commas, a number after a noun closes what belongs to it: "corn 1 quarry 2"."""
    parts: list[list[str]] = [[]]
    for word in words:
        parts[-1].append(word)
        if word.isdecimal() and not words[0].isdecimal():
            parts.append([])
    return [part for part in parts if part]


def number_in(position: State, words: list[str]) -> tuple[list[str], int | None]:
    """The words without their number, and the number, if there is one."""
    numbers = [word for word in words if word.isdecimal()]
    if len(numbers) > 1:
        raise unreadable(position, Message(_("“{words}” has more than one number."), {"words": " ".join(words)}))
    rest = [word for word in words if word not in numbers]
    return rest, int(numbers[0]) if numbers else None


def kinds_in_play(position: State) -> tuple[tuple[str, ...], ...]:
    """The buildings of this game before all others."""
    stock = position.all_buildings()
    in_play = tuple(name for index, name in enumerate(BUILDING_NAMES) if stock[FIRST_BUILDING + index])
    return (in_play, BUILDING_NAMES)


def places(position: State) -> tuple[tuple[str, ...], ...]:
    """Where the seat to move could place somebody, before all other places that there are."""
    if position.is_over():
        return (PLACE_WORDS,)
    own = tuple(name for name in PLACE_WORDS if position.owns(position.actor, PLACE_NAMES.index(name)))
    open_to_people = tuple(name for name in own if not NO_CIRCLES >> PLACE_NAMES.index(name) & 1)
    return (open_to_people, own, PLACE_WORDS)


def places_left(position: State) -> tuple[tuple[str, ...], ...]:
    """Where somebody of the seat to move may come from: San Juan too."""
    first, *others = places(position)
    return ((*first, SAN_JUAN), *others)
