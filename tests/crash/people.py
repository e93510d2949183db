"""People who play on, whatever dies: they answer by mail, by link, on the page or by a program, and try again."""

from __future__ import annotations

import json
import re
import smtplib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid, parseaddr
from html import unescape
from http.client import HTTPException
from http.cookiejar import CookieJar
from random import Random
from typing import Any, Final, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from tests.crash.company import STAY_AWAY, Company
from tests.crash.database_watch import Watch
from tests.e2e.mail_sink import MailSink, text_of
from tests.e2e.site_functions import write_notices
from tests.e2e.stack import PASSWORD, Stack
from tests.endpoints.receiver import Posted

TRIES_FOR_S: Final = 90
FIRST_MAIL_WITHIN_S: Final = 20
"""How long somebody waits for the mail of a question before looking at the page."""
OPTIONS: Final = re.compile(r"^(?:Your options|Suggestions)\n-+\n((?:.+\n)+)", re.MULTILINE)
NUMBERED: Final = re.compile(r"^ +\d+  (\S.*?)(?:  .*)?$", re.MULTILINE)
ASKING_LINK: Final = re.compile(r"/a/(?P<token>\w+)/(?P<number>\d+)/\d+/")
"""Of an option of a question that is asked in turn."""
MAX_LINE_LENGTH: Final = 40
WAYS: Final = ("mail", "link", "page", "api")
NEEDS_THE_MAIL: Final = frozenset({"mail", "link", "mailbox"})
BESIDES: Final = ("bounce", "notices")
"""What happens beside the answers."""
FINDING: Final = frozenset({"seek", "free seat", "waiting list", "tournament"})
"""What happens at no table (tests/crash/found_games.py)."""
ACTS: Final = FINDING | {"plan", "orders", "next pick", "say", "vote", "digest", "reminder", "take over", "return"}
"""Ways that are none of answering: each question is answered by any."""
NOTICES_AT_ONCE: Final = 6
T = TypeVar("T")


class Stuck(AssertionError):
    """Something that should have gone on did not."""


@dataclass(frozen=True)
class Question:
    """What one person is asked; number: how many answers the turn had taken when it was asked."""

    turn: int
    person: str
    token: str
    number: int


@dataclass(frozen=True)
class Given:
    """An answer that was taken in, as its sender was told. key: of its submission, for a mail its Message-ID."""

    question: Question
    way: str
    key: str


