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
from django.db.models import Max, OuterRef, Prefetch, QuerySet, Subquery
from django.utils.translation import gettext as _

from games.access import Permission, may
from games.models import (
    AuditEntry,
    Ballot,
    DefaultOrders,
    Delivery,
    Endpoint,
    Entrant,
    Game,
    IncomingMail,
    LessonDone,
    MutedGame,
    MutedPerson,
    Notification,
    PackedPerson,
    PlayedGame,
    PrivateNote,
    Proposal,
    RatingChange,
    Report,
    Seat,
    SeatHolder,
    SeekFind,
    Submission,
    TalkMessage,
    Tournament,
    Turn,
    TurnsWithoutMail,
    WaitingPerson,
)
from games.notifications.adoption import notification_of
from games.people.mail_choices import reminders_of
from games.people.models import Absence, User
from games.snapshot import snapshot
from games.table import lobby_games, next_picks, order_changes, permission_check, plans, queries, seat_orders
from games.table.api_tokens import tokens_of
from games.table.blocks import blocked_by
from games.table.departure import with_bot_accounts
from games.table.errors import NotAllowed
from games.table.friends import circle_of
from games.table.history import History, history_of
from games.table.own_games import TOLD_AT
from games.table.records import player_names_until, record_for, record_until
from games.table.seeks import seeks_of
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
    of_all = _(
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
        "seats.json: in which seats you or your bot accounts played, from when to when.\n"
        "absences.json: when you announced that you are away.\n"
        "trail.json: what you did besides moves (opened, joined, resigned, …).\n"
        "records/: the record of each game as you may read it; while a game runs without what others hide.\n"
    )
    of_all += _("channels.json: where you are told besides by mail, and whether you want mails of your turns.\n")
    of_all += _(
        "ratings.json: what rated games have changed for you. devices.json: digests of devices and addresses that you "
        "have used; they tell neither.\n"
    )
    of_all += _("tournaments.json: the tournaments that you are or were in, and those that you have opened.\n")
    of_all += _("reports.json: what you have reported to the staff, and what came of it.\n")
    of_all += _("waiting.json: for seats of which games you wait.\n")
    of_all += _(
        "proposals.json, votes.json: what you have proposed at tables, and how you voted.\n"
        "talk.json: what you or your bot accounts have said at tables.\n"
        "private_notes.json: what you noted about games. muted_people.json: whom you have muted.\n"
    )
    return of_all + _(
        "lobby.json: which open games you want to see.\n"
        "seeks.json, found_games.json: which games you seek, and those that were found for you.\n"
        "played.json: what your profile and your statistics are counted from.\n"
        "friends.json, blocks.json: your friends and requests, and whom you have blocked.\n"
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
        "mails": {
            "every_hours": person.mails_every,
            "hour_of_the_day": person.mails_hour,
            "content": person.mail_content or "picture",
            "reminders_per_cent": list(reminders_of(person.reminders)),
        },
        "profile_shown_to": person.profile_shown or "people of my games",
        "on_leaderboards": person.on_leaderboards,
        "rank": role_of(person),
        "suspended_since": person.suspended_at,
        "silenced_until": person.silenced_until,
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
        row = {
            "id": game.pk,
            "name": game.name,
            "kind": game.kind,
            "options": game.options,
            "status": game.status,
            "host": game.host.shown_name,
            "who_may_watch": game.visibility,
            "advisers": game.advisers,
            "rated": game.rated,
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
                    "when_away": seat.when_away,
                    "vacant": seat.vacant_since,
                    "missed_deadlines": seat.missed_in_all,
                }
                for seat in mine
            ],
        }
        theirs = mine or game.host in everybody
        if not theirs and not any(may(Permission.SEE_GAME, account, game) for account in everybody):
            row |= _when_they_left(game, everybody)
        yield row


