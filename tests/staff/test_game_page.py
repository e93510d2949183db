"""The moderators' page of a game, and the looks at what is hidden in it."""

from __future__ import annotations

import re

from django.test import Client

from games.models import AuditEntry, Delivery, Game
from games.people.models import User
from games.table import playing
from tests.staff.signing_in import staff_client
from tests.table.games import answer, bots_play, fresh, offers, person_turn
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