@dataclass
class Person:
    """Somebody with a browser and a mail program."""

    name: str
    stack: Stack
    token: str = ""
    """For the API."""
    cookies: CookieJar = field(default_factory=CookieJar)
    refused: list[str] = field(default_factory=list)
    """What did not work at the first try."""
    waits_s: float = 30.0
    """So long for one answer, then it is tried again."""
    mailbox: Callable[[bytes], object] | None = None
    """Puts a mail into the mailbox from which the site fetches some; None: there is none."""
    bundles: int = 0
    """How often they have wanted their mails in bundles."""
    bundled_since: int | None = None
    """How many bundles they had had when they wanted that last; None: they want each mail at once."""

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"

    def _browser(self) -> OpenerDirector:
        return build_opener(HTTPCookieProcessor(self.cookies))

    def _mail_server(self) -> smtplib.SMTP:
        """Where mails to the site are handed over."""
        return smtplib.SMTP("127.0.0.1", self.stack.smtp_port, timeout=self.waits_s)

    def sign_in(self) -> None:
        page = self.get("/accounts/login/")
        fields = {"csrfmiddlewaretoken": _field(page, "csrfmiddlewaretoken"), "login": self.name, "password": PASSWORD}
        self.post("/accounts/login/", fields)
        assert any("csrf" not in cookie.name for cookie in self.cookies), "no session"

    def choose_mails(self, daily_at: int | None = None) -> None:
        """Want one mail a day, at an hour, or each at once; and be reminded when half of the time is over."""
        choice = {"every": None if daily_at is None else 24, "hour": daily_at, "content": "picture", "reminders": [50]}
        status, answer = self.ask_api("/me/mails/", choice, method="PUT")
        assert status == 200, answer

    def get(self, path: str) -> str:
        return self._until_answered(path, None)[1]

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        """Status and page, once there is an answer: the same form is sent again for as long as there is none."""
        return self._until_answered(path, urlencode(fields).encode())

    def press(self, path: str, shown_on: str) -> None:
        """Press a button of a page that sends nothing else."""
        self.post(path, {"csrfmiddlewaretoken": _field(self.get(shown_on), "csrfmiddlewaretoken")})

    def ask_api(self, path: str, body: object = None, key: str = "", method: str | None = None) -> tuple[int, Any]:
        """Status and JSON of a request to the API, which is sent again with the same key until it is answered."""
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        encoded = None if body is None else json.dumps(body).encode()
        status, answer = self._until_answered(f"/api/v1{path}", encoded, headers, method)
        return status, json.loads(answer)

    def _until_answered(
        self,
        path: str,
        body: bytes | None,
        more_headers: Mapping[str, str] | None = None,
        method: str | None = None,
    ) -> tuple[int, str]:
        url = path if path.startswith("http") else self.stack.url + path
        headers = {"Referer": self.stack.url, "Origin": self.stack.url, **(more_headers or {})}

        def once() -> tuple[int, str] | None:
            try:
                with self._browser().open(Request(url, body, headers, method=method), timeout=self.waits_s) as response:
                    return int(response.status), response.read().decode()
            except HTTPError as error:
                if error.code < 500:
                    return error.code, error.read().decode()
                self.refused.append(f"{url}: {error}")
            except (URLError, HTTPException, OSError) as error:
                self.refused.append(f"{url}: {error}")
            return None

        return again_and_again(once, f"{self.name} gets an answer to {url}", self.stack)

    def report(self, sender: str, recipient: str) -> None:
        """What the server of a mail writes to its envelope sender: it could not deliver it, and may another time."""
        report = (
            f"From: MAILER-DAEMON@example.org\r\nTo: {sender}\r\nMessage-ID: {make_msgid(domain='example.org')}\r\n"
            'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
            "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
            f"Final-Recipient: rfc822; {parseaddr(recipient)[1]}\r\nAction: failed\r\nStatus: 4.2.2\r\n\r\n--b--\r\n"
        )

        def once() -> bool:
            try:
                with self._mail_server() as smtp:
                    smtp.sendmail("", [sender], report.encode())
            except (smtplib.SMTPException, OSError) as error:
                self.refused.append(f"report: {error}")
                return False
            return True

        again_and_again(once, f"the report about a mail to {self.name} is taken", self.stack)

    def mail(self, to: str, asking: EmailMessage, line: str, *, by_mailbox: bool = False) -> str:
        """Answer a mail, as a mail server does: until it is taken. Returns the answer's Message-ID.

        by_mailbox: it goes to the mailbox that the site reads, if there is one.
        """
        answer = EmailMessage()
        answer["From"] = f"{self.name} <{self.address}>"
        answer["To"] = to
        answer["Subject"] = f"Re: {asking['Subject']}"
        answer["Message-ID"] = make_msgid(domain="example.org")
        answer["In-Reply-To"] = asking["Message-ID"]
        quoted = "\n".join(f"> {quoted}" for quoted in text_of(asking).splitlines())
        answer.set_content(f"{line}\n\nOn Sat, 21 Nov 2026 at 12:00, prweb wrote:\n{quoted}\n")
        if by_mailbox and self.mailbox is not None:
            self.mailbox(answer.as_bytes(policy=SMTP))
            return str(answer["Message-ID"])

        def once() -> bool:
            try:
                with self._mail_server() as smtp:
                    smtp.send_message(answer)
            except (smtplib.SMTPException, OSError) as error:
                self.refused.append(f"mail: {error}")
                return False
            return True

        again_and_again(once, f"{self.name}'s mail is taken", self.stack)
        return str(answer["Message-ID"])


def again_and_again(
    once: Callable[[], T | None], what: str, stack: Stack, progress: Callable[[], object] = lambda: None
) -> T:
    """progress: as long as it changes, the time begins anew, so that a slow machine is not taken for a stuck site."""
    until, before = time.monotonic() + TRIES_FOR_S, progress()
    while time.monotonic() < until:
        if result := once():
            return result
        if (now := progress()) != before:
            until, before = time.monotonic() + TRIES_FOR_S, now
        time.sleep(0.1)
    raise Stuck(f"not within {TRIES_FOR_S} s: {what}\n{stack.report()}")


