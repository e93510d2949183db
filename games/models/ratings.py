"""Ratings: of whom, how they came about, and what is still to be counted; hints that two accounts may be one person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Game
from games.ratings.arithmetic import PROVISIONAL, Skill, Why


class RatingDue(models.Model):
    """What games.table.rating_applier has to look at: a rated game has ended, is under way again or was voided.

    Written in the transaction that does it; a game may have several.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="ratings_due", db_index=False)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["game"], name="ratings_due_by_game")]

    def __str__(self) -> str:
        return self.game_id


class RatingPool(models.Model):
    """All rated games of a kind with a number of players, and how far they are counted.

    Only games.table.rating_applier writes it, and the rows below; it holds this row's lock.
    """

    kind = models.CharField(max_length=32)
    players = models.PositiveSmallIntegerField()
    done_at = models.DateTimeField(null=True, blank=True)
    done_game = models.CharField(max_length=16, blank=True)
    """The end and the id of the last game that is counted: `RatingChange` is right up to there. Games are in the order
    of their ends, then of their ids."""
    behind = models.BooleanField(default=True)
    """Whether games after that one are to be counted (again)."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "players"], name="one_pool_of_ratings")]
        indexes = [models.Index(fields=["behind"], condition=models.Q(behind=True), name="rating_pools_behind")]

    def __str__(self) -> str:
        return f"{self.kind}, {self.players}"


class RatingChange(models.Model):
    """What a rated game has changed for a person: the history, from which every rating follows."""

    REASONS = (
        (Why.RESULT.value, _("played to the end")),
        (Why.LEFT.value, _("left the seat: a loss")),
        (Why.TAKEN.value, _("took the seat over")),
    )

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes", db_index=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes", db_index=False
    )
    kind = models.CharField(max_length=32)
    players = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    """When the game ended."""
    why = models.CharField(max_length=6, choices=REASONS)
    """A games.ratings.arithmetic.Why."""
    share = models.FloatField()
    """Of the rounds of the game in which they held the seat."""
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    games = models.PositiveIntegerField()
    """How many games count for the person, this one included."""
    voided = models.BooleanField(default=False)
    """Staff have voided the game: it changes nothing."""

    class Meta:
        ordering = ["at", "game_id", "person_id"]
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="one_rating_change_per_person")]
        indexes = [
            models.Index(fields=["person", "kind", "players", "at", "game"], name="rating_changes_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.game_id}: {self.before.shown} to {self.after.shown}"

    @property
    def before(self) -> Skill:
        return Skill(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Skill:
        return Skill(self.mu_after, self.sigma_after)


class Rating(models.Model):
    """How strong a person is in a kind of game with a number of players: as their last `RatingChange` says."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings", db_index=False
    )
    kind = models.CharField(max_length=32)
    players = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    shown = models.IntegerField()
    """Skill.shown, by which leaderboards are ordered."""

    class Meta:
        ordering = ["kind", "players", "-shown", "person_id"]
        constraints = [models.UniqueConstraint(fields=["person", "kind", "players"], name="one_rating_per_person")]
        indexes = [
            models.Index(
                fields=["kind", "players", "-shown", "person"],
                condition=models.Q(games__gte=PROVISIONAL),
                name="leaderboards",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.kind}, {self.players}: {self.shown}"

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL


class SharedTraces(models.Model):
    """A hint for staff: two people at a rated table have used the same device or address. It accuses nobody."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="shared_traces", db_index=False)
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """The one of the two with the lower number."""
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kinds = models.CharField(max_length=40)
    """Kinds of accounts.Trace, separated by spaces: what they have shared, not which."""
    noted_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["game", "first", "second"], name="one_hint_of_a_pair")]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id} at {self.game_id}: {self.kinds}"


class Household(models.Model):
    """Two people whom staff know to be two, though they share a device or an address."""

    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    """The one of the two with the lower number."""
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    cleared_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["first", "second"], name="one_household_of_a_pair")]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}"
