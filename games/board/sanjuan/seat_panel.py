"""The panel of one seat: the player, figures, hand and buildings."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.panels import Element, Panel
from games.board.sanjuan.card_faces import mark_of
from games.board.sanjuan.card_grid import grid
from games.board.sanjuan.cards import READABLE, CardSize, card_marks
from games.board.sanjuan.hand import CAPTION, card_backs, hand_groups
from games.board.sanjuan.scene import PADDING, ROLE_MARKS, Scene, cards_text, goods_of, list_cards, points_text
from games.board.sanjuan.tableau import built_kinds, tableau_element, tableau_marks
from games.board.text_fitting import fit_line, fit_lines, text_width
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import MAX_BUILDINGS
from games.engine.sanjuan.view_types import SeatView
from games.wording import say, say_counted

_NOTE: Final = 14
_SMALL: Final = 11.0


def seat_panel(
    scene: Scene,
    seat: int,
    panel_width: float,
    *,
    compact: bool = False,
    cards: CardSize = READABLE,
    small_columns: int = 0,
) -> Panel:
    """compact: without cards in hand. cards: the size in which cards in hand are drawn.

    small_columns: in so many columns the buildings show their names and goods only; 0: as they fit.
    """
    owner = scene.view.seats[seat]
    inner = panel_width - 2 * PADDING
    notes = _notes(scene, seat, inner, 2 if compact else 3)
    y: float = 62 + len(notes) * _NOTE
    held_y = y
    held_kinds: set[str] = set()
    groups: list[Element] = []
    if not compact:
        held = hand_groups(scene, seat, grid(inner, cards.max_width), cards)
        groups, y = held.groups, y + held.bottom
        held_kinds = {*(owner.cards or ()), *(owner.drawn_cards or ())}
    town = tableau_element(scene, seat, inner, compact=compact, small_columns=small_columns)
    stats, stats_end = _stats(scene, seat)
    context: Element = {
        **_heading(scene, seat, panel_width),
        "stats": stats,
        "fan": None
        if owner.cards is not None and not compact
        else card_backs(scene, seat, panel_width - PADDING - stats_end),
        "fan_end": panel_width - PADDING,
        "notes": notes,
        "groups": groups,
        "held_y": held_y,
        "town": {**town, "x": PADDING, "y": y + CAPTION},
    }
    return Panel(
        "sanjuan/seat.svg",
        _("Board of %(name)s") % {"name": scene.names[seat]},
        panel_width,
        round(y + CAPTION + town["bottom"] + 10, 1),
        context,
        card_marks(held_kinds)
        | {"back", "crate", "governor", *ROLE_MARKS.values(), *map(mark_of, built_kinds(owner))}
        | tableau_marks(town),
        headed=False,
    )


def _heading(scene: Scene, seat: int, panel_width: float) -> Element:
    """Name and governor; on the right whether the seat is to move or has acted, and the roles it picked."""
    view = scene.view
    right = panel_width - PADDING
    turn = done = None
    if view.to_move == seat:
        text = _("to move")
        width = round(text_width(text, 11.5, bold=True) + 20, 1)
        right -= width
        turn = {"x": right, "width": width, "middle": width / 2, "text": text}
        right -= 6
    elif view.seats[seat].done and not view.over:
        right -= 26
        done = {"x": right, "label": _("has acted in this phase")}
    roles = []
    for role in reversed(view.roles):
        if role.taken_by == seat:
            right -= 26
            label = say("picked the {role}", role=terms.role(role.role))
            roles.append({"x": right, "mark": ROLE_MARKS[role.role], "label": label})
    governor = view.governor == seat
    name_x = PADDING + (28 if governor else 0)
    name = fit_line(scene.names[seat], right - name_x - 6, 15, 11, bold=True)
    return {"governor": governor, "name": name, "name_x": name_x, "turn": turn, "done": done, "roles": roles}


def _stats(scene: Scene, seat: int) -> tuple[list[Element], float]:
    """Points, buildings of twelve, cards in hand and goods; and the x where they end."""
    owner = scene.view.seats[seat]
    built, goods = len(owner.buildings), len(goods_of(owner))
    figures = (str(owner.vp), f"{built}/{MAX_BUILDINGS}", f"{owner.hand}/{owner.limit}", str(goods))
    stats = zip(("vp", "builder", "back", "crate"), figures, figure_texts(scene, seat), strict=True)
    elements: list[Element] = []
    x: float = PADDING
    for mark, text, label in stats:
        elements.append({"x": round(x, 1), "mark": mark, "label": label, "text": text})
        x += 25 + text_width(text, 14, bold=True) + 14
    return elements, x


def figure_texts(scene: Scene, seat: int) -> list[str]:
    """Points, buildings, cards in hand and goods, in words."""
    owner = scene.view.seats[seat]
    built = {"count": len(owner.buildings), "spaces": MAX_BUILDINGS}
    return [
        _points(scene, owner),
        ngettext("%(count)d of %(spaces)d building", "%(count)d of %(spaces)d buildings", MAX_BUILDINGS) % built,
        _("%(cards)s in hand, at most %(limit)d when a round begins") % _hand_values(owner),
        say_counted("{count} good", "{count} goods", len(goods_of(owner))),
    ]


def _hand_values(owner: SeatView) -> dict[str, object]:
    return {"cards": cards_text(owner.hand), "limit": owner.limit}


def _points(scene: Scene, owner: SeatView) -> str:
    if scene.view.over:
        return _("%(points)s in all") % {"points": points_text(owner.vp)}
    return _("%(points)s so far, without cards under a chapel") % {"points": points_text(owner.vp)}


def _notes(scene: Scene, seat: int, room: float, most: int) -> list[Element]:
    """The notes in lines, at most `most` for each."""
    elements: list[Element] = []
    for note in notes(scene, seat):
        for line in fit_lines(note, room, _SMALL, 9, most):
            elements.append({"y": 68 + len(elements) * _NOTE, "text": line.text, "size": line.size})
    return elements


def notes(scene: Scene, seat: int) -> list[str]:
    """Sentences on payment, drawn cards, chapel, and what everybody has seen of the hand."""
    view, owner = scene.view, scene.view.seats[seat]
    sentences: list[str] = []
    if view.payment is not None and view.to_move == seat:
        building, cards = terms.card(view.payment.building), terms.card_count(view.payment.owed)
        if view.payment.goods:
            most = view.payment.goods
            sentences.append(
                say(
                    "Pays for {building}: {cards} to go, up to {most} of them goods",
                    building=building,
                    cards=cards,
                    most=most,
                )
            )
        else:
            sentences.append(say("Pays for {building}: {cards} to go", building=building, cards=cards))
    if owner.drawn and owner.drawn_cards is None:
        sentences.append(say("Chooses among {cards} drawn", cards=terms.card_count(owner.drawn)))
    sentences += _chapel(owner)
    if owner.shown:
        if scene.is_viewers(seat):
            sentences.append(_("The others have seen in your hand: %(cards)s") % {"cards": list_cards(owner.shown)})
        else:
            sentences.append(_("Seen going to the hand: %(cards)s") % {"cards": list_cards(owner.shown)})
    return sentences


def _chapel(owner: SeatView) -> list[str]:
    stands = "chapel" in built_kinds(owner)
    if owner.chapel is None:
        if stands:
            return [_("Under the chapel: only its owner knows")]
        return [_("Under a chapel built over, if it had one: only its owner knows")]
    if owner.chapel:
        values = {"cards": cards_text(len(owner.chapel)), "which": list_cards(owner.chapel)}
        return [_("Under the chapel: %(cards)s (%(which)s)") % values]
    return [_("Under the chapel: nothing yet")] if stands else []