class Table:
    """One game: who plays, what they were asked, and what they answered."""

    def __init__(
        self,
        game: str,
        people: dict[str, Person],
        stack: Stack,
        sink: MailSink,
        watch: Watch,
        dice: Random,
        posted: Sequence[Posted] | None = None,
    ) -> None:
        self.game = game
        self.people = people
        self.stack = stack
        self.sink = sink
        self.posted: Sequence[Posted] = () if posted is None else posted
        """What webhooks were told."""
        self.has_company = posted is not None
        """Whether people do more here than answer, plan and order: not under earlier releases."""
        self.watch = watch
        self.dice = dice
        self.given: list[Given] = []
        self.left_alone: set[int] = set()
        """Turns of which a question is not answered, so that its time runs out."""
        self._ignored: set[Question] = set()
        self.plans: dict[int, str] = {}
        """The keys of the plans that were taken in, by turn."""
        self.orders: dict[str, int] = {}
        """The number in the standing order that was taken in last, by person."""
        self.next_picks: dict[str, tuple[str, int]] = {}
        """What was taken in last as what they want to pick next, and how many plies were played then, by person."""
        self.bounced: set[str] = set()
        """The Message-IDs of mails that were reported as not delivered."""
        self.notices: list[str] = []
        """What people were to be told besides their questions."""
        self._noticed: set[Question] = set()
        self._done: set[Question] = set()
        self._seen_at: dict[Question, float] = {}
        self._read = 0
        self._asking: dict[tuple[str, int], EmailMessage] = {}
        """Mails that ask in turn, by token and by how many answers the turn had taken."""
        self.company = Company(self)

    @property
    def over(self) -> bool:
        return bool(self.watch.one("select status from games_game where id = ?", self.game) == "finished")

    def step(self, way: str = "") -> bool:
        """Answer one question, if there is one that can be answered now. way: how, if it can be helped."""
        if way == "plan":
            self._plan()
        if way == "orders":
            self._give_order()
        if way == "next pick":
            self._pick_next()
        asked = self._open()
        unanswered = self._unanswered_of(asked)
        wanted = self.company.act(way, unanswered) if self.has_company else ""
        stay_away = wanted == STAY_AWAY and not self._ignored.intersection(asked)
        way = "" if way in ACTS or way == STAY_AWAY else way
        for question in unanswered:
            if stay_away:
                self.company.stay_away(question)
            if way == "time-out" or stay_away:
                self._let_time_run_out(question)
                return True
            if way == "bounce" and self._report_a_mail(question):
                return True
            if way == "notices" and self._write_notices(question):
                return True
            if way in BESIDES:
                way = ""
            if self._answer(question, way or self.dice.choice(WAYS)):
                return True
        return False

    def _plan(self) -> None:
        """Somebody who can answer before their turn says what they would like, by a program."""
        early = self.watch.rows(
            "select t.id, u.username from games_turn t join games_seat p on p.id = t.seat_id"
            " join accounts_user u on u.id = p.user_id"
            " where t.game_id = ? and t.status = 'open' and t.early order by t.id",
            self.game,
        )
        for turn, name in early:
            if turn in self.plans:
                continue
            status, asked = self.people[name].ask_api(f"/turns/{turn}/options/")
            if status != 200 or not asked["early"]:
                continue
            wishes = [option["text"] for option in asked["options"]]
            lines = [*self.dice.sample(wishes, min(2, len(wishes))), "ask"]
            key = f"plan-{turn}"
            status, _answer = self.people[name].ask_api(f"/turns/{turn}/play/", {"lines": lines, "as_plan": True}, key)
            if status == 200:
                self.plans[turn] = key
                return

    def _give_order(self) -> None:
        """Somebody says, by a program, below which price they never sell: another one each time."""
        name = self.dice.choice(self.company.present() or [*self.people])
        number = 8 if self.orders.get(name) == 9 else 9
        lines = [f"never sell below {number}"]
        status, _kept = self.people[name].ask_api(f"/games/{self.game}/orders/", {"lines": lines}, method="PUT")
        if status == 200:
            self.orders[name] = number
        else:
            # The game was over; a try before this one may have been taken in.
            self.orders.pop(name, None)

    def _pick_next(self) -> None:
        """Somebody says, by a program, what they want to pick the next time: something else each time."""
        name = self.dice.choice(self.company.present() or [*self.people])
        wanted = "trader" if self.next_picks.get(name, ("", 0))[0] == "builder" else "builder"
        plies = int(str(self.watch.one("select plies from games_game where id = ?", self.game)))
        status, kept = self.people[name].ask_api(f"/games/{self.game}/next-pick/", {"lines": [wanted]}, method="PUT")
        if status == 200 and kept["lines"]:
            self.next_picks[name] = wanted, plies
        else:
            # It was played at once, or the game was over; a try before this one may have been taken in.
            self.next_picks.pop(name, None)

    def start_anew(self) -> None:
        """Look at everything that is asked as if for the first time."""
        self._done.clear()
        self._seen_at.clear()

    def unanswered(self) -> list[Question]:
        """What is asked of people and neither answered nor left alone."""
        return self._unanswered_of(self._open())

    def _unanswered_of(self, questions: list[Question]) -> list[Question]:
        return [one for one in questions if one not in self._done | self._ignored]

    def leave_alone(self, question: Question) -> None:
        """Answer this never."""
        self.left_alone.add(question.turn)
        self._ignored.add(question)

    def _open(self) -> list[Question]:
        found = self.watch.rows(
            "select t.id, u.username, t.token,"
            " (select count(*) from games_submission s where s.turn_id = t.id and s.plies > 0)"
            " from games_turn t join games_seat p on p.id = t.seat_id join accounts_user u on u.id = p.user_id"
            " where t.game_id = ? and t.status = 'open' and not t.early and not t.timed_out and p.caretaker = ''"
            " order by t.id",
            self.game,
        )
        return [Question(*row) for row in found]

    def _answer(self, question: Question, way: str) -> bool:
        since = self._seen_at.setdefault(question, time.monotonic())
        mail = self._mail_for(question)
        if way in NEEDS_THE_MAIL and mail is None:
            if self._was_told_on_the_site(question) or time.monotonic() > since + FIRST_MAIL_WITHIN_S:
                way = "page"
            else:
                return False
        person = self.people[question.person]
        answers: dict[str, Callable[..., str]] = {
            "page": self._on_page,
            "link": self._by_link,
            "mail": self._by_mail,
            "mailbox": self._by_mailbox,
            "api": self._by_api,
        }
        key = answers[way](question, person, mail)
        self.given.append(Given(question, way, key))
        self._done.add(question)
        return True

    def _on_page(self, question: Question, person: Person, _mail: Any) -> str:
        path = f"/turns/{question.turn}/answer/"

        def shown() -> str | None:
            page = person.get(f"/games/{self.game}/")
            return page if f'action="{path}"' in page else None

        form = again_and_again(shown, f"{person.name} is shown {question}", self.stack)
        form = form[form.index(f'action="{path}"') :]
        fields = {name: _field(form, name) for name in ("csrfmiddlewaretoken", "key", "taken")}
        assert fields["taken"] == str(question.number), (question, fields)
        placement = 'data-form="placement"' in form[:400]
        lines = (
            ["place auto"]
            if placement
            else [unescape(line) for line in re.findall(r'name="line" value="([^"]+)"', form)]
        )
        status, page = person.post(path, fields | {"line": self.dice.choice(lines)})
        assert status == 200, f"{question} on the page: {status}\n{page}"
        return f"page:{fields['key']}:"

    def _by_api(self, question: Question, person: Person, _mail: Any) -> str:
        path = f"/turns/{question.turn}"
        status, asked = person.ask_api(f"{path}/options/")
        assert (status, asked.get("taken")) == (200, question.number), (question, status, asked)
        key = f"{question.turn}-{question.number}"
        body = {"lines": [self.dice.choice(asked["options"])["text"]], "taken": question.number}
        status, response = person.ask_api(f"{path}/play/", body, key)
        assert status == 200, f"{question} by the API: {status}\n{response}"
        return f"api:{key}"

    def _by_link(self, question: Question, person: Person, mail: EmailMessage) -> str:
        html = mail.get_body(preferencelist=("html",))
        assert html is not None
        links = re.findall(rf'href="([^"]*/a/{question.token}/[\d/]+)"', html.get_content())
        if not links:
            return self._by_mail(question, person, mail)
        link = self.dice.choice(links)
        page = person.get(link)
        fields = {name: _field(page, name) for name in ("csrfmiddlewaretoken", "key")}
        status, page = person.post(link, fields)
        assert status == 200, f"{question} by link: {status}\n{page}"
        return f"link:{fields['key']}:"

    def _by_mailbox(self, question: Question, person: Person, mail: EmailMessage) -> str:
        return self._by_mail(question, person, mail, by_mailbox=True)

    def _by_mail(self, _question: Question, person: Person, mail: EmailMessage, *, by_mailbox: bool = False) -> str:
        options = options_of(mail)
        number = self.dice.randrange(len(options)) + 1
        words = options[number - 1]
        # A mail breaks long lines, and who types one out sees where it goes on.
        line = self.dice.choice([str(number), words.upper()]) if len(words) < MAX_LINE_LENGTH else str(number)
        return person.mail(str(mail["Reply-To"]), mail, line, by_mailbox=by_mailbox)

    def _mail_for(self, question: Question) -> EmailMessage | None:
        """The mail that asks just this: one of its turn, or what came back for the answer before."""
        while (mail := self.sink.nth(self._read)) is not None:
            self._read += 1
            html = mail.get_body(preferencelist=("html",))
            link = ASKING_LINK.search(html.get_content()) if html is not None and options_of(mail) else None
            if link is not None:
                self._asking[link["token"], int(link["number"])] = mail
        return self._asking.get((question.token, question.number))

    def _was_told_on_the_site(self, question: Question) -> bool:
        """Whoever answered on the site just before is shown the next question there; its mail waits."""
        # Who could have planned it gets the next mail an hour after the first one, here at once.
        self.watch.do(
            "update games_outgoingmail set next_attempt_at = created_at"
            " where turn_id = ? and status = 'pending'"
            " and exists (select 1 from games_outgoingmail o where o.turn_id = games_outgoingmail.turn_id"
            " and o.kind = 'turn' and o.status = 'sent'"
            " and o.recipient = games_outgoingmail.recipient)",
            question.turn,
        )
        if question.number:
            before = [given for given in self.given if given.question.turn == question.turn]
            return bool(before) and not before[-1].key.startswith("<")
        waits = (
            "select count(*) from games_outgoingmail where turn_id = ? and status = 'pending' and next_attempt_at > ?"
        )
        return bool(self.watch.one(waits, question.turn, datetime.now(tz=UTC) + timedelta(seconds=30)))

    def _report_a_mail(self, question: Question) -> bool:
        """Let the server of a mail say that it could not be delivered."""
        gone = self.watch.rows(
            "select message_id from games_outgoingmail where game_id = ? and kind = 'turn' and status = 'sent'",
            self.game,
        )
        reported = {message_id for (message_id,) in gone} - self.bounced
        for mail, sender in zip(self.sink.mails, self.sink.senders, strict=False):
            message_id = str(mail["Message-ID"])
            if message_id in reported:
                self.people[question.person].report(sender, str(mail["To"]))
                self.bounced.add(message_id)
                return True
        return False

    def _write_notices(self, question: Question) -> bool:
        """More of them than an hour allows; once for a question."""
        if question in self._noticed:
            return False
        self._noticed.add(question)
        texts = [f"Notice {len(self.notices) + number} of {self.game}." for number in range(NOTICES_AT_ONCE)]
        self.stack.call(write_notices, question.person, texts, self.game)
        self.notices += texts
        return True

    def _let_time_run_out(self, question: Question) -> None:
        self.leave_alone(question)
        self._set_back(question.turn)

    def let_time_run_out_again(self) -> None:
        """Everybody has more time by now, also for what is not answered."""
        for question in self._ignored.intersection(self._open()):
            self._set_back(question.turn)

    def _set_back(self, turn: int) -> None:
        # Long ago by any clock: the site's may be behind.
        up = datetime.now(tz=UTC) - timedelta(hours=1)
        self.watch.do("update games_turn set deadline = ? where id = ?", up, turn)


def options_of(mail: EmailMessage) -> list[str]:
    """The numbered options, as they can be typed."""
    listed = OPTIONS.search(text_of(mail))
    return NUMBERED.findall(listed[1]) if listed else []


def _field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"no field {name} in\n{page}"
    return unescape(found[1])
