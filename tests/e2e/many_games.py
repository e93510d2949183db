"""A site as it is after some weeks: hundreds of games in all states, made by the services themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Final
from unicodedata import normalize

import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.utils import timezone

from bots import tasks
from games.mail import feeder, inbox
from games.models import Delivery, Game, Heartbeat, IncomingMail, Move, Turn
from games.people.models import User
from games.table import pausing, queries, resignation, staff_roles
from games.table.moderation import extending, inspection, rewind, seat_replacement
from games.table.open_games import SeatPlan, join, open_game
from games.table.playing import play
from games.table.suspension import suspend
from games.time_control import TimeControl

NAMES: Final = [
    "ada",
    "anton",
    "bea",
    "bruno",
    "carla",
    "cosmin",
    "daria",
    "dénes",
    "ella",
    "emil",
    "fanny",
    "ferenc",
    "greta",
    "gyula",
    "hanna",
    "henrik",
    "ilona",
    "ivan",
    "jana",
    "jonas",
    "katya",
    "lajos",
    "lena",
    "marek",
    "marta",
    "nora",
    "oskar",
    "paula",
    "radu",
    "sofia",
    "tomas",
    "ute",
    "vera",
    "zoltán",
]
WORDS: Final = ("Harbour", "Friday", "Slow", "Corn", "Indigo", "Plaza", "Old friends", "Lunch", "Night", "Island")
KINDS: Final = ("table", "game", "cup", "round", "evening", "league")
_keys = count()


def fill(games: int, key: str) -> dict[str, str]:
    """So many games; the moderator "mona" with an authenticator app of this key. Returns ids of games to look at."""
    lots = Random(7)
    people = [_person(name) for name in NAMES]
    mona = _person("mona")
    staff_roles.set_role(mona, "moderator", by=None, reason="knows the rules, has time in the evenings")
    TOTP.activate(mona, key)
    mona = User.objects.get(pk=mona.pk)
    mona.two_factors = True
    now = timezone.now()
    made = [_game(lots, people, now - timedelta(days=28 * (games - number) / games), number) for number in range(games)]
    running = [game for game in made if Game.objects.get(pk=game.pk).status == Game.Status.RUNNING]
    shown = max(running, key=lambda game: Game.objects.get(pk=game.pk).plies)
    _moderated(mona, running, shown, people)
    _mails(lots)
    _processes()
    paused = Game.objects.exclude(paused_at=None).first()
    assert paused is not None
    return {"shown": shown.pk, "paused": paused.pk, "person": people[0].username}


def _person(name: str) -> User:
    local = normalize("NFKD", name).encode("ascii", "ignore").decode()
    user = User.objects.create_user(name, f"{local}@example.org", "puerto-rico")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _game(lots: Random, people: Sequence[User], opened: datetime, number: int) -> Game:
    """Opened then, and played for as long as it was going to be."""
    seated = lots.sample(people, lots.choice((1, 1, 2, 2, 3)))
    bots = max(0, lots.choice((2, 3, 3, 4, 5)) - len(seated)) if len(seated) > 1 else lots.choice((1, 2, 3))
    waiting = number % 23 == 5
    seats = [
        SeatPlan("me"),
        *(SeatPlan("free") for _ in seated[1:]),
        *(SeatPlan("bot", level="random") for _ in range(bots)),
    ]
    seats += [SeatPlan("free")] * waiting
    with time_machine.travel(opened, tick=False):
        name = f"{lots.choice(WORDS)} {lots.choice(KINDS)}"
        game = open_game(
            seated[0],
            name=name,
            kind="puerto-rico",
            options={},
            seats=seats[:5],
            time_control=TimeControl(timedelta(days=lots.choice((1, 3, 7, 7)))),
        )
        for person in seated[1:]:
            join(game.pk, person)
    plies = 10_000 if number % 20 == 0 else lots.choice((0, 2, 6, 12, 20, 40, 60))
    if not waiting:
        _play(lots, game, plies, opened)
    return game


def _play(lots: Random, game: Game, plies: int, opened: datetime) -> None:
    """Every answer comes some time after the one before; the last bot asked may not have answered yet."""
    at, left_to_a_bot = opened, lots.random() < 0.08
    while True:
        now = Game.objects.get(pk=game.pk)
        turn = (
            now.turns.filter(status=Turn.Status.OPEN, early=False)
            .select_related("seat__user", "game")
            .order_by("ahead_of_turn", "pk")
            .first()
        )
        if turn is None or (now.plies >= plies and (left_to_a_bot or not turn.bot_level)):
            return
        at = min(at + timedelta(minutes=lots.choice((1, 5, 40))), timezone.now() - timedelta(minutes=3))
        with time_machine.travel(at, tick=False):
            if turn.bot_level:
                tasks.think(turn.pk)
                continue
            line = lots.choice(queries.question_for(turn).offers).text
            source = lots.choice((Move.Source.WEB, Move.Source.WEB, Move.Source.MAIL, Move.Source.LINK))
            play(turn.pk, [line], by=turn.seat.user, source=source, key=f"filled {next(_keys)}")


def _moderated(mona: User, running: Sequence[Game], shown: Game, people: Sequence[User]) -> None:
    """Some ordinary trouble, settled."""
    for game, reason in zip(
        running[3:8], ("a question about the hospice", "two of them travel", "rules are looked up") * 2, strict=False
    ):
        if game.pk != shown.pk:
            pausing.pause(game.pk, mona, reason)
    inspection.inspect_position(shown.pk, by=mona, reason="says that the points do not add up", seat=0)
    at = Game.objects.get(pk=shown.pk).plies
    rewind.rewind(shown.pk, mona, "the ship was loaded by mistake, all agree", at - 6)
    if Turn.objects.filter(game=shown, status=Turn.Status.OPEN, early=False, due__isnull=False).exists():
        extending.extend(shown.pk, mona, "is in hospital until Monday", None, timedelta(days=3))
    for game in running[10:14]:
        seat = game.seats.filter(user__isnull=False, caretaker="").first()
        if seat is not None:
            seat_replacement.replace_by_bot(game.pk, seat.index, mona, "has not answered for two weeks", "apprentice-1")
    for game in running[14:17]:
        seat = game.seats.filter(user__isnull=False, caretaker="").select_related("user").first()
        if seat is not None and seat.user is not None:
            resignation.resign(game.pk, seat.user)
    suspend(people[-1], mona, "insulted the whole table twice")


def _mails(lots: Random) -> None:
    """Most were sent, as if a mail server had taken them; some were not. A few answers came in."""
    rows = list(Delivery.objects.order_by("pk").values_list("pk", flat=True))
    sent, failed = rows[:-40], lots.sample(rows[:-40], 7)
    Delivery.objects.filter(pk__in=sent).update(status=Delivery.Status.SENT, attempts=1, sent_at=timezone.now())
    Delivery.objects.filter(pk__in=failed).update(
        status=Delivery.Status.FAILED,
        attempts=12,
        last_error="550 5.1.1 no mailbox here by that name",
        sent_at=None,
    )
    for number, turn in enumerate(
        Turn.objects.filter(status=Turn.Status.OPEN, early=False, seat__user__isnull=False).select_related(
            "seat__user"
        )[:12]
    ):
        assert turn.seat.user is not None
        sender = turn.seat.user.email
        raw = f"From: {sender}\r\nMessage-ID: <{number}@example.org>\r\nSubject: Re: your turn\r\n\r\nhelp\r\n"
        mail, _new = feeder.store(raw.encode(), token=turn.token, sender=sender)
        if number > 2:
            inbox.read(mail.pk)
    IncomingMail.objects.filter(status=IncomingMail.Status.NEW).update(attempts=1)


def _processes() -> None:
    now = timezone.now()
    for name, kind, queues, ago in (
        ("bots@island2", "worker", "bots", 4),
        ("mail-tidying@island1", "worker", "mail,tidying", 9),
        ("inbox@island1", "worker", "inbox", 3),
        ("default@island1", "worker", "default", 2),
        ("bots@island3", "worker", "bots", 1900),
        ("beat@island1", "beat", "", 7),
        ("listener@island1", "listener", "", 5),
    ):
        Heartbeat.objects.create(
            name=name, kind=kind, queues=queues, started_at=now - timedelta(days=6), at=now - timedelta(seconds=ago)
        )
