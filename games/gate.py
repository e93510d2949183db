"""The door of every page: what games.access decides, as HTTP answers it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from games.access import Act, Persona, may, personas

Parameters = ParamSpec("Parameters")
View = Callable[Concatenate[HttpRequest, Parameters], HttpResponseBase]

IN_FRONT_OF_A_GAME: Final = frozenset(Act) - {
    Act.VISIT,
    Act.OPERATE,
    Act.SEE_LOBBY,
    Act.OPEN_GAME,
    Act.SET_PREFERENCES,
    Act.MAKE_TOKEN,
    Act.MAKE_BOT_ACCOUNT,
    Act.MODERATE,
    Act.SUSPEND,
    Act.REINSTATE,
    Act.ADMINISTER,
}
"""What can be decided only when the game is known: there the view asks `require` itself."""


def demands(act: Act) -> Callable[[View[Parameters]], View[Parameters]]:
    """Says what a view lets one see or do (`view.act`), and keeps out whoever may not, where no game is in question."""

    def guard(view: View[Parameters]) -> View[Parameters]:
        @wraps(view)
        def guarded(
            request: HttpRequest, /, *args: Parameters.args, **kwargs: Parameters.kwargs
        ) -> HttpResponse | HttpResponseBase:
            if act not in IN_FRONT_OF_A_GAME and not may(act, request.user):
                if Persona.ANONYMOUS in personas(request.user):
                    return redirect_to_login(request.get_full_path())
                raise PermissionDenied
            return view(request, *args, **kwargs)

        guarded.act = act  # type: ignore[attr-defined]
        return guarded

    return guard
