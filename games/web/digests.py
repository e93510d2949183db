"""Short digests of what a page showed: a form sends one back, and an open page compares them."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def lines_digest(lines: Iterable[str]) -> str:
    """The same for the same lines."""
    return sha256("\n".join(lines).encode()).hexdigest()[:16]
