"""Ending the game together before it is played out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.models import Game, Notification, Tournament, TournamentTable
from games.notifications.dropping import drop_pending
from games.table import seat_holders
from games.table.agreed_ends import CONCEDE, END_WITHOUT_RESULT
from games.table.errors import NotPossible
from games.table.game_update import GameUpdate
from games.table.moderation.abort import end_game
from games.table.proposals.kinds import Decision, ProposalKind, Share


def _counts_for_tournament(game: Game) -> bool:
    """Whether a tournament waits for the result; not one that was called off, whose games go on."""
    table: TournamentTable | None = getattr(game, "tournament_table", None)
    return table is not None and table.round.tournament.status != Tournament.Status.CANCELLED


class EndWithoutResult(ProposalKind):
    key = END_WITHOUT_RESULT
    name = _("End without a result")
    explanation = _("The game is over, and nobody has won. This cannot be undone.")
    share = Share.ALL
    decides_result = True

    def offered(self, game: Game) -> bool:
        if _counts_for_tournament(game):
            return False
        return not (game.rated and seat_holders.has_somebody_left(game))

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:  # noqa: ARG002
        if _counts_for_tournament(game):
            raise NotPossible(_("A game of a tournament needs a result."))
        if not self.offered(game):
            raise NotPossible(_("Somebody has left this rated game, and their loss counts: it needs a result."))

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:  # noqa: ARG002
        return str(_("End the game without a result."))

    def perform(self, decision: Decision) -> Mapping[str, object]:
        end_game(decision.game, decision.now)
        return {"status": {"from": Game.Status.RUNNING, "to": Game.Status.ABORTED}}


class Concede(ProposalKind):
    key = CONCEDE
    name = _("Concede to the leader")
    explanation = _("The game is over, and the points as they are count: whoever has most has won.")
    share = Share.ALL
    decides_result = True
    told_by_the_end = True

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:
        """Somebody always leads, or several do."""

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:  # noqa: ARG002
        return str(_("End the game now: whoever has most points has won."))

    def perform(self, decision: Decision) -> Mapping[str, object]:
        game = decision.game
        game.paused_at = None
        update = GameUpdate(game, decision.now)
        update.end_now()
        update.save()
        drop_pending(game=game, kinds={Notification.Kind.TURN})
        return {"status": {"from": Game.Status.RUNNING, "to": Game.Status.FINISHED}, "digest": game.digest}
