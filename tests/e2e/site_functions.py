"""Functions that tests run beside a site's processes (`Stack.call`): they set up games and people, and read its data.

The site's modules are imported in the functions, because programs without Django import this module, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from games.people.scopes import Scope


class TurnsSummary(TypedDict):
    """How a game stands, and what the turns of one person in it led to."""

    status: str
    scores: list[int]
    tokens: list[str]
    timed_out: int
    sources: list[str]
    """Of all moves of their seat."""
    turns: list[int]
    turns_asked_by_mail: list[int]
    """One entry for each mail that opened a turn's question."""


class PlannedGame(TypedDict):
    """A game with plans: how many moves were planned, turns timed out, mails could not be read."""

    status: str
    planned: int
    timed_out: int
    refused: int


class ModerationState(TypedDict):
    """What a moderator has done to a game."""

    paused: bool
    plies: int
    undone: int
    trail: list[list[str]]
    """Action and reason of each entry."""
    notices: int


def make_person(name: str, email: str, password: str) -> int:
    """Somebody with a verified address."""
    from allauth.account.models import EmailAddress

    from games.people.models import User

    user = User.objects.create_user(name, email, password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user.pk


def make_players(names: Sequence[str], password: str) -> dict[str, str]:
    """People with verified addresses; for each of them a token for the API."""
    from games.people.models import User
    from games.table.api_tokens import create_token

    for name in names:
        make_person(name, f"{name}@example.org", password)
    return {name: create_token(User.objects.get(username=name), "play").secret for name in names}


def make_moderator(name: str, key: str) -> None:
    """Give a person the role, and an authenticator app of this key."""
    from allauth.mfa.totp.internal.auth import TOTP
    from django.core.management import call_command

    from games.people.models import User

    call_command("make_staff", name, verbosity=0)
    TOTP.activate(User.objects.get(username=name), key)


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
    misses_in_row: int = 0,
) -> str:
    """Open a game of a host, of guests who join it, and of bots; its id.

    misses_in_row: so many missed deadlines make a seat vacant, for others to take over; 0: none do.
    """
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
        time_control=TimeControl(timedelta(days=3), misses_in_row=misses_in_row),
    )
    for guest in guests:
        join(game.pk, User.objects.get(username=guest))
    return game.pk


def choose_language(name: str, language: str) -> None:
    """The person reads this language from now on."""
    from games.people.models import User

    User.objects.filter(username=name).update(language=language)


def open_table_that_a_bot_begins(host: str, levels: Sequence[str]) -> str:
    """Open games until a bot of the first level is the first to move; the name of the last one."""
    from games.models import Game

    for number in range(100):
        game = Game.objects.get(pk=open_table(f"Table {number}.", host, levels=levels))
        if game.turns.select_related("seat").earliest("pk").seat.bot_level == levels[0]:
            return game.name
    raise AssertionError("somebody else begins every game")


def open_table_where_both_place(host: str, guest: str) -> str:
    """Play games of two until both are to place colonists, the guest first; the id of the last one."""
    from games.models import Turn
    from games.table.playing import play
    from games.table.queries import question_for, seat_name

    random, numbers = Random(3), count()
    game = ""
    turns: list[Turn] = []
    while [turn.stage for turn in turns] != ["colonists", "colonists"] or seat_name(turns[0].seat) != guest:
        if turns:
            offered = [offer.text for offer in question_for(turns[0]).offers]
            number = next(numbers)
            line = "mayor" if "mayor" in offered and number > 40 else random.choice(offered)
            play(turns[0].pk, [line], by=turns[0].seat.user, source="web", key=f"set up {number}")
        else:  # none yet, or the one before is over
            game = open_table("Two at once", host, [guest])
        open_turns = Turn.objects.filter(game=game, status="open", early=False).select_related("game", "seat__user")
        turns = list(open_turns.order_by("ahead_of_turn"))
    return game


def place_colonists(game_id: str, name: str) -> None:
    """The person places their colonists."""
    from games.models import Turn
    from games.table.playing import play

    turn = Turn.objects.select_related("seat__user").get(
        game=game_id, seat__user__username=name, status="open", early=False
    )
    play(turn.pk, ["place auto"], by=turn.seat.user, source="web", key=name)


def play_a_turn(game_id: str) -> int:
    """Whoever is to move plays; the game's version after it."""
    from games.models import Game, Turn
    from games.table.playing import play
    from games.table.queries import question_for

    open_turns = Turn.objects.filter(game=game_id, status="open", early=False, ahead_of_turn=False)
    turn = open_turns.select_related("game", "seat__user").get()
    play(
        turn.pk,
        [question_for(turn).offers[0].text],
        by=turn.seat.user,
        source="web",
        key=f"version {turn.game.version}",
    )
    return Game.objects.get(pk=game_id).version


def game_state(game_id: str) -> dict[str, Any]:
    """The round of a game of Puerto Rico, its status, for whom it waits, and the sources of its moves."""
    from games.models import Game, Turn
    from games.table.positions import rules_of, stored_position
    from games.table.queries import player_names

    game = Game.objects.get(pk=game_id)
    names = player_names(game)
    view: Any = rules_of(game).view(stored_position(game), None)
    open_turns = game.turns.filter(status=Turn.Status.OPEN, early=False).select_related("seat__user")
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


