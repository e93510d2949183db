"""What the site's own processes leave behind, so that others can tell whether they are well."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Outage(models.Model):
    """A time in which the clock did not tick, because the site was down: nobody's time ran (games.models.site_clock).

    Written by games.table.clock, and never changed.
    """

    since = models.DateTimeField(db_index=True)
    until = models.DateTimeField()
    began = models.DateTimeField(db_index=True)
    """`since` by the site clock, which stood there until it was over."""
    lost = models.DurationField()
    """All the time that was lost in outages up to the end of this one: how far the site clock is behind since then."""

    class Meta:
        ordering = ["id"]


class Pulse(models.Model):
    """When the clock last ticked: one row. A gap tells that we were down, and becomes an `Outage`."""

    at = models.DateTimeField()
    outage = models.ForeignKey(Outage, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """The last one; None: there was none yet."""
    stopped = models.BooleanField(default=False, db_default=False)
    """Since `at` on purpose: the site is only read (games.table.site_state). Starting again makes it an `Outage`."""


class SiteState(models.Model):
    """What holds for the whole site: one row, which every process reads (games.table.site_state)."""

    read_only_since = models.DateTimeField(null=True, blank=True)
    """None: people, bots and the clock go on as ever."""
    read_only_until = models.DateTimeField(null=True, blank=True)
    """When it will be over, as far as it is known: told to people, nothing ends by itself."""
    banner = models.JSONField(default=dict, blank=True)
    """What every page tells, by language; empty: nothing."""
    banner_until = models.DateTimeField(null=True, blank=True)
    unchecked_since = models.DateTimeField(null=True, blank=True)
    """Running games that began before it are to be looked at, whether they replay (games.table.replay_checks); None:
    all were."""


class Heartbeat(models.Model):
    """One process of the site, by when it was last heard of: the figures of the staff's start page."""

    class Kind(models.TextChoices):
        WEB = "web", _("web server")
        WORKER = "worker", _("worker")
        BEAT = "beat", _("beat")
        LISTENER = "listener", _("mail listener")

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
