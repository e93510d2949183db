"""What else can be in a database: games in every state, actions of staff, time, mails that wait, went or failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage
from typing import Final
from unittest import mock

from django.core.mail.backends.base import BaseEmailBackend
from django.test import override_settings
from django.utils import timezone

from bots import tasks
from games.access import Permission, may
from games.mail import feeder, inbox
from games.mail.addresses import reply_address
from games.mail.unsubscribe import mute
from games.mail_parsing import UnreadableMail
from games.models import Delivery, Game, Heartbeat, IncomingMail, Move, Notification, Turn
from games.notifications import delivery
from games.people.models import User
from games.table import (
    blocks,
    clock,
    game_update,
    guests,
    hint_queue,
    lessons_done,
    packing,
    pausing,
    rating_applier,
    suspension,
    vacant_seats,
)
from games.table.coach import ask_for_hint, switch_coach
from games.table.friends import befriend
from games.table.moderation import (
    abort,
    bot_retry,
    correction,
    extending,
    inspection,
    mail_resend,
    proxy_play,
    rewind,
    seat_replacement,
    voiding,
)
from games.table.open_games import SeatPlan, cancel, join, leave, open_game
from games.table.order_changes import give_orders
from games.table.positions import rules_of
from games.table.preferences import set_profile_shown
from games.table.records import export_record, import_record
from games.table.resignation import resign
from games.table.rules_upgrade import upgrade_rules
from games.table.takeback import can_undo, undo
from games.table.takeover import take_over
from games.time_control import TimeControl
from tests.history.tables import FAMILIES, LIMIT, PUERTO_RICO, SAN_JUAN, Family, Tables, random_record
from tests.table.games import answer, bots_play, fresh, offers, player

TWO: Final = Family(PUERTO_RICO, 2)
THREE: Final = Family(PUERTO_RICO, 3)
NOBLES: Final = Family(PUERTO_RICO, 3, {"buildings": "all", "nobles": "on"})
CARDS: Final = Family(SAN_JUAN, 3)
REASON: Final = "a test of later releases"
KINDS: Final = {"": THREE, " with nobles": NOBLES, " with cards": CARDS}
Situation = Callable[[Tables], object]


# --- moves -----------------------------------------------------------------------------------------------------------


def _undo_what_can_be(tables: Tables, game: Game) -> None:
    for _time in range(20):
        turn = tables.due(game)
        assert turn is not None
        answer(turn, offers(turn)[0])
        if can_undo(game := fresh(game), turn.seat):
            assert turn.seat.user is not None
            undo(game.pk, turn.seat.user)
            return
        game = tables.play(game, game.plies + 1)
    raise AssertionError(f"no answer of {game.name} can be taken back")


def taken_back(tables: Tables) -> None:
    """Open again, answered otherwise, and both once more later on."""
    for what, family in KINDS.items():
        for again in (False, True):
            game = running(tables, f"taken back{', played again' if again else ''}{what}", family, 15)
            _undo_what_can_be(tables, game)
            if again:
                tables.play(fresh(game), game.plies + 6)


def answered_ahead(tables: Tables) -> None:
    """A turn whose answer waits for its time; one whose answer was withdrawn; one that is open ahead of its time."""
    for what in ("kept", "withdrawn", "open"):
        for kind, family in ((" with nobles", NOBLES), ("", THREE)):
            game = running(tables, f"ahead, {what}{kind}", family, 10)
            while (turn := early(game)) is None:
                game = tables.play(game, game.plies + 1)
                assert game.status == Game.Status.RUNNING
            while what != "open" and Turn.objects.get(pk=turn.pk).status == Turn.Status.OPEN:
                answer(turn, offers(turn)[0], source=Move.Source.MAIL)
            if what == "withdrawn":
                undo(game.pk, player(turn))


def early(game: Game) -> Turn | None:
    """A turn that can be answered ahead of its time."""
    turns = game.turns.select_related("seat__user", "game")
    return turns.filter(status=Turn.Status.OPEN, early=False, ahead_of_turn=True, seat__bot_level="").first()


def interrupted(tables: Tables) -> None:
    """It stopped at the limit of plies of a transaction: nobody is asked until a sweep goes on with it."""
    game = running(tables, "interrupted", TWO, 12)
    with mock.patch.object(game_update, "MAX_PLIES", 0):
        while not fresh(game).interrupted:
            turn = tables.due(game)
            assert turn is not None
            answer(turn, offers(turn)[0])
            bots_play(game)


def drafting(tables: Tables) -> None:
    for name in ("draft", "both by draft"):
        running(tables, f"{name}, under way", FAMILIES[name], 5)


def timed_out(tables: Tables) -> None:
    """A turn that a bot played after the deadline, and one that waits for its bot."""
    for what in ("played", "waiting"):
        game = running(tables, f"timed out, {what}", THREE, 12)
        turn = tables.due(game)
        assert turn is not None
        Turn.objects.filter(pk=turn.pk).update(due=timezone.now() - timedelta(minutes=1))
        assert clock.time_out(timezone.now()) == [turn.pk]
        if what == "played":
            bots_play(game)


def advised(tables: Tables) -> None:
    """Questions that a bot has answered for a person who leaves them to it, and one that waits for that bot."""
    for what in ("played", "waiting"):
        game = running(tables, f"advised, {what}", THREE, 12)
        Game.objects.filter(pk=game.pk).update(advisers=True)
        turn = due(tables, game)
        (kind,) = [kind.word for kind in rules_of(game).question_kinds() if turn.stage in kind.keys]
        give_orders(game.pk, player(turn), [f"always leave {kind} to apprentice"], source=Move.Source.WEB)
        if what == "played":
            bots_play(game)


def coached(tables: Tables) -> None:
    """Somebody against bots alone who has a coach: it has found moves, searches for some, and is off again."""
    anna = tables.cast["anna"]
    for what in ("found", "searching", "off"):
        seats = [SeatPlan("me", coached=True), *[SeatPlan("bot", level="random")] * 2]
        name, time_control = f"coached, {what}", TimeControl(LIMIT)
        game = open_game(anna, name=name, kind=SAN_JUAN, options={}, seats=seats, time_control=time_control)
        tables.games[name] = game
        bots_play(game)
        ask_for_hint(due(tables, fresh(game)).pk, anna)
        if what == "found":
            turn_id = hint_queue.claim_next()
            assert turn_id is not None
            tasks.search_claimed_hint(turn_id)
        elif what == "off":
            switch_coach(game.pk, anna, on=False)


def programs_play(tables: Tables) -> None:
    """Nobody but bots and a bot account at the table; and a game that all people have resigned."""
    anna = tables.cast["anna"]
    seats = [SeatPlan("account", account="robo"), *[SeatPlan("bot", level="random")] * 2]
    game = open_game(anna, name="a program", kind=SAN_JUAN, options={}, seats=seats, time_control=TimeControl(LIMIT))
    tables.games[game.name] = game
    tables.play(fresh(game), 12)
    left = running(tables, "bots only", THREE, 10)
    for seat in left.seats.exclude(user=None).select_related("user"):
        assert seat.user is not None
        resign(left.pk, seat.user)


# --- staff -----------------------------------------------------------------------------------------------------------


def moderated(tables: Tables) -> None:
    """Every action of staff in a game of its own."""
    mona, ada, sarah = (tables.cast[name] for name in ("mona", "ada", "sarah"))

    def one(name: str, family: Family = THREE) -> Game:
        return running(tables, f"moderated: {name}", family, 18)

    pausing.pause(one("paused").pk, mona, REASON)
    for family in (THREE, CARDS):
        game = one(f"went on, {family.kind}", family)
        pausing.pause(game.pk, mona, REASON)
        tables.clock.shift(timedelta(minutes=10))
        pausing.resume(game.pk, mona, REASON)
    abort.abort(one("aborted").pk, mona, REASON)
    extending.extend(one("extended").pk, ada, REASON, None, timedelta(days=2))
    game = one("asked again")
    resign(game.pk, player(due(tables, game)))
    bot_retry.retry_bot(next(turn.pk for turn in game.turns.filter(status=Turn.Status.OPEN, early=False)), mona, REASON)
    game = one("played for")
    turn = due(tables, game)
    proxy_play.play_for(turn.pk, [offers(turn)[0]], mona, REASON, "a key")
    game = one("looked at")
    inspection.inspect_position(game.pk, by=mona, reason=REASON)
    inspection.inspect_position(game.pk, by=ada, reason=REASON, seat=1)
    for family in (THREE, NOBLES, CARDS):
        game = one(f"corrected, {family.kind}, {len(family.options)} options", family)
        text = correction.position_text(game)
        round_now = fresh(game).position["round"]  # type: ignore[index]
        correction.correct_position(
            game.pk, mona, REASON, text.replace(f'"round": {round_now}', f'"round": {round_now + 1}')
        )
        tables.play(fresh(game), fresh(game).plies + 5)
        game = one(f"taken back by staff, {family.kind}, {len(family.options)} options", family)
        rewind.rewind(game.pk, mona, REASON, 6)
    game = tables.play(one("reopened", CARDS))
    rewind.rewind(game.pk, mona, REASON, game.plies - 8)
    replaced(tables, one)
    game = one("carried over")
    Game.objects.filter(pk=game.pk).update(rules_version=0)
    upgrade_rules(game.pk)
    tables.play(fresh(game), fresh(game).plies + 5)
    assert may(Permission.SEE_HIDDEN, sarah) is False


def replaced(tables: Tables, one: Callable[[str], Game]) -> None:
    mona, sarah = tables.cast["mona"], tables.cast["sarah"]
    seat_replacement.replace_by_bot(one("replaced by a bot").pk, 0, mona, REASON, "random")
    game = one("replaced by a person")
    seat_replacement.replace_by_person(game.pk, due(tables, game).seat.index, mona, REASON, sarah)
    game = one("given back")
    seat = due(tables, game).seat
    seat_replacement.replace_by_bot(game.pk, seat.index, mona, REASON, "random")
    seat_replacement.give_seat_back(game.pk, seat.index, mona, REASON)


def vacant(tables: Tables) -> None:
    """A seat that waits for its person or somebody else, one that somebody has taken over, and one that is locked."""
    for what, family in (("vacant", THREE), ("taken over", CARDS)):
        game = running(tables, f"a seat is {what}", family, 12)
        seat = due(tables, game).seat
        resign(game.pk, player(due(tables, game)))
        if what == "taken over":
            take_over(game.pk, seat.index, tables.cast["anna"])
    game = running(tables, "a seat is locked", THREE, 12)
    resign(game.pk, player(due(tables, game)))
    vacant_seats.lock_seat(game.pk, game.seats.get(caretaker_cause="resigned").index, tables.cast["mona"], REASON)


def suspended(tables: Tables) -> None:
    """Somebody who is suspended, with a bot account, seats in games and a game of their own; and one who was."""
    stefan, sarah, mona = (tables.cast[name] for name in ("stefan", "sarah", "mona"))
    for name in ("suspended", "was suspended"):
        who = stefan if name == "suspended" else sarah
        game = tables.opened(name, THREE, [who, tables.cast["anna"], tables.cast["bob"]])
        tables.play(game, 8)
        open_game(
            who, name=f"{name}, open", kind=SAN_JUAN, options={}, seats=[SeatPlan("me"), SeatPlan("free")],
            time_control=TimeControl(LIMIT),
        )  # fmt: skip
        suspension.suspend(who, mona, REASON)
        bots_play(game)
    suspension.reinstate(sarah, mona, REASON)


# --- before the start, and records -----------------------------------------------------------------------------------


def not_started(tables: Tables) -> None:
    """Games with free, invited and kept seats for everybody's eyes, one called off, one that somebody has left."""
    anna, bob = tables.cast["anna"], tables.cast["bob"]
    for visibility in Game.Visibility:
        seats = [
            SeatPlan("me"),
            SeatPlan("free"),
            SeatPlan("free"),
            SeatPlan("invited", email=f"guest.{visibility}@example.org"),
            SeatPlan("bot", level="merchant-1"),
        ]
        game = open_game(
            anna, name=f"open: {visibility}", kind=PUERTO_RICO, options={"buildings": "draft"}, seats=seats,
            time_control=TimeControl(LIMIT), visibility=visibility, opening_key=f"key {visibility}",
        )  # fmt: skip
        join(game.pk, bob)
        if visibility == Game.Visibility.PUBLIC:
            leave(game.pk, bob)
        tables.games[game.name] = game
    off = open_game(
        anna, name="called off", kind=SAN_JUAN, options={}, time_control=TimeControl(LIMIT),
        seats=[SeatPlan("me"), SeatPlan("invited", email="guest@example.org")],
    )  # fmt: skip
    cancel(off.pk, anna)


