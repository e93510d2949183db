"""Games that people seek: new ones, and free seats of open ones."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from tests.crash.database_watch import Watch
from tests.crash.found_games import PER_TURN_S, FoundGames
from tests.e2e.stack import Stack

if TYPE_CHECKING:
    from tests.crash.people import Person

MATCH_SEEKS: Final = "games.table.match_seeks"
MOST_GAMES: Final = 500


class Seeking(FoundGames):
    """People each seek one game of a kind."""

    task = MATCH_SEEKS
    kind: str
    players: int
    """At a game."""

    def __init__(self, people: dict[str, Person], stack: Stack, watch: Watch) -> None:
        super().__init__(people, stack, watch)
        self._begun: set[tuple[str, int]] = set()
        """Person and id of each seek that was acknowledged."""
        self._perhaps_more: Counter[str] = Counter()
        """How often somebody had no answer at first: what they sought may have been found before they tried again."""
        self._turn = 0

    def mistakes(self) -> Iterator[str]:
        finds = self.watch.rows(
            "select f.game_id, u.username, f.seek_id from games_seekfind f join accounts_user u on u.id = f.person_id"
            " join games_game g on g.id = f.game_id where g.kind = ?",
            self.kind,
        )
        if any(seek is not None for *_, seek in finds):
            yield f"seeks for one game are still there after it: {finds}"
        yield from self._of_counts(Counter(name for _game, name, _seek in finds))
        people: dict[str, list[str]] = {}
        for game, name, _seek in finds:
            people.setdefault(game, []).append(name)
        yield from self._of_games(people)
        noted = self._names(
            "select a.game_id from games_auditentry a join games_game g on g.id = a.game_id"
            " where a.act = 'seeks found a game' and g.kind = ?",
            self.kind,
        )
        if Counter(noted) != Counter({game: self._notes_of(names) for game, names in people.items()}):
            yield f"the trail tells of other games that were found: {noted}, {people}"

    @abstractmethod
    def _of_games(self, found: Mapping[str, list[str]]) -> Iterator[str]:
        """All that is wrong with the games that were found, each with those who have found it."""

    @abstractmethod
    def _notes_of(self, names: list[str]) -> int:
        """How often the trail tells that these people have found a game."""

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
            " where s.paused = '' and s.kind = ?",
            self.kind,
        )

    def _begin(self, busy: list[str]) -> None:
        """One after the other of those who are not busy seeks a game."""
        name = self._next(busy)
        person = self.people[name]
        wishes = {"kind": self.kind, "players": [self.players], "shortest": PER_TURN_S, "longest": PER_TURN_S}
        refused = len(person.refused)
        status, seek = person.ask_api("/me/seeks/", {**wishes, "per_week": None, "most_games": MOST_GAMES})
        assert status == 201, f"{name} seeks a game: {status} {seek}"
        self._begun.add((name, seek["id"]))
        self._perhaps_more[name] += len(person.refused) > refused

    def _next(self, busy: list[str]) -> str:
        self._turn += 1
        free = [name for name in self.people if name not in busy]
        return free[self._turn % len(free)]

    def _be_strangers(self) -> None:
        """As if they did not all come from one machine, and had not met for long."""
        self.watch.do("delete from accounts_trace")
        self.watch.do("update games_seekfind set at = ?", datetime.now(tz=UTC) - timedelta(days=60))


class NewGames(Seeking):
    """Two people each seek one game, are brought together at a new one, and two seek again."""

    kind = "san-juan"
    players = 2

    def step(self) -> bool:
        waiting = self._waiting()
        if len(waiting) < self.players:
            self._begin(waiting)
            return True
        self._be_strangers()
        return self._ask_a_worker()

    def at_rest(self) -> bool:
        return len(self._waiting()) < self.players

    def _of_games(self, found: Mapping[str, list[str]]) -> Iterator[str]:
        for game, names in found.items():
            seated = self._seated(game)
            if len(names) != self.players or sorted(names) != sorted(seated):
                yield f"a game was found for {names}, and {seated} sit there"

    def _notes_of(self, names: list[str]) -> int:  # noqa: ARG002
        return 1


class FreeSeats(Seeking):
    """Somebody opens a game with free seats, others each seek one and get them, and another game is opened."""

    kind = "puerto-rico"
    players = 3

    def __init__(self, people: dict[str, Person], stack: Stack, watch: Watch) -> None:
        super().__init__(people, stack, watch)
        self._hosts: dict[str, str] = {}
        """Of each game that was opened, by its id."""

    def step(self) -> bool:
        offered = [game for game in self._hosts if self._is_open(game)]
        if not offered:
            host = self._next(self._waiting())
            seats = [{"kind": "me"}, *({"kind": "free"} for _ in range(self.players - 1))]
            self._hosts[self._open_game(host, len(self._hosts), self.kind, seats)] = host
            return True
        waiting, seated = self._waiting(), self._seated(offered[0])
        if len(waiting) + len(seated) < self.players:
            self._begin([*waiting, *seated])
            return True
        self._be_strangers()
        return self._ask_a_worker()

    def at_rest(self) -> bool:
        return not any(self._is_open(game) for game in self._hosts)

    def _of_games(self, found: Mapping[str, list[str]]) -> Iterator[str]:
        if found.keys() != self._hosts.keys():
            yield f"these games had free seats: {[*self._hosts]}, and seats were found at {[*found]}"
        for game, names in found.items():
            seated = self._seated(game)
            if len(seated) != self.players or sorted(seated) != sorted([*names, self._hosts.get(game, "")]):
                yield f"at {game} of {self._hosts.get(game)} {names} have found seats, and {seated} sit there"

    def _notes_of(self, names: list[str]) -> int:
        return len(names)

    def _is_open(self, game: str) -> bool:
        return bool(self.watch.one("select status from games_game where id = ?", game) == "open")
