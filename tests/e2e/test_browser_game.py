"""Two people in two browsers and a bot play a full round: by clicks on the board, by buttons, and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route
from playwright.sync_api import Error as PlaywrightError

from tests.e2e import site_functions
from tests.e2e.page_errors import record_page_errors
from tests.e2e.stack import PASSWORD, Stack, running_stack, wait_for
from tests.e2e.widths import resize, set_size

ARTIFACTS: Final = Path(__file__).resolve().parents[2] / "artifacts"
DESKTOP: Final = {"width": 1280, "height": 900}
PHONES: Final = {"390": {"width": 390, "height": 844}, "360": {"width": 360, "height": 740}}
MAX_STEPS: Final = 90
CARET: Final = "initial"
"""Pictures are taken as the page is: to hide the caret would give its fields styles of their own, which the site's
policy forbids when the page puts newer parts in their places meanwhile."""

WHAT_IS_ASKED: Final = """() => {
    const question = document.querySelector("#question[data-turn]:not([data-early])");
    if (!question) return "";
    return [question.dataset.turn, question.dataset.taken, question.querySelector("h2").innerText].join();
}"""

NOTE_WHAT_IS_TOLD: Final = """
window.EventSource = class extends EventSource {
    constructor(...all) {
        super(...all);
        this.addEventListener("game", (event) => (window.toldOf = Number(event.data)));
    }
};
"""
NOTE_WHAT_IS_ASKED: Final = f"""() => {{
    window.asked = [];
    const note = () => window.asked.push(({WHAT_IS_ASKED})());
    new MutationObserver(note).observe(document.body, {{childList: true, subtree: true}});
}}"""
WHAT_IS_PLACED: Final = """() => [
    ...[...document.querySelectorAll("#question .place input")].map((input) => input.value),
    ...[...document.querySelectorAll("svg .circle[role=checkbox]")]
        .filter((circle) => circle.checkVisibility())
        .map((circle) => circle.getAttribute("aria-checked")),
    document.querySelector("details[id^=board-of-]").open,
]"""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running_stack(tmp_path_factory.mktemp("browser-game")) as running:
        running.person("anna")
        running.person("bob")
        yield running


@dataclass
class Player:
    """A person in front of a browser. heard: what the page complained about."""

    name: str
    page: Page
    stack: Stack
    heard: list[str]

    def open(self, path: str) -> None:
        self.page.goto(self.stack.url + path)

    def sign_in(self) -> None:
        self.open("/accounts/login/")
        self.page.fill("[name=login]", self.name)
        self.page.fill("[name=password]", PASSWORD)
        self.page.click("main button[type=submit]")
        self.page.wait_for_selector("h1:has-text('My turns')")

    @property
    def asked(self) -> str:
        """What is asked, empty while nothing is: turn, number of answers taken, and the question's words."""
        return str(self.page.evaluate(WHAT_IS_ASKED))

    def after(self, asked: str) -> None:
        """Wait until the page has gone on from this question."""

        def gone_on() -> bool:
            self.page.wait_for_timeout(50)
            return self.asked != asked

        wait_for(gone_on, "the page goes on", self.stack)

    def highlighted(self, target: str) -> Locator:
        return self.page.locator(f'svg .lit[data-target="{target}"]:visible').first

    def lit_any(self, targets: str) -> bool:
        """Whether anything is lit whose id begins so."""
        return self.page.locator(f'svg .lit[data-target^="{targets}"]:visible').count() > 0


@contextmanager
def player(browser: Browser, stack: Stack, name: str, **options: Any) -> Iterator[Player]:
    context = browser.new_context(**{"viewport": DESKTOP, **options})
    page = context.new_page()
    person = Player(name, page, stack, record_page_errors(page))
    person.sign_in()
    yield person
    context.close()


