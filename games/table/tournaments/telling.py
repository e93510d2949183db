"""What people are told of a tournament beyond the mails of its games; each is told once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.models import Entrant, Tournament
from games.people.models import User
from games.site_urls import absolute_url
from games.table import notices


def page_of(tournament: Tournament) -> str:
    return absolute_url(reverse("tournament", args=[tournament.pk]))


def tell_invited(tournament: Tournament, person: User) -> None:
    notices.tell(
        f"tournament:{tournament.pk}:invited",
        person,
        gettext_lazy("you are invited to a tournament"),
        gettext_lazy("%(organiser)s invites you to the tournament “%(name)s”. Look at it, enter or decline: %(page)s"),
        organiser=tournament.organiser.username,
        name=tournament.name,
        page=page_of(tournament),
    )


def tell_placed(tournament: Tournament, entrant: Entrant) -> None:
    """Somebody who has waited has a place now."""
    for person in _people([entrant]):
        notices.tell(
            f"tournament:{tournament.pk}:placed:{entrant.pk}",
            person,
            gettext_lazy("a place in a tournament came free for you"),
            gettext_lazy(
                "You have waited for a place in the tournament “%(name)s”: one came free, and you are in. If you do "
                "not want to play any more, leave it on its page: %(page)s"
            ),
            name=tournament.name,
            page=page_of(tournament),
        )


def tell_too_late(tournament: Tournament) -> None:
    """It begins, and some still wait for a place."""
    for person in _people(tournament.entrants.filter(status=Entrant.Status.WAITING).select_related("user")):
        notices.tell(
            f"tournament:{tournament.pk}:too late",
            person,
            gettext_lazy("no place in a tournament came free"),
            gettext_lazy(
                "You have waited for a place in the tournament “%(name)s”. It has begun without you: no place "
                "came free."
            ),
            name=tournament.name,
        )


def tell_called_off(tournament: Tournament, reason: str, without: User | None = None) -> None:
    """reason: of staff, or empty."""
    for person in _concerned(tournament, without):
        notices.tell(
            f"tournament:{tournament.pk}:called off",
            person,
            pgettext_lazy("the subject of a mail", "a tournament was called off"),
            gettext_lazy("A moderator has called the tournament “%(name)s” off: %(reason)s")
            if reason
            else gettext_lazy("The tournament “%(name)s” was called off before it began."),
            name=tournament.name,
            reason=reason,
        )


def tell_start_moved(tournament: Tournament, entry: int, start: datetime, reason: str, without: User | None) -> None:
    """Staff have moved the start. entry: the id of the entry of the trail."""
    for person in _concerned(tournament, without):
        notices.tell(
            f"tournament:{tournament.pk}:start moved:{entry}",
            person,
            gettext_lazy("a tournament starts at another time"),
            gettext_lazy("A moderator has moved the start of the tournament “%(name)s” to %(start)s: %(reason)s"),
            name=tournament.name,
            start=start,
            reason=reason,
        )


def tell_bye(tournament: Tournament, entrant: Entrant, number: int) -> None:
    for person in _people([entrant]):
        notices.tell(
            f"tournament:{tournament.pk}:bye:{number}",
            person,
            gettext_lazy("a bye in a tournament"),
            gettext_lazy(
                "Round %(number)s of the tournament “%(name)s” has begun. You have a bye: no game this time, and as "
                "many points as a table gives on average."
            ),
            number=number,
            name=tournament.name,
        )


def tell_dropped(tournament: Tournament, entrant: Entrant) -> None:
    """Somebody was taken out of the tournament, as they have left their seat."""
    for person in _people([entrant]):
        notices.tell(
            f"tournament:{tournament.pk}:dropped",
            person,
            gettext_lazy("you are out of a tournament"),
            gettext_lazy(
                "You had left your seat when your game in the tournament “%(name)s” ended, so its next rounds go on "
                "without you."
            ),
            name=tournament.name,
        )


def tell_removed(tournament: Tournament, entrant: Entrant, reason: str) -> None:
    for person in _people([entrant]):
        notices.tell(
            f"tournament:{tournament.pk}:removed",
            person,
            gettext_lazy("you are out of a tournament"),
            gettext_lazy("A moderator has taken you out of the tournament “%(name)s”: %(reason)s"),
            name=tournament.name,
            reason=reason,
        )


def tell_ended(tournament: Tournament, entrants: Iterable[Entrant]) -> None:
    """With the place of each. entrants: all who have one."""
    entrants = list(entrants)
    winner = next((entrant for entrant in entrants if entrant.place == 1), None)
    for entrant in entrants:
        for person in _people([entrant]):
            notices.tell(
                f"tournament:{tournament.pk}:ended",
                person,
                gettext_lazy("a tournament is over"),
                gettext_lazy("You have won the tournament “%(name)s”. The standings and all games: %(page)s")
                if entrant == winner
                else gettext_lazy(
                    "The tournament “%(name)s” is over. You have place %(place)s of %(all)s. The standings and all "
                    "games: %(page)s"
                ),
                name=tournament.name,
                place=entrant.place,
                all=len(entrants),
                page=page_of(tournament),
            )


def _concerned(tournament: Tournament, without: User | None) -> list[User]:
    """Its organiser, who are in it and who wait for a place. without: whoever does it need not be told."""
    rows = tournament.entrants.filter(status__in=[Entrant.Status.ENTERED, Entrant.Status.WAITING])
    people = {person.pk: person for person in (tournament.organiser, *_people(rows.select_related("user")))}
    return [person for person in people.values() if person != without]


def _people(entrants: Iterable[Entrant]) -> list[User]:
    return [entrant.user for entrant in entrants if entrant.user is not None]
