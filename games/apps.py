from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from games import checks  # noqa: F401  (registers itself)
        from games.staff.search_indexes import make_missing
        from games.table import account_signals, second_factors  # noqa: F401  (so do these)

        post_migrate.connect(make_missing, sender=self)
