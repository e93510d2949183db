"""Seats a round: writes its tables, and starts their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from games.access import Permission
from games.access.blocks import pairs_apart
from games.models import Entrant, Game, Seat, Tournament, TournamentRound, TournamentSeat, TournamentTable
from games.table import audit, shared_traces
from games.table.game_start import start_in_order
from games.table.rated_games import MIN_PEOPLE

MAX_NAME_LENGTH = Game._meta.get_field("name").max_length or 0


def pairs_kept_apart(entrants: Sequence[Entrant]) -> set[frozenset[int]]:
    """The pairs of entrants who are not to sit together: by blocks, or because they may be one person."""
    by_person = {entrant.user_id: entrant.pk for entrant in entrants if entrant.user_id is not None}
    people = list(by_person)
    pairs = pairs_apart(people) | shared_traces.pairs_who_share(people)
    return {frozenset(by_person[person] for person in pair) for pair in pairs}


def seat_table(
    tournament: Tournament, round_: TournamentRound, number: int, order: Sequence[int], entrants: Mapping[int, Entrant]
) -> TournamentTable:
    """Write a table of a round and start its game. order: the ids of its entrants by seat."""
    seated = [entrants[one] for one in order]
    people = [entrant.user for entrant in seated if entrant.user is not None]
    with translation.override(tournament.organiser.reading_language):
        name = _("%(tournament)s, round %(round)s, table %(table)s") % {
            "tournament": tournament.name,
            "round": round_.number,
            "table": number,
        }
    game = Game(
        name=name[:MAX_NAME_LENGTH],
        kind=tournament.kind,
        options=tournament.options,
        turn_limit=tournament.turn_limit,
        clock=tournament.clock,
        host=tournament.organiser,
        # Bots are no opponents by whom a rating could be measured alone.
        rated=tournament.rated and len(people) >= MIN_PEOPLE,
        visibility=Game.Visibility.SPECTATORS if tournament.entry == Tournament.Entry.OPEN else Game.Visibility.PRIVATE,
        # Whoever took a seat over would play for the points of somebody else.
        takeover=Game.Takeover.NOBODY,
    )
    start_in_order(game, [Seat(user=entrant.user, bot_level=entrant.bot_level) for entrant in seated])
    for person in people:
        shared_traces.note(game, person)
    audit.note(
        Permission.OPEN_GAME,
        by=None,
        game=game,
        details={"kind": game.kind, "tournament": tournament.pk, "round": round_.number},
    )
    table = TournamentTable.objects.create(round=round_, number=number, game=game)
    TournamentSeat.objects.bulk_create(
        [TournamentSeat(table=table, entrant=entrant, index=index) for index, entrant in enumerate(seated)]
    )
    return table
