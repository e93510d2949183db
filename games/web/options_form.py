"""The options of a game in forms: what may be chosen comes from the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms

from games.engine.contract import Game as Rules
from games.engine.contract import OptionError, OptionSpec
from games.engine.options import split_values
from games.wording import in_words


@dataclass(frozen=True)
class OptionFields:
    """An option of a game, and those that are asked for only beside some of its values.

    opened_by: the name of the field that this one depends on, empty for none; values: those that ask for it.
    """

    field: forms.BoundField
    several: bool
    opened_by: str
    values: Sequence[str]
    opened: tuple[OptionFields, ...]


class OptionsForm(forms.Form):
    """The base of forms that ask for the options of a game."""

    field_of_numbers: ClassVar[str] = "seat_count"
    """Where it is told that an option excludes numbers of players."""
    rules: Rules

    def add_options(self, rules: Rules) -> None:
        """Ask for the options of this game."""
        self.rules = rules
        for spec in rules.options():
            self.fields[option_field(spec.name)] = self._option_field(spec)

    def _option_field(self, spec: OptionSpec) -> forms.Field:
        choices = [(value, in_words(label)) for value, label in spec.choices]
        words: dict[str, Any] = {"label": in_words(spec.label), "help_text": in_words(spec.help), "required": False}
        if spec.several:
            boxes = forms.CheckboxSelectMultiple
            return forms.MultipleChoiceField(choices=choices, initial=split_values(spec.default), widget=boxes, **words)
        return forms.ChoiceField(choices=choices, initial=spec.default, **words)

    def _opened_by(self, spec: OptionSpec) -> list[OptionSpec]:
        return [one for one in self.rules.options() if one.only_with and one.only_with[0] == spec.name]

    @property
    def option_fields(self) -> list[OptionFields]:
        return [self._option_fields(spec) for spec in self.rules.options() if spec.only_with is None]

    def _option_fields(self, spec: OptionSpec) -> OptionFields:
        opener, values = spec.only_with or ("", ())
        return OptionFields(
            field=self[option_field(spec.name)],
            several=spec.several,
            opened_by=option_field(opener) if opener else "",
            values=tuple(values),
            opened=tuple(self._option_fields(one) for one in self._opened_by(spec)),
        )

    @property
    def options_changed(self) -> bool:
        """Whether an option is not as it stands by itself, or cannot stay as it is."""
        fields = [option_field(spec.name) for spec in self.rules.options()]
        return any(
            self[field].errors
            or (self.is_bound and field in self.changed_data)
            or self[field].initial != self.fields[field].initial
            for field in fields
        )

    def options(self) -> dict[str, str]:
        """The values chosen; what was chosen where nobody is asked for it counts nothing."""
        chosen = {spec.name: self._chosen(spec) for spec in self.rules.options()}
        return {spec.name: chosen[spec.name] for spec in self.rules.options() if spec.applies_to(chosen)}

    def _chosen(self, spec: OptionSpec) -> str:
        value: str | list[str] = self.cleaned_data[option_field(spec.name)] or spec.default
        return value if isinstance(value, str) else ", ".join(value)

    def add_option_error(self, error: OptionError) -> None:
        """Show at its field why a game refuses to be opened like this; an option may exclude numbers of seats."""
        field = option_field(error.option)
        self.add_error(field if field in self.fields else self.field_of_numbers, in_words(error.message))


def option_field(name: str) -> str:
    return f"option_{name}"
