"""Staff see of packed games what they saw of their rows, but for what mails said."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Delivery, Game, IncomingMail, Move, Turn
from games.people.models import User
from games.table import packing
from tests.table.games import fresh, opened
from tests.table.old_games import short_game

pytestmark = pytest.mark.django_db

TABLES = {model: f"/staff/admin/games/{model._meta.model_name}/" for model in (Turn, Move, Delivery, IncomingMail)}
PACKED = "is packed: these rows are read from its pack"


@pytest.fixture
def old(anna: User, bob: User, sent: list[str]) -> Game:
    return short_game(anna, bob)


def cells(page: str) -> list[str]:
    """What stands in the rows of a list."""
    body = re.search(r"<tbody>.*</tbody>", page, re.DOTALL)
    return re.findall(r"<t[hd].*?</t[hd]>", body[0]) if body else []


def fields(page: str) -> list[str]:
    """What stands on the page of a row."""
    return re.findall(r'<div class="readonly">.*?</div>', page, re.DOTALL)


def asked_for(game: Game) -> dict[str, str]:
    """Addresses of lists of the game, of all kinds, filtered and sorted, by how they are called."""
    turn, seat = game.turns.earliest("pk"), game.seats.earliest("pk")
    of_game = f"?game__id__exact={game.pk}"
    return {
        "turns": TABLES[Turn] + of_game,
        "turns of a seat": f"{TABLES[Turn]}?seat__id__exact={seat.pk}",
        "closed turns": f"{TABLES[Turn]}{of_game}&status__exact=closed",
        "open turns": f"{TABLES[Turn]}{of_game}&status__exact=open",
        "turns, the last first": f"{TABLES[Turn]}{of_game}&o=-1",
        "moves": TABLES[Move] + of_game,
        "moves of a turn": f"{TABLES[Move]}?turn__id__exact={turn.pk}",
        "moves that stand": f"{TABLES[Move]}{of_game}&undone_at__isempty=1",
        "moves by page": f"{TABLES[Move]}{of_game}&source__exact=web&o=-2",
        "mails": TABLES[Delivery] + of_game,
        "mails that were sent": f"{TABLES[Delivery]}{of_game}&status__exact=sent&kind__exact=start",
        "mails, searched": f"{TABLES[Delivery]}?q={game.pk}",
        "mails to anna": f"{TABLES[Delivery]}{of_game}&q=anna",
        "mails of a time": f"{TABLES[Delivery]}{of_game}&created_at__gte=2001-01-01 00:00:00%2B00:00",
        "mails of another time": f"{TABLES[Delivery]}{of_game}&created_at__lt=2001-01-01 00:00:00%2B00:00",
        "mails that came": f"{TABLES[IncomingMail]}?q={game.pk}",
    }


def test_lists_of_a_packed_game_show_what_they_showed_of_its_rows(
    staff: Client, old: Game, anna: User, bob: User
) -> None:
    opened(anna, bob)
    addresses = asked_for(old)
    before = {name: cells(staff.get(address).content.decode()) for name, address in addresses.items()}
    assert [name for name, shown in before.items() if not shown] == ["open turns", "mails of another time"]
    assert packing.pack(old.pk)
    for name, address in addresses.items():
        page = staff.get(address).content.decode()
        assert cells(page) == before[name], name
        assert PACKED in page
    for table in TABLES.values():
        page = staff.get(table).content.decode()
        assert "This list has no rows of packed games" in page
        assert PACKED not in page


def test_rows_of_a_packed_game_can_be_opened(staff: Client, old: Game) -> None:
    leads = {
        model: re.findall(rf'"({table}[0-9]+/change/[^"]*)"', staff.get(asked_for(old)[name]).content.decode())
        for (model, table), name in zip(TABLES.items(), ("turns", "moves", "mails", "mails that came"), strict=True)
    }
    opened = {
        link: fields(staff.get(link.replace("&amp;", "&")).content.decode()) for each in leads.values() for link in each
    }
    assert all(leads.values())
    assert packing.pack(old.pk)
    for link, before in opened.items():
        after = fields(staff.get(link.replace("&amp;", "&")).content.decode())
        # The Message-ID of a mail that came is shortened by packing, and not shown.
        assert after == before, link
    turn = leads[Turn][0].split("?")[0]
    assert fields(staff.get(turn).content.decode()) == opened[leads[Turn][0]]
    assert staff.get(f"{TABLES[Turn]}999999/change/").status_code == 302


def test_what_is_not_shown_cannot_be_guessed_of_packed_rows_either(staff: Client, old: Game) -> None:
    assert packing.pack(old.pk)
    for model, guess in (
        (Turn, "token__startswith=a"),
        (Move, "text__startswith=s"),
        (Delivery, "content__isnull=1"),
    ):
        assert staff.get(f"{TABLES[model]}?game__id__exact={old.pk}&{guess}").status_code == 400


def test_a_person_has_their_mails_of_packed_games(staff: Client, old: Game, anna: User, bob: User) -> None:
    before = mails_of(staff, "anna")
    assert before
    assert packing.pack(old.pk)
    assert mails_of(staff, "anna") == before
    opened(anna, bob)
    assert len(mails_of(staff, "anna")) > len(before)
    assert mails_of(staff, "anna")[-len(before) :] == before


def mails_of(staff: Client, name: str) -> list[str]:
    page = staff.get(f"/staff/people/{name}/").content.decode()
    section = page[page.index("mails-heading") : page.index("trail-heading")]
    return re.findall(r"<tr>.*?</tr>", section, re.DOTALL)[1:]


def test_the_page_of_a_packed_mail_says_that_what_it_said_is_forgotten(staff: Client, old: Game) -> None:
    out, came = old.deliveries.earliest("pk"), IncomingMail.objects.get(turn__game=old)
    assert packing.pack(old.pk)
    for address in (f"/staff/mails/out/{out.pk}/?game={old.pk}", f"/staff/mails/in/{came.pk}/?game={old.pk}"):
        page = staff.get(address).content.decode()
        assert "Its game is packed" in page
        assert 'name="reason"' not in page
    assert fresh(old).packed_at is not None
