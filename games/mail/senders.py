"""Who wrote a mail, as far as its headers say it without a doubt."""

from __future__ import annotations

import re
from email.errors import InvalidHeaderDefect, NonPrintableDefect
from email.headerregistry import Address
from email.message import EmailMessage
from typing import Any, Final

# Programs differ on quoted, commented and routed addresses, and so one can be shown for another.
_PLAIN: Final = r"[^\s@<>()\[\]\\,;:\"]{1,64}@[^\s@<>()\[\]\\,;:\"]{1,255}"
_ADDRESS: Final = re.compile(_PLAIN)
_ONLY_ONE: Final = re.compile(rf"[^<>@]*<\s*({_PLAIN})\s*>\s*")


def senders(message: EmailMessage) -> list[str]:
    """The addresses in the From headers, lower case, in their order; none if they cannot be read for certain."""
    found: list[str] = []
    for header in message.get_all("From", []):
        addresses = _addresses(header)
        if not addresses:
            return []
        found += addresses
    return found


def _addresses(header: Any) -> list[str]:
    # Programs forget to quote names ("Nagy, Anna <...>"); with one address in all there is nothing to confuse.
    if not str(header).isprintable():
        return []
    if only := _ONLY_ONE.fullmatch(str(header)):
        return [only.group(1).lower()]
    listed: tuple[Address, ...] = header.addresses
    specs = [address.addr_spec.lower() for address in listed]
    doubtful = any(
        isinstance(defect, (InvalidHeaderDefect, NonPrintableDefect)) or "route" in str(defect)
        for defect in header.defects
    )
    return [] if doubtful or not all(_ADDRESS.fullmatch(spec) for spec in specs) else specs
