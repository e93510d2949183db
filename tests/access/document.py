"""docs/access.md: who may do what, generated from the code by `python -m tests.access.document`."""

from __future__ import annotations

import inspect
import os
import re
from collections import defaultdict
from pathlib import Path
from typing import Final

import django
from django.conf import settings

if not settings.configured and __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()

from games.access import ALLOWED, ALLOWED_WHEN_SUSPENDED, SCOPES, Permission, Persona
from tests.access.addresses import operations

PATH: Final = Path(__file__).parents[2] / "docs" / "access.md"

HEAD: Final = """\
# Who may see and do what

Made from games/access and the addresses of the site by `python -m tests.access.document`; a test compares. A change of
this page changes who may do what: review it with care.

Only `games.access` decides: `may(permission, actor, game, seat)` finds the personas of the actor (often several: a
host with a seat is host and seat) and looks whether one of them has the permission. Pages, the API, the reader of
mails, links, bots and the clock ask it, and the services in `games.table` ask it once more in the transaction that
changes something. Who must not even know that a game exists gets the same answer as for a game that does not exist.
Looking never changes anything, but once an hour it is noted that a session or a token is in use.

An API token may do what its account may, within its scopes: the last column names the scope that a permission needs.
No token may do what has no scope there.

What one may see inside a game is decided by `Game.view(position, seat)`, the question, and the events visible to a
seat. A spectator sees `view(position, None)`. While a game runs, its log and record leave out the text of a move that
caused an event which the reader may not know, and whole set-up positions.

These links work without sign-in: the link of an option in a turn mail (acts as the person it was sent to), the links
that stop the mails of a game or all invitations, an invitation (shows the seats), and the page of a finished game.
"""


def document() -> str:
    parts = [HEAD, "## Personas\n"]
    parts += [f"- **{persona}**: {text}" for persona, text in _docstrings_of_members(Persona).items()]
    parts += ["\n## Permissions\n", *_table(), "\n## Addresses\n", *_addresses()]
    return "\n".join(parts) + "\n"


def _docstrings_of_members(kind: type) -> dict[str, str]:
    """The sentences below the members of an enumeration, as its source has them."""
    members = re.findall(r'^    (\w+) = "([^"]+)"\n(?:    """(.*?)""")?', inspect.getsource(kind), re.M | re.S)
    return {value: " ".join(words.split()) for _name, value, words in members}


def _table() -> list[str]:
    columns = [persona for persona in Persona if persona != Persona.SUSPENDED]
    lines = [
        f"| permission | {' | '.join(columns)} | if suspended | token |",
        f"| --- |{' :-: |' * (len(columns) + 2)}",
    ]
    for permission in Permission:
        marks = ["yes" if persona in ALLOWED[permission] else "" for persona in columns]
        kept = "keeps it" if permission in ALLOWED_WHEN_SUSPENDED else ""
        lines.append(f"| {permission} | {' | '.join(marks)} | {kept} | {SCOPES.get(permission, '')} |")
    notes = [f"- {permission}: {words}" for permission, words in _docstrings_of_members(Permission).items() if words]
    return [*lines, "", *notes]


def _addresses() -> list[str]:
    methods: dict[tuple[str, str], list[str]] = defaultdict(list)
    for operation in operations():
        route = re.sub(r"\(\?P<(\w+)>[^)]*\)|<(?:\w+:)?(\w+)>", r"<\1\2>", operation.address.route)
        route = re.sub(r"[\^$]", "", route).replace(".*", "...")
        route = re.sub(r"^staff/admin/[a-z]+/[a-z]+/", "staff/admin/<table>/", route)
        permission = str(operation.permission) if operation.permission else "nobody may"
        if operation.method not in methods[route, permission]:
            methods[route, permission].append(operation.method)
    rows = [f"| `/{route}` | {', '.join(how)} | {permission} |" for (route, permission), how in sorted(methods.items())]
    return ["| address | method | permission |", "| --- | --- | --- |", *rows]


if __name__ == "__main__":
    PATH.write_text(document())
