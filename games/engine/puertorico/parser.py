"""Parses the notation: what a line of a person says, whether that is possible or not (words in vocabulary.py)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.contract import NotationError
from games.engine.lexicon import UnclearError, ambiguous_message, mistyped_message, split_words, unknown_word_message
from games.engine.puertorico import names
from games.engine.puertorico.answers import notation_error
from games.engine.puertorico.components import CARD_NAMES, GOOD_NAMES, TILE_NAMES, ship_size
from games.engine.puertorico.formatter import (
    AS_FOREST,
    AT_POST,
    MORE,
    MOVE_BY_STEP,
    OF_COLONISTS,
    OF_FORESTS,
    OF_GUESTS,
    OF_LAND,
    OF_NOBLES,
    Step,
    step_of,
)
from games.engine.puertorico.placement_parser import noble_steps, placement_steps
from games.engine.puertorico.position import State
from games.engine.puertorico.stage_table import STAGES
from games.engine.puertorico.stages import STAGE_FOREST, STAGE_NAMES
from games.engine.puertorico.terms import (
    InputLine,
    building_groups,
    find_noun,
    place_groups,
    place_groups_with_san_juan,
    remove_term,
    split_after_numbers,
    split_off_number,
)
from games.engine.puertorico.vocabulary import (
    BUILD,
    BUILDING_NAMES,
    BUY,
    CHOOSE,
    COLONIST,
    DISCARD,
    EXTRA,
    FOREST,
    GUEST,
    HOUSE,
    KEEP,
    LAND,
    LEXICON,
    NOBLE,
    NOBLE_GUEST,
    NOBLES,
    PAY,
    PLACE,
    PLANT,
    POST,
    ROLE,
    SELL,
    SHIP,
    SMALL_WHARF,
    STORE,
    SUPPLY,
    TAKE,
    TWO_COLONISTS,
    VERBS,
    VP,
    WHARF,
)
from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

PEOPLE: Final = (COLONIST, TWO_COLONISTS, NOBLE)
ONE_AT_A_TIME: Final = frozenset({ROLE, CHOOSE, TAKE, FOREST, PLANT, DISCARD, SELL, BUY, GUEST, NOBLE_GUEST})
"""Of the verbs in _READERS, those of lines that say only one thing."""
TILE_STAGES: Final = frozenset({"settler", "role"})


@dataclass(frozen=True)
class ParsedLine:
    """What a line says."""

    steps: tuple[Step, ...]
    unfinished: bool = False
    """It ends in "...", so it need not be the whole decision."""


def parse_line(position: State, text: str) -> ParsedLine:
    """What a line says, whether it is possible or not. Raises NotationError."""
    try:
        plain = LEXICON.normalize_line(text)
    except UnclearError as unclear:
        raise notation_error(position, unclear.message) from None
    unfinished = unicodedata.normalize("NFKC", text).rstrip().endswith(MORE)
    line = InputLine(position, plain, split_words(plain))
    steps = _steps(line)
    if not steps:
        raise notation_error(position, Message(_("This line says nothing.")))
    return ParsedLine(steps, unfinished)


def _steps(line: InputLine) -> tuple[Step, ...]:
    """The steps of a line. The error for a second thing after a verb that allows one says to begin another line."""
    verb = _find_verb(line)
    try:
        return _read_steps(verb, line)
    except NotationError:
        first, *others = LEXICON.split_at_commas(line.plain)
        if not others or not (_stands_alone(verb) or _repeats_verb(verb, others[0])):
            raise
        _read_steps(verb, InputLine(line.position, " ".join(first), first))
        further = ", ".join(" ".join(words) for words in others)
        raise notation_error(
            line.position, Message(_("One answer in a line: write “{words}” in a line of its own."), {"words": further})
        ) from None


def _stands_alone(verb: str) -> bool:
    """Whether a line with this verb says only one thing, so that nothing may follow after a comma."""
    return verb in ONE_AT_A_TIME or verb not in _READERS


def _repeats_verb(verb: str, words: list[str]) -> bool:
    return verb in (BUILD, SHIP) and LEXICON.matching_verbs(words[0], VERBS) == [verb]


def _find_verb(line: InputLine) -> str:
    """The verb of a line: words that answer the question come first, then those of other questions."""
    position, first = line.position, line.words[0]
    expected = [*STAGES[int(position.stage)].verbs]
    expected += [step_of(position, move).verb for move in position.legal_moves()]
    meant = LEXICON.remove_fillers(LEXICON.split_at_commas(line.plain)[0])
    if _is_noble_guest(line.words):
        return NOBLE_GUEST
    if ROLE in expected and LEXICON.matching_nouns(meant, CARD_NAMES):
        return ROLE
    if CHOOSE in expected and LEXICON.matching_nouns(meant, BUILDING_NAMES):
        return CHOOSE
    found = LEXICON.matching_verbs(first, expected) or LEXICON.matching_verbs(first, VERBS)
    if not found and LEXICON.matching_nouns(meant, CARD_NAMES):
        return ROLE
    if not found:
        raise notation_error(position, _unknown_verb_message(first, expected))
    if len(found) > 1:
        raise notation_error(position, ambiguous_message(first, found))
    return found[0]


def _is_noble_guest(words: list[str]) -> bool:
    """`noble guest villa`. But when nobles are placed, `noble guest 1` is short for one noble in the guesthouse."""
    return len(words) > len("ng") and words[:2] == [NOBLE_GUEST, GUEST] and not words[-1].isdecimal()


def _unknown_verb_message(word: str, expected: Sequence[str]) -> Message:
    """The error for a line without a verb, with a suggestion: first of words that answer the question."""
    cards, buildings = CARD_NAMES if ROLE in expected else (), BUILDING_NAMES if CHOOSE in expected else ()
    for terms in ((*expected, *cards, *buildings), (*VERBS, *CARD_NAMES)):
        if (suggestion := LEXICON.closest_term(word, terms)) is not None:
            return mistyped_message(word, suggestion)
    return unknown_word_message(word)


def _role_steps(line: InputLine) -> tuple[Step, ...]:
    return (Step(ROLE, find_noun(line.position, line.words, (CARD_NAMES,))),)


def _choice_steps(line: InputLine) -> tuple[Step, ...]:
    """`choose library`, or the building alone."""
    position = line.position
    bare = LEXICON.matching_nouns(LEXICON.remove_fillers(LEXICON.split_at_commas(line.plain)[0]), BUILDING_NAMES)
    words = line.words if bare else line.words[1:]
    possible = tuple(step_of(position, move).noun for move in position.legal_moves())
    return (Step(CHOOSE, find_noun(position, words, (possible, BUILDING_NAMES), CHOOSE)),)


def _read_steps(verb: str, line: InputLine) -> tuple[Step, ...]:
    return _READERS[verb](line) if verb in _READERS else (_simple_step(verb, line),)


def _simple_step(verb: str, line: InputLine) -> Step:
    """A verb alone, or with one of the nouns that its moves have."""
    nouns = [step.noun for step in MOVE_BY_STEP if step.verb == verb]
    if not LEXICON.remove_fillers(line.words[1:]) and "" in nouns:
        return Step(verb)
    if any(nouns):
        return Step(verb, find_noun(line.position, line.words[1:], (tuple(filter(None, nouns)),), verb))
    raise notation_error(line.position, Message(_("“{verb}” stands alone."), {"verb": verb}))


# --- tiles ------------------------------------------------------------------------------------------------------------


def _take_steps(line: InputLine) -> tuple[Step, ...]:
    """`take corn`, `take corn as forest`, `take colonist`, `take 2 colonists`, `take noble`."""
    words, as_forest = remove_term(line.words[1:], FOREST)
    if as_forest:
        return (_forest_step(line, words),)
    expected = TILE_NAMES if STAGE_NAMES[line.position.stage] in TILE_STAGES else PEOPLE
    return (Step(TAKE, find_noun(line.position, words, (expected, (*TILE_NAMES, *PEOPLE)), TAKE)),)


def _forest_steps(line: InputLine) -> tuple[Step, ...]:
    return (_forest_step(line, line.words[1:]),)


def _forest_step(line: InputLine, words: list[str]) -> Step:
    """The tile just drawn as a forest, or a face-up one that is named."""
    if line.position.stage == STAGE_FOREST and not LEXICON.remove_fillers(words):
        return Step(FOREST)
    return Step(FOREST, find_noun(line.position, words, (TILE_NAMES,), FOREST))


def _plant_steps(line: InputLine) -> tuple[Step, ...]:
    """`plant`; `plant forest` is the opposite."""
    words, as_forest = remove_term(line.words[1:], FOREST)
    return (_forest_step(line, words),) if as_forest else (_simple_step(PLANT, line),)


def _discard_steps(line: InputLine) -> tuple[Step, ...]:
    words, forest = remove_term(line.words[1:], FOREST)
    if forest:
        return (Step(DISCARD, find_noun(line.position, words, (GOOD_NAMES,), "discard forest"), kind=OF_FORESTS),)
    return (Step(DISCARD, find_noun(line.position, words, (TILE_NAMES,), DISCARD)),)


# --- people -----------------------------------------------------------------------------------------------------------


def _guest_steps(line: InputLine) -> tuple[Step, ...]:
    """`guest library`, `noble guest chapel`."""
    words, noble = remove_term(line.words, NOBLE)
    if words and LEXICON.matching_verbs(words[0], (GUEST,)):
        words = words[1:]
    place = find_noun(line.position, words, place_groups(line.position), NOBLE_GUEST if noble else GUEST)
    return (Step(NOBLE_GUEST, place, kind=OF_GUESTS) if noble else Step(GUEST, place),)


# --- buildings and what they cost -------------------------------------------------------------------------------------


def _building_steps(line: InputLine) -> tuple[Step, ...]:
    """`build harbor`, and how the black market is paid: `build harbor, pay colonist quarry, pay vp`."""
    first, *payments = LEXICON.split_at_commas(line.plain)
    building = find_noun(line.position, first[1:], building_groups(line.position), BUILD)
    return (Step(BUILD, building), *_payment_steps(line.position, payments))


def _pay_steps(line: InputLine) -> tuple[Step, ...]:
    return _payment_steps(line.position, LEXICON.split_at_commas(line.plain))


def _payment_steps(position: State, parts: list[list[str]]) -> tuple[Step, ...]:
    """Payments in the order in which the black market asks for them; "pay" is needed only once."""
    steps = []
    for words in parts:
        steps.append(_payment_step(position, words[1:] if LEXICON.matching_verbs(words[0], (PAY,)) else words))
    return tuple(sorted(steps, key=_payment_order))


def _payment_order(step: Step) -> int:
    return 0 if step.kind else 2 if step.noun == VP else 1


def _payment_step(position: State, words: list[str]) -> Step:
    """A colonist or a noble with the place that they leave, a good, or a victory point."""
    meant = LEXICON.remove_fillers([word for word in words if word != "1"])
    for kind, person in ((OF_COLONISTS, COLONIST), (OF_NOBLES, NOBLE)):
        if meant and LEXICON.means(meant[0], person) and not LEXICON.matching_nouns(meant, GOOD_NAMES):
            return Step(PAY, _place_left(position, meant[1:], kind), kind=kind)
    return Step(PAY, find_noun(position, meant, ((*GOOD_NAMES, VP),), PAY))


def _place_left(position: State, words: list[str], kind: str) -> str:
    """The place that a colonist or noble leaves; it need not be said if only one is possible."""
    if words:
        return find_noun(position, words, place_groups_with_san_juan(position))
    possible = [step for step in (step_of(position, move) for move in position.legal_moves()) if step.kind == kind]
    if len(possible) == 1:
        return possible[0].noun
    raise notation_error(position, Message(_("“{verb}” from where?"), {"verb": f"{PAY} {kind}"}))


# --- goods ------------------------------------------------------------------------------------------------------------


def _sell_steps(line: InputLine) -> tuple[Step, ...]:
    """`sell coffee`, `sell coffee at trading post`, `sell land corn`."""
    position = line.position
    land = [word for word in line.words[1:] if LEXICON.matching_nouns([word], (LAND,)) == [LAND] and len(word) > 1]
    if land:
        words = [word for word in line.words[1:] if word not in land]
        return (Step(SELL, find_noun(position, words, (TILE_NAMES,), "sell land"), kind=OF_LAND),)
    meant = LEXICON.remove_fillers(line.words[1:])
    for split in range(1, len(meant)):
        market = LEXICON.matching_nouns(meant[split:], (POST, HOUSE))
        if len(market) == 1:
            way = AT_POST if market == [POST] else ""
            return (Step(SELL, find_noun(position, meant[:split], (GOOD_NAMES,), SELL), way=way),)
    return (Step(SELL, find_noun(position, meant, (GOOD_NAMES,), SELL)),)


def _buy_steps(line: InputLine) -> tuple[Step, ...]:
    words, as_forest = remove_term([word for word in line.words[1:] if not LEXICON.means(word, LAND)], FOREST)
    way = AS_FOREST if as_forest else ""
    return (Step(BUY, find_noun(line.position, words, (TILE_NAMES,), BUY), way=way),)


def _goods_reader(verb: str) -> Callable[[InputLine], tuple[Step, ...]]:
    """One good or several, each a step: `extra corn`, `supply corn, sugar`."""

    def reader(line: InputLine) -> tuple[Step, ...]:
        goods = []
        for words in LEXICON.split_at_commas(line.plain):
            rest = words[1:] if len(words) > 1 and LEXICON.matching_verbs(words[0], (verb,)) else words
            goods.append(find_noun(line.position, rest, (GOOD_NAMES,), verb))
        return tuple(Step(verb, good) for good in sorted(goods, key=GOOD_NAMES.index))

    return reader


def _store_steps(line: InputLine) -> tuple[Step, ...]:
    """Goods for the warehouses in ascending order, then single barrels; a verb is valid until the next one."""
    position, verb = line.position, ""
    counts: dict[Step, int] = {}
    for words in LEXICON.split_at_commas(line.plain):
        found = LEXICON.matching_verbs(words[0], (STORE, KEEP))
        if len(found) == 1:
            verb, words = found[0], words[1:]
        number = None
        if verb == KEEP:
            words, number = split_off_number(position, words)
        step = Step(verb, find_noun(position, words, (GOOD_NAMES,), verb))
        if step in counts:
            raise notation_error(position, Message(_("Named twice: {good}."), {"good": names.good(step.noun)}))
        counts[step] = 1 if number is None else number
    ordered = sorted(counts, key=lambda step: (step.verb == KEEP, GOOD_NAMES.index(step.noun)))
    return tuple(step for step in ordered for _barrel in range(min(counts[step], MAX_BARRELS)))


MAX_BARRELS: Final = 12
"""More of a kind than exist; larger numbers are cut to it and refused as too many."""


def _ship_steps(line: InputLine) -> tuple[Step, ...]:
    """`ship corn 7`, `ship tobacco wharf`, `ship small wharf corn 3, tobacco 2`."""
    words = line.words[1:]
    return (_loading_step(line.position, words),) if _small_wharf_index(words) is None else _cargo_steps(line)


def _small_wharf_index(words: list[str]) -> int | None:
    """The index of the words that name the small wharf; "s w" means sugar and wharf instead."""
    for index in range(len(words) - 1):
        named = LEXICON.matching_nouns(words[index : index + 2], (WHARF, SMALL_WHARF))
        if named == [SMALL_WHARF] and not LEXICON.matching_nouns(words[index : index + 1], GOOD_NAMES):
            return index
    return None


def _cargo_steps(line: InputLine) -> tuple[Step, ...]:
    """What goes on the small wharf; a good without a number goes whole. If none is named, it is asked next."""
    position = line.position
    first, *others = LEXICON.split_at_commas(line.plain)
    words = first[1:]
    index = _small_wharf_index(words)
    if index is not None:
        words = words[:index] + words[index + 2 :]
    parts = [*split_after_numbers(LEXICON.remove_fillers(words)), *others]
    barrels: dict[str, int] = {}
    for words in parts:
        rest, number = split_off_number(position, words)
        if not LEXICON.remove_fillers(rest) and number is None:
            continue
        good = find_noun(position, rest, (GOOD_NAMES,), SHIP)
        if good in barrels:
            raise notation_error(position, Message(_("Named twice: {good}."), {"good": names.good(good)}))
        owned = 0 if position.is_over() else int(position.barrels_of(position.actor, GOOD_NAMES.index(good)))
        barrels[good] = owned if number is None else number
    steps = tuple(Step(SHIP, good, way=SMALL_WHARF, count=barrels[good]) for good in GOOD_NAMES if good in barrels)
    return steps or (Step(SHIP, way=SMALL_WHARF),)


def good_without_ship(position: State, text: str) -> str | None:
    """The good of a line of loading that leaves open on which ship (`ship corn`); None for other lines.

    Raises NotationError if the line cannot be read.
    """
    try:
        plain = LEXICON.normalize_line(text)
    except UnclearError as unclear:
        raise notation_error(position, unclear.message) from None
    words = split_words(plain)
    line = InputLine(position, plain, words)
    if _find_verb(line) != SHIP or len(LEXICON.split_at_commas(plain)) > 1 or _small_wharf_index(words[1:]) is not None:
        return None
    good, ships = _good_and_ships(position, words[1:])
    return None if ships else good


def _good_and_ships(position: State, words: list[str]) -> tuple[str, list[str]]:
    """The good of a loading, and the words that name ships."""
    ships = [word for word in words if word.isdecimal() or LEXICON.matching_nouns([word], (WHARF,))]
    return find_noun(position, [word for word in words if word not in ships], (GOOD_NAMES,), SHIP), ships


def _loading_step(position: State, words: list[str]) -> Step:
    good, ships = _good_and_ships(position, words)
    sizes = [str(ship_size(position.seats, ship)) for ship in range(len(position.ship_good))]
    if not ships:
        steps = [step_of(position, move) for move in position.legal_moves()]
        possible = [step.way for step in steps if (step.verb, step.noun) == (SHIP, good)]
        if len(possible) == 1:
            return Step(SHIP, good, way=possible[0])
        raise notation_error(
            position, Message(_("On which ship: {ships}?"), {"ships": list_message(possible or [*sizes, WHARF])})
        )
    if len(ships) > 1:
        raise notation_error(position, Message(_("Name one ship, not {ships}."), {"ships": list_message(ships)}))
    if ships[0].isdecimal() and ships[0] not in sizes:
        raise notation_error(
            position,
            Message(
                _("There is no ship {ship}; the ships are {ships}."), {"ship": ships[0], "ships": list_message(sizes)}
            ),
        )
    return Step(SHIP, good, way=ships[0] if ships[0].isdecimal() else WHARF)


_READERS: Final[dict[str, Callable[[InputLine], tuple[Step, ...]]]] = {
    ROLE: _role_steps,
    CHOOSE: _choice_steps,
    TAKE: _take_steps,
    FOREST: _forest_steps,
    PLANT: _plant_steps,
    DISCARD: _discard_steps,
    BUILD: _building_steps,
    PAY: _pay_steps,
    EXTRA: _goods_reader(EXTRA),
    SUPPLY: _goods_reader(SUPPLY),
    SELL: _sell_steps,
    BUY: _buy_steps,
    SHIP: _ship_steps,
    STORE: _store_steps,
    KEEP: _store_steps,
    PLACE: placement_steps,
    NOBLES: noble_steps,
    GUEST: _guest_steps,
    NOBLE_GUEST: _guest_steps,
}
"""Verbs with more than a noun after them; `_simple_steps` reads the others."""
