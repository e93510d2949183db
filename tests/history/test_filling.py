"""What stores a site for later releases still works: found out now and not on the day of the release."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from games.models import Game, IncomingMail, TalkMessage, Tournament, WaitingPerson
from tests.history.filling import fill, records

QUICK = (
    "drafting",
    "timed_out",
    "advised",
    "suspended",
    "not_started",
    "answered_by_mail",
    "played_again",
    "packed",
    "tried",
    "learned",
    "acquainted",
    "processes",
    "tournaments",
    "sought",
    "waited_for",
    "decided_together",
    "away",
    "missed",
    "bot_seat_opened",
    "clocks",
    "told_later",
    "channels",
    "talked",
    "fed",
)


@pytest.mark.django_db
def test_a_site_can_be_filled_to_be_stored(sent: list[str]) -> None:
    with time_machine.travel(datetime(2026, 5, 4, 12, tzinfo=UTC)) as clock:
        known = fill(clock, [], [("san-juan", "3-deal"), ("puerto-rico", "3-black-market")], QUICK)
    assert set(Game.objects.values_list("status", flat=True)) >= {Game.Status.OPEN, Game.Status.RUNNING}
    assert set(IncomingMail.objects.values_list("status", flat=True)) >= {"new", "done", "ignored", "failed"}
    assert set(records()) == set(Game.objects.exclude(position=None).values_list("pk", flat=True))
    assert set(known["games"]) >= set(records())
    assert known["links"]
    assert TalkMessage.objects.filter(removed_at=None).exists()
    assert set(Tournament.objects.values_list("status", flat=True)) == set(Tournament.Status.values)
    assert WaitingPerson.objects.count() == 2
    assert known["turns"]
