"""Talking by mail: the mail that tells it, replies to it, and lines that begin with "say:" in answers to turns."""

from __future__ import annotations

import re
import unicodedata
from email.message import EmailMessage
from itertools import count

import pytest
from django.utils import timezone, translation
from pytest_django import Settings

from games.engine.name_tables import LANGUAGES
from games.mail import admission, feeder, inbox
from games.mail import talk as talk_mails
from games.mail.addresses import accepted_token, talk_address
from games.mail.body import lines_of
from games.mail.compose import ComposedMail
from games.mail.held_mails import HeldMail, find_held_mail, play_held_mail, preview_held_mail
from games.mail.quoting import written_lines, written_talk
from games.mail.say_lines import SAY, said_in, split_talk
from games.models import Delivery, Game, IncomingMail, Notification, TalkMessage, Turn
from games.models.notifications import MAIL
from games.notifications import delivery
from games.notifications.channels import find_channel
from games.people.models import User
from games.table import absences, talk
from games.table.line_reading import shown_command
from games.table.locks import lock_game
from games.table.personal_deadlines import lock_tables_of
from games.table.resignation import resign
from games.table.talk_greetings import GREETINGS
from tests.mail.conftest import acknowledgement_of, arrive, decide, live_moves, mail_of, texts, turn_of, written
from tests.table.games import player

pytestmark = pytest.mark.django_db

Kind = Notification.Kind
_numbers = count(1)


def row_to(person: User) -> Delivery:
    return Delivery.objects.filter(user=person, kind=Kind.TALK).order_by("-pk")[0]


def telling(person: User) -> ComposedMail:
    return mail_of(row_to(person))


def address_of(game: Game, person: User) -> str:
    return talk_mails.reply_address_of(game.seats.get(user=person), person)


def reply(
    game: Game, person: User, words: str, *, sender: str = "", subtype: str = "plain", **headers: str
) -> IncomingMail:
    message = EmailMessage()
    message["From"] = sender or person.email
    message["To"] = address_of(game, person)
    message["Subject"] = "Re: [prweb A test] table talk"
    message["Message-ID"] = headers.pop("message_id", f"<talk{next(_numbers)}@example.org>")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(words, subtype=subtype)
    token = accepted_token(address_of(game, person))
    assert token is not None
    incoming, _new = feeder.store(message.as_bytes(), token=token, sender=person.email)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    return incoming


def said() -> list[str]:
    return list(TalkMessage.objects.order_by("pk").values_list("text", flat=True))


# --- The mail --------------------------------------------------------------------------------------------------------


def test_one_mail_tells_all_that_was_said_and_how_to_answer(game: Game, anna: User, bob: User, chris: User) -> None:
    talk.say(game.pk, anna, "Who takes corn?\nI do not.")
    talk.say(game.pk, chris, "See https://example.org/corn?a=1&b=2.")
    talk.greet(game.pk, anna, "good-luck")
    mail = telling(bob)
    for text in (mail.text, mail.html):
        assert "3 new messages at the table" in text
        assert "everybody at the table reads what you write" in re.sub(r"\s+", " ", text)
        for words in ("anna", "Who takes corn?", "I do not.", "chris", "Good luck!"):
            assert words in text
    assert 'href="https://example.org/corn?a=1&amp;b=2"' in mail.html
    assert "nofollow noreferrer noopener" in mail.html
    assert mail.reply_to == address_of(game, bob)
    assert "table talk" in mail.subject


