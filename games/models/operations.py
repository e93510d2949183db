"""The state of the site and of its processes."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Outage(models.Model):
    """A time in which the clock did not tick because the site was down: nobody's time ran (games.models.site_clock).

    Written by games.table.clock, and never changed.
    """

    since = models.DateTimeField(db_index=True)
    until = models.DateTimeField()
    began = models.DateTimeField(db_index=True)
    """`since` in the time of the site clock, which stood still until the outage was over."""
    lost = models.DurationField()
    """The length of all outages up to the end of this one: how far the site clock is behind since then."""

    class Meta:
        ordering = ["id"]


class ClockTick(models.Model):
    """When the clock last ticked: one row. A gap means that the site was down, and becomes an `Outage`."""

    at = models.DateTimeField()
    outage = models.ForeignKey(Outage, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """The last outage; None if there was none yet."""
    stopped = models.BooleanField(default=False, db_default=False)
    """The clock was stopped at `at`, as the site is read-only (games.site_state). This becomes an `Outage`."""

    class Meta:
        db_table = "games_pulse"


class SiteState(models.Model):
    """The status of the whole site: one row, which every process reads (games.site_state)."""

    read_only_since = models.DateTimeField(null=True, blank=True)
    """None: the site is writable."""
    read_only_until = models.DateTimeField(null=True, blank=True)
    """When the site is expected to be writable again: shown to people, but nothing ends by itself."""
    banner = models.JSONField(default=dict, blank=True)
    """Texts by language, which every page shows; empty: no banner."""
    banner_until = models.DateTimeField(null=True, blank=True)
    unchecked_since = models.DateTimeField(null=True, blank=True)
    """Running games that began before this must be checked that they replay (games.table.replay_checks). None: all are
    checked."""


class Heartbeat(models.Model):
    """One process of the site, and when it last sent a heartbeat: the figures of the staff's start page."""

    class Kind(models.TextChoices):
        WEB = "web", _("web server")
        WORKER = "worker", _("worker")
        BEAT = "beat", _("beat")
        LISTENER = "listener", _("mail listener")
        POLLER = "poller", _("mailbox poller")

    name = models.CharField(max_length=120, unique=True)
    """Role, host and process: "bots@host3/4711"."""
    kind = models.CharField(max_length=8, choices=Kind.choices)
    queues = models.CharField(max_length=120, blank=True)
    """What a worker serves, separated by commas."""
    started_at = models.DateTimeField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["kind", "name"]

    def __str__(self) -> str:
        return self.name
