"""Idempotency keys: a request that is sent again has no second effect."""

from __future__ import annotations

import re
from typing import Final
from uuid import uuid4

from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.api.problems import Problem

HEADER: Final = "Idempotency-Key"
_KEY: Final = re.compile(r"[!-~]{1,64}")


def key_of(request: Request) -> str:
    """The key of a request, with a prefix for the API. Raises Problem."""
    given = request.headers.get(HEADER, "")
    if not _KEY.fullmatch(given):
        raise Problem(
            "idempotency-key",
            _("This needs a header Idempotency-Key: 1 to 64 visible ASCII characters, different for every action."),
        )
    return f"api:{given}"


def given_or_new_key(request: Request) -> str:
    """The key of a request that can do without: one that was never used if it has none. Raises Problem."""
    return key_of(request) if HEADER in request.headers else f"api:{uuid4()}"
