"""Making goods and selling them."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from prweb.lessons.lesson import FreePlay, Lesson, Step, Wrong
from prweb.lessons.sanjuan.table import Player, table

PRODUCER: Final = Lesson(
    key="producer",
    title=_("The producer makes goods"),
    about=_("Make the goods that sell for most."),
    position=table(
        Player("well, archive", "indigo plant, tobacco storage, coffee roaster"),
        Player("sugar mill, hero", "indigo plant, smithy", "indigo"),
        Player("crane, library, quarry", "indigo plant, sugar mill", "indigo"),
        round_number=4,
        prices=(1, 1, 2, 2, 3),
    ),
    steps=(
        Step(
            "role",
            _(
                "Your three plants are empty. The producer lets everybody make one good, and the picker one more. Luis "
                "has no empty plant and would get nothing. Pick the producer."
            ),
            "producer",
            _("You have three empty plants and few cards. Pick the producer."),
            (
                Wrong(
                    "trader",
                    _("You have nothing to sell, and the others do. First make goods: pick the producer."),
                ),
            ),
        ),
        Step(
            "producer",
            _(
                "A good is a card from the draw pile that lies face down on a plant, one on each. You make two. Indigo "
                "sells for 1 card, tobacco for 1 or 2, coffee for 2 or 3: make tobacco and coffee."
            ),
            "produce tobacco, coffee",
            _("Make two goods, and those that sell for most: tobacco and coffee."),
            (
                Wrong(
                    "produce (indigo|tobacco|coffee)",
                    _("You picked the producer, so you make two goods. Make tobacco and coffee."),
                ),
                Wrong("produce indigo, .*", _("Indigo sells for 1 card only. Make tobacco and coffee.")),
                Wrong("pass", _("Goods cost nothing. Make tobacco and coffee.")),
            ),
            _("Luis picked the trader: everybody may sell one good."),
            ("trader",),
        ),
        Step(
            "trader",
            _(
                "A price tile was turned up: indigo 1, sugar 1, tobacco 2, coffee 2, silver 3. You may sell one good. "
                "Each time another tile is turned up. Sell tobacco: today it brings as much as coffee, and it never "
                "brings more than 2, while coffee can bring 3."
            ),
            "sell tobacco",
            _("Sell the tobacco: 2 cards."),
            (
                Wrong(
                    "sell coffee",
                    _("Two cards as well. But coffee may bring 3 another time, tobacco never. Sell the tobacco."),
                ),
                Wrong("pass", _("A good that is sold makes room for the next one. Sell the tobacco.")),
            ),
            _("Two cards for you. Rosa picked the councillor."),
            ("councillor",),
        ),
    ),
    free=FreePlay(_("Keep a card that you like, and the round is over."), 2),
    learned=(
        _("With the producer everybody makes one good on an empty plant, the picker two."),
        _("One good lies on each plant at most: sell it, and the plant can make another one."),
        _("Pick the producer when your plants are empty and those of the others are not."),
    ),
    rules=("role-producer", "card-coffee-roaster"),
)

TRADER: Final = Lesson(
    key="trader",
    title=_("The trader sells"),
    about=_("Sell two goods, and build with the cards."),
    position=table(
        Player(
            "trading post, market hall",
            "indigo plant, coffee roaster, silver smelter",
            "indigo, coffee, silver",
        ),
        Player("sugar mill, hero, tower", "indigo plant, smithy, tobacco storage"),
        Player("crane, library, quarry", "indigo plant, sugar mill", "sugar"),
        round_number=5,
        prices=(1, 2, 2, 3, 3),
        pile="indigo plant, archive, statue, sugar mill, smithy, gold mine, well, poor house, aqueduct",
    ),
    steps=(
        Step(
            "role",
            _(
                "All your plants are full, and you hold two cards. With the trader everybody may sell one good, and "
                "the picker one more. Pick the trader."
            ),
            "trader",
            _("Your plants are full: sell first. Pick the trader."),
            (
                Wrong("producer", _("You have no empty plant, so you would make nothing. Pick the trader.")),
                Wrong("builder", _("You have too few cards. Sell first: pick the trader.")),
            ),
        ),
        Step(
            "trader",
            _("The price tile says: indigo 1, sugar 2, tobacco 2, coffee 3, silver 3. You sell two goods. Which ones?"),
            "sell coffee, silver",
            _("Coffee and silver bring 3 each, so sell these two."),
            (
                Wrong(
                    "sell (indigo|coffee|silver)",
                    _("You picked the trader, so you may sell two goods. Sell coffee and silver for 3 each."),
                ),
                Wrong("sell indigo, .*", _("Indigo brings 1, coffee and silver 3 each. Sell these two.")),
            ),
            _("Six cards. Luis picked the builder, so you can use them at once."),
            ("builder",),
        ),
        Step(
            "builder",
            _(
                "The market hall costs 4 and brings one card more in every trader phase in which you sell. The trading "
                "post costs 2 and lets you sell one good more. Build one of the two."
            ),
            "build (market hall|trading post) .*",
            _("You make goods that sell well: build the market hall or the trading post."),
            (Wrong("pass", _("You hold eight cards. Build the market hall or the trading post.")),),
            _("It works from the next phase on. Rosa picked the councillor."),
            ("councillor",),
        ),
    ),
    free=FreePlay(_("Keep a card that you like, and the round is over."), 2),
    learned=(
        _("With the trader everybody sells one good, the picker two."),
        _("The price tiles differ: silver and coffee bring 2 or 3 cards, indigo always 1."),
        _("Trading post, market hall and market stand get more out of each trader."),
    ),
    rules=("role-trader", "card-trading-post", "card-market-hall"),
)
