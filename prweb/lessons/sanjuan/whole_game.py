"""The end of the game, and everything together."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from prweb.lessons.lesson import FreePlay, Lesson, Step, Wrong
from prweb.lessons.sanjuan.table import Player, table

END: Final = Lesson(
    key="end",
    title=_("The twelfth building"),
    about=_("End the game when it is best for you."),
    position=table(
        Player(
            "city hall, hero, indigo plant, sugar mill, crane, poor house, tower",
            "indigo plant, sugar mill, sugar mill, tobacco storage, smithy, archive, well, market stand, carpenter, "
            "prefecture, aqueduct",
            "sugar",
        ),
        Player(
            "sugar mill, palace, coffee roaster",
            "indigo plant, tobacco storage, tobacco storage, library, market hall, statue, gold mine, quarry, "
            "victory column, trading post",
        ),
        Player(
            "quarry, statue, well",
            "indigo plant, sugar mill, coffee roaster, silver smelter, silver smelter, carpenter, black market, "
            "chapel, smithy",
            chapel="hero, tower",
        ),
        round_number=14,
    ),
    steps=(
        Step(
            "role",
            _(
                "You have eleven buildings. The game ends with the builder phase in which somebody builds the twelfth. "
                "Luis has ten, and he collects points faster than you. End it now: pick the builder."
            ),
            "builder",
            _("The others would go on collecting. You can end the game now: pick the builder."),
            (
                Wrong(
                    "councillor|prospector",
                    _("More cards would be nice, but the last building can be paid for already. Pick the builder."),
                ),
            ),
        ),
        Step(
            "builder",
            _(
                "The last building should count most. The hero has 5 victory points. The city hall counts 1 for each "
                "violet building, itself among them. How many have you?"
            ),
            "build city hall with .*",
            _("Count: seven violet buildings and the city hall itself: 8 points. Build the city hall."),
            (
                Wrong(
                    "build hero with .*", _("5 points. The city hall counts your seven violet buildings and itself: 8.")
                ),
                Wrong("pass", _("Then the game goes on, and Luis gets ahead. Build the city hall.")),
            ),
            _("The game is over."),
        ),
    ),
    free=FreePlay("", None),
    learned=(
        _("The game ends at once after the builder phase in which somebody has twelve buildings."),
        _("The score: printed points, cards under the chapel, buildings of cost 6, the palace last."),
        _("Who is ahead should hurry; who is behind should not build the twelfth."),
    ),
    rules=("end", "card-city-hall", "card-palace"),
)

TOGETHER: Final = Lesson(
    key="together",
    title=_("All together"),
    about=_("Play the last rounds of a game."),
    position=table(
        Player(
            "guild hall, well, library",
            "indigo plant, indigo plant, sugar mill, coffee roaster, silver smelter, smithy, market stand",
            "coffee, silver",
        ),
        Player(
            "sugar mill, palace, tower",
            "indigo plant, tobacco storage, quarry, statue, carpenter, poor house, archive",
        ),
        Player(
            "quarry, statue, crane",
            "indigo plant, sugar mill, coffee roaster, silver smelter, aqueduct, prefecture",
            "indigo",
        ),
        round_number=9,
        prices=(1, 1, 2, 2, 3),
    ),
    steps=(
        Step(
            "role",
            _(
                "Seven buildings, five of them plants, and a guild hall in your hand: it would count 10 points. What "
                "you lack is cards. Coffee and silver lie on your plants, and your market stand brings a card more if "
                "you sell two goods. What do you pick?"
            ),
            "trader",
            _("Sell first: no other role brings you as many cards now."),
            (
                Wrong(
                    "producer",
                    _("Three of your plants are empty, but what you lack is cards. Sell first: pick the trader."),
                ),
                Wrong("builder", _("For the guild hall you would need five cards. Sell first: pick the trader.")),
                Wrong("councillor|prospector", _("That is one card. The trader brings you six: pick that.")),
            ),
        ),
        Step(
            "trader",
            _("Which two goods do you sell?"),
            "sell coffee, silver",
            _("Sell both: with two goods the market stand brings one card more."),
            (Wrong("pass", _("You need cards for the guild hall. Sell both goods.")),),
            _("Six cards: 2 for coffee, 3 for silver, 1 for the market stand. From here on it is your game."),
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
        _("Have a goal for your cards, and count the buildings of the others."),
        _("You know all that is needed. Try a whole game!"),
    ),
    rules=("goal", "end"),
)
