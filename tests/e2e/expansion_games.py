"""Whole games through real workers, and pictures of what a person saw: `make screenshots`.

A person plays the beginning of each, one turn through the page and the next one by reply mails, and then resigns; bots
play it to its end. Every kind of question is photographed once a game, and its mails are kept, all in artifacts/.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

from tests.e2e.chromium import running_chromium
from tests.e2e.gallery import Gallery, mails_of
from tests.e2e.mail_games import ANNA, asks, options_of, reply, token_of
from tests.e2e.mail_sink import MailSink, running_sink
from tests.e2e.site_functions import open_table, reply_token, unfinished_games
from tests.e2e.site_functions import results as results_of_games
from tests.e2e.stack import running_stack, wait_for
from tests.e2e.test_browser_game import ARTIFACTS, Player, player

LEVEL: Final = "apprentice-1"
ANSWERS: Final = 36
"""Of the person in every game, before she resigns: several rounds, so that buildings are bought and used."""
MAX_WAIT_S: Final = 300
MAX_WAIT_FOR_A_MAIL_S: Final = 20
MAX_GAME_S: Final = 3600

NEW_KINDS: Final = (
    *("aqueduct", "black market", "forest house", "storehouse", "guesthouse", "church", "trading post"),
    *("small wharf", "lighthouse", "specialty factory", "library", "union hall", "cloister", "statue"),
)
WISHES: Final = (
    # What shows something new, from the most wanted on; else the roles that bring the game on.
    r"guest |noble guest |take noble|pay |buy |sell land|discard|supply|ship small wharf|forest",
    r"(choose|build) (guesthouse|small wharf|black market|land office|storehouse|hunting lodge|library)",
    r"(choose|build) (chapel|zoning office|royal supplier|trading post|forest house|villa)",
    r"mayor",
    r"builder|settler|captain|build |take |choose ",
    r"(?!pass)",
    r"",
)

"""First words of answers that make a question worth a picture of its own."""


@dataclass(frozen=True)
class Shown:
    """One of the games."""

    slug: str
    name: str
    seats: int
    options: dict[str, str]
    kind: str = "puerto-rico"


GAMES: Final = (
    Shown("draft", "Drafted", 4, {"buildings": "draft"}),
    Shown("nobles", "Nobles", 3, {"buildings": "random", "new_buildings": "off", "nobles": "on"}),
    Shown("both", "Everything", 5, {"buildings": "all", "nobles": "on"}),
    Shown("two", "Two of us", 2, {"buildings": "list", "violet_buildings": ", ".join(NEW_KINDS)}),
    Shown("cards", "Cards", 3, {"deal_choice": "on"}, "san-juan"),
)


def main() -> None:
    level = sys.argv[1] if len(sys.argv) > 1 else LEVEL
    answers = int(sys.argv[2]) if len(sys.argv) > 2 else ANSWERS
    ARTIFACTS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="prweb-expansions-") as folder,
        running_sink() as (sink, sink_port),
        running_stack(
            Path(folder), {"EMAIL_URL": f"smtp://127.0.0.1:{sink_port}", "PRWEB_CARETAKER_LEVEL": level}
        ) as stack,
        running_chromium() as browser,
    ):
        stack.person("anna", ANNA)
        keys = [
            stack.call(
                open_table, game.name, "anna", levels=[level] * (game.seats - 1), kind=game.kind, options=game.options
            )
            for game in GAMES
        ]
        galleries = [Gallery(shown.slug, shown.name, browser) for shown in GAMES]
        with player(browser, stack, "anna") as anna:
            for gallery, game in zip(galleries, keys, strict=True):
                print(f"{gallery.name}: {answers} answers of a person")
                begin(anna, sink, gallery, game, answers)
            print("Waiting until the bots have finished them all")
            wait_for(lambda: stack.call(unfinished_games) == 0, "all games are finished", stack, MAX_GAME_S)
            results = stack.call(results_of_games)
            for gallery, game in zip(galleries, keys, strict=True):
                code, plies = results[game]
                print(f"{gallery.name}: finished after {plies} plies")
                wait_for(partial(last_mail, sink, gallery), "the final standings come", stack)
                gallery.keep_mail(last_mail(sink, gallery))
                for kind, path in (("end", f"/games/{game}/"), ("result", f"/results/{code}/")):
                    anna.open(path)
                    gallery.look(anna, kind)
            assert anna.heard == [], anna.heard
        browser.close()
        print(stack.manage("replay").splitlines()[-1])


def last_mail(sink: MailSink, gallery: Gallery) -> Any:
    mails = [mail for mail in mails_of(sink, gallery) if "final standings" in str(mail["Subject"])]
    return mails[-1] if mails else None


def begin(anna: Player, sink: MailSink, gallery: Gallery, game: str, answers: int) -> None:
    """Play so many answers, a turn by the page and the next by mail; then resign, through the page."""
    anna.open(f"/games/{game}/rules/")
    gallery.look(anna, "rules")
    anna.open(f"/games/{game}/")
    by_mail = False
    while answers > 0:
        wait_for(partial(is_asked, anna), "the person is asked", anna.stack, MAX_WAIT_S)
        gallery.look(anna, kind_of(anna))
        answers -= turn_by_mail(anna, sink, gallery) if by_mail else turn_by_page(anna, gallery)
        # The page would find out by itself that mails have answered, but perhaps only after the next click.
        anna.open(f"/games/{game}/")
        by_mail = not by_mail
    anna.open(f"/games/{game}/resign/")
    anna.page.click("main form button[type=submit]")
    anna.page.wait_for_selector("text=a bot plays for you")


def is_asked(person: Player) -> bool:
    person.page.wait_for_timeout(50)
    return bool(person.asked)


def kind_of(person: Player) -> str:
    """The question's words and what is special about its answers, for a file's name."""
    words = re.sub(r"[^a-z]+", "-", person.page.locator("#question h2").inner_text().lower()).strip("-")[:40]
    lines = offers(person)
    special = sorted(
        {line.split()[0] for line in lines} & {"guest", "noble", "buy", "sell", "supply", "pay", "discard"}
    )
    return "-".join([words, *special])


def offers(person: Player) -> list[str]:
    """What the buttons answer; of what is to be completed first, what it says."""
    texts = person.page.locator("#question .offer").evaluate_all("all => all.map(one => one.value ?? one.innerText)")
    return [str(line) for line in texts]


def wanted(lines: list[str]) -> str:
    return next(line for wish in WISHES for line in lines if re.match(wish, line, re.IGNORECASE))


def turn_by_page(person: Player, gallery: Gallery) -> int:
    """Answer by the page's buttons until another turn begins, or nothing is asked; how many answers that were."""
    turn = turn_of(person)
    given = 0
    while person.asked and turn_of(person) == turn:
        gallery.look(person, kind_of(person))
        asked = person.asked
        if person.page.locator("#question form[data-form=placement]").count():
            person.page.click("#question [data-done]")
        else:
            lines = offers(person)
            answer(person, lines.index(wanted(lines)))
        person.after(asked)
        given += 1
    return given


