"""Games that nobody opens: those that people seek, and those of tournaments. They are found beside the games played.

Their people play nothing there: what is looked at is how such games begin, and how those of a tournament end.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from games.nudge import PLAY_TOURNAMENTS
from tests.crash.database_watch import Watch
from tests.e2e.site_functions import send_task
from tests.e2e.stack import Stack

if TYPE_CHECKING:
    from tests.crash.people import Person

KIND: Final = "san-juan"
PER_TURN_S: Final = 3 * 86400
MATCH_SEEKS: Final = "games.table.match_seeks"
ASKED_AGAIN_AFTER_S: Final = 2.0
"""Beat sends these tasks every few minutes."""
MOST_GAMES: Final = 500
ENTRANTS: Final = 6
TABLE_SIZE: Final = 3
ROUNDS: Final = 2


class FoundGames(ABC):
    """How such games come about, a step at a time."""

    task: str
    """That of the worker who opens them."""

    def __init__(self, people: dict[str, Person], stack: Stack, watch: Watch) -> None:
        self.people = people
        self.watch = watch
        self._stack = stack
        self._asked_at = 0.0

    @abstractmethod
    def step(self) -> bool:
        """Do the next thing; whether there was anything to do."""

    @abstractmethod
    def at_rest(self) -> bool:
        """Whether nothing that was begun waits for a worker, or for people."""

    @abstractmethod
    def mistakes(self) -> Iterable[str]:
        """All that is wrong once it is at rest."""

    def _ask_a_worker(self) -> bool:
        if time.monotonic() < self._asked_at + ASKED_AGAIN_AFTER_S:
            return False
        self._stack.call(send_task, self.task)
        self._asked_at = time.monotonic()
        return True

    def _names(self, statement: str, *values: object) -> list[str]:
        return [name for (name,) in self.watch.rows(statement, *values)]


class Seeks(FoundGames):
    """Two people each seek one game, are brought together, and two seek again."""

    task = MATCH_SEEKS

    def __init__(self, people: dict[str, Person], stack: Stack, watch: Watch) -> None:
        super().__init__(people, stack, watch)
        self._begun: set[tuple[str, int]] = set()
        """Person and id of each seek that was acknowledged."""
        self._perhaps_more: Counter[str] = Counter()
        """How often somebody had no answer at first: what they sought may have been found before they tried again."""
        self._turn = 0

    def step(self) -> bool:
        waiting = self._waiting()
        if len(waiting) < 2:
            self._begin(waiting)
            return True
        self._be_strangers()
        return self._ask_a_worker()

    def at_rest(self) -> bool:
        return len(self._waiting()) < 2

    def mistakes(self) -> Iterator[str]:
        finds = self.watch.rows(
            "select f.game_id, u.username, f.seek_id from games_seekfind f join accounts_user u on u.id = f.person_id"
        )
        if any(seek is not None for *_, seek in finds):
            yield f"seeks for one game are still there after it: {finds}"
        yield from self._of_counts(Counter(name for _game, name, _seek in finds))
        people: dict[str, list[str]] = {}
        for game, name, _seek in finds:
            people.setdefault(game, []).append(name)
        for game, names in people.items():
            seated = self._names(
                "select u.username from games_seat p join accounts_user u on u.id = p.user_id where p.game_id = ?", game
            )
            if len(names) != 2 or sorted(names) != sorted(seated):
                yield f"a game was found for {names}, and {seated} sit there"
        noted = self._names("select game_id from games_auditentry where act = 'seeks found a game'")
        if sorted(noted) != sorted(people):
            yield f"the trail tells of other games that were found: {noted}, {[*people]}"

    def _of_counts(self, found: Counter[str]) -> Iterator[str]:
        """Every seek that was acknowledged has found one game or waits."""
        waiting, begun = Counter(self._waiting()), Counter(name for name, _seek in self._begun)
        for name in self.people:
            there = found[name] + waiting[name]
            if not begun[name] <= there <= begun[name] + self._perhaps_more[name]:
                yield f"{name} sought {begun[name]} games; {found[name]} were found, {waiting[name]} are sought"

    def _waiting(self) -> list[str]:
        return self._names(
            "select distinct u.username from games_seek s join accounts_user u on u.id = s.person_id"
            " where s.paused = ''"
        )

    def _begin(self, waiting: list[str]) -> None:
        """One after the other seeks a game for two."""
        free = [name for name in self.people if name not in waiting]
        self._turn += 1
        name = free[self._turn % len(free)]
        person = self.people[name]
        wishes = {"kind": KIND, "players": [2], "shortest": PER_TURN_S, "longest": PER_TURN_S}
        refused = len(person.refused)
        status, seek = person.ask_api("/me/seeks/", {**wishes, "per_week": None, "most_games": MOST_GAMES})
        assert status == 201, f"{name} seeks a game: {status} {seek}"
        self._begun.add((name, seek["id"]))
        self._perhaps_more[name] += len(person.refused) > refused

    def _be_strangers(self) -> None:
        """As if they did not all come from one machine, and had not met for long."""
        self.watch.do("delete from accounts_trace")
        self.watch.do("update games_seekfind set at = ?", datetime.now(tz=UTC) - timedelta(days=60))


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
        seated = self._names(
            "select u.username from games_seat p join accounts_user u on u.id = p.user_id where p.game_id = ?"
            ' order by p."index"',
            game,
        )
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
