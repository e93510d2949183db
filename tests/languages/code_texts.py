"""The texts of the code as `manage.py makemessages` finds them."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Final

from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

NO_TEXTS: Final = ("*.so", "__pycache__", "static", "locale")


def extract_texts(folder: Path, code: Path) -> Path:
    """The template of the domain django, in `folder`. code: an empty folder for a copy of the code."""
    # Of a copy: it puts files beside the templates, which tests that read the code would find.
    for package in ("games", "bots", "prweb", "templates"):
        copytree(
            settings.BASE_DIR / package,
            code / package,
            ignore=ignore_patterns("*.so", "__pycache__", "static", "locale"),
        )
    with override_settings(LOCALE_PATHS=[str(folder)]), chdir(code):
        call_command("makemessages", locale=["hu"], keep_pot=True, verbosity=0)
    return folder / "django.pot"
