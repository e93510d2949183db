"""Matches what people type to the words of a game's notation. A game brings its words, one `Vocabulary` per language.

Case, accents, plurals and filler words do not matter, and every unambiguous abbreviation is understood: among buildings
"small ind pl" is the small indigo plant, "roaster" the coffee roaster.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

MAX_LINE_LENGTH: Final = 1000
"""In characters; a line that names everything in full is far shorter."""
_COMMAS: Final = ",;&"
_NEGATIVE: Final = re.compile(r"(?<!\w)[-\u2010-\u2015\u2212]\d+")
"""Not the hyphen of "corn-1", which separates like a space."""
CLOSE: Final = 0.7
"""How similar two words must be for a suggestion, as difflib measures it: "habror" and "harbor" have 0.83."""


class UnclearError(ValueError):
    """Words that mean nothing here, or more than one thing; the message is for the person who wrote them."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.render())
        self.message = message


@dataclass(frozen=True)
class Vocabulary:
    """One language's words, normalized as by `normalize`."""

    verbs: Mapping[str, str]
    """Canonical verbs by what is typed."""
    nouns: Mapping[str, str]
    """Canonical nouns by what is typed."""
    fillers: frozenset[str]
    """Words between verb and nouns that have no meaning."""
    joiners: frozenset[str]
    """Words that stand for a comma."""
    plural_endings: tuple[tuple[str, str], ...]
    """Pairs of an ending and what replaces it in the singular."""


def english(verbs: Mapping[str, str], nouns: Mapping[str, str], fillers: Collection[str] = frozenset()) -> Vocabulary:
    """A game's English words: its own, and those that mean nothing in most games or join what is said.

    A word with a meaning of its own in the game (a place called "a") is no filler, unless it is one of `fillers`.
    """
    general = ENGLISH_FILLERS - verbs.keys() - nouns.keys()
    return Vocabulary(verbs, nouns, general | frozenset(fillers), ENGLISH_JOINERS, ENGLISH_PLURALS)


ENGLISH_FILLERS: Final = frozenset({"a", "an", "the", "my", "of", "on", "to", "in", "at", "as", "by", "from", "for"})
ENGLISH_JOINERS: Final = frozenset({"and"})
ENGLISH_PLURALS: Final = (("ies", "y"), ("es", ""), ("s", ""))


_WITHOUT_ACCENT: Final = str.maketrans({"ł": "l", "đ": "d", "ø": "o"})
"""Letters whose accent Unicode does not take off."""


