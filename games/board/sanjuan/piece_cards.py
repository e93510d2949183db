"""The cards of what is drawn: those that a reader sees on the table and in the hand, and the roles."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.board.piece_cards import PieceCard, owners_text, piece_id
from games.board.sanjuan.card_faces import FACES
from games.board.sanjuan.reference import card_facts
from games.board.sanjuan.scene import cards_text
from games.board.sanjuan.shared_panels import ROLE_NOTES
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.card_texts import CARD_TEXTS
from games.engine.sanjuan.view_types import RoleView, SanJuanView
from games.wording import in_words, title


def piece_cards(view: SanJuanView, names: Sequence[str]) -> list[PieceCard]:
    """Of the cards that the reader sees, and of the roles."""
    seen = {*view.turned}
    for seat in view.seats:
        seen |= {*(seat.cards or ()), *(seat.drawn_cards or ()), *(building.building for building in seat.buildings)}
    return [
        *(_card(view, names, kind) for kind in FACES if kind in seen),
        *(_role(names, role) for role in view.roles),
    ]


def _card(view: SanJuanView, names: Sequence[str], kind: str) -> PieceCard:
    owners = [
        name
        for name, seat in zip(names, view.seats, strict=True)
        if any(building.building == kind for building in seat.buildings)
    ]
    state = [owners_text(owners)]
    if kind in view.costs:
        state.insert(0, _("costs you %(cost)s") % {"cost": cards_text(view.costs[kind])})
    return PieceCard(
        piece_id("card", kind),
        title(terms.card(kind)),
        " · ".join(card_facts(FACES[kind])),
        in_words(CARD_TEXTS[kind].text),
        tuple(state),
    )


def _role(names: Sequence[str], role: RoleView) -> PieceCard:
    state = () if role.taken_by is None else (_("picked by %(name)s") % {"name": names[role.taken_by]},)
    everybody, picker = ROLE_NOTES[role.role]
    return PieceCard(piece_id("role", role.role), title(terms.role(role.role)), "", f"{everybody} · {picker}", state)
