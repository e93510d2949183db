"""Builds the responses about tournaments."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from games.access.tournaments import numbers_waiting, waits_in_vain
from games.api import response_types
from games.engine import registry
from games.models import Entrant, Tournament
from games.people.models import User
from games.table.tournaments.reading import ReadRound, ReadTable, rounds_of, standings_of
from games.table.tournaments.shown_names import entrant_name
from games.tournaments.standings import Standing
from games.wording import in_words


def build_tournaments(tournaments: Iterable[Tournament], reader: User) -> list[response_types.TournamentShape]:
    """Several, in a few queries; their organisers must be loaded."""
    rows = list(tournaments)
    by_tournament: dict[str, list[Entrant]] = {row.pk: [] for row in rows}
    for entrant in Entrant.objects.filter(tournament__in=rows):
        by_tournament[entrant.tournament_id].append(entrant)
    entrants = {row: by_tournament[row.pk] for row in rows}
    waiting = numbers_waiting(entrants, reader)
    return [_shape(row, entrants[row], waiting[row.pk], reader) for row in rows]


def _shape(row: Tournament, entrants: list[Entrant], waiting: int, reader: User) -> response_types.TournamentShape:
    own = next((entrant for entrant in entrants if entrant.user_id == reader.pk), None)
    return response_types.TournamentShape(
        id=row.pk,
        url=reverse("api:tournament", args=[row.pk]),
        page=reverse("tournament", args=[row.pk]),
        name=row.name,
        kind=row.kind,
        title=in_words(registry.game(row.kind).title),
        organiser=row.organiser.shown_name,
        status=row.status,
        entry=row.entry,
        code=row.code if row.entry == Tournament.Entry.LINK and row.organiser_id == reader.pk else None,
        entry_until=row.entry_until,
        places=row.places,
        taken=row.places
        if waits_in_vain(own, reader, row)
        else sum(entrant.status == Entrant.Status.ENTERED for entrant in entrants),
        waiting=waiting,
        fewest=row.fewest,
        table_size=row.table_size,
        rounds=row.rounds,
        round=len(row.played_rounds.all()),
        filling=row.filling,
        bot_level=row.bot_level or None,
        rated=row.rated,
        options=row.options,
        turn_limit=int(row.turn_limit.total_seconds()),
        started_at=row.started_at,
        ended_at=row.ended_at,
        you=own.status if own is not None else None,
    )


def build_standings(tournament: Tournament) -> response_types.TournamentStandingsShape:
    rounds = rounds_of(tournament)
    return response_types.TournamentStandingsShape(
        standings=[_line(standing, entrant) for standing, entrant in standings_of(tournament, rounds)]
        if rounds
        else [],
        tables=[_table(one, table) for one in rounds for table in one.tables],
    )


def _line(standing: Standing, entrant: Entrant) -> response_types.TournamentLineShape:
    return response_types.TournamentLineShape(
        place=standing.place,
        name=entrant_name(entrant),
        person=_account(entrant),
        points=int(standing.points),
        opponents=round(float(standing.opponents), 4),
        share=round(float(standing.share), 4),
        firsts=standing.firsts,
        byes=standing.byes,
        drawn=standing.drawn,
        dropped_out=entrant.status == Entrant.Status.DROPPED,
    )


def _table(one: ReadRound, table: ReadTable) -> response_types.TournamentTableShape:
    return response_types.TournamentTableShape(
        round=one.row.number,
        table=table.number,
        game=table.game.pk,
        url=reverse("api:game-detail", args=[table.game.pk]),
        status=table.game.status,
        seats=[
            response_types.TournamentSeatShape(
                name=entrant_name(at.entrant),
                person=_account(at.entrant),
                points=int(at.place.points) if at.place else None,
                score=at.seat.score if table.over else None,
            )
            for at in table.seats
        ],
    )


def _account(entrant: Entrant) -> str | None:
    return entrant.user.username if entrant.user is not None and entrant.user.closed_at is None else None
