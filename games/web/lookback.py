"""What the pages show that look back at a game: a position of the past, and the result of a finished game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.chronicle import Tally
from games.engine.record import hash_secret
from games.models import Game, Seat
from games.table import queries, replay
from games.table.positions import rules_of, secret_bytes
from games.table.replay import RulesChanged, Step, Stride, Viewpoint
from games.table.statistics import SeatFigures, statistics
from games.web.chart import points_chart
from games.web.page import account, how_it_came
from games.wording import duration_in_words, in_words

EVERYTHING: Final = "all"
"""The word for nothing hidden in the parameter `as`; seats are told by their number from 1."""


@dataclass(frozen=True)
class Eyes:
    """A viewpoint that can be chosen. query: what an address needs to keep it, nothing for the first one."""

    viewpoint: Viewpoint
    key: str
    label: str
    query: str


def eyes_open_to(game: Game, own_seat: int | None, names: Sequence[str]) -> list[Eyes]:
    """Whose eyes one may look through, the ones to begin with first."""
    return [
        Eyes(viewpoint, _key(viewpoint), _label(viewpoint, own_seat, names), f"?as={_key(viewpoint)}" if place else "")
        for place, viewpoint in enumerate(replay.viewpoints(game, own_seat))
    ]


def _key(viewpoint: Viewpoint) -> str:
    if viewpoint.seat is None:
        return EVERYTHING if viewpoint.disclosed else ""
    return str(viewpoint.seat + 1)


def _label(viewpoint: Viewpoint, own_seat: int | None, names: Sequence[str]) -> str:
    if viewpoint.seat is None:
        return _("everything") if viewpoint.disclosed else _("an onlooker")
    name = names[viewpoint.seat]
    return _("%(name)s (you)") % {"name": name} if viewpoint.seat == own_seat else name


@dataclass(frozen=True)
class Go:
    """A pair of links, back and on. rel: what the step by step ones are to browsers."""

    label: str
    back: str | None
    on: str | None


@dataclass(frozen=True)
class PastLine:
    """A line of the log beside a position. current: it led to the position that is shown."""

    number: int
    sentences: tuple[str, ...]
    source: str
    at: datetime
    url: str
    current: bool


_STRIDES: Final[dict[Stride, Any]] = {
    "turn": gettext_lazy("Turn"),
    "phase": gettext_lazy("Role"),
    "round": gettext_lazy("Round"),
    "mine": gettext_lazy("Own decision"),
}


def replay_context(
    game: Game, eyes: Sequence[Eyes], chosen: Eyes, number: int, url: Callable[[int], str]
) -> dict[str, Any]:
    """One position of a game. url: the address of a position. Raises NoSuchPosition."""
    names = queries.player_names(game)
    seat = chosen.viewpoint.seat
    steps = replay.replay_steps(game, chosen.viewpoint)
    try:
        view = replay.view_of(game, replay.position_at(game, number), chosen.viewpoint)
    except RulesChanged:
        view = None
    ways = replay.neighbours(steps, number, seat)

    def to(place: int | None) -> str | None:
        return None if place is None else url(place) + chosen.query

    current = steps[number - 1].round if number else 1
    shown = [step for step in steps if step.round == current]
    beginnings = {step.round: step.number - 1 for step in reversed(steps)}
    lines = [_past_line(game, step, names, url(step.number) + chosen.query, number) for step in shown]
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "folder": game.template_folder,
        "names": names,
        "view": view,
        "highlighted": frozenset(),
        "seat": _seat(game, seat),
        "number": number,
        "last": len(steps),
        "played": _past_line(game, steps[number - 1], names, "", number) if number else None,
        "step": Go("", to(ways["step"].previous), to(ways["step"].next)),
        "ends": Go("", to(0) if number else None, to(len(steps)) if number < len(steps) else None),
        "strides": [
            Go(str(label), to(ways[stride].previous), to(ways[stride].next))
            for stride, label in _STRIDES.items()
            if stride != "mine" or seat is not None
        ],
        "round": current,
        "rounds": [(one, to(place), one == current) for one, place in sorted(beginnings.items())],
        "log": [line for line in lines if line.sentences],
        "eyes": [(one, url(number) + one.query, one is chosen) for one in eyes],
        "looking": chosen,
        "over": game.status == Game.Status.FINISHED,
        "running": game.status == Game.Status.RUNNING,
    }


def _seat(game: Game, index: int | None) -> Seat | None:
    return None if index is None else next(seat for seat in game.seats.all() if seat.index == index)


def _past_line(game: Game, step: Step, names: Sequence[str], url: str, number: int) -> PastLine:
    sentences = tuple(queries.narrate(game, step.events, names))
    if step.seat is None:
        sentences = (_("Staff set this position up."), *sentences)
    return PastLine(step.number, sentences, how_it_came(step.source), step.at, url, step.number == number)


# --- the result --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TallyTable:
    """A table with a column for every seat."""

    title: str
    rows: list[tuple[str, list[int | str]]]


def result_context(game: Game) -> dict[str, Any]:
    """Everything on the page of a finished game that can be shared."""
    names = queries.player_names(game)
    position = queries.load_position(game)
    figures = statistics(game)
    standings = account(rules_of(game).score_sheet(position), names)
    winners = [line.name for line in standings.standings if line.rank == 1]
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "folder": game.template_folder,
        "names": names,
        "view": rules_of(game).view(position, None),
        "highlighted": frozenset(),
        "seat": None,
        "over": True,
        "account": standings,
        "winners": ", ".join(winners),
        "standing": ", ".join(f"{line.rank}. {line.name} {line.total}" for line in standings.standings),
        "figures": figures,
        "duration": duration_in_words(figures.duration),
        "seats": [(names[one.seat], _time(one)) for one in figures.seats],
        "chart": points_chart(figures.totals, names),
        "tallies": [_table(tally) for tally in figures.tallies],
        "options": queries.chosen_options(game),
        "secret_hash": hash_secret(secret_bytes(game)),
    }


def _time(figures: SeatFigures) -> dict[str, Any]:
    spans = {"in_all": figures.in_all, "median": figures.median, "longest": figures.longest}
    return {
        "figures": figures,
        **{name: "" if span is None else duration_in_words(span) for name, span in spans.items()},
    }


def _table(tally: Tally) -> TallyTable:
    rows = [(in_words(label), ["–" if value is None else value for value in values]) for label, values in tally.rows]
    return TallyTable(in_words(tally.title), rows)
