"""On a phone the head keeps its line, and the sheet with the question leaves room."""

from __future__ import annotations

from html import unescape
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from games.engine.sanjuan.components import CARD_NAMES
from games.engine.sanjuan.offer_parts import card_value
from games.table import queries
from games.wording import in_words
from tests.access.world import build_world
from tests.e2e.in_process import SITE
from tests.e2e.page_kinds import in_a_loop, page_of
from tests.e2e.phone_faults import FAULTS
from tests.e2e.rare_questions import SCENES, opened_at
from tests.e2e.test_browser_game import PHONES
from tests.factories import UserFactory
from tests.web.pages import client_of

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db

HEAD: Final = """() => {
    const parts = [...document.querySelectorAll(".site-head :is(.brand, nav a)")]
        .map((part) => part.getBoundingClientRect());
    return {
        lines: new Set(parts.map((part) => Math.round(part.top + part.height / 2))).size,
        hidden: parts.filter((part) => part.left < 0 || part.right > innerWidth).length,
        nameless: document.querySelector(".site-head .name").clientWidth < 40,
    };
}"""
SHEET: Final = """() => {
    const sheet = document.getElementById("question").getBoundingClientRect();
    const out = [...document.querySelectorAll("#question button.main")]
        .filter((button) => button.checkVisibility() && button.getBoundingClientRect().bottom > innerHeight);
    const said = document.querySelector("#question .selection[open] .item .effect") !== null;
    return {share: sheet.height / innerHeight, said, out: out.map((button) => button.innerText)};
}"""
ASKED_AT: Final = (
    *("guests", "small-wharf", "hunting-lodge"),
    *("san-juan-role", "san-juan-builder", "san-juan-payment", "san-juan-councillor", "san-juan-archive"),
    *("san-juan-chapel", "san-juan-limit"),
)


def test_the_head_keeps_one_line_with_a_long_name_and_many_turns(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = build_world()
    person = world.people["seat"]
    person.username = "bartholomew-of-the-long-name"
    person.save()
    turns = queries.my_turns(person)
    monkeypatch.setattr(type(turns), "count", lambda _turns: 12)
    page = on_a_phone(page_of(browser, client_of(person)))
    page.goto(f"{SITE}/")
    head = page.evaluate(HEAD)
    page.context.close()
    assert head == {"lines": 1, "hidden": 0, "nameless": False}


@pytest.mark.parametrize("slug", ASKED_AT)
def test_the_sheet_leaves_room_and_its_confirm_button_is_in_reach(slug: str, browser: Browser) -> None:
    anna = UserFactory.create(username="anna")
    scene = next(scene for scene in SCENES if scene.slug == slug)
    page = on_a_phone(page_of(browser, client_of(anna)))
    page.goto(f"{SITE}/games/{opened_at(scene, anna, 'random').pk}/")
    for selection in page.locator("#question details.selection:not([open]) > summary").all()[:2]:
        selection.click()
    state, faults = page.evaluate(SHEET), page.evaluate(FAULTS)
    page.context.close()
    assert state["share"] <= (0.67 if state["said"] else 0.5)
    assert state["out"] == []
    assert faults == []


def test_a_phone_gets_its_own_drawings_and_others_when_it_is_turned(browser: Browser) -> None:
    world = build_world()
    page = on_a_phone(page_of(browser, world.client("seat", in_api=False)))
    own, wide, tall = (page.locator(f"#boards{which}") for which in ("", " #roles-wide", " #roles-tall"))
    page.goto(f"{SITE}/games/{world.games['private'].pk}/")
    expect(own).to_have_attribute("data-sizes", "wide tall")
    expect(tall).to_be_visible()
    expect(wide).to_be_hidden()
    page.reload()
    expect(own).to_have_attribute("data-sizes", "tall")
    page.set_viewport_size({"width": 844, "height": 390})
    expect(own).to_have_attribute("data-sizes", "wide")
    expect(wide).to_be_visible()
    assert tall.count() == 0
    page.context.close()


@pytest.mark.parametrize("slug", ["san-juan-payment", "san-juan-archive", "san-juan-limit", "san-juan-chapel"])
def test_cards_in_the_sheet_say_what_they_cost_and_bring(slug: str) -> None:
    anna = UserFactory.create(username="anna")
    scene = next(scene for scene in SCENES if scene.slug == slug)
    page = unescape(client_of(anna).get(f"/games/{opened_at(scene, anna, 'random').pk}/").content.decode())
    sheet = page[page.index('id="question"') : page.index("</section>", page.index('id="question"'))]
    for card in ("palace", "well"):
        assert in_words(card_value(CARD_NAMES.index(card))) in sheet


def on_a_phone(page: Page) -> Page:
    page.set_viewport_size(PHONES["360"])  # type: ignore[arg-type]
    return page
