"""Game records: exports them from the move rows, checks that games replay to them, and imports them as new games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone, translation

from games.engine import record, registry
from games.engine.contract import PositionError
from games.engine.record import Entry, Holder, MoveEntry, Record, RecordError, SetUpEntry, TakeBackEntry, WithheldEntry
from games.languages import ENGLISH
from games.models import Game, Move, Seat
from games.people.models import User
from games.table import seat_holders
from games.table.agreed_ends import was_conceded
from games.table.game_update import GameUpdate
from games.table.history import history_of
from games.table.positions import ReplayError, apply_move, replay_moves, rules_change_of, rules_of, secret_bytes
from games.table.queries import holder_name, player_names, visible_text
from games.table.viewpoints import ONLOOKER, Viewpoint, viewpoint_at
from games.time_control import TimeControl


def export_record(game: Game, *, with_secret: bool | None = None) -> str:
    """The whole record of a started game as text (games.engine.record), taken-back moves included.

    with_secret: whether it holds the secret; by default only if the game is over.
    """
    return record.export(record_of(game, with_secret=with_secret))


def record_for(game: Game, seat: int | None) -> str:
    """The record of a started game as a seat (None: an onlooker) may read it.

    Before the end what others keep hidden is withheld, set-ups wholly: they hold all that is hidden.
    """
    whole = record_of(game)
    if game.status == Game.Status.FINISHED:
        return record.export(whole)
    viewpoint = viewpoint_at(game, seat)
    return record.export(replace(whole, entries=tuple(_entries(game, lambda move: _is_visible(move, viewpoint)))))


def record_until(game: Game, seat: int, held: Sequence[tuple[datetime, datetime]]) -> str:
    """The record of a game as somebody could read it when they left a seat that others have had since.

    held: from when to when they played there, in that order. Moves before and between they know as an onlooker; of what
    came after the end nothing is in it.
    """
    until = held[-1][1]

    def is_visible(move: Move) -> bool:
        theirs = any(since <= move.created_at < end for since, end in held)
        return _is_visible(move, Viewpoint(seat) if theirs else ONLOOKER)

    then = replace(
        record_of(game, with_secret=False),
        seats=tuple(player_names_until(game, until)),
        digest=None,
        clock=None,
        held=_held(game, until),
        ended=None,
        entries=tuple(_entries(game, is_visible, until)),
    )
    return record.export(then)


def player_names_until(game: Game, until: datetime) -> list[str]:
    """The players' names as they were when somebody left, so far as it is known."""
    names = player_names(game)
    for row in game.seat_holders.filter(from_at__lt=until).select_related("seat", "user__owner").order_by("pk"):
        names[row.seat.index] = holder_name(row)
    return names


def _is_visible(move: Move, viewpoint: Viewpoint) -> bool:
    return move.set_up is None and bool(visible_text(move, viewpoint))


def _always(_move: Move) -> bool:
    return True


def record_of(game: Game, *, with_secret: bool | None = None) -> Record:
    if with_secret is None:
        with_secret = game.status == Game.Status.FINISHED
    secret = secret_bytes(game)
    # Whoever exports it, in whatever language: it is the same record.
    with translation.override(ENGLISH):
        names = tuple(player_names(game))
        held = _held(game)
    return Record(
        game=game.kind,
        rules_version=_first_rules(game),
        options=game.options,
        seats=names,
        secret_hash=record.hash_secret(secret),
        secret=secret if with_secret else None,
        digest=game.digest or None,
        clock=_clock(game.time_control),
        held=held,
        ended=record.CONCEDED if was_conceded(game) else None,
        entries=tuple(_entries(game)),
    )


def _held(game: Game, until: datetime | None = None) -> dict[int, tuple[Holder, ...]]:
    """Who played when in the seats that have changed hands. until: without who came then, or later."""
    found: dict[int, tuple[Holder, ...]] = {}
    for row in seat_holders.holders_of(game):
        if until is not None and row.from_at >= until:
            continue
        # Holders are parted by semicolons.
        holder = Holder(row.from_ply, row.cause, " ".join(holder_name(row).replace(";", ",").split()))
        found[row.seat.index] = (*found.get(row.seat.index, ()), holder)
    return found


def _clock(control: TimeControl) -> str | None:
    """The clock as it is, or was last, in seconds; None if it has nothing but a time for each turn."""
    more = control.to_json()
    if more is None:
        return None
    given = {"turn": int(control.per_turn.total_seconds()), **more}
    return " ".join(f"{name}={_listed(value)}" for name, value in given.items())


