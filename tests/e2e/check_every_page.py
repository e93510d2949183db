"""Every kind of page in every language: no label is longer than its box, nothing is cut off or too small for a finger.

`make languages-check`; the suite looks at tables (test_label_widths.py), and at all pages in English.
"""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from games.people.models import User
from tests.e2e import label_faults, phone_faults
from tests.e2e.in_process import SITE
from tests.e2e.page_kinds import PARTS, in_a_loop, pages_of_every_kind
from tests.e2e.test_label_widths import WIDTHS

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("part", PARTS)
def test_every_page_has_room_for_every_language(part: str, browser: Browser) -> None:
    found = []
    for page, path in pages_of_every_kind(part, browser):
        for language, _name in settings.LANGUAGES:
            User.objects.update(language=language)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                page.goto(SITE + path)
                faults = page.evaluate(label_faults.FAULTS)
                faults += page.evaluate(phone_faults.FAULTS) if width == WIDTHS[0] else []
                found += [f"{language}, {width}, {path}: {fault}" for fault in faults]
        User.objects.update(language="en")
    assert not found, "\n" + "\n".join(found)