def imported(tables: Tables) -> None:
    """Games that were made of records, one over and one under way."""
    people = [tables.cast[name] for name in ("david", "eva", "chris")]
    for family, plies in ((CARDS, 100_000), (THREE, 40)):
        game = tables.play(tables.opened(f"to be imported, {family.kind}", family, people), plies)
        seats = [(person, "") for person in people]
        copy = import_record(export_record(game, with_secret=True), people[0], seats)
        tables.games[f"imported, {family.kind}"] = copy


# --- mails -----------------------------------------------------------------------------------------------------------


class Broken(BaseEmailBackend):
    def send_messages(self, email_messages: object) -> int:  # noqa: ARG002
        raise OSError("the mail server is away")


class Dying(BaseEmailBackend):
    def send_messages(self, email_messages: object) -> int:  # noqa: ARG002
        raise KeyboardInterrupt


def answered_by_mail(tables: Tables) -> None:
    """Mails that were read, wholly and in part, refused, automatic, unreadable, from strangers, and not read yet."""
    game = running(tables, "by mail", THREE, 9)
    mute(tables.cast["david"], game)
    for number, words in enumerate(("{}", "board", "{}\nnonsense", "nonsense", "undo", "help", "2")):
        turn = due(tables, game)
        inbox.read(_arrived(turn, words.format(offers(turn)[0]), f"{number}@example.org").pk)
        bots_play(game)
    turn = due(tables, game)
    inbox.read(_arrived(turn, "settler", "a stranger's", sender="mallory@example.net").pk)
    inbox.read(_arrived(turn, "I am away", "automatic", Auto_Submitted="auto-replied").pk)
    broken, _new = feeder.store(
        b"Content-Type: text/plain; charset=x\n\n\xff", token=turn.token, sender="a@example.org"
    )
    with mock.patch.object(inbox, "lines_of", side_effect=UnreadableMail("broken")):
        inbox.read(broken.pk)
    inbox.read(_arrived(turn, "to nobody", "stray", token="a" * 26).pk)
    _arrived(turn, offers(turn)[0], "waits")
    mail_resend.resend(
        Delivery.objects.filter(game=game, kind=Notification.Kind.START)[0].pk, tables.cast["mona"], REASON
    )
    inspection.inspect_mail(IncomingMail.objects.order_by("pk")[0].pk, by=tables.cast["mona"], reason=REASON)


