"""Checks for `manage.py check --deploy`: settings with which a public site cannot work, or not safely."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

SHARED_BROKERS: Final = ("redis", "rediss", "sentinel", "amqp", "amqps")
"""The URL schemes of brokers that processes on several hosts can share."""


@register(Tags.security, deploy=True)
def check_deployment(**_options: Any) -> list[CheckMessage]:
    return list(_problems())


def _problems() -> Iterator[CheckMessage]:
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield Error(
            "The database is SQLite, which one process at a time writes to.",
            hint="Set DATABASE_URL to a PostgreSQL server; one on this machine is fine.",
            id="operations.E001",
        )
    broker = urlsplit(settings.CELERY_BROKER_URL).scheme
    if broker not in SHARED_BROKERS:
        yield Error(
            f"The broker ({broker}:) is of one process or one machine.",
            hint="Set BROKER_URL to a Redis server; one on this machine is fine.",
            id="operations.E002",
        )
    site = urlsplit(settings.SITE_URL)
    if is_local(site.hostname or ""):
        yield Error(
            f"PRWEB_SITE_URL is {settings.SITE_URL}: links in mails lead nowhere for others.",
            hint="Set it to the address at which people find the site.",
            id="operations.E003",
        )
    if is_local(settings.MAIL_HOST):
        yield Error(
            f"PRWEB_MAIL_HOST is {settings.MAIL_HOST}: nobody's answer by mail can reach it.",
            hint="Set it to the domain whose mail server hands answers to the listener.",
            id="operations.E004",
        )
    if site.scheme == "https" and not settings.BEHIND_PROXY:
        yield Error(
            "The site is under https, but no proxy is trusted: every request would be sent to https again.",
            hint="Set BEHIND_PROXY=true, with a web server in front that sets X-Forwarded-For and X-Forwarded-Proto.",
            id="operations.E005",
        )
    if not settings.OPERATOR_MAIL:
        yield Warning(
            f"Mails to postmaster@, abuse@ and {settings.DEFAULT_FROM_EMAIL} are set aside: they reach nobody.",
            hint="Set PRWEB_OPERATOR_MAIL to the address of whoever runs the site, of another domain.",
            id="operations.W006",
        )
    elif settings.OPERATOR_MAIL.rpartition("@")[2].lower() == settings.MAIL_HOST.lower():
        yield Error(
            f"PRWEB_OPERATOR_MAIL is {settings.OPERATOR_MAIL}: mails for the operator would come back to this site.",
            hint=f"Set it to an address of another domain than {settings.MAIL_HOST}.",
            id="operations.E006",
        )
    yield from _problems_of_feeders()


def _problems_of_feeders() -> Iterator[CheckMessage]:
    """Of the ways by which mails come in beside the listener."""
    mailbox = settings.IMAP_MAILBOX
    if mailbox is not None and mailbox.scheme == "imap" and not is_local(mailbox.host):
        yield Error(
            f"PRWEB_IMAP_URL sends the password of the mailbox to {mailbox.host} without encryption.",
            hint="Begin it with imaps://, or with imap+tls:// for STARTTLS.",
            id="operations.E007",
        )
    servers = {
        "PRWEB_IMAP_AUTHSERV_ID": settings.IMAP_AUTHSERV_ID if mailbox is not None else None,
        "PRWEB_MAIL_PROVIDER_AUTHSERV_ID": settings.MAIL_PROVIDER_AUTHSERV_ID if settings.MAIL_PROVIDER else None,
    }
    for name in [name for name, server in servers.items() if server == ""]:
        if settings.MAIL_AUTHSERV_ID or any(servers.values()):
            yield Warning(
                f"{name} is not set: mails that come that way play nothing before a click, as nobody checks their "
                "senders, while those of other mails are checked.",
                hint="Set it to the name of the server that checks senders there, or let mails come in one way only.",
                id="operations.W008",
            )


def is_local(host: str) -> bool:
    """Whether a name or address means the machine itself."""
    name = host.strip("[]").rstrip(".").lower()
    if not name or name == "localhost" or name.endswith((".localhost", ".localdomain")):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
