"""Every registered game, and two tiny ones made for this, keep the contract; leaks put in on purpose are found."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import Game, Item, Measure, Offer, Position, Question
from games.engine.orders import QuestionKind
from games.engine.registry import games
from games.engine.words import Message
from tests.engine import conformance, planning
from tests.engine.conformance import Setup, setups, setups_of_old
from tests.engine.hand_game import HandGame, HandGamePosition
from tests.engine.high_card import HighCard, HighCardPosition, HighCardView
from tests.engine.kalah import Kalah, KalahPosition, KalahView
from tests.engine.repertoire import repertoire
from tests.own_games import OWN_GAMES

CHECKS = (*conformance.CHECKS, *planning.CHECKS)
SETUPS = [
    *(setup for game in (*games(), *OWN_GAMES, HandGame()) for setup in setups(game)),
    *(setup for game in games() for setup in setups_of_old(game)),
    *(Setup(game, seats, tuple(options.items())) for game in games() for seats, options in repertoire(game).families),
    *(
        Setup(game, seats, tuple(options.items()), rules_version=version)
        for game in games()
        for version in game.rules_versions()[:-1]
        for seats, options in repertoire(game).families[-1:]
    ),
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_every_game_keeps_the_contract(check: Callable[[Setup], None], setup: Setup) -> None:
    check(setup)


class ViewTellsOtherHands(HighCard):
    def view(self, position: Position, seat: int | None) -> HighCardView:
        assert isinstance(position, HighCardPosition)
        honest = super().view(position, seat)
        return dataclasses.replace(honest, shown=(*honest.shown, *position.hands[0]))


class QuestionTellsTheStock(HighCard):
    def question(self, position: Position) -> Question:
        assert isinstance(position, HighCardPosition)
        honest = super().question(position)
        hint = Message("{next}", {"next": str(position.stock[-1:])})
        offers = tuple(Offer(offer.text, offer.label, hint, ()) for offer in honest.offers)
        return dataclasses.replace(honest, offers=offers)


class LaidFaceUp(HighCardPosition):
    def _may_see_laid(self, seat: int) -> list[int] | None:  # noqa: ARG002
        return None


class NarrationTellsTheCard(HighCard):
    position_class = LaidFaceUp


class Clairvoyant(HighCardPosition):
    def resample(self, seat: int, random: object) -> HighCardPosition:  # noqa: ARG002
        return self.copy()


class ResamplingTellsAll(HighCard):
    position_class = Clairvoyant


class ClaimsToHideNothing(HighCard):
    hides = False


class MarksTheViewersHouses(Kalah):
    def view(self, position: Position, seat: int | None) -> KalahView:
        honest = super().view(position, seat)
        return honest if seat is None else dataclasses.replace(honest, to_move=seat)


class DrawsTheFirstPlayer(Kalah):
    def new(self, seats: int, options: Mapping[str, str], secret: bytes, rules_version: int | None = None) -> Position:
        position = super().new(seats, options, secret, rules_version)
        assert isinstance(position, KalahPosition)
        position.mover = secret[0] % 2
        return position


class LosesACard(HighCardPosition):
    def _show(self) -> None:
        super()._show()
        self.gone.pop()


class CardsGetLost(HighCard):
    position_class = LosesACard


class SharesItsHands(HighCardPosition):
    def copy(self) -> HighCardPosition:
        twin = super().copy()
        twin.hands = self.hands
        return twin


class CopiesAreNotIndependent(HighCard):
    position_class = SharesItsHands


class OffersMoreThanItKeeps(HighCardPosition):
    def ahead(self, seat: int) -> Position | None:
        twin = super().ahead(seat)
        if isinstance(twin, HighCardPosition):
            twin.hands[seat] = [self.cards + 1]
        return twin


class AheadPromisesTooMuch(HighCard):
    position_class = OffersMoreThanItKeeps


class ForeseesForTheMover(HighCardPosition):
    def foreseen(self, seat: int) -> list[Position]:
        return [] if self.is_over() or self.to_move() != seat else [self.copy()]


class ForeseesTooLittle(HighCard):
    position_class = ForeseesForTheMover


class ForeseesForAnother(HighCardPosition):
    def foreseen(self, seat: int) -> list[Position]:  # noqa: ARG002
        return [] if self.is_over() else [self.copy()]


class ForeseesWhatOthersAreAsked(HighCard):
    position_class = ForeseesForAnother


class ForeseesWithOthersCards(HighCardPosition):
    def foreseen(self, seat: int) -> list[Position]:
        questions = super().foreseen(seat)
        for question in questions:
            assert isinstance(question, HighCardPosition)
            question.hands[seat] = [*self.hands[seat], *self.stock[-1:]]
        return questions


class ForeseesTheNextCard(HighCard):
    position_class = ForeseesWithOthersCards


class PlansPlayTheLowestCard(HighCard):
    def wish_plies(self, position: Position, wish: str) -> list[int]:  # noqa: ARG002
        return [int(position.legal_moves()[0])]


class ConditionsCountTheStock(HighCard):
    def measure(self, position: Position, plies: Sequence[int]) -> Measure | None:  # noqa: ARG002
        assert isinstance(position, HighCardPosition)
        return Measure(sum(position.stock[-1:]))


class ForgetsAKindOfQuestion(HighCard):
    def question_kinds(self) -> tuple[QuestionKind, ...]:
        return (QuestionKind("trick", ("trick",)),)


class MovesWithoutOrder(HighCardPosition):
    def legal_moves(self) -> vec[i64]:
        return vec[i64](list(super().legal_moves())[::-1])


class MovesAreNotSorted(HighCard):
    position_class = MovesWithoutOrder


class SuggestsSomethingElse(HandGame):
    def question(self, position: Position) -> Question:
        honest = super().question(position)
        offers = [dataclasses.replace(offer, text="pass") for offer in honest.offers[:1]]
        return dataclasses.replace(honest, offers=(*offers, *honest.offers[1:-1]))


class SelectsMoreThanItTakes(HandGame):
    def question(self, position: Position) -> Question:
        honest = super().question(position)
        return dataclasses.replace(honest, offers=tuple(map(self.of_any_number, honest.offers)))

    def of_any_number(self, offer: Offer) -> Offer:
        chosen = offer.selection
        return offer if chosen is None else dataclasses.replace(offer, selection=dataclasses.replace(chosen, most=5))


class SelectionTellsTheStock(HandGame):
    def question(self, position: Position) -> Question:
        assert isinstance(position, HandGamePosition)
        honest = super().question(position)
        first, top = honest.offers[0], Item(str(position.stock[-1]), Message("the next"), "")
        assert first.selection is not None
        selection = dataclasses.replace(first.selection, items=(top,))
        return dataclasses.replace(honest, offers=(dataclasses.replace(first, selection=selection),))


@pytest.mark.parametrize(
    ("game", "check"),
    [
        (SuggestsSomethingElse(), conformance.check_every_offer_can_be_accepted),
        (SelectsMoreThanItTakes(), conformance.check_every_offer_can_be_accepted),
        (SelectionTellsTheStock(), conformance.check_views_leak_nothing),
        (ViewTellsOtherHands(), conformance.check_views_leak_nothing),
        (QuestionTellsTheStock(), conformance.check_views_leak_nothing),
        (NarrationTellsTheCard(), conformance.check_events_leak_nothing),
        (ResamplingTellsAll(), conformance.check_resampling_keeps_what_the_seat_knows),
        (ClaimsToHideNothing(), conformance.check_nothing_is_hidden_in_an_open_game),
        (MarksTheViewersHouses(), conformance.check_nothing_is_hidden_in_an_open_game),
        (DrawsTheFirstPlayer(), conformance.check_nothing_is_hidden_in_an_open_game),
        (AheadPromisesTooMuch(), conformance.check_what_is_decided_ahead_is_legal_in_turn),
        (ForeseesTooLittle(), planning.check_whoever_is_asked_has_foreseen_it),
        (ForeseesWhatOthersAreAsked(), planning.check_foreseen_questions_are_the_seats_own),
        (ForeseesTheNextCard(), planning.check_foreseen_questions_leak_nothing),
        (PlansPlayTheLowestCard(), planning.check_plans_play_what_their_owner_would_answer),
        (ConditionsCountTheStock(), planning.check_conditions_read_only_what_their_owner_sees),
        (ForgetsAKindOfQuestion(), planning.check_every_question_is_of_one_kind),
        (MovesAreNotSorted(), conformance.check_every_ply_of_a_random_game),
        (CardsGetLost(), conformance.check_every_ply_of_a_random_game),
        (CopiesAreNotIndependent(), conformance.check_copies_are_independent),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_a_fault_put_in_on_purpose_is_found(game: Game, check: Callable[[Setup], None]) -> None:
    with pytest.raises((AssertionError, ValueError)):
        check(Setup(game, game.max_seats))
