"""The question of an open turn, with everything that a mail says about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, combinations, groupby, islice, takewhile
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from games.clock_words import after_deadline, time_in_words
from games.engine.contract import Game as Rules
from games.engine.contract import Offer, Position, Selection
from games.engine.line_reader import LineReader
from games.engine.registry import game as rules_of
from games.mail.addresses import reply_address
from games.models.table import Game, Seat
from games.models.turns import Turn
from games.site_urls import absolute_url
from games.table import coach, deadlines, queries, seat_orders
from games.table.line_reading import line_reader
from games.table.open_questions import OpenQuestion, open_question
from games.wording import absolute_time, choice_count_text, in_words, time_left_in_words

MAX_TRIED: Final = 100
"""Choices that are tried in the search for an example."""
MAX_IN_FULL: Final = 8
"""If a group has more options, words that several options share are written once."""
MAX_NAMED: Final = 12
"""If more options have a selection, the hint does not name their numbers."""
MAX_LATER_OPTIONS: Final = 8
"""Of each question that may follow an early one."""
MIN_SHARED_WORDS: Final = 3
"""Options must share so many words to be written in one row."""


@dataclass(frozen=True)
class MailOption:
    """One numbered option."""

    number: int
    text: str
    """Its line in canonical notation."""
    line: str
    """What to write, in the reader's language."""
    label: str
    effect: str
    url: str
    heading: str
    """Of its group; empty for none."""
    selection: Selection | None
    """What can be chosen in a different way."""

    @property
    def meaning(self) -> str:
        label = "" if _says_no_more(self.label, self.line) else self.label
        effect = "" if self.effect.casefold() in self.line.casefold() else self.effect
        return ": ".join(part for part in (label, effect) if part)


def _says_no_more(label: str, text: str) -> bool:
    """Whether the label has the same words as the text, except an article: "Choose the hacienda", "choose hacienda"."""
    labelled, written = label.casefold().split(), text.casefold().split()
    return len(labelled) - len(written) in (0, 1) and not Counter(written) - Counter(labelled)


@dataclass(frozen=True)
class OptionRow:
    """Options of a group that begin with the same words; each with the rest of its words."""

    beginning: str
    options: tuple[tuple[MailOption, str], ...]


@dataclass(frozen=True)
class SelectionHint:
    """How to choose in a different way than the options suggest, written once in a mail."""

    options: str
    """The numbers of the options with a selection; empty if there are too many."""
    example: str
    """A line that is none of the options."""
    how_many: str
    """How many things to choose, if only one option has a selection; else empty."""
    words: str
    """The words for these things."""


@dataclass(frozen=True)
class MailBoard:
    """The view of a seat, for the drawings in mails."""

    view: object
    names: tuple[str, ...]
    folder: str
    """The folder of the game's templates."""

    @property
    def placement_text(self) -> str:
        """The game's template for what "placement" questions need besides the options."""
        return f"{self.folder}/mail_placement.txt"

    @property
    def placement_html(self) -> str:
        return f"{self.folder}/mail_placement.html"


def _rows(options: Sequence[MailOption]) -> list[OptionRow]:
    """Group neighbouring options that share enough words, if there are many options."""
    if len(options) <= MAX_IN_FULL:
        return [OptionRow("", ((option, option.line),)) for option in options]
    return [
        _row([option for option, _beginning in alike])
        for _beginning, alike in groupby(
            ((option, option.line.split()[:MIN_SHARED_WORDS]) for option in options), key=lambda pair: pair[1]
        )
    ]


def _row(options: Sequence[MailOption]) -> OptionRow:
    words = [option.line.split() for option in options]
    # Every option keeps at least its last word.
    alike = takewhile(lambda those: len(set(those)) == 1, zip(*(own[:-1] for own in words), strict=False))
    shared = len(list(alike)) if len(options) > 1 else 0
    return OptionRow(
        " ".join(words[0][:shared]),
        tuple((option, " ".join(own[shared:])) for option, own in zip(options, words, strict=True)),
    )


def _other_line(selection: Selection, text: str) -> str | None:
    """A line of the selection that differs from this text; None if all things are alike or all must be taken."""
    count = len(selection.chosen)
    last = range(len(selection.items) - count, len(selection.items))
    several = chain([last], islice(combinations(range(len(selection.items)), count), MAX_TRIED))
    return next((line for items in several if (line := selection.line(items)) != text), None)


