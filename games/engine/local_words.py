"""The words of answers in another language, from the tables of names: what is typed, and what it means in English.

English, the language of canonical notation, needs none of this: its words are each game's own (lexicon.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Final

from games.engine import name_tables
from games.engine.lexicon import CLOSE, ENGLISH_FILLERS, normalize, split_words
from games.engine.name_tables import SITE, Row

VERB: Final = "verb"
LINK: Final = "link"
ORDER: Final = "order"
KIND: Final = "kind"
COMMAND: Final = "command"
COMPONENT: Final = "component"
BEHIND: Final = "behind"
"""The form of a row of which the word stands behind what it is about."""
_NOUNS: Final = ("role", "good", "building", "card", "person", "place", "noun", "tile")
"""Kinds of rows of which answers are: a term of two kinds ("corn") is shown by the first."""
_NO_FORMS: Final = frozenset({"gender", "article"})
_LINKS_SAID_ONCE: Final = frozenset({"with"})
"""In a list they stand only before its first thing: "with smithy, well"."""
_LEAST_STEM: Final = 3
_SHARED_STEM: Final = 4


@dataclass(frozen=True)
class Meaning:
    """What some words mean."""

    english: str
    is_verb: bool = False
    link: str = ""
    """The word that stands before it in English, where the other language says it by a case: "with"."""

    def words(self, in_list: bool) -> str:
        link = "" if in_list and self.link in _LINKS_SAID_ONCE else self.link
        return f"{link} {self.english}".strip()


@dataclass(frozen=True)
class _Phrase:
    words: tuple[str, ...]
    """Normalized, without fillers."""
    meaning: Meaning


@dataclass
class LocalWords:
    """What can be said in one language about one game. game: the name of its tables, "puertorico"."""

    game: str
    language: str
    _reading: name_tables.Reading = field(init=False)
    _rows: dict[tuple[str, str], Row] = field(init=False)
    """By kind and key: no kind of the site's has a key that a game's has."""
    _fillers: frozenset[str] = field(init=False)
    _by_letter: dict[str, list[_Phrase]] = field(init=False)
    _verbs: dict[str, Row] = field(init=False)
    _links: dict[str, Row] = field(init=False)
    _nouns: dict[str, Row] = field(init=False)
    _english: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._reading = name_tables.reading(self.language)
        rows = name_tables.rows(self.language).values()
        self._rows = {(row.kind, row.key): row for row in rows if row.game in (self.game, SITE)}
        self._verbs = self._of_kind(VERB)
        self._links = self._of_kind(LINK)
        self._nouns = {}
        for kind in _NOUNS:
            self._nouns = self._of_kind(kind) | self._nouns
        said = {
            word
            for row in (*self._links.values(), *self._verbs.values())
            for name in row.names
            for word in split_words(normalize(name))
            if len(split_words(name)) == 1
        }
        self._fillers = frozenset(map(normalize, self._reading.fillers)) - said
        self._english = frozenset(
            word
            for row in self._rows.values()
            if row.kind in (*_NOUNS, VERB, LINK)
            for word in split_words(row.key.casefold())
        ) | (ENGLISH_FILLERS - self._fillers)
        self._by_letter = {}
        for phrase in dict.fromkeys(self._phrases()):
            for letter in dict.fromkeys(word[0] for word in phrase.words):
                self._by_letter.setdefault(letter, []).append(phrase)

    # --- reading ---

    def meanings(self, words: Sequence[str], start: int) -> tuple[int, list[Meaning]]:
        """How many words from here belong together, and all that they may mean; (0, []) for words without a meaning.

        Only the closest matches count: the exact words, then words with other endings, then abbreviations of all words
        of a name, then of its first words, then one of its other words; among these the longest.
        """
        best, found = (_FARTHEST, 0), list[Meaning]()
        for phrase in self._by_letter.get(words[start][0], ()):
            rank, length = self._match(phrase.words, words, start)
            if rank == _FARTHEST or (rank, -length) > best:
                continue
            if (rank, -length) < best:
                best, found = (rank, -length), []
            if phrase.meaning not in found:
                found.append(phrase.meaning)
        return -best[1], found

    def is_filler(self, word: str) -> bool:
        return word in self._fillers

    def is_english(self, word: str) -> bool:
        """Whether a word is one of the English notation: both languages may stand in one line."""
        return word in self._english

    def closest(self, word: str) -> str | None:
        """The word that is most likely meant by a mistyped one."""
        known = {" ".join(phrase.words): phrase for phrases in self._by_letter.values() for phrase in phrases}
        for close in get_close_matches(word, known, n=1, cutoff=CLOSE):
            meaning = known[close].meaning
            return self.show_verb(meaning.english) if meaning.is_verb else self.show_noun(meaning.english)
        return None

    def spelled(self, text: str) -> str:
        """Normalized. Letters that are written in two ways stay as they are: both ways are among the phrases."""
        return normalize(re.sub(r"(?<=\d)[-\u2010-\u2015][^\W\d]{1,3}\b", "", text))

    def unit(self, word: str) -> str:
        """The English for what a number counts ("doubloon"); the word as it is if it is none of the game's."""
        rows = (row for row in self._rows.values() if row.kind == COMPONENT)
        said = ((row, (*row.names, *row.forms.values())) for row in rows)
        found = (row.key for row, names in said if any(self._is_inflected(word, normalize(name)) for name in names))
        return next(found, word)

    def names(self, kind: str, key: str) -> list[tuple[str, ...]]:
        """The normalized words of all names of a row, the longest first."""
        row = self._rows.get((kind, key))
        names = row.names if row is not None else ()
        found = [tuple(split_words(variant)) for name in names for variant in self._spellings(name)]
        return sorted(dict.fromkeys(found), key=len, reverse=True)

    def keys(self, kind: str) -> list[str]:
        """The rows of a kind."""
        return [row.key for row in self._rows.values() if row.kind == kind]

    # --- showing ---

    def show_verb(self, key: str) -> str:
        return self._verbs[key].name if key in self._verbs else key

    def show_noun(self, key: str, form: str = "") -> str:
        """A term in a form; in the plain one if it has no such form."""
        row = self._nouns.get(key)
        return key if row is None else row.forms.get(form, row.name)

    def show(self, kind: str, key: str) -> str:
        """A row of another kind: a command, the name of a kind of questions."""
        row = self._rows.get((kind, key))
        return key if row is None else row.name

    def wanted(self, kind: str, key: str) -> str:
        """In which form the thing stands that a row is about (Row.wanted)."""
        row = self._rows.get((kind, key))
        return "" if row is None else row.wanted

    def verb_at(self, words: Sequence[str], start: int) -> Row | None:
        """The row of the canonical verb that stands here."""
        return _row_at(self._verbs, words, start)

    def link_at(self, words: Sequence[str], start: int) -> Row | None:
        return _row_at(self._links, words, start)

    def noun_at(self, words: Sequence[str], start: int) -> Row | None:
        return _row_at(self._nouns, words, start)

    # --- tables ---

    def _of_kind(self, kind: str) -> dict[str, Row]:
        return {row.key.casefold(): row for row in self._rows.values() if row.kind == kind and row.game == self.game}

    def _phrases(self) -> Iterator[_Phrase]:
        """Every name and form of everything that can be said, with its meaning."""
        for row in self._rows.values():
            if row.kind == VERB:
                yield from self._named(row.names, Meaning(row.key, is_verb=True))
            elif row.kind in _NOUNS or row.kind == KIND:
                forms = [form for name, form in row.forms.items() if name not in _NO_FORMS]
                yield from self._named((*row.names, *forms), Meaning(row.key.casefold()))
                yield from self._in_cases(row)
            elif row.kind == LINK or row.key in ("ask", "wait"):
                yield from self._named(row.names, Meaning(row.key))

    def _in_cases(self, row: Row) -> Iterator[_Phrase]:
        """The forms that say a link: "könyvtárral", with a library."""
        for link in self._links.values():
            form = "" if link.name else row.forms.get(link.wanted, "")
            if form:
                yield from self._named((form,), Meaning(row.key.casefold(), link=link.key))

    def _named(self, names: Iterable[str], meaning: Meaning) -> Iterator[_Phrase]:
        for name in names:
            for variant in self._spellings(name):
                words = split_words(variant)
                kept = [word for word in words if word not in self._fillers] or words
                if kept:
                    yield _Phrase(tuple(kept), meaning)

    def _spellings(self, name: str) -> Iterator[str]:
        yield normalize(name)
        other = name.casefold()
        for letter, spelt in self._reading.spellings:
            other = other.replace(letter, spelt)
        if normalize(other) != normalize(name):
            yield normalize(other)

    # --- matching ---

    def _match(self, name: Sequence[str], words: Sequence[str], start: int) -> tuple[int, int]:
        """How far typed words are from a name, and how many of them match it."""
        typed = words[start : start + len(name)]
        if len(typed) == len(name):
            if all(one == other for one, other in zip(typed, name, strict=True)):
                return _EXACT, len(name)
            if all(self._is_inflected(one, other) for one, other in zip(typed, name, strict=True)):
                return _INFLECTED, len(name)
            if all(other.startswith(one) for one, other in zip(typed, name, strict=True)):
                return _ABBREVIATED, len(name)
        length = 0
        while length < min(len(typed), len(name)) and name[length].startswith(typed[length]):
            length += 1
        if length:
            return _FIRST_WORDS, length
        within = any(self._is_inflected(words[start], word) for word in name[1:])
        return (_SOME_WORD, 1) if within else (_FARTHEST, 0)

    def _is_inflected(self, typed: str, known: str) -> bool:
        """Whether two words are one but for their endings."""
        if typed == known:
            return True
        if typed[:_LEAST_STEM] != known[:_LEAST_STEM]:
            return False
        stems = self._stems(typed)
        return known in stems or any(len(stem) >= _SHARED_STEM for stem in stems & self._stems(known))

    def _stems(self, word: str) -> frozenset[str]:
        return _stems(word, self._reading.endings)


