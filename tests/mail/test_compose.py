"""What our mails say, and that they say no more than their reader may know."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.random import from_secret
from games.engine.registry import game as rules_of
from games.mail.compose import ComposedMail, compose
from games.mail.message import build_message
from games.models import Delivery, Game, Move, Notification, Turn
from games.people.models import User
from games.table import playing, queries
from games.table.open_games import SeatPlan, open_game
from games.table.positions import stored_position
from games.time_control import TimeControl
from tests.mail.conftest import acknowledgement_of, arrive, decide, mail_of, texts, turn_of

Kind = Notification.Kind


def row_of(kind: str, game: Game, user: User | None = None) -> Delivery:
    rows = Delivery.objects.select_related("user", "game__host", "seat", "turn__seat__user", "turn__game")
    found = rows.filter(kind=kind, game=game, **({"user": user} if user else {})).last()
    assert found is not None
    return found


def turn_row(turn: Turn) -> Delivery:
    return Delivery.objects.select_related("user", "game__host", "seat", "turn__seat__user", "turn__game").get(
        kind=Kind.TURN, turn=turn
    )


def play_on(game: Game, until: str = "") -> Turn | None:
    """Play on until a question of this stage is asked, or the game is over."""
    picks = {"colonists": ["mayor"], "captain": ["mayor", "craftsman", "captain"]}.get(until, [])
    while True:
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            return None
        turn = turn_of(game)
        if queries.question_for(turn).stage == until:
            return turn
        decide(turn, *[pick for pick in picks if pick in texts(turn)][:1])


def sent(row: Delivery, *, pictures: bool = False) -> EmailMessage:
    raw = build_message(row, compose(row, pictures=pictures)).message().as_bytes()
    return message_from_bytes(raw, policy=policy.default)


def assert_within_columns(composed: ComposedMail) -> None:
    for line in composed.text.split("\n"):
        assert len(line) <= 72 or "http" in line, line


class _Words(HTMLParser):
    """What is read with pictures off."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag == "style"
        if tag == "a":
            self.links.append(dict(attrs).get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag == "style"

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def test_the_first_line_of_a_turn_mail_is_what_is_asked_and_the_deadline_follows(turn: Turn) -> None:
    person = turn.seat.user
    assert person is not None
    assert turn.deadline is not None
    person.time_zone = "Europe/Budapest"
    person.save()
    composed = mail_of(turn_row(turn))
    lines = composed.text.split("\n")
    assert lines[0] == queries.question_for(turn).prompt.render()
    with timezone.override("Europe/Budapest"):
        assert f"{timezone.localtime(turn.deadline):%H:%M} (Europe/Budapest), in 3 days" in lines[1]


def test_a_turn_mail_lists_the_options_with_numbers_and_links(turn: Turn) -> None:
    composed = mail_of(turn_row(turn))
    assert composed.options == tuple(texts(turn))
    html = _Words(composed.html)
    for number, text in enumerate(composed.options, start=1):
        assert re.search(rf"^ *{number}  {text}\b", composed.text, re.M)
        assert f"http://127.0.0.1:8000/a/{turn.token}/0/{number}/" in html.links
        assert text in html.text


def test_a_turn_mail_leads_to_the_rules_once_and_without_signing_in(turn: Turn, client: Client) -> None:
    composed = mail_of(turn_row(turn))
    for part in (composed.text, composed.html):
        assert part.count("/rules/puerto-rico/") == 1
    assert client.get("/rules/puerto-rico/").status_code == 200


def test_a_turn_mail_tells_what_happened_since_the_last_turn(game: Game, turn: Turn) -> None:
    decide(turn, "settler", "take quarry")
    assert turn.seat.user is not None
    composed = mail_of(turn_row(turn_of(game)))
    assert f"{turn.seat.user.username} picks the settler" in composed.text
    assert f"{turn.seat.user.username} picks the settler" in _Words(composed.html).text


def test_the_html_says_everything_without_pictures(turn: Turn) -> None:
    composed = mail_of(turn_row(turn))
    html = _Words(composed.html)
    for line in composed.text.split("\n-- \n")[0].split("\n"):
        words = line.strip("-– ").rstrip(".")
        if words and not re.match(r"\d+  ", words) and "  " not in words:
            assert " ".join(words.split()) in html.text, words
    assert "TRADING HOUSE" in html.text


def test_the_html_needs_nothing_from_elsewhere(turn: Turn) -> None:
    composed = compose(turn_row(turn))
    assert re.findall(r'src="([^"]*)"', composed.html) == ["cid:board"]
    assert "<link" not in composed.html
    assert "<script" not in composed.html


def test_a_turn_mail_has_text_html_and_picture_and_the_headers_of_a_polite_robot(game: Game, turn: Turn) -> None:
    row = turn_row(turn)
    mail = sent(row, pictures=True)
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
    ]
    assert mail["Message-ID"] == row.message_id
    assert mail["Subject"].startswith(f"[prweb {game.name}] ")
    assert f"reply+{turn.token}@prweb.localhost" in mail["Reply-To"]
    assert mail["References"] == mail["In-Reply-To"] == f"<game-{game.pk}@prweb.localhost>"
    assert (mail["Auto-Submitted"], mail["Precedence"]) == ("auto-generated", "bulk")
    assert mail["X-Prweb-Loop"] == "prweb.localhost"
    assert mail["List-Unsubscribe"].strip().startswith("<http://127.0.0.1:8000/mail/mute/")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_an_address_at_an_international_domain_goes_as_the_wire_knows_it(turn: Turn) -> None:
    row = turn_row(turn)
    row.address = "anna@bücher.example"
    assert "<anna@xn--bcher-kva.example>" in sent(row)["To"]


