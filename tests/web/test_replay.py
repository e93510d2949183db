"""Stepping through a game's past, and the page of a finished one for whoever has its link."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from games.engine.record import hash_secret, parse
from games.models import Game, Move
from games.people.models import User
from games.table import replay
from games.table.moderation import abort, correction, rewind
from games.table.positions import rules_of
from games.table.takeback import undo
from games.table.viewpoints import Viewpoint
from tests.table.finished_games import finished_game
from tests.table.games import answer, fresh, opened, person_turn, play_on, player
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(anna: User, bob: User) -> Game:
    return play_on(opened(anna, bob, bots=1), lambda game: game.plies >= 40)


@pytest.fixture
def finished(anna: User, bob: User, chris: User) -> Game:
    return finished_game(anna, bob, chris)


def page(client: Client, address: str, status: int = 200) -> Any:
    response = client.get(address)
    assert response.status_code == status, address
    return response


def text(response: Any) -> str:
    return response.content.decode()  # type: ignore[no-any-return]


def at(game: Game, number: int) -> str:
    return f"/games/{game.pk}/replay/{number}/"


def links(response: Any) -> set[str]:
    return set(re.findall(r'href="([^"]+)"', text(response)))


def seat_index(game: Game, person: User) -> int:
    return game.seats.get(user=person).index


# --- replay ------------------------------------------------------------------------------------------------------


def test_a_replay_begins_at_the_start_and_steps_on(running: Game, anna: User) -> None:
    browser = client_of(anna)
    assert page(browser, f"/games/{running.pk}/replay/", 302)["Location"] == at(running, 0)
    start = page(browser, at(running, 0))
    assert "The start" in text(start)
    assert at(running, 1) in links(start)
    assert at(running, running.plies) in links(start)
    end = page(browser, at(running, running.plies))
    assert at(running, running.plies - 1) in links(end)
    assert at(running, running.plies + 1) not in links(end)


def test_a_position_shows_the_board_as_it_was_and_what_had_just_been_played(running: Game, anna: User) -> None:
    response = page(client_of(anna), at(running, 7))
    seat = seat_index(running, anna)
    assert response.context["view"] == rules_of(running).view(replay.position_at(running, 7), seat)
    played = replay.replay_steps(running, Viewpoint(seat))[6]
    sentences = [rules_of(running).narrate(event, response.context["names"]).render() for event in played.events]
    assert sentences
    assert all(sentence in text(response) for sentence in sentences)


def test_a_positions_address_stays_the_same_while_the_game_goes_on(running: Game, anna: User, bob: User) -> None:
    before = page(client_of(anna), at(running, 7)).context["view"]
    later = play_on(running, lambda game: game.plies >= running.plies + 10, seed=9)
    assert page(client_of(anna), at(later, 7)).context["view"] == before


def test_numbers_that_are_no_position_are_not_found(running: Game, anna: User) -> None:
    for number in (running.plies + 1, 10**30):
        page(client_of(anna), at(running, number), 404)
    page(client_of(anna), f"/games/{running.pk}/replay/-1/", 404)


def test_moves_taken_back_show_nowhere(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler", "take quarry")
    undo(game.pk, player(turn))
    page(client_of(bob), at(game, 2), 404)
    answer(person_turn(game), "builder")
    seen = text(page(client_of(bob), at(game, 1)))
    assert "picks the builder" in seen
    assert "takes a quarry" not in seen


def test_a_position_that_staff_set_up_is_a_step_of_its_own(running: Game, anna: User) -> None:
    corrected = json.loads(correction.position_text(running))
    corrected["players"][0]["doubloons"] += 3
    correction.correct_position(running.pk, None, "miscounted", json.dumps(corrected))
    assert "Staff set this position up." in text(page(client_of(anna), at(running, running.plies + 1)))


def test_the_log_of_the_game_page_leads_to_its_positions(running: Game, anna: User) -> None:
    browser = client_of(anna)
    for address in (f"/games/{running.pk}/", f"/games/{running.pk}/log/"):
        entries = {link for link in links(page(browser, address)) if f"{running.pk}/replay/" in link}
        assert len(entries) > 10
        assert max(entries, key=len) <= at(running, 999)
    page(browser, at(running, running.plies))


def test_the_log_beside_a_position_marks_it_and_leads_to_every_round(finished: Game, anna: User) -> None:
    last = fresh(finished).plies
    response = page(client_of(anna), at(finished, last))
    assert text(response).count('aria-current="step"') == 1
    rounds = response.context["rounds"]
    assert [number for number, _url, _current in rounds] == list(range(1, len(rounds) + 1))
    first = page(client_of(anna), rounds[2][1])
    assert first.context["view"].round == 3


def test_stepping_needs_no_script_and_none_stands_in_the_page(running: Game, anna: User) -> None:
    html = text(page(client_of(anna), at(running, 5)))
    assert re.findall(r"<script(?![^>]*src=)", html) == []
    assert " on" + "click" not in html
    assert 'style="' not in html


def test_the_number_of_queries_does_not_grow_with_the_game(
    finished: Game, anna: User, django_assert_max_num_queries: Any
) -> None:
    browser = client_of(anna)
    # The first page of a session notes that it is in use.
    page(browser, at(finished, finished.plies))
    with django_assert_max_num_queries(15):
        page(browser, at(finished, finished.plies - 1))
    with django_assert_max_num_queries(25):
        page(Client(), f"/results/{finished.share_code}/")


# --- who sees what -----------------------------------------------------------------------------------------------


def test_a_private_game_has_no_past_for_others(running: Game, david: User) -> None:
    page(client_of(david), at(running, 3), 404)
    assert page(Client(), at(running, 3), 302)["Location"].startswith("/accounts/login/")


def test_onlookers_step_through_what_onlookers_may_know(running: Game, david: User) -> None:
    Game.objects.filter(pk=running.pk).update(visibility=Game.Visibility.PUBLIC)
    for browser in (client_of(david), Client()):
        response = page(browser, at(running, 30))
        assert response.context["view"] == rules_of(running).view(replay.position_at(running, 30), None)
        page(browser, at(running, 30) + "?as=1", 404)


def test_while_the_game_runs_nobody_looks_through_others_eyes(running: Game, anna: User) -> None:
    own = seat_index(running, anna)
    browser = client_of(anna)
    page(browser, at(running, 30) + f"?as={own + 1}")
    for eyes in ("all", str((own + 1) % 3 + 1), "0", "9", "x"):
        page(browser, at(running, 30) + f"?as={eyes}", 404)


def test_after_the_end_everybody_at_the_table_looks_through_all_eyes(finished: Game, anna: User) -> None:
    browser, own = client_of(anna), seat_index(finished, anna)
    number = finished.plies - 20
    position = replay.position_at(finished, number)
    assert page(browser, at(finished, number)).context["view"].viewer == own
    for seat in range(3):
        view = page(browser, at(finished, number) + f"?as={seat + 1}").context["view"]
        assert view == rules_of(finished).view(position, seat)
    everything = page(browser, at(finished, number) + "?as=all")
    assert all(player.vp is not None for player in everything.context["view"].players)
    assert all("?as=all" in link for link in links(everything) if "/replay/" in link and f"/{number + 1}/" in link)


def test_a_game_that_staff_took_back_from_its_end_closes_its_eyes_again(finished: Game, anna: User) -> None:
    rewind.rewind(finished.pk, None, "too early", finished.plies - 10)
    browser = client_of(anna)
    page(browser, at(finished, 30) + "?as=all", 404)
    page(Client(), f"/results/{finished.share_code}/", 404)


def test_pages_of_positions_that_differ_only_in_what_is_hidden_are_the_same(running: Game, anna: User) -> None:
    written = json.loads(correction.position_text(running))
    own = seat_index(running, anna)
    first, second = (place for place in range(3) if place != own)
    written["players"][first]["vp_chips"] += 3
    written["vp_pool"] -= 3
    correction.correct_position(running.pk, None, "a try", json.dumps(written))
    row = Move.objects.get(game=running, seat=None)
    browser, number = client_of(anna), row.ply + 1
    game = play_on(running, lambda game: game.plies > number)
    rules, one = rules_of(game), page(browser, at(game, number))
    digest = rules.digest(replay.position_at(game, number))
    twin = json.loads(json.dumps(row.set_up))
    twin["players"][first]["vp_chips"] -= 2
    twin["players"][second]["vp_chips"] += 2
    twin["random"] = [word ^ 12345 for word in twin["random"]]
    Move.objects.filter(pk=row.pk).update(set_up=twin)
    other = page(browser, at(game, number))
    assert rules.digest(replay.position_at(game, number)) != digest
    assert text(one) == text(other)


def test_events_for_others_ears_are_not_told(running: Game, anna: User, bob: User) -> None:
    move = Move.objects.filter(game=running).order_by("ply")[4]
    move.events = [{**event, "audience": [seat_index(running, bob)]} for event in move.events]
    move.save()
    assert "Nothing that can be seen from here." in text(page(client_of(anna), at(running, 5)))
    assert "Nothing that can be seen from here." not in text(page(client_of(bob), at(running, 5)))


def test_no_page_of_the_past_tells_the_secret_of_a_running_game(running: Game, anna: User) -> None:
    for number in range(0, running.plies + 1, 8):
        assert running.secret not in text(page(client_of(anna), at(running, number)))


def test_a_game_called_off_under_way_can_still_be_looked_back_at_through_ones_own_eyes(
    running: Game, anna: User
) -> None:
    abort.abort(running.pk, None, "nobody came back")
    browser, last = client_of(anna), fresh(running).plies
    assert at(running, last) in links(page(browser, f"/games/{running.pk}/"))
    page(browser, at(running, last))
    page(browser, at(running, last) + "?as=all", 404)
    page(Client(), f"/results/{running.share_code}/", 404)


# --- the result --------------------------------------------------------------------------------------------------


def test_whoever_has_the_link_sees_the_result(finished: Game, anna: User, david: User) -> None:
    for browser in (Client(), client_of(david), client_of(anna)):
        html = text(page(browser, f"/results/{finished.share_code}/"))
        assert finished.secret in html
        assert hash_secret(bytes.fromhex(finished.secret)) in html
        for seat in finished.seats.all():
            assert str(seat.score) in html


def test_before_the_end_there_is_nothing_at_the_link(running: Game, anna: User) -> None:
    for browser in (Client(), client_of(anna)):
        for path in ("", "record/", "replay/0/"):
            page(browser, f"/results/{running.share_code}/{path}", 404)


def test_an_unknown_code_is_not_found(finished: Game) -> None:
    for path in ("", "record/", "replay/0/"):
        page(Client(), f"/results/{finished.pk}/{path}", 404)


def test_the_link_grants_replay_and_record_but_not_the_game_itself(finished: Game, david: User) -> None:
    browser = client_of(david)
    replay = page(browser, f"/results/{finished.share_code}/replay/12/")
    assert f"/results/{finished.share_code}/replay/13/" in links(replay)
    assert not any(f"/games/{finished.pk}/" in link for link in links(replay))
    record = page(browser, f"/results/{finished.share_code}/record/")
    assert parse(text(record)).secret == bytes.fromhex(finished.secret)
    page(browser, f"/games/{finished.pk}/", 404)


def test_previews_of_the_link_tell_who_won(finished: Game) -> None:
    html = text(page(Client(), f"/results/{finished.share_code}/"))
    names = [seat.user.username for seat in finished.seats.filter(rank=1) if seat.user]
    title = re.search(r'property="og:title" content="([^"]*)"', html)
    description = re.search(r'property="og:description" content="([^"]*)"', html)
    assert title
    assert description
    assert all(name in title[1] for name in names)
    assert all(f"{seat.rank}. {seat.user} {seat.score}" in description[1] for seat in finished.seats.all())


def test_the_chart_of_points_has_a_table_that_says_the_same(finished: Game) -> None:
    response = page(Client(), f"/results/{finished.share_code}/")
    chart, totals = response.context["chart"], response.context["figures"].totals
    assert [line.points for line in chart.lines] == list(totals[-1])
    assert all(len(line.corners) == len(totals) for line in chart.lines)
    heights = [y for line in chart.lines for _x, y in line.corners]
    assert 0 <= min(heights) <= max(heights) <= chart.bottom
    labels = sorted(line.label_y for line in chart.lines)
    assert all(below - above >= 15 for above, below in pairwise(labels))
    rows = re.findall(
        r'<tr><th scope="row" class="number">(\d+)</th>((?:<td class="number">\d+</td>)+)</tr>', text(response)
    )
    assert [tuple(int(cell) for cell in re.findall(r">(\d+)<", cells)) for _round, cells in rows] == list(totals)


def test_the_chart_and_its_table_have_captions(finished: Game) -> None:
    shown = text(page(Client(), f"/results/{finished.share_code}/"))
    figure = re.search(r"<figure>(.*?)</figure>", shown, re.DOTALL)
    assert figure is not None
    assert re.search(r'<svg class="points"[^>]* role="img" aria-label="[^"]+"', figure[1])
    assert re.search(r"<figcaption[^>]*>As if the game had ended after each round", figure[1])
    after = shown[figure.end() :]
    assert after.index("<details>") < after.index("Points from round to round</caption>") < after.index("</details>")


def test_a_result_can_still_be_seen_when_its_positions_cannot_be_made_again(finished: Game) -> None:
    Move.objects.filter(game=finished, ply=5).update(text="build wharf")
    response = page(Client(), f"/results/{finished.share_code}/")
    assert response.context["chart"] is None
    replay = page(Client(), f"/results/{finished.share_code}/replay/10/")
    assert "cannot be shown any more" in text(replay)


def test_the_finished_game_leads_to_its_result_and_offers_the_link(finished: Game, anna: User) -> None:
    response = page(client_of(anna), f"/games/{finished.pk}/")
    assert f"/results/{finished.share_code}/" in links(response)
    assert f'value="http://127.0.0.1:8000/results/{finished.share_code}/"' in text(response)


def test_the_page_of_a_running_game_does_not_tell_the_link(running: Game, anna: User) -> None:
    assert running.share_code not in text(page(client_of(anna), f"/games/{running.pk}/"))
