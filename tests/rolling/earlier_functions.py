"""Functions of tests/e2e/site_functions.py as the stored release (before.txt) needs them: with its names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from importlib import import_module
from typing import Any


def make_players(names: Sequence[str], password: str) -> dict[str, str]:
    """People with verified addresses; for each of them a token for the API."""
    addresses: Any = import_module("allauth.account.models").EmailAddress
    tokens: dict[str, str] = {}
    for name in names:
        user = _users().create_user(name, f"{name}@example.org", password)
        addresses.objects.create(user=user, email=user.email, verified=True, primary=True)
        tokens[name] = import_module("games.table.tokens").make(user, "play").secret
    return tokens


def open_table(name: str, host: str, guests: Sequence[str], levels: Sequence[str]) -> str:
    """Open a game of a host, of guests who join it, and of bots; its id."""
    opening: Any = import_module("games.table.opening")
    seats = [opening.SeatPlan("me"), *[opening.SeatPlan("free")] * len(guests)]
    seats += [opening.SeatPlan("bot", level=level) for level in levels]
    game = opening.open_game(
        _users().get(username=host),
        name=name,
        kind="puerto-rico",
        options={},
        seats=seats,
        turn_limit=timedelta(days=3),
    )
    for guest in guests:
        opening.join(game.pk, _users().get(username=guest))
    return str(game.pk)


def _users() -> Any:
    return import_module("prweb.accounts.models").User.objects
