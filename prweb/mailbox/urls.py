from __future__ import annotations

from django.urls import path

from prweb.mailbox import views

urlpatterns = [
    path("", views.mailbox, name="mailbox"),
    path("<str:key>/", views.mailbox_letter, name="mailbox-letter"),
    path("<str:key>/html/", views.mailbox_letter_html, name="mailbox-letter-html"),
]
