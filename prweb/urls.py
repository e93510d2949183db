"""All addresses of the site."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("prweb.operations.urls")),
    path("accounts/", include("prweb.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.api.urls")),
    path("staff/", include("games.staff.urls")),
    path("", include("games.mail.urls")),
    path("learn/", include("prweb.lessons.urls")),
    path("", include("games.web.urls")),
]

if settings.MAILBOX_PAGES:
    urlpatterns.insert(0, path("mailbox/", include("prweb.mailbox.urls")))

# allauth uses it for people who sign in, sign up or ask for codes too often.
handler429 = "games.rate_limits.too_many_requests"
handler500 = "prweb.errors.server_error"