def answer(person: Player, number: int) -> None:
    """Press the offer of this number, from 0; one that is to be completed, with what is suggested."""
    person.page.evaluate("for (const group of document.querySelectorAll('#question details.group')) group.open = true")
    offer = person.page.locator("#question .offer").nth(number)
    selection = offer.locator("xpath=ancestor::details[contains(@class, 'selection')]")
    if not selection.count():
        offer.click()
        return
    if selection.get_attribute("open") is None:
        offer.click()
    selection.locator("button[type=submit]").click()


def turn_of(person: Player) -> str:
    return str(person.page.locator("#question").get_attribute("data-turn"))


def turn_by_mail(person: Player, sink: MailSink, gallery: Gallery) -> int:
    """Answer by mails until none asks about this turn any more; how many answers that were."""
    token = person.stack.call(reply_token, int(turn_of(person)))
    asked = person.asked
    until = monotonic() + MAX_WAIT_FOR_A_MAIL_S
    while (mail := asking(sink, gallery, token)) is None and monotonic() < until:
        # A turn that the page has begun may be asked by no mail.
        person.page.wait_for_timeout(200)
    given = 0
    while mail is not None and asks(mail) and token_of(mail) == token:
        gallery.keep_mail(mail)
        known = len(mails_of(sink, gallery))
        reply(person.stack, mail, wanted(options_of(mail)))
        given += 1
        wait_for(lambda known=known: len(mails_of(sink, gallery)) > known, "an answer comes", person.stack)
        mail = mails_of(sink, gallery)[-1]
    if mail is not None:
        gallery.keep_mail(mail)
        person.after(asked)
    return given


def asking(sink: MailSink, gallery: Gallery, token: str) -> Any:
    mails = [mail for mail in mails_of(sink, gallery) if asks(mail) and token_of(mail) == token]
    return mails[-1] if mails else None


if __name__ == "__main__":
    main()
