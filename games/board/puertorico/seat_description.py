"""The board of one seat as lists and tables (games.board.description)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.board.description import Description, Listing, Table, table
from games.board.puertorico.city import city_caption
from games.board.puertorico.island import island_caption
from games.board.puertorico.scene import Scene, doubloons_text, vp_chips_text
from games.board.puertorico.text_parts import amounts_text
from games.board.puertorico.text_seats import former_plantations_text, people_line, seat_notes
from games.engine.puertorico import names as terms
from games.engine.puertorico.view_types import IslandTilesView, PlayerView
from games.wording import title


def describe_seat(scene: Scene, seat: int) -> Description:
    """Possessions, then the island and the city, of which an empty one has no table."""
    player = scene.view.players[seat]
    notes = seat_notes(scene.view, seat)
    name = scene.names[seat] + (f" ({', '.join(notes)})" if notes else "")
    facts = [
        doubloons_text(player.doubloons),
        f"{vp_chips_text(player.vp)}, {_('%(count)d on buildings') % {'count': player.building_vp}}",
        people_line(player),
        f"{_('Goods')}: {_amounts(player.goods) or pgettext('state of goods', 'none')}",
    ]
    if scene.is_viewers(player) and any(player.can_produce.values()):
        facts.append(f"{_('Would make')}: {_amounts(player.can_produce)}")
    if scene.view.over and player.total is not None:
        facts.append(_("total %(count)d") % {"count": player.total})
    tables = [_island(player), _city(player)]
    facts += [each.caption for each in tables if not each.rows]
    return Description(name, (Listing(tuple(facts)), *(each for each in tables if each.rows)))


def _amounts(goods: dict[str, int]) -> str:
    return amounts_text({good: count for good, count in goods.items() if count})


def _island(player: PlayerView) -> Table:
    held = [tiles for tiles in player.island if tiles.count]
    return table(
        {
            pgettext("column head", "tile"): [_tiles(tiles, player) for tiles in held],
            pgettext("column head", "number"): [str(tiles.count) for tiles in held],
            pgettext("column head", "occupied"): [_occupied(tiles) for tiles in held],
            pgettext("column head", "nobles"): [str(tiles.nobles or "") for tiles in held],
        },
        island_caption(player),
    )


def _tiles(tiles: IslandTilesView, player: PlayerView) -> str:
    kind = title(terms.TILES[tiles.kind])
    return f"{kind} ({former_plantations_text(player)})" if tiles.kind == "forest" else kind


def _occupied(tiles: IslandTilesView) -> str:
    """A forest has no circle."""
    return "" if tiles.kind == "forest" else str(tiles.occupied)


def _city(player: PlayerView) -> Table:
    return table(
        {
            pgettext("column head", "building"): [title(terms.building(owned.building)) for owned in player.city],
            pgettext("column head", "circles"): [str(owned.circles or "") for owned in player.city],
            pgettext("column head", "occupied"): [
                str(owned.colonists) if owned.circles else "" for owned in player.city
            ],
            pgettext("column head", "nobles"): [str(owned.nobles or "") for owned in player.city],
        },
        city_caption(player),
    )
