"""The open games that the lobby offers somebody: which of them they want to see, and a feed of them (Atom).

What somebody wants to see is remembered until they forget it. The feed has a secret address; whoever knows it reads
what its person could read in the lobby, and nothing else.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Self

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.access import Permission
from games.access.blocks import without_apart
from games.clock_words import clock_summary
from games.models import Game, LobbyChoices, Seat, WaitingPerson
from games.models.turns import new_reply_token
from games.people.models import User
from games.site_urls import absolute_url
from games.table import audit, permission_check, queries
from games.table.errors import NotAllowed
from games.table.positions import rules_of
from games.wording import in_words

FEED: Final = "feed address"
"""The audit word for a new secret address, or none."""
MAX_GAMES: Final = 50


@dataclass(frozen=True)
class Narrowing:
    """Which open games are wanted; whatever is None or empty does not matter."""

    kind: str = ""
    players: int | None = None
    longest: timedelta | None = None
    """The time per turn, at most."""
    rated: bool | None = None
    free: int | None = None
    """At least so many seats are free."""

    def to_json(self) -> dict[str, Any]:
        seconds = None if self.longest is None else int(self.longest.total_seconds())
        values = {**vars(self), "longest": seconds}
        return {name: value for name, value in values.items() if value not in (None, "")}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """What `to_json` wrote."""
        longest = stored.get("longest")
        return cls(**{**stored, "longest": None if longest is None else timedelta(seconds=longest)})


def games_with_free_seats(person: User, wanted: Narrowing) -> QuerySet[Game]:
    """Open games in which anybody may take a seat and this person has none, the newest first, with seats and hosts.

    Without those in which somebody has to do from whom they are kept apart. The database reads the newest games until
    it has as many as are asked for, however many there are.
    """
    games = _narrowed(_open_to(person).filter(Exists(_FREE)), wanted)
    if wanted.free is not None and wanted.free > 1:
        games = games.filter(Exists(_FREE.order_by("pk")[wanted.free - 1 : wanted.free]))
    return games


def games_with_free_seats_for_all() -> QuerySet[Game]:
    """Open games in which anybody may take a seat, whoever it is; else as `games_with_free_seats`."""
    return _open_games().filter(Exists(_FREE))


def full_games(person: User, wanted: Narrowing) -> QuerySet[Game]:
    """Open games of the lobby for a seat of which this person can wait, as all were taken; the newest first.

    The seats that they wait for are kept for people who were invited: the database finds the games by those, of which
    there are few. Else as `games_with_free_seats`.
    """
    kept = Seat.objects.exclude(invited_email="").filter(user=None, bot_level="")
    waits = WaitingPerson.objects.filter(game=OuterRef("pk"), person=person)
    shown = _open_to(person).filter(pk__in=kept.values("game"), takeover=Game.Takeover.LOBBY)
    return _narrowed(shown.filter(~Exists(_FREE), ~Exists(waits)), wanted)


_SEATS: Final = Seat.objects.filter(game=OuterRef("pk"))
_FREE: Final = _SEATS.filter(user=None, bot_level="", invited_email="")


def _open_to(person: User) -> QuerySet[Game]:
    """The open games in which somebody has no seat, with seats and hosts, and without those who are kept apart."""
    return without_apart(_open_games().filter(~Exists(_SEATS.filter(user=person))), person)


def _open_games() -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.OPEN).select_related("host").prefetch_related("seats__user")


def _narrowed(games: QuerySet[Game], wanted: Narrowing) -> QuerySet[Game]:
    if wanted.kind:
        games = games.filter(kind=wanted.kind)
    if wanted.players is not None:
        games = games.filter(seat_count=wanted.players)
    if wanted.longest is not None:
        games = games.filter(turn_limit__lte=wanted.longest)
    if wanted.rated is not None:
        games = games.filter(rated=wanted.rated)
    return games


def remembered(person: User) -> Narrowing:
    """What somebody wants to see if they do not say it."""
    choices = LobbyChoices.objects.filter(person=person).first()
    return Narrowing.from_json(choices.narrowing) if choices is not None else Narrowing()


def remember(person: User, wanted: Narrowing) -> None:
    """Remember what somebody wants to see; Narrowing() forgets it. Raises NotAllowed."""
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    LobbyChoices.objects.update_or_create(person=person, defaults={"narrowing": wanted.to_json()})


# --- the feed ------------------------------------------------------------------------------------------------------


def feed_key_of(person: User) -> str | None:
    """The secret part of the address of somebody's feed; None if there is none."""
    return LobbyChoices.objects.filter(person=person).values_list("feed_key", flat=True).first()


def new_feed_address(person: User) -> None:
    """Give somebody's feed a new secret address; the one before leads nowhere. Raises NotAllowed."""
    _keep(person, new_reply_token())


def revoke_feed_address(person: User) -> None:
    """Let the address of somebody's feed lead nowhere. Raises NotAllowed."""
    _keep(person, None)


def _keep(person: User, key: str | None) -> None:
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    LobbyChoices.objects.update_or_create(person=person, defaults={"feed_key": key})
    audit.note(FEED, by=person, person=person, details={"made": key is not None})


def reader_of(key: str) -> User | None:
    """The person whose secret address this is; None if it leads nowhere."""
    choices = LobbyChoices.objects.filter(feed_key=key, person__is_active=True).select_related("person").first()
    return choices.person if choices is not None else None


def feed_games(person: User) -> list[Game]:
    """The games of somebody's feed: as the lobby shows them, by what is remembered."""
    return list(games_with_free_seats(person, remembered(person))[:MAX_GAMES])


def feed_mark(games: list[Game]) -> str:
    """A digest of all that a feed of these games says, in the active language."""
    said = [(game.pk, game.version, game.name, game.host.username) for game in games]
    return hashlib.sha256(repr((get_language(), said)).encode()).hexdigest()[:32]


def write_feed(games: list[Game], address: str) -> str:
    """The feed of these games, in the active language. address: where it is read, and its id."""
    feed = Atom1Feed(
        title=_("Games with free seats"),
        link=absolute_url(reverse("lobby")),
        description="",
        language=get_language(),
        feed_url=address,
        feed_guid=address,
    )
    for game in games:
        free = sum(not (seat.user_id or seat.bot_level or seat.invited_email) for seat in game.seats.all())
        page = absolute_url(reverse("game-join", args=[game.pk]))
        feed.add_item(
            title=game.name,
            link=page,
            unique_id=page,
            pubdate=game.opened_at,
            updateddate=game.opened_at,
            author_name=game.host.username,
            description=_feed_text(game, free),
        )
    written: str = feed.writeString("utf-8")
    return written


def _feed_text(game: Game, free: int) -> str:
    seats = ngettext("%(free)s of %(all)s seat is free", "%(free)s of %(all)s seats are free", free)
    options = [f"{label}: {value}" for label, value in queries.changed_options(game)]
    parts = [in_words(rules_of(game).title), *options]
    parts += [seats % {"free": free, "all": game.seat_count}, clock_summary(game.time_control)]
    return " · ".join([*parts, *([_("rated")] if game.rated else [])])
