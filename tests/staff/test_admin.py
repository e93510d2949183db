"""Django's admin: all rows can be searched and read, none can be changed, nothing secret is among them."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import (
    AuditEntry,
    Ballot,
    Delivery,
    Endpoint,
    Game,
    Heartbeat,
    IncomingMail,
    MailAddress,
    Move,
    Proposal,
    Seat,
    SeatHolder,
    Turn,
)
from games.people.models import Absence, User
from games.staff.admin import site
from tests.table.games import answer, bots_play, fresh, offers, person_turn
from tests.web.pages import client_of

KEPT_FOR_OURSELVES = {
    Game: ("secret", "invitation_code", "share_code", "opening_key", "position"),
    Turn: ("token", "deferred_plies"),
    Move: ("text", "set_up", "events"),
    User: ("password",),
    Delivery: ("content",),
    Proposal: ("key",),
    Endpoint: ("address", "digest", "keys", "name"),
    IncomingMail: ("raw", "token"),
}
TABLES = {model: f"/staff/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in site._registry}


@pytest.fixture
def rows(game: Game, anna: User) -> Game:
    """A row in every table."""
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    now = timezone.now()
    IncomingMail.objects.create(
        token=turn.token, message_id="<1@x>", sender="a@b", raw=b"hidden words", received_at=now
    )
    MailAddress.objects.create(address=anna.email, undeliverable_since=now, reason="550 no such user")
    Heartbeat.objects.create(name="web@one", kind="web", started_at=now, at=now)
    AuditEntry.objects.create(
        at=now, actor=anna, action="pause", game=game, seat=1, person=anna, reason="why", details={}
    )
    proposal = Proposal.objects.create(
        game=game, kind="end", by=anna, proposed_at=now, open_until=now, key="proposed once"
    )
    Ballot.objects.create(proposal=proposal, person=anna)
    Absence.objects.create(person=anna, first=now.date(), last=now.date())
    Endpoint.objects.create(
        person=anna,
        kind="webhook",
        name="her cellar",
        address="https://hooks.example.org/a-secret-path",
        digest="5" * 64,
        keys={"secret": "a-secret-key"},
        created_at=now,
    )
    return fresh(game)


def searched(staff: Client, table: str, words: str) -> str:
    return staff.get(table, {"q": words}).content.decode()


def test_all_that_is_to_be_searched_is_there() -> None:
    tables = {Game, Seat, Turn, Move, Delivery, IncomingMail, User, AuditEntry, Heartbeat}
    assert site._registry.keys() >= tables | {Proposal, Ballot, SeatHolder, Absence, Endpoint}


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model._meta.model_name)
def test_every_table_can_be_searched_filtered_and_read(staff: Client, rows: Game, model: type[Model]) -> None:
    table = TABLES[model]
    known_by = {User: "anna", MailAddress: "anna@", IncomingMail: "a@b", Heartbeat: "one"}
    by_words = (known_by | {Absence: "anna", Endpoint: "anna"}).get(model, rows.pk.upper())
    assert "/change/" in searched(staff, table, by_words)
    assert "/change/" not in searched(staff, table, "zebra")
    listed = staff.get(table).content.decode()
    row = apps.get_model(model._meta.label).objects.first()
    assert f"{table}{row.pk}/change/" in listed
    for link in sorted(set(re.findall(r'href="(\?[^"]+)"', listed)))[:12]:
        assert staff.get(table + link.replace("&amp;", "&")).status_code == 200
    assert staff.get(f"{table}{row.pk}/change/").status_code == 200


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model._meta.model_name)
def test_no_table_can_be_changed(staff: Client, rows: Game, model: type[Model]) -> None:
    table = TABLES[model]
    row = apps.get_model(model._meta.label).objects.first()
    before = type(row).objects.filter(pk=row.pk).values().get()
    assert staff.get(f"{table}add/").status_code == 403
    assert staff.post(f"{table}add/", {}).status_code == 403
    assert staff.post(f"{table}{row.pk}/change/", {"name": "changed", "reason": "changed"}).status_code == 403
    assert staff.post(f"{table}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    staff.post(table, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert type(row).objects.filter(pk=row.pk).values().get() == before


def test_nothing_secret_is_in_the_admin(staff: Client, rows: Game, anna: User) -> None:
    pages = [staff.get(table).content.decode() for table in TABLES.values()]
    for model, table in TABLES.items():
        for row in apps.get_model(model._meta.label).objects.all()[:10]:
            pages.append(staff.get(f"{table}{row.pk}/change/").content.decode())
    everything = "".join(pages)
    for hidden in [
        rows.secret,
        rows.invitation_code,
        rows.share_code,
        anna.password,
        "hidden words",
        "her cellar",
        "a-secret-path",
        "a-secret-key",
        "5" * 64,
        "proposed once",
        *Turn.objects.values_list("token", flat=True),
        *(str(number) for number in (rows.position or {})["random"][:3]),
    ]:
        assert hidden not in everything


def test_no_field_that_is_kept_for_ourselves_is_shown_by_any_table() -> None:
    for model, fields in KEPT_FOR_OURSELVES.items():
        shown = {*(site._registry[model].fields or ()), *site._registry[model].list_display}
        assert shown, "what may be seen is named, all else is not"
        assert not shown & set(fields)
        assert not set(site._registry[model].search_fields) & set(fields)


def test_the_list_of_turns_reads_the_site_clock_once(
    staff: Client, rows: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        turn = person_turn(rows)
        answer(turn, offers(turn)[0])
        bots_play(rows)
    with django_assert_max_num_queries(50) as asked:
        staff.get(TABLES[Turn])
    assert Turn.objects.filter(due__isnull=False).count() > 2
    assert sum("games_pulse" in query["sql"] for query in asked) == 1


def test_the_admin_has_nothing_inline(staff: Client, rows: Game) -> None:
    for address in ("/staff/admin/", *TABLES.values(), f"{TABLES[Game]}{rows.pk}/change/"):
        text = staff.get(address).content.decode()
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)| on[a-z]+=|javascript:", text), address
        assert " style=" not in text, address


def test_rows_lead_to_the_moderators_pages(staff: Client, rows: Game) -> None:
    assert f"/staff/games/{rows.pk}/" in staff.get(TABLES[Move]).content.decode()
    assert "/staff/people/anna/" in staff.get(TABLES[Seat]).content.decode()


@pytest.mark.parametrize("model", TABLES)
def test_every_row_of_a_list_can_be_opened(staff: Client, rows: Game, model: type[Model]) -> None:
    page = staff.get(TABLES[model]).content.decode()
    leads = re.findall(rf'<a href="{TABLES[model]}[^"/]+/change/[^"]*">([^<]*)</a>', page)
    assert leads
    assert all(leads)


def test_the_admin_is_shut_to_everybody_else(anna: User, mona: User) -> None:
    assert Client().get("/staff/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")
    assert client_of(anna).get("/staff/admin/games/game/", follow=True).status_code == 403
    assert client_of(mona).get("/staff/admin/games/game/").status_code == 302


GUESSES = [
    (User, "password__startswith", "pbkdf2"),
    (Game, "secret__startswith", "5e"),
    (Game, "position__plies", "1"),
    (Game, "invitation_code__contains", "a"),
    (Turn, "token__regex", "^[a-m]"),
    (Turn, "deferred_plies__contains", "corn"),
    (Move, "text__startswith", "settler"),
    (Move, "events__0__data__isnull", "False"),
    (Seat, "game__secret__startswith", "5e"),
    (Turn, "game__position__plies", "1"),
    (IncomingMail, "raw__contains", "hidden"),
    (IncomingMail, "token__startswith", "a"),
    (Delivery, "content__options__0__isnull", "False"),
    (User, "reports_made__id", "1"),
    (User, "blocked_by__isnull", "False"),
    (User, "muted_by", "1"),
    (Game, "private_notes__isnull", "False"),
]


@pytest.mark.parametrize(("model", "lookup", "value"), GUESSES, ids=lambda part: getattr(part, "__name__", str(part)))
def test_what_is_not_shown_cannot_be_guessed_by_filters_in_the_address(
    staff: Client, rows: Game, model: type, lookup: str, value: str
) -> None:
    """Else whoever moderates could find a password's digest or a hidden part letter by letter, without a trace."""
    assert staff.get(TABLES[model], {lookup: value}).status_code == 400
