from argparse import ArgumentParser
from typing import Any

from daphne.cli import CommandLineInterface  # type: ignore[import-untyped]  # it has no types
from django.core.management.base import BaseCommand

from games.management import background


class Command(BaseCommand):
    help = "Serve the whole site from this one process: pages, sockets, and the worker in threads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--no-worker", action="store_true", help="where `work` runs in processes of its own"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["no_worker"]:
            background.in_a_thread(background.clock, "clock")
            background.in_a_thread(lambda: background.worker().run(), "worker")
        self.stdout.write(
            f"Serving on http://{options['bind']}:{options['port']}/ (stop with Ctrl-C)"
        )
        CommandLineInterface().run(
            [
                *("--bind", options["bind"], "--port", str(options["port"])),
                *("--verbosity", "0", "config.asgi:application"),
            ]
        )
