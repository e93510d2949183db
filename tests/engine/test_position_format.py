"""docs/position-format.md says of the JSON of positions what is so, and all of it."""

from __future__ import annotations

import copy
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from games.engine import record, table_writer
from games.engine.contract import Game, PositionError
from games.engine.registry import game, games
from tests.engine.conformance import Setup, random_plies
from tests.engine.position_format import Part, Row, Steps, parts, values
from tests.engine.repertoire import REPERTOIRES, repertoire
from tests.engine.test_perft import FILES
from tests.engine.test_recorded_games import path_of

Written = dict[str, Any]
OFTEN = 20
"""Of whole games every so many positions are looked at, and those that have other fields of their stage than others."""


@cache
def sampled(key: str) -> list[Written]:
    """Positions of every option family, every stage and every version of the rules; the ends of games among them."""
    met: set[str] = set()
    played = [
        position
        for number, position in enumerate((*_recorded(key), *_at_random(game(key))))
        if _is_new(position, met) or number % OFTEN == 0
    ]
    return [*_golden(key), *played, parts()[key].example]


def _is_new(position: Written, met: set[str]) -> bool:
    situation = (position.get("stage"), {name: bool(value) for name, value in position.get("stage_state", {}).items()})
    seen = str(situation) in met
    met.add(str(situation))
    return not seen


def _golden(key: str) -> Iterator[Written]:
    for path in FILES:
        golden = json.loads(path.read_text())
        if golden["game"] == key:
            yield golden["position"]


def _recorded(key: str) -> Iterator[Written]:
    rules = game(key)
    for name in REPERTOIRES[key].records:
        stored = record.parse(path_of(key, name).read_text())
        assert stored.secret is not None
        position = rules.new(len(stored.seats), stored.options, stored.secret, stored.rules_version)
        for entry in stored.entries:
            yield rules.to_json(position)
            assert isinstance(entry, record.MoveEntry)
            position.play(rules.parse(position, entry.text)[0])
        yield rules.to_json(position)


def _at_random(rules: Game) -> Iterator[Written]:
    for seats, options in repertoire(rules).families:
        for position, _move in random_plies(Setup(rules, seats, tuple(options.items())), "doc"):
            yield rules.to_json(position)


@pytest.fixture(params=[rules.key for rules in games()])
def key(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture
def part(key: str) -> Part:
    return parts()[key]


def test_every_field_that_is_written_is_described(key: str, part: Part) -> None:
    for position in sampled(key):
        for steps, value in values(position):
            row = part.row_of(steps)
            assert row is not None or not steps, part.field_of(steps)
            assert row is None or row.fits(value), (row.field, value)


def test_every_field_that_is_described_is_written(key: str, part: Part) -> None:
    met = {part.field_of(steps) for position in sampled(key) for steps, _value in values(position)}
    assert set(part.rows) - met == set()


def test_what_is_always_written_is_and_what_is_not_is_left_out_at_times(key: str, part: Part) -> None:
    left_out = defaultdict[str, int](int)
    for position in sampled(key):
        for steps, value in values(position):
            if not isinstance(value, dict):
                continue
            there = {part.field_of((*steps, name)) for name in value}
            for row in part.below(part.field_of(steps)):
                left_out[row.field] += row.field not in there
    # An object whose fields are named by words may have any of them.
    fixed = {field: count for field, count in left_out.items() if not field.rpartition(".")[2].isupper()}
    assert {field for field, count in fixed.items() if count and part.rows[field].always} == set()
    assert {field for field, count in fixed.items() if not count and not part.rows[field].always} == set()


def test_the_words_are_those_of_the_game(key: str, part: Part) -> None:
    assert part.words == REPERTOIRES[key].words


def test_what_is_said_of_values_is_what_is_read(key: str, part: Part) -> None:
    """Whatever a row does not allow is refused, and so is a field that is missing or not known."""
    rules, tried = game(key), set()
    for position in sampled(key):
        for steps, value in values(position):
            row = part.row_of(steps)
            if row is None or row.field in tried:
                continue
            tried.add(row.field)
            for wrong in _wrong_values(row):
                assert not row.fits(wrong)
                _refused(rules, position, steps, partial(_set, value=wrong))
            if isinstance(value, dict):
                _refused(rules, position, steps, lambda holder, step: holder[step].update(surplus=1))
            if row.always and isinstance(steps[-1], str) and not row.field.rpartition(".")[2].isupper():
                _refused(rules, position, steps, lambda holder, step: holder.__delitem__(step))
    assert tried == set(part.rows)


def _wrong_values(row: Row) -> Iterator[object]:
    if row.least is not None:
        yield row.least - 1
    if row.most is not None:
        yield row.most + 1
    if row.words is not None:
        yield "surplus"
    yield from (value for value in (None, 1.5, "", {"surplus": 1}, True) if type(value) not in row.types)


def _set(holder: Any, step: str | int, value: object) -> None:
    holder[step] = value


def _refused(rules: Game, position: Written, steps: Steps, change: Callable[[Any, str | int], object]) -> None:
    changed = copy.deepcopy(position)
    holder: Any = changed
    for step in steps[:-1]:
        holder = holder[step]
    change(holder, steps[-1])
    with pytest.raises(PositionError):
        rules.from_json(changed)


def test_what_all_may_know_is_the_same_in_every_position_that_a_seat_cannot_tell_from_the_true_one(
    key: str, part: Part
) -> None:
    rules = game(key)
    for number, position in enumerate(sampled(key)[::4]):
        true = rules.from_json(position)
        knower = number % position["seats"]
        random = Setup(rules, position["seats"], seed=number).random("format")
        guessed = dict(values(rules.to_json(true.resample(knower, random))))
        for steps, value in values(position):
            row = part.row_of(steps)
            if row is None or isinstance(value, dict | list):
                continue
            known = row.reader == "all" or (row.reader == "player" and _player(position, steps) == knower)
            assert not known or guessed[steps] == value, (row.field, knower, position.get("stage"))


def _player(position: Written, steps: Steps) -> object:
    return steps[1] if steps[0] == "players" else position["to_move"]


def test_the_examples_can_be_played_on_and_have_the_digests_named(key: str, part: Part) -> None:
    rules = game(key)
    position = rules.from_json(part.example)
    assert rules.digest(position) == part.digest
    assert rules.to_json(position) == part.example
    assert not position.is_over()
    assert rules.submit(position, rules.question(position).offers[0].text)


@pytest.mark.parametrize("declared", table_writer.modules(), ids=lambda path: path.parent.name)
def test_who_may_know_a_field_of_a_stage_is_declared_with_it(declared: Path) -> None:
    """Where a game declares the fields of its stages."""
    part = next(part for key, part in parts().items() if key.replace("-", "") == declared.parent.name)
    for row in import_module(f"games.engine.{declared.parent.name}.fields").FIELDS:
        for name in row.json.values():
            assert part.rows[f"stage_state.{name}"].reader == row.known_to, name


def test_the_written_fields_of_positions_are_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m games.engine.table_writer` writes them."""
    there = {declared.parent.name: table_writer.written_module(declared) for declared in table_writer.modules()}
    monkeypatch.setattr(table_writer, "written_module", lambda declared: tmp_path / declared.parent.name)
    assert table_writer.main() == 0
    for name, written in there.items():
        assert written.read_text() == (tmp_path / name).read_text(), name
