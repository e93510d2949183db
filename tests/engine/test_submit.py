"""Whatever lines come, in whatever order: the position is always a sound one, and refusals leave it as it was."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.contract import Game, Position
from games.engine.random import Random, from_secret
from tests.engine.conformance import garble, refusal
from tests.engine.fuzz import setup_of
from tests.engine.repertoire import repertoire
from tests.own_games import OWN_GAMES

SMALL = settings(max_examples=15, stateful_step_count=40, deadline=None, derandomize=True)
CHANCE = st.integers(0, 2**32 - 1)


@dataclass(frozen=True)
class Moment:
    """A position kept, and what it was when it was kept."""

    position: Position
    written: dict[str, object]


class Submissions(RuleBasedStateMachine):
    """People writing: what is legal and what is not, and every now and then taking something back."""

    games: Sequence[Game] | None = None
    """Among which one is chosen; None: all registered ones."""

    @initialize(seed=st.integers(0, 10_000), plies=st.integers(0, 400))
    def open_a_game(self, seed: int, plies: int) -> None:
        """Of any options, and somewhere in it."""
        self.setup = setup_of(seed, among=self.games)
        self.position = self.setup.new()
        random = self.setup.random("opening")
        while self.position.plies < plies and not self.position.is_over():
            moves = self.position.legal_moves()
            self.position.play(moves[random.below(len(moves))])
        self.kept: list[Moment] = []

    def goes_on(self) -> bool:
        return not self.position.is_over()

    @precondition(goes_on)
    @rule(chance=CHANCE)
    def say_a_legal_move(self, chance: int) -> None:
        move = self._some_move(chance)
        plies = self.position.plies
        assert self.setup.game.submit(self.position, self.setup.game.move_text(self.position, move)) == [move]
        assert self.position.plies == plies + 1

    @precondition(goes_on)
    @rule(chance=CHANCE)
    def accept_an_offer(self, chance: int) -> None:
        """By its number; a whole decision, perhaps of several plies."""
        offers = self.setup.game.question(self.position).offers
        plies = self.position.plies
        played = self.setup.game.submit(self.position, str(chance % len(offers) + 1))
        assert self.position.plies == plies + len(played) > plies

    @precondition(goes_on)
    @rule(chance=CHANCE)
    def say_something_garbled(self, chance: int) -> None:
        self._try(garble(self._some_text(chance), self._random(chance)))

    @precondition(goes_on)
    @rule(chance=CHANCE, other=CHANCE)
    def say_two_things_at_once(self, chance: int, other: int) -> None:
        """Each of them a word of the game; together they are a line only by luck."""
        self._try(f"{self._some_text(chance)}, {self._some_text(other)}")

    @precondition(goes_on)
    @rule(number=st.integers(-3, 200))
    def say_a_number(self, number: int) -> None:
        self._try(str(number))

    @precondition(goes_on)
    @rule(line=st.text(max_size=60))
    def say_anything(self, line: str) -> None:
        self._try(line)

    @rule()
    def keep_a_copy(self) -> None:
        self.kept.append(Moment(self.position.copy(), self._written(self.position)))

    @precondition(lambda self: bool(self.kept))
    @rule(chance=CHANCE)
    def take_back(self, chance: int) -> None:
        """To any moment kept: nothing that happened since has touched it."""
        moment = self.kept[chance % len(self.kept)]
        assert self._written(moment.position) == moment.written
        self.position = moment.position.copy()

    @invariant()
    def nothing_is_lost(self) -> None:
        if count := repertoire(self.setup.game).count:
            count(self.position)

    @invariant()
    def it_can_be_written_and_read(self) -> None:
        written = self._written(self.position)
        assert self._written(self.setup.game.from_json(written)) == written

    def _try(self, line: str) -> None:
        """All of it is played, or it is refused with a reason and nothing has changed."""
        before, plies = self._written(self.position), self.position.plies
        refused = refusal(self.setup, self.position, line)
        if refused is None:
            assert self.position.plies > plies
        else:
            assert refused
            assert self._written(self.position) == before

    def _some_move(self, chance: int) -> int:
        moves = self.position.legal_moves()
        return int(moves[chance % len(moves)])

    def _some_text(self, chance: int) -> str:
        return self.setup.game.move_text(self.position, self._some_move(chance))

    def _random(self, chance: int) -> Random:
        return from_secret(random.Random(chance).randbytes(32), "garbled")

    def _written(self, position: Position) -> dict[str, object]:
        return self.setup.game.to_json(position)


class SubmissionsToOwnGames(Submissions):
    games = OWN_GAMES


TestSubmissions = Submissions.TestCase
TestSubmissions.settings = SMALL
TestSubmissionsToOwnGames = SubmissionsToOwnGames.TestCase
TestSubmissionsToOwnGames.settings = SMALL
