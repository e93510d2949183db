"""The smallest steps of parsing: from typed words to canonical terms (words in vocabulary.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.lexicon import UnclearError
from games.engine.puertorico.answers import notation_error
from games.engine.puertorico.components import (
    CARD_NAMES,
    CIRCLELESS_BUILDINGS,
    FIRST_BUILDING,
    PLACE_NAMES,
    PROSPECTOR_CARD,
    TILE_NAMES,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.vocabulary import BUILDING_NAMES, LEXICON, SAN_JUAN
from games.engine.words import Message
from games.engine.words import gettext_noop as _

PLACE_WORDS: Final = (*TILE_NAMES, *BUILDING_NAMES)
"""All places for colonists, in their order."""
PROSPECTOR: Final = CARD_NAMES[PROSPECTOR_CARD]
"""An abbreviation means the first of the two cards."""


@dataclass(frozen=True)
class InputLine:
    """A line that is being parsed."""

    position: State
    plain: str
    """The normalized line."""
    words: list[str]


def find_noun(position: State, words: list[str], among: Sequence[Sequence[str]], verb: str = "") -> str:
    """The one term that the words mean, looked for in one group of terms after the other. Raises NotationError."""
    try:
        return LEXICON.find_noun(words, among, verb, preferred=(PROSPECTOR,))
    except UnclearError as unclear:
        raise notation_error(position, unclear.message) from None


def remove_term(words: list[str], term: str) -> tuple[list[str], bool]:
    """The words without those that mean a term, and whether there were any."""
    rest = [word for word in words if not LEXICON.means(word, term)]
    return rest, len(rest) < len(words)


def split_after_numbers(words: list[str]) -> list[list[str]]:
    """Split words without commas after each number: "corn 1 quarry 2" has two parts."""
    parts: list[list[str]] = [[]]
    for word in words:
        parts[-1].append(word)
        if word.isdecimal() and not words[0].isdecimal():
            parts.append([])
    return [part for part in parts if part]


def split_off_number(position: State, words: list[str]) -> tuple[list[str], int | None]:
    """The words without their number, and the number, if there is one."""
    numbers = [word for word in words if word.isdecimal()]
    if len(numbers) > 1:
        raise notation_error(position, Message(_("“{words}” has more than one number."), {"words": " ".join(words)}))
    rest = [word for word in words if word not in numbers]
    return rest, int(numbers[0]) if numbers else None


def building_groups(position: State) -> tuple[tuple[str, ...], ...]:
    """Names of the buildings in this game, and then of all buildings."""
    stock = position.all_buildings()
    in_play = tuple(name for index, name in enumerate(BUILDING_NAMES) if stock[FIRST_BUILDING + index])
    return (in_play, BUILDING_NAMES)


def place_groups(position: State) -> tuple[tuple[str, ...], ...]:
    """Names of the places on which the seat to move could place somebody, then of its places, then of all places."""
    if position.is_over():
        return (PLACE_WORDS,)
    own = tuple(name for name in PLACE_WORDS if position.owns(position.actor, PLACE_NAMES.index(name)))
    open_to_people = tuple(name for name in own if not CIRCLELESS_BUILDINGS >> PLACE_NAMES.index(name) & 1)
    return (open_to_people, own, PLACE_WORDS)


def place_groups_with_san_juan(position: State) -> tuple[tuple[str, ...], ...]:
    """The same with San Juan in the first group: where a colonist may come from."""
    first, *others = place_groups(position)
    return ((*first, SAN_JUAN), *others)
