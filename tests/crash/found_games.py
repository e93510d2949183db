"""Games that people come to by the site: beside the games played they seek some, wait for seats, enter tournaments.

They play nothing there: what is looked at is how such games begin, and how those of a tournament end.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tests.crash.database_watch import Watch
from tests.e2e.site_functions import send_task
from tests.e2e.stack import Stack

if TYPE_CHECKING:
    from tests.crash.people import Person

PER_TURN_S: Final = 3 * 86400
ASKED_AGAIN_AFTER_S: Final = 2.0
"""Beat sends these tasks every few minutes."""


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

    def _seated(self, game: str) -> list[str]:
        """Who sits at a game, in the order of the seats."""
        return self._names(
            "select u.username from games_seat p join accounts_user u on u.id = p.user_id where p.game_id = ?"
            ' order by p."index"',
            game,
        )

    def _open_game(self, host: str, number: int, kind: str, seats: list[dict[str, str]]) -> str:
        """Somebody opens a game; its id. number: of those that are opened so, the same one is opened once."""
        plan = {"kind": kind, "seats": seats, "turn_limit": PER_TURN_S}
        status, game = self.people[host].ask_api("/games/", plan, f"{type(self).__name__}-{number}")
        assert status == 201, f"{host} opens a game: {status} {game}"
        return str(game["id"])
