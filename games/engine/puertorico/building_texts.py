"""What is said of the buildings: name, what stands on the tile, and the explanation for people who look a building up.

docs/rules §5, §7, §8; the rulings: §11. The table of components.py has what is printed on a building. This is one row
for each of them, in the same order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.puertorico.components import EXPANSION_1, EXPANSION_2
from games.engine.words import Message, term
from games.engine.words import gettext_noop as _


class BuildingText(NamedTuple):
    """What is said of one building."""

    name: Message
    effect: Message
    """What it does once it is occupied, short enough to stand on its tile."""
    when: str
    """When it acts: a key of WHEN."""
    text: Message
    """The whole explanation. Unless it says otherwise, a building works only while it is occupied."""
    with_nobles: Message | None = None
    """The explanation for games with nobles, if it is another one."""
    pays: str = ""
    """"vp" or "doubloons", if all that it does is told by an event that it pays them; else ""."""
    event: str = ""
    """The kind of that event, if it is not the building's word with underscores."""
    for_good: bool = False
    """Whether the event names the good for which it pays doubloons."""

    def text_for(self, nobles: bool) -> Message:
        return self.with_nobles if nobles and self.with_nobles is not None else self.text


WHEN: Final = {
    "any": Message(_("In almost every phase")),
    "settler": Message(_("In the settler phase")),
    "mayor": Message(_("In the mayor phase")),
    "builder": Message(_("In the builder phase")),
    "craftsman": Message(_("In the craftsman phase")),
    "trader": Message(_("In the trader phase")),
    "captain": Message(_("In the captain phase, when loading")),
    "storing": Message(_("In the captain phase, when storing")),
    "end": Message(_("At the end of the game")),
}
"""When buildings act, in the order to show it."""

BOXES: Final = {EXPANSION_1: Message(_("Expansion I")), EXPANSION_2: Message(_("Expansion II"))}
"""Where buildings come from that are not in the basic game."""

_INDIGO = _(
    "One barrel of indigo for each occupied circle here, as far as you have occupied indigo plantations for them."
)
_SUGAR = _("One barrel of sugar for each occupied circle here, as far as you have occupied sugar plantations for them.")

