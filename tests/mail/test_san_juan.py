"""San Juan by mail: what its mails say at each question, and the answers that people write to them."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from games.mail.compose import ComposedMail
from games.models import Delivery, Game, Notification, Seat, Turn
from games.people.models import User
from games.table.game_update import GameUpdate
from games.table.positions import stored_position
from tests.engine.sanjuan.tables import SAN_JUAN, Player, play, table
from tests.mail.conftest import acknowledgement_of, arrive, mail_of, turn_of
from tests.table.games import fresh, opened

pytestmark = pytest.mark.django_db

COLUMNS = 72
ORDINARY = Player(hand="indigo plant, sugar mill", buildings="indigo plant")
RICH = Player(
    hand="silver smelter, library, hero, coffee roaster, well, tower, statue, guild hall, palace, quarry",
    buildings="indigo plant, sugar mill, tobacco storage, coffee roaster, silver smelter, crane, black market, smithy,"
    " chapel, archive, gold mine",
    goods="indigo, sugar, tobacco",
)


def open_turn_with(anna: User, bob: User, chris: User, player: Player, *lines: str, pile: str = "") -> Turn:
    """Anna's turn after these lines, in a game in which she is the governor; the others are no matter."""
    game = opened(anna, bob, chris, kind="san-juan")
    seat = Seat.objects.get(game=game, user=anna).index
    players = [player if number == seat else ORDINARY for number in range(3)]
    position = table(*players, governor=seat, pile=pile)
    play(position, *lines)
    update = GameUpdate(game, timezone.now())
    # Read back, as staff's corrections are: what is counted from the start of a game is counted anew.
    update.set_up(SAN_JUAN.from_json(SAN_JUAN.to_json(position)))
    update.advance()
    update.save()
    turn = turn_of(fresh(game))
    assert turn.seat.user == anna
    return turn


@pytest.fixture
def cast(anna: User, bob: User, chris: User, sent: list[str]) -> tuple[User, User, User]:
    return anna, bob, chris


def turn_mail(turn: Turn) -> ComposedMail:
    return mail_of(Delivery.objects.filter(kind=Notification.Kind.TURN, turn=turn).latest("pk"))


def replied(turn: Turn, words: str) -> ComposedMail:
    return mail_of(acknowledgement_of(arrive(turn, words)))


def joined_text(composed: ComposedMail) -> str:
    return " ".join(composed.text.split())


def plies(game: Game) -> int:
    return game.moves.filter(undone_at=None, seat__isnull=False).count()


def hand_of(turn: Turn) -> list[str]:
    game = fresh(turn.game)
    view = SAN_JUAN.view(stored_position(game), turn.seat.index)
    return list(view.seats[turn.seat.index].cards)  # type: ignore[attr-defined]


def test_a_crane_and_a_full_hand_fill_no_hundred_lines(cast: tuple[User, User, User]) -> None:
    turn = open_turn_with(*cast, RICH, "builder")
    mail = turn_mail(turn)
    options = mail.text.partition("Your options")[2] or mail.text.partition("Suggestions")[2]
    options = options.partition("The board")[0]
    assert len(mail.options) > 100
    assert options.count("\n") < 100
    assert max(map(len, options.split("\n"))) <= COLUMNS
    assert options.count("build palace over") == 1
    number = mail.options.index("build palace over chapel with well, tower") + 1
    assert f"{number} chapel with well, tower" in " ".join(options.split())
    reply = replied(turn, str(number))
    assert "build palace over chapel with well, tower" in joined_text(reply)


def test_what_pays_can_be_named_by_the_numbers_in_the_hand(cast: tuple[User, User, User]) -> None:
    turn = open_turn_with(*cast, RICH, "builder")
    text = turn_mail(turn).text
    assert "YOUR HAND (cost/VP; answers may name cards by number)" in text
    cards = hand_of(turn)
    library, palace, well = (cards.index(name) + 1 for name in ("library", "palace", "well"))
    reply = replied(turn, f"build {library} with indigo good, tobacco good, {well}, {palace}")
    assert "build library with indigo good, tobacco good, well, palace" in joined_text(reply)


