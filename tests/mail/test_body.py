"""What is read of a reply: as the common programs write them, in several languages."""

from __future__ import annotations

from email.message import EmailMessage
from email.mime.text import MIMEText

import pytest

from games.mail.body import lines_of
from games.mail_parsing import parse_mail

ORIGINAL = """anna, pick a role. You have until Tue 24 Nov, 18:00 (in 2 days).

--- write above this line ---

1. settler
2. mayor"""
QUOTED = "\n".join(f"> {line}".rstrip() for line in ORIGINAL.split("\n"))


def plain(text: str, **params: str) -> bytes:
    message = EmailMessage()
    message["From"] = "anna@example.org"
    message.set_content(text)
    for name, value in params.items():
        message.set_param(name, value)
    return message.as_bytes()


def read(raw: bytes) -> list[str]:
    return lines_of(parse_mail(raw))


HEADERS = {
    "gmail english": "On Fri, 20 Nov 2026 at 10:15, prweb <reply+abc@prweb.example> wrote:\n\n",
    "gmail english, wrapped": (
        "On Fri, 20 Nov 2026 at 10:15, prweb <\nreply+aaaaaaaaaaaaaaaaaaaaaaaaaa@prweb.example> wrote:\n\n"
    ),
    "gmail hungarian": "prweb <reply+abc@prweb.example> ezt írta (időpont: 2026. nov. 20., P, 10:15):\n\n",
    "gmail polish": "pt., 20 lis 2026 o 10:15 prweb <reply+abc@prweb.example> napisał(a):\n\n",
    "gmail romanian": "vin., 20 nov. 2026 la 10:15, prweb <reply+abc@prweb.example> a scris:\n\n",
    "gmail german": "Am Fr., 20. Nov. 2026 um 10:15 Uhr schrieb prweb <\nreply+abc@prweb.example>:\n\n",
    "apple mail english": "On 20 Nov 2026, at 10:15, prweb <reply+abc@prweb.example> wrote:\n\n",
    "apple mail hungarian": "2026. nov. 20. dátummal, 10:15 időpontban prweb <reply+abc@prweb.example> írta:\n\n",
    "apple mail german": "Am 20.11.2026 um 10:15 schrieb prweb <reply+abc@prweb.example>:\n\n",
    "thunderbird english": "On 11/20/26 10:15, prweb wrote:\n",
    "thunderbird hungarian": "2026. 11. 20. 10:15 keltezéssel, prweb írta:\n",
    "thunderbird polish": "W dniu 20.11.2026 o 10:15, prweb pisze:\n",
    "thunderbird romanian": "În 20.11.2026 10:15, prweb a scris:\n",
    "mutt": "On Fri, Nov 20, 2026 at 10:15:00AM +0000, prweb wrote:\n",
    "an unknown language": "20.11.2026 10:15 prweb zei:\n",
    "no date": "prweb wrote:\n",
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS.keys())
def test_moves_above_a_quote_are_read_and_nothing_else(header: str) -> None:
    assert read(plain(f"settler\ntake quarry\n\n{header}{QUOTED}\n")) == ["settler", "take quarry"]


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS.keys())
def test_an_unmarked_original_below_its_header_is_not_read(header: str) -> None:
    assert read(plain(f"settler\n\n{header}{ORIGINAL}\n")) == ["settler"]


OUTLOOK = {
    "english": "From: prweb <reply+abc@prweb.example>\nSent: Friday, November 20, 2026\nTo: anna\nSubject: [prweb]",
    "german": "Von: prweb <reply+abc@prweb.example>\nGesendet: Freitag, 20. November 2026\nAn: anna\nBetreff: [prweb]",
    "hungarian": "Feladó: prweb <reply+a@prweb.example>\nElküldve: 2026. november 20.\nCímzett: anna\nTárgy: [prweb]",
    "polish": "Od: prweb <reply+abc@prweb.example>\nWysłano: piątek, 20 listopada 2026\nDo: anna\nTemat: [prweb]",
    "romanian": "De la: prweb <reply+a@prweb.example>\nTrimis: vineri, 20 noiembrie\nCătre: anna\nSubiect: [prweb]",
    "bold": "*From:* prweb <reply+abc@prweb.example>\n*Sent:* Friday, November 20\n*To:* anna\n*Subject:* [prweb]",
}


@pytest.mark.parametrize("header", OUTLOOK.values(), ids=OUTLOOK.keys())
@pytest.mark.parametrize("rule", ["", "________________________________\n", "-----Original Message-----\n"])
def test_outlook_replies_end_at_the_header_block(header: str, rule: str) -> None:
    assert read(plain(f"place corn 1, indigo 2\n\n{rule}{header}\n\n{ORIGINAL}\n")) == ["place corn 1, indigo 2"]


def test_who_answers_below_or_between_the_quotes_is_heard() -> None:
    header = HEADERS["mutt"]
    assert read(plain(f"{header}{QUOTED}\n\nsettler\n\n> 2. mayor\n\ntake corn\n")) == ["settler", "take corn"]


def test_nothing_below_the_marker_line_is_read_even_without_any_header() -> None:
    assert read(plain("captain\n--- write above this line ---\nship corn 7\n")) == ["captain"]


@pytest.mark.parametrize(
    "ending",
    [
        "-- \nAnna\nHead of Sugar",
        "--\nAnna",
        "Sent from my iPhone",
        "Get Outlook for Android",
        "Wysłane z iPhone'a",
        "Trimis de pe iPhone-ul meu",
        "Von meinem iPhone gesendet",
        "Elküldve az iPhone-omról",
        "Az iPhone készülékemről küldve",
        "Yahoo Mail: Search, Organize, Conquer",
        "Best regards,\nAnna",
        "Mit freundlichen Grüßen\nAnna",
        "Pozdrawiam\nAnna",
    ],
)
def test_signatures_are_not_moves(ending: str) -> None:
    assert read(plain(f"settler\n\n{ending}\n\n{HEADERS['gmail english']}{QUOTED}")) == ["settler"]


