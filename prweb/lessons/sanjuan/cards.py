"""The hand: building with it, drawing for it."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from prweb.lessons.lesson import FreePlay, Lesson, Step, Wrong
from prweb.lessons.sanjuan.table import Player, table

FIRST_ROUND: Final = Lesson(
    key="first-round",
    title=_("Cards are money"),
    about=_("Build with the cards in your hand."),
    position=table(
        Player("tobacco storage, well, hero, palace"),
        Player("sugar mill, smithy, statue, tower"),
        Player("coffee roaster, crane, library, quarry"),
        round_number=1,
        pile="prefecture, carpenter, quarry, smithy, archive, aqueduct, poor house, sugar mill, city hall",
    ),
    steps=(
        Step(
            "role",
            _(
                "You are the governor and pick the first role. Everybody does what it says, you first and a little "
                "better. You hold four cards, and cards are everything here: what you build, and what you pay with. "
                "Pick the builder."
            ),
            "builder",
            _("You can do that later. First a building: pick the builder."),
            (
                Wrong(
                    "producer",
                    _(
                        "You would make one good on your indigo plant. A second plant will make another one each time: "
                        "pick the builder."
                    ),
                ),
                Wrong("trader", _("Nobody has goods yet, so nobody would sell anything. Pick the builder.")),
                Wrong(
                    "councillor|prospector",
                    _("More cards are fine, but your hand has a good building already. Pick the builder."),
                ),
            ),
        ),
        Step(
            "builder",
            _(
                "The tobacco storage costs 3 cards, and whoever picked the builder pays 1 less: 2. What you pay with "
                "is gone. Pay with the hero and the palace, which are much too expensive for now, and keep the well."
            ),
            "build tobacco storage with hero, palace",
            _("Build the tobacco storage, and pay with the hero and the palace."),
            (
                Wrong(
                    "build tobacco storage with .*",
                    _(
                        "The building is right, but you pay with the well. It costs only 2, and you can build it soon. "
                        "Pay with the two expensive cards, the hero and the palace."
                    ),
                ),
                Wrong(
                    "build well with .*",
                    _(
                        "The well draws a card if you make two goods at a time, and you have one plant yet. Build the "
                        "tobacco storage first."
                    ),
                ),
                Wrong("pass", _("You hold what it costs. Build the tobacco storage.")),
            ),
            _("Your second plant. Luis picked the councillor: everybody draws cards."),
            ("councillor",),
        ),
        Step(
            "councillor",
            _(
                "Luis drew five cards and kept one. You and Rosa draw two and keep one. Which one? Think of what you "
                "can pay: you hold the well and nothing else."
            ),
            "keep sugar mill",
            _("The city hall costs 6, and you hold one other card. Keep the sugar mill, which costs 2."),
            (),
            _("Good: something that you can build soon."),
            ("producer",),
        ),
    ),
    free=FreePlay(_("Rosa picked the producer. Play the round to its end."), 2),
    learned=(
        _("A card in your hand is a building, or money: a building costs as many cards as the number on it."),
        _("Each round everybody picks one role. Everybody does what it says, the picker first and with a privilege."),
        _("Whoever picks the builder pays 1 card less."),
    ),
    rules=("round", "role-builder", "role-councillor"),
)

COUNCILLOR: Final = Lesson(
    key="councillor",
    title=_("The councillor and the right card"),
    about=_("Look for the card that counts what you have."),
    position=table(
        Player(
            "indigo plant, sugar mill, sugar mill, crane, black market",
            "indigo plant, indigo plant, sugar mill, tobacco storage, coffee roaster",
        ),
        Player("sugar mill, hero", "indigo plant, smithy, silver smelter, statue"),
        Player("coffee roaster, crane", "indigo plant, coffee roaster, quarry, library"),
        round_number=7,
        pile="poor house, guild hall, smithy, statue, gold mine, tower, well, chapel, archive, aqueduct",
    ),
    steps=(
        Step(
            "role",
            _(
                "You have five plants and five cards that are not worth much to you. Whoever picks the councillor "
                "looks at five cards and keeps one; all others look at two. Pick the councillor."
            ),
            "councillor",
            _("Your hand lacks a goal. Pick the councillor and look for one."),
            (
                Wrong(
                    "builder", _("You could build a plant more. But look for a better card first: pick the councillor.")
                ),
                Wrong(
                    "prospector",
                    _("That is one card, whichever comes. The councillor lets you choose among five: pick that."),
                ),
            ),
        ),
        Step(
            "councillor",
            _(
                "Five cards. The guild hall costs 6 and counts 2 victory points for each production building at the "
                "end, and you have five of them. Keep it."
            ),
            "keep guild hall",
            _("Nice, but the guild hall would be 10 points for your five plants: keep that."),
            (Wrong("keep statue", _("The statue is 3 points for 3 cards. The guild hall would be 10: keep that.")),),
            _("Luis picked the prospector, Rosa the builder."),
            ("prospector", "builder"),
        ),
        Step(
            "builder",
            _(
                "The guild hall costs 6, and you hold just five other cards. It has to wait for one more. Build "
                "something small meanwhile? Each card that you spend now is missing then. Build nothing this time."
            ),
            "pass",
            _("Then the guild hall is farther away. Build nothing this time, and keep your five cards."),
            (
                Wrong(
                    "build indigo plant.*",
                    _(
                        "A sixth plant counts for the guild hall too, and it is cheap. But it takes two cards from "
                        "your hand, and 10 points wait longer. Build nothing this time."
                    ),
                ),
            ),
            _("With the next card you can pay for it."),
        ),
    ),
    free=FreePlay(_("A new round: try to build the guild hall. The lesson ends with the round."), 5),
    learned=(
        _("Whoever picks the councillor keeps one of five cards, everybody else one of two."),
        _("The buildings of cost 6 count what you have: plants, violet buildings, monuments, or all points."),
        _("Saving cards for a large building can be better than building each time."),
    ),
    rules=("role-councillor", "card-guild-hall"),
)

PROSPECTOR: Final = Lesson(
    key="prospector",
    title=_("The prospector and the gold mine"),
    about=_("Draw cards that others do not get."),
    position=table(
        Player("silver smelter, tower", "indigo plant, gold mine, sugar mill", "indigo"),
        Player("sugar mill, hero, well", "indigo plant, smithy, statue"),
        Player("coffee roaster, crane, smithy", "indigo plant, coffee roaster", "coffee"),
        round_number=4,
        pile="carpenter, indigo plant, market stand, quarry, library",
    ),
    steps=(
        Step(
            "role",
            _(
                "Whoever picks the prospector draws a card; all others get nothing. But your gold mine works with "
                "every prospector, whoever picks it. Pick it yourself and get both."
            ),
            "prospector",
            _("You hold only two cards. Pick the prospector, with your gold mine."),
            (
                Wrong(
                    "councillor", _("That gives cards to everybody. The prospector gives them to you alone: pick it.")
                ),
                Wrong(
                    "builder", _("With two cards you can build nothing that matters. Draw first: pick the prospector.")
                ),
            ),
        ),
        Step(
            "gold mine",
            _(
                "You have drawn a card. Now the gold mine: it turns up four cards. If all four cost differently, you "
                "may take one. It costs nothing, so use it."
            ),
            "use gold mine",
            _("You lose nothing by trying. Use the gold mine."),
        ),
        Step(
            "strike",
            _(
                "1, 2, 4 and 5: all different! Take one of them. The library costs 5 and doubles your privilege in "
                "each round from then on; it is the best of the four."
            ),
            "take library",
            _("Not bad, but a library doubles what each of your roles gives you. Take the library."),
            (Wrong("take indigo plant", _("There are ten of these. Take the library, of which there are three.")),),
            _("Two cards in one phase, and none for the others."),
        ),
    ),
    free=FreePlay(_("Play the round to its end, as you like."), 3),
    learned=(
        _("The prospector gives a card to the picker alone."),
        _("A gold mine turns up four cards with every prospector; if all costs differ, you take one."),
        _("Think of what a role gives the others: sometimes nothing is the best that they can get."),
    ),
    rules=("role-prospector", "card-gold-mine", "card-library"),
)
