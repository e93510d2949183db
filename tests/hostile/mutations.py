"""Mails that mean no good or are broken on their way: the same seed always makes the same ones.

Each says what it may at most play. What is broken by chance may still play what its sender typed; what is forged, sent
by robots, or stands in quotes, nothing.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from random import Random
from typing import Final

from tests.hostile.clients import CLIENTS, Answer
from tests.hostile.languages import LANGUAGES

QUOTED_MAIL: Final = """anna, pick a role. You have until Tue 24 Nov 2026, 18:00.
--- write above this line ---
1. settler
2. mayor
resign yes"""


@dataclass(frozen=True)
class Addressed:
    """Whom a mail answers. token: of the turn; person: the seat's own address; others: of people at other seats."""

    token: str
    person: str
    others: Sequence[str]
    foreign_token: str
    """Of another person's turn."""


@dataclass(frozen=True)
class Hostile:
    """A mail as a feeder gets it. may_play: the moves that may come of it; silent: nobody may be written to."""

    raw: bytes
    token: str
    sender: str
    made_by: str
    may_play: frozenset[str] = frozenset()
    silent: bool = False


@dataclass
class Draft:
    """A well-formed answer in the making. head: its headers as lines; body: what follows the empty line."""

    to: Addressed
    head: list[bytes]
    body: bytes
    typed: list[str]
    hostile: Hostile = field(init=False)

    def __post_init__(self) -> None:
        self.hostile = Hostile(b"", self.to.token, self.to.person, "", frozenset(self.typed))

    def without(self, *names: str) -> None:
        self.head = [
            line for line in self.head if line.partition(b":")[0].lower().decode(errors="replace") not in names
        ]

    def put(self, name: str, value: str | bytes) -> None:
        self.without(name.lower())
        self.add(name, value)

    def add(self, name: str, value: str | bytes) -> None:
        self.head.insert(0, name.encode() + b": " + (value if isinstance(value, bytes) else value.encode()))

    def says(self, text: str | bytes, content_type: str = "text/plain; charset=utf-8", encoding: str = "8bit") -> None:
        self.without("content-type", "content-transfer-encoding")
        self.add("Content-Type", content_type)
        self.add("Content-Transfer-Encoding", encoding)
        self.body = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")

    def plays_nothing(self) -> None:
        self.hostile = replace(self.hostile, may_play=frozenset())

    def finished(self, made_by: str) -> Hostile:
        raw = b"\n".join(self.head) + b"\n\n" + self.body
        return replace(self.hostile, raw=raw, made_by=made_by)


Mutation = Callable[[Random, Draft], None]


def _noise(lots: Random, length: int) -> bytes:
    return lots.randbytes(length)


# Broken on the way: bytes


def bytes_flipped(lots: Random, draft: Draft) -> None:
    body = bytearray(draft.body)
    for _time in range(lots.randint(1, 40)):
        if body:
            body[lots.randrange(len(body))] = lots.randrange(256)
    draft.body = bytes(body)


def head_flipped(lots: Random, draft: Draft) -> None:
    head = bytearray(b"\n".join(draft.head))
    for _time in range(lots.randint(1, 12)):
        head[lots.randrange(len(head))] = lots.randrange(256)
    draft.head = bytes(head).split(b"\n")


def cut_off(lots: Random, draft: Draft) -> None:
    whole = b"\n".join(draft.head) + b"\n\n" + draft.body
    draft.head, draft.body = [whole[: lots.randrange(len(whole))]], b""


def piece_doubled(lots: Random, draft: Draft) -> None:
    start = lots.randrange(max(1, len(draft.body)))
    piece = draft.body[start : start + lots.randint(1, 400)]
    draft.body = draft.body[:start] + piece * lots.randint(2, 60) + draft.body[start:]


def nuls_and_controls(lots: Random, draft: Draft) -> None:
    for _time in range(lots.randint(1, 30)):
        place = lots.randrange(len(draft.body) + 1)
        draft.body = draft.body[:place] + bytes([lots.choice((0, 1, 7, 8, 11, 12, 26, 27, 127))]) + draft.body[place:]


def line_ends_mixed(lots: Random, draft: Draft) -> None:
    ends = (b"\r\n", b"\n", b"\r", b"\r\r\n", b"\n\r")
    draft.body = b"".join(line + lots.choice(ends) for line in draft.body.split(b"\n"))


def no_line_between_head_and_body(lots: Random, draft: Draft) -> None:
    draft.head, draft.body = [*draft.head, *draft.body.split(b"\n")[: lots.randint(1, 9)]], draft.body


