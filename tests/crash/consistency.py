"""What must be true of a game that was played through crashes: the database of the site against what people saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from tests.crash.people import Table
from tests.e2e.mail_sink import text_of

UNSENT: Final = "select count(*) from games_outgoingmail where status in ('pending', 'sending')"

ARRIVED: Final = ("sent", "bounced")
"""States of a mail that its server has taken; of some a report came back."""
UNDECIDED: Final = (
    "select count(*) from games_turn t join games_seat p on p.id = t.seat_id"
    " where t.game_id = ? and t.status = 'open' and (p.user_id is null or t.timed_out)"
)


def hurry(table: Table) -> None:
    """Mails that wait a little for people who are still on the site need not wait any longer, at no table."""
    table.watch.do(
        "update games_outgoingmail set next_attempt_at = created_at where status = 'pending' and attempts = 0"
    )
    # Nor those that are held until an hour has passed.
    table.watch.do(
        "update games_outgoingmail set sent_at = ? where sent_at is not null",
        datetime.now(tz=UTC) - timedelta(hours=2),
    )


def hurried_to_rest(table: Table) -> bool:
    """Whether nothing is left to wait for. To be asked again and again: what is sent now holds the next mails up."""
    hurry(table)
    return settled(table)


def settled(table: Table) -> bool:
    """Whether nothing is on its way any more, and the game is over or waits for people."""
    unread = table.watch.one("select count(*) from games_incomingmail where status = 'new'")
    return bool(table.watch.one(UNSENT) == 0 and unread == 0 and table.watch.one(UNDECIDED, table.game) == 0)


def mistakes(table: Table) -> list[str]:
    """All that is wrong with a settled game, but for mails that came again."""
    return [
        *_of_moves(table),
        *_of_turns(table),
        *_of_mails(table),
        *_of_acknowledgements(table),
        *_of_bounces(table),
        *_of_notices(table),
    ]


def came_again(table: Table) -> list[float]:
    """The mails that came again, or came although they are marked as no longer needed: when each came first.

    Once for every copy too many.
    """
    first: dict[str, float] = {}
    for mail, moment in zip(table.sink.mails, table.sink.arrived, strict=True):
        first.setdefault(str(mail["Message-ID"]), moment)
    received = _received(table)
    marks = table.watch.rows("select message_id, status from games_outgoingmail where game_id = ?", table.game)
    return [
        first[message_id] for message_id, status in marks for _ in range(received[message_id] - (status in ARRIVED))
    ]


def _received(table: Table) -> Counter[str]:
    return Counter(str(mail["Message-ID"]) for mail in table.sink.mails)


def _of_moves(table: Table) -> Iterator[str]:
    rows = table.watch.rows(
        "select s.id, s.turn_id, s.key, (select count(*) from games_move m where m.submission_id = s.id"
        " and m.undone_at is null) from games_submission s join games_turn t on t.id = s.turn_id"
        " join games_seat p on p.id = t.seat_id where t.game_id = ? and s.plies > 0 and p.user_id is not null"
        " and substr(s.key, 1, 4) <> 'bot:' and substr(s.key, 1, 5) <> 'plan:'",
        table.game,
    )
    for row in rows:
        if not row[3]:
            yield f"an answer that was taken in has no move: {row}"
    if len(rows) != len(table.given):
        yield f"{len(table.given)} answers were given, {len(rows)} are in the database"
    numbers = dict(table.watch.rows("select message_id, id from games_incomingmail"))
    kept = Counter((turn, key) for _id, turn, key, _moves in rows)
    for given in table.given:
        if given.way == "mail" or given.key.startswith("<"):
            expected = f"mail:{numbers.get(given.key)}#0"
            times = kept[given.question.turn, expected]
        else:
            times = sum(
                n for (turn, key), n in kept.items() if turn == given.question.turn and key.startswith(given.key)
            )
        if times != 1:
            yield f"an answer that was acknowledged is {times} times in the database: {given}"
    for turn, key in table.plans.items():
        found = table.watch.one(
            "select count(*) from games_submission where turn_id = ? and key = ?", turn, f"api:{key}"
        )
        if found != 1:
            yield f"a plan that was acknowledged is {found} times in the database: {turn} {key}"
    plies = [
        ply
        for (ply,) in table.watch.rows(
            "select ply from games_move where game_id = ? and undone_at is null order by ply", table.game
        )
    ]
    if plies != list(range(len(plies))):
        yield "the plies are not numbered without gaps"


def _of_turns(table: Table) -> Iterator[str]:
    live = table.watch.one("select count(*) from games_turn where game_id = ? and status <> 'closed'", table.game)
    if table.over == bool(live):
        yield f"{live} turns are open, and the game is {'over' if table.over else 'not over'}"
    untold = table.watch.rows(
        "select t.id from games_turn t join games_seat p on p.id = t.seat_id where t.game_id = ?"
        " and p.user_id is not null and not exists"
        " (select 1 from games_outgoingmail m where m.turn_id = t.id and m.kind in ('turn', 'reply'))",
        table.game,
    )
    if untold:
        yield f"turns that nobody was told of: {untold}"
    timed_out = {
        turn for (turn,) in table.watch.rows("select id from games_turn where game_id = ? and timed_out", table.game)
    }
    if timed_out - table.left_alone:
        yield f"turns timed out that were answered: {timed_out - table.left_alone}"


def _of_mails(table: Table) -> Iterator[str]:
    rows = table.watch.rows("select message_id, status, kind from games_outgoingmail where game_id = ?", table.game)
    received = _received(table)
    for message_id, status, kind in rows:
        times = received[message_id]
        if status in ARRIVED and not times:
            yield f"a {kind} mail is marked as sent and never came"
        if status not in (*ARRIVED, "dropped"):
            yield f"a {kind} mail is left {status}"
    endings = sum(kind == "end" and status in ARRIVED for _id, status, kind in rows)
    if endings != (len(table.people) if table.over else 0):
        yield f"{endings} mails told of the end to {len(table.people)} people"


def _of_acknowledgements(table: Table) -> Iterator[str]:
    answers: dict[str, set[str]] = {}
    for mail in table.sink.mails:
        if str(mail["Auto-Submitted"]) == "auto-replied":
            answers.setdefault(str(mail["In-Reply-To"]), set()).add(str(mail["Message-ID"]))
    outcomes = {
        message_id: (status, outcome)
        for message_id, status, outcome in table.watch.rows(
            "select message_id, status, outcome from games_incomingmail"
        )
    }
    for given in table.given:
        if given.key.startswith("<"):
            if outcomes.get(given.key) != ("done", "played"):
                yield f"a mail that was taken in came to {outcomes.get(given.key)}: {given}"
            if len(answers.get(given.key, ())) != 1:
                yield f"a mail was acknowledged {len(answers.get(given.key, ()))} times: {given}"


def _of_bounces(table: Table) -> Iterator[str]:
    """Each mail that a report came of counts once, however often it was reported and read."""
    marked = {
        message_id
        for (message_id,) in table.watch.rows(
            "select message_id from games_outgoingmail where game_id = ? and status = 'bounced'", table.game
        )
    }
    if marked != table.bounced:
        yield f"mails that came back: {table.bounced}, marked: {marked}"


def _of_notices(table: Table) -> Iterator[str]:
    """Whatever became of the mail that was to tell it."""
    read = "\n".join(text_of(mail) for mail in table.sink.mails)
    for text in table.notices:
        if text not in read:
            yield f"nobody was told: {text}"
