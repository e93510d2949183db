"""The command that begins a new game; `make new-game-check` plays and tests what comes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import newgame
from games.management.commands.newgame import REGISTRATIONS, Names, Registration


@pytest.mark.parametrize(
    ("key", "reason"),
    [("Nine Tiles", "is no key"), ("9-tiles", "is no key"), ("puerto-rico", "already"), ("puertorico", "already")],
)
def test_names_that_no_game_can_have_are_refused(key: str, reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        call_command("newgame", key)


def test_names_are_filled_in_as_packages_keys_classes_and_titles() -> None:
    names = Names("nine-tiles", "Nine Tiles")
    source = "games.engine.mygame.game import MyGame # my-game is My Game"
    assert names.filled(source) == "games.engine.ninetiles.game import NineTiles # nine-tiles is Nine Tiles"


@pytest.mark.parametrize("registration", REGISTRATIONS, ids=lambda registration: registration.path)
def test_a_game_is_added_to_the_end_of_every_table(
    registration: Registration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = (newgame.ROOT / registration.path).read_text()
    copy = tmp_path / registration.path
    copy.parent.mkdir(parents=True)
    copy.write_text(there)
    monkeypatch.setattr(newgame, "ROOT", tmp_path)
    newgame.register(Names("nine-tiles", "Nine Tiles"), registration)
    added = copy.read_text()
    compile(added, registration.path, "exec")
    entry = Names("nine-tiles", "Nine Tiles").filled(registration.entry)
    table = re.search(registration.table, added, re.DOTALL)
    assert table is not None
    assert table[1].endswith(entry)
    assert len(added.splitlines()) <= len(there.splitlines()) + len(registration.imports) + 1
