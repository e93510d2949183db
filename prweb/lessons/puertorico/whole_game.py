"""The end of the game, and everything together."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from prweb.lessons.lesson import FreePlay, Lesson, Step, Wrong
from prweb.lessons.puertorico.table import Player, table

END: Final = Lesson(
    key="end",
    title=_("The end and the score"),
    about=_("Fill your city with a large building, and count."),
    position=table(
        Player(
            9,
            vp=12,
            goods={"corn": 1},
            island={"corn": (3, 3), "indigo": (2, 2), "sugar": (2, 2)},
            city={
                "small indigo plant": 1,
                "indigo plant": 1,
                "small sugar mill": 1,
                "sugar mill": 1,
                "hacienda": 1,
                "small market": 1,
                "construction hut": 1,
                "small warehouse": 1,
                "hospice": 0,
                "office": 1,
            },
        ),
        Player(
            5,
            vp=20,
            goods={"corn": 1},
            island={"corn": (3, 3), "tobacco": (2, 2)},
            city={"tobacco storage": 2, "large market": 1, "harbor": 1, "small market": 1},
        ),
        Player(
            4,
            vp=15,
            goods={"corn": 2},
            island={"corn": (3, 3), "coffee": (2, 2)},
            city={"coffee roaster": 2, "wharf": 1, "hacienda": 1, "large warehouse": 1},
        ),
        round_number=13,
        face_up=("corn", "indigo", "tobacco", "coffee"),
    ),
    steps=(
        Step(
            "role",
            _(
                "Ten of the twelve spaces of your city are taken. A large building takes two: then your city is full, "
                "and the game ends with this round. Large buildings cost 10; you have 9, and the builder pays 1 less. "
                "Pick the builder."
            ),
            "builder",
            _("This is the moment for a large building. Pick the builder."),
            (
                Wrong(
                    "captain",
                    _("Your one corn is 2 VP. A large building brings far more: pick the builder."),
                ),
            ),
        ),
        Step(
            "builder",
            _(
                "Besides its 4 VP every large building counts something. You have six violet buildings, and the city "
                "hall would be the seventh, 1 VP for each. The guild hall counts buildings that make goods: 1 for a "
                "small one, 2 for a large one. Which brings you most?"
            ),
            "build city hall",
            _("Count again: the city hall brings 7 besides its 4."),
            (
                Wrong(
                    "build guild hall",
                    _("Close: two small and two large plants count 6. The city hall counts seven violet buildings: 7."),
                ),
                Wrong(
                    "build residence",
                    _("With seven tiles on your island the residence counts 4. The city hall counts 7."),
                ),
                Wrong(
                    "build fortress",
                    _("It counts 1 for three colonists. The city hall counts more, 7. Build that."),
                ),
                Wrong(
                    "build customs house",
                    _("It counts 1 for four VP in chips: 3 of your 12. The city hall counts 7."),
                ),
                Wrong(
                    "pass|build (?!city hall).*",
                    _("Only a large building fills both spaces and counts more. Build the city hall."),
                ),
            ),
            _("Your city is full: this is the last round. Luis picked the mayor."),
            ("pass", "pass", "mayor", "take colonist"),
        ),
        Step(
            "colonists",
            _("Large buildings count what they count only with a colonist. Place a colonist in the city hall."),
            ".*city hall 1.*",
            _("Without a colonist the city hall brings its 4 VP and nothing else. Place one in it: that is 7 VP."),
        ),
    ),
    free=FreePlay("", None),
    learned=(
        _("The game ends with the round in which a city is full, the VP or the colonists run out."),
        _("The score: VP chips, printed VP of all buildings, and what occupied large buildings count."),
        _("With equal points doubloons and goods together decide."),
    ),
    rules=("end", "building-city-hall"),
)

TOGETHER: Final = Lesson(
    key="together",
    title=_("All together"),
    about=_("Play the last rounds of a game."),
    position=table(
        Player(
            4,
            vp=17,
            goods={"corn": 3, "sugar": 1},
            island={"corn": (3, 3), "sugar": (2, 2), "quarry": (2, 2)},
            city={"sugar mill": 2, "small market": 1, "hacienda": 1, "office": 0},
        ),
        Player(
            5,
            vp=20,
            goods={"corn": 1, "tobacco": 2},
            island={"corn": (2, 2), "indigo": (1, 1), "tobacco": (2, 2)},
            city={"small indigo plant": 1, "tobacco storage": 2, "large market": 1},
        ),
        Player(
            3,
            vp=20,
            goods={"indigo": 3},
            island={"corn": (1, 1), "indigo": (4, 3), "coffee": (1, 0)},
            city={"indigo plant": 3, "small warehouse": 1, "harbor": 1},
        ),
        round_number=10,
        face_up=("corn", "indigo", "tobacco", "coffee"),
        doubloons={"trader": 1},
        ships={4: ("indigo", 1)},
    ),
    steps=(
        Step(
            "role",
            _(
                "Only 18 VP are left in the pool, so the game ends soon. Think of what each role brings you and what "
                "it brings the others. Your three corn fill more than half of a ship, and Rosa with her harbor would "
                "be glad to begin. What do you pick?"
            ),
            "captain|trader",
            _("Points or money would be better now: the captain or the trader."),
            (
                Wrong(
                    "craftsman",
                    _(
                        "Everybody would have more goods, and Luis would pick the captain with them. Pick the captain, "
                        "or the trader with the doubloon on it."
                    ),
                ),
                Wrong(
                    "mayor",
                    _("A colonist in the office would be nice. But points or money are better now: captain or trader."),
                ),
            ),
        ),
        Step(
            "captain|trader",
            _("Now take what brings you most."),
            "ship corn [56]|sell sugar",
            _("Something else brings more: as the captain load your corn, as the trader sell your sugar."),
            (
                Wrong("ship sugar .*", _("One sugar is one point, three corn are three. Load the corn.")),
                Wrong("sell corn|pass", _("That brings no money. Sell the sugar.")),
            ),
            _("From here on it is your game."),
        ),
    ),
    free=FreePlay(
        _(
            "Play to the end of the game, against Luis and Rosa. Nobody tells you what is right any more; you can take "
            "back."
        ),
        None,
    ),
    learned=(
        _("Ask of each role: what does it bring me, and what the others?"),
        _("Watch what ends the game: victory points, colonists, cities."),
        _("You know all that is needed. Try a whole game!"),
    ),
    rules=("goal", "end"),
)