def normalize(text: str) -> str:
    """The text in lower case, without accents, and without punctuation that no notation uses."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_WITHOUT_ACCENT))
    kept = "".join(character for character in decomposed if not unicodedata.combining(character))
    return re.sub(r"[^\w,;&.\s]", " ", kept).strip(" .,;\t\r\n")


def split_words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def ambiguous_message(words: str, found: Sequence[str]) -> Message:
    return Message(_("“{words}” may mean {meanings}."), {"words": words, "meanings": list_message(sorted(found))})


def mistyped_message(typed: str, suggestion: str) -> Message:
    return Message(
        _("“{words}” is no word of the game. Did you mean “{suggestion}”?"), {"words": typed, "suggestion": suggestion}
    )


class Lexicon:
    """The words of a game in all its languages; all are accepted at the same time, so no word may mean two things."""

    def __init__(self, *vocabularies: Vocabulary) -> None:
        self.vocabularies = vocabularies

    def normalize_line(self, text: str) -> str:
        """A person's line, normalized. Raises UnclearError if it has no words or is longer than any move."""
        if len(text) > MAX_LINE_LENGTH:
            raise UnclearError(Message(_("This line is too long for a move.")))
        if negative := _NEGATIVE.search(text):
            raise UnclearError(Message(_("“{number}” is less than nothing."), {"number": negative[0]}))
        line = normalize(text)
        if not self.split_at_commas(line):
            raise UnclearError(Message(_("This line says nothing.")))
        return line

    def split_at_commas(self, text: str) -> list[list[str]]:
        """The words of a normalized line, split at commas and at words that stand for a comma."""
        found: list[list[str]] = [[]]
        for word in re.findall(rf"\w+|[{_COMMAS}]", text):
            if word in _COMMAS or self.is_joiner(word):
                found.append([])
            else:
                found[-1].append(word)
        return [chunk for chunk in found if chunk]

    def singulars(self, word: str) -> list[str]:
        """The word itself, and the words of which it may be the plural."""
        found = [word]
        for vocabulary in self.vocabularies:
            for ending, replacement in vocabulary.plural_endings:
                if word.endswith(ending) and len(word) > len(ending) + 1:
                    found.append(word.removesuffix(ending) + replacement)
        return found

    def is_filler(self, word: str) -> bool:
        singulars = self.singulars(word)
        return any(singular in vocabulary.fillers for vocabulary in self.vocabularies for singular in singulars)

    def is_joiner(self, word: str) -> bool:
        return any(word in vocabulary.joiners for vocabulary in self.vocabularies)

    def remove_fillers(self, words: Iterable[str]) -> list[str]:
        return [word for word in words if not self.is_filler(word)]

    def matching_verbs(self, word: str, among: Iterable[str]) -> list[str]:
        """The canonical verbs that a word may mean: the exact one, else all that it abbreviates."""
        wanted = set(among)
        known = {
            typed: verb
            for vocabulary in self.vocabularies
            for typed, verb in vocabulary.verbs.items()
            if verb in wanted
        }
        if word in known:
            return [known[word]]
        return sorted({verb for typed, verb in known.items() if typed.startswith(word)})

    def matching_nouns(self, words: Sequence[str], among: Iterable[str]) -> list[str]:
        """The canonical terms that some words may mean: only those of the closest kind of match, in `among`'s order.

        From close to far: the exact words; abbreviations of all words; of the first words; of some of the words; then
        the same with plurals taken as singulars.
        """
        terms = list(among)
        wanted = set(terms)
        closest, found = _FARTHEST, set[str]()
        for vocabulary in self.vocabularies:
            for typed, term in vocabulary.nouns.items():
                if term not in wanted:
                    continue
                rank = self._match_rank(words, typed.split())
                if rank < closest:
                    closest, found = rank, {term}
                elif rank == closest < _FARTHEST:
                    found.add(term)
        return [term for term in terms if term in found]

    def means(self, word: str, term: str) -> bool:
        """Whether a word, no filler, is a term or abbreviates it."""
        return not self.is_filler(word) and term in self.matching_nouns([word], (term,))

    def find_noun(
        self, words: Iterable[str], among: Sequence[Sequence[str]], verb: str = "", preferred: Collection[str] = ()
    ) -> str:
        """The one term that the words mean, searched in one group of terms after the other; fillers are ignored.

        verb: for the error if there is no noun. preferred: terms that win over others with the same abbreviation, if
        they come first. Raises UnclearError.
        """
        meant = self.remove_fillers(words)
        text = " ".join(meant)
        if not meant:
            raise UnclearError(Message(_("“{verb}” what?"), {"verb": verb}))
        for terms in among:
            found = self.matching_nouns(meant, terms)
            if len(found) == 1 or (found and found[0] in preferred):
                return found[0]
            if found:
                raise UnclearError(ambiguous_message(text, found))
        for terms in among:
            if (suggestion := self.closest_term(text, terms)) is not None:
                raise UnclearError(mistyped_message(text, suggestion))
        raise UnclearError(Message(_("“{words}” is no word of the game, or not of this question."), {"words": text}))

    def closest_term(self, word: str, among: Iterable[str]) -> str | None:
        """The verb or noun that is most likely meant by a mistyped word."""
        wanted = set(among)
        typed = {
            typed: term
            for vocabulary in self.vocabularies
            for typed, term in (*vocabulary.verbs.items(), *vocabulary.nouns.items())
            if term in wanted
        }
        return next((typed[one] for one in get_close_matches(word, typed, n=1, cutoff=CLOSE)), None)

    def _match_rank(self, words: Sequence[str], name: Sequence[str]) -> int:
        """How far a match is, 0 for the closest; _FARTHEST if nothing matches."""
        stems = [self.singulars(word) for word in words]
        if len(words) == len(name) and all(known in stem for stem, known in zip(stems, name, strict=True)):
            return 0
        # An abbreviation is more likely than a plural: "pros" means the prospector, not "producers".
        as_written = _abbreviation_rank([[word] for word in words], name)
        return (
            1 + as_written if as_written < _NOT_ABBREVIATED else 1 + _NOT_ABBREVIATED + _abbreviation_rank(stems, name)
        )


def _abbreviation_rank(stems: Sequence[Sequence[str]], name: Sequence[str]) -> int:
    """0 for an abbreviation of all words of a name, 1 of its first words, 2 of some words, else _NOT_ABBREVIATED.

    stems: for every typed word, its possible singulars.
    """
    first = 0 < len(stems) <= len(name) and all(
        _is_beginning(stem, known) for stem, known in zip(stems, name, strict=False)
    )
    if first:
        return 0 if len(stems) == len(name) else 1
    rest = iter(name)
    some = bool(stems) and all(any(_is_beginning(stem, known) for known in rest) for stem in stems)
    return 2 if some else _NOT_ABBREVIATED


def _is_beginning(stem: Iterable[str], known: str) -> bool:
    return any(known.startswith(one) for one in stem)


_NOT_ABBREVIATED: Final = 3
_FARTHEST: Final = 1 + 2 * _NOT_ABBREVIATED


def unknown_word_message(word: str) -> Message:
    """The error for a first word that is in no vocabulary."""
    return Message(_("“{word}” is not a word of the notation."), {"word": word})
