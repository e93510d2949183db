"""Standing orders (games.engine.orders): which there are, and the answers that they give.

An order answers nothing while a guest could move, and nothing else that its words do not decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from games.engine.order_answers import first_answer
from games.engine.order_reader import OrderForm
from games.engine.orders import Order, QuestionKind
from games.engine.puertorico import answers, decisions, formatter, mayor, moves, plan_lines, storing, whole_placement
from games.engine.puertorico.components import GOOD_NAMES, GOODS
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_NOBLES,
    STAGE_SETTLER,
    STAGE_STORING,
    STAGE_TRADER,
)
from games.engine.puertorico.vocabulary import AUTO, BUILD, DRAW, EXTRA, KEEP, PLACE, SELL, SHIP, STORE
from games.engine.words import Message
from games.engine.words import gettext_noop as _

FORMS: Final = (
    OrderForm(
        STORE,
        Message(_("At the end of the captain phase as much as possible of the first good is kept, then of the next.")),
        "always store coffee, tobacco",
        other_verbs=(KEEP,),
        terms=GOOD_NAMES,
    ),
    OrderForm(
        EXTRA,
        Message(_("The craftsman's extra good is the first of these that can be had.")),
        "always extra coffee, tobacco",
        terms=GOOD_NAMES,
    ),
    OrderForm(
        DRAW,
        Message(_("The hacienda's plantation is drawn whenever a space is left for the other one.")),
        "always draw",
    ),
    OrderForm(
        DRAW,
        Message(_("The hacienda's plantation is declined where nothing else can be taken.")),
        "never draw",
    ),
    OrderForm(
        PLACE,
        Message(_("Colonists and nobles are placed as suggested.")),
        "always place auto",
        words=(AUTO,),
    ),
    OrderForm(
        SELL,
        Message(_("Who could not sell any good for so many doubloons, all bonuses counted, passes as trader.")),
        "never sell below 3",
        units=("doubloon",),
    ),
)

QUESTION_KINDS: Final = (
    QuestionKind("draft", ("draft",)),
    QuestionKind("role", ("role",)),
    QuestionKind("settler", ("settler", "forest", plan_lines.LIBRARY_TILE)),
    QuestionKind("hospice", ("hospice",)),
    QuestionKind("hunting lodge", ("hunting lodge",)),
    QuestionKind("mayor", ("mayor", "ship")),
    QuestionKind(PLACE, ("colonists", "nobles"), ("colonists", "nobles")),
    QuestionKind("builder", ("builder", "black market"), (BUILD,)),
    QuestionKind("university", ("university",)),
    QuestionKind("guests", ("guests", plan_lines.VILLA), (plan_lines.VILLA,)),
    QuestionKind("craftsman", ("craftsman",)),
    QuestionKind("trader", ("trader",), (SELL,)),
    QuestionKind("captain", ("captain", "small wharf"), (SHIP,)),
    QuestionKind(STORE, ("storing",), ("storing", KEEP)),
)
"""See Game.question_kinds."""


def ordered_plies(position: State, orders: Sequence[Order]) -> list[int]:
    """See Game.ordered_plies."""
    if position.is_over() or any(moves.is_guest(move) for move in position.legal_moves()):
        return []
    return first_answer(position, int(position.stage), orders, _ANSWERS)


def _draw(position: State, order: Order) -> list[int]:
    """Drawing on the last space would forgo the tile that could be taken."""
    legal = [int(move) for move in position.legal_moves()]
    if moves.DRAW not in legal:
        return []
    takes_too = set(legal) != {moves.PASS, moves.DRAW}
    if order.never:
        return [] if takes_too else [moves.PASS]
    return [] if takes_too and position.free_island_spaces(position.actor) == 1 else [moves.DRAW]


def _extra(position: State, order: Order) -> list[int]:
    """With the library two goods, of which the lower one is named first. What the order leaves open is asked."""
    legal = position.legal_moves()
    supply = {good: int(position.goods_supply[good]) for good in range(GOODS) if moves.EXTRA + good in legal}
    wanted = [good for good in map(GOOD_NAMES.index, order.words) if good in supply]
    left = min(int(position.extras_left) if position.has_expansions else 1, sum(supply.values()))
    taken = [good for good in wanted for _barrel in range(supply[good])][:left]
    return [moves.EXTRA + good for good in sorted(taken)] if len(taken) == left else []


def _place(position: State, order: Order) -> list[int]:  # noqa: ARG001
    if _has_begun_placing(position):
        return []
    if position.stage == STAGE_NOBLES:
        return whole_placement.suggested_noble_plies(position)
    return decisions.placement_plies(position, plan_lines.PLACE_AUTO, [formatter.Step(PLACE, AUTO)])


def _has_begun_placing(position: State) -> bool:
    fresh = decisions.state_copy(position)
    mayor.ask(fresh, fresh.actor)
    return bool(
        fresh.stage != position.stage
        or fresh.place_asked != position.place_asked
        or fresh.placement_begun != position.placement_begun
    )


def _sell(position: State, order: Order) -> list[int]:
    """To pass, if nothing but sales is offered and all bring less."""
    assert order.number is not None
    others = [int(move) for move in position.legal_moves() if move != moves.PASS]
    is_for_less = [_is_sale(move) and _income(position, move) < order.number for move in others]
    return [moves.PASS] if others and all(is_for_less) else []


def _is_sale(move: int) -> bool:
    return bool(moves.is_sale(move)) or moves.SELL_AT_POST <= move < moves.BUY_LAND


def _income(position: State, move: int) -> int:
    counted = plan_lines.measure(position, [move])
    assert counted is not None
    return counted.value


def _store(position: State, order: Order) -> list[int]:
    """As much as possible of the first good, then of the next; if that still leaves a choice, the seat is asked."""
    if position.kinds_stored or storing.single_barrels_named(position):
        return []
    wanted = [GOOD_NAMES.index(word) for word in order.words]
    ways: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for kept, plies in _storings(position):
        ways.setdefault(tuple(sorted(kept.items())), plies)
    ranks = {way: [dict(way).get(good, 0) for good in wanted] for way in ways}
    best = [way for way in ways if ranks[way] == max(ranks.values())]
    return ways[best[0]] if len(best) == 1 and any(ranks[best[0]]) else []


def _storings(position: State) -> Iterator[tuple[Mapping[int, int], list[int]]]:
    """All ways to store: how many barrels are kept by good, and the plies."""
    seat = position.actor
    for plies in answers.whole_answers(position):
        kept: dict[int, int] = {}
        for ply in plies:
            if moves.is_storing(ply):
                kept[ply - moves.STORE] = int(position.barrels_of(seat, ply - moves.STORE))
            else:
                kept[ply - moves.KEEP] = kept.get(ply - moves.KEEP, 0) + 1
        yield kept, plies


_ANSWERS: Final[dict[tuple[str, int], Callable[[State, Order], list[int]]]] = {
    (STORE, STAGE_STORING): _store,
    (EXTRA, STAGE_CRAFTSMAN): _extra,
    (DRAW, STAGE_SETTLER): _draw,
    (PLACE, STAGE_COLONISTS): _place,
    (PLACE, STAGE_NOBLES): _place,
    (SELL, STAGE_TRADER): _sell,
}
"""By kind of order and the stage whose question it answers."""
