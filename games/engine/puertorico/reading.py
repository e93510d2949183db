"""The notation, read: what a line of a person says, whether it is possible or not (words in vocabulary.py)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.contract import NotationError
from games.engine.puertorico import names, vocabulary
from games.engine.puertorico.components import (
    CARD_NAMES,
    GOOD_NAMES,
    PLACE_NAMES,
    PROSPECTOR_CARD,
    TILE_NAMES,
    ship_size,
)
from games.engine.puertorico.position import STAGE_NAMES, State
from games.engine.puertorico.vocabulary import (
    AUTO,
    BUILD,
    COLONIST,
    DRAW,
    EXTRA,
    KEEP,
    PASS,
    PLACE,
    ROLE,
    SELL,
    SHIP,
    STORE,
    TAKE,
    VERBS,
    WHARF,
)
from games.engine.puertorico.wording import MORE, Step, answers, step_of
from games.engine.words import Message, listed
from games.engine.words import gettext_noop as _

STAGE_VERBS: Final = {
    "role": (ROLE,),
    "settler": (DRAW, TAKE, PASS),
    "hospice": (TAKE, PASS),
    "mayor": (TAKE, PASS),
    "colonists": (PLACE,),
    "builder": (BUILD, PASS),
    "university": (TAKE, PASS),
    "craftsman": (EXTRA, PASS),
    "trader": (SELL, PASS),
    "captain": (SHIP, PASS),
    "storing": (STORE, KEEP),
    "over": (),
}

PLACE_WORDS: Final = tuple(name for name in PLACE_NAMES if name)
NOUNS: Final = {
    TAKE: (*TILE_NAMES, COLONIST),
    BUILD: vocabulary.BUILDING_NAMES,
    EXTRA: GOOD_NAMES,
    SELL: GOOD_NAMES,
    SHIP: GOOD_NAMES,
    STORE: GOOD_NAMES,
    KEEP: GOOD_NAMES,
    PLACE: PLACE_WORDS,
}
LONGEST_LINE: Final = 1000
"""In characters; a placement that names every place in full is far below."""
COLONIST_STAGES: Final = frozenset({"hospice", "mayor", "university"})


@dataclass(frozen=True)
class Line:
    """What a line says. unfinished: it ends in "...", so it need not be the whole decision."""

    steps: tuple[Step, ...]
    unfinished: bool = False


def read(position: State, text: str) -> Line:
    """What a line says, whether it is possible or not. Raises NotationError."""
    if len(text) > LONGEST_LINE:
        raise _unreadable(position, Message(_("This line is too long for a move.")))
    unfinished = unicodedata.normalize("NFKC", text).rstrip().endswith(MORE)
    plain = vocabulary.plain(text)
    words = vocabulary.words_of(plain)
    if not words:
        raise _unreadable(position, Message(_("This line says nothing.")))
    stage = STAGE_NAMES[position.stage]
    verb = _verb(position, stage, words)
    if verb == ROLE:
        return Line((Step(ROLE, _noun(position, words, (CARD_NAMES,))),))
    if verb == PLACE:
        return Line(_placement_steps(position, plain), unfinished)
    if verb in (STORE, KEEP):
        return Line(_storing_steps(position, plain), unfinished)
    if verb in (PASS, DRAW):
        if len(words) > 1:
            raise _unreadable(position, Message(_("“{verb}” stands alone."), {"verb": verb}))
        return Line((Step(verb),))
    if verb == SHIP:
        return Line((_loading_step(position, words[1:]),))
    expected = (COLONIST,) if stage in COLONIST_STAGES else TILE_NAMES
    among = (expected, NOUNS[TAKE]) if verb == TAKE else (NOUNS[verb],)
    return Line((Step(verb, _noun(position, words[1:], among, verb)),))


def _unreadable(position: State, reason: Message) -> NotationError:
    return NotationError(reason, answers(position))


def _verb(position: State, stage: str, words: list[str]) -> str:
    """What kind of line it is: words that fit the question come first, then those of other questions."""
    expected = STAGE_VERBS[stage]
    roles_expected = ROLE in expected
    if roles_expected and vocabulary.find_nouns(_nouns_only(words), CARD_NAMES):
        return ROLE
    found = vocabulary.find_verbs(words[0], expected) or vocabulary.find_verbs(words[0], VERBS)
    if not found and vocabulary.find_nouns(_nouns_only(words), CARD_NAMES):
        return ROLE
    if not found:
        raise _unreadable(position, Message(_("“{word}” is not a word of the notation."), {"word": words[0]}))
    if len(found) > 1:
        raise _unreadable(position, _ambiguous(words[0], found))
    return found[0]


def _ambiguous(words: str, found: Sequence[str]) -> Message:
    return Message(_("“{words}” may mean {meanings}."), {"words": words, "meanings": listed(sorted(found))})


def _nouns_only(words: list[str]) -> list[str]:
    return [word for word in words if not vocabulary.is_filler(word)]


def _noun(position: State, words: list[str], among: Sequence[Sequence[str]], verb: str = "") -> str:
    """The one term that the words mean, looked for in one group of terms after the other."""
    meant = _nouns_only(words)
    said = " ".join(meant)
    if not meant:
        raise _unreadable(position, Message(_("“{verb}” what?"), {"verb": verb}))
    for terms in among:
        found = vocabulary.find_nouns(meant, terms)
        if len(found) == 1 or PROSPECTOR in found[:1]:
            return found[0]
        if found:
            raise _unreadable(position, _ambiguous(said, found))
    unknown = Message(_("“{words}” is no word of the game, or not of this question."), {"words": said})
    raise _unreadable(position, unknown)


PROSPECTOR: Final = CARD_NAMES[PROSPECTOR_CARD]
"""Abbreviated, it means the first of the two cards."""


def _loading_step(position: State, words: list[str]) -> Step:
    ships = [word for word in words if word.isdecimal() or vocabulary.find_nouns([word], (WHARF,))]
    good = _noun(position, [word for word in words if word not in ships], (GOOD_NAMES,), SHIP)
    sizes = [str(ship_size(position.seats, ship)) for ship in range(len(position.ship_good))]
    if not ships:
        possible = [
            step.ship for step in (step_of(position, move) for move in position.legal_moves()) if step.noun == good
        ]
        if len(possible) == 1:
            return Step(SHIP, good, ship=possible[0])
        raise _unreadable(
            position, Message(_("On which ship: {ships}?"), {"ships": listed(possible or [*sizes, WHARF])})
        )
    if len(ships) > 1:
        raise _unreadable(position, Message(_("Name one ship, not {ships}."), {"ships": listed(ships)}))
    if ships[0].isdecimal() and ships[0] not in sizes:
        raise _unreadable(
            position,
            Message(_("There is no ship {ship}; the ships are {ships}."), {"ship": ships[0], "ships": listed(sizes)}),
        )
    return Step(SHIP, good, ship=ships[0] if ships[0].isdecimal() else WHARF)


def _chunks(plain: str) -> list[list[str]]:
    """The words of a line between its commas."""
    chunks: list[list[str]] = [[]]
    for word in re.findall(r"\w+|[,;&]", plain):
        if word in ",;&" or vocabulary.is_joiner(word):
            chunks.append([])
        else:
            chunks[-1].append(word)
    return [chunk for chunk in chunks if chunk]


def _storing_steps(position: State, plain: str) -> tuple[Step, ...]:
    """Kinds for the warehouses in ascending order, then the single barrel; a verb holds until the next one."""
    steps = []
    verb = ""
    for words in _chunks(plain):
        found = vocabulary.find_verbs(words[0], (STORE, KEEP))
        if len(found) == 1:
            verb, words = found[0], words[1:]
        steps.append(Step(verb, _noun(position, words, (GOOD_NAMES,), verb)))
    for step in steps:
        if steps.count(step) > 1:
            raise _unreadable(position, Message(_("Named twice: {name}."), {"name": names.good(step.noun)}))
    return tuple(sorted(steps, key=lambda step: (step.verb == KEEP, GOOD_NAMES.index(step.noun))))


def _placement_steps(position: State, plain: str) -> tuple[Step, ...]:
    """`place corn 1, small market 1`: every place with its number, in canonical order, or `place auto`."""
    words = vocabulary.words_of(plain)
    if len(words) == 2 and vocabulary.find_nouns(words[1:], (AUTO,)):
        return (Step(PLACE, AUTO),)
    counts: dict[str, int] = {}
    for chunk in _placement_chunks(plain):
        numbers = [word for word in chunk if word.isdecimal()]
        if len(numbers) > 1:
            said = " ".join(chunk)
            raise _unreadable(position, Message(_("“{words}” has more than one number."), {"words": said}))
        noun = _noun(position, [word for word in chunk if word not in numbers], _places(position), PLACE)
        if noun in counts:
            raise _unreadable(position, Message(_("Named twice: {name}."), {"name": names.place(noun)}))
        counts[noun] = int(numbers[0]) if numbers else 1
    if not counts:
        raise _unreadable(position, Message(_("“{verb}” what?"), {"verb": PLACE}))
    return tuple(Step(PLACE, noun, counts[noun]) for noun in PLACE_WORDS if noun in counts)


def _placement_chunks(plain: str) -> list[list[str]]:
    """Without commas, a number after a place closes it: `place corn 1 quarry 2`."""
    chunks = _chunks(plain)
    chunks[0] = chunks[0][1:]
    if len(chunks) > 1 or not chunks[0] or chunks[0][0].isdecimal():
        return [chunk for chunk in chunks if chunk]
    parts: list[list[str]] = [[]]
    for word in chunks[0]:
        parts[-1].append(word)
        if word.isdecimal():
            parts.append([])
    return [part for part in parts if part]


def _places(position: State) -> tuple[tuple[str, ...], ...]:
    """Where the seat to move could place somebody, before all other places that there are."""
    if position.is_over():
        return (PLACE_WORDS,)
    own = tuple(name for place, name in enumerate(PLACE_NAMES) if name and position.owns(position.actor, place))
    return (own, PLACE_WORDS)
