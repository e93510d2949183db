"""The lessons of Puerto Rico."""

from __future__ import annotations

from typing import Final

from prweb.lessons.lesson import Course
from prweb.lessons.puertorico.first_roles import BUILDER, FIRST_ROUND, MAYOR, SETTLER
from prweb.lessons.puertorico.goods import CRAFTSMAN, TRADER
from prweb.lessons.puertorico.shipping import CAPTAIN, WHARF
from prweb.lessons.puertorico.whole_game import END, TOGETHER

COURSE: Final = Course(
    "puerto-rico", (FIRST_ROUND, SETTLER, MAYOR, BUILDER, CRAFTSMAN, TRADER, CAPTAIN, WHARF, END, TOGETHER)
)
