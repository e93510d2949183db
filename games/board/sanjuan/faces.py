"""What is printed on each kind of card, and what it is known by."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.board.sanjuan.scene import ROLE_MARKS, points
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import CARD_NAMES, COPIES, COST, FIRST_VIOLET, GOOD_NAMES, GUILD_HALL, VP
from games.engine.sanjuan.reference import REFERENCE
from games.wording import in_words, title

_MARKS: Final = {**ROLE_MARKS, "any": "any", "round": "round", "end": "monument"}
"""What a violet building is marked with, by when it acts (WHEN): its phase's mark; monuments do nothing but count."""


class Face(NamedTuple):
    """What is printed on a kind of card. vp: None on those that count by a formula. copies: in the box."""

    name: str
    cost: int
    vp: int | None
    good: str | None
    copies: int

    @property
    def value(self) -> str:
        return "?" if self.vp is None else str(self.vp)


def face_of(kind: str) -> Face:
    number = CARD_NAMES.index(kind)
    return Face(
        kind,
        int(COST[number]),
        int(VP[number]) if number < GUILD_HALL else None,
        GOOD_NAMES[number] if number < FIRST_VIOLET else None,
        int(COPIES[number]),
    )


FACES: Final = {kind: face_of(kind) for kind in CARD_NAMES}


def mark_of(kind: str) -> str:
    """What a card is known by besides its colour: its good, a monument, a great building, or when it acts."""
    face = FACES[kind]
    if face.good is not None:
        return face.good
    return "great" if face.vp is None else _MARKS[REFERENCE[kind].when]


def told(kind: str) -> str:
    """All that stands on a card, for a tooltip or a screen reader."""
    face = FACES[kind]
    worth = _("VP by what you have built") if face.vp is None else points(face.vp)
    return _("%(card)s: %(effect)s; cost %(cost)d, %(worth)s") % {
        "card": title(terms.card(kind)),
        "effect": in_words(terms.effect(kind)),
        "cost": face.cost,
        "worth": worth,
    }


def picture_of(kind: str) -> str:
    """The shape in templates/sanjuan/pictures.svg; a production building shows its good."""
    return FACES[kind].good or f"of-{kind.replace(' ', '-')}"


def colour_of(kind: str) -> str:
    return FACES[kind].good or "violet"