@pytest.mark.parametrize(
    "line",
    [
        "take corn",
        "take colonist",
        "draw",
        "pass",
        "ship tobacco wharf",
        "store sugar, keep coffee",
        "extra corn",
        "1",
        "build small indigo plant",
        "place auto",
        "sell coffee",
        "prospector 2",
        "resign yes",
        "help",
        "- pass",
    ],
)
def test_no_move_is_taken_for_a_signature_or_a_header(line: str) -> None:
    assert read(plain(f"settler\n{line}\n")) == ["settler", line]


def test_a_greeting_is_not_a_move() -> None:
    assert read(plain("Hi,\n\nsettler\n")) == ["settler"]
    assert read(plain("Szia prweb!\nsettler\n")) == ["settler"]


def test_a_placement_that_the_program_broke_is_one_line_again() -> None:
    assert read(plain("place corn 1, small market 1,\nindigo plant 2, quarry 1\npass")) == [
        "place corn 1, small market 1, indigo plant 2, quarry 1",
        "pass",
    ]


def test_flowed_text_is_put_together() -> None:
    flowed = plain("place corn 1, small \nmarket 1\n\n> 1. settler \n> 2. mayor\n", format="flowed")
    assert read(flowed) == ["place corn 1, small market 1"]
    delsp = plain("take qu \narry\n", format="flowed", delsp="yes")
    assert read(delsp) == ["take quarry"]


HTML = {
    "gmail": """<div dir="ltr">settler<div>take&nbsp;<b>quarry</b></div></div><br><div class="gmail_quote">
        <div class="gmail_attr">On Fri wrote:</div><blockquote>mayor</blockquote></div>""",
    "outlook": """<html><head><style>p {color: red}</style></head><body><div>settler</div><p>take quarry</p>
        <div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> prweb<br></div><div>mayor</div></body>""",
    "outlook with a signature": """<html><body><div>settler</div><div>take quarry</div><div id="Signature">
        <p>Anna A.</p><p>+36 1 234 5678</p></div><div id="divRplyFwdMsg">prweb</div></body>""",
    "apple mail": """<html><body>settler<br>take quarry<br><div><blockquote type="cite"><div>On 20 Nov 2026, at
        10:15, prweb wrote:</div><div>mayor</div></blockquote></div></body></html>""",
    "thunderbird": """<html><body><p>settler<br>\ntake quarry</p><div class="moz-cite-prefix">On 11/20/26 prweb
        wrote:<br></div><blockquote type="cite" cite="mid:x">mayor</blockquote></body></html>""",
}


@pytest.mark.parametrize("html", HTML.values(), ids=HTML.keys())
def test_mails_that_are_html_only_are_read(html: str) -> None:
    assert read(MIMEText(html, "html").as_bytes()) == ["settler", "take quarry"]


@pytest.mark.parametrize("header", ["On 20 Nov 2026, at 10:15, prweb wrote:", "prweb a scris:"])
def test_who_answers_below_the_quote_in_html_is_heard(header: str) -> None:
    html = f"<div>{header}</div><blockquote>mayor</blockquote><p>settler</p><blockquote>old</blockquote><p>take quarry"
    assert read(MIMEText(html, "html").as_bytes()) == ["settler", "take quarry"]


def test_an_original_in_the_line_of_its_header_is_not_read() -> None:
    header = "  On Fri, Nov 20, 2026 at 10:15 AM, prweb<reply+abc@prweb.example> wrote:   "
    assert read(plain(f"settler\n\n{header}It is your turn\n\nmayor\n")) == ["settler"]


def test_the_plain_part_is_preferred() -> None:
    message = EmailMessage()
    message.set_content("settler\n")
    message.add_alternative("<p>mayor</p>", subtype="html")
    assert read(message.as_bytes()) == ["settler"]


def test_html_is_read_where_the_plain_part_is_empty() -> None:
    message = EmailMessage()
    message.set_content(" \n\n")
    message.add_alternative("<p>settler</p>", subtype="html")
    assert read(message.as_bytes()) == ["settler"]


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-2", "cp1250"])
def test_charsets_are_respected(charset: str) -> None:
    assert read(MIMEText("telepítő kikötő", "plain", charset).as_bytes()) == ["telepítő kikötő"]


def test_a_wrong_or_unknown_charset_does_not_stop_the_reading() -> None:
    head = b"From: a@b\nContent-Type: text/plain; charset=x-nobody-knows\n\n"
    assert read(head + b"settler\n") == ["settler"]
    assert read(head.replace(b"x-nobody-knows", b"us-ascii") + "kikötő\n".encode()) == ["kikötő"]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff\xfe",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n",
        b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n!!!!",
        b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nnot base64 at all",
    ],
)
def test_broken_mails_have_lines_or_none_but_never_an_error(raw: bytes) -> None:
    assert isinstance(read(raw), list)


@pytest.mark.parametrize("rubbish", [" \n" * 50_000 + "On " * 50_000, "> " * 90_000, "Von: a\n" * 30_000])
def test_however_long_a_body_is_what_stands_first_is_read(rubbish: str) -> None:
    assert read(plain(f"settler\n{rubbish}"))[0] == "settler"


@pytest.mark.parametrize("rubbish", ["<a ", "<a b='", "<!--", "</", "<div></p>"])
def test_broken_html_does_not_keep_the_reader_busy(rubbish: str) -> None:
    assert read(MIMEText(f"<p>settler</p>{rubbish * 60_000}", "html").as_bytes())[0] == "settler"
