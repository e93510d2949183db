"""Deciding together: what is proposed, who votes, when it is decided, and what comes of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.access import Permission
from games.models import AuditEntry, Game, Move, Notification, Proposal, Seat, Turn
from games.people.models import User
from games.table import clock
from games.table.agreed_ends import was_conceded
from games.table.audit import PAUSE_OVER
from games.table.errors import (
    BadProposal,
    CannotReturn,
    GamePaused,
    NotAllowed,
    NotModerator,
    NotPossible,
    NotRunning,
    NotSeated,
    NoVote,
    ProposalClosed,
    SeatLocked,
    SeatNotVacant,
    Suspended,
    TooMany,
)
from games.table.moderation.abort import abort
from games.table.moderation.seat_replacement import give_seat_back
from games.table.pausing import pause as pause_by_staff
from games.table.pausing import reason_of
from games.table.pausing import resume as resume_by_staff
from games.table.positions import rules_of
from games.table.proposals import decisions
from games.table.proposals.actions import MAX_A_DAY, MAX_CHANGES, OPEN_FOR, close_proposal, propose, vote, withdraw
from games.table.proposals.decisions import DECIDED
from games.table.proposals.pauses import pause_of_players
from games.table.proposals.registry import KINDS
from games.table.proposals.shown import MAX_LISTED, proposals_of, with_earlier
from games.table.proposals.telling import sentence_of
from games.table.records import check_replay, export_record
from games.table.replay import position_at
from games.table.reply_tokens import power_of
from games.table.resignation import resign
from games.table.suspension import suspend
from games.table.takeback import undo
from games.table.takeover import can_return, return_to_seat, take_over
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import (
    answer,
    audit_entries,
    bots_play,
    fresh,
    gone_on,
    notices,
    offers,
    opened,
    person_turn,
    play_on,
    player,
)
from tests.table.test_clocks import DAY, START, Days, days, game_by, turn_of  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("days")]

Status = Proposal.Status


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    return game_by(3 * DAY, anna, bob, chris)


def proposed(game: Game, by: User, kind: str, **given: Any) -> Proposal:
    return propose(game.pk, by, kind, given)


def again(proposal: Proposal) -> Proposal:
    return Proposal.objects.get(pk=proposal.pk)


def all_agree(proposal: Proposal, *people: User) -> Proposal:
    for person in people:
        vote(proposal.pk, person, agrees=True)
    return again(proposal)


def asked(person: User) -> list[Notification]:
    return list(Notification.objects.filter(user=person, kind=Notification.Kind.PROPOSAL))


def told(person: User, proposal: Proposal) -> list[str]:
    found = notices(person)
    return [str(one.content["text"]) for one in found if one.cause == f"proposal:{proposal.pk}:outcome"]


# --- Asking and deciding ---------------------------------------------------------------------------------------------


def test_all_others_are_asked_and_who_proposes_agrees(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = proposed(game, anna, "pause", days=5)
    assert (proposal.status, proposal.open_until) == (Status.OPEN, START + OPEN_FOR)
    assert {ballot.person: ballot.agrees for ballot in proposal.ballots.all()} == {anna: True, bob: None, chris: None}
    assert (len(asked(anna)), len(asked(bob)), len(asked(chris))) == (0, 1, 1)
    (entry,) = audit_entries(Permission.PROPOSE)
    assert (entry.actor, entry.game_id, entry.details["kind"]) == (anna, game.pk, "pause")


def test_two_thirds_of_three_are_two(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = all_agree(proposed(game, anna, "pause", days=5), bob)
    assert proposal.status == Status.ACCEPTED
    assert fresh(game).paused_at == proposal.decided_at == START
    for person in (anna, bob, chris):
        (text,) = told(person, proposal)
        assert "anna" in text
        assert "5 days" in text
    (entry,) = audit_entries(DECIDED)
    assert (entry.details["outcome"], entry.details["yes"], entry.details["no"]) == ("accepted", 2, 0)


def test_two_thirds_of_three_are_refused_by_two(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = proposed(game, anna, "pause", days=5)
    vote(proposal.pk, bob, agrees=False)
    assert again(proposal).status == Status.OPEN
    vote(proposal.pk, chris, agrees=False)
    assert again(proposal).status == Status.REFUSED
    assert fresh(game).paused_at is None
    assert told(anna, proposal)


def test_two_thirds_of_four_are_three(anna: User, bob: User, chris: User, david: User) -> None:
    game = game_by(3 * DAY, anna, bob, chris, david)
    accepted = proposed(game, anna, "extend", days=2)
    vote(accepted.pk, bob, agrees=True)
    vote(accepted.pk, chris, agrees=False)
    assert again(accepted).status == Status.OPEN
    vote(accepted.pk, david, agrees=True)
    assert again(accepted).status == Status.ACCEPTED
    refused = proposed(game, anna, "extend", days=2)
    vote(refused.pk, bob, agrees=False)
    assert again(refused).status == Status.OPEN
    vote(refused.pk, chris, agrees=False)
    assert again(refused).status == Status.REFUSED


def test_where_all_must_agree_one_no_decides(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = proposed(game, anna, "end")
    vote(proposal.pk, bob, agrees=True)
    vote(proposal.pk, chris, agrees=False)
    assert again(proposal).status == Status.REFUSED
    assert fresh(game).status == Game.Status.RUNNING


def test_a_vote_can_be_changed_until_it_is_decided(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = proposed(game, anna, "pause", days=5)
    vote(proposal.pk, bob, agrees=False)
    vote(proposal.pk, bob, agrees=True)
    assert again(proposal).status == Status.ACCEPTED
    other = all_agree(proposed(game, anna, "end"), bob)
    vote(other.pk, anna, agrees=False)
    assert again(other).status == Status.REFUSED
    with pytest.raises(ProposalClosed):
        vote(other.pk, chris, agrees=True)


def test_who_changes_their_mind_too_often_is_stopped(anna: User, bob: User, chris: User, david: User) -> None:
    game = game_by(3 * DAY, anna, bob, chris, david)
    proposal = proposed(game, anna, "pause", days=1)
    vote(proposal.pk, bob, agrees=False)
    for number in range(MAX_CHANGES):
        vote(proposal.pk, bob, agrees=number % 2 == 0)
    with pytest.raises(TooMany):
        vote(proposal.pk, bob, agrees=False)
    assert proposal.ballots.get(person=bob).agrees


def test_the_same_vote_twice_counts_once(game: Game, anna: User, bob: User) -> None:
    proposal = proposed(game, anna, "end")
    vote(proposal.pk, bob, agrees=True)
    seen, entries = fresh(game).version, len(audit_entries(Permission.VOTE))
    vote(proposal.pk, bob, agrees=True)
    assert (fresh(game).version, len(audit_entries(Permission.VOTE))) == (seen, entries)
    assert again(proposal).status == Status.OPEN


def test_the_vote_that_decided_it_can_be_sent_again(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = all_agree(proposed(game, anna, "pause", days=5), bob)
    assert vote(proposal.pk, bob, agrees=True).status == Status.ACCEPTED
    with pytest.raises(ProposalClosed):
        vote(proposal.pk, chris, agrees=True)
    with pytest.raises(ProposalClosed):
        vote(proposal.pk, bob, agrees=False)


def test_what_is_not_decided_in_time_expires_once(
    game: Game,
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
) -> None:
    proposal = proposed(game, anna, "end")
    days.pass_by(OPEN_FOR - timedelta(minutes=1))
    clock.tick()
    assert again(proposal).status == Status.OPEN
    days.pass_by(timedelta(minutes=1))
    with pytest.raises(ProposalClosed):
        vote(proposal.pk, bob, agrees=True)
    for _twice in range(2):
        clock.tick()
    assert again(proposal).status == Status.EXPIRED
    assert len(told(anna, proposal)) == len(told(bob, proposal)) == len(audit_entries(DECIDED)) == 1


def test_who_has_proposed_it_withdraws_it(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = proposed(game, anna, "end")
    with pytest.raises(NotPossible):
        withdraw(proposal.pk, bob)
    for _twice in range(2):
        assert withdraw(proposal.pk, anna).status == Status.WITHDRAWN
    assert (len(told(anna, proposal)), len(told(bob, proposal)), len(told(chris, proposal))) == (0, 1, 1)
    with pytest.raises(ProposalClosed):
        vote(proposal.pk, bob, agrees=True)


def test_when_the_last_who_had_not_agreed_leaves_it_is_accepted(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = all_agree(proposed(game, anna, "end"), bob)
    assert proposal.status == Status.OPEN
    resign(game.pk, chris)
    assert again(proposal).status == Status.ACCEPTED
    assert fresh(game).status == Game.Status.ABORTED


def test_votes_of_who_has_left_count_no_more(anna: User, bob: User, chris: User, david: User) -> None:
    game = game_by(3 * DAY, anna, bob, chris, david)
    proposal = all_agree(proposed(game, anna, "pause", days=5), bob)
    assert proposal.status == Status.OPEN
    resign(game.pk, anna)
    assert again(proposal).status == Status.OPEN
    vote(proposal.pk, chris, agrees=True)
    assert again(proposal).status == Status.ACCEPTED


def test_a_suspension_settles_what_was_open(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = all_agree(proposed(game, anna, "end"), bob)
    suspend(chris, None, "tests")
    assert again(proposal).status == Status.ACCEPTED


def test_when_everybody_has_left_it_is_closed(game: Game, anna: User) -> None:
    proposal = proposed(game, anna, "end")
    Seat.objects.filter(game=game).update(caretaker="random", caretaker_cause=Seat.Cause.STAFF)
    clock.tick()
    assert again(proposal).status == Status.CLOSED


def test_when_the_game_ends_what_is_open_is_closed(game: Game, anna: User) -> None:
    proposal = proposed(game, anna, "pause", days=1)
    abort(game.pk, None, "tests")
    clock.tick()
    assert again(proposal).status == Status.CLOSED
    assert not told(anna, proposal)


def test_staff_close_a_proposal_and_say_why(game: Game, anna: User, bob: User, moderator: User) -> None:
    proposal = proposed(game, anna, "end")
    with pytest.raises(NotModerator):
        close_proposal(proposal.pk, bob, "I do not like it")
    close_proposal(proposal.pk, moderator, "a threat")
    assert again(proposal).status == Status.CLOSED
    (text,) = told(bob, proposal)
    assert "a threat" in text
    with pytest.raises(ProposalClosed):
        close_proposal(proposal.pk, moderator, "once more")
    (entry,) = audit_entries(Permission.CLOSE_PROPOSAL)
    assert (entry.actor, entry.reason, entry.details["proposal"]) == (moderator, "a threat", proposal.pk)


# --- Who votes -------------------------------------------------------------------------------------------------------


def test_strangers_former_players_and_programs_have_no_vote(anna: User, bob: User, chris: User, david: User) -> None:
    robo = UserFactory.create(username="robo", owner=david, email="")
    game = game_by(3 * DAY, anna, bob, chris)
    Seat.objects.filter(game=game, user=chris).update(user=robo)
    stranger = UserFactory.create(username="eve")
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    proposal = proposed(game, anna, "end")
    assert {ballot.person for ballot in proposal.ballots.all()} == {anna, bob}
    for person in (stranger, robo, david, chris):
        with pytest.raises(NoVote):
            vote(proposal.pk, person, agrees=True)
    for person in (stranger, david, chris):
        with pytest.raises(NotSeated):
            proposed(game, person, "pause", days=1)
    with pytest.raises(NoVote):
        proposed(game, robo, "pause", days=1)
    resign(game.pk, bob)
    with pytest.raises(NotSeated):
        proposed(game, bob, "pause", days=1)
    assert fresh(game).status == Game.Status.ABORTED


def test_who_has_resigned_has_no_vote(anna: User, bob: User, chris: User, david: User) -> None:
    game = game_by(3 * DAY, anna, bob, chris, david)
    resign(game.pk, david)
    proposal = proposed(game, anna, "end")
    with pytest.raises(NoVote):
        vote(proposal.pk, david, agrees=False)


def test_who_is_suspended_can_do_nothing(game: Game, anna: User, bob: User) -> None:
    proposal = proposed(game, anna, "pause", days=1)
    suspend(bob, None, "tests")
    with pytest.raises(Suspended):
        vote(proposal.pk, User.objects.get(pk=bob.pk), agrees=True)


def test_who_is_only_away_has_a_vote(game: Game, anna: User, bob: User, chris: User) -> None:
    Seat.objects.filter(game=game, user=chris).update(caretaker="random", caretaker_cause=Seat.Cause.AWAY)
    proposal = all_agree(proposed(game, anna, "end"), bob)
    assert proposal.status == Status.OPEN
    assert all_agree(proposal, chris).status == Status.ACCEPTED


def test_somebody_who_has_taken_a_seat_since_votes(game: Game, anna: User, bob: User, chris: User, david: User) -> None:
    proposal = proposed(game, anna, "end")
    Seat.objects.filter(game=game, user=chris).update(user=david)
    with pytest.raises(NoVote):
        vote(proposal.pk, chris, agrees=True)
    assert all_agree(proposal, bob, david).status == Status.ACCEPTED


def test_whoever_takes_a_seat_over_during_a_vote_is_asked(
    game: Game, anna: User, bob: User, chris: User, david: User
) -> None:
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LOBBY)
    proposal = proposed(game, anna, "end")
    index = game.seats.get(user=chris).index
    resign(game.pk, chris)
    take_over(game.pk, index, david)
    assert len(asked(david)) == 1
    assert proposal.ballots.get(person=david).agrees is None
    clock.tick()
    assert (len(asked(david)), len(asked(bob)), len(asked(anna))) == (1, 1, 0)
    assert all_agree(proposal, bob).status == Status.OPEN
    assert all_agree(proposal, david).status == Status.ACCEPTED


def test_whoever_returns_during_a_vote_is_asked(game: Game, anna: User, bob: User, chris: User) -> None:
    resign(game.pk, chris)
    proposed(game, anna, "end")
    assert not asked(chris)
    return_to_seat(game.pk, chris)
    assert len(asked(chris)) == 1
    resign(game.pk, chris)
    return_to_seat(game.pk, chris)
    assert len(asked(chris)) == 1


def test_whoever_gets_a_seat_from_staff_during_a_vote_is_asked_by_the_next_sweep(
    game: Game, anna: User, chris: User, moderator: User
) -> None:
    index = game.seats.get(user=chris).index
    resign(game.pk, chris)
    proposed(game, anna, "end")
    give_seat_back(game.pk, index, moderator, "asked for it")
    clock.tick()
    assert len(asked(chris)) == 1


def test_nobody_is_asked_while_staff_have_paused_the_game(game: Game, anna: User, chris: User, moderator: User) -> None:
    resign(game.pk, chris)
    proposed(game, anna, "end")
    give_seat_back(game.pk, game.seats.get(user=chris).index, moderator, "asked for it")
    pause_by_staff(game.pk, moderator, "a quarrel")
    clock.tick()
    assert not asked(chris)
    resume_by_staff(game.pk, moderator, "settled")
    clock.tick()
    assert len(asked(chris)) == 1


def test_one_person_alone_among_bots_needs_no_vote(anna: User) -> None:
    game = opened(anna, bots=2)
    proposal = proposed(game, anna, "pause", days=2)
    assert (proposal.status, proposal.decided_at) == (Status.ACCEPTED, START)
    assert fresh(game).paused_at is not None
    assert not asked(anna)
    assert not told(anna, proposal)
    assert [len(audit_entries(word)) for word in (Permission.PROPOSE, DECIDED)] == [1, 1]
    assert proposed(game, anna, "resume").status == Status.ACCEPTED
    assert fresh(game).paused_at is None


# --- What can be proposed --------------------------------------------------------------------------------------------


def test_there_is_one_open_proposal_of_a_kind(game: Game, anna: User, bob: User) -> None:
    proposal = proposed(game, anna, "pause", days=2)
    assert proposed(game, anna, "pause", days=2) == proposal
    with pytest.raises(BadProposal):
        proposed(game, anna, "pause", days=3)
    with pytest.raises(BadProposal):
        proposed(game, bob, "pause", days=2)
    assert proposed(game, bob, "extend", days=2).status == Status.OPEN


def test_the_same_key_proposes_once(anna: User) -> None:
    game = opened(anna, bots=2)
    bots_play(game)
    first = propose(game.pk, anna, "extend", {"days": 2}, key="k1")
    assert propose(game.pk, anna, "extend", {"days": 2}, key="k1") == first
    assert propose(game.pk, anna, "extend", {"days": 2}, key="k2") != first


def test_nobody_proposes_without_end(game: Game, anna: User, bob: User) -> None:
    for _time in range(MAX_A_DAY):
        withdraw(proposed(game, anna, "end").pk, anna)
    with pytest.raises(TooMany):
        proposed(game, anna, "end")
    assert proposed(game, bob, "end").status == Status.OPEN


def test_after_a_day_one_may_propose_again(
    game: Game,
    anna: User,
    days: Days,  # noqa: F811
) -> None:
    for _time in range(MAX_A_DAY):
        withdraw(proposed(game, anna, "end").pk, anna)
    days.pass_by(DAY)
    assert proposed(game, anna, "end").status == Status.OPEN


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("pause", {}),
        ("pause", {"days": 0}),
        ("pause", {"days": 31}),
        ("pause", {"days": "many"}),
        ("extend", {"days": 15}),
        ("take-back", {}),
        ("take-back", {"ply": 500}),
        ("take-back", {"ply": -1}),
        ("replace", {"seat": 7}),
        ("clock", {}),
        ("dance", {}),
    ],
)
def test_what_makes_no_sense_is_not_proposed(game: Game, anna: User, kind: str, given: Mapping[str, object]) -> None:
    with pytest.raises(BadProposal):
        propose(game.pk, anna, kind, given)
    assert not Proposal.objects.exists()


def test_in_a_game_that_staff_have_paused_nothing_is_decided(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = all_agree(proposed(game, anna, "end"), bob)
    pause_by_staff(game.pk, None, "tests")
    with pytest.raises(GamePaused):
        vote(proposal.pk, chris, agrees=True)
    with pytest.raises(GamePaused):
        proposed(game, anna, "resume")
    Seat.objects.filter(game=game, user=chris).update(caretaker="random", caretaker_cause=Seat.Cause.STAFF)
    clock.tick()
    assert again(proposal).status == Status.OPEN
    resume_by_staff(game.pk, None, "tests")
    clock.tick()
    assert again(proposal).status == Status.ACCEPTED


def test_nothing_is_proposed_in_a_game_that_is_over(game: Game, anna: User) -> None:
    abort(game.pk, None, "tests")
    with pytest.raises(NotRunning):
        proposed(game, anna, "pause", days=1)


def test_every_kind_says_what_it_does(game: Game, anna: User) -> None:
    assert all(str(kind.name) and str(kind.explanation) and str(kind.share.words) for kind in KINDS.values())


# --- Pauses ----------------------------------------------------------------------------------------------------------


def test_a_pause_ends_by_vote_and_everybody_has_their_time_back(
    game: Game,
    anna: User,
    bob: User,
    chris: User,
    days: Days,  # noqa: F811
) -> None:
    all_agree(proposed(game, anna, "pause", days=5), bob)
    with pytest.raises(NotPossible):
        proposed(game, anna, "pause", days=5)
    days.pass_by(2 * DAY)
    all_agree(proposed(game, chris, "resume"), anna)
    assert fresh(game).paused_at is None
    assert turn_of(game).deadline == START + 5 * DAY


def test_a_pause_ends_by_itself_when_its_days_have_passed(
    game: Game,
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
) -> None:
    all_agree(proposed(game, anna, "pause", days=5), bob)
    days.pass_by(5 * DAY - timedelta(minutes=1))
    clock.tick()
    assert fresh(game).paused_at is not None
    days.pass_by(timedelta(minutes=1))
    for _twice in range(2):
        clock.tick()
    assert fresh(game).paused_at is None
    assert turn_of(game).deadline == START + 8 * DAY
    assert len(audit_entries(PAUSE_OVER)) == 1
    assert sum("pause" in str(one.content["text"]).lower() for one in notices(bob)) == 2


def test_a_pause_of_staff_does_not_end_by_itself(
    game: Game,
    days: Days,  # noqa: F811
) -> None:
    pause_by_staff(game.pk, None, "tests")
    days.pass_by(40 * DAY)
    clock.tick()
    assert fresh(game).paused_at is not None


def test_staff_take_a_pause_of_the_players_over(
    game: Game,
    anna: User,
    bob: User,
    chris: User,
    moderator: User,
    days: Days,  # noqa: F811
) -> None:
    all_agree(proposed(game, anna, "pause", days=2), bob)
    going_on = proposed(game, anna, "resume")
    days.pass_by(DAY)
    assert pause_by_staff(game.pk, moderator, "a quarrel")
    assert fresh(game).paused_at == START
    assert not pause_by_staff(game.pk, moderator, "a quarrel")
    assert len(audit_entries(Permission.PAUSE)) == 2
    assert any("a quarrel" in str(one.content["text"]) for one in notices(bob))
    with pytest.raises(GamePaused):
        vote(going_on.pk, bob, agrees=True)
    assert (reason_of(fresh(game)), pause_of_players(fresh(game))) == ("a quarrel", None)
    days.pass_by(9 * DAY)
    clock.tick()
    assert fresh(game).paused_at == START
    resume_by_staff(game.pk, moderator, "settled")
    assert turn_of(game).deadline == START + 10 * DAY + 3 * DAY


def test_a_reason_that_staff_gave_for_an_earlier_pause_is_not_that_of_the_players(
    game: Game, anna: User, bob: User, moderator: User
) -> None:
    pause_by_staff(game.pk, moderator, "a quarrel")
    resume_by_staff(game.pk, moderator, "settled")
    Game.objects.filter(pk=game.pk).update(paused_at=START + DAY)
    assert reason_of(fresh(game)) == ""


def test_there_is_nothing_to_go_on_with_while_the_game_runs(game: Game, anna: User) -> None:
    with pytest.raises(NotPossible):
        proposed(game, anna, "resume")


# --- Time ------------------------------------------------------------------------------------------------------------


def test_all_deadlines_that_run_are_later(game: Game, anna: User, bob: User) -> None:
    before = turn_of(game).deadline
    assert before is not None
    all_agree(proposed(game, anna, "extend", days=4), bob)
    assert turn_of(game).deadline == before + 4 * DAY


def test_where_no_deadline_runs_there_is_no_more_time(anna: User) -> None:
    game = play_on(opened(anna, bots=2), lambda game: not game.turns.exclude(due=None).filter(status="open").exists())
    with pytest.raises(NotPossible):
        proposed(game, anna, "extend", days=4)
    assert not Proposal.objects.exists()


def test_another_clock_needs_all_and_time_begins_anew(
    game: Game,
    anna: User,
    bob: User,
    chris: User,
    days: Days,  # noqa: F811
) -> None:
    control = TimeControl(DAY / 2, bank=10 * DAY)
    days.pass_by(DAY)
    proposal = all_agree(proposed(game, anna, "clock", time_control=control), bob)
    assert (proposal.status, fresh(game).time_control) == (Status.OPEN, TimeControl(3 * DAY))
    all_agree(proposal, chris)
    assert fresh(game).time_control == control
    assert turn_of(game).deadline == START + DAY + 10 * DAY + DAY / 2
    days.pass_by(2 * DAY)
    turn = person_turn(game)
    mover = turn.seat
    answer(turn, offers(turn)[0])
    mover.refresh_from_db()
    if not game.turns.filter(seat=mover, status=Turn.Status.OPEN).exists():
        assert mover.time_left == 8 * DAY + DAY / 2
    gone_on(game)


def test_a_pace_begins_with_a_share_of_the_round(game: Game, anna: User, bob: User, chris: User) -> None:
    control = TimeControl(DAY / 8, round=6 * DAY)
    all_agree(proposed(game, anna, "clock", time_control=control), bob, chris)
    assert turn_of(game).deadline == START + 2 * DAY
    with pytest.raises(NotPossible):
        proposed(game, anna, "clock", time_control=control)


def test_another_clock_in_a_pause_counts_from_its_end(
    game: Game,
    anna: User,
    bob: User,
    chris: User,
    days: Days,  # noqa: F811
) -> None:
    all_agree(proposed(game, anna, "pause", days=9), bob)
    days.pass_by(DAY)
    all_agree(proposed(game, anna, "clock", time_control=TimeControl(2 * DAY)), bob, chris)
    days.pass_by(DAY)
    all_agree(proposed(game, anna, "resume"), bob)
    assert turn_of(game).deadline == START + 4 * DAY


# --- Taking back -----------------------------------------------------------------------------------------------------


def reveals(game: Game) -> bool:
    """Whether something hidden was revealed by the last moves."""
    newest = list(game.moves.filter(undone_at=None).order_by("-ply").values_list("revealed", flat=True)[:2])
    return len(newest) == 2 and newest[0] != newest[1]


def test_a_move_that_has_revealed_nothing_is_taken_back_if_all_agree(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    first = person_turn(game)
    answer(first, "mayor")
    other = person_turn(game)
    start = game.moves.count()
    answer(other, offers(other)[0])
    assert fresh(game).plies > 0
    proposal = all_agree(proposed(game, anna, "take-back", ply=0), bob)
    assert proposal.status == Status.OPEN
    all_agree(proposal, chris)
    now = fresh(game)
    assert now.plies == 0
    assert person_turn(now).seat == first.seat
    assert not Move.objects.filter(game=game, undone_at=None).exists()
    assert game.moves.count() >= start
    check_replay(now)
    gone_on(now)


def test_behind_something_revealed_the_game_goes_only_with_new_draws(
    game: Game, anna: User, bob: User, chris: User, tmp_path: Path
) -> None:
    turn = person_turn(game)
    answer(turn, "settler")
    play_on(game, reveals)
    with pytest.raises(NotPossible):
        proposed(game, anna, "take-back", ply=0)
    proposal = all_agree(proposed(game, anna, "take-back", ply=0, new_draws=True), bob, chris)
    assert proposal.status == Status.ACCEPTED
    now = fresh(game)
    (set_up,) = game.moves.filter(undone_at=None)
    assert (set_up.seat, set_up.source, set_up.text) == (None, Move.Source.VOTE, "set up with new draws")
    check_replay(now)
    check_replay(gone_on(now, 30))
    concession = all_agree(proposed(game, anna, "concede"), bob, chris)
    assert concession.status == Status.ACCEPTED
    file = tmp_path / "game.txt"
    file.write_text(export_record(fresh(game)), encoding="utf-8")
    out = StringIO()
    call_command("verify_deal", str(file), stdout=out)
    assert "was set up" in out.getvalue()


def test_what_is_revealed_while_it_is_open_makes_it_impossible(game: Game, anna: User, bob: User, chris: User) -> None:
    answer(person_turn(game), "settler")
    if reveals(fresh(game)):
        pytest.skip("this deal reveals at once")
    proposal = all_agree(proposed(game, anna, "take-back", ply=0), bob)
    play_on(game, reveals)
    before = fresh(game).plies
    assert all_agree(proposal, chris).status == Status.VOID
    assert fresh(game).plies == before
    (text,) = told(anna, proposal)
    assert "revealed" in text


def test_behind_new_draws_the_old_ones_are_known(game: Game, anna: User, bob: User, chris: User) -> None:
    answer(person_turn(game), "mayor")
    ply = fresh(game).plies
    play_on(game, lambda game: game.plies > ply + 3 and reveals(game))
    all_agree(proposed(game, anna, "take-back", ply=ply, new_draws=True), bob, chris)
    with pytest.raises(NotPossible):
        proposed(game, anna, "take-back", ply=0)
    assert proposed(game, anna, "take-back", ply=0, new_draws=True).status == Status.OPEN


def test_a_move_that_was_taken_back_meanwhile_is_not_taken_back_again(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    turn = person_turn(game)
    answer(turn, "mayor")
    proposal = all_agree(proposed(game, anna, "take-back", ply=0), chris)
    undo(game.pk, player(turn))
    answer(person_turn(game), "craftsman")
    plies = fresh(game).plies
    all_agree(proposal, bob)
    assert again(proposal).status == Status.VOID
    assert fresh(game).plies == plies


def test_hands_of_cards_stay_when_draws_are_made_anew(anna: User, bob: User) -> None:
    game = opened(anna, bob, kind="san-juan")
    game = play_on(game, lambda game: game.plies >= 12)
    rules, ply = rules_of(game), 8
    before = position_at(game, ply)
    proposal = proposed(game, anna, "take-back", ply=ply, new_draws=True)
    assert all_agree(proposal, bob).status == Status.ACCEPTED
    set_up = game.moves.get(undone_at=None, ply=ply)
    assert set_up.set_up is not None
    now = rules.from_json(set_up.set_up)
    assert all(rules.view(now, seat) == rules.view(before, seat) for seat in (None, 0, 1))
    assert rules.digest(now) != rules.digest(before)
    check_replay(gone_on(fresh(game), 20))


# --- Ending ----------------------------------------------------------------------------------------------------------


def test_all_agree_to_end_it_without_a_result(game: Game, anna: User, bob: User, chris: User) -> None:
    open_too = proposed(game, bob, "pause", days=1)
    proposal = all_agree(proposed(game, anna, "end"), bob, chris)
    now = fresh(game)
    assert (now.status, now.ended_at) == (Game.Status.ABORTED, proposal.decided_at)
    assert not now.seats.exclude(rank=None).exists()
    assert again(open_too).status == Status.CLOSED
    assert not told(anna, open_too)
    assert len(told(anna, proposal)) == 1


def test_all_concede_to_the_leader(game: Game, anna: User, bob: User, chris: User, tmp_path: Path) -> None:
    game = play_on(game, lambda game: game.plies >= 40)
    proposal = all_agree(proposed(game, anna, "concede"), bob, chris)
    now = fresh(game)
    assert (now.status, now.ended_at) == (Game.Status.FINISHED, proposal.decided_at)
    ranks = {seat.rank: seat.score for seat in now.seats.all()}
    assert ranks[1] == max(score for score in ranks.values() if score is not None)
    assert not now.turns.exclude(status=Turn.Status.CLOSED).exists()
    assert was_conceded(now)
    check_replay(now)
    file = tmp_path / "game.txt"
    file.write_text(export_record(now), encoding="utf-8")
    assert '[Ended "conceded"]' in file.read_text()
    call_command("verify_deal", str(file))
    assert not told(anna, proposal)
    assert Notification.objects.filter(user=anna, kind=Notification.Kind.END).count() == 1


def test_a_game_that_is_paused_can_be_conceded(game: Game, anna: User, bob: User, chris: User) -> None:
    all_agree(proposed(game, anna, "pause", days=3), bob)
    all_agree(proposed(game, anna, "concede"), bob, chris)
    assert (fresh(game).status, fresh(game).paused_at) == (Game.Status.FINISHED, None)


# --- Replacing somebody ----------------------------------------------------------------------------------------------


def test_the_others_replace_somebody_who_has_no_vote_but_is_told(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    seat = game.seats.get(user=chris)
    proposal = proposed(game, anna, "replace", seat=seat.index)
    assert not asked(chris)
    assert any("anna" in str(one.content["text"]) for one in notices(chris))
    with pytest.raises(NoVote):
        vote(proposal.pk, chris, agrees=False)
    assert all_agree(proposal, bob).status == Status.ACCEPTED
    seat.refresh_from_db()
    assert (seat.caretaker_cause, seat.is_given_up, seat.user) == (Seat.Cause.VOTED, True, chris)
    assert len(told(chris, proposal)) == 1
    bots_play(game)
    assert all(player(turn) != chris for turn in game.turns.filter(status=Turn.Status.OPEN, due__isnull=False))


def test_one_no_keeps_somebody_in_the_game(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = proposed(game, anna, "replace", seat=game.seats.get(user=chris).index)
    vote(proposal.pk, bob, agrees=False)
    assert again(proposal).status == Status.REFUSED
    assert not game.seats.get(user=chris).caretaker


def test_one_of_two_cannot_replace_the_other(anna: User, bob: User) -> None:
    game = game_by(3 * DAY, anna, bob)
    with pytest.raises(NotPossible):
        proposed(game, anna, "replace", seat=game.seats.get(user=bob).index)


def test_nobody_alone_replaces_somebody_once_the_others_have_left(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    proposal = proposed(game, anna, "replace", seat=game.seats.get(user=chris).index)
    resign(game.pk, bob)
    assert again(proposal).status == Status.CLOSED
    assert not game.seats.get(user=chris).caretaker
    assert len(told(anna, proposal)) == len(told(chris, proposal)) == 1


def test_nobody_replaces_themselves_or_who_has_left(game: Game, anna: User, chris: User) -> None:
    with pytest.raises(BadProposal):
        proposed(game, anna, "replace", seat=game.seats.get(user=anna).index)
    resign(game.pk, chris)
    with pytest.raises(BadProposal):
        proposed(game, anna, "replace", seat=game.seats.get(user=chris).index)


def test_who_resigns_need_not_be_replaced(anna: User, bob: User, chris: User, david: User) -> None:
    game = game_by(3 * DAY, anna, bob, chris, david)
    proposal = proposed(game, anna, "replace", seat=game.seats.get(user=david).index)
    resign(game.pk, david)
    assert all_agree(proposal, bob, chris).status == Status.VOID


def test_whom_the_others_have_replaced_returns_only_if_staff_give_the_seat_back(
    game: Game, anna: User, bob: User, chris: User, moderator: User
) -> None:
    seat = game.seats.get(user=chris)
    proposal = all_agree(proposed(game, anna, "replace", seat=seat.index), bob)
    assert "cannot return" in sentence_of(proposal)
    seat.refresh_from_db()
    assert not can_return(game, seat)
    assert not power_of(seat.turns.latest("pk")).returns
    with pytest.raises(CannotReturn, match="The others have decided"):
        return_to_seat(game.pk, chris)
    give_seat_back(game.pk, seat.index, moderator, "a mistake")
    seat.refresh_from_db()
    assert not seat.caretaker


def test_the_seat_of_whom_the_others_have_replaced_is_taken_over(
    game: Game, anna: User, bob: User, chris: User, david: User
) -> None:
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LOBBY)
    seat = game.seats.get(user=chris)
    all_agree(proposed(game, anna, "replace", seat=seat.index), bob)
    take_over(game.pk, seat.index, david)
    with pytest.raises(SeatNotVacant):
        return_to_seat(game.pk, chris)
    check_replay(gone_on(fresh(game)))


def test_a_bots_seat_is_opened_by_two_thirds_and_somebody_takes_it(
    anna: User, bob: User, chris: User, david: User
) -> None:
    game = opened(anna, bob, chris, bots=1)
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LOBBY)
    seat = game.seats.get(user=None)
    with pytest.raises(NotAllowed):
        take_over(game.pk, seat.index, david)
    assert all_agree(proposed(game, anna, "open-seat", seat=seat.index), bob).status == Status.ACCEPTED
    take_over(game.pk, seat.index, david)
    assert game.seats.get(index=seat.index).user == david
    check_replay(gone_on(fresh(game)))


def test_no_seat_is_opened_where_the_host_lets_nobody_take_one(anna: User, bob: User) -> None:
    game = opened(anna, bob, bots=1)
    Game.objects.filter(pk=game.pk).update(takeover="")
    with pytest.raises(SeatLocked):
        proposed(game, anna, "open-seat", seat=game.seats.get(user=None).index)


# --- Many -----------------------------------------------------------------------------------------------------------


def test_a_sweep_looks_at_all_proposals_however_many_are_open(
    game: Game, anna: User, bob: User, chris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MAX_AT_ONCE", 1)
    monkeypatch.setattr(decisions, "BATCH_SIZE", 1)
    proposed(game, anna, "pause", days=2)
    later = game_by(3 * DAY, anna, bob, chris)
    proposal = all_agree(proposed(later, anna, "end"), bob)
    Seat.objects.filter(game=later, user=chris).update(caretaker="random", caretaker_cause=Seat.Cause.STAFF)
    clock.tick()
    assert again(proposal).status == Status.ACCEPTED


def test_a_sweep_ends_all_pauses_that_are_over_however_many_are_not(
    anna: User,
    monkeypatch: pytest.MonkeyPatch,
    days: Days,  # noqa: F811
) -> None:
    monkeypatch.setattr(decisions, "MAX_AT_ONCE", 1)
    monkeypatch.setattr(decisions, "BATCH_SIZE", 1)
    games = [opened(anna, bots=2) for _number in range(2)]
    for game, length in zip(games, (9, 1), strict=True):
        proposed(game, anna, "pause", days=length)
    days.pass_by(2 * DAY)
    clock.tick()
    assert [fresh(game).paused_at is None for game in games] == [False, True]


def test_the_log_keeps_what_was_accepted_long_ago(anna: User) -> None:
    game = opened(anna, bots=2)
    first = proposed(game, anna, "pause", days=2)
    refused = [_past(game, anna, Status.REFUSED) for _number in range(MAX_LISTED)]
    _past(game, anna, Status.OPEN)
    told_now = with_earlier(game, proposals_of(game))
    assert (told_now[0], told_now[1]) == (first, refused[1])


def test_a_proposal_of_a_later_version_is_shown_to_nobody(game: Game, anna: User, bob: User) -> None:
    proposal = proposed(game, anna, "pause", days=2)
    Proposal.objects.filter(pk=proposal.pk).update(kind="of a later version")
    assert proposals_of(game) == []
    resign(game.pk, bob)
    assert again(proposal).status == Status.OPEN


def _past(game: Game, by: User, status: Proposal.Status) -> Proposal:
    return Proposal.objects.create(
        game=game, kind="extend", by=by, parameters={"days": 1}, status=status, proposed_at=START, open_until=START
    )


# --- The trail -------------------------------------------------------------------------------------------------------


def test_the_trail_of_a_guest_names_neither_guest_nor_game(anna: User) -> None:
    game = opened(anna, bots=2)
    User.objects.filter(pk=anna.pk).update(guest_until=START + DAY)
    guest = User.objects.get(pk=anna.pk)
    proposed(game, guest, "pause", days=1)
    assert not AuditEntry.objects.filter(details__kind="pause").exclude(game=None, actor=None).exists()
