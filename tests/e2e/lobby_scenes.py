"""How people find games, for pictures: a lobby, seeks, a tournament under way, and what was reported to staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.models import Game, Report, TalkMessage, Tournament
from games.people.models import User
from games.table import reports, seek_matching, seeks, talk
from games.table.game_update import GameUpdate
from games.table.locks import lock_game
from games.table.open_games import SeatPlan, join, open_game
from games.table.preferences import set_profile_shown
from games.table.resignation import resign
from games.table.tournaments import progress
from games.table.tournaments.entering import enter
from games.table.tournaments.opening import TournamentPlan, open_tournament
from games.table.waiting_list import wait
from games.time_control import TimeControl
from tests.e2e.site_functions import make_moderator

HOUR: Final = timedelta(hours=1)
DAY: Final = 24 * HOUR
CUP: Final = TournamentPlan(
    name="Winter Cup",
    kind="puerto-rico",
    time_control=TimeControl(DAY),
    table_size=3,
    rounds=3,
    places=12,
    fewest=6,
    options={},
    rated=True,
)
SCORES: Final = (
    ((51, 44, 38), (47, 47, 36), (58, 41, 40)),
    ((49, 46, 33), (55, 39, 37)),
)
"""Of the tables that are over, by round: victory points in the order of the seats. The last table of round 2 plays."""
MESSAGES: Final = (
    (0, "A good game to you both!"),
    (1, "Thanks. I take the builder, as nobody else seems to know how this is played."),
    (1, "Are you two always that stupid?"),
    (0, "Please be kind."),
)


def fill(username: str, others: Sequence[str], moderator: str, key: str) -> dict[str, str]:
    """What this person and a moderator see; the addresses by what is on them. others: eight people.

    key: of the moderator's authenticator app.
    """
    person, *rest = (User.objects.get(username=name) for name in (username, *others))
    for one in rest:
        set_profile_shown(one, User.ProfileShown.ALL)
    _open_games(rest)
    _full_games(person, rest)
    _seats_left(rest)
    _seeks(person, rest[0])
    cup = _tournament([person, *rest])
    make_moderator(moderator, key)
    report = _reports(rest)
    return {
        "lobby": "/games/",
        "seeks": "/seeks/",
        "tournament": f"/tournaments/{cup.pk}/",
        "reports": "/staff/figures/reports/",
        "report": f"/staff/reports/{report.pk}/",
    }


def _open_games(people: Sequence[User]) -> None:
    """Games that wait for players, some of them for the last one."""
    _table("Friday evening", "puerto-rico", people[:3], free=1, clock=TimeControl(2 * DAY), rated=True)
    _table(
        "Quick cards",
        "san-juan",
        people[3:4],
        free=1,
        clock=TimeControl(8 * HOUR),
        bots_after=DAY,
        bots_level="merchant-1",
    )
    options = {"nobles": "on", "buildings": "draft"}
    _table("With nobles", "puerto-rico", people[4:6], free=3, clock=TimeControl(3 * DAY), options=options)
    watched = Game.Visibility.PUBLIC
    _table("San Juan for beginners", "san-juan", people[6:7], free=3, clock=TimeControl(DAY), visibility=watched)


def _full_games(person: User, people: Sequence[User]) -> None:
    """Games whose last seat is kept for somebody who has not answered; the person waits for one of them."""
    for name, players, kept in (("Sunday league", people[1:4], people[4]), ("Old friends", people[5:7], people[7])):
        game = open_game(
            players[0],
            name=name,
            kind="puerto-rico",
            options={},
            seats=[SeatPlan("me"), *[SeatPlan("free")] * (len(players) - 1), SeatPlan("invited", email=kept.email)],
            time_control=TimeControl(2 * DAY),
        )
        for player in players[1:]:
            join(game.pk, player)
    wait(game.pk, person)


def _seats_left(people: Sequence[User]) -> None:
    """Running games that somebody has left."""
    for name, kind, players in (("Rainy days", "san-juan", people[1:4]), ("The long way", "puerto-rico", people[4:8])):
        game = _table(name, kind, players, visibility=Game.Visibility.PUBLIC)
        resign(game.pk, players[-1])


def _seeks(person: User, other: User) -> None:
    """One that has found a game and goes on, one for a single game, and one that is paused."""
    for_two: dict[str, Any] = {"kind": "san-juan", "players": [2], "shortest": 8 * HOUR, "longest": 2 * DAY}
    seeks.begin(person, seeks.SeekWishes(**for_two, per_week=2))
    seeks.begin(other, seeks.SeekWishes(**for_two, per_week=None))
    assert seek_matching.match() == 1
    wishes: dict[str, Any] = {"kind": "puerto-rico", "shortest": DAY, "longest": 3 * DAY}
    demanding: dict[str, Any] = {
        "rated": True,
        "lowest": 1100,
        "least_reliability": 90,
        "options": {"buildings": "base"},
    }
    seeks.begin(person, seeks.SeekWishes(**wishes, **demanding, players=[3, 4], per_week=None))
    paused = seeks.begin(person, seeks.SeekWishes(**wishes, players=[5], per_week=1))
    seeks.pause(person, paused.pk)


def _table(name: str, kind: str, people: Sequence[User], *, free: int = 0, **more: Any) -> Game:
    host, *others = people
    game = open_game(
        host,
        name=name,
        kind=kind,
        options=more.pop("options", {}),
        seats=[SeatPlan("me"), *[SeatPlan("free")] * (len(others) + free)],
        time_control=more.pop("clock", TimeControl(DAY)),
        **more,
    )
    for one in others:
        join(game.pk, one)
    return Game.objects.get(pk=game.pk)


def _tournament(people: Sequence[User]) -> Tournament:
    """A tournament in its second round."""
    cup = open_tournament(people[1], CUP)
    for one in people:
        enter(cup.pk, one, cup.code)
    progress.start(cup.pk, people[1])
    for number, tables in enumerate(SCORES, start=1):
        games = Game.objects.filter(tournament_table__round__tournament=cup, tournament_table__round__number=number)
        for game, scores in zip(games.order_by("tournament_table__number"), tables, strict=False):
            _end(game, scores)
        progress.advance_for_a_while()
    return cup


def _end(game: Game, scores: Sequence[int]) -> None:
    """Let a game be over with these scores."""
    with transaction.atomic():
        update = GameUpdate(lock_game(game.pk), timezone.now())
        update.end_now()
        update.save()
        for seat, score in zip(game.seats.order_by("index"), scores, strict=True):
            seat.score, seat.rank = score, 1 + sum(other > score for other in scores)
            seat.save(update_fields=["score", "rank"])


def _reports(people: Sequence[User]) -> Report:
    """What waits for staff, the oldest first; the report of a message, which two have reported."""
    loud, first, second = people[5], people[6], people[7]
    game = _table("Rude company", "puerto-rico", [first, loud, second], visibility=Game.Visibility.PUBLIC)
    said = [talk.say(game.pk, (first, loud)[place], text) for place, text in MESSAGES]
    for number, message in enumerate(said):
        TalkMessage.objects.filter(pk=message.pk).update(said_at=timezone.now() - (9 - number) * HOUR)
    unfair = "They always play at the same minute, and one gives the other all goods."
    reports.report_person(people[0], people[3].username, Report.Reason.UNFAIR, unfair)
    found = reports.report_message(game.pk, first, said[2].pk, Report.Reason.INSULT, "Not the first time.")
    reports.report_message(game.pk, second, said[2].pk, Report.Reason.INSULT, "")
    reports.report_game(game.pk, people[2], Report.Reason.STALLING, "Takes two days for every single move.")
    hours: Mapping[int, int] = dict(enumerate((31, 5, 4, 2)))
    for number, report in enumerate(Report.objects.order_by("pk")):
        Report.objects.filter(pk=report.pk).update(at=timezone.now() - hours[number] * HOUR)
    return found
