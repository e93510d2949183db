"""The key pair by which push services know a site (RFC 8292): made once where none is configured."""

from __future__ import annotations


def new_vapid_key() -> str:
    """A private key on P-256, as PEM."""
    # Imported here: only the first start of a site needs it.
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
