"""Reads a line that somebody wrote in their language or in English, by what is possible at the question.

The writer's language wins, English comes second; no other language is tried. Words with several meanings mean what is
possible; what stays ambiguous is asked back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

from games.engine.contract import Game, IllegalMove, NotationError, Position, RulesError
from games.engine.ended_orders import ends_an_order
from games.engine.local_notation import TO, LocalNotation, local_notation
from games.engine.local_words import KIND
from games.engine.orders import is_order_line
from games.engine.plans import is_for_another_question, is_next_line
from games.engine.words import Message, MessageList, Param, list_message
from games.engine.words import gettext_noop as _

T = TypeVar("T")

NOTATION_HOLES: Final = frozenset(
    {"verb", "words", "line", "moves", "example", "examples", "meanings", "suggestion", "always", "never", "word"}
)
"""Holes of errors in which English notation stands."""


@dataclass(frozen=True)
class LineReader:
    """Reads the lines of a game in one language, and shows canonical ones in it.

    english_first: for programs, whose lines are canonical.
    """

    rules: Game
    language: str
    english_first: bool = False
    names: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Of the site: to whom questions can be left, as they are called in this language."""

    @property
    def _notation(self) -> LocalNotation | None:
        return local_notation(self.rules.key, self.language)

    def is_next_line(self, line: str) -> bool:
        """Whether a line says what to pick next."""
        notation = self._notation
        return is_next_line(line) or (notation is not None and notation.is_next_line(line))

    def is_order_line(self, line: str) -> bool:
        """Whether a line is meant as a standing order, or to end one."""
        notation = self._notation
        is_order = is_order_line(line) or (notation is not None and notation.is_order_line(line))
        return is_order or self.ends_an_order(line)

    def ends_an_order(self, line: str) -> bool:
        """Whether a line is meant to end a standing order."""
        notation = self._notation
        return ends_an_order(line) or (notation is not None and notation.ends_an_order(line))

    def show(self, line: str) -> str:
        """A canonical line as its writer may write it in this language."""
        notation = self._notation
        if notation is None:
            return line
        order, to, name = line.rpartition(f" {TO} ")
        return notation.show(f"{order}{to}{self.names.get(name, name)}" if self.is_order_line(order) else line)

    def show_term(self, term: str) -> str:
        """A canonical word of notation in this language."""
        notation = self._notation
        return term if notation is None else notation.words.show_noun(term)

    def show_error(self, message: Message) -> Message:
        """An error of the rules with the notation in it in this language."""
        notation = self._notation
        if notation is None:
            return message
        kinds = partial(notation.words.show, KIND)
        return _with_params(message, {**dict.fromkeys(NOTATION_HOLES, self.show), "kinds": kinds})

    def submit(self, position: Position, line: str) -> list[int]:
        """The plies of a line (Game.submit), which are not played. Raises RulesError."""
        return self.read(
            line,
            lambda english: self.rules.submit(position.copy(), english),
            lambda plies: self.rules.decision_text(position, plies),
        )

    def read(self, line: str, attempt: Callable[[str], T], meaning: Callable[[T], Hashable]) -> T:
        """What `attempt` makes of the line in English.

        attempt: reads an English line, or raises RulesError. meaning: two results that have the same one mean the same;
        where it is a text, it is canonical notation. Raises RulesError: for words that may mean several things, and
        what `attempt` raises for the likeliest reading.
        """
        notation = self._notation
        if notation is None:
            return attempt(line)
        english_error: RulesError | None = None
        if self.english_first:
            try:
                return attempt(line)
            except RulesError as error:
                english_error = error
        readings = notation.readings(line)
        found: dict[Hashable, T] = {}
        refused: list[RulesError] = []
        for reading in readings.lines:
            try:
                result = attempt(reading)
            except RulesError as error:
                refused.append(error)
            else:
                found.setdefault(meaning(result), result)
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            raise self._ambiguous(line, list(found))
        if english_error is None:
            try:
                return attempt(line)
            except RulesError as error:
                english_error = error
        raise _likeliest(refused, english_error, readings.error)

    def _ambiguous(self, line: str, meanings: list[Hashable]) -> NotationError:
        shown = [self.show(str(meaning)) for meaning in meanings]
        return NotationError(
            Message(_("“{words}” may mean {meanings}."), {"words": line.strip(), "meanings": list_message(shown)}),
            [str(meaning) for meaning in meanings],
        )


def _likeliest(refused: list[RulesError], english: RulesError, unclear: Message | None) -> RulesError:
    """The error that helps the writer most: of a line that was understood and cannot be played, then of the language
    that understood more."""
    understood = [error for error in (*refused, english) if isinstance(error, IllegalMove)]
    for error in understood:
        if not is_for_another_question(error):
            return error
    if understood:
        return understood[0]
    if refused:
        return refused[0]
    if unclear is None:
        return english
    legal = english.legal if isinstance(english, NotationError) else ()
    return NotationError(unclear, legal)


def _with_params(message: Message, show: Mapping[str, Callable[[str], str]]) -> Message:
    """A message with its notation, and that of the messages in it, shown otherwise. show: by the names of holes."""
    return message.with_params({name: _shown(name, value, show) for name, value in message.params.items()})


def _shown(hole: str, value: Param, show: Mapping[str, Callable[[str], str]]) -> Param:
    if isinstance(value, MessageList) and hole in show:
        items = [show[hole](item) if isinstance(item, str) else item for item in value.params.values()]
        return list_message([item for item in items if not isinstance(item, int)])
    if isinstance(value, Message):
        return _with_params(value, show)
    return show[hole](value) if isinstance(value, str) and hole in show else value
