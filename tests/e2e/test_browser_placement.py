"""The placement form in a real browser: whatever it is clicked into and calls complete is a placement that is taken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any, Final

import pytest
from django.template.loader import render_to_string
from django.test import Client
from playwright.sync_api import Browser, Page

from bench.families import PUERTO_RICO as FAMILIES
from games.board.puertorico.placement_form import placement_line
from games.engine.contract import Position
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.stages import STAGE_COLONISTS
from tests.board.tables import PUERTO_RICO
from tests.board.test_placement import placing
from tests.e2e.in_process import SITE, answer_by
from tests.engine.puertorico.games import random_game
from tests.engine.puertorico.positions import player_view

SCRIPT: Final = "/static/puertorico/placement.mjs"
SEATS: Final = 4
POSITIONS_OF_EACH_FAMILY: Final = 6
CLICKS: Final = 60

SHOW: Final = """form => {
    document.body.innerHTML = `<section id="question">${form}</section>`;
    document.dispatchEvent(new CustomEvent("asked", { detail: { anew: true } }));
}"""
COMPLETE_STATES: Final = """([seed, clicks]) => {
    const form = document.querySelector("#question form");
    const circles = [...form.querySelectorAll(".circles button")];
    const below = (most) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
    const shown = () => Object.fromEntries([...form.querySelectorAll(".place")].map((row) => {
        const people = [...row.querySelectorAll(".circles button[aria-pressed=true]")];
        return [row.dataset.place, [people.length, people.filter((one) => one.classList.contains("noble")).length]];
    }));
    const found = [];
    const look = () => {
        if (form.querySelector("[data-done]").disabled) return;
        found.push([Object.fromEntries(new FormData(form)), shown()]);
    };
    const fills = [...form.querySelectorAll("[data-fill]")];
    look();
    for (const fill of [...fills, fills.find((one) => one.dataset.fill === "suggested")]) {
        fill.click();
        look();
        for (let number = 0; number < clicks; number++) {
            circles[below(circles.length)].click();
            if (below(4) === 0) look();
        }
        look();
    }
    return found;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    answer_by(opened, Client())
    # Any document of the site will do: modules come from where their page does.
    opened.goto(f"{SITE}{SCRIPT}")
    opened.add_script_tag(url=f"{SITE}{SCRIPT}", type="module")
    yield opened
    opened.close()


def placements(options: dict[str, str], seed: int) -> Iterator[PuertoRicoPosition]:
    """Positions of random games in which the seat to move places its colonists, most of them with nobles of its own."""
    while True:
        for position in random_game(SEATS, seed, **options):
            nobles = (
                position.nobles_on and position.stage == STAGE_COLONISTS and not position.noble_count[position.actor]
            )
            if position.stage == STAGE_COLONISTS and not position.placement_begun and not nobles:
                yield position
        seed += 1


def check_complete_states(page: Page, position: Position, seed: int) -> int:
    """Click at random: every state called complete is taken, and people stand as it showed. How many there were."""
    seat = int(position.to_move())
    page.evaluate(SHOW, form_of(position))
    states: list[tuple[dict[str, str], dict[str, Any]]] = page.evaluate(COMPLETE_STATES, [seed, CLICKS])
    for sent, shown in states:
        after = position.copy()
        PUERTO_RICO.submit(after, placement_line(sent))
        placed = standing(after, seat)
        assert {place: placed[place] for place in shown} == shown
    return len(states)


def form_of(position: Position) -> str:
    asked = SimpleNamespace(turn=SimpleNamespace(pk=1), key="key", taken=0)
    view = PUERTO_RICO.view(position, int(position.to_move()))
    return str(render_to_string("puertorico/placement.html", {"asked": asked, "view": view}))


def standing(position: Position, seat: int) -> dict[str, list[int]]:
    """By place: all who stand there, and the nobles among them."""
    anna = player_view(position, seat)
    island = {tiles.kind: [tiles.occupied, tiles.nobles] for tiles in anna.island}
    return island | {building.building: [building.colonists, building.nobles] for building in anna.city}


@pytest.mark.parametrize("family", FAMILIES)
def test_whatever_is_clicked_together_and_called_complete_is_taken_as_it_is_shown(family: str, page: Page) -> None:
    found = islice(placements(dict(FAMILIES[family]), seed=11), POSITIONS_OF_EACH_FAMILY)
    assert all(check_complete_states(page, position, number) for number, position in enumerate(found, start=1))


def test_nobles_who_find_no_other_place_must_be_named_first(page: Page) -> None:
    """Nearly all are nobles: chapel and guesthouse cannot be filled with colonists."""
    position = placing(nobles=6)
    assert check_complete_states(page, position, seed=5)
    page.evaluate(SHOW, form_of(position))
    page.click("[data-fill=none]")
    placement = PUERTO_RICO.view(position, 0).placement
    assert placement is not None
    on_the_island = placement.colonists - 3
    for place, people in {"chapel": 1, "guesthouse": 2, "corn": 4, "coffee": on_the_island - 4}.items():
        for number in range(people):
            page.locator(f".place[data-place={place}] .circles button").nth(number).click()
    assert page.locator("[data-done]").is_disabled()
    assert (
        page.inner_text(".left") == f"Nobles still to place (choose a circle twice): {placement.nobles - on_the_island}"
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_every_suggestion_in_the_fields_is_taken(family: str) -> None:
    """Also in a browser that runs no scripts."""
    for position in islice(placements(dict(FAMILIES[family]), seed=31), 4 * POSITIONS_OF_EACH_FAMILY):
        view = PUERTO_RICO.view(position, int(position.to_move()))
        assert view.placement is not None
        places = view.placement.places
        sent = {f"place.{place.place}": str(place.suggested) for place in places}
        sent |= {f"nobles.{place.place}": str(place.suggested_nobles) for place in places if place.nobles_matter}
        PUERTO_RICO.submit(position.copy(), placement_line(sent))
