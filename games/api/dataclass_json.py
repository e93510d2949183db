"""Dataclasses as JSON and as JSON Schema, so that the view of a new game needs no code here.

The dataclasses are frozen and consist of numbers, texts, dates, datetimes, sequences, mappings and other dataclasses.
Each one becomes a component of the API's schema, with its docstring as description.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

Schema = dict[str, Any]
Refer = Callable[[type], Schema]
"""Returns the reference to the component of a dataclass."""

ONE_OF = "one_of"
"""Key of a field's metadata: a function that returns the possible dataclasses of the value."""

_PLAIN: Mapping[object, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
    object: {},
    Any: {},
}


def to_json(value: Any) -> Any:
    """The value as JSON; datetimes in UTC."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return str(value)


def schema_of(kind: type, refer: Refer) -> Schema:
    """The JSON Schema of a dataclass; calls `refer` for every dataclass in it."""
    hints = get_type_hints(kind)
    fields = dataclasses.fields(kind)
    described = {
        "type": "object",
        "properties": {field.name: _field_schema(field, hints[field.name], refer) for field in fields},
        "required": [field.name for field in fields],
    }
    about = inspect.getdoc(kind) or ""
    # A dataclass without a docstring gets a generated one, which describes nothing.
    return described if about.startswith(f"{kind.__name__}(") else {**described, "description": about}


def _field_schema(field: dataclasses.Field[Any], hint: Any, refer: Refer) -> Schema:
    one_of = field.metadata.get(ONE_OF)
    return {"oneOf": [refer(kind) for kind in one_of()]} if one_of else _schema(hint, refer)


def _schema(hint: Any, refer: Refer) -> Schema:
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return refer(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return _union([argument for argument in arguments if argument is not types.NoneType], refer)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1], refer)}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return {"type": "array", "items": _schema(arguments[0], refer)}
    raise TypeError(f"no JSON Schema for {hint!r}")


def _union(others: Sequence[Any], refer: Refer) -> Schema:
    """Only unions of one type with None are supported."""
    if len(others) != 1:
        raise TypeError(f"no JSON Schema for the union of {others!r}")
    schema = _schema(others[0], refer)
    if "$ref" in schema:
        return {"allOf": [schema], "nullable": True}
    return {**schema, "nullable": True}


class TypedSerializer(serializers.BaseSerializer[Any]):
    """Serializes a dataclass; created by `serializer_for`."""

    record: type

    def to_representation(self, instance: Any) -> Any:
        return to_json(instance)


@cache
def serializer_for(record: type) -> type[TypedSerializer]:
    """The serializer class of a dataclass, for the schema of a response."""
    return type(f"{record.__name__}Serializer", (TypedSerializer,), {"record": record})
