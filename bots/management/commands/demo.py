"""`manage.py demo`: people to sign in as, and games that are under way."""

from __future__ import annotations

from datetime import timedelta
from itertools import cycle, islice
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from bots.levels import level
from bots.tasks import think
from games.bot_levels import LEVELS_FOR_PEOPLE
from games.engine import registry
from games.engine.samples import Sample
from games.models import Game, Move, Turn
from games.people.models import User
from games.table.open_games import SeatPlan, open_game
from games.table.playing import play
from games.table.positions import rules_of
from games.table.queries import my_turns, position_for
from games.time_control import TimeControl
from games.wording import in_words

PEOPLE: Final = ("anna", "bob", "chris")
PASSWORD: Final = "puerto-rico"


class Command(BaseCommand):
    help = "Makes demo people and demo games against bots, once; only in the embedded profile, as passwords are known."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("Demo people have a known password: they exist in the embedded profile only.")
        anna, *_others = [person(name) for name in PEOPLE]
        if not anna.hosted_games.exists():
            for rules in registry.games():
                for sample in registry.samples(rules.key):
                    self.stdout.write(f"Making “{in_words(sample.name)}” of {in_words(rules.title)}: anna against bots")
                    play_a_little(demo_game(anna, rules.key, sample), anna, sample.turns)
        self.stdout.write(f"Sign in as {', '.join(PEOPLE)}; password: {PASSWORD}")


def person(name: str) -> User:
    user, created = User.objects.get_or_create(username=name, defaults={"email": f"{name}@{settings.MAIL_HOST}"})
    if created:
        user.set_password(PASSWORD)
        user.save()
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def demo_game(host: User, kind: str, sample: Sample) -> Game:
    levels = cycle(level.name for level in LEVELS_FOR_PEOPLE)
    bots = [SeatPlan("bot", level=name) for name in islice(levels, sample.seats - 1)]
    return open_game(
        host,
        name=in_words(sample.name),
        kind=kind,
        options=sample.options,
        seats=[SeatPlan("me"), *bots],
        time_control=TimeControl(timedelta(days=3)),
    )


def play_a_little(game: Game, person: User, turns: int) -> None:
    """Play the bots' turns as usual, and so many turns of the person with the moves of the lowest level."""
    stand_in = level(LEVELS_FOR_PEOPLE[0].name)
    turns_played = 0
    while True:
        for turn_id in game.turns.filter(status=Turn.Status.OPEN, seat__user=None).values_list("pk", flat=True):
            think(turn_id)
        turn = my_turns(person).filter(game=game).first()
        if turn is None:
            if not game.turns.filter(status=Turn.Status.OPEN, early=False).exists():
                return
            continue
        if turns_played == turns:
            return
        position = position_for(turn)
        lines = []
        for move in stand_in.turn(position, turn.seat.index, seed=turn.pk):
            lines.append(rules_of(game).move_text(position, move))
            position.play(move)
        play(turn.pk, lines, by=person, source=Move.Source.WEB, key=f"demo:{turn.pk}")
        turns_played += 1
