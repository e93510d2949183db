"""Opening a tournament, changing it before its start, calling it off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Permission
from games.bot_levels import BOT_LEVELS
from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.options import clean_values
from games.engine.record import SECRET_BYTES
from games.models import Tournament
from games.people.models import User
from games.people.unconfirmed import is_unconfirmed
from games.table import audit, caps, permission_check
from games.table.errors import BadOpening, BadTournament, EntryClosed, NotAllowed, NotOrganiser
from games.table.locks import lock_person
from games.table.name_checks import clean_game_name
from games.table.rated_games import MIN_PEOPLE
from games.table.tournaments import telling
from games.table.tournaments.locks import lock_tournament
from games.table.tournaments.places import give_places
from games.table.tournaments.possible_sizes import possible_sizes
from games.time_control import TimeControl
from games.tournaments.table_sizes import byes_needed, sizes_of

MAX_PLACES: Final = 64
MAX_ROUNDS: Final = 10
LATEST_START: Final = timedelta(days=90)
MAX_NAME_LENGTH: Final = Tournament._meta.get_field("name").max_length or 0
MAX_KEY_LENGTH: Final = Tournament._meta.get_field("opening_key").max_length or 0
NO_SECRET: Final = bytes(SECRET_BYTES)


@dataclass(frozen=True)
class TournamentPlan:
    """What a tournament is going to be like: see the columns of Tournament."""

    name: str
    kind: str
    time_control: TimeControl
    table_size: int
    rounds: int
    places: int
    fewest: int
    options: Mapping[str, str]
    entry: str = Tournament.Entry.OPEN
    entry_until: datetime | None = None
    filling: str = Tournament.Filling.BYES
    bot_level: str = ""
    rated: bool = False


def open_tournament(organiser: User, plan: TournamentPlan, *, opening_key: str = "") -> Tournament:
    """Open a tournament for entries. Its organiser is not in it before they enter.

    opening_key: if this organiser has opened one by the same key, that one is returned as it is now; empty: none.
    Raises NotAllowed, Suspended, TooMany, OptionError for options that the game does not know, BadTournament.
    """
    permission_check.require_permission(Permission.OPEN_TOURNAMENT, organiser, NotAllowed())
    earlier = _find_by_opening_key(organiser, opening_key)
    if earlier is not None:
        return earlier
    rules = _rules_of(plan)
    name = _clean_name(plan.name) or _("%(name)s's tournament") % {"name": organiser.username}
    chosen = clean_values(rules.options(), plan.options)
    for size in possible_sizes(plan.kind):
        rules.new(size, chosen, NO_SECRET)
    _check(plan, rules, opening_key)
    tournament = Tournament(
        name=name[:MAX_NAME_LENGTH].strip(),
        kind=plan.kind,
        options=chosen,
        turn_limit=plan.time_control.per_turn,
        clock=plan.time_control.to_json(),
        rated=plan.rated,
        entry=plan.entry,
        opening_key=opening_key,
        places=plan.places,
        fewest=plan.fewest,
        table_size=plan.table_size,
        rounds=plan.rounds,
        entry_until=plan.entry_until,
        filling=plan.filling,
        bot_level=plan.bot_level if plan.filling == Tournament.Filling.BOTS else "",
    )
    try:
        with transaction.atomic():
            tournament.organiser = lock_person(organiser)
            permission_check.require_permission(Permission.OPEN_TOURNAMENT, tournament.organiser, NotAllowed())
            if is_unconfirmed(tournament.organiser):
                raise NotAllowed(_("Confirm your mail address first."))
            caps.check_tournaments(tournament.organiser)
            tournament.save(force_insert=True)
            audit.note(
                Permission.OPEN_TOURNAMENT,
                by=organiser,
                details={"tournament": tournament.pk, "kind": plan.kind, "entry": plan.entry, "places": plan.places},
            )
    except IntegrityError:
        # If two equal requests come at the same moment, one opens it and both return it.
        earlier = _find_by_opening_key(organiser, opening_key)
        if earlier is None:
            raise
        return earlier
    return tournament


def change_tournament(
    tournament_id: str, by: User, *, places: int, fewest: int, entry_until: datetime | None
) -> Tournament:
    """Change what may change before the start: how many can enter, how many it takes, and when it starts.

    More places go first to those who wait.

    Raises NoSuchTournament, NotOrganiser, EntryClosed, BadTournament, Suspended.
    """
    with transaction.atomic():
        tournament = lock_own_entry(tournament_id, by)
        if places < tournament.entrants.filter(status="entered").count():
            raise BadTournament(_("More people have entered already."), "places")
        tournament.places, tournament.fewest, tournament.entry_until = places, fewest, entry_until
        check_numbers(tournament)
        check_start(entry_until)
        tournament.save(update_fields=["places", "fewest", "entry_until"])
        give_places(tournament)
        audit.note(
            Permission.RUN_TOURNAMENT, by=by, details={"tournament": tournament.pk, "places": places, "fewest": fewest}
        )
    return tournament


def cancel_tournament(tournament_id: str, by: User) -> None:
    """Call a tournament off before its start. All who have entered or wait for a place are told.

    Raises NoSuchTournament, NotOrganiser, EntryClosed, Suspended.
    """
    with transaction.atomic():
        tournament = lock_own_entry(tournament_id, by)
        audit.note(Permission.RUN_TOURNAMENT, by=by, details={"tournament": tournament.pk, "called off": True})
        call_off(tournament, without=by)


def call_off(tournament: Tournament, *, reason: str = "", without: User | None = None) -> None:
    """The same for whoever holds the tournament's lock. Games that are under way go on as they are.

    Its organiser is told, too. without: whoever does it need not be told.
    """
    tournament.status, tournament.ended_at = Tournament.Status.CANCELLED, timezone.now()
    tournament.save(update_fields=["status", "ended_at"])
    telling.tell_called_off(tournament, reason, without)


def lock_own_entry(tournament_id: str, by: User) -> Tournament:
    """Lock a tournament that has not begun, for its organiser. Raises as `change_tournament` does."""
    tournament = lock_tournament(tournament_id)
    permission_check.require_permission(Permission.RUN_TOURNAMENT, by, NotOrganiser())
    if tournament.organiser_id != by.pk:
        raise NotOrganiser
    if tournament.status != Tournament.Status.ENTRY:
        raise EntryClosed
    return tournament


def check_numbers(tournament: Tournament) -> None:
    """Whether the numbers of a tournament go together. Raises BadTournament."""
    possible, most = possible_sizes(tournament.kind), tournament.places
    if not 1 <= tournament.fewest <= most <= MAX_PLACES:
        text = _("At least one person, and at most %(most)s places.") % {"most": MAX_PLACES}
        raise BadTournament(text, "places")
    if tournament.filling == Tournament.Filling.BOTS:
        if not sizes_of(most, tournament.table_size, possible):
            raise BadTournament(_("So many places cannot be divided into tables."), "places")
    elif byes_needed(tournament.fewest, tournament.table_size, possible) == tournament.fewest:
        raise BadTournament(_("So few people fill no table."), "fewest")
    if tournament.rated and tournament.fewest < MIN_PEOPLE:
        raise BadTournament(_("A rated tournament needs at least two people."), "fewest")


def check_start(entry_until: datetime | None) -> None:
    """Raises BadTournament unless a tournament may start at this moment."""
    now = timezone.now()
    if entry_until is not None and not now < entry_until <= now + LATEST_START:
        text = _("The start must lie in the future, and at most %(days)s days from now.")
        raise BadTournament(text % {"days": LATEST_START.days}, "entry_until")


def _rules_of(plan: TournamentPlan) -> Rules:
    try:
        rules = registry.game(plan.kind)
    except KeyError:
        raise BadTournament(_("There is no game “%(kind)s” here.") % {"kind": plan.kind}, "kind") from None
    if plan.table_size not in possible_sizes(plan.kind):
        raise BadTournament(_("This game has no tables of this size."), "table_size")
    return rules


def _check(plan: TournamentPlan, rules: Rules, opening_key: str) -> None:
    if len(opening_key) > MAX_KEY_LENGTH:
        raise BadTournament(_("This form cannot be read: load the page again."))
    if plan.entry not in Tournament.Entry.values:
        raise BadTournament(_("“%(word)s” does not say who may enter.") % {"word": plan.entry}, "entry")
    if plan.filling not in Tournament.Filling.values:
        raise BadTournament(_("“%(word)s” does not say who takes free places.") % {"word": plan.filling}, "filling")
    if plan.filling == Tournament.Filling.BOTS and plan.bot_level not in BOT_LEVELS:
        raise BadTournament(_("Say which level a bot is to play."), "bot_level")
    if not 1 <= plan.rounds <= MAX_ROUNDS:
        raise BadTournament(_("A tournament has from 1 to %(most)s rounds.") % {"most": MAX_ROUNDS}, "rounds")
    if plan.time_control.round is not None and not registry.chronicle(rules.key).has_rounds:
        raise BadTournament(_("This game has no rounds: choose another clock."), "clock")
    check_numbers(
        Tournament(
            kind=plan.kind,
            table_size=plan.table_size,
            places=plan.places,
            fewest=plan.fewest,
            filling=plan.filling,
            rated=plan.rated,
        )
    )
    check_start(plan.entry_until)


def _clean_name(name: str) -> str:
    try:
        return clean_game_name(name)
    except BadOpening as refused:
        raise BadTournament(refused.message, "name") from None


def _find_by_opening_key(organiser: User, opening_key: str) -> Tournament | None:
    if not opening_key:
        return None
    return Tournament.objects.filter(organiser=organiser, opening_key=opening_key).first()
