"""The site's adapter for allauth: how accounts are written, and how their mails are sent."""

from __future__ import annotations

import ipaddress
from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.email_verification import consume_email_verification_rate_limit
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.people import names, passkeys, taken_names
from games.people.models import User
from games.people.reauthentication import may_use_mailed_code, require_mailed_code
from games.people.sessions import is_known_network
from games.people.unconfirmed import delete_unconfirmed_with, has_account
from games.rate_limits import client_address, wait_needed
from games.site_urls import with_site_address
from games.web import guests, pending_joins
from prweb.accounts import mails
from prweb.accounts.sign_in import unconfirmed_person

_WRONG_CREDENTIALS: Final = gettext_lazy(
    "The username and/or password you specified are not correct. If you have just signed up, open the link in our mail "
    "first."
)
_OWNER: Final = "notified_owner"
"""The key in the context of a notification mail for the person whose account was changed."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages: Final = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": taken_names.NAME_TAKEN,
        **dict.fromkeys(("username_password_mismatch", "email_password_mismatch"), _WRONG_CREDENTIALS),
    }

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """People who have not confirmed their address get the confirmation mail again, and the same error as others."""
        person: User | None = super().authenticate(request, **credentials)
        waiting = unconfirmed_person(request)
        if person is None and waiting is not None:
            for address in EmailAddress.objects.filter(user=waiting, verified=False):
                if consume_email_verification_rate_limit(request, address.email):
                    address.send_confirmation(request)
        return person

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Raises ValidationError for names that nobody may have, and for names that are taken."""
        name: str = super().clean_username(names.normalize(username), shallow)
        if not shallow:
            taken_names.validate_not_taken(name)
        return name

    def set_password(self, user: User, password: str) -> None:
        """Writes only the password: other columns may have changed since then (a suspension, a staff role)."""
        user.set_password(password)
        user.save(update_fields=None if user._state.adding else ["password"])

    def clean_email(self, email: str) -> str:
        """People who sign up by the link in an invitation have proved their address, so they may get a plain answer.

        Raises ValidationError if they have an account with this address. An unconfirmed sign-up with it, which somebody
        else began, is deleted.
        """
        address: str = super().clean_email(email)
        if self._is_proved(address):
            if has_account(address):
                raise ValidationError(_("You have an account with this address already: sign in instead."))
            delete_unconfirmed_with(address)
        return address

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:  # noqa: ARG002
        """Whoever has the link of an invitation has proved that the address it was mailed to is theirs."""
        return self._is_proved(email)

    def _is_proved(self, email: str) -> bool:
        proved = pending_joins.proved_address(allauth_context.request)
        return bool(proved) and proved == email.lower()

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        """If the visitor wanted to take a seat, or to keep a guest's game, do it now and redirect them to the game."""
        response: HttpResponse = super().post_login(request, user, **how)
        game_url = guests.take_over(request, user)
        game_url = pending_joins.take_seat(request, user) or game_url
        return HttpResponseRedirect(game_url) if game_url else response

    def unstash_verified_email(self, request: HttpRequest) -> None:
        """Does nothing: with allauth's own method a sign-up with another address would get the stashed address, too."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Puts all mails of allauth into the outbox.

        One client can send only a limited number of mails to an address that was typed there: otherwise it could use up
        the daily limit of that address, and its owner would get no code. The response does not tell that no mail is
        sent.
        """
        request = allauth_context.request
        owner = context.get(_OWNER)
        typed = owner is None and not self._is_own(request, email)
        if typed and request is not None and wait_needed("account mail", f"{client_address(request)} {email.lower()}"):
            return
        if request is not None and is_known_network(request, email):
            # The owner has been signed in from here: requests of strangers from elsewhere must not use up their limit.
            typed = False
        # allauth makes links with the host that the request names.
        links = {name: with_site_address(value) for name, value in context.items() if name.endswith("_url")}
        mail_context = {"request": request, "email": email, **context, **links}
        mails.queue_mail(template_prefix, email, mail_context, request, about=owner or context.get("user"), typed=typed)

    def _is_own(self, request: HttpRequest | None, email: str) -> bool:
        """Whether the address belongs to the signed-in person: requests of others do not limit theirs."""
        user = request.user if request is not None else None
        return isinstance(user, User) and user.email.lower() == email.lower()

    def send_account_already_exists_mail(self, email: str) -> None:
        """Takes as long as a sign-up that makes an account: otherwise the time would show which addresses have one."""
        make_password(get_random_string(12))
        super().send_account_already_exists_mail(email)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """A mail about a change of an account, to its owner, who did not request it."""
        super().send_notification_mail(template_prefix, user, {**(context or {}), _OWNER: user}, email)

    def get_client_ip(self, request: HttpRequest) -> str:
        """IPv4 addresses that a dual-stack socket gives as IPv6 are converted back: otherwise rate limits would count
        all of them as one network."""
        client_ip: str = super().get_client_ip(request)
        address = ipaddress.ip_address(client_ip)
        mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
        return str(mapped or address)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Raises ReauthenticationRequired itself for people whom allauth would not ask for anything."""
        if not super().is_reauthentication_required(app=app, **kwargs):
            return False
        require_mailed_code(self.request)
        return True

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """With passkeys only where browsers support them, and with a mailed code for people who may use one."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if not passkeys.are_supported(self.request):
            methods = [method for method in methods if method["url"] != reverse("mfa_reauthenticate_webauthn")]
        if isinstance(user, User) and may_use_mailed_code(user):
            by_mail = reverse("account_reauthenticate_by_code")
            methods.append({"id": "code", "description": _("Mail me a code"), "url": by_mail})
        return methods
