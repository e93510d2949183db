"""A reply token is a key to one question: what a mail to it can do while its turn is open, after it, and long after."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.mail.compose import compose
from games.models import AuditEntry, Delivery, Game, IncomingMail, Move, Notification, ResignationCode, Seat, Turn
from games.people.models import User
from games.table import queries, reply_tokens, resignation, takeback
from games.table.moderation.proxy_play import play_for
from tests.deliveries import content_of
from tests.mail.conftest import acknowledgement_of, arrive, decide, mail_of, texts, turn_of
from tests.table.games import fresh, opened, person_turn, play_on, player, somebody_ahead


@pytest.fixture
def over(game: Game, turn: Turn) -> Turn:
    """A turn that was answered, and so was the next one of its seat; the seat's third is open now."""
    for _answer in range(2):
        decide_for(turn, until_asked_again=True)
    return Turn.objects.select_related("game", "seat__user").get(pk=turn.pk)


def decide_for(turn: Turn, *, until_asked_again: bool) -> None:
    """The person at this turn's seat decides what is open, and everybody else until they are asked again."""
    before = turn_of(turn.game)
    decide(before)
    while until_asked_again and (turn_of(turn.game) == before or turn_of(turn.game).seat_id != turn.seat_id):
        decide(turn_of(turn.game))


def played_by_mail(game: Game) -> list[str]:
    moves = game.moves.filter(undone_at=None, source=Move.Source.MAIL)
    return list(moves.order_by("ply").values_list("text", flat=True))


def code_in(incoming: IncomingMail) -> str:
    """The code in the mail that we write back."""
    found = re.search(r"^  resign (\w{8})$", mail_of(acknowledgement_of(incoming)).text, re.M)
    assert found is not None
    return found[1]


def has_resigned(turn: Turn) -> bool:
    return bool(Seat.objects.get(pk=turn.seat_id).caretaker)


# --- What power a token has ------------------------------------------------------------------------------------------


def test_an_open_turns_token_plays_and_does_not_take_back_what_another_turn_decided(game: Game, turn: Turn) -> None:
    power = reply_tokens.power_of(turn)
    assert (power.plays, power.undoes) == (True, False)
    decide(turn, "builder")
    power = reply_tokens.power_of(turn)
    assert (power.plays, power.undoes) == (True, True)


def test_the_token_of_the_newest_answer_takes_back_and_plays_nothing(game: Game, turn: Turn) -> None:
    decide(turn, "settler", "take quarry")
    power = reply_tokens.power_of(turn)
    assert (power.plays, power.undoes) == (False, True)


def test_a_token_loses_its_power_with_the_next_answer_of_its_seat(over: Turn) -> None:
    assert not reply_tokens.power_of(over).is_current


def test_the_token_of_an_answer_given_ahead_takes_it_back(anna: User, bob: User) -> None:
    ahead = person_turn(play_on(opened(anna, bob), somebody_ahead), ahead=True)
    decide(ahead, "place auto")
    assert reply_tokens.power_of(ahead) == reply_tokens.TokenPower(plays=False, undoes=True)


def test_an_answer_that_a_moderator_gave_leaves_its_token_without_power(game: Game, turn: Turn) -> None:
    play_for(turn.pk, ["settler", "take quarry"], None, "They asked for it.", key="by staff")
    assert not reply_tokens.power_of(turn).is_current


def test_a_token_loses_all_power_some_days_after_its_turn_but_never_while_it_is_open(
    game: Game, turn: Turn, settings: Settings
) -> None:
    settings.REPLY_TOKEN_DAYS = 7
    long_ago = timezone.now() - timedelta(days=8)
    Turn.objects.filter(pk=turn.pk).update(opened_at=long_ago)
    assert reply_tokens.power_of(turn).plays
    decide(turn, "settler", "take quarry")
    assert reply_tokens.power_of(turn).undoes
    Turn.objects.filter(pk=turn.pk).update(closed_at=long_ago)
    assert not reply_tokens.power_of(turn).is_current


