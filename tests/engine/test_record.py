"""The game record: written, read, replayed; and every lie in it is found (the engine's `record` module)."""

from __future__ import annotations

import dataclasses
import random

import pytest

from games.engine.contract import Position
from games.engine.record import (
    Entry,
    MoveEntry,
    Record,
    RecordError,
    SetUpEntry,
    TakeBackEntry,
    export,
    hash_secret,
    parse,
    positions,
    replay,
)
from games.engine.registry import game

GAME = game("puerto-rico")
SECRET = bytes(range(32))
OPTIONS = {"edition": "2014", "open_vp": "off", "first_governor": "1"}
SEATS = ("Anna", 'Bob "the \\ builder"', "Chris Čapek")


def played(plies: int, seed: int = 1) -> tuple[Record, Position]:
    """A record of so many random plies, and the position they lead to."""
    dice = random.Random(seed)
    position = GAME.new(len(SEATS), OPTIONS, SECRET)
    entries: list[Entry] = []
    while len(entries) < plies and not position.is_over():
        move = dice.choice(list(position.legal_moves()))
        entries.append(MoveEntry(int(position.to_move()), GAME.move_text(position, move)))
        position.play(move)
    return record_of(entries, GAME.digest(position)), position


def record_of(entries: list[Entry], digest: str | None = None) -> Record:
    return Record(
        game=GAME.key,
        rules_version=GAME.rules_version,
        options=OPTIONS,
        seats=SEATS,
        secret_hash=hash_secret(SECRET),
        secret=SECRET,
        digest=digest,
        entries=tuple(entries),
    )


def test_a_whole_game_is_written_read_and_replayed_to_the_same_digest() -> None:
    record, position = played(plies=10_000)
    assert position.is_over()
    again = parse(export(record))
    assert again == record
    assert GAME.to_json(replay(GAME, again)) == GAME.to_json(position)


def test_what_a_record_looks_like() -> None:
    text = export(record_of([MoveEntry(1, "settler"), MoveEntry(1, "take quarry"), TakeBackEntry(1)]))
    assert text.splitlines() == [
        '[Record "1"]',
        '[Game "puerto-rico"]',
        f'[Rules "{GAME.rules_version}"]',
        '[Option.edition "2014"]',
        '[Option.first_governor "1"]',
        '[Option.open_vp "off"]',
        '[Seat.0 "Anna"]',
        '[Seat.1 "Bob \\"the \\\\ builder\\""]',
        '[Seat.2 "Chris Čapek"]',
        f'[SecretHash "{hash_secret(SECRET)}"]',
        f'[Secret "{SECRET.hex()}"]',
        "",
        "1. 1: settler",
        "2. 1: take quarry",
        "3. take back to 1",
    ]


def test_empty_lines_and_remarks_mean_nothing() -> None:
    record, _ = played(plies=5)
    noisy = export(record).replace("\n\n", "\n; a remark\n\n\n") + "\n; the end\n"
    assert parse(noisy) == record


def test_a_take_back_returns_to_the_exact_earlier_position() -> None:
    record, position = played(plies=40)
    draws_again = [*record.entries, TakeBackEntry(20), *record.entries[20:]]
    history = positions(GAME, record_of(draws_again, record.digest))
    assert GAME.digest(history[41]) == GAME.digest(history[20])
    assert GAME.digest(history[-1]) == GAME.digest(position)


def test_a_set_up_puts_a_whole_position_in_place() -> None:
    record, position = played(plies=30)
    entries: list[Entry] = [MoveEntry(1, "mayor"), SetUpEntry(GAME.to_json(position))]
    corrected = record_of(entries, record.digest)
    assert GAME.digest(replay(GAME, parse(export(corrected)))) == record.digest


def test_while_the_game_is_under_way_the_secret_stays_out_and_is_brought_along_to_replay() -> None:
    record, position = played(plies=30)
    closed = parse(export(dataclasses.replace(record, secret=None)))
    assert SECRET.hex() not in export(closed)
    assert GAME.digest(replay(GAME, closed, SECRET)) == GAME.digest(position)
    with pytest.raises(RecordError, match="does not tell its secret"):
        replay(GAME, closed)
    with pytest.raises(RecordError, match="does not fit the record's SecretHash"):
        replay(GAME, closed, bytes(32))


