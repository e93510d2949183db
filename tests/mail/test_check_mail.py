"""`manage.py check_mail`: a mail of the site to itself, through real servers, and records of a real DNS server."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import CommandError, call_command
from dnslib.server import DNSLogger, DNSServer
from dnslib.zoneresolver import ZoneResolver
from pytest_django import Settings

from games.mail import inbox
from games.models import IncomingMail
from tests.mail.test_listener import serving
from tests.servers import free_port

HOST, ADDRESS = "play.example.org", "203.0.113.7"


def key(bits: int) -> str:
    der = generate_private_key(65537, bits).public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(der).decode()


def zone(dkim: str) -> dict[str, str]:
    """What a site needs, each record by its kind."""
    parts = " ".join(f'"{dkim[start : start + 200]}"' for start in range(0, len(dkim), 200))
    return {
        "MX": f"{HOST}. IN MX 10 mail.example.org.",
        "A": f"mail.example.org. IN A {ADDRESS}",
        "SPF": f'{HOST}. IN TXT "v=spf1 include:example.org -all"\nexample.org. IN TXT "v=spf1 mx:{HOST} ~all"',
        "DKIM": f'k1._domainkey.{HOST}. IN TXT "v=DKIM1; k=rsa; p=" {parts}',
        "DMARC": '_dmarc.example.org. IN TXT "v=DMARC1; p=quarantine"',
        "PTR": "7.113.0.203.in-addr.arpa. IN PTR mail.example.org.",
    }


@pytest.fixture(scope="module")
def good() -> dict[str, str]:
    return zone(key(2048))


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.MAIL_HOST, settings.DEFAULT_FROM_EMAIL = HOST, f"prweb <prweb@{HOST}>"
    settings.OPERATOR_MAIL = "runs@club.example"


def check_mail_output(records: dict[str, str], *more: str) -> str:
    """What the command says of a zone."""
    port = free_port()
    resolver = ZoneResolver("\n".join(records.values()))
    server = DNSServer(resolver, address="127.0.0.1", port=port, logger=DNSLogger("pass"))
    server.start_thread()
    try:
        return run_check_mail("--no-mail", "--resolver", f"127.0.0.1:{port}", "--dkim-selector", "k1", *more)
    finally:
        server.stop()
        server.server.server_close()


def run_check_mail(*arguments: str) -> str:
    out = StringIO()
    try:
        call_command("check_mail", *arguments, stdout=out)
    except CommandError as error:
        out.write(f"ERROR {error}")
    return out.getvalue()


def test_records_that_are_right_are_told_so_one_by_one(good: dict[str, str]) -> None:
    output = check_mail_output(good, "--sending", ADDRESS)
    assert [line[:4].strip() for line in output.splitlines()] == ["ok"] * len(output.splitlines())
    for words in ("MX: mail for", "SPF: play", "may send for", "2048 bits", "policy quarantine (_dmarc.example.org)"):
        assert words in output
    assert f"PTR: {ADDRESS} is called mail.example.org" in output


def test_the_zone_of_the_document_is_right_for_its_example(good: dict[str, str]) -> None:
    document = (Path(__file__).resolve().parents[2] / "docs" / "operations.md").read_text()
    found = re.search(r"```\n; zone\n(.*?)```", document, re.DOTALL)
    assert found
    dkim = "\n".join(line for line in found[1].splitlines() if "DKIM1" not in line)
    assert "ERROR" not in check_mail_output({"zone": dkim, "DKIM": good["DKIM"]}, "--sending", ADDRESS)


WRONG = [
    ("MX", "", f"MX: {HOST} has none", f"Write: {HOST}. IN MX 10 mail.example.org."),
    ("MX", f"{HOST}. IN MX 0 .", "takes no mail", "IN MX 10"),
    (
        "A",
        "mail.example.org. IN CNAME other.example.org.\nother.example.org. IN A 203.0.113.7",
        "only another name",
        "",
    ),
    ("A", "", "mail.example.org has no address", "mail.example.org. IN A"),
    ("SPF", "", "no SPF record", f'{HOST}. IN TXT "v=spf1 ip4:{ADDRESS} -all"'),
    ("SPF", f'{HOST}. IN TXT "v=spf1 -all"\n{HOST}. IN TXT "v=spf1 a -all"', "2 SPF records", ""),
    ("SPF", f'{HOST}. IN TXT "v=spf1 ip4:203.0.113.0/29 +all"', "lets everybody send", ""),
    ("SPF", f'{HOST}. IN TXT "v=spf1 ip4:198.51.100.0/24 a:none.example.org -all"', "may not send", f"ip4:{ADDRESS}"),
    ("SPF", f'{HOST}. IN TXT "v=spf1 redirect={HOST}"', "(permerror)", ""),
    ("DKIM", "", f"k1._domainkey.{HOST} has no keys", 'IN TXT "v=DKIM1; k=rsa; p=…"'),
    ("DKIM", f'k1._domainkey.{HOST}. IN TXT "v=DKIM1; p="', "revoked", ""),
    ("DKIM", f'k1._domainkey.{HOST}. IN TXT "v=DKIM1; p=MIIBIjANBg"', "cannot be read", ""),
    ("DMARC", "", f"DMARC: {HOST} has no record", f'_dmarc.{HOST}. IN TXT "v=DMARC1; p=none'),
    ("DMARC", f'_dmarc.{HOST}. IN TXT "v=DMARC1"', "no policy", ""),
    ("PTR", "", f"PTR: {ADDRESS} has no name", "7.113.0.203.in-addr.arpa. IN PTR"),
    ("PTR", "7.113.0.203.in-addr.arpa. IN PTR pool.example.net.", "has another address", "pool.example.net. IN A"),
]


@pytest.mark.parametrize(("kind", "record", "finding", "advice"), WRONG)
def test_a_record_that_is_wrong_is_told_with_what_to_write(
    good: dict[str, str], kind: str, record: str, finding: str, advice: str
) -> None:
    answer = check_mail_output(good | {kind: record}, "--sending", ADDRESS)
    refused = [line for line in answer.splitlines() if line.startswith("NO")]
    assert any(finding in line for line in refused), answer
    assert advice in answer
    assert "ERROR" in answer


def test_a_resolver_that_is_none_or_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.mail.dns_records.LIFETIME_S", 1)
    assert "A resolver is an address" in run_check_mail("--no-mail", "--resolver", "dns.example.org")
    assert "gives no answer" in run_check_mail("--no-mail", "--resolver", f"127.0.0.1:{free_port()}")
    assert "nothing was looked up" in run_check_mail("--no-mail")


@pytest.fixture
def listening(settings: Settings, transactional_db: None) -> Iterator[str]:
    """A listener, to which our mail server hands everything at once."""
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "prweb.smtp.EmailBackend", "127.0.0.1"
    settings.MAILBOX_PAGES = False
    with serving() as port:
        settings.EMAIL_PORT = port
        settings.SMTP_LISTEN = f"127.0.0.1:{port}"
        yield settings.SMTP_LISTEN


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads what came while the command waits."""

    def sleep(_seconds: float) -> None:
        for row in inbox.unread():
            inbox.read(row.pk)

    monkeypatch.setattr("games.mail.self_check.time.sleep", sleep)


