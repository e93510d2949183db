"""Mails as anybody may have made them: parsed in bounded time, whatever they are."""

from __future__ import annotations

from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import EmailPolicy
from typing import TYPE_CHECKING, Any, Final

MAX_READ_BYTES: Final = 400_000
"""Bytes of a mail that are looked at: what its sender wrote stands before all pictures."""
MAX_HEADER_LENGTH: Final = 2_000
MAX_PARTS: Final = 60
"""Boundaries that a mail may announce: the parser takes time for each of them on every line."""

if TYPE_CHECKING:
    _Policy = EmailPolicy[EmailMessage]
else:
    _Policy = EmailPolicy


class Unreadable(ValueError):
    """A mail that no program for people makes; the message says what is wrong with it."""


class _Forgiving(_Policy):
    """The standard library's own, but headers are cut, and empty where it trips over them."""

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        return name, value[:MAX_HEADER_LENGTH]

    def header_fetch_parse(self, name: str, value: str) -> Any:
        try:
            return super().header_fetch_parse(name, value)
        except Exception:  # it knows many: IndexError, AttributeError, HeaderParseError, RecursionError, ...
            return self.header_factory(name, "")


DELIVERY_STATUS: Final = "application/x-delivery-status"
"""The content type of a part that says what became of a mail (RFC 3464, RFC 6533), as these mails tell it."""
_DELIVERY_STATUS: Final = frozenset({"message/delivery-status", "message/global-delivery-status"})


class _Part(EmailMessage):
    def get_content_type(self) -> str:
        # The parser would make a message of each group of lines in it, however many there are: minutes for one mail.
        given = super().get_content_type()
        return DELIVERY_STATUS if given in _DELIVERY_STATUS else given


_POLICY: Final = _Forgiving(message_factory=_Part)


def parsed(raw: bytes) -> EmailMessage:
    """Raises Unreadable for what is made to keep a parser busy."""
    looked_at = raw[:MAX_READ_BYTES]
    if looked_at.lower().count(b"boundary") > MAX_PARTS:
        raise Unreadable("too many parts")
    try:
        return message_from_bytes(looked_at, policy=_POLICY)
    except Exception as error:
        raise Unreadable(f"not to be parsed: {type(error).__name__}") from error


def header(raw: bytes, name: str) -> str:
    """One header of a mail, without a look at its body; empty if it is missing or broken."""
    try:
        return str(BytesHeaderParser(policy=_POLICY).parsebytes(raw[:MAX_READ_BYTES]).get(name, "")).strip()
    except Exception:  # a feeder must store the mail, whatever this is
        return ""