def opened_in_the_browser(host: Player, guest: Player) -> str:
    """The host opens a game for three by the form; the guest takes the free seat by the link."""
    host.open("/games/new/")
    host.page.fill("[name=name]", "Friday table")
    host.page.check("[name=seat_count][value='3']")
    host.page.select_option("[name=seat1_kind]", "free")
    host.page.select_option("[name=seat2_kind]", "bot")
    host.page.select_option("[name=seat2_level]", "apprentice-1")
    keep(host.page, "new-game")
    host.page.click("text=Open the game")
    host.page.wait_for_selector("#invitation")
    link = host.page.input_value("#invitation")
    keep(host.page, "waiting-for-players")
    guest.page.goto(link)
    keep(guest.page, "join")
    guest.page.click("main button:has-text('Join')")
    guest.page.wait_for_selector("#question")
    # The host's page finds out by itself.
    host.page.wait_for_selector("#question")
    return guest.page.url.rstrip("/").rpartition("/")[2]


def keep(page: Page, name: str, *, phones: bool = False) -> None:
    """A picture for people to look at; on a phone's width the page must not be wider than the screen."""
    ARTIFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTIFACTS / f"{name}-1280.png", full_page=True, caret=CARET)
    if not phones:
        return
    for width, size in PHONES.items():
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        page.screenshot(path=ARTIFACTS / f"{name}-{width}.png", caret=CARET)
    resize(page, DESKTOP)


def answer_on_the_board(person: Player) -> None:
    """Click what is lit: first everything that the last option belongs to, then once more to confirm."""
    asked = person.asked
    targets = str(person.page.locator(".offer").last.get_attribute("data-targets")).split("|")
    if not person.highlighted(targets[0]).count():
        answer_by_button(person)
        return
    for target in targets:
        if person.highlighted(target).count() and person.asked == asked and not chosen(person).count():
            person.highlighted(target).click()
    if chosen(person).count():
        assert person.page.locator(".told").inner_text()
        person.highlighted(targets[0]).click()
    else:
        answer_by_button(person)
        return
    person.after(asked)


def wanted_card(person: Player) -> str:
    """Tiles first, then few colonists: so that somebody has more circles than colonists, whatever was dealt."""
    return next((card for card in ("role:settler", "role:mayor") if person.highlighted(card).count()), "")


def pick(person: Player, card: str) -> None:
    asked = person.asked
    person.highlighted(card).click()
    person.highlighted(card).click()
    person.after(asked)


def chosen(person: Player) -> Locator:
    return person.page.locator(".offer.chosen")


def answer_by_button(person: Player, which: Literal["first", "last"] = "first") -> None:
    """The first button, or the last one, which declines where that is possible."""
    asked = person.asked
    offers = person.page.locator(".offer")
    (offers.first if which == "first" else offers.last).click()
    person.after(asked)


def place_by_circles(person: Player) -> None:
    """Clear, fill circle after circle on the board, take one back, let the suggestion do it, and confirm."""
    asked = person.asked
    page = person.page
    circles = page.locator("svg .circle[role=checkbox]:visible")
    confirm = page.locator("#question [data-done]")
    page.click("#question [data-fill=none]")
    assert circles.evaluate_all("all => all.filter(one => one.getAttribute('aria-checked') == 'true').length") == 0
    assert confirm.is_disabled()
    colonists = int(str(page.locator("#question form[data-form=placement]").get_attribute("data-colonists")))
    assert page.locator("#question .left").inner_text().endswith(f" {colonists}")
    for index in range(colonists):
        circles.nth(index).click()
    assert confirm.is_enabled()
    circles.nth(0).click()
    assert confirm.is_disabled()
    assert page.locator("#question .left").inner_text().endswith(" 1")
    keep(page, "placing-colonists", phones=True)
    page.click("#question [data-fill=suggested]")
    assert confirm.is_enabled()
    page.locator("#question .place .circle[aria-pressed=true]").first.click()
    page.locator("#question .place .circle[aria-pressed=false]").last.click()
    confirm.click()
    person.after(asked)


