"""What all actions of staff have in common, and the small ones: ask again, play for, abort, resend."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from bots import tasks
from games.access import Permission
from games.models import AuditEntry, Delivery, Game, Move, Notification, Turn
from games.notifications import delivery
from games.people.models import User
from games.table import bot_queue, pausing
from games.table.errors import (
    CannotUndo,
    GamePaused,
    NoReason,
    NotModerator,
    NotOpen,
    NotRunning,
    Refused,
    TurnClosed,
)
from games.table.moderation import abort, bot_retry, correction, extending, mail_resend, rewind, seat_replacement
from games.table.moderation.proxy_play import play_for
from games.table.open_games import SeatPlan, join, open_game
from games.table.records import check_replay
from games.table.takeback import undo
from games.time_control import TimeControl
from tests.deliveries import delivery_of
from tests.table.games import (
    LIMIT,
    answer,
    audit_entries,
    bot_turns,
    fresh,
    gone_on,
    notices,
    offers,
    opened,
    person_turn,
    play_on,
    player,
    somebody_ahead,
)

pytestmark = pytest.mark.django_db

Do = Callable[[Game, User | None, str], object]

MODERATION_ACTIONS: dict[str, Do] = {
    "pause": lambda game, by, reason: pausing.pause(game.pk, by, reason),
    "resume": lambda game, by, reason: pausing.resume(game.pk, by, reason),
    "extend": lambda game, by, reason: extending.extend(game.pk, by, reason, None, timedelta(days=1)),
    "take back": lambda game, by, reason: rewind.rewind(game.pk, by, reason, 0),
    "correct": lambda game, by, reason: correction.correct_position(game.pk, by, reason, one_quarry_less(game)),
    "replace by a bot": lambda game, by, reason: seat_replacement.replace_by_bot(game.pk, 0, by, reason, "random"),
    "replace by a person": lambda game, by, reason: seat_replacement.replace_by_person(
        game.pk, 0, by, reason, User.objects.get(username="chris")
    ),
    "give back": lambda game, by, reason: seat_replacement.give_seat_back(game.pk, 0, by, reason),
    "play for": lambda game, by, reason: play_for(person_turn(game).pk, ["1"], by, reason, "a key"),
    "abort": lambda game, by, reason: abort.abort(game.pk, by, reason),
    "resend": lambda game, by, reason: mail_resend.resend(
        Delivery.objects.filter(game=game, kind=Notification.Kind.TURN)[0].pk, by, reason
    ),
    "ask again": lambda game, by, reason: bot_retry.retry_bot(person_turn(game).pk, by, reason),
}


def one_quarry_less(game: Game) -> str:
    text = correction.position_text(game)
    assert '"round": 1' in text
    return text.replace('"round": 1', '"round": 2')


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    game = opened(anna, bob)
    answer(person_turn(game), "settler", "take quarry")
    return fresh(game)


def refused(game: Game, do: Do, by: User | None, reason: str, refusal: type[Refused]) -> None:
    trail = AuditEntry.objects.count()
    with pytest.raises(refusal):
        do(game, by, reason)
    after = fresh(game)
    assert (after.version, after.digest, after.status) == (game.version, game.digest, game.status)
    assert AuditEntry.objects.count() == trail


def test_nothing_is_done_without_a_reason(game: Game, moderator: User) -> None:
    for do in MODERATION_ACTIONS.values():
        for reason in ("", " \n", "\0"):
            refused(game, do, moderator, reason, NoReason)


def test_nobody_but_staff_with_two_factors_does_it(game: Game, david: User, moderator: User) -> None:
    moderator.two_factors = False
    for do in MODERATION_ACTIONS.values():
        refused(game, do, david, "so", NotModerator)
        refused(game, do, moderator, "so", NotModerator)


def test_staff_do_nothing_to_a_game_they_play_in(game: Game, anna: User) -> None:
    anna.is_staff = anna.is_superuser = anna.two_factors = True
    anna.save()
    for do in MODERATION_ACTIONS.values():
        refused(game, do, anna, "so", NotModerator)


@pytest.mark.parametrize("action", sorted(MODERATION_ACTIONS.keys() - {"resume", "give back", "ask again"}))
def test_every_action_is_in_the_trail_with_its_reason_and_the_game_replays(
    game: Game, moderator: User, action: str
) -> None:
    before = fresh(game).version
    MODERATION_ACTIONS[action](game, moderator, "a good reason")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.actor, entry.reason, entry.game_id) == (moderator, "a good reason", game.pk)
    if action != "resend":
        assert fresh(game).version > before
        assert Delivery.objects.filter(kind=Notification.Kind.NOTICE, game=game).exists()
    check_replay(fresh(game))


@pytest.mark.parametrize("action", sorted(MODERATION_ACTIONS.keys() - {"resume", "give back", "ask again"}))
def test_an_operator_at_the_console_does_it_too(game: Game, action: str) -> None:
    MODERATION_ACTIONS[action](game, None, "from the console")
    assert AuditEntry.objects.latest("pk").actor is None


def test_notices_come_in_the_readers_language_and_go_out(
    game: Game, anna: User, moderator: User, mailoutbox: list[object]
) -> None:
    pausing.pause(game.pk, moderator, "a fire")
    (notice,) = notices(anna)
    row = delivery_of(notice)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Delivery.Status.SENT
    assert "a fire" in str(mailoutbox[0].body)  # type: ignore[attr-defined]


# --- asking again ------------------------------------------------------------------------------------------------


@pytest.fixture
def with_bot(anna: User) -> Game:
    game = opened(anna, bots=1)
    if not bot_turns(game):
        turn = person_turn(game)
        answer(turn, "builder", "pass")
    return fresh(game)


def test_a_stuck_bot_is_asked_again_at_once(with_bot: Game, moderator: User, sent: list[str]) -> None:
    (stuck,) = bot_turns(with_bot)
    Turn.objects.filter(pk=stuck.pk).update(attempts=9)
    assert bot_queue.claim(stuck.pk)
    assert not bot_queue.claim(stuck.pk)
    bot_retry.retry_bot(stuck.pk, moderator, "it hangs")
    assert "bots.think" in sent
    assert Turn.objects.get(pk=stuck.pk).attempts == 0
    tasks.think(stuck.pk)
    assert Turn.objects.get(pk=stuck.pk).status == Turn.Status.CLOSED


def test_only_a_bot_that_has_to_decide_is_asked_again(game: Game, with_bot: Game, moderator: User) -> None:
    with pytest.raises(Refused):
        bot_retry.retry_bot(person_turn(game).pk, moderator, "it hangs")
    (waiting,) = bot_turns(with_bot)
    pausing.pause(with_bot.pk, moderator, "a fire")
    with pytest.raises(GamePaused):
        bot_retry.retry_bot(waiting.pk, moderator, "it hangs")


# --- playing for a seat ------------------------------------------------------------------------------------------


def test_staff_play_for_a_person_and_the_row_says_so(game: Game, moderator: User) -> None:
    turn = person_turn(game)
    result = play_for(turn.pk, [offers(turn)[0]], moderator, "asked me by phone", "once")
    assert result.done
    move = Move.objects.filter(turn=turn, submission__isnull=False).latest("pk")
    assert move.source == Move.Source.STAFF
    assert move.submission is not None
    assert move.submission.by == moderator
    with pytest.raises(CannotUndo):
        undo(game.pk, player(turn))


def test_the_same_action_sent_twice_is_played_and_told_once(game: Game, moderator: User) -> None:
    turn = person_turn(game)
    first = play_for(turn.pk, ["1"], moderator, "by phone", "once")
    assert play_for(turn.pk, ["1"], moderator, "by phone", "once") == first
    assert len(audit_entries(Permission.PLAY_FOR)) == 1
    assert len(notices(player(turn))) == 1


def test_what_the_rules_refuse_is_refused_to_staff_too_and_told_to_nobody(game: Game, moderator: User) -> None:
    turn = person_turn(game)
    result = play_for(turn.pk, ["fly to the moon"], moderator, "by phone", "once")
    assert result.failed is not None
    assert not audit_entries(Permission.PLAY_FOR)
    assert not notices(player(turn))
    assert fresh(game).digest == game.digest


def test_staff_play_for_a_stuck_bot(with_bot: Game, moderator: User) -> None:
    (stuck,) = bot_turns(with_bot)
    assert play_for(stuck.pk, ["1"], moderator, "it hangs", "once").done
    check_replay(gone_on(with_bot))


def test_what_staff_play_ahead_for_a_seat_stays_private(anna: User, bob: User, moderator: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    early = person_turn(game, ahead=True)
    line = offers(early)[0]
    assert play_for(early.pk, [line], moderator, "by phone", "once").ahead
    texts = [str(entry.details) for entry in audit_entries(Permission.PLAY_FOR)]
    texts += [str(mail.content) for person in (anna, bob) for mail in notices(person)]
    assert not any(line in text for text in texts)
    check_replay(gone_on(game))


def test_staff_do_not_play_in_a_paused_game_or_a_closed_turn(game: Game, moderator: User) -> None:
    turn = person_turn(game)
    pausing.pause(game.pk, moderator, "a fire")
    with pytest.raises(GamePaused):
        play_for(turn.pk, ["1"], moderator, "by phone", "once")
    pausing.resume(game.pk, moderator, "out")
    rewind.rewind(game.pk, moderator, "a misclick", 0)
    with pytest.raises(TurnClosed):
        play_for(turn.pk, ["1"], moderator, "by phone", "twice")


# --- calling off -------------------------------------------------------------------------------------------------


def test_a_game_called_off_asks_nobody_any_more(game: Game, moderator: User, anna: User, bob: User) -> None:
    turn = person_turn(game)
    abort.abort(game.pk, moderator, "they agreed")
    after = fresh(game)
    assert after.status == Game.Status.ABORTED
    assert after.ended_at is not None
    assert not game.turns.exclude(status=Turn.Status.CLOSED).exists()
    with pytest.raises(NotRunning):
        answer(turn, "1")
    assert not Delivery.objects.filter(game=game, status="pending").exclude(kind="notice").exists()
    assert "they agreed" in notices(anna)[0].content["text"]
    with pytest.raises(NotRunning):
        abort.abort(game.pk, moderator, "again")


def test_a_paused_or_open_game_is_called_off_too(game: Game, moderator: User, chris: User, anna: User) -> None:
    pausing.pause(game.pk, moderator, "a fire")
    abort.abort(game.pk, moderator, "all burnt")
    assert fresh(game).paused_at is None
    lobby = open_game(
        chris,
        name="Open",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), SeatPlan("free"), SeatPlan("free")],
        time_control=TimeControl(LIMIT),
    )
    abort.abort(lobby.pk, moderator, "a rude name")
    with pytest.raises(NotOpen):
        join(lobby.pk, anna)
    assert "a rude name" in notices(chris)[-1].content["text"]


# --- mails -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["sent", "failed", "dropped", "pending"])
def test_a_mail_goes_out_again_under_its_own_message_id(
    game: Game, moderator: User, mailoutbox: list[object], status: str
) -> None:
    mail = Delivery.objects.get(turn=person_turn(game))
    Delivery.objects.filter(pk=mail.pk).update(status=status, attempts=12, last_error="no route")
    mail_resend.resend(mail.pk, moderator, "it never came")
    delivery.deliver(mail.pk)
    again = Delivery.objects.get(pk=mail.pk)
    assert (again.status, again.message_id) == (Delivery.Status.SENT, mail.message_id)
    assert len(mailoutbox) == 1
    (entry,) = audit_entries(Permission.RESEND)
    assert (entry.game_id, entry.person_id) == (game.pk, mail.user_id)


def test_a_mail_on_its_way_is_not_sent_again(game: Game, moderator: User) -> None:
    mail = Delivery.objects.get(turn=person_turn(game))
    Delivery.objects.filter(pk=mail.pk).update(status=Delivery.Status.SENDING)
    with pytest.raises(Refused):
        mail_resend.resend(mail.pk, moderator, "it never came")


def test_a_mail_of_which_nothing_is_left_is_not_promised_again(
    game: Game, moderator: User, mailoutbox: list[object]
) -> None:
    """What a notice said stands in its row only, and is deleted when it is old."""
    pausing.pause(game.pk, moderator, "a fire")
    notice = Delivery.objects.filter(kind=Notification.Kind.NOTICE)[0]
    Delivery.objects.filter(pk=notice.pk).update(status=Delivery.Status.SENT)
    Notification.objects.update(content={})
    with pytest.raises(Refused, match="deleted"):
        mail_resend.resend(notice.pk, moderator, "it never came")
    notice.refresh_from_db()
    assert notice.status == Delivery.Status.SENT
    assert not audit_entries(Permission.RESEND)


def test_a_mail_that_nobody_wants_any_more_is_not_forced_on_anybody(
    game: Game, moderator: User, mailoutbox: list[object]
) -> None:
    turn = person_turn(game)
    mail = Delivery.objects.get(turn=turn)
    rewind.rewind(game.pk, moderator, "a misclick", 0)
    mail_resend.resend(mail.pk, moderator, "it never came")
    delivery.deliver(mail.pk)
    assert mailoutbox == []
