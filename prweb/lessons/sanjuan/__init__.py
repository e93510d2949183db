"""The lessons of San Juan."""

from __future__ import annotations

from typing import Final

from prweb.lessons.lesson import Course
from prweb.lessons.sanjuan.buildings import CHAPEL, MONUMENTS, SMITHY
from prweb.lessons.sanjuan.cards import COUNCILLOR, FIRST_ROUND, PROSPECTOR
from prweb.lessons.sanjuan.goods import PRODUCER, TRADER
from prweb.lessons.sanjuan.whole_game import END, TOGETHER

COURSE: Final = Course(
    "san-juan",
    (FIRST_ROUND, PRODUCER, TRADER, COUNCILLOR, PROSPECTOR, SMITHY, CHAPEL, MONUMENTS, END, TOGETHER),
)
