"""What is said of the cards: name, what stands on the card, and the explanation for people who look a card up.

docs/rules §3; the rulings: §5. The table of components.py has what is printed on a card. This is one row for each of
them, in the same order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.words import Message, term
from games.engine.words import gettext_noop as _


class CardText(NamedTuple):
    """What is said of one card."""

    name: Message
    effect: Message
    """What it does, short enough to stand on it."""
    when: str
    """When it acts: a key of WHEN."""
    text: Message
    """The whole explanation."""


WHEN: Final = {
    "any": Message(_("Whenever you pick a role")),
    "builder": Message(_("In the builder phase")),
    "producer": Message(_("In the producer phase")),
    "trader": Message(_("In the trader phase")),
    "councillor": Message(_("In the councillor phase")),
    "prospector": Message(_("In the prospector phase")),
    "round": Message(_("At the start of a round")),
    "end": Message(_("At the end of the game")),
}
"""When buildings act, in the order to show it."""

_MONUMENT: Final = Message(
    _(
        "A monument: it does nothing but count, and the more with the triumphal arch. Carpenter and quarry help"
        " when it is built, as with every violet building."
    )
)

CARD_TEXTS: Final = {
    "indigo plant": CardText(
        term("card of San Juan", "indigo plant"),
        Message(_("makes indigo")),
        "producer",
        Message(
            _(
                "Takes one good, indigo: a card from the draw pile that lies face down on it, unseen by everybody,"
                " until it is sold for 1 card. Everybody begins with one. You may own any number of them."
            )
        ),
    ),
    "sugar mill": CardText(
        term("card of San Juan", "sugar mill"),
        Message(_("makes sugar")),
        "producer",
        Message(_("Takes one good, sugar, which is sold for 1 or 2 cards. You may own any number of them.")),
    ),
    "tobacco storage": CardText(
        term("card of San Juan", "tobacco storage"),
        Message(_("makes tobacco")),
        "producer",
        Message(_("Takes one good, tobacco, which is sold for 1 or 2 cards. You may own any number of them.")),
    ),
    "coffee roaster": CardText(
        term("card of San Juan", "coffee roaster"),
        Message(_("makes coffee")),
        "producer",
        Message(_("Takes one good, coffee, which is sold for 2 or 3 cards. You may own any number of them.")),
    ),
    "silver smelter": CardText(
        term("card of San Juan", "silver smelter"),
        Message(_("makes silver")),
        "producer",
        Message(_("Takes one good, silver, which is sold for 2 or 3 cards. You may own any number of them.")),
    ),
    "smithy": CardText(
        term("card of San Juan", "smithy"),
        Message(_("builder: production buildings 1 less")),
        "builder",
        Message(
            _(
                "When you build a production building, you pay 1 card less; as the builder 2 less, with the library 3."
                " What would be less than nothing is lost."
            )
        ),
    ),
    "gold mine": CardText(
        term("card of San Juan", "gold mine"),
        Message(_("prospector: turn up 4, perhaps take 1")),
        "prospector",
        Message(
            _(
                "In every prospector phase, whoever picked it and after the prospector's own card, you may turn up the"
                " four top cards of the draw pile. If all four costs differ, you take one of them into your hand; the"
                " others, or all four, are discarded. Owners do so one after the other, from the prospector on."
            )
        ),
    ),
    "archive": CardText(
        term("card of San Juan", "archive"),
        Message(_("councillor: discard from the whole hand")),
        "councillor",
        Message(
            _(
                "The cards that you draw go into your hand, and you discard as many of your whole hand as you would"
                " otherwise have given up of those drawn: 1; as the councillor 4, with the library 7. With the"
                " prefecture one less each."
            )
        ),
    ),
    "poor house": CardText(
        term("card of San Juan", "poor house"),
        Message(_("builder: with 0 or 1 cards left, draw 1")),
        "builder",
        Message(
            _(
                "When you have built and hold no card or just one, after the carpenter's card if there is one, you draw"
                " a card. Who builds nothing gets nothing."
            )
        ),
    ),
    "black market": CardText(
        term("card of San Juan", "black market"),
        Message(_("builder: up to 2 goods pay as cards")),
        "builder",
        Message(
            _("When you build, one or two goods of yours, of any kind, may each pay for a card. They are discarded.")
        ),
    ),
    "trading post": CardText(
        term("card of San Juan", "trading post"),
        Message(_("trader: sell 1 good more")),
        "trader",
        Message(_("You may sell one good more: two; as the trader three, with the library four.")),
    ),
    "well": CardText(
        term("card of San Juan", "well"),
        Message(_("producer: with 2 goods or more, draw 1")),
        "producer",
        Message(_("When you produce at least two goods in a phase, you draw a card.")),
    ),
    "market stand": CardText(
        term("card of San Juan", "market stand"),
        Message(_("trader: with 2 goods or more, draw 1")),
        "trader",
        Message(_("When you sell at least two goods in a phase, you draw one card more in all.")),
    ),
    "crane": CardText(
        term("card of San Juan", "crane"),
        Message(_("builder: build over, pay the difference")),
        "builder",
        Message(
            _(
                "You may build on top of one of your other buildings and pay only the difference of the costs, with"
                " your reductions and never below nothing. The building below is gone with what it does, with its"
                " victory points and with a good on it; it helps nothing in this very building. Of equal plants you say"
                " whether it is one with its good. Cards under a chapel stay and count. Never over the crane itself,"
                " nor over an equal card; a violet building that lies below may be built again. The number of your"
                " buildings stays the same."
            )
        ),
    ),
    "chapel": CardText(
        term("card of San Juan", "chapel"),
        Message(_("round's start: 1 card under it; end: 1 VP each")),
        "round",
        Message(
            _(
                "Before every round but the first you may put one card of your hand face down under the chapel, before"
                " the hand limit is checked. Each card there is worth 1 victory point at the end, besides the chapel's"
                " own. How many and which they are is your secret until then."
            )
        ),
    ),
    "tower": CardText(
        term("card of San Juan", "tower"),
        Message(_("round's start: hand limit 12")),
        "round",
        Message(_("You may hold up to 12 cards, instead of 7, when a round starts.")),
    ),
    "aqueduct": CardText(
        term("card of San Juan", "aqueduct"),
        Message(_("producer: 1 good more")),
        "producer",
        Message(_("You may produce one good more: two; as the producer three, with the library four.")),
    ),
    "carpenter": CardText(
        term("card of San Juan", "carpenter"),
        Message(_("builder: after a violet building, draw 1")),
        "builder",
        Message(_("When you have built and paid a violet building, other than the carpenter itself, you draw a card.")),
    ),
    "prefecture": CardText(
        term("card of San Juan", "prefecture"),
        Message(_("councillor: keep 2 cards")),
        "councillor",
        Message(_("You keep two of the cards that you draw, instead of one: both of 2, or two of 5, or of 8.")),
    ),
    "market hall": CardText(
        term("card of San Juan", "market hall"),
        Message(_("trader: 1 card more for a sale")),
        "trader",
        Message(_("When you sell at least one good in a phase, you draw one card more in all, not for each good.")),
    ),
    "quarry": CardText(
        term("card of San Juan", "quarry"),
        Message(_("builder: violet buildings 1 less")),
        "builder",
        Message(
            _(
                "When you build a violet building, you pay 1 card less; as the builder 2 less, with the library 3. What"
                " would be less than nothing is lost."
            )
        ),
    ),
    "library": CardText(
        term("card of San Juan", "library"),
        Message(_("doubles your privileges")),
        "any",
        Message(
            _(
                "The privilege of the role that you pick is doubled: the builder pays 2 less, producer and trader have"
                " 3 goods, the councillor draws 8 cards, the prospector 2. With two players only once in a round, with"
                " your first or your second role: you say when. A builder who builds nothing has not used it."
            )
        ),
    ),
    "statue": CardText(
        term("card of San Juan", "statue"),
        Message(_("monument")),
        "end",
        _MONUMENT,
    ),
    "victory column": CardText(
        term("card of San Juan", "victory column"),
        Message(_("monument")),
        "end",
        _MONUMENT,
    ),
    "hero": CardText(
        term("card of San Juan", "hero"),
        Message(_("monument")),
        "end",
        _MONUMENT,
    ),
    "guild hall": CardText(
        term("card of San Juan", "guild hall"),
        Message(_("end: 2 VP per production building")),
        "end",
        Message(
            _(
                "2 victory points for each of your production buildings, equal ones too, besides what is printed on"
                " them."
            )
        ),
    ),
    "city hall": CardText(
        term("card of San Juan", "city hall"),
        Message(_("end: 1 VP for each violet building")),
        "end",
        Message(_("1 victory point for each of your violet buildings, the city hall itself among them.")),
    ),
    "triumphal arch": CardText(
        term("card of San Juan", "triumphal arch"),
        Message(_("end: 4, 6, 8 VP for monuments")),
        "end",
        Message(_("4 victory points if you own one of the three monuments, 6 for two, 8 for all three.")),
    ),
    "palace": CardText(
        term("card of San Juan", "palace"),
        Message(_("end: 1 VP per 4 VP")),
        "end",
        Message(
            _(
                "1 victory point for every full 4 of your other ones: it is counted last, after the chapel and the"
                " other buildings of cost 6."
            )
        ),
    ),
}
"""By the canonical word of the card."""
