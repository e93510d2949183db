"""Tournaments for tests: opened through the services, their games brought to an end at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.models import Entrant, Game, Tournament
from games.people.models import User
from games.table.game_update import GameUpdate
from games.table.locks import lock_game
from games.table.tournaments import progress
from games.table.tournaments.entering import enter
from games.table.tournaments.opening import TournamentPlan, open_tournament
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT

PLAN: Final = TournamentPlan(
    name="Spring Cup",
    kind="san-juan",
    time_control=TimeControl(LIMIT),
    table_size=3,
    rounds=2,
    places=16,
    fewest=3,
    options={},
)


def opened_tournament(organiser: User, *entrants: User, **changes: Any) -> Tournament:
    """A tournament that these people have entered; the organiser only if they are among them."""
    tournament = open_tournament(organiser, replace(PLAN, **changes))
    for person in entrants:
        enter(tournament.pk, person, tournament.code)
    return tournament


def started(organiser: User, *entrants: User, **changes: Any) -> Tournament:
    """One that has begun."""
    tournament = opened_tournament(organiser, *entrants, **changes)
    progress.start(tournament.pk, organiser)
    return again(tournament)


def crowd(count: int) -> list[User]:
    return [UserFactory.create(username=f"player{number}") for number in range(count)]


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def games_of(tournament: Tournament, number: int) -> list[Game]:
    found = Game.objects.filter(tournament_table__round__tournament=tournament)
    return list(found.filter(tournament_table__round__number=number).order_by("tournament_table__number"))


def end(game: Game) -> None:
    """Let a game end as it stands, as players who agree on it can."""
    with transaction.atomic():
        update = GameUpdate(lock_game(game.pk), timezone.now())
        update.end_now()
        update.save()


def end_round(tournament: Tournament, number: int) -> Tournament:
    for game in games_of(tournament, number):
        if game.status == Game.Status.RUNNING:
            end(game)
    work()
    return again(tournament)


def work() -> None:
    """As a worker would. What fails would be logged only: it stays due."""
    progress.advance_for_a_while()
    assert not progress.is_due()


def seated(tournament: Tournament, number: int) -> list[list[str]]:
    """Who sits at each table of a round: names, bots by their numbers."""
    return [[name_of(row.entrant) for row in table.seated.all()] for table in tables_of(tournament, number)]


def tables_of(tournament: Tournament, number: int) -> Sequence[Any]:
    return list(tournament.played_rounds.get(number=number).tables.prefetch_related("seated__entrant__user"))


def name_of(entrant: Entrant) -> str:
    return entrant.user.username if entrant.user else f"bot {entrant.bot_number}"
