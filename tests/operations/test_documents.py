"""What the operator's documents, examples and compose file say is so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "docs" / "operations.md", *sorted((ROOT / "docs" / "operations").glob("*.md"))]
DOCUMENT = "\n".join(page.read_text() for page in PAGES)
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
OTHERS = ("postgres", "redis", "balancer")
OURS = {name: service for name, service in COMPOSE["services"].items() if name not in OTHERS}
PUBLISHED: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.published.yaml").read_text())
WORKERS: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.workers.yaml").read_text())
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
    assert not EXAMPLE["REDIS_PASSWORD"]
    assert not EXAMPLE["PRWEB_OPERATOR_TOKEN"]
    needed = set(re.findall(r"\*\*`([A-Z_]+)`\*\*", DOCUMENT))
    assert needed >= {"SECRET_KEY", "DATABASE_URL", "BROKER_URL", "EMAIL_URL", "PRWEB_SITE_URL", "PRWEB_MAIL_HOST"}
    assert needed <= set(EXAMPLE)


def test_the_compose_file_has_every_process() -> None:
    commands = {" ".join(service["command"][:2]) for service in OURS.values()}
    assert {
        "web",
        "worker bots",
        "worker mail,tidying",
        "worker inbox",
        "worker default",
        "beat",
        "listener",
        "poller",
    } <= commands
    assert any(command.startswith("upgrade") for command in commands)
    assert {"postgres", "redis", "balancer"} <= set(COMPOSE["services"])


def test_the_example_names_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert EXAMPLE["PRWEB_VERSION"] == project["version"]


def test_every_container_has_a_limit_of_memory() -> None:
    services = {**COMPOSE["services"], **WORKERS["services"]}
    assert {name for name, service in services.items() if "mem_limit" not in service} == set()


def test_a_service_of_which_there_may_be_several_has_no_port_of_the_host() -> None:
    assert not {"web", "bots", "mail", "inbox", "default", "beat"} & {
        name for name, service in COMPOSE["services"].items() if "ports" in service
    }
    assert "http://web:8000" in (ROOT / "docker" / "balancer.conf").read_text()


def test_a_host_that_only_works_has_workers_as_the_first_host_has_them() -> None:
    assert set(WORKERS["services"]) == {"bots", "mail", "inbox"}
    for name, service in WORKERS["services"].items():
        first = COMPOSE["services"][name]
        assert service["command"] == first["command"]
        assert service["image"] == first["image"]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "ports" not in service
        assert "depends_on" not in service


def test_what_other_hosts_reach_is_published_at_one_address_and_asks_for_passwords_over_tls() -> None:
    published = [port for service in PUBLISHED["services"].values() for port in service["ports"]]
    assert all(port.startswith("${PRWEB_PRIVATE_ADDRESS:?") for port in published)
    assert [port.rpartition(":")[2] for port in published] == ["5432", "6380"]
    redis = PUBLISHED["services"]["redis"]["command"][-1]
    assert "requirepass" in redis
    assert "--tls-port 6380" in redis
    rules = (ROOT / "docker" / "certificates").read_text().split("<<'HBA'\n")[1].split("\nHBA\n")[0]
    from_elsewhere = [
        rule.split() for rule in rules.splitlines() if rule and "127.0.0.1" not in rule and rule[0] not in "#l"
    ]
    assert [rule[0] for rule in from_elsewhere] == ["hostssl"]
    assert from_elsewhere[0][-1] == "scram-sha-256"


@pytest.mark.parametrize(("given", "bound"), [({}, "127.0.0.1"), ({"PRWEB_WEB_HOST": "0.0.0.0"}, "0.0.0.0")])
def test_outside_of_the_image_the_web_process_is_for_this_machine(
    tmp_path: Path, given: dict[str, str], bound: str
) -> None:
    (tmp_path / "docker").mkdir()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "docker" / "run", tmp_path / "docker")
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], **given}
    done = subprocess.run(
        [tmp_path / "docker" / "run", "web"], env=environment, capture_output=True, text=True, check=True
    )
    assert f"--host {bound} " in done.stdout
    assert "PRWEB_WEB_HOST=0.0.0.0" in (ROOT / "docker" / "Dockerfile").read_text()


def test_secrets_from_files_reach_every_container_of_ours() -> None:
    over: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.secrets.yaml").read_text())
    assert set(over["services"]) == set(OURS)
    for service in over["services"].values():
        assert {Path(path).name for path in service["environment"].values()} == set(service["secrets"])
        assert set(service["secrets"]) == set(over["secrets"])
        assert all(f"`{name.removesuffix('_FILE')}`" in DOCUMENT for name in service["environment"])


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_container_of_ours_is_confined_and_watched(name: str) -> None:
    service = OURS[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service
    if name in ("upgrade", "manage"):
        assert service["restart"] == "no"
        assert service["volumes"] == ["${PRWEB_BACKUP_FOLDER:-./backups}:/backups"]
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
    asked = [[*service.get("entrypoint", ["/app/docker/run"])[1:], *service["command"]] for service in OURS.values()]
    assert {roles[0] for roles in asked} <= known


def test_backups_are_outside_of_the_containers_and_never_in_an_image() -> None:
    assert set(COMPOSE["volumes"]) == {"database"}
    ignored = (ROOT / "docker" / "Dockerfile.dockerignore").read_text().splitlines()
    assert {"**/backups", "docker/tls", "**/.env"} <= set(ignored)
    assert "PRWEB_BACKUP_FOLDER" in (ROOT / "docker" / "example.env").read_text()


def test_the_documents_commands_under_compose_name_services_that_there_are() -> None:
    commands = re.findall(r"^docker compose ([^\n#]*)", DOCUMENT, re.MULTILINE)
    run = [re.search(r"\b(?:run --rm(?: --no-deps)?|exec) (\w+)", line) for line in commands]
    assert {match[1] for match in run if match} >= {"manage"}
    assert {match[1] for match in run if match} <= set(COMPOSE["services"])
    assert all("-f docker/compose." in line for line in commands)


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


def test_the_manual_installs_all_units_that_there_are_and_links_lead_somewhere() -> None:
    units = {file.name for file in (ROOT / "deploy" / "systemd").glob("prweb-*.*") if file.is_file()}
    enabled = re.search(r"^systemctl enable --now (prweb\.target.*)$", DOCUMENT, re.MULTILINE)
    assert enabled
    started = {re.sub("@8000", "@", name) for name in enabled[1].split()[1:]}
    where_needed = set(re.findall(r"`systemctl enable --now (prweb-\w+)`", DOCUMENT))
    assert {name.removesuffix(".service") for name in units} - {"prweb-backup"} == started | where_needed
    assert where_needed == {"prweb-poller"}
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+\.\w+)(?:#[\w-]+)?\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
