"""Django's admin: all rows can be searched and read, none can be changed, nothing secret is among them."""

from __future__ import annotations

import re
from datetime import timedelta

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
    Entrant,
    Game,
    Heartbeat,
    IncomingMail,
    MailAddress,
    Move,
    PlayedGame,
    Proposal,
    Rating,
    RatingChange,
    Report,
    Seat,
    Seek,
    SeekFind,
    TalkMessage,
    Tournament,
    TournamentBye,
    TournamentRound,
    TournamentSeat,
    TournamentTable,
    Turn,
    WaitingPerson,
)
from games.people.models import Absence, User
from games.staff.admin import site
from games.table import reports, seeks, talk
from tests.staff.signing_in import staff_client
from tests.table.games import answer, bots_play, fresh, offers, opened, person_turn
from tests.table.tournaments import opened_tournament
from tests.web.pages import client_of

KEPT_FOR_OURSELVES = {
    Game: ("secret", "invitation_code", "share_code", "opening_key", "position"),
    Turn: ("token", "deferred_plies"),
    Move: ("text", "set_up", "events"),
    User: ("password",),
    Delivery: ("content",),
    Proposal: ("key",),
    Endpoint: ("address", "digest", "keys", "name"),
    Report: ("words", "quoted", "answer"),
    TalkMessage: ("text", "key"),
    Tournament: ("code", "opening_key", "seed"),
    IncomingMail: ("raw", "token"),
}
LEFT_OUT = {
    "accounts.ApiToken": "its person lists and revokes it",
    "accounts.FreedName": "a name that somebody gave up is told by nothing",
    "accounts.Trace": "digests of what somebody has used",
    "accounts.User_groups": "there are no groups",
    "accounts.User_user_permissions": "games.access knows no such permissions",
    "account.EmailAddress": "the address stands in the row of its person",
    "account.EmailConfirmation": "a key to an address",
    "admin.LogEntry": "nothing is changed in the admin",
    "auth.Group": "there are no groups",
    "auth.Group_permissions": "there are no groups",
    "auth.Permission": "games.access knows no such permissions",
    "contenttypes.ContentType": "of the framework",
    "games.Block": "the look at it is recorded",
    "games.ClockTick": "one row; the page of outages tells it",
    "games.DefaultOrders": "what somebody will answer",
    "games.FriendWish": "the look at it is recorded",
    "games.Hint": "only its seat may see it",
    "games.HostRound": "whose bots move next",
    "games.Household": "the trail tells who was cleared, but not to both",
    "games.InvitationOptOut": "digests of addresses",
    "games.LessonDone": "what somebody has learned is their own",
    "games.LobbyChoices": "has the secret of an address",
    "games.MutedGame": "what mails somebody wants is their own",
    "games.MutedPerson": "nobody but its person knows of it",
    "games.Outage": "has a page",
    "games.PackedGame": "its rows are shown among the others",
    "games.PackedPerson": "where a pack names somebody",
    "games.PackedTurn": "where a packed turn is",
    "games.PersonNote": "staff read it on the page of its person",
    "games.PrivateNote": "nobody but its person reads it",
    "games.RatingDue": "work that waits",
    "games.RatingPool": "how far the ratings are counted",
    "games.ResignationCode": "a code that was mailed",
    "games.SharedTraces": "pages tell it, but not to whom it is about",
    "games.SiteState": "one row; the first page tells it",
    "games.Submission": "what somebody has answered",
    "games.TournamentDue": "work that waits",
    "games.TurnsWithoutMail": "what mails somebody wants is their own",
    "mfa.Authenticator": "a secret of its person",
    "sessions.Session": "a key to an account",
    "usersessions.UserSession": "a key to an account",
}
"""Tables that staff do not see here, and why."""
TABLES = {model: f"/staff/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in site._registry}


@pytest.fixture
def rows(game: Game, anna: User, bob: User) -> Game:
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
    insult = talk.say(game.pk, bob, "said at the table", key="said once")
    reports.report_message(game.pk, anna, insult.pk, "insult", "said in a report")
    Report.objects.update(answer="said to the reporter")
    _create_results(game, anna)
    day = timedelta(days=1)
    seek = seeks.begin(anna, seeks.SeekWishes(kind=game.kind, players=[3], shortest=day, longest=day))
    SeekFind.objects.create(seek=seek, game=game, person=anna, at=now, waited_since=now)
    WaitingPerson.objects.create(game=game, person=anna, since=now)
    _create_tournament(game, anna)
    return fresh(game)


def _create_results(game: Game, person: User) -> None:
    of_pool = {"person": person, "kind": game.kind, "players": 3}
    now = timezone.now()
    PlayedGame.objects.create(**of_pool, game=game, other_people=1, seat=0, from_at=now, to_at=now, ended_at=now)
    Rating.objects.create(**of_pool, mu=25, sigma=8, games=1, shown=1000)
    skills = {"mu_before": 25, "sigma_before": 8, "mu_after": 26, "sigma_after": 7}
    RatingChange.objects.create(**of_pool, **skills, game=game, at=now, why="result", share=1, games=1)


def _create_tournament(game: Game, person: User) -> None:
    tournament = opened_tournament(person, person)
    entrant = tournament.entrants.get()
    round_ = TournamentRound.objects.create(tournament=tournament, number=1, started_at=timezone.now())
    TournamentBye.objects.create(round=round_, entrant=entrant)
    table = TournamentTable.objects.create(round=round_, number=1, game=game)
    TournamentSeat.objects.create(table=table, entrant=entrant, index=0)


def searched(staff: Client, table: str, words: str) -> str:
    return staff.get(table, {"q": words}).content.decode()


def test_every_table_is_there_or_left_out_for_a_reason() -> None:
    models = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    shown = {model._meta.label for model in site._registry}
    assert shown.isdisjoint(LEFT_OUT)
    assert shown | LEFT_OUT.keys() == models


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model._meta.model_name)
def test_every_table_can_be_searched_filtered_and_read(staff: Client, rows: Game, model: type[Model]) -> None:
    table = TABLES[model]
    known_by = {User: "anna", MailAddress: "anna@", IncomingMail: "a@b", Heartbeat: "one"}
    tournament = Tournament.objects.get().pk.upper()
    by_words = {
        **known_by,
        **dict.fromkeys((Absence, Endpoint, Seek, Rating), "anna"),
        **dict.fromkeys((Tournament, Entrant, TournamentRound, TournamentBye), tournament),
    }.get(model, rows.pk.upper())
    assert "/change/" in searched(staff, table, by_words)
    assert "/change/" not in searched(staff, table, "zebra")
    listed = staff.get(table).content.decode()
    row = apps.get_model(model._meta.label).objects.first()
    assert f"{table}{row.pk}/change/" in listed
    for link in sorted(set(re.findall(r'href="(\?[^"]+)"', listed)))[:12]:
        assert staff.get(table + link.replace("&amp;", "&")).status_code == 200
    assert staff.get(f"{table}{row.pk}/change/").status_code == 200