def test_a_chapel_and_the_discards_go_in_one_line(cast: tuple[User, User, User]) -> None:
    builder = Player(hand="smithy, well, well, statue, hero, palace, quarry, library, tower, crane", buildings="chapel")
    turn = open_turn_with(*cast, builder, "trader", "prospector", "producer")
    assert "You have 10 cards and may hold 7 after that." in joined_text(turn_mail(turn))
    reply = replied(turn, "chapel smithy, discard well, well")
    assert "chapel smithy, discard well, well" in joined_text(reply)
    assert "Not played" not in reply.text


def test_the_gold_mine_tells_in_the_answer_what_it_turned_up(cast: tuple[User, User, User]) -> None:
    turn = open_turn_with(
        *cast, Player(buildings="indigo plant, gold mine"), "prospector", pile="hero, statue, chapel, well, crane"
    )
    reply = replied(turn, "use gold mine")
    assert "anna's gold mine turns up statue, chapel, well, crane: nothing, for costs are equal." in joined_text(reply)


def test_who_sells_reads_which_cards_came(cast: tuple[User, User, User]) -> None:
    seller = Player(buildings="indigo plant, silver smelter", goods="indigo, silver")
    turn = open_turn_with(*cast, seller, "trader", pile="hero, statue, palace")
    reply = replied(turn, "sell silver")
    assert "anna draws hero, statue for the sale." in joined_text(reply)
    assert "draws 2 cards" not in reply.text


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("build 99", "There is no card 99: the cards are numbered up to 10."),
        ("build chapel", "You hold no chapel."),
        ("build well with palace, hero", "1 card is due, and you named 2."),
        ("build library over crane", "The crane cannot be built over."),
        ("build hero with hero, well, tower, statue", "You hold no hero."),
        ("bild palace", "“bild”"),
        ("trader", "Now the question is another: build."),
    ],
)
def test_a_wrong_answer_is_refused_with_the_reason_and_changes_nothing(
    cast: tuple[User, User, User], words: str, reason: str
) -> None:
    turn = open_turn_with(*cast, RICH, "builder")
    before, options = plies(turn.game), turn_mail(turn).options
    reply = replied(turn, words)
    assert "Nothing was played. What do you build?" in joined_text(reply)
    assert reason in joined_text(reply)
    assert plies(turn.game) == before
    assert reply.options == options


def test_help_board_and_moves_show_and_play_nothing(cast: tuple[User, User, User]) -> None:
    turn = open_turn_with(*cast, RICH, "builder")
    before = plies(turn.game)
    reply = replied(turn, "help\nboard\nmoves")
    for words in ("How to answer", "resign", "What do you build?", "build palace over", "YOUR HAND", "BOARDS"):
        assert words in reply.text
    assert plies(turn.game) == before


def test_a_pick_is_taken_back_and_the_question_comes_again(cast: tuple[User, User, User]) -> None:
    turn = turn_of(opened(*cast, kind="san-juan"))
    assert "Played. What do you build?" in joined_text(replied(turn, "builder"))
    reply = replied(turn, "undo")
    assert "Your last move was taken back. Which role do you pick?" in joined_text(reply)
    assert plies(turn.game) == 0


def test_who_resigns_leaves_the_seat_to_a_bot(cast: tuple[User, User, User]) -> None:
    turn = open_turn_with(*cast, RICH, "builder")
    code = re.search(r"resign (\w{8}) ", joined_text(replied(turn, "resign")))
    assert code is not None
    assert "a bot plays on in your seat" in joined_text(replied(turn, f"resign {code[1]}"))
    turn.seat.refresh_from_db()
    assert turn.seat.caretaker


def test_nobody_has_picked_the_start_of_a_round(cast: tuple[User, User, User]) -> None:
    owner = Player(hand="smithy, well", buildings="chapel")
    board = turn_mail(open_turn_with(*cast, owner, "trader", "prospector", "producer")).text.partition("The board")[2]
    assert "In play: start of the round." in board
    assert "picked by" not in board