def _arrived(
    turn: Turn, words: str, message_id: str, *, sender: str = "", token: str = "", **headers: str
) -> IncomingMail:
    person = player(turn)
    message = EmailMessage()
    message["From"] = sender or f"{person.username} <{person.email}>"
    message["To"] = reply_address(token or turn.token)
    message["Message-ID"] = f"<{message_id.replace(' ', '-')}@example.org>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(words)
    stored, _new = feeder.store(message.as_bytes(), token=token or turn.token, sender=sender or person.email)
    return stored


def sent(tables: Tables) -> None:
    """Of every kind of mail some went out, one failed for good, one waits for another try, and one's sender died."""
    for kind in Notification.Kind:
        due_now = delivery.due().filter(kind=kind).exclude(user=tables.cast["eva"]).order_by("-pk")
        if kind == Notification.Kind.TURN:
            due_now = due_now.filter(turn__status=Turn.Status.OPEN)
        waiting = iter(due_now[:6])
        with sending("django.core.mail.backends.locmem.EmailBackend"):
            for _number in range(2):
                _deliver(waiting)
        with sending(f"{__name__}.Broken"):
            _deliver(waiting)
            with override_settings(MAIL_ATTEMPTS=1):
                _deliver(waiting)
        with sending(f"{__name__}.Dying"):
            try:
                _deliver(waiting)
            except KeyboardInterrupt:
                continue


