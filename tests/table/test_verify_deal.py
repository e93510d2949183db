"""`manage.py verify_deal`: what an honest record passes, and how every lie in one is found."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.engine import record, registry
from games.engine.deal import Draw, draw_seating, draws, order_before_seating
from games.engine.record import MoveEntry, Record, SetUpEntry, TakeBackEntry
from games.engine.words import Message

SECRET = bytes(range(32))
NAMES = ("Anna", "Bob", "Chris")


@pytest.fixture(scope="module")
def honest() -> Record:
    """A whole game, with an entry taken back."""
    rules, lots = registry.game("puerto-rico"), Random(4)
    position = rules.new(3, {}, SECRET)
    entries: list[MoveEntry | TakeBackEntry | SetUpEntry] = []
    while not position.is_over():
        if len(entries) == 50:
            copy = position.copy()
            seat, move = int(copy.to_move()), int(copy.legal_moves()[0])
            entries += [MoveEntry(seat, rules.move_text(copy, move)), TakeBackEntry(50)]
        seat, move = int(position.to_move()), int(lots.choice(list(position.legal_moves())))
        entries.append(MoveEntry(seat, rules.move_text(position, move)))
        position.play(move)
    options = {spec.name: spec.default for spec in rules.options()}
    return Record(
        rules.key,
        rules.rules_version,
        options,
        NAMES,
        record.hash_secret(SECRET),
        SECRET,
        rules.digest(position),
        tuple(entries),
    )


@pytest.fixture
def file(honest: Record, tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record.export(honest), encoding="utf-8")
    return path


def verified(file: Path, *options: str) -> str:
    out = StringIO()
    call_command("verify_deal", str(file), *options, stdout=out)
    return out.getvalue()


def changed(file: Path, pattern: str, replacement: str) -> Path:
    text, count = re.subn(pattern, replacement, file.read_text(), count=1, flags=re.MULTILINE)
    assert count == 1
    file.write_text(text)
    return file


def test_an_honest_record_is_ok_without_any_database(file: Path, honest: Record) -> None:
    assert verified(file).rstrip().endswith("OK")
    assert honest.secret_hash in verified(file)
    assert verified(file, "--hash", f" {honest.secret_hash.upper()} ").rstrip().endswith("OK")


def test_a_secret_that_does_not_fit_its_hash_is_found(file: Path) -> None:
    changed(file, r'^\[Secret "..', '[Secret "ff')
    with pytest.raises(CommandError, match=r"NOT OK: line \d+: Secret does not fit SecretHash"):
        verified(file)


def test_another_secret_with_its_own_hash_is_found_by_the_hash_that_was_told(file: Path) -> None:
    published = record.hash_secret(b"the one at the start".ljust(32))
    with pytest.raises(CommandError, match=f"NOT OK: at the start you were told {published}"):
        verified(file, "--hash", published)


def test_a_deal_from_another_secret_is_found(file: Path) -> None:
    other = b"x" * 32
    changed(file, r'^\[Secret ".*', f'[Secret "{other.hex()}"]')
    changed(file, r'^\[SecretHash ".*', f'[SecretHash "{record.hash_secret(other)}"]')
    with pytest.raises(CommandError, match="NOT OK"):
        verified(file)


def test_a_move_that_was_never_made_is_found_with_its_line(file: Path) -> None:
    changed(file, r"^20\. (\d): .*", r"20. \1: build city hall")
    with pytest.raises(CommandError, match=r"NOT OK: line \d+: entry 20"):
        verified(file)


def test_a_changed_ending_is_found(file: Path, honest: Record) -> None:
    changed(file, r'^\[Digest ".*', f'[Digest "{"0" * 64}"]')
    with pytest.raises(CommandError, match="digest"):
        verified(file)
    changed(file, r'^\[Digest ".*\n', "")
    with pytest.raises(CommandError, match="no Digest"):
        verified(file)


def test_a_record_cut_short_is_found(file: Path, honest: Record) -> None:
    short = honest.entries[:30]
    rules = registry.game(honest.game)
    position = rules.new(3, honest.options, SECRET)
    for entry in short:
        assert isinstance(entry, MoveEntry)
        rules.submit(position, entry.text)
    file.write_text(record.export(replace(honest, digest=rules.digest(position), entries=tuple(short))))
    with pytest.raises(CommandError, match="before the game is over"):
        verified(file)


def test_a_record_of_a_running_game_does_not_tell_its_secret_yet(file: Path) -> None:
    changed(file, r'^\[Secret ".*\n', "")
    with pytest.raises(CommandError, match="when the game is over"):
        verified(file)


def test_a_file_that_is_no_record_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        verified(tmp_path / "nowhere.txt")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(CommandError):
        verified(picture)
    other = tmp_path / "other.txt"
    other.write_text('[Record "1"]\n[Game "chess"]\n[Rules "1"]\n[Seat.0 "A"]\n[SecretHash "' + "0" * 64 + '"]\n')
    with pytest.raises(CommandError, match="chess"):
        verified(other)


def test_the_order_of_the_seats_is_checked_against_how_people_stood_before(file: Path) -> None:
    before = order_before_seating(NAMES, SECRET)
    assert sorted(before) == sorted(NAMES)
    assert ", ".join(before) in verified(file)
    assert "order of the seats" in verified(file, "--opened", ",".join(before))
    with pytest.raises(CommandError, match="NOT OK"):
        verified(file, "--opened", ",".join(reversed(before)))


def test_the_seating_is_a_fair_order_of_all_seats() -> None:
    orders = {tuple(draw_seating(3, number.to_bytes(32, "big"))) for number in range(200)}
    assert len(orders) == 6
    assert all(sorted(order) == [0, 1, 2] for order in orders)


def test_show_prints_every_draw_that_stands(file: Path, honest: Record) -> None:
    shown = verified(file, "--show")
    rules = registry.game(honest.game)
    start = rules.view(rules.new(3, honest.options, SECRET), None)
    assert f"start  {NAMES[start.governor]} is the governor." in shown  # type: ignore[attr-defined]
    settlers = [entry for entry in honest.entries if isinstance(entry, MoveEntry) and entry.text == "settler"]
    laid_out = re.findall(r"New plantations|No plantations are left", shown)
    assert 0 < len(laid_out) <= len(settlers)
    assert "picks" not in shown


def test_a_draw_that_was_taken_back_is_not_shown(honest: Record) -> None:
    rules = registry.game(honest.game)
    until = next(
        number
        for number, entry in enumerate(honest.entries, start=1)
        if any(draw.entry == number for draw in _draws(honest, number))
    )
    back = replace(honest, digest=None, entries=(*honest.entries[:until], TakeBackEntry(until - 1)))
    drawn = draws(rules, registry.chronicle(honest.game), back, record.positions(rules, back))
    assert {draw.entry for draw in drawn} == {0}
    assert all(isinstance(draw.sentence, Message) for draw in drawn)


def _draws(whole: Record, until: int) -> list[Draw]:
    rules = registry.game(whole.game)
    part = Record(
        whole.game, whole.rules_version, whole.options, NAMES, whole.secret_hash, SECRET, None, whole.entries[:until]
    )
    return draws(rules, registry.chronicle(whole.game), part, record.positions(rules, part))


def test_a_position_that_staff_set_up_is_named(file: Path, honest: Record) -> None:
    rules = registry.game(honest.game)
    history = record.positions(rules, honest)
    entries = list(honest.entries)
    entries.append(SetUpEntry(rules.to_json(history[-1])))
    file.write_text(
        record.export(
            Record(
                honest.game,
                honest.rules_version,
                honest.options,
                NAMES,
                honest.secret_hash,
                SECRET,
                honest.digest,
                tuple(entries),
            )
        )
    )
    assert f"Entry {len(entries)} is a position that was set up" in verified(file)
