"""What is printed on each kind of card, and the mark that identifies it."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.board.pictures import picture_mark
from games.board.sanjuan.scene import ROLE_MARKS, cards_text, points_text
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.card_texts import CARD_TEXTS
from games.engine.sanjuan.components import CARD_NAMES, COPIES, COST, FIRST_VIOLET, FIRST_WITH_FORMULA, GOOD_NAMES, VP
from games.wording import in_words, title

_MARKS: Final = {**ROLE_MARKS, "any": "any", "round": "round", "end": "monument"}
"""The mark of a violet building, by when it acts (WHEN): that of its phase. Monuments only count at the end."""


class CardFace(NamedTuple):
    """What is printed on a kind of card."""

    name: str
    cost: int
    vp: int | None
    """None on cards that count by a formula."""
    good: str | None
    copies: int
    """How many of them are in the game."""

    @property
    def value(self) -> str:
        return "?" if self.vp is None else str(self.vp)


def card_face(kind: str) -> CardFace:
    number = CARD_NAMES.index(kind)
    return CardFace(
        kind,
        int(COST[number]),
        int(VP[number]) if number < FIRST_WITH_FORMULA else None,
        GOOD_NAMES[number] if number < FIRST_VIOLET else None,
        int(COPIES[number]),
    )


FACES: Final = {kind: card_face(kind) for kind in CARD_NAMES}


def mark_of(kind: str) -> str:
    """The mark of a card: its good, a monument, a great building, or when it acts."""
    face = FACES[kind]
    if face.good is not None:
        return face.good
    return "great" if face.vp is None else _MARKS[CARD_TEXTS[kind].when]


def card_description(kind: str) -> str:
    """All that is printed on a card, for a tooltip or a screen reader."""
    face = FACES[kind]
    worth = _("VP by what you have built") if face.vp is None else points_text(face.vp)
    return _("%(card)s: %(effect)s; cost %(cost)s, %(worth)s") % {
        "card": title(terms.card(kind)),
        "effect": in_words(terms.effect(kind)),
        "cost": cards_text(face.cost),
        "worth": worth,
    }


def picture_of(kind: str) -> str:
    """The name of the mark that is its picture."""
    return picture_mark("sanjuan", kind)


def colour_of(kind: str) -> str:
    return FACES[kind].good or "violet"