def _deliver(waiting: Iterator[Delivery]) -> None:
    row = next(waiting, None)
    if row is not None:
        delivery.deliver(row.pk)


@contextmanager
def sending(backend: str) -> Iterator[None]:
    with override_settings(EMAIL_BACKEND=backend):
        yield


def played_again(tables: Tables) -> None:
    """A game that waits for somebody of an earlier one."""
    people = [tables.cast[name] for name in ("anna", "bob", "david")]
    earlier = import_record(random_record("again", CARDS), people[0], [(each, "") for each in people])
    open_game(
        people[0],
        name="again",
        kind=CARDS.kind,
        options=CARDS.options,
        seats=[SeatPlan("me"), SeatPlan("person", person=people[1].username), SeatPlan("bot", level="random")],
        time_control=TimeControl(LIMIT),
        again=earlier.pk,
    )


def packed(tables: Tables) -> None:
    """Games of both kinds that staff ended long ago."""
    for name, family in (("packed", TWO), ("packed cards", CARDS)):
        game = running(tables, name, family, 12)
        abort.abort(game.pk, tables.cast["mona"], REASON)
        Delivery.objects.filter(game=game).update(status=Delivery.Status.SENT)
        Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(days=100))
        assert packing.pack(game.pk)


def tried(tables: Tables) -> None:
    """Guests: one who plays, one for whose game somebody has signed up."""
    for kind in (PUERTO_RICO, SAN_JUAN):
        guest, game = guests.open_guest_game(kind, "random", time_zone="UTC", language="en")
        tables.play(game, 10)
    guests.extend_until_confirmed(guest.pk)
    guests.set_heir(guest.pk, tables.cast["never"])


