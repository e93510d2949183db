"""Plans on the pages: wishes for when one's turn comes, seen by nobody but their owner."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Move, Seat, Turn
from games.people.models import User
from games.table import plans, playing
from tests.factories import UserFactory
from tests.staff.signing_in import staff_client
from tests.table.games import answer, fresh, offers, opened, player
from tests.table.planned_games import early_turns
from tests.web.conftest import the_turn
from tests.web.pages import Form, client_of, forms, game_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bob: User, chris: User, sent: list[str]) -> Game:
    """Somebody has picked the settler and is to take a tile; the two after them can plan theirs."""
    return settling(opened(anna, bob, chris))


def settling(table: Game) -> Game:
    answer(the_turn(table), "settler")
    return fresh(table)


@pytest.fixture
def turn(game: Game) -> Turn:
    """Of the person who is asked next."""
    return early_turns(game)[0]


@pytest.fixture
def planner(turn: Turn) -> Client:
    return client_of(player(turn))


def lines_of(turn: Turn) -> tuple[str, ...]:
    return plans.lines_of(Turn.objects.get(pk=turn.pk))


def options(response: Any) -> Form:
    return next(form for form in forms(response) if form.action.endswith("/answer/") and form.fields.get("add"))


def choose(client: Client, game: Game, line: str) -> Any:
    form = options(game_page(client, game))
    assert ("line", line) in form.buttons
    return client.post(form.action, form.pressed(("line", line)), follow=True)


def change_form(response: Any, line: int | None = None) -> Form:
    """The form that changes one line of the plan, or withdraws all."""
    wanted = "" if line is None else str(line)
    found = [form for form in forms(response) if form.action.endswith("/plan/")]
    return next(form for form in found if form.fields.get("line", "") == wanted)


def text_of(response: Any) -> str:
    content: str = response.content.decode()
    return content


def test_who_is_not_asked_yet_reads_that_they_can_plan_and_how_long_they_will_have(game: Game, planner: Client) -> None:
    page = text_of(game_page(planner, game))
    assert "Plan ahead: Which tile do you take?" in page
    assert "No deadline yet: you have 3 days once it is your turn." in page
    assert reverse("playing-faster") in page
    assert f"<title>{game.name}" in page.replace("\n", "")


def test_choosing_an_option_adds_it_below_the_plan_and_says_what_will_happen(
    game: Game, turn: Turn, planner: Client
) -> None:
    choose(planner, game, "take coffee")
    response = choose(planner, game, "take indigo")
    assert lines_of(turn) == ("take coffee", "take indigo")
    assert "take coffee; if that is not possible: take indigo; else you are asked" in text_of(response)
    assert fresh(game).plies == game.plies


def test_an_option_in_the_plan_shows_its_place_and_is_removed_by_choosing_it_again(
    game: Game, turn: Turn, planner: Client
) -> None:
    choose(planner, game, "take coffee")
    page = choose(planner, game, "take indigo")
    assert '<span class="place" aria-hidden="true">2</span> Take an indigo plantation' in text_of(page)
    form = options(page)
    assert ("line", "0") in form.buttons
    response = planner.post(reverse("turn-plan", args=[turn.pk]), form.pressed(("line", "0")))
    assert response.status_code == 302
    assert lines_of(turn) == ("take indigo",)


def test_a_line_goes_up_or_out_and_a_plan_is_withdrawn(game: Game, turn: Turn, planner: Client) -> None:
    for line in ("take coffee", "take indigo", "pass"):
        choose(planner, game, line)
    for button, expected in (
        (("change", "up"), ("take coffee", "pass", "take indigo")),
        (("change", "remove"), ("take coffee", "pass")),
    ):
        form = change_form(game_page(planner, game), 2)
        planner.post(form.action, form.pressed(button))
        assert lines_of(turn) == expected
    form = change_form(game_page(planner, game))
    assert "you have no plan now" in text_of(planner.post(form.action, form.pressed(), follow=True))
    assert lines_of(turn) == ()


def test_all_lines_are_put_in_a_new_order_at_once(game: Game, turn: Turn, planner: Client) -> None:
    for line in ("take coffee", "take indigo", "pass"):
        choose(planner, game, line)
    form = change_form(game_page(planner, game))
    response = planner.post(form.action, form.pressed(("change", "order"), order="2,0,1"))
    assert response.status_code == 302
    assert lines_of(turn) == ("pass", "take coffee", "take indigo")
    again = planner.post(form.action, form.pressed(("change", "order"), order="2,0,1"))
    assert (again.status_code, "Your plan is not as this page showed it" in text_of(again)) == (409, True)
    assert lines_of(turn) == ("pass", "take coffee", "take indigo")


@pytest.mark.parametrize("order", ["0", "0,1,2", "0,0", "1,2", "0,-1", "first,second", ""])
def test_an_order_that_is_none_of_the_lines_is_refused(order: str, game: Game, turn: Turn, planner: Client) -> None:
    for line in ("take coffee", "take indigo"):
        choose(planner, game, line)
    form = change_form(game_page(planner, game))
    refused = planner.post(form.action, form.pressed(("change", "order"), order=order))
    assert (refused.status_code, "nothing was changed" in text_of(refused)) == (409, True)
    assert lines_of(turn) == ("take coffee", "take indigo")


def test_a_change_from_a_page_with_another_plan_changes_nothing(game: Game, turn: Turn, planner: Client) -> None:
    choose(planner, game, "take coffee")
    stale = game_page(planner, game)
    choose(planner, game, "take indigo")
    for form, button in (
        (change_form(stale, 0), ("change", "remove")),
        (change_form(stale), ("change", "drop")),
        (change_form(game_page(planner, game), 1), ("change", "sideways")),
    ):
        assert planner.post(form.action, form.pressed(button)).status_code == 409
    beyond = change_form(game_page(planner, game), 1).pressed(("change", "up"), line="7")
    odd = change_form(game_page(planner, game), 1).pressed(("change", "up"), line="one")
    for sent_form in (beyond, odd):
        assert planner.post(reverse("turn-plan", args=[turn.pk]), sent_form).status_code == 409
    assert lines_of(turn) == ("take coffee", "take indigo")


def test_a_line_that_never_can_be_played_is_refused_and_what_was_written_stays_on_the_page(
    game: Game, turn: Turn, planner: Client
) -> None:
    choose(planner, game, "take coffee")
    form = next(
        form for form in forms(game_page(planner, game)) if form.action.endswith("/answer/") and not form.buttons[0][0]
    )
    response = planner.post(form.action, form.pressed(line="take indigo\ntake quarry"))
    assert response.status_code == 422
    assert "Only the settler" in text_of(response)
    assert "take indigo\ntake quarry</textarea>" in text_of(response)
    assert lines_of(turn) == ("take coffee",)
    planner.post(form.action, form.pressed(line="take indigo\r\npass"))
    assert lines_of(turn) == ("take indigo", "pass")
    assert "take indigo\npass</textarea>" in text_of(game_page(planner, game))


def test_who_wants_to_be_asked_says_so(game: Game, turn: Turn, planner: Client) -> None:
    form = next(form for form in forms(game_page(planner, game)) if ("line", "wait") in form.buttons)
    page = planner.post(form.action, form.pressed(), follow=True)
    assert "When it is your turn, you are asked." in text_of(page)
    choose(planner, game, "take coffee")
    assert lines_of(turn) == ("take coffee", "ask")
    assert not [form for form in forms(game_page(planner, game)) if ("line", "ask") in form.buttons]


def test_a_plan_posted_after_the_turn_has_come_is_played(game: Game, turn: Turn, planner: Client) -> None:
    form = options(game_page(planner, game))
    answer(the_turn(game), "take quarry")
    assert the_turn(game) == turn
    page = planner.post(form.action, form.pressed(("line", "take coffee")), follow=True)
    assert "Played: take coffee" in text_of(page)
    played = Move.objects.get(game=game, seat=turn.seat.index)
    assert (played.text, played.planned_at is not None) == ("take coffee", True)


def test_a_plan_posted_after_the_turn_has_come_that_is_not_possible_asks(
    game: Game, turn: Turn, planner: Client
) -> None:
    form = options(game_page(planner, game))
    answer(the_turn(game), "take coffee")
    stale = form.pressed(("line", "take coffee"))
    response = planner.post(form.action, stale)
    assert the_turn(game) == turn
    assert (response.status_code, "No coffee plantation lies face up" in text_of(response)) == (422, True)
    assert not Move.objects.filter(game=game, seat=turn.seat.index, source=Move.Source.WEB).exists()


def test_an_answer_in_turn_is_never_read_from_a_page_made_before(game: Game, turn: Turn, planner: Client) -> None:
    mover = client_of(player(the_turn(game)))
    in_turn = next(form for form in forms(game_page(mover, game)) if form.action.endswith("/answer/"))
    assert ("taken" in in_turn.fields, "plan" in in_turn.fields) == (True, False)
    early = options(game_page(planner, game))
    assert ("taken" in early.fields, "plan" in early.fields) == (False, True)


def test_passing_planned_for_one_question_does_not_pass_another(game: Game, turn: Turn, planner: Client) -> None:
    form = options(game_page(planner, game))
    planner.post(form.action, form.pressed(("line", "pass"), prompt="0" * 16))
    assert lines_of(turn) == ()
    planner.post(form.action, form.pressed(("line", "pass")))
    assert lines_of(turn) == ("pass",)


def test_boxes_of_a_plan_count_only_as_they_were_shown(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    game = opened(anna, bob, chris, kind="san-juan")
    answer(the_turn(game), "builder")
    for turn in early_turns(game):
        client = client_of(player(turn))
        found = [form for form in forms(game_page(client, game)) if "offer" in form.fields and "plan" in form.fields]
        assert found
        response = client.post(found[0].action, found[0].pressed(choice="other"))
        assert (response.status_code, lines_of(turn)) == (409, ())
        client.post(found[0].action, found[0].pressed())
        assert lines_of(turn)[0].startswith("build ")


def test_nobody_else_sees_whether_somebody_has_planned(anna: User, bob: User, chris: User, sent: list[str]) -> None:
    """Two games, equal but for a plan, look the same to everybody else; their open pages hear nothing either."""
    with time_machine.travel(timezone.now(), tick=False):
        check_nobody_sees_a_plan(anna, bob, chris)


def check_nobody_sees_a_plan(anna: User, bob: User, chris: User) -> None:
    games = [settling(opened(anna, bob, chris)) for _twin in range(2)]
    for game in games:
        Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    planned = early_turns(games[0])[0]
    onlookers = [Client(), *(client_of(seat.user) for seat in others(planned) if seat.user)]
    before = [seen(client, games[0]) for client in onlookers]
    playing.play(planned.pk, ["take coffee", "pass"], by=player(planned), source=Move.Source.WEB, key="1")
    assert lines_of(planned)
    for client, old in zip(onlookers, before, strict=True):
        version = fresh(games[0]).version
        assert client.get(f"/games/{games[0].pk}/turn/?version={version}").status_code == 204
        assert seen(client, games[0]) == old
        assert seen(client, games[0]) == seen(client, games[1])


def others(turn: Turn) -> list[Seat]:
    return list(turn.game.seats.exclude(pk=turn.seat_id).select_related("user"))


def seen(client: Client, game: Game) -> list[str]:
    """All that somebody sees of a game, without what is different in any two games."""
    found = []
    for address in ("", "turn/?version=0", "log/"):
        page = text_of(client.get(f"/games/{game.pk}/{address}"))
        numbers = {str(turn.pk): f"turn{turn.seat_id % 3}" for turn in game.turns.all()}
        lines = [line for line in page.splitlines() if "csrf" not in line and "secret" not in line]
        text = "\n".join(lines).replace(game.pk, "GAME")
        for number, name in numbers.items():
            text = text.replace(f"turns/{number}/", f"{name}/").replace(f'data-turn="{number}"', name)
        found.append(text)
    return found


def test_the_owners_pages_hear_of_a_change_of_the_plan(game: Game, turn: Turn, planner: Client) -> None:
    version = f"{game.version}"
    assert f'data-version="{version}"' in text_of(game_page(planner, game))
    playing.play(turn.pk, ["take coffee"], by=player(turn), source=Move.Source.MAIL, key="1")
    assert fresh(game).version == game.version
    parts = planner.get(f"/games/{game.pk}/turn/?version={version}")
    assert (parts.status_code, "take coffee" in text_of(parts)) == (200, True)
    assert f'data-version="{version}.1"' in text_of(parts)
    assert planner.get(f"/games/{game.pk}/turn/?version={version}.1").status_code == 204


def test_a_poll_of_who_has_planned_costs_no_more(
    game: Game, turn: Turn, planner: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    choose(planner, game, "take coffee")
    poll = f"/games/{game.pk}/turn/?version={game.version}.1"
    planner.get(poll)
    with django_assert_max_num_queries(2):
        assert planner.get(poll).status_code == 204


def test_a_plan_is_shown_while_nothing_is_asked_and_nothing_can_be_planned(
    game: Game, turn: Turn, planner: Client
) -> None:
    choose(planner, game, "take coffee")
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.ANSWERED)
    page = game_page(planner, game)
    assert "You have no turn in this game now" in text_of(page)
    assert "Your plan" in text_of(page)
    form = change_form(page)
    planner.post(form.action, form.pressed())
    assert lines_of(turn) == ()


def test_everybody_sees_the_game_wait_for_those_to_move_alone(game: Game, turn: Turn, planner: Client) -> None:
    mover = player(the_turn(game))
    page = text_of(game_page(planner, game)).partition("The game waits for:")[2].partition("</ul>")[0]
    assert mover.username in page
    for waiting in early_turns(game):
        assert player(waiting).username not in page


def test_who_decides_at_the_same_time_is_not_seen_to_have_answered(
    anna: User, bob: User, chris: User, sent: list[str]
) -> None:
    game = opened(anna, bob, chris, kind="san-juan")
    answer(the_turn(game), "councillor")
    mover = player(the_turn(game))
    given = game.turns.select_related("seat__user").filter(ahead_of_turn=True).earliest("pk")
    onlookers = [client_of(mover), *(client_of(seat.user) for seat in others(given) if seat.user)]
    before = [[*seen(client, game), text_of(client.get("/"))] for client in onlookers]
    answer(given, offers(given)[0])
    assert Turn.objects.get(pk=given.pk).status == Turn.Status.ANSWERED
    assert [[*seen(client, game), text_of(client.get("/"))] for client in onlookers] == before
    own = text_of(game_page(client_of(player(given)), game))
    assert "Your answer is saved" in own
    for page in (text_of(game_page(onlookers[0], game)), own):
        waiting = page.partition("The game waits for:")[2].partition("</ul>")[0]
        assert "deadline" not in waiting
    assert mover.username in waiting


def test_the_home_page_lists_games_that_one_can_plan_in_and_counts_them_not(
    game: Game, turn: Turn, planner: Client
) -> None:
    page = text_of(planner.get("/"))
    assert "You can plan ahead" in page
    assert page.count(f'href="/games/{game.pk}/"') == 2
    assert 'data-count="0"' in page
    choose(planner, game, "take coffee")
    assert "planned" in text_of(planner.get("/"))
    assert "You can plan ahead" not in text_of(client_of(player(the_turn(game))).get("/"))


def test_what_is_left_of_a_plan_is_shown_while_one_is_asked(game: Game, turn: Turn, planner: Client) -> None:
    playing.play(turn.pk, ["take coffee"], by=player(turn), source=Move.Source.WEB, key="1")
    answer(the_turn(game), "take coffee")
    assert the_turn(game) == turn
    page = game_page(planner, game)
    assert "Your plan" in text_of(page)
    assert "Nothing of it could be played now." in text_of(page)
    form = change_form(page)
    planner.post(form.action, form.pressed())
    assert "Your plan" not in text_of(game_page(planner, game))


def plan_link(turn: Turn, line: str) -> str:
    return reverse("mail-plan", args=[turn.token]) + f"?line={line.replace(' ', '+')}"


def kept_by_link(client: Client, address: str) -> Any:
    page = client.get(address)
    assert page.status_code == 200
    form = next(form for form in forms(page) if "key" in form.fields)
    return client.post(address, form.pressed())


def test_a_link_of_a_mail_is_one_wish_and_then_a_question(game: Game, turn: Turn, client: Client) -> None:
    playing.play(turn.pk, ["take indigo", "pass"], by=player(turn), source=Move.Source.WEB, key="1")
    address = plan_link(turn, "take coffee")
    page = text_of(client.get(address))
    assert "Take a coffee plantation" in page
    assert "When it is your turn, this is played if it is possible then; else you are asked." in page
    assert lines_of(turn) == ("take indigo", "pass")
    done = text_of(kept_by_link(client, address))
    assert "When it is your turn, this is played if possible; else you are asked." in done
    assert lines_of(turn) == ("take coffee", "ask")


def test_a_link_that_asks_to_be_asked(game: Game, turn: Turn, client: Client) -> None:
    assert "you are asked when it is your turn" in text_of(kept_by_link(client, plan_link(turn, "wait")))
    assert lines_of(turn) == ("ask",)


def test_a_link_of_an_early_mail_plays_when_the_turn_has_come_meanwhile(game: Game, turn: Turn, client: Client) -> None:
    answer(the_turn(game), "take quarry")
    assert "Played: take coffee" in text_of(kept_by_link(client, plan_link(turn, "take coffee")))


def test_the_button_of_a_link_pressed_twice_keeps_one_plan(game: Game, turn: Turn, client: Client) -> None:
    address = plan_link(turn, "take coffee")
    sent_form = next(form for form in forms(client.get(address)) if "key" in form.fields).pressed()
    first = text_of(client.post(address, sent_form))
    answer(turn, "take indigo")
    assert lines_of(turn) == ("take indigo",)
    again = client.post(address, sent_form)
    assert (again.status_code, "Saved: take coffee" in first, "Saved: take coffee" in text_of(again)) == (
        200,
        True,
        True,
    )
    assert lines_of(turn) == ("take indigo",)


def test_a_link_of_an_early_mail_that_means_nothing_any_more_says_so(game: Game, turn: Turn, client: Client) -> None:
    for line in ("take quarry", "sell corn", "nonsense"):
        assert client.get(plan_link(turn, line)).status_code == 410
    answer(the_turn(game), "take quarry")
    assert client.get(plan_link(turn, "pass")).status_code == 410
    answer(the_turn(game), "take coffee")
    assert client.get(plan_link(turn, "take indigo")).status_code == 410
    assert client.get("/a/nosuchtoken/plan/?line=pass").status_code == 404
    assert client.get(plan_link(turn, "x" * 501)).status_code == 404


def test_a_link_of_a_mail_in_turn_does_not_plan(game: Game, turn: Turn, client: Client) -> None:
    assert client.get(f"/a/{turn.token}/0/1/").status_code == 410
    assert client.post(f"/a/{turn.token}/0/1/", {"key": "0"}).status_code == 410
    assert lines_of(turn) == ()


def test_anybody_can_read_how_to_play_faster(client: Client) -> None:
    page = text_of(client.get("/playing-faster/"))
    assert "sell coffee if 3" in page
    assert 'href="/playing-faster/"' in text_of(client.get("/privacy/"))


def test_a_plan_can_be_changed_by_nobody_else(game: Game, turn: Turn, planner: Client, client: Client) -> None:
    choose(planner, game, "take coffee")
    form = change_form(game_page(planner, game))
    for button in form.buttons:
        sent_form = form.pressed(button, order="0")
        for other in others(turn):
            assert other.user is not None
            assert client_of(other.user).post(form.action, sent_form).status_code == 403
        assert client.post(form.action, sent_form).status_code == 302
    assert lines_of(turn) == ("take coffee",)
    assert offers(turn)


def test_staff_see_who_can_plan_but_no_plan(game: Game, turn: Turn, planner: Client) -> None:
    choose(planner, game, "take coffee")
    staff = staff_client(UserFactory.create(is_staff=True))
    page = text_of(staff.get(reverse("staff-game", args=[game.pk])))
    assert page.count("can plan ahead") == 2
    assert page.count("play for it") == 1
    assert "take coffee" not in page
