"""Somebody plays by replies to mails alone, in their language, on a site with all its processes.

python -m tests.e2e.mail_games [--report FILE]: whole games in other languages than English.
"""

from __future__ import annotations

import argparse
import os
import re
import smtplib
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

import django
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from tests.e2e.correspondents import HUNGARIAN, POLISH, Correspondent, Slip
from tests.e2e.mail_sink import MailSink, running_sink, text_of
from tests.e2e.site_functions import TurnsSummary, choose_language, open_table, turns_summary, unsent_deliveries
from tests.e2e.stack import Stack, running_production, running_stack, wait_for

ANNA: Final = "anna@example.org"
WHOLE_GAME: Final = 1_000
Site = Callable[[Path, Mapping[str, str]], AbstractContextManager[Stack]]


def said(text: str, language: str) -> str:
    """A text of our mails in a language."""
    with translation.override(language):
        return gettext(text)


@cache
def _list_of_options() -> re.Pattern[str]:
    headings = {said(text, code) for text in ("Your options", "Suggestions") for code, _name in settings.LANGUAGES}
    named = "|".join(map(re.escape, sorted(headings)))
    return re.compile(rf"^(?:{named})\n-+\n((?:.+\n)+)", re.MULTILINE)


def token_of(mail: EmailMessage) -> str:
    """The turn that an answer to this mail would go to."""
    return parseaddr(str(mail["Reply-To"]))[1].partition("@")[0].partition("+")[2]


def options_of(mail: EmailMessage) -> list[str]:
    """The numbered options, as they can be typed."""
    return list(numbered_options_of(mail).values())


def numbered_options_of(mail: EmailMessage) -> dict[int, str]:
    """The same by their numbers, without those that stand together in groups."""
    listed = _list_of_options().search(text_of(mail))
    # What is long goes on below itself.
    lines = re.sub(r"\n {5}(?=\S)", " ", listed[1]) if listed else ""
    found = re.findall(r"^ +(\d+)  (\S.*?)(?:  .*)?$", lines, flags=re.MULTILINE)
    return {int(number): option for number, option in found}


def asks(mail: EmailMessage) -> bool:
    return bool(mail["Reply-To"]) and bool(options_of(mail))


def reply(stack: Stack, mail: EmailMessage, line: str, attribution: str = "On Sat, 21 Nov 2026, prweb wrote:") -> None:
    """What a mail program sends when somebody types one line above the quoted mail."""
    answer = EmailMessage()
    answer["From"] = f"Anna <{ANNA}>"
    answer["To"] = mail["Reply-To"]
    answer["Subject"] = f"Re: {mail['Subject']}"
    answer["Message-ID"] = make_msgid(domain="example.org")
    answer["In-Reply-To"] = mail["Message-ID"]
    quoted = "\n".join(f"> {quoted}" for quoted in text_of(mail).splitlines())
    answer.set_content(f"{line}\n\n{attribution}\n{quoted}\n")
    with smtplib.SMTP("127.0.0.1", stack.smtp_port) as smtp:
        smtp.send_message(answer)


@dataclass
class Refused:
    """A wrong answer, and the mail that it answered."""

    slip: Slip
    mail: EmailMessage
    language: str

    def check(self, reply: EmailMessage) -> None:
        """It is refused with the reason, and asked again just as before."""
        text = " ".join(text_of(reply).partition(said("Your options", self.language))[0].split())
        assert said("Nothing was played.", self.language) in text
        assert f"- {self.slip.line}" in text
        assert self.slip.reason in text
        assert token_of(reply) == token_of(self.mail)
        assert numbered_options_of(reply) == numbered_options_of(self.mail)


def play_by_mail(stack: Stack, sink: MailSink, person: Correspondent, mails: int) -> None:
    """Answer mails that ask, so many of them, or until the final standings come."""
    dice = Random(7)
    answered = 0
    refused: Refused | None = None
    slips = set[Slip]()
    read = 0
    while True:
        mail = wait_for(partial(sink.nth, read), f"a mail after {read}", stack)
        read += 1
        text = text_of(mail)
        if tells_standings(mail, person.language):
            return
        if not asks(mail):
            continue
        if refused is not None:
            refused.check(mail)
            refused = None
        else:
            assert said("Nothing was played.", person.language) not in text, text
        if answered == mails:
            return
        answered += 1
        slip = person.slip(text)
        if slip is not None and slip not in slips:
            slips.add(slip)
            refused = Refused(slip, mail, person.language)
            reply(stack, mail, slip.line, person.attribution)
        else:
            reply(stack, mail, person.answer(numbered_options_of(mail), text, dice), person.attribution)


