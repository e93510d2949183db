"""Records that players and operators kept of earlier releases' games: they replay for ever."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.engine import record, registry
from tests.engine.score_keys import KEYS_OF_SCORES
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
def test_the_parts_of_the_scores_of_stored_games_keep_their_keys(stored: StoredSite) -> None:
    """The first release made them of the English labels; the rulebook's words have not changed since."""
    met: dict[str, set[str]] = {kind: set() for kind in KEYS_OF_SCORES}
    for text in stored.records().values():
        read = record.parse(text)
        rules = registry.game(read.game)
        for line in rules.score_sheet(record.replay(rules, read)):
            for part in line.parts:
                assert part.key == part.label.render().replace(" ", "-")
                met[read.game].add(part.key)
    assert all(keys <= KEYS_OF_SCORES[kind] for kind, keys in met.items())
    assert all(len(keys) >= 4 for keys in met.values())


@pytest.mark.parametrize("stored", STORED, ids=str)
def test_the_deal_of_every_finished_game_can_be_verified(stored: StoredSite, tmp_path: Path) -> None:
    finished = [game for game, output in stored.known["games"].items() if output["status"] == "finished"]
    assert len(finished) > 20
    for game_id in finished:
        file = tmp_path / f"{game_id}.record"
        file.write_text(stored.records()[game_id])
        output = StringIO()
        call_command("verify_deal", str(file), stdout=output)
        assert output.getvalue().rstrip().endswith("OK")
