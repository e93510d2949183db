"""Carrying a running game over to another version of the rules of its game, where its own is not played any more."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.engine.contract import PositionError
from games.models import Game
from games.table import audit
from games.table.errors import CannotCarryOver
from games.table.game_update import Course
from games.table.locks import locked_game
from games.table.positions import carried_over, rules_of

CARRIED_OVER = "carried over"
"""How the audit trail calls it."""


def carry_over(game_id: str) -> bool:
    """Let a running game whose rules are not played any more go on under those of new games.

    Its position is set up as it stands, as an entry of its own; whoever is to decide is asked anew. False, and nothing
    changes, if the game is not under way or follows a version that is played: under that it ends. Raises NoSuchGame,
    CannotCarryOver if its stored position cannot be read.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        rules = rules_of(game)
        if game.status != Game.Status.RUNNING or game.rules_version in rules.rules_versions():
            return False
        assert game.position is not None, f"game {game.pk} has not started"
        try:
            position = rules.from_json(game.position)
        except PositionError as error:
            raise CannotCarryOver(str(error)) from error
        position.rules_version = rules.rules_version
        before, game.rules_version = game.rules_version, rules.rules_version
        course = Course(game, timezone.now(), position)
        course.set_up(position, carried_over(before, rules.rules_version))
        course.go_on()
        course.save()
        versions = {"from": before, "to": rules.rules_version}
        audit.note(CARRIED_OVER, by=None, game=game, details={"rules": versions, "digest": game.digest})
        return True
