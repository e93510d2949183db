"""What our mail server found out about the sender of a mail: its Authentication-Results headers (RFC 8601).

A From header proves nothing by itself. If the receiving server says that the domain of the From header did not
authorise the mail, the mail plays nothing. That server must remove headers with its own name from mails that come in
(RFC 8601 section 5); headers with other names are not read.

Every way of mail has a server with a name of its own (`authserv_id`): what comes by one way under the name of another's
server was written by the sender. If some ways have such a server and others do not, nothing is proved by the others:
forged mails would take them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Final

from django.conf import settings
from django.utils.encoding import punycode

from games.mail_parsing import MAX_HEADER_LENGTH
from games.models.mail import IncomingMail

Feeder = IncomingMail.Feeder

HEADER: Final = "authentication-results"
SENDER_METHODS: Final = ("dkim", "spf")
DECISIVE: Final = frozenset(("pass", "fail", "hardfail", "softfail", "policy"))
"""Verdicts that say something; none, neutral and errors do not."""
_EQUALS_SIGN: Final = None
"""In the words of a statement: an equals sign that stands outside of quotation marks."""


@dataclass(frozen=True)
class AuthenticationResult:
    """One verdict of the server."""

    method: str
    verdict: str
    properties: Mapping[str, str]
    """What the verdict is about: "header.from", "header.d", "smtp.mailfrom", ..."""

    def domain(self, name: str) -> str:
        return _domain(self.properties.get(name, ""))


class _Unreadable(ValueError):
    """A header of our server that cannot be parsed; a sender can cause that by text that is quoted in it."""


def authserv_id(feeder: str) -> str:
    """The name of the server that checks the senders of mails that come by this feeder; empty: nobody checks them."""
    return _authserv_ids()[Feeder(feeder)]


def _authserv_ids() -> Mapping[Feeder, str]:
    return {
        Feeder.SMTP: settings.MAIL_AUTHSERV_ID,
        Feeder.IMAP: settings.IMAP_AUTHSERV_ID,
        Feeder.PROVIDER: settings.MAIL_PROVIDER_AUTHSERV_ID,
    }


def authentication_failure(message: EmailMessage, sender: str, feeder: str = Feeder.SMTP) -> str | None:
    """The verdict by which a mail is not from its sender; None if there is no such verdict.

    The DMARC verdict on the sender's domain decides alone. If it is neither pass nor fail, an SPF or DKIM verdict that
    passed must be for the same domain, or for a domain above it. If there is none, and some verdict is decisive, the
    sender is not authenticated.
    """
    ours = authserv_id(feeder)
    if not ours:
        return "nobody checks senders where it came in" if any(_authserv_ids().values()) else None
    try:
        found = _results(message, ours)
    except _Unreadable:
        return "results that cannot be read"
    domain = _domain(sender)
    dmarc = [result.verdict for result in found.get("dmarc", ()) if result.domain("header.from") in ("", domain)]
    if "fail" in dmarc:
        return "dmarc=fail"
    if "pass" in dmarc:
        return None
    others = [result for method in SENDER_METHODS for result in found.get(method, ())]
    if any(result.verdict == "pass" and _is_aligned(_authenticated_domain(result), domain) for result in others):
        return None
    decisive = [f"{result.method}={result.verdict}" for result in others if result.verdict in DECISIVE]
    return ", ".join(decisive) + " for another domain" * all("=pass" in one for one in decisive) if decisive else None


def verdicts_by_server(message: EmailMessage) -> list[tuple[str, list[str]]]:
    """The verdicts of all servers in such headers, ours or not: names of servers, and verdicts like "spf=pass"."""
    found = []
    for name, value in message.raw_items():
        if name.lower() != HEADER:
            continue
        try:
            (server, *_version), *statements = _statements(str(value))
        except (_Unreadable, ValueError):
            continue
        results = [result for result in map(_result, statements) if result is not None]
        found.append((server or "", [f"{result.method}={result.verdict}" for result in results]))
    return found


def _authenticated_domain(result: AuthenticationResult) -> str:
    """The domain that a passed check authenticates; empty if it is not named."""
    if result.method == "spf":
        return result.domain("smtp.mailfrom")
    return result.domain("header.d") or result.domain("header.i")


def _is_aligned(vouched_for: str, domain: str) -> bool:
    # A subdomain may belong to somebody else, so it does not authenticate the domain above it.
    return bool(vouched_for) and (domain == vouched_for or ("." in vouched_for and domain.endswith(f".{vouched_for}")))


def _domain(address: str) -> str:
    """The domain of an address, or of a domain, in Punycode."""
    domain = address.rpartition("@")[2].strip().rstrip(".").lower()
    try:
        return punycode(domain)
    except UnicodeError:
        return domain


def _results(message: EmailMessage, ours: str) -> dict[str, list[AuthenticationResult]]:
    """The verdicts of the server with this name by method, each from the topmost header with it. Raises _Unreadable."""
    found: dict[str, list[AuthenticationResult]] = {}
    # Raw headers: decoding encoded words could turn quoted text of the mail into statements.
    for name, value in message.raw_items():
        if name.lower() != HEADER or not _is_by(ours, str(value)):
            continue
        if len(str(value)) >= MAX_HEADER_LENGTH:
            # It was cut; a sender can make it long by adding useless signatures.
            raise _Unreadable
        here: dict[str, list[AuthenticationResult]] = {}
        for statement in _statements(str(value))[1:]:
            if (result := _result(statement)) is not None:
                here.setdefault(result.method, []).append(result)
        for method, results in here.items():
            found.setdefault(method, results)
    return found


def _is_by(ours: str, value: str) -> bool:
    """Whether a header names this server; only its beginning is parsed."""
    head = value.partition(";")[0]
    try:
        words = _statements(head)[0]
    except _Unreadable:
        return False
    name = words[0] if words else _EQUALS_SIGN
    return name is not None and name.casefold() == ours.casefold()


Words = Sequence[str | None]


def _result(statement: Words) -> AuthenticationResult | None:
    """One "method=verdict property=value ..."; None for "none" and what is none."""
    pairs = [
        (name.lower(), value)
        for name, sign, value in zip(statement, statement[1:], statement[2:], strict=False)
        if name is not _EQUALS_SIGN and sign is _EQUALS_SIGN and value is not _EQUALS_SIGN
    ]
    if not pairs:
        return None
    (method, verdict), *rest = pairs
    properties: dict[str, str] = {}
    for name, value in rest:
        properties.setdefault(name, value)
    return AuthenticationResult(method.partition("/")[0], verdict.lower(), properties)


def _statements(value: str) -> list[Words]:
    """The words of a header, statement by statement, without comments. Raises _Unreadable where one does not end."""
    statements: list[list[str | None]] = [[]]
    word: list[str] = []
    depth, quoted, escaped = 0, False, False

    def end_word() -> None:
        if word:
            statements[-1].append("".join(word))
            word.clear()

    for letter in value:
        if escaped:
            escaped = False
            if quoted:
                word.append(letter)
        elif letter == "\\" and (quoted or depth):
            escaped = True
        elif depth:
            depth += {"(": 1, ")": -1}.get(letter, 0)
        elif letter == '"':
            quoted = not quoted
        elif quoted:
            word.append(letter)
        elif letter == "(":
            end_word()
            depth = 1
        elif letter == ";":
            end_word()
            statements.append([])
        elif letter == "=":
            end_word()
            statements[-1].append(_EQUALS_SIGN)
        elif letter.isspace():
            end_word()
        else:
            word.append(letter)
    if depth or quoted or escaped:
        raise _Unreadable
    end_word()
    return list(statements)
