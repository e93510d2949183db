"""The OpenAPI schema of the API: dataclasses as components, tokens, and the responses of every operation."""

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
from games.api.dataclass_json import Schema, schema_of, serializer_for
from games.api.permissions import permission_of
from games.api.problems import MEDIA_TYPE, PROBLEM_KINDS
from games.api.response_types import ProblemShape
from games.engine.registry import games
from games.people.scopes import Scope

KEY_PARAMETER: Final = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description="A key that you choose: a new one (a UUID, for example) for every action, the same one if you send it "
    "again; 1 to 64 visible ASCII characters.",
    pattern="^[!-~]{1,64}$",
)
OPTIONAL_KEY_PARAMETER: Final = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="If you send one, the request counts once, however late a second copy of it arrives; 1 to 64 visible "
    "ASCII characters.",
    pattern="^[!-~]{1,64}$",
)
PUBLIC_PERSONAS: Final = frozenset({Persona.ANONYMOUS, Persona.SPECTATOR})
"""Personas that need no sign-in."""
LANGUAGE_PARAMETER: Final = OpenApiParameter(
    "Accept-Language",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=f"Language of sentences: {', '.join(dict(settings.LANGUAGES))}. Without it, that of your preferences.",
)


class AccessSchema(AutoSchema):
    """Takes from games.access which operations need no sign-in, and which scope of a token each needs."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Schema | None:
        operation: Schema | None = super().get_operation(*args, **kwargs)
        permission = permission_of(self.view, self.view.request)
        if operation is None or permission is None or SCOPES.get(permission) == Scope.READ:
            return operation
        note = (
            f"A token needs the scope `{SCOPES[permission]}`."
            if permission in SCOPES
            else "For signed-in people, with no token."
        )
        return {**operation, "description": "\n\n".join(filter(None, [operation.get("description"), note]))}

    def get_auth(self) -> list[dict[str, list[Any]]]:
        known: list[dict[str, list[Any]]] = super().get_auth()
        permission = permission_of(self.view, self.view.request)
        if permission is not None and permission not in SCOPES:
            known = [scheme for scheme in known if TokenScheme.name not in scheme]
        return [*known, {}] if permission is not None and ALLOWED[permission] & PUBLIC_PERSONAS else known


class TypedExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Makes a component of a dataclass and of every dataclass in it."""

    target_class = "games.api.dataclass_json.TypedSerializer"
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
                # Registered before it is described: a dataclass may contain others of its own type.
                registry.register(component)
                component.schema = schema_of(kind, refer)
            return dict(component.ref)

        return schema_of(self.target.record, refer)


class StrictBodyExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says in the schema that a body has no other fields."""

    target_class = "games.api.request_bodies.StrictBody"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> Schema:
        schema: Schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}


def component_name(kind: type) -> str:
    """The published name of a dataclass. Those of a game begin with its name: two games may both have a SeatView."""
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
    response: Any = None,
    *,
    body: Any = None,
    status: int = 200,
    idempotent: bool = False,
    problems: Sequence[str] = (),
    parameters: Sequence[OpenApiParameter] = (),
    description: str = "",
    **more: Any,
) -> Callable[[Any], Any]:
    """Documents an operation of a view: its body, its response and the kinds of problems that it may answer with."""
    responses: dict[Any, Any] = {status: response if response is not None else OpenApiResponse(description="Done.")}
    for number, kinds in _by_status(problems).items():
        meanings = "; ".join(f"{kind}: {PROBLEM_KINDS[kind].meaning}" for kind in kinds)
        responses[(number, MEDIA_TYPE)] = OpenApiResponse(serializer_for(ProblemShape), description=meanings)
    responses[("4XX", MEDIA_TYPE)] = OpenApiResponse(serializer_for(ProblemShape), description="A problem.")
    decorate: Callable[[Any], Any] = extend_schema(
        summary=summary,
        description=description,
        request=body,
        responses=responses,
        parameters=[*([KEY_PARAMETER] if idempotent else []), LANGUAGE_PARAMETER, *parameters],
        **more,
    )
    return decorate


def _by_status(problems: Sequence[str]) -> Mapping[int, list[str]]:
    found: dict[int, list[str]] = {}
    for kind in problems:
        found.setdefault(PROBLEM_KINDS[kind].status, []).append(kind)
    return found
