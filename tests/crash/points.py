"""The points at which processes are killed: every step of a move's way, from the mail that brings it to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

When = Literal["before", "after"]
Kind = Literal["kill", "connection"]


@dataclass(frozen=True)
class Point:
    """Where something dies.

    process: web, bots, mail, inbox, default, tidying (the workers by their queue), beat, listener or poller. function:
    dotted, as the module that calls it looks it up. within: a function that must be under way, because others use
    `function` too; empty: any call counts. kind: the process is killed, or its database connection is cut. way: how
    people have to answer for the point to be passed, "time-out" for not at all, "mailbox" for a mail that the poller
    fetches, "plan" for a plan beside the answer, "orders" for a standing order beside it, "next pick" for what
    somebody wants to pick next, "bounce" for a report about a mail, "notices" for more of them than an hour allows, or
    what else people do at a table (tests/crash/company.py) or beside it (tests/crash/found_games.py), empty if it does
    not matter. may_double: a message was accepted by its server and not marked as sent.
    """

    name: str
    process: str
    function: str
    when: When
    within: str = ""
    kind: Kind = "kill"
    way: str = ""
    may_double: bool = False


COMMIT: Final = "django.db.backends.base.base.BaseDatabaseWrapper.commit"
SEND_NUDGE: Final = "games.nudge._send"

# The steps of the one transaction that every answer goes through, and what follows it.
PLAYING: Final[tuple[tuple[str, str, When], ...]] = (
    ("the game is locked", "games.table.locked_turns.lock_game", "after"),
    ("the submission has its row", "games.table.playing.Submission.objects.create", "after"),
    ("the plies are played", "games.table.game_update.GameUpdate.advance", "after"),
    ("the game is saved", "games.table.game_update.Game.save", "after"),
    ("before the moves have their rows", "games.table.game_update.Move.objects.bulk_create", "before"),
    ("the moves have their rows", "games.table.game_update.Move.objects.bulk_create", "after"),
    ("a turn is saved", "games.table.game_update.Turn.save", "after"),
    ("a notification has its row", "games.notifications.outbox.Notification.save", "after"),
    ("before its delivery has its row", "games.notifications.outbox.Delivery.objects.create", "before"),
    ("the result is kept", "games.table.playing.Submission.save", "after"),
    ("before the commit", COMMIT, "before"),
    ("after the commit", COMMIT, "after"),
    ("before the nudge", SEND_NUDGE, "before"),
    ("after the nudge", SEND_NUDGE, "after"),
)
WAYS: Final = (
    ("page", "web", "games.web.views.answers.answer"),
    ("link", "web", "games.web.views.links._play"),
    ("api", "web", "games.api.views.turns.Turns.play"),
    ("mail", "inbox", "games.mail.inbox.read_claimed"),
    ("", "bots", "bots.tasks._play"),
)
CUT_WHILE_PLAYING: Final = frozenset({"the game is locked", "the moves have their rows", "before the commit"})


def _playing() -> Iterator[Point]:
    for way, process, within in WAYS:
        who = way or "bot"
        for step, function, when in PLAYING:
            yield Point(f"{who}: {step}", process, function, when, within, way=way)
            if step in CUT_WHILE_PLAYING:
                yield Point(f"{who}: {step}, connection", process, function, when, within, "connection", way=way)


LISTENING: Final = (
    Point("listener: a recipient is named", "listener", "games.mail.listener.accepted_token", "after", way="mail"),
    Point("listener: the mail is there", "listener", "games.mail.listener._store", "before", way="mail"),
    Point(
        "listener: before its row",
        "listener",
        "games.mail.feeder.IncomingMail.objects.get_or_create",
        "before",
        way="mail",
    ),
    Point(
        "listener: before its row, connection",
        "listener",
        "games.mail.feeder.IncomingMail.objects.get_or_create",
        "before",
        kind="connection",
        way="mail",
    ),
    Point(
        "listener: the mail has its row",
        "listener",
        "games.mail.feeder.IncomingMail.objects.get_or_create",
        "after",
        way="mail",
    ),
    Point("listener: before the commit", "listener", COMMIT, "before", "games.mail.feeder.store", way="mail"),
    Point(
        "listener: before the commit, connection",
        "listener",
        COMMIT,
        "before",
        "games.mail.feeder.store",
        "connection",
        way="mail",
    ),
    Point("listener: after the commit", "listener", COMMIT, "after", "games.mail.feeder.store", way="mail"),
    Point("listener: before the nudge", "listener", SEND_NUDGE, "before", "games.mail.feeder.store", way="mail"),
    Point("listener: after the nudge", "listener", SEND_NUDGE, "after", "games.mail.feeder.store", way="mail"),
    Point("listener: stored, not yet said so", "listener", "games.mail.listener._store", "after", way="mail"),
)
READING: Final = (
    Point("reading: a mail is there", "inbox", "games.mail.inbox._claim", "before", way="mail"),
    Point("reading: claimed", "inbox", "games.mail.inbox.read_claimed", "before", way="mail"),
    Point("reading: parsed", "inbox", "games.mail.inbox.lines_of", "after", way="mail"),
    Point("reading: parsed, connection", "inbox", "games.mail.inbox.lines_of", "after", kind="connection", way="mail"),
    Point("reading: before the transaction", "inbox", "games.mail.inbox._process_and_mark", "before", way="mail"),
    Point("reading: played, before the acknowledgement", "inbox", "games.mail.inbox.acknowledge", "before", way="mail"),
    Point("reading: the acknowledgement has its row", "inbox", "games.mail.inbox.acknowledge", "after", way="mail"),
    Point("reading: marked as read", "inbox", "games.mail.inbox.IncomingMail.save", "after", way="mail"),
)
LOCK: Final = "games.mail.bounces.mail_addresses.lock_address"
COUNT: Final = "games.mail.bounces.mail_addresses.count_soft_bounce"
BOUNCING: Final = (
    Point("bounce: the report is parsed", "inbox", "games.mail.inbox.bounces.process_report", "before", way="bounce"),
    Point("bounce: the address is locked", "inbox", LOCK, "after", "games.mail.bounces.process_report", way="bounce"),
    Point("bounce: the mail is marked", "inbox", COUNT, "before", way="bounce"),
    Point("bounce: counted", "inbox", COUNT, "after", way="bounce"),
    Point("bounce: counted, connection", "inbox", COUNT, "after", "", "connection", way="bounce"),
    Point("bounce: done", "inbox", "games.mail.inbox.bounces.process_report", "after", way="bounce"),
)
DELIVERY: Final = "games.notifications.delivery"
TAKE_IN: Final = "games.notifications.delivery.pacing.take_held_notices"
PACING: Final = (
    Point("pacing: a mail is one too many", "mail", f"{DELIVERY}._hold", "before", way="notices"),
    Point("pacing: a mail is held", "mail", f"{DELIVERY}._hold", "after", way="notices"),
    Point("pacing: notices are taken in", "mail", TAKE_IN, "after", way="notices"),
    Point(
        "pacing: notices are taken in, connection",
        "mail",
        TAKE_IN,
        "after",
        kind="connection",
        way="notices",
    ),
    Point(
        "pacing: before notices are told",
        "mail",
        f"{DELIVERY}.pacing.mark_notices_told",
        "before",
        way="notices",
        may_double=True,
    ),
    Point(
        "pacing: notices are told",
        "mail",
        f"{DELIVERY}.pacing.mark_notices_told",
        "after",
        way="notices",
        may_double=True,
    ),
)
THINKING: Final = (
    Point("bot: a turn is there", "bots", "games.table.bot_queue.claim", "before"),
    Point("bot: claimed", "bots", "bots.tasks.think_in_claimed_turn", "before"),
    Point("bot: the position is read", "bots", "bots.tasks.position_for", "after"),
    Point("bot: before it thinks", "bots", "bots.tasks._moves", "before"),
    Point("bot: it has thought", "bots", "bots.tasks._moves", "after"),
    Point("bot: it has thought, connection", "bots", "bots.tasks._moves", "after", kind="connection"),
    Point("bot: it has played", "bots", "bots.tasks._play", "after"),
)
SENDING: Final = (
    Point("sending: a mail is there", "mail", f"{DELIVERY}._claim", "before"),
    Point("sending: claimed", "mail", f"{DELIVERY}._loaded", "before"),
    Point("sending: checked again", "mail", f"{DELIVERY}.drop_reason", "after"),
    Point(
        "sending: checked again, connection",
        "mail",
        f"{DELIVERY}.drop_reason",
        "after",
        kind="connection",
    ),
    Point("sending: composed", "mail", "games.mail.channel.compose", "after"),
    Point("sending: the options are remembered", "mail", f"{DELIVERY}._remember", "after"),
    Point("sending: before the server is called", "mail", "games.mail.channel.send", "before"),
    Point("sending: connected", "mail", "smtplib.SMTP.connect", "after"),
    Point("sending: the recipient is named", "mail", "smtplib.SMTP.rcpt", "after"),
    Point("sending: before the mail itself", "mail", "smtplib.SMTP.data", "before"),
    Point("sending: the server has accepted", "mail", "smtplib.SMTP.data", "after", may_double=True),
    Point("sending: sent", "mail", "games.mail.channel.send", "after", may_double=True),
    Point("sending: sent, connection", "mail", "games.mail.channel.send", "after", kind="connection"),
    Point("sending: before the mark", "mail", f"{DELIVERY}._mark", "before", may_double=True),
    Point("sending: marked", "mail", f"{DELIVERY}._mark", "after"),
)
TIMING_OUT: Final = "games.table.clock.time_out"
CLOCK: Final = (
    Point("clock: the task is there", "default", "games.table.clock.tick", "before"),
    Point("clock: before the tick", "default", "games.table.clock.excuse_downtime", "before"),
    Point("clock: the tick is saved", "default", "games.table.clock.ClockTick.save", "after"),
    Point("clock: before the time-outs", "default", TIMING_OUT, "before"),
    Point(
        "time-out: the game is locked", "default", "games.table.clock.lock_game", "after", TIMING_OUT, way="time-out"
    ),
    Point(
        "time-out: the game is locked, connection",
        "default",
        "games.table.clock.lock_game",
        "after",
        TIMING_OUT,
        "connection",
        way="time-out",
    ),
    Point("time-out: before the commit", "default", COMMIT, "before", TIMING_OUT, way="time-out"),
    Point("time-out: after the commit", "default", COMMIT, "after", TIMING_OUT, way="time-out"),
    Point("time-out: before the nudge", "default", SEND_NUDGE, "before", TIMING_OUT, way="time-out"),
    Point("time-out: after the nudge", "default", SEND_NUDGE, "after", TIMING_OUT, way="time-out"),
    Point("time-out: the bot is there", "bots", "games.table.bot_queue.claim", "before", way="time-out"),
    Point("clock: done", "default", "games.table.clock.tick", "after"),
)
WAKING: Final = (
    Point(
        "mails: what else is due",
        "mail",
        f"{DELIVERY}.due",
        "after",
        "games.due_work.process_due_rows",
    ),
    Point(
        "bots: what else waits",
        "bots",
        "games.table.bot_queue.unclaimed",
        "after",
        "games.due_work.process_due_rows",
    ),
)
BEAT: Final = (
    Point("beat: a tick", "beat", "celery.beat.Scheduler.tick", "before"),
    Point("beat: before a task is sent", "beat", "celery.beat.Scheduler.apply_async", "before"),
    Point("beat: a task is sent", "beat", "celery.beat.Scheduler.apply_async", "after"),
    Point("beat: a tick is done", "beat", "celery.beat.Scheduler.tick", "after"),
    Point("beat: the next time is noted", "beat", "celery.beat.Scheduler.reserve", "after"),
)
PAGES: Final = (
    Point("page: the question is asked for", "web", "games.web.views.game.game_page", "before", way="page"),
    Point("page: the question is drawn", "web", "games.web.views.game.game_page", "after", way="page"),
    Point("page: the answer is there", "web", "games.web.views.answers.read_answer", "before", way="page"),
    Point("page: played, not yet said so", "web", "games.web.views.answers._confirm", "before", way="page"),
    Point("link: the question is looked up", "web", "games.web.views.links.current_question", "after", way="link"),
    Point("link: the answer is there", "web", "games.web.views.links._play", "before", way="link"),
    Point("link: played, not yet said so", "web", "games.web.views.links._play", "after", way="link"),
    Point("api: the question is looked up", "web", "games.api.views.turns.open_question", "after", way="api"),
    Point("api: the answer is there", "web", "games.api.views.turns.key_of", "after", way="api"),
    Point("api: played, not yet said so", "web", "games.api.views.turns.Turns.play", "after", way="api"),
)

API_PLAY: Final = "games.api.views.turns.Turns.play"
PLANNING: Final = (
    Point("plan: it is with the turn", "web", "games.table.plans.keep", "after", API_PLAY, way="plan"),
    Point(
        "plan: only its owner hears of it", "web", "games.table.game_update.bump_private_version", "after", way="plan"
    ),
    Point("plan: before its commit", "web", COMMIT, "before", API_PLAY, way="plan"),
    Point("plan: after its commit", "web", COMMIT, "after", API_PLAY, way="plan"),
    Point("plan: what it plays has a row", "web", "games.table.prepared_answers.submit", "after", way="plan"),
    Point(
        "plan: what it plays is played", "web", "games.table.game_update.GameUpdate._play_prepared", "after", way="plan"
    ),
    Point("plan: the clock starts", "web", "games.table.deadlines.wait_again", "after", way="plan"),
    Point("plan: its owner is told that the game waits", "web", "games.notifications.outbox.notify_waiting", "after"),
)

GIVE_ORDER: Final = "games.api.views.kept_lines.Orders.replace"
ORDERING: Final = (
    Point(
        "orders: with the seat, before the game goes on",
        "web",
        "games.table.game_update.GameUpdate.advance",
        "before",
        GIVE_ORDER,
        way="orders",
    ),
    Point("orders: before their commit", "web", COMMIT, "before", GIVE_ORDER, way="orders"),
    Point("orders: after their commit", "web", COMMIT, "after", GIVE_ORDER, way="orders"),
)

PICKED: Final = "games.table.game_update.GameUpdate._forget_next_pick"
PICK_NEXT: Final = "games.api.views.kept_lines.NextPicks.replace"
KEEP_PICK: Final = "games.table.next_picks.keep"
PICKING: Final = (
    Point("next pick: it is with the seat", "web", KEEP_PICK, "after", PICK_NEXT, way="next pick"),
    Point(
        "next pick: it is with the seat, connection", "web", KEEP_PICK, "after", PICK_NEXT, "connection", "next pick"
    ),
    Point("next pick: before its commit", "web", COMMIT, "before", PICK_NEXT, way="next pick"),
    Point("next pick: after its commit", "web", COMMIT, "after", PICK_NEXT, way="next pick"),
    Point("next pick: chosen, before it is forgotten", "web", KEEP_PICK, "before", PICKED, way="next pick"),
    Point("next pick: forgotten, before the pick is played", "web", KEEP_PICK, "after", PICKED, way="next pick"),
)

TAKE_OVER: Final = "games.table.takeover.take_over"
RETURN: Final = "games.table.takeover.return_to_seat"
SEATS: Final = (
    Point("seat: it is vacant", "default", "games.table.vacant_seats.vacate", "after", TIMING_OUT, way="vacant"),
    Point(
        "seat: all are told that it is vacant",
        "default",
        "games.table.vacant_seats.tell_table",
        "after",
        TIMING_OUT,
        way="vacant",
    ),
    Point("takeover: it has another person", "web", "games.table.takeover._hand_over", "after", way="take over"),
    Point(
        "takeover: it has another person, connection",
        "web",
        "games.table.takeover._hand_over",
        "after",
        kind="connection",
        way="take over",
    ),
    Point("takeover: before the commit", "web", COMMIT, "before", TAKE_OVER, way="take over"),
    Point("takeover: after the commit", "web", COMMIT, "after", TAKE_OVER, way="take over"),
    Point("return: they play again", "web", "games.table.takeover.return_to_person", "after", RETURN, way="return"),
    Point("return: after the commit", "web", COMMIT, "after", RETURN, way="return"),
)
"""Who sits there."""
PERFORM: Final = "games.table.proposals.more_time.ExtendAll.perform"
VOTE: Final = "games.table.proposals.actions.vote"
DECIDING: Final = (
    Point("vote: it is proposed", "web", COMMIT, "after", "games.table.proposals.actions.propose", way="vote"),
    Point("vote: accepted, before it is done", "web", PERFORM, "before", VOTE, way="vote"),
    Point("vote: done", "web", PERFORM, "after", VOTE, way="vote"),
    Point("vote: done, connection", "web", PERFORM, "after", VOTE, "connection", way="vote"),
    Point(
        "vote: all are told", "web", "games.table.proposals.decisions.telling.tell_outcome", "after", VOTE, way="vote"
    ),
    Point("vote: after the commit", "web", COMMIT, "after", VOTE, way="vote"),
)
TALKING: Final = (
    Point("talk: it has its row", "web", "games.table.talk.talk_telling.tell", "before", way="say"),
    Point("talk: said, not yet said so", "web", "games.table.talk._add", "after", way="say"),
)
TOLD_IN_ONE: Final = f"{DELIVERY}.pacing.drop_pending"
TELLING: Final = (
    Point("bundle: a mail waits for it", "mail", f"{DELIVERY}.bundling.wait_for_bundle", "after", way="digest"),
    Point("bundle: it is chosen what it tells", "mail", f"{DELIVERY}.bundling.take", "after", way="digest"),
    Point("bundle: sent, before the mark", "mail", TOLD_IN_ONE, "before", way="digest", may_double=True),
    Point("bundle: before the commit of the mark", "mail", TOLD_IN_ONE, "after", way="digest", may_double=True),
    Point("reminder: before it", "default", "games.table.reminders.outbox.notify_reminder", "before", way="reminder"),
    Point(
        "reminder: it has its row", "default", "games.table.reminders.outbox.notify_reminder", "after", way="reminder"
    ),
    Point("webhook: before it is told", "mail", "games.endpoints.channel.outgoing.post", "before"),
    Point("webhook: told", "mail", "games.endpoints.channel.outgoing.post", "after", may_double=True),
    Point(
        "webhook: that it works is noted",
        "mail",
        "games.endpoints.channel.health.record_success",
        "after",
        may_double=True,
    ),
)
FETCHING: Final = (
    Point("mailbox: a mail is there", "poller", "games.mail.poller._take_in", "before", way="mailbox"),
    Point("mailbox: the mail has its row", "poller", "games.mail.intake.store", "after", way="mailbox"),
    Point(
        "mailbox: stored, not yet put away", "poller", "games.mail.poller.ImapMailbox.set_done", "before", way="mailbox"
    ),
    Point("mailbox: put away", "poller", "games.mail.poller.ImapMailbox.set_done", "after", way="mailbox"),
)

OPEN_FOR: Final = "games.table.seek_matching._open_for"
BEGIN_SEEK: Final = "games.table.seeks.begin"
SEEKING: Final = (
    Point("seek: it has its row", "web", "games.table.seeks.Seek.objects.create", "after", BEGIN_SEEK, way="seek"),
    Point("seek: after its commit", "web", COMMIT, "after", BEGIN_SEEK, way="seek"),
    Point("seek: the people are locked", "tidying", "games.table.seek_matching.lock_seeks", "after", way="seek"),
    Point(
        "seek: the game is open",
        "tidying",
        "games.table.seek_matching.open_games.open_game",
        "after",
        OPEN_FOR,
        way="seek",
    ),
    Point("seek: all have joined", "tidying", "games.table.seek_matching.note_finds", "before", way="seek"),
    Point(
        "seek: all have joined, connection",
        "tidying",
        "games.table.seek_matching.note_finds",
        "before",
        kind="connection",
        way="seek",
    ),
    Point("seek: the finds have their rows", "tidying", "games.table.seek_matching.note_finds", "after", way="seek"),
    Point("seek: before the commit", "tidying", COMMIT, "before", OPEN_FOR, way="seek"),
    Point("seek: after the commit", "tidying", COMMIT, "after", OPEN_FOR, way="seek"),
)
"""Games that the site opens for those who seek them."""
TAKE_SEAT: Final = "games.table.seek_seats._take"
FOUND_SEAT: Final = "games.table.seek_seats.note_finds"
FREE_SEATS: Final = (
    Point("free seat: it is taken", "tidying", FOUND_SEAT, "before", TAKE_SEAT, way="free seat"),
    Point("free seat: it is taken, connection", "tidying", FOUND_SEAT, "before", TAKE_SEAT, "connection", "free seat"),
    Point("free seat: the find has its row", "tidying", FOUND_SEAT, "after", TAKE_SEAT, way="free seat"),
    Point("free seat: its person is told", "tidying", "games.table.seek_seats._tell", "after", way="free seat"),
    Point("free seat: before the commit", "tidying", COMMIT, "before", TAKE_SEAT, way="free seat"),
    Point("free seat: after the commit", "tidying", COMMIT, "after", TAKE_SEAT, way="free seat"),
)
"""Seats of open games that the site takes for those who seek one."""
WAIT: Final = "games.table.waiting_list.wait"
GIVE_SEAT: Final = "games.table.waiting_list._take_seat"
GIVE_DUE: Final = "games.table.waiting_list.give_due"
DECLINE: Final = "games.table.open_games.decline"
WAITING: Final = (
    Point(
        "waiting list: they have a row",
        "web",
        "games.table.waiting_list.WaitingPerson.objects.create",
        "after",
        WAIT,
        way="waiting list",
    ),
    Point("waiting list: after the commit of the row", "web", COMMIT, "after", WAIT, way="waiting list"),
    Point("waiting list: somebody declines, a seat is given", "web", GIVE_SEAT, "after", DECLINE, way="waiting list"),
    Point(
        "waiting list: somebody declines, a seat is given, connection",
        "web",
        GIVE_SEAT,
        "after",
        DECLINE,
        "connection",
        "waiting list",
    ),
    Point("waiting list: somebody declines, before the commit", "web", COMMIT, "before", DECLINE, way="waiting list"),
    Point("waiting list: somebody declines, after the commit", "web", COMMIT, "after", DECLINE, way="waiting list"),
    Point("waiting list: a worker gives a seat", "tidying", GIVE_SEAT, "after", GIVE_DUE, way="waiting list"),
    Point(
        "waiting list: a worker gives a seat, connection",
        "tidying",
        GIVE_SEAT,
        "after",
        GIVE_DUE,
        "connection",
        "waiting list",
    ),
    Point("waiting list: a worker, before the commit", "tidying", COMMIT, "before", GIVE_DUE, way="waiting list"),
    Point("waiting list: a worker, after the commit", "tidying", COMMIT, "after", GIVE_DUE, way="waiting list"),
)
PROGRESS: Final = "games.table.tournaments.progress"
ADVANCE: Final = f"{PROGRESS}.advance"
START_BY_HAND: Final = f"{PROGRESS}.start"
NOTE_END: Final = "games.table.game_update.tournament_queue.note"
TOURNAMENTS: Final = (
    Point("tournament: before the commit of its start", "web", COMMIT, "before", START_BY_HAND, way="tournament"),
    Point("tournament: after the commit of its start", "web", COMMIT, "after", START_BY_HAND, way="tournament"),
    Point(
        "tournament: a first table has its game",
        "tidying",
        f"{PROGRESS}.seat_table",
        "after",
        f"{PROGRESS}._start",
        way="tournament",
    ),
    Point("tournament: its time has come, it is started", "tidying", f"{PROGRESS}._start", "after", way="tournament"),
    Point("tournament: the end of a game is noted", "web", NOTE_END, "after", VOTE, way="tournament"),
    Point(
        "tournament: the end of a game is noted, connection", "web", NOTE_END, "after", VOTE, "connection", "tournament"
    ),
    Point("tournament: a round is over", "tidying", f"{PROGRESS}._drop_those_who_left", "after", way="tournament"),
    Point(
        "tournament: the next round has its row",
        "tidying",
        f"{PROGRESS}.TournamentRound.objects.create",
        "after",
        ADVANCE,
        way="tournament",
    ),
    Point("tournament: all tables have games", "tidying", f"{PROGRESS}._begin_round", "after", way="tournament"),
    Point(
        "tournament: all tables have games, connection",
        "tidying",
        f"{PROGRESS}._begin_round",
        "after",
        kind="connection",
        way="tournament",
    ),
    Point(
        "tournament: the places are written",
        "tidying",
        f"{PROGRESS}._write_places",
        "after",
        f"{PROGRESS}._finish",
        way="tournament",
    ),
    Point("tournament: all are told of its end", "tidying", f"{PROGRESS}._finish", "after", way="tournament"),
    Point("tournament: before the commit", "tidying", COMMIT, "before", ADVANCE, way="tournament"),
    Point("tournament: after the commit", "tidying", COMMIT, "after", ADVANCE, way="tournament"),
)

PACK: Final = "games.table.packing.pack"
PACKING: Final = (
    Point("packing: the game is locked", "packing", "games.table.packing.lock_game", "after"),
    Point("packing: the record is written", "packing", "games.table.packing.pack_format.write", "after"),
    Point("packing: the pack has its rows", "packing", "games.table.packing._store", "after"),
    Point("packing: the rows are deleted", "packing", "games.table.packing._delete", "after"),
    Point("packing: before the commit", "packing", COMMIT, "before", PACK),
    Point("packing: after the commit", "packing", COMMIT, "after", PACK),
)
"""Of games that are over for long: not on a move's way, so tests/crash/packing.py goes through them by itself."""

POINTS: Final = (
    *LISTENING,
    *READING,
    *BOUNCING,
    *_playing(),
    *PAGES,
    *PLANNING,
    *ORDERING,
    *PICKING,
    *SEATS,
    *DECIDING,
    *TALKING,
    *TELLING,
    *FETCHING,
    *SEEKING,
    *FREE_SEATS,
    *WAITING,
    *TOURNAMENTS,
    *THINKING,
    *SENDING,
    *PACING,
    *CLOCK,
    *WAKING,
    *BEAT,
)
