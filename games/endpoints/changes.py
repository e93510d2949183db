"""What people do with their channels: set one up, remove it, switch it on again, choose what tells their turns."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.access import Permission
from games.endpoints import ntfy, web_push, webhook
from games.endpoints.outgoing import BadAddress, read_url
from games.endpoints.web_push import digest_of
from games.endpoints.working import working
from games.models import Endpoint, TurnsWithoutMail
from games.people.models import User
from games.table import audit, permission_check
from games.table.errors import BadChannel, NoSuchChannel, NotAllowed, TooMany

CHANNEL: Final = "channel"
"""The audit word for a channel that was set up, removed or switched on."""
TURNS_BY_MAIL: Final = "turns by mail"
"""The audit word for the choice whether turns come by mail."""
MAX_NAME: Final = 40
Kind = Endpoint.Kind


@dataclass(frozen=True)
class NewEndpoint:
    endpoint: Endpoint
    secret: str = ""
    """With which its messages are signed, to be shown this once; empty of those that are not."""


def subscribe_browser(
    person: User, address: str, p256dh: str, auth: str, *, name: str = "", tells: str = Endpoint.Tells.TURNS
) -> NewEndpoint:
    """Tell a person by a browser, with what its PushSubscription says. One that was somebody else's is theirs no more.

    Raises BadChannel, TooMany, NotAllowed.
    """
    if not web_push.is_configured():
        raise BadChannel(_("This site cannot tell browsers anything."))
    if not web_push.is_key(p256dh, auth):
        raise BadChannel(_("This is no subscription of a browser."))
    return _keep(person, Kind.WEB_PUSH, address, {"p256dh": p256dh, "auth": auth}, name, tells)


def add_webhook(person: User, address: str, *, name: str = "", tells: str = Endpoint.Tells.TURNS) -> NewEndpoint:
    """Tell a person by signed messages to an address. Raises BadChannel, TooMany, NotAllowed."""
    return _keep(person, Kind.WEBHOOK, address, {"secret": webhook.new_secret()}, name, tells)


def add_ntfy(person: User, address: str, *, name: str = "", tells: str = Endpoint.Tells.TURNS) -> NewEndpoint:
    """Tell a person by a topic of ntfy. Raises BadChannel, TooMany, NotAllowed."""
    if ntfy.topic_of(address) is None:
        raise BadChannel(_("This is no topic: its address ends in a name of letters, digits, “-” and “_”."))
    return _keep(person, Kind.NTFY, address, {}, name, tells)


def remove(person: User, endpoint_id: int) -> None:
    """Tell nothing there any more. Raises NoSuchChannel, NotAllowed."""
    _require(person)
    with transaction.atomic():
        _remove(_own(person, endpoint_id), person)


def remove_at_sign_out(person: User, endpoint_id: int) -> None:
    """Tell nothing there any more, whatever the person may change; no effect if it is theirs no more."""
    with transaction.atomic(), suppress(NoSuchChannel):
        _remove(_own(person, endpoint_id), person)


def remove_other_browsers(person: User, but: int | None) -> None:
    """Tell nothing in the person's browsers any more, except in one, whatever the person may change.

    but: the id of the endpoint of that browser; None: it has none.
    """
    with transaction.atomic():
        rows = Endpoint.objects.select_for_update().filter(person=person, kind=Kind.WEB_PUSH)
        for endpoint in rows.order_by("pk"):
            if endpoint.pk != but:
                _remove(endpoint, person)


def renew_browser(before: str, auth: str, address: str, p256dh: str, new_auth: str) -> None:
    """Tell a browser at its new subscription whatever was told at the one before.

    before, auth: the address and the secret of that one, which nobody has but the browser: they prove which one it is,
    also after a session of the person has ended. Raises NoSuchChannel, BadChannel, NotAllowed.
    """
    if not web_push.is_key(p256dh, new_auth):
        raise BadChannel(_("This is no subscription of a browser."))
    address = _checked(address)
    try:
        _renew(before, auth, address, {"p256dh": p256dh, "auth": new_auth})
    except IntegrityError:
        raise BadChannel(_("You have this address already.")) from None


def _renew(before: str, auth: str, address: str, keys: dict[str, str]) -> None:
    """Raises NoSuchChannel, NotAllowed, and IntegrityError if the new address is one of another row."""
    with transaction.atomic():
        endpoint = (
            Endpoint.objects.select_for_update(of=("self",))
            .select_related("person")
            .filter(kind=Kind.WEB_PUSH, digest=digest_of(before))
            .first()
        )
        if endpoint is None or not constant_time_compare(endpoint.keys.get("auth", ""), auth):
            raise NoSuchChannel
        _require(endpoint.person)
        endpoint.address, endpoint.digest, endpoint.keys = address, digest_of(address), keys
        endpoint.off_at, endpoint.off_because, endpoint.failures, endpoint.last_fault = None, "", 0, ""
        endpoint.save()
        details = {"kind": endpoint.kind, "renewed": True}
        audit.note(CHANNEL, by=endpoint.person, person=endpoint.person, details=details)


def _remove(endpoint: Endpoint, person: User) -> None:
    audit.note(CHANNEL, by=person, person=person, details={"kind": endpoint.kind, "removed": True})
    endpoint.delete()


def switch_on(person: User, endpoint_id: int) -> Endpoint:
    """Tell again by an endpoint that was switched off; no effect on others. Raises NoSuchChannel, NotAllowed."""
    _require(person)
    with transaction.atomic():
        endpoint = _own(person, endpoint_id)
        if endpoint.off_at is not None:
            endpoint.off_at, endpoint.off_because, endpoint.failures = None, "", 0
            endpoint.save(update_fields=["off_at", "off_because", "failures"])
            audit.note(CHANNEL, by=person, person=person, details={"kind": endpoint.kind, "on": True})
        return endpoint


def choose_turns_by_mail(person: User, by_mail: bool) -> None:
    """Whether turns come by mail also while another channel tells them. Raises BadChannel if none does; NotAllowed."""
    _require(person)
    with transaction.atomic():
        _lock(person)
        without = TurnsWithoutMail.objects.filter(person=person)
        if by_mail == (not without.exists()):
            return
        if by_mail:
            without.delete()
        elif working().filter(person=person).exists():
            TurnsWithoutMail.objects.create(person=person)
        else:
            raise BadChannel(_("Mails of turns can be left out as soon as another channel tells them."))
        audit.note(TURNS_BY_MAIL, by=person, person=person, details={"by mail": by_mail})


def gets_turns_by_mail(person: User) -> bool:
    """The person's choice; while no other channel works, turns come by mail whatever it is."""
    return not TurnsWithoutMail.objects.filter(person=person).exists()


