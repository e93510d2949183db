"""The moderators' page of a game, and the looks at what is hidden in it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from games.models import AuditEntry, Delivery, Game, Seat
from games.people.models import User
from games.table import absences, days_away, playing, talk, vacant_seats
from games.table.open_games import SeatPlan, join, open_game
from games.table.proposals.actions import propose, withdraw
from games.table.resignation import resign
from games.time_control import TimeControl
from tests.staff.signing_in import staff_client
from tests.table.games import answer, bots_play, fresh, offers, opened, person_turn, player
from tests.web.pages import client_of


def page(client: Client, game: Game) -> str:
    response = client.get(f"/staff/games/{game.pk}/")
    assert response.status_code == 200
    return str(response.content.decode())


def test_it_tells_seats_who_is_asked_mails_log_and_trail(staff: Client, game: Game) -> None:
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    bots_play(game)
    text = page(staff, game)
    for piece in ("anna", "bob", "Random bot", "Log", "anna@example.org", "bob@example.org"):
        assert piece in text
    assert text.count("back to here") == fresh(game).plies - 1
    context = staff.get(f"/staff/games/{game.pk}/").context
    assert [line.turn is not None for line in context["seats"]].count(True) >= 1
    assert len(context["mails"]) == Delivery.objects.filter(game=game).count()


def test_it_offers_only_what_fits_the_game(staff: Client, game: Game) -> None:
    text = page(staff, game)
    assert f"/staff/games/{game.pk}/pause/" in text
    assert f"/staff/games/{game.pk}/resume/" not in text
    staff.post(f"/staff/games/{game.pk}/pause/", {"reason": "a question"})
    text = page(staff, game)
    assert f"/staff/games/{game.pk}/pause/" not in text
    assert f"/staff/games/{game.pk}/resume/" in text


def test_staff_who_sit_at_the_game_are_told_to_ask_a_colleague(game: Game, anna: User) -> None:
    anna.is_staff = True
    anna.save()
    client = staff_client(anna)
    for address in ("", "log/", "pause/", "correct/", "abort/"):
        response = client.get(f"/staff/games/{game.pk}/{address}")
        assert response.status_code == 403
        assert "ask a colleague" in response.content.decode()
    refused = client.post(f"/staff/games/{game.pk}/look/", {"seat": "1", "reason": "curious"})
    assert refused.status_code == 403
    assert not AuditEntry.objects.filter(action="see hidden parts").exists()


def test_players_and_strangers_have_no_such_page(game: Game, anna: User, chris: User) -> None:
    assert client_of(anna).get(f"/staff/games/{game.pk}/").status_code in (403, 404)
    assert client_of(chris).get(f"/staff/games/{game.pk}/").status_code in (403, 404)
    assert Client().get(f"/staff/games/{game.pk}/").status_code == 302
    assert Client().get("/staff/games/nosuchgm/").status_code == 302, "not even whether a game exists is told"


def test_a_game_that_does_not_exist_is_not_found(staff: Client) -> None:
    assert staff.get("/staff/games/nosuchgm/").status_code == 404


def test_a_look_as_a_seat_wants_a_reason_and_is_recorded(staff: Client, game: Game, mona: User) -> None:
    look = f"/staff/games/{game.pk}/look/"
    assert staff.get(look).status_code == 405
    assert staff.post(look, {"seat": "1", "reason": " "}).status_code == 302
    assert not AuditEntry.objects.filter(action="see hidden parts").exists()
    seen = staff.post(look, {"seat": "1", "reason": "bob says his VP are wrong"})
    assert seen.status_code == 200
    assert "Your board" in seen.content.decode()
    assert "no-store" in seen["Cache-Control"]
    entry = AuditEntry.objects.get(action="see hidden parts")
    assert (entry.actor, entry.game, entry.seat, entry.reason) == (mona, game, 1, "bob says his VP are wrong")


def test_a_look_at_everything_shows_the_position_and_is_recorded(staff: Client, game: Game) -> None:
    seen = staff.post(f"/staff/games/{game.pk}/look/", {"seat": "", "reason": "the digest is wrong"})
    assert "&quot;seats&quot;" in seen.content.decode()
    entry = AuditEntry.objects.get(action="see hidden parts")
    assert entry.seat is None
    assert entry.details["what"] == "everything"


def test_a_look_at_the_talk_wants_a_reason_and_is_recorded(staff: Client, game: Game, mona: User, anna: User) -> None:
    talk.say(game.pk, anna, "said at the table")
    talk.write_note(game.pk, anna, "noted in private")
    look = f"/staff/games/{game.pk}/talk/"
    assert staff.get(look).status_code == 405
    assert staff.post(look, {"reason": " "}).status_code == 302
    assert not AuditEntry.objects.filter(action="see hidden parts").exists()
    seen = staff.post(look, {"reason": "a complaint"}).content.decode()
    assert "said at the table" in seen
    assert "noted in private" not in seen
    entry = AuditEntry.objects.get(action="see hidden parts")
    assert (entry.actor, entry.game, entry.reason, entry.details["what"]) == (mona, game, "a complaint", "talk")
    assert "said at the table" not in page(staff, game)


def test_a_look_changes_nothing(staff: Client, game: Game) -> None:
    before = Game.objects.filter(pk=game.pk).values().get()
    staff.post(f"/staff/games/{game.pk}/look/", {"seat": "0", "reason": "to see"})
    assert Game.objects.filter(pk=game.pk).values().get() == before


def test_the_page_shows_no_hidden_part(staff: Client, game: Game) -> None:
    """VP are hidden in this game: the page shows them to nobody."""
    text = page(staff, game)
    assert game.position is not None
    assert "random" in str(game.position), "the written position holds the state of the draws"
    numbers = {str(number) for number in re.findall(r"\d{9,}", str(game.position))}
    assert numbers
    assert not any(number in text for number in numbers)


def test_no_page_of_the_staff_tells_a_secret(staff: Client, game: Game, anna: User) -> None:
    turn = person_turn(game)
    answer(turn, offers(turn)[0])
    here, mail = f"games/{game.pk}", Delivery.objects.filter(game=game).first()
    assert mail is not None
    Delivery.objects.filter(pk=mail.pk).update(last_error=f"550 reply+{turn.token}@prweb.localhost unknown")
    pages = [
        "",
        "search/?q=anna",
        f"search/?q={game.pk}",
        "figures/running/",
        "figures/outbox-pending/",
        "people/anna/",
    ]
    pages += [f"{here}/", f"{here}/log/", f"{here}/take-back/?plies=0&look=1", f"mails/out/{mail.pk}/"]
    pages += ["people/anna/suspend/", f"admin/games/outgoingmail/{mail.pk}/change/"]
    text = "".join(staff.get(f"/staff/{address}").content.decode() for address in pages)
    game.refresh_from_db()
    kept = [game.secret, game.invitation_code, game.share_code, anna.password]
    kept += game.turns.values_list("token", flat=True)
    assert not [secret for secret in kept if secret in text]


def test_a_plan_is_shown_to_staff_only_by_a_recorded_look(staff: Client, game: Game) -> None:
    answer(person_turn(game), "settler")
    early = game.turns.select_related("seat__user").get(early=True)
    playing.play(early.pk, ["pass", "next: builder"], by=early.seat.user, source="web", key="a plan")
    assert "Said for later by" not in page(staff, game)
    seen = staff.post(f"/staff/games/{game.pk}/look/", {"seat": str(early.seat.index), "reason": "a complaint"})
    text = seen.content.decode()
    assert f"Said for later by {early.seat.user}" in text
    assert "<li>next: builder</li>" in text
    other = staff.post(f"/staff/games/{game.pk}/look/", {"seat": str(1 - early.seat.index), "reason": "a complaint"})
    assert "Said for later by" not in other.content.decode()


def test_it_tells_what_each_person_has_left_and_when_they_are_away(staff: Client, anna: User, bob: User) -> None:
    control = TimeControl(timedelta(hours=12), bank=timedelta(days=8), cap=timedelta(days=12))
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", "random")]
    game = open_game(anna, name="Slow", kind="puerto-rico", options={}, seats=seats, time_control=control)
    join(game.pk, bob)
    Seat.objects.filter(game=game, user=bob).update(excused=2, time_left=timedelta(days=3, hours=4))
    absences.choose(game.pk, bob, "apprentice-1")
    first = days_away.today_of(bob) + timedelta(days=3)
    absences.announce(bob, first, first + timedelta(days=4))
    lines = {line.name: line.time for line in staff.get(f"/staff/games/{game.pk}/").context["seats"]}
    assert len(lines["anna"]) == 1
    assert lines["anna"][0].startswith("left in the bank: 8 d")
    assert list(lines["bob"])[1:] == [
        "2 missed deadlines excused",
        f"away from {date_format(first)} to {date_format(first + timedelta(days=4))}",
        "meanwhile a bot plays (apprentice)",
    ]
    assert [list(time) for name, time in lines.items() if name not in ("anna", "bob")] == [[]]


def seats_of(client: Client, game: Game) -> dict[str, list[str]]:
    """What the page tells below who decides, by name."""
    return {line.name: list(line.time) for line in client.get(f"/staff/games/{game.pk}/").context["seats"]}


@pytest.mark.parametrize("control", [{"bank": timedelta(days=4)}, {"round": timedelta(days=8)}], ids=["bank", "round"])
def test_what_is_left_of_a_bank_or_a_round_runs_with_the_turn(
    staff: Client, anna: User, bob: User, control: dict[str, timedelta]
) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("bot", "random")]
    clock = TimeControl(timedelta(hours=1), **control)  # type: ignore[arg-type]
    game = open_game(anna, name="Slow", kind="puerto-rico", options={}, seats=seats, time_control=clock)
    join(game.pk, bob)
    bots_play(game)
    turn = person_turn(game)
    what = "in the bank" if "bank" in control else "of this round"
    waits = next(name for name in ("anna", "bob") if name != player(turn).username)
    with time_machine.travel(turn.opened_at + timedelta(hours=5), tick=False):
        told = seats_of(staff, game)
    rest = "3 d 20 h" if "bank" in control else "3 d 19 h"
    assert told[player(turn).username] == [f"left {what}: {rest}"]
    assert told[waits] == [f"left {what}: 4 d"]


def test_it_tells_missed_deadlines_vacant_and_locked_seats_and_who_may_take_them(
    staff: Client, anna: User, bob: User
) -> None:
    game = opened(anna, bob, bots=1)
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.NOBODY)
    assert "nobody" in page(staff, game).partition("Who may take vacant seats over")[2][:40]
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LINK)
    assert "whoever has the invitation link" in page(staff, game)
    Game.objects.filter(pk=game.pk).update(takeover=Game.Takeover.LOBBY)
    resign(game.pk, bob)
    seat, bot = game.seats.get(user=bob), game.seats.get(user=None)
    Seat.objects.filter(pk=seat.pk).update(missed_in_row=1, missed_in_all=3)
    vacant_seats.lock_seat(game.pk, seat.index, None, "a quarrel")
    Seat.objects.filter(pk=bot.pk).update(vacant_since=timezone.now())
    told = seats_of(staff, game)
    of_bob = next(lines for name, lines in told.items() if "bob" in name)
    assert of_bob[0] == "3 missed deadlines, 1 in a row"
    assert of_bob[1].startswith("vacant since ")
    assert of_bob[2] == "locked: nobody takes it over"
    (of_bot,) = [lines for name, lines in told.items() if "bob" not in name and name != "anna"]
    assert [line.startswith("opened to people ") for line in of_bot] == [True]
    text = page(staff, game)
    assert "everybody: the lobby offers it" in text
    for link in (
        f"excuse/?seat={seat.index}",
        f"lock/?seat={seat.index}&amp;locked=no",
        f"seat={bot.index}&amp;locked=yes",
    ):
        assert link in text
    held = [(line.number, line.name, line.how) for line in staff.get(f"/staff/games/{game.pk}/").context["holders"]]
    assert held[0] == (seat.index + 1, "bob", "from the start")
    assert held[1][2] == "after a resignation"
    assert "Who played when" in text


def test_it_shows_what_the_players_propose_and_have_proposed_with_their_votes(
    staff: Client, anna: User, bob: User
) -> None:
    game = opened(anna, bob)
    assert "Together" not in page(staff, game)
    withdraw(propose(game.pk, anna, "pause", {"days": "3"}).pk, anna)
    made = propose(game.pk, bob, "extend", {"days": "2"})
    text = page(staff, game)
    together = text[text.index('id="together-heading"') : text.index('id="log-heading"')]
    newest, oldest = (
        together.index("Make all deadlines that run 2 days later."),
        together.index("Pause the game for 3 days"),
    )
    assert newest < oldest
    assert "This was withdrawn." in together
    assert "anna: <span" in together, "anna has not voted"
    assert "bob: <b>yes</b>" in together
    assert f"close-proposal/?proposal={made.pk}&amp;look=1" in together
    assert together.count("close-proposal/") == 1
