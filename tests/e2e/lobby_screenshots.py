"""Pictures of how people find games: the lobby, seeks, a tournament, and the staff's reports: `make screenshots`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tests.e2e.chromium import running_chromium
from tests.e2e.gallery import PHONE
from tests.e2e.site_functions import open_lobby
from tests.e2e.stack import Stack, running_stack
from tests.e2e.staff_screenshots import sign_in
from tests.e2e.test_browser_game import ARTIFACTS, DESKTOP, player
from tests.staff.codes import KEY

OTHERS: Final = ("bob", "chris", "dora", "emil", "flora", "gerda", "henry", "ida")
MODERATOR: Final = "mona"


def main() -> None:
    ARTIFACTS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="prweb-lobby-") as folder,
        running_stack(Path(folder)) as stack,
        running_chromium() as browser,
    ):
        for name in ("anna", *OTHERS, MODERATOR):
            stack.person(name)
        for process in ("worker", "beat"):
            # Nobody works on what is in the pictures.
            stack.kill(process)
        addresses = stack.call(open_lobby, "anna", OTHERS, MODERATOR, KEY)
        with player(browser, stack, "anna") as anna:
            for name in ("lobby", "seeks", "tournament"):
                photograph(anna.page, stack, name, addresses[name])
            assert anna.heard == [], anna.heard
        page = browser.new_page()
        sign_in(page, stack)
        for name in ("reports", "report"):
            photograph(page, stack, name, addresses[name])
        browser.close()


def photograph(page: Page, stack: Stack, name: str, address: str) -> None:
    for size in (DESKTOP, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.goto(stack.url + address)
        if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
            print(f"{name}: wider than {size['width']}")
        page.screenshot(path=ARTIFACTS / f"finding-{name}-{size['width']}.png", full_page=True)


if __name__ == "__main__":
    main()
