"""The words of the notation as data, one table per language, and how what people type is matched to them.

Forgiven: case, accents, plural, filler words, and every abbreviation that leaves no doubt: "small ind pl" is the
small indigo plant, "roaster" the coffee roaster. A further language is a further `Vocabulary` in VOCABULARIES; all
are accepted at the same time, so no word may mean two things.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from games.engine.puertorico.components import BUILDINGS, CARD_NAMES, TILE_NAMES

ROLE: Final = "role"
CHOOSE: Final = "choose"
PASS: Final = "pass"
DRAW: Final = "draw"
TAKE: Final = "take"
FOREST: Final = "forest"
PLANT: Final = "plant"
DISCARD: Final = "discard"
BUILD: Final = "build"
PAY: Final = "pay"
EXTRA: Final = "extra"
SELL: Final = "sell"
BUY: Final = "buy"
SHIP: Final = "ship"
SUPPLY: Final = "supply"
STORE: Final = "store"
KEEP: Final = "keep"
PLACE: Final = "place"
NOBLES: Final = "nobles"
GUEST: Final = "guest"
NOBLE_GUEST: Final = "noble"
VERBS: Final = (
    CHOOSE,
    PASS,
    DRAW,
    TAKE,
    FOREST,
    PLANT,
    DISCARD,
    BUILD,
    PAY,
    EXTRA,
    SELL,
    BUY,
    SHIP,
    SUPPLY,
    STORE,
    KEEP,
    PLACE,
    NOBLES,
    GUEST,
    NOBLE_GUEST,
)

COLONIST: Final = "colonist"
TWO_COLONISTS: Final = "2 colonists"
NOBLE: Final = "noble"
VP: Final = "vp"
LAND: Final = "land"
HOUSE: Final = "trading house"
WHARF: Final = "wharf"
SMALL_WHARF: Final = "small wharf"
POST: Final = "trading post"
SAN_JUAN: Final = "San Juan"
AUTO: Final = "auto"
THINGS: Final = (COLONIST, TWO_COLONISTS, NOBLE, VP, LAND, FOREST, HOUSE, SAN_JUAN, AUTO)
"""Nouns besides cards, tiles and buildings."""

BUILDING_NAMES: Final = tuple(building.name for building in BUILDINGS)


@dataclass(frozen=True)
class Vocabulary:
    """One language's words. Keys are what is typed, values the canonical words; both in `plain` form.

    fillers: words without a meaning of their own between verb and nouns. joiners: words that stand for a comma.
    plural_endings: (ending, what replaces it).
    """

    verbs: Mapping[str, str]
    nouns: Mapping[str, str]
    fillers: frozenset[str]
    joiners: frozenset[str]
    plural_endings: tuple[tuple[str, str], ...]


ENGLISH: Final = Vocabulary(
    verbs={verb: verb for verb in VERBS},
    nouns={
        **{name.casefold(): name for name in (*CARD_NAMES, *TILE_NAMES, *BUILDING_NAMES, *THINGS)},
        "harbour": "harbor",
        "forester house": "forest house",
        "guest house": "guesthouse",
        "store house": "storehouse",
        "light house": "lighthouse",
        "speciality factory": "specialty factory",
        "jeweller": "jeweler",
        "two colonists": TWO_COLONISTS,
        "victory point": VP,
        "point": VP,
        "plantation": LAND,
        "wind rose": SAN_JUAN,
        "automatic": AUTO,
    },
    fillers=frozenset(
        {
            *("a", "an", "the", "my", "of", "on", "to", "with", "in", "at", "as", "by", "from", "for"),
            *("plantation", "barrel", "ship", "tile", "there"),
        }
    ),
    joiners=frozenset({"and"}),
    plural_endings=(("ies", "y"), ("es", ""), ("s", "")),
)

VOCABULARIES: Final = (ENGLISH,)


def plain(text: str) -> str:
    """Lower case without accents and punctuation other than what the notation uses."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(character for character in decomposed if not unicodedata.combining(character))
    return re.sub(r"[^\w,;&.\s]", " ", kept).strip(" .,;\t\r\n")


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def singulars(word: str) -> list[str]:
    """The word itself and what it may be the plural of."""
    found = [word]
    for vocabulary in VOCABULARIES:
        for ending, replacement in vocabulary.plural_endings:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                found.append(word.removesuffix(ending) + replacement)
    return found


def is_filler(word: str) -> bool:
    return any(singular in vocabulary.fillers for vocabulary in VOCABULARIES for singular in singulars(word))


def is_joiner(word: str) -> bool:
    return any(word in vocabulary.joiners for vocabulary in VOCABULARIES)


def find_verbs(word: str, among: Iterable[str] = VERBS) -> list[str]:
    """The canonical verbs that a word may be: the one it is, or all that it abbreviates."""
    wanted = set(among)
    known = {typed: verb for vocabulary in VOCABULARIES for typed, verb in vocabulary.verbs.items() if verb in wanted}
    if word in known:
        return [known[word]]
    return sorted({verb for typed, verb in known.items() if typed.startswith(word)})


def find_nouns(words: list[str], among: Iterable[str]) -> list[str]:
    """The canonical terms that some words may be: those of the closest kind of match only, in canonical order.

    From close to far: the very words; an abbreviation of every word; of its first words; of some of its words.
    """
    terms = list(among)
    wanted = set(terms)
    closest, found = len(_MATCHES), set[str]()
    for vocabulary in VOCABULARIES:
        for typed, term in vocabulary.nouns.items():
            if term not in wanted:
                continue
            rank = _rank(words, typed.split())
            if rank < closest:
                closest, found = rank, {term}
            elif rank == closest < len(_MATCHES):
                found.add(term)
    return [term for term in terms if term in found]


def closest(said: str, among: Iterable[str]) -> str | None:
    """The term, verb or noun, that what was said is most likely a slip of the pen for."""
    wanted = set(among)
    typed = {
        typed: term
        for vocabulary in VOCABULARIES
        for typed, term in (*vocabulary.verbs.items(), *vocabulary.nouns.items())
        if term in wanted
    }
    return next((typed[one] for one in get_close_matches(said, typed, n=1, cutoff=_CLOSE)), None)


_CLOSE: Final = 0.7
"""How alike two words are that one may be meant by the other, as difflib measures it: "habror" is 0.83 of "harbor"."""


def _rank(words: list[str], name: list[str]) -> int:
    """The index of the closest match in _MATCHES; their number where nothing matches."""
    for rank, match in enumerate(_MATCHES):
        if match(words, name):
            return rank
    return len(_MATCHES)


def _exact(words: list[str], name: list[str]) -> bool:
    return len(words) == len(name) and all(known in singulars(word) for word, known in zip(words, name, strict=True))


def _every_word(words: list[str], name: list[str]) -> bool:
    return len(words) == len(name) and _first_words(words, name)


def _first_words(words: list[str], name: list[str]) -> bool:
    return 0 < len(words) <= len(name) and all(
        _abbreviates(word, known) for word, known in zip(words, name, strict=False)
    )


def _some_words(words: list[str], name: list[str]) -> bool:
    rest = iter(name)
    return bool(words) and all(any(_abbreviates(word, known) for known in rest) for word in words)


def _abbreviates(word: str, known: str) -> bool:
    return any(known.startswith(singular) for singular in singulars(word))


_MATCHES: Final = (_exact, _every_word, _first_words, _some_words)
