"""Finds what leaks: everything that one viewer gets, twice, from two games that differ only in what is hidden from him.

A viewer gets pages, the API's JSON, and mails. Whatever differs between the two tells something hidden; besides, what
must not be told to him at all is looked for by its letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games.engine.contract import Position
from games.engine.orders import Order
from games.engine.plans import NextPick, Plan, Wish
from games.engine.random import from_secret
from games.mail.compose import compose
from games.models import Delivery, Game, Move, Seat, Turn
from games.people.models import User
from games.table import queries
from games.table.next_picks import WrittenPick
from games.table.plans import WrittenPlan
from games.table.positions import rules_of, stored_position
from games.table.replay import position_at
from games.table.viewpoints import viewpoint_at

NOISE: Final = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|"?X-CSRFToken"?[^,}]*|\b[0-9a-f]{64}\b')
"""What is new in every answer, and digests, which say nothing without the random state that is part of them."""
ADDRESSES: Final = (
    "/games/{game}/",
    "/games/{game}/turn/?version=none",
    "/games/{game}/log/",
    "/games/{game}/rules/",
    "/games/{game}/record/",
    "/api/v1/games/{game}/",
    "/api/v1/games/{game}/view/",
    "/api/v1/games/{game}/log/",
    "/api/v1/games/{game}/record/",
)
Outputs = dict[str, bytes]
Hider = Callable[[Position, int], Position]
"""Another position that a seat cannot tell from this one."""


@dataclass
class Viewer:
    """Somebody who looks at a game. user: None for nobody signed in."""

    user: User | None
    client: Client

    def index(self, game: Game) -> int | None:
        seat = game.seat_of(self.user)
        return None if seat is None else seat.index


def viewer_of(user: User | None) -> Viewer:
    client = Client()
    if user is not None:
        client.force_login(user)
    return Viewer(user, client)


def outputs(game: Game, who: Viewer) -> Outputs:
    """All that this viewer can get of a game now."""
    found: Outputs = {}
    for address in ADDRESSES:
        response = who.client.get(address.format(game=game.pk))
        assert response.status_code == 200, (address, response.status_code)
        found[address] = response.content
    turn = queries.open_turn(game, who.user)
    for address in ("/api/v1/turns/{turn}/", "/api/v1/turns/{turn}/options/") if turn else ():
        assert turn is not None
        found[address] = who.client.get(address.format(turn=turn.pk)).content
    for mail in Delivery.objects.filter(game=game, user=who.user) if who.user else ():
        if mail.turn is None or mail.turn.status == Turn.Status.OPEN:
            letter = compose(mail, pictures=False)
            found[f"mail {mail.kind} {mail.pk}"] = f"{letter.subject}\n{letter.text}\n{letter.html}".encode()
    return found


def leaks(game: Game, who: Viewer, hide: Hider) -> list[str]:
    """Where the viewer can tell the game from its twin."""
    seen = outputs(game, who)
    with twin(game, who.index(game), hide):
        seen_of_twin = outputs(Game.objects.get(pk=game.pk), who)
    assert seen.keys() == seen_of_twin.keys()
    return [address for address in seen if _without_noise(seen[address]) != _without_noise(seen_of_twin[address])]


def leaks_of_the_past(game: Game, who: Viewer, hide: Hider, numbers: Iterable[int]) -> list[str]:
    """The positions (numbered from 1) on whose pages the viewer can tell the game's past from its twin's."""
    found = []
    for number in numbers:
        address = f"/games/{game.pk}/replay/{number}/"
        page, past = _page(who, address), position_at(game, number)
        with twin(game, who.index(game), hide):
            # Whatever the moves before it say: where a position is set up, a replay begins.
            other = hide(past, who.index(game) or 0)
            row = Move.objects.filter(game=game, undone_at=None, ply=number - 1)
            row.update(set_up=rules_of(game).to_json(other))
            seen_of_twin = _page(who, address)
        if _without_noise(page) != _without_noise(seen_of_twin):
            found.append(address)
    return found


def _page(who: Viewer, address: str) -> bytes:
    response = who.client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return response.content


def _without_noise(answer: bytes) -> bytes:
    return NOISE.sub(b"", answer)


@contextmanager
def twin(game: Game, seat: int | None, hide: Hider) -> Any:
    """The same game with everything changed that this seat (None: an onlooker) may not know; undone at the end."""
    with transaction.atomic():
        rules = rules_of(game)
        other = hide(stored_position(game), 0 if seat is None else seat)
        Game.objects.filter(pk=game.pk).update(position=rules.to_json(other))
        viewpoint = viewpoint_at(game, seat)
        for move in Move.objects.filter(game=game):
            if not queries.visible_text(move, viewpoint):
                seen = viewpoint.seat_at(move)
                events = [_unlike(event) if not _visible(event, seen) else event for event in move.events]
                Move.objects.filter(pk=move.pk).update(text="something else", events=events)
        for turn in Turn.objects.filter(game=game).exclude(deferred_plies=[]):
            if turn.seat.index != seat:
                answer = [given | {"text": "something else"} for given in turn.deferred_plies]
                Turn.objects.filter(pk=turn.pk).update(deferred_plies=answer)
        for turn in Turn.objects.filter(game=game, early=True).exclude(seat__index=-1 if seat is None else seat):
            other_plan = WrittenPlan(
                Plan((Wish("pass", ""),)), Move.Source.WEB, turn.opened_at, turn.seat.user_id or 0, 0
            )
            Turn.objects.filter(pk=turn.pk).update(plan=None if turn.plan else other_plan.to_json())
            Seat.objects.filter(pk=turn.seat_id).update(private_version=F("private_version") + 1)
        for other_seat in Seat.objects.filter(game=game).exclude(index=-1 if seat is None else seat):
            _say_something_else(other_seat)
        yield
        transaction.set_rollback(True)


def _say_something_else(seat: Seat) -> None:
    """Another next pick and other standing orders, or none where there are some."""
    pick = WrittenPick(NextPick((Wish("ask", ""),)), Move.Source.WEB, timezone.now(), seat.user_id or 0)
    seat.next_pick = None if seat.next_pick else pick.to_json()
    seat.orders = None if seat.orders else [Order("use", ("something else",)).to_json()]
    seat.private_version += 1
    seat.save(update_fields=["next_pick", "orders", "private_version"])


def _visible(event: dict[str, Any], seat: int | None) -> bool:
    return event["audience"] is None or seat in event["audience"]


def _unlike(event: dict[str, Any]) -> dict[str, Any]:
    return event | {"data": dict.fromkeys(event["data"], "something else")}


def resampled(position: Position, seat: int) -> Position:
    return position.resample(seat, from_secret(b"twin" * 8, "twin"))


def secrets_in(game: Game, who: Viewer, found: Iterable[bytes]) -> list[str]:
    """What stands in a viewer's outputs, letter by letter, that must not; before the end of a game that has begun."""
    texts = list(found)
    secrets = {
        "the game's secret": [game.secret],
        "the invitation": [game.invitation_code],
        "the link to the result": [game.share_code],
        "somebody's reply address": [
            turn.token for turn in Turn.objects.filter(game=game).exclude(seat__user=who.user or -1)
        ],
        "somebody's mail address": [
            seat.user.email for seat in game.seats.select_related("user") if seat.user and seat.user != who.user
        ]
        + ([game.host.email] if game.host != who.user else []),
    }
    return [what for what, words in secrets.items() if any(word.encode() in text for word in words for text in texts)]
