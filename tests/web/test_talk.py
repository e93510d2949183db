"""The talk on the pages of a game: saying and greeting, what is new, muting, the private note, and who sees what."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.models import Game, TalkMessage
from games.people.models import User
from games.table import talk
from games.table.blocks import block
from games.table.moderation.seat_replacement import replace_by_person
from games.table.open_games import SeatPlan, join, open_game
from games.table.proposals.actions import propose, vote
from games.table.suspension import suspend
from games.table.talk_greetings import GREETINGS
from games.table.talk_shown import note_of, unread_of
from games.table.visibility import set_visibility
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT, fresh, notices, opened, over, play_on, with_program
from tests.web.pages import Form, client_of, forms

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User) -> Game:
    return opened(anna, bob, chris)


def page_of(game: Game, person: User | AnonymousUser) -> str:
    client = client_of(person) if isinstance(person, User) else Client()
    return client.get(f"/games/{game.pk}/").content.decode()


def part_of(page: str) -> str:
    return page.partition('<section id="talk"')[2].partition("</section>")[0]


def form_of(game: Game, person: User) -> Form:
    """The form by which something is said. Its key stands beside it."""
    page = client_of(person).get(f"/games/{game.pk}/")
    return next(form for form in forms(page) if form.action.endswith("/talk/say/#talk"))


def say(game: Game, person: User, text: str, **how: str) -> str:
    form, browser = form_of(game, person), client_of(person)
    return browser.post(
        form.action.partition("#")[0], form.pressed(("", ""), text=text, **how), follow=True
    ).content.decode()


def test_what_one_says_the_others_read(game: Game, anna: User, bob: User) -> None:
    assert "Good morning!" in part_of(say(game, anna, "Good morning!"))
    part = part_of(page_of(game, bob))
    assert "Good morning!" in part
    assert ">anna</b>" in part
    assert ">new<" in part


def test_the_same_form_sent_twice_says_it_once(game: Game, anna: User) -> None:
    form = form_of(game, anna)
    for _twice in range(2):
        client_of(anna).post(f"/games/{game.pk}/talk/say/", form.pressed(("", ""), text="once"))
    assert TalkMessage.objects.count() == 1


def test_other_words_from_a_copy_of_the_form_are_said_too(game: Game, anna: User) -> None:
    form = form_of(game, anna)
    for text in ("one", "two"):
        client_of(anna).post(f"/games/{game.pk}/talk/say/", form.pressed(("", ""), text=text))
    assert TalkMessage.objects.count() == 2


@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_greeting_costs_one_click(game: Game, anna: User, bob: User, greeting: str) -> None:
    form = form_of(game, anna)
    assert ("greeting", greeting) in form.buttons
    client_of(anna).post(f"/games/{game.pk}/talk/say/", form.pressed(("greeting", greeting)))
    assert str(GREETINGS[greeting]) in part_of(page_of(game, bob))


def test_what_is_refused_stays_written_with_the_reason(game: Game, anna: User) -> None:
    answer = client_of(anna).post(f"/games/{game.pk}/talk/say/", {"text": "y" * 1001})
    assert answer.status_code == 422
    part = part_of(answer.content.decode())
    assert "This is too long" in part
    assert "y" * 1001 in part


def test_an_open_page_gets_the_talk_but_not_the_form_in_which_somebody_writes(
    game: Game, anna: User, bob: User
) -> None:
    before = fresh(game).version
    talk.say(game.pk, bob, "news of bob")
    browser = client_of(anna)
    assert browser.get(f"/games/{game.pk}/turn/?version={before}.1").status_code == 204
    parts = browser.get(f"/games/{game.pk}/turn/?version={before}", headers={"HX-Request": "true"}).content.decode()
    assert 'id="talk-list" hx-swap-oob="true"' in parts
    assert "news of bob" in parts
    assert "1 new message at the table" in parts
    assert "<textarea" not in parts.partition('id="talk-list"')[2]
    assert 'name="key"' not in parts.partition('id="talk-list"')[2]
    said = browser.post(f"/games/{game.pk}/talk/say/", {"text": "mine", "key": "k"}, headers={"HX-Request": "true"})
    assert said.status_code == 200
    assert 'id="talk-why" hx-swap-oob="true"' in said.content.decode()


def test_who_only_watches_an_open_page_learns_of_no_talk(game: Game, anna: User) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    version = fresh(game).version
    talk.say(game.pk, anna, "secret words")
    onlooker = Client()
    assert onlooker.get(f"/games/{game.pk}/turn/?version={version}").status_code == 204
    assert "secret words" not in page_of(game, AnonymousUser())
    assert part_of(page_of(game, UserFactory.create())) == ""


def test_what_was_read_is_marked_by_a_form_and_no_get_does_it(game: Game, anna: User, bob: User) -> None:
    message = talk.say(game.pk, anna, "hello")
    assert "1 new message at the table" in page_of(game, bob)
    assert "1 new message at the table" in page_of(game, bob)
    browser = client_of(bob)
    browser.post(f"/games/{game.pk}/talk/read/", {"newest": str(message.pk)})
    assert unread_of(fresh(game), bob) == 0
    assert "new message at the table" not in page_of(game, bob)
    for wrong in ("", "x", "-1", "9" * 30):
        assert browser.post(f"/games/{game.pk}/talk/read/", {"newest": wrong}).status_code in (302, 204)


def test_one_mutes_somebody_where_they_are_read_and_reads_them_again(game: Game, anna: User, bob: User) -> None:
    message = talk.say(game.pk, anna, "blah blah")
    browser = client_of(bob)
    page = browser.post("/preferences/muted/", {"game": game.pk, "mute": str(message.pk)}, follow=True).content.decode()
    assert "You have muted anna." in page
    assert "blah blah" not in page
    assert "A message of somebody you have muted or blocked." in part_of(page)
    assert "anna" in browser.get("/preferences/").content.decode().partition('id="muted"')[2].partition("</ul>")[0]
    browser.post("/preferences/muted/", {"name": "anna"})
    assert "blah blah" in page_of(game, bob)


def test_reading_somebody_again_by_name_needs_no_game(game: Game, bob: User) -> None:
    answer = client_of(bob).post("/preferences/muted/", {"name": "anna", "game": "a/b"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/preferences/")


def test_whom_one_has_blocked_one_reads_again_only_when_they_are_unblocked(game: Game, anna: User, bob: User) -> None:
    message = talk.say(game.pk, anna, "blah")
    block(bob, "anna")
    about = {"game": game.pk, "unmute": str(message.pk)}
    page = client_of(bob).post("/preferences/muted/", about, follow=True).content.decode()
    assert "You have blocked anna: unblock them first." in page
    assert "You read anna again." not in page


def test_who_had_muted_an_owner_reads_a_program_again_with_them(anna: User, bob: User) -> None:
    game, robo = with_program(anna, bob, owner_sits=True, allowed=True)
    message = talk.say(game.pk, robo, "beep")
    talk.mute(bob, anna)
    assert "beep" not in page_of(game, bob)
    about = {"game": game.pk, "unmute": str(message.pk)}
    page = client_of(bob).post("/preferences/muted/", about, follow=True).content.decode()
    assert "You read robo (bot of anna) again." in page
    assert "beep" in part_of(page)


def test_nobody_mutes_by_a_message_that_they_cannot_read(game: Game, anna: User) -> None:
    message = talk.say(game.pk, anna, "blah")
    page = client_of(UserFactory.create()).post(
        "/preferences/muted/", {"game": game.pk, "mute": str(message.pk)}, follow=True
    )
    assert page.status_code == 404 or "no such message" in page.content.decode()


def test_a_link_is_shown_and_not_followed_and_markup_is_text(game: Game, anna: User, bob: User) -> None:
    talk.say(game.pk, anna, 'see https://example.org/?a=1&b="2" <b>now</b> javascript:alert(1)')
    part = part_of(page_of(game, bob))
    assert '<a href="https://example.org/?a=1&amp;b=" rel="nofollow noreferrer noopener">' in part
    assert "&lt;b&gt;now&lt;/b&gt;" in part
    assert 'href="javascript' not in part


def test_a_note_is_kept_and_shown_to_its_person_alone(game: Game, anna: User, bob: User) -> None:
    page = client_of(anna).post(f"/games/{game.pk}/note/", {"note": "bob hoards corn"}, follow=True).content.decode()
    assert "Only you can read this." in page
    assert "bob hoards corn" in page
    assert note_of(game, anna) == "bob hoards corn"
    assert "bob hoards corn" not in page_of(game, bob)
    assert client_of(UserFactory.create()).post(f"/games/{game.pk}/note/", {"note": "x"}).status_code == 404


def test_whoever_has_lost_their_seat_still_reads_their_note(game: Game, anna: User, bob: User) -> None:
    set_visibility(game.pk, anna, "public")
    client_of(bob).post(f"/games/{game.pk}/note/", {"note": "anna hoards corn"})
    replace_by_person(game.pk, game.seats.get(user=bob).index, None, "gone", UserFactory.create())
    page = page_of(game, bob)
    assert re.search(r'<textarea id="note-text"[^>]* readonly>anna hoards corn<', page)
    assert "Keep the note" not in page
    assert "note-text" not in page_of(game, UserFactory.create())


def test_people_talk_on_the_page_of_a_game_that_waits_for_players(anna: User, bob: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free")]
    waiting = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    join(waiting.pk, bob)
    assert "When do we begin?" in say(waiting, bob, "When do we begin?")
    page = page_of(waiting, anna)
    assert "When do we begin?" in page
    version = f"{fresh(waiting).version}.1"
    assert f"version={version}" in page
    poll = client_of(anna).get(f"/games/{waiting.pk}/turn/?lobby&version={version}")
    assert poll.status_code == 204


def test_people_talk_on_when_a_game_was_called_off(game: Game, anna: User, bob: User, chris: User) -> None:
    proposal = propose(game.pk, anna, "end", {})
    for person in (bob, chris):
        vote(proposal.pk, person, agrees=True)
    assert "what a pity" in say(game, anna, "what a pity")
    assert "what a pity" in page_of(game, bob)


@pytest.mark.parametrize("readers", Game.Talk.values)
def test_the_result_shows_it_to_whoever_may_watch_unless_the_host_says_otherwise(
    anna: User, bob: User, readers: str
) -> None:
    game = play_on(opened(anna, bob), over)
    talk.say(game.pk, anna, "well played, bob")
    Game.objects.filter(pk=game.pk).update(talk=readers)
    address = f"/results/{fresh(game).share_code}/"
    assert "well played, bob" in client_of(bob).get(address).content.decode()
    assert "well played, bob" not in Client().get(address).content.decode()
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    shown = "well played, bob" in Client().get(address).content.decode()
    assert shown is (readers == Game.Talk.ONLOOKERS)
    assert ("well played, bob" in page_of(game, AnonymousUser())) is shown
    assert "well played, bob" in part_of(page_of(game, bob))


@pytest.mark.parametrize(("readers", "words"), [("onlookers", "whoever may watch it does, too"), ("players", "Only")])
def test_people_are_told_who_reads_it_also_if_the_host_opens_a_private_game(
    game: Game, anna: User, bob: User, readers: str, words: str
) -> None:
    Game.objects.filter(pk=game.pk).update(talk=readers)
    assert words in part_of(page_of(game, bob))
    set_visibility(game.pk, anna, Game.Visibility.PUBLIC)
    assert ("what is said at the table, too" in notices(bob)[0].content["text"]) == (readers == "onlookers")


def test_all_that_was_said_is_on_pages_of_their_own(
    game: Game, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "MAX_A_MINUTE", 1000)
    monkeypatch.setattr(talk, "MAX_A_DAY", 1000)
    monkeypatch.setattr(talk, "MAX_A_DAY_IN_ALL", 1000)
    first = talk.say(game.pk, anna, "message number one")
    for _time in range(31):
        last = talk.say(game.pk, anna, "more")
    assert "message number one" not in page_of(game, bob)
    assert f"/games/{game.pk}/talk/" in page_of(game, bob)
    browser = client_of(bob)
    assert "message number one" in browser.get(f"/games/{game.pk}/talk/").content.decode()
    earlier = browser.get(f"/games/{game.pk}/talk/?before={last.pk}").content.decode()
    assert "message number one" in earlier
    assert "message number one" not in browser.get(f"/games/{game.pk}/talk/?before={first.pk}").content.decode()
    assert client_of(UserFactory.create()).get(f"/games/{game.pk}/talk/").status_code == 404


def test_one_mutes_and_reports_wherever_something_said_is_read(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), over)
    own, rude = talk.say(game.pk, bob, "Nice move."), talk.say(game.pk, anna, "You fool!")
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    for address in (f"/games/{game.pk}/talk/", f"/results/{fresh(game).share_code}/"):
        browser = client_of(bob)
        page = browser.get(address)
        assert f"message={rude.pk}" in page.content.decode()
        assert f"message={own.pk}" not in page.content.decode()
        form = next(form for form in forms(page) if form.action == "/preferences/muted/")
        answer = browser.post(form.action, form.fields | {"mute": str(rude.pk)}, follow=True).content.decode()
        assert "You have muted anna." in answer
        assert "Read them again" in browser.get(address).content.decode()
        talk.unmute(bob, anna)
        stranger = Client().get(address).content.decode()
        assert "You fool!" in stranger
        assert 'id="talk-mute"' not in stranger
        assert f"message={rude.pk}" not in stranger


def test_who_may_not_report_is_offered_no_link_to_it(game: Game, anna: User, bob: User) -> None:
    rude = talk.say(game.pk, bob, "You fool!")
    suspend(anna, None, "rude, too")
    for page in (page_of(game, anna), client_of(anna).get(f"/games/{game.pk}/talk/").content.decode()):
        assert f'value="{rude.pk}"' in page
        assert f"message={rude.pk}" not in page


def test_what_is_being_written_is_kept_for_its_person_alone(game: Game, anna: User, bob: User) -> None:
    kept = [set(re.findall(r'data-draft="([^"]+)"', page_of(game, person))) for person in (anna, bob)]
    assert all(len(names) == 2 for names in kept)
    assert kept[0].isdisjoint(kept[1])


def test_where_nobody_else_plays_there_is_no_talk_but_a_note(anna: User) -> None:
    game = opened(anna, bots=2)
    page = page_of(game, anna)
    assert part_of(page) == ""
    assert "Only you can read this." in page


def test_who_may_not_talk_reads_why(game: Game, anna: User, bob: User) -> None:
    talk.say(game.pk, bob, "hello")
    User.objects.filter(pk=anna.pk).update(silenced_until="2099-01-01T00:00Z")
    part = part_of(page_of(game, anna))
    assert "a moderator has decided so" in part
    assert "<textarea" not in part
