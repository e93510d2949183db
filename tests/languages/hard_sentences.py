"""Sentences of both games that are hard to say in languages with cases: events and answers as the engine makes them."""

from __future__ import annotations

from typing import Final

from games.engine.contract import Event
from games.engine.puertorico import names as puerto_rico
from games.engine.puertorico.narration import narrate as narrate_puerto_rico
from games.engine.sanjuan import names as san_juan
from games.engine.sanjuan.narration import narrate as narrate_san_juan
from games.engine.words import Message, count_message

PLAYERS: Final = ("Anna", "Bob")


def _event(kind: str, **data: object) -> Message:
    return narrate_puerto_rico(Event(kind, 0, data), PLAYERS)


def _event_of_cards(kind: str, **data: object) -> Message:
    return narrate_san_juan(Event(kind, 0, data), PLAYERS)


def sell(good: str, doubloons: int) -> Message:
    return _event("sells", good=good, doubloons=doubloons)


def produce(**goods: int) -> Message:
    return _event("produces", goods=goods)


def extra(good: str) -> Message:
    return _event("extra", good=good)


def build(building: str, price: int) -> Message:
    return _event("builds", building=building, price=price)


def pick(role: str) -> Message:
    return _event("picks", role=role, doubloons=0)


def earn(points: int) -> Message:
    return _event("chapel", vp=points)


def put(by: str, place: str) -> Message:
    return _event("gets_colonist", by=by, place=place, source="supply")


def give_back_colonist(place: str) -> Message:
    return _event("pays_colonist", place=place)


def send_guest(place: str) -> Message:
    return _event("guest_moves", place=place)


def ship(good: str, barrels: int, size: int) -> Message:
    return _event("ships", good=good, barrels=barrels, ship=size, vp=barrels)


def keep(kept: dict[str, int], discarded: dict[str, int]) -> Message:
    return _event("stores", whole=kept, single=None, discarded=discarded)


def no_circle(place: str) -> Message:
    return Message("There is no empty circle on your {place}.", {"place": puerto_rico.place_in_full(place)})


def out(building: str, other: str) -> Message:
    terms = {"building": puerto_rico.building(building), "other_building": puerto_rico.building(other)}
    return Message("The {building} is out of this game, since the {other_building} is chosen.", terms)


def taken(role: str) -> Message:
    return Message("The {role} is already taken in this round.", {"role": puerto_rico.role(role)})


def carries(ship: int, good: str) -> Message:
    text = "Ship {ship} carries {good} already, and a kind goes on one ship only."
    return Message(text, {"ship": ship, "good": puerto_rico.good(good)})


def sold_out(building: str, copies: int) -> Message:
    forms = ("No {building} is left: the only one is sold.", "No {building} is left: all {count} are sold.")
    return count_message(forms, copies, building=puerto_rico.building(building))


def lost(good: str) -> Message:
    return Message("the {good} on it is lost", {"good": puerto_rico.good(good)})


def build_over(building: str, over: str, price: int) -> Message:
    return _event_of_cards("builds", building=building, over=over, price=price)


def hold_no(card: str) -> Message:
    return Message("You hold no {card}.", {"card": san_juan.card(card)})


def draw(*cards: str) -> Message:
    return _event_of_cards("looks_at", cards=list(cards))
