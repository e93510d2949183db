"""What the project promises about itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from games.checks import check_engine_is_compiled
from games.engine import contract

ROOT = Path(__file__).resolve().parents[1]


def test_every_import_keeps_to_its_layer() -> None:
    outcome = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


@pytest.mark.django_db
def test_the_migrations_are_what_the_models_say() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_the_production_profile_does_not_start_without_its_secrets() -> None:
    environment = {"PATH": os.environ["PATH"], "PRWEB_PROFILE": "production", "PRWEB_VAR": os.environ["PRWEB_VAR"]}
    outcome = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert outcome.returncode != 0
    assert "SECRET_KEY" in outcome.stderr


def test_the_check_warns_exactly_when_the_engine_runs_interpreted() -> None:
    compiled = not str(contract.__file__).endswith(".py")
    assert bool(check_engine_is_compiled()) is not compiled
