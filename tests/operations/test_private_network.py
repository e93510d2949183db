"""Workers on other hosts reach Redis over TLS, with a password and under an authority of the site's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.preloaded import ROOT
from tests.servers import free_port, short_folder

pytestmark = pytest.mark.processes

ASKED = """
import json
from django.conf import settings
from django.core.cache import cache
from prweb.celery import app
from prweb.operations import readiness
cache.set("key", "kept", 60)
print(json.dumps({"broker": readiness.check_broker(), "cache": cache.get("key")}))
"""


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
    said = []
    for line in server.stdout:
        said.append(line)
        if "Ready to accept" in line:
            break
    else:
        raise AssertionError("".join(said))
    yield f"127.0.0.1:{port}"
    server.terminate()
    server.wait()


def ask_site(folder: Path, address: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()\n" + ASKED],
        cwd=ROOT,
        env={
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
        },
        capture_output=True,
        text=True,
        check=True,
    )
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return said


def test_broker_and_cache_are_reached_under_the_sites_own_authority(
    redis: str, certificates: Path, tmp_path: Path
) -> None:
    address = f"rediss://:not-kept@{redis}/DATABASE?ssl_cert_reqs=required&ssl_ca_certs={certificates}/ca.crt"
    assert ask_site(tmp_path, address) == {"broker": "ok", "cache": "kept"}


def test_a_server_under_another_authority_is_not_talked_to(redis: str, tmp_path: Path) -> None:
    address = f"rediss://:not-kept@{redis}/DATABASE?ssl_cert_reqs=required"
    assert ask_site(tmp_path, address) == {"broker": "unreachable", "cache": None}
