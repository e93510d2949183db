"""What the operator's documents, examples and compose file say is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "operations.md").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if name not in ("postgres", "redis")}
EXAMPLE = dict(
    line.split("=", 1)
    for line in (ROOT / "docker" / "example.env").read_text().splitlines()
    if line and not line.startswith("#")
)


def test_every_variable_that_the_settings_read_is_documented() -> None:
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "prweb" / "settings.py").read_text()))
    assert len(read) > 40
    assert {name for name in read if f"`{name}`" not in DOCUMENT} == set()


def test_the_example_holds_no_secret_and_all_that_has_no_default() -> None:
    assert not EXAMPLE["SECRET_KEY"]
    assert not EXAMPLE["POSTGRES_PASSWORD"]
    assert not EXAMPLE["PRWEB_OPERATOR_TOKEN"]
    needed = set(re.findall(r"\*\*`([A-Z_]+)`\*\*", DOCUMENT))
    assert needed >= {"SECRET_KEY", "DATABASE_URL", "BROKER_URL", "EMAIL_URL", "PRWEB_SITE_URL", "PRWEB_MAIL_HOST"}
    assert needed <= set(EXAMPLE)


def test_the_compose_file_has_every_process() -> None:
    commands = {" ".join(service["command"][:2]) for service in OURS.values()}
    assert {"web", "worker bots", "worker mail", "worker default", "beat", "listener"} <= commands
    assert any(command.startswith("upgrade") for command in commands)
    assert {"postgres", "redis"} <= set(COMPOSE["services"])


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_container_of_ours_is_confined_and_watched(name: str) -> None:
    service = OURS[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service
    if name == "upgrade":
        assert service["restart"] == "no"
        assert service["depends_on"]["postgres"]["condition"] == "service_healthy"
    else:
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][1] == "/app/docker/healthy"
        assert service["depends_on"]["upgrade"]["condition"] == "service_completed_successfully"
        assert service["depends_on"]["redis"]["condition"] == "service_healthy"


def test_nothing_is_published_to_the_world() -> None:
    published = [port for service in COMPOSE["services"].values() for port in service.get("ports", [])]
    assert published
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_every_role_that_is_asked_for_is_one_that_the_image_knows() -> None:
    known = set(re.findall(r"^  (\w+)\)", (ROOT / "docker" / "run").read_text(), re.MULTILINE))
    assert {service["command"][0] for service in OURS.values()} <= known


def test_the_image_is_made_by_the_scripts_and_runs_as_nobody_in_particular() -> None:
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()
    assert re.findall(r"docker/(\w+\.sh)", dockerfile) == ["build.sh", "runtime.sh"]
    *_, last = re.split(r"^FROM", dockerfile, flags=re.MULTILINE)
    assert "\nUSER prweb\n" in last
    assert "HEALTHCHECK" in last
    assert not re.search(r"SECRET|PASSWORD|TOKEN", dockerfile)
    shown = (ROOT / "scripts" / "image-check").read_text()
    assert "/src/docker/build.sh /src /app" in shown
    assert "/docker/runtime.sh" in shown
