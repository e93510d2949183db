"""Workers on other hosts reach Redis over TLS, with a password and under an authority of the site's own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.function_calls import call_in_process
from tests.operations.settings_functions import broker_and_cache
from tests.preloaded import ROOT
from tests.servers import free_port, short_folder

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def certificates() -> Iterator[Path]:
    with short_folder("prweb-tls-") as folder:
        subprocess.run(
            [ROOT / "docker" / "certificates", "127.0.0.1", "db.example.org"],
            env={"PATH": os.environ["PATH"], "PRWEB_TLS_FOLDER": str(folder)},
            capture_output=True,
            check=True,
        )
        yield folder


@pytest.fixture(scope="module")
def redis(certificates: Path) -> Iterator[str]:
    """host:port of a Redis server as compose.published.yaml starts one."""
    port = free_port()
    shutil.copy(certificates / "redis.key", certificates / "own.key")
    (certificates / "redis.conf").write_text(
        f"""port 0
bind 127.0.0.1
save ""
requirepass not-kept
dir {certificates}
tls-port {port}
tls-auth-clients no
tls-ca-cert-file {certificates}/ca.crt
tls-cert-file {certificates}/server.crt
tls-key-file {certificates}/own.key
"""
    )
    server = subprocess.Popen(["redis-server", certificates / "redis.conf"], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    lines = []
    for line in server.stdout:
        lines.append(line)
        if "Ready to accept" in line:
            break
    else:
        raise AssertionError("".join(lines))
    yield f"127.0.0.1:{port}"
    server.terminate()
    server.wait()


def call_site(folder: Path, address: str) -> dict[str, Any]:
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "prweb.settings",
        "PRWEB_PROFILE": "production",
        "PRWEB_VAR": str(folder),
        "SECRET_KEY": "a key that is for this test only, and long enough for it",
        "DATABASE_URL": "sqlite:///:memory:",
        "BROKER_URL": address.replace("DATABASE", "0"),
        "CACHE_URL": address.replace("DATABASE", "1"),
        "EMAIL_URL": "smtp://mail.example.org",
        "PRWEB_SITE_URL": "https://prweb.example.org",
        "PRWEB_MAIL_HOST": "prweb.example.org",
    }
    return call_in_process(environment, broker_and_cache)


def test_broker_and_cache_are_reached_under_the_sites_own_authority(
    redis: str, certificates: Path, tmp_path: Path
) -> None:
    address = f"rediss://:not-kept@{redis}/DATABASE?ssl_cert_reqs=required&ssl_ca_certs={certificates}/ca.crt"
    assert call_site(tmp_path, address) == {"broker": "ok", "cache": "kept"}


def test_a_server_under_another_authority_is_not_talked_to(redis: str, tmp_path: Path) -> None:
    address = f"rediss://:not-kept@{redis}/DATABASE?ssl_cert_reqs=required"
    assert call_site(tmp_path, address) == {"broker": "unreachable", "cache": None}
