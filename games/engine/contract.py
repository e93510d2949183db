"""The one interface a game implements: a Position to play on, and a Game that explains it to people.

`Position` is the fast half: small ints, vecs, no words; bots search it millions of times. `Game` is the other
half, one object per game: it makes positions, reads and writes their text forms, and says what a seat may know.
Everything outside a game's own package (services, pages, mails, bots, tests) uses these two classes only.

Terms: a *seat* is a player's place, 0 to seats - 1, clockwise. A *ply* is one decision. A *phase* is a part of the
game, such as a picked role with everything that follows from it. Plies that one seat plays in a row within a phase are
one *turn*.
"""

from __future__ import annotations

import hashlib
import json
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from games.engine.orders import Order, OrderKind, QuestionKind
from games.engine.random import Random
from games.engine.words import Message
from games.engine.words import gettext_noop as _

NOBODY: Final = -1
NO_MOVE: Final = -1

OTHER_QUESTION: Final = _("Now the question is another: {stage}.")
"""Why a line is illegal that answers a question of another stage."""
_NUMBER: Final = re.compile(r"\s*#?([0-9]{1,4})[.)]?\s*")


class Event:
    """One thing that happened, as play() emits it to the listener: structured, JSON-able, in no language."""

    def __init__(self, kind: str, seat: i64, data: dict[str, object], audience: list[int] | None = None) -> None:
        self.kind: str = kind
        """A stable word such as "ships"."""
        self.seat: i64 = seat
        """Who did it; NOBODY: the game itself."""
        self.data: dict[str, object] = data
        """Numbers, canonical terms, and lists and mappings of these."""
        self.audience: list[int] | None = audience
        """The seats that may learn of it; None: everybody."""

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, "seat": int(self.seat), "data": self.data, "audience": self.audience}

    def visible_to(self, seat: int | None) -> bool:
        """Whether a seat (None: an onlooker) may learn of the event."""
        return self.audience is None or (seat is not None and seat in self.audience)


