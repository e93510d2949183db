"""Parsing of mails from anybody, in bounded time, whatever they contain."""

from __future__ import annotations

from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import EmailPolicy
from typing import TYPE_CHECKING, Any, Final

MAX_PARSED_BYTES: Final = 400_000
"""Only so many bytes of a mail are parsed: the text of its sender stands before all pictures."""
MAX_HEADER_LENGTH: Final = 2_000
MAX_BOUNDARIES: Final = 60
"""How many boundaries a mail may declare: the parser needs time for each of them on every line."""

if TYPE_CHECKING:
    _Policy = EmailPolicy[EmailMessage]
else:
    _Policy = EmailPolicy


class UnreadableMail(ValueError):
    """No mail program for people makes such a mail; the message says what is wrong with it."""


class _LenientPolicy(_Policy):
    """The standard library's policy, but long headers are cut, and headers that it cannot parse are empty."""

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        return name, value[:MAX_HEADER_LENGTH]

    def header_fetch_parse(self, name: str, value: str) -> Any:
        try:
            return super().header_fetch_parse(name, value)
        except Exception:  # it raises many kinds: IndexError, AttributeError, HeaderParseError, RecursionError, ...
            return self.header_factory(name, "")


DELIVERY_STATUS: Final = "application/x-delivery-status"
"""The content type that a parsed mail has for parts that say what became of another mail (RFC 3464, RFC 6533)."""
_DELIVERY_STATUS: Final = frozenset({"message/delivery-status", "message/global-delivery-status"})


class _Part(EmailMessage):
    def get_content_type(self) -> str:
        # The parser would make a message of each group of lines in the part, which can take minutes for one mail.
        content_type = super().get_content_type()
        return DELIVERY_STATUS if content_type in _DELIVERY_STATUS else content_type


_POLICY: Final = _LenientPolicy(message_factory=_Part)


def parse_mail(raw: bytes) -> EmailMessage:
    """Raises UnreadableMail for mails that keep a parser busy."""
    start = raw[:MAX_PARSED_BYTES]
    if start.lower().count(b"boundary") > MAX_BOUNDARIES:
        raise UnreadableMail("too many parts")
    try:
        return message_from_bytes(start, policy=_POLICY)
    except Exception as error:
        raise UnreadableMail(f"not to be parsed: {type(error).__name__}") from error


def read_header(raw: bytes, name: str) -> str:
    """One header of a mail, without parsing its body; empty if it is missing or broken."""
    try:
        return str(BytesHeaderParser(policy=_POLICY).parsebytes(raw[:MAX_PARSED_BYTES]).get(name, "")).strip()
    except Exception:  # the mail must be stored, whatever is wrong with this header
        return ""


def header_lines(raw: bytes) -> Sequence[tuple[str, str]]:
    """The names in lower case and the values of a mail's headers as they stand there, the topmost first."""
    try:
        items = BytesHeaderParser(policy=_POLICY).parsebytes(raw[:MAX_PARSED_BYTES]).raw_items()
        return [(name.lower(), "".join(str(value).splitlines()).strip()) for name, value in items]
    except Exception:  # as above
        return ()
