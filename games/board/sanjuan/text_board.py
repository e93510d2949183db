"""The board as plain text, for mail readers without pictures: complete, in columns, no line wider than `width`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.board.sanjuan.card_faces import FACES
from games.board.sanjuan.scene import Scene, phase_text, seats_in_order
from games.board.sanjuan.shared_panels import open_card_notes, price_tile_rows
from games.board.sanjuan.tableau import built_kinds
from games.board.sanjuan.text_seats import name_line, seat_lines
from games.board.text_layout import INDENT, clean_lines, short_names, two_columns, wrap_text
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import CARD_NAMES, GOOD_NAMES, ROLE_NAMES
from games.engine.sanjuan.view_types import SanJuanView, SeatView
from games.wording import in_words, title


@dataclass(frozen=True)
class SeatText:
    """A player's name, and the lines below it."""

    name: str
    lines: list[str]


def text_board(view: SanJuanView, names: Sequence[str], width: int) -> str:
    scene = Scene(view, short_names(names))
    own = view.seats[view.viewer] if view.viewer is not None else None
    context = {
        "rule": "-" * width,
        "state": wrap_text(_state(scene), width, ""),
        "drawn": _numbered((own and own.drawn_cards) or (), width),
        "turned": _listed(view.turned, width),
        "hand": _hand(own, width),
        "roles": two_columns(_roles(scene), width),
        "prices": _prices(scene),
        "known": [
            line for note in open_card_notes(scene) for line in wrap_text(note, width, INDENT, INDENT * 2).splitlines()
        ],
        "seats": [SeatText(name_line(scene, seat), seat_lines(scene, seat, width)) for seat in seats_in_order(scene)],
        "effects": _listed(_unexplained_kinds(view), width),
    }
    return clean_lines(render_to_string("sanjuan/board.txt", context), width)


def _state(scene: Scene) -> str:
    view, names = scene.view, scene.names
    sentences = [
        pgettext("San Juan", "Round %(round)d.") % {"round": view.round},
        _("Governor: %(name)s.") % {"name": names[view.governor]},
    ]
    if view.phase is not None:
        values = {"phase": phase_text(view.phase)}
        if view.picker is None or view.phase not in ROLE_NAMES:
            sentences.append(_("In play: %(phase)s.") % values)
        else:
            sentences.append(_("In play: %(phase)s, picked by %(name)s.") % (values | {"name": names[view.picker]}))
    if view.over:
        sentences.append(_("The game is over."))
    elif view.to_move is not None:
        values = {"name": names[view.to_move], "stage": in_words(terms.stage(view.stage))}
        sentences.append(_("To move: %(name)s (%(stage)s).") % values)
    return " ".join(sentences)


def _hand(own: SeatView | None, width: int) -> list[str]:
    """The viewer's cards, with numbers unless these stand for drawn cards."""
    if own is None or not own.cards:
        return []
    return _listed(own.cards, width) if own.drawn_cards else _numbered(own.cards, width)


def _numbered(kinds: Sequence[str], width: int) -> list[str]:
    """Cards with the numbers that an answer may name them by."""
    return _cards([(f"{number:>4}  ", kind) for number, kind in enumerate(kinds, start=1)], width)


def _listed(kinds: Iterable[str], width: int) -> list[str]:
    return _cards([(INDENT, kind) for kind in kinds], width)


def _cards(cards: Sequence[tuple[str, str]], width: int) -> list[str]:
    """A line for each card: a lead, its name, cost and points, and effect, which may continue below."""
    names = {kind: in_words(terms.card(kind)) for kind in CARD_NAMES}
    column_width = max(map(len, names.values()))
    lines: list[str] = []
    for lead, kind in cards:
        start = f"{lead}{names[kind]:<{column_width}}  {FACES[kind].cost}/{FACES[kind].value}  "
        first, *more = textwrap.wrap(in_words(terms.effect(kind)), max(width - len(start), 12))
        lines += [start + first, *(" " * len(start) + line for line in more)]
    return lines


def _roles(scene: Scene) -> list[str]:
    column_width = max(len(title(terms.role(role.role))) for role in scene.view.roles)
    lines = []
    for role in scene.view.roles:
        note = "-" if role.taken_by is None else f"({scene.names[role.taken_by]})"
        if role.library:
            note += " " + _("with library")
        lines.append(f"{title(terms.role(role.role)):<{column_width}}  {note}")
    return lines


def _prices(scene: Scene) -> list[str]:
    rows = price_tile_rows(scene)
    heads = [in_words(terms.good(good)) for good in GOOD_NAMES]
    lead = max(len(row["lead"]) for row in rows)
    lines = [f"{INDENT}{'':<{lead}}  {'  '.join(heads)}"]
    for row in rows:
        figures = "  ".join(f"{price:>{len(head)}}" for price, head in zip(row["prices"], heads, strict=True))
        lines.append(f"{INDENT}{row['lead']:<{lead}}  {figures}")
    return lines


def _unexplained_kinds(view: SanJuanView) -> list[str]:
    """Kinds that somebody has built and that are not explained among the viewer's cards. None when the game is over."""
    if view.over:
        return []
    standing = set[str]().union(*(built_kinds(seat) for seat in view.seats))
    own = view.seats[view.viewer].cards if view.viewer is not None else None
    return [kind for kind in CARD_NAMES if kind in standing - set(own or ())]
