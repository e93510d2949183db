"""San Juan behind the contract: the one object through which the rest of the project uses this game."""

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
from games.engine.random import from_secret
from games.engine.sanjuan import (
    event_summary,
    formatter,
    names,
    narration,
    notation,
    plan_lines,
    position_json,
    questions,
    scoring,
    standing_orders,
)
from games.engine.sanjuan.build_view import build_view
from games.engine.sanjuan.components import (
    CARD_NAMES,
    CITY_HALL,
    GUILD_HALL,
    LATEST_RULES,
    MAX_SEATS,
    MIN_SEATS,
    PALACE,
    RULES_VERSIONS,
    TRIUMPHAL_ARCH,
)
from games.engine.sanjuan.flow import SanJuanPosition, new_position
from games.engine.sanjuan.options import DEAL_CHOICE, OPTIONS, clean_options
from games.engine.sanjuan.stages import STAGE_NAMES
from games.engine.sanjuan.view_types import SanJuanView
from games.engine.sanjuan.vocabulary import LEXICON
from games.engine.words import Message
from games.engine.words import gettext_noop as _

BONUSES: Final = (
    ("guild-hall", GUILD_HALL),
    ("city-hall", CITY_HALL),
    ("triumphal-arch", TRIUMPHAL_ARCH),
    ("palace", PALACE),
)
"""The 6-cost buildings, with the keys of their parts of a score."""


class SanJuan(Game):
    """The card game for 2 to 4 players (docs/rules)."""

    key = "san-juan"
    title = Message(_("San Juan"))
    rules_version = LATEST_RULES
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS

    def options(self) -> tuple[OptionSpec, ...]:
        return OPTIONS

    def rules_versions(self) -> tuple[int, ...]:
        return RULES_VERSIONS

    def new(self, seats: int, options: Mapping[str, str], secret: bytes, rules_version: int | None = None) -> Position:
        by_choice, random = clean_options(seats, options)[DEAL_CHOICE] == "on", from_secret(secret, "deal")
        return new_position(seats, by_choice, random, LATEST_RULES if rules_version is None else rules_version)

    def to_json(self, position: Position) -> dict[str, object]:
        return position_json.to_json(_ours(position))

    def from_json(self, stored: Mapping[str, object]) -> Position:
        return position_json.from_json(stored)

    def view(self, position: Position, seat: int | None) -> SanJuanView:
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
        return STAGE_NAMES[_ours(position).stage]

    def depends_on_the_end(self, key: str) -> bool:
        return key in plan_lines.DECIDED_BY_THE_END

    def declining_line(self, key: str) -> str:
        return plan_lines.DECLINED.get(key, "")

    def read_wish(self, position: Position, line: str) -> str:
        if plan_lines.is_made_up_strike(_ours(position)):
            return notation.planned_take(_ours(position), line)
        return super().read_wish(position, line)

    def measure(self, position: Position, plies: Sequence[int]) -> Measure | None:
        return plan_lines.measure(_ours(position), plies)

    def condition_examples(self) -> tuple[str, ...]:
        return ("sell coffee if 3", "build smithy if 4 or less")

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

    def condense_events(self, events: Sequence[Event]) -> list[Event]:
        return event_summary.condense_events(events)

    def restates_answer(self, event: Event, answer: str) -> bool:
        return event_summary.restates_answer(event, answer)

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
        return notation.refusal(_ours(position), self.expand_offer_number(position, line))


def _score_parts(position: SanJuanPosition, seat: int) -> tuple[ScorePart, ...]:
    """Printed points, cards under the chapel, and what every 6-cost building that is owned brings."""
    bonuses = tuple(
        ScorePart(key, names.card(CARD_NAMES[building]), int(scoring.bonus(position, seat, building)))
        for key, building in BONUSES
        if position.owns(seat, building)
    )
    return (
        ScorePart("buildings", Message(_("buildings")), int(scoring.building_vp(position, seat))),
        ScorePart("under-the-chapel", Message(_("under the chapel")), int(position.chapel_count[seat])),
        *bonuses,
    )


def _ours(position: Position) -> SanJuanPosition:
    assert isinstance(position, SanJuanPosition)
    return position
