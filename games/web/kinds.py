"""The games that are played here, for people to choose."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from games.engine import registry
from games.models.table import template_folder
from games.wording import in_words, player_count_text


@dataclass(frozen=True)
class Kind:
    """A game that is played here."""

    key: str
    title: str
    players: str
    """Like "2 to 5 players"."""

    @property
    def introduction(self) -> str:
        return f"{template_folder(self.key)}/introduction.html"


def kinds() -> list[Kind]:
    """All of them, in the order to list them."""
    return [
        Kind(rules.key, in_words(rules.title), player_count_text(rules.min_seats, rules.max_seats))
        for rules in registry.games()
    ]


def requested_kind(request: HttpRequest) -> str:
    """The game that `?kind=` or a form's field says, empty for none. Raises Http404 for one that is not played here."""
    kind = request.POST.get("kind") or request.GET.get("kind") or ""
    if kind and kind not in {rules.key for rules in registry.games()}:
        raise Http404
    return kind
