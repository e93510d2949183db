"""What a posted form says: a line of notation, whichever way the page let it be chosen."""

from __future__ import annotations

from collections.abc import Mapping

from games.board import RENDERERS


def notation_from_form(kind: str, posted: Mapping[str, str]) -> str:
    """The line of notation that a posted form means: a line itself, or what the game's own form puts together.

    kind: the game's key. Raises games.board.InvalidFormNumber for what the form cannot have sent.
    """
    return posted.get("line", "").strip() or RENDERERS[kind].notation_from_form(posted)
