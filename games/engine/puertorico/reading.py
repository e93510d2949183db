"""The notation, read: what a line of a person says, whether it is possible or not (words in vocabulary.py)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.contract import NotationError
from games.engine.lexicon import Unclear, ambiguous, mistyped, not_a_word, words_of
from games.engine.puertorico import names
from games.engine.puertorico.answers import unreadable
from games.engine.puertorico.components import CARD_NAMES, GOOD_NAMES, TILE_NAMES, ship_size
from games.engine.puertorico.position import State
from games.engine.puertorico.reading_placement import noble_steps, placement_steps
from games.engine.puertorico.stages import STAGE_FOREST, STAGE_NAMES
from games.engine.puertorico.terms import (
    Said,
    closed_by_numbers,
    kinds_in_play,
    noun,
    number_in,
    places,
    places_left,
    without,
)
from games.engine.puertorico.vocabulary import (
    BUILD,
    BUILDING_NAMES,
    BUY,
    CHOOSE,
    COLONIST,
    DISCARD,
    DRAW,
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
    PASS,
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
from games.engine.puertorico.wording import (
    AS_FOREST,
    AT_POST,
    MORE,
    OF_COLONISTS,
    OF_FORESTS,
    OF_GUESTS,
    OF_LAND,
    OF_NOBLES,
    Step,
    step_of,
)
from games.engine.words import Message, listed
from games.engine.words import gettext_noop as _

STAGE_VERBS: Final = {
    "draft": (CHOOSE,),
    "role": (ROLE,),
    "settler": (DRAW, TAKE, PASS),
    "forest": (PLANT, FOREST),
    "hospice": (TAKE, PASS),
    "hunting lodge": (DISCARD, PASS),
    "mayor": (TAKE, PASS),
    "ship": (TAKE,),
    "colonists": (PLACE,),
    "nobles": (NOBLES, PLACE),
    "builder": (BUILD, PASS),
    "black market": (PAY,),
    "university": (TAKE, PASS),
    "guests": (GUEST, PASS),
    "craftsman": (EXTRA, PASS),
    "trader": (SELL, PASS),
    "captain": (SHIP, PASS),
    "small wharf": (SHIP,),
    "storing": (STORE, KEEP),
    "over": (),
}
"""Of a stage in every game; what only some seats may answer is known from its legal moves."""

PEOPLE: Final = (COLONIST, TWO_COLONISTS, NOBLE)
ONE_AT_A_TIME: Final = frozenset(
    {ROLE, CHOOSE, PASS, DRAW, TAKE, FOREST, PLANT, DISCARD, SELL, BUY, GUEST, NOBLE_GUEST}
)
"""Verbs of lines that say one thing, whatever is written after a comma."""
TILE_STAGES: Final = frozenset({"settler", "role"})


@dataclass(frozen=True)
class Line:
    """What a line says. unfinished: it ends in "...", so it need not be the whole decision."""

    steps: tuple[Step, ...]
    unfinished: bool = False


def read(position: State, text: str) -> Line:
    """What a line says, whether it is possible or not. Raises NotationError."""
    try:
        plain = LEXICON.line(text)
    except Unclear as unclear:
        raise unreadable(position, unclear.message) from None
    unfinished = unicodedata.normalize("NFKC", text).rstrip().endswith(MORE)
    said = Said(position, plain, words_of(plain))
    steps = _steps(said)
    if not steps:
        raise unreadable(position, Message(_("This line says nothing.")))
    return Line(steps, unfinished)


def _steps(said: Said) -> tuple[Step, ...]:
    """Where one thing is said at a time, whoever goes on after it is told to begin another line."""
    verb = _verb(said)
    try:
        return _READERS[verb](said)
    except NotationError:
        first, *others = LEXICON.chunks(said.plain)
        if not others or not (verb in ONE_AT_A_TIME or _says_again(verb, others[0])):
            raise
        _READERS[verb](Said(said.position, " ".join(first), first))
        further = ", ".join(" ".join(words) for words in others)
        raise unreadable(
            said.position, Message(_("One answer in a line: write “{words}” in a line of its own."), {"words": further})
        ) from None


def _says_again(verb: str, words: list[str]) -> bool:
    return verb in (BUILD, SHIP) and LEXICON.verbs(words[0], VERBS) == [verb]


def _verb(said: Said) -> str:
    """What kind of line it is: words that fit the question come first, then those of other questions."""
    position, first = said.position, said.words[0]
    expected = [*STAGE_VERBS[STAGE_NAMES[position.stage]]]
    expected += [step_of(position, move).verb for move in position.legal_moves()]
    meant = LEXICON.without_fillers(LEXICON.chunks(said.plain)[0])
    if _is_noble_guest(said.words):
        return NOBLE_GUEST
    if ROLE in expected and LEXICON.nouns(meant, CARD_NAMES):
        return ROLE
    if CHOOSE in expected and LEXICON.nouns(meant, BUILDING_NAMES):
        return CHOOSE
    found = LEXICON.verbs(first, expected) or LEXICON.verbs(first, VERBS)
    if not found and LEXICON.nouns(meant, CARD_NAMES):
        return ROLE
    if not found:
        raise unreadable(position, _no_verb(first, expected))
    if len(found) > 1:
        raise unreadable(position, ambiguous(first, found))
    return found[0]


def _is_noble_guest(words: list[str]) -> bool:
    """`noble guest villa`, also where it is asked who is noble; `noble guest 1` is short for the guesthouse there."""
    return len(words) > len("ng") and words[:2] == [NOBLE_GUEST, GUEST] and not words[-1].isdecimal()


def _no_verb(word: str, expected: Sequence[str]) -> Message:
    """What fits the question is rather meant than anything else."""
    cards, buildings = CARD_NAMES if ROLE in expected else (), BUILDING_NAMES if CHOOSE in expected else ()
    for terms in ((*expected, *cards, *buildings), (*VERBS, *CARD_NAMES)):
        if (suggestion := LEXICON.closest(word, terms)) is not None:
            return mistyped(word, suggestion)
    return not_a_word(word)


def _role(said: Said) -> tuple[Step, ...]:
    return (Step(ROLE, noun(said.position, said.words, (CARD_NAMES,))),)


def _choice(said: Said) -> tuple[Step, ...]:
    """`choose library`, or the building alone."""
    position = said.position
    bare = LEXICON.nouns(LEXICON.without_fillers(LEXICON.chunks(said.plain)[0]), BUILDING_NAMES)
    words = said.words if bare else said.words[1:]
    possible = tuple(step_of(position, move).noun for move in position.legal_moves())
    return (Step(CHOOSE, noun(position, words, (possible, BUILDING_NAMES), CHOOSE)),)


def _alone(verb: str) -> Callable[[Said], tuple[Step, ...]]:
    def reader(said: Said) -> tuple[Step, ...]:
        if LEXICON.without_fillers(said.words[1:]):
            raise unreadable(said.position, Message(_("“{verb}” stands alone."), {"verb": verb}))
        return (Step(verb),)

    return reader


# --- tiles ------------------------------------------------------------------------------------------------------------


def _taking(said: Said) -> tuple[Step, ...]:
    """`take corn`, `take corn as forest`, `take colonist`, `take 2 colonists`, `take noble`."""
    words, as_forest = without(said.words[1:], FOREST)
    if as_forest:
        return (_forest(said, words),)
    expected = TILE_NAMES if STAGE_NAMES[said.position.stage] in TILE_STAGES else PEOPLE
    return (Step(TAKE, noun(said.position, words, (expected, (*TILE_NAMES, *PEOPLE)), TAKE)),)


def _foresting(said: Said) -> tuple[Step, ...]:
    return (_forest(said, said.words[1:]),)


def _forest(said: Said, words: list[str]) -> Step:
    """The tile just drawn as a forest, or a face-up one that is named."""
    if said.position.stage == STAGE_FOREST and not LEXICON.without_fillers(words):
        return Step(FOREST)
    return Step(FOREST, noun(said.position, words, (TILE_NAMES,), FOREST))


def _planting(said: Said) -> tuple[Step, ...]:
    """`plant`; `plant forest` is the opposite."""
    words, as_forest = without(said.words[1:], FOREST)
    return (_forest(said, words),) if as_forest else _alone(PLANT)(said)


def _discarding(said: Said) -> tuple[Step, ...]:
    words, forest = without(said.words[1:], FOREST)
    if forest:
        return (Step(DISCARD, noun(said.position, words, (GOOD_NAMES,), "discard forest"), kind=OF_FORESTS),)
    return (Step(DISCARD, noun(said.position, words, (TILE_NAMES,), DISCARD)),)


# --- people -----------------------------------------------------------------------------------------------------------


def _guest(said: Said) -> tuple[Step, ...]:
    """`guest library`, `noble guest chapel`."""
    words, noble = without(said.words, NOBLE)
    if words and LEXICON.verbs(words[0], (GUEST,)):
        words = words[1:]
    place = noun(said.position, words, places(said.position), NOBLE_GUEST if noble else GUEST)
    return (Step(NOBLE_GUEST, place, kind=OF_GUESTS) if noble else Step(GUEST, place),)


# --- buildings and what they cost -------------------------------------------------------------------------------------


def _building(said: Said) -> tuple[Step, ...]:
    """`build harbor`, and how the black market is paid: `build harbor, pay colonist quarry, pay vp`."""
    first, *payments = LEXICON.chunks(said.plain)
    building = noun(said.position, first[1:], kinds_in_play(said.position), BUILD)
    return (Step(BUILD, building), *_payments(said.position, payments))


def _paying(said: Said) -> tuple[Step, ...]:
    return _payments(said.position, LEXICON.chunks(said.plain))


def _payments(position: State, parts: list[list[str]]) -> tuple[Step, ...]:
    """In the order in which the black market asks for them; "pay" need be said only once."""
    steps = []
    for words in parts:
        steps.append(_payment(position, words[1:] if LEXICON.verbs(words[0], (PAY,)) else words))
    return tuple(sorted(steps, key=_payment_order))


def _payment_order(step: Step) -> int:
    return 0 if step.kind else 2 if step.noun == VP else 1


def _payment(position: State, words: list[str]) -> Step:
    """A colonist or a noble with the place that he leaves, a good, or a victory point."""
    meant = LEXICON.without_fillers([word for word in words if word != "1"])
    for kind, person in ((OF_COLONISTS, COLONIST), (OF_NOBLES, NOBLE)):
        if meant and LEXICON.means(meant[0], person) and not LEXICON.nouns(meant, GOOD_NAMES):
            return Step(PAY, _left_place(position, meant[1:], kind), kind=kind)
    return Step(PAY, noun(position, meant, ((*GOOD_NAMES, VP),), PAY))


def _left_place(position: State, words: list[str], kind: str) -> str:
    """Where he comes from; it need not be said where only one place is possible."""
    if words:
        return noun(position, words, places_left(position))
    possible = [step for step in (step_of(position, move) for move in position.legal_moves()) if step.kind == kind]
    if len(possible) == 1:
        return possible[0].noun
    raise unreadable(position, Message(_("“{verb}” from where?"), {"verb": f"{PAY} {kind}"}))


# --- goods ------------------------------------------------------------------------------------------------------------


def _selling(said: Said) -> tuple[Step, ...]:
    """`sell coffee`, `sell coffee at trading post`, `sell land corn`."""
    position = said.position
    land = [word for word in said.words[1:] if LEXICON.nouns([word], (LAND,)) == [LAND] and len(word) > 1]
    if land:
        words = [word for word in said.words[1:] if word not in land]
        return (Step(SELL, noun(position, words, (TILE_NAMES,), "sell land"), kind=OF_LAND),)
    meant = LEXICON.without_fillers(said.words[1:])
    for split in range(1, len(meant)):
        market = LEXICON.nouns(meant[split:], (POST, HOUSE))
        if len(market) == 1:
            way = AT_POST if market == [POST] else ""
            return (Step(SELL, noun(position, meant[:split], (GOOD_NAMES,), SELL), way=way),)
    return (Step(SELL, noun(position, meant, (GOOD_NAMES,), SELL)),)


def _buying(said: Said) -> tuple[Step, ...]:
    words, as_forest = without([word for word in said.words[1:] if not LEXICON.means(word, LAND)], FOREST)
    way = AS_FOREST if as_forest else ""
    return (Step(BUY, noun(said.position, words, (TILE_NAMES,), BUY), way=way),)


def _goods_reader(verb: str) -> Callable[[Said], tuple[Step, ...]]:
    """One good or several, each a step: `extra corn`, `supply corn, sugar`."""

    def reader(said: Said) -> tuple[Step, ...]:
        goods = []
        for words in LEXICON.chunks(said.plain):
            rest = words[1:] if len(words) > 1 and LEXICON.verbs(words[0], (verb,)) else words
            goods.append(noun(said.position, rest, (GOOD_NAMES,), verb))
        return tuple(Step(verb, good) for good in sorted(goods, key=GOOD_NAMES.index))

    return reader


def _storing(said: Said) -> tuple[Step, ...]:
    """Kinds for the warehouses in ascending order, then single barrels; a verb holds until the next one."""
    position, verb = said.position, ""
    counts: dict[Step, int] = {}
    for words in LEXICON.chunks(said.plain):
        found = LEXICON.verbs(words[0], (STORE, KEEP))
        if len(found) == 1:
            verb, words = found[0], words[1:]
        number = None
        if verb == KEEP:
            words, number = number_in(position, words)
        step = Step(verb, noun(position, words, (GOOD_NAMES,), verb))
        if step in counts:
            raise unreadable(position, Message(_("Named twice: {name}."), {"name": names.good(step.noun)}))
        counts[step] = 1 if number is None else number
    ordered = sorted(counts, key=lambda step: (step.verb == KEEP, GOOD_NAMES.index(step.noun)))
    return tuple(step for step in ordered for _barrel in range(min(counts[step], MOST_BARRELS)))


MOST_BARRELS: Final = 12
"""More of a kind than there are: whoever writes more is told that it is too much."""


def _loading(said: Said) -> tuple[Step, ...]:
    """`ship corn 7`, `ship tobacco wharf`, `ship small wharf corn 3, tobacco 2`."""
    words = said.words[1:]
    return (_loaded(said.position, words),) if _small_wharf_in(words) is None else _cargo(said)


def _small_wharf_in(words: list[str]) -> int | None:
    """Where among the words the small wharf is named; "s w" rather means sugar."""
    for index in range(len(words) - 1):
        named = LEXICON.nouns(words[index : index + 2], (WHARF, SMALL_WHARF))
        if named == [SMALL_WHARF] and not LEXICON.nouns(words[index : index + 1], GOOD_NAMES):
            return index
    return None


def _cargo(said: Said) -> tuple[Step, ...]:
    """What goes on the small wharf; a kind without a number goes whole. Nothing named: that is asked next."""
    position = said.position
    first, *others = LEXICON.chunks(said.plain)
    words = first[1:]
    index = _small_wharf_in(words)
    if index is not None:
        words = words[:index] + words[index + 2 :]
    parts = [*closed_by_numbers(LEXICON.without_fillers(words)), *others]
    barrels: dict[str, int] = {}
    for words in parts:
        rest, number = number_in(position, words)
        if not LEXICON.without_fillers(rest) and number is None:
            continue
        good = noun(position, rest, (GOOD_NAMES,), SHIP)
        if good in barrels:
            raise unreadable(position, Message(_("Named twice: {name}."), {"name": names.good(good)}))
        owned = 0 if position.is_over() else int(position.barrels_of(position.actor, GOOD_NAMES.index(good)))
        barrels[good] = owned if number is None else number
    steps = tuple(Step(SHIP, good, way=SMALL_WHARF, count=barrels[good]) for good in GOOD_NAMES if good in barrels)
    return steps or (Step(SHIP, way=SMALL_WHARF),)


def _loaded(position: State, words: list[str]) -> Step:
    ships = [word for word in words if word.isdecimal() or LEXICON.nouns([word], (WHARF,))]
    good = noun(position, [word for word in words if word not in ships], (GOOD_NAMES,), SHIP)
    sizes = [str(ship_size(position.seats, ship)) for ship in range(len(position.ship_good))]
    if not ships:
        steps = [step_of(position, move) for move in position.legal_moves()]
        possible = [step.way for step in steps if (step.verb, step.noun) == (SHIP, good)]
        if len(possible) == 1:
            return Step(SHIP, good, way=possible[0])
        raise unreadable(
            position, Message(_("On which ship: {ships}?"), {"ships": listed(possible or [*sizes, WHARF])})
        )
    if len(ships) > 1:
        raise unreadable(position, Message(_("Name one ship, not {ships}."), {"ships": listed(ships)}))
    if ships[0].isdecimal() and ships[0] not in sizes:
        raise unreadable(
            position,
            Message(_("There is no ship {ship}; the ships are {ships}."), {"ship": ships[0], "ships": listed(sizes)}),
        )
    return Step(SHIP, good, way=ships[0] if ships[0].isdecimal() else WHARF)


_READERS: Final[dict[str, Callable[[Said], tuple[Step, ...]]]] = {
    ROLE: _role,
    CHOOSE: _choice,
    PASS: _alone(PASS),
    DRAW: _alone(DRAW),
    TAKE: _taking,
    FOREST: _foresting,
    PLANT: _planting,
    DISCARD: _discarding,
    BUILD: _building,
    PAY: _paying,
    EXTRA: _goods_reader(EXTRA),
    SUPPLY: _goods_reader(SUPPLY),
    SELL: _selling,
    BUY: _buying,
    SHIP: _loading,
    STORE: _storing,
    KEEP: _storing,
    PLACE: placement_steps,
    NOBLES: noble_steps,
    GUEST: _guest,
    NOBLE_GUEST: _guest,
}
