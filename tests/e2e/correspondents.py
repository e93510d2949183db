"""People who answer mails, one for each game: the ways in which they write an option, and what they get wrong first."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final
from unicodedata import combining, normalize

from games.engine.line_reader import LineReader
from games.engine.registry import game

Way = Callable[[str, int, str], str]
"""What somebody writes for an option: of its text, its number, and the text of the mail."""


@dataclass(frozen=True)
class Slip:
    """A wrong answer, to mails that ask what this pattern finds, and what the reply says of it."""

    asked: str
    line: str
    reason: str


@dataclass(frozen=True)
class Correspondent:
    """Somebody who plays a game by mail only. passing: whether he also passes where he could do something."""

    kind: str
    opponents: Sequence[str]
    ways: Sequence[Way]
    options: Mapping[str, str] = field(default_factory=dict)
    slips: Sequence[Slip] = ()
    passing: bool = True
    language: str = "en"
    attribution: str = "On Sat, 21 Nov 2026 at 12:00, prweb wrote:"
    """How their mail program begins a quote."""

    @property
    def decline(self) -> str:
        """How they write that they pass."""
        return LineReader(game(self.kind), self.language).show("pass")

    def answer(self, options: Mapping[int, str], text: str, dice: Random) -> str:
        """A line that answers the mail with this text, whose options are these by number."""
        active = {number: option for number, option in options.items() if option != self.decline}
        number, option = dice.choice(list((options if self.passing or not active else active).items()))
        return dice.choice(self.ways)(option, number, text)

    def slip(self, text: str) -> Slip | None:
        """What to answer wrongly first, if anything."""
        return next((slip for slip in self.slips if re.search(slip.asked, text.partition("\n---")[0])), None)


def by_number(_option: str, number: int, _text: str) -> str:
    return str(number)


def loudly(option: str, _number: int, _text: str) -> str:
    return option.upper()


def in_words(option: str, _number: int, _text: str) -> str:
    return option


def shortened(option: str, _number: int, _text: str) -> str:
    return re.sub(r"\w+", lambda word: word[0][:5], option)


def without_accents(option: str, _number: int, _text: str) -> str:
    return "".join(letter for letter in normalize("NFKD", option.replace("ł", "l")) if not combining(letter))


# --- San Juan ---------------------------------------------------------------------------------------------------------

HAND: Final = re.compile(r"by number\)\n((?: +\d+  .+\n(?: {12,}.*\n)*)+)")
CARD: Final = re.compile(r"^ +(\d+)  (\S.*?) +\d/\S", re.MULTILINE)
OF_CARDS: Final = re.compile(r"(build|keep|discard|chapel|pay) ")


def by_cards_numbers(option: str, _number: int, text: str) -> str:
    """ "build 3 with 1, 4": the cards as the mail numbers them."""
    listed = HAND.search(text)
    if listed is None or not OF_CARDS.match(option):
        return option
    cards = CARD.findall(listed[1])

    def numbered(words: str) -> str:
        place = next((place for place, (_number, name) in enumerate(cards) if name == words), None)
        return words if place is None else cards.pop(place)[0]

    verb, _space, rest = option.partition(" ")
    what, _with, paid = rest.partition(" with ")
    what, _over, below = what.partition(" over ")
    named = ", ".join(numbered(words) for words in what.split(", "))
    over = f" over {below}" if below else ""
    return f"{verb} {named}{over}" + (f" with {', '.join(map(numbered, paid.split(', ')))}" if paid else "")


HUNGARIAN: Final = Correspondent(
    "puerto-rico",
    ("uct-150",) * 3,
    (by_number, loudly, in_words, without_accents),
    slips=(
        Slip("szerep", "ne építs semmit", "ez azt mondja meg, mit ne tegyél"),
        Slip("lapk", "elveszek kukorcát", "„kukorcát”"),
    ),
    language="hu",
    attribution="Teszt Anna <anna@example.org> ezt írta (időpont: 2026. nov. 21., Szo, 12:00):",
)

POLISH: Final = Correspondent(
    "san-juan",
    ("apprentice-1",) * 2,
    (by_number, loudly, in_words, without_accents),
    options={"deal_choice": "on"},
    slips=(
        Slip("postać", "nie buduj pałacu", "mówi, czego nie robić"),
        Slip("Co budujesz", "buduję pałca", "„pałca”"),
    ),
    passing=False,
    language="pl",
    attribution="W dniu 21.11.2026 o 12:00, prweb pisze:",
)

SAN_JUAN: Final = Correspondent(
    "san-juan",
    ("apprentice-1",) * 2,
    (by_number, loudly, in_words, shortened, by_cards_numbers),
    options={"deal_choice": "on"},
    slips=(
        Slip("Which role do you pick", "build the palace", "Now the question is another: pick a role."),
        Slip("of your first hand", "discard 1, 1", "Card 1 is named twice."),
        Slip("What do you build", "build 99", "There is no card 99"),
        Slip("Which card do you keep", "keep both", "“both”"),
        Slip("Which goods? do you sell", "sell tobaco, corn", "“tobaco”"),
        Slip("Which goods? do you produce", "produce gold", "“gold”"),
        Slip("Do you use the gold mine", "take the hero", "Now the question is another: use the gold mine."),
        Slip("under your chapel", "chapel all", "“all”"),
        Slip("You may hold", "pass", "You cannot pass here"),
    ),
    passing=False,
)
