"""The rules for names of accounts and games, as a refusal in words."""

from __future__ import annotations

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.people import names, taken_names
from games.people.models import User
from games.table.errors import BadName, BadOpening

_LEADS_ELSEWHERE: Final = re.compile(r"@|://|\bwww\.", re.IGNORECASE)


def checked_name(name: str, holder: User | None = None) -> str:
    """The name of an account as it is kept. holder: whose name it is to be; their own looks like itself.

    Raises BadName.
    """
    name = names.normalized(name)
    try:
        names.check(name)
        taken_names.check(name, holder)
    except ValidationError as error:
        raise BadName(" ".join(error.messages)) from None
    return name


def checked_game_name(name: str) -> str:
    """The name of a game as it is kept: one line of what can be seen, as it stands in headers of mails and in records.

    It names no account, so it may be like any other; but as mails show it, it leads nowhere. Raises BadOpening.
    """
    seen = "".join(letter for letter in name if letter.isprintable() or letter.isspace())
    line = " ".join(seen.split())
    if _LEADS_ELSEWHERE.search(line):
        raise BadOpening(_("The name of a game holds no mail address and no web address."))
    return line
