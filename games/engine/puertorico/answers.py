"""Which answers people are offered: all possible ones, or, if these are too many, good ones, the best first.

An answer is a whole decision, as a list of plies. Placing colonists has a form of its own (whole_placement.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice, product
from typing import Final

from games.engine.contract import IllegalMove, NotationError, lists_all_answers
from games.engine.puertorico import formatter, moves, names, storing, whole_placement
from games.engine.puertorico.components import GOOD_PRICE, GOODS, PLACE_NAMES, STOREHOUSE, bit_count
from games.engine.puertorico.formatter import Step, decision_line, steps_text
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import STAGE_COLONISTS, STAGE_NAMES, STAGE_NOBLES, STAGE_SMALL_WHARF, STAGE_STORING
from games.engine.puertorico.vocabulary import AUTO, PLACE
from games.engine.words import Message

CHOICE: Final = "choice"
PLACEMENT: Final = "placement"
SUGGESTIONS: Final = "suggestions"

MAX_SUGGESTIONS: Final = 12

Answer = list[int]


def question_form(position: State) -> str:
    """See Question.form."""
    if position.stage == STAGE_COLONISTS:
        return PLACEMENT
    return (
        SUGGESTIONS
        if _has_unlimited_answers(position) and len(_multi_ply_answers(position)) > MAX_SUGGESTIONS
        else CHOICE
    )


def offered_answers(position: State) -> list[Answer]:
    """Every answer that is offered, as its plies; passing and then the moves of guests come last.

    Empty for a placement.
    """
    if position.is_over() or position.stage == STAGE_COLONISTS:
        return []
    many = _multi_ply_answers(position)
    listed = sorted((int(move) for move in position.legal_moves()), key=_rank)
    if not many:
        return [[move] for move in listed]
    shown = many[:MAX_SUGGESTIONS] if _has_unlimited_answers(position) else many
    return [*shown, *([move] for move in listed if moves.is_guest(move))]


def _rank(move: int) -> tuple[bool, bool, int]:
    return moves.is_guest(move), move == moves.PASS, move


def offered_lines(position: State) -> list[str]:
    """The canonical lines of all offered answers, in the order of the offers."""
    if position.stage == STAGE_COLONISTS:
        return [steps_text([Step(PLACE, AUTO)]), steps_text(suggested_steps(position))]
    return [answer_line(position, plies) for plies in offered_answers(position)]


def answer_line(position: State, plies: Answer) -> str:
    """The canonical line of one offered answer."""
    if position.stage in (STAGE_STORING, STAGE_NOBLES, STAGE_SMALL_WHARF) and not moves.is_guest(plies[0]):
        return decision_line(position, plies)
    return formatter.move_text(position, plies[0])


def notation_error(position: State, reason: Message) -> NotationError:
    """The error for a line that cannot be read."""
    return NotationError(reason, offered_lines(position), legal_complete=_lists_all_answers(position))


def illegal_move(position: State, text: str, reason: Message) -> IllegalMove:
    """The error for a readable line that the rules do not allow."""
    situation = names.stage(STAGE_NAMES[position.stage])
    return IllegalMove(
        reason, text.strip(), situation, offered_lines(position), legal_complete=_lists_all_answers(position)
    )


def _lists_all_answers(position: State) -> bool:
    """No offer of this game has a selection."""
    return lists_all_answers(question_form(position), ())


def suggested_steps(position: State) -> list[Step]:
    """What `place auto` means, place by place; with nobles only if no place is filled already."""
    arranged = whole_placement.suggested_placement(position)
    nobles = {place: count for place, count in arranged.nobles.items() if count} or arranged.nobles
    if position.placement_begun:
        nobles = {}
    return [
        Step(PLACE, PLACE_NAMES[place], count=count, nobles=nobles.get(place))
        for place, count in arranged.colonists.items()
        if count
    ]


def _has_unlimited_answers(position: State) -> bool:
    """Whether there may be too many answers to list. Without a storehouse all ways to store are listed."""
    return position.stage != STAGE_STORING or _has_storehouse(position)


def _multi_ply_answers(position: State) -> list[Answer]:
    """The answers to a decision of several plies, the best first: all, or more than are shown; else none."""
    if position.stage == STAGE_STORING:
        return _storings_with_storehouse(position) if _has_storehouse(position) else list(whole_answers(position))
    if position.stage == STAGE_NOBLES:
        return list(islice(_noble_answers(position), MAX_SUGGESTIONS + 1))
    if position.stage == STAGE_SMALL_WHARF:
        return _cargo_answers(position)
    return []


# --- who is noble -----------------------------------------------------------------------------------------------------


def _noble_answers(position: State) -> Iterator[Answer]:
    """All ways to place the nobles, the suggestion first."""
    suggested = whole_placement.suggested_noble_plies(position)
    yield suggested
    yield from (plies for plies in whole_answers(position) if plies != suggested)


def whole_answers(position: State) -> Iterator[Answer]:
    """All sequences of plies of the seat to move while the question stays the same, without moves of guests."""
    seat, stage = position.actor, position.stage
    for move in position.legal_moves():
        if moves.is_guest(move):
            continue
        after = position.copy()
        assert isinstance(after, State)
        after.play(move)
        if after.stage == stage and after.actor == seat:
            yield from ([int(move), *plies] for plies in whole_answers(after))
        else:
            yield [int(move)]


# --- storing ----------------------------------------------------------------------------------------------------------


def _has_storehouse(position: State) -> bool:
    return bool(position.works(position.actor, STOREHOUSE))


def _storings_with_storehouse(position: State) -> list[Answer]:
    """For every set of barrels that can be kept, one way to say so."""
    seat = position.actor
    barrels = {good: int(position.barrels_of(seat, good)) for good in range(GOODS) if position.barrels_of(seat, good)}
    begun = storing.single_barrels_named(position)
    to_store = 0 if begun else int(storing.warehouse_capacity(position, seat)) - int(bit_count(position.kinds_stored))
    open_kinds = [good for good in barrels if position.kinds_stored >> good == 0] if to_store else []
    room = int(storing.single_barrel_capacity(position, seat) - begun)
    ways: dict[tuple[int, ...], Answer] = {}
    for stored in combinations(open_kinds, to_store):
        loose = {
            good: count - int(position.singles[good])
            for good, count in barrels.items()
            if good not in stored and not position.kinds_stored >> good & 1
        }
        for singles in _selections(loose, room, int(position.lowest_single)):
            kept = tuple(count if good in stored else singles.get(good, 0) for good, count in barrels.items())
            plies = [moves.STORE + good for good in stored]
            plies += [moves.KEEP + good for good, count in singles.items() for _barrel in range(count)]
            ways.setdefault(kept, plies)
    kinds = list(barrels)
    best_first = sorted(ways, key=lambda kept: (-_value_of_kept(dict(zip(kinds, kept, strict=True))), ways[kept]))
    return [ways[kept] for kept in best_first]


def _selections(loose: Mapping[int, int], room: int, first: int) -> Iterator[dict[int, int]]:
    """All ways to take `room` of the barrels, none of a good below `first`; all barrels if they fit."""
    goods = [good for good in loose if good >= first]
    taken = min(room, sum(loose[good] for good in goods))
    for counts in product(*(range(loose[good] + 1) for good in goods)):
        if sum(counts) == taken:
            yield {good: count for good, count in zip(goods, counts, strict=True) if count}


def _value_of_kept(kept: Mapping[int, int]) -> int:
    """A barrel brings about a victory point on a ship, and the dearest kind its price at the trading house."""
    prices = [int(GOOD_PRICE[good]) for good, count in kept.items() if count]
    together = max(kept.values(), default=0)
    return 4 * sum(kept.values()) + 3 * max(prices, default=0) + 2 * together + sum(prices)


# --- small wharf ------------------------------------------------------------------------------------------------------


def _cargo_answers(position: State) -> list[Answer]:
    """All ways to load the small wharf. First, for every number of victory points, the most first, the way that leaves
    the most valuable barrels; then the others."""
    seat = position.actor
    barrels = {
        good: int(position.barrels_of(seat, good))
        for good in range(position.cargo_good, GOODS)
        if position.barrels_of(seat, good)
    }
    named = sum(int(count) for count in position.cargo)

    def left_behind(cargo: tuple[int, ...]) -> int:
        prices = zip(barrels.items(), cargo, strict=True)
        return sum((count - loaded) * (2 + int(GOOD_PRICE[good])) for (good, count), loaded in prices)

    cargoes = [cargo for cargo in product(*(range(count + 1) for count in barrels.values())) if sum(cargo) + named > 0]
    cargoes.sort(key=lambda cargo: (-((sum(cargo) + named) // 2), -left_behind(cargo)))
    best = {(sum(cargo) + named) // 2: cargo for cargo in reversed(cargoes)}
    cargoes.sort(key=lambda cargo: best[(sum(cargo) + named) // 2] != cargo)
    return [
        [int(moves.cargo_move(good, loaded)) for good, loaded in zip(barrels, cargo, strict=True)] for cargo in cargoes
    ]
