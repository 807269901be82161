import socket
from argparse import ArgumentParser
from typing import Any

from daphne.cli import CommandLineInterface  # type: ignore[import-untyped]  # it has no types
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management import background
from games.management.this_machine import is_this_machine


class Command(BaseCommand):
    help = "Serve the whole site from this one process: pages, sockets, and the worker in threads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--no-worker", action="store_true", help="where `work` runs in processes of its own"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        _refuse_others_while_debugging(options["bind"])
        _refuse_a_taken_port(options["bind"], options["port"])
        if settings.SITE_URL_FOLLOWS_PORT:
            settings.SITE_URL = f"http://{settings.ALLOWED_HOSTS[0]}:{options['port']}"
        if not options["no_worker"]:
            background.start(background.QUEUES)
        background.serving()
        self.stdout.write(
            f"Serving on http://{options['bind']}:{options['port']}/ (stop with Ctrl-C)"
        )
        self.stdout.flush()
        CommandLineInterface().run(
            [
                *("--bind", options["bind"], "--port", str(options["port"])),
                *("--verbosity", "0", "config.asgi:application"),
            ]
        )


def _refuse_others_while_debugging(address: str) -> None:
    if settings.DEBUG and not is_this_machine(address):
        raise CommandError(
            f"With debugging on, the site is served on this machine alone, not on {address or 'all'}. "
            "Set DEBUG=off, SECRET_KEY and ALLOWED_HOSTS; docs/operations.md says how."
        )


def _refuse_a_taken_port(address: str, port: int) -> None:
    """Say so before bots and clocks begin to run beside those of another server."""
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
    except (OSError, OverflowError) as problem:
        raise CommandError(
            f"Nothing can be served on {address}:{port} ({problem}). "
            f"Name another port, as in: make run PORT=8001"
        ) from None
