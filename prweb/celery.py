"""The Celery app: the nudge, not the queue of truth (what is pending is a row in the database)."""

from __future__ import annotations

import os

from celery import Celery

from prweb import broker, heartbeats
from prweb.operations import task_logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")

broker.register()
heartbeats.connect()
task_logs.connect()
app = Celery("prweb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.table", "games.mail", "bots", "prweb.accounts"])
