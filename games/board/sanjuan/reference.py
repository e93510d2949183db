"""The cards to look up: each as in the hand, with a full description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.board.panels import Panel, layout_svg, single_panel
from games.board.piece_cards import piece_id
from games.board.sanjuan.card_faces import FACES, CardFace
from games.board.sanjuan.cards import READABLE, card_element, card_marks
from games.board.sanjuan.colours import COLOURS
from games.board.sanjuan.scene import Scene, points_text
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.card_texts import CARD_TEXTS, WHEN
from games.engine.sanjuan.view_types import PricesView, SanJuanView
from games.wording import in_words, title

FOLDER: Final = "sanjuan"
BY_COST: Final = "price"
_ROOM: Final = 1.5
"""The room around a card, for its outline."""
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
    costs={},
    seats=(),
)
"""A view without any game, to draw single cards."""


@dataclass(frozen=True)
class CardEntry:
    """One kind of card."""

    anchor: str
    """Of its place on a page, the same in all languages."""
    name: str
    picture: SafeString
    facts: str
    """The cost and what else is printed on it, and how many copies there are."""
    text: str
    when: str


@dataclass(frozen=True)
class Group:
    """Cards that act at the same time, or cost the same."""

    title: str
    cards: list[CardEntry]


def reference(by: str) -> list[Group]:
    """All 29 kinds. by: "price", else by when they act."""
    groups: dict[str, list[CardEntry]] = {}
    if by != BY_COST:
        groups = {in_words(heading): [] for heading in WHEN.values()}
    faces = sorted(FACES.values(), key=lambda face: face.cost) if by == BY_COST else FACES.values()
    for face in faces:
        explained = _entry(face)
        heading = _("Cost %(cost)d") % {"cost": face.cost} if by == BY_COST else explained.when
        groups.setdefault(heading, []).append(explained)
    return [Group(heading, members) for heading, members in groups.items() if members]


def _entry(face: CardFace) -> CardEntry:
    entry = CARD_TEXTS[face.name]
    return CardEntry(
        anchor=piece_id("card", face.name),
        name=title(terms.card(face.name)),
        picture=_picture(face.name),
        facts=" · ".join(card_facts(face)),
        text=in_words(entry.text),
        when=in_words(WHEN[entry.when]),
    )


def card_facts(face: CardFace) -> list[str]:
    """What is printed on a card, and how many copies there are."""
    worth = _("VP by formula") if face.vp is None else points_text(face.vp)
    return [_("cost %(cost)d") % {"cost": face.cost}, worth, _("%(count)d in the game") % {"count": face.copies}]


def _picture(kind: str) -> SafeString:
    scene = Scene(_NO_TABLE, ())
    drawn = card_element(scene, kind, READABLE.max_width, READABLE)
    width, height = READABLE.max_width + 2 * _ROOM, READABLE.height + 2 * _ROOM
    panel = Panel("sanjuan/card.svg", drawn["label"], width, height, {"card": drawn, "room": _ROOM}, card_marks({kind}))
    return layout_svg(
        single_panel(panel, folder=FOLDER, colours=COLOURS), "page", prefix=f"picture-{kind.replace(' ', '-')}"
    )
