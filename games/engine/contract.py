"""The one interface a game implements: a Position to play on, and a Game that explains it to people.

`Position` is the hot half: small ints, vecs, no words; bots search it millions of times. `Game` is the other
half, one object per game: it makes positions, reads and writes their text forms, and says what a seat may know.
Everything outside a game's own package (services, pages, mails, bots, tests) uses these two classes only.

Terms: a *seat* is a player's place, 0 to seats - 1, clockwise. A *ply* is one decision. A *phase* is a stretch of play,
such as a pick of a role with everything it sets off: plies of one seat that follow each other within a phase are one
turn.
"""

from __future__ import annotations

import hashlib
import json
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from games.engine.random import Random
from games.engine.words import Message
from games.engine.words import gettext_noop as _

NOBODY: Final = -1
NO_MOVE: Final = -1

_NUMBER: Final = re.compile(r"\s*#?([0-9]{1,4})[.)]?\s*")


class Event:
    """One thing that happened, as play() tells it to a listener: structured, JSON-able, in no language.

    kind: a stable word such as "ships"; seat: who did it (NOBODY: the game itself); data: numbers, canonical terms
    and lists of them; audience: the seats that may learn of it, None: everybody.
    """

    def __init__(self, kind: str, seat: i64, data: dict[str, object], audience: list[int] | None = None) -> None:
        self.kind: str = kind
        self.seat: i64 = seat
        self.data: dict[str, object] = data
        self.audience: list[int] | None = audience

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, "seat": int(self.seat), "data": self.data, "audience": self.audience}

    def visible_to(self, seat: int | None) -> bool:
        """Whether a seat (None: an onlooker) may learn of it."""
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

    A copy shares nothing that play() changes. `listener`, when set, receives an Event for everything that happens; it
    is not copied, and search leaves it None (one branch). `plies` counts the plies played since the start; `revealed`
    grows whenever something hidden became known to somebody (a draw): a ply that raised it cannot be taken back alone.
    `rules_version` is the version of the game's rules that it is played under, to its end: copies, resampled positions
    and JSON keep it.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.rules_version: i64 = 1
        self.plies: i64 = 0
        self.revealed: i64 = 0
        self.listener: list[Event] | None = None

    @abstractmethod
    def to_move(self) -> i64:
        """The seat that decides next; NOBODY when the game is over."""

    @abstractmethod
    def legal_moves(self) -> vec[i64]:
        """All moves of the seat to move, sorted, without duplicates; not empty unless the game is over."""

    @abstractmethod
    def play(self, move: i64) -> None:
        """Play one legal move. Trusted and fast: an illegal one is undefined behaviour; see Game.submit."""

    @abstractmethod
    def copy(self) -> Position:
        """An independent position that plays on exactly as this one would, without listener."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing is left to decide: then to_move() is NOBODY and legal_moves() empty."""

    @abstractmethod
    def phase(self) -> i64:
        """A number that grows with every phase; with to_move() it tells where one turn ends and the next begins."""

    @abstractmethod
    def scores(self) -> vec[i64]:
        """Every seat's total if the game ended here, all bonuses included; final once is_over().

        It may rest on what is hidden: people are shown totals by Game.view only.
        """

    @abstractmethod
    def tie_breaks(self) -> vec[i64]:
        """By seat, what decides between equal scores: more is better."""

    @abstractmethod
    def forced_move(self) -> i64:
        """The move of the seat to move that EVERYBODY can see is its only one, else NO_MOVE.

        A move that only hidden knowledge forces is not forced here: playing it unasked would tell.
        """

    @abstractmethod
    def ahead(self, seat: i64) -> Position | None:
        """A copy in which this seat is to move now, if no pending decision of others can change its options.

        None if the seat has no such decision coming, or is to move anyway. The seat's plies in the copy are the ones
        that will be legal when its time comes in turn order.
        """

    @abstractmethod
    def resample(self, seat: i64, random: Random) -> Position:
        """A position this seat cannot tell from the true one: all that is hidden from it drawn anew.

        After OpenSpiel's ResampleFromInfostate. Bots search only such positions.
        """

    def ranks(self) -> vec[i64]:
        """Every seat's rank from 1; equal totals and tie-breaks share it (1, 1, 3)."""
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
        """Tell the listener what happened, as in Event. only: the one seat that may learn of it; NOBODY: everybody."""
        listener = self.listener
        if listener is not None:
            listener.append(Event(kind, seat, data, None if only == NOBODY else [int(only)]))


