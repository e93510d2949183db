"""The panel of one seat: who it is, how it stands, its hand, its buildings."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.board.lettering import fitted, width, wrapped
from games.board.panels import Drawn, Panel
from games.board.sanjuan.cards import READABLE, Format, shapes
from games.board.sanjuan.faces import mark_of
from games.board.sanjuan.hand import CAPTION, fan, hand
from games.board.sanjuan.rows import grid
from games.board.sanjuan.scene import EDGE, ROLE_MARKS, Scene, cards_in_words, counted, goods_of, points
from games.board.sanjuan.tableau import kinds_before, tableau
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import SPACES
from games.engine.sanjuan.view import SeatView
from games.wording import in_words

_NOTE: Final = 14
_SMALL: Final = 11.0


def seat_panel(
    scene: Scene, seat: int, panel_width: float, *, compact: bool = False, cards: Format = READABLE
) -> Panel:
    """compact: at a glance, without cards in hand; else they are drawn as `cards` says."""
    owner = scene.view.seats[seat]
    inner = panel_width - 2 * EDGE
    notes = _notes(scene, seat, inner, 2 if compact else 3)
    y: float = 62 + len(notes) * _NOTE
    held_y = y
    held_kinds: set[str] = set()
    groups: list[Drawn] = []
    if not compact:
        held = hand(scene, seat, grid(inner, cards.widest), cards.down)
        groups, y = held.groups, y + held.bottom
        held_kinds = {*(owner.cards or ()), *(owner.drawn_cards or ())}
    town = tableau(scene, seat, inner, compact=compact)
    stats, stats_end = _stats(scene, seat)
    context: Drawn = {
        **_heading(scene, seat, panel_width),
        "stats": stats,
        "fan": None if owner.cards is not None and not compact else fan(scene, seat, panel_width - EDGE - stats_end),
        "fan_end": panel_width - EDGE,
        "notes": notes,
        "groups": groups,
        "held_y": held_y,
        "town": {**town, "x": EDGE, "y": y + CAPTION},
    }
    return Panel(
        "sanjuan/seat.svg",
        _("Board of %(name)s") % {"name": scene.names[seat]},
        panel_width,
        round(y + CAPTION + town["bottom"] + 10, 1),
        context,
        shapes(held_kinds) | {"back", "crate", "governor", *ROLE_MARKS.values(), *map(mark_of, kinds_before(owner))},
        headed=False,
    )


def _heading(scene: Scene, seat: int, panel_width: float) -> Drawn:
    """Name and marks; from the right: whose turn it is or who has had his go, the roles picked in this round."""
    view = scene.view
    right = panel_width - EDGE
    turn = done = None
    if view.to_move == seat:
        text = _("to move")
        across = round(width(text, 11.5, bold=True) + 20, 1)
        right -= across
        turn = {"x": right, "width": across, "middle": across / 2, "text": text}
        right -= 6
    elif view.seats[seat].done and not view.over:
        right -= 26
        done = {"x": right, "label": _("has acted in this phase")}
    roles = []
    for role in reversed(view.roles):
        if role.taken_by == seat:
            right -= 26
            label = _("picked the %(role)s") % {"role": in_words(terms.role(role.role))}
            roles.append({"x": right, "mark": ROLE_MARKS[role.role], "label": label})
    governor = view.governor == seat
    name_x = EDGE + (28 if governor else 0)
    name = fitted(scene.names[seat], right - name_x - 6, 15, 11, bold=True)
    return {"governor": governor, "name": name, "name_x": name_x, "turn": turn, "done": done, "roles": roles}


def _stats(scene: Scene, seat: int) -> tuple[list[Drawn], float]:
    """Points, buildings on the way to twelve, cards in hand, goods; and where they end."""
    owner = scene.view.seats[seat]
    built, goods = len(owner.buildings), len(goods_of(owner))
    stats = [
        ("vp", str(owner.vp), _points(scene, owner)),
        (
            "builder",
            f"{built}/{SPACES}",
            _("%(count)d of %(spaces)d buildings") % {"count": built, "spaces": SPACES},
        ),
        (
            "back",
            f"{owner.hand}/{owner.limit}",
            _("%(cards)s in hand, at most %(limit)d when a round begins") % _held(owner),
        ),
        ("crate", str(goods), _("%(count)d goods") % {"count": goods}),
    ]
    drawn: list[Drawn] = []
    x: float = EDGE
    for mark, text, label in stats:
        drawn.append({"x": round(x, 1), "mark": mark, "label": label, "text": text})
        x += 25 + width(text, 14, bold=True) + 14
    return drawn, x


def _held(owner: SeatView) -> dict[str, object]:
    return {"cards": cards_in_words(owner.hand), "limit": owner.limit}


def _points(scene: Scene, owner: SeatView) -> str:
    if scene.view.over:
        return _("%(points)s in all") % {"points": points(owner.vp)}
    return _("%(points)s so far, without cards under a chapel") % {"points": points(owner.vp)}


def _notes(scene: Scene, seat: int, room: float, most: int) -> list[Drawn]:
    """What else is to be known, a line each or two."""
    drawn: list[Drawn] = []
    for note in notes(scene, seat):
        for line in wrapped(note, room, _SMALL, 9, most):
            drawn.append({"y": 68 + len(drawn) * _NOTE, "text": line.text, "size": line.size})
    return drawn


def notes(scene: Scene, seat: int) -> list[str]:
    """Payment, hand limit, chapel, and what everybody has seen of the hand, in sentences."""
    view, owner = scene.view, scene.view.seats[seat]
    said: list[str] = []
    if view.payment is not None and view.to_move == seat:
        told = {
            "building": in_words(terms.card(view.payment.building)),
            "cards": cards_in_words(view.payment.owed),
            "goods": view.payment.goods,
        }
        if view.payment.goods:
            said.append(_("Pays for %(building)s: %(cards)s to go, up to %(goods)d of them goods") % told)
        else:
            said.append(_("Pays for %(building)s: %(cards)s to go") % told)
    if owner.drawn and owner.drawn_cards is None:
        said.append(_("Chooses among %(cards)s drawn") % {"cards": cards_in_words(owner.drawn)})
    said += _chapel(owner)
    if owner.shown:
        if scene.owns(seat):
            said.append(_("The others have seen in your hand: %(cards)s") % {"cards": counted(owner.shown)})
        else:
            said.append(_("Seen going to the hand: %(cards)s") % {"cards": counted(owner.shown)})
    return said


def _chapel(owner: SeatView) -> list[str]:
    stands = "chapel" in kinds_before(owner)
    if owner.chapel is None:
        if stands:
            return [_("Under the chapel: only its owner knows")]
        return [_("Under a chapel built over, if it had one: only its owner knows")]
    if owner.chapel:
        told = {"cards": cards_in_words(len(owner.chapel)), "which": counted(owner.chapel)}
        return [_("Under the chapel: %(cards)s (%(which)s)") % told]
    return [_("Under the chapel: nothing yet")] if stands else []