BUILDING_TEXTS: Final = {
    "small indigo plant": BuildingText(
        term("building of Puerto Rico", "small indigo plant"),
        Message(_("makes indigo")),
        "craftsman",
        Message(_INDIGO),
    ),
    "small sugar mill": BuildingText(
        term("building of Puerto Rico", "small sugar mill"),
        Message(_("makes sugar")),
        "craftsman",
        Message(_SUGAR),
    ),
    "indigo plant": BuildingText(
        term("building of Puerto Rico", "indigo plant"),
        Message(_("makes indigo")),
        "craftsman",
        Message(_INDIGO),
    ),
    "sugar mill": BuildingText(
        term("building of Puerto Rico", "sugar mill"),
        Message(_("makes sugar")),
        "craftsman",
        Message(_SUGAR),
    ),
    "tobacco storage": BuildingText(
        term("building of Puerto Rico", "tobacco storage"),
        Message(_("makes tobacco")),
        "craftsman",
        Message(
            _(
                "One barrel of tobacco for each occupied circle here, as far as you have occupied tobacco plantations"
                " for them."
            )
        ),
    ),
    "coffee roaster": BuildingText(
        term("building of Puerto Rico", "coffee roaster"),
        Message(_("makes coffee")),
        "craftsman",
        Message(
            _(
                "One barrel of coffee for each occupied circle here, as far as you have occupied coffee plantations"
                " for them."
            )
        ),
    ),
    "small market": BuildingText(
        term("building of Puerto Rico", "small market"),
        Message(_("trader: +1 doubloon")),
        "trader",
        Message(
            _("When you sell a good to the trading house, you get 1 doubloon more for it: so corn brings 1 doubloon.")
        ),
    ),
    "hacienda": BuildingText(
        term("building of Puerto Rico", "hacienda"),
        Message(_("settler: draw a tile first")),
        "settler",
        Message(
            _(
                "In your turn, before you take a tile, you may draw one from the face-down stack and put it on your"
                " island; it is never a quarry, and you must keep it. Then you take a tile as ever, if there is still"
                " a free space."
            )
        ),
    ),
    "construction hut": BuildingText(
        term("building of Puerto Rico", "construction hut"),
        Message(_("settler: may take a quarry")),
        "settler",
        Message(
            _(
                "In your turn you may take a quarry instead of a face-up plantation, though you are not the settler."
                " As the settler you still take one tile only."
            )
        ),
    ),
    "small warehouse": BuildingText(
        term("building of Puerto Rico", "small warehouse"),
        Message(_("stores one kind more")),
        "storing",
        Message(_("You keep all barrels of one kind of your choice, besides the one barrel that everybody may keep.")),
    ),
    "hospice": BuildingText(
        term("building of Puerto Rico", "hospice"),
        Message(_("settler: colonist on the new tile")),
        "settler",
        Message(
            _(
                "When you take a tile, you may put a colonist from the supply on it at once. Not on a tile that the"
                " hacienda draws, and of the library's two tiles on the first only. A tile placed as a forest has no"
                " circle: the colonist goes to San Juan."
            )
        ),
    ),
    "office": BuildingText(
        term("building of Puerto Rico", "office"),
        Message(_("trader: sells kinds already sold")),
        "trader",
        Message(
            _(
                "You may sell a kind of good that lies in the trading house already. When the house is full, you"
                " cannot sell to it either."
            )
        ),
    ),
    "large market": BuildingText(
        term("building of Puerto Rico", "large market"),
        Message(_("trader: +2 doubloons")),
        "trader",
        Message(
            _(
                "When you sell a good to the trading house, you get 2 doubloons more for it; together with the small"
                " market 3."
            )
        ),
    ),
    "large warehouse": BuildingText(
        term("building of Puerto Rico", "large warehouse"),
        Message(_("stores two kinds more")),
        "storing",
        Message(
            _(
                "You keep all barrels of two kinds of your choice, besides the one barrel that everybody may keep;"
                " together with the small warehouse all barrels of three kinds."
            )
        ),
    ),
    "factory": BuildingText(
        term("building of Puerto Rico", "factory"),
        Message(_("craftsman: doubloons for variety")),
        "craftsman",
        Message(
            _(
                "For producing goods of several kinds you get doubloons: 1 for two kinds, 2 for three, 3 for four, 5"
                " for all five. Only kinds of which you really got a barrel count."
            )
        ),
    ),
    "university": BuildingText(
        term("building of Puerto Rico", "university"),
        Message(_("builder: colonist on the new building")),
        "builder",
        Message(
            _(
                "When you buy a building, you may put one colonist from the supply on it at once: one, however many"
                " circles it has. With an empty supply the colonist comes from the ship. For the statue, which has no"
                " circle, the colonist goes to San Juan."
            )
        ),
    ),
    "harbor": BuildingText(
        term("building of Puerto Rico", "harbor"),
        Message(_("captain: +1 VP per loading")),
        "captain",
        Message(
            _(
                "You get 1 victory point more each time you load, be it on a ship or by your wharf; you may load"
                " several times in a phase."
            )
        ),
    ),
    "wharf": BuildingText(
        term("building of Puerto Rico", "wharf"),
        Message(_("captain: a ship of your own, once")),
        "captain",
        Message(
            _(
                "Once in each captain phase, instead of loading a ship, you may return all your barrels of one kind to"
                " the supply for 1 victory point each, as if you had a ship of your own for up to 11. It counts as a"
                " loading. Nobody must use the wharf: who could use nothing else may pass and use it later in the"
                " phase."
            )
        ),
    ),
    "guild hall": BuildingText(
        term("building of Puerto Rico", "guild hall"),
        Message(_("end: 1 VP per small, 2 per other plant")),
        "end",
        Message(
            _(
                "1 victory point for each of your small production buildings (small indigo plant, small sugar mill)"
                " and 2 for each other one, occupied or not."
            )
        ),
        with_nobles=Message(
            _(
                "1 victory point for each of your small production buildings (small indigo plant, small sugar mill)"
                " and 2 for each other one, occupied or not. The jeweler is one of the others."
            )
        ),
    ),
    "residence": BuildingText(
        term("building of Puerto Rico", "residence"),
        Message(_("end: 4 to 7 VP for island tiles")),
        "end",
        Message(
            _(
                "4 victory points if at most 9 of your 12 island spaces are filled; 5 for 10 filled spaces, 6 for 11,"
                " 7 for 12. Quarries and forests fill spaces too."
            )
        ),
    ),
    "fortress": BuildingText(
        term("building of Puerto Rico", "fortress"),
        Message(_("end: 1 VP per 3 colonists")),
        "end",
        Message(_("1 victory point for every three of your colonists, those in San Juan included.")),
        with_nobles=Message(
            _("1 victory point for every three of your colonists, those in San Juan included; nobles count as well.")
        ),
    ),
    "customs house": BuildingText(
        term("building of Puerto Rico", "customs house"),
        Message(_("end: 1 VP per 4 VP chips")),
        "end",
        Message(
            _(
                "1 victory point for every four of your victory point chips, those earned when the pool was empty"
                " included. The points printed on buildings do not count for it."
            )
        ),
    ),
    "city hall": BuildingText(
        term("building of Puerto Rico", "city hall"),
        Message(_("end: 1 VP per violet building")),
        "end",
        Message(
            _("1 victory point for each of your violet buildings, small and large, occupied or not, itself included.")
        ),
        with_nobles=Message(
            _(
                "1 victory point for each of your violet buildings, small and large, occupied or not, itself included."
                " The jeweler is not violet."
            )
        ),
    ),
    "aqueduct": BuildingText(
        term("building of Puerto Rico", "aqueduct"),
        Message(_("indigo plant, sugar mill: +1 barrel")),
        "craftsman",
        Message(
            _(
                "If you produce at least one barrel in the large indigo plant, you get one indigo more; likewise one"
                " sugar more for the large sugar mill. The small plants do not count, and the supply must have it."
            )
        ),
    ),
    "forest house": BuildingText(
        term("building of Puerto Rico", "forest house"),
        Message(_("settler: forests; every two save 1")),
        "settler",
        Message(
            _(
                "When you take a plantation, you may put it face down on your island as a forest; also the hacienda's"
                " tile, after looking at it, and each of the library's. Never a quarry. Every two forests make all"
                " buildings 1 doubloon cheaper for you, without the limit that quarries have, even while nobody works"
                " in the forest house. Forests need no colonists, and never become plantations again. A colonist that"
                " the hospice would put on a forest goes to San Juan."
            )
        ),
    ),
    "black market": BuildingText(
        term("building of Puerto Rico", "black market"),
        Message(_("builder: pays up to 3 in kind")),
        "builder",
        Message(
            _(
                "If a building costs 1, 2 or 3 doubloons more than you have, all reductions deducted, you may make up"
                " for each missing doubloon by giving back one of these, each at most once: a colonist of yours, but"
                " not the one on the black market; a barrel; a victory point. You pay all your doubloons, and give back"
                " no more than is missing. The price stays, even if the colonist worked in a quarry; an end of the game"
                " that has come stays too."
            )
        ),
        with_nobles=Message(
            _(
                "If a building costs 1, 2 or 3 doubloons more than you have, all reductions deducted, you may make up"
                " for each missing doubloon by giving back one of these, each at most once: a colonist or noble of"
                " yours, but not the one on the black market; a barrel; a victory point. You pay all your doubloons,"
                " and give back no more than is missing. The price stays, even if the colonist worked in a quarry; an"
                " end of the game that has come stays too."
            )
        ),
    ),
    "storehouse": BuildingText(
        term("building of Puerto Rico", "storehouse"),
        Message(_("stores three barrels more")),
        "storing",
        Message(
            _(
                "You keep three more barrels of any kinds, besides the one barrel that everybody may keep and what"
                " your warehouses hold."
            )
        ),
    ),
    "guesthouse": BuildingText(
        term("building of Puerto Rico", "guesthouse"),
        Message(_("two guests move where you need them")),
        "any",
        Message(
            _(
                "Up to two colonists placed here are guests. In every phase but the mayor's a guest may move to an"
                " empty circle of yours and works there at once: before you pick a role, before each of your actions in"
                " a phase, before the craftsman's extra goods, before storing, at the end of a phase if your villa is"
                " empty and the mayor may come next, before the final scoring. Together or one by one, or not at all."
                " Who has moved stays there until the next mayor phase."
            )
        ),
        with_nobles=Message(
            _(
                "Up to two colonists or nobles placed here are guests. In every phase but the mayor's a guest may move"
                " to an empty circle of yours and works there at once: before you pick a role, before each of your"
                " actions in a phase, before storing, at the end of a phase, before the final scoring. Together or one"
                " by one, or not at all. Who has moved stays there until the next mayor phase."
            )
        ),
    ),
    "trading post": BuildingText(
        term("building of Puerto Rico", "trading post"),
        Message(_("trader: sells past the trading house")),
        "trader",
        Message(
            _(
                "You may sell a good to the trading post instead of the trading house: any kind, whatever lies in the"
                " house and even if it is full. You get the price of the good, without what the markets add; the"
                " trader's privilege counts. The barrel goes to the supply. In all you sell one good, to the one or the"
                " other."
            )
        ),
    ),
    "church": BuildingText(
        term("building of Puerto Rico", "church"),
        Message(_("builder: +1 VP, for large ones +2")),
        "builder",
        Message(
            _(
                "When you buy a building of the second or third column, you get 1 victory point; for one of the fourth"
                " column 2. Nothing for the church itself."
            )
        ),
        pays="vp",
    ),
    "small wharf": BuildingText(
        term("building of Puerto Rico", "small wharf"),
        Message(_("captain: 1 VP per two barrels, once")),
        "captain",
        Message(
            _(
                "Once in each captain phase, instead of loading a ship, you may return any barrels of yours to the"
                " supply, of any kinds and as many as you like, for 1 victory point per two barrels; an odd one brings"
                " nothing. It counts as one loading. As with the wharf, nobody must use it; who has both may use both,"
                " in any order."
            )
        ),
    ),
    "lighthouse": BuildingText(
        term("building of Puerto Rico", "lighthouse"),
        Message(_("captain: +1 doubloon per loading")),
        "captain",
        Message(
            _(
                "You get 1 doubloon each time you load, be it on a ship, by the wharf or by the small wharf. As the"
                " captain you get 1 more, even if you load nothing."
            )
        ),
        pays="doubloons",
    ),
    "library": BuildingText(
        term("building of Puerto Rico", "library"),
        Message(_("doubles your privileges")),
        "any",
        Message(
            _(
                "It doubles the privilege of the role that you pick. Settler: a quarry or plantation first, and a"
                " plantation of those left after everybody else (a quarry only with the construction hut). Mayor: 2"
                " colonists from the supply. Builder: 2 doubloons less. Craftsman: 2 more goods of kinds that you"
                " produced, the same or different. Trader: 2 doubloons more, if you sell. Captain: 2 victory points"
                " more at the first loading. Prospector: 2 doubloons. Doubloons lying on the card are not doubled."
            )
        ),
    ),
    "specialty factory": BuildingText(
        term("building of Puerto Rico", "specialty factory"),
        Message(_("craftsman: doubloons for one kind")),
        "craftsman",
        Message(
            _(
                "For one kind other than corn, the one of which you produced most, you get 1 doubloon less than you"
                " produced barrels of it. Barrels of the aqueduct and of the craftsman's privilege count too."
            )
        ),
        pays="doubloons",
        for_good=True,
    ),
    "union hall": BuildingText(
        term("building of Puerto Rico", "union hall"),
        Message(_("captain: 1 VP per two of a kind")),
        "captain",
        Message(
            _(
                "In your first turn of each captain phase, before you load anything, you get 1 victory point per two"
                " barrels of the same kind that you have; odd ones bring nothing. You keep the barrels, and get the"
                " points even if you load nothing."
            )
        ),
        pays="vp",
    ),
    "cloister": BuildingText(
        term("building of Puerto Rico", "cloister"),
        Message(_("end: 1 to 10 VP for threes of tiles")),
        "end",
        Message(
            _(
                "Three equal tiles on your island are a set; quarries and forests make sets too. 1, 3, 6 or 10 victory"
                " points for one, two, three or four sets."
            )
        ),
    ),
    "statue": BuildingText(
        term("building of Puerto Rico", "statue"),
        Message(_("8 VP, needs no colonist")),
        "end",
        Message(
            _(
                "8 victory points for the building and nothing more. It has no circle and needs nobody; it is a violet"
                " building of the fourth column."
            )
        ),
    ),
    "land office": BuildingText(
        term("building of Puerto Rico", "land office"),
        Message(_("trader: buys a plantation; noble: sells")),
        "trader",
        Message(
            _(
                "Once, in your turn, before or after selling. With a colonist here: you may buy a face-up plantation"
                " for 1 doubloon (with an occupied forest house also as a forest). With a noble here: you may give a"
                " plantation of yours back for 1 doubloon, not a quarry and not a forest; who worked there goes to San"
                " Juan."
            )
        ),
    ),
    "chapel": BuildingText(
        term("building of Puerto Rico", "chapel"),
        Message(_("craftsman: 1 doubloon; noble: 1 VP")),
        "craftsman",
        Message(
            _(
                "At the start of every craftsman phase: with a colonist here you get 1 doubloon, with a noble 1 victory"
                " point, whether you produce anything or not."
            )
        ),
    ),
    "hunting lodge": BuildingText(
        term("building of Puerto Rico", "hunting lodge"),
        Message(_("settler: discards a tile; noble: 2 VP")),
        "settler",
        Message(
            _(
                "At the end of every settler phase. With a colonist here: you may give a plantation or forest of yours"
                " back, not a quarry; who worked there goes to San Juan. With a noble here: 2 victory points if you"
                " alone have the most empty island spaces."
            )
        ),
        pays="vp",
        event="hunts",
    ),
    "zoning office": BuildingText(
        term("building of Puerto Rico", "zoning office"),
        Message(_("builder: 1 less; noble: large 2 less")),
        "builder",
        Message(
            _(
                "With a colonist here: buildings of the first three columns cost you 1 doubloon less, production"
                " buildings too. With a noble here: those of the fourth column cost you 2 less."
            )
        ),
    ),
    "royal supplier": BuildingText(
        term("building of Puerto Rico", "royal supplier"),
        Message(_("captain: 1 VP per barrel, one per noble")),
        "captain",
        Message(
            _(
                "Once in each captain phase, in your turn but before your first loading, you may return up to as many"
                " barrels as you have nobles, San Juan included, all of different kinds, for 1 victory point each. It"
                " is no loading, so nothing is added to it."
            )
        ),
    ),
    "villa": BuildingText(
        term("building of Puerto Rico", "villa"),
        Message(_("mayor: one more noble")),
        "mayor",
        Message(
            _(
                "You get a noble from the supply in every mayor phase; if there is none left, a colonist from the"
                " supply."
            )
        ),
    ),
    "jeweler": BuildingText(
        term("building of Puerto Rico", "jeweler"),
        Message(_("craftsman: 1 doubloon per noble")),
        "craftsman",
        Message(
            _(
                "1 doubloon for each of your nobles, wherever they are, San Juan included. It is a production building"
                " that makes no goods, and not violet."
            )
        ),
        pays="doubloons",
    ),
    "royal garden": BuildingText(
        term("building of Puerto Rico", "royal garden"),
        Message(_("end: 1 VP per noble")),
        "end",
        Message(
            _(
                "1 victory point for each of your nobles, wherever they are, San Juan included; besides the one point"
                " that every noble counts anyway."
            )
        ),
    ),
}
"""By the canonical word of the building."""

INCOME: Final = {texts.event or word.replace(" ", "_"): word for word, texts in BUILDING_TEXTS.items() if texts.pays}
"""By the kind of event: the building that pays."""