def event_from_json(stored: Mapping[str, object]) -> Event:
    """The event that Event.to_json wrote."""
    seat, data, audience = stored["seat"], stored["data"], stored.get("audience")
    assert isinstance(seat, int)
    assert isinstance(data, dict)
    assert audience is None or isinstance(audience, list)
    return Event(str(stored["kind"]), seat, data, audience)


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A whole position, hidden parts and random state included: one compact mutable object.

    A copy shares nothing that play() changes.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        """How many seats there are."""
        self.rules_version: i64 = 1
        """The version of the game's rules that the game is played under, to its end; copies, resampled positions and
        JSON keep it."""
        self.plies: i64 = 0
        """Plies played since the start."""
        self.revealed: i64 = 0
        """Grows whenever somebody learns something hidden (a draw): a ply that raised it cannot be taken back alone."""
        self.listener: list[Event] | None = None
        """When set, it receives an Event for everything that happens. It is not copied; search leaves it None, so that
        no events are made."""

    @abstractmethod
    def to_move(self) -> i64:
        """The seat that decides next; NOBODY when the game is over."""

    @abstractmethod
    def legal_moves(self) -> vec[i64]:
        """All moves of the seat to move, sorted, without duplicates; not empty unless the game is over."""

    @abstractmethod
    def play(self, move: i64) -> None:
        """Play one legal move. The move is not checked: what an illegal one does is undefined. Game.submit checks."""

    @abstractmethod
    def copy(self) -> Position:
        """An independent position that continues exactly as this one would, without listener."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing is left to decide: then to_move() is NOBODY and legal_moves() empty."""

    @abstractmethod
    def phase(self) -> i64:
        """A number that grows with every phase; phase() and to_move() together show where a turn ends."""

    @abstractmethod
    def scores(self) -> vec[i64]:
        """Every seat's total if the game ended here, all bonuses included; final once is_over().

        Totals may depend on what is hidden, so people see them only in Game.view.
        """

    def tie_breaks(self) -> vec[i64]:
        """By seat, the number that decides between equal scores: more is better. Here nothing does.

        A game that has tie-breaks says what they are in its chronicle (Chronicle.tie_break).
        """
        ties = vec[i64]()
        for _seat in range(self.seats):
            ties = append(ties, 0)
        return ties

    def forced_move(self) -> i64:
        """The only legal move, if EVERYBODY can see that it is the only one; else NO_MOVE. Here always NO_MOVE.

        A move that is the only one because of something hidden does not count: playing it at once would reveal that.
        """
        return NO_MOVE

    def ahead(self, seat: i64) -> Position | None:  # noqa: ARG002
        """A copy in which this seat decides now, ahead of its turn, if no decision that others still owe can change its
        options.

        None if the seat has no such decision to make, or is to move anyway; here always. The moves that are legal in
        the copy will also be legal when the seat's turn comes.
        """
        return None

    def foreseen(self, seat: i64) -> list[Position]:  # noqa: ARG002
        """The questions that the seat may still be asked in this phase: positions in which it is to move, from copies.

        The first is what it would be asked if its turn came now, as everything lies open now. Then come questions that
        can follow from an answer to it or from what others do (a colonist for the tile that it takes, storing); these
        may be imagined, and serve to read what the seat plans. Empty if the seat would be asked nothing; here always.
        For the seat to move the first is a copy of the position itself.

        What is hidden stands in the copies too, draws included. So people see those of a resampled position only
        (games.engine.plans.foreseen_questions).
        """
        return []

    def is_mid_decision(self) -> bool:
        """Whether the seat to move has begun a decision that it must complete: a building is chosen, not yet paid."""
        return False

    def is_pick(self) -> bool:
        """Whether the seat to move picks what the next phase is about (a role); here never."""
        return False

    def next_pick(self, seat: i64) -> Position | None:  # noqa: ARG002
        """The next pick of the seat as it is imagined now: as everything lies, with everything to pick from.

        It serves to read what the seat plans to pick. None where nothing is picked; here always. What is hidden stands
        in it too, as in `foreseen`.
        """
        return None

    def end_in_sight(self) -> bool:
        """Whether everybody can see that a condition for the end of the game is met; here never."""
        return False

    @abstractmethod
    def resample(self, seat: i64, random: Random) -> Position:
        """A position that this seat cannot tell from the true one: everything hidden from the seat is drawn anew.

        As in OpenSpiel's ResampleFromInfostate. Bots search only such positions.
        """

    def ranks(self) -> vec[i64]:
        """Every seat's rank, from 1; seats with equal totals and tie-breaks share a rank (1, 1, 3)."""
        scores = self.scores()
        ties = self.tie_breaks()
        ranks = vec[i64]()
        for seat in range(self.seats):
            better: i64 = 0
            for other in range(self.seats):
                if scores[other] > scores[seat] or (scores[other] == scores[seat] and ties[other] > ties[seat]):
                    better += 1
            ranks = append(ranks, better + 1)
        return ranks

    def next_seat(self, seat: i64) -> i64:
        """The next seat clockwise."""
        seat += 1
        if seat == self.seats:
            seat = 0
        return seat

    def emit(self, kind: str, seat: i64, data: dict[str, object], only: i64 = NOBODY) -> None:
        """Send an event to the listener. only: the one seat that may learn of it; NOBODY: everybody may."""
        listener = self.listener
        if listener is not None:
            listener.append(Event(kind, seat, data, None if only == NOBODY else [int(only)]))


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenPosition(Position):
    """A position of a game that hides nothing, not even what chance will bring (see Game.hides)."""

    def forced_move(self) -> i64:
        """The only legal move: everybody can see that it is the only one."""
        moves = self.legal_moves()
        return moves[0] if len(moves) == 1 else NO_MOVE

    def resample(self, seat: i64, random: Random) -> Position:  # noqa: ARG002
        """A copy, as every seat knows everything."""
        return self.copy()


