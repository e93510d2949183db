"""Functions that tests run in a new process, under settings from an environment (`function_calls.call_in_process`).

The site's modules are imported in the functions, because they read the environment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any


def production_settings() -> dict[str, Any]:
    """The settings that come from the variables of a site in production."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    return {
        "engine": settings.SESSION_ENGINE,
        "cache": settings.CACHES["default"]["BACKEND"],
        "options": database["OPTIONS"],
        "age": database.get("CONN_MAX_AGE", 0),
        "transport": settings.CELERY_BROKER_TRANSPORT_OPTIONS,
        "password": database.get("PASSWORD"),
        "broker": settings.CELERY_BROKER_URL,
        "mail": settings.EMAIL_HOST_PASSWORD,
        "location": settings.CACHES["default"].get("LOCATION"),
        "key": settings.SECRET_KEY,
        "token": settings.OPERATOR_TOKEN,
        "static": settings.STORAGES["staticfiles"]["BACKEND"],
        "mailbox": settings.MAILBOX_PAGES,
        "host": database["HOST"],
        "port": str(database["PORT"]),
        "health": database.get("CONN_HEALTH_CHECKS", False),
    }


def settings_named(names: Sequence[str]) -> dict[str, Any]:
    """Settings by their names, once the apps are there."""
    import django
    from django.conf import settings

    django.setup()
    return {name: getattr(settings, name) for name in names}


def broker_and_cache() -> dict[str, Any]:
    """Whether the broker is ready, and what a value reads that was put into the cache."""
    import django

    django.setup()
    from django.core.cache import cache

    from prweb.celery import app  # noqa: F401
    from prweb.operations import readiness

    cache.set("key", "kept", 60)
    return {"broker": readiness.check_broker(), "cache": cache.get("key")}


def static_files_of_a_page() -> list[tuple[int, str, str]]:
    """Of every static file that a page names: status, path and Cache-Control, from a web process as it starts."""
    import prweb.asgi  # noqa: F401 # isort: skip
    from django.test import Client

    client = Client(HTTP_HOST="localhost")
    page = client.get("/accounts/signup/").content.decode()
    paths = sorted(set(re.findall('(?:href|src)="(/static/[^"]+)"', page)))
    responses = {path: client.get(path) for path in paths}
    return [(response.status_code, path, response.get("Cache-Control", "")) for path, response in responses.items()]
