"""Deciding together by a program: the list, proposing, voting, withdrawing; who may, and with which scope."""

from __future__ import annotations

import pytest

from games.models import Game, Proposal
from games.people.models import User
from games.people.scopes import Scope
from games.table import api_tokens, bot_accounts
from games.table.proposals.actions import propose, vote
from tests.api.programs import Program, kind_of, program_of
from tests.factories import UserFactory
from tests.table.games import fresh, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    return opened(anna, bob, chris)


def at(game: Game, proposal: Proposal | None = None, what: str = "") -> str:
    address = f"games/{game.pk}/proposals/"
    return address if proposal is None else f"{address}{proposal.pk}/{what}/"


def test_a_program_proposes_and_another_one_votes(game: Game, anna: User, bob: User, chris: User) -> None:
    made = program_of(anna).post(at(game), {"kind": "extend", "days": 2}, 201)
    assert (made["status"], made["share"], made["needed"], made["your_vote"]) == ("open", "two thirds", 2, True)
    assert made["proposed"] == "Make all deadlines that run 2 days later."
    proposal = Proposal.objects.get(pk=made["id"])
    (listed,) = program_of(bob).ask(at(game))
    assert (listed["may_vote"], listed["may_withdraw"], listed["your_vote"]) == (True, False, None)
    assert {vote["seat"]: vote["agrees"] for vote in listed["votes"]} == {
        game.seats.get(user=person).index: agrees for person, agrees in ((anna, True), (bob, None), (chris, None))
    }
    voted = program_of(bob).post(at(game, proposal, "vote"), {"agrees": True})
    assert voted["status"] == "accepted"
    late = program_of(chris).post(at(game, proposal, "vote"), {"agrees": True}, 409)
    assert kind_of(late) == "conflict"


def test_the_same_key_proposes_once(anna: User) -> None:
    game = opened(anna, bots=2)
    first, again = (
        program_of(anna).post(at(game), {"kind": "pause", "days": 2}, 201, key="once") for _twice in range(2)
    )
    assert first["id"] == again["id"]
    assert first["status"] == "accepted"
    assert fresh(game).paused_at is not None


def test_another_clock_is_proposed_as_a_game_is_opened(game: Game, anna: User) -> None:
    body = {"kind": "clock", "turn_limit": 43200, "clock": {"bank": 864000}}
    assert program_of(anna).post(at(game), body, 201)["status"] == "open"
    wrong = {"kind": "clock", "turn_limit": 43200, "clock": {"bank": 864000, "round": 86400}}
    assert kind_of(program_of(anna).post(at(game), wrong, 400)) == "invalid"


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({}, 400, "invalid"),
        ({"kind": "dance"}, 400, "invalid"),
        ({"kind": "pause", "days": 2, "colour": "red"}, 400, "invalid"),
        ({"kind": "pause"}, 422, "refused"),
        ({"kind": "take-back", "ply": 77}, 422, "refused"),
        ({"kind": "resume"}, 422, "refused"),
    ],
)
def test_what_cannot_be_proposed_is_a_problem(
    game: Game, anna: User, body: dict[str, object], status: int, kind: str
) -> None:
    assert kind_of(program_of(anna).post(at(game), body, status)) == kind


def test_it_is_withdrawn_by_who_has_proposed_it(game: Game, anna: User, bob: User) -> None:
    proposal = propose(game.pk, anna, "end", {})
    assert kind_of(program_of(bob).post(at(game, proposal, "withdraw"), status=422)) == "refused"
    assert program_of(anna).post(at(game, proposal, "withdraw"))["status"] == "withdrawn"


def test_programs_of_bot_accounts_neither_propose_nor_vote(anna: User, bob: User, chris: User) -> None:
    game = opened(anna, bob, chris)
    robo = bot_accounts.create_bot_account(UserFactory.create(username="dora"), "robo")
    game.seats.filter(user=chris).update(user=robo)
    proposal = propose(game.pk, anna, "end", {})
    program = program_of(robo)
    assert kind_of(program.post(at(game, proposal, "vote"), {"agrees": True}, 403)) == "denied"
    assert kind_of(program.post(at(game), {"kind": "pause", "days": 1}, 403)) == "denied"


def test_a_token_that_may_only_read_does_not_vote(game: Game, anna: User, bob: User) -> None:
    proposal = propose(game.pk, anna, "end", {})
    reader = Program(api_tokens.create_token(bob, "reader", scopes=[Scope.READ]).secret)
    assert reader.ask(at(game))[0]["id"] == proposal.pk
    assert kind_of(reader.post(at(game, proposal, "vote"), {"agrees": True}, 403)) == "scope"


def test_onlookers_see_what_was_accepted_alone(game: Game, anna: User, bob: User) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.SPECTATORS)
    onlooker = program_of(UserFactory.create(username="eve"))
    propose(game.pk, anna, "end", {})
    accepted = propose(game.pk, anna, "extend", {"days": 2})
    assert onlooker.ask(at(game)) == []
    vote(accepted.pk, bob, agrees=True)
    (seen,) = onlooker.ask(at(game))
    assert (seen["id"], seen["status"], seen["votes"]) == (accepted.pk, "accepted", [])
    assert kind_of(onlooker.post(at(game, accepted, "vote"), {"agrees": False}, 403)) == "denied"


def test_a_proposal_of_another_game_is_not_found_here(game: Game, anna: User, bob: User) -> None:
    proposal = propose(opened(anna, bob).pk, anna, "end", {})
    assert kind_of(program_of(bob).post(at(game, proposal, "vote"), {"agrees": True}, 404)) == "not-found"
