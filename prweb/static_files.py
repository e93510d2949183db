"""Static files of the embedded site: collected when it starts, as there is no step of its own that would do it."""

from __future__ import annotations

from django.conf import settings
from django.core.management import call_command


def collected_here() -> bool:
    """Whether the web process collects them itself. In production `collectstatic` has done it; DEBUG needs none."""
    return bool(settings.EMBEDDED and not settings.DEBUG)


def collect() -> None:
    """Put what the apps hold into STATIC_ROOT, under names with a hash; takes half a second."""
    call_command("collectstatic", interactive=False, verbosity=0)
