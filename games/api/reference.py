"""The OpenAPI schema for the documentation page: operations by group with their bodies and replies, and all records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.generators import SchemaGenerator

Schema = Mapping[str, Any]

METHODS: Final = ("get", "post", "put", "patch", "delete")
COMPONENTS: Final = "#/components/schemas/"


@dataclass(frozen=True)
class Type:
    """The type of a value."""

    text: str
    """In words."""
    record: str = ""
    """The name of the record that it is or contains; empty for none."""


@dataclass(frozen=True)
class Field:
    """A parameter, or a member of a body or a record."""

    name: str
    type: Type
    required: bool
    description: str = ""
    place: str = ""
    """Of a parameter: "path", "query" or "header"."""


@dataclass(frozen=True)
class Reply:
    """One reply of an operation."""

    status: str
    """Like "200" or "4XX"."""
    description: str
    type: Type | None


@dataclass(frozen=True)
class Operation:
    key: str
    method: str
    path: str
    summary: str
    description: str
    open: bool
    """Whether it works without sign-in, at least for some games."""
    parameters: tuple[Field, ...]
    body: Type | None
    replies: tuple[Reply, ...]


@dataclass(frozen=True)
class Record:
    """An object, or an enumeration, which has values instead of fields."""

    name: str
    description: str
    fields: tuple[Field, ...]
    values: tuple[str, ...]


@dataclass(frozen=True)
class Reference:
    groups: tuple[tuple[str, tuple[Operation, ...]], ...]
    records: tuple[Record, ...]


def reference() -> Reference:
    """The reference of the API in the active language; built once in each process."""
    return _build(get_language() or "")


@lru_cache(maxsize=16)
def _build(_language: str) -> Reference:
    schema: Schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    groups: dict[str, list[Operation]] = {}
    for group, operation in _operations(schema):
        groups.setdefault(group, []).append(operation)
    records = schema["components"]["schemas"]
    return Reference(
        tuple((group, tuple(operations)) for group, operations in groups.items()),
        tuple(_record(name, record) for name, record in sorted(records.items())),
    )


def _operations(schema: Schema) -> Iterator[tuple[str, Operation]]:
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                operation = methods[method]
                yield operation.get("tags", ["api"])[0], _operation(method, path, operation)


def _operation(method: str, path: str, operation: Schema) -> Operation:
    body = next(iter(operation.get("requestBody", {}).get("content", {}).values()), None)
    return Operation(
        key=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        open={} in operation.get("security", []),
        parameters=tuple(
            Field(
                name=parameter["name"],
                type=_type(parameter.get("schema", {})),
                required=parameter.get("required", False),
                description=parameter.get("description", ""),
                place=parameter["in"],
            )
            for parameter in operation.get("parameters", [])
        ),
        body=None if body is None else _type(body["schema"]),
        replies=tuple(_reply(str(status), reply) for status, reply in operation["responses"].items()),
    )


def _reply(status: str, reply: Schema) -> Reply:
    content = next(iter(reply.get("content", {}).values()), None)
    return Reply(status, reply.get("description", ""), None if content is None else _type(content.get("schema", {})))


def _record(name: str, schema: Schema) -> Record:
    required = schema.get("required", [])
    fields = tuple(
        Field(field, _type(described), field in required, described.get("description", ""))
        for field, described in schema.get("properties", {}).items()
    )
    return Record(name, schema.get("description", ""), fields, tuple(str(value) for value in schema.get("enum", [])))


def _type(schema: Schema) -> Type:
    """The type of a schema, with the record that it is or contains."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(COMPONENTS)
        return Type(name, name)
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            parts = [_type(part) for part in schema[several]]
            return Type(
                " | ".join(part.text for part in parts), next((part.record for part in parts if part.record), "")
            )
    if "enum" in schema:
        return Type(" | ".join(repr(value) if isinstance(value, str) else str(value) for value in schema["enum"]))
    if schema.get("type") == "array":
        items = _type(schema.get("items", {}))
        return Type(_("list of %(items)s") % {"items": items.text}, items.record)
    if "additionalProperties" in schema and isinstance(schema["additionalProperties"], Mapping):
        values = _type(schema["additionalProperties"])
        return Type(_("object of %(values)s by name") % {"values": values.text}, values.record)
    kinds = schema.get("type", "any")
    text = " | ".join(kinds) if isinstance(kinds, list) else str(kinds)
    text += f" ({schema['format']})" if "format" in schema else ""
    return Type(f"{text} | null" if schema.get("nullable") else text)
