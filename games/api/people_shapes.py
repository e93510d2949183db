"""Builds the responses about people and their games that are over."""

from __future__ import annotations

from collections.abc import Mapping

from games.api import response_types as shapes
from games.engine import registry
from games.engine.words import Message
from games.models import PlayedGame
from games.people.models import User
from games.table import queries
from games.table.own_games import KindStatistics, OwnStatistics, PickFigures
from games.table.profiles import Profile, Results
from games.wording import in_words


def build_profile(profile: Profile, page: str) -> shapes.ProfileShape:
    """page: the address of the profile's page."""
    reliability = profile.reliability
    half = reliability.half_within
    return shapes.ProfileShape(
        name=profile.name,
        page=page,
        member_since=profile.member_since,
        kinds=[
            shapes.KindResultsShape(one.kind, _title(one.kind), _results(one.with_people), _results(one.with_bots))
            for one in profile.kinds
        ],
        reliability=shapes.ReliabilityShape(
            games=reliability.games,
            asked=reliability.asked,
            in_time=reliability.in_time,
            abandoned=reliability.abandoned,
            answers=reliability.answers,
            half_within=None if half is None else int(half.total_seconds()),
        ),
    )


def _results(results: Results) -> shapes.ResultsShape:
    return shapes.ResultsShape(results.played, results.won, results.shared)


def build_played_game(row: PlayedGame, person: User, *, seen: bool) -> shapes.PlayedGameShape:
    """seen: whether the person may see the game still."""
    seats = list(row.game.seats.all())
    names = zip(seats, queries.seat_names(seats), strict=True) if seen else ()
    return shapes.PlayedGameShape(
        game=row.game_id if seen else None,
        name=row.game.name if seen else None,
        kind=row.kind,
        players=row.players,
        other_people=row.other_people if seen else None,
        others=[name for seat, name in names if seat.user_id != person.pk],
        seat=row.seat,
        rank=row.rank,
        shared=row.shared,
        score=row.score,
        left=row.left or None,
        asked=row.asked,
        in_time=row.in_time,
        picks=row.picks,
        ended_at=row.to_at if row.left else row.ended_at,
    )


def build_statistics(statistics: OwnStatistics) -> shapes.OwnStatisticsShape:
    return shapes.OwnStatisticsShape(
        kinds=[_kind(figures) for figures in statistics.kinds],
        opponents=[
            shapes.OpponentShape(one.person.username, one.games, one.ahead, one.level, one.behind)
            for one in statistics.opponents
        ],
    )


def _kind(figures: KindStatistics) -> shapes.KindStatisticsShape:
    labels = registry.chronicle(figures.kind).pick_names()
    return shapes.KindStatisticsShape(
        kind=figures.kind,
        title=_title(figures.kind),
        games=figures.games,
        seats=[
            shapes.SeatScoresShape(
                one.players, one.seat, one.games, round(one.mean_score, 2), round(one.mean_rank, 2), one.won
            )
            for one in figures.seats
        ],
        picks=[_pick(one, labels) for one in figures.picks],
        openings=[_pick(one, labels) for one in figures.openings],
    )


def _pick(one: PickFigures, labels: Mapping[str, Message]) -> shapes.PickShape:
    return shapes.PickShape(one.key, in_words(labels[one.key]) if one.key in labels else one.key, one.times, one.won)


def _title(kind: str) -> str:
    return in_words(registry.game(kind).title)
