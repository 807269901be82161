"""For `bench peers`, which measures what a move costs without all that is ours."""

from argparse import ArgumentParser
from typing import Any

from daphne.cli import CommandLineInterface  # type: ignore[import-untyped]  # it has no types
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Serve, on this machine alone, nothing but the sockets of games/benches/peers/floor.py."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, required=True)

    def handle(self, *_args: Any, **options: Any) -> None:
        CommandLineInterface().run(
            [
                *("--bind", "127.0.0.1", "--port", str(options["port"])),
                *("--verbosity", "0", "games.benches.peers.floor:application"),
            ]
        )
