"""Posts to addresses that people typed reach nothing inside, follow nothing, and take seconds at most."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from pytest_django import Settings

from games.endpoints import outgoing
from games.endpoints.outgoing import BadAddress, NotSent, is_allowed, post, read_url
from tests.endpoints.receiver import Receiver

INSIDE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
    *("224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1"),
    *("::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1"),
    *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:5ef5:79fb::1", "2001:db8::1"),
)


@pytest.mark.parametrize("address", INSIDE)
def test_nothing_inside_is_reached(address: str) -> None:
    assert not is_allowed(ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34"])
def test_the_public_internet_is(address: str) -> None:
    assert is_allowed(ip_address(address))


def test_the_operator_can_name_a_network(settings: Settings) -> None:
    settings.CHANNEL_NETWORKS = [ip_network("192.168.7.0/24")]
    assert is_allowed(ip_address("192.168.7.9"))
    assert is_allowed(ip_address("::ffff:192.168.7.9"))
    assert not is_allowed(ip_address("192.168.8.9"))


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.org", "ftp://example.org/", "file:///etc/passwd", "http://example.org/"),
        *("https://", "https://example.org:25/", "https://example.org:99999/", "https://a b.org/", "https:///path"),
        *("https://user:word@example.org/", "https://example.org/#part", "https://example.org/\nX: y"),
        *("https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/", "https://127.1/"),
        *(
            "https://127.0.0.1./",
            "https://127.0.0.1。/",
            "https://./",
            "https://[x/",
            "https://[x]/",
            "https://example.org\\@127.0.0.1/",
            "https://" + "a" * 1000 + ".org/",
        ),
    ],
)
def test_what_is_no_address_for_messages_is_refused_when_it_is_typed(url: str) -> None:
    with pytest.raises(BadAddress):
        read_url(url)


def test_an_address_is_read_as_it_goes_over_the_wire() -> None:
    target = read_url("https://Bücher.example:8443/Grüße/a%20b?x=ä")
    assert target.host == "xn--bcher-kva.example"
    assert target.path == "/Gr%C3%BC%C3%9Fe/a%20b?x=%C3%A4"
    assert target.origin == "https://xn--bcher-kva.example:8443"
    assert read_url("https://Bücher.example。/").host == "xn--bcher-kva.example"
    assert read_url("https://example.org").origin == "https://example.org"


def test_it_posts(server: Receiver) -> None:
    assert post(server.url("/a?b=c"), b"text", {"X-One": "1"}) == 201
    (posted,) = server.posted
    assert (posted.path, posted.body, posted.headers["x-one"]) == ("/a?b=c", b"text", "1")
    assert posted.headers["host"] == f"127.0.0.1:{server.port}"


def test_a_name_that_leads_inside_is_not_connected_to(
    server: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHANNEL_NETWORKS = []
    names = _Names(monkeypatch, ["127.0.0.1"])
    with pytest.raises(BadAddress):
        post(f"http://hook.example:{server.port}/", b"", {})
    assert names.asked == 1
    assert not server.posted


def test_the_name_is_asked_once_so_a_second_answer_is_of_no_use(
    server: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first answer is allowed and the second is not: whoever resolved again would be led there."""
    settings.CHANNEL_NETWORKS = [ip_network("127.0.0.1/32")]
    names = _Names(monkeypatch, ["127.0.0.1"], ["127.0.0.2"])
    assert post(f"http://hook.example:{server.port}/", b"", {}) == 201
    assert names.asked == 1
    assert server.posted[0].headers["host"] == f"hook.example:{server.port}"


def test_of_several_addresses_only_allowed_ones_are_taken(
    server: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHANNEL_NETWORKS = [ip_network("127.0.0.1/32")]
    _Names(monkeypatch, ["127.0.0.2", "127.0.0.1"])
    assert post(f"http://hook.example:{server.port}/", b"", {}) == 201


def test_redirects_are_not_followed(server: Receiver) -> None:
    server.statuses, server.headers = [302], {"Location": server.url("/elsewhere")}
    assert post(server.url(), b"", {}) == 302
    assert [posted.path for posted in server.posted] == ["/hook"]


@pytest.fixture
def trickle(loopback: None) -> Iterator[str]:
    """A server that answers with a letter now and then, and never ends."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        talking, _peer = listening.accept()
        try:
            talking.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
            while not over.wait(0.05):
                talking.sendall(b"x")
        except OSError:
            pass
        finally:
            talking.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    over.set()
    listening.close()
    thread.join(10)


def test_who_answers_without_end_is_left(trickle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "TOTAL_S", 0.4)
    with pytest.raises(NotSent, match="late"):
        post(trickle, b"", {})


def test_a_name_server_that_never_answers_is_left(loopback: None, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def getaddrinfo(*_given: object, **_more: object) -> object:
        over.wait()
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(outgoing, "RESOLVE_S", 0.1)
    try:
        with pytest.raises(NotSent, match="late"):
            post("http://hook.example/", b"", {})
    finally:
        over.set()


def test_nobody_there_is_a_failure_that_may_pass(loopback: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(NotSent, match="connection"):
        post(f"http://127.0.0.1:{port}/", b"", {})


def test_a_certificate_that_nobody_trusts_is_not_taken(loopback: None, tmp_path: Path) -> None:
    with _tls_server(tmp_path, "localhost") as port, pytest.raises(NotSent, match="certificate"):
        post(f"https://localhost:{port}/", b"", {})


def test_a_trusted_certificate_of_that_name_is(loopback: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with _tls_server(tmp_path, "localhost") as port:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
        outgoing._tls.cache_clear()
        try:
            assert post(f"https://localhost:{port}/", b"", {}) == 204
            with pytest.raises(NotSent, match="certificate"):
                post(f"https://127.0.0.1:{port}/", b"", {})
        finally:
            outgoing._tls.cache_clear()


class _Names:
    """Answers for the resolver, one after the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> None:
        self.asked = 0
        real = socket.getaddrinfo

        def getaddrinfo(host: str, port: int, *rest: object, **more: object) -> object:
            if host != "hook.example":
                return real(host, port, *rest, **more)  # type: ignore[arg-type]
            self.asked += 1
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers[self.asked - 1]]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


class _tls_server:
    """A server with a certificate of its own making for a name, which answers 204."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    def __enter__(self) -> int:
        import ssl

        _write_certificate(self.folder, self.name)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "certificate.pem", self.folder / "key.pem")
        self.listening = socket.create_server(("127.0.0.1", 0))

        def serve() -> None:
            while True:
                try:
                    plain, _peer = self.listening.accept()
                except OSError:
                    return
                try:
                    with context.wrap_socket(plain, server_side=True) as talking:
                        talking.recv(4096)
                        talking.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
                except OSError:
                    plain.close()

        self.thread = threading.Thread(target=serve, daemon=True)
        self.thread.start()
        return int(self.listening.getsockname()[1])

    def __exit__(self, *_error: object) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        self.thread.join(10)


def _write_certificate(folder: Path, name: str) -> None:
    from datetime import UTC, datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import NameOID

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
