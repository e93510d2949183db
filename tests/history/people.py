"""The people of a stored site, ordinary ones and those whom later rules might not let in."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.people.models import ApiToken, User
from games.table import api_tokens, bot_accounts, staff_roles
from games.table.preferences import set_preferences
from tests.staff.codes import KEY

PASSWORD: Final = "puerto8r"
"""Of everybody; shorter than a later rule may want."""
PLAYERS: Final = ("anna", "bob", "chris", "david", "eva")
CHOICES: Final[Mapping[str, Mapping[str, Any]]] = {
    "bob": {"language": "hu", "time_zone": "Europe/Budapest"},
    "chris": {"language": "de", "time_zone": "America/New_York"},
}
ODD_NAMES: Final = ("support", "at@home", "p\u0430ul", "paul", "Zoë+1", "x")
"""A reserved word, an address's sign, two that look alike, letters beyond ASCII, a short one."""


@dataclass
class Cast:
    """people: by name. tokens: of the API, by what they are for."""

    people: dict[str, User] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> User:
        return self.people[name]


def person(name: str, *, verified: bool = True, **more: Any) -> User:
    address = f"{name.encode('ascii', 'replace').decode().replace('?', '_').replace('@', '.')}.{len(name)}@example.org"
    user = User.objects.create_user(name, address, PASSWORD, **more)
    EmailAddress.objects.create(user=user, email=address, verified=verified, primary=True)
    return user


def cast() -> Cast:
    made = Cast()
    for name in (*PLAYERS, "stefan", "sarah", "mona", "ada"):
        made.people[name] = person(name, **CHOICES.get(name, {}))
    for name in ODD_NAMES:
        # What a release does not let in any more only earlier ones have stored.
        with suppress(IntegrityError, ValidationError), transaction.atomic():
            made.people[name] = person(name)
    # Who was called otherwise before; the name is kept for them.
    made.people["lena"] = person("lenka")
    set_preferences(made["lena"], username="lena", time_zone="UTC", language="en")
    made["lena"].refresh_from_db()
    # Signed up, and never followed the link; another address, not proved yet; an account that was closed.
    made.people["never"] = person("never", verified=False)
    EmailAddress.objects.create(user=made["anna"], email="anna.second@example.org", verified=False, primary=False)
    made.people["closed"] = person("closed", is_active=False)
    _staff(made)
    _programs(made)
    return made


def _staff(made: Cast) -> None:
    for name, rank in (("mona", "moderator"), ("ada", "administrator")):
        staff_roles.set_role(made[name], rank, by=None, reason="for the tests of later releases")
        made[name].refresh_from_db()
        TOTP.activate(made[name], KEY)
        RecoveryCodes.activate(made[name])
        made[name].two_factors = True


def _programs(made: Cast) -> None:
    anna = made["anna"]
    robo = made.people["robo"] = bot_accounts.create_bot_account(anna, "robo")
    bot_accounts.create_bot_account(made["stefan"], "robot-of-stefan")
    bot_accounts.close_bot_account(anna, bot_accounts.create_bot_account(anna, "old-robo").username)
    made.tokens["anna"] = api_tokens.create_token(anna, "laptop").secret
    made.tokens["robo"] = api_tokens.create_token(anna, "on the server", robo).secret
    expired = api_tokens.create_token(anna, "long ago")
    ApiToken.objects.filter(pk=expired.token.pk).update(expiry=timezone.now() - timedelta(days=1))
    made.tokens["expired"] = expired.secret
    revoked = api_tokens.create_token(anna, "revoked")
    api_tokens.revoke_token(anna, revoked.token.handle)
    made.tokens["revoked"] = revoked.secret
