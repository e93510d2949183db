"""The record of a packed game as bytes."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Turn
from games.table import pack_format

PACKS = Path(__file__).parent / "packs"
CHARACTERS = '0123456789abcdefz\x01\x02\x03"\\ é'
LIKELY = st.text("0123456789abcdef", min_size=14, max_size=70) | st.text("abcdefgz234567", min_size=24, max_size=54)


def test_a_pack_of_the_first_format_is_read() -> None:
    stored = json.loads((PACKS / "format-1.json").read_text())
    tables = stored["tables"]
    # Mails have an address since format 3, and there are notifications.
    tables["outgoing"]["address"] = tables["outgoing"].pop("recipient")
    tables["notifications"] = {"id": ()}
    assert pack_format.read(1, b64decode(stored["data"])) == tables


def test_a_pack_names_the_columns_of_a_turn_as_ever() -> None:
    turn = Turn(pk=1, ahead_of_turn=True, deferred_plies=[{"text": "mayor", "source": "web", "submission": 1}])
    written = pack_format.write({**dict.fromkeys(pack_format.TABLES, ()), "turns": [turn]})
    columns = pack_format.read(pack_format.FORMAT, written)["turns"]
    assert (columns["ahead"], columns["answer"]) == ([True], [turn.deferred_plies])
    (read,) = pack_format.rows("turns", columns)
    assert (read.ahead_of_turn, read.deferred_plies) == (True, turn.deferred_plies)


def test_a_pack_of_a_later_format_is_not_guessed_at() -> None:
    with pytest.raises(pack_format.UnknownFormat):
        pack_format.read(pack_format.FORMAT + 1, b"")


@given(st.lists(st.text(CHARACTERS, max_size=80) | LIKELY | st.integers(0, 10**40)))
def test_random_digits_come_back_as_they_were(values: list[object]) -> None:
    text = pack_format._json([*values, *values])
    assert pack_format._put_back(*pack_format._take_out(text)) == text


def test_the_same_digits_are_kept_once() -> None:
    _text, bare = pack_format._take_out("0123456789abcdef" + " 0123456789abcdef" * 9)
    assert len(bare) == 8


MOMENT = st.none() | st.integers(-(2**40), 2**53)


@given(st.lists(st.tuples(MOMENT, MOMENT)))
def test_times_come_back_as_they_were(rows: list[tuple[int | None, int | None]]) -> None:
    first, second = ([row[place] for row in rows] for place in (0, 1))
    columns = {"first": pack_format._times(first, {}), "second": pack_format._times(second, {"first": first})}
    assert pack_format._values_of(columns) == {"first": first, "second": second}
