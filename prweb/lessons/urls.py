"""Addresses of the lessons."""

from __future__ import annotations

from django.urls import URLPattern, path

from prweb.lessons import views

urlpatterns: list[URLPattern] = [
    path("", views.courses, name="learn"),
    path("<str:kind>/", views.course, name="course"),
    path("<str:kind>/<str:lesson>/", views.play, name="lesson"),
]
