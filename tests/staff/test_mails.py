"""Mails that went out and came in, as staff see them when something went wrong."""

from __future__ import annotations

import base64

from django.test import Client
from django.utils import timezone

from games.models import AuditEntry, Delivery, Game, IncomingMail, Turn
from games.people.models import User
from games.staff.redaction import REPLACEMENT, readable_mail, redact
from games.table.resignation import resign
from games.table.takeover import take_over
from tests.staff.signing_in import staff_client
from tests.table.games import person_turn

TOKEN = "abcdefghijklmnopqrstuvwx23"


def received(raw: bytes, turn: Turn | None = None) -> IncomingMail:
    return IncomingMail.objects.create(
        token=turn.token if turn else TOKEN,
        message_id="<1@home>",
        sender="anna@example.org",
        raw=raw,
        turn=turn,
        received_at=timezone.now(),
    )


def mail_to(token: str, body: bytes = b"settler\n\n> Answer to reply+%b@here or http://here/a/%b/1/\n") -> bytes:
    filled = body.replace(b"%b", token.encode())
    return b"From: Anna <anna@example.org>\r\nTo: reply+" + token.encode() + b"@prweb.localhost\r\n\r\n" + filled


def test_a_mail_is_read_only_with_a_reason_and_the_look_is_recorded(staff: Client, game: Game, mona: User) -> None:
    turn = person_turn(game)
    page = f"/staff/mails/in/{received(mail_to(turn.token), turn).pk}/"
    assert "settler" not in staff.get(page).content.decode()
    assert staff.post(page, {"reason": ""}).status_code == 200
    assert not AuditEntry.objects.filter(action="see hidden parts").exists()
    text = staff.post(page, {"reason": "the answer was not understood"}).content.decode()
    assert "settler" in text
    assert turn.token not in text
    assert REPLACEMENT in text
    entry = AuditEntry.objects.get(action="see hidden parts")
    assert (entry.actor, entry.game, entry.seat) == (mona, game, turn.seat.index)


def test_a_mail_is_of_whoever_had_the_seat_when_it_came(staff: Client, game: Game, anna: User, david: User) -> None:
    seat = game.seats.get(user=anna)
    mail = received(mail_to(TOKEN), game.turns.filter(seat=seat).first() or person_turn(game))
    assert mail.turn is not None
    mail.turn.seat = seat
    mail.turn.save(update_fields=["seat"])
    resign(game.pk, anna)
    take_over(game.pk, seat.index, david)
    page = staff.get(f"/staff/mails/in/{mail.pk}/").content.decode()
    assert "<dd>anna</dd>" in page
    assert "<dd>david</dd>" not in page


def test_who_plays_the_game_does_not_read_its_mails(game: Game, anna: User) -> None:
    anna.is_staff = True
    anna.save()
    turn = person_turn(game)
    page = f"/staff/mails/in/{received(mail_to(turn.token), turn).pk}/"
    assert staff_client(anna).get(page).status_code == 403
    assert staff_client(anna).post(page, {"reason": "mine"}).status_code == 403


def test_a_mail_of_no_game_can_be_read_by_staff_only(staff: Client, chris: User) -> None:
    page = f"/staff/mails/in/{received(mail_to(TOKEN)).pk}/"
    assert staff.post(page, {"reason": "what is that"}).status_code == 200
    assert staff_client(chris).get(page).status_code == 403
    assert staff.get("/staff/mails/in/999999/").status_code == 404


def test_no_encoding_hides_a_token() -> None:
    body = f"answer to reply+{TOKEN}@here".encode()
    encoded = base64.encodebytes(body)
    raw = b"To: =?utf-8?q?reply+" + TOKEN.encode() + b"?= <x@y>\r\nContent-Type: text/plain; charset=utf-8\r\n"
    raw += b"Content-Transfer-Encoding: base64\r\n\r\n" + encoded
    read = readable_mail(raw)
    assert TOKEN not in read.text + str(read.headers)
    folded = f"Content-Transfer-Encoding: quoted-printable\r\n\r\nreply+{TOKEN[:9]}=\r\n{TOKEN[9:]}@here".encode()
    assert TOKEN not in readable_mail(folded).text
    assert redact(TOKEN.upper()) == REPLACEMENT
    assert redact("the odd word stays") == "the odd word stays"


def test_broken_mails_can_be_shown() -> None:
    for raw in (
        b"",
        b"\xff\xfe\x00",
        b"From: =?x?b?%%%?=\r\nTo: @@@\r\nContent-Type: text/plain; charset=nonsense\r\n\r\n\xe9t\xe9",
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n--x--",
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!",
    ):
        assert readable_mail(raw).text is not None


def test_a_mail_in_html_is_shown_as_text(staff: Client) -> None:
    raw = b"Content-Type: text/html\r\n\r\n<script>alert(1)</script><b>take corn</b>"
    text = staff.post(f"/staff/mails/in/{received(raw).pk}/", {"reason": "odd"}).content.decode()
    assert "<script>alert" not in text
    assert "&lt;b&gt;take corn" in text


def test_a_mail_that_failed_tells_why_and_is_sent_again(staff: Client, game: Game, mona: User) -> None:
    mail = Delivery.objects.filter(game=game, kind="turn").first()
    assert mail is not None
    failed = Delivery.Status.FAILED
    Delivery.objects.filter(pk=mail.pk).update(status=failed, attempts=12, last_error="550 no such box")
    page = f"/staff/mails/out/{mail.pk}/"
    assert "550 no such box" in staff.get(page).content.decode()
    assert staff.post(page, {"reason": ""}).status_code == 200
    mail.refresh_from_db()
    assert mail.status == failed
    assert staff.post(page, {"reason": "their server is back"}).status_code == 302
    mail.refresh_from_db()
    assert (mail.status, mail.attempts) == (Delivery.Status.PENDING, 0)
    entry = AuditEntry.objects.get(action="resend a mail")
    assert (entry.actor, entry.game, entry.reason) == (mona, game, "their server is back")


def test_a_mail_of_no_game_is_sent_again_too(staff: Client) -> None:
    now = timezone.now()
    mail = Delivery.objects.create(
        kind="notice",
        reason="x",
        address="c@d",
        content={"topic": "your account", "text": "You can play again."},
        message_id="<o@x>",
        next_attempt_at=now,
        created_at=now,
        status="sent",
    )
    assert staff.post(f"/staff/mails/out/{mail.pk}/", {"reason": "cannot find it"}).status_code == 302
    mail.refresh_from_db()
    assert mail.status == Delivery.Status.PENDING
    assert staff.get("/staff/mails/out/999999/").status_code == 404


def test_players_do_not_resend_mails_of_their_own_game(game: Game, anna: User) -> None:
    anna.is_staff = True
    anna.save()
    mail = Delivery.objects.filter(game=game).first()
    assert mail is not None
    assert staff_client(anna).post(f"/staff/mails/out/{mail.pk}/", {"reason": "mine"}).status_code == 403
    assert not AuditEntry.objects.filter(action="resend a mail").exists()
