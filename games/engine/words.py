"""Sentences of the engine, kept apart from the language they are shown in.

The engine never produces a finished sentence: it names a message id and what goes into it, and whoever shows
it brings a translator. So a stored event can be read in any language, years later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


class Translator(Protocol):
    """What a message needs of gettext; Django's `translation` module and `PLAIN` both fit."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


class _Plain:
    """English as written in the source."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural


PLAIN: Translator = _Plain()


def gettext_noop(message: str) -> str:
    """Mark a message id for extraction; xgettext knows this name."""
    return message


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Mark a message id that counts something for extraction (xgettext: --keyword=ngettext_noop:1,2)."""
    return singular, plural


@dataclass(frozen=True)
class Message:
    """One translatable sentence or term.

    `msgid` is an English sentence in the `str.format` style with named holes ("ships {barrels} {good}");
    `plural` its plural, chosen by the parameter named `count`. A parameter is an int, a str that is never
    translated (a player's name), or a Message of its own (a good, a building), rendered in the same language.
    """

    msgid: str
    params: Mapping[str, int | str | Message] = field(default_factory=dict)
    plural: str = ""
    count: str = ""

    def render(self, translator: Translator = PLAIN) -> str:
        if self.plural:
            number = self.params[self.count]
            assert isinstance(number, int)
            pattern = translator.ngettext(self.msgid, self.plural, number)
        else:
            pattern = translator.gettext(self.msgid)
        filled = {
            name: value.render(translator) if isinstance(value, Message) else value
            for name, value in self.params.items()
        }
        return pattern.format(**filled) if filled else pattern


def count_message(forms: tuple[str, str], count: int, /, **params: int | str | Message) -> Message:
    """A message that counts something in its hole {count}; forms as marked by ngettext_noop."""
    singular, plural = forms
    return Message(singular, {"count": count, **params}, plural, "count")


def list_message(items: Sequence[Message | str], /) -> Message:
    """Several terms as an enumeration, without a word between them, so that it stays right in every language."""
    params: dict[str, int | str | Message] = {f"item{number}": item for number, item in enumerate(items)}
    return Message(", ".join(f"{{{name}}}" for name in params), params)
