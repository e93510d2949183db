"""A game record: a whole game as a text file, in the same format for every game.

It resembles PGN: headers, one per line, then an empty line, then the entries, numbered from 1:

    [Record "1"]
    [Game "puerto-rico"]
    [Rules "1"]
    [Option.edition "2014"]
    [Seat.0 "Anna"]
    [Seat.1 "Bob"]
    [Held.1 "0 start Chris; 35 missed Merchant bot; 60 taken Bob"]
    [SecretHash "9f86d0..."]
    [Secret "0a1b2c..."]
    [Digest "e3b0c4..."]

    1. 0: settler
    2. 0: take quarry
    3. 1: take corn
    4. take back to 2
    5. set up {"format": 1, ...}

A *move* is a seat and one line of canonical notation; a *take-back* returns to the position after an earlier entry
(0: the start); a *set-up* puts a whole written position in place (a correction). All entries follow the version of the
rules in the headers, up to a set-up that says otherwise: "6. set up rules 2 after 1 {...}" carries the game over to
version 2. Entries before it can be read, but a replay starts with it, and no take-back goes behind it.
A `Held` header says who played in a seat that has changed hands: after how many plies they began, why, and who they
are. `Seat` is whoever played there last.
The secret decides every draw. While a game is running the record has only the SHA-256 of the secret, after the end the
secret itself. `Digest` is Game.digest of the last position. `Ended "conceded"`: the game was not played out, and the
points as they were counted. Empty lines and lines that start with ";" are ignored.

The whole record of a running game is not for its players: moves contain what only some of them may know. Players get a
record with such entries withheld ("3. 1: withheld", "5. set up withheld"). It can be read, but not replayed.

The record is the truth: `replay` plays it again and finds everything that cannot be so. Seats are numbered from 0.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.engine.contract import Game, OptionError, Position, PositionError, RulesError

FORMAT: Final = "1"
SECRET_BYTES: Final = 32
CONCEDED: Final = "conceded"
"""The players agreed that the points as they were count."""


class RecordError(ValueError):
    """A record that cannot be read or replayed; `line` is the wrong line, 0 if it is no single line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class MoveEntry:
    """One line of notation of one seat: one ply or several."""

    seat: int
    text: str
    line: int = field(default=0, compare=False)
    """The line in the file, for error messages; 0 if the entry was not read from a file."""


@dataclass(frozen=True)
class TakeBackEntry:
    """Back to the position after entry number `to`; 0 is the start. The entries taken back stay in the record."""

    to: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class SetUpEntry:
    """A whole position, with which the game continues."""

    position: Mapping[str, object]
    """As Game.to_json writes it."""
    rules: tuple[int, int] | None = None
    """The versions of the rules before and after it, if it carries the game over to another version."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class WithheldEntry:
    """A move of a seat, or a set-up (seat None), that the reader of this record may not know yet."""

    seat: int | None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Holder:
    """Somebody who played in a seat from some ply on."""

    from_ply: int
    """How many plies were played before."""
    cause: str
    """How they came to play there, in one word: "start", "resigned", "missed", "suspended", "left", "staff",
    "returned", "taken"."""
    name: str


Entry = MoveEntry | TakeBackEntry | SetUpEntry | WithheldEntry


@dataclass(frozen=True)
class Record:
    """The content of a record."""

    game: str
    """Game.key."""
    rules_version: int
    options: Mapping[str, str]
    """Canonical values by name."""
    seats: tuple[str, ...]
    """The players' names by seat."""
    secret_hash: str
    """Commits to the secret while it must not be known."""
    secret: bytes | None = None
    """None while the game is running."""
    digest: str | None = None
    """Of the last position; None if not given."""
    entries: tuple[Entry, ...] = ()
    clock: str | None = None
    """How time was counted, if not simply by the turn: "turn=43200 bank=864000", in seconds. For readers: nothing is
    computed from it."""
    held: Mapping[int, tuple[Holder, ...]] = field(default_factory=dict)
    """Who played when in the seats that have changed hands. For readers: nothing is computed from it."""
    ended: str | None = None
    """CONCEDED, if the game was not played out; None: it was, or is not over."""


def hash_secret(secret: bytes) -> str:
    """What players get of a game's secret before the end."""
    return hashlib.sha256(secret).hexdigest()


# --- writing -----------------------------------------------------------------------------------------------------