def reply_address(game_id: str) -> tuple[str, str]:
    """The token of the turn that is to be answered first, and the address of the person who is asked."""
    from games.models import Turn

    turn = Turn.objects.select_related("seat__user").get(game=game_id, status="open", early=False, ahead_of_turn=False)
    assert turn.seat.user is not None
    return turn.token, turn.seat.user.email


def write_notices(name: str, texts: Sequence[str], game_id: str | None = None) -> None:
    """Tell a person all of this by notices, of a game if it is given."""
    from games.models import Game, Notification
    from games.notifications.outbox import notify
    from games.people.models import User

    person = User.objects.get(username=name)
    game = Game.objects.get(pk=game_id) if game_id else None
    for text in texts:
        notify(Notification.Kind.NOTICE, text, person=person, game=game, content={"topic": "a notice", "text": text})


def send_task(name: str) -> None:
    """Let a worker run a task, as beat does from time to time."""
    from celery import current_app

    current_app.send_task(name)


def unsent_deliveries() -> int:
    from games.models import Delivery

    return Delivery.objects.exclude(status="sent").count()


def turns_summary(game_id: str, name: str) -> TurnsSummary:
    from games.models import Delivery, Game, Move, Turn

    game = Game.objects.get(pk=game_id)
    turns = Turn.objects.filter(game=game, seat__user__username=name)
    moves = Move.objects.filter(game=game, seat=turns[0].seat.index)
    asked = Delivery.objects.filter(kind__in=["turn", "reply"], turn__in=turns, status="sent")
    return {
        "status": game.status,
        "scores": [score for score in game.seats.values_list("score", flat=True) if score is not None],
        "tokens": sorted(turns.values_list("token", flat=True)),
        "timed_out": turns.filter(timed_out=True).count(),
        "sources": sorted(set(moves.values_list("source", flat=True))),
        "turns": sorted(turns.values_list("pk", flat=True)),
        "turns_asked_by_mail": sorted({turn for turn in asked.values_list("turn", flat=True) if turn is not None}),
    }


def moderation_state(game_id: str, moderator: str) -> ModerationState:
    from games.models import AuditEntry, Delivery, Game

    game = Game.objects.get(pk=game_id)
    trail = AuditEntry.objects.filter(game=game, actor__username=moderator).order_by("pk")
    return {
        "paused": game.paused_at is not None,
        "plies": game.plies,
        "undone": game.moves.exclude(undone_at=None).count(),
        "trail": [[entry.action, entry.reason] for entry in trail],
        "notices": Delivery.objects.filter(game=game, kind="notice").count(),
    }


def fill_with_games(number: int, key: str) -> dict[str, str]:
    """So many games, as after some weeks; ids of those to look at. key: of the moderator's authenticator app."""
    from tests.e2e.many_games import fill

    return fill(number, key)


def open_rare_questions(name: str, level: str) -> dict[str, tuple[str, str]]:
    """Games in which a person is asked what is seldom asked; their ids and names by a short name of the question."""
    from tests.e2e.rare_questions import fill

    return fill(name, level)


def open_planned_games(name: str, others: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Games in which a person has planned ahead; their ids and names by a short name of what is planned."""
    from tests.e2e.planning_scenes import fill

    return fill(name, others)


def open_company(name: str, others: Sequence[str]) -> dict[str, str]:
    """A vote, a vacant seat, talk and profiles, for a person; the addresses of what they see."""
    from tests.e2e.company_scenes import fill

    return fill(name, others)


def open_lobby(name: str, others: Sequence[str], moderator: str, key: str) -> dict[str, str]:
    """A lobby, seeks, a tournament and reports; the addresses of what a person and a moderator see."""
    from tests.e2e.lobby_scenes import fill

    return fill(name, others, moderator, key)


def add_trouble(moderator: str) -> None:
    """The site was down some times, mails were lost, and the moderator is an operator now."""
    from django.utils import timezone

    from games.models import Delivery, Outage
    from games.people.models import User
    from games.table import staff_roles

    staff_roles.set_role(User.objects.get(username=moderator), "administrator", by=None, reason="runs the site now")
    now, lost = timezone.now(), timedelta()
    for days, minutes in ((40, 4), (12, 340), (11, 3), (2, 95)):
        since, began = now - timedelta(days=days), now - timedelta(days=days) - lost
        lost += timedelta(minutes=minutes)
        Outage.objects.create(since=since, until=since + timedelta(minutes=minutes), began=began, lost=lost)
    Delivery.objects.filter(kind="turn").update(status="sent", sent_at=now - timedelta(hours=1), last_error="")


def own_question(game: str, name: str) -> tuple[int, bool] | None:
    """The open turn of a person in a game, and whether it is early."""
    from games.models import Turn

    asked = Turn.objects.filter(game=game, seat__user__username=name, status=Turn.Status.OPEN)
    found: tuple[int, bool] | None = asked.values_list("pk", "early").first()
    return found


def planned_game(game_id: str) -> PlannedGame:
    from games.models import Game, IncomingMail, Move, Turn

    game = Game.objects.get(pk=game_id)
    return {
        "status": game.status,
        "planned": Move.objects.filter(game=game, planned_at__isnull=False).count(),
        "timed_out": Turn.objects.filter(game=game, timed_out=True).count(),
        "refused": IncomingMail.objects.filter(turn__game=game, status="failed").count(),
    }
