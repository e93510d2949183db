"""What a seat may answer, worked out a second time from docs/rules: slowly, and only from what that seat can see.

It knows the table by the seat's own view, and by the events that it has heard in this round. How many cards there are
to draw is told to nobody; where they run out that too is given. Plies are in the words of tables.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.engine.contract import Event
from games.engine.sanjuan.view_types import SanJuanView, SeatView

ROLES = ("builder", "producer", "trader", "councillor", "prospector")
COSTS = {
    "indigo plant": 1,
    "sugar mill": 2,
    "tobacco storage": 3,
    "coffee roaster": 4,
    "silver smelter": 5,
    "smithy": 1,
    "gold mine": 1,
    "archive": 1,
    "poor house": 2,
    "black market": 2,
    "trading post": 2,
    "well": 2,
    "market stand": 2,
    "crane": 2,
    "chapel": 3,
    "tower": 3,
    "aqueduct": 3,
    "carpenter": 3,
    "prefecture": 3,
    "market hall": 4,
    "quarry": 4,
    "library": 5,
    "statue": 3,
    "victory column": 4,
    "hero": 5,
    "guild hall": 6,
    "city hall": 6,
    "triumphal arch": 6,
    "palace": 6,
}
KINDS = list(COSTS)
PLANTS = dict(zip(KINDS[:5], ("indigo", "sugar", "tobacco", "coffee", "silver"), strict=True))
GOODS = list(PLANTS.values())


@dataclass(frozen=True)
class EarlierPly:
    """A ply that was played."""

    seat: int
    stage: str
    ply: str


@dataclass(frozen=True)
class Table:
    """What one seat knows when it is asked, or passed over."""

    view: SanJuanView
    number: int
    events: Sequence[Event]
    """In this round."""
    cards_to_draw: int
    earlier_plies: Sequence[EarlierPly] = ()
    """By the same seat in the same stage of the same phase, without a break."""

    @property
    def me(self) -> SeatView:
        return self.view.seats[self.number]

    @property
    def hand(self) -> list[str]:
        assert self.me.cards is not None
        return list(self.me.cards)

    @property
    def standing(self) -> list[str]:
        return [building.building for building in self.me.buildings]

    def owns(self, kind: str) -> bool:
        return kind in self.standing

    def goods(self) -> list[str]:
        """In the order of their kinds."""
        return sorted((building.good for building in self.me.buildings if building.good), key=GOODS.index)

    def empty_plants(self) -> list[str]:
        """The goods that could be made, in the order of their kinds."""
        empty = [one.building for one in self.me.buildings if one.building in PLANTS and not one.good]
        return sorted((PLANTS[plant] for plant in empty), key=GOODS.index)

    def privilege(self) -> int:
        """1 for who picked the role, 2 with the library that works for him."""
        if self.number != self.view.picker:
            return 0
        picked = [event for event in self.events if event.kind == "picks"][-1]
        return 2 if picked.data.get("library") else 1


def clockwise(view: SanJuanView, first: int) -> Iterator[int]:
    """All seats, from one on."""
    return ((first + turn) % len(view.seats) for turn in range(len(view.seats)))


def firsts(things: Sequence[str], count: int, order: list[str], last: str | None) -> set[str]:
    """With which things a choice of so many, named in order, can begin; last: what was named before them."""
    left = sorted((one for one in things if last is None or order.index(one) >= order.index(last)), key=order.index)
    return {left[place] for place in range(len(left) - count + 1)}


def last_choice(table: Table) -> str | None:
    """What was named last: "smithy" of "discard smithy"."""
    return table.earlier_plies[-1].ply.split(" ", 1)[1].removesuffix(", more") if table.earlier_plies else None


# --- what may be answered ---------------------------------------------------------------------------------------------


def answers(table: Table) -> set[str]:
    return STAGES[table.view.stage](table)


def roles(table: Table) -> set[str]:
    """Two players: the owner of the library says whether it works, once in a round."""
    left = {role.role for role in table.view.roles if role.taken_by is None}
    if len(table.view.seats) > 2 or not table.owns("library") or library_was_used(table):
        return left
    return left | {f"{role} with library" for role in left}


def library_was_used(table: Table) -> bool:
    """A builder has used it once he has built."""
    role = ""
    for event in table.events:
        if event.kind == "picks":
            role = str(event.data["role"]) if event.seat == table.number and event.data.get("library") else ""
        if event.seat == table.number and role and (role != "builder" or event.kind == "builds"):
            return True
    return False


def buildings(table: Table) -> set[str]:
    """Every card in the hand, on a free space or over each building, if hand and goods reach."""
    legal = {"pass"}
    for kind in set(table.hand):
        if kind not in PLANTS and table.owns(kind):
            continue
        for below in [None, *(table.standing if table.owns("crane") else [])]:
            if below not in (kind, "crane") and price(table, kind, below) <= len(table.hand) - 1 + market(table, below):
                legal.add(f"build {kind}" + (f" over {below}" if below else ""))
            if below in PLANTS and below != kind and PLANTS[below] in table.empty_plants():
                goods = [*table.goods()]
                if PLANTS[below] in goods:
                    goods.remove(PLANTS[below])
                    paying = min(2, len(goods)) if table.owns("black market") else 0
                    if price(table, kind, below) <= len(table.hand) - 1 + paying:
                        legal.add(f"build {kind} over full {below}")
    return legal


def price(table: Table, kind: str, below: str | None) -> int:
    """The difference first, then what still stands reduces it."""
    standing = [one for one in table.standing if one != below]
    cost = COSTS[kind] if below is None else max(0, COSTS[kind] - COSTS[below])
    cost -= table.privilege()
    cost -= ("smithy" if kind in PLANTS else "quarry") in standing
    return max(0, cost)


def market(table: Table, below: str | None) -> int:
    """Goods that the black market takes; the good of a covered plant is lost if all of its kind have one."""
    if not table.owns("black market") or below == "black market":
        return 0
    goods = table.goods()
    if below in PLANTS and PLANTS[below] not in table.empty_plants():
        goods.remove(PLANTS[below])
    return min(2, len(goods))


def payments(table: Table) -> set[str]:
    """Every way to pay the rest, goods first, each in order: what it begins with."""
    assert table.view.payment is not None
    owed, last = table.view.payment.owed, last_choice(table)
    built = [event for event in table.events if event.kind == "builds"][-1].data["building"]
    last_good = last_card = None
    more_goods = 2 - len(table.earlier_plies) if table.owns("black market") and built != "black market" else 0
    if last is not None and last.endswith(" good"):
        last_good = last.removesuffix(" good")
    elif last is not None:
        last_card, more_goods = last, 0
    goods = [good for good in table.goods() if last_good is None or GOODS.index(good) >= GOODS.index(last_good)]
    assert more_goods * len(goods) or owed < len(table.hand), "the whole hand should have gone by itself"
    legal: set[str] = set()
    for count in range(min(more_goods, owed) + 1):
        cards = firsts(table.hand, owed - count, KINDS, last_card) if owed > count else {""}
        for paid in combinations(goods, count) if cards else ():
            legal |= {f"pay {paid[0]} good"} if paid else {f"pay {card}" for card in cards}
    return legal


def productions(table: Table) -> set[str]:
    capacity = 1 + table.privilege() + table.owns("aqueduct") - len(table.earlier_plies)
    assert table.earlier_plies or len(table.empty_plants()) > min(capacity, table.cards_to_draw), (
        "should have gone by itself"
    )
    return chosen("produce", table, table.empty_plants(), min(capacity, table.cards_to_draw))


def sales(table: Table) -> set[str]:
    return chosen(
        "sell", table, table.goods(), 1 + table.privilege() + table.owns("trading post") - len(table.earlier_plies)
    )


def chosen(verb: str, table: Table, goods: list[str], most: int) -> set[str]:
    """Some of these goods, at most so many more; the last one ends it."""
    legal = set() if table.earlier_plies else {"pass"}
    for count in range(1, most + 1):
        for first in firsts(goods, count, GOODS, last_choice(table)):
            legal.add(f"{verb} {first}" + (", more" if count > 1 else ""))
    return legal


def draws(table: Table) -> int:
    return 2 + 3 * table.privilege()


def keeps(table: Table) -> int:
    return 2 if table.owns("prefecture") else 1


def kept(table: Table) -> set[str]:
    """Of the cards drawn, as many as may be kept."""
    assert not table.owns("archive")
    assert table.me.drawn_cards is not None
    left = keeps(table) - len(table.earlier_plies)
    return {f"keep {card}" for card in firsts(table.me.drawn_cards, left, KINDS, last_choice(table))}


def archived(table: Table) -> set[str]:
    """Of the whole hand, as many as were drawn and not to be kept."""
    assert table.owns("archive")
    drawn = [event for event in table.events if event.kind == "draws" and event.seat == table.number][-1]
    assert isinstance(drawn.data["cards"], int)
    return discards(table, drawn.data["cards"] - keeps(table) - len(table.earlier_plies))


def limited(table: Table) -> set[str]:
    return discards(table, len(table.hand) - (12 if table.owns("tower") else 7))


def dealt(table: Table) -> set[str]:
    return discards(table, len(table.hand) - 4)


def discards(table: Table, count: int) -> set[str]:
    assert count > 0
    return {f"discard {card}" for card in firsts(table.hand, count, KINDS, last_choice(table))}


def tuckings(table: Table) -> set[str]:
    assert table.owns("chapel")
    return {"pass"} | {f"chapel {card}" for card in table.hand}


def mine(table: Table) -> set[str]:
    assert table.owns("gold mine")
    assert table.cards_to_draw >= 4
    return {"pass", "use gold mine"}


def strike(table: Table) -> set[str]:
    assert len({COSTS[card] for card in table.view.turned}) == 4
    return {f"take {card}" for card in table.view.turned}


STAGES: dict[str, Callable[[Table], set[str]]] = {
    "deal": dealt,
    "role": roles,
    "builder": buildings,
    "payment": payments,
    "producer": productions,
    "trader": sales,
    "councillor": kept,
    "archive": archived,
    "gold mine": mine,
    "strike": strike,
    "chapel": tuckings,
    "limit": limited,
}


# --- who is not asked -------------------------------------------------------------------------------------------------


def has_nothing_to_do(table: Table, phase: str) -> bool:
    """Whether a seat that was passed over in a phase has nothing left that it could have decided."""
    if phase == "producer":
        return not table.empty_plants() or table.cards_to_draw == 0
    if phase == "trader":
        return not table.goods()
    if phase == "councillor":
        return table.cards_to_draw == 0 or draws(table) <= keeps(table)
    if phase == "prospector":
        return not table.owns("gold mine") or table.cards_to_draw < 4
    if phase == "round start":
        return len(table.hand) <= table.me.limit and not (table.owns("chapel") and table.hand)
    return False