def tells_standings(mail: EmailMessage, language: str) -> bool:
    return said("final standings", language).lower() in str(mail["Subject"]).lower()


@contextmanager
def embedded(folder: Path, more: Mapping[str, str]) -> Iterator[Stack]:
    with running_stack(folder, more) as stack:
        yield stack


@contextmanager
def production(folder: Path, more: Mapping[str, str]) -> Iterator[Stack]:
    with running_production(folder, more) as site:
        yield site.stack


@dataclass
class PlayedByMail:
    """What is left of a game that was played by mail."""

    sink: MailSink
    found: TurnsSummary
    replayed: str


def play_on_a_site(folder: Path, site: Site, person: Correspondent, mails: int) -> PlayedByMail:
    """Let a person play so many mails, or a whole game, against bots."""
    with running_sink() as (sink, sink_port), site(folder, {"EMAIL_URL": f"smtp://127.0.0.1:{sink_port}"}) as stack:
        stack.person("anna", ANNA)
        stack.call(choose_language, "anna", person.language)
        game = stack.call(
            open_table, "By mail only", "anna", levels=person.opponents, kind=person.kind, options=person.options
        )
        play_by_mail(stack, sink, person, mails)
        wait_for(lambda: stack.call(unsent_deliveries) == 0, "every mail is sent", stack)
        return PlayedByMail(sink, stack.call(turns_summary, game, "anna"), stack.manage("replay"))


def check_played(played: PlayedByMail, person: Correspondent, *, whole: bool) -> None:
    """Nothing was lost, doubled or timed out, and every question came by mail."""
    found, sink = played.found, played.sink
    # Played again from its secret, every position of the record is the one that was kept.
    assert "1 games replayed, all equal." in played.replayed
    assert found["timed_out"] == 0
    assert set(found["sources"]) <= {"mail", "forced"}
    if whole:
        assert found["status"] == "finished"
        standings = next(text_of(mail) for mail in sink.mails if tells_standings(mail, person.language))
        assert all(str(score) in standings for score in found["scores"])

    # A mail for every turn, be it a turn mail or the acknowledgement of the answer that led to it. Further questions of
    # the same turn come in acknowledgements that carry its token, or in another mail once the game waits again.
    assert found["turns_asked_by_mail"] == found["turns"]
    assert sorted({token_of(mail) for mail in sink.mails if asks(mail)}) == found["tokens"]
    assert len(sink.mails) == len({str(mail["Message-ID"]) for mail in sink.mails})


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--report", type=Path, help="write what was played into this file")
    given = parser.parse_args(arguments)
    rows = []
    for site, person in ((embedded, HUNGARIAN), (production, POLISH)):
        with tempfile.TemporaryDirectory() as folder:
            played = play_on_a_site(Path(folder), site, person, WHOLE_GAME)
            check_played(played, person, whole=True)
            mails, turns = len(played.sink.mails), len(played.found["turns"])
            rows.append(f"| {person.kind} | {person.language} | {site.__name__} | {turns} | {mails} | finished |")
            sys.stdout.write(f"{rows[-1]}\n")
    if given.report:
        given.report.write_text("\n".join([*REPORT_HEAD, *rows]) + "\n")
    return 0


REPORT_HEAD: Final = (
    "# Whole games by mail in other languages",
    "",
    "`make mail-games`: somebody answers every mail of a game by a reply in the words of their language (by number, by",
    "words, without accents, in capitals; quoted as mail programs of the language quote), against bots, on a site with",
    "all its processes. All answers are taken, wrong ones are refused in the language, nothing times out.",
    "",
    "| game | language | site | turns | mails | |",
    "|---|---|---|---|---|---|",
)

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    sys.exit(main(sys.argv[1:]))
