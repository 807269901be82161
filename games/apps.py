from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        for module in ("games.live.receivers", "games.tasks"):
            import_module(module)  # they listen to what is written
