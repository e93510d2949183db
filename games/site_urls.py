"""Absolute URLs of pages, for mails and shared links: always with the site's own address (`PRWEB_SITE_URL`).

They never use the host that a request names: whoever sends a request must not decide where links in mails lead.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings


def absolute_url(path: str) -> str:
    """The absolute URL of a path."""
    return str(settings.SITE_URL).rstrip("/") + path


def with_site_address(url: str) -> str:
    """An absolute URL with its host replaced by the site's own address."""
    return absolute_url(urlsplit(url)._replace(scheme="", netloc="").geturl())