def test_who_has_resigned_has_no_token_left(game: Game, turn: Turn) -> None:
    decide(turn, "builder")
    resignation.resign(game.pk, player(turn))
    assert not reply_tokens.power_of(turn).is_current


# --- Mails to it -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["mayor", "undo", "resign", "resign yes", "resign k7mp4xqt", "help", "board", "1"])
def test_a_mail_to_a_token_without_power_does_nothing_and_is_answered_with_what_is_open_now(
    game: Game, over: Turn, words: str
) -> None:
    before = (game.moves.count(), game.moves.filter(undone_at=None).count(), AuditEntry.objects.count())
    now = turn_of(game)
    incoming = arrive(over, words, envelope_sender="mallory@evil.example")
    assert (game.moves.count(), game.moves.filter(undone_at=None).count(), AuditEntry.objects.count()) == before
    assert not has_resigned(over)
    assert not ResignationCode.objects.exists()
    row = acknowledgement_of(incoming)
    assert row.address == player(over).email
    composed = mail_of(row)
    assert composed.text.startswith("This turn is over; nothing was changed.")
    assert composed.reply_to == f"reply+{now.token}@prweb.localhost"
    assert composed.options == tuple(texts(now))


def test_a_mail_to_a_token_without_power_is_told_where_nothing_is_open(game: Game, over: Turn) -> None:
    decide_for(over, until_asked_again=False)
    while turn_of(game).seat_id == over.seat_id:
        decide(turn_of(game))
    text = mail_of(acknowledgement_of(arrive(over, "board"))).text
    assert text.startswith("This turn is over; nothing was changed.")
    assert "It is not your turn now." in text
    assert "TRADING HOUSE" not in text


def test_a_flood_of_mails_to_a_token_without_power_is_answered_a_few_times(over: Turn) -> None:
    for _mail in range(6):
        arrive(over, "mayor")
    assert Delivery.objects.filter(kind=Notification.Kind.REPLY).count() == 3


def test_an_answer_to_the_turn_just_answered_says_so_and_shows_what_was_asked_for(game: Game, turn: Turn) -> None:
    decide(turn, "settler", "take quarry")
    plies = fresh(game).plies
    composed = mail_of(acknowledgement_of(arrive(turn, "mayor")))
    assert "The turn that you answered is over." in composed.text
    assert fresh(game).plies == plies
    assert "TRADING HOUSE" in mail_of(acknowledgement_of(arrive(turn, "board"))).text


def test_undo_takes_back_only_what_was_answered_to_the_same_mail(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), asked_twice_running)
    now = turn_of(game)
    earlier = reply_tokens.newest_answered(now.seat)
    assert earlier is not None
    plies = game.plies
    refused = mail_of(acknowledgement_of(arrive(now, "undo")))
    assert "Your last answer was to another mail." in " ".join(refused.text.split())
    assert fresh(game).plies == plies
    arrive(earlier, "undo")
    assert fresh(game).plies < plies


def asked_twice_running(game: Game) -> bool:
    """Whether somebody is asked anew who has decided last, and can still take it back."""
    turn = turn_of(game)
    last = reply_tokens.newest_answered(turn.seat)
    return last is not None and last != turn and takeback.can_undo(game, turn.seat)


def test_the_answer_that_asks_the_next_turn_tells_where_to_take_the_last_one_back(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), asked_twice_running, source=Move.Source.MAIL)
    now = turn_of(game)
    earlier = reply_tokens.newest_answered(now.seat)
    assert earlier is not None
    row = Delivery(
        kind=Notification.Kind.REPLY,
        address=player(now).email,
        user=player(now),
        game=game,
        seat=now.seat,
        message_id="<1@x>",
        content={"in_reply_to": "<0@x>", "done": ["mayor"], "asks": now.pk, "asks_anew": True},
    )
    composed = compose(row, pictures=False)
    assert composed.reply_to == f"reply+{now.token}@prweb.localhost"
    assert f"write undo to:\nreply+{earlier.token}@prweb.localhost\n" in composed.text


# --- Resigning -------------------------------------------------------------------------------------------------------


