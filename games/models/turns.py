"""Turns, the moves played in them, and the answers given."""

from __future__ import annotations

import secrets
from base64 import b32encode
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.site_clock import SiteClock
from games.models.table import Game, Seat


def new_reply_token() -> str:
    """128 bits in lower-case base32: the secret part of a turn's reply address."""
    return b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


class Turn(models.Model):
    """One seat's decision: a maximal run of its plies within one phase. It has one deadline, one mail, one token.

    Several turns can be open in one game: that of the seat to move, turns of seats that can already answer
    (`ahead_of_turn`), and turns of people who can plan their answer (`early`). A person's turn is live until nothing
    more can be asked of their seat in the phase.
    """

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("status of a turn", "open")
        ANSWERED = "answered", _("answered ahead")
        """The deferred answer is complete; it is kept privately and played in turn order. Of an early turn: nothing can
        be planned now, because no person has to decide before the seat may be asked again."""
        CLOSED = "closed", _("closed")

    class Priority(models.IntegerChoices):
        """Which turns bots take first; the lowest number goes before all others."""

        WAITED_FOR = 0, _("a person waits")
        BOTS_ONLY = 1, _("no person is left")
        QUIET = 2, _("only bots have moved for long")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turns")
    phase = models.PositiveIntegerField()
    stage = models.CharField(max_length=24)
    """The engine's word for the present question; it may change while the turn is open."""
    ahead_of_turn = models.BooleanField(default=False, db_column="ahead")
    early = models.BooleanField(default=False, db_default=False)
    """Others still decide before it, and can change what is possible: its person may plan the answer. The game does not
    wait for it, so it has no deadline."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    first_ply = models.PositiveIntegerField()
    """The number of the ply at which the turn was opened."""
    deferred_plies = models.JSONField(default=list, blank=True, db_column="answer")
    """The plies of a deferred answer that are not played yet: [{"text", "source", "submission"}]. Only its seat may see
    them."""
    plan = models.JSONField(null=True, blank=True)
    """What its person wants to answer when its time comes (games.table.plans.WrittenPlan). Only its seat may see it."""
    token = models.CharField(max_length=26, default=new_reply_token, unique=True, editable=False)

    opened_at = models.DateTimeField()
    """Since when it asks: of an early turn that the game waits for by now, since when the game waits."""
    due = models.DateTimeField(null=True, blank=True, db_column="deadline")
    """When its time is up and a bot plays it, in the time of the site clock, which stands still while the site is down.
    People see `deadline`. None for bots. Only games.table.deadlines writes it and the next four."""
    grace = models.DurationField(default=timedelta(), db_default=timedelta())
    """How long before `due` the deadline is that people see."""
    runs_out = models.DateTimeField(null=True, blank=True)
    """When its person has no time left, in the time of the site clock: the deadline is later if that falls into their
    quiet hours. It stays while the game does not wait for the turn. None: no clock ever ran for it."""
    time_given = models.DurationField(null=True, blank=True)
    """How much time its person has had in all for it. None: no clock ran, or a clock of an earlier release."""
    remind_at = models.DateTimeField(null=True, blank=True)
    """When its person wants to be reminded next, in the time of the site clock; None: not any more."""
    closed_at = models.DateTimeField(null=True, blank=True)

    nudged_at = models.DateTimeField(null=True, blank=True)
    """Since when a bot must decide it. None: no bot must."""
    bot_priority = models.PositiveSmallIntegerField(null=True, blank=True, choices=Priority.choices)
    bot_round = models.PositiveIntegerField(null=True, blank=True)
    """Its place in the queue of turns for bots, see games.table.bot_queue; None until it has one."""
    claimed_at = models.DateTimeField(null=True, blank=True)
    """When a worker last claimed it; stale claims are taken over."""
    attempts = models.PositiveSmallIntegerField(default=0)
    timed_out = models.BooleanField(default=False)
    """The deadline has passed: a bot plays this turn, and its moves are marked so."""
    adviser = models.CharField(max_length=32, blank=True, default="", db_default="")
    """The level of the bot to which its person leaves the present question (games.table.advisers); empty: they are
    asked."""
    take_backs = models.PositiveSmallIntegerField(default=0)
    """How often its person has taken back an answer to it."""
    withdrawn = models.BooleanField(default=False)
    """It was closed without an answer, because the answer that had opened it was taken back."""

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["status", "due"]),
            models.Index(fields=["game", "status"]),
            models.Index(
                fields=["bot_priority", "bot_round", "nudged_at"],
                condition=models.Q(status="open", nudged_at__isnull=False),
                name="turns_that_wait_for_bots",
            ),
            models.Index(
                fields=["nudged_at"],
                condition=models.Q(status="open", nudged_at__isnull=False, bot_round=None),
                name="turns_not_in_line",
            ),
            models.Index(
                fields=["remind_at"], condition=models.Q(remind_at__isnull=False), name="turns_with_a_reminder"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat"], condition=~models.Q(status="closed"), name="one_live_turn_per_seat"
            )
        ]

    def __str__(self) -> str:
        return f"turn {self.pk} of {self.game_id}"

    @property
    def deadline(self) -> datetime | None:
        """The real time until which a person should answer; an outage moves it. None for bots."""
        return None if self.due is None else SiteClock.read().deadline(self.due - self.grace)

    @property
    def bot_level(self) -> str:
        """The level of the bot that must decide; empty if the person must."""
        return self.seat.playing_level or (settings.CARETAKER_LEVEL if self.timed_out else self.adviser)


class HostRound(models.Model):
    """The last round of a host in the queue of turns for bots: see games.table.bot_queue."""

    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    priority = models.PositiveSmallIntegerField(choices=Turn.Priority.choices)
    round = models.PositiveIntegerField()
    """The round of the turn with that priority that a bot took last."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["host", "priority"], name="one_round_per_host_and_priority")]
        indexes = [models.Index(fields=["priority", "round"])]


