"""What lets games last, as a stored site has it: votes, absences, missed deadlines, clocks, channels, bundles, talk."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.endpoints import changes, health
from games.mail import feeder
from games.models import (
    Delivery,
    Endpoint,
    Game,
    IncomingMail,
    Notification,
    Proposal,
    Seat,
    SiteClock,
    TalkMessage,
    Turn,
)
from games.notifications import delivery
from games.people.models import User
from games.table import absences, clock, days_away, deputies, talk
from games.table.open_games import SeatPlan, join, open_game
from games.table.proposals.actions import propose, vote
from games.time_control import TimeControl
from tests.history.situations import THREE, Situation, due, running, sending
from tests.history.tables import SAN_JUAN, Tables
from tests.table.games import bots_play, fresh, player

DAY: Final = timedelta(days=1)
PROPOSED: Final[dict[str, tuple[str, dict[str, object]]]] = {
    "the clock changed": ("clock", {"time_control": TimeControl(2 * DAY, bank=5 * DAY)}),
    "conceded": ("concede", {}),
    "taken back with new draws": ("take-back", {"ply": 3, "new_draws": True}),
    "paused by the players": ("pause", {"days": 4}),
}
"""By the name of the game: the kind, and what it needs."""


def decided_together(tables: Tables) -> None:
    """Of each kind one to which all have agreed; one of which nobody knows yet what comes of it."""
    for name, (kind, given) in PROPOSED.items():
        game = running(tables, name, THREE, 12)
        made, others = proposed(game, kind, given)
        agree(made, others)
        assert made.status == Proposal.Status.ACCEPTED
    game = running(tables, "asked for a vote", THREE, 12)
    made, _others = proposed(game, "extend", {"days": 2})
    assert made.status == Proposal.Status.OPEN


def agree(made: Proposal, others: Iterable[User]) -> None:
    """For some kinds not all need to."""
    for person in others:
        if made.status == Proposal.Status.OPEN:
            vote(made.pk, person, agrees=True)
            made.refresh_from_db()


def proposed(game: Game, kind: str, given: dict[str, object]) -> tuple[Proposal, list[User]]:
    """What somebody has proposed, and who else votes on it."""
    people = [seat.user for seat in game.seats.select_related("user") if seat.user is not None]
    return propose(game.pk, people[0], kind, given), people[1:]


def away(tables: Tables) -> None:
    """Somebody for whom at each table something else happens while they are away: one deputy plays."""
    person = tables.cast["eva"]
    games = {
        when_away: running(tables, f"away: {when_away or 'stands still'}", THREE, 10)
        for when_away in ("", Seat.CLOCK_RUNS, "apprentice-1")
    }
    for when_away, game in games.items():
        absences.choose(game.pk, person, when_away)
    today = days_away.today_of(person)
    absences.announce(person, today, today + 3 * DAY)
    absences.announce(person, today + 30 * DAY, today + 33 * DAY)
    deputies.change_over(person)
    assert games["apprentice-1"].seats.get(user=person).caretaker_cause == Seat.Cause.AWAY


def missed(tables: Tables) -> None:
    """Deadlines that count, one that was excused, and a seat that is vacant for them."""
    for name, stored in (
        ("missed one", {"misses_in_row": 2, "misses_in_all": 4}),
        ("missed one, excused", {"excused": 1}),
        ("missed too many", {"misses_in_all": 1}),
    ):
        game = running(tables, name, THREE, 12)
        Game.objects.filter(pk=game.pk).update(clock=stored)
        turn = due(tables, game)
        # By the site's clock: time in which it did not tick counts for nobody.
        now = timezone.now()
        site_clock = SiteClock.read(now)
        Turn.objects.filter(pk=turn.pk).update(due=site_clock.time(now) - timedelta(minutes=1))
        clock.time_out(now)
    assert Seat.objects.filter(game=game, caretaker_cause=Seat.Cause.MISSED, vacant_since__isnull=False).exists()


def bot_seat_opened(tables: Tables) -> None:
    people = [tables.cast[name] for name in ("anna", "bob")]
    game = tables.play(tables.opened("a bot's seat is open", THREE, people), 12)
    made, others = proposed(game, "open-seat", {"seat": game.seats.get(user=None).index})
    agree(made, others)
    assert game.seats.get(user=None).vacant_since is not None


def clocks(tables: Tables) -> None:
    """A bank of which somebody has used some, and a round."""
    for name, control in (
        ("a bank", TimeControl(DAY, bank=6 * DAY, cap=8 * DAY, grace=timedelta(hours=6), days_off=frozenset({6}))),
        ("a pace", TimeControl(timedelta(hours=4), round=4 * DAY)),
    ):
        seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", level="random")]
        host = tables.cast["anna"]
        game = open_game(host, name=name, kind=SAN_JUAN, options={}, seats=seats, time_control=control)
        join(game.pk, tables.cast["bob"])
        tables.games[name] = tables.play(fresh(game), 14)
        bots_play(game)
        assert game.seats.filter(time_left__isnull=False).exists()


def told_later(tables: Tables) -> None:
    """Mails that wait for a bundle, and a reminder."""
    people = User.objects.filter(username__in=("chris", "david", "eva"))
    before = list(people)
    people.update(mails_every=24, reminders="50")
    game = running(tables, "told in a bundle, and reminded", THREE, 12)
    turn = due(tables, game)
    Turn.objects.filter(pk=turn.pk).update(remind_at=timezone.now() - timedelta(minutes=1))
    with sending("django.core.mail.backends.locmem.EmailBackend"):
        for row in Delivery.objects.filter(game=game, status=Delivery.Status.PENDING).order_by("pk"):
            delivery.deliver(row.pk)
    clock.tick()
    for one in before:
        one.save(update_fields=["mails_every", "reminders"])
    assert Notification.objects.filter(kind=Notification.Kind.DIGEST).exists()


def channels(tables: Tables) -> None:
    """One that works, one that failed too often, one that is gone, and somebody who wants no mails of turns."""
    person = tables.cast["bob"]
    for name in ("works", "fails", "gone"):
        changes.add_webhook(person, f"https://hooks.example.org/{name}", name=name)
    works, fails, gone = Endpoint.objects.filter(person=person).order_by("pk")
    health.record_success(works.pk)
    health.record_failure(gone.pk, "refused", gone=True)
    Endpoint.objects.filter(pk=fails.pk).update(
        failures=10, last_fault="refused", off_at=timezone.now(), off_because=Endpoint.OffBecause.FAILURES
    )
    changes.add_ntfy(person, "https://ntfy.example.org/bobs-turns", tells=Endpoint.Tells.GAMES)
    changes.choose_turns_by_mail(person, by_mail=False)


def talked(tables: Tables) -> None:
    """What was said before the start, in a running game and after the end: read, told, removed, for players alone.

    Somebody is muted, and somebody keeps notes.
    """
    anna, chris, david, eva = (tables.cast[name] for name in ("anna", "chris", "david", "eva"))
    waiting = open_game(
        anna, name="talk before the start", kind=SAN_JUAN, options={}, seats=[SeatPlan("me"), SeatPlan("free")],
        time_control=TimeControl(DAY),
    )  # fmt: skip
    talk.say(waiting.pk, anna, "We begin on Monday.")
    for name, readers in (("talk", Game.Talk.ONLOOKERS), ("talk of players alone", Game.Talk.PLAYERS)):
        game = running(tables, name, THREE, 12)
        Game.objects.filter(pk=game.pk).update(talk=readers)
        talk.greet(game.pk, chris, "good-luck")
        told = talk.say(game.pk, david, "Who has corn?\nSee https://example.org/corn.", key=f"key {name}")
        with sending("django.core.mail.backends.locmem.EmailBackend"):
            waiting_mails = Delivery.objects.filter(kind=Notification.Kind.TALK, user__in=[chris, eva], game=game)
            waiting_mails.update(next_attempt_at=timezone.now())
            for row in waiting_mails:
                delivery.deliver(row.pk)
        talk.mark_read(game.pk, chris, told.pk)
        removed = talk.say(game.pk, david, "Something that nobody should read.")
        TalkMessage.objects.filter(pk=removed.pk).update(removed_at=timezone.now(), removed_by=tables.cast["mona"])
        talk.say(game.pk, eva, "Nicht übel – még egyszer!")
        talk.write_note(game.pk, chris, "David wants corn.")
    talk.mute(eva, david)
    talk.say(tables.play(fresh(game)).pk, david, "Well played.")
    assert Delivery.objects.filter(kind=Notification.Kind.TALK, status=Delivery.Status.SENT).exists()
    assert Delivery.objects.filter(kind=Notification.Kind.TALK, status=Delivery.Status.PENDING).exists()


def fed(tables: Tables) -> None:
    """Mails that came in by each way, and are not read yet."""
    turn = due(tables, running(tables, "by every feeder", THREE, 9))
    for way in IncomingMail.Feeder:
        raw = f"From: {player(turn).email}\nMessage-ID: <by-{way}@example.org>\nSubject: x\n\nhelp\n".encode()
        feeder.store(raw, token=turn.token, sender=player(turn).email, feeder=way)


SITUATIONS: Final[tuple[Situation, ...]] = (
    decided_together,
    missed,
    bot_seat_opened,
    clocks,
    told_later,
    channels,
    talked,
    fed,
    # The last: from then on no time runs for somebody.
    away,
)