def learned(tables: Tables) -> None:
    """Somebody has done lessons, one of which there is no more."""
    for lesson in ("first-round", "gone"):
        lessons_done.mark_done(tables.cast["never"], PUERTO_RICO, lesson)


def acquainted(tables: Tables) -> None:
    """Friends, somebody who asks in vain, and somebody who is blocked."""
    # Who is blocked sits at no table: the two could not sit down together any more.
    chris, david, lena = (tables.cast[each] for each in ("chris", "david", "lena"))
    for person in (chris, david, lena):
        set_profile_shown(person, User.ProfileShown.ALL)
    befriend(chris, david.username)
    befriend(david, chris.username)
    blocks.block(chris, lena.username)
    befriend(lena, chris.username)


def rated(tables: Tables) -> None:
    """Rated games: one under way, one that is counted, one that is voided, one whose end waits to be counted."""
    people = [tables.cast[name] for name in ("chris", "david")]
    for what in ("under way", "counted", "voided", "ended"):
        seats = [SeatPlan("me"), SeatPlan("free")]
        name, time_control = f"rated, {what}", TimeControl(LIMIT)
        game = open_game(
            people[0], name=name, kind=PUERTO_RICO, options={}, seats=seats, time_control=time_control, rated=True
        )
        join(game.pk, people[1])
        tables.games[name] = game
        if what == "under way":
            continue
        tables.play(fresh(game), 10_000)
        if what == "voided":
            voiding.void_rating(game.pk, tables.cast["mona"], REASON)
        if what != "ended":
            rating_applier.count_for_a_while()


def processes(tables: Tables) -> None:
    clock.tick()
    for kind in Heartbeat.Kind:
        Heartbeat.objects.create(name=f"{kind}@host", kind=kind, started_at=timezone.now(), at=timezone.now())


SITUATIONS: Final[tuple[Situation, ...]] = (
    taken_back,
    answered_ahead,
    interrupted,
    drafting,
    timed_out,
    advised,
    coached,
    programs_play,
    moderated,
    vacant,
    suspended,
    not_started,
    imported,
    answered_by_mail,
    sent,
    played_again,
    packed,
    tried,
    learned,
    acquainted,
    rated,
    processes,
)


def running(tables: Tables, name: str, family: Family, plies: int) -> Game:
    """Of as many people as there are seats."""
    people = [tables.cast[each] for each in ("chris", "david", "eva")]
    return tables.play(tables.opened(name, family, people[: family.seats]), plies)


def due(tables: Tables, game: Game) -> Turn:
    turn = tables.due(fresh(game))
    assert turn is not None
    return turn
