"""Who waits for a seat of an open game. games.table.waiting_list puts people on the list and gives them seats."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.access.blocks import keeps_apart
from games.models import Game
from games.people.models import User
from games.site_urls import absolute_url
from games.table import notices


def waits(person: User, game: Game) -> bool:
    """Whether somebody waits for a seat of this game."""
    return game.waiting.filter(person=person).exists()


def games_waited_for(person: User) -> QuerySet[Game]:
    """The open games for a seat of which somebody waits, in the order in which they began to, with seats and hosts."""
    games = Game.objects.filter(status=Game.Status.OPEN, waiting__person=person).order_by("waiting__pk")
    return games.select_related("host").prefetch_related("seats__user__owner")


def number_waiting(game: Game) -> int:
    """How many wait, as the table is told: without those who are kept apart from somebody there."""
    return sum(not keeps_apart(game, row.person) for row in game.waiting.select_related("person"))


def tell_seated(game: Game, person: User, row: int) -> None:
    """Tell somebody that a seat came free and is theirs now, in a game that goes on waiting for others.

    row: the id of their row on the list: whoever leaves and waits again is told again.
    """
    notices.tell(
        f"waiting:{game.pk}:seated:{row}",
        person,
        _("a seat came free for you"),
        _(
            "You have waited for a seat of “%(game_name)s”: one came free, and it is yours. The game begins with its "
            "last seat. If you do not want to play any more, leave it on its page: %(page)s"
        ),
        game=game,
        game_name=game.name,
        page=absolute_url(reverse("game", args=[game.pk])),
    )


def end(game: Game) -> None:
    """The game has begun or was called off: nobody waits any more, and those who did are told."""
    for row in list(game.waiting.select_related("person")):
        notices.tell(
            f"waiting:{game.pk}:over",
            row.person,
            pgettext_lazy("the subject of a mail", "no seat came free"),
            _("You have waited for a seat of “%(game_name)s”. It was called off before it began.")
            if game.status == Game.Status.ABORTED
            else _("You have waited for a seat of “%(game_name)s”. It has begun without you: no seat came free."),
            game_name=game.name,
        )
    game.waiting.all().delete()
