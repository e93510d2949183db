"""What an answer by mail came to, as it is kept between reading the answer and writing back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final

from games.table.answers import Failure, failure_from_json


class About(StrEnum):
    """Which mail is answered, where it may not be the person's own: those are answered a few times a day only."""

    OWN = ""
    FOREIGN = "foreign"
    """From another address than the person's."""
    UNREADABLE = "unreadable"
    LATE = "late"
    """To a token that has no power any more."""
    UNPROVEN = "unproven"
    """The receiving mail server says that its sender is forged."""


MAX_PER_TURN_AND_DAY: Final[Mapping[About, int]] = {
    About.FOREIGN: 1,
    About.UNREADABLE: 1,
    About.LATE: 3,
    About.UNPROVEN: 3,
}
"""How many mails of a kind to one turn are written back about within a day."""


@dataclass
class Acknowledgement:
    """Filled while an answer is read, line by line.

    in_reply_to: Message-ID of the answer. turn: the turn whose token it came to. about: see About. headline: what
    became of it in a few words, where that does not follow from the rest. done: the moves played. ahead: they are kept
    and played when their time comes. notes: sentences about everything else that was done or refused. failed,
    not_tried: as in table's Answer. happened: what happened since a turn that was over when the answer came; what an
    answer that leads to no question has brought. show: topics that were asked for ("help", "board", "moves"). asks: the
    turn that is open now; asks_anew: it was opened by this answer, so that this mail is the one that asks it. code: the
    ResignationCode to be told. held: lines that wait for a click on the link that `link` makes (see confirming).
    last_today: no more answers will be sent for a day.
    """

    in_reply_to: str
    turn: int | None = None
    about: str = About.OWN
    headline: str = ""
    done: list[str] = field(default_factory=list)
    ahead: bool = False
    notes: list[str] = field(default_factory=list)
    failed: Failure | None = None
    not_tried: list[str] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)
    show: list[str] = field(default_factory=list)
    asks: int | None = None
    asks_anew: bool = False
    code: int | None = None
    held: list[str] = field(default_factory=list)
    link: list[int] = field(default_factory=list)
    last_today: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def fail(self, line: str, reason: str, legal: tuple[str, ...] = ()) -> None:
        self.failed = Failure(line, reason, legal)


def acknowledgement_from_json(stored: Mapping[str, Any]) -> Acknowledgement:
    failed = stored.get("failed")
    given = {name: value for name, value in stored.items() if name in Acknowledgement.__dataclass_fields__}
    given["failed"] = failure_from_json(failed) if failed else None
    return Acknowledgement(**given)
