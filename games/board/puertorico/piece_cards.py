"""The cards of what is drawn: buildings and roles, with their prices and owners in a game."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.board.piece_cards import PieceCard, owners_text, piece_id
from games.board.puertorico.reference import building_facts
from games.board.puertorico.scene import doubloons_text
from games.engine.puertorico import names as terms
from games.engine.puertorico.building_texts import BUILDING_TEXTS
from games.engine.puertorico.view_types import BuildingForSaleView, PuertoRicoView, RoleCardView
from games.wording import in_words, title


def piece_cards(view: PuertoRicoView, names: Sequence[str]) -> list[PieceCard]:
    """Of the buildings in play and the roles."""
    return [
        *(_building(view, names, building) for building in view.buildings),
        *(_role(names, card) for card in view.role_cards),
    ]


def _building(view: PuertoRicoView, names: Sequence[str], building: BuildingForSaleView) -> PieceCard:
    word = building.building
    owners = [names[player.seat] for player in view.players if any(owned.building == word for owned in player.city)]
    state = [_("%(count)d left") % {"count": building.count}, owners_text(owners)]
    if building.price_now is not None and building.count and not view.draft and not view.over:
        state.insert(0, _("costs you %(cost)s") % {"cost": doubloons_text(building.price_now)})
    return PieceCard(
        piece_id("building", word),
        title(terms.building(word)),
        " · ".join(building_facts(building)),
        in_words(BUILDING_TEXTS[word].text_for(nobles=view.options.nobles == "on")),
        tuple(state),
    )


def _role(names: Sequence[str], card: RoleCardView) -> PieceCard:
    state = []
    if card.doubloons:
        state.append(doubloons_text(card.doubloons))
    if card.taken_by is not None:
        state.append(_("taken by %(name)s") % {"name": names[card.taken_by]})
    return PieceCard(
        piece_id("role", card.role),
        title(terms.role(card.role)),
        "",
        in_words(terms.role_effect(card.role)),
        tuple(state),
    )
