"""The compiled engine plays exactly what its Python source says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bench.interpreted import run_interpreted
from tests.engine import conformance, games_digest

WHERE = "import games.engine.puertorico.flow, games.engine.contract as contract; print(contract.__file__)"


def test_the_copied_tree_runs_interpreted() -> None:
    assert run_interpreted("-c", WHERE).strip().endswith("contract.py")


def test_compiled_and_interpreted_engine_play_the_same_games() -> None:
    """Says something only where this process runs compiled; `manage.py check` warns where it does not."""
    interpreted = run_interpreted(str(Path(games_digest.__file__).resolve()))
    assert games_digest.digest_of_random_games() == interpreted.strip()


def test_the_interpreted_engine_keeps_the_contract_too() -> None:
    checked = run_interpreted(str(Path(conformance.__file__).resolve()))
    assert checked.split() == [str(setup) for setup in conformance.default_setups()]


def test_a_failing_script_is_not_taken_for_an_answer() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        run_interpreted("-c", "raise SystemExit(3)")
