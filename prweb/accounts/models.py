"""The people of the site."""

from __future__ import annotations

from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


def validate_timezone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name})


class User(AbstractUser):
    """Somebody with an account. `username` is the name other players see; nobody else sees the mail address.

    `email` is verified for everybody who can sign in: sign-up and change of address both wait for the proof.
    """

    email = models.EmailField(_("mail address"), unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_timezone])
    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES, default="en")

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
