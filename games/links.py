"""What a link of a mail leads to once it is too late for it: a page that tells nothing of the game.

Whoever has a mail has its links, without signing in. So what happened meanwhile is told to nobody but the person whose
turn it was, on the page of the game.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise

from games.models import Game
from games.people.models import User

GONE = 410


def too_late(request: HttpRequest, game: Game, person: User, reason: str | Promise) -> HttpResponse:
    """The page that says so. Whoever is signed in as the person is led to the game, where the reason is told.

    reason: must tell nothing of the game.
    """
    if request.user.is_authenticated and request.user.pk == person.pk:
        messages.info(request, str(reason))
        return redirect("game", game.pk)
    return render(request, "link_late.html", {"reason": reason}, status=GONE)
