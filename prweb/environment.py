"""The environment as the settings read it: secrets can also come from files (`NAME_FILE`), as containers get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote, urlsplit

import environ

IMAP_PORTS: Final = {"imaps": 993, "imap+tls": 143, "imap": 143}
"""The schemes of a mailbox's URL with their usual ports: TLS from the start, STARTTLS, and without encryption."""


@dataclass(frozen=True)
class Mailbox:
    """A mailbox that is read by IMAP."""

    scheme: str
    host: str
    port: int
    user: str
    password: str = field(repr=False)


class Environment(environ.Env):  # type: ignore[misc]  # it has no types
    """django-environ's environment, with secrets."""

    def secret(self, name: str, default: str | None = None) -> str:
        """The value of `NAME`, or the content of the file that `NAME_FILE` names. An empty variable counts as not set.

        The value is taken literally, even if it begins with "$". Raises ImproperlyConfigured if both are set, if
        neither is set and there is no default, and if the file cannot be read or is empty.
        """
        value, path = self.ENVIRON.get(name, ""), self.ENVIRON.get(f"{name}_FILE", "")
        if value and path:
            raise environ.ImproperlyConfigured(f"{name} and {name}_FILE are both set: unset one of them.")
        if path:
            return _read_secret(name, Path(path))
        if value:
            return str(value)
        if default is None:
            raise environ.ImproperlyConfigured(
                f"Set the {name} environment variable, or {name}_FILE to a file with it."
            )
        return default


def with_password(url: str, password: str, names: tuple[str, str]) -> str:
    """The URL of a server, with a password that comes from another variable; unchanged if there is no password.

    names: the names of the two variables. Raises ImproperlyConfigured if the URL already has a password, or no host.
    """
    if not password:
        return url
    parts = urlsplit(url)
    user, _at, host = parts.netloc.rpartition("@")
    if ":" in user:
        raise environ.ImproperlyConfigured(
            f"{names[0]} has a password, and {names[1]} is set too: leave one of them out."
        )
    if not host:
        raise environ.ImproperlyConfigured(f"{names[0]} names no host that the password in {names[1]} could be for.")
    return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{host}").geturl()


def read_mailbox_url(url: str, name: str) -> Mailbox:
    """The mailbox in a URL like "imaps://user:password@host". Raises ImproperlyConfigured for other URLs.

    name: of the variable. What a URL cannot hold as it is stands there percent-encoded: "user%40example.org".
    """
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        raise environ.ImproperlyConfigured(f"{name} has no port that can be one.") from None
    if parts.scheme not in IMAP_PORTS:
        raise environ.ImproperlyConfigured(f"{name} begins with imaps://, imap+tls:// or imap://.")
    if not parts.hostname or not parts.username or not parts.password:
        raise environ.ImproperlyConfigured(f"{name} is like imaps://user:password@host: host, user and password.")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise environ.ImproperlyConfigured(f"{name} ends with its host and port; folders have variables of their own.")
    user, password = unquote(parts.username), unquote(parts.password)
    return Mailbox(parts.scheme, parts.hostname, port or IMAP_PORTS[parts.scheme], user, password)


def check_folders(folders: Mapping[str, str]) -> None:
    """Raises ImproperlyConfigured if two folders of a mailbox, by the names of their variables, are the same one.

    Empty ones are none. Upper and lower case are the same in the name of the inbox, and in no other.
    """
    known: dict[str, str] = {}
    for variable, folder in folders.items():
        key = "INBOX" if folder.casefold() == "inbox" else folder
        if folder and key in known:
            raise environ.ImproperlyConfigured(
                f"{known[key]} and {variable} are the same folder ({folder}): each needs one of its own."
            )
        known[key] = variable


def _read_secret(name: str, path: Path) -> str:
    try:
        content = path.read_text().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise environ.ImproperlyConfigured(f"{name}_FILE is {path}, which cannot be read: {reason}.") from error
    if not content:
        raise environ.ImproperlyConfigured(f"{name}_FILE is {path}, which is empty.")
    return content
