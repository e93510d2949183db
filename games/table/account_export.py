"""Exports everything that the site stores about a person, as one archive. It only reads.

The archive holds what the person may see today: of other people the user name, of running games the record as the
person's seat may read it. It holds no token, no address of anybody else, and nothing hidden.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import IO, Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.access import Permission, may
from games.models import (
    AuditEntry,
    DefaultOrders,
    Delivery,
    Game,
    IncomingMail,
    LessonDone,
    MutedGame,
    Notification,
    PackedPerson,
    Seat,
    Submission,
    Turn,
)
from games.notifications.adoption import notification_of
from games.people.models import Absence, User
from games.snapshot import snapshot
from games.table import next_picks, order_changes, permission_check, plans, queries, seat_orders
from games.table.api_tokens import tokens_of
from games.table.departure import with_bot_accounts
from games.table.errors import NotAllowed
from games.table.history import History, history_of
from games.table.records import record_for
from games.table.staff_roles import role_of

BATCH_SIZE: Final = 500
"""Rows that are in memory at a time."""
Row = Mapping[str, Any]


def write_archive(person: User, to: IO[bytes]) -> None:
    """Write the archive, a zip of JSON files and of the records of games, to a file. Raises NotAllowed.

    Memory is bounded, whatever the person has played.
    """
    permission_check.require_permission(Permission.EXPORT_OWN_DATA, person, NotAllowed())
    with snapshot(), zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _readme())
        for name, rows in _FILES.items():
            with archive.open(f"{name}.json", "w") as file:
                _write_rows(file, rows(person))
        for name, text in _records(person):
            archive.writestr(name, text)


def _readme() -> str:
    return _(
        "What prweb keeps of you, as JSON; times are in UTC.\n"
        "\n"
        "account.json: name, addresses, preferences, how you sign in.\n"
        "sessions.json: where you are signed in.\n"
        "bot_accounts.json, tokens.json: the programs that play for you. Tokens themselves are not kept.\n"
        "games.json: games that you or your bot accounts sit at or opened; other people by their user names.\n"
        "answers.json: when you answered which turn. moves.json: the moves that you decided.\n"
        "answers_ahead.json: what you answered ahead of its time, planned or ordered, in games that run.\n"
        "mails_to_me.json, mails_from_me.json: which mails went out to you and came from you.\n"
        "muted_games.json: games whose mails you turned off. lessons.json: the lessons that you have done.\n"
        "absences.json: when you announced that you are away.\n"
        "trail.json: what you did besides moves (opened, joined, resigned, …).\n"
        "records/: the record of each game as you may read it; while a game runs without what others hide.\n"
    )


def _write_rows(file: IO[bytes], rows: Iterable[Row]) -> None:
    """A JSON list, row by row."""
    file.write(b"[")
    for number, row in enumerate(rows):
        file.write(b",\n" if number else b"\n")
        file.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode())
    file.write(b"\n]\n")


def _account(person: User) -> Iterator[Row]:
    yield {
        "name": person.username,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "joined": person.date_joined,
        "last_sign_in": person.last_login,
        "time_zone": person.time_zone,
        "language": person.language,
        "rank": role_of(person),
        "suspended_since": person.suspended_at,
        "reason_of_suspension": person.suspension_reason,
        "addresses": [
            {"address": one.email, "verified": one.verified, "primary": one.primary}
            for one in EmailAddress.objects.filter(user=person).order_by("pk")
        ],
        "second_factors": [
            {"type": str(one.type), "set_up": one.created_at, "last_used": one.last_used_at}
            for one in Authenticator.objects.filter(user=person).order_by("pk")
        ],
    }


def _sessions(person: User) -> Iterator[Row]:
    for session in UserSession.objects.filter(user=person).order_by("pk"):
        yield {
            "browser": session.user_agent,
            "network": session.ip,
            "signed_in": session.created_at,
            "last_seen": session.last_seen_at,
        }


def _bot_accounts(person: User) -> Iterator[Row]:
    for account in person.bot_accounts.order_by("pk"):
        yield {"name": account.username, "made": account.date_joined, "in_use": account.is_active}


def _tokens(person: User) -> Iterator[Row]:
    for token in tokens_of(person):
        yield {
            "handle": token.handle,
            "name": token.name,
            "account": token.user.username,
            "scopes": token.scopes.split(),
            "made": token.created,
            "last_used": token.last_used_at,
            "good_until": token.expiry,
        }


def _games(person: User) -> Iterator[Row]:
    everybody = with_bot_accounts(person)
    for game in _games_of(everybody):
        seats = list(game.seats.all())
        mine = [seat for seat in seats if seat.user in everybody]
        yield {
            "id": game.pk,
            "name": game.name,
            "kind": game.kind,
            "options": game.options,
            "status": game.status,
            "host": game.host.shown_name,
            "who_may_watch": game.visibility,
            "advisers": game.advisers,
            "time_per_turn": game.time_control.per_turn,
            "clock": game.clock,
            "opened": game.opened_at,
            "started": game.started_at,
            "ended": game.ended_at,
            "seats": queries.seat_names(seats),
            "mine": [
                {
                    "seat": seat.index,
                    "account": seat.user.username if seat.user else "",
                    "rank": seat.rank,
                    "score": seat.score,
                    "resigned": seat.resigned_at,
                    "bot_plays": bool(seat.caretaker),
                }
                for seat in mine
            ],
        }


def _games_of(everybody: list[User]) -> Iterator[Game]:
    hosted = Game.objects.filter(host__in=everybody).values_list("pk", flat=True)
    theirs = {*hosted, *Seat.objects.filter(user__in=everybody).values_list("game", flat=True)}
    seats = Prefetch("seats", Seat.objects.select_related("user__owner"))
    games = Game.objects.filter(pk__in=theirs).select_related("host").prefetch_related(seats).order_by("pk")
    # Positions are the hidden parts, and long.
    return games.defer("position").iterator(chunk_size=50)


def _answers(person: User) -> Iterator[Row]:
    names = {account.pk: account.username for account in with_bot_accounts(person)}
    for past in _histories(person):
        for given in past.answers_by(names):
            yield {
                "game": past.game.pk,
                "turn": given.turn_id,
                "by": names[given.by_id or 0],
                "at": given.created_at,
                "decided_moves": given.plies,
                "taken_back": given.undone_at,
            }


def _moves(person: User) -> Iterator[Row]:
    accounts = {account.pk for account in with_bot_accounts(person)}
    for past in _histories(person):
        for move in past.moves_by(accounts):
            yield {
                "game": past.game.pk,
                "move": move.ply,
                "seat": move.seat,
                "text": move.text,
                "by": move.source,
                "at": move.created_at,
                "taken_back": move.undone_at,
            }


def _histories(person: User) -> Iterator[History]:
    """The histories of all games in which the person or their bot accounts ever played or got mails."""
    everybody = with_bot_accounts(person)
    places: tuple[QuerySet[Any], ...] = (
        Seat.objects.filter(user__in=everybody).values_list("game"),
        Submission.objects.filter(by__in=everybody).values_list("turn__game"),
        Delivery.objects.filter(user=person, game__isnull=False).values_list("game"),
        PackedPerson.objects.filter(user__in=everybody).values_list("game"),
    )
    ids = sorted({game_id for rows in places for (game_id,) in rows.order_by().distinct()})
    for game_id in ids:
        yield history_of(Game.objects.defer("position").get(pk=game_id))


def _answers_ahead(person: User) -> Iterator[Row]:
    waiting = Turn.objects.filter(seat__user__in=with_bot_accounts(person), seat__caretaker="").exclude(
        deferred_plies=[]
    )
    for game, seat, answer in _values(waiting.order_by("pk"), "game_id", "seat__index", "deferred_plies"):
        yield {"game": game, "seat": seat, "moves": [ply["text"] for ply in answer]}
    planned = Turn.objects.filter(seat__user=person, seat__caretaker="").exclude(plan=None)
    for turn in planned.select_related("game", "seat").defer("game__position").order_by("pk"):
        yield {"game": turn.game_id, "seat": turn.seat.index, "plan": list(plans.lines_of(turn))}
    for seat in Seat.objects.filter(user=person, caretaker="", game__status=Game.Status.RUNNING).order_by("pk"):
        if seat.next_pick:
            yield {"game": seat.game_id, "seat": seat.index, "next_pick": list(next_picks.lines_of(seat))}
        if seat.orders:
            yield {"game": seat.game_id, "seat": seat.index, "orders": list(seat_orders.lines_of(seat))}
    for default in DefaultOrders.objects.filter(user=person).order_by("kind"):
        yield {"kind": default.kind, "orders": list(order_changes.default_lines(person, default.kind))}


def _mails_to(person: User) -> Iterator[Row]:
    of_no_game = Delivery.objects.filter(user=person, game=None).select_related("notification").order_by("pk")
    for mail in of_no_game.iterator(chunk_size=BATCH_SIZE):
        yield _mail_row(mail)
    for past in _histories(person):
        for mail in past.outgoing_to(person):
            yield _mail_row(mail)


def _mail_row(mail: Delivery) -> Row:
    content = notification_of(mail).content if mail.kind == Notification.Kind.NOTICE else {}
    text = {"text": content["text"]} if "text" in content else {}
    return {
        "kind": mail.kind,
        "to": mail.address,
        "subject": mail.subject,
        "status": mail.status,
        "game": mail.game_id,
        "written": mail.created_at,
        "sent": mail.sent_at,
        **text,
    }


def _mails_from(person: User) -> Iterator[Row]:
    """Mails from the person's addresses; mails that others sent to their turns are left out."""
    own = [address.lower() for address in EmailAddress.objects.filter(user=person).values_list("email", flat=True)]
    mails = IncomingMail.objects.filter(turn__seat__user=person, sender__in=own).order_by("pk")
    fields = ("turn__game_id", "received_at", "read_at", "status", "outcome")
    for game, came, read, status, outcome in _values(mails, *fields):
        yield {"game": game, "received": came, "read": read, "status": status, "outcome": outcome}


