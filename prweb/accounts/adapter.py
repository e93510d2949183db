"""Where allauth leaves it to the site how an account is written, and how its mails go."""

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
from games.people.reauthentication import may_prove_by_mail, require_code
from games.people.sessions import is_known_place
from games.people.unconfirmed import forget_sign_ups_with, has_account
from games.rate_limits import client_address, wait_needed
from games.site_urls import at_the_site
from games.web import guests, pending_joins
from prweb.accounts import mails
from prweb.accounts.sign_in import unconfirmed_person

_WRONG: Final = gettext_lazy(
    "The username and/or password you specified are not correct. If you have just signed up, open the link in our mail "
    "first."
)
_OWNER: Final = "told_owner"
"""In the context of a notification: whose account was changed."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages: Final = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": taken_names.NOT_FREE,
        **dict.fromkeys(("username_password_mismatch", "email_password_mismatch"), _WRONG),
    }

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Whoever only has to confirm their address yet gets the mail for it again, and is told what all others are."""
        person: User | None = super().authenticate(request, **credentials)
        waiting = unconfirmed_person(request)
        if person is None and waiting is not None:
            for address in EmailAddress.objects.filter(user=waiting, verified=False):
                if consume_email_verification_rate_limit(request, address.email):
                    address.send_confirmation(request)
        return person

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Raises ValidationError for what nobody may be called, and for what somebody is called already."""
        name: str = super().clean_username(names.normalized(username), shallow)
        if not shallow:
            taken_names.check(name)
        return name

    def set_password(self, user: User, password: str) -> None:
        """Writes nothing else: somebody may have been suspended, or made staff no more, since the request began."""
        user.set_password(password)
        user.save(update_fields=None if user._state.adding else ["password"])

    def clean_email(self, email: str) -> str:
        """Who signs up by the link in an invitation has shown whose address it is, and is told what is the case.

        Raises ValidationError when there is an account with it already. A sign-up that somebody else began with it, and
        could not confirm, is in nobody's way.
        """
        address: str = super().clean_email(email)
        if self._is_proved(address):
            if has_account(address):
                raise ValidationError(_("You have an account with this address already: sign in instead."))
            forget_sign_ups_with(address)
        return address

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:  # noqa: ARG002
        """The address that an invitation was mailed to is known to belong to whoever has the link."""
        return self._is_proved(email)

    def _is_proved(self, email: str) -> bool:
        proved = pending_joins.proved_address(allauth_context.request)
        return bool(proved) and proved == email.lower()

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        """Whoever was about to take a seat, or to keep a guest's game, has it now, and is shown the game."""
        response: HttpResponse = super().post_login(request, user, **how)
        led_to = guests.take_over(request, user)
        led_to = pending_joins.take_seat(request, user) or led_to
        return HttpResponseRedirect(led_to) if led_to else response

    def unstash_verified_email(self, request: HttpRequest) -> None:
        """Nobody stashes one here: by allauth's way a sign-up with another address would get the stashed one too."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """All mails of allauth come by here, and go into the outbox.

        From one client go only so many to an address that was typed there: else it could use up what that address gets
        in a day, and its owner would wait for a code in vain. Nothing tells that they do not go.
        """
        request = allauth_context.request
        owner = context.get(_OWNER)
        typed = owner is None and not self._is_own(request, email)
        if typed and request is not None and wait_needed("account mail", f"{client_address(request)} {email.lower()}"):
            return
        if request is not None and is_known_place(request, email):
            # Where the owner has been before: what strangers elsewhere used up is not theirs.
            typed = False
        # allauth makes links of the host that the request names.
        links = {name: at_the_site(value) for name, value in context.items() if name.endswith("_url")}
        said = {"request": request, "email": email, **context, **links}
        mails.write(template_prefix, email, said, request, about=owner or context.get("user"), typed=typed)

    def _is_own(self, request: HttpRequest | None, email: str) -> bool:
        """Whether the address belongs to who is signed in: what they ask for goes out however much others did."""
        user = request.user if request is not None else None
        return isinstance(user, User) and user.email.lower() == email.lower()

    def send_account_already_exists_mail(self, email: str) -> None:
        """Takes as long as a sign-up that makes an account: else the time would tell which addresses have one."""
        make_password(get_random_string(12))
        super().send_account_already_exists_mail(email)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """What was done to an account, to its owner: nobody asked for it."""
        super().send_notification_mail(template_prefix, user, {**(context or {}), _OWNER: user}, email)

    def get_client_ip(self, request: HttpRequest) -> str:
        """A socket for both kinds of addresses tells those of IPv4 as IPv6: told as what they are, they are one client
        each, and not all of them one network."""
        told: str = super().get_client_ip(request)
        address = ipaddress.ip_address(told)
        mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
        return str(mapped or address)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Raises ReauthenticationRequired itself for those whom allauth would ask nothing."""
        if not super().is_reauthentication_required(app=app, **kwargs):
            return False
        require_code(self.request)
        return True

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """Passkeys where browsers use them, and a mailed code for whoever may prove themselves by it."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if not passkeys.work_at(self.request):
            methods = [method for method in methods if method["url"] != reverse("mfa_reauthenticate_webauthn")]
        if isinstance(user, User) and may_prove_by_mail(user):
            by_mail = reverse("account_reauthenticate_by_code")
            methods.append({"id": "code", "description": _("Mail me a code"), "url": by_mail})
        return methods
