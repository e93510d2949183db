"""One sentence for every kind of event (events.py), with the players' names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.engine import event_reader
from games.engine.contract import Event
from games.engine.event_reader import EventReader
from games.engine.sanjuan import names
from games.engine.words import Message, list_message, ngettext_noop
from games.engine.words import gettext_noop as _


def narrate(event: Event, players: Sequence[str]) -> Message:
    """The sentence for an event; players are the names by seat."""
    return _SENTENCES[event.kind](EventReader(event, players))


_DRAWS: Final = {
    "deal": ngettext_noop("{player} is dealt {count} card.", "{player} is dealt {count} cards."),
    "councillor": ngettext_noop("{player} draws {count} card.", "{player} draws {count} cards."),
    "prospector": ngettext_noop("{player} prospects {count} card.", "{player} prospects {count} cards."),
    "trader": ngettext_noop("{player} draws {count} card for the sale.", "{player} draws {count} cards for the sale."),
}
"""By what brings the cards, if it is no building."""
_BROUGHT: Final = ngettext_noop(
    "{player}'s {building} brings {count} card.", "{player}'s {building} brings {count} cards."
)


def _draws(event: EventReader) -> Message:
    cards, by = event.number("cards"), event.word("by")
    if cards == 0:
        return event.sentence(_("{player} would draw, but no cards are left."))
    if by in _DRAWS:
        return event.count_sentence(_DRAWS[by], cards)
    return event.count_sentence(_BROUGHT, cards, building=names.card(by))


_GETS: Final = {
    "deal": _("{player} is dealt {cards}."),
    "councillor": _("{player} draws {cards}."),
    "prospector": _("{player} prospects {cards}."),
    "trader": _("{player} draws {cards} for the sale."),
}


def _gets(event: EventReader) -> Message:
    by, cards = event.word("by"), names.cards(event.words("cards"))
    if by in _GETS:
        return event.sentence(_GETS[by], cards=cards)
    return event.sentence(_("{player}'s {building} brings {cards}."), building=names.card(by), cards=cards)


def _looks_at(event: EventReader) -> Message:
    return event.sentence(_("{player} draws {cards}."), cards=names.cards(event.words("cards")))


def _picks(event: EventReader) -> Message:
    role = names.role(event.word("role"))
    if event.has("library"):
        return event.sentence(_("{player} picks the {role}, with the library."), role=role)
    return event.sentence(_("{player} picks the {role}."), role=role)


_PASSES: Final = {
    "builder": _("{player} builds nothing."),
    "producer": _("{player} produces nothing."),
    "trader": _("{player} sells nothing."),
    "gold mine": _("{player} does not use the gold mine."),
    "chapel": _("{player} puts no card under the chapel."),
}


def _passes(event: EventReader) -> Message:
    return event.sentence(_PASSES[event.word("stage")])


def _builds(event: EventReader) -> Message:
    price = event.number("price")
    params = {"building": names.card(event.word("building"))}
    if event.has("over"):
        params["lower_building"] = names.card(event.word("over"))
    if event.has("lost"):
        return event.count_sentence(
            ngettext_noop(
                "{player} builds the {building} over the {lower_building} for {count} card; the {good} on it is lost.",
                "{player} builds the {building} over the {lower_building} for {count} cards; the {good} on it is lost.",
            ),
            price,
            good=names.good(event.word("lost")),
            **params,
        )
    if event.has("over"):
        if price == 0:
            return event.sentence(_("{player} builds the {building} over the {lower_building} for free."), **params)
        return event.count_sentence(
            ngettext_noop(
                "{player} builds the {building} over the {lower_building} for {count} card.",
                "{player} builds the {building} over the {lower_building} for {count} cards.",
            ),
            price,
            **params,
        )
    if price == 0:
        return event.sentence(_("{player} builds the {building} for free."), **params)
    return event.count_sentence(
        ngettext_noop(
            "{player} builds the {building} for {count} card.", "{player} builds the {building} for {count} cards."
        ),
        price,
        **params,
    )


def _of_card(msgid: str) -> Callable[[EventReader], Message]:
    return lambda event: event.sentence(msgid, card=names.card(event.word("card")))


def _pays_good(event: EventReader) -> Message:
    return event.sentence(
        _("{player} pays with {good} at the black market, for one card."), good=names.good(event.word("good"))
    )


def _produces(event: EventReader) -> Message:
    goods = event.counts("goods")
    if not goods:
        return event.sentence(_("{player} would produce, but no cards are left."))
    produced = [names.amount(good, count) for good, count in goods.items()]
    return event.sentence(_("{player} produces {goods}."), goods=list_message(produced))


def _turns_tile(event: EventReader) -> Message:
    return Message(
        _("The prices for indigo, sugar, tobacco, coffee, silver: {prices}."),
        {"prices": names.prices(event.numbers("prices"))},
    )


def _sells(event: EventReader) -> Message:
    return event.count_sentence(
        ngettext_noop("{player} sells {good} for {count} card.", "{player} sells {good} for {count} cards."),
        event.number("cards"),
        good=names.good(event.word("good")),
    )


def _puts_back(event: EventReader) -> Message:
    return event.count_sentence(
        ngettext_noop(
            "{player} has chosen and discards {count} card.", "{player} has chosen and discards {count} cards."
        ),
        event.number("cards"),
    )


def _keeps_the_limit(event: EventReader) -> Message:
    return event.count_sentence(
        ngettext_noop(
            "{player} discards down to {count} card.",
            "{player} discards down to {count} cards.",
        ),
        event.number("cards"),
    )


def _turns_up(event: EventReader) -> Message:
    cards = names.cards(event.words("cards"))
    if event.data["strikes"]:
        return event.sentence(_("{player}'s gold mine turns up {cards}: four different costs."), cards=cards)
    return event.sentence(_("{player}'s gold mine turns up {cards}: nothing, for costs are equal."), cards=cards)


def _shuffles(event: EventReader) -> Message:  # noqa: ARG001
    return Message(_("The discards are shuffled into a new draw pile."))


def _round_ends(event: EventReader) -> Message:
    return Message(_("Round {round} ends."), {"round": event.number("round")})


_SENTENCES: Final[dict[str, Callable[[EventReader], Message]]] = {
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
    "governor": event_reader.governor,
    "game_over": event_reader.game_over_with_vp,
}