def test_no_table_can_be_changed(staff: Client, rows: Game) -> None:
    for model, table in TABLES.items():
        row = apps.get_model(model._meta.label).objects.first()
        before = type(row).objects.filter(pk=row.pk).values().get()
        changed = {"name": "changed", "reason": "changed"}
        answers = [
            staff.get(f"{table}add/"),
            staff.post(f"{table}add/", {}),
            staff.post(f"{table}{row.pk}/change/", changed),
            staff.post(f"{table}{row.pk}/delete/", {"post": "yes"}),
        ]
        assert [answer.status_code for answer in answers] == [403] * 4, table
        staff.post(table, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
        assert type(row).objects.filter(pk=row.pk).values().get() == before, table


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
        "said at the table",
        "said once",
        "said in a report",
        "said to the reporter",
        *Tournament.objects.values_list("code", flat=True),
        *Tournament.objects.values_list("seed", flat=True),
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


def test_every_row_of_a_list_can_be_opened(staff: Client, rows: Game) -> None:
    for table in TABLES.values():
        page = staff.get(table).content.decode()
        leads = re.findall(rf'<a href="{table}[^"/]+/change/[^"]*">([^<]*)</a>', page)
        assert leads, table
        assert all(leads), table


def test_the_admin_is_shut_to_everybody_else(anna: User, mona: User) -> None:
    assert Client().get("/staff/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")
    assert client_of(anna).get("/staff/admin/games/game/", follow=True).status_code == 403
    assert client_of(mona).get("/staff/admin/games/game/").status_code == 302


def test_a_report_is_not_among_the_rows_of_staff_whom_it_concerns(mona: User, anna: User, admin: User) -> None:
    game = opened(anna, mona)
    insult = talk.say(game.pk, mona, "You fool!")
    report = reports.report_message(game.pk, anna, insult.pk, "insult", "")
    row = f"{TABLES[Report]}{report.pk}/change/"
    assert row not in staff_client(mona).get(TABLES[Report]).content.decode()
    assert staff_client(mona).get(row).status_code == 302
    assert row in staff_client(admin).get(TABLES[Report]).content.decode()
    assert staff_client(admin).get(row).status_code == 200


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
    (TalkMessage, "text__startswith", "said"),
    (Report, "quoted__0__text__startswith", "said"),
    (Tournament, "seed__startswith", "5"),
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
