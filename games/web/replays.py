"""The contexts of the replay page (a past position) and of the result page of a finished game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from games.access import Actor
from games.access.profiles import visible_profiles
from games.engine import registry
from games.engine.chronicle import Tally
from games.models import Game, Seat
from games.table import coach, leaderboards, queries, replay
from games.table.positions import rules_of, secret_commitment, stored_position
from games.table.replay import RulesChanged, Step, Stride
from games.table.statistics import SeatFigures, statistics
from games.table.viewpoints import Viewpoint
from games.web.chart import points_chart
from games.web.game_page import linked_names, score_table
from games.web.shown_holders import shown_holders
from games.web.shown_log import set_up_sentence, source_label
from games.wording import duration_in_words, in_words

EVERYTHING: Final = "all"
"""The value of the parameter `as` for a view with nothing hidden; seats are numbered from 1."""


@dataclass(frozen=True)
class ViewpointChoice:
    """A viewpoint that the reader can choose."""

    viewpoint: Viewpoint
    key: str
    """Its value in the parameter `as`."""
    label: str
    query: str
    """The query string that keeps it; empty for the default viewpoint."""


def viewpoint_choices(game: Game, own_seat: int | None, names: Sequence[str]) -> list[ViewpointChoice]:
    """The viewpoints that the reader may choose, the default one first."""
    return [
        ViewpointChoice(
            viewpoint, _key(viewpoint), _label(viewpoint, own_seat, names), f"?as={_key(viewpoint)}" if place else ""
        )
        for place, viewpoint in enumerate(replay.viewpoints(game, own_seat))
    ]


def _key(viewpoint: Viewpoint) -> str:
    if viewpoint.seat is None:
        return EVERYTHING if viewpoint.disclosed else ""
    return str(viewpoint.seat + 1)


def _label(viewpoint: Viewpoint, own_seat: int | None, names: Sequence[str]) -> str:
    if viewpoint.seat is None:
        return _("everything") if viewpoint.disclosed else _("a spectator")
    name = names[viewpoint.seat]
    return _("%(name)s (you)") % {"name": name} if viewpoint.seat == own_seat else name


@dataclass(frozen=True)
class StepLinks:
    """A pair of links, to an earlier and to a later position."""

    label: str
    back: str | None
    on: str | None


@dataclass(frozen=True)
class ReplayLogLine:
    """A line of the log beside a position."""

    number: int
    sentences: tuple[str, ...]
    source: str
    at: datetime
    url: str
    current: bool
    """Whether it led to the position that is shown."""


def _strides(game: Game, steps: Sequence[Step], seat: int | None) -> dict[Stride, str]:
    """The longer strides that there are in this game, with their labels. seat: of whoever looks, None for nobody's."""
    phase = registry.chronicle(game.kind).phase_name()
    strides: dict[Stride, str] = {"turn": _("Turn")}
    if phase is not None:
        strides["phase"] = in_words(phase)
    if steps and steps[-1].round > 1:
        strides["round"] = _("Round")
    if seat is not None:
        strides["mine"] = _("Own decision")
    return strides


def replay_context(
    game: Game, eyes: Sequence[ViewpointChoice], chosen: ViewpointChoice, number: int, url: Callable[[int], str]
) -> dict[str, Any]:
    """The context of one position. url: returns the address of a position. Raises NoSuchPosition."""
    names = queries.player_names(game)
    viewpoint = replay.viewpoint_then(game, chosen.viewpoint, number)
    seat = chosen.viewpoint.seat
    steps = replay.replay_steps(game, chosen.viewpoint)
    try:
        view = replay.view_of(game, replay.position_at(game, number), viewpoint)
    except RulesChanged:
        view = None
    ways = replay.neighbours(steps, number, seat)

    def to(place: int | None) -> str | None:
        return None if place is None else url(place) + chosen.query

    current = steps[number - 1].round if number else 1
    shown = [step for step in steps if step.round == current]
    beginnings = {step.round: step.number - 1 for step in reversed(steps)}
    lines = [_log_line(game, step, names, url(step.number) + chosen.query, number) for step in shown]
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "folder": game.template_folder,
        "names": names,
        "view": view,
        "highlighted": frozenset(),
        "seat": _seat(game, viewpoint.seat),
        "number": number,
        "last": len(steps),
        "played": _log_line(game, steps[number - 1], names, "", number) if number else None,
        "step": StepLinks("", to(ways["step"].previous), to(ways["step"].next)),
        "ends": StepLinks("", to(0) if number else None, to(len(steps)) if number < len(steps) else None),
        "strides": [
            StepLinks(label, to(ways[stride].previous), to(ways[stride].next))
            for stride, label in _strides(game, steps, seat).items()
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


def _log_line(game: Game, step: Step, names: Sequence[str], url: str, number: int) -> ReplayLogLine:
    sentences = tuple(queries.narrate(game, step.events, names))
    if step.seat is None:
        sentences = (set_up_sentence(step.source), *sentences)
    return ReplayLogLine(step.number, sentences, source_label(step.source), step.at, url, step.number == number)


# --- the result --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TallyTable:
    """A table with a column for every seat."""

    title: str
    rows: list[tuple[str, list[int | str]]]


def result_context(game: Game, viewer: Actor) -> dict[str, Any]:
    """The context of the result page, which can be shared."""
    names = queries.player_names(game)
    rules, position = rules_of(game), stored_position(game)
    figures = statistics(game)
    seats = list(game.seats.all())
    profiles = visible_profiles(viewer, [seat.user for seat in seats if seat.user is not None])
    standings = score_table(rules.score_sheet(position), queries.result_names(seats), linked_names(seats, profiles))
    winners = [line.name for line in standings.standings if line.rank == 1]
    return {
        "game": game,
        "title": in_words(rules.title),
        "folder": game.template_folder,
        "names": names,
        "view": rules.view(position, None),
        "highlighted": frozenset(),
        "seat": None,
        "over": True,
        "score_table": standings,
        "winners": ", ".join(winners),
        "winner_count": len(winners),
        "standing": ", ".join(f"{line.rank}. {line.name} {line.total}" for line in standings.standings),
        "figures": figures,
        "duration": duration_in_words(figures.duration),
        "seats": [(names[one.seat], _time(one)) for one in figures.seats],
        "chart": points_chart(figures.totals, names) if figures.rounds > 1 else None,
        "tallies": [_table(tally) for tally in figures.tallies],
        "holders": shown_holders(game),
        "rating_changes": leaderboards.changes_at(game, viewer),
        "ratings_counted": game.rated and leaderboards.is_counted(game),
        "options": queries.chosen_options(game),
        "had_coach": coach.had_coach(game.seats.all()),
        "secret_hash": secret_commitment(game),
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
