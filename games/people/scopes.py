"""What a token lets its program do, chosen when it is made. Which permission takes which: games.access."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final


class Scope(StrEnum):
    """One part of what an account may do through the API."""

    READ = "read"
    """Look at games, turns and the account itself. Every token has it."""
    PLAY = "play"
    """Join and leave games, answer turns, take back, resign."""
    MANAGE = "manage"
    """Open games and host them, register and close bot accounts."""


ALL: Final = " ".join(Scope)
"""Of tokens that were made before there were scopes, and of those for which nobody chose."""


def as_text(scopes: Iterable[str]) -> str:
    """Scopes as a token's row has them, in the order of `Scope`; READ comes with every other. Raises ValueError."""
    chosen = {Scope.READ, *(Scope(scope) for scope in scopes)}
    return " ".join(scope for scope in Scope if scope in chosen)


def from_text(text: str) -> frozenset[Scope]:
    """The scopes of a token's row; words that are none (any more) count for nothing."""
    words = text.split()
    return frozenset(scope for scope in Scope if scope in words)
