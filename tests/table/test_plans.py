"""Answers planned before one's turn comes: who is asked, what a plan plays, and who can see of it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Delivery, Game, Move, Notification, Seat, SiteClock, Turn
from games.people.models import User
from games.table import deadlines, next_picks, plan_changes, plans, playing, queries
from games.table.errors import CannotUndo, TurnClosed
from games.table.moderation.correction import correct_position, position_text
from games.table.moderation.seat_replacement import replace_by_bot, replace_by_person
from games.table.records import check_replay
from games.table.resignation import resign
from games.table.takeback import undo
from tests.engine.puertorico.positions import Player, set_up
from tests.engine.puertorico.tables import without_nobles
from tests.table.games import (
    LIMIT,
    answer,
    bots_play,
    fresh,
    notices,
    offers,
    opened,
    person_turn,
    play_on,
    player,
    somebody_ahead,
    turn_mails,
)
from tests.table.planned_games import (
    early_turn,
    moves_of,
    plan,
    set_before,
    state_for_others,
    turn_of,
    waited_for_rightly,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    """Three people; the first to move has picked the settler, and is asked for a tile."""
    game = opened(anna, bob, chris)
    answer(person_turn(game), "settler")
    return fresh(game)


@pytest.fixture
def captain(anna: User, bob: User, chris: User) -> Game:
    """Before the captain is picked. The first and the second have several goods, the third has none."""
    table = set_up(
        Player(goods={"corn": 2, "sugar": 2, "indigo": 2}),
        Player(goods={"corn": 2, "tobacco": 2, "sugar": 1}),
        Player(),
    )
    return set_before(table, anna, bob, chris)


def tiles(game: Game) -> list[str]:
    """What the seat to move can take, from the face-up row."""
    return [line for line in offers(person_turn(game)) if line.startswith("take") and line != "take quarry"]


# --- who is asked ---------------------------------------------------------------------------------------------------


def test_everybody_who_will_be_asked_is_asked_when_the_role_is_picked(game: Game) -> None:
    turns = game.turns.filter(status=Turn.Status.OPEN)
    assert turns.filter(early=False).count() == 1
    assert turns.filter(early=True).count() == 2
    assert waited_for_rightly(game)
    early = early_turn(game)
    assert queries.question_for(early).seat == early.seat.index
    assert len(turn_mails(player(early))) == 1


def test_while_a_role_is_picked_nobody_else_is_asked(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    assert game.turns.exclude(status=Turn.Status.CLOSED).count() == 1


def test_no_bot_is_asked_early(anna: User, bob: User) -> None:
    game = opened(anna, bob, bots=2)
    bots_play(game)
    answer(person_turn(game), "settler")
    early = game.turns.filter(status=Turn.Status.OPEN, early=True).select_related("seat")
    assert {turn.seat.bot_level for turn in early} == {""}


def test_nobody_is_asked_early_before_whom_only_bots_decide(anna: User) -> None:
    game = opened(anna, bots=3)
    while fresh(game).plies < 40:
        bots_play(game)
        assert not game.turns.filter(early=True, status=Turn.Status.OPEN).exists()
        turn = person_turn(game)
        answer(turn, offers(turn)[0])


def test_no_program_is_asked_early(game: Game) -> None:
    turn = early_turn(game, 1)
    User.objects.filter(pk=player(turn).pk).update(owner=player(early_turn(game, 0)))
    answer(person_turn(game), tiles(game)[0])
    turn.refresh_from_db()
    assert turn.status == Turn.Status.CLOSED


def test_an_early_turn_has_no_deadline_until_the_game_waits_for_it(game: Game) -> None:
    turn = early_turn(game)
    assert turn.deadline is None
    before = timezone.now()
    answer(person_turn(game), tiles(game)[0])
    turn.refresh_from_db()
    assert not turn.early
    assert turn.deadline is not None
    assert turn.deadline >= before + LIMIT
    assert waited_for_rightly(game)


def test_an_early_turn_is_not_counted_among_those_that_wait(game: Game) -> None:
    turn = early_turn(game)
    assert not queries.my_turns(player(turn)).exists()
    assert queries.early_turns(player(turn)).get() == turn


# --- what a plan plays ----------------------------------------------------------------------------------------------


def test_the_first_wish_that_is_possible_is_played(game: Game) -> None:
    first, second, *_ = tiles(game)
    turn = early_turn(game)
    assert plan(turn, first, second, "ask") == (first, second, "ask")
    answer(person_turn(game), first)
    played = game.moves.filter(seat=turn.seat.index, planned_at__isnull=False)
    assert [move.text for move in played] == [second], "the first lay there only once"
    turn.refresh_from_db()
    assert turn.status == Turn.Status.CLOSED
    check_replay(fresh(game))


def test_what_was_forced_anyway_within_a_planned_decision_is_nobodys_plan(anna: User, bob: User, chris: User) -> None:
    """The harbor costs one doubloon more than the second has: the victory point is the only way to pay it."""
    buyer = Player(doubloons=7, vp=1, city={"black market": 1})
    game = set_before(without_nobles(Player(), buyer, Player()), anna, bob, chris)
    answer(person_turn(game), "builder")
    turn = early_turn(game)
    plan(turn, "build harbor")
    answer(person_turn(game), "pass")
    moves = game.moves.filter(seat=turn.seat.index, undone_at=None).order_by("ply")
    played = [(move.text.split(", ")[0], move.source, move.planned_at is not None) for move in moves]
    assert played == [("build harbor", Move.Source.WEB, True), ("pay vp", Move.Source.FORCED, False)]
    assert [move.submission_id is not None for move in moves] == [True, False]
    undo(game.pk, player(turn))
    assert moves_of(game, turn.seat.index) == []
    check_replay(fresh(game))


def test_plans_are_played_one_after_the_other(game: Game) -> None:
    one, two = early_turn(game, 0), early_turn(game, 1)
    plan(two, *tiles(game))
    plan(one, *tiles(game))
    answer(person_turn(game), tiles(game)[0])
    assert {move.seat for move in game.moves.filter(planned_at__isnull=False)} == {one.seat.index, two.seat.index}
    assert queries.waited_for(game).get().stage == "role"
    assert waited_for_rightly(game)
    check_replay(fresh(game))


def test_who_wrote_ask_is_asked(game: Game) -> None:
    turn = early_turn(game)
    plan(turn, "ask")
    answer(person_turn(game), tiles(game)[0])
    turn.refresh_from_db()
    assert (turn.status, turn.early) == (Turn.Status.OPEN, False)


def test_wait_plans_nothing(game: Game) -> None:
    turn = early_turn(game)
    assert plan(turn, "wait") == ("ask",)


def test_where_no_wish_is_possible_the_seat_is_asked_and_its_plan_stays(game: Game) -> None:
    turn = early_turn(game)
    line = tiles(game)[0]
    plan(turn, line)
    answer(person_turn(game), line)
    turn.refresh_from_db()
    assert (turn.status, turn.early) == (Turn.Status.OPEN, False)
    assert plans.lines_of(turn) == (line,)


def test_a_plan_with_a_line_that_can_never_be_played_is_refused_whole(game: Game) -> None:
    turn = early_turn(game)
    result = playing.play(
        turn.pk, [tiles(game)[0], "build harbor"], by=player(turn), source=Move.Source.WEB, key="one", as_plan=True
    )
    assert result.failed is not None
    assert result.failed.line == "build harbor"
    turn.refresh_from_db()
    assert turn.plan is None


def test_a_new_plan_replaces_the_old_one_and_a_click_adds_to_it(game: Game) -> None:
    first, second, *_ = tiles(game)
    turn = early_turn(game)
    plan(turn, first)
    assert plan(turn, second) == (second,)
    assert plan(turn, first, add=True) == (second, first)


def test_wishes_to_an_early_question_stay_wishes_when_the_turn_has_come(game: Game) -> None:
    first, second, *_ = tiles(game)
    turn = early_turn(game)
    answer(person_turn(game), first)
    result = playing.play(turn.pk, [first, second], by=player(turn), source=Move.Source.MAIL, key="late", as_plan=True)
    assert result.failed is None
    assert game.moves.filter(seat=turn.seat.index).count() == 1, "alternatives, not steps"


def test_wishes_that_are_not_possible_any_more_are_left_out(game: Game) -> None:
    first, second, *_ = tiles(game)
    last = early_turn(game, 1)
    answer(person_turn(game), first)
    result = playing.play(last.pk, [first, second], by=player(last), source=Move.Source.MAIL, key="late", as_plan=True)
    assert result.planned == (second,)
    assert result.not_tried == (first,)


def test_a_plan_of_which_nothing_is_possible_any_more_is_refused(game: Game) -> None:
    last, line = early_turn(game, 1), tiles(game)[0]
    answer(person_turn(game), line)
    result = playing.play(last.pk, [line, "ask"], by=player(last), source=Move.Source.MAIL, key="late", as_plan=True)
    assert result.failed is not None
    assert result.failed.line == line
    last.refresh_from_db()
    assert last.plan is None


def test_a_key_that_came_before_plans_nothing_anew(game: Game) -> None:
    first, second, *_ = tiles(game)
    turn = early_turn(game)
    plan(turn, first, key="same")
    assert plan(turn, second, key="same") == (first,)
    turn.refresh_from_db()
    assert plans.lines_of(turn) == (first,)


def test_a_bot_in_a_persons_place_follows_no_plan_of_theirs(game: Game) -> None:
    turn = early_turn(game)
    plan(turn, *tiles(game))
    resign(game.pk, player(turn))
    answer(person_turn(game), tiles(game)[0])
    assert not game.moves.filter(planned_at__isnull=False).exists()


# --- a turn stays the seat's through the phase ----------------------------------------------------------------------


def test_a_loading_line_is_played_in_every_circuit_and_the_turn_stays_the_same(captain: Game) -> None:
    answer(person_turn(captain), "captain")
    bob = turn_of(captain, 1)
    plan(bob, "ship tobacco", "ship corn", "ship sugar")
    answer(person_turn(captain), "ship corn 6", "ship indigo")
    assert moves_of(captain, 1)[:2] == ["ship tobacco 4", "ship corn 6"], (
        "a good without a ship: of equal ones the least"
    )
    assert captain.turns.filter(seat__index=1, phase=bob.phase, pk__gte=bob.pk).get() == bob
    check_replay(fresh(captain))


def test_a_planned_captain_asks_where_the_plan_ends(captain: Game) -> None:
    answer(person_turn(captain), "captain")
    plan(turn_of(captain, 1), "ship tobacco")
    answer(person_turn(captain), "ship indigo 5")
    assert moves_of(captain, 1) == ["ship tobacco 4"]
    assert person_turn(captain).seat.index == 0


def test_lines_after_the_end_of_an_answer_are_wishes_for_the_rest_of_the_phase(captain: Game) -> None:
    result = answer(person_turn(captain), "captain", "ship corn 6", "ship sugar", "ship indigo")
    assert result.done == ("captain", "ship corn 6")
    assert result.planned == ("ship sugar", "ship indigo")
    assert result.not_tried == ()
    answer(turn_of(captain, 1), "ship tobacco 4")
    assert moves_of(captain, 0)[:3] == ["captain", "ship corn 6", "ship sugar 5"]


def test_what_cannot_be_a_wish_was_not_tried(captain: Game) -> None:
    result = answer(person_turn(captain), "captain", "ship corn 6", "build harbor")
    assert result.planned == ()
    assert result.not_tried == ("build harbor",)


def test_who_is_asked_again_in_the_phase_keeps_the_turn_and_gets_a_new_deadline(captain: Game) -> None:
    turn = person_turn(captain)
    answer(turn, "captain", "ship corn 6")
    turn.refresh_from_db()
    assert (turn.status, turn.early, turn.due) == (Turn.Status.OPEN, True, None)
    answer(turn_of(captain, 1), "ship tobacco 4")
    turn.refresh_from_db()
    assert (turn.status, turn.early) == (Turn.Status.OPEN, False)
    assert waited_for_rightly(captain)


def test_an_answer_of_one_line_leaves_the_older_wishes_standing_one_of_several_replaces_them(captain: Game) -> None:
    answer(person_turn(captain), "captain")
    bob = turn_of(captain, 1)
    plan(bob, "ask", "ship sugar")
    answer(person_turn(captain), "ship corn 6")
    assert answer(turn_of(captain, 1), "ship tobacco 4").planned == ("ask", "ship sugar")
    undo(captain.pk, player(bob))
    assert answer(turn_of(captain, 1), "ship tobacco 4", "ship corn").planned == ("ship corn",)


# --- secrecy --------------------------------------------------------------------------------------------------------


def test_a_plan_changes_nothing_that_others_can_fetch(game: Game) -> None:
    turn = early_turn(game)
    before, private = state_for_others(game), turn.seat.private_version
    mails = Delivery.objects.count()
    plan(turn, *tiles(game))
    plan_changes.withdraw_plan(turn.pk, player(turn))
    assert state_for_others(game) == before
    assert Delivery.objects.count() == mails
    assert Seat.objects.get(pk=turn.seat_id).private_version == private + 2


def test_an_answer_given_ahead_changes_nothing_that_others_can_fetch(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    turn = person_turn(game, ahead=True)
    before, waiting = fresh(game).version, list(queries.waited_for(game))
    answer(turn, offers(turn)[0])
    assert (fresh(game).version, list(queries.waited_for(game))) == (before, waiting)


# --- take-backs and changes -----------------------------------------------------------------------------------------


def test_a_plan_does_not_hinder_the_take_back_of_another(game: Game) -> None:
    mover = person_turn(game)
    plan(early_turn(game), "ask")
    assert undo(game.pk, player(mover)).turn_id == mover.pk


def test_a_planned_ply_that_was_played_hinders_it(game: Game) -> None:
    mover = person_turn(game)
    plan(early_turn(game), *tiles(game))
    answer(mover, tiles(game)[0])
    with pytest.raises(CannotUndo):
        undo(game.pk, player(mover))


def test_what_ones_plan_played_can_be_taken_back_and_the_plan_is_withdrawn(game: Game) -> None:
    turn, last = early_turn(game, 0), early_turn(game, 1)
    plan(turn, *tiles(game))
    answer(person_turn(game), tiles(game)[0])
    assert person_turn(game).pk == last.pk
    undo(game.pk, player(turn))
    turn.refresh_from_db()
    assert (turn.status, turn.early, turn.plan) == (Turn.Status.OPEN, False, None)
    last.refresh_from_db()
    assert (last.status, last.early, last.due) == (Turn.Status.OPEN, True, None)
    assert waited_for_rightly(game)
    check_replay(fresh(game))


def test_a_take_back_of_the_pick_voids_the_plans_for_it_and_tells_their_owners_alone(game: Game) -> None:
    mover, turn, other = person_turn(game), early_turn(game, 0), early_turn(game, 1)
    plan(turn, tiles(game)[0])
    undo(game.pk, player(mover))
    turn.refresh_from_db()
    assert turn.status == Turn.Status.CLOSED
    assert turn.plan is None
    assert [notice.content["topic"] for notice in notices(player(turn))] == ["your plan does not count any more"]
    assert not notices(player(other))
    assert not notices(player(mover))


def test_a_plan_stands_when_somebody_takes_back_what_it_does_not_depend_on(game: Game) -> None:
    mover, last = person_turn(game), early_turn(game, 1)
    line = tiles(game)[0]
    plan(last, line)
    answer(mover, tiles(game)[1])
    undo(game.pk, player(mover))
    last.refresh_from_db()
    assert plans.lines_of(last) == (line,)
    assert not notices(player(last))


def test_a_replacement_voids_the_plan(game: Game, moderator: User) -> None:
    turn = early_turn(game)
    plan(turn, tiles(game)[0])
    replace_by_bot(game.pk, turn.seat.index, moderator, "gone", "random")
    turn.refresh_from_db()
    assert turn.status == Turn.Status.CLOSED
    assert turn.plan is None
    assert [notice.content["topic"] for notice in notices(player(turn))].count(VOID) == 1


VOID = "your plan does not count any more"


def test_a_seat_given_to_somebody_else_tells_the_person_before_alone_that_their_plan_is_void(
    game: Game, moderator: User, david: User
) -> None:
    turn = early_turn(game)
    before = player(turn)
    plan(turn, tiles(game)[0])
    plan_changes.plan_next_pick(game.pk, before, ["builder, ask"], source="web")
    replace_by_person(game.pk, turn.seat.index, moderator, "gone", david)
    assert [notice.content["topic"] for notice in notices(before)].count(VOID) == 2
    assert all(notice.seat is None for notice in notices(before)), "the seat is somebody else's"
    for seat in game.seats.select_related("user"):
        assert seat.user is not None
        assert VOID not in [notice.content["topic"] for notice in notices(seat.user)]
    assert not next_picks.lines_of(Seat.objects.get(pk=turn.seat_id))


def test_a_correction_voids_plans_and_tells_their_owners_alone(game: Game, moderator: User) -> None:
    turn, other, mover = early_turn(game, 0), early_turn(game, 1), person_turn(game)
    plan(turn, tiles(game)[0])
    corrected = json.loads(position_text(fresh(game)))
    corrected["players"][0]["doubloons"] += 1
    correct_position(game.pk, moderator, "lost under the table", json.dumps(corrected))
    assert [notice.content["topic"] for notice in notices(player(turn))].count(VOID) == 1
    for person in (player(other), player(mover)):
        assert VOID not in [notice.content["topic"] for notice in notices(person)]
    turn.refresh_from_db()
    assert (turn.status, turn.plan) == (Turn.Status.CLOSED, None)


# --- mails and time -------------------------------------------------------------------------------------------------


def test_when_the_game_waits_for_somebody_who_has_planned_nothing_they_get_a_second_mail(game: Game) -> None:
    turn = early_turn(game)
    Delivery.objects.filter(turn=turn).update(status=Delivery.Status.SENT, sent_at=timezone.now() - timedelta(hours=2))
    answer(person_turn(game), tiles(game)[0])
    mails = Delivery.objects.filter(turn=turn, kind=Notification.Kind.TURN)
    assert mails.count() == 2
    assert mails.latest("pk").next_attempt_at <= timezone.now()


def test_the_second_mail_waits_until_the_first_is_an_hour_old(game: Game) -> None:
    turn = early_turn(game)
    sent = timezone.now() - timedelta(minutes=20)
    Delivery.objects.filter(turn=turn).update(status=Delivery.Status.SENT, sent_at=sent)
    answer(person_turn(game), tiles(game)[0])
    assert Delivery.objects.filter(turn=turn).latest("pk").next_attempt_at == sent + timedelta(hours=1)


def delay_of_what_is_told(turn: Turn) -> timedelta:
    """How long after now the message waits that tells the deadline."""
    told = Delivery.objects.filter(turn=turn, status=Delivery.Status.PENDING).latest("pk")
    return told.next_attempt_at - timezone.now()


@pytest.mark.parametrize("minutes", [60, 30, 1])
def test_the_second_mail_comes_while_most_of_the_time_is_left(game: Game, minutes: int) -> None:
    limit = timedelta(minutes=minutes)
    Game.objects.filter(pk=game.pk).update(turn_limit=limit)
    turn = early_turn(game)
    Delivery.objects.filter(turn=turn).update(status=Delivery.Status.SENT, sent_at=timezone.now())
    answer(person_turn(game), tiles(game)[0])
    turn.refresh_from_db()
    assert turn.deadline is not None
    assert timedelta() < delay_of_what_is_told(turn) <= limit / 4
    assert Delivery.objects.filter(turn=turn).count() == 2


def test_a_first_mail_that_was_put_off_comes_while_most_of_the_time_is_left(game: Game) -> None:
    limit = timedelta(minutes=30)
    Game.objects.filter(pk=game.pk).update(turn_limit=limit)
    turn = early_turn(game)
    Delivery.objects.filter(turn=turn).update(next_attempt_at=timezone.now() + timedelta(minutes=50))
    answer(person_turn(game), tiles(game)[0])
    assert Delivery.objects.filter(turn=turn).count() == 1
    assert delay_of_what_is_told(turn) <= limit / 4


def test_who_has_planned_is_told_at_once_that_the_game_waits(game: Game) -> None:
    turn = early_turn(game)
    plan(turn, "ask")
    Delivery.objects.filter(turn=turn).update(status=Delivery.Status.SENT, sent_at=timezone.now())
    answer(person_turn(game), tiles(game)[0])
    assert Delivery.objects.filter(turn=turn).latest("pk").next_attempt_at <= timezone.now()


def test_a_first_mail_that_was_not_sent_yet_is_the_only_one(game: Game) -> None:
    turn = early_turn(game)
    answer(person_turn(game), tiles(game)[0])
    assert Delivery.objects.filter(turn=turn).count() == 1


def test_nobody_is_timed_out_in_an_early_turn(game: Game) -> None:
    turn = early_turn(game)
    assert not deadlines.time_out(turn.pk, SiteClock.read(timezone.now() + timedelta(days=100)))


def test_an_early_turn_that_is_over_takes_no_plan(game: Game) -> None:
    turn = early_turn(game)
    undo(game.pk, player(person_turn(game)))
    with pytest.raises(TurnClosed):
        plan(turn, "ask")
