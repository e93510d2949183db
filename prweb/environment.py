"""The environment as the settings read it: secrets can also come from files (`NAME_FILE`), as containers get them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, urlsplit

import environ


class Environment(environ.Env):  # type: ignore[misc]  # it has no types
    """django-environ's, and secrets."""

    def secret(self, name: str, default: str | None = None) -> str:
        """The value of `NAME`, or what is in the file that `NAME_FILE` names. An empty variable is one that is not set.

        It is taken literally, whatever it begins with. Raises ImproperlyConfigured where both are set, where neither is
        and there is no default, and where the file cannot be read or is empty.
        """
        value, path = self.ENVIRON.get(name, ""), self.ENVIRON.get(f"{name}_FILE", "")
        if value and path:
            raise environ.ImproperlyConfigured(f"{name} and {name}_FILE are both set: unset one of them.")
        if path:
            return _content(name, Path(path))
        if value:
            return str(value)
        if default is None:
            raise environ.ImproperlyConfigured(
                f"Set the {name} environment variable, or {name}_FILE to a file with it."
            )
        return default


def with_password(url: str, password: str, names: tuple[str, str]) -> str:
    """The address of a server with a password that is told apart; as it is, where there is none.

    names: of the two variables. Raises ImproperlyConfigured where the address has a password already, or no host.
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


def _content(name: str, path: Path) -> str:
    try:
        content = path.read_text().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or "it is no text"
        raise environ.ImproperlyConfigured(f"{name}_FILE is {path}, which cannot be read: {said}.") from error
    if not content:
        raise environ.ImproperlyConfigured(f"{name}_FILE is {path}, which is empty.")
    return content