def _muted_games(person: User) -> Iterator[Row]:
    for game, since in _values(MutedGame.objects.filter(user=person).order_by("pk"), "game_id", "created_at"):
        yield {"game": game, "since": since}


def _lessons(person: User) -> Iterator[Row]:
    for kind, lesson, at in _values(LessonDone.objects.filter(user=person).order_by("pk"), "kind", "lesson", "at"):
        yield {"kind": kind, "lesson": lesson, "at": at}


def _absences(person: User) -> Iterator[Row]:
    announced = Absence.objects.filter(person=person).order_by("pk")
    for first, last, at in _values(announced, "first", "last", "announced_at"):
        yield {"first": first, "last": last, "announced": at}


def _trail(person: User) -> Iterator[Row]:
    """The person's own actions: those of others are theirs."""
    entries = AuditEntry.objects.filter(actor=person).order_by("pk")
    for at, action, game, seat, reason in _values(entries, "at", "action", "game_id", "seat", "reason"):
        yield {"at": at, "act": action, "game": game, "seat": seat, "reason": reason}


def _values(rows: QuerySet[Any], *fields: str) -> Iterator[tuple[Any, ...]]:
    return rows.values_list(*fields).iterator(chunk_size=BATCH_SIZE)


def _records(person: User) -> Iterator[tuple[str, str]]:
    """The records of all started games, for each seat of theirs."""
    everybody = with_bot_accounts(person)
    seats = Seat.objects.filter(user__in=everybody, game__started_at__isnull=False).order_by("game_id", "index")
    for seat_id in seats.values_list("pk", flat=True).iterator(chunk_size=BATCH_SIZE):
        seat = Seat.objects.select_related("game", "user__owner").get(pk=seat_id)
        if seat.user is not None and may(Permission.SEE_SEAT, seat.user, seat.game, seat):
            yield f"records/{seat.game_id}-seat-{seat.index + 1}.txt", record_for(seat.game, seat.index)


_FILES: Final[Mapping[str, Callable[[User], Iterator[Row]]]] = {
    "account": _account,
    "sessions": _sessions,
    "bot_accounts": _bot_accounts,
    "tokens": _tokens,
    "games": _games,
    "answers": _answers,
    "moves": _moves,
    "answers_ahead": _answers_ahead,
    "mails_to_me": _mails_to,
    "mails_from_me": _mails_from,
    "muted_games": _muted_games,
    "lessons": _lessons,
    "absences": _absences,
    "trail": _trail,
}


def archive_name(person: User, at: datetime) -> str:
    """The file name of the archive. It does not hold the user name, whose letters a header may not allow."""
    return f"prweb-{person.pk}-{at:%Y-%m-%d}.zip"
