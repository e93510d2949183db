"""Loading ships, and keeping what is left."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from prweb.lessons.lesson import FreePlay, Lesson, Step, Wrong
from prweb.lessons.puertorico.table import Player, table

CAPTAIN: Final = Lesson(
    key="captain",
    title=_("The captain and the ships"),
    about=_("Ship goods for victory points."),
    position=table(
        Player(
            3,
            goods={"corn": 2, "indigo": 2, "sugar": 5},
            island={"corn": (2, 2), "indigo": (1, 1), "sugar": (3, 3)},
            city={"small indigo plant": 1, "sugar mill": 3},
        ),
        Player(
            4,
            goods={"corn": 2, "tobacco": 1},
            island={"corn": (2, 2), "tobacco": (1, 1)},
            city={"tobacco storage": 1, "hacienda": 1},
        ),
        Player(
            3,
            goods={"corn": 1, "indigo": 2},
            island={"corn": (1, 1), "indigo": (2, 2)},
            city={"indigo plant": 2, "small market": 1},
        ),
        round_number=7,
        face_up=("corn", "indigo", "tobacco", "coffee"),
        ships={4: ("corn", 1), 6: ("indigo", 2)},
    ),
    steps=(
        Step(
            "role",
            _(
                "Goods on a ship are victory points: one for each barrel. You have five sugar, and a ship for five "
                "stands empty. If somebody else begins, it may be gone. Pick the captain; your first load brings 1 VP "
                "more."
            ),
            "captain",
            _("Your five sugar fit on the empty ship just now. Pick the captain."),
            (
                Wrong(
                    "craftsman",
                    _("You have plenty of goods. More of them could not be kept: pick the captain."),
                ),
                Wrong(
                    "trader",
                    _(
                        "Sugar would bring 3 doubloons. But then somebody may pick the captain and take the empty "
                        "ship: pick the captain yourself."
                    ),
                ),
            ),
        ),
        Step(
            "captain",
            _(
                "Each ship carries one kind, and each kind goes on one ship only. Ship 4 has room for three more corn, "
                "ship 6 for four more indigo, ship 5 is empty. Load what brings most."
            ),
            "ship sugar 5",
            _("Count the barrels: five sugar bring 5 VP and 1 more by your privilege. Load the sugar."),
            (
                Wrong(
                    "ship corn 4",
                    _("Two corn are 2 VP, and 1 by your privilege. Sugar on ship 5 brings 6. Load the sugar."),
                ),
                Wrong(
                    "ship indigo 6",
                    _(
                        "Two indigo are 2 VP, and 1 by your privilege; sugar brings 6. And Luis could take the empty "
                        "ship for his tobacco meanwhile. Load the sugar."
                    ),
                ),
            ),
            _("Six points. Luis has loaded his corn, and Rosa her indigo."),
            ("ship indigo 6",),
        ),
        Step(
            "captain",
            _(
                "Your turn again: two corn and two indigo are left. Ship 4 has room for just one corn, ship 6 for two "
                "indigo. Look what the others still have: Rosa holds one corn, and nobody but you has indigo. What do "
                "you load first?"
            ),
            "ship corn 4",
            _("Load the corn first: that place is gone when your turn comes again."),
            (
                Wrong(
                    "ship indigo 6",
                    _(
                        "Two points, but then Rosa takes the last place for corn. Nobody else has indigo, so that "
                        "place waits for you: load the corn first."
                    ),
                ),
            ),
            _(
                "Then your indigo went on ship 6. All in all nine points; one corn was left, and everybody keeps one "
                "barrel."
            ),
            ("builder",),
        ),
    ),
    free=FreePlay(
        _("Play the round to its end, as you like."),
        3,
    ),
    learned=(
        _("Loading is a must: whoever can load has to, round and round, until nobody can."),
        _(
            "One kind on a ship, and a kind on one ship only. As many barrels as fit go aboard: of two empty ships, "
            "the one that takes more."
        ),
        _("Afterwards everybody keeps one barrel, and loses what no warehouse holds."),
        _("The ships that are full are emptied."),
    ),
    rules=("role-captain",),
)

WHARF: Final = Lesson(
    key="wharf",
    title=_("Wharf and warehouse"),
    about=_("Ship what no ship takes, and keep what is left."),
    position=table(
        Player(
            2,
            goods={"corn": 3, "sugar": 3, "tobacco": 4},
            island={"corn": (2, 2), "sugar": (1, 1), "tobacco": (2, 2)},
            city={"small sugar mill": 1, "tobacco storage": 2, "small warehouse": 1, "wharf": 1},
        ),
        Player(
            4,
            goods={"sugar": 2, "indigo": 1},
            island={"indigo": (1, 1), "sugar": (2, 2)},
            city={"small indigo plant": 1, "sugar mill": 2},
        ),
        Player(
            3,
            goods={"coffee": 1},
            island={"corn": (1, 0), "coffee": (2, 2)},
            city={"coffee roaster": 2, "small market": 1},
        ),
        round_number=10,
        face_up=("corn", "indigo", "tobacco", "coffee"),
        ships={4: ("indigo", 3), 5: ("coffee", 2), 6: ("sugar", 5)},
    ),
    steps=(
        Step(
            "role",
            _(
                "No ship takes your corn or your tobacco. But you have a wharf: a ship of your own, for one kind, as "
                "many barrels as you like. Pick the captain."
            ),
            "captain",
            _("You have goods to ship and a wharf to ship them with. Pick the captain."),
        ),
        Step(
            "captain",
            _(
                "Ship 6 has room for just one sugar, and Luis has sugar as well. Your wharf will not run away. What do "
                "you load first?"
            ),
            "ship sugar 6",
            _("The place on ship 6 is gone when your turn comes again. Load sugar on ship 6 first."),
            (
                Wrong(
                    "ship tobacco wharf",
                    _(
                        "A good load for the wharf, but it can wait. Luis would take the last place for sugar "
                        "meanwhile: load sugar on ship 6 first."
                    ),
                ),
                Wrong(
                    "ship sugar wharf",
                    _("The wharf is for what no ship takes, and for much of it. Load sugar on ship 6 first."),
                ),
            ),
            _("Luis has loaded his indigo, and Rosa her coffee."),
        ),
        Step(
            "captain",
            _("Now the wharf: one kind, all its barrels, once in each captain phase. Which kind?"),
            "ship tobacco wharf",
            _("The kind of which you have most brings most: four tobacco."),
            (
                Wrong("ship corn wharf", _("Three corn are 3 VP, four tobacco are 4. Ship the tobacco.")),
                Wrong("ship sugar wharf", _("Two sugar are 2 VP, four tobacco are 4. Ship the tobacco.")),
                Wrong("pass", _("Points for nothing: use the wharf.")),
            ),
            _("Nobody can load any more. Now everybody keeps what they may keep."),
        ),
        Step(
            "storing",
            _(
                "Three corn and two sugar are left. Your small warehouse keeps one kind whole, and besides you keep "
                "one single barrel; the rest is lost. How do you lose least?"
            ),
            "store corn, keep sugar",
            _(
                "More is lost that way. Store the corn, of which you have three, and keep one sugar as the single "
                "barrel."
            ),
            (),
            _("Only one sugar was lost."),
        ),
    ),
    free=FreePlay(_("Play the round to its end, as you like."), 3),
    learned=(
        _("The wharf ships all barrels of one kind, whatever the ships hold."),
        _("First load where places are scarce; what is yours alone can wait."),
        _("A small warehouse keeps one kind whole, a large one two. One single barrel everybody keeps."),
    ),
    rules=("role-captain", "building-wharf", "building-small-warehouse"),
)
