"""One sentence for every kind of event (events.py), with the players' names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.engine.contract import Event
from games.engine.puertorico import names
from games.engine.words import Message, counted, listed, ngettext_noop
from games.engine.words import gettext_noop as _

Params = int | str | Message
Data = Mapping[str, object]


def narrate(event: Event, players: Sequence[str]) -> Message:
    """The sentence for an event; players are the names by seat."""
    return _SENTENCES[event.kind](_Told(event, players))


class _Told:
    """An event at hand: its data by type, and who did it."""

    def __init__(self, event: Event, players: Sequence[str]) -> None:
        self.seat = int(event.seat)
        self.players = players
        self.data: Data = event.data

    def player(self) -> str:
        return self.players[self.seat]

    def word(self, name: str) -> str:
        return str(self.data[name])

    def number(self, name: str) -> int:
        value = self.data[name]
        assert isinstance(value, int)
        return value

    def counts(self, name: str) -> dict[str, int]:
        value = self.data[name]
        assert isinstance(value, dict)
        return value

    def by_seat(self, name: str) -> list[int]:
        value = self.data[name]
        assert isinstance(value, list)
        return value

    def good(self) -> Message:
        return names.good(self.word("good"))

    def sentence(self, msgid: str, **params: Params) -> Message:
        return Message(msgid, {"player": self.player(), **params})

    def counting(self, forms: tuple[str, str], count: int, **params: Params) -> Message:
        return counted(forms, count, player=self.player(), **params)


def _picks(told: _Told) -> Message:
    role = names.role(told.word("role"))
    doubloons = told.number("doubloons")
    if doubloons == 0:
        return told.sentence(_("{player} picks the {role}."), role=role)
    return told.counting(
        ngettext_noop(
            "{player} picks the {role}, with {count} doubloon on it.",
            "{player} picks the {role}, with {count} doubloons on it.",
        ),
        doubloons,
        role=role,
    )


def _prospects(told: _Told) -> Message:
    return told.counting(
        ngettext_noop("{player} takes {count} doubloon.", "{player} takes {count} doubloons."), told.number("doubloons")
    )


_PASSES: Final = {
    "settler": _("{player} takes no tile."),
    "hospice": _("{player} does not use the hospice."),
    "mayor": _("{player} declines the mayor's colonist."),
    "builder": _("{player} builds nothing."),
    "university": _("{player} does not use the university."),
    "craftsman": _("{player} takes no extra good."),
    "trader": _("{player} sells nothing."),
    "captain": _("{player} keeps the wharf waiting."),
}


def _passes(told: _Told) -> Message:
    return told.sentence(_PASSES[told.word("stage")])


def _draws(told: _Told) -> Message:
    return told.sentence(_("{player} draws {tile} with the hacienda."), tile=names.one_tile(told.word("tile")))


def _takes(told: _Told) -> Message:
    return told.sentence(_("{player} takes {tile}."), tile=names.one_tile(told.word("tile")))


def _gets_colonist(told: _Told) -> Message:
    by = told.word("by")
    if by == "mayor":
        return told.sentence(_("{player} takes the mayor's colonist."))
    place = names.place_in_full(told.word("place"))
    building = names.building(by)
    if told.word("source") == "ship":
        return told.sentence(
            _("{player}'s {building} puts a colonist from the ship on the {place}."), building=building, place=place
        )
    return told.sentence(_("{player}'s {building} puts a colonist on the {place}."), building=building, place=place)


def _shuffles(told: _Told) -> Message:
    return counted(
        ngettext_noop(
            "{count} discarded plantation is shuffled into a new stack.",
            "{count} discarded plantations are shuffled into a new stack.",
        ),
        told.number("tiles"),
    )


def _plantations(told: _Told) -> Message:
    drawn, discarded = told.counts("drawn"), told.counts("discarded")
    if not drawn:
        return Message(_("No plantations are left to lay out."))
    if not discarded:
        return Message(_("New plantations: {drawn}."), {"drawn": names.amounts(drawn)})
    return Message(
        _("New plantations: {drawn}. Discarded: {discarded}."),
        {"drawn": names.amounts(drawn), "discarded": names.amounts(discarded)},
    )


def _colonists_arrive(told: _Told) -> Message:
    shares = [
        Message(_("{player} {count}"), {"player": player, "count": count})
        for player, count in zip(told.players, told.by_seat("counts"), strict=True)
        if count
    ]
    if not shares:
        return Message(_("The colonist ship is empty."))
    return Message(_("Colonists arrive: {shares}."), {"shares": listed(shares)})


def _places(told: _Told) -> Message:
    places = listed(
        [
            Message(_("{place} {count}"), {"place": names.place(place), "count": count})
            for place, count in told.counts("places").items()
        ]
    )
    left = told.number("san_juan")
    if left == 0:
        return told.sentence(_("{player}'s colonists: {places}."), places=places)
    return told.sentence(_("{player}'s colonists: {places}; {left} in San Juan."), places=places, left=left)


def _colonist_ship(told: _Told) -> Message:
    colonists, required = told.number("colonists"), told.number("required")
    if colonists < required:
        return Message(
            _("The colonist ship should carry {required} and gets only {colonists}."),
            {"required": required, "colonists": colonists},
        )
    return counted(ngettext_noop("{count} colonist boards the ship.", "{count} colonists board the ship."), colonists)


def _builds(told: _Told) -> Message:
    return told.counting(
        ngettext_noop(
            "{player} builds the {building} for {count} doubloon.",
            "{player} builds the {building} for {count} doubloons.",
        ),
        told.number("price"),
        building=names.building(told.word("building")),
    )


def _produces(told: _Told) -> Message:
    goods = told.counts("goods")
    if not goods:
        return told.sentence(_("{player} produces nothing."))
    return told.sentence(_("{player} produces {goods}."), goods=names.amounts(goods))


def _factory(told: _Told) -> Message:
    return told.counting(
        ngettext_noop(
            "{player}'s factory earns {count} doubloon for {kinds} kinds.",
            "{player}'s factory earns {count} doubloons for {kinds} kinds.",
        ),
        told.number("doubloons"),
        kinds=told.number("kinds"),
    )


def _extra(told: _Told) -> Message:
    return told.sentence(_("{player} takes one more {good}."), good=told.good())


def _sells(told: _Told) -> Message:
    return told.counting(
        ngettext_noop("{player} sells {good} for {count} doubloon.", "{player} sells {good} for {count} doubloons."),
        told.number("doubloons"),
        good=told.good(),
    )


def _house_emptied(told: _Told) -> Message:
    return Message(
        _("The trading house is full and is emptied: {goods}."), {"goods": names.amounts(told.counts("goods"))}
    )


def _ships(told: _Told) -> Message:
    return told.sentence(
        _("{player} ships {barrels} {good} on ship {ship}: {points} VP."),
        barrels=told.number("barrels"),
        good=told.good(),
        ship=told.number("ship"),
        points=told.number("vp"),
    )


def _wharf(told: _Told) -> Message:
    return told.sentence(
        _("{player} ships {barrels} {good} by the wharf: {points} VP."),
        barrels=told.number("barrels"),
        good=told.good(),
        points=told.number("vp"),
    )


def _stores(told: _Told) -> Message:
    whole, single = told.counts("whole"), told.data["single"]
    kept = {good: whole.get(good, 1) for good in names.GOODS if good in whole or good == single}
    discarded = told.counts("discarded")
    if not kept:
        return told.sentence(_("{player} keeps nothing."))
    if not discarded:
        return told.sentence(_("{player} keeps {kept}."), kept=names.amounts(kept))
    return told.sentence(
        _("{player} keeps {kept} and gives back {discarded}."),
        kept=names.amounts(kept),
        discarded=names.amounts(discarded),
    )


def _ship_emptied(told: _Told) -> Message:
    return Message(
        _("Ship {ship} sails with {barrels} {good}."),
        {"ship": told.number("ship"), "barrels": told.number("barrels"), "good": told.good()},
    )


_TRIGGERS: Final = {
    "city": _("{player}'s city is full: the game ends with this round."),
    "colonists": _("The colonist ship cannot be filled: the game ends with this round."),
    "victory points": _("The last victory point is taken: the game ends with this round."),
}


def _end_triggered(told: _Told) -> Message:
    msgid = _TRIGGERS[told.word("condition")]
    return Message(msgid) if told.word("condition") != "city" else told.sentence(msgid)


def _round_ends(told: _Told) -> Message:
    cards = listed([names.role(role) for role in told.counts("doubloons")])
    return Message(
        _("Round {round} ends. One doubloon goes on: {cards}."), {"round": told.number("round"), "cards": cards}
    )


def _governor(told: _Told) -> Message:
    return told.sentence(_("{player} is the governor."))


def _game_over(told: _Told) -> Message:
    standing = sorted(
        zip(told.by_seat("ranks"), told.by_seat("scores"), told.players, strict=True),
        key=lambda line: line[0],
    )
    return Message(
        _("The game is over: {standing}."),
        {
            "standing": listed(
                [
                    Message(_("{rank}. {player}: {points} VP"), {"rank": rank, "player": player, "points": points})
                    for rank, points, player in standing
                ]
            )
        },
    )


_SENTENCES: Final[dict[str, Callable[[_Told], Message]]] = {
    "picks": _picks,
    "prospects": _prospects,
    "passes": _passes,
    "draws": _draws,
    "takes": _takes,
    "gets_colonist": _gets_colonist,
    "shuffles": _shuffles,
    "plantations": _plantations,
    "colonists_arrive": _colonists_arrive,
    "places": _places,
    "colonist_ship": _colonist_ship,
    "builds": _builds,
    "produces": _produces,
    "factory": _factory,
    "extra": _extra,
    "sells": _sells,
    "house_emptied": _house_emptied,
    "ships": _ships,
    "wharf": _wharf,
    "stores": _stores,
    "ship_emptied": _ship_emptied,
    "end_triggered": _end_triggered,
    "round_ends": _round_ends,
    "governor": _governor,
    "game_over": _game_over,
}
