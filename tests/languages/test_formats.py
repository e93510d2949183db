"""Days and times are written as each language writes them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from importlib import import_module
from typing import Final

import pytest
from django.conf import settings
from django.utils import timezone, translation

from games.wording import absolute_time, written_moment
from prweb.formats.en import formats as english

NAMES: Final = {name for name in vars(english) if name.isupper()}
MOMENT: Final = datetime(2026, 11, 24, 17, 5, tzinfo=UTC)
SHOWN: Final = {
    "en": ("Tue 24 Nov, 18:05", "24 Nov 2026, 18:05", "Tue 24 Nov 2026, 18:05:00"),
    "de": ("Di, 24. Nov., 18:05", "24.11.2026, 18:05", "Di, 24. Nov. 2026, 18:05:00"),
    "hu": ("nov. 24., kedd, 18:05", "2026. nov. 24., 18:05", "2026. nov. 24., kedd, 18:05:00"),
    "pl": ("wt, 24.11, 18:05", "24.11.2026, 18:05", "wt, 24.11.2026, 18:05:00"),
    "ro": ("mar, 24.11, 18:05", "24.11.2026, 18:05", "mar, 24.11.2026, 18:05:00"),
}
FORMAT_IN_CODE: Final = re.compile(
    r"""\|\s*(date|time):["'](?!c["'])|date_format\([^)]*,\s*["'](?![A-Z_]+["'])|\.strftime\("""
)


@pytest.mark.parametrize("language", SHOWN)
def test_moments_are_written_as_the_language_writes_them(language: str) -> None:
    with translation.override(language), timezone.override("Europe/Budapest"):
        names = ("WEEKDAY_FORMAT", "DATETIME_FORMAT", "WEEKDAY_YEAR_FORMAT")
        assert tuple(written_moment(MOMENT, name) for name in names) == SHOWN[language]
        assert absolute_time(MOMENT) == f"{SHOWN[language][0]} (Europe/Budapest)"


def test_every_language_that_is_offered_has_all_formats() -> None:
    assert {code for code, _name in settings.LANGUAGES} <= set(SHOWN)
    for code, _name in settings.LANGUAGES:
        assert set(vars(import_module(f"prweb.formats.{code}.formats"))) >= NAMES


def test_a_language_without_formats_writes_days_in_the_english_order() -> None:
    with translation.override("cs"), timezone.override("Europe/Budapest"):
        assert re.fullmatch(r"\w+ 24 \w+, 18:05", written_moment(MOMENT))


def test_no_code_and_no_template_has_a_format_of_its_own() -> None:
    found = []
    for folder in ("games", "bots", "prweb", "templates"):
        for file in (settings.BASE_DIR / folder).rglob("*"):
            if file.suffix in (".py", ".html", ".txt", ".svg") and FORMAT_IN_CODE.search(file.read_text("utf-8")):
                found.append(file.name)
    assert found == []
