"""One sentence for every kind of event (events.py), with the players' names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.engine import telling
from games.engine.contract import Event
from games.engine.sanjuan import names
from games.engine.telling import Told
from games.engine.words import Message, listed, ngettext_noop
from games.engine.words import gettext_noop as _


def narrate(event: Event, players: Sequence[str]) -> Message:
    """The sentence for an event; players are the names by seat."""
    return _SENTENCES[event.kind](Told(event, players))


_DRAWS: Final = {
    "deal": ngettext_noop("{player} is dealt {count} card.", "{player} is dealt {count} cards."),
    "councillor": ngettext_noop("{player} draws {count} card.", "{player} draws {count} cards."),
    "prospector": ngettext_noop("{player} prospects {count} card.", "{player} prospects {count} cards."),
    "trader": ngettext_noop("{player} draws {count} card for the sale.", "{player} draws {count} cards for the sale."),
    "well": ngettext_noop("{player}'s well brings {count} card.", "{player}'s well brings {count} cards."),
    "carpenter": ngettext_noop(
        "{player}'s carpenter brings {count} card.", "{player}'s carpenter brings {count} cards."
    ),
    "poor house": ngettext_noop(
        "{player}'s poor house brings {count} card.", "{player}'s poor house brings {count} cards."
    ),
}


def _draws(told: Told) -> Message:
    cards = told.number("cards")
    if cards == 0:
        return told.sentence(_("{player} would draw, but no cards are left."))
    return told.counting(_DRAWS[told.word("by")], cards)


_GETS: Final = {
    "deal": _("{player} is dealt {cards}."),
    "councillor": _("{player} draws {cards}."),
    "prospector": _("{player} prospects {cards}."),
    "trader": _("{player} draws {cards} for the sale."),
    "well": _("{player}'s well brings {cards}."),
    "carpenter": _("{player}'s carpenter brings {cards}."),
    "poor house": _("{player}'s poor house brings {cards}."),
}


def _gets(told: Told) -> Message:
    return told.sentence(_GETS[told.word("by")], cards=names.cards(told.words("cards")))


def _looks_at(told: Told) -> Message:
    return told.sentence(_("{player} draws {cards}."), cards=names.cards(told.words("cards")))


def _picks(told: Told) -> Message:
    role = names.role(told.word("role"))
    if told.has("library"):
        return told.sentence(_("{player} picks the {role}, with the library."), role=role)
    return told.sentence(_("{player} picks the {role}."), role=role)


_PASSES: Final = {
    "builder": _("{player} builds nothing."),
    "producer": _("{player} produces nothing."),
    "trader": _("{player} sells nothing."),
    "gold mine": _("{player} does not use the gold mine."),
    "chapel": _("{player} puts no card under the chapel."),
}


def _passes(told: Told) -> Message:
    return told.sentence(_PASSES[told.word("stage")])


def _builds(told: Told) -> Message:
    price = told.number("price")
    params = {term: names.card(told.word(term)) for term in ("building", "over") if told.has(term)}
    if told.has("lost"):
        return told.counting(
            ngettext_noop(
                "{player} builds the {building} over the {over} for {count} card; the {good} on it is lost.",
                "{player} builds the {building} over the {over} for {count} cards; the {good} on it is lost.",
            ),
            price,
            good=names.good(told.word("lost")),
            **params,
        )
    if told.has("over"):
        if price == 0:
            return told.sentence(_("{player} builds the {building} over the {over} for free."), **params)
        return told.counting(
            ngettext_noop(
                "{player} builds the {building} over the {over} for {count} card.",
                "{player} builds the {building} over the {over} for {count} cards.",
            ),
            price,
            **params,
        )
    if price == 0:
        return told.sentence(_("{player} builds the {building} for free."), **params)
    return told.counting(
        ngettext_noop(
            "{player} builds the {building} for {count} card.", "{player} builds the {building} for {count} cards."
        ),
        price,
        **params,
    )


def _of_card(msgid: str) -> Callable[[Told], Message]:
    return lambda told: told.sentence(msgid, card=names.card(told.word("card")))


def _pays_good(told: Told) -> Message:
    return told.sentence(
        _("{player} pays with {good} at the black market, for one card."), good=names.good(told.word("good"))
    )


def _produces(told: Told) -> Message:
    goods = told.counts("goods")
    if not goods:
        return told.sentence(_("{player} would produce, but no cards are left."))
    produced = [
        names.good(good) if count == 1 else Message(_("{count} {good}"), {"count": count, "good": names.good(good)})
        for good, count in goods.items()
    ]
    return told.sentence(_("{player} produces {goods}."), goods=listed(produced))


def _turns_tile(told: Told) -> Message:
    return Message(
        _("The prices for indigo, sugar, tobacco, coffee, silver: {prices}."),
        {"prices": names.prices(told.by_seat("prices"))},
    )


def _sells(told: Told) -> Message:
    return told.counting(
        ngettext_noop("{player} sells {good} for {count} card.", "{player} sells {good} for {count} cards."),
        told.number("cards"),
        good=names.good(told.word("good")),
    )


def _puts_back(told: Told) -> Message:
    return told.counting(
        ngettext_noop(
            "{player} has chosen and discards {count} card.", "{player} has chosen and discards {count} cards."
        ),
        told.number("cards"),
    )


def _keeps_the_limit(told: Told) -> Message:
    return told.counting(
        ngettext_noop(
            "{player} discards down to {count} card.",
            "{player} discards down to {count} cards.",
        ),
        told.number("cards"),
    )


def _turns_up(told: Told) -> Message:
    cards = names.cards(told.words("cards"))
    if told.data["strikes"]:
        return told.sentence(_("{player}'s gold mine turns up {cards}: four different costs."), cards=cards)
    return told.sentence(_("{player}'s gold mine turns up {cards}: nothing, for costs are equal."), cards=cards)


def _shuffles(told: Told) -> Message:  # noqa: ARG001
    return Message(_("The discards are shuffled into a new draw pile."))


def _round_ends(told: Told) -> Message:
    return Message(_("Round {round} ends."), {"round": told.number("round")})


_SENTENCES: Final[dict[str, Callable[[Told], Message]]] = {
    "draws": _draws,
    "gets": _gets,
    "looks_at": _looks_at,
    "picks": _picks,
    "passes": _passes,
    "builds": _builds,
    "pays_good": _pays_good,
    "pays": _of_card(_("{player} pays with {card}.")),
    "produces": _produces,
    "turns_tile": _turns_tile,
    "sells": _sells,
    "keeps": _of_card(_("{player} keeps {card}.")),
    "puts_back": _puts_back,
    "discards": _of_card(_("{player} discards {card}.")),
    "keeps_the_limit": _keeps_the_limit,
    "tucks": _of_card(_("{player} puts {card} under the chapel.")),
    "turns_up": _turns_up,
    "takes": _of_card(_("{player} takes {card} out of the gold mine.")),
    "shuffles": _shuffles,
    "round_ends": _round_ends,
    "governor": telling.governor,
    "game_over": telling.game_over,
}
