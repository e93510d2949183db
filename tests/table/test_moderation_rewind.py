"""Staff take a game back to any earlier move, finished games too; the preview tells what comes of it."""

from __future__ import annotations

import pytest

from games.access import Permission
from games.models import Delivery, Game, Move, Notification, Submission, Turn
from games.notifications import delivery
from games.people.models import User
from games.table import queries
from games.table.errors import CannotRewind, CannotUndo, Outdated, TurnClosed
from games.table.moderation.correction import correct_position, position_text
from games.table.moderation.mail_resend import resend
from games.table.moderation.rewind import preview_rewind, rewind
from games.table.positions import rules_of, stored_position
from games.table.records import check_replay
from games.table.takeback import undo
from tests.table.games import (
    answer,
    audit_entries,
    bots_play,
    fresh,
    gone_on,
    notices,
    offers,
    opened,
    over,
    person_turn,
    play_on,
    player,
    somebody_ahead,
    turn_mails,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(anna: User, bob: User) -> Game:
    return play_on(opened(anna, bob), lambda game: game.plies >= 30)


def test_the_preview_tells_what_is_undone_and_who_is_asked_then(running: Game) -> None:
    seen = preview_rewind(running.pk, 12)
    assert [move.ply for move in seen.undone] == list(range(12, running.plies))
    assert (seen.version, seen.plies, seen.reopens) == (running.version, 12, False)
    assert seen.seat == seen.position.to_move()
    assert fresh(running).digest == running.digest


def test_a_game_taken_back_is_what_the_preview_said(running: Game, moderator: User) -> None:
    for plies in range(running.plies - 1, 12, -4):
        seen = preview_rewind(running.pk, plies)
        rewind(running.pk, moderator, "a misclick", plies, seen.version)
        game = fresh(running)
        assert game.digest == seen.digest
        turn = person_turn(game)
        assert (turn.seat.index, turn.stage, turn.first_ply) == (seen.seat, seen.stage, game.plies)
    check_replay(game)
    check_replay(gone_on(game))


def test_any_earlier_move_can_be_gone_back_to(running: Game, moderator: User) -> None:
    for plies in range(running.plies - 1, -1, -3):
        if plies < fresh(running).plies:
            rewind(running.pk, moderator, "step by step", plies)
            check_replay(fresh(running))
    assert queries.question_for(person_turn(running)).stage == "role"


def test_what_was_taken_back_stays_in_the_trail(running: Game, moderator: User) -> None:
    before = running.plies
    rewind(running.pk, moderator, "a misclick", 10)
    assert Move.objects.filter(game=running, undone_at__isnull=False, ply__gte=10).count() == before - 10
    (entry,) = audit_entries(Permission.TAKE_BACK)
    assert (entry.actor, entry.reason, entry.game_id) == (moderator, "a misclick", running.pk)
    assert entry.details["plies"] == {"from": before, "to": 10}


def test_whoever_was_asked_is_not_asked_any_more_and_the_mail_of_the_old_turn_is_dropped(
    running: Game, moderator: User
) -> None:
    old = person_turn(running)
    rewind(running.pk, moderator, "a misclick", 10)
    with pytest.raises(TurnClosed):
        answer(old, "captain")
    assert Delivery.objects.get(turn=old).status != Delivery.Status.PENDING
    new = person_turn(running)
    assert new.token != old.token
    assert any(mail.turn == new for mail in turn_mails(player(new)))


def test_answers_given_ahead_are_forgotten(anna: User, bob: User, moderator: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    early = person_turn(game, ahead=True)
    answer(early, offers(early)[0])
    rewind(game.pk, moderator, "a misclick", game.plies - 1)
    assert not Turn.objects.filter(game=game).exclude(status=Turn.Status.CLOSED).exclude(deferred_plies=[]).exists()
    assert not Submission.objects.filter(turn=early, undone_at=None).exists()
    check_replay(play_on(game, lambda now: now.plies > game.plies + 10))


def test_a_player_does_not_take_back_what_staff_took_back_already(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    rewind(game.pk, moderator, "a misclick", 0)
    with pytest.raises(CannotUndo):
        undo(game.pk, player(turn))


def test_a_finished_game_goes_on_without_winner_and_ends_once_more(anna: User, bob: User, moderator: User) -> None:
    game = play_on(opened(anna, bob), over)
    seen = preview_rewind(game.pk, game.plies - 3)
    assert seen.reopens
    rewind(game.pk, moderator, "the last turn was a bug", game.plies - 3)
    again = fresh(game)
    assert (again.status, again.ended_at) == (Game.Status.RUNNING, None)
    assert not again.seats.exclude(rank=None, score=None).exists()
    check_replay(again)
    again = play_on(again, over)
    check_replay(again)
    assert all(seat.rank for seat in again.seats.all())
    for person in (anna, bob):
        ends = Delivery.objects.filter(user=person, kind=Notification.Kind.END)
        assert [mail.status for mail in ends.order_by("pk")] == ["dropped", "pending"]


def test_the_standings_of_an_end_that_was_taken_back_are_told_to_nobody(
    anna: User, bob: User, moderator: User, mailoutbox: list[object]
) -> None:
    """A mail on its way at that moment, or sent again later, would tell points that are hidden in the running game."""
    game = play_on(opened(anna, bob, open_vp="off"), over)
    on_its_way, sent = Delivery.objects.filter(game=game, kind=Notification.Kind.END).order_by("pk")
    Delivery.objects.filter(pk=on_its_way.pk).update(status=Delivery.Status.SENDING)
    Delivery.objects.filter(pk=sent.pk).update(status=Delivery.Status.SENT)
    rewind(game.pk, moderator, "the last turn was a bug", game.plies - 3)
    Delivery.objects.filter(pk=on_its_way.pk).update(status=Delivery.Status.PENDING)
    resend(sent.pk, moderator, "it never came")
    for mail in (on_its_way, sent):
        delivery.deliver(mail.pk)
    assert mailoutbox == []


def test_whoever_knows_the_secret_of_a_reopened_game_does_not_know_its_draws(
    anna: User, bob: User, moderator: User
) -> None:
    game = play_on(opened(anna, bob), over)
    plies = game.plies // 2
    seen = preview_rewind(game.pk, plies)
    rewind(game.pk, moderator, "half of it again", plies)
    rules, position = rules_of(game), stored_position(fresh(game))
    set_up = Move.objects.get(game=game, ply=plies, undone_at=None)
    assert set_up.set_up is not None
    assert set_up.set_up["random"] != rules.to_json(seen.position)["random"]
    for seat in (None, 0, 1):
        assert rules.view(rules.from_json(set_up.set_up), seat) == rules.view(seen.position, seat)
    assert not position.is_over()


def test_a_reopened_game_taken_back_further_draws_otherwise_too(anna: User, bob: User, moderator: User) -> None:
    """The set-up with new draws is undone there, and what everybody was told at the end would lead on again."""
    game = play_on(opened(anna, bob), over)
    rewind(game.pk, moderator, "half of it again", 60)
    further = preview_rewind(game.pk, 20)
    assert (further.reopens, further.redraws) == (False, True)
    rewind(game.pk, moderator, "and more", 20)
    set_up = Move.objects.get(game=game, ply=20, undone_at=None)
    rules = rules_of(game)
    assert set_up.set_up is not None
    assert set_up.set_up["random"] != rules.to_json(further.position)["random"]
    check_replay(fresh(game))


def test_a_reopened_game_taken_back_within_its_new_draws_draws_the_same(anna: User, bob: User, moderator: User) -> None:
    game = play_on(opened(anna, bob), over)
    rewind(game.pk, moderator, "half of it again", 60)
    play_on(game, lambda now: now.plies >= 70)
    seen = preview_rewind(game.pk, 66)
    assert not seen.redraws
    rewind(game.pk, moderator, "a misclick", 66)
    assert fresh(game).digest == seen.digest
    assert not Move.objects.get(game=game, ply=65, undone_at=None).set_up


def test_a_preview_of_another_state_is_refused(running: Game, moderator: User) -> None:
    seen = preview_rewind(running.pk, 5)
    turn = person_turn(running)
    answer(turn, offers(turn)[0])
    before = fresh(running)
    with pytest.raises(Outdated):
        rewind(running.pk, moderator, "a misclick", 5, seen.version)
    assert fresh(running).digest == before.digest


@pytest.mark.parametrize("plies", [-1, 30, 10_000])
def test_there_must_be_a_move_to_go_back_to(anna: User, bob: User, moderator: User, plies: int) -> None:
    game = opened(anna, bob)
    for refused in (lambda: preview_rewind(game.pk, plies), lambda: rewind(game.pk, moderator, "so", plies)):
        with pytest.raises(CannotRewind):
            refused()


def test_players_learn_how_much_was_taken_back_and_why(running: Game, anna: User, bob: User, moderator: User) -> None:
    rewind(running.pk, moderator, "a misclick", running.plies - 2)
    for person in (anna, bob):
        assert "2 moves" in notices(person)[-1].content["text"]
        assert "a misclick" in notices(person)[-1].content["text"]


def test_a_game_goes_back_behind_a_corrected_position(running: Game, moderator: User) -> None:
    at = running.plies
    correct_position(
        running.pk,
        moderator,
        "one doubloon too few",
        position_text(running).replace('"doubloons": ', '"doubloons": 1', 1),
    )
    check_replay(fresh(running))
    rewind(running.pk, moderator, "the correction was wrong", at)
    assert fresh(running).digest == running.digest
    rewind(running.pk, moderator, "further", at - 3)
    check_replay(fresh(running))


def test_bots_are_asked_anew_in_a_game_taken_back(anna: User, moderator: User) -> None:
    game = play_on(opened(anna, bots=3), lambda game: game.plies >= 25)
    rewind(game.pk, moderator, "a misclick", 8)
    bots_play(game)
    check_replay(gone_on(game))


@pytest.mark.parametrize(("back", "words"), [(1, "1 ruch)"), (3, "3 ruchy)"), (5, "5 ruchów)")])
def test_the_notice_counts_the_moves_in_its_readers_language(
    running: Game, anna: User, moderator: User, back: int, words: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language="pl")
    rewind(running.pk, moderator, "for a test", running.plies - back)
    assert words in Notification.objects.get(user=anna, kind=Notification.Kind.NOTICE).content["text"]
