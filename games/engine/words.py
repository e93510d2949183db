"""Sentences of the engine, independent of the language in which they are shown.

The engine never produces a finished sentence: it gives a message id and its parameters, and the code that shows the
sentence brings a translator. So a stored event can be read in any language, years later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


class Translator(Protocol):
    """The part of gettext that a message needs; Django's `translation` module and `PLAIN` both have it."""

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

    A parameter is an int, a str that is never translated (a player's name), or a Message of its own (a good, a
    building), rendered in the same language.
    """

    msgid: str
    """An English sentence with named placeholders, as for `str.format` ("ships {barrels} {good}")."""
    params: Mapping[str, int | str | Message] = field(default_factory=dict)
    plural: str = ""
    """The plural of `msgid`; empty if nothing is counted."""
    count: str = ""
    """The name of the parameter by which singular or plural is chosen."""

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
    """A message that counts something in its placeholder {count}. forms: singular and plural, from ngettext_noop."""
    singular, plural = forms
    return Message(singular, {"count": count, **params}, plural, "count")


def list_message(items: Sequence[Message | str], /) -> Message:
    """Several terms with commas between them; no "and", so that it is right in every language."""
    params: dict[str, int | str | Message] = {f"item{number}": item for number, item in enumerate(items)}
    return Message(", ".join(f"{{{name}}}" for name in params), params)