def _when_they_left(game: Game, everybody: list[User]) -> Row:
    """What the row of a game tells instead to somebody who has played there and does not see it any more."""
    unknown = dict.fromkeys(("status", "ended", "who_may_watch", "time_per_turn", "clock"))
    left = SeatHolder.objects.filter(game=game, user__in=everybody).aggregate(at=Max("to_at"))["at"]
    return {**unknown, "seats": [] if left is None else player_names_until(game, left)}


def _games_of(everybody: list[User]) -> Iterator[Game]:
    hosted = Game.objects.filter(host__in=everybody).values_list("pk", flat=True)
    held = SeatHolder.objects.filter(user__in=everybody).values_list("game", flat=True)
    theirs = {*hosted, *held, *Seat.objects.filter(user__in=everybody).values_list("game", flat=True)}
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
        SeatHolder.objects.filter(user__in=everybody).values_list("game"),
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
    """Mails from the person's addresses, whoever has their seats by now; those that others sent to their turns are
    left out. Others can write in their name: the row tells no game that is not theirs, and no address.
    """
    proven = EmailAddress.objects.filter(user=person, verified=True).values_list("email", flat=True)
    own = {spelled for address in proven for spelled in (address, address.lower())}
    theirs = {game.pk for game in _games_of(with_bot_accounts(person))}
    mails = IncomingMail.objects.filter(sender__in=own).order_by("pk")
    fields = ("turn__game_id", "received_at", "read_at", "status", "outcome")
    for game, came, read, status, outcome in _values(mails, *fields):
        yield {
            "game": game if game in theirs else None,
            "received": came,
            "read": read,
            "status": status,
            "outcome": "" if "@" in outcome else outcome,
        }


def _muted_games(person: User) -> Iterator[Row]:
    for game, since in _values(MutedGame.objects.filter(user=person).order_by("pk"), "game_id", "created_at"):
        yield {"game": game, "since": since}


def _proposals(person: User) -> Iterator[Row]:
    made = Proposal.objects.filter(by=person).order_by("pk")
    fields = ("pk", "game_id", "kind", "parameters", "status", "proposed_at")
    for number, game, kind, parameters, status, at in _values(made, *fields):
        yield {
            "proposal": number,
            "game": game,
            "kind": kind,
            "parameters": parameters,
            "status": status,
            "proposed": at,
        }


def _votes(person: User) -> Iterator[Row]:
    given = Ballot.objects.filter(person=person, agrees__isnull=False).order_by("pk")
    fields = ("proposal_id", "proposal__game_id", "proposal__kind", "agrees", "voted_at")
    for number, game, kind, agrees, at in _values(given, *fields):
        yield {"proposal": number, "game": game, "kind": kind, "agrees": agrees, "voted": at}


def _talk(person: User) -> Iterator[Row]:
    said = TalkMessage.objects.filter(by__in=with_bot_accounts(person)).order_by("pk")
    fields = ("pk", "game_id", "seat_index", "by__username", "kind", "text", "said_at", "removed_at")
    for number, game, seat, by, kind, text, at, removed in _values(said, *fields):
        row = {"message": number, "game": game, "seat": seat, "by": by, "kind": kind, "text": text, "said": at}
        yield {**row, "removed": removed} if removed else row


def _private_notes(person: User) -> Iterator[Row]:
    notes = PrivateNote.objects.filter(person=person).order_by("pk")
    for game, text, at in _values(notes, "game_id", "text", "changed_at"):
        yield {"game": game, "text": text, "changed": at}


def _muted_people(person: User) -> Iterator[Row]:
    muted = MutedPerson.objects.filter(by=person).order_by("pk")
    for name, since in _values(muted, "person__username", "since"):
        yield {"person": name, "since": since}


def _reports(person: User) -> Iterator[Row]:
    """What the person has reported; what others have reported, and what staff note, is not theirs to know."""
    made = Report.objects.filter(by=person).order_by("pk")
    fields = ("subject", "game_id", "person__username", "reason", "words", "at", "outcome", "answer")
    for subject, game, about, reason, words, at, outcome, answer in _values(made, *fields):
        yield {
            "subject": subject,
            "game": game,
            "person": about,
            "reason": reason,
            "words": words,
            "reported": at,
            "outcome": outcome or "open",
            "answer": answer,
        }


