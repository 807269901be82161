"""Is this match what it says it is? Three questions, three answers, one summary."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.engine.verify import verify
from games.management.opening import open_match


class Command(BaseCommand):
    help = "Check a match file: draws from the secret, moves by the rules, digests in a chain."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, **options: Any) -> None:
        file = open_match(options["file"])
        with tqdm(total=len(file.moves), unit="move", disable=None, leave=False) as bar:

            def progress(number: int) -> None:
                bar.update(number + 1 - bar.n)

            report = verify(file, progress=progress)
        if report.impossible is not None:
            raise CommandError(report.summary)
        for check in (report.draws, report.rules, report.chain):
            self.stdout.write(str(check))
        if not report.holds:
            raise CommandError(report.summary)
        self.stdout.write(report.summary)
