"""Waits, mails and simulated hours of one game.

Everybody who is asked at the same time is one wait. Who is asked again directly after an own answer, with nobody else
waited for, is still there: that costs none.
"""

from __future__ import annotations

import math
import random

from games.engine.contract import NOBODY

MEDIAN_HOURS = 5.0
SPREAD = 0.9
"""The standard deviation of the logarithm of an answering time."""
SLOW = 3.0
"""How many times longer the slow person takes."""
MORNING, NIGHT = 7.0, 23.0
"""Nobody answers at night: such an answer comes within two hours of the morning."""
DIRECTLY = 0.05
"""Hours to answer another question at once."""
SOON = 1.0
"""No second mail goes out if the first is younger than so many hours."""


class AnsweringTimes:
    """When people answer: lognormal, nights off, one person slow."""

    def __init__(self, seed: int, slow: int) -> None:
        self.random = random.Random(seed)
        self.slow = slow

    def answered(self, asked: float, seat: int) -> float:
        """The hour at which the seat answers what it is asked at this hour; hour 0 is a midnight."""
        delay = self.random.lognormvariate(math.log(MEDIAN_HOURS), SPREAD) * (SLOW if seat == self.slow else 1.0)
        moment = asked + delay
        hour = moment % 24.0
        if hour >= NIGHT:
            moment += 24.0 - hour + MORNING + self.random.uniform(0.0, 2.0)
        elif hour < MORNING:
            moment += MORNING - hour + self.random.uniform(0.0, 2.0)
        return moment


class Clock:
    """Where a game stands: how many waits and hours it took so far, and who was asked in advance."""

    def __init__(self, times: AnsweringTimes) -> None:
        self.times = times
        self.waits = 0
        self.started = self.hours = 9.0
        self.mails = 0
        self.present = NOBODY
        """Who has just answered and is still there; NOBODY if that is not certain."""
        self.asked: dict[int, tuple[int, float, float]] = {}
        """By seat that was asked in advance: after how many waits, at which hour, and when it answers."""
        self.waited_for: set[int] = set()
        """Who is or was waited for at the same time as whoever answered last."""

    @property
    def days(self) -> float:
        return (self.hours - self.started) / 24.0

    def ask_in_advance(self, seat: int) -> None:
        self.mails += 1
        self.asked[seat] = (self.waits, self.hours, self.times.answered(self.hours, seat))

    def is_unanswered(self, seat: int) -> bool:
        """Whether the seat was asked in advance after the last answer: its turn comes before it has answered."""
        return seat in self.asked and self.asked[seat][0] == self.waits

    def wait_for_advance(self, seat: int) -> None:
        """Go on once the seat's answer in advance is there."""
        waits, hour, answered = self.asked[seat]
        if waits + 1 > self.waits:
            self.waited_for = self._asked_after(waits)
            self.waits = waits + 1
            self.present = seat if self.waited_for == {seat} else NOBODY
        self._pass_time(hour, answered)

    def ask(self, seat: int) -> None:
        """Ask a seat whose turn it is, and go on once it has answered."""
        if seat == self.present:
            self.hours += DIRECTLY
            return
        if self.is_unanswered(seat):
            _waits, hour, answered = self.asked[seat]
        else:
            self.mails += 1
            hour, answered = self.hours, self.times.answered(self.hours, seat)
        self.waited_for = self._asked_after(self.waits) | {seat}
        self.waits += 1
        self._pass_time(hour, answered)
        self.present = seat

    def other_plays(self, seat: int) -> None:
        """Somebody's plan plays: whoever answered last is still there only if nobody else was waited for."""
        if self.present != seat and len(self.waited_for) > 1:
            self.present = NOBODY

    def _pass_time(self, asked: float, answered: float) -> None:
        if answered > self.hours and self.hours - asked > SOON:
            self.mails += 1
        self.hours = max(self.hours, answered)

    def _asked_after(self, waits: int) -> set[int]:
        return {seat for seat, (after, _hour, _answered) in self.asked.items() if after == waits}
