from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from games import checks  # noqa: F401  (the import registers it)
        from games.endpoints import signing_out  # noqa: F401  (likewise)
        from games.endpoints.channel import endpoint_channels
        from games.mail.channel import MailChannel
        from games.notifications import channels
        from games.staff.search_indexes import create_search_indexes
        from games.table import account_signals, second_factors  # noqa: F401  (likewise)

        channels.register(MailChannel())
        for channel in endpoint_channels():
            channels.register(channel)
        post_migrate.connect(create_search_indexes, sender=self)
