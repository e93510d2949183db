"""What a finished game of four people takes on PostgreSQL, as rows and packed; and what it costs to pack and read it.

Four people play whole games, each turn asked by a mail that goes out, without its picture; some answers come by mail.
Sizes are those of the tables with their indexes, freshly written, by game: of those that were played, and copies of
their rows, so that half filled pages do not count.
"""

from __future__ import annotations

import statistics
import sys
from datetime import timedelta
from hashlib import sha256
from time import perf_counter, process_time
from typing import Any
from unittest import mock

from bench.postgresql import site
from bench.submissions import new_game, person, question

GAMES = 2
COPIES = 100
STRIDE = 1_000_000
"""Between the ids of a row and its next copy."""
MAIL_EVERY = 5
"""Answers whose number is divisible by this come by mail, the others from pages."""
TABLES = (
    "games_game",
    "games_seat",
    "games_turn",
    "games_submission",
    "games_move",
    "games_notification",
    "games_outgoingmail",
    "games_incomingmail",
    "games_auditentry",
    "games_packedgame",
    "games_packedturn",
    "games_packedperson",
)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with site():
        from games.models import Game, Move, PackedGame
        from games.table.packing import pack
        from games.table.records import export_record
        from games.table.statistics import statistics as figures

        # Pictures are nine tenths of the cost of a mail, and are in no row.
        mock.patch("games.mail.compose.picture_of", return_value=None).start()
        empty = sizes()
        games = [play_game(game) for game in range(number)]
        plies = statistics.mean(Move.objects.filter(game=game).count() for game in games)
        print(f"{number} finished games of four people, {plies:.0f} plies each")
        assert not Game.objects.exclude(status=Game.Status.FINISHED).exists()
        read_rows = mean_seconds(lambda game: (export_record(game), figures(game)), games)
        copy_rows()
        rows = sizes()
        delete_copies()
        age_games()
        times, used = [], process_time()
        for game in games:
            started = perf_counter()
            pack(game.pk)
            times.append(perf_counter() - started)
        used = (process_time() - used) / number
        read_pack = mean_seconds(lambda game: (export_record(game), figures(game)), list(Game.objects.all()))
        print(f"their packs: {', '.join(f'{len(pack.data):,}' for pack in PackedGame.objects.all())} bytes")
        copy_rows()
        packed = sizes()
        number *= COPIES + 1
        print(f"\n{'kB per game, indexes included':<34}{'rows':>10}{'packed':>10}")
        for table in TABLES:
            unpacked, small = (kb_per_game(now, empty, table, number) for now in (rows, packed))
            print(f"{table:<34}{unpacked:>10.1f}{small:>10.1f}")
        all_rows, all_packed = (
            sum(kb_per_game(now, empty, table, number) for table in TABLES) for now in (rows, packed)
        )
        print(f"{'together':<34}{all_rows:>10.1f}{all_packed:>10.1f}")
        print(f"\npacking a game: {statistics.median(times) * 1000:.0f} ms, {used * 1000:.0f} ms of processor time")
        print(f"its record and figures: {read_rows * 1000:.0f} ms from rows, {read_pack * 1000:.0f} ms from the pack")


def play_game(number: int) -> Any:
    """Play a whole game: people answer by page or mail with any move, ply by ply, and every mail goes out."""
    from allauth.account.models import EmailAddress

    from games.mail import feeder, inbox
    from games.mail.addresses import reply_address
    from games.models import Game, Move
    from games.notifications import delivery
    from games.table.playing import play

    people = [person(f"packed-{number}-{seat}") for seat in range(4)]
    EmailAddress.objects.bulk_create(EmailAddress(user=one, email=one.email, verified=True) for one in people)
    game = new_game(people)
    answers = 0
    while (asked := question(game)) is not None:
        turn, line = asked
        answers += 1
        if answers % MAIL_EVERY:
            key = f"page:{answers}:{sha256(line.encode()).hexdigest()[:16]}"  # as pages make them
            play(turn.pk, [line], by=turn.seat.user, source=Move.Source.WEB, key=key)
        else:
            raw = (
                f"From: {turn.seat.user.email}\r\nTo: {reply_address(turn.token)}\r\n"
                f"Message-ID: <{answers}.{game.pk}@mail.example.org>\r\nSubject: Re: your turn\r\n\r\n{line}\r\n"
            )
            incoming, _new = feeder.store(raw.encode(), token=turn.token, sender=turn.seat.user.email)
            inbox.read(incoming.pk)
        for mail in delivery.due():
            delivery.deliver(mail.pk)
    return Game.objects.get(pk=game.pk)


