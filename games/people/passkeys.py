"""Passkeys: where they can be used.

Browsers support them at secure sites with a domain name: over https, or at "localhost". Every use of a passkey verifies
the person (by finger, face or PIN; MFA_WEBAUTHN_USER_VERIFICATION), so a passkey alone is two factors: something that
the person has, and something that they are or know. games.people.two_factors relies on that.
"""

from __future__ import annotations

import ipaddress

from django.http import HttpRequest
from django.http.request import split_domain_port


def are_supported(request: HttpRequest) -> bool:
    """Whether browsers support passkeys at the origin of this request."""
    host = split_domain_port(request.get_host())[0]
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return request.is_secure() and not _is_ip_address(host)


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