_EXACT: Final = 0
_INFLECTED: Final = 1
_ABBREVIATED: Final = 2
_FIRST_WORDS: Final = 3
_SOME_WORD: Final = 4
_FARTHEST: Final = 5


@cache
def _normalized(endings: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(normalize, endings)))


@lru_cache(maxsize=10_000)
def _stems(word: str, endings: tuple[str, ...]) -> frozenset[str]:
    if word.isdecimal():
        return frozenset({word})
    stems = {
        word[: -len(ending)]
        for ending in _normalized(endings)
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM
    }
    return frozenset({word, *stems})


def _row_at(rows: Mapping[str, Row], words: Sequence[str], start: int) -> Row | None:
    """The row whose key stands here; the one of most words."""
    for length in range(min(_LONGEST_KEY, len(words) - start), 0, -1):
        row = rows.get(" ".join(words[start : start + length]))
        if row is not None:
            return row
    return None


_LONGEST_KEY: Final = 3


@cache
def local_words(game: str, language: str) -> LocalWords | None:
    """The words of a language for a game, by the game's key ("puerto-rico"); None for English and unknown languages."""
    if language not in name_tables.LANGUAGES:
        return None
    return LocalWords(game.replace("-", ""), language)


def command_words(language: str, key: str) -> list[tuple[str, ...]]:
    """All that people may write for a command ("stop orders"), as normalized words: English always, and their own."""
    row = name_tables.rows(language).get((SITE, COMMAND, key)) if language in name_tables.LANGUAGES else None
    names = (key, *(row.names if row else ()))
    return [tuple(split_words(normalize(name))) for name in names]


def command_name(language: str, key: str) -> str:
    """What is shown for a command."""
    row = name_tables.rows(language).get((SITE, COMMAND, key)) if language in name_tables.LANGUAGES else None
    return row.name if row else key
