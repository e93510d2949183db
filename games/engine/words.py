"""Sentences of the engine, independent of the language in which they are shown.

The engine never produces a finished sentence: it gives a message id and its parameters, and the code that shows the
sentence brings a translator. So a stored event can be read in any language, years later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from games.engine.articles import GENDER, article_for, form_after, needs_gender, term_after
from games.engine.patterns import (
    PLAIN_FORM,
    Hole,
    PatternError,
    Term,
    Wanted,
    parse_pattern,
    parse_term,
    passes_form_on,
)


class Translator(Protocol):
    """The part of gettext that a message needs; Django's `translation` module and `PLAIN` both have it."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...

    def pgettext(self, context: str, message: str, /) -> str: ...

    def npgettext(self, context: str, singular: str, plural: str, number: int, /) -> str: ...


class _Plain:
    """English as written in the source."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str, /) -> str:  # noqa: ARG002
        return message

    def npgettext(self, context: str, singular: str, plural: str, number: int, /) -> str:  # noqa: ARG002
        return singular if number == 1 else plural


PLAIN: Translator = _Plain()

Param: TypeAlias = "int | str | Message"
"""What fills a hole."""


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
    building), rendered in the same language and in the form for which the translated sentence asks (patterns.py).
    """

    msgid: str
    """An English sentence with named placeholders ("ships {barrels} {good}")."""
    params: Mapping[str, Param] = field(default_factory=dict)
    plural: str = ""
    """The plural of `msgid`; empty if nothing is counted."""
    count: str = ""
    """The name of the parameter by which singular or plural is chosen."""
    kind: str = ""
    """What kind of term it is ("good of Puerto Rico"), its context in the catalogues; empty for a sentence. Only terms
    have forms."""

    def render(self, translator: Translator = PLAIN) -> str:
        return self.inflect(PLAIN_FORM, translator)

    def inflect(self, wanted: Wanted, translator: Translator) -> str:
        """As a hole of another sentence wants it.

        A translation that is broken counts as missing: the English text is there instead.
        """
        try:
            return self._inflect(self.translation(translator), wanted, translator)
        except (KeyError, PatternError):
            return self._inflect(self.translation(PLAIN), wanted, translator)

    def translation(self, translator: Translator) -> str:
        """What the catalogue has for it, not filled in."""
        if self.plural:
            number = self.params[self.count]
            assert isinstance(number, int)
            if self.kind:
                return translator.npgettext(self.kind, self.msgid, self.plural, number)
            return translator.ngettext(self.msgid, self.plural, number)
        return translator.pgettext(self.kind, self.msgid) if self.kind else translator.gettext(self.msgid)

    def with_params(self, params: Mapping[str, Param]) -> Message:
        """The same with other parameters."""
        return replace(self, params=params)

    def gender(self, translator: Translator) -> str:
        """As its translation says; "" for none."""
        try:
            return self._parse(self.translation(translator)).forms.get(GENDER, "")
        except PatternError:
            return ""

    def _parse(self, text: str) -> Term:
        return parse_term(text) if self.kind else Term(text, {})

    def _inflect(self, text: str, wanted: Wanted, translator: Translator) -> str:
        if not self.kind and wanted is PLAIN_FORM:
            return fill(text, self.params, translator) if self.params else text
        parsed = self._parse(text)
        gender = parsed.forms.get(GENDER, "")
        pattern, has_form = _form_of(parsed, wanted)
        shown = fill(pattern, self.params, translator, wanted) if self.params else pattern
        by_gender = needs_gender(wanted.article)
        if not has_form or (by_gender and not article_for(wanted.article, gender, shown)):
            wanted = replace(wanted, article="") if by_gender else wanted
            shown = _quoted(shown, translator)
        return _with_article(wanted, shown, gender)


@dataclass(frozen=True)
class MessageList(Message):
    """Several terms with commas between them: what a hole asks of the list is asked of each of them."""

    def inflect(self, wanted: Wanted, translator: Translator) -> str:
        of_each = replace(wanted, capital=False)
        shown = ", ".join(_in_hole(item, of_each, translator) for item in self.params.values())
        return _capitalized(shown) if wanted.capital else shown


def fill(pattern: str, params: Mapping[str, Param], translator: Translator, whole: Wanted = PLAIN_FORM) -> str:
    """A translated pattern with its holes filled. whole: what is asked of all that the pattern makes.

    Raises PatternError, and KeyError for a hole that no parameter fills. Parameters are never taken for patterns.
    """
    filled: list[str] = []
    for part in parse_pattern(pattern):
        if isinstance(part, str):
            filled.append(part)
        elif part.choices:
            filled.append(_choice(part, params[part.name], translator))
        else:
            # An article stands before the whole phrase, not within it.
            wanted = Wanted(whole.form or form_after(whole.article)) if part.passed_on else part.wanted
            filled.append(_in_hole(params[part.name], wanted, translator))
    return "".join(filled)


def _in_hole(value: Param, wanted: Wanted, translator: Translator) -> str:
    if isinstance(value, Message):
        return value.inflect(wanted, translator)
    return str(value) if wanted is PLAIN_FORM else _with_article(wanted, str(value), "")


def _choice(hole: Hole, value: Param, translator: Translator) -> str:
    """The words for the gender of what would fill the hole; the first ones if it has none."""
    gender = value.gender(translator) if isinstance(value, Message) else ""
    return dict(hole.choices).get(gender, hole.choices[0][1])


def _form_of(parsed: Term, wanted: Wanted) -> tuple[str, bool]:
    """The pattern of a term in the form that is wanted, and whether it has that form."""
    pattern = parsed.forms.get(wanted.form) if wanted.form else term_after(wanted.article, parsed.plain, parsed.forms)
    return (parsed.plain, passes_form_on(parsed.plain)) if pattern is None else (pattern, True)


def _with_article(wanted: Wanted, text: str, gender: str) -> str:
    if wanted.article and (article := article_for(wanted.article, gender, text)):
        text = f"{article} {text}"
    return _capitalized(text) if wanted.capital else text


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _quoted(text: str, translator: Translator) -> str:
    """In the quotation marks of the language: so the plain form of a term is never wrong."""
    return quoted(text).render(translator)


def quoted(text: str) -> Message:
    """Words that somebody may write, in the quotation marks of the language."""
    return term("quotation marks", "“{term}”", term=text)


def term(kind: str, msgid: str, /, **params: Param) -> Message:
    """A term, or a phrase that stands in sentences as a term does (xgettext: --keyword=term:1c,2)."""
    return Message(msgid, params, kind=kind)


def count_term(kind: str, singular: str, plural: str, count: int, /, **params: Param) -> Message:
    """A phrase that counts something in its placeholder {count} (xgettext: --keyword=count_term:1c,2,3)."""
    return Message(singular, {"count": count, **params}, plural, "count", kind)


def count_message(forms: tuple[str, str], count: int, /, **params: Param) -> Message:
    """A message that counts something in its placeholder {count}. forms: singular and plural, from ngettext_noop."""
    singular, plural = forms
    return Message(singular, {"count": count, **params}, plural, "count")


def list_message(items: Sequence[Message | str], /) -> Message:
    """Several terms with commas between them; no "and", so that it is right in every language."""
    params: dict[str, Param] = {f"item{number}": item for number, item in enumerate(items)}
    return MessageList(", ".join(f"{{{name}}}" for name in params), params)
