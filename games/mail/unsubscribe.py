"""The link that ends all mails of one game to one person, without signing in (RFC 8058)."""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from games.models.mail import MutedGame
from games.models.table import Game
from games.people.models import User
from games.site_urls import absolute_url

# Without a timestamp: links in old mails must stay valid.
_SIGNER = signing.Signer(salt="games.mail.mute")


def mute_url(user: User, game: Game) -> str:
    signed = _SIGNER.sign_object([user.pk, game.pk])
    return absolute_url(reverse("mail-mute", args=[signed]))


def read_mute_link(signed: str) -> tuple[User, Game] | None:
    """The person and the game of a link; None if it is forged, or its person or game is deleted."""
    try:
        user_id, game_id = _SIGNER.unsign_object(signed)
        return User.objects.get(pk=user_id), Game.objects.get(pk=game_id)
    except (signing.BadSignature, ValueError, TypeError, User.DoesNotExist, Game.DoesNotExist):
        return None


def is_muted(user: User, game: Game) -> bool:
    return MutedGame.objects.filter(user=user, game=game).exists()


def mute(user: User, game: Game) -> None:
    MutedGame.objects.get_or_create(user=user, game=game)


def unmute(user: User, game: Game) -> None:
    MutedGame.objects.filter(user=user, game=game).delete()
