"""Puerto Rico behind the contract: the one object through which the rest of the house sees this game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.contract import (
    Event,
    Game,
    IllegalMove,
    NotationError,
    OptionError,
    OptionSpec,
    Position,
    Question,
    ScoreLine,
)
from games.engine.puertorico import names, narration, notation, questions, refusals, scoring, serial, wording
from games.engine.puertorico.components import (
    CITY_HALL,
    GUILD_HALL,
    MAX_SEATS,
    MIN_SEATS,
    PLACE_NAMES,
)
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.view import PuertoRicoView, view
from games.engine.random import from_secret
from games.engine.words import Message, listed
from games.engine.words import gettext_noop as _

OPTIONS: Final = (
    OptionSpec(
        "edition",
        Message(_("Edition")),
        Message(_("Decides the victory points for five players and where the hospice may take its colonist from.")),
        (("2014", Message(_("2014"))), ("first", Message(_("first edition")))),
        "2014",
    ),
    OptionSpec(
        "open_vp",
        Message(_("Open victory points")),
        Message(_("Whether everybody sees all victory point chips during the game; the printed rules hide them.")),
        (("off", Message(_("hidden"))), ("on", Message(_("open")))),
        "off",
    ),
    OptionSpec(
        "first_governor",
        Message(_("First governor")),
        Message(_("Who starts.")),
        (
            ("random", Message(_("drawn at random"))),
            *((str(seat), Message(_("seat {number}"), {"number": seat + 1})) for seat in range(MAX_SEATS)),
        ),
        "random",
    ),
)

_NUMBER: Final = re.compile(r"\s*#?([0-9]{1,4})[.)]?\s*")


class PuertoRico(Game):
    """The basic game for 2 to 5 players (docs/rules §1 to §6)."""

    key = "puerto-rico"
    title = Message(_("Puerto Rico"))
    rules_version = 1
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS

    def options(self) -> tuple[OptionSpec, ...]:
        return OPTIONS

    def new(self, seats: int, options: Mapping[str, str], secret: bytes) -> Position:
        return new_position(seats, checked_options(seats, options), from_secret(secret, "deal"))

    def to_json(self, position: Position) -> dict[str, object]:
        return serial.to_json(_ours(position))

    def from_json(self, stored: Mapping[str, object]) -> Position:
        return serial.from_json(stored)

    def view(self, position: Position, seat: int | None) -> PuertoRicoView:
        return view(_ours(position), seat)

    def question(self, position: Position) -> Question:
        return questions.question(_ours(position))

    def move_text(self, position: Position, move: int) -> str:
        return wording.move_text(_ours(position), move)

    def parse(self, position: Position, line: str) -> list[int]:
        return notation.parse(_ours(position), self._spelled_out(position, line))

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
        return refusals.refusal(_ours(position), self._spelled_out(position, line))

    def _spelled_out(self, position: Position, line: str) -> str:
        """The line itself, or what a bare number stands for: an offer of the question."""
        numbered = _NUMBER.fullmatch(line)
        if numbered is None:
            return line
        offers = self.question(position).offers
        number = int(numbered[1])
        if not 1 <= number <= len(offers):
            raise NotationError(
                Message(
                    _("there is no answer {number}; the last one is {last}"), {"number": number, "last": len(offers)}
                ),
                [offer.text for offer in offers],
            )
        return offers[number - 1].text


def checked_options(seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """All options with their values, defaults filled in. Raises OptionError, which names the option."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise OptionError(
            "seats", Message(_("Puerto Rico has {fewest} to {most} seats"), {"fewest": MIN_SEATS, "most": MAX_SEATS})
        )
    known = {option.name for option in OPTIONS}
    for name in options:
        if name not in known:
            raise OptionError(
                name,
                Message(
                    _("there is no option {name}; there are {known}"), {"name": name, "known": listed(sorted(known))}
                ),
            )
    checked = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    for option in OPTIONS:
        choices = [value for value, _label in option.choices]
        if checked[option.name] not in choices:
            raise OptionError(
                option.name,
                Message(
                    _("option {name} cannot be “{value}”; possible: {choices}"),
                    {"name": option.name, "value": checked[option.name], "choices": listed(choices)},
                ),
            )
    governor = checked["first_governor"]
    if governor != "random" and int(governor) >= seats:
        raise OptionError(
            "first_governor",
            Message(
                _("option {name}: there is no seat {seat} in a game of {seats}"),
                {"name": "first_governor", "seat": int(governor), "seats": seats},
            ),
        )
    return checked


def _score_parts(position: PuertoRicoPosition, seat: int) -> tuple[tuple[Message, int], ...]:
    """Chips, printed points, and the bonus of every large building owned (0 where it stands empty)."""
    bonuses = tuple(
        (names.building(PLACE_NAMES[building]), int(scoring.bonus(position, seat, building)))
        for building in range(GUILD_HALL, CITY_HALL + 1)
        if position.owns(seat, building)
    )
    return (
        (Message(_("victory point chips")), int(position.vp(seat))),
        (Message(_("buildings")), int(scoring.building_vp(position, seat))),
        *bonuses,
    )


def _ours(position: Position) -> PuertoRicoPosition:
    assert isinstance(position, PuertoRicoPosition)
    return position