class RulesError(ValueError):
    """Base class of all errors that a person can make; the message is whole sentences for that person."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.render())
        self.message: Message = message


class OptionError(RulesError):
    """A game cannot be opened with these options; `option` names the wrong one."""

    def __init__(self, option: str, message: Message) -> None:
        super().__init__(message)
        self.option: str = option


class NotationError(RulesError):
    """A line that cannot be read as a move at all.

    legal: the canonical texts of possible moves. legal_complete: whether these are all possible moves, not some.
    """

    def __init__(self, message: Message, legal: Sequence[str] = (), *, legal_complete: bool = False) -> None:
        super().__init__(message)
        self.legal: list[str] = list(legal)
        self.legal_complete: bool = legal_complete


class IllegalMove(RulesError):
    """A readable move that the rules do not allow now.

    move: the line as it was given. situation: what the seat is asked. legal: the canonical texts of possible moves.
    legal_complete: whether these are all possible moves, not some (see `lists_all_answers`).
    """

    def __init__(
        self, message: Message, move: str, situation: Message, legal: Sequence[str], *, legal_complete: bool
    ) -> None:
        super().__init__(message)
        self.move: str = move
        self.situation: Message = situation
        self.legal: list[str] = list(legal)
        self.legal_complete: bool = legal_complete


class PositionError(ValueError):
    """The JSON of a position that cannot exist; `field` is the path of what is wrong ("seats[1].goods.corn")."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field: str = field


@dataclass(frozen=True)
class OptionSpec:
    """One option that a game can be opened with."""

    name: str
    label: Message
    help: Message
    choices: tuple[tuple[str, Message], ...]
    """Canonical values with their labels, in the order to show them; an on/off option has "off" and "on"."""
    default: str
    several: bool = False
    """Whether any number of the choices may be chosen. The value then names them in the order of `choices`, "harbor,
    wharf"; the empty string if none is chosen."""
    only_with: tuple[str, tuple[str, ...]] | None = None
    """Another option, and its values with which this one has a meaning: pages ask for this option, and show it, only
    with these. None: always."""

    def applies_to(self, chosen: Mapping[str, str]) -> bool:
        """Whether the option has a meaning in a game that was opened with these values."""
        return self.only_with is None or chosen.get(self.only_with[0]) in self.only_with[1]


@dataclass(frozen=True)
class Item:
    """Something that can be chosen to complete an answer."""

    word: str
    """In the notation."""
    label: Message
    """Its name for people."""
    target: str
    """What it is in the drawing, as in Offer.targets."""


@dataclass(frozen=True)
class Selection:
    """The items with which an answer is completed: some of them are chosen freely."""

    stem: str
    """How the line begins, "build library with"."""
    items: tuple[Item, ...]
    """All that can be chosen, in the order in which people see it; two equal things are two items."""
    least: int
    """How many items must be chosen, at least one; `most`: how many may be."""
    most: int
    chosen: tuple[int, ...]
    """Indexes of the items that the offer's own text names."""

    def line(self, chosen: Sequence[int]) -> str:
        """The answer with these items, by index, in any order."""
        return f"{self.stem} {', '.join(self.items[index].word for index in sorted(chosen))}"


@dataclass(frozen=True)
class Offer:
    """One complete answer to a question, as a person is offered it."""

    text: str
    """Canonical notation: one line, perhaps several plies ("store sugar, keep coffee")."""
    label: Message
    """What the answer is ("Ship 6 sugar on ship 7")."""
    effect: Message | None
    """What the answer brings ("7 VP"); None where nothing needs to be said."""
    targets: tuple[str, ...]
    """The things in the drawing that are highlighted for this offer: ids such as "role:settler", "building:harbor",
    "good:corn", "ship:7"."""
    selection: Selection | None = None
    """What may be chosen differently from `text`; the offer then stands for all lines of the selection."""
    group: Message | None = None
    """A heading: offers with the same one stand together, after those with None."""


