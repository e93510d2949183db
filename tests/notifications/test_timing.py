"""Which channels tell a kind, and when: the table of rules, over all kinds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Notification
from games.models.notifications import MAIL
from games.notifications.timing import ASKING, ONLY_BY, Planned, Presence, channels_for, longest_delay

Kind = Notification.Kind
ONE_MINUTE = timedelta(minutes=1)
TWO_MINUTES = timedelta(minutes=2)


@pytest.mark.parametrize("presence", Presence)
@pytest.mark.parametrize("kind", Kind)
def test_what_needs_an_answer_is_never_left_untold(kind: Notification.Kind, presence: Presence) -> None:
    """Wherever somebody is, mail tells it, and so does whatever else reaches them, unless it is about a mail."""
    for reached in ({MAIL}, {MAIL, "other"}, {"other", "third"}):
        told_by = {planned.channel for planned in channels_for(kind, reached, presence)}
        assert told_by == (reached & {MAIL} if kind in ONLY_BY else reached)
    (by_mail,) = channels_for(kind, {MAIL}, presence)
    # Who talks often says more.
    assert by_mail.delay <= (5 * ONE_MINUTE if kind == Kind.TALK else 2 * ONE_MINUTE if kind in ASKING else timedelta())


def test_a_question_waits_for_whoever_clicks_on_the_site() -> None:
    assert channels_for(Kind.TURN, [MAIL], Presence.ON_SITE) == (Planned(MAIL, TWO_MINUTES),)
    assert channels_for(Kind.TURN, [MAIL], Presence.AWAY) == (Planned(MAIL, timedelta()),)
    assert channels_for(Kind.END, [MAIL], Presence.ON_SITE) == (Planned(MAIL, timedelta()),)


def test_a_question_that_may_be_withdrawn_waits_for_that_too() -> None:
    later = timedelta(minutes=5)
    assert channels_for(Kind.TURN, [MAIL], Presence.ON_SITE, later) == (Planned(MAIL, later),)
    assert channels_for(Kind.TURN, [MAIL], Presence.ON_SITE, timedelta(1) / 1000) == (Planned(MAIL, TWO_MINUTES),)


@pytest.mark.parametrize(("minutes", "at_most"), [(60, 15), (30, 7.5), (1, 0.25), (0, 0), (-5, 0)])
def test_what_has_a_deadline_is_not_delayed_for_most_of_the_time_left(minutes: int, at_most: float) -> None:
    now = datetime(2026, 11, 24, tzinfo=UTC)
    assert longest_delay(now, now + timedelta(minutes=minutes)) == timedelta(minutes=at_most)


def test_whom_nothing_reaches_is_told_nothing() -> None:
    assert channels_for(Kind.TURN, [], Presence.AWAY) == ()
