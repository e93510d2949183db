"""The main pages in a real browser: none of them needs what the content security policy forbids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.e2e.site_functions import open_table
from tests.e2e.stack import Stack, running_stack
from tests.e2e.test_browser_game import answer_by_button, player

WATCH: Final = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
    window.violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample));
"""
INLINE: Final = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    return window.ran === true;
}"""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running_stack(tmp_path_factory.mktemp("content-policy")) as running:
        running.person("anna")
        yield running


def violations(page: Page) -> list[str]:
    # An open stream of changes keeps the network from ever being idle.
    page.wait_for_load_state("load")
    return [f"{page.url}: {one}" for one in page.evaluate("window.violations")]


def test_no_page_breaks_the_policy_and_the_policy_holds(stack: Stack, browser: Any) -> None:
    game = stack.call(open_table, "Watched", "anna", levels=["random"])
    waiting = stack.call(open_table, "Waiting", "anna", free_seats=1)
    with player(browser, stack, "anna") as anna:
        anna.page.add_init_script(WATCH)
        found: list[str] = []
        addresses = (
            *("/", "/games/", "/games/new/", "/games/watch/", f"/games/{waiting}/", f"/games/{game}/log/"),
            *(f"/games/{game}/replay/0/", "/preferences/", "/preferences/programs/", "/accounts/password/change/"),
            *("/accounts/2fa/", "/mailbox/", "/api/v1/", "/api/v1/games/", "/api/v1/docs/", f"/games/{game}/resign/"),
        )
        for address in addresses:
            anna.open(address)
            found += violations(anna.page)
        anna.open("/mailbox/")
        anna.page.click("main a[href^='/mailbox/']:not([href*='?'])")
        found += violations(anna.page)
        anna.open(f"/games/{game}/")
        anna.page.wait_for_selector("#question")
        asked = anna.asked
        answer_by_button(anna)
        anna.after(asked)
        found += violations(anna.page)
        anna.page.context.clear_cookies()
        for address in ("/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", f"/games/{game}/"):
            anna.open(address)
            found += violations(anna.page)
        assert found == []
        assert [message for message in anna.heard if "Content Security Policy" in message] == []
        assert anna.page.evaluate(INLINE) is False
        assert len(violations(anna.page)) == 1
