"""What the project promises about itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]


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
