"""Whatever somebody says at a table: it is stored, shown on pages and in mails, and changes nothing but itself."""

from __future__ import annotations

import re
import unicodedata
from random import Random

import pytest

from games.mail.compose import compose
from games.mail.quoting import written_talk
from games.models import Delivery, Game, Notification, TalkMessage
from games.people.models import User
from games.table import talk
from games.table.errors import BadTalk
from games.table.talk_shown import talk_of
from games.table.talk_text import clean_text, parts_of
from tests.api.programs import program_of
from tests.table.games import fresh, opened
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea></section><h1>prweb</h1>",
    "{{ request.user.password }} {% load static %} %(name)s {0} $x",
    "a\0b\x07c\x1b[31md\x7fe\x85f",
    "\u202eevil\u202c \u2066x\u2069 \u200f\u061c",
    "zero\u200bwidth\u2060\ufeff\u00ad",
    "w" * 1000,
    "ä" * 1000,
    "😀" * 1000,
    "👩\u200d👩\u200d👧\u200d👦 ❤️ 🏴\U000e0067\U000e0062\U000e007f",
    "Z" + "\u0301\u0302\u0303\u0304\u0305" * 100 + "algo",
    "\n" * 400 + "x" + "\n" * 400 + "y",
    "-- \nprweb\nhttps://prweb.localhost/evil",
    "--- write above this line ---\nOn Tue, x@y wrote:\n> old",
    "From: prweb <x@y>\nTo: you\nSubject: pay",
    "javascript:alert(1) data:text/html,x https://",
    'https://example.org/"><script>x</script>',
    "https://user:pw@example.org:80/ЀЁ?x=<y>#z",
    "http://" * 140,
    "\ud7ff\ue000\ufffd\U0010fffd \ufdd0",
    "ﷺ" * 300,
    "=cmd|' /C calc'!A0",
    "\u2028line\u2029separators\x0b\x0c",
    "'; DROP TABLE games_talkmessage; --",
    "\\u0000 \\x00 %00 &#0; &lt;b&gt;",
)


@pytest.fixture
def game(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(talk, "MAX_A_MINUTE", 1000)
    return opened(anna, bob)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_it_is_text_on_pages_in_mails_and_for_programs(game: Game, anna: User, bob: User, text: str) -> None:
    said = talk.say(game.pk, anna, text).text
    (message,) = talk_of(fresh(game), bob).messages
    assert message.text == said == TalkMessage.objects.get().text
    assert "".join(part.text for part in message.parts) == said
    page = client_of(bob).get(f"/games/{game.pk}/").content.decode()
    shown = page.partition('<p class="words" dir="auto">')[2].partition("</p>")[0]
    assert not re.search(r"<(?!/?a\b)", shown)
    assert all(
        re.match(r'<a href="https?://[^"<>]+" rel="nofollow noreferrer noopener">', link) for link in links(shown)
    )
    mail = compose(Delivery.objects.get(user=bob, kind=Notification.Kind.TALK), pictures=False)
    assert "<script>alert" not in mail.html
    assert "<img src=x" not in mail.html
    assert mail.text.count("\n-- \n") == 1
    assert mail.text.count("\n--- write above this line ---\n") == 1
    assert "\n" not in mail.subject
    (read,) = program_of(bob).ask(f"games/{game.pk}/talk/")["messages"]
    assert read["text"] == said
    assert client_of(bob).get(f"/games/{game.pk}/talk/").status_code == 200


def links(shown: str) -> list[str]:
    return re.findall(r"<a [^>]*>", shown)


@pytest.mark.parametrize("seed", range(20))
def test_nothing_that_cannot_be_seen_or_turns_the_writing_round_is_kept(seed: int) -> None:
    lots = Random(seed)
    letters = [
        chr(lots.choice((lots.randrange(0x250), lots.randrange(0x3000), lots.randrange(0x110000)))) for _ in range(300)
    ]
    cleaned = clean_text("".join(letters).encode(errors="ignore").decode())
    assert clean_text(cleaned) == cleaned
    pictures = range(0x1F000, 0x1FB00)
    kept = {letter for letter in cleaned if unicodedata.category(letter)[0] == "C" and ord(letter) not in pictures}
    assert kept <= {"\n", "\u200d", "\u200c"}
    assert "".join(part.text for part in parts_of(cleaned)) == cleaned
    assert written_talk("".join(letters)) is not None


def test_signs_that_are_written_with_invisible_ones_stay_whole() -> None:
    family, persian = "👩\u200d👩\u200d👧\u200d👦", "می\u200cخواهم"
    assert clean_text(f"{family} {persian}") == f"{family} {persian}"


def test_pictures_that_are_newer_than_the_tables_of_letters_are_seen() -> None:
    for picture in ("\U0001fae8", "\U0001fa77", "\U0001faff"):
        assert clean_text(picture) == picture
    assert clean_text("\U000e0fff\ufff0") == ""


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (
            "https://en.wikipedia.org/wiki/Puerto_Rico_(board_game)",
            "https://en.wikipedia.org/wiki/Puerto_Rico_(board_game)",
        ),
        ("(see https://example.org/a_(b).)", "https://example.org/a_(b)"),
        ("(https://example.org/)", "https://example.org/"),
        ("„https://example.org/a“, »https://example.org/a«", "https://example.org/a"),
        ("https://example.org/a?b=c&d[]=1!", "https://example.org/a?b=c&d[]=1"),
        ("https://example.org/a。", "https://example.org/a"),
        ("https://))", ""),
    ],
)
def test_the_marks_of_a_sentence_are_no_part_of_a_link(text: str, link: str) -> None:
    parts = parts_of(text)
    assert "".join(part.text for part in parts) == text
    assert {part.href for part in parts if part.href} == ({link} if link else set())


@pytest.mark.parametrize(
    "text", ["w" * 1_000_000, "<" * 1_000_000, "a\n" * 500_000, "http://" * 200_000, "\u0301" * 1_000_000]
)
def test_what_is_far_too_long_is_refused_at_once(game: Game, anna: User, text: str) -> None:
    with pytest.raises(BadTalk):
        talk.say(game.pk, anna, text)
    with pytest.raises(BadTalk):
        talk.write_note(game.pk, anna, text)
    assert len(written_talk(text)) <= 8000
