"""The environment as the settings read it: secrets can also come from files (`NAME_FILE`), as containers get them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, urlsplit

import environ


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


def _read_secret(name: str, path: Path) -> str:
    try:
        content = path.read_text().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise environ.ImproperlyConfigured(f"{name}_FILE is {path}, which cannot be read: {reason}.") from error
    if not content:
        raise environ.ImproperlyConfigured(f"{name}_FILE is {path}, which is empty.")
    return content
