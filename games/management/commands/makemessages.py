"""`manage.py makemessages`, which also finds the terms and the counted messages that the engine marks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from django.core.management.commands import makemessages

KEYWORDS: Final = ("ngettext_noop:1,2", "term:1c,2", "count_term:1c,2,3", "say:1", "say_counted:1,2")
"""Functions of games.engine.words and games.wording, as xgettext wants them: where text, plural and context stand."""

_BRACE_FORMAT: Final = re.compile(r"(?m)^#, python-brace-format\n|, python-brace-format(?=[,\n])")


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, *(f"--keyword={keyword}" for keyword in KEYWORDS)]

    def build_potfiles(self) -> list[str]:
        """Without the flag for Python's format strings: msgfmt would refuse holes that ask for a form. Our own tests
        check them (games/engine/patterns.py)."""
        files: list[str] = super().build_potfiles()
        for file in map(Path, files):
            file.write_text(_BRACE_FORMAT.sub("", file.read_text("utf-8")), "utf-8")
        return files
