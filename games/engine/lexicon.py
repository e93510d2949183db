"""What people type, matched to the words of a game's notation: a game brings its words, one `Vocabulary` per language.

Forgiven: case, accents, plural, filler words, and every abbreviation that leaves no doubt: among buildings "small ind
pl" is the small indigo plant, "roaster" the coffee roaster.
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
"""In characters; whoever names everything in full is far below."""
_COMMAS: Final = ",;&"
_NEGATIVE: Final = re.compile(r"(?<!\w)[-\u2010-\u2015\u2212]\d+")
"""Not the hyphen of "corn-1", which parts like a space."""
_CLOSE: Final = 0.7
"""How alike two words are that one may be meant by the other, as difflib measures it: "habror" is 0.83 of "harbor"."""


class UnclearError(ValueError):
    """Words that mean nothing here, or more than one thing; the message is for whoever wrote them."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.render())
        self.message = message


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


ENGLISH_FILLERS: Final = frozenset({"a", "an", "the", "my", "of", "on", "to", "in", "at", "as", "by", "from", "for"})
ENGLISH_JOINERS: Final = frozenset({"and"})
ENGLISH_PLURALS: Final = (("ies", "y"), ("es", ""), ("s", ""))


def normalize(text: str) -> str:
    """Lower case without accents and punctuation other than what a notation uses."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(character for character in decomposed if not unicodedata.combining(character))
    return re.sub(r"[^\w,;&.\s]", " ", kept).strip(" .,;\t\r\n")


def split_words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def ambiguous_message(words: str, found: Sequence[str]) -> Message:
    return Message(_("“{words}” may mean {meanings}."), {"words": words, "meanings": list_message(sorted(found))})


def mistyped_message(said: str, suggestion: str) -> Message:
    return Message(
        _("“{words}” is no word of the game. Did you mean “{suggestion}”?"), {"words": said, "suggestion": suggestion}
    )


class Lexicon:
    """The words of a game in all its languages; all are accepted at the same time, so no word may mean two things."""

    def __init__(self, *vocabularies: Vocabulary) -> None:
        self.vocabularies = vocabularies

    def normalize_line(self, text: str) -> str:
        """A person's line in `plain` form. Raises Unclear for one without words, or longer than any move."""
        if len(text) > MAX_LINE_LENGTH:
            raise UnclearError(Message(_("This line is too long for a move.")))
        if negative := _NEGATIVE.search(text):
            raise UnclearError(Message(_("“{number}” is less than nothing."), {"number": negative[0]}))
        line = normalize(text)
        if not self.split_at_commas(line):
            raise UnclearError(Message(_("This line says nothing.")))
        return line

    def split_at_commas(self, text: str) -> list[list[str]]:
        """The words of a line, in `plain` form, between its commas and what stands for them."""
        found: list[list[str]] = [[]]
        for word in re.findall(rf"\w+|[{_COMMAS}]", text):
            if word in _COMMAS or self.is_joiner(word):
                found.append([])
            else:
                found[-1].append(word)
        return [chunk for chunk in found if chunk]

    def singulars(self, word: str) -> list[str]:
        """The word itself and what it may be the plural of."""
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
        """The canonical verbs that a word may be: the one it is, or all that it abbreviates."""
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
        """The canonical terms that some words may be: those of the closest kind of match only, in the order of `among`.

        From close to far: the very words; an abbreviation of every word; of its first words; of some of its words; the
        same of what may be plurals.
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
        """The one term that the words mean, looked for in one group of terms after the other; fillers do not count.

        verb: what the noun belongs to, for the complaint that it is missing. preferred: terms that win over others
        with the same abbreviation, if they come first. Raises Unclear.
        """
        meant = self.remove_fillers(words)
        said = " ".join(meant)
        if not meant:
            raise UnclearError(Message(_("“{verb}” what?"), {"verb": verb}))
        for terms in among:
            found = self.matching_nouns(meant, terms)
            if len(found) == 1 or (found and found[0] in preferred):
                return found[0]
            if found:
                raise UnclearError(ambiguous_message(said, found))
        for terms in among:
            if (suggestion := self.closest_term(said, terms)) is not None:
                raise UnclearError(mistyped_message(said, suggestion))
        raise UnclearError(Message(_("“{words}” is no word of the game, or not of this question."), {"words": said}))

    def closest_term(self, said: str, among: Iterable[str]) -> str | None:
        """The term, verb or noun, that what was said is most likely a slip of the pen for."""
        wanted = set(among)
        typed = {
            typed: term
            for vocabulary in self.vocabularies
            for typed, term in (*vocabulary.verbs.items(), *vocabulary.nouns.items())
            if term in wanted
        }
        return next((typed[one] for one in get_close_matches(said, typed, n=1, cutoff=_CLOSE)), None)

    def _match_rank(self, words: Sequence[str], name: Sequence[str]) -> int:
        """How far a match is, from the closest on; _FARTHEST where nothing matches."""
        stems = [self.singulars(word) for word in words]
        if len(words) == len(name) and all(known in stem for stem, known in zip(stems, name, strict=True)):
            return 0
        # What may be a plural is rather an abbreviation as it stands: "pros" is the prospector, and no producers.
        as_written = _abbreviation_rank([[word] for word in words], name)
        return (
            1 + as_written if as_written < _NOT_ABBREVIATED else 1 + _NOT_ABBREVIATED + _abbreviation_rank(stems, name)
        )


def _abbreviation_rank(stems: Sequence[Sequence[str]], name: Sequence[str]) -> int:
    """How far an abbreviation is: of every word of a name, of its first words, of some of its words, or of none.

    stems: for every word that was typed, what it may be the beginning of.
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
    """A line's first word that no game knows."""
    return Message(_("“{word}” is not a word of the notation."), {"word": word})