def test_a_mail_goes_out_comes_back_and_is_read(listening: str, worker: None) -> None:
    output = run_check_mail("--listener", listening)
    assert "ERROR" not in output
    for words in ("(SMTP), knows postmaster and refuses strangers", "took a mail to check+", "came in", "read it"):
        assert words in output
    assert "PRWEB_MAIL_AUTHSERV_ID is not set" in output
    assert not IncomingMail.objects.exists()


def test_it_goes_through_the_local_mailbox_where_that_is_the_mail_server(
    listening: str, worker: None, settings: Settings, tmp_path: Path
) -> None:
    settings.EMAIL_BACKEND, settings.MAILBOX_PATH = "prweb.mailbox.backend.MailboxBackend", tmp_path / "mailbox"
    settings.MAILBOX_PAGES = True
    output = run_check_mail("--listener", listening)
    assert "ERROR" not in output
    assert "lies in the local mailbox" in output
    assert "read it" in output
    assert not list((tmp_path / "mailbox" / "new").iterdir())


def test_what_does_not_work_is_told_by_its_step(
    listening: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no worker has read it" in run_check_mail("--listener", listening, "--wait", "0.6")
    settings.EMAIL_PORT = free_port()
    assert "the mail server took no mail" in run_check_mail("--listener", listening)
    assert "nobody answers" in run_check_mail("--listener", f"127.0.0.1:{free_port()}")
    assert not IncomingMail.objects.exists()
