"""Plans by mail: the early mail, its answers, and what is written back."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from games.models import Delivery, Game, Notification, Seat, Turn
from games.notifications import outbox
from games.people.models import User
from games.table import next_picks, order_changes, plans, playing, seat_orders
from games.table.moderation.seat_replacement import replace_by_person
from tests.engine.puertorico.positions import Player, set_up
from tests.mail.conftest import acknowledgement_of, arrive, delivered, mail_of, turn_of
from tests.own_games import play_own_games
from tests.table.games import answer, fresh, offers, opened, player
from tests.table.planned_games import early_turn, set_before

pytestmark = pytest.mark.django_db


@pytest.fixture
def early(game: Game) -> Turn:
    """The turn of the person after the one who has picked the settler."""
    answer(turn_of(game), "settler")
    return early_turn(game)


def early_mail(turn: Turn) -> Delivery:
    return Delivery.objects.filter(turn=turn, kind=Notification.Kind.TURN).earliest("pk")


def lines_of(turn: Turn) -> tuple[str, ...]:
    turn.refresh_from_db()
    return plans.lines_of(turn)


def test_an_early_mail_says_that_no_deadline_runs(early: Turn) -> None:
    shown = mail_of(early_mail(early))
    assert shown.subject.endswith("you can plan: take a tile")
    assert "no deadline runs. You have 3 days once it is your turn." in " ".join(shown.text.split())
    assert "Until" not in shown.text
    assert shown.early


def test_lines_that_answer_an_early_mail_are_wishes_in_order(game: Game, early: Turn) -> None:
    first, second = [line for line in offers(turn_of(game)) if line.startswith("take")][:2]
    delivered()
    incoming = arrive(early, f"{first}\n{second}\nask\n", in_reply_to=early_mail(early).message_id)
    assert lines_of(early) == (first, second, "ask")
    written = mail_of(acknowledgement_of(incoming))
    expected = f"When it is your turn: {first}; if that is not possible: {second}; else you are asked."
    assert expected in " ".join(written.text.split())
    assert not written.options, "the question need not be asked again"


def test_numbers_mean_the_list_of_the_mail_on_every_line(early: Turn) -> None:
    delivered()
    listed = Delivery.objects.get(pk=early_mail(early).pk).content["options"]
    arrive(early, "2\n1\n", in_reply_to=early_mail(early).message_id)
    assert lines_of(early) == (listed[1], listed[0])


def test_a_number_that_no_option_has_plans_nothing(early: Turn) -> None:
    delivered()
    arrive(early, "1\n88\n", in_reply_to=early_mail(early).message_id)
    assert lines_of(early) == ()


def test_lines_to_an_early_mail_stay_wishes_when_the_turn_has_come(game: Game, early: Turn) -> None:
    first, second = [line for line in offers(turn_of(game)) if line.startswith("take")][:2]
    delivered()
    answer(turn_of(game), first)
    incoming = arrive(early, f"{first}\n{second}\n", in_reply_to=early_mail(early).message_id)
    played = game.moves.filter(seat=early.seat.index)
    assert [move.text for move in played] == [second]
    written = mail_of(acknowledgement_of(incoming)).text
    assert "Not possible any more" in written
    assert "Played." in written


def test_a_line_that_means_nothing_here_is_named_and_nothing_is_kept(early: Turn) -> None:
    delivered()
    incoming = arrive(early, "pass\nbuild harbor\n", in_reply_to=early_mail(early).message_id)
    assert lines_of(early) == ()
    written = mail_of(acknowledgement_of(incoming)).text
    assert "- build harbor" in written
    assert "Nothing was played." in written


def test_undo_withdraws_the_plan(early: Turn) -> None:
    delivered()
    arrive(early, "ask\n", in_reply_to=early_mail(early).message_id)
    incoming = arrive(early, "undo\n")
    assert lines_of(early) == ()
    assert "Your plan is withdrawn" in mail_of(acknowledgement_of(incoming)).text


def test_wait_plans_nothing_and_says_so(early: Turn) -> None:
    delivered()
    incoming = arrive(early, "wait\n", in_reply_to=early_mail(early).message_id)
    assert lines_of(early) == ("ask",)
    assert "When it is your turn, you are asked." in mail_of(acknowledgement_of(incoming)).text


def test_an_answer_to_the_acknowledgement_of_a_plan_replaces_it(game: Game, early: Turn) -> None:
    line = next(line for line in offers(turn_of(game)) if line.startswith("take"))
    delivered()
    incoming = arrive(early, "ask\n", in_reply_to=early_mail(early).message_id)
    delivered()
    reply = acknowledgement_of(incoming)
    assert early.token in mail_of(reply).reply_to
    answer(turn_of(game), offers(turn_of(game))[0])
    arrive(early, f"{line}\nask\n", in_reply_to=Delivery.objects.get(pk=reply.pk).message_id)
    assert game.moves.filter(seat=early.seat.index).count() <= 1, "wishes still, as it is an answer to a plan"


def test_the_mail_when_the_clock_starts_tells_the_deadline_and_the_plan_that_failed(game: Game, early: Turn) -> None:
    first = next(line for line in offers(turn_of(game)) if line.startswith("take"))
    delivered()
    playing.play(early.pk, [first], by=player(early), source="web", key="a plan", as_plan=True)
    answer(turn_of(game), first)
    second = Delivery.objects.filter(turn=early, kind=Notification.Kind.TURN).latest("pk")
    shown = mail_of(second)
    assert shown.subject.endswith("your turn: take a tile")
    assert "Until" in shown.text
    assert "Your plan" in shown.text
    assert "The board" not in shown.text, "short: the mail before shows it"
    assert shown.references == mail_of(early_mail(early)).references


def test_a_first_mail_that_goes_out_late_asks_in_turn(game: Game, early: Turn) -> None:
    answer(turn_of(game), offers(turn_of(game))[0])
    shown = mail_of(early_mail(early))
    assert shown.subject.endswith("your turn: take a tile")
    assert not shown.early
    delivered()
    assert Delivery.objects.filter(turn=early, kind=Notification.Kind.TURN).count() == 1
    assert fresh(game).plies


def test_what_to_pick_next_is_said_in_the_same_answer(game: Game, early: Turn) -> None:
    delivered()
    incoming = arrive(early, "pass\nnext: craftsman, ask\n", in_reply_to=early_mail(early).message_id)
    assert lines_of(early) == ("pass",)
    written = mail_of(acknowledgement_of(incoming)).text
    assert "Saved for your next pick" in written
    assert "- next: craftsman, ask" in written


def test_what_to_pick_next_can_be_said_when_the_turn_is_over(game: Game) -> None:
    mover = turn_of(game)
    answer(mover, "settler", "take quarry")
    incoming = arrive(mover, "next: mayor\n")
    assert next_picks.lines_of(Seat.objects.get(pk=mover.seat_id)) == ("next: mayor",)
    assert "Saved for your next pick" in mail_of(acknowledgement_of(incoming)).text


def test_a_pick_that_does_not_exist_is_refused_with_the_reason(game: Game, early: Turn) -> None:
    incoming = arrive(early, "next: prospector\n")
    assert "There is no prospector in this game." in mail_of(acknowledgement_of(incoming)).text


def test_standing_orders_are_given_listed_and_stopped_by_mail(game: Game) -> None:
    turn = turn_of(game)
    given = arrive(turn, "always store coffee, tobacco\nnever draw\n")
    seat = Seat.objects.get(pk=turn.seat_id)
    assert seat_orders.lines_of(seat) == ("always store coffee, tobacco", "never draw")
    written = mail_of(acknowledgement_of(given)).text
    assert "Your order stands." in written
    assert "- always store coffee, tobacco" in written
    assert "- never draw" in mail_of(acknowledgement_of(arrive(turn, "orders\n"))).text
    stopped = arrive(turn, "stop orders\n")
    assert seat_orders.lines_of(Seat.objects.get(pk=turn.seat_id)) == ()
    assert "You have no standing orders in this game any more." in mail_of(acknowledgement_of(stopped)).text


def test_the_order_of_one_kind_is_ended_by_mail(game: Game) -> None:
    turn = turn_of(game)
    arrive(turn, "always store coffee, tobacco\nnever draw\n")
    told = mail_of(acknowledgement_of(arrive(turn, "ask draw\n"))).text
    assert seat_orders.lines_of(Seat.objects.get(pk=turn.seat_id)) == ("always store coffee, tobacco",)
    assert "From now on you are asked there." in told
    assert "- always store coffee, tobacco" in told
    told = mail_of(acknowledgement_of(arrive(turn, "ask store\n"))).text
    assert seat_orders.lines_of(Seat.objects.get(pk=turn.seat_id)) == ()
    assert "You have no standing orders in this game any more." in told
    refused = mail_of(acknowledgement_of(arrive(turn, "ask quarry\n"))).text
    assert "You can write: ask store, ask extra, ask draw, ask place, ask sell" in unwrapped(refused)


def test_conditions_are_explained(anna: User, bob: User, chris: User) -> None:
    game = set_before(set_up(Player(), Player(doubloons=9), Player(doubloons=9)), anna, bob, chris)
    helped = mail_of(acknowledgement_of(arrive(turn_of(game), "help\n")))
    for line in ("sell coffee if 3", "build harbor if 4 or less"):
        assert line in unwrapped(helped.text)
        assert line in helped.html
    answer(turn_of(game), "builder")
    asked = mail_of(early_mail(early_turn(game)))
    assert "A line can have a condition, such as “build harbor if 4 or less”." in unwrapped(asked.text)
    assert "build harbor if 4 or less" in asked.html


def test_conditions_are_not_explained_where_nothing_is_counted(early: Turn) -> None:
    assert "condition" not in mail_of(early_mail(early)).text


def test_what_nobody_can_order_is_refused_with_what_can_be_ordered(game: Game) -> None:
    incoming = arrive(turn_of(game), "always win\n")
    assert "always win" in mail_of(acknowledgement_of(incoming)).text
    assert "Nothing was played." in mail_of(acknowledgement_of(incoming)).text


def test_the_next_mail_says_what_orders_have_played(anna: User, bob: User, chris: User) -> None:
    keeper = Player(goods={"tobacco": 1, "coffee": 2})
    game = set_before(
        set_up(Player(), keeper, Player(), ships={4: ("corn", 3), 5: ("indigo", 4), 6: ("sugar", 5)}), anna, bob, chris
    )
    second = Seat.objects.select_related("user").get(game=game, index=1).user
    assert second is not None
    order_changes.give_orders(game.pk, second, ["always store coffee"], source="web")
    answer(turn_of(game), "captain")
    shown = mail_of(Delivery.objects.filter(turn=turn_of(game), kind=Notification.Kind.TURN).earliest("pk"))
    assert "Your standing orders have played: keep coffee" in shown.text


def asked_what_to_keep(keeper: int, *people: User) -> Game:
    """The game waits for this seat, which is to say what it keeps; the second one picks next."""
    table = [Player() for _ in people]
    table[keeper] = Player(goods={"tobacco": 1, "coffee": 2})
    game = set_before(set_up(*table, ships={4: ("corn", 3), 5: ("indigo", 4), 6: ("sugar", 5)}), *people)
    answer(turn_of(game), "captain")
    assert (turn_of(game).stage, turn_of(game).seat.index) == ("storing", keeper)
    return game


@pytest.fixture
def storing(anna: User, bob: User, chris: User) -> Game:
    return asked_what_to_keep(1, anna, bob, chris)


TOLD = "Your standing orders have played: keep coffee"


@pytest.mark.parametrize(("keeper", "asked_again"), [(1, True), (2, False)])
def test_an_acknowledgement_says_what_orders_have_played_since(
    keeper: int, asked_again: bool, anna: User, bob: User, chris: User
) -> None:
    turn = turn_of(asked_what_to_keep(keeper, anna, bob, chris))
    shown = mail_of(acknowledgement_of(arrive(turn, "always store coffee\n")))
    assert bool(shown.options) == asked_again
    assert (shown.text.count(TOLD), shown.html.count(TOLD)) == (1, 1)


def test_what_an_order_has_played_is_told_though_it_was_stopped(storing: Game) -> None:
    keeper = player(turn_of(storing))
    order_changes.give_orders(storing.pk, keeper, ["always store coffee"], source="web")
    order_changes.stop_orders(storing.pk, keeper)
    assert player(turn_of(storing)) == keeper, "who picks next"
    asked = Delivery.objects.filter(turn=turn_of(storing), kind=Notification.Kind.TURN).earliest("pk")
    assert TOLD in mail_of(asked).text


def test_the_mail_about_the_end_says_what_orders_have_played(storing: Game) -> None:
    turn = turn_of(storing)
    order_changes.give_orders(storing.pk, player(turn), ["always store coffee"], source="web")
    for seat in storing.seats.select_related("user"):
        outbox.notify_end(seat)
    mails = {row.user: mail_of(row) for row in Delivery.objects.filter(game=storing, kind=Notification.Kind.END)}
    assert [person for person, shown in mails.items() if TOLD in shown.text and TOLD in shown.html] == [player(turn)]


def test_whoever_takes_a_seat_over_is_not_told_what_the_orders_of_the_person_before_have_played(
    storing: Game, david: User
) -> None:
    turn = turn_of(storing)
    order_changes.give_orders(storing.pk, player(turn), ["always store coffee"], source="web")
    replace_by_person(storing.pk, turn.seat.index, None, "gone", david)
    assert not seat_orders.acted_since_last_answer(Seat.objects.get(pk=turn.seat_id))


def test_questions_are_left_to_an_adviser_by_mail_where_the_host_allows_it(game: Game) -> None:
    turn, leave = turn_of(game), "always leave store to apprentice"
    refused = mail_of(acknowledgement_of(arrive(turn, f"{leave}\n"))).text
    assert "The host has not allowed advisers in this game" in unwrapped(refused)
    assert "always leave" not in mail_of(acknowledgement_of(arrive(turn, "help\n"))).text
    Game.objects.filter(pk=game.pk).update(advisers=True)
    assert f"- {leave}" in mail_of(acknowledgement_of(arrive(turn, f"{leave}\n"))).text
    helped = unwrapped(mail_of(acknowledgement_of(arrive(turn, "help\n"))).text)
    assert "always leave captain, store to merchant" in helped
    assert "apprentice, merchant, viceroy" in helped


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def test_an_early_mail_about_placing_lists_suggestions(anna: User, bob: User, chris: User) -> None:
    farmer = Player(island={"corn": (1, 0), "indigo": (1, 0), "coffee": (1, 0)})
    game = set_before(set_up(farmer, farmer, farmer), anna, bob, chris)
    answer(turn_of(game), "mayor")
    early = game.turns.filter(early=True).earliest("pk")
    shown = mail_of(early_mail(early))
    assert shown.early
    assert shown.options


@pytest.mark.parametrize(("kind", "named"), [("puerto-rico", True), ("kalah", False)])
def test_the_help_names_picks_and_orders_only_where_the_game_has_them(
    kind: str, named: bool, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    play_own_games(monkeypatch, settings)
    turn = turn_of(opened(anna, bob, kind=kind))
    shown = mail_of(acknowledgement_of(arrive(turn, "help\n")))
    assert "resign" in shown.text
    for words in ("next: …", "standing orders"):
        assert (words in shown.text, words in shown.html) == (named, named)