def export(record: Record) -> str:
    """The record as text; `parse(export(record)) == record`."""
    headers = [
        ("Record", FORMAT),
        ("Game", record.game),
        ("Rules", str(record.rules_version)),
        *((f"Option.{name}", record.options[name]) for name in sorted(record.options)),
        *((f"Seat.{seat}", name) for seat, name in enumerate(record.seats)),
        *((f"Held.{seat}", _holders_text(record.held[seat])) for seat in sorted(record.held)),
        ("SecretHash", record.secret_hash),
    ]
    if record.clock is not None:
        headers.append(("Clock", record.clock))
    if record.ended is not None:
        headers.append(("Ended", record.ended))
    if record.secret is not None:
        headers.append(("Secret", record.secret.hex()))
    if record.digest is not None:
        headers.append(("Digest", record.digest))
    lines = [f"[{name} {_quote(value)}]" for name, value in headers]
    lines.append("")
    lines.extend(f"{number}. {_entry_text(entry)}" for number, entry in enumerate(record.entries, start=1))
    return "\n".join(lines) + "\n"


def _holders_text(holders: Sequence[Holder]) -> str:
    return "; ".join(f"{one.from_ply} {one.cause} {one.name}" for one in holders)


def _quote(value: str) -> str:
    one_line = " ".join(value.split())
    return '"' + one_line.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _entry_text(entry: Entry) -> str:
    if isinstance(entry, MoveEntry):
        return f"{entry.seat}: {entry.text}"
    if isinstance(entry, TakeBackEntry):
        return f"take back to {entry.to}"
    if isinstance(entry, WithheldEntry):
        return f"set up {_WITHHELD}" if entry.seat is None else f"{entry.seat}: {_WITHHELD}"
    position = json.dumps(entry.position, separators=(", ", ": "), ensure_ascii=False)
    return f"set up {position}" if entry.rules is None else f"set up {rules_change_text(*entry.rules)} {position}"


def rules_change_text(before: int, after: int) -> str:
    """The words in a set-up that carries the game over to another version of the rules."""
    return f"rules {after} after {before}"


# --- reading -----------------------------------------------------------------------------------------------------

_HEADER: Final = re.compile(r'\[([A-Za-z]+(?:\.[A-Za-z0-9_]+)?) "((?:[^"\\]|\\["\\])*)"\]')
_ENTRY: Final = re.compile(r"([0-9]+)\. (.+)")
_MOVE: Final = re.compile(r"([0-9]+): (.+)")
_HOLDER: Final = re.compile(r"([0-9]+) ([a-z]+) (.+)")
_TAKE_BACK: Final = re.compile(r"take back to ([0-9]+)")
_SET_UP: Final = re.compile(r"set up (?:rules ([0-9]+) after ([0-9]+) )?(\{.*\})")
_WITHHELD: Final = "withheld"
_HEX_256: Final = re.compile(r"[0-9a-f]{64}")
_SINGLE_HEADERS: Final = frozenset({"Record", "Game", "Rules", "SecretHash", "Clock", "Ended", "Secret", "Digest"})
_REQUIRED_HEADERS: Final = ("Record", "Game", "Rules", "SecretHash")


def parse(text: str) -> Record:
    """Read a record. Raises RecordError, which names the line; whether the moves are legal only `replay` knows."""
    headers: dict[str, tuple[int, str]] = {}
    entries: list[Entry] = []
    for line, raw in enumerate(text.splitlines(), start=1):
        content = raw.strip()
        if not content or content.startswith(";"):
            continue
        if content.startswith("["):
            if entries:
                raise RecordError(line, "a header after the first entry")
            _read_header(line, content, headers)
        else:
            entries.append(_read_entry(line, content, len(entries) + 1))
    return _assemble(headers, tuple(entries))


def _read_header(line: int, content: str, headers: dict[str, tuple[int, str]]) -> None:
    match = _HEADER.fullmatch(content)
    if match is None:
        raise RecordError(line, 'a header reads [Name "value"]')
    name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
    if name not in _SINGLE_HEADERS and not re.fullmatch(r"(Seat|Held)\.[0-9]+|Option\..+", name):
        raise RecordError(line, f"unknown header {name}")
    if name in headers:
        raise RecordError(line, f"header {name} appears twice, first in line {headers[name][0]}")
    headers[name] = (line, value)


