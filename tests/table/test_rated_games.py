"""What makes a rated game, and what is not allowed in one."""

from __future__ import annotations

import pytest

from games.models import Game, Proposal, Seat
from games.people.models import User
from games.table import absences, advisers, bot_accounts
from games.table.coach import NoCoach, switch_coach
from games.table.errors import (
    BadAbsence,
    BadAnswer,
    BadOpening,
    CannotReplace,
    NotAllowed,
    NotModerator,
    NotPossible,
    NotRated,
)
from games.table.guests import open_guest_game
from games.table.moderation.seat_replacement import replace_by_person
from games.table.moderation.voiding import void_rating
from games.table.open_games import SeatPlan, fill_with_bots, join, leave, open_game, seat_bot_account
from games.table.order_changes import give_orders
from games.table.proposals.actions import propose, vote
from games.table.proposals.kinds import Share
from games.table.proposals.registry import find_kind
from games.table.proposals.shown import possible_proposals
from games.table.resignation import resign
from games.table.takeover import take_over
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT, audit_entries, fresh, gone_on, notices, opened
from tests.table.rated import KIND, opened_rated

pytestmark = pytest.mark.django_db
FREE, ME, BOT = SeatPlan("free"), SeatPlan("me"), SeatPlan("bot", level="random")


def planned(host: User, *seats: SeatPlan, advisers: bool = False) -> str:
    game = open_game(
        host,
        name="Rated",
        kind=KIND,
        options={},
        seats=seats,
        time_control=TimeControl(LIMIT),
        advisers=advisers,
        rated=True,
    )
    return game.pk


def test_it_needs_seats_for_two_people(anna: User) -> None:
    for seats in [(ME, BOT, BOT), (FREE, BOT, BOT)]:
        with pytest.raises(BadOpening, match="at least two people"):
            planned(anna, *seats)
    assert planned(anna, ME, FREE)
    assert planned(anna, ME, SeatPlan("invited", email="x@example.org"), BOT)


def test_bots_do_not_fill_it_before_there_are_two_people(anna: User, bob: User) -> None:
    game = planned(anna, ME, FREE, FREE)
    with pytest.raises(BadOpening, match="at least two people"):
        fill_with_bots(game, anna, "random")
    join(game, bob)
    fill_with_bots(game, anna, "random")


def test_programs_take_no_seat_in_it(anna: User, bob: User, moderator: User) -> None:
    robo = bot_accounts.create_bot_account(anna, "robo")
    with pytest.raises(BadOpening, match="not for programs"):
        planned(anna, ME, FREE, SeatPlan("account", account="robo"))
    game = planned(anna, ME, FREE, FREE)
    with pytest.raises(NotAllowed, match="not for programs"):
        seat_bot_account(game, anna, "robo")
    code = anna.hosted_games.get().invitation_code
    with pytest.raises(NotAllowed):
        join(game, robo, code)
    running = opened_rated(anna, bob)
    with pytest.raises(CannotReplace):
        replace_by_person(running.pk, 0, moderator, "a test", robo)


def test_guests_play_none(anna: User) -> None:
    guest, tried = open_guest_game(KIND, "random", time_zone="UTC", language="en")
    assert not tried.rated
    with pytest.raises(NotAllowed):
        planned(guest, ME, FREE)
    game = planned(anna, ME, FREE)
    with pytest.raises(NotAllowed):
        join(game, guest, anna.hosted_games.get().invitation_code)


def test_it_has_no_advisers(anna: User, bob: User) -> None:
    with pytest.raises(BadOpening, match="no advisers"):
        planned(anna, ME, FREE, advisers=True)
    game = opened_rated(anna, bob)
    game.advisers = True
    assert not game.allows_advisers
    game.save(update_fields=["advisers"])
    with pytest.raises(BadAnswer):
        give_orders(game.pk, anna, ["always leave captain to merchant"], source="web")
    assert advisers.allowed_orders(game, []) == []


