"""Games in which somebody has planned ahead, for pictures of them; filled into a running site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.engine import registry
from games.engine.contract import Position
from games.models import Game, Move, Turn
from games.people.models import User
from games.table import order_changes, plan_changes
from games.table.game_update import GameUpdate
from games.table.open_games import SeatPlan, join, open_game
from games.table.playing import play
from games.time_control import TimeControl
from tests.e2e.screenshot_scenes import after, seated_with
from tests.engine.puertorico import positions as puerto_rico
from tests.engine.sanjuan import tables as san_juan

ASKED: Final = puerto_rico.Player(
    doubloons=6,
    vp=2,
    goods={"corn": 3, "sugar": 2, "coffee": 1},
    island={"corn": (2, 2), "sugar": (1, 1), "coffee": (1, 1)},
    city={"sugar mill": 1, "coffee roaster": 1, "hospice": 1},
)
OTHERS: Final = (
    puerto_rico.Player(doubloons=4, goods={"indigo": 2, "corn": 1}, island={"indigo": (2, 2), "corn": (1, 1)}),
    puerto_rico.Player(doubloons=3, goods={"tobacco": 1, "corn": 2}, island={"tobacco": (1, 1), "corn": (2, 2)}),
)


def of_puerto_rico(seat: int) -> Position:
    """The seat before this one is to pick a role."""
    players = seated_with(seat, ASKED, *OTHERS)
    face_up = {"coffee": 1, "indigo": 2, "corn": 1}
    return puerto_rico.set_up(*players, governor=(seat - 1) % 3, face_up=face_up, ships={5: ("corn", 1)})


def of_san_juan(seat: int) -> Position:
    """The seat before this one is to pick a role."""
    asked = san_juan.Player(
        hand="library, well, market hall, statue, tower", buildings="indigo plant, sugar mill", goods="indigo, sugar"
    )
    others = (
        san_juan.Player(hand="poor house, hero, sugar mill", goods="indigo"),
        san_juan.Player(hand="well, market hall, city hall", goods="indigo"),
    )
    return san_juan.table(*seated_with(seat, asked, *others), governor=(seat - 1) % 3)


@dataclass(frozen=True)
class PlanningScene:
    """A plan that somebody has written.

    slug: how the files of its pictures begin. lines: what is played before they are asked early. wishes: their plan.
    then: what is played after it.
    """

    slug: str
    kind: str
    begin: Callable[[int], Position]
    lines: Sequence[str]
    wishes: Sequence[str]
    then: Sequence[str] = ()

    @property
    def name(self) -> str:
        """Of its game."""
        return self.slug.replace("-", " ").capitalize()


SCENES: Final = (
    PlanningScene("plan-tiles", "puerto-rico", of_puerto_rico, ("settler",), ("take coffee", "take indigo", "pass")),
    PlanningScene(
        "plan-buildings", "puerto-rico", of_puerto_rico, ("builder",), ("build office", "build small market", "ask")
    ),
    PlanningScene(
        "plan-goods",
        "puerto-rico",
        of_puerto_rico,
        ("captain",),
        ("ship sugar 6", "ship sugar 4", "ship corn 5", "ship coffee 4"),
    ),
    PlanningScene("plan-failed", "puerto-rico", of_puerto_rico, ("settler",), ("take coffee",), ("take coffee",)),
    PlanningScene(
        "plan-cards",
        "san-juan",
        of_san_juan,
        ("builder",),
        ("build market hall", "build well with tower, statue", "pass"),
    ),
)
NEXT_PICK: Final = ("next: builder, trader if 2, ask", "build small market")
ORDERS: Final = ("never sell below 3",)


def fill(username: str, others: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Open a game for every scene, in which this person has planned; their ids and names by the scenes' slugs."""
    person, *guests = (User.objects.get(username=name) for name in (username, *others))
    games = {scene.slug: opened_at(scene, person, guests) for scene in SCENES}
    first = games[SCENES[0].slug]
    plan_changes.plan_next_pick(first.pk, person, NEXT_PICK, source=Move.Source.WEB)
    order_changes.set_orders(first.pk, person, ORDERS, source=Move.Source.WEB)
    return {slug: (game.pk, game.name) for slug, game in games.items()}


def opened_at(scene: PlanningScene, person: User, guests: Sequence[User]) -> Game:
    """A game in which this person has written the scene's plan, and what followed has been played."""
    with transaction.atomic():
        game = open_game(
            person,
            name=scene.name,
            kind=scene.kind,
            options={},
            seats=[SeatPlan("me"), *[SeatPlan("free")] * len(guests)],
            time_control=TimeControl(timedelta(days=3)),
        )
        for guest in guests:
            join(game.pk, guest)
        game = Game.objects.get(pk=game.pk)
        update = GameUpdate(game, timezone.now())
        begin = scene.begin(game.seats.get(user=person).index)
        update.set_up(after(registry.game(scene.kind), begin, scene.lines))
        update.advance()
        update.save()
    early = Turn.objects.get(game=game, seat__user=person, early=True)
    planned = play(early.pk, scene.wishes, by=person, source=Move.Source.WEB, key=f"{scene.slug} plan")
    assert planned.failed is None, planned.failed
    for number, line in enumerate(scene.then):
        turn = Turn.objects.select_related("seat__user").get(game=game, status=Turn.Status.OPEN, early=False)
        assert turn.seat.user is not None
        play(turn.pk, [line], by=turn.seat.user, source=Move.Source.WEB, key=f"{scene.slug} {number}")
    return game