def test_an_acknowledgement_continues_the_thread(game: Game, turn: Turn) -> None:
    incoming = arrive(turn, "settler", message_id="<mine@example.org>")
    mail = sent(acknowledgement_of(incoming))
    assert mail["In-Reply-To"] == "<mine@example.org>"
    assert mail["References"] == f"<game-{game.pk}@prweb.localhost> <mine@example.org>"
    assert mail["Auto-Submitted"] == "auto-replied"


def test_a_placement_mail_shows_the_circles_and_an_example_that_can_be_played(game: Game) -> None:
    turn = play_on(game, until="colonists")
    assert turn is not None
    row = turn_row(turn) if Delivery.objects.filter(kind=Kind.TURN, turn=turn).exists() else None
    composed = mail_of(row or Delivery(kind=Kind.TURN, game=game, seat=turn.seat, user=turn.seat.user, turn=turn))
    assert "place auto" in composed.text
    assert "circles" in composed.text
    assert_within_columns(composed)
    example = composed.options[1]
    answer = playing.play(turn.pk, [example], by=turn.seat.user, source=Move.Source.MAIL, key="example")
    assert answer.failed is None


def test_start_mails_tell_the_table_the_options_and_the_hash_of_the_secret(game: Game, anna: User) -> None:
    composed = mail_of(row_of(Kind.START, game, anna))
    for words in ("anna", "bob", "chris", "Puerto Rico", "3 days"):
        assert words in composed.text
        assert words in _Words(composed.html).text
    assert game.secret not in composed.text + composed.html
    assert_within_columns(composed)


def test_end_mails_tell_the_standings_with_their_parts_and_the_secret(game: Game, anna: User) -> None:
    play_on(game)
    composed = mail_of(row_of(Kind.END, game, anna))
    sheet = rules_of(game.kind).score_sheet(stored_position(game))
    html = _Words(composed.html).text
    for line in sheet:
        assert f"{line.rank}. {queries.player_names(game)[line.seat]}: {line.total} points" in composed.text
        for part in line.parts:
            assert f"{part.points:>4}  {part.label.render()}" in composed.text
            assert f"{part.label.render()} {part.points}" in html
    assert game.secret in composed.text
    assert game.secret in html
    assert f"/games/{game.pk}/record/" in composed.text
    assert_within_columns(composed)


def test_an_invitation_has_the_join_link_and_needs_no_account(anna: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("invited", email="new@example.net"), SeatPlan("free")]
    game = open_game(
        anna, name="Ours", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(timedelta(days=1))
    )
    row = row_of(Kind.INVITATION, game)
    composed = mail_of(row)
    proof = re.search(rf"http://127\.0\.0\.1:8000/games/{game.pk}/join/{game.invitation_code}/\S+/", composed.text)
    assert proof is not None
    assert row.address == "new@example.net"
    assert composed.text.startswith("“anna” invites you")
    assert proof[0] in _Words(composed.html).links
    assert_within_columns(composed)


@pytest.mark.parametrize("language", ["en", "de", "hu", "pl", "ro"])
@pytest.mark.parametrize("stage", ["role", "settler", "builder", "captain"])
def test_text_mails_keep_within_72_columns(game: Game, stage: str, language: str) -> None:
    turn = play_on(game, until=stage)
    assert turn is not None
    User.objects.update(language=language)
    turn = turn_of(game)
    mail = mail_of(Delivery(kind=Kind.TURN, game=game, seat=turn.seat, user=turn.seat.user, turn=turn))
    assert ("Your options" in mail.text) == (language == "en")
    assert_within_columns(mail)
    assert_within_columns(mail_of(acknowledgement_of(arrive(turn, "nonsense\nhelp\nboard"))))


def test_a_mail_shows_nothing_that_is_hidden_from_its_reader(game: Game, turn: Turn) -> None:
    """What the seat cannot tell apart looks the same in its mail."""
    rules = rules_of(game.kind)
    row = turn_row(turn)
    true = compose(row)
    position = stored_position(game)
    other = position.resample(turn.seat.index, from_secret(b"another world" * 3, "tiles"))
    assert rules.digest(other) != rules.digest(position)
    Game.objects.filter(pk=game.pk).update(position=rules.to_json(other))
    again = compose(turn_row(turn))
    assert (again.text, again.html, again.picture) == (true.text, true.html, true.picture)
    assert game.secret not in true.text + true.html


def test_no_mail_tells_other_peoples_addresses(game: Game, anna: User, bob: User, chris: User, turn: Turn) -> None:
    for row in Delivery.objects.select_related("user", "game__host", "seat", "turn__seat__user", "turn__game"):
        composed = mail_of(row)
        for person in (anna, bob, chris):
            if person != row.user:
                assert person.email not in composed.text + composed.html


def test_a_name_made_of_markup_stays_text(anna: User, bob: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("bot", level="random"), SeatPlan("bot", level="random")]
    name = '<b>x</b> & "y"'
    game = open_game(
        anna, name=name, kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(timedelta(days=1))
    )
    composed = mail_of(row_of(Kind.START, game, anna))
    assert "<b>x</b>" not in composed.html
    assert name in composed.text
    assert name in composed.subject