def text(*changes: tuple[str, str]) -> str:
    """A small record with some of its text replaced."""
    written = export(record_of([MoveEntry(1, "settler"), MoveEntry(1, "pass")]))
    for old, new in changes:
        assert old in written
        written = written.replace(old, new)
    return written


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([('[Game "puerto-rico"]\n', "")], "header Game is missing"),
        ([('[Game "puerto-rico"]', "[Game puerto-rico]")], 'line 2: a header reads [Name "value"]'),
        ([("Game", "Gane")], "line 2: unknown header Gane"),
        ([("[Seat.1", "[Seat.0")], "line 8: header Seat.0 appears twice, first in line 7"),
        ([("[Seat.1", "[Seat.5")], "header Seat.1 is missing"),
        ([('[Record "1"]', '[Record "2"]')], "line 1: record format 2; only 1 can be read"),
        ([(f'[Rules "{GAME.rules_version}"]', '[Rules "new"]')], 'line 3: Rules must be a number, not "new"'),
        ([(SECRET.hex(), SECRET.hex().upper())], "line 11: Secret must be 64 hexadecimal digits in lower case"),
        ([(SECRET.hex(), "00" * 32)], "line 11: Secret does not fit SecretHash"),
        ([("2. 1: pass", "3. 1: pass")], "line 14: entry number 3 where 2 comes next"),
        ([("2. 1: pass", "pass")], 'line 14: an entry reads "3. 1: take corn"'),
        ([("2. 1: pass", "2. Anna passes")], 'line 14: cannot read "Anna passes"'),
        ([("2. 1: pass", "2. take back to 2")], "line 14: cannot take back to 2: it lies not before entry 2"),
        ([("2. 1: pass", "2. set up {")], 'line 14: cannot read "set up {"'),
        ([("2. 1: pass", "2. set up {no}")], "line 14: the position is not JSON"),
        ([("2. 1: pass", '[Digest "00"]')], "line 14: a header after the first entry"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_with_its_line(changes: list[tuple[str, str]], reason: str) -> None:
    with pytest.raises(RecordError) as refusal:
        parse(text(*changes))
    assert str(refusal.value).startswith(reason)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([("puerto-rico", "san-juan")], 'the record is of the game "san-juan", not of "puerto-rico"'),
        (
            [(f'[Rules "{GAME.rules_version}"]', '[Rules "99"]')],
            "the record follows version 99 of the rules; only 1, 2 can be played",
        ),
        ([('[Option.edition "2014"]', '[Option.edition "1066"]')], "option edition: "),
        ([("2. 1: pass", "2. 0: pass")], "line 14: entry 2: seat 0 moves, but it is seat 1's turn"),
        ([("2. 1: pass", "2. 1: build harbor")], 'line 14: entry 2: "build harbor": Now the question is another'),
        ([("2. 1: pass", "2. 1: dance")], 'line 14: entry 2: "dance": “dance” is not a word'),
        ([("2. 1: pass", '2. set up {"game": "puerto-rico"}')], "line 14: entry 2: "),
        ([(f'[Secret "{SECRET.hex()}"]', f'[Digest "{"0" * 64}"]\n[Secret "{SECRET.hex()}"]')], "the last position"),
    ],
)
def test_a_record_that_cannot_be_replayed_is_refused_with_its_entry(
    changes: list[tuple[str, str]], reason: str
) -> None:
    with pytest.raises(RecordError) as refusal:
        replay(GAME, parse(text(*changes)))
    assert str(refusal.value).startswith(reason)


def test_a_move_that_was_taken_back_must_have_been_possible_too() -> None:
    entries: list[Entry] = [MoveEntry(1, "settler"), MoveEntry(1, "take gold"), TakeBackEntry(1)]
    with pytest.raises(RecordError, match="entry 2"):
        replay(GAME, record_of(entries))


def test_one_entry_may_be_a_whole_decision_of_several_plies() -> None:
    dice = random.Random(3)
    position = GAME.new(len(SEATS), OPTIONS, SECRET)
    entries: list[Entry] = []
    longest = 0
    while not position.is_over() and longest < 3:
        line = dice.choice(GAME.question(position).offers).text
        entries.append(MoveEntry(int(position.to_move()), line))
        longest = max(longest, len(GAME.submit(position, line)))
    assert longest >= 3
    assert GAME.digest(replay(GAME, record_of(entries))) == GAME.digest(position)


def carried_over(before: int, after: int, position: Position) -> SetUpEntry:
    return SetUpEntry(GAME.to_json(position), (before, after))


def test_a_record_of_earlier_rules_is_replayed_from_where_it_was_carried_over() -> None:
    whole, position = played(plies=12)
    ours = GAME.rules_version
    entries: list[Entry] = [MoveEntry(1, "what was legal then"), carried_over(ours - 1, ours, position)]
    old = dataclasses.replace(record_of(entries, whole.digest), rules_version=ours - 1)
    assert parse(export(old)) == old
    assert GAME.digest(replay(GAME, old)) == whole.digest
    with pytest.raises(RecordError, match=f"version {ours - 1} of the rules at first"):
        positions(GAME, old)


def test_versions_of_the_rules_follow_each_other_and_nothing_returns_behind_a_change() -> None:
    _, position = played(plies=12)
    ours = GAME.rules_version
    gap: list[Entry] = [carried_over(ours + 4, ours, position)]
    with pytest.raises(RecordError, match="entry 1 goes on from version"):
        replay(GAME, record_of(gap))
    back: list[Entry] = [MoveEntry(1, "mayor"), carried_over(ours, ours, position), TakeBackEntry(1)]
    with pytest.raises(RecordError, match="behind entry 2"):
        replay(GAME, record_of(back))
    with pytest.raises(RecordError, match=f"follows version {ours + 1}"):
        replay(GAME, record_of([carried_over(ours, ours + 1, position)]))