def answer_without_scripts(browser: Browser, stack: Stack, name: str, game: str) -> None:
    """The same question in a browser that runs no scripts: a plain form, a whole new page."""
    with player(browser, stack, name, java_script_enabled=False) as person:
        person.open(f"/games/{game}/")
        asked = person.asked
        assert asked
        if person.page.locator("form[data-form=placement]").count():
            person.page.click("#question [data-done]")
        else:
            person.page.locator(".offer").first.click()
        assert person.page.locator("h1").inner_text() == "Friday table"
        assert person.asked != asked
        assert not person.page.locator(".note.error").count()


def test_two_people_and_a_bot_play_a_full_round(stack: Stack, browser: Browser) -> None:
    with player(browser, stack, "anna") as anna, player(browser, stack, "bob") as bob:
        game = opened_in_the_browser(anna, bob)
        people = {person.name: person for person in (anna, bob)}
        ways = {"board": 0, "button": 0, "circles": 0, "no scripts": 0}
        keep(anna.page, "game-start", phones=True)

        def somebody_asked() -> Player | None:
            for person in people.values():
                person.page.wait_for_timeout(50)
                if person.asked:
                    return person
            return None

        for step in range(MAX_STEPS):
            state: dict[str, Any] = {"round": 1} if step % 4 else stack.call(site_functions.game_state, game)
            if state["round"] > 1 and all(ways.values()):
                break
            # A page that waits for a bot or for the other person follows by itself.
            person = wait_for(somebody_asked, "somebody is asked", stack, 60)
            if person.page.locator("#question form[data-form=placement]").count():
                place_by_circles(person)
                ways["circles"] += 1
            elif not ways["circles"] and (card := wanted_card(person)):
                pick(person, card)
                ways["board"] += 1
            elif not ways["circles"] and person.lit_any("plantation:"):
                answer_by_button(person)
                ways["button"] += 1
            elif not ways["circles"] and person.lit_any("colonist"):
                answer_by_button(person, "last")
                ways["button"] += 1
            elif step >= 2 and not ways["no scripts"]:
                answer_without_scripts(browser, stack, person.name, game)
                ways["no scripts"] += 1
                person.open(f"/games/{game}/")
            elif step % 2:
                answer_by_button(person)
                ways["button"] += 1
            else:
                answer_on_the_board(person)
                ways["board"] += 1

        assert all(ways.values()), ways
        state = stack.call(site_functions.game_state, game)
        assert state["round"] > 1
        assert {"web", "bot"} <= set(state["sources"])
        for person in people.values():
            person.open(f"/games/{game}/")
            keep(person.page, f"game-{person.name}", phones=True)
            person.open("/")
            keep(person.page, f"home-{person.name}", phones=True)
            assert person.heard == []


def test_a_placement_in_progress_is_left_alone_when_others_move(stack: Stack, browser: Browser) -> None:
    game = stack.call(site_functions.open_table_where_both_place, "anna", "bob")
    with player(browser, stack, "anna") as anna:
        page = anna.page
        # As when the site does not know the width of the window yet: it draws for both, and one of them is seen.
        page.context.clear_cookies(name="prweb-width")
        anna.open(f"/games/{game}/")
        page.click("details[id^=board-of-] summary")
        page.click("#question [data-fill=none]")
        page.locator("svg .circle[role=checkbox]:visible").last.click()
        placed = page.evaluate(WHAT_IS_PLACED)
        assert placed.count("true") == 1, "the circle in its drawing"
        version = page.locator("#follow").get_attribute("hx-get")
        stack.call(site_functions.place_colonists, game, "bob")
        page.wait_for_selector(f'#follow:not([hx-get="{version}"])', state="attached")
        assert page.evaluate(WHAT_IS_PLACED) == placed
        page.locator("svg .circle[role=checkbox]:visible").first.click()
        assert page.evaluate(WHAT_IS_PLACED).count("true") == 2
        assert anna.heard == []


