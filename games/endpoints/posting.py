"""A message that is ready to be posted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """One POST."""

    url: str
    body: bytes
    headers: Mapping[str, str]
