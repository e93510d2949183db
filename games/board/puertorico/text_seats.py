"""One player's lines in the text board: possessions, island and city."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.board.puertorico.scene import doubloons_text, people_text
from games.board.puertorico.text_parts import amounts_text, circles_text
from games.board.text_layout import INDENT
from games.engine.puertorico import names as terms
from games.engine.puertorico.view_types import IslandTilesView, PlayerView, PuertoRicoView
from games.wording import in_words


def seat_notes(view: PuertoRicoView, seat: int) -> list[str]:
    """What is said of a player in short, beside the name: whose turn it is, and the roles picked in this round."""
    player = view.players[seat]
    notes = []
    if seat == view.viewer:
        notes.append(_("you"))
    if player.governor:
        notes.append(_("governor"))
    if seat == view.to_move:
        notes.append(_("to move"))
    return notes + [in_words(terms.role(role)) for role in player.roles]


def seat_lines(player: PlayerView, view: PuertoRicoView, width: int) -> list[str]:
    vp = "?" if player.vp is None else str(player.vp)
    wealth = [
        doubloons_text(player.doubloons),
        _("VP %(chips)s + %(buildings)d on buildings") % {"chips": vp, "buildings": player.building_vp},
        people_line(player),
    ]
    island = [_tiles(tiles, player) for tiles in player.island if tiles.count]
    city = [
        (
            in_words(terms.building(owned.building)) + " " + circles_text(owned.circles, owned.colonists, owned.nobles)
        ).rstrip()
        for owned in player.city
    ]
    rows = [
        (_("Has"), "; ".join(wealth)),
        (
            _("Goods"),
            amounts_text({good: count for good, count in player.goods.items() if count})
            or pgettext("state of goods", "none"),
        ),
        (_("Island"), _list([*island, _free(player.island_free)])),
        (_("City"), _list([*city, _free(player.city_free)])),
    ]
    if player.seat == view.viewer and any(player.can_produce.values()):
        makes = amounts_text({good: count for good, count in player.can_produce.items() if count})
        rows.insert(2, (_("Would make"), makes))
    label_width = max(len(label) for label, _text in rows)
    return [
        line.replace("\N{NO-BREAK SPACE}", " ")
        for label, text in rows
        for line in textwrap.wrap(
            f"{INDENT}{label:<{label_width}}  {text}",
            width,
            subsequent_indent=" " * (len(INDENT) + label_width + 2),
            break_on_hyphens=False,
        )
    ]


def people_line(player: PlayerView) -> str:
    values = {
        "people": people_text(player.colonists - player.nobles, player.nobles),
        "count": player.san_juan,
        "nobles": player.nobles_in_san_juan,
    }
    if player.nobles_in_san_juan:
        return _("%(people)s (%(count)d in San Juan, nobles: %(nobles)d)") % values
    return _("%(people)s (%(count)d in San Juan)") % values


def _tiles(tiles: IslandTilesView, player: PlayerView) -> str:
    kind = in_words(terms.TILES[tiles.kind])
    if tiles.kind != "forest":
        return f"{kind} {circles_text(tiles.count, tiles.occupied, tiles.nobles)}"
    return f"{kind} {tiles.count} ({former_plantations_text(player)})"


def former_plantations_text(player: PlayerView) -> str:
    """What the forests of a seat were, as far as the reader knows."""
    were = [f"{in_words(terms.good(good))} {count}" for good, count in player.forests.items() if count]
    if player.forests_unknown:
        were.append(f"? {player.forests_unknown}")
    return ", ".join(were)


def _free(count: int) -> str:
    return ngettext("%(count)d space free", "%(count)d spaces free", count) % {"count": count}


def _list(items: Iterable[str]) -> str:
    """The items with no-break spaces, so that a place and its circles stay on one line."""
    return ", ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)
