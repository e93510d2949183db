"""Vacant seats through the API: which are offered, taking one over, returning."""

from __future__ import annotations

import pytest

from games.models import Game
from games.people.models import User
from games.table.bot_accounts import create_bot_account
from games.table.proposals.actions import propose, vote
from games.table.resignation import resign
from tests.api.programs import kind_of, program_of
from tests.table.games import fresh, opened, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return play_on(opened(anna, bob, kind="san-juan"), lambda game: game.plies >= 30)


def test_a_vacant_seat_is_offered_and_taken_once(game: Game, anna: User, chris: User, david: User) -> None:
    assert program_of(chris).ask("vacant-seats/") == []
    index = game.seats.get(user=anna).index
    resign(game.pk, anna)
    (offer,) = program_of(chris).ask("vacant-seats/")
    assert (offer["game"], offer["seat"], offer["name"], offer["seat_count"]) == (game.pk, index, "anna", 2)
    assert offer["place"] in (1, 2)
    assert offer["round"] >= 1
    taken = program_of(chris).post(f"games/{game.pk}/take-over/", {"seat": index})
    assert (taken["your_seat"], taken["seats"][index]["vacant"]) == (index, False)
    assert [(one["name"], one["cause"]) for one in taken["seat_holders"]][::2] == [
        ("anna", "start"),
        ("chris", "taken"),
    ]
    assert program_of(chris).post(f"games/{game.pk}/take-over/", {"seat": index})["your_seat"] == index
    assert program_of(david).ask("vacant-seats/") == []
    program_of(david).post(f"games/{game.pk}/take-over/", {"seat": index}, 404)


def test_the_owner_returns_until_somebody_has_taken_the_seat(game: Game, bob: User, chris: User) -> None:
    program = program_of(bob)
    left = program.post(f"games/{game.pk}/resign/")
    index = left["your_seat"]
    assert left["seats"][index]["vacant"]
    assert left["takeover"] == "lobby"
    assert left["invitation_code"] == game.invitation_code
    assert not program.post(f"games/{game.pk}/return/")["seats"][index]["vacant"]
    program.post(f"games/{game.pk}/resign/")
    program_of(chris).post(f"games/{game.pk}/take-over/", {"seat": index})
    program.post(f"games/{game.pk}/return/", status=404)


def test_whom_the_others_have_replaced_does_not_return(anna: User, bob: User, chris: User) -> None:
    game = opened(anna, bob, chris)
    proposal = propose(game.pk, anna, "replace", {"seat": game.seats.get(user=chris).index})
    vote(proposal.pk, bob, agrees=True)
    answer = program_of(chris).post(f"games/{game.pk}/return/", status=409)
    assert "The others have decided" in answer["detail"]
    assert game.seats.get(user=chris).caretaker


def test_who_may_not_take_a_seat_is_told_why(game: Game, anna: User, bob: User, chris: User) -> None:
    resign(game.pk, anna)
    index = game.seats.get(user=anna).index
    answer = program_of(bob).post(f"games/{game.pk}/take-over/", {"seat": index}, 409)
    assert kind_of(answer) == "conflict"
    assert program_of(bob).ask("vacant-seats/") == []
    assert program_of(anna).ask("vacant-seats/") == []
    program_of(chris).post(f"games/{game.pk}/take-over/", {"seat": 99}, 400)
    program_of(chris).post(f"games/{game.pk}/take-over/", {}, 400)


def test_bot_accounts_are_offered_no_seat(game: Game, anna: User, chris: User) -> None:
    account = create_bot_account(chris, "chris-program")
    resign(game.pk, anna)
    assert program_of(account).ask("vacant-seats/") == []
    wish = {"seat": game.seats.get(user=anna).index, "code": fresh(game).invitation_code}
    program_of(account).post(f"games/{game.pk}/take-over/", wish, 403)


def test_the_new_person_reads_no_private_part_of_the_log_of_before(game: Game, anna: User, chris: User) -> None:
    index = game.seats.get(user=anna).index
    own = program_of(anna).ask(f"games/{game.pk}/log/?limit=500")["results"]
    resign(game.pk, anna)
    program_of(chris).post(f"games/{game.pk}/take-over/", {"seat": index})
    log = program_of(chris).ask(f"games/{game.pk}/log/?limit=500")["results"]
    assert len(log) <= len(own)
    assert not {sentence for entry in log for sentence in entry["sentences"] if sentence.startswith("You ")}
    assert "withheld" in program_of(chris).raw("get", f"games/{game.pk}/record/").content.decode()
    view = program_of(chris).ask(f"games/{game.pk}/view/")["view"]
    assert view["seats"][index]["cards"]
