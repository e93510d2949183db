"""Addresses for the operator's tools."""

from __future__ import annotations

from django.urls import URLPattern, path

from prweb.operations import views

urlpatterns: list[URLPattern] = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", views.metrics, name="metrics"),
]
