"""Finished games whose rows were put together into one compressed record."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.table import Game


class PackedGame(models.Model):
    """The past of one game: its turns, answers, moves and mails, as games.table.pack_format writes them.

    The rows themselves are gone while `Game.packed_at` is set; games.table.packing makes them again. The game, its
    seats and the audit trail stay rows. It names nobody: people are their ids, and the seats know who sat there.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="pack")
    format = models.PositiveSmallIntegerField()
    """The version in which `data` is written."""
    data = models.BinaryField()
    void_seats = models.PositiveIntegerField(default=0, db_default=0)
    """A bit for each seat whose reply tokens lead nowhere any more."""

    def is_void(self, seat: int) -> bool:
        """Whether the reply tokens of the seat with this index lead nowhere."""
        return bool(self.void_seats >> seat & 1)


class PackedTurn(models.Model):
    """Where the turn with this id is, for its addresses and for mails that still come to it."""

    id = models.BigIntegerField(primary_key=True)
    """Of the turn as it was a row."""
    game = models.ForeignKey(Game, on_delete=models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False)
    """Turns are never looked for by it (their pack names them), so it has no index, and what deletes games does not
    ask for it: a packed game is not deleted. The table is the largest part of what packed games take."""
    seat = models.PositiveSmallIntegerField()
    """Index of its seat: for the release before."""
    token_digest = models.BigIntegerField(null=True, db_index=True)
    """Of its reply token, shortened: several turns can have the same one. None: the token leads nowhere any more, as
    for all turns of `PackedGame.void_seats`."""


class PackedPerson(models.Model):
    """Somebody whose id stands in a pack: gave an answer, or got a mail."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="packed_people", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_packed_person_per_game")]
