"""What stands in front of the site, for real: nginx and Caddy by their site files, the balancer of the containers."""

from __future__ import annotations

import http.client
import json
import re
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.deploy.serving import HOST, ROOT, Client, WebProcess, environment, free_port, front
from tests.deploy.site_functions import bump_game, open_public_game
from tests.function_calls import shell_code
from tests.servers import Postgres, running_postgres, short_folder

pytestmark = pytest.mark.processes


@dataclass(frozen=True)
class Site:
    folder: Path
    settings: dict[str, str]
    game: str

    def manage(self, *arguments: str) -> str:
        return manage(self.settings, *arguments)

    def change(self) -> None:
        self.manage("shell", "--no-imports", "--command", shell_code(bump_game))


def manage(settings: dict[str, str], *arguments: str) -> str:
    command = [str(ROOT / "docker" / "run"), "manage", *arguments]
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def certificates() -> Iterator[Path]:
    with short_folder("prweb-tls-") as folder:
        command = [str(ROOT / "docker" / "certificates"), HOST]
        subprocess.run(command, env={"PATH": "/usr/bin:/bin", "PRWEB_TLS_FOLDER": str(folder)}, check=True)
        yield folder


@pytest.fixture(scope="module")
def site(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """With a public game, and one web process."""
    folder = tmp_path_factory.mktemp("site")
    settings = environment(database.url, folder, PRWEB_WEB_PORT=str(free_port()))
    manage(settings, "migrate", "--verbosity", "0")
    manage(settings, "collectstatic", "--no-input", "--verbosity", "0")
    game = json.loads(manage(settings, "shell", "--no-imports", "--command", shell_code(open_public_game)))
    web = WebProcess(settings, folder / "web.log")
    web.wait_until_ready()
    yield Site(folder, settings, game)
    web.stop()


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def client(request: pytest.FixtureRequest, site: Site, certificates: Path) -> Iterator[Client]:
    """Of the site behind a server that the shipped file configures, but for ports, certificates and folders."""
    port = free_port()
    site_file = (ROOT / "deploy" / {"nginx": "nginx/prweb.conf", "caddy": "caddy/Caddyfile"}[request.param]).read_text()
    site_file = site_file.replace("127.0.0.1:8000", f"127.0.0.1:{site.settings['PRWEB_WEB_PORT']}")
    made = (
        as_nginx(site_file, site, port) if request.param == "nginx" else as_caddy(site_file, site, port, certificates)
    )
    made = made.replace(f"/etc/letsencrypt/live/{HOST}/fullchain.pem", f"{certificates}/server.crt")
    made = made.replace(f"/etc/letsencrypt/live/{HOST}/privkey.pem", f"{certificates}/postgres.key")
    file = site.folder / f"{request.param}.conf"
    file.write_text(made)
    check, run = {
        "nginx": (["nginx", "-t", "-c", str(file)], ["nginx", "-c", str(file), "-g", "daemon off;"]),
        "caddy": (
            ["caddy", "validate", "--config", str(file), "--adapter", "caddyfile"],
            ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"],
        ),
    }[request.param]
    home = {"HOME": str(site.folder), "XDG_DATA_HOME": str(site.folder), "XDG_CONFIG_HOME": str(site.folder)}
    done = subprocess.run(
        check, capture_output=True, text=True, check=False, env={"PATH": "/usr/sbin:/usr/bin", **home}
    )
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr
    with front(run, port, site.folder / f"{request.param}.log", **home):
        # Caddy keeps the log of a site by its name with the port, where that is not a usual one.
        yield Client(port, certificates / "ca.crt", f"{HOST}:{port}" if request.param == "caddy" else HOST)


def as_nginx(site_file: str, site: Site, port: int) -> str:
    site_file = re.sub(r"listen \[::\][^;]*;", "", site_file)
    site_file = site_file.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    site_file = site_file.replace("listen 443", f"listen 127.0.0.1:{port}").replace("/var/log/nginx", str(site.folder))
    site_file = site_file.replace("/opt/prweb/current/static", str(site.folder / "static"))
    temporary = "".join(f"{kind}_temp_path {site.folder}/{kind};" for kind in ("proxy", "fastcgi", "uwsgi", "scgi"))
    return f"""user root;
pid {site.folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
include /etc/nginx/mime.types;
client_body_temp_path {site.folder}/body;
{temporary}
{site_file}
}}"""


def as_caddy(site_file: str, site: Site, port: int, certificates: Path) -> str:
    own = f"https://{HOST}:{port} {{\n\ttls {certificates}/server.crt {certificates}/postgres.key"
    site_file = site_file.replace(f"{HOST} {{", own).replace("/var/log/caddy", str(site.folder / "caddy"))
    return site_file.replace("grace_period", "admin off\n\tauto_https disable_redirects\n\tgrace_period")


def test_pages_come_through_as_over_tls(client: Client) -> None:
    status, headers, page = client.get("/")
    assert status == 200
    assert headers["Strict-Transport-Security"]
    assert b"prweb" in page


def test_static_files_come_compressed_and_to_be_kept(client: Client) -> None:
    _, _, page = client.get("/")
    style = re.search(rb'/static/[^"]+\.[0-9a-f]{12}\.css', page)
    assert style
    status, headers, _ = client.get(style[0].decode(), {"Accept-Encoding": "gzip"})
    assert status == 200
    assert headers["Content-Encoding"] == "gzip"
    assert "immutable" in headers["Cache-Control"]


def test_what_a_client_says_of_itself_is_not_believed(client: Client, site: Site) -> None:
    lies = {
        "X-Forwarded-For": "127.0.0.1",
        "X-Forwarded-Proto": "http",
        "Forwarded": "for=127.0.0.1",
        "X-Real-IP": "127.0.0.1",
    }
    assert client.get("/", lies)[0] == 200  # over http it would be sent to https
    assert client.get("/metrics", lies)[0] in (403, 404)


def test_figures_are_for_who_has_the_token(client: Client) -> None:
    status, _, figures = client.get("/metrics", {"Authorization": "Bearer not-kept"})
    assert status == 200
    assert b"prweb_games{" in figures


def test_a_stream_brings_a_change_while_it_stays_open(client: Client, site: Site) -> None:
    connection = client.connect()
    connection.request("GET", f"/live/{site.game}/", headers={"Host": client.host, "Accept": "text/event-stream"})
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    site.change()
    while not (line := answer.readline()).startswith(b"data:"):
        assert line, "the stream ended before anything came"
    answer.close()
    connection.close()


def test_a_path_that_holds_a_secret_is_in_no_log(client: Client, site: Site) -> None:
    client.get("/a/abcdefghijklmnopqrstuvwxyz/1/")
    client.get("/games/abcdefgh/join/topsecretcode/")
    client.get("/games/abcdefgh/seats/topsecretcode/")
    client.get("/tournaments/abcdefgh/by/topsecretcode/")
    client.get("/api/v1/tournaments/abcdefgh/?code=topsecretcode")
    client.get("/calendar/topsecretcode.ics")
    client.get("/lobby/topsecretcode.atom")
    client.get("/api/v1/tournaments/abcdefgh/standings/?format=json&code=topsecretcode")
    logs = [*site.folder.glob("*.log"), *site.folder.glob("caddy/*.log")]
    assert any("[secret]" in log.read_text() for log in logs)
    assert not [log for log in logs if re.search("abcdefghijklmnopqrstuvwxyz|topsecretcode", log.read_text())]


def test_the_balancer_gives_requests_to_all_web_processes_as_they_came(database: Postgres, site: Site) -> None:
    port, inside = free_port(), free_port()
    both = [
        WebProcess(
            {**site.settings, "PRWEB_WEB_HOST": host, "PRWEB_WEB_PORT": str(inside)}, site.folder / f"{host}.log"
        )
        for host in ("127.0.0.2", "127.0.0.3")
    ]
    try:
        for web in both:
            web.wait_until_ready()
        with answering_names({"web": ("127.0.0.2", "127.0.0.3")}) as names:
            balancer = (ROOT / "docker" / "balancer.conf").read_text().replace("/tmp/", f"{site.folder}/balancer-")
            balancer = balancer.replace("127.0.0.11 ", f"127.0.0.1:{names} ").replace(
                "http://web:8000", f"http://web:{inside}"
            )
            file = site.folder / "balancer.conf"
            file.write_text("user root;" + balancer.replace("listen 8000", f"listen 127.0.0.1:{port}"))
            with front(["nginx", "-c", str(file), "-g", "daemon off;"], port, site.folder / "balancer.log"):
                for _ in range(8):
                    assert request_status(port, {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}) == 200
                # Not over TLS: the header came as it was.
                assert request_status(port, {"X-Forwarded-For": "192.0.2.7"}) == 301
                assert request_status(port, {}, "/metrics") == 404
                both[0].stop()
                for _ in range(4):
                    assert request_status(port, {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}) == 200
        assert all(web.log.read_text().count('"request"') >= 4 for web in both)
    finally:
        for web in both:
            web.stop()


def request_status(port: int, headers: dict[str, str], path: str = "/") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Host": HOST, **headers})
    status = connection.getresponse().status
    connection.close()
    return status


class answering_names:
    """A name server as Docker has one: gives each name's addresses (A), at a port that entering tells."""

    def __init__(self, known: dict[str, tuple[str, ...]]) -> None:
        self.known = known
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))

    def __enter__(self) -> int:
        threading.Thread(target=self._answer, daemon=True).start()
        return int(self.socket.getsockname()[1])

    def __exit__(self, *_why: object) -> None:
        self.socket.close()

    def _answer(self) -> None:
        while True:
            try:
                asked, who = self.socket.recvfrom(512)
            except OSError:
                return
            end = asked.index(b"\0", 12)
            addresses = self.known.get(asked[13:end].decode(), ())
            head = asked[:2] + struct.pack(">HHHHH", 0x8580, 1, len(addresses), 0, 0)
            found = b"".join(
                b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 5, 4) + socket.inet_aton(each) for each in addresses
            )
            self.socket.sendto(head + asked[12 : end + 5] + found, who)