class Submission(models.Model):
    """An answer that was accepted, by its idempotency key: the same key gives the same result again."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="submissions", db_index=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="submissions"
    )
    """Who gave it; None: a bot, the clock or an operator at the console."""
    key = models.CharField(max_length=200)
    result = models.JSONField()
    plies = models.PositiveSmallIntegerField(default=0)
    """How many plies it decided; 0 if its first line was refused."""
    undone_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn", "key"], name="one_result_per_key")]


class Move(models.Model):
    """One ply that was played, or one position that was set up. Never deleted: a take-back marks it.

    The rows of a game are its record and the trail of who played what.
    """

    class Source(models.TextChoices):
        WEB = "web", _("web page")
        LINK = "link", _("mail link")
        MAIL = "mail", _("mail")
        API = "api", _("API")
        BOT = "bot", _("bot")
        TIMEOUT = "timeout", _("time-out")
        ADVISER = "adviser", _("adviser")
        FORCED = "forced", _("only move")
        STAFF = "staff", _("staff")
        VOTE = "vote", _("agreed by the players")

    PLAYER_SOURCES: ClassVar[frozenset[str]] = frozenset({Source.WEB, Source.LINK, Source.MAIL, Source.API})
    """The sources of moves that the person at the seat, or their program, decided."""
    IN_A_PERSONS_PLACE: ClassVar[frozenset[str]] = frozenset({Source.TIMEOUT, Source.ADVISER})
    """The sources of moves that a bot decided for a person who sits at the seat and will be asked again."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves", db_index=False)
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    """Whose ply it was; None for a position that staff set up."""
    phase = models.PositiveIntegerField()
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="moves")
    submission = models.ForeignKey(Submission, null=True, blank=True, on_delete=models.SET_NULL, related_name="moves")
    """The answer that decided it; none if the ply was forced."""
    text = models.CharField(max_length=200)
    """Canonical notation of this one ply."""
    set_up = models.JSONField(null=True, blank=True)
    """A whole position, hidden parts included, that replaced the one before (a set-up entry of the record); it counts
    as a ply. None for moves."""
    source = models.CharField(max_length=8, choices=Source.choices)
    events = models.JSONField(default=list)
    """The events of the ply, as the engine emitted them; each event says who may see it."""
    revealed = models.PositiveIntegerField(default=0)
    """Position.revealed after the ply: if it grew, something hidden was revealed."""
    planned_at = models.DateTimeField(null=True, blank=True)
    """When its person had planned it; None: it was not planned. Only its seat may know."""
    digest = models.CharField(max_length=64, blank=True)
    """Digest of the position after the ply; only the last ply of a transaction has one."""
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "ply"], condition=models.Q(undone_at__isnull=True), name="one_live_move_per_ply"
            )
        ]
        indexes = [models.Index(fields=["game", "ply"])]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"
