"""Parses lines about a seat's colonists: where they are placed, and where the nobles are.

`place corn 2, chapel 1 noble, quarry 3 with 1 noble` · `place auto` · `nobles chapel 1, land office 0`

A line may also say how many stay in San Juan, "san juan 1", though it follows from the rest.
"""

from __future__ import annotations

from typing import Final

from games.engine.puertorico import names
from games.engine.puertorico.answers import notation_error
from games.engine.puertorico.formatter import Step
from games.engine.puertorico.position import State
from games.engine.puertorico.terms import (
    PLACE_WORDS,
    InputLine,
    find_noun,
    place_groups_with_san_juan,
    split_off_number,
)
from games.engine.puertorico.vocabulary import AUTO, COLONIST, LEXICON, NOBLE, NOBLES, PLACE, SAN_JUAN
from games.engine.words import Message
from games.engine.words import gettext_noop as _

_ORDER: Final = (*PLACE_WORDS, SAN_JUAN)


def placement_steps(line: InputLine) -> tuple[Step, ...]:
    """Every place with its number, in canonical order, or `place auto`."""
    if _is_auto(line):
        return (Step(PLACE, AUTO),)
    steps = [_placement_step(line.position, chunk) for chunk in _place_chunks(line.plain)]
    return _in_order(line.position, steps, PLACE)


def noble_steps(line: InputLine) -> tuple[Step, ...]:
    """Nobles by place, in canonical order, or `nobles auto`."""
    if _is_auto(line):
        return (Step(PLACE, AUTO),)
    steps = []
    for chunk in _place_chunks(line.plain):
        words, number = split_off_number(line.position, [word for word in chunk if not LEXICON.means(word, NOBLE)])
        place = find_noun(line.position, words, place_groups_with_san_juan(line.position), NOBLES)
        steps.append(Step(NOBLES, place, count=1 if number is None else number))
    return _in_order(line.position, steps, NOBLES)


def _is_auto(line: InputLine) -> bool:
    return len(line.words) == 2 and bool(LEXICON.matching_nouns(line.words[1:], (AUTO,)))


def _in_order(position: State, steps: list[Step], verb: str) -> tuple[Step, ...]:
    if not steps:
        raise notation_error(position, Message(_("“{verb}” what?"), {"verb": verb}))
    named = [step.noun for step in steps]
    for term in named:
        if named.count(term) > 1:
            raise notation_error(position, Message(_("Named twice: {place}."), {"place": names.place(term)}))
    return tuple(sorted(steps, key=lambda step: _ORDER.index(step.noun)))


def _placement_step(position: State, chunk: list[str]) -> Step:
    """ "corn 2", "2 corn", "chapel noble", "guesthouse 2 nobles", "quarry 3 with 1 noble", "land office 1 colonist"."""
    said_noble = [index for index, word in enumerate(chunk) if LEXICON.means(word, NOBLE)]
    if not said_noble:
        rest = [word for word in chunk if not _is_colonist(word)]
        words, number = split_off_number(position, rest)
        place = find_noun(position, words, place_groups_with_san_juan(position), PLACE)
        none_noble = 0 if position.nobles_on and len(rest) < len(chunk) else None
        return Step(PLACE, place, count=1 if number is None else number, nobles=none_noble)
    if not position.nobles_on:
        raise notation_error(position, Message(_("There are no nobles in this game.")))
    if len(said_noble) > 1:
        words_said = " ".join(chunk)
        raise notation_error(position, Message(_("“{words}” names the nobles more than once."), {"words": words_said}))
    index = said_noble[0]
    nobles = chunk[index - 1 : index] if index and chunk[index - 1].isdecimal() else []
    rest = chunk[: index - len(nobles)] + chunk[index + 1 :]
    words, number = split_off_number(position, rest)
    place = find_noun(position, words, place_groups_with_san_juan(position), PLACE)
    of_them = int(nobles[0]) if nobles else 1
    return Step(PLACE, place, count=of_them if number is None else number, nobles=of_them)


def _is_colonist(word: str) -> bool:
    """Whether the word means a colonist, and is not so short that it could be the beginning of a place."""
    return len(word) > len("colo") and LEXICON.means(word, COLONIST)


def _place_chunks(plain: str) -> list[list[str]]:
    """The words for each place. Without commas, the number of a place or of its nobles is its end: `place corn 1 quarry
    2 with 1 noble`."""
    found = LEXICON.split_at_commas(plain)
    found[0] = found[0][1:]
    if len(found) > 1 or not found[0] or found[0][0].isdecimal():
        return [chunk for chunk in found if chunk]
    words = found[0]
    parts: list[list[str]] = [[]]
    for index, word in enumerate(words):
        if not parts[-1] and len(parts) > 1 and _goes_on_with_nobles(words[index:]):
            parts.pop()
        parts[-1].append(word)
        closes = LEXICON.means(word, NOBLE) or _is_colonist(word)
        if word.isdecimal() or (closes and any(other.isdecimal() for other in parts[-1])):
            parts.append([])
    return [part for part in parts if part]


def _goes_on_with_nobles(words: list[str]) -> bool:
    """Whether "noble", "1 noble", "with 1 noble" or "colonists" comes next, which belongs to the place before."""
    for word in words:
        if LEXICON.means(word, NOBLE) or _is_colonist(word):
            return True
        if not word.isdecimal() and not LEXICON.is_filler(word):
            return False
    return False
