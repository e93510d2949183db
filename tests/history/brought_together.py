"""What brings people together, as a stored site has it: tournaments, seeks, waiting lists."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from games.models import Entrant, Game, Seek, SeekFind, Tournament
from games.people.models import User
from games.table import seeks, waiting_list
from games.table.open_games import SeatPlan, join, open_game
from games.table.preferences import set_profile_shown
from games.table.seek_matching import match, pause_silent
from games.table.seeks import SeekWishes
from games.table.tournaments import dropping, progress
from games.table.tournaments.entering import enter, invite, wait
from games.table.tournaments.opening import TournamentPlan, cancel_tournament, open_tournament
from games.time_control import TimeControl
from tests.history.lasting import agree, proposed
from tests.history.situations import Situation
from tests.history.tables import PUERTO_RICO, SAN_JUAN, Tables
from tests.table.games import fresh

DAY: Final = timedelta(days=1)
PLAN: Final = TournamentPlan(
    name="",
    kind=SAN_JUAN,
    time_control=TimeControl(10 * DAY),
    table_size=3,
    rounds=2,
    places=6,
    fewest=3,
    options={},
)


def tournaments(tables: Tables) -> None:
    """Open for entries, called off, over, and in the middle of the first round and the second."""
    _open_for_entries(tables)
    called_off = open_tournament(tables.cast["anna"], replace(PLAN, name="cup called off"))
    enter(called_off.pk, tables.cast["chris"])
    cancel_tournament(called_off.pk, tables.cast["anna"])
    # Nobody organises more than two at a time that are not over.
    _over(tables)
    _under_way(tables)


def _open_for_entries(tables: Tables) -> None:
    """One for invited people, of whom one has entered and one has not; one that starts by itself, for the link."""
    anna, chris, david = (tables.cast[name] for name in ("anna", "chris", "david"))
    invited = open_tournament(anna, replace(PLAN, name="cup of friends", entry=Tournament.Entry.INVITATION))
    for person in (chris, david):
        set_profile_shown(person, User.ProfileShown.ALL)
        invite(invited.pk, anna, person.username)
    enter(invited.pk, chris)
    plan = replace(
        PLAN,
        name="cup by link",
        kind=PUERTO_RICO,
        options={"buildings": "draft"},
        time_control=TimeControl(10 * DAY, bank=5 * DAY),
        table_size=4,
        places=16,
        entry=Tournament.Entry.LINK,
        entry_until=timezone.now() + 30 * DAY,
        filling=Tournament.Filling.BOTS,
        bot_level="random",
        rated=True,
    )
    by_link = open_tournament(tables.cast["bob"], plan, opening_key="key of a cup")
    enter(by_link.pk, david, by_link.code)


def _under_way(tables: Tables) -> None:
    """One in its second round, whose first had a bye: somebody has dropped out, and a game is under way.

    Of another the first round is half over.
    """
    cup = _begun(tables, "cup in its second round", ("anna", "bob", "chris", "david", "eva"))
    assert cup.played_rounds.get().byes.count() == 1
    for game in _games(tables, cup, 1):
        _concede(game)
    progress.advance(cup.pk)
    dropping.drop_out(cup.pk, tables.cast["eva"])
    for game in _games(tables, cup, 2):
        tables.play(game, 6)
    half = _begun(tables, "cup in its first round", ("anna", "bob", "chris", "david", "eva", "sarah"))
    over, goes_on = _games(tables, half, 1)
    _concede(over)
    tables.play(goes_on, 8)
    progress.advance(half.pk)
    assert half.played_rounds.count() == 1


def _over(tables: Tables) -> None:
    """With bots in the free places, and a game that was played to its end."""
    people = ("bob", "chris", "david")
    cup = _begun(tables, "cup that is over", people, rounds=1, filling=Tournament.Filling.BOTS, bot_level="random")
    for game in _games(tables, cup, 1):
        tables.play(game)
    progress.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.FINISHED
    assert cup.entrants.exclude(place=None).count() == PLAN.places


def _begun(tables: Tables, name: str, people: tuple[str, ...], **changes: Any) -> Tournament:
    organiser = tables.cast["ada"]
    cup = open_tournament(organiser, replace(PLAN, name=name, **changes))
    for each in people:
        enter(cup.pk, tables.cast[each])
    progress.start(cup.pk, organiser)
    assert not cup.entrants.filter(status=Entrant.Status.INVITED).exists()
    return cup


def _games(tables: Tables, cup: Tournament, number: int) -> list[Game]:
    """Those of a round, which are remembered by their names."""
    found = Game.objects.filter(tournament_table__round__tournament=cup, tournament_table__round__number=number)
    games = list(found.order_by("tournament_table__number"))
    tables.games |= {game.name: game for game in games}
    return games


def _concede(game: Game) -> None:
    made, others = proposed(fresh(game), "concede", {})
    agree(made, others)
    assert fresh(game).status == Game.Status.FINISHED


def sought(tables: Tables) -> None:
    """Seeks that wait, one of them after it has found a game, and one that its person has paused, and one the site.

    A seek for one game is gone after it.
    """
    lena = _seek(tables, "lena", players=[2, 3])
    Seek.objects.filter(pk=lena.pk).update(seen_at=timezone.now() - 100 * DAY)
    assert pause_silent() == 1
    paused = _seek(tables, "anna", players=[3])
    seeks.pause(tables.cast["anna"], paused.pk)
    _seek(tables, "david", players=[2], per_week=None)
    _seek(tables, "chris", players=[2], per_week=2)
    assert match() == 1
    assert set(SeekFind.objects.values_list("seek__person__username", flat=True)) == {"chris", None}
    _seek(
        tables, "eva", kind=PUERTO_RICO, players=[3, 4, 5], options={"buildings": "all", "nobles": "on"},
        longest=20 * DAY, rated=True, lowest=900, highest=1400, least_reliability=80, most_games=40,
    )  # fmt: skip
    assert match() == 0
    assert set(Seek.objects.values_list("paused", flat=True)) == set(Seek.Pause.values)


def _seek(tables: Tables, name: str, **changes: Any) -> Seek:
    wishes: dict[str, Any] = {"kind": SAN_JUAN, "shortest": 10 * DAY, "longest": 10 * DAY, "most_games": 60}
    return seeks.begin(tables.cast[name], SeekWishes(**wishes | changes))


def waited_for(tables: Tables) -> None:
    """A game and a tournament that are full for now, with people who wait."""
    anna, bob, chris, david, eva = (tables.cast[name] for name in ("anna", "bob", "chris", "david", "eva"))
    game = open_game(
        anna,
        name="full for now",
        kind=PUERTO_RICO,
        options={},
        seats=[SeatPlan("me"), SeatPlan("free"), SeatPlan("invited", email="somebody@example.org")],
        time_control=TimeControl(10 * DAY),
    )
    join(game.pk, bob)
    for person in (chris, david):
        waiting_list.wait(game.pk, person)
    cup = open_tournament(chris, replace(PLAN, name="full cup", places=3))
    for person in (anna, bob, david):
        enter(cup.pk, person)
    wait(cup.pk, eva)
    tables.games[game.name] = fresh(game)


SITUATIONS: Final[tuple[Situation, ...]] = (tournaments, sought, waited_for)
