"""The rules of time by tables. All times are hours."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.time_control import TimeControl

SPANS = ("bank", "cap", "round", "grace")


def span(hours: float | None) -> timedelta | None:
    return None if hours is None else timedelta(hours=hours)


def control(per_turn: float = 12, **clock: Any) -> TimeControl:
    spans: dict[str, Any] = {name: span(clock.pop(name)) for name in SPANS if name in clock}
    return TimeControl(timedelta(hours=per_turn), **spans, **clock)


@pytest.mark.parametrize(
    ("clock", "left", "adds", "has"),
    [
        ({}, None, True, 12),
        ({}, 5, True, 12),
        ({"bank": 100}, None, True, 112),
        ({"bank": 100}, 30, True, 42),
        ({"bank": 100}, 30, False, 30),
        ({"bank": 100}, 0, True, 12),
        ({"bank": 100, "cap": 105}, None, True, 105),
        ({"bank": 0}, None, True, 12),
        ({"round": 48}, 16, True, 16),
        ({"round": 48}, 3, True, 12),
        ({"round": 48}, 0, True, 12),
    ],
    ids=[
        "each turn has the same",
        "whatever came before",
        "the bank and what the turn adds",
        "what is left of it",
        "a turn that is waited for again adds nothing",
        "an empty bank has what the turn adds",
        "never more than the cap",
        "a bank that begins empty",
        "the share of the round",
        "but never less than the least",
        "nor once the share is used up",
    ],
)
def test_what_a_turn_has(clock: dict[str, Any], left: float | None, adds: bool, has: float) -> None:
    assert control(**clock).time_for_turn(span(left), adds=adds) == span(has)


def test_everybody_has_an_equal_share_of_a_round() -> None:
    assert [control(round=48).share_of_round(people) for people in (4, 1, 0)] == [span(12), span(48), span(48)]


@pytest.mark.parametrize(
    ("clock", "complaint"),
    [
        ({"per_turn": 59 / 3600}, "between a minute and 60 days"),
        ({"per_turn": 61 * 24}, "between a minute and 60 days"),
        ({"per_turn": 0}, "between a minute and 60 days"),
        ({"bank": 48, "round": 48}, "not both"),
        ({"bank": 61 * 24}, "at most 60 days"),
        ({"cap": 48}, "belongs to a bank"),
        ({"bank": 48, "cap": 47}, "neither below it"),
        ({"bank": 0, "cap": 6}, "nor below what a turn adds"),
        ({"round": 0}, "a round takes"),
        ({"grace": 100}, "at most 3 days"),
        ({"excused": 11}, "at most 10"),
        ({"days_off": frozenset(range(7))}, "at most six"),
        ({"days_off": frozenset({7})}, "days of the week"),
    ],
)
def test_a_clock_out_of_bounds_is_none(clock: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        control(**clock)


@pytest.mark.parametrize(
    "clock",
    [
        {},
        {"bank": 240, "cap": 300, "grace": 6, "excused": 2, "days_off": frozenset({5, 6})},
        {"round": 48},
        {"bank": 0},
    ],
    ids=["a time for each turn", "a bank", "a pace", "an empty bank"],
)
def test_a_clock_is_read_as_it_was_stored(clock: dict[str, Any]) -> None:
    kept = control(**clock)
    assert TimeControl.from_json(kept.per_turn, kept.to_json()) == kept


def test_of_a_time_for_each_turn_nothing_more_is_stored() -> None:
    assert control().to_json() is None
