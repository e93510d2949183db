"""Advisers: bots that answer the kinds of questions which a person leaves to them, by a standing order.

"always leave captain, store to merchant" (games.engine.left_questions), where the host has allowed it. The turn is then
the adviser's for as long as it asks such a question (`Turn.adviser`): bots take it, no time runs and nobody is told. A
plan and every other order go before it. Its moves say whose they are (`Move.Source.ADVISER`); the order is private.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from games.bot_levels import ADVISERS, DEFAULT_ADVISER, BotLevel
from games.engine import left_questions
from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.engine.left_questions import LEAVE
from games.engine.lexicon import normalize
from games.engine.orders import Order, OrderKind
from games.engine.words import Message, gettext_noop, list_message
from games.models import Game
from games.table.errors import BadAnswer
from games.wording import in_words

LABEL: Final = gettext_noop(
    "A bot, your adviser, answers such questions for you: {kinds}. You can have one of these: {levels}. Everybody sees "
    "which moves were its own. Only in games whose host allows advisers."
)


def order_kinds(rules: Rules, game: Game | None = None) -> tuple[OrderKind, ...]:
    """The orders that can be given in games of a kind, or in this game of it."""
    kinds = rules.question_kinds()
    if not kinds or (game is not None and not game.allows_advisers):
        return rules.order_kinds()
    named = {"kinds": list_message([kind.word for kind in kinds]), "levels": _adviser_nouns()}
    example = f"{left_questions.example_of(kinds)} to {DEFAULT_ADVISER}"
    return (*rules.order_kinds(), OrderKind(LEAVE, Message(LABEL, named), example))


def read_order(rules: Rules, line: str) -> Order:
    """The order that a line means, of the game's own or that to an adviser. Raises RulesError and BadAnswer."""
    if not rules.question_kinds() or not left_questions.is_about_left_questions(line):
        return rules.read_order(line)
    order = left_questions.read_order(rules, line)
    return replace(order, to=_adviser_named(order.to))


def check_allowed(game: Game, order: Order) -> None:
    """Raises BadAnswer for an order that this game's host has not allowed."""
    if order.kind == LEAVE and not game.allows_advisers:
        raise BadAnswer(_("The host has not allowed advisers in this game: nothing can be left to one."))


def allowed_orders(game: Game, orders: Sequence[Order]) -> list[Order]:
    """Those of the orders that can be given in this game."""
    return [order for order in orders if order.kind != LEAVE or game.allows_advisers]


def level_for(rules: Rules, position: Position, orders: Sequence[Order]) -> str:
    """The level of the bot to which these orders leave the question of the seat to move; empty if they do not."""
    for order in orders:
        if left_questions.leaves(rules, position, order):
            adviser = ADVISERS.get(order.to)
            return adviser.name if adviser is not None else ""
    return ""


def _adviser_named(word: str) -> str:
    if not word:
        return DEFAULT_ADVISER
    found = [name for name, level in ADVISERS.items() if _is_called(level, word)]
    if len(found) != 1:
        known = in_words(_adviser_nouns())
        raise BadAnswer(_("There is no adviser “%(word)s”; there are: %(known)s.") % {"word": word, "known": known})
    return found[0]


def _is_called(level: BotLevel, word: str) -> bool:
    """Whether a word means this level, in English or in the reader's language, abbreviated or with an ending."""
    typed, noun = normalize(word), normalize(in_words(level.noun))
    return level.word.startswith(typed) or noun.startswith(typed) or typed.startswith(noun)


def _adviser_nouns() -> Message:
    return list_message([level.noun for level in ADVISERS.values()])
