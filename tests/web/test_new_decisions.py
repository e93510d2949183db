"""What the expansions ask is asked, and can be answered, on the page, by a link, by mail and through the API alike."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.mail.compose import compose
from games.models import Delivery, Game, Move, Notification, Turn
from games.people.models import User
from games.table import queries
from tests.access.leaks import leaks, resampled, viewer_of
from tests.api.programs import program_of
from tests.mail.conftest import acknowledgement_of, arrive
from tests.table.games import answer, fresh, offers, opened, person_turn, player
from tests.table.rare_positions import found, set_before
from tests.web.pages import answer_form, client_of, forms, game_page

pytestmark = pytest.mark.django_db

STAGES = ("draft", "ship", "forest", "hunting lodge", "colonists", "nobles", "black market", "guests", "storehouse")
SUGGESTED = ("small wharf", "storehouse")
"""Where the answers are too many to list."""
WAYS = ("page", "link", "mail", "api")


@pytest.fixture
def people(anna: User, bob: User, chris: User, sent: list[str]) -> list[User]:
    return [anna, bob, chris]


def open_turn_at(stage: str, people: list[User]) -> Turn:
    """A person is asked this."""
    if stage == "draft":
        game = opened(*people, buildings="draft", nobles="on")
    elif stage == "storehouse":
        game = set_before(found("storing", "suggestions"), *people)
    else:
        game = set_before(found(stage, "suggestions" if stage in SUGGESTED else ""), *people)
    turn = person_turn(game)
    assert queries.question_for(turn).stage == ("storing" if stage == "storehouse" else stage)
    return turn


def turn_mail(turn: Turn) -> Delivery:
    return Delivery.objects.get(turn=turn, kind=Notification.Kind.TURN)


@pytest.mark.parametrize("stage", [*STAGES, "small wharf"])
def test_the_question_stands_on_the_page_in_the_mail_and_in_the_api(stage: str, people: list[User]) -> None:
    turn = open_turn_at(stage, people)
    question, texts = queries.question_for(turn), offers(turn)
    page = unescape(game_page(client_of(player(turn)), turn.game).content.decode())
    mail = compose(turn_mail(turn), pictures=False)
    response = program_of(player(turn)).ask(f"turns/{turn.pk}/options/")
    assert [option["text"] for option in response["options"]] == texts == list(mail.options)
    assert (response["stage"], response["form"]) == (question.stage, question.form)
    prompt = question.prompt.render()
    assert prompt in page
    assert " ".join(mail.text.split()).startswith(prompt)
    assert prompt in unescape(mail.html)
    if question.form != "placement":
        for text in texts:
            assert f'value="{text}"' in page
            assert text in " ".join(mail.text.split())
    assert all(len(line) <= 72 or "http" in line for line in mail.text.split("\n"))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", [*STAGES, "small wharf"])
def test_the_question_is_answered(stage: str, way: str, people: list[User], client: Client) -> None:
    turn = open_turn_at(stage, people)
    line, before = offers(turn)[-1], fresh(turn.game).plies
    if way == "page":
        browser = client_of(player(turn))
        form = answer_form(game_page(browser, turn.game))
        assert form is not None
        sent = form.pressed() if stage == "colonists" else form.pressed(("line", line))
        assert browser.post(form.action, sent).status_code == 302
    elif way == "link":
        address = f"/a/{turn.token}/0/{offers(turn).index(line) + 1}/"
        confirm = next(form for form in forms(client.get(address)) if "key" in form.fields)
        assert client.post(address, confirm.pressed()).status_code == 200
    elif way == "mail":
        assert "was not played" not in compose(acknowledgement_of(arrive(turn, line)), pictures=False).text
    else:
        program_of(player(turn)).post(f"turns/{turn.pk}/play/", {"lines": [line], "taken": 0})
    game = fresh(turn.game)
    sources = {"page": Move.Source.WEB, "link": Move.Source.LINK, "mail": Move.Source.MAIL, "api": Move.Source.API}
    assert game.moves.get(ply=before).source == sources[way]


@pytest.mark.parametrize("stage", SUGGESTED)
def test_what_is_not_among_the_suggestions_is_written_on_the_page(stage: str, people: list[User]) -> None:
    turn = open_turn_at(stage, people)
    browser = client_of(player(turn))
    page = game_page(browser, turn.game)
    written = [form for form in forms(page) if form.fields.get("line") == ""]
    assert len(written) == 1
    assert f"Like this: <code>{offers(turn)[0]}</code>" in page.content.decode()
    refused = browser.post(written[0].action, written[0].pressed(line="build harbor"))
    assert refused.status_code == 422
    assert 'value="build harbor"' in refused.content.decode()
    again = next(form for form in forms(refused) if form.fields.get("line") == "build harbor")
    assert browser.post(again.action, again.pressed(line=offers(turn)[-1].upper())).status_code == 302
    assert fresh(turn.game).moves.filter(source=Move.Source.WEB).exists()


def test_a_choice_has_nothing_to_write_on_the_page(people: list[User]) -> None:
    turn = open_turn_at("draft", people)
    page = game_page(client_of(player(turn)), turn.game).content.decode()
    assert "Or write it yourself" not in page


@pytest.mark.parametrize("stage", SUGGESTED)
def test_the_mail_says_that_there_is_more_than_it_suggests(stage: str, people: list[User]) -> None:
    turn = open_turn_at(stage, people)
    mail = compose(turn_mail(turn), pictures=False)
    for words in (mail.text, re.sub(r"<[^>]+>", "", mail.html)):
        assert "There is more that you can do" in " ".join(words.split())
    assert "Your options" not in mail.text


def test_nobles_are_placed_with_the_colonists_by_the_fields_of_one_form(people: list[User]) -> None:
    turn = noble_turn(people)
    browser = client_of(player(turn))
    form = answer_form(game_page(browser, turn.game))
    assert form is not None
    assert any(field.startswith("nobles.") for field in form.fields)
    assert browser.post(form.action, form.pressed()).status_code == 302
    closed = Turn.objects.get(pk=turn.pk)
    assert closed.status != Turn.Status.OPEN or queries.question_for(closed).stage not in ("colonists", "nobles")


def noble_turn(people: list[User]) -> Turn:
    """Somebody places colonists, and it matters who of them is noble."""
    position = found("colonists", nobles=True)
    return person_turn(set_before(position, *people))


def test_a_drawn_tile_and_secret_forests_are_known_to_their_owner_only(people: list[User], david: User) -> None:
    turn = open_turn_at("forest", people)
    game = turn.game
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    others = [viewer_of(person) for person in people if person != player(turn)]
    for who in (*others, viewer_of(david), viewer_of(None)):
        assert leaks(fresh(game), who, resampled) == []
    answer(turn, "forest")
    for who in (*others, viewer_of(david), viewer_of(None)):
        assert leaks(fresh(game), who, resampled) == []