@dataclass
class HeldPoll:
    """The next time that a page asks for its parts, it waits for the answer until it is let through."""

    page: Page
    stack: Stack
    route: Route | None = None
    answer: APIResponse | None = None

    def begin(self) -> None:
        self.hold("*")
        self.page.evaluate("htmx.trigger('#follow', 'wake')")
        self.arrive()

    def hold(self, version: str) -> None:
        """Hold the next one of that version that the page begins by itself."""
        self.page.route(f"**/turn/?version={version}", self._hold)

    def arrive(self) -> None:
        wait_for(self._arrived, "the page asks for its parts", self.stack)

    def _hold(self, route: Route) -> None:
        if self.route is not None:
            route.continue_()
            return
        self.route = route

    def _arrived(self) -> bool:
        self.page.wait_for_timeout(20)
        return self.route is not None

    def be_answered(self) -> None:
        """With how it stands now; the page gets it later."""
        assert self.route is not None
        self.answer = self.route.fetch()

    def let_through(self) -> None:
        assert self.route is not None
        # A page that has given it up meanwhile takes no answer any more.
        with suppress(PlaywrightError):
            self.route.fulfill(response=self.answer)


def test_a_window_that_changes_back_while_its_drawings_are_on_their_way_gets_others(
    stack: Stack, browser: Browser
) -> None:
    game = stack.call(site_functions.open_table_where_both_place, "anna", "bob")
    with player(browser, stack, "anna") as anna:
        # What is opened from now on has drawings for this window alone.
        anna.page.wait_for_function("() => document.cookie.includes('prweb-width')")
        anna.open(f"/games/{game}/")
        poll = HeldPoll(anna.page, stack)
        # Drawings for another width come with version 0; the page also asks when its stream opens, perhaps only now.
        poll.hold("0")
        set_size(anna.page, PHONES["390"])
        poll.arrive()
        poll.be_answered()
        set_size(anna.page, DESKTOP)
        anna.page.wait_for_function("() => document.cookie.includes('prweb-width=wide')")
        anna.page.evaluate("document.getElementById('boards').isOld = true")
        poll.let_through()
        anna.page.wait_for_function("() => !document.getElementById('boards').isOld")
        resize(anna.page, DESKTOP)
        assert anna.heard == []


def shows(person: Player, version: int) -> None:
    person.page.wait_for_selector(f'#follow[data-version="{version}"]', state="attached")


def test_what_is_told_while_a_page_waits_for_its_parts_is_asked_for_afterwards(stack: Stack, browser: Browser) -> None:
    game = stack.call(site_functions.open_table_where_both_place, "anna", "bob")
    with player(browser, stack, "anna") as anna:
        anna.page.add_init_script(NOTE_WHAT_IS_TOLD)
        anna.open(f"/games/{game}/")
        poll = HeldPoll(anna.page, stack)
        poll.begin()
        poll.be_answered()
        version = stack.call(site_functions.play_a_turn, game)
        anna.page.wait_for_function("version => window.toldOf >= version", arg=version)
        poll.let_through()
        shows(anna, version)
        assert anna.heard == []


def test_a_page_goes_on_following_when_an_answer_was_sent_during_a_poll(stack: Stack, browser: Browser) -> None:
    game = stack.call(site_functions.open_table_where_both_place, "anna", "bob")
    with player(browser, stack, "anna") as anna:
        anna.open(f"/games/{game}/")
        poll = HeldPoll(anna.page, stack)
        poll.begin()
        stack.call(site_functions.place_colonists, game, "bob")
        poll.be_answered()
        asked = anna.asked
        anna.page.click("#question [data-fill=suggested]")
        anna.page.click("#question [data-done]")
        anna.after(asked)
        anna.page.evaluate(NOTE_WHAT_IS_ASKED)
        poll.let_through()
        shows(anna, stack.call(site_functions.play_a_turn, game))
        assert asked not in anna.page.evaluate("window.asked"), "the older answer put nothing in its place"
        assert anna.heard == []
