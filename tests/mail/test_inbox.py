"""Answers by mail: played once, by the right person only, and always acknowledged."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress
from django.db import InterfaceError, OperationalError, connection
from pytest_django import Settings

from games.mail import body, feeder, inbox
from games.mail.message import build_message
from games.models import Delivery, Game, IncomingMail, Move, Notification, Turn
from games.people.models import User
from games.table.positions import stored_position
from tests.deliveries import content_of
from tests.mail.conftest import acknowledgement_of, arrive, decide, live_moves, mail_of, texts, turn_of, written
from tests.table.games import opened, person_turn, play_on, somebody_ahead

Status = IncomingMail.Status


def test_a_move_in_words_is_played_and_acknowledged_with_the_next_question(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "settler\n")
    assert incoming.status == Status.DONE
    assert incoming.turn == turn
    assert live_moves(game) == ["settler"]
    row = acknowledgement_of(incoming)
    assert turn.seat.user is not None
    assert row.address == turn.seat.user.email
    mail = mail_of(row)
    assert mail.text.startswith("Played. ")
    assert "- settler" in mail.text
    assert "take quarry" in mail.text
    assert mail.reply_to == f"reply+{turn.token}@prweb.localhost"


def test_a_number_means_the_option_of_the_mail_that_was_answered(game: Game, turn: Turn) -> None:
    asked = Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn)
    options = texts(turn)
    Delivery.objects.filter(pk=asked.pk).update(status=Delivery.Status.SENT, content={"options": options})
    arrive(turn, "settler")
    # The question is another one by now, so that number 2 of the old mail is a role, which cannot be picked any more.
    incoming = arrive(turn, "2", In_Reply_To=asked.message_id)
    assert live_moves(game) == ["settler"]
    assert content_of(acknowledgement_of(incoming))["failed"]["line"] == options[1]


def test_a_number_without_a_known_mail_means_the_present_option(game: Game, turn: Turn) -> None:
    wanted = texts(turn)[2]
    arrive(turn, "3")
    assert live_moves(game) == [wanted]


def test_a_whole_turn_goes_in_one_mail(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "settler\ntake quarry\n")
    assert live_moves(game)[:2] == ["settler", "take quarry"]
    assert content_of(acknowledgement_of(incoming))["failed"] is None


def test_lines_after_the_end_of_the_turn_are_not_tried_and_the_answer_says_so(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "settler\ntake quarry\nmayor\n")
    assert live_moves(game)[:2] == ["settler", "take quarry"]
    mail = mail_of(acknowledgement_of(incoming))
    assert mail.text.startswith("Played in part.")
    assert "Not tried: your turn was over\n-----------------------------\n- mayor\n" in mail.text


def test_lines_run_up_to_the_first_that_cannot_be(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "settler\ntake rubbish\ntake quarry\n")
    assert live_moves(game) == ["settler"]
    content = content_of(acknowledgement_of(incoming))
    assert (content["done"], content["not_tried"]) == (["settler"], ["take quarry"])
    assert content["failed"]["line"] == "take rubbish"
    assert "take quarry" in content["failed"]["legal"]
    mail = mail_of(acknowledgement_of(incoming))
    assert mail.text.startswith("Played in part.")
    assert "Not tried" in mail.text


def test_an_illegal_move_changes_nothing_and_tells_what_is_possible(game: Game, turn: Turn) -> None:
    before = stored_position(game).plies
    mail = mail_of(acknowledgement_of(arrive(turn, "build harbor")))
    game.refresh_from_db()
    assert stored_position(game).plies == before
    assert mail.text.startswith("Nothing was played.")
    assert all(option in mail.text for option in texts(turn))


@pytest.mark.parametrize("words", ["asdf qwer", "!!!", "\u0000\u0001", "x" * 5000, "ship", "1e9", "-1", "99"])
def test_a_garbled_answer_gets_a_clear_one(game: Game, turn: Turn, words: str) -> None:
    incoming = arrive(turn, words)
    assert incoming.status == Status.DONE
    assert live_moves(game) == []
    mail = mail_of(acknowledgement_of(incoming))
    assert all(option in mail.text for option in texts(turn))


def test_the_same_mail_is_played_and_answered_once(game: Game, turn: Turn) -> None:
    raw = written(turn, "settler", message_id="<once@example.org>").as_bytes()
    first, created = feeder.store(raw, token=turn.token, sender="x@example.org")
    again, created_again = feeder.store(raw, token=turn.token, sender="x@example.org")
    assert (created, created_again, first.pk) == (True, False, again.pk)
    inbox.read(first.pk)
    inbox.read(first.pk)
    assert live_moves(game) == ["settler"]
    assert Delivery.objects.filter(kind=Notification.Kind.REPLY).count() == 1


def test_a_mail_without_message_id_is_still_known_again(turn: Turn) -> None:
    message = written(turn, "settler")
    del message["Message-ID"]
    first, _created = feeder.store(message.as_bytes(), token=turn.token, sender="")
    again, created = feeder.store(message.as_bytes(), token=turn.token, sender="")
    assert (first.pk, created) == (again.pk, False)


def test_a_reader_that_died_in_the_middle_has_done_nothing(
    game: Game, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    incoming, _created = feeder.store(written(turn, "settler").as_bytes(), token=turn.token, sender="x@example.org")

    class Killed(BaseException):
        pass

    def die(*_args: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(inbox, "acknowledge", die)
        with pytest.raises(Killed):
            inbox.read(incoming.pk)
    assert live_moves(game) == []
    inbox.read(incoming.pk)
    assert live_moves(game) == ["settler"]
    assert Delivery.objects.filter(kind=Notification.Kind.REPLY).count() == 1


def test_a_mail_from_another_address_plays_nothing_and_the_person_is_told(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "settler", sender="Mallory <mallory@evil.example>")
    assert live_moves(game) == []
    row = acknowledgement_of(incoming)
    assert turn.seat.user is not None
    assert row.address == turn.seat.user.email
    assert "mallory@evil.example" in mail_of(row).text
    assert not Delivery.objects.filter(address="mallory@evil.example").exists()


def test_another_player_cannot_answer_a_turn_that_is_not_his(game: Game, turn: Turn, anna: User, bob: User) -> None:
    other = bob if turn.seat.user == anna else anna
    arrive(turn, "settler", sender=other.email)
    assert live_moves(game) == []


def test_an_unverified_address_plays_nothing(game: Game, turn: Turn) -> None:
    EmailAddress.objects.filter(user=turn.seat.user).update(verified=False)
    arrive(turn, "settler")
    assert live_moves(game) == []


def test_two_senders_in_one_from_play_nothing(game: Game, turn: Turn) -> None:
    assert turn.seat.user is not None
    arrive(turn, "settler", sender=f"{turn.seat.user.email}, mallory@evil.example")
    assert live_moves(game) == []


AUTOMATIC = {
    "auto-replied": {"Auto_Submitted": "auto-replied"},
    "auto-generated": {"Auto_Submitted": "auto-generated; owner-email=x"},
    "bulk": {"Precedence": "bulk"},
    "list": {"List_Id": "<x.example.org>"},
    "junk": {"Precedence": "junk"},
    "our own": {"X_Prweb_Loop": "prweb.localhost"},
    "bounce": {"envelope_sender": ""},
    "mailer-daemon": {"envelope_sender": "MAILER-DAEMON@example.org"},
    "suppressed": {"X_Auto_Response_Suppress": "OOF, AutoReply"},
}


@pytest.mark.parametrize("how", AUTOMATIC.values(), ids=AUTOMATIC.keys())
def test_what_no_person_wrote_is_neither_played_nor_answered(game: Game, turn: Turn, how: dict[str, str]) -> None:
    incoming = arrive(turn, "settler", **how)
    assert incoming.status == Status.IGNORED
    assert incoming.outcome.startswith("automatic: ")
    assert live_moves(game) == []
    assert not Delivery.objects.filter(kind=Notification.Kind.REPLY).exists()


def test_an_ordinary_mail_may_say_that_it_is_not_automatic(game: Game, turn: Turn) -> None:
    arrive(turn, "settler", Auto_Submitted="no")
    assert live_moves(game) == ["settler"]


def test_our_own_mails_are_never_answered(turn: Turn) -> None:
    row = Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn)
    raw = build_message(row, mail_of(row)).message().as_bytes()
    incoming, _created = feeder.store(raw, token=turn.token, sender="prweb@prweb.localhost")
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert incoming.status == Status.IGNORED


def test_answers_to_one_person_are_bounded_but_moves_are_played_and_turns_are_asked(
    game: Game, turn: Turn, settings: Settings
) -> None:
    settings.MAIL_ANSWERS_PER_DAY = 2
    assert not content_of(acknowledgement_of(arrive(turn, "help")))["last_today"]
    assert content_of(acknowledgement_of(arrive(turn, "help")))["last_today"]
    unanswered = arrive(turn, "settler")
    assert not Delivery.objects.filter(reason=f"mail:{unanswered.pk}").exists()
    assert live_moves(game) == ["settler"]


def test_an_empty_answer_gets_help(turn: Turn) -> None:
    mail = mail_of(acknowledgement_of(arrive(turn, "\n\n> 1. settler\n")))
    assert "How to answer" in mail.text
    assert "sends you a code" in mail.text


def test_board_and_moves_are_shown_without_playing(game: Game, turn: Turn) -> None:
    mail = mail_of(acknowledgement_of(arrive(turn, "board\nmoves")))
    assert live_moves(game) == []
    assert "TRADING HOUSE" in mail.text
    assert all(option in mail.text for option in texts(turn))


def test_undo_takes_the_last_move_back(game: Game, turn: Turn) -> None:
    arrive(turn, "builder")
    incoming = arrive(turn, "undo")
    assert live_moves(game) == []
    mail = mail_of(acknowledgement_of(incoming))
    assert "taken back" in mail.text
    assert "settler" in mail.options


def test_undo_is_refused_where_nothing_was_played(turn: Turn) -> None:
    mail = mail_of(acknowledgement_of(arrive(turn, "undo")))
    assert mail.text.startswith("Nothing was played.")


def test_a_second_answer_to_a_turn_answered_ahead_is_told_the_truth(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    ahead = person_turn(game, ahead=True)
    arrive(ahead, "place auto")
    ahead.refresh_from_db()
    assert ahead.status == Turn.Status.ANSWERED
    incoming = arrive(ahead, "place auto")
    assert "answered this already" in content_of(acknowledgement_of(incoming))["failed"]["reason"]
    arrive(ahead, "undo")
    ahead.refresh_from_db()
    assert ahead.status == Turn.Status.OPEN


@pytest.mark.parametrize("header", ["<", '"', "", "<>", "@", "(((((", "anna@example.org)mallory@evil.example"])
def test_a_mail_whose_sender_cannot_be_read_is_answered_at_once_and_plays_nothing(
    game: Game, turn: Turn, header: str
) -> None:
    raw = written(turn, "settler").as_bytes().replace(b"From: ", b"From: %s\nX-Was: " % header.encode(), 1)
    assert turn.seat.user is not None
    incoming, _created = feeder.store(raw, token=turn.token, sender=turn.seat.user.email)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert (incoming.status, incoming.attempts) == (Status.DONE, 1)
    assert live_moves(game) == []
    assert "nobody" in mail_of(acknowledgement_of(incoming)).text


def test_a_mail_made_of_parts_is_quarantined_at_once_and_its_person_told(turn: Turn) -> None:
    parts = b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(100))
    assert turn.seat.user is not None
    incoming, _created = feeder.store(parts, token=turn.token, sender=turn.seat.user.email)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert (incoming.status, incoming.attempts) == (Status.FAILED, 1)
    assert "could not be read" in mail_of(acknowledgement_of(incoming)).text


def test_more_commands_than_anybody_writes_are_not_begun(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "settler\nundo\n" * 200)
    assert not game.moves.filter(source=Move.Source.MAIL).exists()
    assert "too long" in mail_of(acknowledgement_of(incoming)).text


def test_an_answer_to_no_turn_is_set_aside_and_somebody_known_is_told(turn: Turn) -> None:
    raw = written(turn, "settler").as_bytes()
    incoming, _created = feeder.store(raw, token="a" * 26, sender="x@example.org")
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert incoming.status == Status.FAILED
    assert "belongs to no turn" in mail_of(acknowledgement_of(incoming)).text


def test_a_stranger_who_guesses_gets_no_answer(turn: Turn) -> None:
    raw = written(turn, "settler", sender="stranger@example.com").as_bytes()
    incoming, _created = feeder.store(raw, token="a" * 26, sender="stranger@example.com")
    inbox.read(incoming.pk)
    assert not Delivery.objects.filter(kind=Notification.Kind.REPLY).exists()


def test_a_mail_that_breaks_the_reader_is_set_aside_and_answered(
    turn: Turn, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    incoming, _created = feeder.store(written(turn, "settler").as_bytes(), token=turn.token, sender="x@example.org")

    def broken(*_args: object) -> list[str]:
        raise RuntimeError("a bug")

    monkeypatch.setattr(inbox, "lines_of", broken)
    for _attempt in range(inbox.MAX_ATTEMPTS):
        inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert (incoming.status, incoming.outcome) == (Status.FAILED, "RuntimeError: a bug")
    assert "could not be read" in mail_of(acknowledgement_of(incoming)).text


@pytest.mark.parametrize(
    "trouble", [OperationalError("database is locked"), InterfaceError("the connection is closed")]
)
def test_trouble_of_the_database_never_sets_a_mail_aside(
    game: Game, turn: Turn, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    incoming, _created = feeder.store(written(turn, "settler").as_bytes(), token=turn.token, sender="x@example.org")

    def locked(*_args: object) -> list[str]:
        raise trouble

    with monkeypatch.context() as patched:
        patched.setattr(inbox, "lines_of", locked)
        for _attempt in range(inbox.MAX_ATTEMPTS + 2):
            inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert incoming.status == Status.NEW
    inbox.read(incoming.pk)
    assert live_moves(game) == ["settler"]


def test_after_the_end_an_answer_says_that_the_game_is_over(game: Game, turn: Turn) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    Turn.objects.filter(game=game).update(status=Turn.Status.CLOSED)
    assert "The game is over." in mail_of(acknowledgement_of(arrive(turn, "help"))).text


def test_every_turn_of_a_person_is_asked_and_by_one_mail_as_long_as_that_waits(game: Game) -> None:
    """Three rounds by mail only: a TURN mail, or the answer to the own mail that brought the question."""
    for _number in range(40):
        turn = turn_of(game)
        choices = [text for text in texts(turn) if text != "pass"] or texts(turn)
        arrive(turn, choices[0])
    for turn in Turn.objects.filter(game=game):
        asking = Delivery.objects.filter(turn=turn)
        assert asking.exists(), turn.stage
        assert asking.filter(kind=Notification.Kind.TURN).count() <= 1, turn.stage


@pytest.mark.parametrize("malformed", ["<>", "<[", "<@>", "<", "<a\0b@example.org>", "=?utf-8?q?=00?="])
def test_a_mail_with_a_malformed_id_is_kept_and_played(game: Game, turn: Turn, malformed: str) -> None:
    plain = written(turn, "settler", message_id="<plain@example.org>").as_bytes()
    raw = plain.replace(b"<plain@example.org>", malformed.encode())
    incoming, _created = feeder.store(raw, token=turn.token, sender="x@example.org")
    inbox.read(incoming.pk)
    assert live_moves(game) == ["settler"]
    assert "\0" not in incoming.message_id


def test_a_mail_with_the_longest_id_that_is_kept_is_played_once(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "settler", message_id=f"<{'x' * 240}@example.org>")
    assert incoming.status == Status.DONE
    submission = turn.submissions.get()
    assert len(submission.key) <= 200


def test_a_mail_in_an_encoding_that_cannot_be_is_read_all_the_same(game: Game, turn: Turn) -> None:
    raw = written(turn, "settler").as_bytes().replace(b'charset="utf-8"', b'charset="undefined"')
    incoming, _created = feeder.store(raw, token=turn.token, sender="x@example.org")
    inbox.read(incoming.pk)
    assert live_moves(game) == ["settler"]


def test_the_answer_to_garbage_holds_nothing_that_a_database_cannot_keep(turn: Turn) -> None:
    failed = content_of(acknowledgement_of(arrive(turn, "harbor\0please")))["failed"]
    assert failed["line"] == "harborplease"


def test_a_mail_is_read_before_anything_is_locked_for_it(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks: list[int] = []
    outside = len(connection.savepoint_ids)

    def watched(message: EmailMessage) -> list[str]:
        blocks.append(len(connection.savepoint_ids) - outside)
        return body.lines_of(message)

    monkeypatch.setattr(inbox, "lines_of", watched)
    arrive(turn, "settler")
    assert blocks == [0]


def test_a_mail_that_kills_every_reader_is_set_aside_and_answered(game: Game, turn: Turn) -> None:
    incoming, _created = feeder.store(written(turn, "settler").as_bytes(), token=turn.token, sender="x@example.org")
    IncomingMail.objects.filter(pk=incoming.pk).update(attempts=inbox.MAX_DEATHS)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert incoming.status == Status.FAILED
    assert live_moves(game) == []
    assert "could not be read" in mail_of(acknowledgement_of(incoming)).text


def test_a_move_taken_back_by_mail_is_asked_anew_in_the_answer_alone(game: Game, turn: Turn) -> None:
    Delivery.objects.filter(turn=turn).update(status=Delivery.Status.DROPPED)
    decide(turn, "builder", "pass")
    incoming = arrive(turn, "undo")
    assert content_of(acknowledgement_of(incoming))["asks"] == turn.pk
    assert Delivery.objects.get(turn=turn, kind=Notification.Kind.TURN).status == Delivery.Status.DROPPED


def test_a_line_that_ends_in_a_comma_does_not_swallow_the_one_behind_an_empty_line(turn: Turn) -> None:
    content = content_of(acknowledgement_of(arrive(turn, "all right,\n\nsettler")))
    assert (content["failed"]["line"], content["not_tried"]) == ("all right,", ["settler"])
