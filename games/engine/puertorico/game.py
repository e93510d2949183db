"""Puerto Rico behind the contract: the one object through which the rest of the project uses this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine import order_reader
from games.engine.contract import (
    Event,
    Game,
    IllegalMove,
    Measure,
    OptionSpec,
    Position,
    Question,
    ScoreLine,
    ScorePart,
)
from games.engine.orders import Order, OrderKind, QuestionKind
from games.engine.plans import question_kind
from games.engine.puertorico import (
    formatter,
    names,
    narration,
    notation,
    plan_lines,
    position_json,
    questions,
    refusals,
    scoring,
    standing_orders,
)
from games.engine.puertorico.build_view import build_view
from games.engine.puertorico.components import (
    CITY_HALL,
    CLOISTER,
    CUSTOMS_HOUSE,
    FORTRESS,
    GUILD_HALL,
    LATEST_RULES,
    MAX_SEATS,
    MIN_SEATS,
    PLACE_NAMES,
    RESIDENCE,
    ROYAL_GARDEN,
    RULES_VERSIONS,
)
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.options import OPTIONS, clean_options
from games.engine.puertorico.view_types import PuertoRicoView
from games.engine.puertorico.vocabulary import LEXICON
from games.engine.random import from_secret
from games.engine.words import Message
from games.engine.words import gettext_noop as _

BONUSES: Final = (
    ("guild-hall", GUILD_HALL),
    ("residence", RESIDENCE),
    ("fortress", FORTRESS),
    ("customs-house", CUSTOMS_HOUSE),
    ("city-hall", CITY_HALL),
    ("cloister", CLOISTER),
    ("royal-garden", ROYAL_GARDEN),
)
"""The large buildings that bring points at the end, with the keys of their parts of a score."""


class PuertoRico(Game):
    """The basic game for 2 to 5 players, and both expansions (docs/rules)."""

    key = "puerto-rico"
    title = Message(_("Puerto Rico"))
    rules_version = LATEST_RULES
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS

    def options(self) -> tuple[OptionSpec, ...]:
        return OPTIONS

    def rules_versions(self) -> tuple[int, ...]:
        return RULES_VERSIONS

    def new(self, seats: int, options: Mapping[str, str], secret: bytes, rules_version: int | None = None) -> Position:
        chosen, random = clean_options(seats, options), from_secret(secret, "deal")
        return new_position(seats, chosen, random, LATEST_RULES if rules_version is None else rules_version)

    def to_json(self, position: Position) -> dict[str, object]:
        return position_json.to_json(_ours(position))

    def from_json(self, stored: Mapping[str, object]) -> Position:
        return position_json.from_json(stored)

    def view(self, position: Position, seat: int | None) -> PuertoRicoView:
        return build_view(_ours(position), seat)

    def question(self, position: Position) -> Question:
        return questions.question(_ours(position))

    def move_text(self, position: Position, move: int) -> str:
        return formatter.move_text(_ours(position), move)

    def decision_text(self, position: Position, plies: Sequence[int]) -> str:
        return formatter.decision_text(_ours(position), plies)

    def parse(self, position: Position, line: str) -> list[int]:
        return notation.parse(_ours(position), self.expand_offer_number(position, line))

    def question_key(self, position: Position) -> str:
        return plan_lines.question_key(_ours(position))

    def holds_all_phase(self, key: str) -> bool:
        return key == plan_lines.CAPTAIN

    def depends_on_the_end(self, key: str) -> bool:
        return question_kind(key) in ("builder", "role")

    def declining_line(self, key: str) -> str:
        return plan_lines.declining_line(key)

    def read_wish(self, position: Position, line: str) -> str:
        open_wish = plan_lines.open_wish(_ours(position), self.expand_offer_number(position, line))
        return super().read_wish(position, line) if open_wish is None else open_wish

    def wish_plies(self, position: Position, wish: str) -> list[int]:
        if plan_lines.is_open_loading(wish):
            return plan_lines.loading_plies(_ours(position), wish)
        return super().wish_plies(position, wish)

    def measure(self, position: Position, plies: Sequence[int]) -> Measure | None:
        return plan_lines.measure(_ours(position), plies)

    def condition_examples(self) -> tuple[str, ...]:
        return ("sell coffee if 3", "build harbor if 4 or less", "trader if 2")

    def question_kinds(self) -> tuple[QuestionKind, ...]:
        return standing_orders.QUESTION_KINDS

    def order_kinds(self) -> tuple[OrderKind, ...]:
        return tuple(form.order_kind for form in standing_orders.FORMS)

    def read_order(self, line: str) -> Order:
        return order_reader.read_order(standing_orders.FORMS, LEXICON, line)

    def ordered_plies(self, position: Position, orders: Sequence[Order]) -> list[int]:
        return standing_orders.ordered_plies(_ours(position), orders)

    def narrate(self, event: Event, names: Sequence[str]) -> Message:
        return narration.narrate(event, names)

    def stage_name(self, stage: str) -> Message:
        return names.stage(stage)

    def score_sheet(self, position: Position) -> list[ScoreLine]:
        ours = _ours(position)
        ranks, scores, ties = ours.ranks(), ours.scores(), ours.tie_breaks()
        return [
            ScoreLine(seat, int(ranks[seat]), int(scores[seat]), int(ties[seat]), _score_parts(ours, seat))
            for seat in range(ours.seats)
        ]

    def refusal(self, position: Position, line: str) -> IllegalMove:
        return refusals.refusal(_ours(position), self.expand_offer_number(position, line))


def _score_parts(position: PuertoRicoPosition, seat: int) -> tuple[ScorePart, ...]:
    """Chips, printed points, nobles, and the bonus of every large building owned that has one (0 if unoccupied)."""
    bonuses = tuple(
        ScorePart(key, names.building(PLACE_NAMES[building]), int(scoring.bonus(position, seat, building)))
        for key, building in BONUSES
        if position.owns(seat, building)
    )
    nobles = ScorePart("nobles", Message(_("nobles")), int(scoring.noble_vp(position, seat)))
    return (
        ScorePart("victory-point-chips", Message(_("victory point chips")), int(position.vp(seat))),
        ScorePart("buildings", Message(_("buildings")), int(scoring.building_vp(position, seat))),
        *((nobles,) if position.nobles_on else ()),
        *bonuses,
    )


def _ours(position: Position) -> PuertoRicoPosition:
    assert isinstance(position, PuertoRicoPosition)
    return position
