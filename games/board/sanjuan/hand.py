"""The cards that a seat holds, numbered as its owner names them, and those it chooses among."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.board.panels import Drawn
from games.board.sanjuan.cards import card
from games.board.sanjuan.rows import GAP, Grid, placed
from games.board.sanjuan.scene import Scene, cards_in_words
from games.engine.sanjuan.view import SeatView

CAPTION: Final = 17
"""Room for the words above some cards."""
APART: Final = 10
"""Between one group of cards and the next."""

_BACK: Final = 20
_MOST_BACKS: Final = 12


class Held(NamedTuple):
    """Groups of cards below each other, and the height of all."""

    groups: list[Drawn]
    bottom: float


def hand(scene: Scene, seat: int, cells: Grid, height: float) -> Held:
    """Empty for a reader who may not see the cards. While some are chosen among, numbers stand for those."""
    holder = scene.view.seats[seat]
    groups: list[Drawn] = []
    y: float = 0
    for target, caption, kinds in _groups(scene, seat, holder):
        numbered = target == "drawn" or not holder.drawn_cards
        things = [_card(scene, seat, f"{target}:{index}", kind, cells, height) for index, kind in enumerate(kinds)]
        if numbered:
            things = [{**thing, "number": number} for number, thing in enumerate(things, start=1)]
        groups.append({"y": y, "caption": caption, "cards": placed(cells, things, height), "top": CAPTION})
        y += CAPTION + cells.down(len(things), height) + APART
    return Held(groups, y)


def _groups(scene: Scene, seat: int, holder: SeatView) -> list[tuple[str, str, Sequence[str]]]:
    """What the cards are pointed at as, what they are, and which: drawn ones first, for they are what is asked."""
    groups: list[tuple[str, str, Sequence[str]]] = []
    if holder.drawn_cards:
        groups.append(("drawn", _("Drawn, to choose from"), holder.drawn_cards))
    if holder.cards is not None:
        told = {"cards": cards_in_words(holder.hand), "limit": holder.limit, "name": scene.names[seat]}
        if not holder.cards:
            caption = _("Your hand is empty") if scene.owns(seat) else _("No card in hand")
        elif scene.owns(seat):
            caption = _("Your hand: %(cards)s, at most %(limit)d when a round begins") % told
        else:
            caption = _("In hand: %(cards)s, at most %(limit)d when a round begins") % told
        groups.append(("hand", caption, holder.cards))
    return groups


def _card(scene: Scene, seat: int, target: str, kind: str, cells: Grid, height: float) -> Drawn:
    drawn = card(scene, kind, cells.across, height)
    return {**drawn, "spot": scene.spot(target, drawn["label"])} if scene.owns(seat) else drawn


def fan(scene: Scene, seat: int, room: float) -> Drawn | None:
    """Another one's hand: card backs, as many as there is room for; none where not all of a few can be shown."""
    holder = scene.view.seats[seat]
    backs = min(holder.hand, _MOST_BACKS)
    if not backs or (backs - 1) * GAP + _BACK > room:
        return None
    return {"backs": [-_BACK - GAP * index for index in reversed(range(backs))], "label": cards_in_words(holder.hand)}
