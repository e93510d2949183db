"""The line of notation that a posted form means."""

from __future__ import annotations

from collections.abc import Mapping

from games.board import RENDERERS


def notation_from_form(kind: str, posted: Mapping[str, str]) -> str:
    """The line that the form contains, or that the fields of the game's own form mean.

    kind: the key of the game. Raises games.board.InvalidFormNumber for values that the form cannot have sent.
    """
    return posted.get("line", "").strip() or RENDERERS[kind].notation_from_form(posted)