@dataclass(frozen=True)
class MailQuestion:
    """A question with everything that a person needs to answer it by mail."""

    turn: Turn
    reader: LineReader
    """Shows lines in the reader's language."""
    prompt: str
    stage: str
    form: str
    options: tuple[MailOption, ...]
    since: tuple[str, ...]
    deadline: datetime | None
    board: MailBoard
    reply_to: str
    page: str
    explanation: str = ""
    """What the question is about, for who has a coach; else empty."""
    plan: tuple[str, ...] = ()
    """The lines of the plan that the turn keeps."""
    condition: str = ""
    """A line with a condition, as an example, if one of what can be planned can have one; else empty."""
    ordered: tuple[str, ...] = ()
    """What standing orders have answered since the person wrote last."""

    @property
    def early(self) -> bool:
        """Whether the game does not wait for it yet: a plan is asked for."""
        return self.turn.early

    @property
    def time_once_asked(self) -> str:
        """How long the person has once the game waits for them."""
        game = self.turn.game
        return time_in_words(deadlines.time_once_asked(self.turn, game), game.time_control)

    @property
    def after_deadline(self) -> str:
        """What comes after the deadline, if that is not simply a bot."""
        return after_deadline(self.turn.game.time_control, deadlines.bot_plays_at(self.turn))

    @property
    def open(self) -> bool:
        """Whether the options are only suggestions, and other answers are possible."""
        return self.form != "choice"

    @property
    def single_options(self) -> list[MailOption]:
        """The options without a group."""
        return [option for option in self.options if not option.heading]

    @property
    def groups(self) -> dict[str, list[OptionRow]]:
        """The other options, by their headings."""
        headings = dict.fromkeys(option.heading for option in self.options if option.heading)
        return {
            heading: _rows([option for option in self.options if option.heading == heading]) for heading in headings
        }

    @property
    def otherwise(self) -> SelectionHint | None:
        """None if every possible answer has a number."""
        selected = [(option, option.selection) for option in self.options if option.selection]
        examples = (other for option, selection in selected if (other := _other_line(selection, option.text)))
        example = next(examples, None)
        if example is None:
            return None
        alone = selected[0][1] if len(selected) == 1 else None
        return SelectionHint(
            options=", ".join(str(option.number) for option, _selection in selected)
            if len(selected) <= MAX_NAMED
            else "",
            example=self.reader.show(example),
            how_many=choice_count_text(alone) if alone else "",
            words=", ".join(self.reader.show_term(item.word) for item in alone.items) if alone else "",
        )

    @property
    def example(self) -> str:
        """A line that can be an answer."""
        return self.options[0].line

    @property
    def until(self) -> str:
        return absolute_time(self.deadline) if self.deadline else ""

    @property
    def rest(self) -> str:
        return time_left_in_words(self.deadline, timezone.now()) if self.deadline else ""


def mail_question(turn: Turn) -> MailQuestion:
    """The question of an open turn, in the active language and time zone."""
    game, seat = turn.game, turn.seat
    now = open_question(turn)
    rules, question = rules_of(game.kind), now.question
    reader = line_reader(rules)
    board = mail_board(game, seat, now.position, rules)
    return MailQuestion(
        turn=turn,
        reader=reader,
        prompt=now.prompt,
        stage=in_words(rules.stage_name(question.stage)),
        form=question.form,
        options=tuple(_early_options(now, reader) if turn.early else _options(now, reader)),
        explanation=coach.explanation(game, now.position, question, board.view) if _has_coach(turn) else "",
        plan=tuple(reader.show(line) for line in now.plan),
        condition=_conditional_line(now, rules, reader) if turn.early else "",
        ordered=tuple(seat_orders.acted_since_last_answer(seat)),
        since=since_last_turn(game, seat),
        deadline=turn.deadline,
        board=board,
        reply_to=reply_address(turn.token),
        page=absolute_url(reverse("game", args=[game.pk])),
    )


def _conditional_line(now: OpenQuestion, rules: Rules, reader: LineReader) -> str:
    """An example of the game's that begins like something that can be planned."""
    verbs = {offer.text.split()[0] for question in (now.question, *now.later) for offer in question.offers}
    examples = (line for line in rules.condition_examples() if line.split()[0] in verbs)
    return reader.show(next(examples, ""))


def _has_coach(turn: Turn) -> bool:
    if turn.early or turn.seat.coach != Seat.Coach.ON:
        return False
    return coach.has_coach(turn.seat, turn.game.seats.select_related("user"))


def _options(now: OpenQuestion, reader: LineReader) -> Iterator[MailOption]:
    for number, offer in enumerate(now.question.offers, start=1):
        url = absolute_url(reverse("mail-answer", args=[now.turn.token, now.number, number]))
        yield _option(reader, number, offer, url, in_words(offer.group) if offer.group else "")


def _early_options(now: OpenQuestion, reader: LineReader) -> Iterator[MailOption]:
    """The options of a question that is asked early, then some of those that may follow in the phase."""
    listed: set[str] = set()
    page = absolute_url(reverse("mail-plan", args=[now.turn.token]))
    for question in (now.question, *now.later):
        offers = [offer for offer in question.offers if offer.text not in listed]
        first = question is now.question
        for offer in offers if first else offers[:MAX_LATER_OPTIONS]:
            listed.add(offer.text)
            heading = in_words(offer.group) if offer.group else ""
            url = f"{page}?{urlencode({'line': offer.text})}"
            yield _option(reader, len(listed), offer, url, heading if first else in_words(question.prompt))


def _option(reader: LineReader, number: int, offer: Offer, url: str, heading: str) -> MailOption:
    return MailOption(
        number=number,
        text=offer.text,
        line=reader.show(offer.text),
        label=in_words(offer.label),
        effect=in_words(offer.effect) if offer.effect else "",
        url=url,
        heading=heading,
        selection=offer.selection,
    )


def since_last_turn(game: Game, seat: Seat) -> tuple[str, ...]:
    """Sentences: what happened since this seat's last turn, as far as the seat may know."""
    return tuple(queries.narrate(game, queries.events_since_last_turn(game, seat)))


def mail_board(game: Game, seat: Seat, position: Position, rules: Rules) -> MailBoard:
    return MailBoard(rules.view(position, seat.index), tuple(queries.player_names(game)), game.template_folder)


def option_texts(options: Sequence[MailOption]) -> list[str]:
    """The canonical texts in the order of their numbers, which an outgoing mail stores: "2" means its option 2."""
    return [option.text for option in options]
