"""The levels of bots are called as the reader's language has it; rows, records and orders keep their names."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.models import Game, Notification, Seat
from games.people.models import User
from games.table import advisers, queries
from games.table.errors import BadAnswer
from games.table.moderation.seat_replacement import replace_by_bot
from games.table.order_changes import give_orders
from games.table.positions import rules_of
from games.table.records import export_record
from games.wording import in_words
from tests.factories import UserFactory
from tests.staff.signing_in import staff_client
from tests.table.games import fresh, opened

pytestmark = pytest.mark.django_db

NAMES = {"en": "Merchant bot", "de": "Kaufmann-Bot", "hu": "Kalmár bot", "pl": "Bot Handlarz", "ro": "Bot Negustor"}
NOUNS = {"en": "merchant", "de": "Kaufmann", "hu": "kalmár", "pl": "handlarz", "ro": "negustor"}


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    game = opened(anna, bob, bots=1)
    game.seats.filter(user=None).update(bot_level="merchant-1")
    Game.objects.filter(pk=game.pk).update(advisers=True)
    return fresh(game)


@pytest.fixture
def moderator() -> User:
    person = UserFactory.create(username="mona", is_staff=True)
    person.two_factors = True
    return person


@pytest.mark.parametrize("language", NAMES)
def test_a_seat_has_the_name_of_its_level_in_the_language(game: Game, language: str) -> None:
    with translation.override(language):
        assert NAMES[language] in queries.player_names(game)
        assert "Merchant bot" in export_record(game), "a record is the same for everybody"


@pytest.mark.parametrize("language", NAMES)
def test_advisers_are_listed_and_understood_in_the_language(game: Game, anna: User, language: str) -> None:
    with translation.override(language):
        labels = [in_words(kind.label) for kind in advisers.order_kinds(rules_of(game), game)]
        assert NOUNS[language] in labels[-1]
        with pytest.raises(BadAnswer, match=NOUNS[language]):
            give_orders(game.pk, anna, ["always leave store to nobody"], source="web")
        for typed in (NOUNS[language], NOUNS[language][:4].upper(), "merchant"):
            stored = give_orders(game.pk, anna, [f"always leave store to {typed}"], source="web")
            assert stored == ("always leave store to merchant",)


def test_a_notice_calls_a_bot_as_its_reader_does(game: Game, anna: User, bob: User, moderator: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    seat = Seat.objects.get(game=game, user=None)
    with translation.override("pl"):
        replace_by_bot(game.pk, seat.index, moderator, "for a test", "viceroy-1")
    texts = {notice.user_id: str(notice.content) for notice in Notification.objects.filter(kind="notice")}
    assert "Vizekönig-Bot" in texts[anna.pk]
    assert "Viceroy bot" in texts[bob.pk]


def test_staff_read_the_label(game: Game, anna: User, moderator: User) -> None:
    Seat.objects.filter(game=game, user=anna).update(caretaker="viceroy-1", caretaker_cause="staff")
    User.objects.filter(pk=moderator.pk).update(language="de")
    # A request leaves its language behind in the thread.
    with translation.override("en"):
        page = staff_client(moderator).get(f"/staff/games/{game.pk}/").content.decode()
    assert ("Vizekönig" in page, "viceroy-1" in page) == (True, False)
