"""The compiled engine plays exactly what its Python source says."""

from __future__ import annotations

import ast
import runpy
import subprocess
from pathlib import Path

import pytest

from bench.interpreted import run_interpreted
from tests.engine import conformance, games_digest

pytestmark = pytest.mark.processes

WHERE = "import games.engine.registry, games.engine.contract as contract; print(contract.__file__)"


def test_the_copied_tree_runs_interpreted() -> None:
    assert run_interpreted("-c", WHERE).strip().endswith("contract.py")


def test_compiled_and_interpreted_engine_play_the_same_games() -> None:
    """Says something only where this process runs compiled; `manage.py check` warns where it does not."""
    interpreted = run_interpreted(str(Path(games_digest.__file__).resolve()))
    assert games_digest.digest_of_games() == interpreted.strip()


def test_the_interpreted_engine_keeps_the_contract_too() -> None:
    checked = run_interpreted(str(Path(conformance.__file__).resolve()))
    assert checked.split() == [str(setup) for setup in conformance.fullest_setups()]


def compiled_sources() -> list[Path]:
    root = Path(__file__).resolve().parents[2]
    return [root / path for path in runpy.run_path(str(root / "setup.py"))["compiled"]()]


def test_no_compiled_module_shifts_a_literal_by_what_is_only_known_later() -> None:
    """Compiled, a small literal is a C int: shifted by 32 and more it is anything. Sets of one are made by `only`."""
    found = [
        f"{path.name}:{node.lineno}"
        for path in compiled_sources()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift)
        if isinstance(node.left, ast.Constant)
        if any(isinstance(part, ast.Name) and not part.id.isupper() for part in ast.walk(node.right))
    ]
    assert len(compiled_sources()) > 20
    assert not found


def test_a_failing_script_is_not_taken_for_an_answer() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        run_interpreted("-c", "raise SystemExit(3)")
