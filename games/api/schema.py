"""How the API documents itself as OpenAPI: typed records, tokens, and what every operation may answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from games.access import ALLOWED, SCOPES, Persona
from games.api.permissions import permission_of
from games.api.problems import KINDS, MEDIA_TYPE
from games.api.shapes import ProblemShape
from games.api.typed import Schema, schema_of, typed
from games.engine.registry import games
from games.people.scopes import Scope

KEY_PARAMETER: Final = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description="Of your making: different for every deed, the same when you send one deed again (a UUID, say); 1 to "
    "64 visible ASCII characters.",
    pattern="^[!-~]{1,64}$",
)
UNKNOWN: Final = frozenset({Persona.ANONYMOUS, Persona.SPECTATOR})
"""What somebody can be without signing in, in front of some game."""
LANGUAGE_PARAMETER: Final = OpenApiParameter(
    "Accept-Language",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=f"Language of sentences: {', '.join(dict(settings.LANGUAGES))}. Without it, that of your preferences.",
)


class AccessSchema(AutoSchema):
    """Knows from games.access which operations need nobody to be signed in, and which scope of a token each takes."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Schema | None:
        operation: Schema | None = super().get_operation(*args, **kwargs)
        permission = permission_of(self.view, self.view.request)
        if operation is None or permission is None or SCOPES.get(permission) == Scope.READ:
            return operation
        told = (
            f"A token needs the scope `{SCOPES[permission]}`."
            if permission in SCOPES
            else "For signed-in people, with no token."
        )
        return {**operation, "description": "\n\n".join(filter(None, [operation.get("description"), told]))}

    def get_auth(self) -> list[dict[str, list[Any]]]:
        known: list[dict[str, list[Any]]] = super().get_auth()
        permission = permission_of(self.view, self.view.request)
        if permission is not None and permission not in SCOPES:
            known = [way for way in known if TokenScheme.name not in way]
        return [*known, {}] if permission is not None and ALLOWED[permission] & UNKNOWN else known


class TypedExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A dataclass becomes a component, and every dataclass in it."""

    target_class = "games.api.typed.TypedSerializer"
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: str) -> str:
        return component_name(self.target.record)

    def get_identity(self, auto_schema: Any, direction: str) -> type:
        record: type = self.target.record
        return record

    def map_serializer(self, auto_schema: Any, direction: str) -> Schema:
        registry = auto_schema.registry

        def refer(kind: type) -> Schema:
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name=component_name(kind), type=ResolvedComponent.SCHEMA, object=kind, schema={"type": "object"}
            )
            if component not in registry:
                # Known before it is described, for records that hold others of their own kind.
                registry.register(component)
                component.schema = schema_of(kind, refer)
            return dict(component.ref)

        return schema_of(self.target.record, refer)


class StrictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says of a body that it has no other fields."""

    target_class = "games.api.incoming.Strict"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> Schema:
        schema: Schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}


def component_name(kind: type) -> str:
    """What a record is called; a game's own ones carry its name, for two games may have a SeatView each."""
    name = kind.__name__.removesuffix("Shape")
    owners = [type(rules).__name__ for rules in games() if _package(type(rules)) == _package(kind)]
    return name if not owners or name.startswith(owners[0]) else owners[0] + name


def _package(kind: type) -> str:
    return kind.__module__.rpartition(".")[0]


class TokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]
    target_class = "games.api.authentication.ApiTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Schema:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "A token of yours or of a bot account of yours, made in the preferences: `Token prweb_…`",
        }


def operation(
    summary: str,
    answer: Any = None,
    *,
    takes: Any = None,
    status: int = 200,
    key: bool = False,
    problems: Sequence[str] = (),
    parameters: Sequence[OpenApiParameter] = (),
    description: str = "",
    **more: Any,
) -> Callable[[Any], Any]:
    """Documents one operation: what it takes and answers, and the kinds of problems that are its own."""
    responses: dict[Any, Any] = {status: answer if answer is not None else OpenApiResponse(description="Done.")}
    for number, kinds in _by_status(problems).items():
        told = "; ".join(f"{kind}: {KINDS[kind].meaning}" for kind in kinds)
        responses[(number, MEDIA_TYPE)] = OpenApiResponse(typed(ProblemShape), description=told)
    responses[("4XX", MEDIA_TYPE)] = OpenApiResponse(typed(ProblemShape), description="A problem.")
    decorate: Callable[[Any], Any] = extend_schema(
        summary=summary,
        description=description,
        request=takes,
        responses=responses,
        parameters=[*([KEY_PARAMETER] if key else []), LANGUAGE_PARAMETER, *parameters],
        **more,
    )
    return decorate


def _by_status(problems: Sequence[str]) -> Mapping[int, list[str]]:
    found: dict[int, list[str]] = {}
    for kind in problems:
        found.setdefault(KINDS[kind].status, []).append(kind)
    return found
