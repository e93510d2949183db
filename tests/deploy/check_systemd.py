"""The units of deploy/systemd, as systemd itself reads and judges them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.processes

ROOT: Final = Path(__file__).resolve().parents[2]
UNITS: Final = ROOT / "deploy" / "systemd"
INSTALLED: Final = "/opt/prweb/current"
EXPOSED_AT_MOST: Final = 1.5
"""Of 10, as systemd-analyze counts; a service without any hardening has 9.6."""


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As installed, but of this checkout."""
    folder = tmp_path_factory.mktemp("units")
    shutil.copytree(UNITS, folder, dirs_exist_ok=True, symlinks=True)
    for file in [*folder.glob("*.service"), *folder.glob("*.d/*.conf")]:
        if not file.parent.is_symlink():
            file.write_text(file.read_text().replace(INSTALLED, str(ROOT)))
    return folder


def analyze(units: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "SYSTEMD_UNIT_PATH": f"{units}:/lib/systemd/system", "SYSTEMD_PAGER": ""}
    return subprocess.run(["systemd-analyze", *arguments], env=environment, capture_output=True, text=True, check=False)


def names(units: Path) -> list[str]:
    return [file.name.replace("@.", "@8000.") for file in sorted(units.glob("prweb*.*")) if file.is_file()]


def test_systemd_finds_nothing_wrong_with_the_units(units: Path) -> None:
    assert {"prweb.target", "prweb-web@8000.service", "prweb-backup.timer"} <= set(names(units))
    done = analyze(units, "verify", "--man=no", *names(units))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("name", sorted(file.name for file in UNITS.glob("*.service")))
def test_a_service_is_exposed_to_little(units: Path, name: str) -> None:
    done = analyze(units, "security", "--offline=true", "--no-pager", name.replace("@.", "@8000."))
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    print(f"{name}: {found[1]}")
    assert float(found[1]) <= EXPOSED_AT_MOST, done.stdout


def test_there_is_a_service_for_every_process_and_workers_end_by_their_parent() -> None:
    run = {
        file.name: found[1]
        for file in UNITS.glob("*.service")
        if (found := re.search(rf"^ExecStart={INSTALLED}/docker/run (.*)$", file.read_text(), re.MULTILINE))
    }
    queues = {"worker bots", "worker mail,tidying", "worker inbox", "worker default"}
    assert set(run.values()) == {"web", "beat", "listener", "poller", *queues}
    for name, role in run.items():
        text = (UNITS / name).read_text()
        assert ("KillMode=mixed" in text) == role.startswith("worker"), name
        assert "MemoryMax=" in text, name


def test_stopping_the_target_waits_until_all_services_have_ended() -> None:
    # What comes next is an upgrade: nothing of the old version may still be at work.
    shared = (UNITS / "prweb-.service.d" / "prweb.conf").read_text()
    assert "PartOf=prweb.target" in shared
    assert re.search(r"^After=prweb\.target ", shared, re.MULTILINE)
