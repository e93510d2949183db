"""What every kind of proposal says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game, Proposal, Seat
from games.people.models import User
from games.table.errors import BadProposal
from games.table.rated_games import MIN_PEOPLE


class Share(Enum):
    """How many of those who vote must agree."""

    ALL = "all"
    TWO_THIRDS = "two thirds"

    def needed(self, voters: int) -> int:
        return voters if self is Share.ALL else -(-2 * voters // 3)

    @property
    def words(self) -> Promise:
        return _("all must agree") if self is Share.ALL else _("two thirds must agree")


@dataclass(frozen=True)
class Decision:
    """A proposal that is accepted now, of a game that is locked."""

    game: Game
    proposal: Proposal
    by: User | None
    """Whose vote decided it; None: somebody has left, and the others had agreed."""
    now: datetime


class ProposalKind(ABC):
    """One thing that players can decide together. An instance has no state."""

    key: ClassVar[str]
    """Stored with each proposal: never changed."""
    name: ClassVar[Promise]
    explanation: ClassVar[Promise]
    """What it does, for whoever is about to propose it."""
    share: ClassVar[Share]
    decides_result: ClassVar[bool] = False
    """Whether it changes who wins: in a rated game one person alone must not decide that."""
    is_about_somebody: ClassVar[bool] = False
    """Whether it is done to somebody else's seat (`concerned`)."""
    told_by_the_end: ClassVar[bool] = False
    """Once it is accepted, the mails about the end of the game tell it."""

    def read(self, game: Game, seat: Seat, given: Mapping[str, object]) -> dict[str, Any]:  # noqa: ARG002
        """What has to be known besides, as it is stored, from what a person at this seat sent. Raises BadProposal."""
        return {}

    def fewest_voters(self, game: Game) -> int:
        """If fewer people vote on it, it cannot be proposed, and is open no more."""
        return MIN_PEOPLE if game.rated and self.decides_result else 1

    def offered(self, game: Game) -> bool:  # noqa: ARG002
        """Whether a page offers it in a running game; `check` decides, with what is given."""
        return True

    @abstractmethod
    def check(self, game: Game, parameters: Mapping[str, Any]) -> None:
        """Whether it can be done now in a running game. Raises Refused with the reason."""

    @abstractmethod
    def sentence(self, game: Game, parameters: Mapping[str, Any]) -> str:
        """What is proposed, in the active language: nothing hidden."""

    def concerned(self, parameters: Mapping[str, Any]) -> int | None:  # noqa: ARG002
        """The seat that it is done to: its person does not vote on it, and is told. None: there is none."""
        return None

    @abstractmethod
    def perform(self, decision: Decision) -> Mapping[str, object]:
        """Do it; what changed, for the audit trail. Raises Refused, and then it is taken for not possible any more."""


def read_number(given: Mapping[str, object], name: str, least: int, most: int, refusal: str | Promise) -> int:
    """A whole number within bounds. Raises BadProposal."""
    try:
        number = int(str(given.get(name, "")).strip())
    except ValueError:
        raise BadProposal(refusal) from None
    if not least <= number <= most:
        raise BadProposal(refusal)
    return number
