"""Reads standing orders (games.engine.orders) by a table of those that a game has, in the words of its notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.contract import NotationError
from games.engine.lexicon import Lexicon, UnclearError, ambiguous_message, mistyped_message
from games.engine.orders import ALWAYS, NEVER, Order, OrderKind, adverb_of
from games.engine.words import Message, list_message, quoted
from games.engine.words import gettext_noop as _

LIMITS: Final = frozenset({"below", "under", "less", "than", "if", "worth"})
"""Words that may stand before or after the number: they mean nothing more."""
MAX_NUMBER: Final = 99


@dataclass(frozen=True)
class OrderForm:
    """An order that a game has, and how its line goes on after the verb."""

    kind: str
    """The verb of its line, and Order.kind."""
    label: Message
    """As OrderKind.label."""
    example: str
    """In canonical notation; it begins with the word that all orders of this form have, "always" or "never"."""
    other_verbs: tuple[str, ...] = ()
    """Other verbs of the notation by which it may be called."""
    words: tuple[str, ...] = ()
    """What every order of this form says; it need not be typed."""
    terms: tuple[str, ...] = ()
    """Of these one or more are named, in order of preference."""
    units: tuple[str, ...] = ()
    """An order of this form has a number; these words may follow it. Empty: it has none."""

    @property
    def adverb(self) -> str:
        return self.example.split()[0]

    @property
    def order_kind(self) -> OrderKind:
        return OrderKind(self.kind, self.label, self.example)


def read_order(forms: Sequence[OrderForm], lexicon: Lexicon, line: str) -> Order:
    """The order that a line means. Raises NotationError with the examples of all forms."""
    try:
        return _Reader(forms, lexicon).read(line)
    except UnclearError as unclear:
        raise NotationError(unclear.message, [form.example for form in forms]) from None


class _Reader:
    def __init__(self, forms: Sequence[OrderForm], lexicon: Lexicon) -> None:
        self.forms = forms
        self.lexicon = lexicon

    def read(self, line: str) -> Order:
        first, *others = self.lexicon.split_at_commas(self.lexicon.normalize_line(line))
        form, rest = self._form(_adverb(first[0]), first[1:])
        parts = [rest, *others] if rest else others
        never = form.adverb == NEVER
        if form.terms:
            return Order(form.kind, self._terms(form, parts), never=never)
        words = [word for part in parts for word in part]
        if form.units:
            return Order(form.kind, form.words, self._number(form, words), never)
        self._check_words(form, words)
        return Order(form.kind, form.words, never=never)

    def _form(self, adverb: str, words: list[str]) -> tuple[OrderForm, list[str]]:
        """The form that a line has, and its words after the verb."""
        if not words:
            raise UnclearError(Message(_("“{verb}” what?"), {"verb": adverb}))
        verbs = {verb: form.kind for form in self.forms for verb in (form.kind, *form.other_verbs)}
        found = sorted({verbs[verb] for verb in self.lexicon.matching_verbs(words[0], verbs)})
        if len(found) > 1:
            raise UnclearError(ambiguous_message(words[0], found))
        if found:
            return self._of_kind(adverb, found[0]), words[1:]
        meant = self.lexicon.remove_fillers(words)
        for form in self.forms:
            # "always gold mine": what an order is about may stand for it.
            if form.adverb == adverb and self.lexicon.matching_nouns(meant, form.words):
                return form, words
        if (suggestion := self.lexicon.closest_term(words[0], verbs)) is not None:
            raise UnclearError(mistyped_message(words[0], suggestion))
        raise UnclearError(self._possible(_("There is no order about “{words}”; there are: {examples}."), words))

    def _of_kind(self, adverb: str, kind: str) -> OrderForm:
        for form in self.forms:
            if (form.adverb, form.kind) == (adverb, kind):
                return form
        raise UnclearError(self._possible(_("There is no order “{words}”; there are: {examples}."), [adverb, kind]))

    def _possible(self, msgid: str, words: Sequence[str]) -> Message:
        examples = list_message([quoted(form.example) for form in self.forms])
        return Message(msgid, {"words": " ".join(words), "examples": examples})

    def _terms(self, form: OrderForm, parts: Sequence[list[str]]) -> tuple[str, ...]:
        """What is named, in its order; commas may be missing, and what is named again says nothing new."""
        if not parts:
            raise UnclearError(Message(_("“{verb}” what?"), {"verb": form.kind}))
        found: list[str] = []
        for words in parts:
            meant = self.lexicon.remove_fillers(words)
            one_by_one = [self.lexicon.matching_nouns([word], form.terms) for word in meant]
            if len(meant) > 1 and all(len(terms) == 1 for terms in one_by_one):
                found += [terms[0] for terms in one_by_one]
            else:
                found.append(self.lexicon.find_noun(meant, [form.terms], form.kind))
        return tuple(dict.fromkeys(found))

    def _number(self, form: OrderForm, words: Sequence[str]) -> int:
        numbers = [word for word in words if word.isdecimal()]
        others = [
            word
            for word in self.lexicon.remove_fillers(words)
            if word not in numbers and word not in LIMITS and not set(self.lexicon.singulars(word)) & set(form.units)
        ]
        if others or len(numbers) != 1 or len(numbers[0]) > len(str(MAX_NUMBER)) or int(numbers[0]) == 0:
            raise UnclearError(
                Message(
                    _("Say one number, from 1 to {most}: “{example}”."),
                    {"most": MAX_NUMBER, "example": form.example},
                )
            )
        return int(numbers[0])

    def _check_words(self, form: OrderForm, words: Sequence[str]) -> None:
        """Raises UnclearError if the words after the verb say anything else than what the form says."""
        meant = self.lexicon.remove_fillers(words)
        if meant and not self.lexicon.matching_nouns(meant, form.words):
            raise UnclearError(
                Message(
                    _("“{words}” is too much; say “{example}”."), {"words": " ".join(meant), "example": form.example}
                )
            )


def _adverb(word: str) -> str:
    if adverb := adverb_of(word):
        return adverb
    raise UnclearError(Message(_("An order begins with “{always}” or “{never}”."), {"always": ALWAYS, "never": NEVER}))
