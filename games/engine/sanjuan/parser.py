"""Parses the notation: what a line of a person says, whether that is possible or not (words in vocabulary.py).

A line is one answer of one or more clauses: "chapel smithy, discard well, well" has two. A comma within a clause
separates the things that its verb names. Things may be counted ("2 wells", "well 2"). Numbers without a noun are cards
by their place in the list that people see (hand.py): "build 3 with 1, 4".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from games.engine.lexicon import UnclearError, ambiguous_message, mistyped_message, unknown_word_message
from games.engine.sanjuan import builder, hand
from games.engine.sanjuan.components import CARD_NAMES, GOOD_NAMES, KINDS, NO_CARD, ROLE_NAMES
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import (
    STAGE_ARCHIVE,
    STAGE_BUILDER,
    STAGE_CHAPEL,
    STAGE_COUNCILLOR,
    STAGE_DEAL,
    STAGE_GOLD_MINE,
    STAGE_LIMIT,
    STAGE_PAYMENT,
    STAGE_PRODUCER,
    STAGE_ROLE,
    STAGE_STRIKE,
    STAGE_TRADER,
)
from games.engine.sanjuan.vocabulary import (
    BUILD,
    CHAPEL,
    DISCARD,
    EMPTY,
    FULL,
    GOLD_MINE,
    GOOD_PAYMENTS,
    KEEP,
    LEXICON,
    LIBRARY,
    MORE,
    OVER,
    PASS,
    PAY,
    PICK,
    PRODUCE,
    SELL,
    TAKE,
    USE,
    VERBS,
    WITH,
)
from games.engine.words import Message
from games.engine.words import gettext_noop as _

STAGE_VERBS: Final[dict[int, tuple[str, ...]]] = {
    STAGE_DEAL: (DISCARD,),
    STAGE_ROLE: (PICK,),
    STAGE_BUILDER: (BUILD, PASS),
    STAGE_PAYMENT: (PAY,),
    STAGE_PRODUCER: (PRODUCE, PASS),
    STAGE_TRADER: (SELL, PASS),
    STAGE_COUNCILLOR: (KEEP,),
    STAGE_ARCHIVE: (DISCARD,),
    STAGE_GOLD_MINE: (USE, PASS),
    STAGE_STRIKE: (TAKE,),
    STAGE_CHAPEL: (CHAPEL, PASS),
    STAGE_LIMIT: (DISCARD,),
}
"""The verbs that answer each question."""

FOLLOWED_BY: Final = {BUILD: PAY, CHAPEL: DISCARD, PASS: DISCARD}
"""By verb, the verb of a second clause. Nothing is drawn between them, so the answer to it reveals nothing."""
LISTING_VERBS: Final = (BUILD, PAY, PRODUCE, SELL, KEEP, DISCARD)
"""Verbs that may name several things."""
MAX_COUNT: Final = 12
"""More of a kind than exist; larger numbers are cut to it and refused as too many."""


@dataclass(frozen=True)
class Clause:
    """What one verb says."""

    verb: str
    noun: str = ""
    """The role or the building."""
    over: str = ""
    """The building that is covered."""
    state: str = ""
    """FULL or EMPTY, if the line says whether the covered building has a good."""
    library: bool = False
    """Whether the library is used."""
    things: tuple[str, ...] = ()
    """Canonical terms of what is named, also of what pays for a building; equal things are repeated."""


@dataclass(frozen=True)
class ParsedLine:
    """What a line says."""

    clauses: tuple[Clause, ...]
    more: bool = False
    """It ends in "more", so it need not be the whole answer."""


def parse_line(position: State, text: str) -> ParsedLine:
    """What a line says, whether it is possible or not. Raises UnclearError."""
    chunks = LEXICON.split_at_commas(LEXICON.normalize_line(text))
    more = len(chunks) > 1 and chunks[-1] == [MORE]
    if more:
        chunks.pop()
    cards = _CardNumbers(position)
    clauses: list[Clause] = []
    for verb, parts in _by_verb(position, chunks):
        clause = _READERS[verb](cards, verb, parts)
        if clauses and clauses[-1].verb == BUILD and verb == PAY:
            clauses[-1] = replace(clauses[-1], things=clauses[-1].things + clause.things)
        else:
            clauses.append(clause)
    return ParsedLine(tuple(clauses), more)


# --- verbs ------------------------------------------------------------------------------------------------------------


def _by_verb(position: State, chunks: list[list[str]]) -> list[tuple[str, list[list[str]]]]:
    """The verbs of a line, each with the words of what it names, one list for each thing."""
    verb, rest = _verb(position, chunks[0])
    found = [(verb, [rest] if rest else [])]
    for words in chunks[1:]:
        if len(words) > 1 and words[0] == verb and verb in LISTING_VERBS:
            found[-1][1].append(words[1:])
        elif len(words) > 1 and words[0] == FOLLOWED_BY.get(verb):
            verb = words[0]
            found.append((verb, [words[1:]]))
        elif verb in LISTING_VERBS:
            found[-1][1].append(words)
        else:
            further = " ".join(words)
            raise UnclearError(
                Message(_("One answer in a line: write “{words}” in a line of its own."), {"words": further})
            )
    return found


def _verb(position: State, words: list[str]) -> tuple[str, list[str]]:
    """The verb and the words after it; words that answer the question come first, then those of other questions."""
    first, rest = words[0], words[1:]
    expected = STAGE_VERBS.get(int(position.stage), ())
    if PICK in expected and _is_role(words):
        return PICK, words
    found = LEXICON.matching_verbs(first, expected) or LEXICON.matching_verbs(first, VERBS)
    if not found and _is_role(words):
        return PICK, words
    if not found:
        raise UnclearError(_no_verb(first, expected))
    if len(found) > 1:
        raise UnclearError(ambiguous_message(first, found))
    return found[0], rest


def _is_role(words: list[str]) -> bool:
    role, _library = _split_at_word(words, WITH)
    return bool(LEXICON.matching_nouns(LEXICON.remove_fillers(role), ROLE_NAMES))


def _no_verb(word: str, expected: Iterable[str]) -> Message:
    """The error for a line without a verb, with a suggestion: first of words that answer the question."""
    roles = ROLE_NAMES if PICK in expected else ()
    for terms in ((*expected, *roles), (*VERBS, *ROLE_NAMES)):
        if (suggestion := LEXICON.closest_term(word, terms)) is not None:
            return mistyped_message(word, suggestion)
    return unknown_word_message(word)


def _split_at_word(words: Sequence[str], word: str) -> tuple[list[str], list[str]]:
    """The words before a word and those after it."""
    if word not in words:
        return list(words), []
    place = list(words).index(word)
    return list(words[:place]), list(words[place + 1 :])


# --- things -----------------------------------------------------------------------------------------------------------


@dataclass
class _CardNumbers:
    """The cards that the numbers in a line mean; each number may be named once."""

    position: State
    named: set[int] = field(default_factory=set)

    def listed(self, verb: str) -> list[int]:
        """The cards that the seat sees numbered, for this verb."""
        position = self.position
        if position.is_over() or (verb == TAKE and position.preview_seat == position.actor):
            return []
        if verb == TAKE:
            return hand.turned_up_cards(position)
        if verb == KEEP:
            return hand.drawn_cards(position, int(position.actor))
        return hand.hand_cards(position, int(position.actor))

    def numbered(self, verb: str, word: str) -> str:
        """The card with a number."""
        cards, number = self.listed(verb), int(word[:4])
        if verb == TAKE and not cards and not self.position.is_over():
            raise UnclearError(Message(_("Name the card: no cards are numbered here.")))
        if not 1 <= number <= len(cards):
            raise UnclearError(
                Message(
                    _("There is no card {number}: the cards are numbered up to {last}."),
                    {"number": number, "last": len(cards)},
                )
            )
        if number in self.named:
            raise UnclearError(Message(_("Card {number} is named twice."), {"number": number}))
        self.named.add(number)
        return CARD_NAMES[cards[number - 1]]

    def at_hand(self, verb: str) -> tuple[str, ...]:
        """The names of the cards that are most likely meant."""
        return tuple(CARD_NAMES[kind] for kind in dict.fromkeys(self.listed(verb)))


def _card(cards: _CardNumbers, verb: str, words: list[str]) -> str:
    """One card, by name or number."""
    meant = LEXICON.remove_fillers(words)
    if len(meant) == 1 and meant[0].isdecimal():
        return cards.numbered(verb, meant[0])
    return LEXICON.find_noun(words, (cards.at_hand(verb), CARD_NAMES), verb)


def _things(cards: _CardNumbers, verb: str, parts: list[list[str]]) -> tuple[str, ...]:
    """All that is named, each as often as it is named."""
    if not parts:
        raise UnclearError(Message(_("“{verb}” what?"), {"verb": verb}))
    things: list[str] = []
    for words in parts:
        things += _thing(cards, verb, LEXICON.remove_fillers(words))
    return tuple(things)


def _thing(cards: _CardNumbers, verb: str, words: list[str]) -> list[str]:
    """`well`, `2 wells`, `well 2`, and numbers of cards: `3`, `1 4`."""
    numbers = [word for word in words if word.isdecimal()]
    others = [word for word in words if not word.isdecimal()]
    if numbers and not others and verb not in (PRODUCE, SELL):
        return [cards.numbered(verb, number) for number in numbers]
    if len(numbers) > 1:
        raise UnclearError(Message(_("“{words}” has more than one number."), {"words": " ".join(words)}))
    terms = _terms(cards, verb)
    if numbers:
        count = int(numbers[0][:4])
        if count == 0:
            raise UnclearError(Message(_("“{words}” names nothing."), {"words": " ".join(words)}))
        return [LEXICON.find_noun(others, terms, verb)] * min(count, MAX_COUNT)
    try:
        return [LEXICON.find_noun(others, terms, verb)]
    except UnclearError:
        if several := _run_together(others, terms):
            return several
        raise


def _run_together(words: list[str], terms: Sequence[Sequence[str]]) -> list[str]:
    """Things named without commas, "smithy well well"; empty if not all words are understood."""
    for length in range(len(words), 0, -1):
        for among in terms:
            found = LEXICON.matching_nouns(words[:length], among)
            if len(found) == 1:
                rest = words[length:]
                others = _run_together(rest, terms)
                return [*found, *others] if others or not rest else []
    return []


def _terms(cards: _CardNumbers, verb: str) -> tuple[tuple[str, ...], ...]:
    """What can be named with a verb: first what the seat has, then everything."""
    position = cards.position
    if verb in (PRODUCE, SELL):
        return (GOOD_NAMES,)
    if verb in (PAY, BUILD):
        payable = () if position.is_over() else _goods_at_hand(position)
        return ((*payable, *cards.at_hand(verb)), (*GOOD_PAYMENTS, *CARD_NAMES))
    return (cards.at_hand(verb), CARD_NAMES)


def _goods_at_hand(position: State) -> tuple[str, ...]:
    """Goods that the seat to move could pay with."""
    seat = position.actor
    count = (
        position.goods_payable if position.stage == STAGE_PAYMENT else builder.payable_goods(position, seat, NO_CARD, 0)
    )
    if not count:
        return ()
    goods = len(GOOD_NAMES)
    return tuple(term for good, term in enumerate(GOOD_PAYMENTS) if position.goods[seat * goods + good])


# --- clauses ----------------------------------------------------------------------------------------------------------


def _pick(cards: _CardNumbers, verb: str, parts: list[list[str]]) -> Clause:  # noqa: ARG001
    """`builder`, `builder with library`."""
    words, helped = _split_at_word(parts[0] if parts else [], WITH)
    if helped:
        LEXICON.find_noun(helped, ((LIBRARY,),), WITH)
    return Clause(PICK, LEXICON.find_noun(words, (ROLE_NAMES,), verb), library=bool(helped))


def _build(cards: _CardNumbers, verb: str, parts: list[list[str]]) -> Clause:
    """`build library`, `build palace over chapel`, `... over full indigo plant`, `build library with smithy, well`."""
    if not parts:
        raise UnclearError(Message(_("“{verb}” what?"), {"verb": verb}))
    words, paid = _split_at_word(parts[0], WITH)
    if WITH not in parts[0] and len(parts) > 1:
        further = ", ".join(" ".join(part) for part in parts[1:])
        raise UnclearError(Message(_("Say what pays after “with”: {words}?"), {"words": further}))
    kind, below = _split_at_word(words, OVER)
    building = _card(cards, BUILD, kind)
    state = next((word for word in below if word in (FULL, EMPTY)), "")
    below = [word for word in below if word != state]
    over = LEXICON.find_noun(below, (_own_buildings(cards.position), CARD_NAMES), OVER) if OVER in words else ""
    things = _things(cards, BUILD, [paid, *parts[1:]]) if WITH in parts[0] else ()
    return Clause(BUILD, building, over, state, things=things)


def _own_buildings(position: State) -> tuple[str, ...]:
    if position.is_over():
        return ()
    return tuple(CARD_NAMES[kind] for kind in range(KINDS) if position.owns(position.actor, kind))


def _one_card(cards: _CardNumbers, verb: str, parts: list[list[str]]) -> Clause:
    return Clause(verb, things=(_card(cards, verb, parts[0] if parts else []),))


def _use(cards: _CardNumbers, verb: str, parts: list[list[str]]) -> Clause:  # noqa: ARG001
    for words in parts:
        LEXICON.find_noun(words, ((GOLD_MINE,),), verb)
    return Clause(USE, GOLD_MINE)


def _pass(cards: _CardNumbers, verb: str, parts: list[list[str]]) -> Clause:  # noqa: ARG001
    if any(LEXICON.remove_fillers(words) for words in parts):
        raise UnclearError(Message(_("“{verb}” stands alone."), {"verb": verb}))
    return Clause(PASS)


def _naming(cards: _CardNumbers, verb: str, parts: list[list[str]]) -> Clause:
    if verb in (PRODUCE, SELL):
        parts = [[word for word in words if "good" not in LEXICON.singulars(word)] for words in parts]
    return Clause(verb, things=_things(cards, verb, parts))


_READERS: Final[dict[str, Callable[[_CardNumbers, str, list[list[str]]], Clause]]] = {
    PICK: _pick,
    BUILD: _build,
    PAY: _naming,
    PRODUCE: _naming,
    SELL: _naming,
    KEEP: _naming,
    DISCARD: _naming,
    USE: _use,
    TAKE: _one_card,
    CHAPEL: _one_card,
    PASS: _pass,
}
