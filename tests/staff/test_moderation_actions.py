"""What staff do to games: every action tells its effect, wants a reason, is done once, and leaves a trail."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import AuditEntry, Delivery, Game, Move, Seat, Turn
from games.people.models import User
from games.staff.moderation_actions import MODERATION_ACTIONS, close_proposal_effect
from games.table import clock
from games.table.errors import NotAllowed, ProposalClosed
from games.table.proposals.actions import propose, vote, withdraw
from games.table.records import check_replay
from games.table.resignation import resign
from games.table.takeover import take_over
from tests.table.games import answer, bots_play, fresh, notices, offers, opened, over, person_turn, play_on, player
from tests.web.pages import Form, client_of, forms

ROOT = Path(__file__).resolve().parents[2]
REASON = "settled in the forum"


def address(game: Game, action: str) -> str:
    return f"/staff/games/{game.pk}/{action}/"


def effect_of(client: Client, game: Game, action: str, **details: Any) -> tuple[str, Form | None]:
    """The effect that the page of an action shows, and the form that performs it, if it is possible."""
    response = client.get(address(game, action), {**details, "look": "1"})
    assert response.status_code == 200
    doing = next(
        (form for form in forms(response) if form.method == "post" and "csrfmiddlewaretoken" in form.fields), None
    )
    effect = response.context["effect"]
    return " ".join(effect.sentences) if effect else "", doing if effect else None


def perform(client: Client, game: Game, action: str, **details: Any) -> Any:
    """Read the effect, then do it."""
    _effect, form = effect_of(client, game, action, **details)
    assert form is not None
    return client.post(address(game, action), {**form.fields, "reason": REASON})


def entry(action: str) -> AuditEntry:
    return AuditEntry.objects.get(action=action)


def test_every_action_has_a_row_in_the_handbook() -> None:
    rows = (ROOT / "docs" / "moderating.md").read_text().splitlines()
    first_cells = [row.split("|")[1] for row in rows if row.startswith("| ")]
    missing = [
        str(action.title) for action in MODERATION_ACTIONS if not any(str(action.title) in cell for cell in first_cells)
    ]
    assert not missing


def test_reading_the_page_of_an_action_changes_nothing(staff: Client, game: Game) -> None:
    before = Game.objects.filter(pk=game.pk).values().get()
    trail = AuditEntry.objects.count()
    for action in MODERATION_ACTIONS:
        response = staff.get(address(game, action.name))
        assert response.status_code == (200 if action.is_possible(fresh(game)) else 302)
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert AuditEntry.objects.count() == trail


@pytest.mark.parametrize("action", ["pause", "abort"])
def test_without_a_reason_nothing_is_done(staff: Client, game: Game, action: str) -> None:
    response = staff.post(address(game, action), {"reason": "  "})
    assert response.status_code == 200
    assert fresh(game).paused_at is None
    assert fresh(game).status == Game.Status.RUNNING


def test_pausing_tells_whose_time_stops_and_who_gets_mail(staff: Client, game: Game, mona: User) -> None:
    effect, _form = effect_of(staff, game, "pause")
    assert player(person_turn(game)).username in effect
    assert "2 people get a mail" in effect
    assert perform(staff, game, "pause")["Location"] == f"/staff/games/{game.pk}/"
    assert fresh(game).paused_at is not None
    assert (entry("pause").actor, entry("pause").reason) == (mona, REASON)
    assert Delivery.objects.filter(kind="notice", game=game).count() == 2


def test_staff_take_over_a_pause_that_the_players_have_agreed_on(
    staff: Client, game: Game, anna: User, bob: User
) -> None:
    vote(propose(game.pk, anna, "pause", {"days": 3}).pk, bob, agrees=True)
    paused_at = fresh(game).paused_at
    assert paused_at is not None
    effect, _form = effect_of(staff, game, "pause")
    assert "only staff end the pause" in effect
    perform(staff, game, "pause")
    assert fresh(game).paused_at == paused_at
    assert staff.get(address(game, "pause")).status_code == 302
    page = client_of(anna).get(f"/games/{game.pk}/").content.decode()
    assert "A moderator has paused the game" in page
    assert REASON in page


def test_resuming_moves_the_deadlines_by_the_pause(staff: Client, game: Game) -> None:
    before = person_turn(game).deadline
    assert before is not None
    perform(staff, game, "pause")
    with time_machine.travel(timezone.now() + timedelta(hours=5), tick=False):
        effect, _form = effect_of(staff, game, "resume")
        assert "deadlines move" in effect
        perform(staff, game, "resume")
    after = person_turn(game).deadline
    assert after is not None
    assert fresh(game).paused_at is None
    assert timedelta(hours=5) <= after - before < timedelta(hours=5, minutes=1)


def test_more_time_for_one_turn_is_shown_before_it_is_given(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    effect, _form = effect_of(staff, game, "extend", turn=turn.pk, span=86400)
    assert player(turn).username in effect
    perform(staff, game, "extend", turn=turn.pk, span=86400)
    later = person_turn(game).deadline
    assert later is not None
    assert turn.deadline is not None
    assert later - turn.deadline == timedelta(days=1)


def test_a_span_that_is_not_offered_is_refused(staff: Client, game: Game) -> None:
    effect, form = effect_of(staff, game, "extend", turn="", span="99999999999")
    assert not effect
    assert form is None


def test_taking_back_shows_the_board_then_and_keeps_the_moves_in_the_record(staff: Client, game: Game) -> None:
    game = play_on(game, lambda game: game.plies >= 8)
    response = staff.get(address(game, "take-back"), {"plies": "3", "look": "1"})
    assert "The board then" in response.content.decode()
    effect, _form = effect_of(staff, game, "take-back", plies=3)
    assert f"{game.plies - 3} moves are taken back" in effect
    perform(staff, game, "take-back", plies=3)
    game = fresh(game)
    assert game.moves.filter(undone_at=None, ply__gte=3).exclude(source=Move.Source.FORCED).count() == 0
    assert game.moves.exclude(undone_at=None).exists()
    check_replay(game)
    assert entry("take back").details["plies"]["to"] == 3


def test_a_game_that_went_on_since_the_preview_is_not_taken_back(staff: Client, game: Game) -> None:
    game = play_on(game, lambda game: game.plies >= 5)
    bots_play(game)
    _effect, form = effect_of(staff, game, "take-back", plies=2)
    assert form is not None
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    plies = fresh(game).plies
    response = staff.post(address(game, "take-back"), {**form.fields, "reason": REASON})
    assert "has changed since you looked" in response.content.decode()
    assert fresh(game).plies == plies


def test_more_moves_than_there_are_cannot_stay(staff: Client, game: Game) -> None:
    assert effect_of(staff, game, "take-back", plies=10_000) == ("", None)


def test_a_finished_game_can_be_taken_back_and_goes_on(staff: Client, game: Game) -> None:
    game = play_on(game, over)
    effect, _form = effect_of(staff, game, "take-back", plies=game.plies - 20)
    assert "goes on again" in effect
    perform(staff, game, "take-back", plies=game.plies - 20)
    assert fresh(game).status == Game.Status.RUNNING


def test_a_bot_takes_a_seat_and_the_person_gets_it_back(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    name = player(turn).username
    assert name in effect_of(staff, game, "bot", seat=turn.seat.index, level="merchant-1")[0]
    perform(staff, game, "bot", seat=turn.seat.index, level="merchant-1")
    seat = game.seats.get(pk=turn.seat_id)
    assert (seat.caretaker, seat.caretaker_cause) == ("merchant-1", "staff")
    assert name in effect_of(staff, game, "give-back", seat=seat.index)[0]
    perform(staff, game, "give-back", seat=seat.index)
    assert not game.seats.get(pk=seat.pk).caretaker


def test_another_person_takes_a_seat(staff: Client, game: Game, chris: User) -> None:
    turn = person_turn(game)
    before = player(turn)
    effect, _form = effect_of(staff, game, "substitute", seat=turn.seat.index, person="Chris")
    assert "chris takes the seat" in effect
    assert before.username in effect
    perform(staff, game, "substitute", seat=turn.seat.index, person="chris")
    assert game.seats.get(pk=turn.seat_id).user == chris
    assert person_turn(game).seat.user == chris
    assert staff.get(f"/staff/games/{game.pk}/").status_code == 200


def test_nobody_unknown_takes_a_seat(staff: Client, game: Game) -> None:
    response = staff.get(address(game, "substitute"), {"seat": "0", "person": "zoe", "look": "1"})
    assert "There is nobody called zoe." in response.content.decode()
    assert response.context["effect"] is None


def test_a_bot_that_does_not_answer_is_asked_again(staff: Client, game: Game, sent: list[str]) -> None:
    turn = person_turn(game)
    perform(staff, game, "bot", seat=turn.seat.index, level="merchant-1")
    asked = game.turns.get(seat=turn.seat, status=Turn.Status.OPEN, early=False)
    Turn.objects.filter(pk=asked.pk).update(attempts=7)
    assert "7" in effect_of(staff, game, "ask-again", turn=asked.pk)[0]
    sent.clear()
    perform(staff, game, "ask-again", turn=asked.pk)
    asked.refresh_from_db()
    assert asked.attempts == 0
    assert "bots.think" in sent


def test_a_game_is_called_off(staff: Client, game: Game) -> None:
    assert "without a result" in effect_of(staff, game, "abort")[0]
    perform(staff, game, "abort")
    assert fresh(game).status == Game.Status.ABORTED
    assert staff.get(f"/staff/games/{game.pk}/").status_code == 200


def test_what_does_not_fit_the_game_is_not_done(staff: Client, game: Game) -> None:
    response = staff.post(address(game, "resume"), {"reason": REASON}, follow=True)
    assert "does not fit the game" in response.content.decode()
    assert not AuditEntry.objects.filter(action="resume").exists()


# --- the position corrected --------------------------------------------------------------------------------------


def shown_position(client: Client, game: Game) -> dict[str, Any]:
    response = client.post(address(game, "correct"), {"step": "look", "reason": REASON})
    written: dict[str, Any] = json.loads(response.context["text"])
    return written


def with_a_doubloon_more(position: dict[str, Any]) -> str:
    position["players"][0]["doubloons"] += 1
    return json.dumps(position)


def test_correcting_shows_the_position_only_after_a_recorded_look(staff: Client, game: Game) -> None:
    assert "doubloons" not in staff.get(address(game, "correct")).content.decode()
    assert not AuditEntry.objects.filter(action="see hidden parts").exists()
    assert shown_position(staff, game)["seats"]
    looked = entry("see hidden parts")
    assert (looked.details["for"], looked.reason) == ("correct the position", REASON)


def test_a_correction_shows_its_differences_and_becomes_an_entry_of_the_record(staff: Client, game: Game) -> None:
    text = with_a_doubloon_more(shown_position(staff, game))
    preview = staff.post(address(game, "correct"), {"step": "preview", "reason": REASON, "text": text})
    assert [change.path for change in preview.context["correction"].changes] == ["players[0].doubloons"]
    assert game.position == fresh(game).position, "a preview changes nothing"
    version = preview.context["correction"].version
    done = {"step": "do", "reason": REASON, "text": text, "version": version}
    page = staff.post(address(game, "correct"), done, follow=True)
    assert page.redirect_chain == [(f"/staff/games/{game.pk}/", 302)]
    assert "The position is corrected." in page.content.decode()
    assert game.moves.filter(set_up__isnull=False).count() == 1
    check_replay(fresh(game))
    assert "players[0].doubloons" in entry("correct the position").details["changed"]


def test_a_position_that_cannot_be_is_refused_with_its_field(staff: Client, game: Game) -> None:
    position = shown_position(staff, game)
    position["players"][0]["doubloons"] = -4
    response = staff.post(address(game, "correct"), {"step": "preview", "reason": REASON, "text": json.dumps(position)})
    assert "doubloons" in response.context["error"]
    for text in ("{", "[]", '{"a": 1}', "[" * 5000):
        response = staff.post(address(game, "correct"), {"step": "do", "reason": REASON, "text": text, "version": 1})
        assert response.status_code == 200
        assert response.context["error"]
    assert not game.moves.filter(set_up__isnull=False).exists()


def test_a_correction_of_what_has_changed_since_is_refused(staff: Client, game: Game) -> None:
    text = with_a_doubloon_more(shown_position(staff, game))
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    response = staff.post(
        address(game, "correct"), {"step": "do", "reason": REASON, "text": text, "version": game.version}
    )
    assert "has changed since you looked" in response.context["error"]


# --- playing for a seat ------------------------------------------------------------------------------------------


def test_playing_for_a_seat_shows_its_question_only_after_a_recorded_look(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    page = address(game, f"play/{turn.pk}")
    option = offers(turn)[0]
    assert option not in staff.get(page).content.decode()
    assert option in staff.post(page, {"step": "look", "reason": REASON}).content.decode()
    looked = entry("see hidden parts")
    assert (looked.seat, looked.details["for"]) == (turn.seat.index, "play for a seat")


def test_an_answer_for_a_seat_is_shown_before_it_is_played_and_marked(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    page, option = address(game, f"play/{turn.pk}"), offers(turn)[0]
    preview = staff.post(page, {"step": "preview", "reason": REASON, "text": "1"})
    assert preview.context["preview"].played == [option]
    assert fresh(game).plies == game.plies, "a preview changes nothing"
    sent = {"step": "do", "reason": REASON, "text": "1", "key": preview.context["key"]}
    assert staff.post(page, sent).status_code == 302
    move = game.moves.get(ply=game.plies)
    assert (move.text, move.source) == (option, Move.Source.STAFF)
    plies = fresh(game).plies
    staff.post(page, sent)
    assert fresh(game).plies == plies, "a second click plays nothing"
    assert entry("play for a seat").seat == turn.seat.index


def test_an_answer_that_the_rules_forbid_is_told_and_not_played(staff: Client, game: Game) -> None:
    page = address(game, f"play/{person_turn(game).pk}")
    preview = staff.post(page, {"step": "preview", "reason": REASON, "text": "build palace"})
    assert preview.context["preview"].error
    assert "Play it" not in preview.content.decode()
    staff.post(page, {"step": "do", "reason": REASON, "text": "build palace", "key": "k"})
    assert fresh(game).plies == game.plies


def test_a_turn_that_is_over_cannot_be_played_for(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    bots_play(game)
    game = play_on(game, lambda _game: Turn.objects.get(pk=turn.pk).status == Turn.Status.CLOSED)
    assert staff.get(address(game, f"play/{turn.pk}"))["Location"] == f"/staff/games/{game.pk}/"
    assert staff.get(address(game, "play/99999")).status_code == 404


def test_the_game_goes_on_after_staff_played(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    staff.post(address(game, f"play/{turn.pk}"), {"step": "do", "reason": REASON, "text": "1", "key": "once"})
    assert over(play_on(game, over))


def test_a_missed_deadline_is_excused_and_its_person_has_their_time_again(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    person = player(turn)
    Seat.objects.filter(pk=turn.seat_id).update(missed_in_row=1, missed_in_all=2)
    Turn.objects.filter(pk=turn.pk).update(timed_out=True)
    effect, _form = effect_of(staff, game, "excuse", seat=turn.seat.index)
    assert f"{person.username} has missed 2 deadlines, 1 in a row: one fewer counts." in effect
    assert "once more" in effect
    perform(staff, game, "excuse", seat=turn.seat.index)
    seat = Seat.objects.get(pk=turn.seat_id)
    assert (seat.missed_in_row, seat.missed_in_all) == (0, 1)
    turn.refresh_from_db()
    assert not turn.timed_out
    assert entry("excuse a missed deadline").person == person
    assert REASON in notices(person)[-1].content["text"]


def test_a_locked_seat_is_taken_by_nobody_until_it_is_unlocked(
    staff: Client, anna: User, bob: User, chris: User
) -> None:
    game = opened(anna, bob)
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LOBBY)
    resign(game.pk, bob)
    seat = game.seats.get(user=bob)
    perform(staff, game, "lock", seat=seat.index, locked="yes")
    with pytest.raises(NotAllowed):
        take_over(game.pk, seat.index, chris)
    perform(staff, game, "lock", seat=seat.index, locked="no")
    take_over(game.pk, seat.index, chris)
    assert game.seats.get(index=seat.index).user == chris


def test_a_proposal_is_closed_and_nothing_of_it_is_done(staff: Client, anna: User, bob: User) -> None:
    game = opened(anna, bob)
    made = propose(game.pk, anna, "pause", {"days": "3"})
    effect, _form = effect_of(staff, game, "close-proposal", proposal=made.pk)
    assert "Nothing of it is done" in effect
    perform(staff, game, "close-proposal", proposal=made.pk)
    made.refresh_from_db()
    assert made.status == "closed"
    assert fresh(game).paused_at is None


def test_a_form_that_is_sent_twice_excuses_one_deadline(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    Seat.objects.filter(pk=turn.seat_id).update(missed_in_row=2, missed_in_all=3)
    _effect, form = effect_of(staff, game, "excuse", seat=turn.seat.index)
    assert form is not None
    sent = {**form.fields, "reason": REASON}
    assert staff.post(address(game, "excuse"), sent).status_code == 302
    again = staff.post(address(game, "excuse"), sent)
    assert "has changed since you looked" in again.content.decode()
    seat = Seat.objects.get(pk=turn.seat_id)
    assert (seat.missed_in_row, seat.missed_in_all) == (1, 2)
    assert entry("excuse a missed deadline")


def test_a_form_that_is_sent_twice_gives_no_second_day(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    _effect, form = effect_of(staff, game, "extend", turn=turn.pk, span=86400)
    assert form is not None
    for _time in range(2):
        staff.post(address(game, "extend"), {**form.fields, "reason": REASON})
    later = person_turn(game).deadline
    assert later is not None
    assert turn.deadline is not None
    assert later - turn.deadline == timedelta(days=1)


def test_nothing_is_done_to_a_game_that_has_changed_since_its_effect_was_shown(
    staff: Client, anna: User, bob: User, chris: User
) -> None:
    game = play_on(opened(anna, bob), lambda game: game.plies >= 3)
    Seat.objects.filter(game=game, index=0).update(missed_in_all=1)
    perform(staff, game, "bot", seat=1, level="apprentice-1")
    trail = AuditEntry.objects.count()
    for action, details in (
        ("take-back", {"plies": 0}),
        ("bot", {"seat": 0, "level": "merchant-1"}),
        ("substitute", {"seat": 0, "person": chris.username}),
        ("give-back", {"seat": 1}),
        ("excuse", {"seat": 0}),
        ("abort", {}),
    ):
        _effect, form = effect_of(staff, game, action, **details)
        assert form is not None, action
        Game.objects.filter(pk=game.pk).update(version=fresh(game).version + 1)
        response = staff.post(address(game, action), {**form.fields, "reason": REASON})
        assert "has changed since you looked" in response.content.decode(), action
    assert AuditEntry.objects.count() == trail


def test_excusing_says_that_a_vacant_seat_stays_vacant_until_it_is_given_back(
    staff: Client, anna: User, bob: User
) -> None:
    game, seat = vacant_by_misses(anna, bob)
    effect, _form = effect_of(staff, game, "excuse", seat=seat.index)
    assert "Their seat stays vacant" in effect
    assert "Give a seat back" in effect
    perform(staff, game, "excuse", seat=seat.index)
    assert Seat.objects.get(pk=seat.pk).vacant_since is not None


def test_whoever_gets_a_seat_back_does_not_lose_it_by_the_next_deadline_they_miss(
    staff: Client, anna: User, bob: User
) -> None:
    game, seat = vacant_by_misses(anna, bob)
    effect, _form = effect_of(staff, game, "give-back", seat=seat.index)
    assert "counted from 0 again" in effect
    perform(staff, game, "give-back", seat=seat.index)
    seat.refresh_from_db()
    assert (seat.caretaker, seat.missed_in_row, seat.missed_in_all) == ("", 0, 0)
    turn = person_turn(game)
    assert turn.seat_id == seat.pk
    assert turn.deadline is not None
    with time_machine.travel(turn.deadline + timedelta(minutes=1), tick=False):
        clock.time_out(timezone.now())
    seat.refresh_from_db()
    assert (seat.caretaker, seat.missed_in_all) == ("", 1)


def vacant_by_misses(anna: User, bob: User) -> tuple[Game, Seat]:
    """A game of which a seat became vacant as its person has missed the last deadline that they may miss in all."""
    game = opened(anna, bob)
    Game.objects.filter(pk=game.pk).update(clock={"misses_in_all": 4})
    turn = person_turn(game)
    Seat.objects.filter(pk=turn.seat_id).update(missed_in_row=1, missed_in_all=3)
    assert turn.deadline is not None
    with time_machine.travel(turn.deadline + timedelta(minutes=1), tick=False):
        clock.time_out(timezone.now())
    seat = Seat.objects.get(pk=turn.seat_id)
    assert (seat.caretaker_cause, seat.missed_in_all) == ("missed", 4)
    return fresh(game), seat


def test_the_page_of_locks_tells_what_is_locked_and_that_nothing_has_changed(
    staff: Client, anna: User, bob: User
) -> None:
    game = opened(anna, bob, bots=1)
    assert "It can be taken over now" not in staff.get(address(game, "lock")).content.decode()
    bot = game.seats.get(user=None)
    effect, _form = effect_of(staff, game, "lock", seat=bot.index, locked="yes")
    assert "return" not in effect, "a bot does not return"
    perform(staff, game, "lock", seat=bot.index, locked="yes")
    text = staff.get(address(game, "lock")).content.decode()
    assert "locked" in text.partition("<select")[2].partition("</select>")[0]
    assert "It is locked already" in effect_of(staff, game, "lock", seat=bot.index, locked="yes")[0]
    done = perform(staff, game, "lock", seat=bot.index, locked="yes")
    page = staff.get(done["Location"]).content.decode()
    assert "Nothing has changed" in page
    assert AuditEntry.objects.filter(action="lock a seat").count() == 1


def test_a_proposal_that_is_closed_meanwhile_is_told_and_no_error(staff: Client, anna: User, bob: User) -> None:
    game = opened(anna, bob)
    made = propose(game.pk, anna, "pause", {"days": "3"})
    _effect, form = effect_of(staff, game, "close-proposal", proposal=made.pk)
    assert form is not None
    withdraw(made.pk, anna)
    with pytest.raises(ProposalClosed):
        close_proposal_effect(fresh(game), {"proposal": made.pk})
    response = staff.post(address(game, "close-proposal"), {**form.fields, "reason": REASON}, follow=True)
    assert "does not fit the game" in response.content.decode()
