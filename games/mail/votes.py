"""Voting by mail: the links in a mail that asks for a vote, and the replies to it.

The address for replies and the links are capabilities: each opens one person's ballot on one proposal, and nothing more
once that is decided. They are signed and kept nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.core import signing
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.engine.lexicon import normalize, split_words
from games.engine.local_words import command_words
from games.mail.addresses import vote_address, voted_ballot
from games.mail.commands import clean_line
from games.models.proposals import Ballot
from games.site_urls import absolute_url

YES: Final = "yes"
NO: Final = "no"
"""The commands, and the last parts of the links."""
_RELATED: Final = ("person", "proposal__by__owner", "proposal__game")
# Without a timestamp: a link is good as long as its proposal is open.
_SIGNER: Final = signing.Signer(salt="games.mail.votes.links")


def reply_address_of(ballot: Ballot) -> str:
    return vote_address(ballot.pk)


def vote_url(ballot: Ballot, choice: str) -> str:
    """choice: YES or NO."""
    return absolute_url(reverse("mail-vote", args=[_SIGNER.sign_object([ballot.pk]), choice]))


def ballot_of_link(signed: str) -> Ballot | None:
    """The ballot of a link; None if the link is forged or its ballot is gone."""
    try:
        (number,) = _SIGNER.unsign_object(signed)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return _find(number)


def ballot_of_token(token: str) -> Ballot | None:
    """The ballot that a reply is about, by the local part of its address; None for other addresses."""
    number = voted_ballot(token)
    return None if number is None else _find(number)


def read_vote(lines: Sequence[str]) -> bool | None:
    """What the first line of a reply says, in the active language or in English; None: neither yes nor no."""
    language = translation.get_language() or "en"
    first = next((cleaned for line in lines if (cleaned := clean_line(line))), "")
    words = tuple(split_words(normalize(first)))
    said = {choice: words in command_words(language, choice) for choice in (YES, NO)}
    return None if said[YES] == said[NO] else said[YES]


def vote_in_words(agrees: bool) -> str:
    return _("You have said yes.") if agrees else _("You have said no.")


def _find(number: int) -> Ballot | None:
    return Ballot.objects.select_related(*_RELATED).filter(pk=number, person__closed_at=None).first()
