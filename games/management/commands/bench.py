"""Measure how fast things are. Every module of games/benches is a bench."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import benches


class Command(BaseCommand):
    help = "Print figures as `name: value unit` lines, with ratios where a peer is measured beside."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bench", nargs="?", help="left out: every bench there is")
        parser.add_argument("--seconds", type=float, default=0.3, help="length of one time slice")

    def handle(self, **options: Any) -> None:
        names = benches.names()
        wanted = options["bench"]
        if wanted is not None and wanted not in names:
            raise CommandError(f"there is no bench {wanted!r}; there are: {', '.join(names)}")
        try:
            for name in names if wanted is None else [wanted]:
                for figure in benches.run(name, seconds=options["seconds"]):
                    self.stdout.write(str(figure))
        except benches.Unavailable as problem:
            raise CommandError(str(problem)) from None
