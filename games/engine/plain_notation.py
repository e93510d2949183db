"""The notation of games whose answers are a verb and at most one word ("sow c", "pass"), all from one table.

Such a game is a `PlainGame`. It says what can be said at a position (`answers`), also what is not possible now and why
not; offers, canonical texts, parsing and refusals follow from that. Games with richer answers have a parser of their
own and use games.engine.lexicon.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.engine.contract import Game, IllegalMove, NotationError, Offer, Position, Question
from games.engine.lexicon import (
    Lexicon,
    UnclearError,
    ambiguous_message,
    english,
    mistyped_message,
    unknown_word_message,
)
from games.engine.orders import QuestionKind
from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _


@dataclass(frozen=True)
class PlainAnswer:
    """A row of the table: something that can be said at a position."""

    move: int
    verb: str
    word: str
    """What the verb is about, in lower case; empty for a verb alone."""
    label: Message
    """What the answer is, for people."""
    effect: Message | None = None
    """What it brings, as Offer.effect."""
    targets: tuple[str, ...] = ()
    """What is highlighted for it, as Offer.targets."""
    obstacle: Message | None = None
    """Why it is not possible now, in a sentence; None: it is a legal move."""

    @property
    def text(self) -> str:
        """In canonical notation."""
        return f"{self.verb} {self.word}".rstrip()


class PlainGame(Game):
    """A game with plain notation. All its questions have the form "choice"."""

    stages: ClassVar[Mapping[str, Message]] = {"turn": Message(_("make a move"))}
    """The names of the stages for people, by the words for templates. The first is that of positions for which `stage`
    says nothing else."""
    synonyms: ClassVar[Mapping[str, str]] = {}
    """More words that people may type, with the verbs and words of the table that they mean."""

    @abstractmethod
    def answers(self, position: Position) -> Sequence[PlainAnswer]:
        """The table: everything that the question is about, the legal moves in their order."""

    def question_kinds(self) -> tuple[QuestionKind, ...]:
        return tuple(QuestionKind(stage, (stage,)) for stage in self.stages)

    @abstractmethod
    def prompt(self, position: Position) -> Message:
        """The question as a sentence."""

    def stage(self, position: Position) -> str:  # noqa: ARG002
        """The stage of an unfinished game."""
        return next(iter(self.stages))

    def stage_name(self, stage: str) -> Message:
        return self.stages[stage]

    def question(self, position: Position) -> Question:
        offers = tuple(
            Offer(answer.text, answer.label, answer.effect, answer.targets) for answer in self._possible(position)
        )
        return Question(int(position.to_move()), self.stage(position), "choice", self.prompt(position), offers)

    def move_text(self, position: Position, move: int) -> str:
        return next(answer.text for answer in self._possible(position) if answer.move == move)

    def parse(self, position: Position, line: str) -> list[int]:
        answer = self._answer_in(position, line)
        if answer.obstacle is not None:
            raise self._illegal(position, line, answer.obstacle)
        return [answer.move]

    def refusal(self, position: Position, line: str) -> IllegalMove:
        obstacle = self._answer_in(position, line).obstacle
        return self._illegal(position, line, obstacle or Message(_("This is not possible now.")))

    def _possible(self, position: Position) -> list[PlainAnswer]:
        return [answer for answer in self._table(position) if answer.obstacle is None]

    def _table(self, position: Position) -> Sequence[PlainAnswer]:
        return () if position.is_over() else self.answers(position)

    def _texts(self, position: Position) -> list[str]:
        return [answer.text for answer in self._possible(position)]

    def _illegal(self, position: Position, line: str, obstacle: Message) -> IllegalMove:
        situation = self.question(position).prompt
        return IllegalMove(obstacle, line, situation, self._texts(position), legal_complete=True)

    def _answer_in(self, position: Position, line: str) -> PlainAnswer:
        """The row that a line means. Raises NotationError."""
        table = self._table(position)
        try:
            text = self.expand_offer_number(position, line)
        except NotationError as error:
            number = line.strip(" #.)")
            meant = next((answer.text for answer in table if answer.word == number), None)
            if meant is None:
                raise
            hint = Message(
                _("{error} A number alone is that of an answer. Did you mean “{suggestion}”?"),
                {"error": error.message, "suggestion": meant},
            )
            raise NotationError(hint, error.legal, legal_complete=True) from None
        try:
            verb, word = _Reader(table, self.synonyms).read(text)
        except UnclearError as unclear:
            raise NotationError(unclear.message, self._texts(position), legal_complete=True) from None
        return next(answer for answer in table if (answer.verb, answer.word) == (verb, word))


class _Reader:
    """Reads a line by a table of answers."""

    def __init__(self, table: Sequence[PlainAnswer], synonyms: Mapping[str, str]) -> None:
        self.words: dict[str, list[str]] = {}
        """By verb, what it can be said of."""
        for answer in table:
            self.words.setdefault(answer.verb, []).append(answer.word)
        nouns = {answer.word: answer.word for answer in table if answer.word}
        verbs = {verb: verb for verb in self.words}
        self.lexicon = Lexicon(
            english(
                verbs | {typed: meant for typed, meant in synonyms.items() if meant in verbs},
                nouns | {typed: meant for typed, meant in synonyms.items() if meant in nouns},
            )
        )

    def read(self, line: str) -> tuple[str, str]:
        """The verb and the word that a line means. Raises UnclearError."""
        first, *others = self.lexicon.split_at_commas(self.lexicon.normalize_line(line))
        if others:
            raise UnclearError(Message(_("Say one thing only.")))
        with_words = [verb for verb, words in self.words.items() if any(words)]
        if len(with_words) == 1 and " ".join(first) in self.words[with_words[0]]:
            return with_words[0], " ".join(first)
        verb = self._verb(first[0])
        rest = self.lexicon.remove_fillers(first[1:])
        if "" in self.words[verb] and not rest:
            return verb, ""
        if not any(self.words[verb]):
            raise UnclearError(Message(_("“{verb}” is said alone."), {"verb": verb}))
        return verb, self._word(verb, rest)

    def _verb(self, word: str) -> str:
        found = self.lexicon.matching_verbs(word, self.words)
        if len(found) == 1:
            return found[0]
        if found:
            raise UnclearError(ambiguous_message(word, found))
        if (suggestion := self.lexicon.closest_term(word, self.words)) is not None:
            raise UnclearError(mistyped_message(word, suggestion))
        raise UnclearError(unknown_word_message(word))

    def _word(self, verb: str, typed: Sequence[str]) -> str:
        words = [word for word in self.words[verb] if word]
        if typed and all(word.isdecimal() for word in typed) and " ".join(typed) not in words:
            # Numbers are not mistyped: what is possible helps more than what looks alike.
            raise UnclearError(
                Message(
                    _("“{verb}”: nothing is called {word}; there are {words}."),
                    {"verb": verb, "word": " ".join(typed), "words": list_message(words)},
                )
            )
        return self.lexicon.find_noun(typed, [words], verb)
