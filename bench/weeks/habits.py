"""When people answer: at night nobody, at weekends some do not; some leave for good, some are away for a week."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from random import Random

from bench.waiting.clock import DIRECTLY, MEDIAN_HOURS, SPREAD

MORNING, NIGHT = time(7), time(23)
"""Nobody answers at night: such an answer comes within two hours of the morning."""
OFF_AT_WEEKENDS = 1 / 3
"""Of the people, who answer on Monday what comes on Saturday and Sunday."""
LEAVE = 0.1
"""Of the people, who answer nothing any more from some day of the first four weeks on, and say nothing."""
AWAY = 0.2
"""Of the people, who announce a week's absence that begins on some day of the first four weeks."""
DAYS_TO_CHOOSE_FROM = 28
DAYS_AWAY = 7
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_SATURDAY = 5


@dataclass
class Habits:
    """One person's."""

    start: datetime
    random: Random
    is_off_at_weekends: bool = field(init=False)
    leaves_at: datetime | None = field(init=False)
    away_from: datetime | None = field(init=False)
    """The midnight at which their absence begins."""

    def __post_init__(self) -> None:
        self.is_off_at_weekends = self.random.random() < OFF_AT_WEEKENDS
        self.leaves_at = self._some_day() + 12 * _HOUR if self.random.random() < LEAVE else None
        self.away_from = self._some_day() if self.random.random() < AWAY else None

    def answers_at(self, asked: datetime) -> datetime | None:
        """When they answer what reaches them at a moment; None if never."""
        delay = self.random.lognormvariate(math.log(MEDIAN_HOURS), SPREAD) * _HOUR
        return self._unless_left(self._awake(asked + delay))

    def answers_directly_at(self, asked: datetime) -> datetime | None:
        """When they answer what follows at once on an answer of theirs."""
        return self._unless_left(asked + DIRECTLY * _HOUR)

    def has_left(self, moment: datetime) -> bool:
        return self.leaves_at is not None and moment >= self.leaves_at

    def _some_day(self) -> datetime:
        midnight = self.start.replace(hour=0)
        return midnight + self.random.randrange(1, DAYS_TO_CHOOSE_FROM) * _DAY

    def _awake(self, moment: datetime) -> datetime:
        """The moment, or the next at which they are awake, there and not off."""
        if self.away_from is not None and self.away_from <= moment < self.away_from + DAYS_AWAY * _DAY:
            moment = self.away_from + DAYS_AWAY * _DAY
        if moment.time() >= NIGHT:
            moment = moment.replace(hour=0, minute=0) + _DAY
        while self.is_off_at_weekends and moment.weekday() >= _SATURDAY:
            moment = moment.replace(hour=0, minute=0) + _DAY
        if moment.time() < MORNING:
            moment = moment.replace(hour=MORNING.hour, minute=0) + self.random.uniform(0, 2) * _HOUR
        return moment

    def _unless_left(self, moment: datetime) -> datetime | None:
        return None if self.has_left(moment) else moment
