"""A whole tournament of sixteen, played to its end: every turn is answered, every worker's task is run.

Staff have brought its games to their last round, which is all that is left out.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from bots import tasks
from games.models import Delivery, Entrant, Game, Notification, Tournament, Turn
from games.people.models import User
from games.table.moderation import correction
from games.table.tournaments import dropping
from tests.table.games import answer, bot_turns, fresh, offers, over
from tests.table.tournaments import again, crowd, games_of, seated, started, work

pytestmark = pytest.mark.django_db
PEOPLE, SEATS, ROUNDS = 5, 16, 3


def brought_to_the_last_round(game: Game, lots: Random) -> None:
    """One seat has all victory points that there were."""
    position = json.loads(correction.position_text(game))
    position["players"][lots.randrange(4)]["vp_chips"] += position["vp_pool"]
    position["vp_pool"], position["ends"] = 0, ["victory points"]
    correction.correct_position(game.pk, None, "it grew late", json.dumps(position))


def played(game: Game, lots: Random) -> None:
    """People choose any offer as soon as they are asked; bots of the level "random" do as much."""
    while not over(fresh(game)):
        bots = bot_turns(game)
        if bots:
            tasks.think(bots[0].pk)
            continue
        turn = game.turns.select_related("seat__user", "game").get(
            status=Turn.Status.OPEN, early=False, ahead_of_turn=False
        )
        answer(turn, lots.choice(offers(turn)))


def test_sixteen_people_and_bots_play_to_the_end(anna: User) -> None:
    lots, people = Random(16), crowd(PEOPLE)
    tournament = started(
        anna,
        *people,
        kind="puerto-rico",
        places=SEATS,
        fewest=PEOPLE,
        rounds=ROUNDS,
        table_size=4,
        filling="bots",
        bot_level="random",
        rated=True,
    )
    assert tournament.entrants.count() == SEATS
    met = set[frozenset[str]]()
    for number in range(1, ROUNDS + 1):
        tables = seated(tournament, number)
        assert [len(table) for table in tables] == [4, 4, 4, 4]
        for table in tables:
            pairs = {frozenset((one, other)) for one in table for other in table if one != other}
            assert not pairs & met
            met |= pairs
        if number == 1:
            dropping.drop_out(tournament.pk, people[4])
        for game in games_of(tournament, number):
            assert again(tournament).status == Tournament.Status.RUNNING
            brought_to_the_last_round(game, lots)
            played(game, lots)
            work()
    tournament = again(tournament)
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.played_rounds.count() == ROUNDS
    # One has dropped out, and a bot has taken the place.
    assert set(tournament.entrants.values_list("place", flat=True)) == set(range(1, SEATS + 2))
    assert tournament.entrants.get(user=people[4]).status == Entrant.Status.DROPPED
    for person in people[:4]:
        told = Notification.objects.filter(user=person)
        assert told.filter(kind=Notification.Kind.START).count() == ROUNDS
        assert told.filter(kind=Notification.Kind.END).count() == ROUNDS
        assert told.filter(cause=f"tournament:{tournament.pk}:ended").count() == 1
        assert (
            Delivery.objects.filter(user=person, notification__cause=f"tournament:{tournament.pk}:ended").count() == 1
        )
