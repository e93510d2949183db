from __future__ import annotations

from django.urls import path

from prweb.mailbox import views

urlpatterns = [
    path("", views.mailbox, name="mailbox"),
    path("<str:key>/", views.mailbox_mail, name="mailbox-mail"),
    path("<str:key>/html/", views.mailbox_mail_html, name="mailbox-mail-html"),
]
