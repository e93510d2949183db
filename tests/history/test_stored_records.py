"""Records that players and operators kept of earlier releases' games: they replay for ever."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.engine import record, registry
from tests.history.stored import StoredSite, stored_sites

STORED = [site for site in stored_sites() if site.engine == "sqlite"]


@pytest.mark.parametrize("stored", STORED, ids=str)
def test_every_stored_record_replays_to_the_digest_it_tells(stored: StoredSite) -> None:
    records = stored.records()
    assert len(records) > 80
    for game_id, text in records.items():
        read = record.parse(text)
        rules = registry.game(read.game)
        assert rules.digest(record.replay(rules, read)) == read.digest, stored.known["games"][game_id]["name"]
        assert record.export(read) == text


@pytest.mark.parametrize("stored", STORED, ids=str)
def test_the_deal_of_every_finished_game_can_be_verified(stored: StoredSite, tmp_path: Path) -> None:
    finished = [game for game, told in stored.known["games"].items() if told["status"] == "finished"]
    assert len(finished) > 20
    for game_id in finished:
        file = tmp_path / f"{game_id}.record"
        file.write_text(stored.records()[game_id])
        told = StringIO()
        call_command("verify_deal", str(file), stdout=told)
        assert told.getvalue().rstrip().endswith("OK")
