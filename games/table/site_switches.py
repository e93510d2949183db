"""Switches of the whole site for staff and the operator: read-only, and the banner."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import site_state
from games.access import Permission, may
from games.models import SiteState
from games.people.models import User
from games.table import audit, clock
from games.table.errors import NotModerator, Refused

MAX_BANNER: Final = 500
MAX_BANNER_TIME: Final = timedelta(days=60)


class BadBanner(Refused):
    """A banner that cannot be shown; the message says why."""


def switch_read_only(on: bool, *, by: User | None, reason: str = "", until: datetime | None = None) -> bool:
    """Make the site read-only, or writable again; False (and nothing changes) if it is so already.

    Nobody's time runs while it is read-only: that is an outage, however short it is.
    by: an administrator; None for an operator at the console. until: when it is going to end, shown to people. Raises
    NotModerator.
    """
    if not may(Permission.SWITCH_READ_ONLY, by):
        raise NotModerator
    with transaction.atomic():
        state, now = _lock_state(), timezone.now()
        if (state.read_only_since is not None) == on:
            return False
        if on:
            clock.stop(now)
        else:
            clock.start(now)
        audit.note(Permission.SWITCH_READ_ONLY, by=by, reason=reason, details={"on": on})
        state.read_only_since, state.read_only_until = (now, until) if on else (None, None)
        state.save(update_fields=["read_only_since", "read_only_until"])
    site_state.clear_cache()
    return True


def set_banner(texts: Mapping[str, str], until: datetime | None, *, by: User | None) -> None:
    """Show a banner on every page until a moment, in the place of the present one; no texts: no banner.

    texts: by language; readers of other languages get the text in settings.LANGUAGE_CODE, which must be there. by:
    staff; None for an operator at the console. Raises NotModerator, BadBanner.
    """
    if not may(Permission.ANNOUNCE, by):
        raise NotModerator
    written = {language: " ".join(text.split()) for language, text in texts.items() if text.strip()}
    if written:
        _check_banner(written, until)
    with transaction.atomic():
        state = _lock_state()
        audit.note(Permission.ANNOUNCE, by=by, details={"texts": written, "until": until if written else None})
        state.banner, state.banner_until = written, until if written else None
        state.save(update_fields=["banner", "banner_until"])
    site_state.clear_cache()


def _check_banner(texts: Mapping[str, str], until: datetime | None) -> None:
    languages = dict(settings.LANGUAGES)
    if unknown := sorted(set(texts) - set(languages)):
        raise BadBanner(_("This site is not offered in: %(languages)s.") % {"languages": ", ".join(unknown)})
    if settings.LANGUAGE_CODE not in texts:
        own = languages[settings.LANGUAGE_CODE]
        raise BadBanner(_("Say it in %(language)s too: who reads in another language gets that.") % {"language": own})
    if max(map(len, texts.values())) > MAX_BANNER:
        reason = ngettext("A banner has %(most)d letter at most.", "A banner has %(most)d letters at most.", MAX_BANNER)
        raise BadBanner(reason % {"most": MAX_BANNER})
    now = timezone.now()
    if until is None or not now < until <= now + MAX_BANNER_TIME:
        reason = ngettext(
            "Say when it ends: in the future, within %(days)d day.",
            "Say when it ends: in the future, within %(days)d days.",
            MAX_BANNER_TIME.days,
        )
        raise BadBanner(reason % {"days": MAX_BANNER_TIME.days})


def _lock_state() -> SiteState:
    return SiteState.objects.select_for_update().get_or_create(pk=1)[0]
