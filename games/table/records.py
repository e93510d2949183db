"""Game records: written from the move rows, replayed against them, read back as new games."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.engine import record, registry
from games.engine.record import Entry, MoveEntry, Record, RecordError, SetUpEntry, TakeBackEntry
from games.models import Game, Move, Seat
from games.table.course import Course
from games.table.positions import ReplayError, after, replayed, rules_of, secret_of
from games.table.reading import names
from prweb.accounts.models import User


def export_record(game: Game, *, with_secret: bool | None = None) -> str:
    """The record of a started game as text (games.engine.record).

    with_secret: whether the secret is told; by default once the game is over. Taken-back moves stay in it.
    """
    return record.export(record_of(game, with_secret=with_secret))


def record_of(game: Game, *, with_secret: bool | None = None) -> Record:
    if with_secret is None:
        with_secret = game.status == Game.Status.FINISHED
    secret = secret_of(game)
    return Record(
        game=game.kind,
        rules_version=game.rules_version,
        options=game.options,
        seats=tuple(names(game)),
        secret_hash=record.hash_of(secret),
        secret=secret if with_secret else None,
        digest=game.digest or None,
        entries=tuple(_entries(game)),
    )


def _entries(game: Game) -> list[Entry]:
    """Moves in the order they were made; a ply number that is not the next one tells of a take-back before it."""
    entries: list[Entry] = []
    entry_of_ply: list[int] = []

    def back_to(plies: int) -> None:
        if plies < len(entry_of_ply):
            del entry_of_ply[plies:]
            entries.append(TakeBackEntry(entry_of_ply[-1] if entry_of_ply else 0))

    for move in game.moves.order_by("pk"):
        back_to(move.ply)
        if move.set_up is not None:
            entries.append(SetUpEntry(move.set_up))
        elif move.seat is not None:
            entries.append(MoveEntry(move.seat, move.text))
        entry_of_ply.append(len(entries))
    back_to(game.plies)
    return entries


def check_replay(game: Game) -> None:
    """Replay the live moves from the start and compare every digest that was kept. Raises ReplayError.

    The stored position is a cache of this; a difference means a bug in the rules or a change of their version.
    """
    rules = rules_of(game)
    live = list(game.moves.filter(undone_at=None).order_by("ply"))
    position = replayed(game, [])
    for move in live:
        position = after(rules, position, move)
        if move.digest and rules.digest(position) != move.digest:
            raise ReplayError(f"game {game.pk}: another position after ply {move.ply} ({move.text})")
    if rules.digest(position) != game.digest:
        raise ReplayError(f"game {game.pk}: the stored digest is not that of the last position")
    if game.position is None or rules.digest(rules.from_json(game.position)) != game.digest:
        raise ReplayError(f"game {game.pk}: the stored position is not the last one")


def import_record(text: str, host: User, seats: Sequence[tuple[User | None, str]]) -> Game:
    """Make a game of a record: its moves are played again, then it goes on, or is over.

    seats: for every seat the person who plays on there, or None and the level of a bot. Raises RecordError for a
    record that cannot be replayed, has no secret, sets positions up, or whose seats do not fit.
    """
    read = record.parse(text)
    if read.secret is None:
        raise RecordError(0, "the record does not tell its secret: a game cannot go on without it")
    if len(seats) != len(read.seats):
        raise RecordError(0, f"the record has {len(read.seats)} seats, not {len(seats)}")
    try:
        rules = registry.game(read.game)
    except KeyError as error:
        raise RecordError(0, str(error.args[0])) from error
    record.replay(rules, read)
    played = _played(read)
    now = timezone.now()
    with transaction.atomic():
        game = Game.objects.create(
            name=", ".join(read.seats)[:80],
            kind=read.game,
            options=dict(read.options),
            seat_count=len(seats),
            status=Game.Status.RUNNING,
            host=host,
            secret=read.secret.hex(),
            rules_version=read.rules_version,
            started_at=now,
        )
        for index, (user, level) in enumerate(seats):
            Seat.objects.create(game=game, index=index, user=user, bot_level="" if user else level)
        course = Course(game, now, replayed(game, []))
        for entry in played:
            for ply in rules.submit(course.position.copy(), entry.text):
                course.play(ply, Move.Source.STAFF)
        course.go_on()
        course.save()
    return game


def _played(read: Record) -> list[MoveEntry]:
    """The moves that stand, those taken back left out. Raises RecordError for a position that was set up."""
    standing: list[tuple[int, MoveEntry]] = []
    for number, entry in enumerate(read.entries, start=1):
        if isinstance(entry, MoveEntry):
            standing.append((number, entry))
        elif isinstance(entry, TakeBackEntry):
            standing = [(earlier, move) for earlier, move in standing if earlier <= entry.to]
        else:
            raise RecordError(entry.line, "a position was set up here: such a game can be replayed, not played on")
    return [move for _number, move in standing]
