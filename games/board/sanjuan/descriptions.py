"""The panels of the board as lists and tables (games.board.description)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.board.description import Description, Listing, Table, table
from games.board.sanjuan.card_faces import FACES
from games.board.sanjuan.hand import shown_groups
from games.board.sanjuan.scene import Scene
from games.board.sanjuan.seat_panel import figure_texts, notes
from games.board.sanjuan.shared_panels import (
    ROLE_NOTES,
    open_card_notes,
    open_cards_title,
    price_tile_rows,
    prices_title,
    roles_title,
)
from games.board.sanjuan.tableau import buildings_caption
from games.board.sanjuan.text_seats import seat_notes
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import GOOD_NAMES
from games.engine.sanjuan.view_types import RoleView
from games.wording import in_words, title


def describe_roles(scene: Scene) -> Description:
    roles = scene.view.roles
    rows = {
        pgettext("column head", "role"): [title(terms.role(role.role)) for role in roles],
        pgettext("column head", "for everybody"): [str(ROLE_NOTES[role.role][0]) for role in roles],
        pgettext("column head", "for the picker"): [str(ROLE_NOTES[role.role][1]) for role in roles],
        pgettext("column head", "taken by"): [_taken(scene, role) for role in roles],
    }
    return Description(roles_title(scene), (table(rows),))


def _taken(scene: Scene, role: RoleView) -> str:
    taker = [] if role.taken_by is None else [scene.names[role.taken_by]]
    return ", ".join([*taker, *([_("doubled by the library")] if role.library else [])])


def describe_prices(scene: Scene) -> Description:
    tiles = price_tile_rows(scene)
    rows = {pgettext("column head", "price tile"): [tile["lead"] for tile in tiles]}
    for index, good in enumerate(GOOD_NAMES):
        rows[in_words(terms.good(good))] = [str(tile["prices"][index]) for tile in tiles]
    return Description(prices_title(), (table(rows),))


def describe_open_cards(scene: Scene) -> Description:
    turned, sentences = scene.view.turned, open_card_notes(scene)
    blocks: list[Listing | Table] = []
    if turned:
        blocks.append(_cards(turned, _("Turned up by the gold mine"), numbered=False))
    if sentences:
        blocks.append(Listing(tuple(sentences)))
    return Description(open_cards_title(), tuple(blocks))


def describe_seat(scene: Scene, seat: int) -> Description:
    """Figures, the cards that the reader may see, and the buildings."""
    owner = scene.view.seats[seat]
    said = seat_notes(scene, seat)
    name = scene.names[seat] + (f" ({', '.join(said)})" if said else "")
    facts = [*figure_texts(scene, seat), *notes(scene, seat)]
    held = [
        _cards(group.kinds, group.caption, numbered=group.numbered)
        for group in shown_groups(scene, seat)
        if group.kinds
    ]
    buildings = _buildings(scene, seat)
    if not owner.buildings:
        facts.append(buildings.caption)
    return Description(name, (Listing(tuple(facts)), *held, *([buildings] if owner.buildings else [])))


def _cards(kinds: Sequence[str], caption: str, *, numbered: bool) -> Table:
    """numbered: with the numbers that an answer names them by."""
    names = [title(terms.card(kind)) for kind in kinds]
    if numbered:
        names = [f"{number}. {name}" for number, name in enumerate(names, start=1)]
    return table(
        {
            pgettext("column head", "card"): names,
            pgettext("column head", "cost"): [str(FACES[kind].cost) for kind in kinds],
            pgettext("column head", "VP"): [FACES[kind].value for kind in kinds],
            pgettext("column head", "effect"): [in_words(terms.effect(kind)) for kind in kinds],
        },
        caption,
    )


def _buildings(scene: Scene, seat: int) -> Table:
    """With what they do before the reader's seat; of others' the numbers and names say which they are."""
    owner = scene.view.seats[seat]
    kinds = [building.building for building in owner.buildings]
    effects = [in_words(terms.effect(kind)) for kind in kinds] if scene.is_viewers(seat) else [""] * len(kinds)
    return table(
        {
            pgettext("column head", "building"): [
                f"{number}. {title(terms.card(kind))}" for number, kind in enumerate(kinds, start=1)
            ],
            pgettext("column head", "good"): [
                in_words(terms.good(building.good)) if building.good else "" for building in owner.buildings
            ],
            pgettext("column head", "cost"): [str(FACES[kind].cost) for kind in kinds],
            pgettext("column head", "VP"): [FACES[kind].value for kind in kinds],
            pgettext("column head", "effect"): effects,
        },
        buildings_caption(owner),
    )


DESCRIBED = {"open": describe_open_cards, "roles": describe_roles, "prices": describe_prices}
"""By the name of the part."""
