"""The page of a link in a mail that has expired: it tells nothing about the game.

Everybody who has the mail can open its links without signing in. So only the person whose turn it was, once signed in,
learns what happened meanwhile, on the page of the game.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise

from games.models import Game
from games.people.models import User

HTTP_GONE = 410


def expired_link_page(request: HttpRequest, game: Game, person: User, reason: str | Promise) -> HttpResponse:
    """Says why the link does not work any more; the person themselves, if signed in, is redirected to the game.

    reason: must tell nothing about the game.
    """
    if request.user.is_authenticated and request.user.pk == person.pk:
        messages.info(request, str(reason))
        return redirect("game", game.pk)
    return render(request, "link_expired.html", {"reason": reason}, status=HTTP_GONE)
