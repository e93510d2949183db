"""Pictures of people at tables: a vote, a vacant seat, talk, profiles: `make screenshots`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from tests.e2e.chromium import running_chromium
from tests.e2e.gallery import PHONE
from tests.e2e.site_functions import open_company
from tests.e2e.stack import running_stack
from tests.e2e.test_browser_game import ARTIFACTS, DESKTOP, player
from tests.e2e.widths import resize

OTHERS: Final = ("bob", "chris", "dora")


def main() -> None:
    ARTIFACTS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="prweb-company-") as folder,
        running_stack(Path(folder)) as stack,
        running_chromium() as browser,
    ):
        for name in ("anna", *OTHERS):
            stack.person(name)
        stack.kill("worker")
        addresses = stack.call(open_company, "anna", OTHERS)
        with player(browser, stack, "anna") as anna:
            for name, address in addresses.items():
                for width, size in ((1280, DESKTOP | {"height": 1000}), (390, PHONE)):
                    resize(anna.page, size)
                    anna.open("/")
                    anna.open(address)
                    if anna.page.evaluate("document.documentElement.scrollWidth") > size["width"]:
                        print(f"{name}: wider than {width}")
                    anna.page.screenshot(path=ARTIFACTS / f"company-{name}-{width}.png")
                    anna.page.screenshot(path=ARTIFACTS / f"company-{name}-{width}-page.png", full_page=True)
            assert anna.heard == [], anna.heard
        browser.close()


if __name__ == "__main__":
    main()
