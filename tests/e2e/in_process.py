"""Pages of this very process in a real browser: a test client answers, static files come from where they lie.

No server runs, and the browser sees the rows of the test's own transaction.
"""

from __future__ import annotations

import mimetypes
import re
from contextvars import copy_context
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Page, Route

SITE: Final = "http://prweb.test"
HASHED: Final = re.compile(r"\.[0-9a-f]{12}(?=\.[^./]+$)")
"""What a manifest adds to the names of static files."""

PASSED_ON: Final = ("accept", "accept-language")
"""Of what the browser asks with."""
NOT_PASSED_ON: Final = ("Set-Cookie", "Content-Disposition")
"""Of what the client is answered: what it keeps itself, and what would have the browser save a file."""


def answer_by(page: Page, client: Client) -> None:
    """Every GET of this page is answered by the client, which says at what address; nothing else leaves it."""
    # The browser's loop has a context of its own, in which Django would open another connection to the database.
    here = copy_context()

    def respond(route: Route) -> None:
        parts = urlsplit(route.request.url)
        if route.request.method != "GET" or not route.request.url.startswith(SITE):
            route.abort()
        elif parts.path.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
            _static(route, parts.path)
        else:
            sent = route.request.all_headers()
            # Of scripts: those of the site the client keeps itself.
            client.cookies.load(sent.get("cookie", ""))
            asked = {name: value for name, value in sent.items() if name in PASSED_ON}
            response = here.run(client.get, f"{parts.path}?{parts.query}", follow=True, headers=asked)
            headers = {name: value for name, value in response.items() if name not in NOT_PASSED_ON}
            headers["Content-Location"] = response.request["PATH_INFO"]
            body = response.getvalue()
            # A browser takes an error without a word for a broken connection.
            route.fulfill(status=response.status_code, headers=headers, body=body or b" ")

    page.route("**/*", respond)


def _static(route: Route, path: str) -> None:
    name = path.removeprefix(f"/{settings.STATIC_URL.strip('/')}/")
    found = finders.find(name) or finders.find(HASHED.sub("", name))
    if not found:
        route.fulfill(status=404)
        return
    kind = mimetypes.guess_type(str(found))[0] or "application/octet-stream"
    route.fulfill(status=200, headers={"Content-Type": kind}, body=Path(str(found)).read_bytes())