def _lessons(person: User) -> Iterator[Row]:
    for kind, lesson, at in _values(LessonDone.objects.filter(user=person).order_by("pk"), "kind", "lesson", "at"):
        yield {"kind": kind, "lesson": lesson, "at": at}


def _absences(person: User) -> Iterator[Row]:
    announced = Absence.objects.filter(person=person).order_by("pk")
    for first, last, at, ended in _values(announced, "first", "last", "announced_at", "ended_at"):
        yield {"first": first, "last": last, "announced": at, "ended": ended}


def _seats(person: User) -> Iterator[Row]:
    """Where the person and their bot accounts played, in seats that others have by now, too."""
    held = SeatHolder.objects.filter(user__in=with_bot_accounts(person)).order_by("pk")
    fields = ("game_id", "seat__index", "user__username", "cause", "from_ply", "from_at", "to_ply", "to_at")
    for game, seat, account, how, first, since, last, until in _values(held, *fields):
        yield {
            "game": game,
            "seat": seat,
            "account": account,
            "how": how,
            "from_move": first,
            "since": since,
            "to_move": last,
            "until": until,
        }


def _played(person: User) -> Iterator[Row]:
    """What the profile and the statistics are counted from."""
    fields = ("game_id", "kind", "players", "other_people", "seat", "rank", "shared", "score", "left", "asked")
    more = ("in_time", "answer_times", "picks", "from_at", "to_at", "ended_at")
    rows = PlayedGame.objects.filter(person=person).order_by(TOLD_AT, "pk")
    for values in _values(rows, *fields, *more):
        row = {name.removesuffix("_id"): value for name, value in zip((*fields, *more), values, strict=True)}
        if row["left"]:
            # What came after they had left is not theirs to know.
            row |= {"other_people": None, "ended_at": row["to_at"]}
        yield row


def _friends(person: User) -> Iterator[Row]:
    """Those who are, those whom the person has asked, and those who ask; not those who ask in vain."""
    circle = circle_of(person)
    for standing, people in (("friend", circle.friends), ("asked", circle.asked), ("asking", circle.asking)):
        yield from ({"name": one.username, "standing": standing} for one in people)


def _blocks(person: User) -> Iterator[Row]:
    """Whom the person has blocked; who has blocked the person is others' own."""
    for row in blocked_by(person):
        yield {"name": row.blocked.username, "since": row.since}


def _seeks(person: User) -> Iterator[Row]:
    """What the person seeks."""
    for seek in seeks_of(person):
        yield {
            **seek.wishes(),
            "made_at": seek.made_at,
            "waiting_since": seek.waiting_since,
            "paused": seek.paused,
            "last_sign": seek.seen_at,
        }


def _found_games(person: User) -> Iterator[Row]:
    """The games that seeks have found for the person."""
    finds = SeekFind.objects.filter(person=person).order_by("pk")
    for one in finds:
        asked = {name: getattr(one, name) for name in ("lowest", "highest", "least_reliability")}
        yield {"game": one.game_id, "at": one.at, "waited_since": one.waited_since, **asked}


def _lobby(person: User) -> Iterator[Row]:
    """Which open games the person wants to see, and whether programs can read them; the secret address is not told."""
    yield {"shown": lobby_games.remembered(person).to_json(), "feed": lobby_games.feed_key_of(person) is not None}


def _waiting(person: User) -> Iterator[Row]:
    """For seats of which games the person waits."""
    rows = WaitingPerson.objects.filter(person=person).order_by("pk")
    yield from ({"game": row.game_id, "since": row.since} for row in rows)


