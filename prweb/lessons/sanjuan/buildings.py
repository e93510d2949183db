"""Buildings that help to build, and those that count."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from prweb.lessons.lesson import FreePlay, Lesson, Step, Wrong
from prweb.lessons.sanjuan.table import Player, table

SMITHY: Final = Lesson(
    key="smithy",
    title=_("The builder, smithy and quarry"),
    about=_("Add up what makes a building cheaper."),
    position=table(
        Player("silver smelter, crane, poor house, statue", "indigo plant, indigo plant, smithy", "indigo"),
        Player("sugar mill, hero", "indigo plant, tobacco storage"),
        Player("aqueduct, library", "indigo plant, sugar mill"),
        round_number=3,
        prices=(1, 1, 2, 2, 3),
    ),
    steps=(
        Step(
            "role",
            _(
                "You hold the silver smelter, which costs 5, and three other cards. Your smithy makes plants 1 "
                "cheaper, and so does the privilege of the builder. Pick the builder."
            ),
            "builder",
            _("Pick the builder: just now you can pay for the silver smelter."),
            (
                Wrong(
                    "producer",
                    _("You would make one more indigo. Pick the builder first, and get a better plant."),
                ),
                Wrong("trader", _("One card for one indigo. Pick the builder: you can have a silver smelter now.")),
            ),
        ),
        Step(
            "builder",
            _(
                "5, less 1 for the smithy, less 1 for the privilege: 3 cards. It takes all that you hold, and it makes "
                "silver, the good that brings most. Build the silver smelter."
            ),
            "build silver smelter.*",
            _("The smithy helps with plants only, and you hold the best one. Build the silver smelter."),
            (
                Wrong(
                    "build statue with .*",
                    _("3 points, and nothing else; and the smithy does not help with it. Build the silver smelter."),
                ),
                Wrong("pass", _("You hold just enough. Build the silver smelter.")),
            ),
            _("Luis picked the producer: everybody may make a good."),
            ("producer",),
        ),
        Step(
            "producer",
            _("One indigo plant and the silver smelter are empty, and you make one good. Make silver."),
            "produce silver",
            _("A good costs nothing. Make silver."),
            (Wrong("produce indigo", _("Indigo sells for 1 card, silver for 2 or 3. Make silver.")),),
            _("Rosa picked the trader: everybody may sell one good."),
            ("trader",),
        ),
        Step(
            "trader",
            _("The price tile says: indigo 1, silver 3. You hold no card any more. Sell silver."),
            "sell silver",
            _("Silver brings 3 cards today. Sell silver."),
            (Wrong("sell indigo", _("That brings 1 card, silver brings 3. Sell silver.")),),
            _("Three cards: the silver smelter has paid for itself already."),
        ),
    ),
    free=FreePlay("", 1),
    learned=(
        _("A smithy makes plants 1 card cheaper, a quarry violet buildings."),
        _("The privilege of the builder comes on top: 1 card less, with a library 2."),
        _("Expensive plants make goods that bring more cards, each time."),
    ),
    rules=("role-builder", "card-smithy", "card-quarry", "card-silver-smelter"),
)

CHAPEL: Final = Lesson(
    key="chapel",
    title=_("The chapel and the full hand"),
    about=_("Make points of cards that you do not need."),
    position=table(
        Player(
            "indigo plant, indigo plant, chapel, carpenter, city hall, hero, library, tower",
            "indigo plant, chapel, smithy, sugar mill",
            chapel="gold mine",
        ),
        Player("sugar mill, hero", "indigo plant, tobacco storage, well"),
        Player("crane, quarry", "indigo plant, sugar mill, aqueduct"),
        round_number=5,
        picks=3,
        roles={"councillor": 1, "builder": 2},
        pile="guild hall",
    ),
    steps=(
        Step(
            "role",
            _(
                "You are the last to pick in this round, and you hold eight cards. Before the next round nobody may "
                "hold more than seven; but before that each owner of a chapel may put a card under it. Pick the "
                "prospector: one card more for you alone."
            ),
            "prospector",
            _("Pick the prospector: a card that only you get."),
            (Wrong("producer|trader", _("That would help the others more than you. Pick the prospector.")),),
            _("Nine cards, and the round is over."),
        ),
        Step(
            "chapel",
            _(
                "Each card under the chapel is 1 victory point at the end. So it should be one that you can do "
                "without. You hold a second chapel, and of each violet building you may have only one: put that card "
                "there."
            ),
            "chapel chapel",
            _("You could still build that one. The second chapel you can never build: put that there."),
            (Wrong("pass", _("A point for a card that you cannot use: put the second chapel there.")),),
            _("One more point, and nobody knows which card it is."),
        ),
        Step(
            "limit",
            _("Eight cards are left, one too many. The two indigo plants are worth least to you: discard one of them."),
            "discard indigo plant",
            _("That card is worth more than an indigo plant. Discard an indigo plant."),
        ),
    ),
    free=FreePlay(_("A new round, which Rosa begins. Play it as you like."), 4),
    learned=(
        _("Before each round but the first a chapel takes one card of your hand: 1 victory point each."),
        _("Then everybody discards all but seven cards, with a tower all but twelve."),
        _("Of each violet building you may have only one; of plants as many as you like."),
    ),
    rules=("card-chapel", "card-tower"),
)

MONUMENTS: Final = Lesson(
    key="monuments",
    title=_("Monuments and the triumphal arch"),
    about=_("Build what counts together."),
    position=table(
        Player(
            "triumphal arch, hero, indigo plant, sugar mill, poor house, gold mine, crane",
            "indigo plant, sugar mill, smithy, statue, victory column, tobacco storage",
        ),
        Player("sugar mill, tower", "indigo plant, tobacco storage, well, library, market hall"),
        Player("crane, quarry", "indigo plant, sugar mill, aqueduct, silver smelter, carpenter"),
        round_number=8,
        pile="chapel, coffee roaster, archive, well, carpenter, black market, trading post",
    ),
    steps=(
        Step(
            "role",
            _(
                "You own two of the three monuments, statue and victory column, and you hold the hero, the third one, "
                "and the triumphal arch. Pick the builder."
            ),
            "builder",
            _("You hold seven cards and two great buildings. Pick the builder."),
        ),
        Step(
            "builder",
            _(
                "The triumphal arch counts 4 points for one monument, 6 for two, 8 for all three. It costs 6, for you "
                "5. Build it now with your five small cards, and keep the hero: it will bring its own 5 points and two "
                "more for the arch."
            ),
            "build triumphal arch with (?!.*hero).*",
            _("Build the triumphal arch: 6 points at once, and 8 with the hero later."),
            (
                Wrong(
                    "build triumphal arch with .*",
                    _("Do not pay with the hero: it is worth 7 points to you. Pay with the five small cards."),
                ),
                Wrong(
                    "build hero with .*",
                    _(
                        "A good building, 5 points for 4 cards. But then two cards are left, and the triumphal arch, "
                        "with 8 points, is far away. Build that first, while you hold enough."
                    ),
                ),
                Wrong("pass", _("You hold just enough for the triumphal arch. Build it.")),
            ),
            _("Six points more. Luis picked the councillor."),
            ("councillor",),
        ),
        Step(
            "councillor",
            _("Of two cards you keep one. It will help to pay for the hero; keep whichever you like."),
            "keep .*",
            _("Keep one."),
            (),
            _("One card more towards the hero. Rosa picked the producer."),
            ("producer",),
        ),
    ),
    free=FreePlay(_("Make a good, and the round is over."), 2),
    learned=(
        _("Monuments do nothing but count: 3, 4 and 5 points for as many cards."),
        _("The triumphal arch counts 4, 6 or 8 points for one, two or three monuments."),
        _("Do not pay with what you will want to build next."),
    ),
    rules=("card-triumphal-arch", "card-hero"),
)
