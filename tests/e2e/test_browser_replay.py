"""A finished game is stepped through in a browser that has only its link: by keys, by clicks, without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import site_functions
from tests.e2e.stack import Stack, running_stack
from tests.e2e.test_browser_game import DESKTOP, PHONES
from tests.table.finished_games import whole_record


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("browser-replay")
    with running_stack(folder, workers={}) as running:
        running.person("anna")
        file = folder / "game.txt"
        file.write_text(whole_record(("anna", "a bot", "another")))
        running.manage("import_record", str(file), "--host", "anna", "--seat", "0=anna")
        yield running


@pytest.fixture(scope="module")
def result(stack: Stack) -> str:
    ((code, _plies),) = stack.call(site_functions.results).values()
    return f"{stack.url}/results/{code}/"


def number(page: Page) -> str:
    return page.inner_text("#moment-heading").split()[0]


def test_keys_and_links_step_through_the_game(browser: Browser, result: str) -> None:
    page = browser.new_context(viewport=DESKTOP).new_page()  # type: ignore[arg-type]
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.goto(result)
    page.click("text=Replay the game")
    page.wait_for_load_state()
    for key, wanted in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        page.wait_for_url(f"{result}replay/{wanted}/")
        expect(page.locator("#moment-heading")).to_contain_text(f"{wanted} of")
    page.keyboard.press("End")
    expect(page.locator("a[data-step=next]")).to_have_count(0)
    last = int(number(page))
    assert last > 100
    page.keyboard.press("ArrowRight")
    page.click("a[data-step=prev]")
    page.wait_for_url(f"{result}replay/{last - 1}/")
    expect(page.locator("a[data-step=prev]")).to_be_focused()
    page.click("nav.rounds a >> nth=2")
    page.wait_for_url(lambda url: not url.endswith(f"/{last - 1}/"))
    page.go_back()
    page.wait_for_url(f"{result}replay/{last - 1}/")
    expect(page.locator("#moment-heading")).to_contain_text(str(last - 1))
    assert heard == []
    page.context.close()


def test_the_entry_that_is_shown_is_in_sight(browser: Browser, result: str) -> None:
    page = browser.new_context(viewport=DESKTOP).new_page()  # type: ignore[arg-type]
    page.goto(f"{result}replay/60/")
    inside = """() => {
        const list = document.querySelector(".past ol").getBoundingClientRect();
        const entry = document.querySelector(".past [aria-current=step]")?.getBoundingClientRect();
        return !entry || (entry.top >= list.top - 1 && entry.bottom <= list.bottom + 1);
    }"""
    assert page.evaluate(inside)
    page.context.close()


def test_without_scripts_every_link_still_leads_on(browser: Browser, result: str) -> None:
    page = browser.new_context(viewport=DESKTOP, java_script_enabled=False).new_page()  # type: ignore[arg-type]
    page.goto(f"{result}replay/0/")
    page.click("a[data-step=next]")
    page.wait_for_url(f"{result}replay/1/")
    page.click("a[aria-label='Round: on']")
    assert int(number(page)) > 1
    page.click("text=To the result")
    page.wait_for_url(result)
    page.context.close()


@pytest.mark.parametrize("width", PHONES)
def test_on_a_phone_nothing_is_wider_than_the_screen(browser: Browser, result: str, width: str) -> None:
    page = browser.new_context(viewport=PHONES[width]).new_page()  # type: ignore[arg-type]
    for path in ("", "replay/0/", "replay/90/"):
        page.goto(result + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= int(width)
    page.context.close()
