"""Opening games and finding seats."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from games.database import paging
from games.engine.registry import game, games
from games.mail.compose import compose
from games.models import Delivery, Game, Notification
from games.people.models import User
from games.wording import in_words
from tests.engine.high_card import HighCard, HighCardView
from tests.game_registration import register_game
from tests.web.pages import client_of, forms

pytestmark = pytest.mark.django_db


def posted(**changes: str | list[str]) -> dict[str, str | list[str]]:
    """The form of a new game for three, as the page sends it."""
    filled: dict[str, str | list[str]] = {
        "kind": "puerto-rico",
        "name": "Friday table",
        "seat_count": "3",
        "turn_limit": str(3 * 24 * 3600),
        "option_edition": "2014",
        "option_open_vp": "off",
        "option_first_governor": "random",
    }
    for index, kind in enumerate(("me", "bot", "free", "bot", "bot")):
        filled |= {f"seat{index}_kind": kind, f"seat{index}_level": "apprentice-1", f"seat{index}_email": ""}
    return filled | changes


def open_by_form(user: User, **changes: str | list[str]) -> Game:
    response = client_of(user).post("/games/new/", posted(**changes))
    assert response.status_code == 302, response.content.decode()
    return Game.objects.get(pk=response["Location"].split("/")[2])


def test_the_form_offers_every_option_of_the_game_and_the_levels_for_people(anna: User) -> None:
    page = client_of(anna).get("/games/new/").content.decode()
    for words in ("option_edition", "option_open_vp", "option_first_governor", "apprentice-1", "viceroy-1"):
        assert words in page
    assert "uct-150" not in page


def test_a_game_is_opened_as_the_form_says(anna: User, sent: list[str]) -> None:
    invited = {"seat2_kind": "invited", "seat2_email": "Eva@Example.org"}
    game = open_by_form(anna, option_edition="first", turn_limit="3600", **invited)
    assert (game.status, game.seat_count, game.turn_limit) == (Game.Status.OPEN, 3, timedelta(hours=1))
    assert game.options["edition"] == "first"
    assert [(seat.user, seat.bot_level, seat.invited_email) for seat in game.seats.all()] == [
        (anna, "", ""),
        (None, "apprentice-1", ""),
        (None, "", "eva@example.org"),
    ]
    assert Delivery.objects.get(kind=Notification.Kind.INVITATION).address == "eva@example.org"


def test_a_list_of_buildings_is_chosen_by_ticking_them(anna: User, sent: list[str]) -> None:
    ticked = ["wharf", "aqueduct", "harbor"]
    game = open_by_form(anna, option_buildings="list", option_violet_buildings=ticked)
    assert game.options["violet_buildings"] == "harbor, wharf, aqueduct"
    page = client_of(anna).get(f"/games/{game.pk}/").content.decode()
    assert "harbor, wharf, aqueduct" in page


def test_what_only_another_choice_asks_for_is_not_told_and_counts_nothing(anna: User, sent: list[str]) -> None:
    game = open_by_form(anna, option_violet_buildings=["wharf"], option_exclusions="off", option_new_buildings="off")
    assert (game.options["violet_buildings"], game.options["exclusions"]) == ("", "on")
    page = client_of(anna).get(f"/games/{game.pk}/").content.decode()
    assert "Pairs kept apart" not in page
    assert "List of violet buildings" not in page


def test_the_lists_say_which_expansions_a_game_is_played_with(anna: User, bob: User, sent: list[str]) -> None:
    open_by_form(anna, option_buildings="random", option_nobles="on", option_long_game="on")
    for browser in (client_of(anna), client_of(bob)):
        page = browser.get("/games/").content.decode()
        assert "Violet buildings: at random" in page
        assert "Nobles: on" in page
        assert "Edition" not in page


def test_an_invitation_says_which_expansions_the_game_is_played_with(anna: User, sent: list[str]) -> None:
    invited = {"seat2_kind": "invited", "seat2_email": "eva@example.org"}
    open_by_form(anna, option_buildings="draft", option_nobles="on", **invited)
    composed = compose(Delivery.objects.get(kind=Notification.Kind.INVITATION))
    for words in (composed.text, composed.html):
        assert "draft" in words
        assert "Nobles" in words


def test_an_option_that_depends_on_another_follows_it_in_the_form(anna: User) -> None:
    page = client_of(anna).get("/games/new/").content.decode()
    opened_by = page.index('data-shown-if="option_buildings" data-values="list"')
    assert page.index('name="option_buildings"') < opened_by < page.index('value="aqueduct"')


def test_a_game_against_bots_only_starts_at_once(anna: User, sent: list[str]) -> None:
    assert open_by_form(anna, seat2_kind="bot").status == Game.Status.RUNNING


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seat_count": "2", "option_first_governor": "4"}, "id_option_first_governor"),
        ({"seat2_kind": "invited"}, "Write a mail address"),
        ({"seat2_kind": "invited", "seat2_email": "eva"}, "valid email"),
        ({"seat1_kind": "me"}, "one seat only"),
        ({"seat0_kind": "bot", "seat2_kind": "bot"}, "at least one person"),
        ({"seat_count": "6"}, "Select a valid choice"),
        ({"seat1_level": "grandmaster"}, "Select a valid choice"),
        ({"option_edition": "1492"}, "Select a valid choice"),
        ({"option_nobles": "on"}, "id_option_nobles"),
        ({"option_buildings": "draft", "option_nobles": "on", "option_new_buildings": "of"}, "Select a valid choice"),
        ({"option_buildings": "list"}, "name the buildings in play"),
        ({"option_buildings": "list", "option_violet_buildings": ["villa"]}, "can these be in play: villa"),
        ({"option_buildings": "list", "option_violet_buildings": ["pub"]}, "Select a valid choice"),
        ({"turn_limit": "1"}, "Select a valid choice"),
        ({"name": ""}, "required"),
    ],
)
def test_what_cannot_be_opened_is_told_at_its_field(anna: User, changes: dict[str, str], reason: str) -> None:
    response = client_of(anna).post("/games/new/", posted(**changes))
    assert response.status_code == 422
    assert reason in response.content.decode()
    assert "errors" in response.content.decode() or "errorlist" in response.content.decode()
    assert not Game.objects.exists()


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    """The house plays High Card too, a game for two or three."""
    register_game(monkeypatch, settings, HighCard(), HighCardView)


def test_a_stranger_is_told_which_games_are_played_here(client: Client, cards: None) -> None:
    page = client.get("/").content.decode()
    for rules in games():
        assert in_words(rules.title) in page
        assert f"/rules/{rules.key}/" in page
    assert "2 to 3 players" in page


def test_the_form_lets_people_choose_the_game_and_asks_what_this_one_asks(anna: User, cards: None) -> None:
    browser = client_of(anna)
    first, other = (browser.get(f"/games/new/{which}").content.decode() for which in ("", "?kind=high-card"))
    for page in (first, other):
        assert "?kind=puerto-rico" in page
        assert "?kind=high-card" in page
    assert 'name="option_edition"' in first
    assert 'name="option_cards"' not in first
    assert 'name="option_cards"' in other
    assert 'name="option_edition"' not in other
    assert browser.get("/games/new/?kind=chess").status_code == 404


def test_a_game_of_another_kind_is_opened_as_its_form_says(anna: User, cards: None, sent: list[str]) -> None:
    form = next(form for form in forms(client_of(anna).get("/games/new/?kind=high-card")) if "kind" in form.fields)
    changes = {"name": "Cards", "seat_count": "2", "option_cards": "15", "seat1_kind": "free", "turn_limit": "3600"}
    response = client_of(anna).post("/games/new/", form.pressed(**changes))
    assert response.status_code == 302, response.content.decode()
    game = Game.objects.get(name="Cards")
    assert (game.kind, game.options, game.seat_count) == ("high-card", {"cards": "15"}, 2)


def test_lists_of_games_say_which_game_each_is_and_can_be_of_one_kind_only(
    anna: User, bob: User, cards: None, sent: list[str]
) -> None:
    open_by_form(anna, name="Colonists")
    open_by_form(anna, kind="high-card", name="Aces")
    browser = client_of(bob)
    everything = browser.get("/games/").content.decode()
    assert "Colonists" in everything
    assert "Aces" in everything
    of_cards = browser.get("/games/?kind=high-card").content.decode()
    assert "Colonists" not in of_cards
    assert "Aces" in of_cards
    assert browser.get("/games/?kind=chess").status_code == 404
    home = client_of(anna).get("/").content.decode()
    assert "High Card" in home
    assert "Puerto Rico" in home


def test_games_to_watch_can_be_of_one_kind_only(anna: User, bob: User, cards: None, sent: list[str]) -> None:
    for kind, name in (("puerto-rico", "Colonists"), ("high-card", "Aces")):
        open_by_form(anna, kind=kind, name=name, seat2_kind="bot", visibility="spectators")
    browser = client_of(bob)
    for address, shown, hidden in (
        ("?kind=high-card", "Aces", "Colonists"),
        ("?kind=puerto-rico", "Colonists", "Aces"),
    ):
        page = browser.get(f"/games/watch/{address}").content.decode()
        assert shown in page
        assert hidden not in page
    assert browser.get("/games/watch/?kind=chess").status_code == 404


def test_of_very_many_games_to_watch_the_latest_are_listed(
    anna: User, bob: User, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "MAX_ROWS", 2)
    for name in ("Oldest", "Older", "Latest"):
        open_by_form(anna, name=name, seat2_kind="bot", visibility="spectators")
    for address in ("/games/watch/", "/games/watch/?page=9"):
        page = client_of(bob).get(address).content.decode()
        assert re.findall(r"Oldest|Older\b(?! ones)|Latest", page) == ["Latest", "Older"]
        assert "Older ones are not listed." in page


@pytest.mark.parametrize("kind", ["high-card", "puerto-rico"])
def test_an_invitation_says_which_game_it_is_for(anna: User, cards: None, kind: str, sent: list[str]) -> None:
    open_by_form(anna, kind=kind, seat2_kind="invited", seat2_email="eva@example.org")
    composed = compose(Delivery.objects.get(kind=Notification.Kind.INVITATION))
    title = in_words(game(kind).title)
    assert f"invites you to a game of {title}" in composed.text.splitlines()[0]
    assert f"The game of {title}:" in composed.text


def test_an_unknown_game_cannot_be_opened(anna: User) -> None:
    assert client_of(anna).post("/games/new/", posted(kind="chess")).status_code == 404


def test_a_free_seat_is_found_in_the_lobby_and_taken(anna: User, bob: User, sent: list[str]) -> None:
    game = open_by_form(anna)
    browser = client_of(bob)
    assert "Friday table" in browser.get("/games/").content.decode()
    assert browser.get(f"/games/{game.pk}/")["Location"] == f"/games/{game.pk}/join/"
    assert "opened by anna" in browser.get(f"/games/{game.pk}/join/").content.decode()
    assert not game.seats.filter(user=bob).exists()
    response = browser.post(f"/games/{game.pk}/join/")
    assert response["Location"] == f"/games/{game.pk}/"
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert browser.get(f"/games/{game.pk}/").status_code == 200


def test_an_invitation_link_shows_the_game_to_a_stranger_and_seats_who_signs_in(
    anna: User, bob: User, client: Client, sent: list[str]
) -> None:
    game = open_by_form(anna)
    page = client_of(anna).get(f"/games/{game.pk}/").content.decode()
    link = f"/games/{game.pk}/join/{game.invitation_code}/"
    assert link in page
    assert "Sign up" in client.get(link).content.decode()
    assert client.post(link, {"by": "sign-up"})["Location"] == f"/accounts/signup/?next={link}"
    assert client.post(link)["Location"] == f"/accounts/login/?next={link}"
    assert not game.seats.filter(user=bob).exists()
    client_of(bob).post(link)
    assert game.seats.filter(user=bob).exists()


def test_a_wrong_code_finds_nothing(anna: User, bob: User, sent: list[str]) -> None:
    game = open_by_form(anna)
    assert client_of(bob).get(f"/games/{game.pk}/join/guessed/").status_code == 404
    assert client_of(bob).post(f"/games/{game.pk}/join/guessed/").status_code == 404


def test_an_invited_person_finds_the_invitation(anna: User, bob: User, sent: list[str]) -> None:
    game = open_by_form(anna, seat2_kind="invited", seat2_email=bob.email)
    page = client_of(bob).get("/games/").content.decode()
    assert "You are invited" in page
    client_of(bob).post(f"/games/{game.pk}/join/")
    assert game.seats.get(user=bob)


def test_a_seat_kept_for_somebody_else_is_not_given_away(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    game = open_by_form(anna, seat2_kind="invited", seat2_email=bob.email)
    assert "Friday table" not in client_of(chris).get("/games/").content.decode()
    assert client_of(chris).post(f"/games/{game.pk}/join/").status_code == 404
    response = client_of(chris).post(f"/games/{game.pk}/join/{game.invitation_code}/")
    assert response.status_code == 409
    assert "kept for those who were invited" in response.content.decode()


def test_the_host_lets_bots_take_what_is_free(anna: User, bob: User, sent: list[str]) -> None:
    game = open_by_form(anna)
    assert client_of(bob).post(f"/games/{game.pk}/fill/", {"level": "merchant-1"}).status_code == 403
    client_of(anna).post(f"/games/{game.pk}/fill/", {"level": "nobody"})
    assert Game.objects.get(pk=game.pk).status == Game.Status.OPEN
    client_of(anna).post(f"/games/{game.pk}/fill/", {"level": "merchant-1"})
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


def test_a_game_with_free_seats_does_not_start(anna: User, sent: list[str]) -> None:
    game = open_by_form(anna)
    response: Any = client_of(anna).post(f"/games/{game.pk}/start/", follow=True)
    assert "There are free seats" in response.content.decode()
    assert Game.objects.get(pk=game.pk).status == Game.Status.OPEN


def test_a_guest_leaves_and_the_host_calls_off(anna: User, bob: User, sent: list[str]) -> None:
    game = open_by_form(anna, seat1_kind="free")
    client_of(bob).post(f"/games/{game.pk}/join/")
    client_of(bob).post(f"/games/{game.pk}/leave/")
    assert not game.seats.filter(user=bob).exists()
    client_of(anna).post(f"/games/{game.pk}/cancel/")
    assert Game.objects.get(pk=game.pk).status == Game.Status.ABORTED
    assert "called off" in client_of(anna).get(f"/games/{game.pk}/").content.decode()


def test_an_open_page_is_loaded_anew_when_the_game_starts(anna: User, bob: User, sent: list[str]) -> None:
    game = open_by_form(anna)
    browser = client_of(anna)
    known = Game.objects.get(pk=game.pk).version
    assert browser.get(f"/games/{game.pk}/turn/?lobby&version={known}").status_code == 204
    client_of(bob).post(f"/games/{game.pk}/join/")
    assert browser.get(f"/games/{game.pk}/turn/?lobby&version={known}")["HX-Refresh"] == "true"


def test_every_form_that_changes_something_is_a_post(anna: User, sent: list[str]) -> None:
    game = open_by_form(anna)
    for address in ("/", "/games/", "/games/new/", "/preferences/", f"/games/{game.pk}/"):
        asking = [form for form in forms(client_of(anna).get(address)) if form.method != "post"]
        # The lobby is narrowed by GET, which changes nothing.
        assert [form.action for form in asking] == ([""] if address == "/games/" else [])
