"""The cards to look up: each as it is held, with all that one has to know in full words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.board.panels import Panel, alone, svg
from games.board.sanjuan.cards import READABLE, card, shapes
from games.board.sanjuan.faces import FACES, Face
from games.board.sanjuan.scene import Scene, points
from games.board.sanjuan.shades import COLOURS
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.reference import REFERENCE, WHEN
from games.engine.sanjuan.view import PricesView, SanJuanView
from games.wording import in_words, title

FOLDER: Final = "sanjuan"
BY_COST: Final = "price"
_ROOM: Final = 1.5
"""Around the card, for its outline."""
_NO_TABLE: Final = SanJuanView(
    viewer=None,
    deal_choice=False,
    round=1,
    governor=0,
    picker=None,
    phase=None,
    stage="over",
    to_move=None,
    over=True,
    roles=(),
    prices=PricesView(None, (), ()),
    turned=(),
    payment=None,
    covered=(),
    discards=(),
    seats=(),
)
"""Cards are looked up beside any game."""


@dataclass(frozen=True)
class Explained:
    """One kind of card. facts: cost and what else is printed on it, and how many there are of it."""

    name: str
    picture: SafeString
    facts: str
    text: str
    when: str


@dataclass(frozen=True)
class Group:
    """Cards that act at the same time, or cost the same."""

    title: str
    cards: list[Explained]


def reference(by: str) -> list[Group]:
    """All 29 kinds. by: "price", else when they act."""
    groups: dict[str, list[Explained]] = {}
    if by != BY_COST:
        groups = {in_words(heading): [] for heading in WHEN.values()}
    faces = sorted(FACES.values(), key=lambda face: face.cost) if by == BY_COST else FACES.values()
    for face in faces:
        explained = _explained(face)
        heading = _("Cost %(cost)d") % {"cost": face.cost} if by == BY_COST else explained.when
        groups.setdefault(heading, []).append(explained)
    return [Group(heading, members) for heading, members in groups.items() if members]


def _explained(face: Face) -> Explained:
    entry = REFERENCE[face.name]
    worth = _("VP by formula") if face.vp is None else points(face.vp)
    facts = [_("cost %(cost)d") % {"cost": face.cost}, worth, _("%(count)d in the game") % {"count": face.copies}]
    return Explained(
        name=title(terms.card(face.name)),
        picture=_picture(face.name),
        facts=" · ".join(facts),
        text=in_words(entry.text),
        when=in_words(WHEN[entry.when]),
    )


def _picture(kind: str) -> SafeString:
    scene = Scene(_NO_TABLE, ())
    drawn = card(scene, kind, READABLE.widest, READABLE.down)
    across, down = READABLE.widest + 2 * _ROOM, READABLE.down + 2 * _ROOM
    panel = Panel("sanjuan/card.svg", drawn["label"], across, down, {"card": drawn, "room": _ROOM}, shapes({kind}))
    return svg(alone(panel, folder=FOLDER, colours=COLOURS), "page", prefix=f"card-{kind.replace(' ', '-')}")