def age_games() -> None:
    """Make all games old: they ended long ago, and the texts of their mails are deleted."""
    from django.db.models import F

    from games.models import Delivery, Game, IncomingMail, Notification

    unsent = Delivery.objects.filter(status=Delivery.Status.PENDING)
    unsent.update(status=Delivery.Status.DROPPED)
    Delivery.objects.update(**Delivery.EMPTY)
    Notification.objects.update(**Notification.EMPTY)
    IncomingMail.objects.update(**IncomingMail.EMPTY)
    Game.objects.update(ended_at=F("ended_at") - timedelta(days=365))


def copy_rows() -> None:
    """Insert copies of all rows that the games have now, each with ids of its own."""
    from bench.bulk_copy import insert_copies
    from games.models import (
        AuditEntry,
        Delivery,
        Game,
        IncomingMail,
        Move,
        Notification,
        PackedGame,
        PackedPerson,
        PackedTurn,
        Seat,
        Submission,
        Turn,
    )

    game = {"game_id": "game_id || '-' || copy"}
    own = {"id": _copied_id("id"), **game}
    codes = {"invitation_code": "left(md5(id || copy), 32)", "share_code": "left(md5(copy || id), 32)"}
    turn, seat, submission, notification = (
        _copied_id(f"{name}_id") for name in ("turn", "seat", "submission", "notification")
    )
    of_turn = {"turn_id": turn, "message_id": "message_id || copy"}
    for model, changed in (
        (Game, {"id": "id || '-' || copy", **codes}),
        (Seat, own),
        (AuditEntry, own),
        (Turn, {**own, "seat_id": seat, "token": "left(md5(token || copy), 26)"}),
        (Submission, {"id": own["id"], "turn_id": turn}),
        (Move, {**own, "turn_id": turn, "submission_id": submission}),
        (Notification, {**own, "turn_id": turn, "seat_id": seat, "cause": "cause || '-' || copy"}),
        (
            Delivery,
            {**own, **of_turn, "seat_id": seat, "notification_id": notification, "reason": "reason || '-' || copy"},
        ),
        (IncomingMail, {"id": own["id"], **of_turn, "token": "left(md5(token || copy), 26)"}),
        (PackedGame, game),
        (PackedTurn, {**own, "token_digest": "token_digest + copy"}),
        (PackedPerson, own),
    ):
        insert_copies(model, changed, f"generate_series(1, {COPIES}) AS copy")


def _copied_id(column: str) -> str:
    return f"{column} + copy * {STRIDE}"


def delete_copies() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        for table in ("incomingmail", "outgoingmail", "notification", "move", "submission", "turn", "seat"):
            cursor.execute(f"DELETE FROM games_{table} WHERE id > {STRIDE}")
        # Rows of the audit trail cannot be deleted, but the measurement may truncate the table.
        cursor.execute("ALTER TABLE games_auditentry DISABLE TRIGGER USER")
        cursor.execute(f"DELETE FROM games_auditentry WHERE id > {STRIDE}")
        cursor.execute("ALTER TABLE games_auditentry ENABLE TRIGGER USER")
        cursor.execute("DELETE FROM games_game WHERE id LIKE '%-%'")


def mean_seconds(work: Any, games: list[Any]) -> float:
    times = []
    for game in games:
        started = perf_counter()
        work(game)
        times.append(perf_counter() - started)
    return statistics.median(times)


def sizes() -> dict[str, int]:
    """The bytes of the tables with their indexes, freshly written and vacuumed."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"VACUUM FULL ANALYZE {table}")
        cursor.execute(
            "SELECT name, pg_total_relation_size(name::regclass) FROM unnest(%s::text[]) AS name", [list(TABLES)]
        )
        return dict(cursor.fetchall())


def kb_per_game(now: dict[str, int], empty: dict[str, int], table: str, number: int) -> float:
    return (now[table] - empty[table]) / number / 1000


if __name__ == "__main__":
    main()
