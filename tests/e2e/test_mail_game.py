"""A person who never opens a browser plays against bots: every answer is a reply to a mail."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.e2e.correspondents import PUERTO_RICO, SAN_JUAN, Correspondent, Slip
from tests.e2e.mail_sink import MailSink, running_sink, text_of
from tests.e2e.site_functions import open_table, turns_summary, unsent_deliveries
from tests.e2e.stack import Stack, running_production, running_stack, wait_for

pytestmark = pytest.mark.processes

ANNA = "anna@example.org"
WHOLE_GAME = 1_000
OPTIONS = re.compile(r"^(?:Your options|Suggestions)\n-+\n((?:.+\n)+)", re.MULTILINE)


def token_of(mail: EmailMessage) -> str:
    """The turn that an answer to this mail would go to."""
    return parseaddr(str(mail["Reply-To"]))[1].partition("@")[0].partition("+")[2]


def options_of(mail: EmailMessage) -> list[str]:
    """The numbered options, as they can be typed."""
    return list(numbered_options_of(mail).values())


def numbered_options_of(mail: EmailMessage) -> dict[int, str]:
    """The same by their numbers, without those that stand together in groups."""
    listed = OPTIONS.search(text_of(mail))
    # What is long goes on below itself.
    lines = re.sub(r"\n {5}(?=\S)", " ", listed[1]) if listed else ""
    found = re.findall(r"^ +(\d+)  (\S.*?)(?:  .*)?$", lines, flags=re.MULTILINE)
    return {int(number): option for number, option in found}


def asks(mail: EmailMessage) -> bool:
    return bool(mail["Reply-To"]) and bool(options_of(mail))


def reply(stack: Stack, mail: EmailMessage, line: str) -> None:
    """What a mail program sends when somebody types one line above the quoted mail."""
    answer = EmailMessage()
    answer["From"] = f"Anna <{ANNA}>"
    answer["To"] = mail["Reply-To"]
    answer["Subject"] = f"Re: {mail['Subject']}"
    answer["Message-ID"] = make_msgid(domain="example.org")
    answer["In-Reply-To"] = mail["Message-ID"]
    quoted = "\n".join(f"> {quoted}" for quoted in text_of(mail).splitlines())
    answer.set_content(f"{line}\n\nOn Sat, 21 Nov 2026 at 12:00, prweb wrote:\n{quoted}\n")
    with smtplib.SMTP("127.0.0.1", stack.smtp_port) as smtp:
        smtp.send_message(answer)


@dataclass
class Refused:
    """A wrong answer, and the mail that it answered."""

    slip: Slip
    mail: EmailMessage

    def check(self, reply: EmailMessage) -> None:
        """It is refused with the reason, and asked again just as before."""
        text = " ".join(text_of(reply).partition("Your options")[0].split())
        assert "Nothing was played." in text
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
        if "final standings" in text.lower():
            return
        if not asks(mail):
            continue
        if refused is not None:
            refused.check(mail)
            refused = None
        else:
            assert "Not played" not in text
        if answered == mails:
            return
        answered += 1
        slip = person.slip(text)
        if slip is not None and slip not in slips:
            slips.add(slip)
            refused = Refused(slip, mail)
            reply(stack, mail, slip.line)
        else:
            reply(stack, mail, person.answer(numbered_options_of(mail), text, dice))


@contextmanager
def embedded(folder: Path, settings: Mapping[str, str]) -> Iterator[Stack]:
    with running_stack(folder, settings) as stack:
        yield stack


@contextmanager
def production(folder: Path, settings: Mapping[str, str]) -> Iterator[Stack]:
    with running_production(folder, settings) as site:
        yield site.stack


@pytest.mark.parametrize(
    ("site", "person", "mails"),
    # The end of a game is the same on every site.
    [(embedded, SAN_JUAN, WHOLE_GAME), (production, PUERTO_RICO, 12)],
    ids=["a whole game of San Juan, embedded", "rounds of Puerto Rico, in production"],
)
def test_a_game_is_played_by_reply_mails_only(
    tmp_path: Path, site: Callable[..., Any], person: Correspondent, mails: int
) -> None:
    with (
        running_sink() as (sink, sink_port),
        site(tmp_path, {"EMAIL_URL": f"smtp://127.0.0.1:{sink_port}"}) as stack,
    ):
        stack.person("anna", ANNA)
        game = stack.call(
            open_table, "By mail only", "anna", levels=person.opponents, kind=person.kind, options=person.options
        )
        play_by_mail(stack, sink, person, mails)
        wait_for(lambda: stack.call(unsent_deliveries) == 0, "every mail is sent", stack)
        found = stack.call(turns_summary, game, "anna")
        # Played again from its secret, every position of the record is the one that was kept.
        assert "1 games replayed, all equal." in stack.manage("replay")

    assert found["timed_out"] == 0
    assert set(found["sources"]) <= {"mail", "forced"}
    if mails == WHOLE_GAME:
        assert found["status"] == "finished"
        standings = next(text for mail in sink.mails if "final standings" in (text := text_of(mail)).lower())
        assert all(str(score) in standings for score in found["scores"])

    # A mail for every turn, be it a turn mail or the acknowledgement of the answer that led to it. Further questions of
    # the same turn come in acknowledgements that carry its token, or in another mail once the game waits again.
    assert found["turns_asked_by_mail"] == found["turns"]
    assert sorted({token_of(mail) for mail in sink.mails if asks(mail)}) == found["tokens"]
    assert len(sink.mails) == len({str(mail["Message-ID"]) for mail in sink.mails})
