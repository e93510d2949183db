"""The site: settings, addresses, accounts, the local mailbox."""

from prweb.celery import app as celery_app

__all__ = ["celery_app"]
