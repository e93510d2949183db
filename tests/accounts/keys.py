"""A passkey in software: what a browser and its authenticator answer a site, with real signatures."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)


@dataclass
class Key:
    """verifies: whether it asks its person for finger, face or PIN."""

    origin: str
    rp_id: str
    verifies: bool = True
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user_handle: bytes = b""
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def made(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to creation options."""
        asked = options["publicKey"]
        self.user_handle = _bytes(asked["user"]["id"])
        public: ES256 = ES256.from_cryptography_key(self.private.public_key())
        credential = AttestedCredentialData.create(Aaguid.NONE, self.credential_id, public)
        data = self._data(AuthenticatorData.FLAG.AT, credential)
        client_data = self._client_data(CollectedClientData.TYPE.CREATE, asked["challenge"])
        attestation = AttestationObject.create("none", data, {})
        response = {"clientDataJSON": _text(client_data), "attestationObject": _text(attestation), "transports": []}
        return self._credential(response, {"credProps": {"rk": True}})

    def used(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to request options."""
        client_data = self._client_data(CollectedClientData.TYPE.GET, options["publicKey"]["challenge"])
        data = self._data()
        signature = self.private.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": _text(client_data),
            "authenticatorData": _text(data),
            "signature": _text(signature),
            "userHandle": _text(self.user_handle),
        }
        return self._credential(response, {})

    def _data(self, flags: int = 0, credential: AttestedCredentialData | bytes = b"") -> AuthenticatorData:
        verified = AuthenticatorData.FLAG.UV if self.verifies else 0
        rp_hash = hashlib.sha256(self.rp_id.encode()).digest()
        up = AuthenticatorData.FLAG.UP
        return AuthenticatorData(AuthenticatorData.create(rp_hash, up | verified | flags, 0, credential))

    def _client_data(self, kind: Any, challenge: str) -> CollectedClientData:
        return CollectedClientData.create(kind, _bytes(challenge), self.origin)

    def _credential(self, response: Mapping[str, Any], extensions: Mapping[str, Any]) -> dict[str, Any]:
        known = _text(self.credential_id)
        return {
            "type": "public-key",
            "id": known,
            "rawId": known,
            "response": dict(response),
            "clientExtensionResults": dict(extensions),
        }


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
