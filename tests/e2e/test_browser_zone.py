"""A browser tells its time zone by itself, from the first page on."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Route

from tests.e2e.in_process import SITE

PAGE = """<!doctype html><main>{}<input data-zone></main><script src="/zone.js" defer{}></script>"""


@pytest.mark.parametrize(
    ("times", "again", "asked_for"),
    [("<time>09:30</time>", " data-again", 2), ("<time>09:30</time>", "", 1), ("", " data-again", 1)],
    ids=["times", "times after a form", "no times"],
)
def test_a_page_is_asked_for_once_more_if_it_told_times_before_the_zone_was_known(
    browser: Browser, times: str, again: str, asked_for: int
) -> None:
    script = Path(str(finders.find("web/zone.js"))).read_text()
    page = browser.new_context(timezone_id="Europe/Budapest").new_page()
    pages = []

    def respond(route: Route) -> None:
        if route.request.url.endswith("/zone.js"):
            route.fulfill(content_type="text/javascript", body=script)
        else:
            pages.append(route.request.url)
            route.fulfill(content_type="text/html", body=PAGE.format(times, again))

    page.route("**/*", respond)
    page.goto(f"{SITE}/first/")
    page.wait_for_function("document.querySelector('input[data-zone]')?.value === 'Europe/Budapest'")
    if asked_for == 2:
        page.wait_for_function("performance.getEntriesByType('navigation')[0].type === 'reload'")
    page.goto(f"{SITE}/second/")
    page.wait_for_function("document.querySelector('input[data-zone]')?.value === 'Europe/Budapest'")
    assert pages == [f"{SITE}/first/"] * asked_for + [f"{SITE}/second/"]
    kept = {cookie["name"]: cookie for cookie in page.context.cookies(SITE)}["prweb-zone"]
    assert (kept["value"], kept["sameSite"]) == ("Europe/Budapest", "Lax")
    page.context.close()
