from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "prweb.operations"

    def ready(self) -> None:
        from prweb.operations import checks  # noqa: F401, it registers itself
