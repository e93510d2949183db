"""Deciding together on the page of the game: proposing by a small form, voting, withdrawing; who sees what."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Proposal
from games.people.models import User
from games.table.proposals.actions import propose, vote
from games.table.proposals.registry import KINDS
from games.table.resignation import resign
from tests.factories import UserFactory
from tests.table.games import bots_play, fresh, opened, over, play_on
from tests.web.pages import Form, client_of, forms

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    return opened(anna, bob, chris)


def form_of(game: Game, person: User, kind: str) -> Form:
    """The form by which this kind is proposed."""
    page = client_of(person).get(f"/games/{game.pk}/propose/{kind}/")
    return next(form for form in forms(page) if "key" in form.fields)


def page_of(game: Game, person: User) -> str:
    return client_of(person).get(f"/games/{game.pk}/").content.decode()


def part_of(page: str) -> str:
    """The part of the page about it."""
    return page.partition('<section id="together"')[2].partition("</section>")[0]


def test_every_kind_that_makes_sense_is_offered_with_its_form(game: Game, anna: User) -> None:
    browser, part = client_of(anna), part_of(page_of(game, anna))
    for kind in KINDS.values():
        offered = kind.key not in ("resume", "take-back", "open-seat")
        assert (f"/games/{game.pk}/propose/{kind.key}/" in part) is offered, kind.key
        if offered:
            form = browser.get(f"/games/{game.pk}/propose/{kind.key}/").content.decode()
            assert str(kind.explanation) in form.replace("&#x27;", "'")
            assert "3 days to vote" in form


def test_one_proposes_the_others_vote_and_all_see_the_outcome(game: Game, anna: User, bob: User, chris: User) -> None:
    address = f"/games/{game.pk}/propose/pause/"
    form = form_of(game, anna, address.split("/")[-2])
    answer = client_of(anna).post(address, form.pressed(days="4"), follow=True).content.decode()
    assert "It is proposed; the others are asked." in answer
    part = part_of(page_of(game, bob))
    assert "Pause the game for 4 days at most." in part
    assert "Proposed by anna" in part
    assert "your vote is asked" in part
    assert "Withdraw" not in part
    proposal = Proposal.objects.get()
    said = client_of(bob).post(f"/games/{game.pk}/proposals/{proposal.pk}/vote/", {"vote": "yes"}, follow=True)
    assert "You have said yes. This was accepted." in said.content.decode()
    page = page_of(game, chris)
    assert "The players have paused the game" in page
    assert "anna had proposed: Pause the game for 4 days at most. This was accepted." in page
    assert f"/games/{game.pk}/propose/resume/" in page


def test_the_same_form_sent_twice_proposes_once(game: Game, anna: User) -> None:
    address = f"/games/{game.pk}/propose/extend/"
    form = form_of(game, anna, address.split("/")[-2])
    for _twice in range(2):
        client_of(anna).post(address, form.pressed(days="4"))
    assert Proposal.objects.count() == 1


def test_who_has_proposed_it_sees_a_button_to_withdraw_it(game: Game, anna: User) -> None:
    proposal = propose(game.pk, anna, "end", {})
    assert "Withdraw" in part_of(page_of(game, anna))
    client_of(anna).post(f"/games/{game.pk}/proposals/{proposal.pk}/withdraw/")
    assert "Withdraw" not in part_of(page_of(game, anna))
    assert Proposal.objects.get().status == Proposal.Status.WITHDRAWN


def test_onlookers_see_only_what_was_agreed(game: Game, anna: User, bob: User, chris: User) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    onlooker = UserFactory.create(username="eve")
    refused = propose(game.pk, anna, "end", {})
    vote(refused.pk, bob, agrees=False)
    accepted = propose(game.pk, anna, "extend", {"days": 3})
    before = page_of(game, onlooker)
    vote(accepted.pk, bob, agrees=True)
    after = page_of(game, onlooker)
    for page in (before, after):
        assert "End the game without a result" not in page
        assert "Proposed by" not in page
        assert "/propose/" not in page
    assert "3 days later" not in before
    assert "The players have agreed: Make all deadlines that run 3 days later." in after
    whole = client_of(onlooker).get(f"/games/{game.pk}/log/").content.decode()
    assert "3 days later" in whole
    assert "without a result" not in whole
    assert "without a result" in client_of(anna).get(f"/games/{game.pk}/log/").content.decode()


def test_strangers_and_former_players_cannot_vote(game: Game, anna: User, bob: User, client: Client) -> None:
    proposal = propose(game.pk, anna, "pause", {"days": 1})
    address = f"/games/{game.pk}/proposals/{proposal.pk}/vote/"
    assert client.post(address, {"vote": "no"}).status_code in (302, 403, 404)
    assert client_of(UserFactory.create(username="eve")).post(address, {"vote": "no"}).status_code in (403, 404)
    resign(game.pk, bob)
    said = client_of(bob).post(address, {"vote": "no"}, follow=True).content.decode()
    assert "You have no vote in this." in said
    assert not proposal.ballots.filter(agrees=False).exists()


def test_a_vote_is_given_at_the_table_it_is_about(game: Game, anna: User, bob: User) -> None:
    other = opened(anna, bob)
    proposal = propose(other.pk, anna, "end", {})
    assert client_of(bob).post(f"/games/{game.pk}/proposals/{proposal.pk}/vote/", {"vote": "yes"}).status_code == 404


def test_one_alone_among_bots_does_it_at_once(anna: User) -> None:
    game = opened(anna, bots=2)
    bots_play(game)
    assert "done at once" in part_of(page_of(game, anna))
    address = f"/games/{game.pk}/propose/pause/"
    page = client_of(anna).get(address).content.decode()
    assert "Nobody else votes in this game" in page
    client_of(anna).post(address, form_of(game, anna, "pause").pressed(days="2"))
    assert fresh(game).paused_at is not None
    assert "/propose/replace/" not in part_of(page_of(game, anna))


def test_moves_to_go_back_to_are_listed_and_a_reveal_asks_for_new_draws(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    game = play_on(game, lambda game: game.plies >= 12)
    address = f"/games/{game.pk}/propose/take-back/"
    page = client_of(anna).get(address).content.decode()
    assert "(new draws)" in page
    form = form_of(game, anna, "take-back")
    refused = client_of(anna).post(address, form.pressed(ply="0"))
    assert refused.status_code == 422
    assert "made anew" in refused.content.decode()
    client_of(anna).post(address, form.pressed(ply="0", new_draws="on"))
    proposal = Proposal.objects.get()
    assert (proposal.parameters["ply"], proposal.parameters["new_draws"]) == (0, True)
    for person in (bob, chris):
        vote(proposal.pk, person, agrees=True)
    assert "The players agreed to draw anew" in page_of(game, anna)


def test_another_clock_is_chosen_as_for_a_new_game(game: Game, anna: User, bob: User, chris: User) -> None:
    address = f"/games/{game.pk}/propose/clock/"
    form = form_of(game, anna, "clock")
    client_of(anna).post(address, form.pressed(clock="bank", bank="864000", bank_added="43200", bank_cap="0"))
    for person in (bob, chris):
        vote(Proposal.objects.get().pk, person, agrees=True)
    assert fresh(game).time_control.bank is not None


def test_how_an_agreed_end_came_stands_on_the_page(game: Game, anna: User, bob: User, chris: User) -> None:
    conceded = propose(game.pk, anna, "concede", {})
    for person in (bob, chris):
        vote(conceded.pk, person, agrees=True)
    assert over(fresh(game))
    assert "the players agreed that the points as they were count" in page_of(game, anna)
    other = opened(anna, bob)
    vote(propose(other.pk, anna, "end", {}).pk, bob, agrees=True)
    assert "The players agreed to end this game without a result." in page_of(other, anna)


def test_who_was_replaced_reads_why_a_bot_plays(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = propose(game.pk, anna, "replace", {"seat": game.seats.get(user=chris).index})
    assert "/vote/" not in part_of(page_of(game, chris))
    vote(proposal.pk, bob, agrees=True)
    page = page_of(game, chris)
    assert "The others have replaced you by a bot" in page
    assert "Play again" not in page
    client_of(chris).post(f"/games/{game.pk}/return/")
    assert game.seats.get(user=chris).caretaker
