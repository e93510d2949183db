"""The context of the page with one's own statistics: each chart stands above a table that says the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import ngettext

from games.access.profiles import visible_profiles
from games.engine import registry
from games.engine.words import Message
from games.people.models import User
from games.table.own_games import RECENT, KindStatistics, PickFigures, statistics_of
from games.web.chart import BarChart, bar_chart
from games.wording import in_words


@dataclass(frozen=True)
class ShownPick:
    """A role, and how often it was picked or games began with it."""

    name: str
    times: int
    won: int


@dataclass(frozen=True)
class ShownKind:
    """The statistics of one kind of game."""

    title: str
    figures: KindStatistics
    scores: BarChart | None
    picks: list[ShownPick]
    picks_chart: BarChart | None
    openings: list[ShownPick]
    openings_chart: BarChart | None


def shown_statistics(person: User) -> dict[str, Any]:
    found = statistics_of(person)
    return {
        "kinds": [_kind(figures) for figures in found.kinds],
        "opponents": found.opponents,
        "opponents_chart": bar_chart([(one.person.username, one.games, str(one.games)) for one in found.opponents]),
        "profiles": visible_profiles(person, [one.person for one in found.opponents]),
        "recent": RECENT,
    }


def _kind(figures: KindStatistics) -> ShownKind:
    labels = registry.chronicle(figures.kind).pick_names()
    picks, openings = _picks(figures.picks, labels), _picks(figures.openings, labels)
    return ShownKind(
        title=in_words(registry.game(figures.kind).title),
        figures=figures,
        scores=bar_chart(
            [(_place(one.players, one.seat), one.mean_score, number_format(one.mean_score, 1)) for one in figures.seats]
        ),
        picks=picks,
        picks_chart=_chart(picks),
        openings=openings,
        openings_chart=_chart(openings),
    )


def _place(players: int, seat: int) -> str:
    """Like "4 players, seat 2"."""
    text = ngettext("{count} player, seat {seat}", "{count} players, seat {seat}", players)
    return text.format(count=players, seat=seat + 1)


def _picks(figures: Sequence[PickFigures], labels: Mapping[str, Message]) -> list[ShownPick]:
    return [_pick(one, labels) for one in figures]


def _pick(one: PickFigures, labels: Mapping[str, Message]) -> ShownPick:
    return ShownPick(in_words(labels[one.key]) if one.key in labels else one.key, one.times, one.won)


def _chart(picks: list[ShownPick]) -> BarChart | None:
    return bar_chart([(one.name, one.times, str(one.times)) for one in picks])
