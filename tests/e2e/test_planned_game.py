"""Four people play: three answer mails, early ones by plans, the fourth plays and plans in a browser.

PRWEB_PLANNED_ANSWERS=2000 plays to the end of the game (some minutes); PRWEB_PLANNED_REPORT is a file to which it adds
what was played, as `make mail-games` does.
"""

from __future__ import annotations

import os
import smtplib
from contextlib import suppress
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.mail_games import asks, numbered_options_of
from tests.e2e.mail_sink import MailSink, running_sink, text_of
from tests.e2e.page_errors import record_page_errors
from tests.e2e.site_functions import PlannedGame, open_table, own_question, planned_game
from tests.e2e.stack import PASSWORD, Stack, running_stack, wait_for

pytestmark = pytest.mark.processes

BY_MAIL: Final = ("bob", "chris", "david")
ANSWERS: Final = int(os.environ.get("PRWEB_PLANNED_ANSWERS", "20"))
WHOLE_GAME: Final = 1000
"""With so many answers a game comes to its end."""
REPORT: Final = os.environ.get("PRWEB_PLANNED_REPORT", "")
MAX_WISHES: Final = 3


def reply(stack: Stack, mail: EmailMessage, lines: list[str]) -> None:
    """What a mail program sends when somebody types these lines above the quoted mail."""
    answer = EmailMessage()
    answer["From"] = mail["To"]
    answer["To"] = mail["Reply-To"]
    answer["Subject"] = f"Re: {mail['Subject']}"
    answer["Message-ID"] = make_msgid(domain="example.org")
    answer["In-Reply-To"] = mail["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    answer.set_content("\n".join(lines) + f"\n\nOn Sat, 21 Nov 2026 at 12:00, prweb wrote:\n{quoted}\n")
    with smtplib.SMTP("127.0.0.1", stack.smtp_port) as smtp:
        smtp.send_message(answer)


class Correspondents:
    """Those who answer by mail whatever asks them, and plan where they can."""

    def __init__(self, stack: Stack, sink: MailSink) -> None:
        self.stack = stack
        self.sink = sink
        self.read = 0
        self.plans = 0

    def answer_next(self) -> bool:
        """Whether there was a mail that asks; it is answered."""
        while (mail := self.sink.nth(self.read)) is not None:
            self.read += 1
            name = parseaddr(str(mail["To"]))[1].partition("@")[0]
            if name not in BY_MAIL or not asks(mail):
                continue
            numbers = list(numbered_options_of(mail))
            if "no deadline runs" in " ".join(text_of(mail).split()):
                self.plans += 1
                reply(self.stack, mail, [*map(str, numbers[:MAX_WISHES]), "ask"])
            else:
                reply(self.stack, mail, [str(numbers[self.read % len(numbers)])])
            return True
        return False


class Player:
    """Who plays in the browser: takes an offer wherever one is, a plan before their turn, once a turn."""

    def __init__(self, stack: Stack, page: Page, game: str, name: str) -> None:
        self.stack = stack
        self.page = page
        self.game = game
        self.name = name
        self.planned: set[str] = set()

    def sign_in(self) -> None:
        self.page.goto(f"{self.stack.url}/accounts/login/")
        self.page.fill("[name=login]", self.name)
        self.page.fill("[name=password]", PASSWORD)
        self.page.click("main button[type=submit]")
        self.page.wait_for_selector("h1:has-text('My turns')")

    def answer_next(self) -> bool:
        """Whether a question was answered. The page may go on by itself meanwhile: then there is another try."""
        asked = self.stack.call(own_question, self.game, self.name)
        if asked is None or (str(asked[0]) in self.planned and asked[1]):
            # Loading the page again and again would slow everything else down.
            return False
        with suppress(PlaywrightError):
            return self._answer()
        return False

    def _answer(self) -> bool:
        self.page.goto(f"{self.stack.url}/games/{self.game}/")
        question = self.page.locator("#question[data-turn]")
        if not question.count():
            return False
        turn, early = question.get_attribute("data-turn") or "", question.get_attribute("data-early") is not None
        if early and turn in self.planned:
            return False
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            if question.locator("form[data-form=placement]").count():
                question.locator("[data-fill=suggested]").click()
                question.locator("[data-done]").click()
            else:
                question.locator("button[name=line].offer").first.click()
        if early:
            self.planned.add(turn)
        return True


def test_four_people_play_by_plans_in_mails_and_in_a_browser(tmp_path: Path, browser: Browser) -> None:
    with running_sink() as (sink, port), running_stack(tmp_path, {"EMAIL_URL": f"smtp://127.0.0.1:{port}"}) as stack:
        for name in ("anna", *BY_MAIL):
            stack.person(name)
        game = stack.call(open_table, "Planned", "anna", list(BY_MAIL))
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(5_000)
        complaints = record_page_errors(page)
        anna, others = Player(stack, page, game, "anna"), Correspondents(stack, sink)
        anna.sign_in()

        def is_over() -> bool:
            return stack.call(planned_game, game)["status"] != "running"

        answered = 0
        # On a busy machine a page may load too late for every plan among the first.
        while (answered < ANSWERS or not anna.planned) and not is_over():
            # The page first: those who answer by mail would often be through with a phase before it has loaded.
            wait_for(lambda: anna.answer_next() or others.answer_next() or is_over(), "somebody is asked", stack)
            answered += 1
        found = stack.call(planned_game, game)
        assert "1 games replayed, all equal." in stack.manage("replay")
        assert complaints == []
    assert ANSWERS < WHOLE_GAME or found["status"] == "finished"
    assert others.plans > 0
    assert anna.planned
    assert found["planned"] > 0, "plans were played"
    assert found["timed_out"] == 0
    assert found["refused"] == 0
    if REPORT:
        with Path(REPORT).open("a") as report:
            report.write(told(found, answered, others.plans, len(anna.planned)))


def told(found: PlannedGame, answers: int, by_mail: int, on_the_page: int) -> str:
    return (
        f"\nFour people play a game of Puerto Rico by plans ({found['status']}): three write lines for early mails, one"
        f"\nplans in a browser. {answers} answers, {by_mail} plans by mail and {on_the_page} on the page; plans played"
        f"\n{found['planned']} plies, nothing was refused, nothing timed out.\n"
    )
