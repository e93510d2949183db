"""When the site was down, as operators see it."""

from __future__ import annotations

from datetime import datetime, timedelta

import time_machine
from django.test import Client
from django.utils import timezone

from games.models import Outage
from games.people.models import User
from games.table import clock, site_switches
from tests.staff.signing_in import staff_client

PAGE = "/staff/outages/"


def ticked(*moments: datetime) -> None:
    for moment in moments:
        with time_machine.travel(moment, tick=False):
            clock.tick()


def test_operators_see_when_the_clock_stood_and_what_everybody_got_back(admin: User) -> None:
    client, now = staff_client(admin), timezone.now()
    assert ">None.<" in client.get(PAGE).content.decode()
    ticked(now - timedelta(days=3), now - timedelta(days=3, hours=-5), now)
    last, first = client.get(PAGE).context["rows"]
    assert [outage.pk for outage, _time in (first, last)] == list(
        Outage.objects.order_by("pk").values_list("pk", flat=True)
    )
    assert [time for _outage, time in (first, last)] == [timedelta(hours=5), timedelta(days=3, hours=-5)]
    page = client.get(PAGE).content.decode()
    for shown in ("5 h", "2 d 19 h", "3 d"):
        assert f"<td>{shown}</td>" in page
    assert "The clock has stood still" not in page
    assert PAGE in client.get("/staff/").content.decode()


def test_one_that_is_under_way_is_told(admin: User) -> None:
    client, now = staff_client(admin), timezone.now()
    ticked(now - timedelta(hours=1))
    assert "is beat running" in client.get(PAGE).content.decode()
    site_switches.switch_read_only(True, by=None)
    assert "because the site is read-only" in client.get(PAGE).content.decode()


def test_moderators_do_not_see_them(staff: Client) -> None:
    assert staff.get(PAGE).status_code == 403
    assert PAGE not in staff.get("/staff/").content.decode()