def endpoints_of(person: User) -> list[Endpoint]:
    """The person's own, the oldest first."""
    return list(Endpoint.objects.filter(person=person))


def _keep(person: User, kind: Kind, address: str, keys: dict[str, str], name: str, tells: str) -> NewEndpoint:
    _require(person)
    address = _checked(address)
    try:
        endpoint = _kept(person, kind, address, keys, name, tells)
    except IntegrityError:
        raise BadChannel(_("Somebody else has just set up this browser. Try again.")) from None
    return NewEndpoint(endpoint, keys.get("secret", ""))


def _checked(address: str) -> str:
    """Raises BadChannel if nothing can be posted there."""
    address = address.strip()
    try:
        read_url(address)
    except BadAddress as bad:
        raise BadChannel(bad.reason) from None
    return address


def _kept(person: User, kind: Kind, address: str, keys: dict[str, str], name: str, tells: str) -> Endpoint:
    """The row of an address that was checked. Raises IntegrityError if somebody else wins the race for a browser."""
    digest = digest_of(address)
    with transaction.atomic():
        _lock(person)
        same = Endpoint.objects.filter(digest=digest)
        if kind == Kind.WEB_PUSH:
            for others in same.filter(kind=kind).exclude(person=person).select_related("person"):
                audit.note(CHANNEL, by=person, person=others.person, details={"kind": kind, "taken over": True})
                others.delete()
        endpoint = same.filter(person=person).first()
        if endpoint is not None and endpoint.kind != kind:
            raise BadChannel(_("You have this address already."))
        if endpoint is None:
            most = settings.CHANNELS_PER_PERSON
            if Endpoint.objects.filter(person=person).count() >= most:
                words = ngettext("You can have %(most)d channel.", "You can have %(most)d channels at most.", most)
                raise TooMany(words % {"most": most})
            endpoint = Endpoint(person=person, kind=kind, address=address, digest=digest, created_at=timezone.now())
        endpoint.keys, endpoint.name, endpoint.tells = keys, name.strip()[:MAX_NAME], tells
        endpoint.off_at, endpoint.off_because, endpoint.failures, endpoint.last_fault = None, "", 0, ""
        endpoint.save()
        audit.note(CHANNEL, by=person, person=person, details={"kind": kind, "set up": True})
    return endpoint


def _require(person: User) -> None:
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())


def _lock(person: User) -> None:
    """So that two requests at once cannot pass a limit. Raises NotAllowed for a closed account."""
    if not User.objects.select_for_update(no_key=True).get(pk=person.pk).is_active:
        raise NotAllowed


def _own(person: User, endpoint_id: int) -> Endpoint:
    endpoint = Endpoint.objects.select_for_update().filter(pk=endpoint_id, person=person).first()
    if endpoint is None:
        raise NoSuchChannel
    return endpoint
