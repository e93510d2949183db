"""A picture of every kind of page on a desktop and on a phone, to be looked at: `make page-pictures`."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.e2e.in_process import SITE
from tests.e2e.page_kinds import PARTS, in_a_loop, pages_of_every_kind
from tests.e2e.test_browser_game import ARTIFACTS

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db

FOLDER = ARTIFACTS / "pages"
WIDTHS = {"desktop": 1280, "phone": 390}


@pytest.mark.parametrize("part", PARTS)
def test_every_page_is_photographed(part: str, browser: Browser) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for page, path in pages_of_every_kind(part, browser):
        name = re.sub(r"\W+", "-", path).strip("-") or "home"
        for device, width in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(SITE + path)
            page.screenshot(path=FOLDER / f"{name[:80]}-{device}.png", full_page=True)
