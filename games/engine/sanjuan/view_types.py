"""What a seat may know of a position, as frozen dataclasses. build_view.py fills them, drawings and the API show them.

Words are the canonical English terms (components.py). What is hidden is None, never an empty list: another hand, the
cards under another chapel and their number. The sizes of draw pile and discards are left out, because with them the
cards under the chapels could be counted.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RoleView:
    """A role card. taken_by: the seat that has picked it in this round; library: whether the library doubles it now."""

    role: str
    taken_by: int | None
    library: bool


@dataclass(frozen=True)
class TileView:
    """A price tile: cards for indigo, sugar, tobacco, coffee, silver; None while it has not lain open yet."""

    prices: tuple[int, ...] | None


@dataclass(frozen=True)
class PricesView:
    """The trading house. open: the tile that lies open in a trader phase; coming: all five in the order in which they
    will be turned next, the open one first; unseen: those that have not lain open yet, in printed order."""

    open: tuple[int, ...] | None
    coming: tuple[TileView, ...]
    unseen: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class BuildingView:
    """A building before a seat, in the order built. good: the good lying on a plant, None for none."""

    building: str
    vp: int
    good: str | None


@dataclass(frozen=True)
class SeatView:
    """What lies before a seat. hand: how many cards it holds.

    cards: the hand itself, ascending, its owner's only; shown: those of the hand that everybody has seen; drawn:
    how many cards of the councillor's draw it is choosing from, drawn_cards which (its owner's only). chapel: the cards
    under its chapel, covered or not, its owner's only until the game is over; None where nobody may know, empty where
    there has never been a chapel. limit: cards that it may hold at the start of a round. done: whether it has had its
    turn in this phase. vp: points that everybody can count, cards under the chapel left out before the end.
    """

    hand: int
    cards: tuple[str, ...] | None
    shown: tuple[str, ...]
    drawn: int
    drawn_cards: tuple[str, ...] | None
    buildings: tuple[BuildingView, ...]
    chapel: tuple[str, ...] | None
    limit: int
    done: bool
    vp: int


@dataclass(frozen=True)
class PaymentView:
    """A building being paid for: cards still owed, and how many goods may be among what pays."""

    building: str
    owed: int
    goods: int


@dataclass(frozen=True)
class SanJuanView:
    """The table as one seat sees it (viewer None: an onlooker).

    phase: what the phase is about: a role, "round start", "first hands", None while a role is picked; stage: what the
    seat to move is asked; to_move: None when the game is over. turned: the cards that a gold mine has turned up.
    covered: the cards below others, by crane. discards: cards that the viewer knows to lie in the discards, of an
    onlooker none. costs: what each kind in the viewer's hand would cost them now, in cards, without covering anything.
    """

    viewer: int | None
    deal_choice: bool
    round: int
    governor: int
    picker: int | None
    phase: str | None
    stage: str
    to_move: int | None
    over: bool
    roles: tuple[RoleView, ...]
    prices: PricesView
    turned: tuple[str, ...]
    payment: PaymentView | None
    covered: tuple[str, ...]
    discards: tuple[str, ...]
    costs: dict[str, int]
    seats: tuple[SeatView, ...]
