"""docs/access.md: who may do what, written out of the code. `python -m tests.access.document` writes it anew."""

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

from games.access import ALLOWED, LEFT_TO_SUSPENDED, SCOPES, Act, Persona
from tests.access.addresses import operations

PATH: Final = Path(__file__).parents[2] / "docs" / "access.md"

HEAD: Final = """\
# Who may see and do what

Made from games/access and the addresses of the site by `python -m tests.access.document`; a test compares. A change of
this page is a change of who may do what: read it twice.

`games.access` decides, and nothing else: `may(act, who, game, seat)` looks up what somebody is here (several at
once: a host with a seat is host and seat) and whether one of these may. Pages, the API, the reader of mails, links,
bots and the clock ask it, and the services in `games.table` ask it once more in the transaction that does the deed.
Who must not even know of a game gets the same answer as for a game that is not there. To look never changes
anything, but that once an hour a session or a token is noted to be in use.

A program's token does what its account may, as far as its scopes go: the last column names the scope that an act takes.
What has none there is done by no token.

What one may see of a game is one thing more: `Game.view(position, seat)`, the question, and the events visible to a
seat. An onlooker sees what `view(position, None)` tells. While a game runs, its log and record withhold the text of
a move that set off an event which the reader may not know, and whole set-up positions.

Whoever has one of these links needs no sign-in: an option's link in a turn mail (acts as the person it was sent
to), the links that end a game's mails and all invitations, an invitation (sees the seats), and the page of a finished
game.
"""


def document() -> str:
    parts = [HEAD, "## What one can be\n"]
    parts += [f"- **{persona}**: {told}" for persona, told in _told(Persona).items()]
    parts += ["\n## Who may\n", *_table(), "\n## Addresses\n", *_addresses()]
    return "\n".join(parts) + "\n"


def _told(kind: type) -> dict[str, str]:
    """The sentences below the members of an enumeration, as its source has them."""
    members = re.findall(r'^    (\w+) = "([^"]+)"\n(?:    """(.*?)""")?', inspect.getsource(kind), re.M | re.S)
    return {value: " ".join(words.split()) for _name, value, words in members}


def _table() -> list[str]:
    columns = [persona for persona in Persona if persona != Persona.SUSPENDED]
    lines = [
        f"| act | {' | '.join(columns)} | if suspended | token |",
        f"| --- |{' :-: |' * (len(columns) + 2)}",
    ]
    for act in Act:
        marks = ["yes" if persona in ALLOWED[act] else "" for persona in columns]
        kept = "keeps it" if act in LEFT_TO_SUSPENDED else ""
        lines.append(f"| {act} | {' | '.join(marks)} | {kept} | {SCOPES.get(act, '')} |")
    notes = [f"- {act}: {words}" for act, words in _told(Act).items() if words]
    return [*lines, "", *notes]


def _addresses() -> list[str]:
    methods: dict[tuple[str, str], list[str]] = defaultdict(list)
    for operation in operations():
        route = re.sub(r"\(\?P<(\w+)>[^)]*\)|<(?:\w+:)?(\w+)>", r"<\1\2>", operation.address.route)
        route = re.sub(r"[\^$]", "", route).replace(".*", "...")
        route = re.sub(r"^staff/admin/[a-z]+/[a-z]+/", "staff/admin/<table>/", route)
        act = str(operation.act) if operation.act else "nobody may"
        if operation.method not in methods[route, act]:
            methods[route, act].append(operation.method)
    rows = [f"| `/{route}` | {', '.join(how)} | {act} |" for (route, act), how in sorted(methods.items())]
    return ["| address | method | act |", "| --- | --- | --- |", *rows]


if __name__ == "__main__":
    PATH.write_text(document())
