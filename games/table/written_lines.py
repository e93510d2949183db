"""Lines that people write, as they come in: cleaned, and not too many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.table.errors import BadAnswer

MAX_LINES: Final = 60
MAX_LINE_LENGTH: Final = 500


def clean_lines(lines: Sequence[str], *, max_lines: int = MAX_LINES, max_length: int = MAX_LINE_LENGTH) -> list[str]:
    """The lines that say something. Raises BadAnswer if they are too many or too long."""
    # PostgreSQL stores no NUL, and a refused line is stored with its answer.
    written = [line for line in (line.replace("\0", "").strip() for line in lines) if line]
    if len(written) > max_lines or any(len(line) > max_length for line in written):
        raise BadAnswer(_("This is too long for an answer."))
    return written
