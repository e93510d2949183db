"""Making goods and selling them."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from prweb.lessons.lesson import FreePlay, Lesson, Step, Wrong
from prweb.lessons.puertorico.table import Player, table

CRAFTSMAN: Final = Lesson(
    key="craftsman",
    title=_("The craftsman makes goods"),
    about=_("Make more than the others, and sell one."),
    position=table(
        Player(
            0,
            island={"corn": (1, 1), "indigo": (3, 2), "sugar": (1, 1)},
            city={"indigo plant": 2},
        ),
        Player(1, island={"corn": (1, 0), "tobacco": (1, 1)}, city={"tobacco storage": 1}),
        Player(4, island={"corn": (1, 0), "sugar": (1, 1)}, city={"small sugar mill": 1, "hacienda": 0}),
        round_number=4,
        face_up=("corn", "indigo", "tobacco", "coffee"),
        doubloons={"craftsman": 1},
    ),
    steps=(
        Step(
            "role",
            _(
                "Two of your three indigo plantations are occupied, and two colonists are in the indigo plant: that "
                "makes two indigo, and corn makes one more. The others would make one barrel each. Pick the craftsman."
            ),
            "craftsman",
            _("Nobody gets as much from the craftsman as you do now, and a doubloon lies on it. Pick the craftsman."),
            (
                Wrong(
                    "trader|captain",
                    _("Nobody has goods yet: first they have to be made. Pick the craftsman."),
                ),
            ),
            _("One corn, two indigo. The sugar plantation made nothing, for you have no sugar mill."),
        ),
        Step(
            "craftsman",
            _(
                "The privilege: one more barrel of a kind that you have just made. Take indigo; it sells for 1 "
                "doubloon, corn for nothing."
            ),
            "extra indigo",
            _("A barrel more is a barrel more. Take indigo."),
            (Wrong("extra corn", _("Corn is good for shipping, but nobody pays for it. Take indigo.")),),
            _("Luis picked the trader: everybody may sell one good."),
            ("trader", "sell tobacco", "sell sugar"),
        ),
        Step(
            "trader",
            _(
                "Luis sold tobacco, Rosa sugar. The trading house buys one barrel of each kind: indigo for 1, sugar "
                "for 2, tobacco for 3, coffee for 4, corn for nothing. Sell indigo."
            ),
            "sell indigo",
            _("You have no doubloons, so take one: sell indigo."),
            (Wrong("sell corn", _("That brings nothing, and corn can be shipped for points. Sell indigo.")),),
            _("A doubloon for you."),
        ),
    ),
    free=FreePlay(_("Rosa still has to pick. Play the round to its end."), 2),
    learned=(
        _("Each pair of an occupied plantation and an occupied circle of its building makes one barrel."),
        _("Whoever picked the craftsman gets one more barrel of a kind that they have made."),
        _("Pick the craftsman when it brings you more than the others; they make goods too."),
    ),
    rules=("role-craftsman",),
)

TRADER: Final = Lesson(
    key="trader",
    title=_("The trader, markets and the office"),
    about=_("Sell for as much as you can, and build with it."),
    position=table(
        Player(
            0,
            goods={"sugar": 2, "tobacco": 1, "coffee": 1},
            island={"sugar": (2, 1), "tobacco": (1, 1), "coffee": (1, 1)},
            city={"small sugar mill": 1, "tobacco storage": 1, "coffee roaster": 1, "small market": 1},
        ),
        Player(
            8,
            goods={"corn": 1, "indigo": 1},
            island={"corn": (2, 2), "indigo": (1, 1)},
            city={"small indigo plant": 1},
        ),
        Player(6, goods={"corn": 2}, island={"corn": (3, 3), "sugar": (1, 0)}, city={"hacienda": 1}),
        round_number=7,
        face_up=("corn", "indigo", "tobacco", "indigo"),
        house=("corn", "sugar"),
    ),
    steps=(
        Step(
            "role",
            _(
                "In the trading house lie corn and sugar, so nobody can sell these two: each kind is there only once. "
                "It has room for two more. Whoever picks the trader gets 1 doubloon more. Pick the trader."
            ),
            "trader",
            _("You have valuable goods and no money. Pick the trader."),
            (
                Wrong(
                    "captain",
                    _(
                        "Then your coffee and tobacco would be shipped for a point each, and you would still have no "
                        "money. Pick the trader."
                    ),
                ),
                Wrong("builder", _("You have no doubloons. Sell first: pick the trader.")),
            ),
        ),
        Step(
            "trader",
            _(
                "You sell one barrel. Coffee brings 4, and 1 for your occupied small market, and 1 by your privilege. "
                "Sell coffee."
            ),
            "sell coffee",
            _("You need doubloons. Sell coffee for 6."),
            (Wrong("sell tobacco", _("That brings 5, coffee brings 6. Sell coffee.")),),
            _("Six doubloons. Luis picked the builder, so you can spend them at once."),
            ("builder", "build hospice", "build sugar mill"),
        ),
        Step(
            "builder",
            _(
                "Two buildings help you to sell. With an office you sell what lies in the trading house already; with "
                "a large market you get 2 doubloons more. Build one of them."
            ),
            "build (office|large market)",
            _("You make valuable goods, so get more out of selling: build the office or the large market."),
            (Wrong("pass", _("Six doubloons are for spending. Build the office or the large market.")),),
            _("Rosa picked the mayor: it can get a colonist at once."),
            ("mayor", "take colonist"),
        ),
        Step(
            "colonists",
            _("The new building stands empty, and so it does nothing. Place a colonist in it."),
            ".*(office|large market) 1.*",
            _("Place a colonist in the new building, or it does nothing."),
        ),
    ),
    free=FreePlay("", 1),
    learned=(
        _("The trading house has room for four barrels, each of another kind. It is emptied when it is full."),
        _("Some goods sell for more than others: corn 0, indigo 1, sugar 2, tobacco 3, coffee 4."),
        _("Markets pay more, the office sells what lies there already. All of them need a colonist."),
    ),
    rules=("role-trader", "building-small-market", "building-large-market", "building-office"),
)