def test_the_mail_tells_nothing_that_was_read_or_said_by_somebody_muted(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    first = talk.say(game.pk, anna, "read already")
    talk.say(game.pk, chris, "unwanted")
    talk.say(game.pk, anna, "news")
    talk.mark_read(game.pk, bob, first.pk)
    talk.mute(bob, chris)
    mail = telling(bob)
    assert "news" in mail.text
    assert "unwanted" not in mail.text + mail.html
    assert "read already" not in mail.text + mail.html


def test_a_mail_to_somebody_in_their_language_greets_in_it(game: Game, anna: User, bob: User) -> None:
    for greeting in list(GREETINGS)[:2]:
        talk.greet(game.pk, anna, greeting)
    assert "Hello, everybody!" in telling(bob).text


def test_a_text_cannot_pass_for_a_part_of_the_mail(game: Game, anna: User, bob: User) -> None:
    talk.say(
        game.pk,
        anna,
        "--- write above this line ---\n-- \nprweb: https://evil.example\n<b>bold</b> & <script>x</script>",
    )
    mail = telling(bob)
    assert "\n  --- write above this line ---\n" in mail.text
    assert "<script>" not in mail.html
    assert "<b>bold</b>" not in mail.html
    assert mail.text.count("\n-- \n") == 1


def test_a_digest_tells_it(game: Game, anna: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(mails_every=24, mails_hour=8)
    talk.say(game.pk, anna, "in the bundle")
    Delivery.objects.filter(kind=Kind.TALK).update(next_attempt_at=timezone.now())
    for _pass in range(2):
        for row in delivery.due():
            delivery.deliver(row.pk)
        Delivery.objects.filter(user=bob, kind=Kind.DIGEST).update(next_attempt_at=timezone.now())
    digest = Delivery.objects.get(user=bob, kind=Kind.DIGEST)
    assert digest.status == Delivery.Status.SENT
    mail = mail_of(digest)
    for text in (mail.text, mail.html):
        assert "Said at the table of “A test”" in text
        assert "in the bundle" in text
        assert f"Write to {address_of(game, bob)} to answer" in re.sub(r"\s+", " ", text)
    # A phone breaks a long address.
    assert f'<a class="address" href="mailto:{address_of(game, bob)}"' in mail.html
    assert row_to(bob).status == Delivery.Status.DROPPED


def test_what_is_said_while_a_digest_goes_out_is_told_by_the_next_one(
    game: Game, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.filter(pk=bob.pk).update(mails_every=24, mails_hour=8)
    talk.say(game.pk, anna, "in the bundle")
    Delivery.objects.filter(kind=Kind.TALK).update(next_attempt_at=timezone.now())
    for row in delivery.due():
        delivery.deliver(row.pk)
    Delivery.objects.filter(user=bob, kind=Kind.DIGEST).update(next_attempt_at=timezone.now())
    channel = find_channel(MAIL)
    assert channel is not None
    monkeypatch.setattr(channel, "send", lambda *_mail: talk.say(game.pk, anna, "too late for it") and "")
    delivery.deliver(Delivery.objects.get(user=bob, kind=Kind.DIGEST).pk)
    assert Delivery.objects.get(user=bob, kind=Kind.DIGEST).status == Delivery.Status.SENT
    told = row_to(bob)
    assert told.status == Delivery.Status.PENDING
    assert "too late for it" in mail_of(told).text
    assert "in the bundle" not in mail_of(told).text


# --- Replies ---------------------------------------------------------------------------------------------------------


def test_a_reply_says_it_at_the_table_with_all_its_lines(game: Game, bob: User) -> None:
    incoming = reply(
        game, bob, "Hi Anna,\n\nthanks, I will take it.\nBut not today\n\nBest,\nBob\n-- \nBob Smith\n\n> --- x ---\n"
    )
    assert incoming.status == IncomingMail.Status.DONE
    assert said() == ["Hi Anna,\n\nthanks, I will take it.\nBut not today\n\nBest,\nBob"]
    assert not Delivery.objects.filter(kind=Kind.REPLY).exists()


@pytest.mark.parametrize(
    "words",
    ["Thanks!", "Danke", "Köszönöm", "Pozdrawiam", "Mulțumesc", "Hello", "Szia", "Cheers,\nBob", "Best", "ciao"],
)
def test_a_courtesy_is_said_if_it_is_all_there_is(game: Game, bob: User, words: str) -> None:
    reply(game, bob, f"{words}\n")
    assert said() == [words]


def test_the_same_mail_is_said_once(game: Game, bob: User) -> None:
    for _twice in range(2):
        reply(game, bob, "once", message_id="<same@example.org>")
    assert said() == ["once"]


def test_a_reply_in_html_is_said_as_text(game: Game, bob: User) -> None:
    reply(
        game,
        bob,
        "<p>First <b>line</b></p><p>Second &amp; last</p>"
        '<div class="gmail_quote">On … wrote:<blockquote>old</blockquote></div>',
        subtype="html",
    )
    (text,) = said()
    assert [line for line in text.split("\n") if line] == ["First line", "Second & last"]


def test_the_header_of_a_quote_in_html_is_not_said(game: Game, bob: User) -> None:
    header = "<p>On 24 Nov 2026, at 18:30, prweb wrote:</p><blockquote>old</blockquote>"
    reply(game, bob, f"<p>above</p>{header}", subtype="html")
    reply(game, bob, f"{header}<p>below</p>", subtype="html")
    assert said() == ["above", "below"]


def test_a_reply_from_another_address_says_nothing_and_its_person_is_told(game: Game, anna: User, bob: User) -> None:
    incoming = reply(game, bob, "forged", sender=anna.email)
    answer = acknowledgement_of(incoming)
    assert (said(), answer.address) == ([], bob.email)
    assert "Nothing was said at the table" in mail_of(answer).text


def test_a_reply_whose_sender_is_forged_says_nothing(game: Game, bob: User, settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    results = "mx.example.org; dmarc=fail header.from=example.org; spf=fail; dkim=fail"
    incoming = reply(game, bob, "forged", Authentication_Results=results)
    assert said() == []
    assert "could not prove" in mail_of(acknowledgement_of(incoming)).text


def test_who_writes_a_reply_that_cannot_be_read_is_told(game: Game, bob: User) -> None:
    parts = b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(100))
    token = accepted_token(address_of(game, bob))
    assert token is not None
    incoming, _new = feeder.store(parts, token=token, sender=bob.email)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert incoming.status == IncomingMail.Status.FAILED
    text = mail_of(acknowledgement_of(incoming)).text
    assert "Nothing was said at the table." in text
    assert "could not be read" in text


def test_an_automatic_reply_is_ignored(game: Game, bob: User) -> None:
    assert reply(game, bob, "I am away", Auto_Submitted="auto-replied").status == IncomingMail.Status.IGNORED
    assert said() == []


@pytest.mark.parametrize("words", ["2", "#2", "help", "undo", "resign", "board", "next: mayor", "never sell below 3"])
def test_a_line_for_the_game_that_came_here_by_mistake_is_not_told_to_the_others(
    game: Game, bob: User, words: str
) -> None:
    incoming = reply(game, bob, f"{words}\n")
    assert said() == []
    assert "address is for what you say" in " ".join(mail_of(acknowledgement_of(incoming)).text.split())


def test_what_is_too_long_or_nothing_is_refused_in_words(game: Game, bob: User) -> None:
    assert "1000" in mail_of(acknowledgement_of(reply(game, bob, "word " * 300))).text
    assert "nothing to say" in mail_of(acknowledgement_of(reply(game, bob, "> only a quote\n"))).text
    assert said() == []


def test_who_has_left_the_table_is_told_that_nothing_was_said(game: Game, bob: User) -> None:
    resign(game.pk, bob)
    incoming = reply(game, bob, "still here")
    assert said() == []
    assert "no seat" in mail_of(acknowledgement_of(incoming)).text


def test_an_address_is_of_one_person_alone(game: Game, anna: User, bob: User) -> None:
    address = talk_address(game.seats.get(user=bob).pk, bob.pk)
    token = accepted_token(address)
    assert token is not None
    assert admission.is_known(token)
    assert admission.person_of(token) == bob.pk
    assert accepted_token(re.sub(r"\.\d+-", f".{anna.pk}-", address)) is None
    assert accepted_token(re.sub(r"\+\d+", "+4711", address)) is None


# --- What is typed, and what mail programs add -----------------------------------------------------------------------

TALK = (
    "Hello everybody,\nhow are you?",
    "On Tuesday at 18:30 I said:\nno corn for me",
    "Look: https://example.org/a?b=c\nand tell me",
    "Anna: 3\nBen: 4\nCid: 5",
    "my list:\n- one, \n- two,\nthree",
    "so\n--------\nlike this",
    "Von meinem Platz aus sieht das gut aus.",
    "Dnia 24.11.2026 o 18:30 grałem tak:\nnajpierw kukurydza",
    "Danke!\nViele Grüße\nBen",
    "Köszönöm a játékot,\nüdv\nBence",
    "1\n2\n3",
    "> quoted\nmine".replace("> quoted\n", ""),
    "pass",
    "--- so what ---\nwell",
    "On and on,\nand on",
    "Am 3.12. um 18:30 sagte sie:\nja",
    "Best of luck\n\nThanks\n\nBye",
    "a  b",
    "😀👩‍👩‍👧 https://example.org",
)
QUOTES = (
    "",
    "\n\n> --- write above this line ---\n> old\n",
    "\n\nOn Tue, 24 Nov 2026 at 18:30, prweb <talk+1.2-x@prweb.localhost> wrote:\n"
    "> 1 new message\n>\n> --- write above this line ---\n",
    "\n\nOn Tue, 24 Nov 2026 at 18:30, prweb\n<talk+1.2-x@prweb.localhost>\nwrote:\n\n> 1 new message\n> old\n",
    "\n\nAm 24.11.26 um 18:30 schrieb prweb:\n\n> 1 neue Nachricht\n",
    "\n\n2026. nov. 24. 18:30 keltezéssel, prweb írta:\n> egy\n",
    "\n\nW dniu 24.11.2026 o 18:30, prweb pisze:\n> jeden\n",
    "\n\nPe mar., 24 nov. 2026 la 18:30, prweb <x@prweb.localhost> a scris:\n> unu\n",
    "\n\n________________________________\nFrom: prweb <x@prweb.localhost>\nSent: Tuesday\n"
    "To: Bob\nSubject: [prweb A test] table talk\n\n"
    "1 new message at the table\n\n--- write above this line ---\n\n  old\n",
    "\n\nVon: prweb <x@prweb.localhost>\nGesendet: Dienstag\nAn: Bob\nBetreff: [prweb A test]\n\n1 neue Nachricht\n",
    "\n\n-----Original Message-----\nFrom: prweb <x@prweb.localhost>\nSent: Tuesday\nTo: Bob\n\nold\n",
    "\n\nprweb wrote on 24 Nov 2026:\n\n1 new message at the table\n\n--- write above this line ---\n\n  old\n",
    "\n\n-- \nBob Smith\nSmith Ltd., https://smith.example\n",
    "\n\nSent from my iPhone\n",
    "\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n",
    "\n\nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n",
    "\n\nSent from my iPhone\n\nOn 24 Nov 2026, at 18:30, prweb <x@prweb.localhost> wrote:\n\n> old\n",
    "\n\nAz iPhone készülékemről küldve\n\n> 2026. nov. 24. dátummal, 18:30 időpontban prweb írta:\n> \n> old\n",
    "\n\nSent from Yahoo Mail on Android \n \n  On Tue, Nov 24, 2026 at 6:30 PM, prweb<x@prweb.localhost> wrote:   "
    "1 new message at the table\n\n--- write above this line ---\nold\n",
    "\n\nOn Tue, 24 Nov 2026 at 18:30, prweb wrote:\n",
    "\n\nPe mar., 24 nov. 2026 la 18:30, prweb\n<talk+1.2-x@prweb.localhost>\na scris:\n",
)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("words", TALK)
def test_what_was_typed_is_said_whole_and_nothing_that_a_program_added(words: str, newline: str) -> None:
    for quote in QUOTES:
        assert written_talk((words + quote).replace("\n", newline)) == words, quote


def test_words_that_end_like_a_header_are_said_if_nothing_shows_that_they_are_one() -> None:
    assert written_talk("I do not know any more\nwhat she wrote:\n") == "I do not know any more\nwhat she wrote:"


def test_an_answer_below_the_quote_is_said() -> None:
    assert written_talk("> --- write above this line ---\n> how are you?\n\nfine\n") == "fine"


# --- Lines that begin with "say:" ------------------------------------------------------------------------------------

MAILS = (
    "{move}",
    "Hi,\n{move}\nBest,\nBob",
    "{move}\n\n> --- write above this line ---\n> old",
    "{move}\n\nOn Tue, 24 Nov 2026 at 18:30, prweb <reply@prweb.localhost> wrote:\n> old",
    "{move}\n\n________________________________\nFrom: prweb <x@y>\nSent: Tuesday\nTo: Bob\n\nold",
    "{move}\n-- \nBob\nhttps://bob.example",
    "{move}\n\nSent from my iPhone",
    "Dear prweb,\n\n{move}\n\nThank you,\nBob",
)
SAYINGS = (
    "say: well played, everybody,",
    "say: see https://example.org/x",
    "say: On Tuesday at 18:30 she wrote:",
    "say: a\nsay: b\nsay: c",
    "Say : thanks",
    "SAY: 2",
    "say: > not a quote",
    "say: --- write above this line ---",
    "say: resign",
    "- say: with a bullet",
    "say:without a space",
    "say： fullwidth",
)


@pytest.mark.parametrize("saying", SAYINGS)
def test_the_other_lines_of_a_mail_keep_their_meaning(saying: str) -> None:
    first, second = moves = ["settler, corn", "build hospice"]
    expected = "\n".join(found for line in saying.split("\n") if (found := said_in(line)) is not None)
    assert expected
    for mail in MAILS:
        alone = written_lines(mail.format(move="\n".join(moves)))
        for lines in ([saying, *moves], [*moves, saying], [first, saying, second]):
            words, others = split_talk(written_lines(mail.format(move="\n".join(lines))))
            assert (words, others) == (expected, alone)


LONG = "say: Sorry that it took me so many days this time, I thought that I should"


@pytest.mark.parametrize("rest", ["undo", "2", "resign", "build hospice", "settler, corn", "https://example.org/a"])
def test_what_is_said_goes_on_where_a_program_has_broken_it(rest: str) -> None:
    words, others = split_talk(written_lines(f"settler\n{LONG}\n{rest}\nmayor\n\n> old"))
    assert (words, others) == (f"{LONG[5:]} {rest}", ["settler", "mayor"])
    words, others = split_talk(written_lines(f"{LONG}\n{LONG[5:]}\n{rest}\n\nmayor"))
    assert (words, others) == (f"{LONG[5:]} {LONG[5:]} {rest}", ["mayor"])


def test_a_line_that_the_program_has_not_broken_ends_what_is_said(game: Game, turn: Turn) -> None:
    move = texts(turn)[0]
    message = written(turn, f"{LONG}\n{move}\n")
    message.set_param("format", "flowed")
    html = written(turn, "")
    html.set_content(f"<div>{LONG}</div><div>{move}</div>", subtype="html")
    for mail in (message, html):
        assert split_talk(lines_of(mail)) == (LONG[5:], [move])
    message.set_content(f"{LONG} \ngo on\n{move}\n")
    message.set_param("format", "flowed")
    assert split_talk(lines_of(message)) == (f"{LONG[5:]} go on", [move])


def test_a_long_link_goes_on_with_what_is_said_before_it() -> None:
    link = "https://example.org/" + "a" * 60
    for broken in (link, f"<{link}>"):
        words, others = split_talk(written_lines(f"settler\nsay: look at this:\n{broken}\nmayor\n\n> old"))
        assert (words, others) == (f"look at this: {broken}", ["settler", "mayor"])
    words, others = split_talk(written_lines("settler\nsay: thanks\nhttps://bob.example\nresign"))
    assert (words, others) == ("thanks", ["settler"])


@pytest.mark.parametrize(
    ("mail", "expected"),
    [
        (f"{LONG}\n\nundo", ["undo"]),
        ("say: I thought that I should\nundo", ["undo"]),
        (f"{LONG} {LONG}\nundo", ["undo"]),
        (f"{LONG}\n> old\nundo", ["undo"]),
        (f"{LONG}\nsay: so\nundo", ["undo"]),
        (f"undo\n{LONG}\nBest regards,\nBob", ["undo"]),
        (f"undo\n{LONG}\n-- \nBob", ["undo"]),
        (f"undo\n{LONG}\nSent from my iPhone", ["undo"]),
        (f"undo\n{LONG}\nGet Outlook for iOS<https://aka.ms/o0ukef>\nresign", ["undo"]),
        (f"undo\n{LONG}\n\nhttps://bob.example\nresign", ["undo"]),
    ],
)
def test_what_does_not_go_on_with_what_is_said_keeps_its_meaning(mail: str, expected: list[str]) -> None:
    words, others = split_talk(written_lines(mail))
    assert others == expected
    assert words.split("\n")[0] in mail


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_language_has_a_word_for_it_and_english_is_understood_everywhere(
    game: Game, turn: Turn, language: str, settings: Settings
) -> None:
    settings.LANGUAGES = [("en", "English"), *((other, other) for other in LANGUAGES)]
    person = player(turn)
    User.objects.filter(pk=person.pk).update(language=language)
    with translation.override(language):
        word = shown_command(SAY)
    assert said_in(f"{word.capitalize()}: jó, no – gut") == "jó, no – gut"
    arrive(turn, f"{word}: Grüße, Üdv\n1\nsay: two")
    assert said() == ["Grüße, Üdv\ntwo"]
    assert len(live_moves(game)) >= 1


@pytest.mark.parametrize("word", ["üzenem", "mów"])
def test_the_word_for_it_is_known_also_with_accents_apart_as_apple_writes_them(turn: Turn, word: str) -> None:
    assert split_talk(lines_of(written(turn, unicodedata.normalize("NFD", f"{word}: szép")))) == ("szép", [])


@pytest.mark.parametrize("line", ["next: mayor", "mayor", "saying: x", "I say: x", "say", "say hello", "sayonara: x"])
def test_other_lines_say_nothing(line: str) -> None:
    assert said_in(line) is None


def test_a_mail_that_only_says_something_plays_nothing_and_says_so(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "say: sorry, tomorrow!")
    assert said() == ["sorry, tomorrow!"]
    assert live_moves(game) == []
    assert "is said at the table" in mail_of(acknowledgement_of(incoming)).text


def test_who_says_something_by_mail_is_still_told_what_others_have_said_meanwhile(
    game: Game, turn: Turn, anna: User, bob: User, chris: User
) -> None:
    speaker = next(person for person in (anna, bob, chris) if person != player(turn))
    talk.say(game.pk, speaker, "Shall we pause?")
    reply(game, player(turn), "hello")
    arrive(turn, "say: good luck")
    assert "Shall we pause?" in telling(player(turn)).text
    Delivery.objects.filter(kind=Kind.TALK).update(next_attempt_at=timezone.now())
    delivery.deliver(row_to(player(turn)).pk)
    assert row_to(player(turn)).status == Delivery.Status.SENT


def test_it_is_said_once_even_if_the_answer_is_refused_in_part(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "say: here I come\nfly to the moon")
    inbox.read(incoming.pk)
    assert said() == ["here I come"]
    text = mail_of(acknowledgement_of(incoming)).text
    assert "is said at the table" in text
    assert "fly to the moon" in text


@pytest.mark.parametrize("is_held", [False, True])
@pytest.mark.parametrize("command", ["away until 3 Dec", "back"])
def test_all_tables_are_locked_in_their_order_before_something_is_said(
    turn: Turn, settings: Settings, monkeypatch: pytest.MonkeyPatch, command: str, is_held: bool
) -> None:
    locked = list[str]()

    def tables(person: User, game_id: str) -> object:
        locked.append("tables")
        return lock_tables_of(person, game_id)

    def table(game_id: str) -> Game:
        locked.append("table")
        return lock_game(game_id)

    monkeypatch.setattr(absences, "lock_tables_of", tables)
    monkeypatch.setattr(talk, "lock_game", table)
    words = f"say: I am off\n{command}"
    if is_held:
        settings.MAIL_AUTHSERV_ID = "mx.example.org"
        play_held_mail(held_mail_of(acknowledgement_of(arrive(turn, words, Authentication_Results=FORGED))))
    else:
        arrive(turn, words)
    assert said() == ["I am off"]
    assert locked[:2] == ["tables", "table"]


def test_what_may_not_be_said_is_told_and_the_moves_are_played(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "1\nsay: " + "x" * 990 + "\nsay: " + "y" * 100)
    assert said() == []
    assert len(live_moves(game)) >= 1
    text = " ".join(mail_of(acknowledgement_of(incoming)).text.split())
    assert "Not said at the table: This is too long" in text


def test_it_is_said_although_the_turn_is_over(game: Game, turn: Turn) -> None:
    decide(turn)
    while turn_of(game).seat_id == turn.seat_id:
        decide(turn_of(game))
    decide(turn_of(game))
    incoming = arrive(turn, "say: I was late\n1")
    assert said() == ["I was late"]
    assert live_moves(game) == []
    assert "is said at the table" in mail_of(acknowledgement_of(incoming)).text


def test_a_mail_from_another_address_says_nothing(game: Game, turn: Turn) -> None:
    arrive(turn, "say: I am somebody else\n1", sender="x@example.org")
    assert said() == []


FORGED = "mx.example.org; dmarc=fail header.from=example.org; spf=fail; dkim=fail"


@pytest.mark.parametrize("words", ["say: hello", "1\nsay: hello"])
def test_a_mail_whose_sender_is_not_proved_waits_with_all_that_it_says(
    game: Game, turn: Turn, settings: Settings, words: str
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    incoming = arrive(turn, words, Authentication_Results=FORGED)
    assert (incoming.status, said()) == (IncomingMail.Status.HELD, [])
    row = acknowledgement_of(incoming)
    assert row.notification is not None
    held = held_mail_of(row)
    assert "Says at the table: hello" in preview_held_mail(held).effects
    assert bool(preview_held_mail(held).moves) is words.startswith("1")
    play_held_mail(held)
    play_held_mail(held)
    assert said() == ["hello"]


def held_mail_of(row: Delivery) -> HeldMail:
    link = re.search(r"/mail/confirm/([^/\s]+)/", mail_of(row).text)
    assert link is not None
    held = find_held_mail(link[1])
    assert held is not None
    return held


def test_the_help_tells_of_it(game: Game, turn: Turn) -> None:
    assert "say: …" in mail_of(acknowledgement_of(arrive(turn, "help"))).text
    assert texts(turn)
