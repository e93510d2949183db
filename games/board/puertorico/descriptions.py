"""The panels of the shared parts of the board as lists and tables (games.board.description)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.board.description import Description, Listing, table
from games.board.puertorico.buildings_panel import buildings_title
from games.board.puertorico.draft_kinds import draftable_buildings
from games.board.puertorico.scene import SALE_PRICE, Scene, people_text, sorted_by_price
from games.board.puertorico.shared_panels import face_down_text, house_text, piles_texts, roles_title
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import GOOD_NAMES
from games.engine.puertorico.view_types import BuildingForSaleView
from games.wording import in_words, title


def describe_roles(scene: Scene) -> Description:
    cards = scene.view.role_cards
    rows = {
        pgettext("column head", "role"): [title(terms.role(card.role)) for card in cards],
        pgettext("column head", "doubloons"): [str(card.doubloons or "") for card in cards],
        pgettext("column head", "taken by"): [
            "" if card.taken_by is None else scene.names[card.taken_by] for card in cards
        ],
    }
    return Description(roles_title(scene), (table(rows),))


def describe_ships(scene: Scene) -> Description:
    ships = scene.view.ships
    empty = pgettext("state of a ship", "empty")
    rows = {
        pgettext("column head", "ship"): [_("Ship %(size)d") % {"size": ship.size} for ship in ships],
        pgettext("column head", "good"): [in_words(terms.good(ship.good)) if ship.good else empty for ship in ships],
        pgettext("column head", "loaded"): [str(ship.barrels) for ship in ships],
        pgettext("column head", "room for"): [str(ship.size) for ship in ships],
    }
    aboard = people_text(scene.view.colonist_ship, scene.view.noble_ship)
    return Description(_("Ships"), (table(rows), Listing((_("Colonist ship: %(people)s") % {"people": aboard},))))


def describe_market(scene: Scene) -> Description:
    rows = {
        pgettext("column head", "good"): [title(terms.good(good)) for good in GOOD_NAMES],
        pgettext("column head", "in the supply"): [str(scene.view.goods_supply[good]) for good in GOOD_NAMES],
        pgettext("column head", "sells for"): [str(SALE_PRICE[good]) for good in GOOD_NAMES],
    }
    return Description(
        _("Market and supplies"), (Listing((house_text(scene.view),)), table(rows), Listing(tuple(piles_texts(scene))))
    )


def describe_plantations(scene: Scene) -> Description:
    view = scene.view
    return Description(
        _("Plantations"),
        (
            Listing(
                (
                    *(title(terms.tile(tile)) for tile in view.face_up),
                    face_down_text(view),
                    _("Quarries: %(count)d") % {"count": view.quarries},
                )
            ),
        ),
    )


def describe_buildings(scene: Scene) -> Description:
    """By price, with what each does; in a draft also those to choose from."""
    open_ = draftable_buildings(scene.view)
    shown = sorted_by_price([*scene.view.buildings, *open_])
    can_be_chosen = {building.building for building in open_}

    def left(building: BuildingForSaleView) -> str:
        return _("can still be chosen") if building.building in can_be_chosen else str(building.count)

    rows = {
        pgettext("column head", "building"): [title(terms.building(building.building)) for building in shown],
        pgettext("column head", "price"): [str(building.price) for building in shown],
        pgettext("column head", "for you"): [_cost(scene, building) for building in shown],
        pgettext("column head", "you can buy it"): [_in_reach(scene, building) for building in shown],
        pgettext("column head", "left"): [left(building) for building in shown],
        pgettext("column head", "VP"): [str(building.vp) for building in shown],
        pgettext("column head", "circles"): [str(building.circles) for building in shown],
        pgettext("column head", "quarries at most"): [str(building.column) for building in shown],
        pgettext("column head", "effect"): [in_words(terms.effect(building.building)) for building in shown],
    }
    return Description(buildings_title(scene.view), (table(rows),))


def _cost(scene: Scene, building: BuildingForSaleView) -> str:
    return "" if building.price_now is None or scene.view.draft else str(building.price_now)


def _in_reach(scene: Scene, building: BuildingForSaleView) -> str:
    return _("yes") if building.buyable and not scene.view.draft else ""


DESCRIBED = {
    "roles": describe_roles,
    "ships": describe_ships,
    "market": describe_market,
    "plantations": describe_plantations,
    "buildings": describe_buildings,
}
"""By the name of the part."""
