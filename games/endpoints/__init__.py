"""Telling people elsewhere than by mail: browsers (web push), webhooks, topics of ntfy.

Only this package writes the rows of such places (games.models.endpoints).
"""
