"""Tournaments: who is in them, the rounds, and which games are their tables.

Only games.table.tournaments writes them, and games.table.tournament_queue what is due.
"""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.table import Game, new_game_id, new_invitation_code, new_secret
from games.time_control import TimeControl


class Tournament(models.Model):
    """A tournament: what its games are like, and how far it is."""

    class Status(models.TextChoices):
        ENTRY = "entry", pgettext_lazy("status of a tournament", "open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", pgettext_lazy("status of a tournament", "called off")

    UNFINISHED: ClassVar[tuple[str, ...]] = (Status.ENTRY, Status.RUNNING)

    class Entry(models.TextChoices):
        """Who may see it and enter."""

        OPEN = "open", _("everybody with an account here")
        LINK = "link", _("whoever has the link")
        INVITATION = "invited", _("only those whom the organiser has invited")

    class Filling(models.TextChoices):
        """What becomes of places that nobody has at the start, and of those who drop out."""

        BOTS = "bots", _("bots take them")
        BYES = "byes", _("they stay empty")

    id = models.CharField(primary_key=True, max_length=16, default=new_game_id, editable=False)
    name = models.CharField(max_length=60)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments")
    kind = models.CharField(max_length=32)
    """As in Game; so are the next three."""
    options = models.JSONField(default=dict)
    turn_limit = models.DurationField(default=timedelta(days=3))
    clock = models.JSONField(null=True, blank=True)
    rated = models.BooleanField(default=False)
    """Whether its games count for the ratings: those at whose tables at least two people sit."""
    entry = models.CharField(max_length=7, choices=Entry.choices, default=Entry.OPEN)
    code = models.CharField(max_length=32, default=new_invitation_code, unique=True, editable=False)
    """Part of the link by which people find a tournament with Entry.LINK."""
    opening_key = models.CharField(max_length=80, blank=True, editable=False)
    """The key under which it was opened: a second equal request of its organiser opens no other one."""
    places = models.PositiveSmallIntegerField()
    """How many may enter at most."""
    fewest = models.PositiveSmallIntegerField()
    """How many people there must be at the start."""
    table_size = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    entry_until = models.DateTimeField(null=True, blank=True)
    """When it starts by itself, or is called off if too few have entered; None: when its organiser starts it."""
    filling = models.CharField(max_length=4, choices=Filling.choices, default=Filling.BYES)
    bot_level = models.CharField(max_length=32, blank=True)
    """Of the bots, with Filling.BOTS."""
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.ENTRY)
    seed = models.CharField(max_length=64, default=new_secret, editable=False)
    """All its draws come from it. Nobody may know it before the end."""
    opened_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-opened_at", "id"]
        indexes = [
            models.Index(fields=["status", "-opened_at"], name="tournaments_by_status"),
            models.Index(
                fields=["entry_until"],
                condition=models.Q(status="entry", entry_until__isnull=False),
                name="tournaments_to_start",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["organiser", "opening_key"],
                condition=~models.Q(opening_key=""),
                name="one_tournament_per_opening_key",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.id})"

    @property
    def time_control(self) -> TimeControl:
        """How much time people have in its games."""
        return TimeControl.from_json(self.turn_limit, self.clock)


class Entrant(models.Model):
    """Who is in a tournament, or may be: a person or a bot."""

    class Status(models.TextChoices):
        INVITED = "invited", pgettext_lazy("to a tournament", "invited")
        WAITING = "waiting", pgettext_lazy("for a tournament", "on the waiting list")
        ENTERED = "entered", pgettext_lazy("a tournament", "entered")
        DROPPED = "dropped", pgettext_lazy("a tournament", "dropped out")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    bot_level = models.CharField(max_length=32, blank=True)
    """A key of games.bot_levels.BOT_LEVELS; empty for people."""
    bot_number = models.PositiveSmallIntegerField(default=0)
    """Tells the bots of a tournament apart, from 1; 0 for people."""
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.ENTERED)
    since = models.DateTimeField(auto_now_add=True)
    dropped_in = models.PositiveSmallIntegerField(null=True, blank=True)
    """The number of the round during or after which they dropped out."""
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    """In the final standings."""

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=models.Q(user__isnull=False),
                name="one_entry_per_person",
            )
        ]
        indexes = [models.Index(fields=["tournament"], name="entrants_of_a_tournament")]

    def __str__(self) -> str:
        return f"{self.user_id or self.bot_level} in {self.tournament_id}"


class TournamentRound(models.Model):
    """A round that has begun."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="played_rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    """From 1."""
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    repeated = models.PositiveSmallIntegerField(default=0)
    """How many pairs met who had met before."""
    together = models.PositiveSmallIntegerField(default=0)
    """How many pairs had to sit together who are to be kept apart. Only staff may know."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.tournament_id}, {self.number}"


class TournamentTable(models.Model):
    """A table of a round: its game."""

    round = models.ForeignKey(TournamentRound, on_delete=models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    """From 1."""
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="tournament_table")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number")]

    def __str__(self) -> str:
        return f"{self.round_id}, {self.number}: {self.game_id}"


class TournamentSeat(models.Model):
    """Who of the entrants sits in which seat of a table. What the seat becomes meanwhile, the game's own row says."""

    table = models.ForeignKey(TournamentTable, on_delete=models.CASCADE, related_name="seated", db_index=False)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    """As Seat.index."""

    class Meta:
        ordering = ["index"]
        constraints = [models.UniqueConstraint(fields=["table", "index"], name="one_entrant_per_seat")]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.index}"


class TournamentBye(models.Model):
    """Somebody who has no table in a round."""

    round = models.ForeignKey(TournamentRound, on_delete=models.CASCADE, related_name="byes", db_index=False)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="byes")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["round", "entrant"], name="one_bye_per_round")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entrant_id}"


class TournamentDue(models.Model):
    """What games.table.tournaments.progress has to look at: a game of the tournament has ended or is under way again.

    Written in the transaction that does it; a tournament may have several.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="due")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.tournament_id
