"""The plan of a turn as the page of its owner shows it, and what else can be planned in the phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.contract import Offer
from games.engine.plans import ASK
from games.models import Turn
from games.table import plans
from games.table.line_reading import shown_lines
from games.table.open_questions import OpenQuestion
from games.table.positions import rules_of
from games.web.digests import lines_digest
from games.wording import in_words

MAX_LATER_OFFERS: Final = 12
"""Of a question after the first one."""


@dataclass(frozen=True)
class ShownPlan:
    """The plan that a turn keeps."""

    turn: Turn
    lines: Sequence[str]

    @property
    def digest(self) -> str:
        """A form sends it, so that a page with an older plan changes nothing."""
        return lines_digest(self.lines)

    @property
    def text(self) -> str:
        """As its owner may write it."""
        return "\n".join(shown_lines(rules_of(self.turn.game), self.lines))

    @property
    def only_asks(self) -> bool:
        return all(line == ASK for line in self.lines)

    @property
    def ends_with_ask(self) -> bool:
        return bool(self.lines) and self.lines[-1] == ASK


@dataclass(frozen=True)
class LaterOffer:
    """One answer to a later question."""

    offer: Offer
    place: int
    """Its place in the plan, from 1; 0 if it is not in it."""

    @property
    def index(self) -> int:
        """The index in the plan."""
        return self.place - 1


@dataclass(frozen=True)
class LaterQuestion:
    """A question that may follow the first one in the phase, with answers that the first one does not offer."""

    prompt: str
    offers: Sequence[LaterOffer]


def shown_plan(turn: Turn | None) -> ShownPlan | None:
    """The plan that a turn keeps; None if it keeps none."""
    lines = plans.lines_of(turn) if turn is not None else ()
    return ShownPlan(turn, lines) if turn is not None and lines else None


def question_digest(asked: OpenQuestion | None, plan: ShownPlan | None) -> str:
    """By this an open page knows that its question is shown anew: another plan, or other answers to an early one."""
    lines = list(plan.lines) if plan else []
    if asked and asked.turn.early:
        questions = (asked.question, *asked.later)
        lines += ["early", *(line for one in questions for line in (in_words(one.prompt), *_texts(one.offers)))]
    return lines_digest(lines) if lines else ""


def places_in_plan(plan: ShownPlan | None) -> Mapping[str, int]:
    """The places in the plan, from 1, by the text of an offer; a condition after it makes no difference."""
    places: dict[str, int] = {}
    for place, line in enumerate(plan.lines if plan else (), start=1):
        places.setdefault(line.partition(" if ")[0], place)
    return places


def place_of(offer: Offer, places: Mapping[str, int]) -> int:
    """The place of an offer in the plan, from 1; 0 if it is not in it. Its selection may be completed in any way."""
    if offer.selection is None:
        return places.get(offer.text, 0)
    stem = f"{offer.selection.stem} "
    return min((place for text, place in places.items() if text.startswith(stem)), default=0)


def later_questions(asked: OpenQuestion, places: Mapping[str, int]) -> list[LaterQuestion]:
    """What may be asked after the first question. An answer that an earlier question offers is not offered again."""
    seen = set(_texts(asked.question.offers))
    found: list[LaterQuestion] = []
    for question in asked.later:
        fresh = [offer for offer in question.offers if offer.text not in seen]
        seen.update(_texts(fresh))
        if fresh:
            offers = [LaterOffer(offer, places.get(offer.text, 0)) for offer in fresh[:MAX_LATER_OFFERS]]
            found.append(LaterQuestion(in_words(question.prompt), offers))
    return found


def _texts(offers: Sequence[Offer]) -> list[str]:
    return [offer.text for offer in offers]
