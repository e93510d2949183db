"""One player's lines in the text board: what he has, his island and his city."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.plain import INDENT
from games.board.puertorico.scene import colonists_and_nobles, doubloons
from games.board.puertorico.text_pieces import amounts, circles
from games.engine.puertorico import names as terms
from games.engine.puertorico.view import IslandTilesView, PlayerView, PuertoRicoView
from games.wording import in_words


def seat_lines(player: PlayerView, view: PuertoRicoView, width: int) -> list[str]:
    vp = "?" if player.vp is None else str(player.vp)
    wealth = [
        doubloons(player.doubloons),
        _("VP %(chips)s + %(buildings)d on buildings") % {"chips": vp, "buildings": player.building_vp},
        _people(player),
    ]
    island = [_tiles(tiles, player) for tiles in player.island if tiles.count]
    city = [
        f"{in_words(terms.building(owned.building))} {circles(owned.circles, owned.colonists, owned.nobles)}".rstrip()
        for owned in player.city
    ]
    rows = [
        (_("Has"), "; ".join(wealth)),
        (_("Goods"), amounts({good: count for good, count in player.goods.items() if count}) or _("none")),
        (_("Island"), _list([*island, _free(player.island_free)])),
        (_("City"), _list([*city, _free(player.city_free)])),
    ]
    if player.seat == view.viewer and any(player.can_produce.values()):
        makes = amounts({good: count for good, count in player.can_produce.items() if count})
        rows.insert(2, (_("Would make"), makes))
    across = max(len(label) for label, _text in rows)
    return [
        line.replace("\N{NO-BREAK SPACE}", " ")
        for label, text in rows
        for line in textwrap.wrap(
            f"{INDENT}{label:<{across}}  {text}",
            width,
            subsequent_indent=" " * (len(INDENT) + across + 2),
            break_on_hyphens=False,
        )
    ]


def _people(player: PlayerView) -> str:
    told = {
        "people": colonists_and_nobles(player.colonists - player.nobles, player.nobles),
        "count": player.san_juan,
        "nobles": player.nobles_in_san_juan,
    }
    if player.nobles_in_san_juan:
        return _("%(people)s (%(count)d in San Juan, nobles: %(nobles)d)") % told
    return _("%(people)s (%(count)d in San Juan)") % told


def _tiles(tiles: IslandTilesView, player: PlayerView) -> str:
    kind = in_words(terms.TILES[tiles.kind])
    if tiles.kind != "forest":
        return f"{kind} {circles(tiles.count, tiles.occupied, tiles.nobles)}"
    were = [f"{in_words(terms.good(good))} {count}" for good, count in player.forests.items() if count]
    if player.forests_unknown:
        were.append(f"? {player.forests_unknown}")
    return f"{kind} {tiles.count} ({', '.join(were)})"


def _free(count: int) -> str:
    return ngettext("%(count)d space free", "%(count)d spaces free", count) % {"count": count}


def _list(items: Iterable[str]) -> str:
    """Enumerated so that a thing and its circles stay on one line."""
    return ", ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)
