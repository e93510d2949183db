"""`manage.py compilemessages`, which also counts what each language lacks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.commands import compilemessages

from games.languages import keep_count


class Command(compilemessages.Command):
    def handle(self, **options: Any) -> None:
        super().handle(**options)
        if settings.LOCALE_FOLDER.exists():
            keep_count(settings.LOCALE_FOLDER)
