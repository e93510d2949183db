"""Checks and cleans the names of accounts and games; a refusal says what is wrong."""

from __future__ import annotations

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.people import names, taken_names
from games.people.models import User
from games.table.errors import BadName, BadOpening

_LEADS_ELSEWHERE: Final = re.compile(r"@|://|\bwww\.", re.IGNORECASE)


def clean_account_name(name: str, holder: User | None = None) -> str:
    """The name of an account as it is stored. holder: whose name it is going to be; they may keep their own.

    Raises BadName.
    """
    name = names.normalize(name)
    try:
        names.validate_name(name)
        taken_names.validate_not_taken(name, holder)
    except ValidationError as error:
        raise BadName(" ".join(error.messages)) from None
    return name


def clean_game_name(name: str) -> str:
    """The name of a game as it is stored: one line of visible characters, as headers of mails and records need it.

    Mails show the name, so it may hold no address. Raises BadOpening.
    """
    seen = "".join(letter for letter in name if letter.isprintable() or letter.isspace())
    line = " ".join(seen.split())
    if _LEADS_ELSEWHERE.search(line):
        raise BadOpening(_("The name of a game holds no mail address and no web address."))
    return line
