"""People who wait for a seat of an open game, and get the one that comes free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.crash.database_watch import Watch
from tests.crash.found_games import FoundGames
from tests.e2e.stack import Stack

if TYPE_CHECKING:
    from tests.crash.people import Person

KIND: Final = "san-juan"


class Offer(NamedTuple):
    """The people of an open game for three."""

    host: str
    joins: str
    invited: str
    """For whom the last seat is kept."""
    waits: str
    """Who gets it."""


class WaitingLists(FoundGames):
    """A game's last seat is kept for somebody, and another one waits for it; they decline, or it is kept no longer."""

    task = "games.table.fill_seats"

    def __init__(self, people: dict[str, Person], stack: Stack, watch: Watch) -> None:
        super().__init__(people, stack, watch)
        self._offers: dict[str, Offer] = {}
        """By game."""

    def step(self) -> bool:
        for game, offer in self._offers.items():
            if not self._has_begun(game):
                return self._go_on(game, offer)
        self._offer_a_game()
        return True

    def at_rest(self) -> bool:
        return all(self._has_begun(game) for game in self._offers)

    def mistakes(self) -> Iterator[str]:
        for game, offer in self._offers.items():
            seated = self._seated(game)
            if sorted(seated) != sorted([offer.host, offer.joins, offer.waits]):
                yield f"{offer}: at {game} sit {seated}"
        noted = self._names("select game_id from games_auditentry where act = 'seated from the waiting list'")
        if Counter(noted) != Counter([*self._offers]):
            yield f"people waited at {[*self._offers]}, and the trail tells that they were seated at {noted}"
        if still := self.watch.one("select count(*) from games_waitingperson"):
            yield f"{still} wait at games that have begun"

    def _offer_a_game(self) -> None:
        number, around = len(self._offers), [*self.people]
        offer = Offer(*(around[(number + place) % len(around)] for place in range(len(Offer._fields))))
        kept = {"kind": "invited", "email": self.people[offer.invited].address}
        game = self._open_game(offer.host, number, KIND, [{"kind": "me"}, {"kind": "free"}, kept])
        self._offers[game] = offer

    def _go_on(self, game: str, offer: Offer) -> bool:
        if offer.joins not in self._seated(game):
            self.people[offer.joins].ask_api(f"/games/{game}/join/", {})
        elif not self._has_come_to_wait(game):
            status, answer = self.people[offer.waits].ask_api(f"/games/{game}/wait/", {})
            assert status == 200, f"{offer.waits} waits for a seat at {game}: {status} {answer}"
        elif not self._is_kept(game):
            return self._ask_a_worker()
        elif len(self._offers) % 2:
            # Refused if a try before this one has freed the seat.
            self.people[offer.invited].press(f"/games/{game}/decline/", shown_on="/games/")
        else:
            self.watch.do("update games_seat set invited_email = '', invited_user_id = null where game_id = ?", game)
        return True

    def _has_come_to_wait(self, game: str) -> bool:
        return bool(self.watch.one("select count(*) from games_waitingperson where game_id = ?", game))

    def _is_kept(self, game: str) -> bool:
        return bool(self.watch.one("select count(*) from games_seat where game_id = ? and invited_email <> ''", game))

    def _has_begun(self, game: str) -> bool:
        return bool(self.watch.one("select status from games_game where id = ?", game) != "open")
