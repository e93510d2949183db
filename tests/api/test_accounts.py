"""Signing in by token or session, tokens and bot accounts, and what suspended people keep."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.models import AuditEntry, Delivery, Game, Notification
from games.notifications import delivery, outbox
from games.people.models import ApiToken, User
from games.table import api_tokens, bot_accounts, mail_addresses, open_games, queries
from games.table.errors import BadName, NoSuchAccount, NotAllowed, TooMany
from games.table.open_games import SeatPlan
from games.time_control import TimeControl
from tests.api.programs import ROOT, Program, kind_of, page_of, program_of
from tests.deliveries import delivery_of
from tests.table.games import LIMIT, answer, bots_play, fresh, offers, over, play_on

pytestmark = pytest.mark.django_db


def open_game(host: User, *seats: SeatPlan) -> Game:
    return open_games.open_game(
        host, name="A table", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT)
    )


def test_a_token_signs_in_whom_it_was_made_for(anna: User, robo: User) -> None:
    assert program_of(anna).ask("me/")["name"] == "anna"
    response = program_of(robo).ask("me/")
    assert (response["name"], response["owner"]) == ("robo", "anna")


def test_a_program_learns_that_no_mail_reaches_whoever_answers_for_it(anna: User, bob: User, robo: User) -> None:
    assert program_of(robo).ask("me/")["undeliverable"] is None
    mail_addresses.mark_undeliverable(anna.email, f"550 5.1.1 <{anna.email}> unknown here")
    own, programs_ = program_of(anna).ask("me/")["undeliverable"], program_of(robo).ask("me/")["undeliverable"]
    assert own["since"] == programs_["since"]
    assert "unknown here" in own["reason"]
    assert programs_["reason"] == ""
    assert program_of(bob).ask("me/")["undeliverable"] is None
    mail_addresses.retry_address(anna)
    assert program_of(anna).ask("me/")["undeliverable"] is None


@pytest.mark.parametrize(
    "sent", ["Token", "Token a b", "Token nonsense", "Token ärger", "Bearer", "Token " + "x" * 5000]
)
def test_a_token_that_is_none_signs_in_nobody(anna: User, sent: str) -> None:
    response = Client().get(f"{ROOT}me/", headers={"Authorization": sent})
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Token"
    assert kind_of(response.json()) == "not-signed-in"


def test_a_token_is_kept_as_a_digest_only(anna: User) -> None:
    made = api_tokens.create_token(anna, "at home")
    row = ApiToken.objects.values().get()
    assert made.secret not in str(row)
    assert made.secret.startswith("prweb_")


def test_a_token_that_ran_out_or_was_revoked_signs_in_nobody(anna: User) -> None:
    first, second = api_tokens.create_token(anna, "one"), api_tokens.create_token(anna, "two")
    ApiToken.objects.filter(pk=first.token.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    api_tokens.revoke_token(anna, second.token.handle)
    for made in (first, second):
        assert kind_of(Program(made.secret).ask("me/", 401)) == "not-signed-in"
    assert ApiToken.objects.filter(pk=first.token.pk).exists(), "looking changes nothing"


def test_tokens_are_made_told_once_and_revoked_through_the_api(anna: User, bob: User) -> None:
    program = page_of(anna)
    made = program.post("me/tokens/", {"name": "at work"}, 201)
    assert Program(made["token"]).ask("me/")["name"] == "anna"
    listed = program.ask("me/tokens/")
    assert made["handle"] in {token["handle"] for token in listed}
    assert made["token"] not in str(listed)
    assert kind_of(page_of(bob).delete(f"me/tokens/{made['handle']}/", 404)) == "not-found"
    program.delete(f"me/tokens/{made['handle']}/")
    Program(made["token"]).ask("me/", 401)
    acts = AuditEntry.objects.filter(details__token=made["handle"]).order_by("pk").values_list("action", flat=True)
    assert list(acts) == ["make a token", "revoke a token"]
    assert made["token"] not in str(list(AuditEntry.objects.values()))


def test_tokens_are_bounded_in_number(anna: User, settings: Any) -> None:
    settings.TOKENS_PER_ACCOUNT = 2
    program = page_of(anna)
    program.post("me/tokens/", {"name": "first"}, 201)
    program.post("me/tokens/", {"name": "second"}, 201)
    assert kind_of(program.post("me/tokens/", {"name": "third"}, 409)) == "conflict"
    with pytest.raises(TooMany):
        api_tokens.create_token(anna, "third")


def test_a_session_needs_the_csrf_token_to_change_something(anna: User, settings: Any) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna)
    assert browser.get(f"{ROOT}me/").json()["name"] == "anna"
    body = {"name": "robo"}
    refused = browser.post(f"{ROOT}me/bots/", body, content_type="application/json")
    assert refused.status_code == 403
    assert kind_of(refused.json()) == "denied"
    browser.get("/preferences/")
    csrf = browser.cookies[settings.CSRF_COOKIE_NAME].value
    made = browser.post(f"{ROOT}me/bots/", body, content_type="application/json", headers={"X-CSRFToken": csrf})
    assert made.status_code == 201


def test_a_bot_account_is_registered_and_plays_with_a_token_of_its_own(anna: User, sent: list[str]) -> None:
    program = program_of(anna)
    assert program.post("me/bots/", {"name": "robo"}, 201)["games"] == 0
    token = page_of(anna).post("me/tokens/", {"name": "its own", "account": "robo"}, 201)["token"]
    wish = {
        "kind": "puerto-rico",
        "seats": [{"kind": "account", "account": "robo"}, *({"kind": "bot", "level": "random"} for _ in range(2))],
    }
    response = program.post("games/", wish, 201)
    game = Game.objects.get(pk=response["id"])
    seat = next(seat for seat in response["seats"] if seat["kind"] == "program")
    assert (seat["name"], seat["account"], seat["owner"]) == ("robo (bot of anna)", "robo", "anna")
    bots_play(game)
    robot = Program(token)
    (turn,) = robot.ask("turns/")["results"]
    assert robot.post(f"turns/{turn['id']}/play/", {"lines": ["1"]})["done"]
    assert program.ask("me/bots/")[0]["games"] == 1
    assert kind_of(program.delete("me/bots/robo/", 409)) == "conflict"


def test_the_owner_does_not_see_the_table_as_his_program_does(anna: User, robo: User, sent: list[str]) -> None:
    bots = [SeatPlan("bot", level="random")] * 2
    game = open_game(anna, SeatPlan("account", account="robo"), *bots)
    index = fresh(game).seats.get(user=robo).index
    response = program_of(anna).ask(f"games/{game.pk}/view/")
    assert response["seat"] is None
    assert kind_of(program_of(anna).ask(f"games/{game.pk}/view/?seat={index}", 403)) == "denied"


def test_no_mail_is_written_to_a_bot_account(anna: User, robo: User, sent: list[str]) -> None:
    game = open_game(anna, SeatPlan("account", account="robo"), SeatPlan("me"), SeatPlan("bot", level="random"))
    play_on(game, over)
    assert Delivery.objects.filter(user=anna).exists()
    assert not Delivery.objects.filter(address=robo.email).exists()
    assert mail.outbox == []


def test_what_is_written_to_a_bot_account_all_the_same_is_not_sent(anna: User, robo: User, sent: list[str]) -> None:
    game = open_game(anna, SeatPlan("account", account="robo"), SeatPlan("free"), SeatPlan("free"))
    response = outbox.notify(
        Notification.Kind.NOTICE, "news", address=robo.email, game=game, seat=game.seats.get(user=robo)
    )
    row = delivery_of(response)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Delivery.Status.DROPPED
    assert mail.outbox == []


def test_a_program_is_marked_as_its_owners_wherever_names_are_told(anna: User, robo: User, sent: list[str]) -> None:
    game = open_game(anna, SeatPlan("account", account="robo"), SeatPlan("me"), SeatPlan("bot", level="random"))
    assert "robo (bot of anna)" in queries.player_names(fresh(game))
    browser = Client()
    browser.force_login(anna)
    assert "robo (bot of anna)" in browser.get(f"/games/{game.pk}/").content.decode()
    assert "robo (bot of anna)" in program_of(anna).raw("GET", f"games/{game.pk}/record/").content.decode()


def test_a_bot_account_cannot_sign_in_to_the_pages(anna: User, robo: User) -> None:
    assert not robo.has_usable_password()
    assert not Client().login(username="robo", password="")


def test_a_bot_account_joins_by_invitation_code_only(anna: User, robo: User, sent: list[str]) -> None:
    game = open_game(anna, SeatPlan("me"), SeatPlan("free"), SeatPlan("free"))
    robot = program_of(robo)
    assert robot.ask("games/?show=open")["results"] == []
    assert kind_of(robot.post(f"games/{game.pk}/join/", status=404)) == "not-found"
    assert robot.post(f"games/{game.pk}/join/", {"code": game.invitation_code})["your_seat"] == 1


def test_the_host_gives_a_free_seat_to_his_program(anna: User, bob: User, robo: User, sent: list[str]) -> None:
    game = open_game(anna, SeatPlan("me"), SeatPlan("free"), SeatPlan("free"))
    program = program_of(anna)
    assert program.post(f"games/{game.pk}/seat/", {"account": "robo"})["seats"][1]["owner"] == "anna"
    assert kind_of(program.post(f"games/{game.pk}/seat/", {"account": "robo"}, 409)) == "conflict"
    bot_accounts.create_bot_account(bob, "tin")
    assert kind_of(program.post(f"games/{game.pk}/seat/", {"account": "tin"}, 422)) == "refused"
    assert kind_of(program_of(bob).post(f"games/{game.pk}/seat/", {"account": "tin"}, 403)) == "denied"


def test_a_bot_account_hosts_nothing_and_makes_no_accounts(robo: User) -> None:
    robot = program_of(robo)
    wish = {"kind": "puerto-rico", "seats": [{"kind": "me"}, *({"kind": "bot", "level": "random"} for _ in range(2))]}
    assert kind_of(robot.post("games/", wish, 403)) == "denied"
    assert kind_of(robot.post("me/bots/", {"name": "child"}, 403)) == "denied"
    assert kind_of(robot.post("me/tokens/", {"name": "more"}, 403)) == "denied"
    with pytest.raises(NotAllowed):
        api_tokens.create_token(robo, "more")


@pytest.mark.parametrize("name", ["r", "with space", "ANNA", "x" * 41, "a/b"])
def test_a_bot_account_needs_a_name_of_its_own(anna: User, name: str) -> None:
    with pytest.raises(BadName):
        bot_accounts.create_bot_account(anna, name)
    assert program_of(anna).post("me/bots/", {"name": name}, 422 if 2 <= len(name) <= 40 else 400)
    assert not User.objects.filter(owner=anna).exists()


def test_bot_accounts_are_bounded_in_number_until_one_is_closed(anna: User, settings: Any) -> None:
    settings.BOT_ACCOUNTS_PER_PERSON = 1
    program = program_of(anna)
    program.post("me/bots/", {"name": "robo"}, 201)
    token = page_of(anna).post("me/tokens/", {"name": "its own", "account": "robo"}, 201)["token"]
    assert kind_of(program.post("me/bots/", {"name": "tin"}, 409)) == "conflict"
    program.delete("me/bots/robo/")
    Program(token).ask("me/", 401)
    program.post("me/bots/", {"name": "tin"}, 201)
    with pytest.raises(NoSuchAccount):
        api_tokens.create_token(anna, "late", User.objects.get(username="robo"))


def test_suspended_people_look_and_change_nothing(game: Game, mover: User) -> None:
    program = program_of(mover)
    User.objects.filter(pk=mover.pk).update(suspended_at=timezone.now(), suspension_reason="Rude in the chat.")
    response = program.ask("me/")
    assert response["suspended"]["reason"] == "Rude in the chat."
    program.ask(f"games/{game.pk}/view/")
    turn = game.turns.get(status="open", seat__user=mover)
    wish = {"kind": "puerto-rico", "seats": [{"kind": "me"}, *({"kind": "bot", "level": "random"} for _ in range(2))]}
    for path, body in (
        (f"turns/{turn.pk}/play/", {"lines": ["1"]}),
        (f"games/{game.pk}/resign/", {}),
        (f"games/{game.pk}/undo/", {}),
        ("games/", wish),
        ("me/bots/", {"name": "robo"}),
    ):
        problem = program.post(path, body, 403)
        assert kind_of(problem) == "suspended"
        assert "Rude in the chat." in problem["detail"]
    assert fresh(game).plies == game.plies
    page = page_of(mover)
    assert kind_of(page.post("me/tokens/", {"name": "one more"}, 403)) == "suspended"
    page.delete(f"me/tokens/{page.ask('me/tokens/')[0]['handle']}/")


def test_a_program_is_suspended_with_its_owner(anna: User, robo: User, sent: list[str]) -> None:
    game = open_game(anna, SeatPlan("account", account="robo"), *[SeatPlan("bot", level="random")] * 2)
    bots_play(game)
    robot = program_of(robo)
    User.objects.filter(pk=anna.pk).update(suspended_at=timezone.now(), suspension_reason="Between us.")
    (turn,) = robot.ask("turns/")["results"]
    problem = robot.post(f"turns/{turn['id']}/play/", {"lines": ["1"]}, 403)
    assert kind_of(problem) == "suspended"
    assert "Between us." not in problem["detail"]
    assert robot.ask("me/")["suspended"]["reason"] == ""


def test_a_closed_account_signs_in_nobody(anna: User, robo: User) -> None:
    mine, its = program_of(anna), program_of(robo)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    for program in (mine, its):
        assert kind_of(program.ask("me/", 401)) == "not-signed-in"


def test_staff_are_nobody_special_to_a_token(game: Game, chris: User) -> None:
    User.objects.filter(pk=chris.pk).update(is_staff=True, is_superuser=True)
    assert kind_of(program_of(chris).ask(f"games/{game.pk}/", 404)) == "not-found"


def test_a_program_answers_as_people_do(anna: User, robo: User, sent: list[str]) -> None:
    game = open_game(anna, SeatPlan("account", account="robo"), *[SeatPlan("bot", level="random")] * 2)
    bots_play(game)
    turn = game.turns.select_related("seat__user", "game").get(status="open")
    assert turn.deadline is not None
    assert answer(turn, offers(turn)[0], by=robo).done