def _read_entry(line: int, content: str, number: int) -> Entry:
    match = _ENTRY.fullmatch(content)
    if match is None:
        raise RecordError(line, 'an entry reads "3. 1: take corn", "4. take back to 2" or "5. set up {...}"')
    if int(match[1]) != number:
        raise RecordError(line, f"entry number {match[1]} where {number} comes next")
    body = match[2]
    if body == f"set up {_WITHHELD}":
        return WithheldEntry(None, line)
    if move := _MOVE.fullmatch(body):
        if move[2] == _WITHHELD:
            return WithheldEntry(int(move[1]), line)
        return MoveEntry(int(move[1]), move[2], line)
    if back := _TAKE_BACK.fullmatch(body):
        if int(back[1]) >= number:
            raise RecordError(line, f"cannot take back to {back[1]}: it lies not before entry {number}")
        return TakeBackEntry(int(back[1]), line)
    if set_up := _SET_UP.fullmatch(body):
        try:
            return SetUpEntry(json.loads(set_up[3]), (int(set_up[2]), int(set_up[1])) if set_up[1] else None, line)
        except (ValueError, RecursionError) as error:
            raise RecordError(line, f"the position is not JSON: {error}") from error
    raise RecordError(line, f'cannot read "{body[:60]}": neither a move, a take-back nor a set-up')


def _assemble(headers: dict[str, tuple[int, str]], entries: tuple[Entry, ...]) -> Record:
    for name in _REQUIRED_HEADERS:
        if name not in headers:
            raise RecordError(0, f"header {name} is missing")
    line, written = headers["Record"]
    if written != FORMAT:
        raise RecordError(line, f"record format {written}; only {FORMAT} can be read")
    line, rules = headers["Rules"]
    if not rules.isdecimal():
        raise RecordError(line, f'Rules must be a number, not "{rules}"')
    secret = bytes.fromhex(_hex_256(headers, "Secret")) if "Secret" in headers else None
    secret_hash = _hex_256(headers, "SecretHash")
    if secret is not None and hash_secret(secret) != secret_hash:
        raise RecordError(headers["Secret"][0], "Secret does not fit SecretHash")
    return Record(
        game=headers["Game"][1],
        rules_version=int(rules),
        options={
            name.removeprefix("Option."): value for name, (_, value) in headers.items() if name.startswith("Option.")
        },
        seats=_seats(headers),
        secret_hash=secret_hash,
        secret=secret,
        digest=_hex_256(headers, "Digest") if "Digest" in headers else None,
        clock=headers["Clock"][1] if "Clock" in headers else None,
        held=_held(headers),
        ended=_ended(headers),
        entries=entries,
    )


def _held(headers: dict[str, tuple[int, str]]) -> dict[int, tuple[Holder, ...]]:
    found: dict[int, tuple[Holder, ...]] = {}
    for name, (line, value) in headers.items():
        if name.startswith("Held."):
            read = [_HOLDER.fullmatch(part) for part in value.split("; ")]
            holders = [Holder(int(one[1]), one[2], one[3]) for one in read if one is not None]
            if len(holders) != len(read):
                raise RecordError(line, f'{name} must read "0 start Anna; 35 resigned Merchant bot"')
            found[int(name.removeprefix("Held."))] = tuple(holders)
    return found


def _ended(headers: dict[str, tuple[int, str]]) -> str | None:
    if "Ended" not in headers:
        return None
    line, written = headers["Ended"]
    if written != CONCEDED:
        raise RecordError(line, f'Ended says "{CONCEDED}" or is left out, not "{written}"')
    return written


def _hex_256(headers: dict[str, tuple[int, str]], name: str) -> str:
    line, value = headers[name]
    if not _HEX_256.fullmatch(value):
        raise RecordError(line, f"{name} must be 64 hexadecimal digits in lower case")
    return value


def _seats(headers: dict[str, tuple[int, str]]) -> tuple[str, ...]:
    found = {int(name.removeprefix("Seat.")): name for name in headers if name.startswith("Seat.")}
    if not found:
        raise RecordError(0, "header Seat.0 is missing")
    for seat in range(len(found)):
        if seat not in found:
            raise RecordError(0, f"header Seat.{seat} is missing")
    return tuple(headers[found[seat]][1] for seat in range(len(found)))


# --- replaying ---------------------------------------------------------------------------------------------------


def replay(game: Game, record: Record, secret: bytes | None = None) -> Position:
    """The last position of the record, replayed from the start, or from the set-up that carried it over to other rules.

    secret and errors: as for `positions`.
    """
    last = _history(game, record, secret)[-1]
    assert last is not None, "the record ends with our rules"
    return last


