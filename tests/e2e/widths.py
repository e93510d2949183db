"""Windows that become wider or narrower."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Page, TimeoutError

DRAWINGS_FIT: Final = """() => {
    const {sizes} = document.getElementById("boards")?.dataset ?? {};
    return !sizes || sizes.split(" ").includes(matchMedia("(max-width: 44rem)").matches ? "tall" : "wide");
}"""
WHAT_THE_PAGE_HAS: Final = """() => JSON.stringify({
    cookie: document.cookie,
    sizes: document.getElementById("boards")?.dataset.sizes,
    follow: document.getElementById("follow")?.outerHTML,
    requests: performance.getEntriesByType("resource").slice(-8)
        .map((one) => [one.name, one.responseStatus, one.duration]),
})"""


def set_size(page: Page, size: Mapping[str, int]) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})


def resize(page: Page, size: Mapping[str, int]) -> None:
    """Until the page has its drawings for that width, which it asks for then."""
    set_size(page, size)
    try:
        page.wait_for_function(DRAWINGS_FIT)
    except TimeoutError as error:
        raise AssertionError(page.evaluate(WHAT_THE_PAGE_HAS)) from error
