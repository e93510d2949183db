"""What pages say of a drawn thing that has a name: its card, which opens over the drawing.

The things are drawn with the attribute data-piece, which names their place on the rules page too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True)
class PieceCard:
    """One kind of building, card or role."""

    piece: str
    """As in data-piece and as the anchor on the rules page: "building-harbor"."""
    name: str
    facts: str
    """What is printed on it."""
    text: str
    """What it does."""
    state: tuple[str, ...] = ()
    """How it stands in this game: what it costs the reader now, how many are left, who owns it."""


def piece_id(kind: str, word: str) -> str:
    """The name of a thing on pages, the same in all languages: piece_id("building", "guild hall")."""
    return f"{kind}-{word.replace(' ', '-')}"


def owners_text(names: Sequence[str]) -> str:
    """Who owns a building."""
    return _("Owned by %(names)s") % {"names": ", ".join(names)} if names else _("Nobody owns it.")
