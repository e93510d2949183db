"""Games on a site, played by its own services, and what is to be seen of them afterwards."""

from __future__ import annotations

from tests.operations.conftest import Site

PLAY = """
from datetime import timedelta
from random import Random
from allauth.account.models import EmailAddress
from bots import tasks
from games.models import Game, Turn
from games.table.open_games import SeatPlan, join, open_game
from games.time_control import TimeControl
from games.table.playing import play
from games.table.queries import question_for
from games.people.models import User
people = []
for name in ("anna", "bob"):
    person = User.objects.create_user(name, f"{name}@example.org", "puerto-rico")
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    people.append(person)
anna, bob = people
for kind, turns in (("puerto-rico", 20), ("san-juan", 100_000)):
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", level="random")]
    limit = timedelta(days=3)
    game = open_game(anna, name=f"Of {kind}", kind=kind, options={}, seats=seats, time_control=TimeControl(limit))
    join(game.pk, bob)
    for answered in range(turns):
        open_turns = Turn.objects.filter(game=game, status="open", ahead_of_turn=False)
        turn = open_turns.select_related("seat__user", "game").first()
        if turn is None:
            break
        if turn.seat.user is None:
            tasks.think(turn.pk)
        else:
            line = Random(turn.pk).choice(question_for(turn).offers).text
            play(turn.pk, [line], by=turn.seat.user, source="web", key=f"answer {answered}")
answer = None
"""
DIGESTS = """
from games.models import Game, Move, Turn
answer = [
    sorted(Game.objects.values_list("pk", "status", "plies", "digest", "secret")),
    Move.objects.count(), list(Turn.objects.order_by("pk").values_list("token", flat=True)),
]
"""
PLAY_ON = """
from bots import tasks
from games.models import Turn
from games.table.playing import play
from games.table.queries import question_for
due = Turn.objects.filter(status="open", ahead_of_turn=False).select_related("seat__user", "game")
while due.get().seat.user is None:
    tasks.think(due.get().pk)
turn = due.get()
play(turn.pk, [question_for(turn).offers[0].text], by=turn.seat.user, source="web", key="afterwards")
answer = None
"""
END_EVERYTHING = """
from games.models import Game, Move
Move.objects.all().delete()
Game.objects.update(secret="00" * 32)
answer = None
"""


def a_site_with_games(site: Site) -> Site:
    """One game that is under way, and one that is over."""
    site.manage("migrate", "--verbosity", "0")
    site.ask(PLAY)
    return site