def _listed(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _first_rules(game: Game) -> int:
    """The version of the rules that the game began with; it may have been upgraded since."""
    changes = (rules_change_of(move) for move in history_of(game).set_ups())
    return next((change[0] for change in changes if change is not None), game.rules_version)


def _entries(game: Game, is_visible: Callable[[Move], bool] = _always, until: datetime | None = None) -> list[Entry]:
    """Moves in the order they were made. Where a ply number is not the next one, there was a take-back before it.

    until: only what had happened then; None: all.
    """
    entries: list[Entry] = []
    entry_of_ply: list[int] = []
    plies = 0

    def back_to(plies: int) -> None:
        if plies < len(entry_of_ply):
            del entry_of_ply[plies:]
            entries.append(TakeBackEntry(entry_of_ply[-1] if entry_of_ply else 0))

    for move in history_of(game).moves():
        if until is not None and move.created_at >= until:
            break
        plies += move.undone_at is None or (until is not None and move.undone_at >= until)
        back_to(move.ply)
        if not is_visible(move):
            entries.append(WithheldEntry(move.seat))
        elif move.set_up is not None:
            entries.append(SetUpEntry(move.set_up, rules_change_of(move)))
        elif move.seat is not None:
            entries.append(MoveEntry(move.seat, move.text))
        entry_of_ply.append(len(entries))
    back_to(game.plies if until is None else plies)
    return entries


def check_replay(game: Game, *, whole: bool = True) -> None:
    """Replay the live moves and compare every stored digest. Raises ReplayError.

    The stored position is a cache; a difference means a bug in the rules, or that the game's version of the rules is
    not supported any more. A game whose rules were upgraded is replayed from there.
    whole: also replay what was before the last set-up, though the game does not depend on it any more.
    """
    rules = rules_of(game)
    live = list(history_of(game).live_moves())
    begins = (place for place, move in enumerate(live) if (rules_change_of(move) if whole else move.set_up is not None))
    position = replay_moves(game, [])
    for move in live[max(begins, default=0) :]:
        position = apply_move(rules, position, move)
        # Of a packed game only the first digits of most are kept (games.table.digests).
        if move.digest and not rules.digest(position).startswith(move.digest):
            raise ReplayError(f"game {game.pk}: another position after ply {move.ply} ({move.text})", move.ply)
    if rules.digest(position) != game.digest:
        raise ReplayError(f"game {game.pk}: the stored digest is not that of the last position")
    try:
        stored = None if game.position is None else rules.digest(rules.from_json(game.position))
    except PositionError as error:
        raise ReplayError(f"game {game.pk}: the stored position cannot be read: {error}") from error
    if stored != game.digest:
        raise ReplayError(f"game {game.pk}: the stored position is not the last one")


def import_record(text: str, host: User, seats: Sequence[tuple[User | None, str]]) -> Game:
    """Make a game of a record: play its moves and set up its positions again. Then the game goes on, or is over.

    The game follows the rules that the record ends with. Moves before the last upgrade of the rules are left out, and
    so are moves that were taken back. seats: for every seat the person who plays on there, or None and the level of a
    bot. Raises RecordError for a record that cannot be replayed, has no secret, withholds something, or whose seats do
    not fit.
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
    version, standing = record.final_rules_version(read)[0], _standing(read)
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
            rules_version=version,
            started_at=now,
        )
        rows = [
            Seat.objects.create(game=game, index=index, user=user, bot_level="" if user else level)
            for index, (user, level) in enumerate(seats)
        ]
        seat_holders.begin(game, rows, now)
        update = GameUpdate(game, now, replay_moves(game, []))
        for entry in standing:
            if isinstance(entry, SetUpEntry):
                update.set_up(rules.from_json(entry.position))
                continue
            for ply in rules.submit(update.position.copy(), entry.text):
                update.play(ply, Move.Source.STAFF)
        update.advance()
        update.save()
    return game


def _standing(read: Record) -> list[MoveEntry | SetUpEntry]:
    """The entries that were played under the record's last rules and were not taken back."""
    standing: list[tuple[int, MoveEntry | SetUpEntry]] = []
    _version, first = record.final_rules_version(read)
    for number, entry in enumerate(read.entries, start=1):
        if isinstance(entry, TakeBackEntry):
            standing = [(earlier, kept) for earlier, kept in standing if earlier <= entry.to]
        elif not isinstance(entry, WithheldEntry):
            standing.append((number, entry))
    return [entry for number, entry in standing if number >= first]
