"""What becomes of channels when an account is exported or closed."""

from __future__ import annotations

import pytest

from games.endpoints import changes
from games.models import Endpoint, TurnsWithoutMail
from games.people.models import User
from games.table.account_closing import close_account
from tests.accounts.test_exporting import archive_of, everything, rows
from tests.endpoints.browser import Browser
from tests.endpoints.receiver import Receiver

pytestmark = pytest.mark.django_db


def set_up(person: User, server: Receiver, browser: Browser) -> str:
    """A channel of each kind, and no mails of turns. The secret of the webhook."""
    changes.subscribe_browser(person, server.url(f"/push/{person.pk}"), browser.p256dh, browser.auth)
    changes.add_ntfy(person, server.url("/topic"))
    secret = changes.add_webhook(person, server.url("/hook")).secret
    changes.choose_turns_by_mail(person, False)
    return secret


def test_the_export_has_them_without_what_is_secret(anna: User, bob: User, server: Receiver, browser: Browser) -> None:
    secret = set_up(anna, server, browser)
    changes.add_webhook(bob, server.url("/bob"))
    archive = archive_of(anna)
    listed = rows(archive, "channels")
    assert [(row.get("kind"), row.get("address")) for row in listed] == [
        ("web-push", ""),
        ("ntfy", server.url("/topic")),
        ("webhook", server.url("/hook")),
        (None, None),
    ]
    assert listed[-1]["turns_by_mail"] is False
    whole = everything(archive)
    for hidden in (secret, browser.auth, browser.p256dh, "/push/", "/bob"):
        assert hidden not in whole


def test_a_closed_account_has_none(anna: User, bob: User, server: Receiver, browser: Browser) -> None:
    set_up(anna, server, browser)
    set_up(bob, server, Browser())
    close_account(anna, anna)
    assert set(Endpoint.objects.values_list("person", flat=True)) == {bob.pk}
    assert list(TurnsWithoutMail.objects.values_list("person", flat=True)) == [bob.pk]
