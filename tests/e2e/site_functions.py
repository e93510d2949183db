"""Functions that tests run beside a site's processes (`Stack.call`): they set up games and people, and read its data.

Arguments and results pass as JSON: a tuple arrives as a list. The site's modules are imported in the functions, because
programs without Django import this module, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

from games.people.scopes import Scope


def make_person(name: str, email: str, password: str) -> int:
    """Somebody with a verified address."""
    from allauth.account.models import EmailAddress

    from games.people.models import User

    user = User.objects.create_user(name, email, password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user.pk


def make_token(owner: str, purpose: str, account: str, scopes: Sequence[Scope]) -> str:
    """A token of a person, or of their bot account with this name if there is one."""
    from games.people.models import User
    from games.table.api_tokens import create_token

    person = User.objects.get(username=owner)
    bot_account = User.objects.filter(username=account, owner=person).first()
    return create_token(person, purpose, bot_account, scopes=scopes).secret


def open_table(
    name: str,
    host: str,
    guests: Sequence[str] = (),
    levels: Sequence[str] = (),
    *,
    kind: str = "puerto-rico",
    options: Mapping[str, str] | None = None,
    free_seats: int = 0,
) -> str:
    """Open a game of a host, of guests who join it, and of bots; its id."""
    from games.people.models import User
    from games.table.open_games import SeatPlan, join, open_game
    from games.time_control import TimeControl

    seats = [SeatPlan("me"), *[SeatPlan("free")] * (len(guests) + free_seats)]
    seats += [SeatPlan("bot", level=level) for level in levels]
    game = open_game(
        User.objects.get(username=host),
        name=name,
        kind=kind,
        options=options or {},
        seats=seats,
        time_control=TimeControl(timedelta(days=3)),
    )
    for guest in guests:
        join(game.pk, User.objects.get(username=guest))
    return game.pk


def open_table_that_a_bot_begins(host: str, levels: Sequence[str]) -> str:
    """Open games until a bot is the first to move; the name of the last one."""
    from games.models import Game

    for number in range(100):
        game = Game.objects.get(pk=open_table(f"Table {number}.", host, levels=levels))
        if game.turns.select_related("seat").earliest("pk").seat.user_id is None:
            return game.name
    raise AssertionError("a person begins every game")


def open_table_where_both_place(host: str, guest: str) -> str:
    """Play games of two until both are to place colonists; the id of the last one."""
    from games.models import Turn
    from games.table.playing import play
    from games.table.queries import question_for

    random, numbers = Random(3), count()
    game = ""
    turns: list[Turn] = []
    while [turn.stage for turn in turns] != ["colonists", "colonists"]:
        if turns:
            offered = [offer.text for offer in question_for(turns[0]).offers]
            number = next(numbers)
            line = "mayor" if "mayor" in offered and number > 40 else random.choice(offered)
            play(turns[0].pk, [line], by=turns[0].seat.user, source="web", key=f"set up {number}")
        else:  # none yet, or the one before is over
            game = open_table("Two at once", host, [guest])
        open_turns = Turn.objects.filter(game=game, status="open").select_related("game", "seat__user")
        turns = list(open_turns.order_by("ahead_of_turn"))
    return game


def place_colonists(game_id: str, name: str) -> None:
    """The person places their colonists."""
    from games.models import Turn
    from games.table.playing import play

    turn = Turn.objects.select_related("seat__user").get(game=game_id, seat__user__username=name, status="open")
    play(turn.pk, ["place auto"], by=turn.seat.user, source="web", key=name)


def play_a_turn(game_id: str) -> int:
    """Somebody who is to move plays; the game's version after it."""
    from games.models import Game, Turn
    from games.table.playing import play
    from games.table.queries import question_for

    turn = Turn.objects.select_related("game", "seat__user").filter(game=game_id, status="open").latest("pk")
    play(turn.pk, [question_for(turn).offers[0].text], by=turn.seat.user, source="web", key=f"somebody {turn.pk}")
    return Game.objects.get(pk=game_id).version


def game_state(game_id: str) -> dict[str, Any]:
    """The round of a game of Puerto Rico, its status, for whom it waits, and the sources of its moves."""
    from games.models import Game, Turn
    from games.table.positions import rules_of, stored_position
    from games.table.queries import player_names

    game = Game.objects.get(pk=game_id)
    names = player_names(game)
    view: Any = rules_of(game).view(stored_position(game), None)
    open_turns = game.turns.filter(status=Turn.Status.OPEN).select_related("seat__user")
    return {
        "round": view.round,
        "status": game.status,
        "waiting": [[names[turn.seat.index], turn.stage, bool(turn.bot_level)] for turn in open_turns],
        "sources": sorted(set(game.moves.values_list("source", flat=True))),
    }


def unfinished_games() -> int:
    from games.models import Game

    return Game.objects.exclude(status=Game.Status.FINISHED).count()


def results() -> dict[str, list[Any]]:
    """The share code and the number of plies of every game, by its id."""
    from games.models import Game

    return {game.pk: [game.share_code, game.plies] for game in Game.objects.all()}


def reply_token(turn_id: int) -> str:
    from games.models import Turn

    return Turn.objects.get(pk=turn_id).token
