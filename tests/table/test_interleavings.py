"""Whatever people, bots, the clock, mails and staff do in whatever order, each question is answered once, plans are
kept and played as they should be, nobody is told or shown what is not theirs, and the game goes on.

Processes that die in the middle are imitated here by a transaction that is rolled back at its end; real ones are killed
by tests/crash.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final
from unittest import mock

import pytest
from django.db import transaction
from hypothesis import Phase, given, note, settings
from hypothesis import strategies as st

from games.models import Game, Proposal
from games.notifications import channels
from games.people.models import User
from games.table.errors import Refused
from games.table.game_update import GameUpdate
from games.table.records import check_replay
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT, fresh, opened, play_on
from tests.table.interleaved.around import ActionsAround
from tests.table.interleaved.checks import Checks
from tests.table.interleaved.playing import PlayingActions
from tests.table.interleaved.told import CheckedMails

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ORDERS: Final = int(os.environ.get("PRWEB_INTERLEAVINGS", "3"))
"""So many orders of actions are tried in each setting; `make interleavings` tries more."""
DIES: Final = 0.1
"""How often an action dies with its process."""
CLOCK: Final = TimeControl(LIMIT, excused=1, misses_in_row=1)


class Table(PlayingActions, ActionsAround, Checks):
    """A game, with what one may do at it."""

    @property
    def playing(self) -> dict[str, Callable[[int, Random], None]]:
        return {
            "answer": self.do_answer,
            "answer in several lines": self.do_answer_in_several_lines,
            "plan": self.do_plan,
            "plan all": self.do_plan_all,
            "late plan": self.do_late_plan,
            "withdraw": self.do_withdraw,
            "reorder": self.do_reorder,
            "next pick": self.do_next_pick,
            "order": self.do_order,
            "leave to the adviser": self.do_leave,
            "stop orders": self.do_stop_orders,
            "undo": self.do_undo,
        }

    @property
    def around(self) -> dict[str, Callable[[int, Random], None]]:
        return {
            "time out": self.do_time_out,
            "bot": self.do_bot,
            "resign": self.do_resign,
            "give back": self.do_give_back,
            "pause": self.do_pause,
            "extend": self.do_extend,
            "rewind": self.do_rewind,
            "replace": self.do_replace,
            "say what happens while away": self.do_choose,
            "go away": self.do_go_away,
            "come back": self.do_come_back,
            "take over": self.do_take_over,
            "return": self.do_return,
            "propose": self.do_propose,
            "vote": self.do_vote,
            "withdraw a proposal": self.do_withdraw_proposal,
            "let votes end": self.do_let_votes_end,
            "choose mails": self.do_choose_mails,
            "send mails": self.do_send_mails,
        }

    def choose(self, chance: Random) -> str:
        """Any action; more often one for which there is an occasion just now."""
        if chance.random() < 0.5:
            return chance.choice(list(self.playing | self.around))
        if chance.random() < 0.5:
            return chance.choice(["answer", "answer", "plan all", "time out", "bot", "propose"])
        game, occasions = fresh(self.game), ["answer"]
        if game.paused_at is not None:
            occasions += ["pause", "pause"]
        if game.seats.filter(vacant_since__isnull=False).exists():
            occasions += ["take over", "take over", "return"]
        if game.proposals.filter(status=Proposal.Status.OPEN).exists():
            occasions += ["vote", "vote", "vote"]
        return chance.choice(occasions)

    def do(self, name: str, seat: int, chance: Random) -> None:
        """Do it, if it is possible now. What is refused, and what dies before its end, changes nothing."""
        if fresh(self.game).status != Game.Status.RUNNING:
            return
        before, action = self.everything(), (self.playing | self.around)[name]
        try:
            if chance.random() < DIES:
                with dying():
                    action(seat, chance)
            else:
                action(seat, chance)
        except (Refused, Died):
            assert self.everything() == before, name


class Died(BaseException):
    """The process was killed."""


@contextmanager
def dying() -> Iterator[None]:
    """The process dies once the game is saved, before its transaction is committed."""
    save = GameUpdate.save

    def save_and_die(update: GameUpdate, *args: Any, **kwargs: Any) -> None:
        save(update, *args, **kwargs)
        raise Died

    with mock.patch.object(GameUpdate, "save", save_and_die), transaction.atomic():
        yield


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class KeptErrors(logging.Handler):
    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@contextmanager
def no_errors_logged() -> Iterator[None]:
    """What goes wrong for one game of many is logged, so that the others go on."""
    kept = KeptErrors(logging.ERROR)
    logging.getLogger().addHandler(kept)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(kept)
    assert kept.texts == []


@given(st.integers(0, 2**32))
@settings(max_examples=ORDERS, derandomize=True, phases=[Phase.generate])
def everything_holds(game: Game, seed: int) -> None:
    mails = CheckedMails()
    with undone(), channels.registered(mails), no_errors_logged():
        Game.objects.filter(pk=game.pk).update(advisers=True, takeover=Game.Takeover.LOBBY, clock=CLOCK.to_json())
        spare = [UserFactory.create(username=name) for name in ("dora", "emil", "fanni", "gabor")]
        table, chance = Table(fresh(game), spare), Random(seed)
        for _action in range(40):
            name = table.choose(chance)
            seat = chance.randrange(game.seat_count)
            note(f"{name} {seat}")
            table.do(name, seat, chance)
            table.check()
            assert mails.faults == []
        table.check_what_is_known()
        # Every transaction has left a digest: one replay compares them all.
        check_replay(fresh(game))


@pytest.mark.parametrize("plies", [0, 40])
def test_with_people_alone(anna: User, bob: User, chris: User, plies: int) -> None:
    everything_holds(play_on(opened(anna, bob, chris), lambda game: game.plies >= plies))


def test_with_a_bot_between_people(anna: User, bob: User, chris: User) -> None:
    everything_holds(play_on(opened(anna, bob, chris, bots=1), lambda game: game.plies >= 30))


def test_at_san_juan(anna: User, bob: User, chris: User) -> None:
    everything_holds(play_on(opened(anna, bob, chris, kind="san-juan"), lambda game: game.plies >= 30))
