"""What the site's own processes leave behind, so that others can tell whether they are well."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Pulse(models.Model):
    """When the clock last ticked: one row. A gap tells that we were down, and nobody's time runs over that."""

    at = models.DateTimeField()


class Heartbeat(models.Model):
    """One process of the site, by when it was last heard of: the figures of the staff's start page."""

    class Kind(models.TextChoices):
        WEB = "web", _("web server")
        WORKER = "worker", _("worker")
        BEAT = "beat", _("beat")
        LISTENER = "listener", _("mail listener")

    name = models.CharField(max_length=120, unique=True)
    """Host and role, the same after a restart: "bots@host3"."""
    kind = models.CharField(max_length=8, choices=Kind.choices)
    queues = models.CharField(max_length=120, blank=True)
    """What a worker serves, separated by commas."""
    started_at = models.DateTimeField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["kind", "name"]

    def __str__(self) -> str:
        return self.name
