"""Checks the DNS records that a site's mails need, and says what to write into the zone."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any, Final

import dns.exception
import dns.name
import dns.resolver
import dns.reversename
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key
from django.core.exceptions import ImproperlyConfigured

LIFETIME_S: Final = 8
MAX_SPF_LOOKUPS: Final = 10
"""RFC 7208 §4.6.4: receivers stop there, and take the record for broken."""
MIN_RSA_BITS: Final = 1024
GOOD_RSA_BITS: Final = 2048
SYSTEM: Final = "system"


@dataclass(frozen=True)
class Finding:
    """One sentence about a record."""

    ok: bool | None
    """None for a note."""
    text: str
    advice: str = ""
    """What to write or do."""


class Zone:
    """Asks one resolver for records; missing records are empty lists."""

    def __init__(self, where: str) -> None:
        """where: an address, with a port where it is not 53, or "system". Raises ImproperlyConfigured."""
        if where == SYSTEM:
            self._resolver = dns.resolver.Resolver()
        else:
            host, port = _address_and_port(where)
            self._resolver = dns.resolver.Resolver(configure=False)
            self._resolver.nameservers, self._resolver.port = [host], port
        self._resolver.lifetime = LIFETIME_S

    def texts(self, name: str) -> list[str]:
        return [b"".join(record.strings).decode(errors="replace") for record in self._records(name, "TXT")]

    def mail_servers(self, name: str) -> list[tuple[int, str]]:
        found = [(record.preference, _plain(record.exchange)) for record in self._records(name, "MX")]
        return sorted(found)

    def addresses(self, name: str) -> list[str]:
        return [str(record.address) for kind in ("A", "AAAA") for record in self._records(name, kind)]

    def alias(self, name: str) -> str:
        return next((_plain(record.target) for record in self._records(name, "CNAME")), "")

    def names(self, address: str) -> list[str]:
        return [_plain(record.target) for record in self._records(dns.reversename.from_address(address), "PTR")]

    def _records(self, name: str | dns.name.Name, kind: str) -> list[Any]:
        try:
            return list(self._resolver.resolve(name, kind, search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []


def _address_and_port(where: str) -> tuple[str, int]:
    host, port = where, "53"
    if where.count(":") == 1 or where.startswith("["):
        host, _colon, port = where.rpartition(":")
    try:
        return str(ip_address(host.strip("[]"))), int(port)
    except ValueError:
        raise ImproperlyConfigured(
            f'A resolver is an address like 192.0.2.53 or [2001:db8::53]:5353, or "system", not {where!r}.'
        ) from None


def check_records(
    zone: Zone, *, mail_host: str, sender_domain: str, selector: str, sending: Sequence[str], relay: str
) -> Iterator[Finding]:
    """The findings about the records of our domains.

    mail_host: of reply addresses and envelope senders; sender_domain: of the From header; selector: of the DKIM key,
    empty if it is not known; sending: addresses from which our mails go out; relay: who takes them from us, where they
    are not said.
    """
    try:
        sending = sending or _sending(zone, relay, mail_host)
        yield from _mx(zone, mail_host)
        yield from _spf(zone, mail_host, sending)
        yield from _dkim(zone, sender_domain, selector)
        yield from _dmarc(zone, sender_domain, mail_host)
        for address in sending:
            yield _ptr(zone, address)
        if not sending:
            yield Finding(
                None, "PTR: not looked at, as it is not known which address mails go out from.", "Say it by --sending."
            )
    except dns.exception.DNSException as error:
        yield Finding(False, f"DNS: the resolver gives no answer: {error}", "Give another one by --resolver.")


def _sending(zone: Zone, relay: str, mail_host: str) -> list[str]:
    """The addresses that probably send our mails: those of the relay if they are public, else those of the MX."""
    for host in (relay, *(server for _preference, server in zone.mail_servers(mail_host))):
        if host and (seen := [address for address in _addresses_of(zone, host) if ip_address(address).is_global]):
            return seen
    return []


def _addresses_of(zone: Zone, host: str) -> list[str]:
    try:
        return [str(ip_address(host))]
    except ValueError:
        return zone.addresses(host)


def _mx(zone: Zone, host: str) -> Iterator[Finding]:
    servers = zone.mail_servers(host)
    advice = f"Write: {host}. IN MX 10 mail.example.org. (the name of your mail server, with its own A or AAAA record)"
    if not servers:
        yield Finding(False, f"MX: {host} has none, so no answer can come in.", advice)
    for _preference, server in servers:
        if not server:
            yield Finding(False, f"MX: {host} says that it takes no mail (a null MX).", advice)
        elif alias := zone.alias(server):
            yield Finding(False, f"MX: {server} is only another name for {alias}.", f"Name {alias} itself in the MX.")
        elif addresses := zone.addresses(server):
            yield Finding(True, f"MX: mail for {host} goes to {server} ({', '.join(addresses)}).")
        else:
            yield Finding(False, f"MX: {server} has no address.", f"Write: {server}. IN A and its address.")


def _spf(zone: Zone, host: str, sending: Sequence[str]) -> Iterator[Finding]:
    records = [text for text in zone.texts(host) if text.lower().split(" ")[0] == "v=spf1"]
    who = " ".join(f"ip{ip_address(address).version}:{address}" for address in sending) or "mx"
    advice = f'Write: {host}. IN TXT "v=spf1 {who} -all" (all that send mails of {host}, and nobody else)'
    if len(records) != 1:
        number = "no SPF record" if not records else f"{len(records)} SPF records, where one is allowed"
        yield Finding(False, f"SPF: {host} has {number}.", advice)
        return
    record = records[0]
    last = record.lower().split()[-1]
    if last in ("+all", "all", "?all"):
        yield Finding(False, f"SPF: {record!r} lets everybody send in your name.", advice)
    elif last not in ("-all", "~all") and not last.startswith("redirect="):
        yield Finding(None, f"SPF: {record!r} does not say that nobody else sends.", "Let it end in -all.")
    else:
        yield Finding(True, f"SPF: {host} has {record!r}.")
    for address in sending:
        allowed = _Spf(zone, address).result(host)
        if allowed == "pass":
            yield Finding(True, f"SPF: {address} may send for {host}.")
        elif allowed == "unknown":
            yield Finding(None, f"SPF: whether {address} may send cannot be told from {record!r} here.")
        else:
            yield Finding(False, f"SPF: {address} may not send for {host} ({allowed}).", advice)


class _Spf:
    """RFC 7208 for one sending address, without macros, `exists` and `ptr`, of which nothing is told."""

    def __init__(self, zone: Zone, address: str) -> None:
        self._zone = zone
        self._address = ip_address(address)
        self._lookups = 0

    def result(self, domain: str) -> str:
        """pass, fail, softfail, neutral, none, unknown; permerror where there are too many lookups."""
        records = [text for text in self._zone.texts(domain) if text.lower().split(" ")[0] == "v=spf1"]
        if len(records) != 1:
            return "none" if not records else "permerror"
        redirect = ""
        for term in records[0].split()[1:]:
            if term.lower().startswith("redirect="):
                redirect = term.partition("=")[2]
                continue
            sign, mechanism = (term[0], term[1:]) if term[0] in "+-~?" else ("+", term)
            matched = self._matches(mechanism, domain)
            if isinstance(matched, str):
                return matched
            if matched:
                return {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}[sign]
        if redirect:
            self._lookups += 1
            return self.result(redirect) if self._lookups <= MAX_SPF_LOOKUPS else "permerror"
        return "neutral"

    def _matches(self, mechanism: str, domain: str) -> bool | str:
        """Whether a mechanism is about the address; a result where it decides by itself."""
        name, _colon, value = mechanism.partition(":")
        name = name.lower()
        if name == "all":
            return True
        if name in ("ip4", "ip6"):
            return self._is_in([value])
        bare, _slash, prefix = (value or mechanism).partition("/")
        if name.partition("/")[0] in ("exists", "ptr") or "%" in mechanism:
            return "unknown"
        if name.partition("/")[0] not in ("a", "mx", "include"):
            return False if "=" in mechanism else "permerror"
        self._lookups += 1
        if self._lookups > MAX_SPF_LOOKUPS:
            return "permerror"
        target = bare if value else domain
        if name == "include":
            inner = self.result(target)
            if inner in ("permerror", "unknown", "none"):
                return "unknown" if inner == "unknown" else "permerror"
            return inner == "pass"
        hosts = [target] if name.partition("/")[0] == "a" else [server for _, server in self._zone.mail_servers(target)]
        found = [address for host in hosts for address in self._zone.addresses(host)]
        return self._is_in([f"{address}/{prefix}" if prefix.isdigit() else address for address in found])

    def _is_in(self, networks: Iterable[str]) -> bool:
        for network in networks:
            try:
                if self._address in ip_network(network, strict=False):
                    return True
            except ValueError:
                continue
        return False


def _dkim(zone: Zone, domain: str, selector: str) -> Iterator[Finding]:
    if not selector:
        yield Finding(
            None,
            f"DKIM: not looked at, as the selector of the key of {domain} is not known.",
            "Say it by --dkim-selector or PRWEB_DKIM_SELECTOR; it stands as s= in the DKIM-Signature of your mails.",
        )
        return
    name = f"{selector}._domainkey.{domain}"
    advice = f'Write: {name}. IN TXT "v=DKIM1; k=rsa; p=…" (what your signing program gives out as its public key)'
    records = [_tags(text) for text in zone.texts(name)]
    keys = [record for record in records if "p" in record]
    if len(keys) != 1:
        yield Finding(False, f"DKIM: {name} has {len(keys) or 'no'} keys, where one is wanted.", advice)
    elif not keys[0]["p"]:
        yield Finding(False, f"DKIM: the key of {name} is revoked (an empty p=).", advice)
    elif keys[0].get("k", "rsa") == "rsa":
        yield _rsa(name, keys[0]["p"], advice)
    else:
        yield Finding(True, f"DKIM: {name} has a key ({keys[0]['k']}).")


def _rsa(name: str, encoded: str, advice: str) -> Finding:
    try:
        key = load_der_public_key(base64.b64decode("".join(encoded.split()), validate=True))
    except (binascii.Error, ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, RSAPublicKey):
        return Finding(False, f"DKIM: the key of {name} cannot be read; often its text was cut.", advice)
    if key.key_size < MIN_RSA_BITS:
        return Finding(False, f"DKIM: the key of {name} has {key.key_size} bits, too few to count.", advice)
    if key.key_size < GOOD_RSA_BITS:
        return Finding(None, f"DKIM: the key of {name} has {key.key_size} bits; {GOOD_RSA_BITS} are usual.")
    return Finding(True, f"DKIM: {name} has a key of {key.key_size} bits.")


def _dmarc(zone: Zone, domain: str, mail_host: str) -> Iterator[Finding]:
    advice = f'Write: _dmarc.{domain}. IN TXT "v=DMARC1; p=none; rua=mailto:postmaster@{mail_host}", later p=quarantine'
    labels = domain.split(".")
    # A domain without a record has that of the organisation it belongs to, which is one of those above it.
    for above in range(len(labels) - 1):
        name = ".".join(labels[above:])
        records = [tags for text in zone.texts(f"_dmarc.{name}") if (tags := _tags(text)).get("v") == "DMARC1"]
        if len(records) > 1:
            yield Finding(False, f"DMARC: _dmarc.{name} has {len(records)} records, where one is allowed.", advice)
            return
        if records:
            policy = records[0].get("sp" if above else "p") or records[0].get("p", "")
            if policy not in ("none", "quarantine", "reject"):
                yield Finding(False, f"DMARC: _dmarc.{name} has no policy (p=) that is known.", advice)
            else:
                yield Finding(True, f"DMARC: {domain} has the policy {policy} (_dmarc.{name}).")
            break
    else:
        yield Finding(False, f"DMARC: {domain} has no record.", advice)
    related = domain == mail_host or domain.endswith(f".{mail_host}") or mail_host.endswith(f".{domain}")
    if not related:
        yield Finding(
            None,
            f"DMARC: mails are from {domain}, their envelope from {mail_host}: SPF speaks for the second only.",
            f"Sign with DKIM for {domain}, or let DEFAULT_FROM_EMAIL be at {mail_host}.",
        )


def _ptr(zone: Zone, address: str) -> Finding:
    names = zone.names(address)
    if not names:
        return Finding(
            False,
            f"PTR: {address} has no name.",
            f"Have its owner write: {dns.reversename.from_address(address)} IN PTR and your server's name.",
        )
    known = [name for name in names if address in zone.addresses(name)]
    if not known:
        return Finding(
            False,
            f"PTR: {address} is called {names[0]}, but {names[0]} has another address.",
            f"Write: {names[0]}. IN {'A' if ip_address(address).version == 4 else 'AAAA'} {address}",
        )
    return Finding(True, f"PTR: {address} is called {known[0]}, which has this address.")


def _tags(text: str) -> dict[str, str]:
    """ "v=DMARC1; p=none" as its parts."""
    parts = (part.partition("=") for part in text.split(";"))
    return {name.strip().lower(): value.strip() for name, sign, value in parts if sign}


def _plain(name: dns.name.Name) -> str:
    return name.to_text(omit_final_dot=True).lower().rstrip(".")
