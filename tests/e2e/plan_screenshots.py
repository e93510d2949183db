"""Pictures of planning ahead, of what is kept for later, and of the page that tells of it: `make screenshots`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from tests.e2e.chromium import running_chromium
from tests.e2e.gallery import Gallery
from tests.e2e.site_functions import open_planned_games
from tests.e2e.stack import running_stack
from tests.e2e.test_browser_game import ARTIFACTS, player

OTHERS: Final = ("bob", "chris")
WITH_KEPT_LINES: Final = "plan-tiles"


def main() -> None:
    ARTIFACTS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="prweb-plans-") as folder,
        running_stack(Path(folder)) as stack,
        running_chromium() as browser,
    ):
        for name in ("anna", *OTHERS):
            stack.person(name)
        games = stack.call(open_planned_games, "anna", OTHERS)
        with player(browser, stack, "anna") as anna:
            for slug, (game, name) in games.items():
                print(name)
                gallery = Gallery(slug, name, browser)
                anna.open(f"/games/{game}/")
                anna.page.wait_for_selector("#question .offer")
                gallery.look(anna, "asked")
                if slug == WITH_KEPT_LINES:
                    for part in ("next-pick", "orders"):
                        anna.page.click(f"#{part} summary")
                    anna.page.locator("#orders .possible").scroll_into_view_if_needed()
                    gallery.look(anna, "kept-lines")
            anna.open("/playing-faster/")
            Gallery("playing-faster", "", browser).look(anna, "page")
            assert anna.heard == [], anna.heard
        browser.close()


if __name__ == "__main__":
    main()
