"""Upgrades the rules of a running game whose own version is not supported any more."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.engine.contract import PositionError
from games.models import Game
from games.table import audit
from games.table.errors import CannotUpgradeRules
from games.table.game_update import GameUpdate
from games.table.locks import lock_game
from games.table.positions import rules_of, rules_upgrade_text

RULES_UPGRADED = "carried over"
"""The audit word for it."""


def upgrade_rules(game_id: str) -> bool:
    """Let a running game whose version of the rules is not supported any more go on under the rules of new games.

    Its position is set up as it is, as a move row of its own, and turns are opened again. Returns False and changes
    nothing if the game does not run or its version is supported: then it keeps that version to its end. Raises
    NoSuchGame, CannotUpgradeRules if its stored position cannot be read.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        rules = rules_of(game)
        if game.status != Game.Status.RUNNING or game.rules_version in rules.rules_versions():
            return False
        assert game.position is not None, f"game {game.pk} has not started"
        try:
            position = rules.from_json(game.position)
        except PositionError as error:
            raise CannotUpgradeRules(str(error)) from error
        position.rules_version = rules.rules_version
        before, game.rules_version = game.rules_version, rules.rules_version
        update = GameUpdate(game, timezone.now(), position)
        update.set_up(position, rules_upgrade_text(before, rules.rules_version))
        update.advance()
        update.save()
        versions = {"from": before, "to": rules.rules_version}
        audit.note(RULES_UPGRADED, by=None, game=game, details={"rules": versions, "digest": game.digest})
        return True
