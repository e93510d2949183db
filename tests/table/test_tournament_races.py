"""Games of a tournament end while several workers pair its next round. Real connections, real commits."""

from __future__ import annotations

from functools import partial

import pytest

from games.models import Game, TournamentDue
from games.people.models import User
from games.table.errors import TournamentOver
from games.table.tournaments import dropping, progress
from tests.table.test_races import at_once
from tests.table.tournaments import crowd, end, games_of, started, work

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_round_is_paired_once_however_many_workers_see_it_end(anna: User) -> None:
    people = crowd(6)
    tournament = started(anna, *people, rounds=2)
    advance = partial(progress.advance, tournament.pk)
    first, second = games_of(tournament, 1)
    at_once(partial(end, first), advance, partial(end, second), advance, advance)
    work()
    assert not TournamentDue.objects.exists()
    assert tournament.played_rounds.count() == 2
    assert Game.objects.filter(tournament_table__round__tournament=tournament).count() == 4


def test_whoever_drops_out_while_games_end_is_paired_no_more_or_leaves_their_new_seat(anna: User) -> None:
    people = crowd(7)
    tournament = started(anna, *people, rounds=2)
    advance = partial(progress.advance, tournament.pk)

    def drop() -> None:
        try:
            dropping.drop_out(tournament.pk, people[0])
        except TournamentOver:
            pytest.fail("it has another round")

    at_once(*(partial(end, game) for game in games_of(tournament, 1)), drop, advance, advance)
    work()
    assert tournament.played_rounds.count() == 2
    second = [seat for game in games_of(tournament, 2) for seat in game.seats.filter(user=people[0])]
    assert all(seat.is_given_up for seat in second)
