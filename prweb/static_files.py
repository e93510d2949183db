"""Static files of the embedded site: they are collected when it starts, because it has no deployment step."""

from __future__ import annotations

from django.conf import settings
from django.core.management import call_command


def collects_at_start() -> bool:
    """Whether the web process collects them itself. In production `collectstatic` does it; DEBUG does not need it."""
    return bool(settings.EMBEDDED and not settings.DEBUG)


def collect() -> None:
    """Copy the static files of all apps to STATIC_ROOT, under names with a hash; it takes half a second."""
    call_command("collectstatic", interactive=False, verbosity=0)