def test_it_has_no_coach(anna: User, bob: User) -> None:
    game = opened_rated(anna, bob)
    # As if the other had never had a seat.
    Seat.objects.filter(game=game, user=bob).update(user=None, bot_level="random")
    with pytest.raises(NoCoach):
        switch_coach(game.pk, anna, on=True)


def test_no_bot_plays_there_while_somebody_is_away(anna: User, bob: User) -> None:
    rated, other = opened_rated(anna, bob), opened(anna, bob)
    with pytest.raises(BadAbsence, match="No bot plays for you"):
        absences.choose(rated.pk, anna, "viceroy-1")
    absences.choose(rated.pk, anna, Seat.CLOCK_RUNS)
    absences.choose(other.pk, anna, "viceroy-1")


@pytest.mark.parametrize("kind", ["clock", "concede", "end"])
def test_all_must_agree_on_another_clock_and_on_an_end_before_its_time(kind: str) -> None:
    assert find_kind(kind).share is Share.ALL


def test_it_can_be_left_before_its_start_at_no_cost(anna: User, bob: User) -> None:
    game = planned(anna, ME, FREE, FREE)
    join(game, bob)
    leave(game, bob)
    assert not anna.rating_changes.exists()


def test_the_opening_is_in_the_trail_as_rated(anna: User) -> None:
    planned(anna, ME, FREE)
    assert audit_entries("open a game")[-1].details["rated"]


def test_voiding_is_for_rated_games_in_the_trail_and_told_to_the_players(
    anna: User, bob: User, moderator: User
) -> None:
    with pytest.raises(NotRated):
        void_rating(opened(anna, bob).pk, moderator, "a test")
    game = opened_rated(anna, bob)
    assert void_rating(game.pk, moderator, "one of them is two")
    assert fresh(game).rating_voided_at is not None
    (entry,) = audit_entries("void a rated game")
    assert (entry.actor, entry.reason, entry.details) == (moderator, "one of them is two", {"voided": True})
    assert ["one of them is two" in notices(person)[-1].content["text"] for person in (anna, bob)] == [True, True]


def test_whoever_is_left_alone_with_bots_does_not_decide_the_result(anna: User, bob: User) -> None:
    game = gone_on(opened_rated(anna, bob, bots=1), 10)
    asked = propose(game.pk, anna, "concede", {})
    resign(game.pk, bob)
    asked.refresh_from_db()
    assert asked.status == Proposal.Status.CLOSED
    for kind, given in (("concede", {}), ("end", {}), ("take-back", {"ply": 0, "new_draws": "yes"})):
        with pytest.raises(NotPossible):
            propose(game.pk, anna, kind, given)
    game = fresh(game)
    assert game.status == Game.Status.RUNNING
    seats = list(game.seats.select_related("user"))
    offered = {one.kind.key for one in possible_proposals(game, game.seat_of(anna), seats, ())}
    assert offered
    assert not offered & {"concede", "end", "take-back"}


def test_a_loss_by_leaving_is_not_undone_by_an_end_without_a_result(anna: User, bob: User, chris: User) -> None:
    game = opened_rated(anna, bob, chris)
    asked = propose(game.pk, anna, "end", {})
    vote(asked.pk, bob, agrees=True)
    resign(game.pk, chris)
    asked.refresh_from_db()
    assert asked.status == Proposal.Status.VOID
    with pytest.raises(NotPossible, match="loss counts"):
        propose(game.pk, anna, "end", {})
    assert fresh(game).status == Game.Status.RUNNING


def test_staff_do_not_void_a_game_that_they_have_left(anna: User, bob: User) -> None:
    game = opened_rated(anna, bob)
    resign(game.pk, bob)
    take_over(game.pk, fresh(game).seats.get(user=bob).index, UserFactory.create(username="later"))
    bob.is_staff = bob.is_superuser = bob.two_factors = True
    bob.save()
    with pytest.raises(NotModerator):
        void_rating(game.pk, bob, "it went badly")
    assert fresh(game).rating_voided_at is None