def pure_noise(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    draft.head, draft.body = [_noise(lots, lots.randint(0, 300))], _noise(lots, lots.randint(0, 3000))


# Broken or hostile headers


RUBBISH: Final = (
    *(
        "",
        "<",
        '"',
        "<>",
        "<[",
        "<@>",
        "@",
        ",",
        ";",
        ":",
        "()",
        "((((",
        '"""',
        "<<<<>>>>",
        "\\",
        "=?",
        "=?utf-8?q?=00?=",
    ),
    *("=?utf-8?b?////?=", "=?x?y?z?=", "=?utf-8?q?" + "a" * 3000 + "?=", "(" * 900, "<" * 900, '"' * 900, "a@b," * 400),
    *("\x00", "\u202eevil", "a\tb\tc", " " * 3000, "[" * 500 + "]" * 500, ";" * 2000, "x" * 60_000, "=?utf-8?b?" * 300),
    *(
        "a;b=c;b=d;b*0=e;b*1=f;b*=utf-8''%ff",
        "*=*=*",
        "text/",
        "/",
        "multipart/",
        "multipart/mixed",
        "text/plain; charset",
    ),
)
HEADERS: Final = (
    *(
        "From",
        "To",
        "Subject",
        "Date",
        "Message-ID",
        "In-Reply-To",
        "References",
        "Sender",
        "Reply-To",
        "Cc",
        "X-Rubbish",
    ),
    *("Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "Content-ID", "MIME-Version", "Received"),
    *(
        "Auto-Submitted",
        "Precedence",
        "List-Id",
        "Return-Path",
        "Delivered-To",
        "DKIM-Signature",
        "Authentication-Results",
    ),
)


def rubbish_in_headers(lots: Random, draft: Draft) -> None:
    for _time in range(lots.randint(1, 4)):
        value = lots.choice((*RUBBISH, _noise(lots, lots.randint(1, 200)).replace(b"\n", b"")))
        (draft.put if lots.random() < 0.7 else draft.add)(lots.choice(HEADERS), value)


def very_many_headers(lots: Random, draft: Draft) -> None:
    draft.head += [
        b"X-%d: %s" % (number, lots.choice(RUBBISH).encode()[:60]) for number in range(lots.randint(200, 2000))
    ]


def very_long_headers(lots: Random, draft: Draft) -> None:
    name = lots.choice(HEADERS)
    if name == "From":
        draft.plays_nothing()
    draft.put(
        name,
        lots.choice(("(", "<", '"', "a ", "a,", "=?utf-8?q?a?= ", "\n ", "\n\tx", "a@b.c, "))
        * lots.randint(500, 20_000),
    )


def injected_lines(lots: Random, draft: Draft) -> None:
    injected = "\r\nBcc: victim@example.com\r\nX-Prweb-Loop: x\r\n\r\nbuild harbor\r\n"
    spelt = lots.choice((injected, "=?utf-8?q?" + injected.replace("\r\n", "=0D=0A").replace(" ", "_") + "?="))
    draft.put(
        lots.choice(("Subject", "Message-ID", "In-Reply-To", "Reply-To", "X-Name")), spelt.replace("\r\n", "\x0b")
    )
    if not draft.hostile.silent:
        draft.hostile = replace(draft.hostile, sender=f"{draft.to.person}\r\nRCPT TO:<victim@example.com>")


def headers_doubled(lots: Random, draft: Draft) -> None:
    for line in lots.sample(draft.head, lots.randint(1, len(draft.head))):
        if line.lower().startswith(b"from"):
            draft.plays_nothing()
        draft.head += [line] * lots.randint(1, 20)


# Not who it says


def forged(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    me, other = draft.to.person, lots.choice([*draft.to.others, "mallory@evil.example"])
    draft.put("From", lots.choice((
        *(other, f"{me}, {other}", f"{other}, {me}", f'"{me}" <{other}>'),
        *(f"{me} <{other}>", f"<{me}>{other}", f"{me}){other}"),
        *(f"<{other}>{me}", f"({me}) {other}", f"{me}\x00{other}"),
        *(f"<@{me}:{other}>", f"{me.replace('@', '＠')} <{other}>"),
        *(f"group: {me}, {other};", f"=?utf-8?q?{me}?= <{other}>", f"{me}.evil.example"),
        *(f"evil{me}", f"'{me}'", f"<{me}"),
        *("", "<>", "nobody", me.replace("@", "@evil.")),
        *(f'"{me}"@evil.example', f"{me}@evil.example", f"{me};", f"\u202e{me}"),
    )))  # fmt: skip
    if lots.random() < 0.3:
        draft.add("Sender", me)
    if lots.random() < 0.3:
        draft.add("Reply-To", me)
    if lots.random() < 0.2:
        draft.add("From", me)


def another_persons_token(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    draft.hostile = replace(draft.hostile, token=draft.to.foreign_token)


def guessed_token(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    draft.hostile = replace(draft.hostile, token="".join(lots.choices("abcdefghijklmnopqrstuvwxyz234567", k=26)))


# Robots


def automatic(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    name, value = lots.choice((
        *(("Auto-Submitted", "auto-replied"), ("Auto-Submitted", "AUTO-GENERATED; x=y"), ("Precedence", "bulk")),
        *(("Precedence", "Auto_Reply"), ("X-Autoreply", "yes"), ("X-Autorespond", ""), ("List-Id", "<l.example.org>")),
        *(("X-Prweb-Loop", "elsewhere"), ("X-Auto-Response-Suppress", "All"), ("X-Failed-Recipients", "a@b.c")),
        *(("Feedback-ID", "1"), ("List-Unsubscribe", "<https://example.org>"), ("Auto-Submitted", "auto-notified")),
    ))  # fmt: skip
    draft.add(name, value)
    draft.hostile = replace(draft.hostile, silent=True)


def bounced(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    sender = lots.choice(("", "<>", "MAILER-DAEMON@example.org", "postmaster@example.org", "no-reply@example.org"))
    draft.hostile = replace(draft.hostile, sender=sender, silent=True)
    if lots.random() < 0.5:
        report = b"--b\nContent-Type: text/plain\n\nsettler\n--b\nContent-Type: message/delivery-status\n\nx\n--b--\n"
        draft.says(report, "multipart/report; report-type=delivery-status; boundary=b", "7bit")


# MIME


def nested_parts(lots: Random, draft: Draft) -> None:
    depth = lots.choice((1, 2, 5, 20, 80, 400))
    kind = lots.choice(("mixed", "alternative", "related", "signed", "digest", "x"))
    inner = b"Content-Type: text/plain; charset=utf-8\n\n" + "\n".join(draft.typed).encode() + b"\n"
    for level in range(depth):
        inner = b'Content-Type: multipart/%s; boundary="b%d"\n\n--b%d\n%s\n--b%d--\n' % (
            *(kind.encode(), level, level, inner, level),
        )
    draft.without("content-type", "content-transfer-encoding")
    header, _empty, draft.body = inner.partition(b"\n\n")
    draft.head.append(header)


def broken_boundaries(lots: Random, draft: Draft) -> None:
    boundary = lots.choice(("", '"', "x" * 300, "--", "\t", "a b", '"a', "b\x00", "=?utf-8?q?b?="))
    parts = b"--b\n\nsettler\n--b\nContent-Type: text/html\n\n<p>settler\n--b-\n---b--\n--b--\n--b\n"
    draft.says(
        parts * lots.randint(1, 40), f"multipart/{lots.choice(('mixed', 'alternative'))}; boundary={boundary}", "7bit"
    )


def mail_in_a_mail(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    inner = (
        b"Content-Type: message/rfc822\n\n" * lots.randint(1, 60) + b"From: %s\n\nsettler\n" % draft.to.person.encode()
    )
    draft.says(inner.partition(b"\n\n")[2], "message/rfc822", "7bit")


CHARSETS: Final = (
    *(
        "utf-7",
        "utf-16",
        "utf-32",
        "utf-8-sig",
        "punycode",
        "idna",
        "unicode_escape",
        "raw_unicode_escape",
        "undefined",
    ),
    *(
        "rot13",
        "zlib",
        "bz2",
        "hex",
        "base64",
        "quopri",
        "uu",
        "cp037",
        "shift_jis",
        "iso2022_jp",
        "hz",
        "big5",
        "koi8-r",
    ),
    *(
        "x-unknown",
        "",
        "*",
        "a" * 500,
        "../../etc/passwd",
        "ascii\x00",
        "cp65001",
        "mbcs",
        "utf-8; charset=utf-16",
        "charmap",
    ),
)


def strange_charsets(lots: Random, draft: Draft) -> None:
    text = "\n".join(draft.typed) + "\n" + lots.choice(("", "é" * 300, "\\N{DIGIT ONE}\\x00\\ud800" * 200, "-a" * 3000))
    draft.says(text, f"text/plain; charset={lots.choice(CHARSETS)}")


def base64_rubbish(lots: Random, draft: Draft) -> None:
    good = base64.b64encode("\n".join(draft.typed).encode() + b"\n")
    draft.says(
        lots.choice(
            (good[:-3], b"====" + good, good + b"!!!!" * 99, b"%" * 5000, good.replace(b"=", b""), b"A" * 200_001, b"")
        ),
        *(
            "text/plain; charset=utf-8",
            lots.choice(("base64", "BASE64 ", "base64; x=y", "x-uuencode", "binary", "x", "")),
        ),
    )


def quoted_printable_tricks(lots: Random, draft: Draft) -> None:
    pieces = ("=\n", "=", "==", "=0", "=ZZ", "=00", "=0A", "=0D=0A", "=3D", "=E2=80=8B", "=FF", "=C3", " =\n", "=\r\n")
    text = "".join(
        letter + (lots.choice(pieces) if lots.random() < 0.2 else "") for line in draft.typed for letter in f"{line}\n"
    )
    draft.says(text, encoding="quoted-printable")
    # A line that is broken open can become another, shorter move.
    draft.hostile = replace(draft.hostile, may_play=draft.hostile.may_play | ROLES)


def flowed_tricks(lots: Random, draft: Draft) -> None:
    lines = draft.typed * lots.randint(1, 400)
    text = "".join(f"{' ' * lots.randint(0, 3)}{line}{' ' * lots.randint(0, 3)}\n" for line in lines)
    form, delsp = lots.choice(("flowed", "FLOWED", "x")), lots.choice(("yes", "no"))
    draft.says(text, f"text/plain; charset=utf-8; format={form}; delsp={delsp}")


# Words


ROLES: Final = frozenset(
    ("settler", "mayor", "builder", "craftsman", "trader", "captain", "prospector", "prospector 2")
)
FILLERS: Final = (
    *(
        "\n",
        " \n",
        "\t",
        "-\n",
        "On \n",
        "On Fri wrote\n",
        "From: a\n",
        "> ",
        ">\n",
        "| ",
        "__",
        "-- ",
        "=",
        "a,\n",
        ":\n",
    ),
    *(
        "Best regards\n",
        "Disclaimer: mail mail ",
        "Sent from my ",
        "mail",
        "Am schrieb ",
        "Le a écrit ",
        "\u200b",
        "\u202e",
        "١",
    ),
    *("---- ", "* ", "1. ", "Hi ", "\ufeff", "😀", "\u0301", "ﷺ", "ﬃ", "\x85", "\u2028", "𝟚", "İ", "ß"),
)


def long_bodies(lots: Random, draft: Draft) -> None:
    filler = "".join(lots.choices(FILLERS, k=lots.randint(1, 3)))
    long = filler * (lots.choice((300, 3_000, 30_000)) // len(filler) + 1)
    words = "\n".join(draft.typed)
    draft.says(lots.choice((f"{words}\n{long}", f"{long}\n{words}", f"{words}{long}", long)))
    draft.hostile = replace(draft.hostile, may_play=draft.hostile.may_play | ROLES)


def hidden_letters(lots: Random, draft: Draft) -> None:
    marks = "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202e\u2066\u2069\u00ad\u061c"
    draft.says(
        "".join(letter + lots.choice(marks) * lots.randint(0, 2) for line in draft.typed for letter in f"{line}\n")
    )


def only_in_quotes(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    mark = lots.choice((">", "> ", ">> ", "> > ", " > ", "| ", ">\t"))
    words = "\n".join(mark + line for line in [*draft.typed, "resign yes", "undo", "mayor"])
    above = lots.choice(
        ("", "On Fri, Nov 20, 2026 at 10:15 x wrote:\n", "--- write above this line ---\nmayor\n", "Hello!\n\n")
    )
    draft.says(f"{above}{words}\n")


def html_bombs(lots: Random, draft: Draft) -> None:
    unit = lots.choice((
        *("<div>", "<table><tr><td>", "<b><i>", "<!--", "<a href='"),
        *("</p>", "&amp;" * 3, "&#x0;", "&#1114112;", "<![CDATA["),
        *("<blockquote>", "<p/>", "<script>", "<style>", "<", ">"),
        *("<div class='gmail_quote'>", "<br>", "&nbsp;", "<?x ", "<!x"),
    ))  # fmt: skip
    words = "".join(f"<p>{line}</p>" for line in draft.typed)
    draft.says(
        lots.choice(
            (words + unit * lots.randint(10, 40_000 // len(unit)), unit * lots.randint(10, 20_000 // len(unit)) + words)
        ),
        f"text/html; charset={lots.choice(('utf-8', 'iso-8859-1', 'x'))}",
    )
    draft.hostile = replace(draft.hostile, may_play=draft.hostile.may_play | ROLES)


def hidden_in_html(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    moves = "<br>".join([*draft.typed, "resign yes"])
    draft.says(
        lots.choice((
            *(f"<blockquote>{moves}</blockquote>", f"<style>{moves}</style>"),
            *(f"<!-- {moves} -->", f"<title>{moves}</title>"),
            *(f"<div class='gmail_quote'><p>{moves}</p></div>", f"<script>{moves}</script>", f"<head>{moves}</head>"),
            *(f"<div id=divRplyFwdMsg></div>{moves}", f"<div class='moz-cite-prefix yahoo_quoted'>{moves}</div>"),
        )),
        "text/html; charset=utf-8",
    )  # fmt: skip


def endless_commands(lots: Random, draft: Draft) -> None:
    loop = lots.choice((
        *("settler\nundo\n", "undo\n", "help\n", "board\nmoves\n", "resign\n", "1\n", "9" * 400 + "\n", "settler\n"),
        *("place " + "corn 1, " * 400 + "\n", "build harbor\n"),
        *("settler " * 300 + "\n", "ship corn " + "7" * 300 + "\n"),
    ))  # fmt: skip
    draft.says(loop * lots.randint(1, 400))
    draft.hostile = replace(draft.hostile, may_play=ROLES)


def markup_in_words(lots: Random, draft: Draft) -> None:
    draft.plays_nothing()
    draft.says(lots.choice((
        *("<script>alert(1)</script>", "{{ 7*7 }}{% debug %}", "%s%s%n%x"),
        *("'; DROP TABLE games_game; --", "\x1b[2J\x1b[31m"),
        *("${jndi:ldap://x}", "=cmd|' /C calc'!A0", "../../etc/passwd"),
        *("settler<img src=x onerror=alert(1)>", "&lt;b&gt;"),
    )) + "\n")  # fmt: skip


MUTATIONS: Final[Sequence[Mutation]] = (
    *(bytes_flipped, head_flipped, cut_off, piece_doubled, nuls_and_controls, line_ends_mixed),
    *(no_line_between_head_and_body, pure_noise, rubbish_in_headers, rubbish_in_headers, very_many_headers),
    *(very_long_headers, injected_lines, headers_doubled, forged, forged, another_persons_token, guessed_token),
    *(automatic, bounced, nested_parts, broken_boundaries, mail_in_a_mail, strange_charsets, strange_charsets),
    *(base64_rubbish, quoted_printable_tricks, flowed_tricks, long_bodies, long_bodies, hidden_letters),
    *(only_in_quotes, html_bombs, hidden_in_html, endless_commands, markup_in_words),
)
SECOND: Final[Sequence[Mutation]] = (
    bytes_flipped,
    nuls_and_controls,
    line_ends_mixed,
    very_many_headers,
    injected_lines,
)
"""What can befall a mail on top of another mutation without making more of what it says."""
SECOND_OF_HIDDEN: Final = tuple(second for second in SECOND if second not in (bytes_flipped, nuls_and_controls))
"""Where a tag hides what a mail says, one wrong letter in the tag shows it to every reader."""


def hostile_mail(seed: int, to: Addressed) -> Hostile:
    """The mail of this number."""
    lots = Random(seed)
    mutation = MUTATIONS[seed % len(MUTATIONS)]
    draft = _well_formed(lots, to, seed)
    mutation(lots, draft)
    made_by = mutation.__name__
    if lots.random() < 0.15:
        second = lots.choice(SECOND_OF_HIDDEN if mutation is hidden_in_html else SECOND)
        second(lots, draft)
        made_by += f" and {second.__name__}"
    return draft.finished(f"{made_by} of {seed}")


def _well_formed(lots: Random, to: Addressed, seed: int) -> Draft:
    typed = lots.choice((["settler"], ["settler", "take quarry"], ["builder"], ["captain"]))
    compose = lots.choice(list(CLIENTS.values()))
    message: EmailMessage = compose(Answer(typed, lots.choice(LANGUAGES), QUOTED_MAIL))
    message["From"] = f"Anna <{to.person}>"
    message["To"] = f"reply+{to.token}@prweb.localhost"
    message["Subject"] = "Re: [prweb A test] your turn"
    message["Message-ID"] = f"<{seed}@hostile.example>"
    if message.is_multipart():
        message.set_boundary(f"=_{seed}")
    head, _empty, body = message.as_bytes().partition(b"\n\n")
    return Draft(to, head.split(b"\n"), body, typed)
