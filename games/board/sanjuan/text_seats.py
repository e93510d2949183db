"""One player's lines in the text board: points, cards, buildings and notes."""

from __future__ import annotations

import textwrap

from django.utils.translation import gettext as _

from games.board.sanjuan.scene import Scene, cards_text, list_cards
from games.board.sanjuan.seat_panel import notes
from games.board.text_layout import INDENT
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import MAX_BUILDINGS
from games.engine.sanjuan.view_types import BuildingView
from games.wording import in_words

_BLANK: str = "\N{NO-BREAK SPACE}"


def seat_lines(scene: Scene, seat: int, width: int) -> list[str]:
    owner = scene.view.seats[seat]
    values = {"vp": owner.vp, "cards": cards_text(owner.hand), "limit": owner.limit}
    if scene.view.over:
        has = _("%(vp)d VP in all; %(cards)s in hand") % values
    else:
        has = _("%(vp)d VP so far; %(cards)s in hand, at most %(limit)d when a round begins") % values
    spaces = _("%(count)d of %(spaces)d") % {"count": len(owner.buildings), "spaces": MAX_BUILDINGS}
    built = ", ".join(_building(building).replace(" ", _BLANK) for building in owner.buildings)
    sentences = [has, _("Buildings, %(spaces)s: %(buildings)s") % {"spaces": spaces, "buildings": built}]
    if owner.cards and not scene.is_viewers(seat):
        sentences.append(_("Hand: %(cards)s") % {"cards": list_cards(owner.cards)})
    sentences += notes(scene, seat)
    return [
        line
        for text in sentences
        for line in textwrap.wrap(f"{INDENT}{text}", width, subsequent_indent=INDENT * 2, break_on_hyphens=False)
    ]


def _building(building: BuildingView) -> str:
    name = in_words(terms.card(building.building))
    return f"{name}*" if building.good else name


def seat_notes(scene: Scene, seat: int) -> list[str]:
    """What is said of a player in short, beside the name: whose turn it is, and the roles picked in this round."""
    view = scene.view
    sentences = []
    if seat == view.viewer:
        sentences.append(_("you"))
    if seat == view.governor:
        sentences.append(_("governor"))
    if seat == view.to_move:
        sentences.append(_("to move"))
    elif view.seats[seat].done and not view.over:
        sentences.append(_("has acted"))
    return sentences + [in_words(terms.role(role.role)) for role in view.roles if role.taken_by == seat]


def name_line(scene: Scene, seat: int) -> str:
    sentences = seat_notes(scene, seat)
    return scene.names[seat].upper() + (f" ({', '.join(sentences)})" if sentences else "")
