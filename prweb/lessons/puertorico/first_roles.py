"""The first lessons: a round, and the roles by which one grows."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from prweb.lessons.lesson import FreePlay, Lesson, Step, Wrong
from prweb.lessons.puertorico.table import Player, table

FIRST_ROUND: Final = Lesson(
    key="first-round",
    title=_("A first round"),
    about=_("Pick a role, and do what the others pick."),
    position=table(
        Player(2, island={"indigo": (1, 0)}),
        Player(2, island={"indigo": (1, 0)}),
        Player(2, island={"corn": (1, 0)}),
        round_number=1,
        face_up=("corn", "indigo", "sugar", "tobacco"),
    ),
    steps=(
        Step(
            "role",
            _(
                "The game begins, and you are the governor: you pick the first role. Whatever you pick, everybody "
                "does, you first and a little better. You have one plantation and nobody who works on it. Pick the "
                "settler: everybody gets another plantation."
            ),
            "settler",
            _("That is possible, but it would bring little now. Pick the settler."),
            (
                Wrong(
                    "mayor",
                    _(
                        "The mayor brings colonists. But an indigo plantation with a colonist makes nothing as long as "
                        "you have no building for indigo. Get another plantation first: pick the settler."
                    ),
                ),
                Wrong(
                    "craftsman|trader|captain",
                    _("Nobody has any goods yet, and nobody works: nothing would happen. Pick the settler."),
                ),
                Wrong("builder", _("You will build later in this round. Begin with land: pick the settler.")),
            ),
            _("Everybody takes a tile now, you first."),
        ),
        Step(
            "settler",
            _(
                "Four plantations lie open, and as the settler you could take a quarry too. Take the corn: it is the "
                "only good that needs no building, one colonist is enough."
            ),
            "take corn",
            _("That one needs a building before it makes anything. Take the corn plantation."),
            (
                Wrong(
                    "take quarry",
                    _("Quarries make buildings cheaper; the next lesson is about them. Take the corn now."),
                ),
                Wrong("pass", _("Land costs nothing, so there is no reason to go without. Take the corn plantation.")),
            ),
            _("The others took what they wanted, and Luis picked the mayor: everybody gets a colonist."),
            ("take indigo", "take tobacco", "mayor", "take colonist"),
        ),
        Step(
            "colonists",
            _("You have got one colonist. Only what has a colonist works. Place yours on the corn plantation."),
            "place corn 1",
            _("Place your colonist on the corn plantation."),
            (
                Wrong(
                    "place indigo 1",
                    _(
                        "Indigo needs two colonists: one on the plantation and one in an indigo plant, and you have no "
                        "such building yet. Corn needs none: place the colonist there."
                    ),
                ),
            ),
            _("From now on every craftsman brings you one corn. Rosa picked the builder: everybody may build."),
            ("builder", "build hacienda"),
        ),
        Step(
            "builder",
            _(
                "You have 2 doubloons. The small indigo plant costs 1 and will make indigo of what grows on your other "
                "plantation. Build it."
            ),
            "build small indigo plant",
            _("A building for later. Build what goes with your plantation: the small indigo plant."),
            (
                Wrong(
                    "build small sugar mill",
                    _("It makes sugar, and you have no sugar plantation. Build the small indigo plant."),
                ),
                Wrong(
                    "pass",
                    _("You can afford something, and buildings are points too. Build the small indigo plant."),
                ),
            ),
            _("With one more colonist in the plant and one on the plantation you will make indigo."),
        ),
    ),
    free=FreePlay("", 1),
    learned=(
        _("In each round everybody picks one role, and everybody does what it says."),
        _("Whoever picks the role does it first, with a privilege."),
        _("Only occupied plantations and buildings work. Corn needs no building."),
        _("On each role that nobody picked a doubloon is laid: it is for whoever picks it next."),
    ),
    rules=("round", "role-settler", "role-mayor", "role-builder"),
)

SETTLER: Final = Lesson(
    key="settler",
    title=_("The settler and the quarry"),
    about=_("Take a quarry, and build for less."),
    position=table(
        Player(1, island={"corn": (1, 1), "indigo": (1, 0)}),
        Player(3, island={"corn": (1, 1), "indigo": (1, 1)}, city={"small indigo plant": 0}),
        Player(2, island={"corn": (2, 1), "sugar": (1, 1)}),
        round_number=4,
        face_up=("corn", "indigo", "tobacco", "coffee"),
        doubloons={"settler": 1},
    ),
    steps=(
        Step(
            "role",
            _(
                "One doubloon lies on the settler: whoever picks that role gets it. And only the settler may take a "
                "quarry. Pick the settler."
            ),
            "settler",
            _("Another time. The settler brings you a doubloon and a quarry now: pick the settler."),
            (
                Wrong(
                    "builder",
                    _(
                        "You could build, but everything costs the full price less 1. With a quarry you will pay less "
                        "in every builder phase from now on: pick the settler."
                    ),
                ),
                Wrong(
                    "craftsman", _("You would make one corn and nothing else. Pick the settler, with a doubloon on it.")
                ),
            ),
            _("The doubloon is yours."),
        ),
        Step(
            "settler",
            _("Take a quarry instead of a plantation: that is the privilege of the settler."),
            "take quarry",
            _("The others can take that too. Only you can take a quarry now."),
            (
                Wrong(
                    "take coffee|take tobacco",
                    _(
                        "A good crop, but its building is expensive. A quarry first makes it cheaper: take the quarry, "
                        "which only you can take now."
                    ),
                ),
                Wrong("pass", _("A tile costs nothing. Take the quarry.")),
            ),
            _("Luis picked the mayor: you have got a colonist."),
            ("take corn", "take coffee", "mayor", "take colonist"),
        ),
        Step(
            "colonists",
            _(
                "A quarry works only with a colonist on it. You may place all your colonists anew. Place one on the "
                "corn plantation and one on the quarry."
            ),
            "place .*corn 1.*quarry 1.*",
            _("Place one colonist on the corn plantation and one on the quarry."),
            (
                Wrong(
                    "place corn 1, indigo 1.*",
                    _(
                        "The quarry stands empty, and without a colonist it saves nothing. On the indigo plantation a "
                        "colonist does nothing as long as you have no indigo plant. Place them on corn and quarry."
                    ),
                ),
                Wrong("place indigo 1, quarry 1.*", _("Then nobody makes corn. Place them on corn and quarry.")),
            ),
            _("Now the quarry works. Rosa picked the builder."),
            ("builder", "build small sugar mill"),
        ),
        Step(
            "builder",
            _(
                "An occupied quarry takes 1 doubloon off. The indigo plant costs 3 doubloons, for you it costs 2. It "
                "has room for three colonists, and so for three indigo. Build it."
            ),
            "build indigo plant",
            _("Possible, but the indigo plant is what your plantation lacks, and you can afford it. Build it."),
            (
                Wrong(
                    "build small indigo plant",
                    _(
                        "It costs you nothing, but it makes one indigo at most. The large one serves for three. Build "
                        "the indigo plant."
                    ),
                ),
                Wrong("pass", _("Buildings are what quarries are for. Build the indigo plant for 2 doubloons.")),
            ),
            _("One doubloon saved, and so it will be each time."),
        ),
    ),
    free=FreePlay("", 1),
    learned=(
        _("Only the player who picks the settler may take a quarry."),
        _("Each occupied quarry takes 1 doubloon off the price of a building."),
        _("Doubloons on a role go to whoever picks it."),
    ),
    rules=("role-settler", "role-builder"),
)

MAYOR: Final = Lesson(
    key="mayor",
    title=_("The mayor and the colonists"),
    about=_("Place your colonists where they bring something."),
    position=table(
        Player(1, island={"corn": (2, 2), "indigo": (1, 0)}, city={"small indigo plant": 0, "hacienda": 0}),
        Player(3, island={"corn": (1, 1), "indigo": (1, 1)}, city={"small indigo plant": 0}),
        Player(2, island={"corn": (2, 1), "sugar": (1, 1)}, city={"small sugar mill": 0}),
        round_number=4,
        face_up=("corn", "indigo", "tobacco", "coffee"),
    ),
    steps=(
        Step(
            "role",
            _(
                "Three places of yours stand empty: the indigo plantation, the small indigo plant and the hacienda. "
                "The mayor brings colonists to everybody, and one more to whoever picks the role. Pick the mayor."
            ),
            "mayor",
            _("What you own does not work without colonists. Pick the mayor."),
            (
                Wrong(
                    "craftsman",
                    _("You would make two corn. With colonists in the indigo plant it is more: pick the mayor first."),
                ),
                Wrong(
                    "settler|builder", _("You have more land and buildings than people already. Pick the mayor first.")
                ),
            ),
        ),
        Step(
            "mayor",
            _("The privilege: one more colonist from the supply. Take it."),
            "take colonist",
            _("Colonists are free, and you have room. Take the colonist."),
            (),
            _("You have got two colonists: one by your privilege, one from the ship."),
        ),
        Step(
            "colonists",
            _(
                "You have four colonists and five places. Indigo takes two: one on the plantation, one in the small "
                "indigo plant. Keep the two on corn as well; the hacienda can wait."
            ),
            "place corn 2, indigo 1, small indigo plant 1",
            _("Place two on corn, one on indigo and one in the small indigo plant."),
            (
                Wrong(
                    "(?!.*small indigo plant).*",
                    _(
                        "Nobody is in the small indigo plant, so the indigo plantation brings nothing. Indigo takes "
                        "two colonists: one on the plantation, one in the plant."
                    ),
                ),
                Wrong(
                    "(?!.*indigo 1, small).*",
                    _("Nobody works on the indigo plantation, so the plant has nothing to do. Place one there too."),
                ),
                Wrong(
                    ".*hacienda 1.*",
                    _(
                        "The hacienda draws another plantation when there is a settler, but each colonist on corn "
                        "brings a barrel with every craftsman. Keep both on corn."
                    ),
                ),
            ),
            _("See what it brings: Luis picked the craftsman, and you made two corn and one indigo."),
            ("craftsman",),
        ),
    ),
    free=FreePlay(_("Play the round to its end, as you like."), 3),
    learned=(
        _("The mayor spreads the colonists of the ship over all players; whoever picked the mayor gets one more."),
        _("With every mayor you may place all your colonists anew."),
        _("Goods other than corn take two colonists: one on the plantation, one in the building."),
    ),
    rules=("role-mayor",),
)

BUILDER: Final = Lesson(
    key="builder",
    title=_("The builder and the price"),
    about=_("Add up what quarries and the privilege take off."),
    position=table(
        Player(3, island={"corn": (1, 1), "coffee": (1, 1), "quarry": (2, 2)}),
        Player(3, island={"corn": (2, 1), "indigo": (1, 1)}, city={"small indigo plant": 1}),
        Player(4, island={"corn": (2, 1), "sugar": (1, 1)}, city={"small sugar mill": 1}),
        round_number=4,
        face_up=("indigo", "indigo", "tobacco", "sugar"),
    ),
    steps=(
        Step(
            "role",
            _(
                "Your coffee plantation lacks a coffee roaster. It costs 6, and you have 3 doubloons. But whoever "
                "picks the builder pays 1 less, and you have two occupied quarries. Pick the builder."
            ),
            "builder",
            _("Pick the builder: today the coffee roaster costs just what you have."),
            (
                Wrong(
                    "trader|captain",
                    _("You have no goods, so that brings you nothing. Pick the builder."),
                ),
                Wrong("craftsman", _("You would make corn only. With a coffee roaster it would be coffee too.")),
            ),
        ),
        Step(
            "builder",
            _(
                "Each column of the buildings lets only so many quarries count: one in the first, two in the second, "
                "three in the third. The coffee roaster stands in the third: 6, less 2 for your quarries, less 1 for "
                "your privilege: 3. Build it."
            ),
            "build coffee roaster",
            _("You can have that later. Coffee is the most valuable good, and only the roaster makes it: build it."),
            (
                Wrong(
                    "build tobacco storage",
                    _("It makes tobacco, and you have no tobacco plantation. Build the coffee roaster."),
                ),
                Wrong(
                    "build (small )?(indigo plant|sugar mill)",
                    _("You have no such plantation. Build the coffee roaster for your coffee."),
                ),
                Wrong(
                    "build (office|large market|small market)",
                    _("It helps you to sell, but what? First make something valuable: build the coffee roaster."),
                ),
                Wrong("pass", _("You can afford it just now. Build the coffee roaster.")),
            ),
            _("Luis picked the mayor: everybody gets colonists."),
            ("build hacienda", "build construction hut", "mayor", "take colonist"),
        ),
        Step(
            "colonists",
            _("Your roaster stands empty. Place one colonist in it, and keep one on the coffee plantation."),
            "(?=.*coffee 1)(?=.*coffee roaster 1).*",
            _("Coffee takes two: one on the coffee plantation, one in the coffee roaster."),
            (
                Wrong(
                    ".*coffee roaster 2.*",
                    _("You have one coffee plantation, so one colonist in the roaster is enough."),
                ),
            ),
            _("Rosa picked the craftsman: there is your first coffee."),
            ("craftsman",),
        ),
    ),
    free=FreePlay("", 2),
    learned=(
        _("Whoever picks the builder pays 1 doubloon less."),
        _("In the first column one occupied quarry counts, in the second two, in the third three, in the fourth four."),
        _("Each building is there once in your city at most, and its printed victory points are always yours."),
    ),
    rules=("role-builder", "building-coffee-roaster"),
)
