"""What games say: the messages of random games, for tests that look at all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.engine.contract import NO_MOVE, Event, Game, Position, Question, RulesError
from games.engine.registry import chronicle
from games.engine.words import Message, Param
from tests.engine.conformance import NAMES, Setup, random_plies
from tests.engine.repertoire import repertoire

EVERY_SO_MANY_PLIES: Final = 20
LINES_TRIED: Final = 12
"""Lines of other positions, most of which are refused."""
WRONG_LINES: Final = ("habror", "ship habror", "corn 9", "pass", "take", "12345 6", "-3", "", "!")


def setups_to_hear(game: Game) -> list[Setup]:
    """The fewest seats, and what options bring together."""
    families = [Setup(game, seats, tuple(options.items())) for seats, options in repertoire(game).families]
    return [Setup(game, game.min_seats), *families[-2:]]


def messages_of(setup: Setup) -> list[Message]:
    """All that a random game asks, offers, tells and refuses, each once if it reads the same."""
    by_text: dict[tuple[str, str], Message] = {}
    for message in _all_messages(setup):
        by_text.setdefault((message.msgid, message.render()), message)
    return list(by_text.values())


def without_names(message: Message) -> Message:
    """The message without what is never translated: names of people, typed words, canonical words."""
    return replace(message, params={name: _without_names(value) for name, value in message.params.items()})


def _without_names(value: Param) -> Param:
    return "…" if isinstance(value, str) else without_names(value) if isinstance(value, Message) else value


def _all_messages(setup: Setup) -> Iterator[Message]:
    game, names = setup.game, NAMES[: setup.seats]
    yield from _of_game(game)
    lines: dict[str, None] = {}
    events: list[Event] = []
    for position, move in random_plies(setup, "words"):
        if move == NO_MOVE:
            yield from (part.label for line in game.score_sheet(position) for part in line.parts)
            break
        question = game.question(position)
        yield from _of_question(game, question)
        lines |= dict.fromkeys(offer.text for offer in question.offers)
        if position.plies % EVERY_SO_MANY_PLIES == 0:
            tried = list(lines)[position.plies % 7 :: max(1, len(lines) // LINES_TRIED)]
            yield from _refusals(game, position, (*tried, *WRONG_LINES))
        after = position.copy()
        after.listener = events
        after.play(move)
    yield from (game.narrate(event, names) for event in events)
    history = chronicle(game.key)
    yield from history.opening_draws(game, setup.new(), names)
    for tally in history.tallies(setup.seats, events):
        yield from (tally.title, *(label for label, _numbers in tally.rows))


def _of_game(game: Game) -> Iterator[Message]:
    yield game.title
    for option in game.options():
        yield from (option.label, option.help, *(label for _value, label in option.choices))
    yield from (kind.label for kind in game.order_kinds())


def _of_question(game: Game, question: Question) -> Iterator[Message]:
    yield from (question.prompt, game.stage_name(question.stage))
    for offer in question.offers:
        yield offer.label
        yield from (message for message in (offer.effect, offer.group) if message is not None)
        if offer.selection is not None:
            yield from (item.label for item in offer.selection.items)


def _refusals(game: Game, position: Position, lines: tuple[str, ...]) -> Iterator[Message]:
    for line in lines:
        try:
            game.submit(position.copy(), line)
        except RulesError as error:
            yield error.message
