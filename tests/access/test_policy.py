"""Who somebody is in front of the site and its games, and what the services make of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.access import ALLOWED, Permission, Persona, games_to_watch, may, personas
from games.mail import inbox
from games.mail.compose import compose
from games.mail.feeder import store
from games.models import AuditEntry, Delivery, Game, Move, Notification
from games.people.models import User
from games.permission_required import permission_required
from games.table import bot_accounts, open_games, permission_check, playing, resignation, takeback
from games.table.errors import NotHost, Suspended
from games.table.open_games import SeatPlan
from games.table.suspension import suspend
from games.table.visibility import set_visibility
from games.time_control import TimeControl
from tests.access.addresses import Address, Operation
from tests.access.world import CAST, GAMES, build_world, expected_personas
from tests.table.games import LIMIT, offers, opened, person_turn, player
from tests.web.pages import client_of
from tests.web.test_lobby import posted

pytestmark = pytest.mark.django_db


def test_everybody_in_front_of_every_game_is_who_they_are() -> None:
    world = build_world()
    page = Operation(Address("games/<str:game_id>/", "game", None), "GET", Permission.WATCH)
    in_api = Operation(Address("api/v1/games/<str:game_id>/", "api:game", None), "GET", Permission.WATCH)
    for persona in CAST:
        who = world.people.get(persona) or AnonymousUser()
        if isinstance(who, User):
            who.two_factors = persona in ("moderator", "moderator with a seat", "administrator")
        for name in GAMES:
            asked = in_api if persona == "bot account" else page
            assert personas(who, world.games[name]) == expected_personas(persona, name, asked), (persona, name)
            assert personas(who) == expected_personas(persona, None, asked), persona


def test_staff_moderate_no_game_at_which_a_bot_account_of_theirs_plays(anna: User, bob: User) -> None:
    """Who owns it holds its tokens: a look at the hands of others would help it win."""
    bob.is_staff = bob.two_factors = True
    bob.save()
    bot_accounts.create_bot_account(bob, "robo")
    seats = [SeatPlan("account", account="robo"), SeatPlan("free")]
    game = open_games.open_game(
        bob, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT)
    )
    open_games.join(game.pk, anna)
    running = Game.objects.get(pk=game.pk)
    for permission in (
        Permission.SEE_AS_STAFF,
        Permission.SEE_HIDDEN,
        Permission.PLAY_FOR,
        Permission.CORRECT,
        Permission.TAKE_BACK,
    ):
        assert not may(permission, bob, running)
    assert may(Permission.WATCH, bob, running)
    assert may(Permission.MODERATE, bob)


def test_the_list_of_games_to_watch_is_what_one_may_watch() -> None:
    world = build_world()
    for persona in ("anonymous", "other user", "bot account", "suspended user"):
        who = world.people.get(persona) or AnonymousUser()
        listed = set(games_to_watch(who))
        assert listed == {game for game in world.games.values() if may(Permission.WATCH, who, game)}


def test_the_table_names_every_permission_and_gives_none_for_being_suspended() -> None:
    assert set(ALLOWED) == set(Permission)
    assert not any(Persona.SUSPENDED in allowed for allowed in ALLOWED.values())


def test_a_page_says_its_permission() -> None:
    page = permission_required(Permission.JOIN, read_permission=Permission.SEE_GAME)(lambda _request: None)  # type: ignore[arg-type, return-value]
    assert (page.permission, page.read_permission) == (Permission.JOIN, Permission.SEE_GAME)  # type: ignore[attr-defined]


# --- Suspended people ----------------------------------------------------------------------------------------------


def suspended(person: User) -> User:
    """Without what the service does to games: the door alone must hold."""
    User.objects.filter(pk=person.pk).update(suspended_at="2026-05-04T10:00Z", suspension_reason="Insults in the log.")
    return User.objects.get(pk=person.pk)


def test_who_is_suspended_is_refused_by_every_service_with_since_when_and_why(
    anna: User, bob: User, sent: list[str]
) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    line, stale = offers(turn)[0], player(turn)
    suspended(stale)
    actions: list[Callable[[], object]] = [
        lambda: playing.play(turn.pk, [line], by=stale, source=Move.Source.WEB, key="k"),
        lambda: takeback.undo(game.pk, suspended(stale)),
        lambda: resignation.resign(game.pk, suspended(stale)),
        lambda: open_games.open_game(
            suspended(stale),
            name="",
            kind="puerto-rico",
            options={},
            seats=[SeatPlan("me")] * 2,
            time_control=TimeControl(LIMIT),
        ),
    ]
    for action in actions:
        with pytest.raises(Suspended, match=r"since .*May.*Insults in the log"):
            action()
    assert not game.moves.exists()


def test_a_suspended_person_sees_why_on_every_page_and_no_button_that_would_be_refused(
    anna: User, bob: User, sent: list[str]
) -> None:
    game = opened(anna, bob)
    mover = player(person_turn(game))
    before = client_of(mover).get(f"/games/{game.pk}/").content.decode()
    assert "/answer/" in before
    browser = client_of(suspended(mover))
    for address in ("/", "/games/", f"/games/{game.pk}/", "/preferences/"):
        page = browser.get(address).content.decode()
        assert "You have been suspended since" in page
        assert "Insults in the log." in page
        assert "/games/new/" not in page
        assert "/answer/" not in page
        assert "/resign/" not in page
    refused = browser.post(f"/turns/{person_turn(game).pk}/answer/", {"line": offers(person_turn(game))[0]})
    assert refused.status_code == 403
    assert "Insults in the log." in refused.content.decode()
    assert browser.get("/games/new/").status_code == 403
    assert not game.moves.exists()


def test_a_link_of_a_suspended_person_plays_nothing_and_tells_nobody_why(
    anna: User, bob: User, client: Client, sent: list[str]
) -> None:
    turn = person_turn(opened(anna, bob))
    suspended(player(turn))
    link = f"/a/{turn.token}/0/1/"
    for response in (client.get(link), client.post(link)):
        assert response.status_code == 410
        assert "Insults in the log." not in response.content.decode()
    assert not turn.game.moves.exists()


def test_an_answer_by_mail_of_a_suspended_person_is_told_so(anna: User, bob: User, sent: list[str]) -> None:
    turn = person_turn(opened(anna, bob))
    mover, line = player(turn), offers(turn)[0]
    suspend(mover, None, "Insults in the log.")
    raw = f"From: {mover.email}\r\nTo: x\r\nMessage-ID: <1@there>\r\n\r\n{line}\r\n".encode()
    incoming, _new = store(raw, token=turn.token, sender=mover.email)
    inbox.read(incoming.pk)
    mail = compose(Delivery.objects.get(kind=Notification.Kind.REPLY), pictures=False)
    assert "nothing was changed" in mail.text
    assert "Insults in the log." in " ".join(mail.text.split())


# --- Bot accounts ----------------------------------------------------------------------------------------------------


def test_a_bot_account_has_no_session_on_pages(anna: User, client: Client) -> None:
    account = bot_accounts.create_bot_account(anna, "robo")
    client.force_login(account)
    assert client.get("/preferences/").status_code == 302
    assert client.get("/games/").status_code == 302


def test_a_bot_account_comes_by_the_invitation_and_not_by_the_lobby(anna: User, bob: User, sent: list[str]) -> None:
    account = bot_accounts.create_bot_account(bob, "robo")
    game = open_games.open_game(
        anna,
        name="",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), *[SeatPlan("free")] * 2],
        time_control=TimeControl(LIMIT),
    )
    assert not may(Permission.JOIN, account, game)
    assert may(Permission.JOIN, account, game, code=game.invitation_code)
    assert not may(Permission.JOIN, account, game, code="guessed")
    assert open_games.join(game.pk, account, game.invitation_code).user == account


# --- Who may watch ---------------------------------------------------------------------------------------------------


def test_the_host_opens_a_running_game_and_the_players_are_told(
    anna: User, bob: User, chris: User, client: Client, sent: list[str]
) -> None:
    game = opened(anna, bob)
    assert client_of(chris).get(f"/games/{game.pk}/").status_code == 404
    response = client_of(anna).post(f"/games/{game.pk}/visibility/", {"visibility": "public"})
    assert response.status_code == 302
    assert "You are watching" in client.get(f"/games/{game.pk}/").content.decode()
    assert game.name in client.get("/games/watch/").content.decode()
    notice = Notification.objects.get(kind=Notification.Kind.NOTICE)
    assert (notice.user, "to everybody" in notice.content["text"]) == (bob, True)
    entry = AuditEntry.objects.get(action=Permission.SET_VISIBILITY)
    assert (entry.actor, entry.game, entry.details) == (anna, game, {"from": "private", "to": "public"})


def test_choosing_the_same_again_or_fewer_watchers_mails_nobody(anna: User, bob: User, sent: list[str]) -> None:
    game = opened(anna, bob)
    Game.objects.filter(pk=game.pk).update(visibility="public")
    set_visibility(game.pk, anna, "public")
    assert not AuditEntry.objects.filter(action=Permission.SET_VISIBILITY).exists()
    set_visibility(game.pk, anna, "private")
    assert not Delivery.objects.filter(kind=Notification.Kind.NOTICE).exists()


def test_only_the_host_says_who_may_watch(anna: User, bob: User, sent: list[str]) -> None:
    game = opened(anna, bob)
    with pytest.raises(NotHost):
        set_visibility(game.pk, bob, "public")
    with pytest.raises(NotHost):
        permission_check.require_permission(Permission.SET_VISIBILITY, bob, NotHost(), game)
    assert client_of(bob).get(f"/games/{game.pk}/visibility/").status_code == 403


def test_an_open_page_of_an_onlooker_follows_along(anna: User, bob: User, client: Client, sent: list[str]) -> None:
    game = opened(anna, bob)
    set_visibility(game.pk, anna, "public")
    version = Game.objects.get(pk=game.pk).version
    assert client.get(f"/games/{game.pk}/turn/?version={version}").status_code == 204
    turn = person_turn(game)
    playing.play(turn.pk, [offers(turn)[0]], by=player(turn), source=Move.Source.WEB, key="k")
    parts = client.get(f"/games/{game.pk}/turn/?version={version}").content.decode()
    assert "hx-swap-oob" in parts
    assert "/answer/" not in parts


def test_pressing_the_button_of_one_form_twice_opens_one_game(anna: User, sent: list[str]) -> None:
    browser = client_of(anna)
    key = browser.get("/games/new/").context["form"]["key"].value()
    first, again = (browser.post("/games/new/", posted(key=key, visibility="spectators")) for _ in range(2))
    other = browser.post("/games/new/", posted(key="another", visibility="spectators"))
    assert first["Location"] == again["Location"] != other["Location"]
    assert Game.objects.count() == 2
    assert set(Game.objects.values_list("visibility", flat=True)) == {"spectators"}


def test_what_hosts_and_players_do_is_in_the_audit_trail(anna: User, bob: User, sent: list[str]) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    playing.play(turn.pk, [offers(turn)[0]], by=player(turn), source=Move.Source.WEB, key="k")
    if takeback.can_undo(game, turn.seat):
        takeback.undo(game.pk, player(turn))
    resignation.resign(game.pk, bob)
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", "actor__username"))
    assert actions[:3] == [("open a game", "anna"), ("join", "anna"), ("join", "bob")]
    assert actions[-1] == ("resign", "bob")
