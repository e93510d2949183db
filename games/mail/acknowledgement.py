"""What an answer by mail came to, as it is kept between reading the answer and writing back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from games.table.answers import Failure


@dataclass
class Acknowledgement:
    """Filled while an answer is read, line by line.

    in_reply_to: Message-ID of the answer. done: the moves played. ahead: they are kept and played when their time
    comes. notes: sentences about everything else that was done or refused. failed, not_tried: as in table's Answer.
    happened: what happened since a turn that was over when the answer came; what an answer that leads to no question
    has brought. show: topics that were asked for ("help", "board", "moves"). asks: the turn that is open now;
    asks_anew: it was opened by this answer, so that this mail is the one that asks it. last_today: no more answers will
    be sent for a day.
    """

    in_reply_to: str
    done: list[str] = field(default_factory=list)
    ahead: bool = False
    notes: list[str] = field(default_factory=list)
    failed: Failure | None = None
    not_tried: list[str] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)
    show: list[str] = field(default_factory=list)
    asks: int | None = None
    asks_anew: bool = False
    last_today: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def fail(self, line: str, reason: str, legal: tuple[str, ...] = ()) -> None:
        self.failed = Failure(line, reason, legal)


def acknowledgement_from_json(stored: Mapping[str, Any]) -> Acknowledgement:
    failed = stored.get("failed")
    given = {name: value for name, value in stored.items() if name in Acknowledgement.__dataclass_fields__}
    given["failed"] = Failure(failed["line"], failed["reason"], tuple(failed["legal"])) if failed else None
    return Acknowledgement(**given)
