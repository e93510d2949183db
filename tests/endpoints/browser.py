"""A browser's half of web push, by the RFCs and not by the library that the site uses."""

from __future__ import annotations

import base64
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.endpoints.receiver import Posted


@dataclass
class Browser:
    """Its subscription: a private key, and the secret that it shares with the site."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def p256dh(self) -> str:
        return unpadded(point(self.key.public_key()))

    @property
    def auth(self) -> str:
        return unpadded(self.secret)

    def read(self, posted: Posted) -> dict[str, Any]:
        """Decrypt a message (RFC 8291, 8188). Raises InvalidTag if it is not for this browser."""
        body = posted.body
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        material = _derived(shared, self.secret, b"WebPush: info\0" + point(self.key.public_key()) + sender, 32)
        key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        text, mark, padding = plain.rpartition(b"\x02")
        assert mark
        assert not padding.strip(b"\0")
        read: dict[str, Any] = json.loads(text)
        return read


def vapid_claims(posted: Posted, site_key: str) -> dict[str, Any]:
    """The claims of a message's VAPID token (RFC 8292). Raises InvalidSignature unless this site has signed it."""
    scheme, _space, rest = posted.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert given["k"] == site_key
    signed, _dot, signature = given["t"].rpartition(".")
    raw = decoded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(site_key))
    public.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert head["alg"] == "ES256"
    read: dict[str, Any] = claims
    return read


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
