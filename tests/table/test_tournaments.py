"""Tournaments: entering, rounds, dropouts, the end, and what staff do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.access.tournaments import may_see_tournament, tournaments_shown_to
from games.models import Entrant, Game, Notification, Proposal, Seat, Tournament, TournamentDue
from games.people.models import Trace, User
from games.table import blocks, suspension
from games.table.account_closing import close_account
from games.table.errors import (
    AlreadyEntered,
    BadTournament,
    CannotInvite,
    CannotStart,
    EntryClosed,
    Full,
    NoSuchTournament,
    NotAllowed,
    NotEntered,
    NotModerator,
    NotOrganiser,
    TooMany,
)
from games.table.locks import lock_game
from games.table.moderation import abort, rewind
from games.table.positions import start_position
from games.table.proposals import actions as proposals
from games.table.rematch import rematch_of
from games.table.tournaments import dropping, entering, opening, progress, supervision
from games.table.tournaments.reading import rounds_of, standings_of
from games.table.vacant_offers import offers_of
from tests.factories import UserFactory
from tests.table.games import audit_entries, fresh, notices
from tests.table.tournaments import (
    PLAN,
    again,
    crowd,
    end,
    end_round,
    games_of,
    opened_tournament,
    seated,
    started,
    tables_of,
    work,
)
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
DROPPED = Entrant.Status.DROPPED


def points(tournament: Tournament) -> dict[str, int]:
    found = standings_of(tournament, rounds_of(tournament))
    return {entrant.user.username: int(standing.points) for standing, entrant in found if entrant.user}


def topics(person: User) -> list[str]:
    return [row.content["topic"] for row in notices(person)]


# --- before the start --------------------------------------------------------------------------------------------


def test_people_enter_an_open_tournament_and_leave_it(anna: User, bob: User) -> None:
    tournament = opened_tournament(anna, bob)
    with pytest.raises(AlreadyEntered):
        entering.enter(tournament.pk, bob)
    entering.leave(tournament.pk, bob)
    assert not tournament.entrants.exists()
    with pytest.raises(NotEntered):
        entering.leave(tournament.pk, bob)
    guest = UserFactory.create(username="guest", guest_until=timezone.now() + timedelta(days=1))
    with pytest.raises(NoSuchTournament):
        entering.enter(tournament.pk, guest)


def test_a_full_tournament_takes_nobody_more(anna: User) -> None:
    people = crowd(4)
    tournament = opened_tournament(anna, *people[:3], places=3)
    with pytest.raises(Full):
        entering.enter(tournament.pk, people[3])


@pytest.mark.parametrize("entry", Tournament.Entry.values)
def test_for_whoever_is_kept_apart_from_the_organiser_there_is_no_such_tournament(
    anna: User, bob: User, chris: User, entry: str
) -> None:
    User.objects.update(profile_shown=User.ProfileShown.ALL)
    tournament = opened_tournament(anna, entry=entry)
    entering.invite(tournament.pk, anna, "bob")
    blocks.block(bob, "anna")
    assert tournament not in tournaments_shown_to(bob)
    with pytest.raises(NoSuchTournament):
        entering.enter(tournament.pk, bob, tournament.code)
    blocks.block(anna, "chris")
    with pytest.raises(CannotInvite):
        entering.invite(tournament.pk, anna, "chris")


def test_nor_for_whoever_would_meet_somebody_kept_apart_at_its_only_table(anna: User, bob: User, chris: User) -> None:
    blocks.block(bob, "chris")
    tournament = opened_tournament(anna, bob, places=3)
    assert tournament not in tournaments_shown_to(chris)
    with pytest.raises(NoSuchTournament):
        entering.enter(tournament.pk, chris)
    User.objects.update(profile_shown=User.ProfileShown.ALL)
    with pytest.raises(CannotInvite):
        entering.invite(tournament.pk, anna, "chris")
    large = opened_tournament(anna, bob)
    assert large in tournaments_shown_to(chris)
    entering.enter(large.pk, chris)


def test_who_is_in_it_still_sees_it_after_a_block(anna: User, bob: User) -> None:
    tournament = opened_tournament(anna, bob)
    blocks.block(anna, "bob")
    assert tournament in tournaments_shown_to(bob)
    assert may_see_tournament(bob, tournament)


def test_one_with_a_link_is_there_only_for_those_who_have_it(anna: User, bob: User) -> None:
    tournament = opened_tournament(anna, entry=Tournament.Entry.LINK)
    assert not may_see_tournament(bob, tournament)
    for wrong in ("", "wrong"):
        with pytest.raises(NoSuchTournament):
            entering.enter(tournament.pk, bob, wrong)
    entering.enter(tournament.pk, bob, tournament.code)
    assert may_see_tournament(bob, tournament)
    assert tournament in tournaments_shown_to(bob)


def test_one_by_invitation_takes_only_those_who_are_invited_and_they_are_told_once(
    anna: User, bob: User, chris: User
) -> None:
    User.objects.update(profile_shown=User.ProfileShown.ALL)
    tournament = opened_tournament(anna, entry=Tournament.Entry.INVITATION)
    entering.invite(tournament.pk, anna, "BOB")
    entering.invite(tournament.pk, anna, "bob")
    assert topics(bob) == ["you are invited to a tournament"]
    assert not may_see_tournament(chris, tournament)
    with pytest.raises(NoSuchTournament):
        entering.enter(tournament.pk, chris, tournament.code)
    entering.enter(tournament.pk, bob)
    assert tournament.entrants.get().status == Entrant.Status.ENTERED
    with pytest.raises(NotAllowed):
        entering.enter(tournament.pk, anna)


def test_nobody_learns_why_somebody_cannot_be_invited(anna: User, bob: User, chris: User, david: User) -> None:
    User.objects.exclude(pk=david.pk).update(profile_shown=User.ProfileShown.ALL)
    tournament = opened_tournament(anna)
    blocks.block(bob, "anna")
    refusals = set()
    for name in ("bob", "david", "nobody"):
        with pytest.raises(CannotInvite) as refused:
            entering.invite(tournament.pk, anna, name)
        refusals.add(str(refused.value).replace(name, "…"))
    assert len(refusals) == 1
    with pytest.raises(NotOrganiser):
        entering.invite(tournament.pk, chris, "bob")


def test_what_one_person_can_cause_is_bounded(anna: User, bob: User, chris: User, settings: object) -> None:
    settings.TOURNAMENTS_PER_PERSON, settings.TOURNAMENT_ENTRIES_PER_PERSON = 1, 1  # type: ignore[attr-defined]
    settings.INVITATIONS_PER_HOST_PER_DAY = 1  # type: ignore[attr-defined]
    User.objects.update(profile_shown=User.ProfileShown.ALL)
    tournament, other = opened_tournament(anna, bob), opened_tournament(bob)
    with pytest.raises(TooMany):
        opened_tournament(anna)
    with pytest.raises(TooMany):
        entering.enter(other.pk, bob)
    entering.invite(tournament.pk, anna, "chris")
    UserFactory.create(username="eva", profile_shown=User.ProfileShown.ALL)
    with pytest.raises(TooMany):
        entering.invite(tournament.pk, anna, "eva")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": "chess"}, "kind"),
        ({"table_size": 5}, "table_size"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 11}, "rounds"),
        ({"places": 65}, "places"),
        ({"fewest": 17}, "places"),
        ({"fewest": 2}, "fewest"),
        ({"filling": "bots"}, "bot_level"),
        ({"filling": "bots", "bot_level": "random", "places": 5}, "places"),
        ({"filling": "bots", "bot_level": "random", "rated": True, "fewest": 1}, "fewest"),
        ({"entry": "none"}, "entry"),
        ({"entry_until": timezone.now() - timedelta(hours=1)}, "entry_until"),
        ({"name": "see www.example.org"}, "name"),
    ],
)
def test_what_makes_no_tournament_is_refused_by_its_field(anna: User, changes: dict[str, object], field: str) -> None:
    with pytest.raises(BadTournament) as refused:
        opened_tournament(anna, **changes)
    assert refused.value.field == field
    assert not Tournament.objects.exists()


def test_the_same_form_sent_twice_opens_one_tournament(anna: User) -> None:
    first = opening.open_tournament(anna, PLAN, opening_key="one")
    assert opening.open_tournament(anna, PLAN, opening_key="one") == first


def test_only_its_organiser_changes_starts_and_calls_off_a_tournament(anna: User, bob: User) -> None:
    tournament = opened_tournament(anna, bob)
    for action in (progress.start, opening.cancel_tournament):
        with pytest.raises(NotOrganiser):
            action(tournament.pk, bob)
    with pytest.raises(CannotStart):
        progress.start(tournament.pk, anna)
    opening.change_tournament(tournament.pk, anna, places=8, fewest=4, entry_until=None)
    assert again(tournament).places == 8
    opening.cancel_tournament(tournament.pk, anna)
    assert again(tournament).status == Tournament.Status.CANCELLED
    assert topics(bob) == ["a tournament was called off"]
    with pytest.raises(EntryClosed):
        entering.enter(tournament.pk, anna)


def test_it_starts_by_itself_or_is_called_off_if_too_few_have_entered(anna: User) -> None:
    people = crowd(3)
    soon = timezone.now() + timedelta(hours=1)
    large = opened_tournament(anna, *people, entry_until=soon)
    small = opened_tournament(people[0], people[1], entry_until=soon)
    work()
    assert again(large).status == Tournament.Status.ENTRY
    Tournament.objects.update(entry_until=timezone.now())
    work()
    assert again(large).status == Tournament.Status.RUNNING
    assert again(small).status == Tournament.Status.CANCELLED
    # Also whoever organises it without being in it.
    assert topics(people[0]) == ["a tournament was called off"]


# --- rounds ------------------------------------------------------------------------------------------------------


def test_a_round_begins_when_all_games_of_the_one_before_are_over(anna: User) -> None:
    people = crowd(6)
    tournament = started(anna, *people)
    first = games_of(tournament, 1)
    assert [game.seat_count for game in first] == [3, 3]
    assert {game.status for game in first} == {Game.Status.RUNNING}
    assert [[seat.user.username for seat in game.seats.all() if seat.user] for game in first] == seated(tournament, 1)
    end(first[0])
    work()
    assert tournament.played_rounds.count() == 1
    end(first[1])
    assert TournamentDue.objects.exists()
    work()
    assert tournament.played_rounds.count() == 2
    assert len(games_of(tournament, 2)) == 2
    # Each has a mail of the start of each game, and nothing else tells them of the round.
    told = Notification.objects.filter(user=people[0]).values_list("kind", flat=True)
    assert sorted(told).count(Notification.Kind.START) == 2
    assert topics(people[0]) == []


def test_what_is_done_twice_is_done_once(anna: User) -> None:
    people = crowd(6)
    tournament = started(anna, *people)
    end_round(tournament, 1)
    for _time in range(2):
        TournamentDue.objects.create(tournament=tournament)
        work()
    assert tournament.played_rounds.count() == 2
    end_round(tournament, 2)
    TournamentDue.objects.create(tournament=tournament)
    work()
    assert [topics(person) for person in people] == [["a tournament is over"]] * 6


def test_a_game_that_has_ended_without_a_word_holds_nothing_up(anna: User) -> None:
    tournament = started(anna, *crowd(3))
    end(games_of(tournament, 1)[0])
    TournamentDue.objects.all().delete()
    work()
    assert tournament.played_rounds.count() == 2


def test_a_process_that_dies_while_it_pairs_leaves_nothing_half_done(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(anna, *crowd(6))
    for game in games_of(tournament, 1):
        end(game)

    class Killed(BaseException):
        pass

    def die(*_arguments: object, **_more: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("games.table.tournaments.progress.audit.note", die)
        with pytest.raises(Killed), transaction.atomic():
            progress.advance(tournament.pk)
    assert tournament.played_rounds.count() == 1
    assert TournamentDue.objects.exists()
    work()
    assert tournament.played_rounds.count() == 2


def test_the_end_gives_everybody_a_place_and_tells_it(anna: User) -> None:
    people = crowd(6)
    tournament = started(anna, *people)
    end_round(end_round(tournament, 1), 2)
    tournament = again(tournament)
    assert tournament.status == Tournament.Status.FINISHED
    assert set(tournament.entrants.values_list("place", flat=True)) == {1, 2, 3, 4, 5, 6}
    winner = tournament.entrants.get(place=1).user
    assert winner is not None
    assert "You have won" in notices(winner)[0].content["text"]
    last = tournament.entrants.get(place=6).user
    assert last is not None
    assert "place 6 of 6" in notices(last)[0].content["text"]


def test_byes_go_round_where_no_tables_come_to_the_number(anna: User) -> None:
    people = crowd(5)
    tournament = started(anna, *people, rounds=2)
    (first,) = tournament.played_rounds.get(number=1).byes.all()
    assert first.entrant.user is not None
    assert topics(first.entrant.user) == ["a bye in a tournament"]
    end_round(tournament, 1)
    (second,) = tournament.played_rounds.get(number=2).byes.all()
    assert second.entrant != first.entrant
    assert points(tournament)[first.entrant.user.username] == 12


def test_bots_take_the_places_that_are_left(anna: User, bob: User) -> None:
    tournament = started(anna, anna, bob, places=6, fewest=1, filling="bots", bot_level="random", rated=False)
    assert tournament.entrants.exclude(bot_level="").count() == 4
    assert sorted(name for table in seated(tournament, 1) for name in table) == [
        *("anna", "bob"),
        *(f"bot {number}" for number in (1, 2, 3, 4)),
    ]


def test_people_who_are_kept_apart_sit_at_different_tables(anna: User) -> None:
    people = crowd(6)
    blocks.block(people[0], "player1")
    for person in people[2:4]:
        Trace.objects.create(
            person=person, kind=Trace.Kind.DEVICE, digest="d" * 32, first_at=timezone.now(), last_at=timezone.now()
        )
    tournament = started(anna, *people)
    for number in (1, 2):
        for table in seated(tournament, number):
            assert not {"player0", "player1"} <= set(table)
            assert not {"player2", "player3"} <= set(table)
        assert tournament.played_rounds.get(number=number).together == 0
        end_round(tournament, number)


def test_a_game_of_a_tournament_is_nobody_elses(anna: User, bob: User, chris: User, david: User) -> None:
    tournament = started(anna, bob, chris, david)
    (game,) = games_of(tournament, 1)
    assert game.rated is False
    assert game.takeover == Game.Takeover.NOBODY
    assert game.visibility == Game.Visibility.SPECTATORS
    with pytest.raises(Exception, match="needs a result"):
        proposals.propose(game.pk, bob, "end", {})
    assert not Proposal.objects.exists()
    dropping.drop_out(tournament.pk, bob)
    assert offers_of(fresh(game), UserFactory.create()) == []
    end(game)
    assert rematch_of(game.pk, chris) is None


@pytest.mark.parametrize("kind", ["puerto-rico", "san-juan"])
def test_whoever_has_the_first_seat_begins_so_that_all_begin_about_as_often(anna: User, kind: str) -> None:
    tournament = started(anna, *crowd(12), kind=kind)
    tournament = end_round(tournament, 1)
    games = [game for number in (1, 2) for game in games_of(tournament, number)]
    assert len(games) == 8
    assert {start_position(game).to_move() for game in games} == {0}
    assert len({game.secret for game in games}) == 8


def test_where_the_options_say_who_begins_they_do(anna: User) -> None:
    tournament = started(anna, *crowd(3), kind="puerto-rico", options={"first_governor": "2"})
    (game,) = games_of(tournament, 1)
    assert start_position(game).to_move() == 2


def test_only_tables_of_two_people_or_more_are_rated(anna: User, bob: User) -> None:
    tournament = started(anna, anna, bob, places=6, fewest=2, filling="bots", bot_level="random", rated=True)
    for game, names in zip(games_of(tournament, 1), seated(tournament, 1), strict=True):
        assert game.rated == (len({"anna", "bob"} & set(names)) == 2)


# --- dropouts ----------------------------------------------------------------------------------------------------


def test_who_drops_out_leaves_their_seat_to_a_bot_gets_nothing_for_it_and_is_paired_no_more(anna: User) -> None:
    people = crowd(7)
    tournament = started(anna, *people)
    gone = people[0]
    dropping.drop_out(tournament.pk, gone)
    dropping.drop_out(tournament.pk, gone)
    seat = Seat.objects.get(user=gone)
    assert seat.caretaker_cause == Seat.Cause.RESIGNED
    end_round(tournament, 1)
    assert points(tournament)["player0"] == 0
    assert "player0" not in {name for table in seated(tournament, 2) for name in table}
    assert tournament.entrants.get(user=gone).dropped_in == 1
    # They have a place in the end all the same.
    end_round(tournament, 2)
    assert tournament.entrants.get(user=gone).place is not None


def test_whoever_leads_and_drops_out_has_the_last_place(anna: User) -> None:
    leader, *others = crowd(6)
    tournament = started(anna, leader, *others, rounds=3)
    for number in (1, 2):
        end_round(tournament, number)
        Seat.objects.filter(game__in=games_of(tournament, number)).exclude(user=leader).update(rank=2)
    dropping.drop_out(tournament.pk, leader)
    end_round(tournament, 3)
    assert max(points(tournament), key=points(tournament).__getitem__) == leader.username
    assert tournament.entrants.get(user=leader).place == 6
    assert tournament.entrants.get(place=1).status == Entrant.Status.ENTERED


def test_a_bot_takes_the_place_of_somebody_who_drops_out_where_bots_take_free_places(anna: User) -> None:
    people = crowd(6)
    tournament = started(anna, *people, places=6, filling="bots", bot_level="random")
    dropping.drop_out(tournament.pk, people[0])
    end_round(tournament, 1)
    second = {name for table in seated(tournament, 2) for name in table}
    assert second == {"bot 1", *(person.username for person in people[1:])}


def test_who_has_left_their_seat_when_the_game_ends_is_out(anna: User) -> None:
    people = crowd(6)
    tournament = started(anna, *people)
    Seat.objects.filter(user=people[0]).update(caretaker="random", caretaker_cause=Seat.Cause.MISSED)
    end_round(tournament, 1)
    assert tournament.entrants.get(user=people[0]).status == DROPPED
    assert topics(people[0]) == ["you are out of a tournament"]


def test_a_tournament_of_too_few_ends_early(anna: User, bob: User, chris: User, david: User) -> None:
    tournament = started(anna, bob, chris, david)
    dropping.drop_out(tournament.pk, bob)
    end_round(tournament, 1)
    assert again(tournament).status == Tournament.Status.FINISHED
    assert tournament.played_rounds.count() == 1


def test_who_closes_their_account_or_is_suspended_is_out(anna: User) -> None:
    people = crowd(7)
    tournament = started(anna, *people)
    mine = opened_tournament(people[0], people[2])
    close_account(people[0], by=people[0])
    suspension.suspend(people[1], None, "for a test")
    assert set(tournament.entrants.filter(status=DROPPED).values_list("user", flat=True)) == {
        people[0].pk,
        people[1].pk,
    }
    assert again(mine).status == Tournament.Status.CANCELLED
    assert "a tournament was called off" in topics(people[2])
    close_account(anna, by=anna)
    end_round(tournament, 1)
    assert tournament.played_rounds.count() == 2


def test_the_name_of_a_tournament_does_not_keep_the_name_of_a_closed_account(anna: User, bob: User) -> None:
    tournament = opened_tournament(anna, bob, name="")
    assert tournament.name == "anna's tournament"
    close_account(anna, by=anna)
    assert again(tournament).name == "former player's tournament"


# --- staff -------------------------------------------------------------------------------------------------------


def test_a_game_that_staff_call_off_gives_the_mean_to_those_who_sat_there(anna: User) -> None:
    people = crowd(7)
    tournament = started(anna, *people)
    dropping.drop_out(tournament.pk, people[0])
    for game in games_of(tournament, 1):
        abort.abort(game.pk, None, "it cannot go on")
    work()
    assert tournament.played_rounds.count() == 2
    assert points(tournament) == {"player0": 0, **{f"player{number}": 12 for number in range(1, 7)}}


def test_a_game_that_is_taken_back_after_the_end_corrects_the_places_and_tells_nobody_again(anna: User) -> None:
    people = crowd(3)
    tournament = started(anna, *people, rounds=1)
    end_round(tournament, 1)
    (game,) = games_of(tournament, 1)
    Entrant.objects.update(place=None)
    told = [topics(person) for person in people]
    with transaction.atomic():
        locked = lock_game(game.pk)
        rewind._reopen(locked)
        locked.save()
    work()
    assert set(tournament.entrants.values_list("place", flat=True)) == {None}
    end(game)
    work()
    assert set(tournament.entrants.values_list("place", flat=True)) == {1, 2, 3}
    assert [topics(person) for person in people] == told


def test_staff_call_a_tournament_off_whose_games_go_on(anna: User, moderator: User) -> None:
    people = crowd(3)
    tournament = started(anna, *people)
    supervision.cancel(tournament.pk, moderator, "too much noise")
    assert again(tournament).status == Tournament.Status.CANCELLED
    (game,) = games_of(tournament, 1)
    end(game)
    work()
    assert tournament.played_rounds.count() == 1
    for person in (people[0], anna):
        assert "too much noise" in notices(person)[0].content["text"]
    assert [entry.reason for entry in audit_entries("supervise a tournament")] == ["too much noise"]


def test_a_game_of_a_tournament_that_was_called_off_needs_no_result(anna: User, moderator: User) -> None:
    people = crowd(3)
    tournament = started(anna, *people)
    supervision.cancel(tournament.pk, moderator, "too much noise")
    (game,) = games_of(tournament, 1)
    proposal = proposals.propose(game.pk, people[0], "end", {})
    for person in people[1:]:
        proposals.vote(proposal.pk, person, agrees=True)
    assert fresh(game).status == Game.Status.ABORTED
    work()
    assert again(tournament).status == Tournament.Status.CANCELLED


def test_staff_take_somebody_out_whose_seat_a_bot_plays(anna: User, moderator: User) -> None:
    people = crowd(6)
    tournament = started(anna, *people)
    row = tournament.entrants.get(user=people[0])
    supervision.remove(tournament.pk, moderator, row.pk, "two accounts")
    assert Seat.objects.get(user=people[0]).caretaker_cause == Seat.Cause.STAFF
    assert topics(people[0]) == ["you are out of a tournament"]
    end_round(tournament, 1)
    assert "player0" not in {name for table in seated(tournament, 2) for name in table}


def test_nobody_comes_back_whom_staff_have_taken_out_before_the_start(anna: User, bob: User, moderator: User) -> None:
    bob.profile_shown = User.ProfileShown.ALL
    bob.save()
    tournament = opened_tournament(anna, bob, places=3)
    supervision.remove(tournament.pk, moderator, tournament.entrants.get(user=bob).pk, "two accounts")
    with pytest.raises(NotAllowed, match="A moderator has taken you out"):
        entering.enter(tournament.pk, bob)
    with pytest.raises(CannotInvite):
        entering.invite(tournament.pk, anna, "bob")
    assert "/enter/" not in client_of(bob).get(f"/tournaments/{tournament.pk}/").content.decode()
    # They may enter any other.
    entering.enter(opened_tournament(anna).pk, bob)


def test_staff_end_a_round_that_does_not_end(anna: User, moderator: User) -> None:
    tournament = started(anna, *crowd(6))
    end(games_of(tournament, 1)[0])
    assert supervision.end_round(tournament.pk, moderator, "somebody is away") == 1
    work()
    assert tournament.played_rounds.count() == 2


def test_staff_move_the_start(anna: User, moderator: User) -> None:
    people = crowd(4)
    tournament = opened_tournament(anna, *people[:3], places=3)
    entering.wait(tournament.pk, people[3])
    later = timezone.now() + timedelta(days=3)
    for reason in ("a holiday", "two holidays"):
        supervision.move_start(tournament.pk, moderator, later, reason)
        assert again(tournament).entry_until == later
    for person in (anna, people[0], people[3]):
        texts = [row.content["text"] for row in notices(person)]
        assert [text.rpartition(": ")[2] for text in texts] == ["a holiday", "two holidays"]
        assert f"{later:%d}".lstrip("0") in texts[0]


def test_nobody_supervises_who_plays_or_is_no_staff(anna: User, bob: User, moderator: User) -> None:
    tournament = opened_tournament(anna, moderator)
    for person in (moderator, bob):
        with pytest.raises(NotModerator):
            supervision.cancel(tournament.pk, person, "mine")


def test_an_invitation_does_not_keep_staff_from_supervising(anna: User, moderator: User) -> None:
    User.objects.filter(pk=moderator.pk).update(profile_shown=User.ProfileShown.ALL)
    tournament = opened_tournament(anna)
    entering.invite(tournament.pk, anna, moderator.username)
    supervision.cancel(tournament.pk, moderator, "spam")
    assert again(tournament).status == Tournament.Status.CANCELLED


def test_every_table_leads_to_its_game(anna: User) -> None:
    tournament = started(anna, *crowd(3))
    (table,) = tables_of(tournament, 1)
    assert table.game.tournament_table == table
    assert "Spring Cup, round 1, table 1" in table.game.name
