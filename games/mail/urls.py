from __future__ import annotations

from django.conf import settings
from django.urls import path

from games.mail import provider_views, views

urlpatterns = [
    path("mail/confirm/<str:signed>/", views.mail_confirm, name="mail-confirm"),
    path("mail/vote/<str:signed>/<str:choice>/", views.mail_vote, name="mail-vote"),
    path("mail/mute/<str:signed>/", views.mail_mute, name="mail-mute"),
    path("mail/invitations/<str:signed>/", views.mail_opt_out, name="mail-opt-out"),
]

if settings.MAIL_PROVIDER:
    urlpatterns += [
        # Mailgun posts a mail as it came to addresses that end with "mime".
        path("mail/provider/mime", provider_views.provider_incoming, name="mail-provider-incoming"),
        path("mail/provider/events", provider_views.provider_events, name="mail-provider-events"),
    ]
