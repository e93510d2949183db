"""One player's lines in the text board: points, cards, buildings, what else is known."""

from __future__ import annotations

import textwrap

from django.utils.translation import gettext as _

from games.board.plain import INDENT
from games.board.sanjuan.scene import Scene, cards_in_words, counted
from games.board.sanjuan.seats import notes
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import SPACES
from games.engine.sanjuan.view import BuildingView
from games.wording import in_words

_BLANK: str = "\N{NO-BREAK SPACE}"


def seat_lines(scene: Scene, seat: int, width: int) -> list[str]:
    owner = scene.view.seats[seat]
    told = {"vp": owner.vp, "cards": cards_in_words(owner.hand), "limit": owner.limit}
    if scene.view.over:
        has = _("%(vp)d VP in all; %(cards)s in hand") % told
    else:
        has = _("%(vp)d VP so far; %(cards)s in hand, at most %(limit)d when a round begins") % told
    spaces = _("%(count)d of %(spaces)d") % {"count": len(owner.buildings), "spaces": SPACES}
    built = ", ".join(_building(building).replace(" ", _BLANK) for building in owner.buildings)
    said = [has, _("Buildings, %(spaces)s: %(buildings)s") % {"spaces": spaces, "buildings": built}]
    if owner.cards and not scene.owns(seat):
        said.append(_("Hand: %(cards)s") % {"cards": counted(owner.cards)})
    said += notes(scene, seat)
    return [
        line
        for text in said
        for line in textwrap.wrap(f"{INDENT}{text}", width, subsequent_indent=INDENT * 2, break_on_hyphens=False)
    ]


def _building(building: BuildingView) -> str:
    name = in_words(terms.card(building.building))
    return f"{name}*" if building.good else name


def name_line(scene: Scene, seat: int) -> str:
    view = scene.view
    said = []
    if seat == view.viewer:
        said.append(_("you"))
    if seat == view.governor:
        said.append(_("governor"))
    if seat == view.to_move:
        said.append(_("to move"))
    elif view.seats[seat].done and not view.over:
        said.append(_("has acted"))
    said += [in_words(terms.role(role.role)) for role in view.roles if role.taken_by == seat]
    return scene.names[seat].upper() + (f" ({', '.join(said)})" if said else "")
