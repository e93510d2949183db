"""Taking the game back together to an earlier move.

Where something hidden was revealed since, the same draw would come again, and be known. Then it is possible only if
all agree to draw anew: the position is set up with draws that nobody can know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.models import Game, Move, Seat
from games.table.errors import BadProposal, NotPossible
from games.table.moderation.rewind import go_back
from games.table.positions import NEW_DRAWS, replay_moves, stored_position
from games.table.proposals.kinds import Decision, ProposalKind, Share
from games.table.queries import seat_names

NO_SUCH_MOVE: Final = _("There is no such move to go back to.")
MAX_LISTED: Final = 60
"""Moves to choose from."""
_YES: Final = frozenset({"true", "on", "1", "yes"})


class TakeBack(ProposalKind):
    key = "take-back"
    name = _("Take moves back")
    explanation = _(
        "The game goes back to before a move, and that move is made anew. If something hidden was revealed since, all "
        "draws after it must be made anew: say so."
    )
    share = Share.ALL
    decides_result = True

    def read(self, game: Game, seat: Seat, given: Mapping[str, object]) -> dict[str, Any]:  # noqa: ARG002
        try:
            ply = int(str(given.get("ply", "")).strip())
        except ValueError:
            raise BadProposal(NO_SUCH_MOVE) from None
        move = game.moves.filter(undone_at=None, ply=ply).first() if 0 <= ply < game.plies else None
        if move is None:
            raise BadProposal(NO_SUCH_MOVE)
        anew = str(given.get("new_draws", "")).strip().lower() in _YES
        return {"ply": ply, "move": move.pk, "seat": move.seat, "new_draws": anew}

    def offered(self, game: Game) -> bool:
        return game.plies > 0

    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:
        ply = int(parameters["ply"])
        since = game.moves.filter(undone_at=None, ply__gte=ply)
        if not since.filter(pk=parameters["move"]).exists():
            raise NotPossible(_("That move was taken back already."))
        if since.exclude(set_up=None).exclude(text=NEW_DRAWS).exists():
            raise NotPossible(_("A moderator has set up the position since: it cannot be taken back."))
        if not parameters["new_draws"] and reveals_something(game, ply):
            raise NotPossible(
                _("Something hidden was revealed since: it can be taken back only if all draws after it are made anew.")
            )

    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:
        number, seat = int(parameters["ply"]) + 1, parameters["seat"]
        text = (
            _("Take all moves back from number %(number)s on.")
            if seat is None
            else _("Take all moves back from number %(number)s on (%(player)s).")
        )
        names = seat_names(game.seats.select_related("user__owner"))
        said = str(text) % {"number": number, "player": names[seat] if seat is not None else ""}
        anew = _("All draws after it are made anew.")
        return f"{said} {anew}" if parameters["new_draws"] else said

    def perform(self, decision: Decision) -> Mapping[str, object]:
        game, parameters = decision.game, decision.proposal.parameters
        before = game.plies
        go_back(game, int(parameters["ply"]), decision.now, new_draws=bool(parameters["new_draws"]))
        return {"plies": {"from": before, "to": int(parameters["ply"])}, "digest": game.digest}


def reveals_something(game: Game, ply: int) -> bool:
    """Whether anybody has learned something hidden since the position before a ply, that would come again."""
    since = game.moves.filter(undone_at=None, ply__gte=ply)
    if since.filter(text=NEW_DRAWS).exclude(set_up=None).exists():
        # What was drawn before these draws were made anew would come again.
        return True
    return _revealed_before(game, ply) != int(stored_position(game).revealed)


@dataclass(frozen=True)
class MoveToTakeBack:
    """A move to which the game can go back."""

    move: Move
    needs_new_draws: bool
    """Something hidden was revealed since."""


def moves_to_take_back(game: Game) -> list[MoveToTakeBack]:
    """The newest moves that somebody decided, the newest first, as far as the game can go back."""
    newest = list(game.moves.filter(undone_at=None).order_by("-ply")[:MAX_LISTED])
    known, found, drawn_anew = int(stored_position(game).revealed), list[MoveToTakeBack](), False
    for move, before in zip(newest, [*newest[1:], None], strict=True):
        if move.set_up is not None and move.text != NEW_DRAWS:
            break
        drawn_anew = drawn_anew or move.text == NEW_DRAWS
        revealed = before.revealed if before is not None else _revealed_before(game, move.ply)
        if move.set_up is None and move.source != Move.Source.FORCED:
            found.append(MoveToTakeBack(move, drawn_anew or revealed != known))
    return found


def _revealed_before(game: Game, ply: int) -> int:
    """Position.revealed before a ply."""
    before = Move.objects.filter(game=game, undone_at=None, ply=ply - 1).values_list("revealed", flat=True).first()
    return int(replay_moves(game, []).revealed) if before is None else before