@dataclass(frozen=True)
class Question:
    """What the seat to move is asked."""

    seat: int
    stage: str
    """A stable word for templates ("role", "settler", "colonists", ...)."""
    form: str
    """How the offers are meant. "choice": they are all answers, one is chosen. "placement": the circles of the view are
    filled in one answer; the offers are suggestions. "suggestions": the offers are good answers out of many, the best
    first; any other answer may be written as a line of notation."""
    prompt: Message
    """The question as a sentence."""
    offers: tuple[Offer, ...]
    """Numbered from 1 for people."""

    def lists_all_answers(self) -> bool:
        """Whether the texts of the offers are all possible answers."""
        return lists_all_answers(self.form, self.offers)


def lists_all_answers(form: str, offers: Sequence[Offer]) -> bool:
    """Whether the texts of these offers are all possible answers to a question of this form.

    Not if other lines may be written, and not if an offer has a selection.
    """
    return form == "choice" and all(offer.selection is None for offer in offers)


@dataclass(frozen=True)
class Measure:
    """What can be counted of an answer, for a condition: the doubloons of a sale, the price of a building."""

    value: int
    is_cost: bool = False
    """Whether the answer costs it: then a condition says how much at most ("build harbor if 4 or less")."""
    units: tuple[str, ...] = ()
    """What it is counted in, as words that may follow the number ("if 2 doubloons"); no other word may."""


@dataclass(frozen=True)
class ScorePart:
    """What some of a seat's points are for."""

    key: str
    """For programs: "guild-hall". It never changes, even if the label does, and each part of a seat's score has its
    own."""
    label: Message
    points: int


