from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "games.people"
    label = "accounts"  # of tables, migrations and content types since the first release
    verbose_name = _("accounts")
