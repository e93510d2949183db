"""Every address of the site with the permission that it needs, read from the resolver."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import URLPattern, URLResolver, get_resolver

from games.access import Permission

THIRD_PARTY: Final[Mapping[str, Permission | None]] = {
    # Signing in and up, and what mails of the sign-in lead to.
    "account_login": Permission.VISIT,
    "account_logout": Permission.VISIT,
    "account_inactive": Permission.VISIT,
    "account_signup": Permission.VISIT,
    "account_email_verification_sent": Permission.VISIT,
    "account_confirm_email": Permission.VISIT,
    "account_reset_password": Permission.VISIT,
    "account_reset_password_done": Permission.VISIT,
    "account_reset_password_from_key": Permission.VISIT,
    "account_reset_password_from_key_done": Permission.VISIT,
    "account_request_login_code": Permission.VISIT,
    "account_confirm_login_code": Permission.VISIT,
    "mfa_authenticate": Permission.VISIT,
    "mfa_login_webauthn": Permission.VISIT,
    # One's own account.
    "usersessions_list": Permission.SET_PREFERENCES,
    "account_reauthenticate_by_code": Permission.SET_PREFERENCES,
    "account_reauthenticate": Permission.SET_PREFERENCES,
    "account_email": Permission.SET_PREFERENCES,
    "account_change_password": Permission.SET_PREFERENCES,
    "account_set_password": Permission.SET_PREFERENCES,
    "mfa_index": Permission.SET_PREFERENCES,
    "mfa_reauthenticate": Permission.SET_PREFERENCES,
    "mfa_list_webauthn": Permission.SET_PREFERENCES,
    "mfa_add_webauthn": Permission.SET_PREFERENCES,
    "mfa_edit_webauthn": Permission.SET_PREFERENCES,
    "mfa_remove_webauthn": Permission.SET_PREFERENCES,
    "mfa_reauthenticate_webauthn": Permission.SET_PREFERENCES,
    "mfa_activate_totp": Permission.SET_PREFERENCES,
    "mfa_deactivate_totp": Permission.SET_PREFERENCES,
    "mfa_view_recovery_codes": Permission.SET_PREFERENCES,
    "mfa_generate_recovery_codes": Permission.SET_PREFERENCES,
    "mfa_download_recovery_codes": Permission.SET_PREFERENCES,
    # Django's admin, which the staff's pages keep to reading.
    "admin:login": Permission.VISIT,
    "admin:logout": Permission.VISIT,
    "admin:jsi18n": Permission.MODERATE,
    "admin:index": Permission.MODERATE,
    "admin:app_list": Permission.MODERATE,
    "admin:*_changelist": Permission.MODERATE,
    "admin:*_change": Permission.MODERATE,
    "admin:": Permission.MODERATE,
    "admin:*_add": None,
    "admin:*_delete": None,
    "admin:*_history": None,
}
"""Pages that others wrote, and ours among them, by name ("*" is a table of the admin, "" a page without a name). None:
for nobody."""

API_METHODS: Final = ("get", "post", "put", "patch", "delete")


WITHOUT_TOKEN: Final = frozenset(
    {"mail-mute", "mail-opt-out", "choose-language", "mail-provider-incoming", "mail-provider-events", "push-renewed"}
)
"""Addresses that take a POST without the token against forged requests. Mail programs post to the first two without
cookies (RFC 8058), the signature in the address is the permission; the third changes nothing but the language in which
a visitor without an account reads; the webhooks of the mail provider have the signature in the request; the worker of a
browser looks at no session, and proves which browser it is by the secret of its subscription."""


@dataclass(frozen=True)
class Address:
    """One pattern of the resolver. name: with its namespace; view: what answers there."""

    route: str
    name: str
    view: Any

    @property
    def parameters(self) -> list[str]:
        return re.findall(r"<(?:\w+:)?(\w+)>", self.route)

    @property
    def is_third_party(self) -> bool:
        modules = ("allauth.", "django.", "prweb.accounts.")
        return self.view.__module__.startswith(modules) or self.name.startswith("admin:")

    def at(self, values: Mapping[str, str]) -> str:
        """The address with these values in the place of its parameters."""
        path = re.sub(r"\(\?P<(\w+)>[^)]*\)|<(?:\w+:)?(\w+)>", lambda hole: values[hole[1] or hole[2]], self.route)
        return "/" + path.replace("^", "").replace("$", "").replace(".*", "")


@dataclass(frozen=True)
class Operation:
    """One method at an address."""

    address: Address
    method: str
    permission: Permission | None
    """What it needs; None: nobody may do it."""

    def __str__(self) -> str:
        return f"{self.method} /{self.address.route}"


def addresses() -> list[Address]:
    return list(_walked(get_resolver().url_patterns, "", ""))


def _walked(patterns: list[Any], route: str, namespace: str) -> Iterator[Address]:
    for pattern in patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walked(pattern.url_patterns, here, pattern.namespace or namespace)
        else:
            assert isinstance(pattern, URLPattern)
            name = f"{namespace}:{pattern.name or ''}" if namespace else pattern.name or ""
            yield Address(here, name, pattern.callback)


def operations_at(address: Address) -> list[Operation]:
    """What can be done at an address; empty where nobody said what it is."""
    view = address.view
    if address.is_third_party:
        key = re.sub(r"^admin:[a-z]+_[a-z]+_(\w+)$", r"admin:*_\1", address.name)
        return [Operation(address, "GET", THIRD_PARTY[key])] if key in THIRD_PARTY else []
    permissions = getattr(getattr(view, "cls", None), "permissions", None)
    if permissions is not None:
        actions = getattr(view, "actions", None) or {
            method: method.upper()
            for method in API_METHODS
            if hasattr(view.cls, method) or method.upper() in permissions
        }
        # The framework adds "head" once somebody has asked.
        actions = {method: action for method, action in actions.items() if method in API_METHODS}
        if not set(actions.values()) <= set(permissions):
            return []
        return [Operation(address, method.upper(), permissions[action]) for method, action in actions.items()]
    if not isinstance(getattr(view, "permission", None), Permission):
        return []
    return [
        Operation(address, "GET", getattr(view, "read_permission", view.permission)),
        Operation(address, "POST", view.permission),
    ]


def operations() -> list[Operation]:
    return [operation for address in addresses() for operation in operations_at(address)]
