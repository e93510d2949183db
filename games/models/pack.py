"""Packed games: finished games whose rows are in one compressed record."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.table import Game


class PackedGame(models.Model):
    """The past of one game: its turns, answers, moves and mails, as games.table.pack_format writes them.

    While `Game.packed_at` is set, the rows themselves do not exist; games.table.packing makes them again. The game, its
    seats and the audit trail stay rows. A pack names nobody: it holds ids of people.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="pack")
    format = models.PositiveSmallIntegerField()
    """The version in which `data` is written."""
    data = models.BinaryField()
    void_seats = models.PositiveIntegerField(default=0, db_default=0)
    """A bit for each seat whose reply tokens are void."""

    def is_void(self, seat: int) -> bool:
        """Whether the reply tokens of the seat with this index are void."""
        return bool(self.void_seats >> seat & 1)


class PackedTurn(models.Model):
    """The game of a packed turn, for links to the turn and for mails that still come to it."""

    id = models.BigIntegerField(primary_key=True)
    """The id that the turn had as a row."""
    game = models.ForeignKey(Game, on_delete=models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False)
    """Turns are never looked up by it (their pack names them), so it has no index; and it does not cascade, because a
    packed game is not deleted. The table takes most of the space of packed games."""
    seat = models.PositiveSmallIntegerField()
    """The index of its seat: the release before needs it."""
    token_digest = models.BigIntegerField(null=True, db_index=True)
    """The shortened digest of its reply token; several turns can have the same one. None: the token is void. So are the
    tokens of all turns of `PackedGame.void_seats`."""


class PackedPerson(models.Model):
    """A person whose id is in a pack: they gave an answer, or got a mail."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="packed_people", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_packed_person_per_game")]