class RulesError(ValueError):
    """Base of all that a person can get wrong towards a game; the message is for that person: whole sentences."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.render())
        self.message: Message = message


class OptionError(RulesError):
    """A game cannot be opened like this; `option` names the offending option."""

    def __init__(self, option: str, message: Message) -> None:
        super().__init__(message)
        self.option: str = option


class NotationError(RulesError):
    """A line that cannot be read as a move at all.

    legal: the canonical texts of what is possible; legal_complete: whether that is all, and not a sample.
    """

    def __init__(self, message: Message, legal: Sequence[str] = (), *, legal_complete: bool = False) -> None:
        super().__init__(message)
        self.legal: list[str] = list(legal)
        self.legal_complete: bool = legal_complete


class IllegalMove(RulesError):
    """A readable move that the rules do not allow now.

    move: as it was given; situation: what the seat is asked; legal: the canonical texts of what is possible;
    legal_complete: whether that is all, and not a sample, as `lists_all_answers` says of the offers.
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
    """A position's JSON that cannot be; `field` names what is wrong, as a path ("seats[1].goods.corn")."""

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
    """Canonical values with their labels, in the order to show them; a flag has "off" and "on"."""
    default: str
    several: bool = False
    """Any number of the choices may be chosen: the value names them in the order of the choices, "harbor, wharf";
    none of them is the empty string."""
    only_with: tuple[str, tuple[str, ...]] | None = None
    """Another option, and those of its values with which alone this one means something: people are asked for it, and
    told it, only then. None: always."""

    def applies_to(self, chosen: Mapping[str, str]) -> bool:
        """Whether it means anything in a game that was opened with these values."""
        return self.only_with is None or chosen.get(self.only_with[0]) in self.only_with[1]


@dataclass(frozen=True)
class Item:
    """Something that can be chosen to complete an answer: its word in the notation, its name, the drawn thing it is."""

    word: str
    label: Message
    target: str


@dataclass(frozen=True)
class Selection:
    """What an answer is completed with: some of these things, chosen freely.

    stem: how the line begins, "build library with". items: what there is, a thing that is there twice twice, in the
    order in which people are shown it. least, most: how many must and may be chosen, at least one. chosen: the indexes
    of those that the offer's own text names.
    """

    stem: str
    items: tuple[Item, ...]
    least: int
    most: int
    chosen: tuple[int, ...]

    def line(self, chosen: Sequence[int]) -> str:
        """The answer with these items, by index, in any order."""
        return f"{self.stem} {', '.join(self.items[index].word for index in sorted(chosen))}"


@dataclass(frozen=True)
class Offer:
    """One complete answer to a question, as a person is offered it.

    text: its canonical notation, one line, perhaps several plies ("store sugar, keep coffee"). label: what it is
    ("Ship 6 sugar on ship 7"). effect: what it brings ("7 VP"), None where nothing is to be said. targets: which drawn
    things it belongs to, for lighting them up: ids such as "role:settler", "building:harbor", "good:corn", "ship:7".
    selection: what may be chosen differently than `text` has it; then the offer stands for all lines of the selection.
    group: a heading under which offers of one kind stand together after the others, None for the others.
    """

    text: str
    label: Message
    effect: Message | None
    targets: tuple[str, ...]
    selection: Selection | None = None
    group: Message | None = None


@dataclass(frozen=True)
class Question:
    """What the seat to move is asked.

    stage: a stable word ("role", "settler", "colonists", ...) for templates; prompt: the question as a sentence.
    offers: the numbered answers. form: whether they are all there are. "choice": pick one of the offers. "placement":
    the view's circles are filled in one go; the offers are suggestions. "suggestions": the offers are sensible ones of
    many, the best first; any other answer may be written as a line of notation, of which the offers are examples.
    """

    seat: int
    stage: str
    form: str
    prompt: Message
    offers: tuple[Offer, ...]

    def lists_all_answers(self) -> bool:
        """Whether the texts of the offers are all that can be answered."""
        return lists_all_answers(self.form, self.offers)


def lists_all_answers(form: str, offers: Sequence[Offer]) -> bool:
    """Whether the texts of these offers are all answers to a question of this form.

    Not where others may be written, and not where one can be completed otherwise than its text has it.
    """
    return form == "choice" and all(offer.selection is None for offer in offers)


@dataclass(frozen=True)
class ScorePart:
    """What some of a seat's points are for.

    key: stable and in no language, for programs: "guild-hall"; whoever words the label otherwise keeps it. Each
    part of a seat's points has its own.
    """

    key: str
    label: Message
    points: int


