"""The game page: what it shows, to whom, and how much it weighs."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.engine.contract import ScoreLine, ScorePart
from games.engine.words import Message
from games.models import Game, Turn
from games.people.models import User
from games.table import queries
from games.web.game_page import score_table
from tests.table.games import answer, bots_play, fresh, offers, opened, over, play_on
from tests.web.conftest import the_turn
from tests.web.pages import answer_form, client_of, game_page

pytestmark = pytest.mark.django_db
DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def without_drawings(page: str) -> str:
    return DRAWING.sub("", page)


def test_the_page_shows_the_question_with_all_its_options_and_the_deadline(game: Game, browser: Client) -> None:
    page = game_page(browser, game).content.decode()
    form = answer_form(game_page(browser, game))
    assert form is not None
    assert [value for _name, value in form.buttons] == offers(the_turn(game))
    assert "Which role do you pick?" in page
    assert "in 3 days" in page


def test_what_can_be_chosen_is_lit_in_the_drawing(game: Game, browser: Client) -> None:
    page = game_page(browser, game).content.decode()
    for line in offers(the_turn(game)):
        assert f'data-target="role:{line}" class="lit"' in page


def test_whoever_is_not_asked_sees_for_whom_the_game_waits(game: Game, mover: User, anna: User, bob: User) -> None:
    waiting = bob if mover == anna else anna
    page = game_page(client_of(waiting), game)
    assert answer_form(page) is None
    assert "The game waits for" in page.content.decode()
    assert mover.username in without_drawings(page.content.decode())


def test_the_title_tells_whose_turn_it_is_also_while_the_page_follows(
    game: Game, mover: User, anna: User, bob: User
) -> None:
    asked, waiting = client_of(mover), client_of(bob if mover == anna else anna)
    assert title_of(game_page(asked, game).content.decode()) == f"Your turn: {game.name} · prweb"
    assert title_of(game_page(waiting, game).content.decode()) == f"{game.name} · prweb"
    parts = asked.get(f"/games/{game.pk}/turn/?version=0").content.decode()
    assert title_of(parts) == f"Your turn: {game.name} · prweb"


def title_of(page: str) -> str:
    found = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())


def test_boards_of_others_are_named_after_their_players(game: Game, mover: User, anna: User, bob: User) -> None:
    page = game_page(client_of(mover), game).content.decode()
    other = bob if mover == anna else anna
    assert f'<summary aria-label="Board of {other.username}: show it in full">' in page
    assert f'<summary aria-label="Board of {mover.username}: show it in full">' not in page
    short = re.findall(r'id="board-of-\d">\s*<summary[^>]*>(.*?)</summary>', page, re.DOTALL)
    assert short
    assert all(DRAWING.search(board) for board in short)


def test_pages_are_sent_compressed_to_who_can_read_that(game: Game, browser: Client) -> None:
    page = browser.get(f"/games/{game.pk}/", headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    assert len(page.content) < 60_000


def test_the_order_of_the_page_is_the_order_of_attention(game: Game, browser: Client) -> None:
    page = game_page(browser, game).content.decode()
    places = [
        page.index(f'id="{part}"')
        for part in ("question", "since", "own-heading", "shared-heading", "others-heading", "log")
    ]
    assert places == sorted(places)


def test_what_others_have_in_victory_points_makes_no_difference_to_the_page(game: Game, anna: User, bob: User) -> None:
    """Two positions that differ only in who of the others holds eight chips: the same page, to the letter."""
    seat = game.seat_of(bob)
    assert seat is not None
    bot = next(other.index for other in game.seats.all() if other.user is None)
    pages: dict[int, list[str]] = {}
    own: dict[int, str] = {}
    for chips in (2, 6):
        give_chips(game, {seat.index: chips, bot: 8 - chips})
        browser = client_of(anna)
        pages[chips] = [
            TOKEN.sub("", browser.get(f"/games/{game.pk}/{address}").content.decode())
            for address in ("", "turn/?version=0", "log/")
        ]
        own[chips] = TOKEN.sub("", game_page(client_of(bob), game).content.decode())
    assert pages[2] == pages[6]
    assert own[2] != own[6]


def give_chips(game: Game, chips: dict[int, int]) -> None:
    """Set what these seats hold; the pool gives or takes the rest."""
    position = fresh(game).position
    assert position is not None
    for seat, count in chips.items():
        position["vp_pool"] += position["players"][seat]["vp_chips"] - count
        position["players"][seat]["vp_chips"] = count
    Game.objects.filter(pk=game.pk).update(position=position)


def test_neither_the_secret_nor_the_hidden_tiles_are_in_the_page_before_the_end(game: Game, browser: Client) -> None:
    for address in ("", "turn/?version=0", "log/", "record/"):
        assert game.secret not in browser.get(f"/games/{game.pk}/{address}").content.decode()


def test_a_late_page_weighs_less_than_150_kb_without_the_drawings(anna: User, sent: list[str]) -> None:
    table = opened(anna, bots=4)
    play_on(table, lambda game: game.plies > 300 or over(game))
    page = game_page(client_of(anna), table).content.decode()
    assert len(without_drawings(page).encode()) < 150_000


def test_queries_do_not_grow_with_the_game(
    anna: User, sent: list[str], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    table = opened(anna, bots=4)
    play_on(table, lambda game: game.plies > 150)
    browser = client_of(anna)
    game_page(browser, table)  # once an hour it is noted that the session is in use
    with django_assert_max_num_queries(19):
        game_page(browser, table)
    with django_assert_max_num_queries(19):
        assert browser.get(f"/games/{table.pk}/turn/?version=0").status_code == 200


def test_a_page_that_knows_the_version_gets_nothing_and_costs_little(
    game: Game, browser: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    poll = f"/games/{game.pk}/turn/?version={game.version}"
    browser.get(poll)  # once an hour it is noted that the session is in use
    with django_assert_max_num_queries(2):
        response = browser.get(poll)
    assert response.status_code == 204
    assert response.content == b""


def test_an_open_page_follows_when_others_move(game: Game, mover: User, anna: User, bob: User) -> None:
    watching = client_of(bob if mover == anna else anna)
    turn = the_turn(game)
    answer(turn, offers(turn)[0])
    parts = watching.get(f"/games/{game.pk}/turn/?version={game.version}").content.decode()
    assert f"version={fresh(game).version}" in parts
    assert parts.count("hx-swap-oob") == 13
    assert f"{mover.username} picks the {offers_role(turn)}" in parts


def test_an_open_page_gets_the_drawings_that_changed_and_no_others(
    game: Game, mover: User, anna: User, bob: User
) -> None:
    watching = client_of(bob if mover == anna else anna)
    before = game_page(watching, game).content.decode()
    turn = the_turn(game)
    answer(turn, "trader")
    bots_play(game)
    poll = f"/games/{game.pk}/turn/?version={game.version}"
    parts = watching.get(poll, headers={"X-Shown-Drawings": shown_digests(before)}).content.decode()
    after = game_page(watching, game).content.decode()
    old, new = (drawings(page) for page in (before, after))
    changed = {name for name in new if new[name] != old[name]}
    assert drawings(parts.replace('<svg hx-swap-oob="true" ', "<svg ")) == {name: new[name] for name in changed}
    assert "roles-wide" in changed
    assert "buildings-wide" not in changed
    assert '<section hx-swap-oob="true" id="read-roles"' in parts, "what is read out follows"
    assert 'id="read-buildings"' not in parts
    assert shown_digests(parts) == shown_digests(after)
    anew = watching.get(poll, headers={"X-Shown-Drawings": "of.another.page"}).content.decode()
    assert drawings(anew) == new


def test_a_page_that_knows_how_wide_it_is_brings_the_drawings_for_that_width_only(game: Game, mover: User) -> None:
    browser = client_of(mover)
    both = drawings(game_page(browser, game).content.decode())
    for width, left_out in (("wide", "roles-tall"), ("narrow", "roles-wide")):
        browser.cookies["prweb-width"] = width
        page = game_page(browser, game).content.decode()
        assert drawings(page).keys() < both.keys()
        assert both.keys() - drawings(page).keys() > {left_out}
        # What stands alone is shown whatever the width turns out to be.
        assert not re.search('class="[^"]*only-(wide|narrow)', page)
    parts = browser.get(
        f"/games/{game.pk}/turn/?version=0", headers={"X-Shown-Drawings": shown_digests(page)}
    ).content.decode()
    assert not drawings(parts)
    browser.cookies["prweb-width"] = "wide"
    parts = browser.get(
        f"/games/{game.pk}/turn/?version=0", headers={"X-Shown-Drawings": shown_digests(page)}
    ).content.decode()
    assert "roles-wide" in drawings(parts)
    browser.cookies["prweb-width"] = "of a table"
    assert drawings(game_page(browser, game).content.decode()) == both


def shown_digests(page: str) -> str:
    return page.split('data-shown="')[1].split('"')[0]


def drawings(page: str) -> dict[str, str]:
    """By their ids, those that have one."""
    return {found[1]: svg for svg in DRAWING.findall(page) if (found := re.match(r'<svg[^>]* id="([^"]+)"', svg))}


def test_every_shape_that_a_page_draws_with_is_in_it_once(game: Game, browser: Client) -> None:
    page = game_page(browser, game).content.decode()
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<use[^>]* href="#([^"]+)"', page)) <= set(ids)


def offers_role(turn: Turn) -> str:
    return str(turn.game.moves.filter(turn=turn).order_by("ply")[0].text)


def test_a_stranger_does_not_find_the_game(game: Game, chris: User) -> None:
    stranger = client_of(chris)
    for address in ("", "turn/", "log/", "record/", "resign/"):
        assert stranger.get(f"/games/{game.pk}/{address}").status_code == 404
    for address in ("undo/", "resign/", "start/", "fill/", "leave/"):
        assert stranger.post(f"/games/{game.pk}/{address}").status_code == 404


def test_who_is_not_signed_in_is_asked_to(game: Game, client: Client) -> None:
    response = client.get(f"/games/{game.pk}/")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


def test_looking_at_pages_changes_nothing(game: Game, browser: Client) -> None:
    before = (fresh(game).version, game.moves.count(), Turn.objects.filter(game=game).count())
    for address in ("", "turn/", "log/", "record/", "resign/", "undo/", "start/", "leave/", "fill/"):
        browser.get(f"/games/{game.pk}/{address}")
    browser.get(f"/turns/{the_turn(game).pk}/answer/?line=pass")
    assert (fresh(game).version, game.moves.count(), Turn.objects.filter(game=game).count()) == before


def test_the_record_can_be_downloaded(game: Game, browser: Client) -> None:
    turn = the_turn(game)
    answer(turn, offers(turn)[0])
    response = browser.get(f"/games/{game.pk}/record/")
    assert response["Content-Disposition"] == f'attachment; filename="{game.pk}.txt"'
    assert response.content.decode().startswith('[Record "1"]')
    assert offers_role(turn) in response.content.decode()


def test_after_the_end_the_page_shows_standings_score_parts_and_the_secret(
    anna: User, bob: User, sent: list[str]
) -> None:
    table = play_on(opened(anna, bob), over)
    page = game_page(client_of(anna), table).content.decode()
    for seat in table.seats.all():
        assert f"<b>{seat.score}</b>" in page
    assert "Final scores" in page
    assert table.secret in page
    assert answer_form(game_page(client_of(anna), table)) is None


def test_the_final_account_has_a_row_for_every_part_that_anybody_scored() -> None:
    bonus = ScorePart("guild-hall", Message("bonus of the guild hall"), 6)
    anna, bob = (ScorePart("chips", Message("chips"), points) for points in (10, 8))
    lines = [ScoreLine(0, 2, 10, 3, (anna,)), ScoreLine(1, 1, 14, 0, (bob, bonus))]
    shown = score_table(lines, ["anna", "bob"])
    assert [standing.name for standing in shown.standings] == ["bob", "anna"]
    assert shown.parts == [("chips", [8, 10]), ("bonus of the guild hall", [6, 0])]


def test_times_are_told_in_the_readers_zone(game: Game, mover: User, browser: Client) -> None:
    turn = the_turn(game)
    for zone, hour in (("UTC", "09:30"), ("Asia/Kolkata", "15:00")):
        User.objects.filter(pk=mover.pk).update(time_zone=zone)
        Turn.objects.filter(pk=turn.pk).update(due="2031-03-04T09:30:00Z")
        assert f"Tue 4 Mar, {hour}" in game_page(browser, game).content.decode()


def test_no_page_has_scripts_or_styles_of_its_own(game: Game, browser: Client) -> None:
    for address in ("/", "/games/", "/games/new/", "/preferences/", f"/games/{game.pk}/", f"/games/{game.pk}/log/"):
        page = browser.get(address).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), address
        assert not re.search(r"<style|\bstyle=|\bon[a-z]+=", without_drawings(page)), address


def number_at_my_turns(page: str) -> str:
    found = re.search(r'<a id="my-turns"[^>]* data-count="(\d+)"', page)
    assert found is not None
    return found[1]


def test_the_number_at_my_turns_is_right_after_ones_own_answer_and_when_others_move(
    game: Game, mover: User, anna: User, bob: User
) -> None:
    """Until the mover's answer closes the turn it is the mover's, then the other's; the parts tell it like the page."""
    other = bob if mover == anna else anna
    asked, waiting = client_of(mover), client_of(other)
    form = answer_form(game_page(asked, game))
    assert form is not None
    line = next(value for _name, value in form.buttons if value == "prospector" or value == "craftsman")
    parts = asked.post(form.action, {**form.fields, "line": line}, headers={"HX-Request": "true"}).content.decode()
    bots_play(game)
    now = {
        person: client.get(f"/games/{game.pk}/turn/?version=0").content.decode()
        for person, client in ((mover, asked), (other, waiting))
    }
    counted = {person: str(queries.my_turns(person).count()) for person in (mover, other)}
    assert number_at_my_turns(parts) == "0"
    assert {person: number_at_my_turns(page) for person, page in now.items()} == counted
    assert sorted(counted.values()) == ["0", "1"]
    for person, client in ((mover, asked), (other, waiting)):
        assert client.get(f"/turns/mine/?known={counted[person]}").status_code == 204
        assert number_at_my_turns(client.get("/turns/mine/?known=7").content.decode()) == counted[person]


def test_when_the_game_ends_the_number_at_my_turns_does_not_count_it_any_more(game: Game, mover: User) -> None:
    browser = client_of(mover)
    assert number_at_my_turns(game_page(browser, game).content.decode()) == "1"
    play_on(game, over)
    assert number_at_my_turns(browser.get(f"/games/{game.pk}/turn/?version=0").content.decode()) == "0"
