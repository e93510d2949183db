"""The notation: one canonical line for every decision, and a forgiving reader of what people write (vocabulary.py).

`settler` · `draw` · `take corn` · `take quarry` · `take colonist` · `build harbor` · `extra corn` · `sell coffee` ·
`ship corn 7` · `ship tobacco wharf` · `store sugar, keep coffee` · `place corn 1, small market 1` · `place auto` ·
`pass`

A line of `place` or `store` is the whole decision: places not named get nobody. A single ply of such a decision,
as records keep it, ends in ", ..." where the rest is told later or follows of itself: `place corn 1, ...`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.contract import NO_MOVE, IllegalMove, NotationError
from games.engine.puertorico import arrangement, moves, names, vocabulary
from games.engine.puertorico.components import (
    BUILDINGS,
    CARD_NAMES,
    FIRST_BUILDING,
    GOOD_NAMES,
    PLACE_NAMES,
    PROSPECTOR_CARD,
    SECOND_PROSPECTOR_CARD,
    TILE_NAMES,
    ship_size,
)
from games.engine.puertorico.position import COLONISTS, STAGE_NAMES, STORING, State
from games.engine.puertorico.vocabulary import (
    AUTO,
    BUILD,
    COLONIST,
    DRAW,
    EXTRA,
    KEEP,
    PASS,
    PLACE,
    ROLE,
    SELL,
    SHIP,
    STORE,
    TAKE,
    VERBS,
    WHARF,
)
from games.engine.words import Message, listed
from games.engine.words import gettext_noop as _

MORE: Final = "..."

STAGE_VERBS: Final = {
    "role": (ROLE,),
    "settler": (DRAW, TAKE, PASS),
    "hospice": (TAKE, PASS),
    "mayor": (TAKE, PASS),
    "colonists": (PLACE,),
    "builder": (BUILD, PASS),
    "university": (TAKE, PASS),
    "craftsman": (EXTRA, PASS),
    "trader": (SELL, PASS),
    "captain": (SHIP, PASS),
    "storing": (STORE, KEEP),
    "over": (),
}

PLACE_WORDS: Final = tuple(name for name in PLACE_NAMES if name)
NOUNS: Final = {
    TAKE: (*TILE_NAMES, COLONIST),
    BUILD: vocabulary.BUILDING_NAMES,
    EXTRA: GOOD_NAMES,
    SELL: GOOD_NAMES,
    SHIP: GOOD_NAMES,
    STORE: GOOD_NAMES,
    KEEP: GOOD_NAMES,
    PLACE: PLACE_WORDS,
}
COLONIST_STAGES: Final = frozenset({"hospice", "mayor", "university"})


@dataclass(frozen=True)
class Step:
    """One thing that a line says: verb, noun, and the number of colonists or the name of the ship."""

    verb: str
    noun: str = ""
    count: int = 0
    ship: str = ""


@dataclass(frozen=True)
class Line:
    """What a line says. unfinished: it ends in "...", so it need not be the whole decision."""

    steps: tuple[Step, ...]
    unfinished: bool = False


# --- writing ---------------------------------------------------------------------------------------------------------


def step_of(position: State, move: int) -> Step:
    """What a move means in words."""
    if move == moves.PASS:
        return Step(PASS)
    if move == moves.DRAW:
        return Step(DRAW)
    if move == moves.TAKE_COLONIST:
        return Step(TAKE, COLONIST)
    if moves.is_pick(move):
        return Step(ROLE, CARD_NAMES[move - moves.PICK])
    if moves.is_take(move):
        return Step(TAKE, TILE_NAMES[move - moves.TAKE])
    if moves.is_building(move):
        return Step(BUILD, PLACE_NAMES[move - moves.BUILD])
    if moves.is_extra(move):
        return Step(EXTRA, GOOD_NAMES[move - moves.EXTRA])
    if moves.is_sale(move):
        return Step(SELL, GOOD_NAMES[move - moves.SELL])
    if moves.is_loading(move):
        slot = moves.loaded_ship(move)
        ship = WHARF if slot == moves.BY_WHARF else str(ship_size(position.seats, slot))
        return Step(SHIP, GOOD_NAMES[moves.loaded_good(move)], ship=ship)
    if moves.is_storing(move):
        return Step(STORE, GOOD_NAMES[move - moves.STORE])
    if moves.is_keeping(move):
        return Step(KEEP, GOOD_NAMES[move - moves.KEEP])
    return Step(PLACE, PLACE_NAMES[moves.placed_on(move)], int(moves.placed_colonists(move)))


def move_text(position: State, move: int) -> str:
    """The canonical text of one legal ply."""
    text = text_of([step_of(position, move)])
    return text if _says_all(position, move) else f"{text}, {MORE}"


def _says_all(position: State, move: int) -> bool:
    """Whether a ply alone is the whole decision, or the rest of it is decided later or of itself."""
    if position.stage == COLONISTS:
        return bool(moves.placed_colonists(move) == position.hand)
    return position.stage != STORING or moves.is_keeping(move)


def text_of(steps: Sequence[Step]) -> str:
    """The canonical line for the steps of one decision."""
    parts = []
    verb = ""
    for step in steps:
        words = [step.noun] if step.verb in (ROLE, verb if verb == PLACE else ROLE) else [step.verb, step.noun]
        if step.verb == PLACE and step.noun != AUTO:
            words.append(str(step.count))
        parts.append(" ".join(word for word in [*words, step.ship] if word))
        verb = step.verb
    return ", ".join(parts)


def listed_moves(position: State) -> list[int]:
    """The legal moves in the order in which people are offered them: passing comes last."""
    return sorted((int(move) for move in position.legal_moves()), key=lambda move: (move == moves.PASS, move))


def answers(position: State) -> list[str]:
    """The canonical lines of all complete answers, in the order of the offers; of placements only a suggestion."""
    if position.is_over():
        return []
    if position.stage == COLONISTS:
        return [f"{PLACE} {AUTO}", suggested_line(position)]
    if position.stage == STORING:
        return [text_of([step_of(position, move) for move in plies]) for plies in storings(position)]
    return [move_text(position, move) for move in listed_moves(position)]


def suggested_line(position: State) -> str:
    """What `place auto` means, written out."""
    counts = arrangement.suggestion(position)
    return text_of([Step(PLACE, PLACE_NAMES[place], count) for place, count in counts.items() if count])


def storings(position: State) -> list[list[int]]:
    """All ways for the seat to move to store, as the plies of each."""
    seat = position.actor
    ways: list[list[int]] = []

    def follow(before: State, plies: list[int]) -> None:
        for move in before.legal_moves():
            after = before.copy()
            assert isinstance(after, State)
            after.play(move)
            if after.stage == STORING and after.actor == seat:
                follow(after, [*plies, int(move)])
            else:
                ways.append([*plies, int(move)])

    follow(position, [])
    return ways


# --- reading ---------------------------------------------------------------------------------------------------------


def parse(position: State, text: str) -> list[int]:
    """The plies that a line means for the seat to move, legal or not.

    Raises NotationError for what cannot be read, IllegalMove for a placement or storing that is not a whole one.
    """
    line = read(position, text)
    if line.steps[0].verb == PLACE and position.stage == COLONISTS and not line.unfinished:
        return _placement_plies(position, text, line)
    if line.steps[0].verb in (STORE, KEEP) and position.stage == STORING and not line.unfinished:
        return _storing_plies(position, text, line)
    return [_move_of(position, step) for step in line.steps]


def read(position: State, text: str) -> Line:
    """What a line says, whether it is possible or not. Raises NotationError."""
    unfinished = unicodedata.normalize("NFKC", text).rstrip().endswith(MORE)
    plain = vocabulary.plain(text)
    words = vocabulary.words_of(plain)
    if not words:
        raise _unreadable(position, Message(_("this line says nothing")))
    stage = STAGE_NAMES[position.stage]
    verb = _verb(position, stage, words)
    if verb == ROLE:
        return Line((Step(ROLE, _noun(position, words, (CARD_NAMES,))),))
    if verb == PLACE:
        return Line(_placement_steps(position, plain), unfinished)
    if verb in (STORE, KEEP):
        return Line(_storing_steps(position, plain), unfinished)
    if verb in (PASS, DRAW):
        if len(words) > 1:
            raise _unreadable(position, Message(_("“{verb}” stands alone"), {"verb": verb}))
        return Line((Step(verb),))
    if verb == SHIP:
        return Line((_loading_step(position, words[1:]),))
    expected = (COLONIST,) if stage in COLONIST_STAGES else TILE_NAMES
    among = (expected, NOUNS[TAKE]) if verb == TAKE else (NOUNS[verb],)
    return Line((Step(verb, _noun(position, words[1:], among, verb)),))


def illegal(position: State, text: str, reason: Message) -> IllegalMove:
    """The error for a readable line that the rules do not allow."""
    return IllegalMove(reason, text.strip(), names.stage(STAGE_NAMES[position.stage]).render(), answers(position))


def _unreadable(position: State, reason: Message) -> NotationError:
    return NotationError(reason, answers(position))


def _verb(position: State, stage: str, words: list[str]) -> str:
    """What kind of line it is: words that fit the question come first, then those of other questions."""
    expected = STAGE_VERBS[stage]
    roles_expected = ROLE in expected
    if roles_expected and vocabulary.find_nouns(_nouns_only(words), CARD_NAMES):
        return ROLE
    found = vocabulary.find_verbs(words[0], expected) or vocabulary.find_verbs(words[0], VERBS)
    if not found and vocabulary.find_nouns(_nouns_only(words), CARD_NAMES):
        return ROLE
    if not found:
        raise _unreadable(position, Message(_("“{word}” is not a word of the notation"), {"word": words[0]}))
    if len(found) > 1:
        raise _unreadable(position, _ambiguous(words[0], found))
    return found[0]


def _ambiguous(words: str, found: Sequence[str]) -> Message:
    return Message(_("“{words}” may mean {meanings}"), {"words": words, "meanings": listed(sorted(found))})


def _nouns_only(words: list[str]) -> list[str]:
    return [word for word in words if not vocabulary.is_filler(word)]


def _noun(position: State, words: list[str], among: Sequence[Sequence[str]], verb: str = "") -> str:
    """The one term that the words mean, looked for in one group of terms after the other."""
    meant = _nouns_only(words)
    said = " ".join(meant)
    if not meant:
        raise _unreadable(position, Message(_("“{verb}” what?"), {"verb": verb}))
    for terms in among:
        found = vocabulary.find_nouns(meant, terms)
        if len(found) == 1 or PROSPECTOR in found[:1]:
            return found[0]
        if found:
            raise _unreadable(position, _ambiguous(said, found))
    raise _unreadable(position, Message(_("“{words}”: there is no such thing here"), {"words": said}))


PROSPECTOR: Final = CARD_NAMES[PROSPECTOR_CARD]
"""Abbreviated, it means the first of the two cards."""


def _loading_step(position: State, words: list[str]) -> Step:
    ships = [word for word in words if word.isdecimal() or vocabulary.find_nouns([word], (WHARF,))]
    good = _noun(position, [word for word in words if word not in ships], (GOOD_NAMES,), SHIP)
    sizes = [str(ship_size(position.seats, ship)) for ship in range(len(position.ship_good))]
    if not ships:
        possible = [
            step.ship for step in (step_of(position, move) for move in position.legal_moves()) if step.noun == good
        ]
        if len(possible) == 1:
            return Step(SHIP, good, ship=possible[0])
        raise _unreadable(
            position, Message(_("on which ship? {ships}"), {"ships": listed(possible or [*sizes, WHARF])})
        )
    if len(ships) > 1:
        raise _unreadable(position, Message(_("name one ship, not {ships}"), {"ships": listed(ships)}))
    if ships[0].isdecimal() and ships[0] not in sizes:
        raise _unreadable(
            position,
            Message(_("there is no ship {ship}; the ships are {ships}"), {"ship": ships[0], "ships": listed(sizes)}),
        )
    return Step(SHIP, good, ship=ships[0] if ships[0].isdecimal() else WHARF)


def _chunks(plain: str) -> list[list[str]]:
    """The words of a line between its commas."""
    chunks: list[list[str]] = [[]]
    for word in re.findall(r"\w+|[,;&]", plain):
        if word in ",;&" or any(word in vocabulary_.joiners for vocabulary_ in vocabulary.VOCABULARIES):
            chunks.append([])
        else:
            chunks[-1].append(word)
    return [chunk for chunk in chunks if chunk]


def _storing_steps(position: State, plain: str) -> tuple[Step, ...]:
    """Kinds for the warehouses in ascending order, then the single barrel; a verb holds until the next one."""
    steps = []
    verb = ""
    for words in _chunks(plain):
        found = vocabulary.find_verbs(words[0], (STORE, KEEP))
        if len(found) == 1:
            verb, words = found[0], words[1:]
        steps.append(Step(verb, _noun(position, words, (GOOD_NAMES,), verb)))
    for step in steps:
        if steps.count(step) > 1:
            raise _unreadable(position, Message(_("{good} is named twice"), {"good": names.good(step.noun)}))
    return tuple(sorted(steps, key=lambda step: (step.verb == KEEP, GOOD_NAMES.index(step.noun))))


def _placement_steps(position: State, plain: str) -> tuple[Step, ...]:
    """`place corn 1, small market 1`: every place with its number, in canonical order, or `place auto`."""
    words = vocabulary.words_of(plain)
    if len(words) == 2 and vocabulary.find_nouns(words[1:], (AUTO,)):
        return (Step(PLACE, AUTO),)
    counts: dict[str, int] = {}
    for chunk in _placement_chunks(plain):
        numbers = [word for word in chunk if word.isdecimal()]
        if len(numbers) > 1:
            said = " ".join(chunk)
            raise _unreadable(position, Message(_("“{words}” has more than one number"), {"words": said}))
        noun = _noun(position, [word for word in chunk if word not in numbers], _places(position), PLACE)
        if noun in counts:
            raise _unreadable(position, Message(_("{place} is named twice"), {"place": names.place(noun)}))
        counts[noun] = int(numbers[0]) if numbers else 1
    if not counts:
        raise _unreadable(position, Message(_("“{verb}” what?"), {"verb": PLACE}))
    return tuple(Step(PLACE, noun, counts[noun]) for noun in PLACE_WORDS if noun in counts)


def _placement_chunks(plain: str) -> list[list[str]]:
    """Without commas, a number after a place closes it: `place corn 1 quarry 2`."""
    chunks = _chunks(plain)
    chunks[0] = chunks[0][1:]
    if len(chunks) > 1 or not chunks[0] or chunks[0][0].isdecimal():
        return [chunk for chunk in chunks if chunk]
    parts: list[list[str]] = [[]]
    for word in chunks[0]:
        parts[-1].append(word)
        if word.isdecimal():
            parts.append([])
    return [part for part in parts if part]


def _places(position: State) -> tuple[tuple[str, ...], ...]:
    """Where the seat to move could place somebody, before all other places that there are."""
    if position.is_over():
        return (PLACE_WORDS,)
    own = tuple(name for place, name in enumerate(PLACE_NAMES) if name and position.owns(position.actor, place))
    return (own, PLACE_WORDS)


# --- from words to plies ---------------------------------------------------------------------------------------------


def _move_of(position: State, step: Step) -> int:
    """The move that a step means, legal or not."""
    if step.verb == PASS:
        return moves.PASS
    if step.verb == DRAW:
        return moves.DRAW
    if step.verb == ROLE:
        return _pick(position, step.noun)
    if step.noun == COLONIST:
        return moves.TAKE_COLONIST
    if step.verb == BUILD:
        return moves.BUILD + FIRST_BUILDING + _BUILDING_INDEX[step.noun]
    if step.verb == PLACE:
        if step.noun == AUTO:
            return NO_MOVE
        return int(moves.placing(PLACE_NAMES.index(step.noun), min(step.count, moves.MAX_PLACED - 1)))
    if step.verb == TAKE:
        return moves.TAKE + TILE_NAMES.index(step.noun)
    good = GOOD_NAMES.index(step.noun)
    if step.verb == SHIP:
        return int(moves.loading(good, _ship_slot(position, step.ship)))
    return _BY_GOOD[step.verb] + good


_BUILDING_INDEX: Final = {building.name: index for index, building in enumerate(BUILDINGS)}
_BY_GOOD: Final = {EXTRA: moves.EXTRA, SELL: moves.SELL, STORE: moves.STORE, KEEP: moves.KEEP}


def _pick(position: State, role: str) -> int:
    """The word `prospector` also means the second card when that is the one to be had."""
    card = CARD_NAMES.index(role)
    if card == PROSPECTOR_CARD and moves.PICK + card not in position.legal_moves():
        second = moves.PICK + SECOND_PROSPECTOR_CARD
        if second in position.legal_moves():
            return second
    return moves.PICK + card


def _ship_slot(position: State, ship: str) -> int:
    if ship == WHARF:
        return moves.BY_WHARF
    return next(slot for slot in range(len(position.ship_good)) if str(ship_size(position.seats, slot)) == ship)


def _placement_plies(position: State, text: str, line: Line) -> list[int]:
    """The plies of a whole placement: the engine asks only for places with a real choice."""
    task = arrangement.task_of(position)
    if line.steps[0].noun == AUTO:
        counts = arrangement.suggestion(position)
    else:
        counts = {PLACE_NAMES.index(step.noun): step.count for step in line.steps}
    reason = arrangement.objection(task, counts)
    if reason is not None:
        raise illegal(position, text, reason)
    plies: list[int] = []
    trial = position.copy()
    assert isinstance(trial, State)
    while trial.stage == COLONISTS and trial.actor == position.actor:
        ply = int(moves.placing(trial.placing, counts.get(int(trial.placing), 0)))
        plies.append(ply)
        trial.play(ply)
    return plies


def _storing_plies(position: State, text: str, line: Line) -> list[int]:
    """The plies of a whole storing; what follows of itself need not be said."""
    seat = position.actor
    said = [_move_of(position, step) for step in line.steps]
    plies: list[int] = []
    trial = position.copy()
    assert isinstance(trial, State)
    while trial.stage == STORING and trial.actor == seat:
        only = trial.forced()
        if said and (said[0] in trial.legal_moves() or only == NO_MOVE):
            ply = said.pop(0)
        elif only != NO_MOVE:
            ply = int(only)
        else:
            raise illegal(position, text, Message(_("more can be stored: say all of it in one line")))
        plies.append(ply)
        if ply not in trial.legal_moves():
            return plies
        trial.play(ply)
    return [*plies, *said]