def test_resigning_by_mail_takes_a_code_that_goes_to_the_verified_address(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "resign")
    assert not has_resigned(turn)
    row = acknowledgement_of(incoming)
    assert row.address == player(turn).email
    assert mail_of(row).subject.endswith("You have not resigned yet")
    code = code_in(incoming)
    assert code not in str(row.content)
    assert code not in str(list(ResignationCode.objects.values()))
    arrive(turn, f"resign {code.upper()}")
    assert has_resigned(turn)
    assert AuditEntry.objects.get(action="resign").details == {"source": "mail"}
    assert not ResignationCode.objects.exists()


@pytest.mark.parametrize("rated", [True, False])
def test_whoever_wants_to_resign_by_mail_reads_what_it_means_in_a_rated_game(game: Game, rated: bool) -> None:
    Game.objects.filter(pk=game.pk).update(rated=rated)
    sent = mail_of(acknowledgement_of(arrive(turn_of(fresh(game)), "resign")))
    assert ("counts as lost for you" in str(sent.text)) is rated


def test_resign_yes_alone_costs_nobody_the_seat(turn: Turn) -> None:
    incoming = arrive(turn, "resign yes")
    assert not has_resigned(turn)
    assert code_in(incoming)


def test_resigning_among_other_commands_is_not_meant(game: Game, turn: Turn) -> None:
    code = code_in(arrive(turn, "resign"))
    incoming = arrive(turn, f"settler\nresign {code}")
    assert not has_resigned(turn)
    assert played_by_mail(game) == ["settler"]
    assert "nothing but: resign" in content_of(acknowledgement_of(incoming))["failed"]["reason"]


def test_a_code_is_one_persons_for_one_seat_and_counts_once(game: Game, turn: Turn) -> None:
    code = code_in(arrive(turn, "resign"))
    decide(turn, "settler", "take quarry")
    while turn_of(game).seat_id == turn.seat_id:
        decide(turn_of(game))
    other = turn_of(game)
    arrive(other, f"resign {code}")
    assert not has_resigned(other)
    arrive(turn, f"resign {code}")
    assert has_resigned(turn)
    Seat.objects.filter(pk=turn.seat_id).update(caretaker="", caretaker_cause="", resigned_at=None)
    arrive(turn, f"resign {code}")
    assert not has_resigned(turn)


def test_a_code_ends(turn: Turn) -> None:
    code = code_in(arrive(turn, "resign"))
    ResignationCode.objects.update(expires_at=timezone.now())
    assert "counts no more" in content_of(acknowledgement_of(arrive(turn, f"resign {code}")))["failed"]["reason"]
    assert not has_resigned(turn)
    assert code_in(arrive(turn, "resign")) != code


def test_codes_cannot_be_guessed(turn: Turn) -> None:
    code = code_in(arrive(turn, "resign"))
    assert code_in(arrive(turn, "resign")) == code
    for _try in range(resignation.MAX_TRIES):
        arrive(turn, "resign 22222222")
    arrive(turn, f"resign {code}")
    assert not has_resigned(turn)
    assert "Too many wrong codes" in content_of(acknowledgement_of(arrive(turn, "resign")))["failed"]["reason"]


def test_the_page_still_resigns_at_once(game: Game, turn: Turn) -> None:
    resignation.resign(game.pk, player(turn))
    assert has_resigned(turn)


def test_a_mail_that_asks_nothing_carries_no_token_without_power(game: Game, turn: Turn, settings: Settings) -> None:
    decide(turn, "settler", "take quarry")
    while turn_of(game).seat_id == turn.seat_id:
        decide(turn_of(game))
    row = acknowledgement_of(arrive(turn, "board"))
    assert mail_of(row).reply_to == f"reply+{turn.token}@prweb.localhost"
    settings.REPLY_TOKEN_DAYS = 0
    composed = mail_of(row)
    assert composed.reply_to == ""
    assert turn.token not in composed.text + composed.html


def test_what_a_closed_turns_own_seat_reads_is_told_to_nobody_else(over: Turn) -> None:
    row = acknowledgement_of(arrive(over, "board", sender="mallory@evil.example"))
    assert row.address == player(over).email
    assert queries.open_turn(over.game, player(over)) is not None
