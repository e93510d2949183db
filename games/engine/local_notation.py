"""The notation in another language: lines that people type become English ones, and canonical lines are shown in it.

A line may have the words of the language in the order that comes naturally, with endings, without accents, abbreviated;
English words may stand among them. Some words mean several things ("piac", the small and the large market), so a line
has several readings: what of them is possible at the question decides (line_reader.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import Final

from games.engine.lexicon import MAX_LINE_LENGTH, mistyped_message, normalize, split_words
from games.engine.local_words import BEHIND, COMMAND, KIND, ORDER, LocalWords, Meaning, local_words
from games.engine.orders import ALWAYS, NEVER
from games.engine.plans import ASK, NEXT
from games.engine.words import Message
from games.engine.words import gettext_noop as _

IF: Final = "if"
BELOW: Final = "below"
TO: Final = "to"
MAX_READINGS: Final = 48
"""Of one line; each is tried."""
MAX_MEANINGS: Final = 16
"""Of one word; what could mean more is not clear at all."""
_OBJECT: Final = "acc"
"""The form of what a verb is about, where its row says nothing else."""
_ADJECTIVES: Final = frozenset({"full", "empty"})
"""They stand before a thing, and leave its form to it."""
_PICKING: Final = frozenset({"choose", "pick", "role"})
_AT_MOST: Final = ("at most", "or less")
_AT_LEAST: Final = ("at least", "or more")
_CONDITION: Final = re.compile(r"(?P<line>.+?) if (?P<number>\d+)(?P<at_most> or less)?")
_UNFINISHED: Final = re.compile(r"\s*(\.\.\.|…)\s*$")


@dataclass(frozen=True)
class Readings:
    """What a line of another language may mean."""

    lines: tuple[str, ...] = ()
    """In English; none if not all words are understood."""
    error: Message | None = None
    """What is not understood."""


@dataclass(frozen=True)
class LocalNotation:
    """The notation of one game in one language."""

    words: LocalWords

    # --- reading ---

    def readings(self, line: str) -> Readings:
        """All that a line may mean, the likeliest first."""
        if len(line) > MAX_LINE_LENGTH or not re.search(r"[^\W\d]", line):
            return Readings()
        end = ", ..." if _UNFINISHED.search(line) else ""
        read = self._whole_line(_UNFINISHED.sub("", line), end)
        return read if read.error is None else Readings(error=_as_typed(read.error, line))

    def is_next_line(self, line: str) -> bool:
        """Whether a line says what to pick next."""
        return self._after_next(line) is not None

    def is_order_line(self, line: str) -> bool:
        """Whether a line is meant as a standing order."""
        return self._order_head(self._typed(line)) is not None

    def ends_an_order(self, line: str) -> bool:
        """Whether a line is meant to end a standing order."""
        head = self._order_head(self._typed(line))
        return head is not None and head[0].startswith(f"{ASK} ")

    def _whole_line(self, line: str, end: str) -> Readings:
        picks = self._after_next(line)
        if picks is not None:
            parts = [self._conditional(part) for part in re.split("[,;]", picks) if part.strip()]
            return _joined(parts, lambda said: f"{NEXT} {', '.join(said)}")
        typed = self._typed(line)
        head = self._order_head(typed)
        if head is not None:
            return self._order(head[0], typed[head[1] :])
        negated = [word for word in typed if self._is("not", word)]
        if negated and not self._declines(typed):
            return Readings(error=Message(NEGATED, {"words": line.strip()}))
        return _joined([self._conditional(line)], lambda said: f"{said[0]}{end}")

    def _typed(self, line: str) -> list[str]:
        return split_words(self.words.spelled(line))

    def _is(self, command: str, word: str) -> bool:
        return (word,) in self.words.names(COMMAND, command)

    def _declines(self, typed: Sequence[str]) -> bool:
        """Whether a line with "no" in it is one of those that decline a question beforehand: "no colonist"."""
        typed = [word for word in typed if not self.words.is_filler(word)]
        length, found = self.words.meanings(typed, 0) if typed else (0, [])
        return length == len(typed) and any(meaning.english.startswith("no ") for meaning in found)

    def _after_next(self, line: str) -> str | None:
        """What stands behind "next:"."""
        head, colon, rest = line.partition(":")
        known = (tuple(split_words(NEXT)), *self.words.names(COMMAND, NEXT))
        return rest if colon and tuple(self._typed(head)) in known else None

    def _conditional(self, line: str) -> Readings:
        """A line with the condition at its end, if it has one."""
        spelled = self.words.spelled(line)
        typed = split_words(spelled)
        place = next((place for place, word in enumerate(typed) if place and (self._is(IF, word) or word == IF)), None)
        if place is None:
            return self._clauses(spelled)
        condition = self._condition(typed[place + 1 :])
        before = re.match(r"(\W*\w+){" + str(place) + "}", spelled)
        assert before is not None
        return _joined([self._clauses(before[0])], lambda said: f"{said[0]} {IF} {condition}")

    def _condition(self, typed: Sequence[str]) -> str:
        text = " ".join(typed)
        number = next((word for word in typed if word.isdecimal()), "")
        if not number:
            return text
        at_most, at_least = self._limits(_AT_MOST), self._limits(_AT_LEAST)
        limit = "or less" if any(words in text for words in at_most) else ""
        said = text
        for words in sorted((*at_most, *at_least), key=len, reverse=True):
            said = said.replace(words, "")
        units = [word for word in said.split() if not word.isdecimal() and not self.words.is_filler(word)]
        return " ".join(filter(None, (number, *map(self.words.unit, units), limit)))

    def _limits(self, keys: Sequence[str]) -> list[str]:
        """All that people may write for these commands."""
        return [" ".join(name) for key in keys for name in (*self.words.names(COMMAND, key), key.split())]

    def _clauses(self, spelled: str) -> Readings:
        """The parts of a line between commas, and words that stand for a comma."""
        joiners = {word for name in self.words.names(COMMAND, "and") for word in name} | {"and"}
        chunks: list[list[str]] = [[]]
        for word in re.findall(r"\w+|[,;&]", spelled):
            if word in ",;&" or word in joiners:
                chunks.append([])
            else:
                chunks[-1].append(word)
        clauses = [self._clause(chunk, in_list=number > 0) for number, chunk in enumerate(chunks) if chunk]
        return _joined(clauses, ", ".join)

    def _clause(self, typed: Sequence[str], *, in_list: bool) -> Readings:
        """One part of a line, with its verb first."""
        found = self._items(typed)
        if isinstance(found, Message):
            return Readings(error=found)
        lines = [
            line
            for items in islice(product(*found), MAX_READINGS)
            for line in _in_english_order(items, in_list=in_list)
        ]
        return Readings(tuple(dict.fromkeys(lines)))

    def _items(self, typed: Sequence[str]) -> list[list[Meaning]] | Message:
        """What the words may mean, one list after the other; the error for a word that means nothing."""
        found: list[list[Meaning]] = []
        start = 0
        typed = [word for word in typed if not self.words.is_filler(word)] or list(typed)
        while start < len(typed):
            word = typed[start]
            length, meanings = (0, []) if word.isdecimal() else self.words.meanings(typed, start)
            if word.isdecimal() or (not meanings and self.words.is_english(word)):
                length, meanings = 1, [Meaning(word)]
            if not meanings:
                return self._unknown(word)
            if len(meanings) > MAX_MEANINGS:
                return Message(UNCLEAR, {"words": " ".join(typed[start : start + length])})
            found.append(meanings)
            start += length
        return found

    def _unknown(self, word: str) -> Message:
        if (suggestion := self.words.closest(word)) is not None:
            return mistyped_message(word, suggestion)
        return Message(_("“{words}” is no word of the game, or not of this question."), {"words": word})

    # --- orders ---

    def _order_head(self, typed: Sequence[str]) -> tuple[str, int] | None:
        """The adverb and the verb with which an order begins, in English, and how many words they are."""
        for key in self.words.keys(ORDER):
            for name in self.words.names(ORDER, key):
                if tuple(typed[: len(name)]) == name:
                    return key, len(name)
        for adverb in (ALWAYS, NEVER):
            if typed and self._is(adverb, typed[0]):
                return adverb, 1
        return None

    def _order(self, head: str, typed: list[str]) -> Readings:
        """An order: its terms, its number, and to whom questions are left."""
        number = next((word for word in typed if word.isdecimal()), None)
        if number is not None:
            return Readings((f"{head} {BELOW} {number}",))
        adviser = next((place for place in range(len(typed)) if self._is(TO, typed[place]) or typed[place] == TO), None)
        rest = typed if adviser is None else typed[:adviser]
        tail = "" if adviser is None else f" {TO} {' '.join(typed[adviser + 1 :])}"
        if not rest:
            return Readings((f"{head}{tail}",))
        found = self._items([word for word in rest if not self._is("and", word)])
        if isinstance(found, Message):
            return Readings(error=found)
        separator = ", " if " " in head else " "
        said = islice(product(*found), MAX_READINGS)
        lines = (separator.join(meaning.english for meaning in items) for items in said)
        return Readings(tuple(dict.fromkeys(f"{head} {line}{tail}" for line in lines)))

    # --- showing ---

    def show(self, line: str) -> str:
        """A canonical line in this language. What is no notation stays as it is."""
        if line.lower().startswith(NEXT):
            picks = ", ".join(self._show_answer(part.strip()) for part in line[len(NEXT) :].split(","))
            return f"{self._command(NEXT)} {picks}"
        first, _space, rest = line.partition(" ")
        if first in (ALWAYS, NEVER):
            return self._show_order(first, rest)
        if first == ASK and rest:
            return self.words.show(ORDER, line)
        return self._show_answer(line)

    def _command(self, key: str) -> str:
        return self.words.show(COMMAND, key)

    def _show_answer(self, line: str) -> str:
        condition = _CONDITION.fullmatch(line)
        if condition is None:
            return self._command(line) if line == ASK else self._show_clauses(line)
        limit = self._command("at most" if condition["at_most"] else "at least")
        return f"{self._show_clauses(condition['line'])} {self._command(IF)} {limit} {condition['number']}"

    def _show_clauses(self, line: str) -> str:
        shown: list[str] = []
        form = ""
        for clause in line.split(", "):
            text, form = self._show_clause(clause.split(), form, first=not shown)
            shown.append(text)
        return ", ".join(shown)

    def _show_clause(self, words: Sequence[str], form: str, *, first: bool) -> tuple[str, str]:
        """One part of a line, and the form in which a list goes on behind it."""
        shown: list[str] = []
        start, carried = 0, form
        verb = self.words.verb_at([word.casefold() for word in words], 0)
        if verb is not None and (first or len(words) > len(verb.key.split())):
            shown.append(verb.name)
            start = len(verb.key.split())
            carried = form = verb.wanted or _OBJECT
        plain = [word.casefold() for word in words]
        while start < len(words):
            link = self.words.link_at(plain, start)
            noun = self.words.noun_at(plain, start)
            if link is not None and (noun is None or len(noun.key) <= len(link.key)) and start + 1 < len(words):
                shown += [link.name] if link.name else []
                carried = form = link.wanted
                start += len(link.key.split())
            elif noun is not None:
                shown.append(noun.forms.get(form, noun.name))
                form = form if noun.key in _ADJECTIVES else ""
                start += len(noun.key.split())
            else:
                shown.append(words[start])
                start += 1
        return " ".join(shown), carried

    def _show_order(self, adverb: str, rest: str) -> str:
        kind, _space, terms = rest.partition(" ")
        terms, _to, adviser = terms.partition(f" {TO} ")
        order = f"{adverb} {kind}"
        shown = [self.words.show(ORDER, order)]
        if terms.startswith(f"{BELOW} "):
            number = terms.removeprefix(f"{BELOW} ")
            shown.append(self._below(number))
        elif terms:
            shown.append(", ".join(self._show_term(order, term, left=bool(adviser)) for term in terms.split(", ")))
        if adviser:
            shown += [self._command(TO), adviser]
        return " ".join(shown)

    def _below(self, number: str) -> str:
        """ "below 3"; in some languages the word stands behind the number."""
        word = self._command(BELOW)
        return f"{number} {word}" if self.words.wanted(COMMAND, BELOW) == BEHIND else f"{word} {number}"

    def _show_term(self, order: str, term: str, *, left: bool) -> str:
        form = self.words.wanted(ORDER, order) or _OBJECT
        return self.words.show(KIND, term) if left else self.words.show_noun(term, form)


NEGATED: Final = _("“{words}” says what not to do, so nothing is played. Say what you want to do.")
UNCLEAR: Final = _("“{words}” may mean many things. Write more of it.")


def _as_typed(error: Message, line: str) -> Message:
    """An error with its words as they were typed, with their accents."""
    typed = {normalize(word): word for word in split_words(line)}
    words = str(error.params.get("words", ""))
    shown = words if words == line.strip() else " ".join(typed.get(word, word) for word in words.split())
    return error.with_params({**error.params, "words": shown})


def _in_english_order(items: Sequence[Meaning], *, in_list: bool) -> Iterator[str]:
    """The English words of a part of a line: its verb first. What is picked can stand without one."""
    verbs = [place for place, item in enumerate(items) if item.is_verb]
    if verbs and verbs[0] != 0:
        verb = verbs[-1]
        items = [items[verb], *items[:verb], *items[verb + 1 :]]
    words = [item.words(in_list) for item in items]
    yield " ".join(words)
    if len(words) > 1 and words[0] in _PICKING:
        yield " ".join(words[1:])


def _joined(parts: Sequence[Readings], join: Callable[[Sequence[str]], str]) -> Readings:
    """The readings of a line of several parts."""
    for part in parts:
        if part.error is not None:
            return part
    combined = islice(product(*(part.lines for part in parts)), MAX_READINGS)
    return Readings(tuple(dict.fromkeys(join(said) for said in combined)))


@cache
def local_notation(game: str, language: str) -> LocalNotation | None:
    """The notation of a game, by its key, in a language; None for English, in which notation is canonical."""
    words = local_words(game, language)
    return None if words is None else LocalNotation(words)