def positions(game: Game, record: Record, secret: bytes | None = None) -> list[Position]:
    """The position at the start and after every entry, each its own copy; index = entry number.

    secret: for a record that does not contain it yet. Raises RecordError for a record of another game, of a version of
    the rules that cannot be played (any more) or of several versions, without a secret, with an entry that cannot be
    played (also one that was taken back), or with a wrong digest.
    """
    history = _history(game, record, secret)
    played = [position for position in history if position is not None]
    if len(played) < len(history):
        raise RecordError(
            0,
            f"the record follows version {record.rules_version} of the rules at first, then"
            f" {final_rules_version(record)[0]}",
        )
    return played


def _history(game: Game, record: Record, secret: bytes | None) -> list[Position | None]:
    """The positions by entry number; None before the entry that carries the game over to its last rules."""
    if record.game != game.key:
        raise RecordError(0, f'the record is of the game "{record.game}", not of "{game.key}"')
    version, first = final_rules_version(record)
    if version not in game.rules_versions():
        known = ", ".join(map(str, game.rules_versions()))
        raise RecordError(0, f"the record follows version {version} of the rules; only {known} can be played")
    history: list[Position | None] = [_first_position(game, record, secret)] if first == 0 else [None] * first
    for number, entry in list(enumerate(record.entries, start=1))[max(0, first - 1) :]:
        history.append(_position_after(game, record, version, history, number, entry))
    last = history[-1]
    if record.digest is not None and last is not None and game.digest(last) != record.digest:
        raise RecordError(0, "the last position does not have the digest that the record gives")
    return history


def final_rules_version(record: Record) -> tuple[int, int]:
    """The version of the rules at the end of a record, and the number of the set-up that carried the game over to it
    (0: the record starts with it). Raises RecordError if the versions do not follow each other."""
    version, first = record.rules_version, 0
    for number, entry in enumerate(record.entries, start=1):
        if isinstance(entry, TakeBackEntry) and entry.to < first:
            raise RecordError(entry.line, f"entry {number}: cannot take back behind entry {first}, of other rules")
        if isinstance(entry, SetUpEntry) and entry.rules is not None:
            if entry.rules[0] != version:
                raise RecordError(
                    entry.line, f"entry {number} goes on from version {entry.rules[0]} of the rules, not {version}"
                )
            version, first = entry.rules[1], number
    return version, first


def _first_position(game: Game, record: Record, secret: bytes | None) -> Position:
    known = record.secret if record.secret is not None else secret
    if known is None:
        raise RecordError(0, "the record does not tell its secret: it can be replayed only with it")
    if hash_secret(known) != record.secret_hash:
        raise RecordError(0, "the secret does not fit the record's SecretHash")
    try:
        return game.new(len(record.seats), record.options, known, record.rules_version)
    except OptionError as error:
        raise RecordError(0, f"option {error.option}: {error}") from error


def _position_after(
    game: Game, record: Record, version: int, history: list[Position | None], number: int, entry: Entry
) -> Position:
    if isinstance(entry, TakeBackEntry):
        if entry.to >= number:
            raise RecordError(entry.line, f"entry {number}: cannot take back to {entry.to}, which lies not before it")
        return _require_position(history[entry.to]).copy()
    if isinstance(entry, WithheldEntry):
        raise RecordError(entry.line, f"entry {number} is withheld: only the whole record can be replayed")
    if isinstance(entry, SetUpEntry):
        try:
            position = game.from_json(entry.position)
        except PositionError as error:
            raise RecordError(entry.line, f"entry {number}: {error}") from error
        if position.seats != len(record.seats):
            raise RecordError(entry.line, f"entry {number}: a position for {position.seats} seats")
        if position.rules_version != version:
            other = position.rules_version
            raise RecordError(entry.line, f"entry {number}: a position of version {other} of the rules, not {version}")
        return position
    position = _require_position(history[-1]).copy()
    if position.to_move() != entry.seat:
        raise RecordError(entry.line, f"entry {number}: seat {entry.seat} moves, but it is {_turn_text(position)}")
    try:
        game.submit(position, entry.text)
    except RulesError as error:
        raise RecordError(entry.line, f'entry {number}: "{entry.text}": {error}') from error
    return position


def _require_position(position: Position | None) -> Position:
    assert position is not None, "no entry returns behind a change of rules"
    return position


def _turn_text(position: Position) -> str:
    return "over" if position.is_over() else f"seat {position.to_move()}'s turn"