def _ratings(person: User) -> Iterator[Row]:
    """What each rated game has changed for the person, oldest first; of one that they had left, when they left it."""
    stays = SeatHolder.objects.filter(game=OuterRef("game"), user=person).order_by("-pk")
    changes = RatingChange.objects.filter(person=person).annotate(left_at=Subquery(stays.values("to_at")[:1]))
    for change in changes.order_by("at", "game_id"):
        yield {
            "game": change.game_id,
            "kind": change.kind,
            "players": change.players,
            "ended": change.left_at or change.at,
            "why": change.why,
            "share": change.share,
            "before": change.before.shown,
            "after": change.after.shown,
            "games": change.games,
            "voided": change.voided,
        }


def _devices(person: User) -> Iterator[Row]:
    """Devices and addresses, of which only keyed digests are kept."""
    for kind, digest, first, last in _values(person.traces.order_by("pk"), "kind", "digest", "first_at", "last_at"):
        yield {"kind": kind, "digest": digest, "first_used": first, "last_used": last}


def _channels(person: User) -> Iterator[Row]:
    """Without keys and secrets, and of a browser without its address, by which anybody could write to it."""
    for row in Endpoint.objects.filter(person=person):
        yield {
            "kind": row.kind,
            "name": row.name,
            "address": "" if row.kind == Endpoint.Kind.WEB_PUSH else row.address,
            "tells": row.tells,
            "set_up": row.created_at,
            "last_success": row.last_success_at,
            "failures": row.failures,
            "switched_off": row.off_at,
            "why": row.off_because,
        }
    for choice in TurnsWithoutMail.objects.filter(person=person):
        yield {"turns_by_mail": False, "since": choice.since}


def _tournaments(person: User) -> Iterator[Row]:
    """What they are or were in, and what they have opened."""
    for entry in Entrant.objects.filter(user=person).select_related("tournament").order_by("pk"):
        yield {
            "tournament": entry.tournament_id,
            "name": entry.tournament.name,
            "status": entry.status,
            "since": entry.since,
            "dropped_out_in_round": entry.dropped_in,
            "place": entry.place,
            "games": list(entry.seats.order_by("pk").values_list("table__game", flat=True)),
        }
    for opened in Tournament.objects.filter(organiser=person).order_by("opened_at"):
        yield {"organised": opened.pk, "name": opened.name, "status": opened.status, "opened": opened.opened_at}


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
            yield _record_name(seat), record_for(seat.game, seat.index)
    yield from _records_until(everybody)


def _records_until(everybody: list[User]) -> Iterator[tuple[str, str]]:
    """For each seat that others have by now, the record as it could be read until then."""
    rows = SeatHolder.objects.filter(user__in=everybody, to_at__isnull=False).order_by("pk")
    held: dict[int, list[tuple[datetime, datetime]]] = {}
    for seat_id, since, until in _values(rows.exclude(seat__user__in=everybody), "seat_id", "from_at", "to_at"):
        held.setdefault(seat_id, []).append((since, until))
    for seat_id, stays in held.items():
        seat = Seat.objects.select_related("game").get(pk=seat_id)
        yield _record_name(seat), record_until(seat.game, seat.index, stays)


def _record_name(seat: Seat) -> str:
    return f"records/{seat.game_id}-seat-{seat.index + 1}.txt"


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
    "proposals": _proposals,
    "votes": _votes,
    "talk": _talk,
    "private_notes": _private_notes,
    "muted_people": _muted_people,
    "lessons": _lessons,
    "absences": _absences,
    "seats": _seats,
    "ratings": _ratings,
    "devices": _devices,
    "channels": _channels,
    "played": _played,
    "friends": _friends,
    "blocks": _blocks,
    "tournaments": _tournaments,
    "reports": _reports,
    "lobby": _lobby,
    "waiting": _waiting,
    "seeks": _seeks,
    "found_games": _found_games,
    "trail": _trail,
}


def archive_name(person: User, at: datetime) -> str:
    """The file name of the archive. It does not hold the user name, whose letters a header may not allow."""
    return f"prweb-{person.pk}-{at:%Y-%m-%d}.zip"
