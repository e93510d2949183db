"""Pictures of the staff's pages over a site with a few hundred games, for people to look at: `make screenshots`."""

from __future__ import annotations

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tests.e2e.chromium import running_chromium
from tests.e2e.site_functions import add_trouble, fill_with_games
from tests.e2e.stack import PASSWORD, Stack, running_stack
from tests.e2e.test_browser_game import ARTIFACTS
from tests.staff.codes import KEY, code_now

GAMES: Final = 300
WIDTHS: Final = {1280: 900, 390: 844}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with tempfile.TemporaryDirectory(prefix="prweb-staff-") as folder, running_stack(Path(folder)) as stack:
        for name in ("worker", "beat", "listener"):
            # Nobody works on what is in the pictures.
            stack.kill(name)
        print(f"Filling a site with {games} games")
        shown = stack.call(fill_with_games, games, KEY)
        with running_chromium() as browser:
            page = browser.new_page()
            sign_in(page, stack)
            ARTIFACTS.mkdir(exist_ok=True)
            for name, address in pages(shown).items():
                keep(page, stack, name, address)
            keep_looks(page, stack, shown["shown"])
            stack.call(add_trouble, "mona")
            keep(page, stack, "outages", "outages/")
            time = f"since=2026-01-01T00:00&until={datetime.now(UTC):%Y-%m-%dT%H:%M}"
            keep(page, stack, "mails-lost", f"mails/lost/?{time}&look=1")
            browser.close()


def sign_in(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.url}/accounts/login/?next=/staff/")
    page.fill("[name=login]", "mona")
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.fill("[name=code]", code_now())
    page.click("main button.main")
    page.wait_for_selector(".figures")


def pages(shown: dict[str, str]) -> dict[str, str]:
    game, person = f"games/{shown['shown']}", f"people/{shown['person']}"
    return {
        "start": "",
        "search": f"search/?q={shown['person']}",
        "running": "figures/running/",
        "stuck": "figures/stuck/",
        "mails-failed": "figures/outbox-failed/",
        "game": f"{game}/",
        "game-paused": f"games/{shown['paused']}/",
        "log": f"{game}/log/",
        "pause": f"{game}/pause/",
        "extend": f"{game}/extend/?turn=&span=86400&look=1",
        "take-back": f"{game}/take-back/?plies=12&look=1",
        "to-a-person": f"{game}/substitute/?seat=0&person={shown['person']}&look=1",
        "correct": f"{game}/correct/",
        "person": f"{person}/",
        "suspend": f"{person}/suspend/",
        "admin": "admin/",
        "admin-games": "admin/games/game/",
        "admin-audit": "admin/games/auditentry/",
        "admin-turns": "admin/games/turn/",
    }


def keep(page: Page, stack: Stack, name: str, address: str) -> None:
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{stack.url}/staff/{address}")
        photograph(page, f"{name}-{width}")


def keep_looks(page: Page, stack: Stack, game: str) -> None:
    """Pages that answer a POST: a look as a seat, a correction with its differences."""
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{stack.url}/staff/games/{game}/")
        page.fill("#look_reason", "says that the points do not add up")
        page.click("form[action$='/look/'] button[type=submit]")
        page.wait_for_selector("text=This look is in the audit trail")
        photograph(page, f"look-{width}")
        page.goto(f"{stack.url}/staff/games/{game}/correct/")
        page.fill("[name=reason]", "the bank gave a doubloon too few")
        page.click("text=Show the position")
        page.wait_for_selector("#position")
        text = page.input_value("#position")
        before, _, after = text.partition('"doubloons": ')
        page.fill("#position", f'{before}"doubloons": 9{after}')
        page.click("text=Show what it would change")
        page.wait_for_selector(".effect")
        photograph(page, f"correct-{width}")


def photograph(page: Page, name: str) -> None:
    width = page.evaluate("document.documentElement.scrollWidth")
    if "admin" not in name and width > page.viewport_size["width"]:  # type: ignore[index]
        print(f"{name}: the page is {width} wide")
    page.screenshot(path=ARTIFACTS / f"staff-{name}.png", full_page=True)


if __name__ == "__main__":
    main()
