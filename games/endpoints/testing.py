"""The test of a channel: one message at once, and what came of it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.endpoints import health, web_push
from games.endpoints.channel import FAILURES, MESSAGES, fault_of, post, record_failure
from games.endpoints.told import test_message
from games.models import Endpoint
from games.people.models import User
from games.rate_limits import wait_needed
from games.table import permission_check
from games.table.errors import BadChannel, NoSuchChannel, NotAllowed, TooMany


@dataclass(frozen=True)
class Outcome:
    arrived: bool
    fault: str = ""
    """A word of games.endpoints.faults; empty if it arrived."""


def send_test(person: User, endpoint_id: int) -> Outcome:
    """Post a test message, also by an endpoint that is switched off. A failure counts as one of a message.

    Must be called outside of a transaction. Raises NoSuchChannel, BadChannel, NotAllowed, and TooMany after many tests.
    """
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    endpoint = Endpoint.objects.filter(pk=endpoint_id, person=person).first()
    if endpoint is None:
        raise NoSuchChannel
    if endpoint.kind == Endpoint.Kind.WEB_PUSH and not web_push.is_configured():
        raise BadChannel(_("This site cannot tell browsers anything."))
    if wait_needed("channel test", f"person {person.pk}"):
        raise TooMany(_("You have tested often enough for now. Try again later."))
    told = test_message(person, f"test.{secrets.token_hex(12)}")
    try:
        post(MESSAGES[Endpoint.Kind(endpoint.kind)](endpoint, told))
    except FAILURES as error:
        record_failure(endpoint, error)
        return Outcome(False, fault_of(error))
    health.record_success(endpoint.pk)
    return Outcome(True)
