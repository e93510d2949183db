"""What has been taken away between two OpenAPI schemas: growth is fine, anything else is a change that breaks programs.

A program may send whatever the earlier schema let it send, and rely on whatever that told it. So nothing may go: no
path, method, parameter, status, media type, field of an answer, and no value that a request may have. Nothing more may
be asked for, and no type may change. What is new in answers (fields, values) programs are to pass over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

Schema = dict[str, Any]
METHODS: Final = ("get", "post", "put", "patch", "delete")
BOUNDS: Final = {"maximum": min, "maxLength": min, "maxItems": min, "minimum": max, "minLength": max, "minItems": max}
"""Of a value in a request: which of two bounds is the narrower one."""


def losses(before: Schema, after: Schema) -> list[str]:
    """Each as "GET /path/: what": of every operation what programs could do or rely on and cannot any more."""
    return list(dict.fromkeys(_Comparison(before, after).all()))


class _Comparison:
    def __init__(self, before: Schema, after: Schema) -> None:
        self.before, self.after = before, after
        self._seen: set[tuple[bool, str, str]] = set()

    def all(self) -> Iterator[str]:
        for path, item in self.before["paths"].items():
            for method in METHODS:
                if method in item:
                    now = self.after["paths"].get(path, {}).get(method)
                    for loss in ["is gone"] if now is None else self._operation(item[method], now):
                        yield f"{method.upper()} {path}: {loss}"

    def _operation(self, before: Schema, after: Schema) -> Iterator[str]:
        self._seen.clear()
        yield from self._parameters(before, after)
        yield from self._body(before.get("requestBody"), after.get("requestBody"))
        for status, response in before["responses"].items():
            now = after["responses"].get(status)
            if now is None:
                yield f"status {status} is gone"
                continue
            for media, content in response.get("content", {}).items():
                if media not in now.get("content", {}):
                    yield f"status {status}: {media} is gone"
                else:
                    new = now["content"][media].get("schema", {})
                    yield from self._value(f"status {status}", content.get("schema", {}), new, sent=False)
        for way in before.get("security", []):
            if way not in after.get("security", []):
                yield f"signing in by {', '.join(way) or 'nothing'} is gone"

    def _parameters(self, before: Schema, after: Schema) -> Iterator[str]:
        known = {(parameter["in"], parameter["name"]): parameter for parameter in before.get("parameters", [])}
        now = {(parameter["in"], parameter["name"]): parameter for parameter in after.get("parameters", [])}
        for where, parameter in known.items():
            if where not in now:
                yield f"parameter {where[1]} is gone"
            else:
                yield from self._value(f"parameter {where[1]}", parameter["schema"], now[where]["schema"], sent=True)
        for where, parameter in now.items():
            if parameter.get("required") and not known.get(where, {}).get("required"):
                yield f"parameter {where[1]} is required"

    def _body(self, before: Schema | None, after: Schema | None) -> Iterator[str]:
        if after is not None and after.get("required") and not (before or {}).get("required"):
            yield "a body is required"
        for media, content in (before or {}).get("content", {}).items():
            if media not in (after or {}).get("content", {}):
                yield f"a body of {media} is gone"
            else:
                assert after is not None
                yield from self._value("body", content["schema"], after["content"][media]["schema"], sent=True)

    def _value(self, where: str, before: Schema, after: Schema, *, sent: bool) -> Iterator[str]:
        """sent: whether programs send this value, or get it."""
        # A type that holds itself is compared once in one place.
        if "$ref" in before or _only_reference(before):
            visited = (sent, str(before), str(after))
            if visited in self._seen:
                return
            self._seen.add(visited)
        before, after = self._resolved(self.before, before), self._resolved(self.after, after)
        # Without a type it is anything.
        for key in ("type", "format"):
            if before.get(key) != after.get(key) and not (sent and key not in after):
                yield f"{where}: {key} {before.get(key)} is {after.get(key)}"
        if before.get("type") == after.get("type"):
            yield from self._nothing_narrower(where, before, after, sent=sent)
            yield from self._parts(where, before, after, sent=sent)

    def _nothing_narrower(self, where: str, before: Schema, after: Schema, *, sent: bool) -> Iterator[str]:
        if bool(before.get("nullable")) is sent and bool(after.get("nullable")) is not sent:
            yield f"{where}: null is {'gone' if sent else 'new'}"
        gone = [value for value in before.get("enum", []) if "enum" in after and value not in after["enum"]]
        if gone:
            yield f"{where}: {', '.join(map(str, gone))} gone"
        if sent and "enum" in after and "enum" not in before:
            yield f"{where}: not every value is allowed"
        for bound, narrower in BOUNDS.items() if sent else ():
            if bound in after and (bound not in before or narrower(before[bound], after[bound]) != before[bound]):
                yield f"{where}: {bound} {before.get(bound)} is {after[bound]}"
        if sent and after.get("pattern") != before.get("pattern") and "pattern" in after:
            yield f"{where}: its pattern is another"

    def _parts(self, where: str, before: Schema, after: Schema, *, sent: bool) -> Iterator[str]:
        if "items" in before:
            yield from self._value(f"{where}[]", before["items"], after.get("items", {}), sent=sent)
        if isinstance(before.get("additionalProperties"), dict):
            values = after.get("additionalProperties")
            yield from self._value(f"{where}.*", before["additionalProperties"], values or {}, sent=sent)
        was, fields = before.get("properties", {}), after.get("properties", {})
        for name, field in was.items():
            if name not in fields:
                yield f"{where}.{name} is gone"
            else:
                yield from self._value(f"{where}.{name}", field, fields[name], sent=sent)
        needed, need = set(before.get("required", [])), set(after.get("required", []))
        for name in sorted(need - needed if sent else needed - need):
            if sent or name in fields:
                yield f"{where}.{name} is {'required' if sent else 'not always there'}"
        for choices in ("oneOf", "anyOf"):
            kept = [_titled(each) for each in after.get(choices, [])]
            for each in before.get(choices, []):
                if _titled(each) not in kept:
                    yield f"{where}: {_titled(each)} is gone"

    def _resolved(self, whole: Schema, part: Schema) -> Schema:
        """The schema itself, of a reference or of one with something added to it (`allOf` of one)."""
        if "$ref" in part:
            found: Schema = whole["components"]["schemas"][part["$ref"].rpartition("/")[2]]
            return self._resolved(whole, found)
        if _only_reference(part):
            return {**self._resolved(whole, part["allOf"][0]), **{key: part[key] for key in part if key != "allOf"}}
        return part


def _titled(part: Schema) -> str:
    return str(part["$ref"].rpartition("/")[2] if "$ref" in part else part.get("type") or part.get("enum"))


def _only_reference(part: Schema) -> bool:
    return len(part.get("allOf", [])) == 1
