from __future__ import annotations

from django.urls import path

from games.mail import views

urlpatterns = [
    path("mail/confirm/<str:signed>/", views.mail_confirm, name="mail-confirm"),
    path("mail/mute/<str:signed>/", views.mail_mute, name="mail-mute"),
    path("mail/invitations/<str:signed>/", views.mail_opt_out, name="mail-opt-out"),
]