@dataclass(frozen=True)
class ScoreLine:
    """One seat's final score: the parts add up to the total."""

    seat: int
    rank: int
    total: int
    tie_break: int
    parts: tuple[ScorePart, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game as the rest of the project sees it: names, options, text forms and what a seat may know.

    Stateless; one instance per game, found by its key in games.engine.registry.
    """

    key: str
    """Stable identifier, in records, the database and URLs: "puerto-rico"."""
    title: Message
    rules_version: int
    """The version of the rules for new games. It grows whenever the same moves can lead to another position than
    before."""
    min_seats: int
    max_seats: int
    hides: ClassVar[bool] = True
    """Whether anything is hidden from anybody: cards, or what chance will bring. A game that hides nothing shows the
    same view to everybody and draws nothing from its secret; its positions are an `OpenPosition`. Pages and mails of
    such a game tell nothing of a secret and have no viewpoints to choose from."""

    @abstractmethod
    def options(self) -> tuple[OptionSpec, ...]:
        """All options, in the order to ask for them."""

    def rules_versions(self) -> tuple[int, ...]:
        """All versions of the rules that can be played, ascending; a game is played and replayed under its own."""
        # Compiled, `self.rules_version` is a slot of this class. A game that runs interpreted leaves that slot empty
        # and has a class attribute instead, which must be looked up by name.
        return (getattr(self, "rules_version"),)  # noqa: B009

    @abstractmethod
    def new(self, seats: int, options: Mapping[str, str], secret: bytes, rules_version: int | None = None) -> Position:
        """The start of a game; `secret` (32 bytes) decides every draw. Missing options take their defaults.

        rules_version: one of `rules_versions`; None: the version for new games. Raises OptionError, which names the
        option, for unknown options, wrong values and options that contradict each other.
        """

    @abstractmethod
    def to_json(self, position: Position) -> dict[str, object]:
        """The whole position, hidden parts and random state included: readable, with a version.

        The options of the game are under "options". Equal positions give equal JSON, also in later releases: what a
        later option or version of the rules adds is written only where a game uses it. So digests in records and in
        the database stay valid.
        """

    @abstractmethod
    def from_json(self, stored: Mapping[str, object]) -> Position:
        """The position that to_json wrote. Raises PositionError for a position that cannot exist."""

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> object:
        """All that this seat (None: an onlooker) may know, as the game's own frozen dataclasses.

        Pages, mails, API and logs show nothing else of a position. `dataclasses.asdict` of it is JSON-able.
        """

    @abstractmethod
    def question(self, position: Position) -> Question:
        """What the seat to move is asked; contains nothing that this seat may not know."""

    @abstractmethod
    def move_text(self, position: Position, move: int) -> str:
        """The canonical text of a legal move; no other legal move has the same.

        Records and the database keep it. It says everything, also what only the mover may know (a card laid face
        down): other players learn of a move by its events only. If the text contains something hidden, the ply emits at
        least one event with an audience (Event.audience). So whoever may know all events of a ply may read its text.
        """

    def decision_text(self, position: Position, plies: Sequence[int]) -> str:
        """One line for these plies in a row, for the seat that plays them.

        Here: their texts one after the other. A game in which a decision takes several plies writes the decision as
        one; it may include what follows automatically.
        """
        after = position.copy()
        texts = []
        for ply in plies:
            texts.append(self.move_text(after, ply))
            after.play(ply)
        return ", ".join(texts)

    @abstractmethod
    def parse(self, position: Position, line: str) -> list[int]:
        """The plies that a line of notation means for the seat to move. Plies after the first need not be legal.

        Case, plural, accents and unambiguous abbreviations are forgiven. A bare number N is the Nth offer of
        `question(position)` (see `expand_offer_number`). Raises NotationError, or IllegalMove for a readable line
        that no plies stand for.
        """

    def expand_offer_number(self, position: Position, line: str) -> str:
        """The text of the offer with this number, if the line is only a number ("3", "#3", "3."); else the line itself.

        Raises NotationError for a number that no offer has.
        """
        numbered = _NUMBER.fullmatch(line)
        if numbered is None:
            return line
        question = self.question(position)
        offers = question.offers
        number = int(numbered[1])
        if not 1 <= number <= len(offers):
            raise NotationError(
                Message(
                    _("There is no answer {number}; the last one is {last}."), {"number": number, "last": len(offers)}
                ),
                [offer.text for offer in offers],
                legal_complete=question.lists_all_answers(),
            )
        return offers[number - 1].text

    # --- what is planned: games.engine.plans ---

    def question_key(self, position: Position) -> str:
        """A stable word for the kind of question that is asked: a line that is planned for one kind answers no other.

        Here the stage. A game in which one stage asks different things has more words. What follows a "/" tells apart
        questions that the same lines answer, while passing means something else ("trader", and after a sale
        "trader/more"): "pass" answers only the one for which it was written.
        """
        return self.question(position).stage

    def holds_all_phase(self, key: str) -> bool:  # noqa: ARG002
        """Whether a planned line for this kind of question is played as often as it is legal in the phase.

        As loading ships is. Here never: a line is used up once it was played.
        """
        return False

    def depends_on_the_end(self, key: str) -> bool:  # noqa: ARG002
        """Whether people decide this kind of question otherwise once the end is in sight (Position.end_in_sight)."""
        return False

    def declining_line(self, key: str) -> str:  # noqa: ARG002
        """How one says beforehand that one will decline this kind of question ("no colonist"); "": it cannot be said.

        Only for questions that follow from another answer: "pass" declines the one that is shown.
        """
        return ""

    def read_wish(self, position: Position, line: str) -> str:
        """The canonical text of a planned line that answers one of the foreseen questions. Raises RulesError.

        It may leave open what the rules or the situation will decide (a good without a ship).
        """
        return self.decision_text(position, self.submit(position.copy(), line))

    def wish_plies(self, position: Position, wish: str) -> list[int]:
        """The plies that a planned line, in canonical text, means for the seat to move; empty if it is not legal."""
        try:
            return self.submit(position.copy(), wish)
        except RulesError:
            return []

    def measure(self, position: Position, plies: Sequence[int]) -> Measure | None:  # noqa: ARG002
        """What a condition on these plies counts ("sell coffee if 3"); None: there is nothing to count. Here always.

        It is read from what the seat to move sees.
        """
        return None

    def condition_examples(self) -> tuple[str, ...]:
        """Lines with conditions, for those who do not know them yet: one for each kind of thing that `measure` counts.

        One that brings something comes first, then one that costs something. Here none.
        """
        return ()

    # --- standing orders: games.engine.orders ---

    def question_kinds(self) -> tuple[QuestionKind, ...]:
        """The kinds of questions that people may leave to an adviser, in the order to show them; here none.

        Every kind of `question_key` is in exactly one of them. The words stay the same in later releases.
        """
        return ()

    def order_kinds(self) -> tuple[OrderKind, ...]:
        """The orders that the game has, in the order to show them; here none."""
        return ()

    def read_order(self, line: str) -> Order:  # noqa: ARG002
        """The order that a line means, read as forgivingly as an answer.

        Raises NotationError; its `legal` are examples of the orders that the game has.
        """
        raise NotationError(Message(_("This game has no standing orders.")), legal_complete=True)

    def ordered_plies(self, position: Position, orders: Sequence[Order]) -> list[int]:  # noqa: ARG002
        """The legal plies that one of these orders plays now for the seat to move: its whole decision.

        Empty if the premise of no order fits, if anything else is at stake in the question, or if the seat has begun
        to answer it. It depends on nothing that the seat does not see. Whoever calls it plays forced plies first.
        """
        return []

    @abstractmethod
    def narrate(self, event: Event, names: Sequence[str]) -> Message:
        """The sentence for an event; names are the players' names by seat.

        The caller checks who may read it (Event.visible_to). Events stored by earlier releases have sentences too.
        """

    def condense_events(self, events: Sequence[Event]) -> list[Event]:
        """The events to show to a person who may know all of these, in a row.

        Here all of them. A game leaves out an event if the next one says more, and joins events that belong together.
        """
        return list(events)

    def restates_answer(self, event: Event, answer: str) -> bool:  # noqa: ARG002
        """Whether an event only says what its seat has answered with the ply of this text.

        Such an event is no news to the person who answered; other events say what the answer brought. Here no event is
        news.
        """
        return True

    @abstractmethod
    def stage_name(self, stage: str) -> Message:
        """The name of a stage for people, in subject lines and lists ("place colonists")."""

    def score_sheet(self, position: Position) -> list[ScoreLine]:
        """The score of every seat, by seat; only to be shown when the game is over. Here all points are one part."""
        ranks, scores, ties = list(position.ranks()), list(position.scores()), list(position.tie_breaks())
        return [
            ScoreLine(
                seat,
                int(ranks[seat]),
                int(scores[seat]),
                int(ties[seat]),
                (ScorePart("points", Message(_("points")), int(scores[seat])),),
            )
            for seat in range(int(position.seats))
        ]

    def submit(self, position: Position, line: str) -> list[int]:
        """Play a person's line for the seat to move, all of it or nothing; returns the plies played.

        Raises NotationError or IllegalMove; then the position is unchanged.
        """
        plies = self.parse(position, line)
        seat = position.to_move()
        trial = position.copy()
        for ply in plies:
            if trial.to_move() != seat or ply not in list(trial.legal_moves()):
                raise self.refusal(position, line)
            trial.play(ply)
        for ply in plies:
            position.play(ply)
        return plies

    @abstractmethod
    def refusal(self, position: Position, line: str) -> IllegalMove:
        """The error for a readable but illegal line: why it is illegal, as precisely as possible, and what is legal."""

    def digest(self, position: Position) -> str:
        """SHA-256 of the position's canonical JSON: equal for equal positions on every machine."""
        text = json.dumps(self.to_json(position), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
