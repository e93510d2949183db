"""The board as plain text, for mail readers without pictures: complete, in columns, no line wider than asked."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.board.plain import INDENT, called, flowed, side_by_side, tidy
from games.board.sanjuan.faces import FACES
from games.board.sanjuan.scene import Scene, around, phase
from games.board.sanjuan.shared import open_notes, tile_rows
from games.board.sanjuan.tableau import kinds_before
from games.board.sanjuan.text_seats import name_line, seat_lines
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import CARD_NAMES, GOOD_NAMES, ROLE_NAMES
from games.engine.sanjuan.view import SanJuanView, SeatView
from games.wording import in_words, title


@dataclass(frozen=True)
class TextSeat:
    """One player's lines under his name."""

    name: str
    lines: list[str]


def text_board(view: SanJuanView, names: Sequence[str], width: int) -> str:
    scene = Scene(view, called(names))
    own = view.seats[view.viewer] if view.viewer is not None else None
    context = {
        "rule": "-" * width,
        "state": flowed(_state(scene), width, ""),
        "drawn": _numbered((own and own.drawn_cards) or (), width),
        "turned": _listed(view.turned, width),
        "hand": _hand(own, width),
        "roles": side_by_side(_roles(scene), width),
        "prices": _prices(scene),
        "known": [line for note in open_notes(scene) for line in flowed(note, width, INDENT, INDENT * 2).splitlines()],
        "seats": [TextSeat(name_line(scene, seat), seat_lines(scene, seat, width)) for seat in around(scene)],
        "effects": _listed(_to_explain(view), width),
    }
    return tidy(render_to_string("sanjuan/board.txt", context), width)


def _state(scene: Scene) -> str:
    view, names = scene.view, scene.names
    said = [
        _("Round %(round)d.") % {"round": view.round},
        _("Governor: %(name)s.") % {"name": names[view.governor]},
    ]
    if view.phase is not None:
        told = {"phase": phase(view.phase)}
        if view.picker is None or view.phase not in ROLE_NAMES:
            said.append(_("In play: %(phase)s.") % told)
        else:
            said.append(_("In play: %(phase)s, picked by %(name)s.") % (told | {"name": names[view.picker]}))
    if view.over:
        said.append(_("The game is over."))
    elif view.to_move is not None:
        told = {"name": names[view.to_move], "stage": in_words(terms.stage(view.stage))}
        said.append(_("To move: %(name)s (%(stage)s).") % told)
    return " ".join(said)


def _hand(own: SeatView | None, width: int) -> list[str]:
    """Without numbers while those stand for the drawn cards."""
    if own is None or not own.cards:
        return []
    return _listed(own.cards, width) if own.drawn_cards else _numbered(own.cards, width)


def _numbered(kinds: Sequence[str], width: int) -> list[str]:
    """Cards by the numbers that an answer may name them by."""
    return _cards([(f"{number:>4}  ", kind) for number, kind in enumerate(kinds, start=1)], width)


def _listed(kinds: Iterable[str], width: int) -> list[str]:
    return _cards([(INDENT, kind) for kind in kinds], width)


def _cards(cards: Sequence[tuple[str, str]], width: int) -> list[str]:
    """What stands before each, its name, cost and points, effect; a long one goes on below itself."""
    names = {kind: in_words(terms.card(kind)) for kind in CARD_NAMES}
    across = max(map(len, names.values()))
    lines: list[str] = []
    for lead, kind in cards:
        start = f"{lead}{names[kind]:<{across}}  {FACES[kind].cost}/{FACES[kind].value}  "
        first, *more = textwrap.wrap(in_words(terms.effect(kind)), max(width - len(start), 12))
        lines += [start + first, *(" " * len(start) + line for line in more)]
    return lines


def _roles(scene: Scene) -> list[str]:
    across = max(len(title(terms.role(role.role))) for role in scene.view.roles)
    lines = []
    for role in scene.view.roles:
        note = "-" if role.taken_by is None else f"({scene.names[role.taken_by]})"
        if role.library:
            note += " " + _("with library")
        lines.append(f"{title(terms.role(role.role)):<{across}}  {note}")
    return lines


def _prices(scene: Scene) -> list[str]:
    rows = tile_rows(scene)
    heads = [in_words(terms.good(good)) for good in GOOD_NAMES]
    lead = max(len(row["lead"]) for row in rows)
    lines = [f"{INDENT}{'':<{lead}}  {'  '.join(heads)}"]
    for row in rows:
        figures = "  ".join(f"{price:>{len(head)}}" for price, head in zip(row["prices"], heads, strict=True))
        lines.append(f"{INDENT}{row['lead']:<{lead}}  {figures}")
    return lines


def _to_explain(view: SanJuanView) -> list[str]:
    """Kinds that stand before somebody and are not explained among the viewer's cards, while they still do anything."""
    if view.over:
        return []
    standing = set[str]().union(*(kinds_before(seat) for seat in view.seats))
    own = view.seats[view.viewer].cards if view.viewer is not None else None
    return [kind for kind in CARD_NAMES if kind in standing - set(own or ())]
