"""Tournaments that people play beside the games at the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from games.nudge import PLAY_TOURNAMENTS
from tests.crash.database_watch import Watch
from tests.crash.found_games import PER_TURN_S, FoundGames
from tests.e2e.stack import Stack

if TYPE_CHECKING:
    from tests.crash.people import Person

KIND: Final = "san-juan"
ENTRANTS: Final = 6
TABLE_SIZE: Final = 3
ROUNDS: Final = 2


class Tournaments(FoundGames):
    """One after the other: all enter, it is started by hand or by its time, and all concede each game to its leader."""

    task = PLAY_TOURNAMENTS

    def __init__(self, people: dict[str, Person], stack: Stack, watch: Watch) -> None:
        super().__init__(people, stack, watch)
        self._opened: list[str] = []
        self._entrants = [*people][:ENTRANTS]

    def step(self) -> bool:
        status = self._status()
        if status in ("", "finished"):
            self._open()
            return True
        if status == "entry":
            return self._enter() or self._start()
        games = self._running_games()
        return self._concede(games[0]) if games else self._ask_a_worker()

    def at_rest(self) -> bool:
        return self._status() in ("", "finished")

    def mistakes(self) -> Iterator[str]:
        known = self._names("select id from games_tournament")
        if sorted(known) != sorted(self._opened):
            yield f"these tournaments were opened: {self._opened}; and there are: {known}"
        if self.at_rest() and (due := self.watch.one("select count(*) from games_tournamentdue")):
            yield f"{due} ends of games wait for their tournaments"
        for tournament in known:
            yield from self._of_rounds(tournament)
            if self._status_of(tournament) == "finished":
                yield from self._of_end(tournament)

    def _of_rounds(self, tournament: str) -> Iterator[str]:
        """In each round everybody has one seat, which is that of their game."""
        seats = self.watch.rows(
            "select r.number, t.game_id, u.username, (select v.username from games_seat p join accounts_user v"
            ' on v.id = p.user_id where p.game_id = t.game_id and p."index" = s."index")'
            " from games_tournamentround r join games_tournamenttable t on t.round_id = r.id"
            " join games_tournamentseat s on s.table_id = t.id join games_entrant e on e.id = s.entrant_id"
            " join accounts_user u on u.id = e.user_id where r.tournament_id = ?",
            tournament,
        )
        rounds = {number for number, *_ in seats}
        if Counter((number, name) for number, _game, name, _there in seats) != Counter(
            (number, name) for number in rounds for name in self._entrants
        ):
            yield f"not everybody sits once in each round of {tournament}: {seats}"
        if any(name != there for *_, name, there in seats):
            yield f"others sit at the games of {tournament} than at its tables: {seats}"
        noted = self.watch.one(
            "select count(*) from games_auditentry where act = 'round of a tournament'"
            " and cast(details as text) like ?",
            f"%{tournament}%",
        )
        kept = self.watch.one("select count(*) from games_tournamentround where tournament_id = ?", tournament)
        if not noted == kept == len(rounds):
            yield f"{tournament} has {kept} rounds, {noted} in the trail, {len(rounds)} with tables"

    def _of_end(self, tournament: str) -> Iterator[str]:
        rounds = self.watch.rows(
            "select number, ended_at is not null from games_tournamentround where tournament_id = ? order by number",
            tournament,
        )
        if [(number, bool(ended)) for number, ended in rounds] != [(one, True) for one in range(1, ROUNDS + 1)]:
            yield f"{tournament} is over after the rounds {rounds}"
        places = self.watch.rows("select place from games_entrant where tournament_id = ? order by place", tournament)
        if len(places) != len(self._entrants) or places[0] != (1,):
            yield f"the places of {tournament} are {places}"
        told = self._names(
            "select u.username from games_notification n join accounts_user u on u.id = n.user_id where n.cause = ?",
            f"tournament:{tournament}:ended",
        )
        if sorted(told) != sorted(self._entrants):
            yield f"of the end of {tournament} {told} were told"

    # --- what people do ---

    def _open(self) -> None:
        number = len(self._opened) + 1
        plan = {
            "kind": KIND,
            "name": f"Cup {number}",
            "table_size": TABLE_SIZE,
            "rounds": ROUNDS,
            "places": ENTRANTS,
            "fewest": ENTRANTS,
            "turn_limit": PER_TURN_S,
        }
        status, opened = self._organiser.ask_api("/tournaments/", plan, f"cup-{number}")
        assert status == 201, f"a tournament is opened: {status} {opened}"
        self._opened.append(opened["id"])

    def _enter(self) -> bool:
        """Who has not entered yet does; False if nobody is left."""
        there = self._names(
            "select u.username from games_entrant e join accounts_user u on u.id = e.user_id"
            " where e.tournament_id = ? and e.status = 'entered'",
            self._opened[-1],
        )
        missing = [name for name in self._entrants if name not in there]
        if missing:
            self.people[missing[0]].ask_api(f"/tournaments/{self._opened[-1]}/enter/", {})
        return bool(missing)

    def _start(self) -> bool:
        """One after the other by its organiser, and by its time."""
        if len(self._opened) % 2:
            # Refused if a try before this one has started it.
            self._organiser.ask_api(f"/tournaments/{self._opened[-1]}/start/", {})
            return True
        up = datetime.now(tz=UTC) - timedelta(hours=1)
        self.watch.do("update games_tournament set entry_until = ? where id = ?", up, self._opened[-1])
        return self._ask_a_worker()

    def _concede(self, game: str) -> bool:
        """All concede to whoever leads; what a try before has done is refused."""
        path = f"/games/{game}/proposals/"
        seated = self._seated(game)
        self.people[seated[0]].ask_api(path, {"kind": "concede"}, f"concede-{game}")
        for (proposal,) in self.watch.rows("select id from games_proposal where game_id = ? and status = 'open'", game):
            for name in seated[1:]:
                self.people[name].ask_api(f"{path}{proposal}/vote/", {"agrees": True})
        return True

    # ---

    @property
    def _organiser(self) -> Person:
        return self.people[self._entrants[0]]

    def _status(self) -> str:
        return self._status_of(self._opened[-1]) if self._opened else ""

    def _status_of(self, tournament: str) -> str:
        return str(self.watch.one("select status from games_tournament where id = ?", tournament))

    def _running_games(self) -> list[str]:
        return self._names(
            "select t.game_id from games_tournamenttable t join games_tournamentround r on r.id = t.round_id"
            " join games_game g on g.id = t.game_id"
            " where r.tournament_id = ? and g.status = 'running' order by t.id",
            self._opened[-1],
        )
