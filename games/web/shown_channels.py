"""What the page of preferences shows of a person's channels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from games.endpoints import changes, web_push
from games.endpoints.faults import in_words
from games.endpoints.reach import is_unreached
from games.endpoints.working import working
from games.models import Endpoint
from games.people.models import User
from games.web.forms import ChannelForm


@dataclass(frozen=True)
class ShownChannel:
    row: Endpoint
    title: str
    host: str
    """Of the address, which may be a secret in itself."""
    fault: str
    """Why the newest message did not arrive; empty if it did."""


@dataclass(frozen=True)
class ShownChannels:
    rows: Sequence[ShownChannel]
    turns_by_mail: bool
    """The person's choice."""
    others_work: bool
    """Whether turns are told without mail."""
    unreached: bool
    """Nothing reaches them at present."""
    push_key: str
    """With which browsers subscribe; empty if the site cannot tell browsers anything."""
    form: ChannelForm


def shown_channels(person: User, form: ChannelForm | None = None) -> ShownChannels:
    """form: one that was refused."""
    rows = changes.endpoints_of(person)
    return ShownChannels(
        [
            ShownChannel(
                row,
                row.name or row.get_kind_display(),
                urlsplit(row.address).hostname or "",
                in_words(row.last_fault) if row.last_fault else "",
            )
            for row in rows
        ],
        changes.gets_turns_by_mail(person),
        working().filter(person=person).exists(),
        is_unreached(person),
        web_push.public_key() if web_push.is_configured() else "",
        form or ChannelForm(),
    )
