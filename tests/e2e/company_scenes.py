"""People at tables, for pictures of them: a vote, a vacant seat, talk, profiles; filled into a running site."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.models import Game
from games.people.models import User
from games.table import talk
from games.table.friends import befriend
from games.table.game_update import GameUpdate
from games.table.open_games import SeatPlan, join, open_game
from games.table.preferences import set_profile_shown
from games.table.proposals.actions import propose
from games.table.resignation import resign
from games.time_control import TimeControl
from tests.e2e.planning_scenes import of_puerto_rico, of_san_juan
from tests.people.company import played

SAID: Final = (
    (1, "Good evening! I have three days off from tomorrow, so expect me to be quick."),
    (0, "That suits me. Who takes the captain this time?"),
    (1, "Whoever has no corn, I hope."),
    (2, "The new wharf is explained here: https://example.org/wharf"),
)
RESULTS: Final = (
    ("puerto-rico", 3, (1, 2, 1, 3, 2, 1, 2)),
    ("san-juan", 2, (1, 1, 2, 1)),
)
"""Of whom a profile is shown: the kind of game, the number of seats, and the ranks."""
HOURS_TO_ANSWER: Final = (4, 9, 12, 8, 6, 3, 2, 1, 0, 0, 0)


def fill(username: str, others: Sequence[str]) -> dict[str, str]:
    """What this person sees; the addresses by what is on them. The second of the others leaves a seat."""
    person, friend, leaving, outsider = (User.objects.get(username=name) for name in (username, *others))
    asked = _game("Friday table", "puerto-rico", [person, friend, leaving])
    for place, text in SAID:
        talk.say(asked.pk, (person, friend, leaving)[place], text)
    propose(asked.pk, friend, "extend", {"days": 2})
    vacant = _game("Rainy evening", "san-juan", [outsider, friend, leaving])
    resign(vacant.pk, leaving)
    _company(person, friend, outsider)
    return {
        "vote": f"/games/{asked.pk}/#together",
        "talk": f"/games/{asked.pk}/#talk",
        "vacant-seat": f"/games/{vacant.pk}/seats/",
        "lobby": "/games/",
        "profile": f"/people/{friend.username}/",
        "friends": "/friends/",
    }


def _game(name: str, kind: str, people: Sequence[User]) -> Game:
    """A running game that everybody may watch."""
    with transaction.atomic():
        game = open_game(
            people[0],
            name=name,
            kind=kind,
            options={},
            seats=[SeatPlan("me"), *[SeatPlan("free")] * (len(people) - 1)],
            time_control=TimeControl(timedelta(days=3)),
            visibility=Game.Visibility.PUBLIC,
        )
        for person in people[1:]:
            join(game.pk, person)
        game = Game.objects.get(pk=game.pk)
        update = GameUpdate(game, timezone.now())
        update.set_up(
            {"puerto-rico": of_puerto_rico, "san-juan": of_san_juan}[kind](game.seats.get(user=people[0]).index)
        )
        update.advance()
        update.save()
    return game


def _company(person: User, friend: User, outsider: User) -> None:
    """Friends, one who asks, and a profile with results."""
    for one in (person, friend, outsider):
        set_profile_shown(one, User.ProfileShown.ALL)
    User.objects.filter(pk=friend.pk).update(date_joined=timezone.now() - timedelta(days=400))
    befriend(friend, person.username)
    befriend(person, friend.username)
    befriend(outsider, person.username)
    for kind, players, ranks in RESULTS:
        for number, rank in enumerate(ranks):
            game = _over(f"{kind} {number}", kind, [friend, person, outsider][:players])
            figures = {"asked": 14, "in_time": 14 if number else 13, "answer_times": list(HOURS_TO_ANSWER)}
            played(friend, game, rank, kind=kind, score=40 - 4 * rank, other_people=players - 1, **figures)


def _over(name: str, kind: str, people: Sequence[User]) -> Game:
    game = open_game(
        people[0],
        name=name,
        kind=kind,
        options={},
        seats=[SeatPlan("me"), *[SeatPlan("bot", level="random")] * (len(people) - 1)],
        time_control=TimeControl(timedelta(days=3)),
    )
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, ended_at=timezone.now())
    return game
