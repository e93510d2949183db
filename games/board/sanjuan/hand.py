"""The cards in the hand of a seat, with the numbers that an answer names them by, and drawn cards to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.board.panels import Element
from games.board.sanjuan.card_grid import CARD_GAP, Grid, place_in_grid
from games.board.sanjuan.cards import CardSize, card_element
from games.board.sanjuan.scene import Scene, cards_text

CAPTION: Final = 24
"""The height of the caption above a group of cards, with room for the places of wishes at their corners."""
GROUP_GAP: Final = 10
"""Between one group of cards and the next."""

_BACK: Final = 20
_MAX_BACKS: Final = 12


class HandGroups(NamedTuple):
    """Groups of cards, one below the other, and their height in all."""

    groups: list[Element]
    bottom: float


class ShownGroup(NamedTuple):
    """Cards that lie together."""

    target: str
    """What the ids of their targets begin with."""
    caption: str
    kinds: Sequence[str]
    numbered: bool
    """Whether an answer names them by their numbers."""


def hand_groups(scene: Scene, seat: int, cells: Grid, cards: CardSize) -> HandGroups:
    """Empty for a reader who may not see the cards. If cards are drawn to choose from, only these have numbers."""
    groups: list[Element] = []
    y: float = 0
    for shown in shown_groups(scene, seat):
        things = [
            _card(scene, seat, f"{shown.target}:{index}", kind, cells, cards) for index, kind in enumerate(shown.kinds)
        ]
        if shown.numbered:
            things = [{**thing, "number": number} for number, thing in enumerate(things, start=1)]
        groups.append(
            {"y": y, "caption": shown.caption, "cards": place_in_grid(cells, things, cards.height), "top": CAPTION}
        )
        y += CAPTION + cells.total_height(len(things), cards.height) + GROUP_GAP
    return HandGroups(groups, y)


def shown_groups(scene: Scene, seat: int) -> list[ShownGroup]:
    """The cards of a seat that the reader may see. Drawn cards are first: the question is about them."""
    holder = scene.view.seats[seat]
    groups: list[ShownGroup] = []
    if holder.drawn_cards:
        groups.append(ShownGroup("drawn", _("Drawn, to choose from"), holder.drawn_cards, numbered=True))
    if holder.cards is not None:
        values = {"cards": cards_text(holder.hand), "limit": holder.limit, "name": scene.names[seat]}
        if not holder.cards:
            caption = _("Your hand is empty") if scene.is_viewers(seat) else _("No card in hand")
        elif scene.is_viewers(seat):
            caption = _("Your hand: %(cards)s, at most %(limit)d when a round begins") % values
        else:
            caption = _("In hand: %(cards)s, at most %(limit)d when a round begins") % values
        groups.append(ShownGroup("hand", caption, holder.cards, numbered=not holder.drawn_cards))
    return groups


def _card(scene: Scene, seat: int, target: str, kind: str, cells: Grid, cards: CardSize) -> Element:
    drawn = card_element(scene, kind, cells.cell_width, cards)
    return {**drawn, "hotspot": scene.hotspot(target, drawn["label"])} if scene.is_viewers(seat) else drawn


def card_backs(scene: Scene, seat: int, room: float) -> Element | None:
    """The hand of another seat as card backs, at most _MAX_BACKS. None if there is no room for them."""
    holder = scene.view.seats[seat]
    backs = min(holder.hand, _MAX_BACKS)
    if not backs or (backs - 1) * CARD_GAP + _BACK > room:
        return None
    return {"backs": [-_BACK - CARD_GAP * index for index in reversed(range(backs))], "label": cards_text(holder.hand)}
