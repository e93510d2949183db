"""Addresses of pages as they are given to the world: under the site's own address (`PRWEB_SITE_URL`).

Never under the host that a request names: whoever sends a request does not say where mails and shared links lead.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings


def absolute(path: str) -> str:
    """The whole address of a page, for use outside of the site."""
    return str(settings.SITE_URL).rstrip("/") + path


def at_the_site(address: str) -> str:
    """The same page under the site's own address, whatever host this address names."""
    return absolute(urlsplit(address)._replace(scheme="", netloc="").geturl())
