"""What must be true of a game that was played through crashes: the database of the site against what people saw."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

from tests.crash.people import Table
from tests.e2e.mail_sink import text_of

UNSENT: Final = "select count(*) from games_outgoingmail where status in ('pending', 'sending')"

ARRIVED: Final = ("sent", "bounced")
"""States of a mail that its server has taken; of some a report came back."""
FOUND_GAMES: Final = (
    "select game_id from games_seekfind union select game_id from games_tournamenttable"
    " union select game_id from games_auditentry where act = 'seated from the waiting list'"
)
UNDECIDED: Final = (
    "select count(*) from games_turn t join games_seat p on p.id = t.seat_id"
    " where t.game_id = ? and t.status = 'open' and (p.user_id is null or p.caretaker <> '' or t.timed_out)"
)


def hurry(table: Table) -> None:
    """Mails that wait a little for people who are still on the site need not wait any longer, at no table.

    Nor those that are held for an hour, though a worker was killed with them before. Whatever failed waits on.
    """
    table.watch.do(
        "update games_outgoingmail set next_attempt_at = created_at"
        " where status = 'pending' and (attempts = 0 or last_error = '')"
    )
    # As if an hour had passed.
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
        *(_of_company(table) if table.has_company else ()),
    ]


def _of_company(table: Table) -> Iterator[str]:
    yield from _of_webhooks(table)
    yield from _of_seats(table)
    yield from _of_proposals(table)
    yield from _of_talk(table)


def mistakes_of_bundles(table: Table) -> list[str]:
    """The same of mails that tell all games in one, on the whole site."""
    received = _received(table)
    rows = table.watch.rows("select message_id, status from games_outgoingmail where kind = 'digest'")
    return [
        *(f"a bundle is left {status}" for _id, status in rows if status not in (*ARRIVED, "dropped")),
        *("a bundle never came" for message_id, status in rows if status in ARRIVED and not received[message_id]),
    ]


def came_again(table: Table) -> list[float]:
    """The mails that came again, or came although they are marked as no longer needed: when each came first.

    Once for every copy too many; and the same of webhooks.
    """
    marks = "select message_id, status from games_outgoingmail where game_id = ?"
    mails = [(str(mail["Message-ID"]), at) for mail, at in zip(table.sink.mails, table.sink.arrived, strict=True)]
    if not table.has_company:
        return _again(mails, table.watch.rows(marks, table.game))
    marks += " and channel = ?"
    told = [(posted.headers["webhook-id"], posted.at) for posted in list(table.posted)]
    hooks = [(_webhook_id(one), status) for one, status in table.watch.rows(marks, table.game, "webhook")]
    return [*_again(mails, table.watch.rows(marks, table.game, "mail")), *_again(told, hooks)]


def bundles_that_came_again(table: Table) -> list[float]:
    """The same of mails that tell all games in one, on the whole site."""
    mails = [(str(mail["Message-ID"]), at) for mail, at in zip(table.sink.mails, table.sink.arrived, strict=True)]
    marks = table.watch.rows("select message_id, status from games_outgoingmail where kind = 'digest'")
    return _again(mails, marks)


def mistakes_of_found_games(table: Table) -> Iterator[str]:
    """Of games that people have not opened themselves: of its start, and of its end, everybody is told once."""
    rows = table.watch.rows(
        "select m.game_id, m.user_id, m.kind, m.status, m.message_id, g.status,"
        " substr(m.last_error, 1, 7) = 'told in' from games_outgoingmail m join games_game g on g.id = m.game_id"
        f" where m.channel = 'mail' and m.kind in ('start', 'end') and m.game_id in ({FOUND_GAMES})"
    )
    seats = table.watch.rows(
        "select p.game_id, p.user_id, g.status from games_seat p join games_game g on g.id = p.game_id"
        f" where p.user_id is not null and p.game_id in ({FOUND_GAMES})"
    )
    to_be_told = Counter((game, person, "start") for game, person, _status in seats)
    to_be_told += Counter((game, person, "end") for game, person, status in seats if status == "finished")
    told = Counter((game, person, kind) for game, person, kind, *_ in rows)
    if told != to_be_told:
        yield f"told {told - to_be_told} too often, and {to_be_told - told} too seldom"
    received = _received(table)
    for game, person, kind, status, message_id, of_game, told_in in rows:
        if status in ARRIVED and not received[message_id]:
            yield f"a {kind} mail of the game {game} is marked as sent to {person} and never came"
        # Whoever is asked in vain when a game is over already is told of its end alone.
        needless = status == "dropped" and (told_in or (kind == "start" and of_game == "finished"))
        if status not in ARRIVED and not needless:
            yield f"a {kind} mail of the game {game} to {person} is left {status}"


def mails_of_found_games_that_came_again(table: Table) -> list[float]:
    """The same as `came_again`, of mails of such games, and of notices about tournaments."""
    mails = [(str(mail["Message-ID"]), at) for mail, at in zip(table.sink.mails, table.sink.arrived, strict=True)]
    marks = table.watch.rows(
        "select message_id, status from games_outgoingmail where channel = 'mail'"
        f" and (game_id in ({FOUND_GAMES}) or (game_id is null and kind = 'notice'))"
    )
    return _again(mails, marks)


def _again(arrived: Sequence[tuple[str, float]], marks: Iterable[tuple[str, str]]) -> list[float]:
    first: dict[str, float] = {}
    for name, moment in arrived:
        first.setdefault(name, moment)
    times = Counter(name for name, _moment in arrived)
    return [first[name] for name, status in marks for _ in range(times[name] - (status in ARRIVED))]


def _received(table: Table) -> Counter[str]:
    return Counter(str(mail["Message-ID"]) for mail in table.sink.mails)


def _of_moves(table: Table) -> Iterator[str]:
    rows = table.watch.rows(
        "select s.id, s.turn_id, s.key, (select count(*) from games_move m where m.submission_id = s.id"
        " and m.undone_at is null), t.status = 'answered' from games_submission s join games_turn t on t.id = s.turn_id"
        " join games_seat p on p.id = t.seat_id where t.game_id = ? and s.plies > 0 and p.user_id is not null"
        " and substr(s.key, 1, 4) <> 'bot:' and substr(s.key, 1, 5) <> 'plan:' and substr(s.key, 1, 6) <> 'order:'"
        " and substr(s.key, 1, 10) <> 'next pick:'",
        table.game,
    )
    for row in rows:
        *_, moves, waits_for_others = row
        if not moves and not waits_for_others:
            yield f"an answer that was taken in has no move: {row}"
    if len(rows) != len(table.given):
        yield f"{len(table.given)} answers were given, {len(rows)} are in the database"
    numbers = dict(table.watch.rows("select message_id, id from games_incomingmail"))
    kept = Counter((turn, key) for _id, turn, key, *_ in rows)
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
    kept_orders = table.watch.rows(
        "select u.username, cast(p.orders as text) from games_seat p join accounts_user u on u.id = p.user_id"
        " where p.game_id = ? and p.orders is not null",
        table.game,
    )
    numbers_kept = {name: json.loads(orders)[0]["number"] for name, orders in kept_orders}
    if not table.orders.items() <= numbers_kept.items():
        yield f"the orders that were acknowledged are not those in the database: {table.orders}, {numbers_kept}"
    yield from _of_next_picks(table)
    plies = [
        ply
        for (ply,) in table.watch.rows(
            "select ply from games_move where game_id = ? and undone_at is null order by ply", table.game
        )
    ]
    if plies != list(range(len(plies))):
        yield "the plies are not numbered without gaps"


def _of_next_picks(table: Table) -> Iterator[str]:
    """What was taken in last is with the seat, or the seat has played since."""
    kept = dict(
        table.watch.rows(
            "select u.username, cast(p.next_pick as text) from games_seat p join accounts_user u on u.id = p.user_id"
            " where p.game_id = ? and p.next_pick is not null",
            table.game,
        )
    )
    for name, (wanted, plies) in table.next_picks.items():
        if name in kept:
            picks = [wish["text"] for wish in json.loads(kept[name])["wishes"]]
            if picks != [wanted]:
                yield f"what {name} wants to pick next is not what was acknowledged: {picks}, {wanted}"
        elif not table.watch.one(
            'select count(*) from games_move m join games_seat p on p.game_id = m.game_id and p."index" = m.seat'
            " join accounts_user u on u.id = p.user_id where m.game_id = ? and u.username = ? and m.ply >= ?",
            table.game,
            name,
            plies,
        ):
            yield f"what {name} wants to pick next is gone, and they have played nothing since"


def _of_turns(table: Table) -> Iterator[str]:
    live = table.watch.one("select count(*) from games_turn where game_id = ? and status <> 'closed'", table.game)
    if table.over == bool(live):
        yield f"{live} turns are open, and the game is {'over' if table.over else 'not over'}"
    yield from _of_who_is_told(table) if table.has_company else _of_who_is_told_at_all(table)
    timed_out = {
        turn for (turn,) in table.watch.rows("select id from games_turn where game_id = ? and timed_out", table.game)
    }
    if timed_out - table.left_alone:
        yield f"turns timed out that were answered: {timed_out - table.left_alone}"


def _of_who_is_told_at_all(table: Table) -> Iterator[str]:
    untold = table.watch.rows(
        "select t.id from games_turn t join games_seat p on p.id = t.seat_id where t.game_id = ?"
        " and p.user_id is not null and not exists"
        " (select 1 from games_outgoingmail m where m.turn_id = t.id and m.kind in ('turn', 'reply'))",
        table.game,
    )
    if untold:
        yield f"turns that nobody was told of: {untold}"


def _of_who_is_told(table: Table) -> Iterator[str]:
    """Whoever played in the seat when the turn was opened, and nobody who never did."""
    untold = table.watch.rows(
        "select t.id from games_turn t join games_seatholder h on h.seat_id = t.seat_id where t.game_id = ?"
        " and h.user_id is not null and h.from_at <= t.opened_at and (h.to_at is null or h.to_at > t.opened_at)"
        " and not exists (select 1 from games_outgoingmail m where m.turn_id = t.id and m.user_id = h.user_id"
        " and m.channel = 'mail' and m.kind in ('turn', 'reply'))"
        # Whoever was asked nothing, as their next pick or their orders gave the whole answer, need not be told.
        " and not (exists (select 1 from games_submission s where s.turn_id = t.id"
        " and (substr(s.key, 1, 10) = 'next pick:' or substr(s.key, 1, 6) = 'order:')) and not exists"
        " (select 1 from games_submission s where s.turn_id = t.id and substr(s.key, 1, 10) <> 'next pick:'"
        " and substr(s.key, 1, 5) <> 'plan:' and substr(s.key, 1, 6) <> 'order:'))",
        table.game,
    )
    if untold:
        yield f"turns of which the person who played there was not told: {untold}"
    strangers = table.watch.rows(
        "select m.id, m.user_id from games_outgoingmail m join games_turn t on t.id = m.turn_id where m.game_id = ?"
        " and not exists (select 1 from games_seatholder h where h.seat_id = t.seat_id and h.user_id = m.user_id)",
        table.game,
    )
    if strangers:
        yield f"turns of which people were told who never played there: {strangers}"


def _of_mails(table: Table) -> Iterator[str]:
    rows = table.watch.rows(
        "select message_id, status, kind, substr(last_error, 1, 7) = 'told in' from games_outgoingmail"
        f" where game_id = ? and {_is_mail(table)}",
        table.game,
    )
    received = _received(table)
    for message_id, status, kind, _told_in in rows:
        times = received[message_id]
        if status in ARRIVED and not times:
            yield f"a {kind} mail is marked as sent and never came"
        if status not in (*ARRIVED, "dropped"):
            yield f"a {kind} mail is left {status}"
    endings = sum(kind == "end" and (status in ARRIVED or bool(told_in)) for _id, status, kind, told_in in rows)
    people = table.watch.one("select count(*) from games_seat where game_id = ? and user_id is not null", table.game)
    if endings != (people if table.over else 0):
        yield f"{endings} mails told of the end to {people} people"


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
    left = _answered_before_they_left(table)
    for given in table.given:
        if given.key.startswith("<"):
            if outcomes.get(given.key) != ("done", "played"):
                yield f"a mail that was taken in came to {outcomes.get(given.key)}: {given}"
            if len(answers.get(given.key, ())) != 1 and given.key not in left:
                yield f"a mail was acknowledged {len(answers.get(given.key, ()))} times: {given}"


def _answered_before_they_left(table: Table) -> set[str]:
    """Message-IDs of answers whose acknowledgements were dropped, as their persons had lost their seats meanwhile."""
    return {
        message_id
        for (message_id,) in table.watch.rows(
            "select i.message_id from games_incomingmail i join games_outgoingmail m"
            " on m.reason = 'mail:' || cast(i.id as varchar(20)) join games_seatholder h on h.seat_id = m.seat_id"
            " and h.user_id = m.user_id where m.game_id = ? and m.kind = 'reply' and m.status = 'dropped'"
            " and h.to_at is not null and h.to_at >= m.created_at",
            table.game,
        )
    }


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


def _of_webhooks(table: Table) -> Iterator[str]:
    """What is marked as told came."""
    rows = table.watch.rows(
        "select message_id, status, kind from games_outgoingmail where game_id = ? and channel = 'webhook'", table.game
    )
    told = {posted.headers["webhook-id"] for posted in list(table.posted)}
    for message_id, status, kind in rows:
        if status in ARRIVED and _webhook_id(message_id) not in told:
            yield f"a webhook is marked as told of a {kind} and never was"
        if status not in (*ARRIVED, "dropped"):
            yield f"a {kind} for a webhook is left {status}"


def _is_mail(table: Table) -> str:
    """The condition that a delivery is a mail: it always was one before there were channels."""
    return "channel = 'mail'" if table.has_company else "kind = kind"


def _webhook_id(message_id: str) -> str:
    return message_id.strip("<>").partition("@")[0]


def _of_seats(table: Table) -> Iterator[str]:
    """Who played where has neither a gap nor two at once, and names who plays there now and whoever came."""
    rows = table.watch.rows(
        "select seat_id, user_id, level, cause, from_ply, from_at, to_ply, to_at from games_seatholder"
        " where game_id = ? order by seat_id, id",
        table.game,
    )
    seats = table.watch.rows("select id, user_id, bot_level, caretaker from games_seat where game_id = ?", table.game)
    for seat, person, bot_level, caretaker in seats:
        held = [row[1:] for row in rows if row[0] == seat]
        if not held or held[0][2:4] != ("start", 0):
            yield f"it is not known who began in seat {seat}: {held}"
            continue
        for (*_, to_ply, to_at), (_user, _level, _cause, from_ply, from_at, *_) in pairwise(held):
            if (to_ply, to_at) != (from_ply, from_at):
                yield f"there is a gap, or two at once, in seat {seat}: {held}"
        now = (None, bot_level or caretaker) if bot_level or caretaker else (person, "")
        if held[-1][:2] != now or held[-1][-1] is not None:
            yield f"who plays in seat {seat} now is {now}, and not who is said to: {held[-1]}"
    came = Counter(
        table.watch.rows(
            "select h.cause, u.username from games_seatholder h join accounts_user u on u.id = h.user_id"
            " where h.game_id = ? and h.cause in ('taken', 'returned')",
            table.game,
        )
    )
    company = table.company
    if company.came - came or came - company.came - company.may_have_come:
        yield f"people came to seats: {company.came}, and perhaps {company.may_have_come}; written down: {came}"


def _of_proposals(table: Table) -> Iterator[str]:
    """Each came to one end, once, and the one that people were told of."""
    decided: dict[int, list[str]] = {}
    for (details,) in table.watch.rows(
        "select cast(details as text) from games_auditentry where game_id = ? and act = 'proposal decided'", table.game
    ):
        entry = json.loads(details)
        decided.setdefault(entry["proposal"], []).append(entry["outcome"])
    status = dict(table.watch.rows("select id, status from games_proposal where game_id = ?", table.game))
    for proposal, outcome in status.items():
        if decided.get(proposal, []) != ([] if outcome == "open" else [outcome]):
            yield f"proposal {proposal} is {outcome}, and was decided: {decided.get(proposal)}"
    wrong = {proposal for proposal in table.company.accepted if status.get(proposal) != "accepted"}
    if wrong:
        yield f"proposals that were accepted are not: {wrong}"


def _of_talk(table: Table) -> Iterator[str]:
    rows = table.watch.rows("select key, text from games_talkmessage where game_id = ?", table.game)
    for key, times in Counter(key for key, _text in rows).items():
        if times > 1:
            yield f"something was said {times} times: {key}"
    missing = {(f"api:{key}", text) for key, text in table.company.said.items()} - set(rows)
    if missing:
        yield f"what was said is not there: {missing}"
