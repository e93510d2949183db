"""Checks the options that a game is opened with: every option is known, every value is one of its choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.contract import OptionError, OptionSpec
from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

OFF_OR_ON: Final = (("off", Message(_("off"))), ("on", Message(_("on"))))
"""The choices of an on/off option."""


def clean_values(specs: Sequence[OptionSpec], given: Mapping[str, str]) -> dict[str, str]:
    """The value of every option, defaults filled in. Raises OptionError, which names the option."""
    values = {spec.name: spec.default for spec in specs}
    for name in given:
        if name not in values:
            raise OptionError(
                name,
                Message(
                    _("There is no option {name}; there are {known}."),
                    {"name": name, "known": list_message(sorted(values))},
                ),
            )
    for spec in specs:
        if spec.name in given:
            values[spec.name] = _clean_value(spec, given[spec.name])
    return values


def split_values(value: str) -> list[str]:
    """The single values in the value of an option that allows several, unchecked."""
    return [single for part in value.split(",") if (single := " ".join(part.split()))]


def _clean_value(spec: OptionSpec, value: str) -> str:
    if spec.several:
        return _clean_list(spec, split_values(value))
    _check_choice(spec, value)
    return value


def _clean_list(spec: OptionSpec, values: list[str]) -> str:
    for value in values:
        _check_choice(spec, value)
        if values.count(value) > 1:
            raise OptionError(
                spec.name,
                Message(_("Option {name} names “{value}” twice."), {"name": spec.name, "value": value}),
            )
    return ", ".join(choice for choice, _label in spec.choices if choice in values)


def _check_choice(spec: OptionSpec, value: str) -> None:
    choices = [choice for choice, _label in spec.choices]
    if value not in choices:
        raise OptionError(
            spec.name,
            Message(
                _("Option {name} cannot be “{value}”; possible: {choices}."),
                {"name": spec.name, "value": value, "choices": list_message(choices)},
            ),
        )
