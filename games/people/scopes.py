"""The scopes of API tokens, chosen when a token is made. games.access says which permission needs which scope."""

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
    TALK = "talk"
    """Say something at tables, keep private notes, mute people."""
    MANAGE = "manage"
    """Open games and host them, register and close bot accounts."""


ALL_SCOPES: Final = " ".join(Scope)
"""The scopes of tokens from before there were scopes, and of those for which nobody chose any."""


def join_scopes(scopes: Iterable[str]) -> str:
    """The text of scopes for a token's row, in the order of `Scope`; READ is always included. Raises ValueError."""
    chosen = {Scope.READ, *(Scope(scope) for scope in scopes)}
    return " ".join(scope for scope in Scope if scope in chosen)


def parse_scopes(text: str) -> frozenset[Scope]:
    """The scopes of a token's row; unknown words are ignored."""
    words = text.split()
    return frozenset(scope for scope in Scope if scope in words)
