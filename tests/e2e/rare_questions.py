"""Games that have come to questions which are rarely asked, for pictures of them; filled into a running site."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.models import Game
from games.people.models import User
from games.table.game_update import GameUpdate
from games.table.open_games import SeatPlan, open_game
from games.time_control import TimeControl
from tests.e2e import puerto_rico_questions, san_juan_questions
from tests.e2e.screenshot_scenes import Scene

SCENES: Final[tuple[Scene, ...]] = (*puerto_rico_questions.SCENES, *san_juan_questions.SCENES)


def fill(username: str, level: str) -> dict[str, tuple[str, str]]:
    """Open a game for every scene, in which this person is asked; their ids and names by the scenes' slugs."""
    person = User.objects.get(username=username)
    games = {scene.slug: opened_at(scene, person, level) for scene in SCENES}
    return {slug: (str(game.pk), game.name) for slug, game in games.items()}


@transaction.atomic
def opened_at(scene: Scene, person: User, level: str) -> Game:
    """A game that stands there, in which this person is asked."""
    game = open_game(
        person,
        name=scene.name,
        kind=scene.kind,
        options=scene.options,
        seats=[SeatPlan("me"), *[SeatPlan("bot", level=level)] * (scene.seats - 1)],
        time_control=TimeControl(timedelta(days=3)),
    )
    update = GameUpdate(game, timezone.now())
    update.set_up(scene.position(game.seats.get(user=person).index))
    update.advance()
    update.save()
    return game