@dataclass(frozen=True)
class ScoreLine:
    """One seat's final account: the parts add up to the total."""

    seat: int
    rank: int
    total: int
    tie_break: int
    parts: tuple[ScorePart, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game as the rest of the house sees it: names, options, text forms and what a seat may know.

    Stateless; one instance per game, found by its key in games.engine.registry.
    """

    key: str
    """Stable identifier, in records, the database and URLs: "puerto-rico"."""
    title: Message
    rules_version: int
    """Of the rules that new games follow; grows whenever the same moves could lead elsewhere than before."""
    min_seats: int
    max_seats: int

    @abstractmethod
    def options(self) -> tuple[OptionSpec, ...]:
        """All options, in the order to ask for them."""

    def rules_versions(self) -> tuple[int, ...]:
        """All versions of the rules that can be played, ascending: a game goes on, and is replayed, under its own."""
        # Compiled, `self.rules_version` is a slot of this class, which a game that runs interpreted has not filled: it
        # says its version as a class attribute, which is looked up by name.
        return (getattr(self, "rules_version"),)  # noqa: B009

    @abstractmethod
    def new(self, seats: int, options: Mapping[str, str], secret: bytes, rules_version: int | None = None) -> Position:
        """The start of a game; `secret` (32 bytes) decides every draw. Missing options take their defaults.

        rules_version: one of `rules_versions`; None: that of new games. Raises OptionError, which names the option,
        for unknown, unfit or contradicting ones.
        """

    @abstractmethod
    def to_json(self, position: Position) -> dict[str, object]:
        """The whole position, hidden parts and random state included: readable, versioned.

        What the game was opened with stands under "options", if it stands there. Equal positions give equal JSON, and
        go on doing so: what a later option or version of the rules adds is written only where a game uses it, so that
        digests in records and rows stay true.
        """

    @abstractmethod
    def from_json(self, stored: Mapping[str, object]) -> Position:
        """Set up a written position, as to_json writes it. Raises PositionError for one that cannot be."""

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> object:
        """All that this seat (None: an onlooker) may know, as the game's own frozen dataclasses.

        The only thing any page, mail, API or log shows of a position. `dataclasses.asdict` of it is JSON-able.
        """

    @abstractmethod
    def question(self, position: Position) -> Question:
        """What the seat to move is asked; names nothing that this seat may not know."""

    @abstractmethod
    def move_text(self, position: Position, move: int) -> str:
        """The one canonical text of a legal move, among the legal moves its own.

        Records and rows keep it. It says all, also what only the mover may know (a card laid face down): people are
        told of others' moves by events only. A ply whose text tells something hidden sets off at least one event that
        is kept from whoever may not know it (Event.audience): whoever hears all events of a ply may read its text.
        """

    def decision_text(self, position: Position, plies: Sequence[int]) -> str:
        """One line for these plies in a row, for the seat that plays them; what follows of itself may belong to it.

        Here: their texts one after the other. A game whose decisions are of several plies says them as one.
        """
        after = position.copy()
        texts = []
        for ply in plies:
            texts.append(self.move_text(after, ply))
            after.play(ply)
        return ", ".join(texts)

    @abstractmethod
    def parse(self, position: Position, line: str) -> list[int]:
        """The plies that a line of notation means for the seat to move; they need not be legal beyond the first.

        Case, plural, accents and unambiguous abbreviations are forgiven. A bare number N is the Nth offer of
        `question(position)` (see `expand_offer_number`). Raises NotationError, or IllegalMove for a readable line
        that no plies stand for.
        """

    def expand_offer_number(self, position: Position, line: str) -> str:
        """The line itself, or what a bare number ("3", "#3", "3.") stands for: the text of that offer.

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

    @abstractmethod
    def narrate(self, event: Event, names: Sequence[str]) -> Message:
        """The sentence for an event; names are the players' names by seat.

        Whom it may be told is for the caller to ask (Event.visible_to); events stored long ago are told too.
        """

    def condense_events(self, events: Sequence[Event]) -> list[Event]:
        """Of events that one person hears in a row those to be told, which others may stand for.

        Here all of them. A game leaves out what the next event says better, and makes one of what belongs together.
        """
        return list(events)

    def restates_answer(self, event: Event, answer: str) -> bool:  # noqa: ARG002
        """Whether an event only says what its seat itself has answered by the ply with this text.

        Such an event is no news to whoever answered; all others tell what the answer brought. Here no event is news.
        """
        return True

    @abstractmethod
    def stage_name(self, stage: str) -> Message:
        """A stage for people: subject lines, lists ("place colonists")."""

    @abstractmethod
    def score_sheet(self, position: Position) -> list[ScoreLine]:
        """The account of every seat, by seat; only to be shown when the game is over."""

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
        """The error for a readable but illegal line: says why as precisely as the rules allow, and what is legal."""

    def digest(self, position: Position) -> str:
        """SHA-256 of the position's canonical JSON: equal for equal positions on every machine."""
        text = json.dumps(self.to_json(position), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
